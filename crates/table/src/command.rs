//! The words that can be typed beside the game's own notation: one list for every place where something is
//! typed.

use vauban_game::Text;

/// Where commands are typed.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Door {
    Console,
    Terminal,
    Page,
}

/// One command: its word, how it is written, what it does.
#[derive(Debug)]
pub struct CommandCard {
    pub word: &'static str,
    /// Begins with the word; capitals stand for something, brackets for what can be left out.
    pub form: &'static str,
    pub about: Text,
    doors: &'static [Door],
}

const EVERYWHERE: &[Door] = &[Door::Console, Door::Terminal, Door::Page];
const CONSOLE: &[Door] = &[Door::Console];
const TYPED: &[Door] = &[Door::Console, Door::Terminal];
const SEEN: &[Door] = &[Door::Terminal, Door::Page];
const TERMINAL: &[Door] = &[Door::Terminal];
const PAGE: &[Door] = &[Door::Page];

/// The commands that can be typed at `door`, in the order of the help.
pub fn commands(door: Door) -> impl Iterator<Item = &'static CommandCard> {
    COMMANDS
        .iter()
        .filter(move |command| command.doors.contains(&door))
}

impl CommandCard {
    /// The command that `word` begins at `door`.
    pub fn find(word: &str, door: Door) -> Option<&'static CommandCard> {
        commands(door).find(|command| command.word == word)
    }

    /// How the command `word` is written at `door`.
    pub fn form(word: &'static str, door: Door) -> &'static str {
        CommandCard::find(word, door).map_or(word, |command| command.form)
    }
}

const fn command(
    doors: &'static [Door],
    word: &'static str,
    form: &'static str,
    about: Text,
) -> CommandCard {
    CommandCard {
        word,
        form,
        about,
        doors,
    }
}

static COMMANDS: &[CommandCard] = &[
    command(
        EVERYWHERE,
        "legal",
        "legal",
        Text::fixed("list the legal actions", "lister les actions permises"),
    ),
    command(
        EVERYWHERE,
        "why",
        "why ACTION",
        Text::fixed(
            "say whether an action is allowed, or why not",
            "dire si une action est permise, ou pourquoi elle ne l'est pas",
        ),
    ),
    command(
        EVERYWHERE,
        "odds",
        "odds ACTION [keep N]",
        Text::fixed(
            "give the exact odds of an action; keep N: fight until N are left",
            "donner les chances exactes d'une action ; keep N : combattre jusqu'à ce qu'il en reste N",
        ),
    ),
    command(
        CONSOLE,
        "show",
        "show",
        Text::fixed("draw the board", "dessiner le plateau"),
    ),
    command(
        TYPED,
        "position",
        "position",
        Text::fixed(
            "print the position in one line",
            "écrire la position en une ligne",
        ),
    ),
    command(
        CONSOLE,
        "lens",
        "lens [NAME] [SEAT|both] [in ZONE | after ACTION]",
        Text::fixed(
            "show an overlay of the board; after: what an action would change",
            "montrer un calque du plateau ; after : ce qu'une action y changerait",
        ),
    ),
    command(
        SEEN,
        "lens",
        "lens [NAME] [SEAT] [in ZONE | after ACTION]",
        Text::fixed(
            "show an overlay, or what an action would change in it; `lens off` hides it",
            "montrer un calque, ou ce qu'une action y changerait ; « lens off » le retire",
        ),
    ),
    command(
        CONSOLE,
        "perft",
        "perft N [KIND]",
        Text::fixed(
            "count the ways to play N steps",
            "compter les façons de jouer N coups",
        ),
    ),
    command(
        TYPED,
        "hash",
        "hash",
        Text::fixed(
            "print the hash of the state",
            "écrire l'empreinte de l'état",
        ),
    ),
    command(
        CONSOLE,
        "events",
        "events",
        Text::fixed(
            "say what happened in the last step",
            "dire ce qui s'est passé au dernier coup",
        ),
    ),
    command(
        EVERYWHERE,
        "stand",
        "stand only|most|off",
        Text::fixed(
            "set a standing answer: the only choice, or the largest number when another player asks you for one",
            "fixer une réponse automatique : le seul choix, ou le plus grand nombre quand un autre joueur vous en demande un",
        ),
    ),
    command(
        CONSOLE,
        "go",
        "go [all]",
        Text::fixed(
            "let the program on turn act; all: until it is a person's turn",
            "laisser agir le programme qui a la main ; all : jusqu'au tour d'une personne",
        ),
    ),
    command(
        CONSOLE,
        "revert",
        "revert",
        Text::fixed(
            "take back the last action; with --undo ask, ask the others, who agree with `revert` or decline by acting",
            "reprendre la dernière action ; avec --undo ask, le demander aux autres, qui acceptent par « revert » ou refusent en jouant",
        ),
    ),
    command(
        SEEN,
        "revert",
        "revert",
        Text::fixed(
            "take back the last action, or ask the others for permission",
            "reprendre la dernière action, ou en demander la permission aux autres",
        ),
    ),
    command(
        TYPED,
        "thought",
        "thought",
        Text::fixed(
            "say what the programs thought when they last acted",
            "dire ce que les programmes ont pensé à leur dernière action",
        ),
    ),
    command(
        TYPED,
        "hint",
        "hint",
        Text::fixed(
            "ask the strongest level, or the lesson, what to do; only against programs",
            "demander au niveau le plus fort, ou à la leçon, que faire ; contre des programmes seulement",
        ),
    ),
    command(
        CONSOLE,
        "task",
        "task",
        Text::fixed(
            "say what the lesson asks for now",
            "dire ce que la leçon demande maintenant",
        ),
    ),
    command(
        EVERYWHERE,
        "draw",
        "draw",
        Text::fixed(
            "offer a draw or accept one; programs that evaluate positions do so too",
            "proposer la nulle ou l'accepter ; les programmes qui jugent les positions aussi",
        ),
    ),
    command(
        CONSOLE,
        "resign",
        "resign",
        Text::fixed(
            "resign for the person on turn, or else for the next person",
            "abandonner pour la personne qui a la main, sinon pour la suivante",
        ),
    ),
    command(
        SEEN,
        "resign",
        "resign",
        Text::fixed("resign", "abandonner"),
    ),
    command(
        PAGE,
        "save",
        "save [FILE]",
        Text::fixed(
            "download the record (.vauban) or, under another name, the game's own format",
            "télécharger la partie (.vauban) ou, sous un autre nom, le format propre au jeu",
        ),
    ),
    command(
        TYPED,
        "save",
        "save FILE",
        Text::fixed(
            "write a record (.vauban), a picture (.svg) or the game's own format",
            "écrire la partie (.vauban), une image (.svg) ou le format propre au jeu",
        ),
    ),
    command(
        TYPED,
        "load",
        "load FILE [N]",
        Text::fixed(
            "open a record, a position or the game's own format; N: which record, if there are several",
            "ouvrir une partie, une position ou le format propre au jeu ; N : quelle partie, s'il y en a plusieurs",
        ),
    ),
    command(
        PAGE,
        "load",
        "load",
        Text::fixed(
            "open a match from a file",
            "ouvrir une partie depuis un fichier",
        ),
    ),
    command(
        TERMINAL,
        "new",
        "new",
        Text::fixed(
            "start another match of this game",
            "commencer une autre partie de ce jeu",
        ),
    ),
    command(
        SEEN,
        "pause",
        "pause",
        Text::fixed(
            "cover the board until you resume",
            "couvrir le plateau jusqu'à la reprise",
        ),
    ),
    command(
        TERMINAL,
        "curtain",
        "curtain on|off",
        Text::fixed(
            "hide the board while the screen is passed on, or not",
            "cacher le plateau quand l'écran passe à une autre personne, ou non",
        ),
    ),
    command(
        CONSOLE,
        "rules",
        "rules [3.2]",
        Text::fixed(
            "print the rule trees, or one paragraph of the rules",
            "écrire les arbres de règles, ou un paragraphe des règles",
        ),
    ),
    command(
        SEEN,
        "rules",
        "rules",
        Text::fixed("read the rules", "lire les règles"),
    ),
    command(
        EVERYWHERE,
        "help",
        "help",
        Text::fixed("show this help", "montrer cette aide"),
    ),
    command(TYPED, "exit", "exit", Text::fixed("leave", "quitter")),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_means_one_thing_at_each_door() {
        for door in [Door::Console, Door::Terminal, Door::Page] {
            let mut words: Vec<&str> = commands(door).map(|command| command.word).collect();
            let all = words.len();
            words.sort_unstable();
            words.dedup();
            assert_eq!(words.len(), all, "{door:?}");
            for command in commands(door) {
                assert_eq!(command.form.split(' ').next(), Some(command.word));
            }
        }
    }
}
