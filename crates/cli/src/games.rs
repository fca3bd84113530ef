//! `vauban games`: what there is to play.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use vauban_catalog::CATALOG;
use vauban_game::{Lang, SettingCard, Values, text};
use vauban_table::{AnyGame, Level};

use crate::{arguments::Games, failure::Failure, output::print};

pub fn run(arguments: &Games, lang: Lang) -> Result<(), Failure> {
    let games: Vec<&dyn AnyGame> = match &arguments.game {
        None => CATALOG.games().collect(),
        Some(name) => vec![CATALOG.find(name)?],
    };
    if arguments.json {
        let games: Vec<Value> = games.into_iter().map(|game| as_json(game, lang)).collect();
        return print(&format!("{}\n", Value::from(games)));
    }
    let games: Vec<String> = games.into_iter().map(|game| as_text(game, lang)).collect();
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
    let phases = card.phases.iter();
    let phases: Vec<Value> = phases
        .map(|phase| json!({"name": phase.name, "title": phase.title.of(lang)}))
        .collect();
    let presets = card.presets.iter();
    let presets: Vec<Value> = presets
        .map(|preset| {
            let (min, max) = card.seats_of(preset);
            let options: BTreeMap<&str, &str> = preset.settings.iter().copied().collect();
            json!({
                "name": preset.name,
                "title": preset.title.of(lang),
                "about": preset.about.of(lang),
                "seats": {"min": min, "max": max},
                "options": options,
            })
        })
        .collect();
    let agents: Vec<Value> = game
        .agents()
        .iter()
        .map(|agent| json!({"name": agent.name, "parameters": agent.parameters, "about": agent.about.of(lang)}))
        .collect();
    let levels = (1..).zip(game.levels()).map(|(number, level)| {
        json!({
            "level": number,
            "name": Level::name(number).of(lang),
            "about": level.about.of(lang),
            "rating": level.rating,
            "agent": level.agent,
            "nodes": level.nodes,
            "slack": level.slack,
        })
    });
    let levels: Vec<Value> = levels.collect();
    json!({
        "name": card.name,
        "title": card.title.of(lang),
        "about": card.about.of(lang),
        "goal": card.goal.of(lang),
        "minutes": {"min": card.minutes.0, "max": card.minutes.1},
        "phases": phases,
        "presets": presets,
        "seats": {"min": card.seats.0, "max": card.seats.1},
        "options": options,
        "agents": agents,
        "levels": levels,
    })
}

fn as_text(game: &dyn AnyGame, lang: Lang) -> String {
    let card = game.card();
    let seats = match card.seats {
        (least, most) if least == most => format!("{least}"),
        (least, most) => format!("{least}–{most}"),
    };
    let places = lang.pick("seats", "places");
    let (short, long) = card.minutes;
    let mut lines = vec![
        format!(
            "{} — {} ({seats} {places}, {short}–{long} minutes)",
            card.name,
            card.title.of(lang)
        ),
        format!("  {}", card.about.of(lang)),
        format!("  {} {}", lang.pick("Goal:", "But :"), card.goal.of(lang)),
    ];
    if !card.phases.is_empty() {
        let phases: Vec<&str> = card
            .phases
            .iter()
            .map(|phase| phase.title.of(lang))
            .collect();
        let turn = lang.pick("A turn:", "Un tour :");
        lines.push(format!("  {turn} {}", phases.join(", ")));
    }
    let presets = card.presets.iter().enumerate().map(|(index, preset)| {
        let (title, about) = (preset.title.of(lang), preset.about.of(lang));
        let usual = match index {
            0 => lang.pick(" (default)", " (par défaut)"),
            _ => "",
        };
        (
            format!("--preset {}", preset.name),
            format!("{title}. {about}{usual}"),
        )
    });
    lines.extend(columns(2, &presets.collect::<Vec<_>>()));
    if card.seats.0 < card.seats.1 {
        let title = lang.pick("The number of seats", "Le nombre de places");
        lines.push(format!(
            "  --seats {}..{}  {title}",
            card.seats.0, card.seats.1
        ));
    }
    for setting in card.settings {
        lines.extend(option(setting, lang));
    }
    let agents = game.agents().into_iter().map(|agent| {
        let about = agent.about.of(lang);
        (format!("--seat K={}", agent.usage()), about.to_owned())
    });
    let levels = (1..).zip(game.levels()).map(|(number, level)| {
        let (name, about) = (Level::name(number), &level.about);
        let strength = strength(level, lang);
        let about = text!(
            "{name}: {about} ({strength})",
            "{name} : {about} ({strength})",
            name,
            about
        );
        let about = about.of(lang).to_owned();
        (format!("--seat K={number}"), about)
    });
    lines.extend(columns(2, &agents.chain(levels).collect::<Vec<_>>()));
    lines.push(String::new());
    lines.join("\n")
}

/// One option: what it is, then what each value means.
fn option(setting: &SettingCard, lang: Lang) -> Vec<String> {
    let (name, title) = (setting.name, setting.title.of(lang));
    let values = match &setting.values {
        Values::OneOf(words) => {
            let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            words.join("|")
        }
        Values::Number(least, most) => format!("{least}..{most}"),
        Values::Seed => "N".into(),
        Values::Word => lang.pick("TEXT", "TEXTE").into(),
    };
    let mut lines = vec![format!("  --set {name}={values}  {title}")];
    match &setting.values {
        Values::OneOf(words) => {
            let meanings: Vec<(String, String)> = words
                .iter()
                .map(|(word, about)| {
                    let usual = match setting.default == Some(*word) {
                        true => lang.pick(" (default)", " (par défaut)"),
                        false => "",
                    };
                    ((*word).to_owned(), format!("{}{usual}", about.of(lang)))
                })
                .collect();
            lines.extend(columns(8, &meanings));
        }
        Values::Number(..) | Values::Seed | Values::Word => {
            let usual = setting.default.map(|default| {
                let word = lang.pick("default:", "par défaut :");
                format!("        {word} {default}")
            });
            lines.extend(usual);
        }
    }
    lines
}

/// The agent of a level, how much it may look at, how much less than the best it may take, and its rating.
fn strength(level: &Level, lang: Lang) -> String {
    let mut parts = vec![level.agent.to_owned()];
    if level.nodes > 0 {
        let nodes = grouped(level.nodes, lang);
        let most = lang.pick("nodes an action", "nœuds par action");
        parts.push(format!("{nodes} {most}"));
    }
    if level.slack > 0 {
        let slack = lang.pick("slack", "marge");
        parts.push(format!("{slack} {} ‰", level.slack));
    }
    if level.rating != 0 {
        parts.push(format!("{} Elo", level.rating));
    }
    parts.join(", ")
}

/// `1,000,000`, or in French `1 000 000`.
fn grouped(number: u64, lang: Lang) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push_str(lang.pick(",", "\u{202f}"));
        }
        text.push(digit);
    }
    text
}

/// Names with what they mean, one under the other.
fn columns(indent: usize, pairs: &[(String, String)]) -> Vec<String> {
    let widest = pairs.iter().map(|(name, _)| name.chars().count()).max();
    let widest = widest.unwrap_or(0);
    pairs
        .iter()
        .map(|(name, about)| format!("{:indent$}{name:widest$}  {about}", ""))
        .collect()
}
