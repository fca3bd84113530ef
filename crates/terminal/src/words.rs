//! Everything the terminal itself says, in both languages.

use vauban_game::{Lang, Text, capital};
use vauban_table::Standing;

/// Something to say. A new one does not compile before it is said in every language.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Say<'a> {
    // What is expected.
    ChooseFirst {
        choices: usize,
    },
    ChooseNext {
        choices: usize,
    },
    ChooseNamed,
    EnterPlays {
        caption: &'a str,
    },
    AstrayStart,
    Thinks {
        who: &'a str,
    },
    NatureWaits,
    Watching,
    OverKeys,
    LessonKeys,
    LessonOver,

    // What is shown beside the board.
    You,
    Person,
    Level {
        number: &'a str,
    },
    Left {
        name: &'a str,
        count: u32,
    },
    TurnNumber {
        number: u32,
    },
    /// What a seat has lost.
    Taken {
        what: &'a str,
    },
    OffersDraw {
        who: &'a str,
    },
    WantsBack {
        who: &'a str,
    },
    LensOn {
        title: &'a str,
        seat: &'a str,
    },
    LensAfter {
        title: &'a str,
        seat: &'a str,
        action: &'a str,
    },
    Log,
    LogEmpty,
    NewerBelow {
        count: usize,
    },
    TypeHere,
    Score,

    // Answers to commands.
    NothingThere,
    NoWay,
    NotNow {
        who: &'a str,
    },
    MatchIsOver,
    NobodyHere,
    Allowed {
        text: &'a str,
    },
    NotAllowed {
        text: &'a str,
    },
    Missing {
        usage: &'a str,
    },
    NoSuchSeat {
        seats: u8,
    },
    LensOff,
    NoLens,
    LensAbout {
        about: &'a str,
        legend: &'a str,
        /// The places with the largest numbers, if any has one.
        most: &'a str,
    },
    Standing {
        answer: Option<Standing>,
    },
    /// How several actions are typed.
    Orders,
    TookBack,
    /// What a key does.
    TakeBack,
    DrawOffered,
    ProgramsDoNotAgree,
    NotAccepted {
        who: &'a str,
    },
    Loaded {
        file: &'a str,
    },
    Another,
    Resumed,
    HasCurtain {
        wanted: bool,
    },
    StateHash {
        hash: &'a str,
    },
    Hidden,
    SeatGivenUp {
        who: &'a str,
    },
    NoCard {
        spot: &'a str,
    },
    NoCompletion,
    More {
        count: usize,
    },
    MoreReasons {
        count: usize,
    },

    // Windows over the board.
    LegalTitle {
        count: usize,
    },
    OddsTitle {
        text: &'a str,
    },
    PositionTitle,
    RulesTitle,
    RuleTrees,
    RuleTreesAbout,
    HelpTitle,
    RefusedTitle,
    OverTitle,
    Keys,
    Commands,
    Grammar,
    Legend,
    Lenses,
    QuitQuestion,
    AnotherQuestion,
    ResumeQuestion {
        what: &'a str,
    },
    ResignQuestion {
        who: &'a str,
    },
    DrawQuestion {
        who: &'a str,
        asked: &'a str,
    },
    BackQuestion {
        who: &'a str,
        asked: &'a str,
    },
    Yes,
    No,
    Close,
    Scroll,
    AmountTitle,
    AmountRange {
        min: u32,
        max: u32,
    },
    AmountKeys,
    Play,
    Cancel,
    PassTo {
        who: &'a str,
    },
    PassHint,
    Show,
    KeyOpenly,
    Paused,
    PausedHint,
    GoOn,
    KeyBack,
    KeySave,
    KeyAnother,
    KeyExit,
    KeyLook,

    // When it cannot be shown.
    TooSmall {
        columns: u16,
        rows: u16,
    },
    NotATerminal,
}

impl Say<'_> {
    pub fn of(self, lang: Lang) -> String {
        let text = self.text();
        match lang {
            Lang::En => text.en.into_owned(),
            Lang::Fr => text.fr.into_owned(),
        }
    }

    fn text(self) -> Text {
        match self {
            Say::ChooseFirst { choices } => Text::new(
                format!(
                    "choose a place or type an action ({})",
                    plural(choices, "choice", "choices")
                ),
                format!("choisissez une case ou tapez une action ({choices} choix)"),
            ),
            Say::ChooseNext { choices } => Text::new(
                format!(
                    "choose where next ({})",
                    plural(choices, "choice", "choices")
                ),
                format!("choisissez la suite ({choices} choix)"),
            ),
            Say::ChooseNamed => {
                Text::fixed("choose one of the buttons", "choisissez un des boutons")
            }
            Say::EnterPlays { caption } => Text::new(
                format!("Enter plays: {caption}"),
                format!("Entrée joue : {caption}"),
            ),
            Say::AstrayStart => Text::fixed(
                "no action starts here; choose a second place to see why",
                "aucune action ne part d'ici ; choisissez une seconde case pour savoir pourquoi",
            ),
            Say::Thinks { who } => {
                Text::new(format!("{who} is thinking…"), format!("{who} réfléchit…"))
            }
            Say::NatureWaits => Text::fixed(
                "Chance decides: type !RESULT, or ! to roll",
                "Le hasard décide : tapez !RÉSULTAT, ou ! pour lancer",
            ),
            Say::Watching => Text::fixed(
                "it is nobody's turn at this screen",
                "ce n'est à personne de jouer à cet écran",
            ),
            Say::OverKeys => Text::fixed(
                "Ctrl-Z takes back · save FILE · exit",
                "Ctrl-Z reprend · save FICHIER · exit",
            ),

            Say::LessonKeys => Text::fixed(
                "type hint for help · Ctrl-Z takes back",
                "tapez hint pour être aidé · Ctrl-Z reprend",
            ),
            Say::LessonOver => Text::fixed(
                "new starts a match · exit leaves",
                "new commence une partie · exit quitte",
            ),

            Say::You => Text::fixed("you", "vous"),
            Say::Person => Text::fixed("person", "humain"),
            Say::Level { number } => {
                Text::new(format!("level {number}"), format!("niveau {number}"))
            }
            Say::Left { name, count } => Text::new(
                format!("{}: {count}", capital(name)),
                format!("{} : {count}", capital(name)),
            ),
            Say::OffersDraw { who } => Text::new(
                format!("½ {who} offers a draw (accept with `draw`)"),
                format!("½ {who} propose la nulle (acceptez par « draw »)"),
            ),
            Say::WantsBack { who } => Text::new(
                format!("↶ {who} asks to take back"),
                format!("↶ {who} demande à reprendre"),
            ),
            Say::LensOn { title, seat } => Text::new(
                format!("Overlay: {title} ({seat})"),
                format!("Calque : {title} ({seat})"),
            ),
            Say::LensAfter {
                title,
                seat,
                action,
            } => Text::new(
                format!("Overlay: {title} ({seat}), after {action}"),
                format!("Calque : {title} ({seat}), après {action}"),
            ),
            Say::Log => Text::fixed("Log", "Journal"),
            Say::LogEmpty => {
                Text::fixed("Nothing has happened yet.", "Rien ne s'est encore passé.")
            }
            Say::NewerBelow { count } => Text::new(
                format!("▾ {} below", plural(count, "line", "lines")),
                format!("▾ {} plus bas", plural(count, "ligne", "lignes")),
            ),
            Say::TypeHere => Text::fixed(
                "type an action or a command · ? for help",
                "tapez une action ou une commande · ? pour l'aide",
            ),
            Say::Score => Text::fixed("score", "score"),

            Say::NothingThere => Text::fixed(
                "there is nothing under the cursor",
                "il n'y a rien sous le curseur",
            ),
            Say::NoWay => Text::fixed("no action goes there", "aucune action ne passe par là"),
            Say::NotNow { who } => Text::new(
                format!("it is {who}'s turn"),
                format!("c'est à {who} de jouer"),
            ),
            Say::MatchIsOver => Text::fixed("the match is over", "la partie est finie"),
            Say::NobodyHere => Text::fixed(
                "only programs play this match",
                "seuls des programmes jouent cette partie",
            ),
            Say::Allowed { text } => {
                Text::new(format!("{text} is allowed"), format!("{text} est permis"))
            }
            Say::NotAllowed { text } => Text::new(
                format!("{text} is not allowed:"),
                format!("{text} n'est pas permis :"),
            ),
            Say::Missing { usage } => {
                Text::new(format!("write `{usage}`"), format!("écrivez « {usage} »"))
            }
            Say::NoSuchSeat { seats } => Text::new(
                format!("seats are numbered from 1 to {seats}"),
                format!("les places sont numérotées de 1 à {seats}"),
            ),
            Say::LensOff => Text::fixed("the overlay is off", "le calque est retiré"),
            Say::NoLens => Text::fixed("this game has no overlays", "ce jeu n'a pas de calques"),
            Say::LensAbout {
                about,
                legend,
                most: "",
            } => Text::same(format!("{legend} ({about})")),
            Say::LensAbout {
                about,
                legend,
                most,
            } => Text::new(
                format!("{legend} ({about}; {most})"),
                format!("{legend} ({about} ; {most})"),
            ),
            Say::Standing { answer } => match answer {
                Some(Standing::Only) => Text::fixed(
                    "where you have only one choice, it is made for you",
                    "là où vous n'avez qu'un choix, il est fait pour vous",
                ),
                Some(Standing::Most) => Text::fixed(
                    "when another player asks you for a number, the largest is given for you",
                    "quand un autre joueur vous demande un nombre, le plus grand est donné pour vous",
                ),
                None => Text::fixed(
                    "you answer everything yourself again",
                    "vous répondez de nouveau vous-même à tout",
                ),
            },
            Say::Orders => Text::fixed(
                "Type several actions with `;` between them. `ACTION until won` or `ACTION until 3` repeats the last one until it is won or 3 are left.",
                "Tapez plusieurs actions séparées par « ; ». « ACTION until won » ou « ACTION until 3 » répète la dernière jusqu'à la victoire ou jusqu'à ce qu'il en reste 3.",
            ),
            Say::Another => Text::fixed("a new match", "nouvelle partie"),
            Say::Resumed => Text::fixed(
                "the match continues where it was left",
                "la partie reprend là où elle s'était arrêtée",
            ),
            Say::HasCurtain { wanted: true } => Text::fixed(
                "the board is hidden while the screen is passed on",
                "le plateau est caché quand l'écran passe à une autre personne",
            ),
            Say::HasCurtain { wanted: false } => Text::fixed(
                "the board is no longer hidden",
                "le plateau n'est plus caché",
            ),
            Say::TurnNumber { number } => {
                Text::new(format!("turn {number}"), format!("tour {number}"))
            }
            Say::Taken { what } => Text::new(format!("lost: {what}"), format!("perdu : {what}")),
            Say::TookBack => Text::fixed("taken back", "repris"),
            Say::TakeBack => Text::fixed("take back", "reprendre"),
            Say::DrawOffered => Text::fixed("you offer a draw", "vous proposez la nulle"),
            Say::ProgramsDoNotAgree => Text::fixed(
                "programs do not agree to a draw among more than two",
                "les programmes n'acceptent pas la nulle à plus de deux",
            ),
            Say::NotAccepted { who } => {
                Text::new(format!("{who} declines"), format!("{who} refuse"))
            }
            Say::Loaded { file } => {
                Text::new(format!("loaded {file}"), format!("{file} est chargé"))
            }
            Say::StateHash { hash } => {
                Text::new(format!("hash {hash}"), format!("empreinte {hash}"))
            }
            Say::Hidden => Text::fixed(
                "this would reveal secrets before the match is over",
                "cela révélerait des secrets avant la fin de la partie",
            ),
            Say::SeatGivenUp { who } => Text::new(
                format!("the program that played {who} failed; the seat is yours now"),
                format!("le programme qui jouait {who} a échoué ; la place est à vous"),
            ),
            Say::NoCard { spot } => Text::new(
                format!("there is nothing to say about {spot}"),
                format!("il n'y a rien à dire sur {spot}"),
            ),
            Say::NoCompletion => Text::fixed("no completion found", "aucune complétion trouvée"),
            Say::More { count } => Text::new(
                format!("… and {count} more"),
                format!("… et {count} de plus"),
            ),
            Say::MoreReasons { count } => Text::new(
                format!(
                    "… {} more: Ctrl-W shows all",
                    plural(count, "line", "lines")
                ),
                format!(
                    "… encore {} : Ctrl-W montre tout",
                    plural(count, "ligne", "lignes")
                ),
            ),

            Say::LegalTitle { count } => Text::new(
                plural(count, "legal action", "legal actions"),
                plural(count, "action permise", "actions permises"),
            ),
            Say::OddsTitle { text } => {
                Text::new(format!("Odds of {text}"), format!("Chances de {text}"))
            }
            Say::PositionTitle => Text::fixed("Position", "Position"),
            Say::RulesTitle => Text::fixed("Rules", "Règles"),
            Say::RuleTrees => {
                Text::fixed("How actions are checked", "Comment une action est vérifiée")
            }
            Say::RuleTreesAbout => Text::fixed(
                "What each kind of action must satisfy; a refusal says what it does not.",
                "Ce que chaque sorte d'action doit respecter ; un refus dit ce qui ne l'est pas.",
            ),
            Say::HelpTitle => Text::fixed("Help", "Aide"),
            Say::RefusedTitle => Text::fixed("Not allowed", "Action refusée"),
            Say::OverTitle => Text::fixed("The match is over", "La partie est finie"),
            Say::Keys => Text::fixed("Keys", "Touches"),
            Say::Commands => Text::fixed("Commands", "Commandes"),
            Say::Grammar => Text::fixed("Actions", "Actions"),
            Say::Legend => Text::fixed("Legend", "Légende"),
            Say::Lenses => Text::fixed("Overlays", "Calques"),
            Say::QuitQuestion => Text::fixed(
                "The match is not over. Leave? It is saved, and you can resume it next time.",
                "La partie n'est pas finie. Quitter ? Elle est conservée, et vous pourrez la reprendre la prochaine fois.",
            ),
            Say::AnotherQuestion => Text::fixed(
                "The match is not over. Start another one and abandon this one?",
                "La partie n'est pas finie. En commencer une autre et abandonner celle-ci ?",
            ),
            Say::ResumeQuestion { what } => Text::new(
                format!("A match was not finished: {what}. Resume it?"),
                format!("Une partie n'est pas finie : {what}. La reprendre ?"),
            ),
            Say::ResignQuestion { who } => {
                Text::new(format!("{who}: resign?"), format!("{who} : abandonner ?"))
            }
            Say::DrawQuestion { who, asked } => Text::new(
                format!("{who} offers a draw. {asked}: do you accept?"),
                format!("{who} propose la nulle. {asked} : acceptez-vous ?"),
            ),
            Say::BackQuestion { who, asked } => Text::new(
                format!("{who} asks to take back. {asked}: do you agree?"),
                format!("{who} demande à reprendre. {asked} : êtes-vous d'accord ?"),
            ),
            Say::Yes => Text::fixed("y yes", "o oui"),
            Say::No => Text::fixed("n no", "n non"),
            Say::Close => Text::fixed("Esc close", "Échap fermer"),
            Say::Scroll => Text::fixed("↑↓ PgUp PgDn scroll", "↑↓ PgPréc PgSuiv défiler"),
            Say::AmountTitle => Text::fixed("How many?", "Combien ?"),
            Say::AmountRange { min, max } => {
                Text::new(format!("from {min} to {max}"), format!("de {min} à {max}"))
            }
            Say::AmountKeys => Text::fixed(
                "arrows, Home, End, or type the number",
                "flèches, Début, Fin, ou tapez le nombre",
            ),
            Say::Play => Text::fixed("Enter play", "Entrée jouer"),
            Say::Cancel => Text::fixed("Esc cancel", "Échap annuler"),
            Say::PassTo { who } => Text::new(
                format!("Pass the screen to {who}."),
                format!("Passez l'écran à {who}."),
            ),
            Say::PassHint => Text::fixed(
                "The next screen is only for that player.",
                "L'écran suivant ne regarde que cette personne.",
            ),
            Say::KeyOpenly => Text::fixed("o never hide it again", "o ne plus jamais cacher"),
            Say::Paused => Text::fixed("Pause", "Pause"),
            Say::PausedHint => Text::fixed(
                "Nobody plays and no clock runs until you resume.",
                "Personne ne joue et aucune pendule ne tourne jusqu'à la reprise.",
            ),
            Say::GoOn => Text::fixed("Enter resume", "Entrée reprendre"),
            Say::Show => Text::fixed("Enter show the board", "Entrée montrer le plateau"),
            Say::KeyBack => Text::fixed("r take back", "r reprendre"),
            Say::KeySave => Text::fixed("s save", "s enregistrer"),
            Say::KeyAnother => Text::fixed("n new match", "n nouvelle partie"),
            Say::KeyExit => Text::fixed("x exit", "x quitter"),
            Say::KeyLook => Text::fixed("Esc look at the board", "Échap voir le plateau"),

            Say::TooSmall { columns, rows } => Text::new(
                format!("This terminal is too small: it needs at least {columns}×{rows}"),
                format!("Terminal trop petit : il faut au moins {columns}×{rows}"),
            ),
            Say::NotATerminal => Text::fixed(
                "`play` needs a terminal; in scripts, use `vauban console`",
                "« play » a besoin d'un terminal ; dans un script, utilisez « vauban console »",
            ),
        }
    }
}

/// What each key does, for the help.
pub(crate) const KEYS: &[(Text, Text)] = &[
    (
        Text::fixed("← ↑ ↓ →", "← ↑ ↓ →"),
        Text::fixed(
            "move the cursor over the board",
            "déplacer le curseur sur le plateau",
        ),
    ),
    (
        Text::fixed("Enter, Space", "Entrée, Espace"),
        Text::fixed(
            "select the place under the cursor",
            "choisir la case sous le curseur",
        ),
    ),
    (
        Text::fixed("Esc", "Échap"),
        Text::fixed(
            "drop the selection, close a window",
            "annuler le choix, fermer une fenêtre",
        ),
    ),
    (
        Text::fixed("Tab, Shift-Tab", "Tab, Maj-Tab"),
        Text::fixed(
            "go through the buttons; complete what you type",
            "parcourir les boutons ; compléter ce que vous tapez",
        ),
    ),
    (
        Text::fixed("F1 … F12, Alt-1 … Alt-9", "F1 … F12, Alt-1 … Alt-9"),
        Text::fixed("press a button", "appuyer sur un bouton"),
    ),
    (
        Text::fixed("letters, then Enter", "lettres, puis Entrée"),
        Text::fixed(
            "type an action or a command",
            "taper une action ou une commande",
        ),
    ),
    (
        Text::fixed(
            "↑ ↓ while typing, Ctrl-P Ctrl-N",
            "↑ ↓ en tapant, Ctrl-P Ctrl-N",
        ),
        Text::fixed("recall earlier lines", "rappeler les lignes précédentes"),
    ),
    (
        Text::fixed("PgUp, PgDn", "PgPréc, PgSuiv"),
        Text::fixed("scroll the log", "faire défiler le journal"),
    ),
    (
        Text::fixed("Ctrl-Z", "Ctrl-Z"),
        Text::fixed("take back", "reprendre"),
    ),
    (
        Text::fixed("Ctrl-L", "Ctrl-L"),
        Text::fixed("show the next overlay", "montrer le calque suivant"),
    ),
    (
        Text::fixed("Ctrl-K", "Ctrl-K"),
        Text::fixed(
            "explain what is under the cursor",
            "expliquer ce qu'il y a sous le curseur",
        ),
    ),
    (
        Text::fixed("Ctrl-R", "Ctrl-R"),
        Text::fixed("read the rules", "lire les règles"),
    ),
    (
        Text::fixed("Ctrl-W", "Ctrl-W"),
        Text::fixed(
            "show every reason of the last refusal",
            "montrer toutes les raisons du dernier refus",
        ),
    ),
    (
        Text::fixed("?", "?"),
        Text::fixed("show this help", "montrer cette aide"),
    ),
    (
        Text::fixed("Ctrl-C, Ctrl-Q", "Ctrl-C, Ctrl-Q"),
        Text::fixed("leave", "quitter"),
    ),
    (
        Text::fixed("click, right click, wheel", "clic, clic droit, molette"),
        Text::fixed("select; explain; scroll", "choisir ; expliquer ; défiler"),
    ),
];

fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
