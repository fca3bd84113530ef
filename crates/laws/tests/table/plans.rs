//! Plans: what actions would lead to.

use vauban_table::{Ask, PlanRequest, PlannedStep};

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
                ..PlanRequest::default()
            };
            let viewer = Viewer::Seat(seat);
            let before = table.hash();
            let plan = questions.plan(viewer, &request).expect("it can be tried");
            assert_eq!(table.hash(), before);
            let name = game.card().name;
            assert_eq!(plan.steps[0].text, action, "{name}");
            assert!(!plan.steps[0].assumed);
            assert_eq!(plan.refused.expect("nonsense").codes(), ["unreadable"]);
            assert_eq!(plan.lenses.len(), request.lenses.len());
            let again = table.questions().plan(viewer, &request).expect("again");
            let texts = |steps: &[PlannedStep]| -> Vec<String> {
                steps.iter().map(|step| step.text.clone()).collect()
            };
            assert_eq!(texts(&again.steps), texts(&plan.steps), "{name}");
            // What the plan shows after the action is what is there when it is taken.
            let ask = table.ask(seat).expect("it is asked");
            table.answer(seat, ask, &action).expect("listed");
            let sure = plan.steps.len() == 1 && !plan.steps[0].unknown;
            if let Some(after) = plan.lenses.first().map(|lens| &lens.after).filter(|_| sure) {
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

/// What a plan shows is what the match shows once its actions are taken and nature does what was assumed; each other
/// result can be picked, and all of them together are certain.
#[test]
fn a_plan_shows_the_position_after_it() {
    for game in games() {
        let (name, mut compared) = (game.card().name, 0);
        for seed in 0..6 {
            let mut opening = Opening::seeded(seed);
            opening.source = Source::Manual(seed);
            let mut table = game.open(opening).expect("it opens");
            let mut dice = Dice::seeded(seed);
            // Some matches are over soon.
            for _ in 0..4 + 14 * seed {
                if table.turn() == Turn::Chance {
                    table.befall(None).expect("it is nature's turn");
                } else if take_one(table.as_mut(), &mut dice).is_none() {
                    break;
                }
            }
            while table.turn() == Turn::Chance {
                table.befall(None).expect("it is nature's turn");
            }
            let Some(seat) = table.turn().seats().iter().next() else {
                continue;
            };
            let (viewer, questions) = (Viewer::Seat(seat), table.questions());
            let legal = questions.legal(seat);
            let action = legal[dice.below(legal.len() as u32) as usize].clone();
            let ask = |actions: Vec<String>| PlanRequest {
                actions,
                shown: Some(Lang::En),
                ..PlanRequest::default()
            };
            let plan = questions.plan(viewer, &ask(vec![action.clone()]));
            let plan = plan.expect("it can be tried");
            assert!(plan.refused.is_none(), "{name}: {action}");
            assert_eq!((plan.steps[0].of, plan.steps[0].by), (Some(0), Some(seat)));
            for step in &plan.steps[1..] {
                assert!(step.assumed && step.of.is_none(), "{name}: {}", step.text);
                let shares: Option<f64> = step.results.iter().map(|result| result.share).sum();
                let all = shares.filter(|_| !step.results.is_empty());
                assert!(
                    all.is_none_or(|all| (all - 1.0).abs() < 1e-6),
                    "{name}: {all:?}"
                );
                let assumed = |text: &String| *text == step.text;
                let known = step
                    .results
                    .iter()
                    .any(|result| result.texts.iter().any(assumed));
                assert!(known || step.results.is_empty(), "{name}: {}", step.text);
            }
            if let [_, roll, ..] = &plan.steps[..] {
                for result in &roll.results {
                    let mut picked = vec![action.clone()];
                    picked.extend(result.texts.iter().cloned());
                    let plan = questions
                        .plan(viewer, &ask(picked))
                        .expect("it can be tried");
                    assert!(plan.refused.is_none(), "{name}: {action} {result:?}");
                    let steps = plan.steps.iter().filter(|step| step.of.is_some());
                    assert_eq!(steps.count(), 1 + result.texts.len(), "{name}: {result:?}");
                }
            }
            let taken = plan.steps.iter().all(|step| {
                let done = match step.by {
                    Some(seat) => {
                        let ask = table.ask(seat).expect("it is asked");
                        table.answer(seat, ask, &step.text)
                    }
                    None => table.befall(Some(step.text.trim_start_matches('!'))),
                };
                done.is_ok()
            });
            // A card that one imagines may be gone.
            if !taken || plan.steps.iter().any(|step| step.unknown) {
                continue;
            }
            let (page, after) = (
                table.page(viewer, Lang::En, 0),
                plan.after.expect("it is wanted"),
            );
            assert_eq!(page.layers, after.layers, "{name}: {action}");
            assert_eq!(page.status.phase, after.phase, "{name}: {action}");
            let choices = |ask: Option<Ask>| ask.map(|ask| (ask.choices, ask.ahead, ask.buttons));
            assert_eq!(choices(page.ask), choices(after.ask), "{name}: {action}");
            let now = table.questions().plan(viewer, &PlanRequest::default());
            let last = plan.steps.last().map(|step| step.position);
            assert_eq!(
                Some(now.expect("nothing is tried").position),
                last,
                "{name}"
            );
            compared += 1;
        }
        assert!(compared > 0, "{name}");
    }
}

/// The first hole may end the match, if the treasure is there: nobody knows whether the second is allowed.
#[test]
fn what_only_some_worlds_allow_is_unknown_and_not_refused() {
    let mut opening = Opening::seeded(1);
    opening.source = Source::Manual(1);
    let mut table = STASH.open(opening).expect("it opens");
    for seat in [Seat(0), Seat(1)] {
        let ask = table.ask(seat).expect("it is asked");
        table.answer(seat, ask, "hide-1").expect("it hides");
    }
    table.befall(Some("roll-3")).expect("it is nature's turn");
    let legal = table.questions().legal(Seat(0));
    let plan = |actions: [&String; 2]| {
        let request = PlanRequest {
            actions: actions.map(String::clone).into(),
            ..PlanRequest::default()
        };
        let plan = table.questions().plan(Viewer::Seat(Seat(0)), &request);
        plan.expect("it can be tried")
    };
    let mut doubtful = 0;
    for first in &legal {
        let second = legal.iter().find(|other| *other != first).expect("several");
        let tried = plan([first, second]);
        assert!(tried.refused.is_none(), "{first}: {:?}", tried.refused);
        let unknown: Vec<bool> = tried.steps.iter().map(|step| step.unknown).collect();
        assert_eq!(unknown.len(), 2, "{first}");
        assert!(
            unknown[1] || !unknown[0],
            "{first}: what follows is not known"
        );
        doubtful += usize::from(unknown[0]);
    }
    assert!(doubtful > 0, "the worlds part somewhere");
    // Where all worlds agree, it is refused as in the match.
    let twice = plan([&legal[0], &legal[0]]);
    assert_eq!(twice.refused.expect("a hole").codes(), ["already-dug"]);
}
