//! Maps of lands: as SVG, and as characters with colours and without.

use vauban_scene::{
    Colours, Form, Ground, Half, Layer, Paint, Pattern, Point, Raster, Regions, Scene, Shape, Spot,
    Theme, Token, label, svg,
};

const MEADOW: Ground = Ground::new("meadow", 0xd7_e0_b0, 0x39_46_2c);

/// Six lands around a lake, two columns of three, and nothing at the right.
fn regions() -> Regions {
    let cells: Vec<u8> = (0..24 * 24)
        .map(|at| {
            let (x, y) = (at % 24, at / 24);
            match (x, y) {
                (20.., _) => 7,
                (8..12, 9..13) => 6,
                _ => (y / 8 * 2 + x / 10) as u8,
            }
        })
        .collect();
    Regions::new(24, &cells, 0.25)
}

fn scene() -> Scene {
    let regions = regions();
    let mut lands = Layer::new("lands");
    let mut names = Layer::new("names");
    for id in 0..6u8 {
        let spot = Spot(format!("l{id}"));
        let land = Shape::new(
            format!("land-{id}"),
            Point::default(),
            regions.area(id),
            Paint::Ground(MEADOW),
        );
        let land = land.with_spot(spot.clone()).with_pattern(Pattern::Tufts);
        lands.shapes.push(land.with_line(Paint::Faint));
        let at = regions.label(id).expect("every land has a cell").at;
        let key = format!("name-{id}");
        let text = ["Arden", "Bel Vale", "Corve", "Dun-Less", "Erewhon", "Fars"][usize::from(id)];
        names
            .shapes
            .extend(label::name(&key, text, at, 0.25, 6, &spot));
    }
    Scene {
        width: regions.width(),
        height: regions.height(),
        symbols: Vec::new(),
        layers: vec![lands, names],
        turns: false,
        ..Scene::default()
    }
}

/// Every land held by the seat of its number, with a token.
fn layers() -> Vec<Layer> {
    let regions = regions();
    let (mut held, mut tokens) = (Layer::new("held"), Layer::new("tokens"));
    for id in 0..6u8 {
        let spot = format!("l{id}");
        held.shapes
            .push(Shape::held(format!("held-{id}"), spot.clone(), id));
        let token = Token::new(Some(id));
        let at = regions.label(id).expect("every land has a cell").at;
        tokens.shapes.push(
            Shape::new(format!("token-{id}"), at, token.form(), token.paints().0)
                .with_glyph(format!("{}12", char::from(b'A' + id)))
                .with_spot(spot),
        );
    }
    vec![held, tokens]
}

fn board() -> Scene {
    scene().with_layers(layers())
}

#[test]
fn what_covers_a_place_lies_on_its_ground_and_below_its_name() {
    let board = board();
    let names: Vec<&str> = board.layers.iter().map(|layer| layer.name).collect();
    assert_eq!(names, ["lands", "held", "names", "tokens"]);
    // A lens is read on the ground itself.
    let shaded = scene().with_shades([Layer::new(Layer::LENS)]);
    let names: Vec<&str> = shaded.with_layers(layers()).layers[..]
        .iter()
        .map(|l| l.name)
        .collect();
    assert_eq!(names, ["lands", "lens", "names", "tokens"]);
    let picture = svg(&board, Theme::Light);
    let outline = |key: &str| {
        let line = picture
            .lines()
            .find(|line| line.contains(&format!("data-key=\"{key}\"")));
        let line = line.unwrap_or_else(|| panic!("no {key}"));
        line.split(" d=\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
            .to_owned()
    };
    for id in 0..6 {
        assert_eq!(
            outline(&format!("held-{id}")),
            outline(&format!("land-{id}"))
        );
    }
    // One texture for all grounds, one in its own colour for each owner.
    assert_eq!(picture.matches("<pattern ").count(), 7);
    assert!(picture.contains("id=\"pattern-tufts-dark\"") && picture.contains("-seat-6\""));
    assert_eq!(picture, svg(&board, Theme::Light));
}

#[test]
fn a_cover_without_a_ground_is_not_drawn() {
    let mut scene = scene();
    let mut stray = Layer::new("held");
    stray.shapes.push(Shape::held("held-9", "nowhere", 0));
    scene = scene.with_layers([stray]);
    assert!(!svg(&scene, Theme::Dark).contains("held-9"));
    let raster = Raster::new(&scene, Theme::Dark, 48, 20);
    assert!(raster.place(&"nowhere".into()).is_none());
}

#[test]
fn a_map_fits_any_window_down_to_its_smallest_size() {
    for (columns, rows) in [(20, 10), (49, 19), (80, 24), (61, 40), (200, 60)] {
        let raster = Raster::new(&board(), Theme::Light, columns, rows);
        assert!(raster.columns() <= columns && raster.rows() <= rows);
        // It takes the whole of one side.
        let full = raster.columns() + 2 > columns || raster.rows() + 1 > rows;
        assert!(full || raster.rows() == 36, "{columns}×{rows}");
        for id in 0..6 {
            let spot = Spot(format!("l{id}"));
            let (column, row) = raster.place(&spot).unwrap();
            assert_eq!(raster.spot_at(column, row), Some(&spot));
        }
    }
}

#[test]
fn every_land_shows_its_owners_colour_its_token_and_its_name() {
    for theme in [Theme::Light, Theme::Dark] {
        let raster = Raster::new(&board(), theme, 80, 30);
        let text = raster.ansi(Colours::None);
        let lines: Vec<&str> = text.lines().collect();
        for words in ["Arden", "Bel Vale", "Corve", "Dun-Less", "Erewhon", "Fars"] {
            assert!(
                lines.iter().any(|line| line.contains(words)),
                "{words}\n{text}"
            );
        }
        for id in 0..6u8 {
            assert!(text.contains(&format!("{}12", char::from(b'A' + id))));
            // What is not written on and not a rim is nearer to the seat's colour than to any other.
            let spot = raster
                .spots()
                .iter()
                .position(|spot| spot.0 == format!("l{id}"));
            let mut inner = 0;
            for row in 0..raster.rows() {
                for column in 0..raster.columns() {
                    let cell = raster.cell(column, row);
                    let halves = cell.halves.filter(|_| cell.text == ' ');
                    for half in halves.into_iter().flatten() {
                        let token = half.fill == Some(Paint::Seat(id));
                        if half.spot.map(usize::from) != spot || half.rim || token {
                            continue;
                        }
                        inner += 1;
                        assert_eq!(half.fill, Some(Paint::Held(id)));
                    }
                }
            }
            assert!(inner > 20, "land {id} shows {inner} halves");
        }
    }
}

#[test]
fn lands_have_rims_with_colours_and_lines_without() {
    let raster = Raster::new(&board(), Theme::Light, 80, 30);
    let colours = raster.ansi(Colours::True);
    assert!(colours.contains(Half::UPPER));
    assert!(!raster.ansi(Colours::None).contains(Half::UPPER));
    assert_ne!(raster.ansi(Colours::Ansi16), raster.ansi(Colours::Ansi256));
    // Lines that meet at every side: each character's strokes go on in its neighbours.
    let up = "│╰╯├┤┴┼";
    let down = "│╭╮├┤┬┼";
    let left = "─╮╯┤┴┬┼";
    let right = "─╰╭├┴┬┼";
    let hint = |column: u16, row: u16| raster.cell(column, row).hint;
    let mut lines = 0;
    for row in 0..raster.rows() - 1 {
        for column in 0..raster.columns() - 1 {
            let here = hint(column, row);
            lines += usize::from(here != ' ');
            assert_eq!(down.contains(here), up.contains(hint(column, row + 1)));
            assert_eq!(right.contains(here), left.contains(hint(column + 1, row)));
        }
    }
    assert!(lines > 60, "{lines}");
}

#[test]
fn names_that_do_not_fit_are_left_out_and_tokens_never() {
    let raster = Raster::new(&board(), Theme::Light, 20, 10);
    let text = raster.ansi(Colours::None);
    for id in 0..6u8 {
        assert!(
            text.contains(&format!("{}12", char::from(b'A' + id))),
            "{text}"
        );
    }
    assert!(
        text.contains("Fars") && !text.contains("Bel Vale"),
        "{text}"
    );
}

#[test]
fn a_number_with_a_glyph_is_written_however_small_its_land_is() {
    let mut numbers = Layer::new("numbers");
    for id in 0..6u8 {
        let at = regions().label(id).expect("every land has a cell").at;
        let form = Form::Text {
            text: format!("{id}00000"),
            size: 0.3,
        };
        numbers.shapes.push(
            Shape::new(format!("number-{id}"), at, form, Paint::Ink)
                .with_glyph(format!("x{id} "))
                .with_spot(format!("l{id}")),
        );
    }
    let scene = scene().with_layers([layers().remove(0), numbers]);
    let raster = Raster::new(&scene, Theme::Dark, 16, 6);
    let text = raster.ansi(Colours::None);
    for id in 0..6 {
        assert!(text.contains(&format!("x{id}")), "{text}");
    }
    // Its land is seen behind it: only what stands on a land has a ground of its own.
    for row in 0..raster.rows() {
        for column in 0..raster.columns() {
            let cell = raster.cell(column, row);
            assert!(cell.text != 'x' || !matches!(cell.fill, Some(Paint::Ink)));
        }
    }
}

#[test]
fn tokens_that_would_cover_each_other_move_apart() {
    let mut scene = scene();
    let mut tokens = Layer::new("tokens");
    let at = regions().label(0).unwrap().at;
    for number in 0..4 {
        let form = Form::Disc { radius: 0.3 };
        let shape = Shape::new(format!("token-{number}"), at, form, Paint::Seat(number));
        tokens
            .shapes
            .push(shape.with_glyph(format!("T{number}x")).with_spot("l0"));
    }
    scene = scene.with_layers([tokens]);
    let text = Raster::new(&scene, Theme::Light, 60, 20).ansi(Colours::None);
    for number in 0..4 {
        assert!(text.contains(&format!("T{number}x")), "{text}");
    }
}
