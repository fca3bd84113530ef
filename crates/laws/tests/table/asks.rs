//! What is asked: choices, buttons, and what can be written.

use vauban_scene::Spot;

use super::*;

#[test]
fn what_no_shape_carries_lies_beside_the_board() {
    for (game, settings) in openings() {
        let mut opening = Opening::seeded(4);
        opening.settings = settings.clone();
        let mut table = game.open(opening).expect("each value alone is allowed");
        let mut dice = Dice::seeded(4);
        for _ in 0..40 {
            for seat in table.turn().seats().iter() {
                let page = table.page(Viewer::Seat(seat), Lang::En, 0);
                let scene = table.backdrop(Lang::En).scene.with_layers(page.layers);
                let ask = page.ask.expect("who is on turn is asked");
                let mut beside: Vec<&Spot> = Vec::new();
                for spot in ask.choices.iter().flat_map(|choice| &choice.path) {
                    if scene.find(spot).is_none() && !beside.contains(&spot) {
                        beside.push(spot);
                    }
                }
                let told: Vec<&Spot> = ask.buttons.iter().map(|button| &button.spot).collect();
                assert_eq!(told, beside, "{} {settings:?}", game.card().name);
            }
            if take_one(table.as_mut(), &mut dice).is_none() {
                break;
            }
        }
    }
}

#[test]
fn amounts_become_one_choice() {
    let mut table = open(&MUSTER, 5, Undo::Own);
    let mut dice = Dice::seeded(5);
    let grouped = std::iter::from_fn(|| {
        take_one(table.as_mut(), &mut dice).map(|_| {
            let seat = table.turn().seats().iter().next()?;
            let ask = table.page(Viewer::Seat(seat), Lang::En, 0).ask?;
            ask.choices
                .into_iter()
                .find(|choice| choice.amount.is_some_and(|range| range.max > range.min))
        })
    })
    .flatten()
    .next();
    let choice = grouped.expect("somebody may place several armies");
    let max = choice.amount.map_or(0, |range| range.max);
    assert!(choice.texts().ends_with(&format!("+1…{max}")), "{choice:?}");
}

#[test]
fn unreadable_text_is_answered_with_what_can_be_written() {
    for (game, settings) in openings() {
        let mut opening = Opening::seeded(6);
        opening.settings = settings;
        let mut table = game.open(opening).expect("each value alone is allowed");
        let mut dice = Dice::seeded(6);
        for _ in 0..60 {
            for seat in (0..table.seats()).map(Seat) {
                let refusals = table.questions().why(seat, "%").expect_err("nonsense");
                assert_eq!(refusals.codes(), ["unreadable"]);
                let line = refusals.line(Lang::En);
                let Some((_, examples)) = line.split_once("possible now") else {
                    assert!(!table.turn().includes(seat), "seat {seat}: {line}");
                    continue;
                };
                assert!(table.turn().includes(seat), "seat {seat}: {line}");
                let examples = examples.split_once(": ").expect("they follow").1;
                for example in examples.split(", ") {
                    // Of a range of amounts the least is written out.
                    let text = example.split('…').next().expect("there is a first part");
                    assert_eq!(table.questions().why(seat, text), Ok(()), "{line}");
                }
            }
            if take_one(table.as_mut(), &mut dice).is_none() {
                break;
            }
        }
    }
}
