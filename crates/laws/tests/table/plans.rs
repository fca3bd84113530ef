//! Plans: what actions would lead to.

use vauban_table::{PlanRequest, PlannedStep};

use super::*;

/// A plan changes nothing, agrees with what really happens where nothing is hidden, and says of the
/// first action that cannot be taken why not.
#[test]
fn a_plan_leads_where_the_actions_would() {
    for game in games() {
        for seed in 0..3 {
            let mut opening = Opening::seeded(seed);
            opening.source = Source::Manual(seed);
            let mut table = game.open(opening).expect("it opens");
            let mut dice = Dice::seeded(seed);
            for _ in 0..40 {
                if table.turn() == Turn::Chance {
                    table.befall(None).expect("it is nature's turn");
                    continue;
                }
                if take_one(table.as_mut(), &mut dice).is_none() {
                    break;
                }
            }
            while table.turn() == Turn::Chance {
                table.befall(None).expect("it is nature's turn");
            }
            let Some(seat) = table.turn().seats().iter().next() else {
                continue;
            };
            let questions = table.questions();
            let legal = questions.legal(seat);
            let action = legal[dice.below(legal.len() as u32) as usize].clone();
            let lenses = questions
                .lenses()
                .first()
                .map(|lens| (lens.name.into(), seat));
            let request = PlanRequest {
                actions: vec![action.clone(), "nonsense".into()],
                lenses: lenses.into_iter().collect(),
                keep: None,
            };
            let before = table.hash();
            let plan = questions.plan(seat, &request).expect("it can be tried");
            assert_eq!(table.hash(), before);
            let name = game.card().name;
            assert_eq!(plan.steps[0].text, action, "{name}");
            assert!(!plan.steps[0].assumed);
            assert_eq!(plan.refused.expect("nonsense").codes(), ["unreadable"]);
            assert_eq!(plan.lenses.len(), request.lenses.len());
            let again = table.questions().plan(seat, &request).expect("again");
            let texts = |steps: &[PlannedStep]| -> Vec<String> {
                steps.iter().map(|step| step.text.clone()).collect()
            };
            assert_eq!(texts(&again.steps), texts(&plan.steps), "{name}");
            // What the plan shows after the action is what is there when it is taken.
            let ask = table.ask(seat).expect("it is asked");
            table.answer(seat, ask, &action).expect("listed");
            let sure = plan.steps.len() == 1 && !plan.steps[0].unknown;
            if let Some((_, after)) = plan.lenses.first().filter(|_| sure) {
                let viewer = Viewer::Seat(seat);
                let lens = table
                    .questions()
                    .lens(viewer, Some(after.card.name), seat, None);
                assert_eq!(
                    lens.expect("it is there").map,
                    after.map,
                    "{name}: {action}"
                );
            }
        }
    }
}
