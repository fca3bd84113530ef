//! A picture of the rulebook: a position, with actions as arrows.

use vauban_game::{Diagram, Lang, Playable, Settings, Viewer};
use vauban_scene::{Form, Layer, Mark, Paint, Pattern, Point, Scene, Shape, Spot};

/// How wide the arrows are.
const WIDTH: f32 = 0.12;

/// The picture of `diagram`; nothing if the rules cannot set it up.
pub(crate) fn draw<G: Playable>(diagram: &Diagram, lang: Lang) -> Option<Scene> {
    let settings = diagram.settings.iter();
    let chosen: Settings = settings
        .map(|&(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let (seats, settings) = G::CARD.complete(&chosen, diagram.seats, 0).ok()?;
    let game = G::setup(&settings, seats).ok()?;
    let (game, mut state) = game.resume(diagram.position).ok()?;
    let view = game.view(&state, Viewer::Spectator);
    let picture = game.backdrop(lang).with_layers(game.layers(&view, lang));
    let grounds = picture.grounds();
    let middle = |spot: &Spot| grounds.get(spot)?.first()?.middle();
    let mut layer = Layer::new("arrows");
    let mut before = None;
    for text in diagram.actions {
        let action = game.read(text).ok()?;
        let seat = game.turn(&state).seats().iter().next()?;
        let way: Vec<Point> = game.gesture(action).iter().filter_map(middle).collect();
        // An action of one spot goes on from the one before it.
        let from = way.first().filter(|_| way.len() > 1).copied().or(before);
        before = way.last().copied();
        let is_allowed = game.check(&state, seat, action).is_ok();
        if let (Some(from), Some(to)) = (from, before) {
            let form = Form::Line {
                to: Point::new(to.x - from.x, to.y - from.y),
                width: WIDTH,
                arrow: true,
            };
            let mark = match is_allowed {
                true => game.mark(&game.view(&state, Viewer::Seat(seat)), seat, action),
                false => Mark::ATTACK,
            };
            let arrow = Shape::new(format!("arrow-{text}"), from, form, Paint::Mark(mark));
            // What is not allowed is dashed.
            layer.shapes.push(match is_allowed {
                true => arrow,
                false => arrow.with_pattern(Pattern::of_seat(1)),
            });
        }
        if is_allowed {
            game.act(&mut state, seat, action);
        }
    }
    Some(picture.with_layers([layer]))
}
