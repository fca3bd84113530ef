//! `vauban games`: what there is to play.

use serde_json::{Value, json};
use vauban_catalog::CATALOG;
use vauban_game::{Lang, Values};
use vauban_table::AnyGame;

use crate::{arguments::Games, failure::Failure, perft::print};

pub fn run(arguments: &Games, lang: Lang) -> Result<(), Failure> {
    if arguments.json {
        let games: Vec<Value> = CATALOG.games().map(|game| as_json(game, lang)).collect();
        return print(&format!("{}\n", Value::from(games)));
    }
    let games: Vec<String> = CATALOG.games().map(|game| as_text(game, lang)).collect();
    print(&games.join("\n"))
}

fn as_json(game: &dyn AnyGame, lang: Lang) -> Value {
    let card = game.card();
    let options: Vec<Value> = card
        .settings
        .iter()
        .map(|setting| {
            let mut option = json!({
                "name": setting.name,
                "title": setting.title.of(lang),
                "default": setting.default,
            });
            match &setting.values {
                Values::OneOf(words) => {
                    option["values"] = words
                        .iter()
                        .map(|(word, about)| json!({"value": word, "about": about.of(lang)}))
                        .collect();
                }
                Values::Number(least, most) => option["range"] = json!([least, most]),
                Values::Seed => option["seed"] = json!(true),
                Values::Word => option["word"] = json!(true),
            }
            option
        })
        .collect();
    let agents: Vec<Value> = game
        .agents()
        .iter()
        .map(|agent| json!({"name": agent.name, "about": agent.about.of(lang)}))
        .collect();
    json!({
        "name": card.name,
        "title": card.title.of(lang),
        "about": card.about.of(lang),
        "seats": {"min": card.seats.0, "max": card.seats.1},
        "options": options,
        "agents": agents,
        "levels": game.levels(),
    })
}

fn as_text(game: &dyn AnyGame, lang: Lang) -> String {
    use std::fmt::Write;
    let card = game.card();
    let seats = match card.seats {
        (least, most) if least == most => format!("{least}"),
        (least, most) => format!("{least}–{most}"),
    };
    let mut text = String::new();
    let mut line = |words: std::fmt::Arguments<'_>| {
        writeln!(text, "{words}").expect("a String takes everything");
    };
    line(format_args!(
        "{} — {} ({seats})",
        card.name,
        card.title.of(lang)
    ));
    line(format_args!("  {}", card.about.of(lang)));
    for setting in card.settings {
        let values = match &setting.values {
            Values::OneOf(words) => {
                let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                words.join("|")
            }
            Values::Number(least, most) => format!("{least}..{most}"),
            Values::Seed => "N".into(),
            Values::Word => "…".into(),
        };
        let default = setting.default.map(|default| format!(" [{default}]"));
        line(format_args!(
            "  --set {}={values}{}  {}",
            setting.name,
            default.unwrap_or_default(),
            setting.title.of(lang)
        ));
    }
    for agent in game.agents() {
        line(format_args!(
            "  --seat K={}  {}",
            agent.name,
            agent.about.of(lang)
        ));
    }
    for (index, level) in game.levels().iter().enumerate() {
        line(format_args!(
            "  --seat K={}  {} {}: {}",
            index + 1,
            lang.pick("level", "niveau"),
            index + 1,
            level.agent
        ));
    }
    text
}
