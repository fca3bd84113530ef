//! What is told, to programs and to people.

use vauban_game::{Fact, Lang, Narrate, TurnEvents};

use super::*;

fn json(event: &Event) -> String {
    serde_json::to_string(&event.told(Lang::En)).expect("events are plain")
}

#[test]
fn an_attack_is_told_with_both_totals_and_everybodys_share() {
    let game = game(&[("charge_lines", "all")]);
    let mut state = position(&game, "n5", "iL8ml cK7 cK8", "iM8 rO8 iT3");
    let events = play(&game, &mut state, "attack L8 M8");
    let text = json(&events[0]);
    assert!(
        text.starts_with(
            concat!(
                r#"{"kind":"attack","seat":1,"against":2,"from":"L8","to":"M8","attack":8,"defence":7,"outcome":"retreat","#,
                r#""attackers":[{"at":"L8","piece":"I","value":4},{"at":"K8","piece":"C","value":4}],"#,
                r#""defenders":[{"at":"M8","piece":"I","value":6},{"at":"O8","piece":"R","value":1}],"text":"#
            )
        ),
        "{text}"
    );
    assert_eq!(events[1].kind, "retreat");
    assert!(events[0].text.fr.contains("8 contre 7"));
}

#[test]
fn an_attack_without_effect_is_told_too() {
    let game = Guerre::default();
    let mut state = position(&game, "n5", "cI13ml", "iJ13 iT3");
    let events = play(&game, &mut state, "a I13 J13");
    assert_eq!(kinds(&events), ["attack"]);
    let outcome = events[0].facts.iter().find(|(name, _)| *name == "outcome");
    assert_eq!(
        outcome.map(|(_, fact)| fact.clone()),
        Some(Fact::from("none"))
    );
}

#[test]
fn a_turn_is_summed_up_in_one_line() {
    let game = game(&[("charge_lines", "all")]);
    let mut state = position(&game, "n5", "iL8 cK7 cK9", "iM8 rO8 iT3");
    let mut events = play(&game, &mut state, "K9 K8");
    events.extend(play(&game, &mut state, "L8 L9"));
    events.extend(play(&game, &mut state, "end"));
    let summary = game.summarise(&TurnEvents {
        seat: NORTH,
        events: &events,
    });
    let summary = summary.expect("something happened");
    assert_eq!(summary.en, "North moved 2 units.");
    assert_eq!(summary.fr, "Le Nord a déplacé 2 unités.");
}

#[test]
fn charges_forts_and_passes_are_named() {
    let game = Guerre::default();
    let mut state = position(&game, "n4", "cE7 cE6ml iD8 rB5", "iE8 iT3");
    let events = play(&game, &mut state, "a E6 E8");
    assert!(
        events[0].text.en.contains("C E7 7 (charge)"),
        "{}",
        events[0].text.en
    );
}

#[test]
fn moves_retreats_ends_and_arsenals_are_told_in_both_languages() {
    let game = Guerre::default();
    let mut state = position(&game, "n5", "cS3r rD3 iD7", "iM4 iT9");
    let events = play(&game, &mut state, "S3 R3");
    assert!(json(&events[0]).contains(r#""piece":"C","from":"S3","to":"R3","manner":"retreat""#));
    assert!(events[0].text.fr.contains("se replie"));
    let mut state = position(&game, "n5", "cS3 rD3 iD7", "iM4 iT9");
    let events = play(&game, &mut state, "S3 T3");
    assert!(json(&events[1]).starts_with(r#"{"kind":"arsenal","seat":1,"against":2,"at":"T3""#));
    assert!(events[1].text.fr.contains("détruit l'arsenal du Sud"));
    let events = play(&game, &mut state, "end");
    assert!(json(&events[0]).starts_with(r#"{"kind":"end","seat":1,"next":2"#));
    assert_eq!(
        events[0].text.fr,
        "Le Nord termine son tour ; au Sud de jouer."
    );
}
