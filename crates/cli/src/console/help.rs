//! The console's own words and how they are used.

use serde_json::json;
use vauban_game::{Lang, Text};
use vauban_table::{AnyMatch, Refusals};

use super::answer::Answer;

/// Every command of the console: its word, its form, what it does.
const COMMANDS: &[(&str, &str, Text)] = &[
    (
        "legal",
        "legal",
        Text::fixed("what may be done now", "ce qu'on peut faire maintenant"),
    ),
    (
        "why",
        "why ACTION",
        Text::fixed(
            "whether it is allowed, and all reasons if not",
            "si c'est permis, et sinon toutes les raisons",
        ),
    ),
    (
        "odds",
        "odds ACTION [keep N]",
        Text::fixed(
            "what chance may do with it, exactly",
            "ce que le hasard peut en faire, exactement",
        ),
    ),
    ("show", "show", Text::fixed("the board", "le plateau")),
    (
        "position",
        "position",
        Text::fixed("the position in one line", "la position en une ligne"),
    ),
    (
        "lens",
        "lens [NAME] [SEAT|both] [after ACTION]",
        Text::fixed("a map of the position", "une carte de la position"),
    ),
    (
        "perft",
        "perft N [KIND]",
        Text::fixed(
            "the number of ways to go N steps",
            "le nombre de façons de faire N pas",
        ),
    ),
    (
        "hash",
        "hash",
        Text::fixed("the hash of the state", "l'empreinte de l'état"),
    ),
    (
        "events",
        "events",
        Text::fixed(
            "what happened in the last step",
            "ce qui s'est passé au dernier pas",
        ),
    ),
    (
        "go",
        "go [all]",
        Text::fixed(
            "the program on turn acts; all: until a person is on turn",
            "le programme qui a la main agit ; all : jusqu'au tour d'une personne",
        ),
    ),
    (
        "resign",
        "resign",
        Text::fixed(
            "the person on turn gives up, or else the next one",
            "la personne qui a la main abandonne, sinon la suivante",
        ),
    ),
    (
        "draw",
        "draw",
        Text::fixed(
            "offers a draw, or accepts one; programs do not",
            "propose la nulle, ou l'accepte ; les programmes, jamais",
        ),
    ),
    (
        "save",
        "save FILE",
        Text::fixed(
            "writes a record (.vauban), a picture (.svg) or the game's own format",
            "écrit la partie (.vauban), une image (.svg) ou le format propre au jeu",
        ),
    ),
    (
        "load",
        "load FILE [N]",
        Text::fixed(
            "opens a record, a position or the game's own format; N: which record, if there are several",
            "ouvre une partie, une position ou le format propre au jeu ; N : quelle partie, s'il y en a plusieurs",
        ),
    ),
    (
        "revert",
        "revert",
        Text::fixed(
            "takes back the last action; with --undo ask it asks, and the others agree by `revert` (an action declines)",
            "reprend la dernière action ; avec --undo ask elle le demande, et les autres acceptent par « revert » (une action refuse)",
        ),
    ),
    (
        "rules",
        "rules [3.2]",
        Text::fixed(
            "the rule trees, or one paragraph of the rules",
            "les arbres de règles, ou un paragraphe des règles",
        ),
    ),
    ("help", "help", Text::fixed("this", "ceci")),
    ("exit", "exit", Text::fixed("leaves", "quitte")),
];

pub fn is_command(word: &str) -> bool {
    COMMANDS.iter().any(|(command, ..)| *command == word)
}

/// A command was not used as it should be.
pub fn usage(word: &str) -> Refusals {
    let form = COMMANDS
        .iter()
        .find(|(command, ..)| *command == word)
        .map_or(word, |(_, form, _)| form);
    Refusals::one(
        "unreadable",
        Text::new(format!("write `{form}`"), format!("écrire « {form} »")),
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
            lines.push(lang.pick(format!("Lenses: {names}"), format!("Cartes : {names}")));
        }
        lines.push(
            lang.pick(
                "`2: …` speaks for seat 2; `!…` is a result of chance; # begins a comment, in file names too.",
                "« 2: … » parle pour la place 2 ; « !… » est un résultat du hasard ; # commence un commentaire, dans les noms de fichiers aussi.",
            )
            .to_owned(),
        );
        for (_, form, about) in COMMANDS {
            lines.push(format!("  {form:34} {}", about.of(lang)));
        }
        lines.join("\n")
    };
    let commands: Vec<&str> = COMMANDS.iter().map(|(_, form, _)| *form).collect();
    Answer::field("commands", json!(commands))
        .and("grammar", json!(table.grammar().of(Lang::En)))
        .and("lenses", json!(lenses))
        .saying(Text::new(say(Lang::En), say(Lang::Fr)))
}
