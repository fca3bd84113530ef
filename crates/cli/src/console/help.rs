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
        Text::fixed("list the legal actions", "liste les actions permises"),
    ),
    (
        "why",
        "why ACTION",
        Text::fixed(
            "say whether an action is allowed, or why not",
            "dit si une action est permise, ou pourquoi elle ne l'est pas",
        ),
    ),
    (
        "odds",
        "odds ACTION [keep N]",
        Text::fixed(
            "give the exact odds of an action; keep N: fight until N are left",
            "donne les chances exactes d'une action ; keep N : combattre jusqu'à ce qu'il en reste N",
        ),
    ),
    (
        "show",
        "show",
        Text::fixed("draw the board", "dessine le plateau"),
    ),
    (
        "position",
        "position",
        Text::fixed(
            "print the position in one line",
            "écrit la position en une ligne",
        ),
    ),
    (
        "lens",
        "lens [NAME] [SEAT|both] [after ACTION]",
        Text::fixed(
            "show an overlay of the board; after: what an action would change",
            "montre un calque du plateau ; after : ce qu'une action y changerait",
        ),
    ),
    (
        "perft",
        "perft N [KIND]",
        Text::fixed(
            "count the ways to play N steps",
            "compte les façons de jouer N coups",
        ),
    ),
    (
        "hash",
        "hash",
        Text::fixed("print the hash of the state", "écrit l'empreinte de l'état"),
    ),
    (
        "events",
        "events",
        Text::fixed(
            "say what happened in the last step",
            "dit ce qui s'est passé au dernier coup",
        ),
    ),
    (
        "stand",
        "stand only|most|off",
        Text::fixed(
            "leave an answer: the only choice, or as many as you may when another player asks for a number",
            "laisse une réponse : le seul choix, ou le plus possible quand un autre joueur demande un nombre",
        ),
    ),
    (
        "go",
        "go [all]",
        Text::fixed(
            "let the program on turn act; all: until it is a person's turn",
            "laisse agir le programme qui a la main ; all : jusqu'au tour d'une personne",
        ),
    ),
    (
        "resign",
        "resign",
        Text::fixed(
            "resign for the person on turn, or else for the next person",
            "abandonne pour la personne qui a la main, sinon pour la suivante",
        ),
    ),
    (
        "draw",
        "draw",
        Text::fixed(
            "offer a draw or accept one; programs never do",
            "propose la nulle ou l'accepte ; les programmes, jamais",
        ),
    ),
    (
        "save",
        "save FILE",
        Text::fixed(
            "write a record (.vauban), a picture (.svg) or the game's own format",
            "écrit la partie (.vauban), une image (.svg) ou le format propre au jeu",
        ),
    ),
    (
        "load",
        "load FILE [N]",
        Text::fixed(
            "open a record, a position or the game's own format; N: which record, if there are several",
            "ouvre une partie, une position ou le format propre au jeu ; N : quelle partie, s'il y en a plusieurs",
        ),
    ),
    (
        "revert",
        "revert",
        Text::fixed(
            "take back the last action; with --undo ask, ask the others, who agree with `revert` or decline by acting",
            "reprend la dernière action ; avec --undo ask, le demande aux autres, qui acceptent par « revert » ou refusent en jouant",
        ),
    ),
    (
        "rules",
        "rules [3.2]",
        Text::fixed(
            "print the rule trees, or one paragraph of the rules",
            "écrit les arbres de règles, ou un paragraphe des règles",
        ),
    ),
    (
        "help",
        "help",
        Text::fixed("print this help", "écrit cette aide"),
    ),
    (
        "exit",
        "exit",
        Text::fixed("leave the console", "quitte la console"),
    ),
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
        for (_, form, about) in COMMANDS {
            lines.push(format!("  {form:38} {}", about.of(lang)));
        }
        lines.join("\n")
    };
    let commands: Vec<&str> = COMMANDS.iter().map(|(_, form, _)| *form).collect();
    Answer::field("commands", json!(commands))
        .and("grammar", json!(table.grammar().of(Lang::En)))
        .and("lenses", json!(lenses))
        .saying(Text::new(say(Lang::En), say(Lang::Fr)))
}
