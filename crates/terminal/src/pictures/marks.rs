//! What is marked on the board, as shapes of the picture: what the characters show by washes and brackets.

use vauban_scene::{Form, Layer, Mark, Paint, Point, Scene, Shape, Spot};

use crate::board::{Overlay, Touch};

/// How high the numbers of a lens are, and how far below the middle of their place.
const NUMBER: f32 = 0.3;
const BELOW: f32 = 0.34;

/// How large the ring is around what has no place of its own.
const RING: f32 = 0.3;

/// The scene with its marks, the numbers of a lens and the cursor.
pub(super) fn marked(scene: &Scene, overlay: &Overlay, cursor: Option<&Spot>) -> Scene {
    // Places are marked on the ground, under what stands there.
    let (mut places, mut above) = (Layer::new("marks"), Layer::new("marks-above"));
    let grounds = scene.grounds();
    let mut put = |key: &str, spot: &Spot, fill: Paint, line: Option<Paint>| {
        let key = format!("{key}-{spot}");
        let (layer, shape) = if grounds.contains_key(spot) {
            let place = Shape::new(key, Point::default(), Form::Place {}, fill);
            (&mut places, place.with_spot(spot.clone()))
        } else {
            let Some(at) = scene.find(spot).and_then(Shape::middle) else {
                return;
            };
            let ring = Form::Disc { radius: RING };
            (&mut above, Shape::new(key, at, ring, Paint::Clear))
        };
        layer.shapes.push(Shape { line, ..shape });
    };

    let mut touches: Vec<(&Spot, &Touch)> = overlay.touches.iter().collect();
    touches.sort_by_key(|(spot, _)| *spot);
    let map = scene.is_map();
    for (spot, touch) in touches {
        let (paint, share) = touch.paint();
        let line = !matches!(touch, Touch::Last | Touch::Begin);
        put(
            "mark",
            spot,
            washed(paint, share, map),
            line.then_some(paint),
        );
    }
    if let Some(spot) = cursor.filter(|_| overlay.cursor) {
        let line = Paint::Mark(Mark::SELECTED);
        put("cursor", spot, Paint::Clear, Some(line));
    }

    let number = |(spot, value): &(Spot, i32)| {
        let middle = grounds.get(spot)?.first()?.middle()?;
        let at = Point::new(middle.x, middle.y + BELOW);
        let text = Form::Text {
            text: value.to_string(),
            size: NUMBER,
        };
        let shape = Shape::new(format!("number-{spot}"), at, text, Paint::Ink);
        Some(shape.with_line(Paint::Paper))
    };
    above
        .shapes
        .extend(overlay.numbers.iter().filter_map(number));
    scene.with_layers([places, above])
}

/// A paint of which so much is seen. On a map it is never much: the land keeps its owner's colour.
fn washed(paint: Paint, share: f32, map: bool) -> Paint {
    let Paint::Mark(mark) = paint else {
        return Paint::Clear;
    };
    let share = if map { share.min(0.3) } else { share };
    Paint::Mark(Mark {
        opacity: (share * 100.0) as u8,
        ..mark
    })
}
