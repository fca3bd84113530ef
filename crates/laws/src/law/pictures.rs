//! The picture: every page can be drawn, told apart and clicked.

use std::collections::HashSet;

use vauban_game::{
    Lang, Playable, Seat,
    scene::{Form, Layer, Paint, Point, Scene, Shape, Spot},
    tell,
};

use super::{Verdict, ensure};
use crate::Moment;

/// The backdrop never changes; keys are unique; everything lies somewhere; symbols exist; paints are
/// declared; what is clicked, touched or mapped is in the picture or can be a button.
pub fn whole<G: Playable>(moment: &mut Moment<'_, G>) -> Verdict {
    let game = moment.game;
    if moment.step.is_multiple_of(64) || moment.turn.over().is_some() {
        ensure(game.backdrop(Lang::En) == moment.memory.backdrop, || {
            "the backdrop has changed".to_owned()
        })?;
        let other = game.backdrop(Lang::Fr);
        drawn::<G>(&other, &[])?;
        ensure(
            spots(&other, &[]) == spots(&moment.memory.backdrop, &[]),
            || "the backdrop has other spots in French".to_owned(),
        )?;
    }
    // One viewer a step, and the one who acts: all of them come in turn.
    let someone = moment.someone();
    let backdrop = &moment.memory.backdrop;
    let view = &moment.sights[someone].view;
    let layers = game.layers(view, Lang::En);
    ensure(layers == game.layers(view, Lang::En), || {
        "drawn again, the layers differ".to_owned()
    })?;
    drawn::<G>(backdrop, &layers)?;
    drawn::<G>(backdrop, &game.layers(view, Lang::Fr))?;
    let there = spots(backdrop, &layers);

    for (seat, list) in moment.lists.iter().enumerate() {
        let view = &moment.sights[seat].view;
        let mark = |&action: &G::Action| Paint::Mark(game.mark(view, Seat(seat as u8), action));
        declared::<G>(list.iter().map(mark))?;
        for click in list
            .iter()
            .filter_map(|action| moment.memory.clicks.get(action))
        {
            for spot in click.gesture.iter().filter(|spot| !there.contains(*spot)) {
                // A button needs a name that an address can hold.
                let plain = |c: char| c.is_ascii_graphic();
                ensure(!spot.0.is_empty() && spot.0.chars().all(plain), || {
                    format!("`{spot}` can be neither a place nor a button")
                })?;
            }
        }
    }
    if let Some(next) = &moment.next {
        let sight = &moment.sights[someone];
        let after = game.layers(&game.view(&next.after, sight.viewer), Lang::En);
        let later = spots(backdrop, &after);
        for event in tell(
            game,
            moment.state,
            next.happening,
            &next.after,
            sight.viewer,
        ) {
            for spot in &event.spots {
                ensure(there.contains(spot) || later.contains(spot), || {
                    format!(
                        "`{}` happened at `{spot}`, which is not in the picture",
                        event.kind
                    )
                })?;
            }
        }
    }
    Ok(())
}

pub(super) fn spots<'a>(backdrop: &'a Scene, layers: &'a [Layer]) -> HashSet<&'a Spot> {
    let shapes = backdrop
        .layers
        .iter()
        .chain(layers)
        .flat_map(|layer| &layer.shapes);
    shapes.filter_map(|shape| shape.spot.as_ref()).collect()
}

/// Whether a picture of these layers over the backdrop can be drawn.
fn drawn<G: Playable>(backdrop: &Scene, layers: &[Layer]) -> Verdict {
    let is_size = |size: f32| size.is_finite() && size > 0.0;
    ensure(is_size(backdrop.width) && is_size(backdrop.height), || {
        format!("a picture of {} × {}", backdrop.width, backdrop.height)
    })?;
    ensure(backdrop.seats == G::PAINTS.seat_colours(), || {
        format!("the picture has the seats of `{}`", backdrop.seats.name)
    })?;
    let symbols: HashSet<&str> = backdrop.symbols.iter().map(|symbol| symbol.name).collect();
    ensure(symbols.len() == backdrop.symbols.len(), || {
        "two symbols of one name".to_owned()
    })?;
    for path in backdrop.symbols.iter().flat_map(|symbol| &symbol.paths) {
        let line = path.line.map(|(line, _)| line);
        declared::<G>(path.fill.into_iter().chain(line))?;
    }
    let room = match backdrop.is_map() {
        true => Shape::GLYPH_ON_MAP,
        false => Shape::GLYPH,
    };
    let mut keys = HashSet::new();
    for layer in backdrop.layers.iter().chain(layers) {
        for shape in &layer.shapes {
            let key = shape.key.as_str();
            ensure(!key.is_empty() && keys.insert(key), || {
                format!("the key `{key}` in `{}` is empty or taken", layer.name)
            })?;
            let in_range = |point: Point| {
                let far = 4.0 * backdrop.width.max(backdrop.height);
                point.x.abs() <= far && point.y.abs() <= far
            };
            ensure(in_range(shape.at), || {
                format!("`{key}` lies at {:?}", shape.at)
            })?;
            let form = match &shape.form {
                Form::Symbol { name, size } => symbols.contains(name) && is_size(*size),
                Form::Rect { width, height, .. } => is_size(*width) && is_size(*height),
                Form::Disc { radius } => is_size(*radius),
                Form::Plate { width, height, cut } => {
                    is_size(*width)
                        && is_size(*height)
                        && (0.0..=height.min(*width) / 2.0).contains(cut)
                }
                Form::Polygon { points } => {
                    points.len() > 2 && points.iter().copied().all(in_range)
                }
                Form::Area { loops, middle } => {
                    let whole = |points: &Vec<Point>| {
                        points.len() > 2 && points.iter().copied().all(in_range)
                    };
                    !loops.is_empty() && loops.iter().all(whole) && in_range(*middle)
                }
                Form::Place {} => shape.spot.is_some(),
                Form::Trail { points, width, .. } => {
                    points.len() > 1 && points.iter().copied().all(in_range) && is_size(*width)
                }
                Form::Line { to, width, .. } => in_range(*to) && is_size(*width),
                Form::Text { size, .. } => is_size(*size),
            };
            ensure(form, || {
                format!("`{key}` cannot be drawn: {:?}", shape.form)
            })?;
            declared::<G>([shape.fill].into_iter().chain(shape.line))?;
            if let Some(glyph) = &shape.glyph {
                ensure(glyph.chars().count() <= room, || {
                    format!("`{key}` has the glyph `{glyph}`")
                })?;
            }
        }
    }
    Ok(())
}

/// Whether the game declares these paints, or every game has them.
fn declared<G: Playable>(paints: impl IntoIterator<Item = Paint>) -> Verdict {
    let stray = paints.into_iter().find(|&paint| !G::PAINTS.have(paint));
    ensure(stray.is_none(), || {
        format!("the game does not declare the paint {stray:?}")
    })
}
