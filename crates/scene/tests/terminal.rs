//! Scenes as characters: what is written, what a click hits, and what cannot go wrong.

use vauban_scene::{
    Colours, Form, Ground, Hexes, Layer, Mark, Paint, Point, Raster, Rgb, Scene, Shape, Spot,
    Squares, Theme, polygon,
};

const EARTH: Paint = Paint::Ground(Ground::new("earth", 0xee_e3_ca, 0x39_35_2d));

fn square_name(column: u8, row: u8) -> String {
    format!("{}{}", (b'a' + column) as char, 3 - row)
}

/// Three by three squares with a rat on a3 and an enemy lion on c1.
fn board() -> Scene {
    let squares = Squares::new(3, 3);
    let mut scene = squares.scene();
    let mut ground = Layer::new("ground");
    ground.shapes = squares.ground(square_name, |_, _| EARTH);
    let mut pieces = Layer::new("pieces");
    for (column, row, seat, glyph) in [(0, 0, 0, "R"), (2, 2, 1, "l")] {
        let piece = Shape::new(
            glyph,
            squares.centre(column, row),
            Form::Disc { radius: 0.4 },
            Paint::Seat(seat),
        );
        pieces.shapes.push(piece.with_glyph(glyph));
    }
    let mut names = Layer::new("names");
    names.shapes = squares.coordinates(
        |column| ((b'a' + column) as char).to_string(),
        |row| (3 - row).to_string(),
    );
    scene.layers = vec![ground, pieces, names];
    scene
}

fn hexes() -> (Hexes, Vec<(i8, i8)>, Scene) {
    let cells: Vec<(i8, i8)> = (0..5).flat_map(|i| (0..5).map(move |j| (i, j))).collect();
    let hexes = Hexes::around(cells.iter().copied());
    let mut ground = Layer::new("ground");
    for &(i, j) in &cells {
        ground
            .shapes
            .push(hexes.shape(i, j, format!("{i}{j}"), EARTH));
    }
    let mut scene = hexes.scene();
    scene.layers = vec![ground];
    (hexes, cells, scene)
}

#[test]
fn a_board_of_squares_reads_like_a_board() {
    let small = Raster::new(&board(), Theme::Light, 12, 4);
    assert_eq!(small.scale(), (3, 1));
    let lines = [" 3 R  ·  ·", " 2 ·  ·  ·", " 1 ·  ·  l", "   a  b  c", ""];
    assert_eq!(small.ansi(Colours::None), lines.join("\n"));
}

#[test]
fn a_board_takes_the_room_it_is_given() {
    let sizes = [(0, 0), (11, 4), (15, 8), (26, 11), (34, 15), (200, 100)];
    let scales = sizes.map(|(columns, rows)| {
        let raster = Raster::new(&board(), Theme::Light, columns, rows);
        let (wide, high) = raster.scale();
        if (wide, high) != (3, 1) {
            assert!(raster.columns() <= columns && raster.rows() <= rows);
        }
        // Whatever the scale, every square gets the same number of cells.
        for spot in raster.spots() {
            let cells = (0..raster.rows())
                .flat_map(|row| (0..raster.columns()).map(move |column| (column, row)))
                .filter(|&(column, row)| raster.spot_at(column, row) == Some(spot));
            assert_eq!(
                cells.count(),
                usize::from(wide * high),
                "{spot} at {wide}×{high}"
            );
        }
        (wide, high)
    });
    assert_eq!(scales, [(3, 1), (3, 1), (4, 2), (7, 3), (9, 4), (11, 5)]);
}

#[test]
fn a_disc_stands_in_the_middle_of_its_square_at_every_scale() {
    for size in [(11, 4), (15, 8), (19, 8), (26, 11), (34, 15), (200, 100)] {
        let raster = Raster::new(&board(), Theme::Light, size.0, size.1);
        let spot = Spot::from("a3");
        let (mut square, mut disc) = (Vec::new(), Vec::new());
        for row in 0..raster.rows() {
            for column in 0..raster.columns() {
                if raster.spot_at(column, row) != Some(&spot) {
                    continue;
                }
                square.push((column, row));
                if raster.cell(column, row).fill == Some(Paint::Seat(0)) {
                    disc.push((column, row));
                }
            }
        }
        let middle = |cells: &[(u16, u16)]| {
            let sum = cells.iter().fold((0.0, 0.0), |(x, y), &(column, row)| {
                (x + f32::from(column), y + f32::from(row))
            });
            (sum.0 / cells.len() as f32, sum.1 / cells.len() as f32)
        };
        assert_eq!(middle(&disc), middle(&square), "{:?}", raster.scale());
    }
}

#[test]
fn the_middle_of_every_hexagon_is_a_click_on_it() {
    let (_, cells, scene) = hexes();
    for (columns, rows) in [(0, 0), (40, 12), (60, 20), (300, 100)] {
        let raster = Raster::new(&scene, Theme::Dark, columns, rows);
        for &(i, j) in &cells {
            let spot = Spot::from(format!("{i}{j}"));
            let (column, row) = raster.place(&spot).unwrap();
            assert_eq!(raster.spot_at(column, row), Some(&spot));
        }
    }
}

#[test]
fn a_click_in_a_land_means_that_land() {
    let corner = (0..10u8).flat_map(|x| (0..10u8).map(move |y| (x, y)));
    let (hook, rest): (Vec<_>, Vec<_>) = corner.partition(|&(x, y)| x < 2 || y > 7);
    let mut lands = Layer::new("lands");
    for (name, cells) in [("hook", hook), ("rest", rest)] {
        let points = polygon::outlines(cells).remove(0);
        let form = Form::Polygon { points };
        let land = Shape::new(name, Point::default(), form, Paint::Seat(0));
        lands.shapes.push(land.with_spot(name).with_glyph("12"));
    }
    let scene = Scene {
        width: 10.0,
        height: 10.0,
        symbols: Vec::new(),
        layers: vec![lands],
        turns: false,
        ..Scene::default()
    };
    let raster = Raster::new(&scene, Theme::Light, 30, 10);
    assert_eq!(raster.spot_at(0, 0), Some(&Spot::from("hook")));
    assert_eq!(raster.spot_at(29, 0), Some(&Spot::from("rest")));
    assert_eq!(raster.spot_at(29, 9), Some(&Spot::from("hook")));
    for name in ["hook", "rest"] {
        let (column, row) = raster.place(&Spot::from(name)).unwrap();
        assert_eq!(raster.spot_at(column, row), Some(&Spot::from(name)));
    }
    // One owner, two lands: the border is seen all the same, with colours and without.
    assert_ne!(raster.cell(0, 0).back, raster.cell(29, 0).back);
    assert!(raster.ansi(Colours::None).contains('.'));
    assert_eq!(raster.ansi(Colours::None).matches("12").count(), 2);
}

#[test]
fn without_colours_there_are_no_escapes_and_no_spaces_at_line_ends() {
    for scene in [board(), hexes().2] {
        let text = Raster::new(&scene, Theme::Light, 60, 30).ansi(Colours::None);
        assert!(!text.contains('\x1b'));
        assert!(text.lines().all(|line| !line.ends_with(' ')));
        assert!(text.contains('·'));
    }
}

#[test]
fn with_colours_every_line_ends_in_a_reset() {
    for colours in [Colours::Ansi256, Colours::True] {
        let raster = Raster::new(&board(), Theme::Dark, 60, 30);
        let text = raster.ansi(colours);
        assert_eq!(text.lines().count(), usize::from(raster.rows()));
        assert!(text.lines().all(|line| line.ends_with("\x1b[0m")));
        // Far fewer sequences than cells.
        let cells = usize::from(raster.rows()) * usize::from(raster.columns());
        assert!(text.matches('\x1b').count() * 3 < cells);
    }
}

#[test]
fn letters_are_readable_on_what_they_lie_on() {
    for theme in [Theme::Light, Theme::Dark] {
        let raster = Raster::new(&board(), theme, 60, 30);
        for row in 0..raster.rows() {
            for column in 0..raster.columns() {
                let cell = raster.cell(column, row);
                assert!(cell.text == ' ' || cell.fore.contrast(cell.back) >= 3.0);
            }
        }
    }
}

#[test]
fn heat_blends_with_the_ground_and_leaves_its_spot() {
    let squares = Squares::new(3, 3);
    let mut heat = Layer::new("lens");
    for (column, value) in [(0, 80), (1, -80), (2, 0)] {
        let mut shape = squares.shape(column, 1, format!("heat-{column}"), Paint::Heat(value));
        shape.spot = None;
        heat.shapes.push(shape);
    }
    let (cold, warm) = (board(), board().with_layers([heat]));
    let (plain, lens) = (
        Raster::new(&cold, Theme::Light, 12, 4),
        Raster::new(&warm, Theme::Light, 12, 4),
    );
    let theme = Theme::Light;
    for (column, same) in [(2, false), (5, false), (8, true)] {
        let (before, after) = (plain.cell(column, 1), lens.cell(column, 1));
        assert_eq!(before.back == after.back, same);
        assert_ne!(after.back, theme.colour(Paint::Heat(80)));
        assert_eq!(before.spot, after.spot);
    }
}

#[test]
fn neighbouring_squares_of_one_ground_differ_in_shade() {
    let raster = Raster::new(&board(), Theme::Light, 12, 4);
    let back = |column: u16, row: u16| raster.cell(column, row).back;
    assert_ne!(back(5, 0), back(8, 0));
    assert_ne!(back(5, 0), back(5, 1));
    assert_eq!(back(5, 0), back(8, 1));
}

#[test]
fn the_top_shape_is_written_last_and_control_characters_never() {
    let mut scene = board();
    let at = Squares::new(3, 3).centre(1, 1);
    let mut top = Layer::new("top");
    for text in ["below", "\x1b[\u{7}X\n"] {
        let form = Form::Text {
            text: text.to_owned(),
            size: 0.4,
        };
        top.shapes.push(Shape::new(text, at, form, Paint::Ink));
    }
    scene.layers.push(top);
    let text = Raster::new(&scene, Theme::Light, 12, 4).ansi(Colours::None);
    assert_eq!(text.lines().nth(1), Some(" 2  b[Xow"));
}

#[test]
fn arrows_point_the_way_where_nothing_is_written() {
    let squares = Squares::new(3, 3);
    let mut arrows = Layer::new("arrows");
    let form = Form::Line {
        to: Point::new(2.0, 0.0),
        width: 0.1,
        arrow: true,
    };
    let mark = Paint::Mark(Mark::LAST);
    arrows
        .shapes
        .push(Shape::new("arrow", squares.centre(0, 0), form, mark));
    let raster = Raster::new(&board().with_layers([arrows]), Theme::Light, 12, 4);
    let text = raster.ansi(Colours::None);
    assert_eq!(text.lines().next(), Some(" 3 R─────→"));
}

#[test]
fn no_size_and_no_number_makes_it_panic() {
    let odd = [
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::MAX,
        f32::MIN,
        -1.0,
        0.0,
        1e9,
    ];
    for x in odd {
        for y in odd {
            let forms = [
                Form::Rect {
                    width: x,
                    height: y,
                    round: x,
                },
                Form::Disc { radius: x },
                Form::Polygon {
                    points: vec![Point::new(x, y), Point::new(y, x), Point::new(1.0, 1.0)],
                },
                Form::Polygon { points: Vec::new() },
                Form::Line {
                    to: Point::new(x, y),
                    width: x,
                    arrow: true,
                },
                Form::Text {
                    text: "a long text".to_owned(),
                    size: x,
                },
                Form::Symbol {
                    name: "none",
                    size: y,
                },
            ];
            let mut layer = Layer::new("odd");
            for form in forms {
                for at in [Point::new(x, y), Point::new(1.0, 1.0)] {
                    let shape = Shape::new("odd", at, form.clone(), Paint::Seat(9));
                    layer.shapes.push(shape.with_spot("odd").with_glyph("abc"));
                }
            }
            for (width, height) in [(x.min(50.0), y.min(50.0)), (3.0, 3.0)] {
                let scene = Scene {
                    width,
                    height,
                    symbols: Vec::new(),
                    layers: vec![layer.clone()],
                    turns: false,
                    ..Scene::default()
                };
                for (columns, rows) in [(0, 0), (1, 1), (40, 20)] {
                    let raster = Raster::new(&scene, Theme::Light, columns, rows);
                    raster.ansi(Colours::True);
                    raster.place(&Spot::from("odd"));
                    raster.spot_at(u16::MAX, u16::MAX);
                }
            }
        }
    }
}

#[test]
fn a_picture_without_end_is_cut() {
    let scene = Scene {
        width: f32::MAX,
        height: f32::INFINITY,
        ..Scene::default()
    };
    let raster = Raster::new(&scene, Theme::Light, 80, 24);
    assert_eq!((raster.columns(), raster.rows()), (1000, 1000));
    assert_eq!(
        raster.cell(999, 999).back,
        Theme::Light.colour(Paint::Paper)
    );
    assert_ne!(raster.cell(0, 0).back, Rgb(0, 0, 0));
}
