//! Every paint, pattern and form in one picture, to look at:
//! `cargo run -p vauban-scene --example sampler -- svg light > sampler.svg` or `… -- ansi dark`.

use vauban_scene::{
    Colours, Form, Ground, Hexes, Layer, Mark, Paint, Path, Pattern, Point, Raster, Scene, Shape,
    Squares, Symbol, Theme, polygon, svg,
};

/// Grounds as a game might declare them.
const GROUNDS: [Ground; 6] = [
    Ground::new("plain", 0xef_ea_da, 0x2f_31_30),
    Ground::new("sea", 0xa6_cf_e2, 0x20_41_58),
    Ground::new("meadow", 0xd3_e3_a9, 0x3d_48_28),
    Ground::new("forest", 0x97_bd_93, 0x22_40_2d),
    Ground::new("desert", 0xec_d2_9c, 0x5a_49_2a),
    Ground::new("rock", 0x9d_97_90, 0x62_5f_5e),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let asks = |word: &str| words.iter().any(|given| given == word);
    let theme = if asks("dark") {
        Theme::Dark
    } else {
        Theme::Light
    };
    let scene = if asks("hexes") {
        hexes()
    } else if asks("map") {
        map()
    } else {
        board()
    };
    if asks("svg") {
        print!("{}", svg(&scene, theme));
        return;
    }
    let number = |at: usize, usual: u16| -> u16 {
        words
            .iter()
            .filter_map(|word| word.parse().ok())
            .nth(at)
            .unwrap_or(usual)
    };
    let colours = if asks("plain") {
        Colours::None
    } else if asks("256") {
        Colours::Ansi256
    } else {
        Colours::True
    };
    let raster = Raster::new(&scene, theme, number(0, 80), number(1, 40));
    print!("{}", raster.ansi(colours));
}

fn board() -> Scene {
    let squares = Squares::new(12, 9);
    let name = |column: u8, row: u8| format!("{}{}", (b'a' + column) as char, 9 - row);
    let mut scene = squares.scene();
    scene.symbols.push(Symbol {
        name: "tower",
        paths: vec![Path {
            d: "M20 85H80V70H72L68 40H78V15H64V25H57V15H43V25H36V15H22V40H32L28 70H20Z",
            fill: None,
            line: None,
        }],
    });
    let patterns = [
        Pattern::Stripes,
        Pattern::Bars,
        Pattern::Dots,
        Pattern::Checks,
        Pattern::Waves,
        Pattern::Crosses,
    ];
    let mut ground = Layer::new("ground");
    let fill = |column: u8, row: u8| match row {
        0 | 1 => GROUNDS
            .get(usize::from(column))
            .map_or(Paint::Paper, |&ground| Paint::Ground(ground)),
        2 => Paint::Region(column),
        7 => Paint::Ground(GROUNDS[1]),
        _ => Paint::Ground(GROUNDS[0]),
    };
    ground.shapes = squares.ground(name, fill);
    let mut pieces = Layer::new("pieces");
    for (column, row) in squares.all() {
        let centre = squares.centre(column, row);
        let key = format!("over-{column}-{row}");
        let disc = |fill| Shape::new(key.clone(), centre, Form::Disc { radius: 0.38 }, fill);
        match row {
            3 => {
                let seat = column % 6;
                pieces.shapes.push(
                    disc(Paint::Seat(seat))
                        .with_line(Paint::Ink)
                        .with_glyph("R")
                        .with_spot(name(column, row)),
                );
                if column >= 6 {
                    pieces.shapes.push(Shape::new(
                        format!("symbol-{column}"),
                        centre,
                        Form::Symbol {
                            name: "tower",
                            size: 0.55,
                        },
                        Paint::OnSeat(seat),
                    ));
                } else {
                    let text = Form::Text {
                        text: (column + 1).to_string(),
                        size: 0.4,
                    };
                    pieces.shapes.push(Shape::new(
                        format!("n-{column}"),
                        centre,
                        text,
                        Paint::OnSeat(seat),
                    ));
                }
            }
            4 => {
                let Some(&mark) = Mark::COMMON.get(usize::from(column)) else {
                    continue;
                };
                let mut wash = squares.shape(column, row, key.clone(), Paint::Mark(mark));
                wash.spot = None;
                pieces.shapes.push(wash);
            }
            5 => {
                let Some(&mark) = Mark::COMMON.get(usize::from(column)) else {
                    continue;
                };
                let radius = 0.16;
                pieces.shapes.push(
                    Shape::new(key, centre, Form::Disc { radius }, Paint::Mark(mark))
                        .with_glyph("•"),
                );
            }
            6 => {
                if let Some(&pattern) = patterns.get(usize::from(column)) {
                    pieces.shapes.push(
                        squares
                            .shape(column, row, key, Paint::Seat(column))
                            .with_pattern(pattern),
                    );
                } else {
                    let pattern = patterns[usize::from(column) - 6];
                    let fill = Paint::Ground(GROUNDS[usize::from(column) - 6]);
                    pieces
                        .shapes
                        .push(squares.shape(column, row, key, fill).with_pattern(pattern));
                }
            }
            7 => {
                let Some(&mark) = Mark::COMMON.get(usize::from(column)) else {
                    continue;
                };
                pieces.shapes.push(
                    disc(Paint::Clear)
                        .with_line(Paint::Mark(mark))
                        .with_glyph("o"),
                );
            }
            8 => {
                let value = (18 * i16::from(column) - 100) as i8;
                let mut heat = squares.shape(column, row, key, Paint::Heat(value));
                heat.spot = None;
                pieces.shapes.push(heat);
            }
            _ => {}
        }
    }
    let mut lines = Layer::new("lines");
    for (at, fill) in [Paint::Ink, Paint::Seat(0), Paint::Mark(Mark::ATTACK)]
        .into_iter()
        .enumerate()
    {
        let from = squares.centre(1 + 3 * at as u8, 2);
        let to = Point::new(2.0, -1.0 + at as f32);
        let form = Form::Line {
            to,
            width: 0.08,
            arrow: true,
        };
        lines
            .shapes
            .push(Shape::new(format!("line-{at}"), from, form, fill));
    }
    let mut names = Layer::new("names");
    names.shapes = squares.coordinates(
        |column| ((b'a' + column) as char).to_string(),
        |row| (9 - row).to_string(),
    );
    names.shapes.push(squares.frame("frame", Paint::Ink));
    scene.layers = vec![ground, pieces, lines, names];
    scene
}

fn hexes() -> Scene {
    let cells: Vec<(i8, i8)> = (0..5)
        .flat_map(|i: i8| (-(i / 2)..7 - (i + 1) / 2).map(move |j| (i, j)))
        .collect();
    let hexes = Hexes::around(cells.iter().copied());
    let mut scene = hexes.scene();
    let mut ground = Layer::new("ground");
    for (at, &(i, j)) in cells.iter().enumerate() {
        let paint = Paint::Ground(GROUNDS[at % GROUNDS.len()]);
        ground
            .shapes
            .push(hexes.shape(i, j, format!("{i}{j}"), paint));
        if at % 3 == 0 {
            let disc = Form::Disc { radius: 0.36 };
            let seat = (at % 6) as u8;
            ground.shapes.push(
                Shape::new(
                    format!("p{at}"),
                    hexes.centre(i, j),
                    disc,
                    Paint::Seat(seat),
                )
                .with_glyph("7"),
            );
        }
    }
    scene.layers = vec![ground];
    scene
}

fn map() -> Scene {
    // Sixteen lands that grow around crooked seeds of a grid.
    let seeds: Vec<(i32, i32)> = (0..16)
        .map(|at| {
            (
                4 + 15 * (at % 4) + 5 * (at / 4 % 2),
                6 + 15 * (at / 4) + 4 * (at % 3),
            )
        })
        .collect();
    let unit = 0.25;
    let mut lands = Layer::new("lands");
    for (at, _) in seeds.iter().enumerate() {
        let near = |x: i32, y: i32| {
            (0..seeds.len()).min_by_key(|&seed| {
                let (a, b) = (seeds[seed].0 - x, seeds[seed].1 - y);
                a * a + b * b + (x * 7 + y * 13) % 5
            })
        };
        let cells = (0..64u8)
            .flat_map(|x| (0..64u8).map(move |y| (x, y)))
            .filter(|&(x, y)| near(x.into(), y.into()) == Some(at));
        let Some(outline) = polygon::outlines(cells).into_iter().next() else {
            continue;
        };
        let points = outline
            .into_iter()
            .map(|point| Point::new(point.x * unit, point.y * unit))
            .collect();
        let shape = Shape::new(
            format!("land-{at}"),
            Point::default(),
            Form::Polygon { points },
            Paint::Seat((at * 5 % 6) as u8),
        );
        let middle = shape.middle().unwrap_or_default();
        let text = Form::Text {
            text: format!("{}", at + 1),
            size: 0.6,
        };
        lands
            .shapes
            .push(shape.with_spot(format!("{at}")).with_line(Paint::Paper));
        lands.shapes.push(Shape::new(
            format!("n{at}"),
            middle,
            text,
            Paint::OnSeat((at * 5 % 6) as u8),
        ));
    }
    Scene {
        width: 16.0,
        height: 16.0,
        symbols: Vec::new(),
        layers: vec![lands],
        turns: false,
        ..Scene::default()
    }
}
