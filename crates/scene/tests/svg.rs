//! Scenes as SVG: well-formed, escaped, complete, and equal every time.

use vauban_scene::{
    Form, Ground, Layer, Mark, Paint, Path, Pattern, Point, Scene, Shape, Squares, Symbol, Theme,
    escape, svg, svg_image,
};

const GROUNDS: [Ground; 2] = [
    Ground::new("plain", 0xef_ea_da, 0x2f_31_30),
    Ground::new("sea", 0xa6_cf_e2, 0x20_41_58),
];

const NASTY: &str = "<a href=\"x\">&'\u{0}\u{b}é</a>";

/// One shape of every form, each with everything that a shape may have.
fn scene() -> Scene {
    let squares = Squares::new(4, 3);
    let mut scene = squares.scene();
    scene.symbols.push(Symbol {
        name: "tower",
        paths: vec![
            Path {
                d: "M0 0H100V100Z",
                fill: None,
                line: Some((Paint::Ink, 4.0)),
            },
            Path {
                d: "M10 10H20V20Z",
                fill: Some(Paint::Paper),
                line: None,
            },
        ],
    });
    let mut ground = Layer::new("ground");
    ground.shapes = squares.ground(
        |column, row| format!("s{column}{row}"),
        |column, _| Paint::Ground(GROUNDS[usize::from(column) % 2]),
    );
    let patterns = [
        Pattern::Stripes,
        Pattern::Bars,
        Pattern::Dots,
        Pattern::Checks,
        Pattern::Waves,
        Pattern::Crosses,
    ];
    for (shape, pattern) in ground.shapes.iter_mut().zip(patterns) {
        shape.pattern = Some(pattern);
    }
    let size = 0.5;
    let forms = [
        Form::Rect {
            width: 1.0,
            height: 0.5,
            round: 0.1,
        },
        Form::Disc { radius: 0.4 },
        Form::Polygon {
            points: vec![
                Point::new(0.0, 0.0),
                Point::new(1.0, 0.0),
                Point::new(0.5, 1.0),
            ],
        },
        Form::Line {
            to: Point::new(1.0, 2.0),
            width: 0.1,
            arrow: true,
        },
        Form::Text {
            text: NASTY.to_owned(),
            size,
        },
        Form::Symbol {
            name: "tower",
            size,
        },
    ];
    let mut pieces = Layer::new("pieces");
    for (index, form) in forms.into_iter().enumerate() {
        let at = squares.centre(index as u8 % 4, 1);
        let shape = Shape::new(
            format!("{NASTY}{index}"),
            at,
            form,
            Paint::Seat(index as u8),
        );
        pieces.shapes.push(
            shape
                .with_spot(format!("spot-{index}"))
                .with_line(Paint::Mark(Mark::LAST))
                .with_pattern(Pattern::Dots),
        );
    }
    let lens = squares.shape(0, 0, NASTY, Paint::Heat(-40));
    let hidden = squares.shape(1, 0, "hidden", Paint::Clear);
    pieces.shapes.extend([lens, hidden]);
    scene.layers = vec![ground, pieces];
    scene
}

/// Checks that tags are balanced and attributes quoted and unique; gives the number of elements.
fn check(document: &str) -> Result<usize, String> {
    let (mut open, mut count) = (Vec::new(), 0);
    let mut rest = document;
    while let Some(start) = rest.find('<') {
        if rest[..start].contains('>') {
            return Err(format!("a loose > in {:?}", &rest[..start]));
        }
        let end = rest.find('>').ok_or("a tag without end")?;
        let tag = &rest[start + 1..end];
        if tag.contains('<') {
            return Err(format!("a loose < in {tag:?}"));
        }
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return Err(format!("</{name}> closes nothing"));
            }
            continue;
        }
        count += 1;
        let inner = tag.strip_suffix('/').unwrap_or(tag);
        let (name, attributes) = inner.split_once(' ').unwrap_or((inner, ""));
        check_attributes(attributes)?;
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    if !open.is_empty() {
        return Err(format!("still open: {open:?}"));
    }
    for part in document.split('&').skip(1) {
        let known = ["amp;", "lt;", "gt;", "quot;", "#39;"];
        if !known.iter().any(|entity| part.starts_with(entity)) {
            return Err(format!("a loose & before {part:?}"));
        }
    }
    Ok(count)
}

fn check_attributes(attributes: &str) -> Result<(), String> {
    let mut names: Vec<&str> = Vec::new();
    let mut rest = attributes.trim();
    while !rest.is_empty() {
        let (name, after) = rest
            .split_once("=\"")
            .ok_or(format!("no value in {rest}"))?;
        let (_, after) = after.split_once('"').ok_or(format!("no end of {name}"))?;
        let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
        let known = |letter: char| plain(letter) || matches!(letter, '-' | ':' | 'B' | 'T' | 'U');
        if !name.chars().all(known) || names.contains(&name) {
            return Err(format!("attribute {name} in {attributes}"));
        }
        names.push(name);
        rest = after.trim_start();
    }
    Ok(())
}

#[test]
fn the_document_is_well_formed() {
    for theme in [Theme::Light, Theme::Dark] {
        let document = svg(&scene(), theme);
        assert!(check(&document).unwrap_or_else(|error| panic!("{error}")) > 25);
    }
}

#[test]
fn the_check_itself_finds_faults() {
    for broken in [
        "<a>",
        "<a></b>",
        "<a b=c/>",
        "<a b=\"1\" b=\"2\"/>",
        "<a>&</a>",
        "<a b=\"<\"/>",
    ] {
        assert!(check(broken).is_err(), "{broken}");
    }
}

#[test]
fn every_spot_and_key_is_in_the_document() {
    let scene = scene();
    let document = svg(&scene, Theme::Light);
    for shape in scene.shapes() {
        assert!(document.contains(&format!("data-key=\"{}\"", escape(&shape.key))));
        let spot = shape.spot.as_ref().unwrap();
        assert!(document.contains(&format!("data-spot=\"{}\"", escape(&spot.0))));
    }
    for layer in &scene.layers {
        assert!(document.contains(&format!("data-layer=\"{}\"", layer.name)));
    }
}

#[test]
fn every_reference_has_its_definition() {
    let document = svg(&scene(), Theme::Dark);
    let mut found = 0;
    for start in ["url(#", "href=\"#"] {
        for part in document.split(start).skip(1) {
            let name: &str = part.split([')', '"']).next().unwrap();
            assert!(document.contains(&format!("id=\"{name}\"")), "{name}");
            found += 1;
        }
    }
    // Six squares and three surfaces have patterns; one shape uses the drawing.
    assert_eq!(found, 10);
}

#[test]
fn text_is_escaped() {
    assert_eq!(
        escape(NASTY),
        "&lt;a href=&quot;x&quot;&gt;&amp;&#39;é&lt;/a&gt;"
    );
    assert_eq!(escape("a\nb\tc"), "a b c");
    let document = svg(&scene(), Theme::Light);
    assert!(document.contains(&format!(">{}</text>", escape(NASTY))));
    assert!(!document.contains("<a "));
}

#[test]
fn a_small_picture_is_written_exactly_so() {
    let form = Form::Disc { radius: 1.0 / 3.0 };
    let disc = Shape::new("rat", Point::new(0.5, -0.0001), form, Paint::Seat(0));
    let mut layer = Layer::new("pieces");
    layer
        .shapes
        .push(disc.with_spot("a1").with_line(Paint::Ink));
    let scene = Scene {
        width: 1.0,
        height: 2.5,
        symbols: Vec::new(),
        layers: vec![layer],
        turns: false,
        ..Scene::default()
    };
    let document = svg(&scene, Theme::Light);
    assert!(document.contains("viewBox=\"0 0 1 2.5\""));
    let circle = "<circle cx=\"0.5\" cy=\"0\" r=\"0.333\" class=\"seat-1 line-ink\" \
                  data-key=\"rat\" data-spot=\"a1\" fill=\"#1f77be\" stroke=\"#1f2328\" \
                  stroke-width=\"0.035\"/>";
    assert!(document.contains(circle), "{document}");
    assert_eq!(document, svg(&scene, Theme::Light));
}

#[test]
fn what_is_no_number_is_drawn_all_the_same() {
    let mut layer = Layer::new("odd");
    for value in [f32::NAN, f32::INFINITY, f32::MIN] {
        let forms = [
            Form::Disc { radius: value },
            Form::Line {
                to: Point::new(value, 1.0),
                width: value,
                arrow: true,
            },
        ];
        for form in forms {
            layer.shapes.push(Shape::new(
                "odd",
                Point::new(value, value),
                form,
                Paint::Ink,
            ));
        }
    }
    let scene = Scene {
        width: f32::NAN,
        height: f32::MAX,
        symbols: Vec::new(),
        layers: vec![layer],
        turns: false,
        ..Scene::default()
    };
    let document = svg(&scene, Theme::Light);
    check(&document).unwrap_or_else(|error| panic!("{error}"));
    assert!(!document.contains("NaN") && !document.contains("inf"));
}

#[test]
fn an_image_has_the_same_elements_without_their_names() {
    let (named, image) = (
        svg(&scene(), Theme::Light),
        svg_image(&scene(), Theme::Light),
    );
    for name in [" class=", " data-", " pointer-events="] {
        assert!(named.contains(name), "{name}");
        // The paper is one for all.
        let left = image.replace("<rect class=\"paper\"", "<rect");
        assert!(!left.contains(name), "{name}");
    }
    assert_eq!(
        image.matches('<').count(),
        named.matches('<').count(),
        "nothing is left out"
    );
    assert!(image.len() < named.len() * 4 / 5);
}
