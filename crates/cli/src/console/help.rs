//! The console's own words and how they are used.

use serde_json::json;
use vauban_game::{Lang, Text};
use vauban_table::{AnyMatch, CommandCard, Door, Refusals, commands};

use super::answer::Answer;

pub fn is_command(word: &str) -> bool {
    CommandCard::find(word, Door::Console).is_some()
}

/// A command was not used as it should be.
pub fn usage(word: &str) -> Refusals {
    let form = CommandCard::find(word, Door::Console).map_or(word, |command| command.form);
    Refusals::one(
        "unreadable",
        Text::new(format!("write `{form}`"), format!("écrivez « {form} »")),
    )
}

/// How actions are written here, the lenses, and every command.
pub fn answer(table: &dyn AnyMatch) -> Answer {
    let lenses: Vec<&str> = table
        .questions()
        .lenses()
        .iter()
        .map(|lens| lens.name)
        .collect();
    let say = |lang: Lang| {
        let mut lines = vec![table.grammar().of(lang).to_owned()];
        if !lenses.is_empty() {
            let names = lenses.join(", ");
            lines.push(lang.pick(format!("Overlays: {names}"), format!("Calques : {names}")));
        }
        lines.push(
            lang.pick(
                "`2: …` speaks for seat 2, `!…` is a result of chance, and # starts a comment, in file names too.",
                "« 2: … » parle pour la place 2, « !… » est un résultat du hasard, et # commence un commentaire, même dans un nom de fichier.",
            )
            .to_owned(),
        );
        lines.push(
            lang.pick(
                "`ACTION; ACTION` takes several actions in turn, and `ACTION until won` or `ACTION until 3` repeats the last one until it is won or 3 are left.",
                "« ACTION; ACTION » enchaîne plusieurs actions ; « ACTION until won » ou « ACTION until 3 » répète la dernière jusqu'à la victoire ou jusqu'à ce qu'il en reste 3.",
            )
            .to_owned(),
        );
        for command in commands(Door::Console) {
            lines.push(format!("  {:38} {}", command.form, command.about.of(lang)));
        }
        lines.join("\n")
    };
    let forms: Vec<&str> = commands(Door::Console)
        .map(|command| command.form)
        .collect();
    Answer::field("commands", json!(forms))
        .and("grammar", json!(table.grammar().of(Lang::En)))
        .and("lenses", json!(lenses))
        .saying(Text::new(say(Lang::En), say(Lang::Fr)))
}
