//! What the menu shows of the lenses. The first is shown without being asked for.

use vauban_game::{LensCard, Scale, Text};

use super::legends::{self, AFTER_A_MOVE, AT_A_GLANCE, IN_A_TURN, NOW, OVER_ALL_MOVES};

const LINES: Text = Text::fixed("Lines of communication", "Lignes de communication");
const MOVES: Text = Text::fixed("Moves", "Déplacements");
const ATTACK: Text = Text::fixed("Attack", "Attaque");
const DEFENCE: Text = Text::fixed("Defence", "Défense");
const OUTCOME: Text = Text::fixed("Who would win", "Qui l'emporterait");

pub(super) static CARDS: [LensCard; 24] = [
    LensCard {
        name: "communication",
        group: LINES,
        title: Text::fixed("Communication", "Communications"),
        about: Text::fixed(
            "1 on every square that the side's communications reach",
            "1 sur chaque case qu'atteignent les communications du camp",
        ),
        legend: legends::communication,
        scale: Scale::Sequential,
        initial: true,
    },
    LensCard {
        name: "isolated",
        group: LINES,
        title: Text::fixed("Cut off", "Isolées"),
        about: Text::fixed(
            "1 on every unit of the side that is out of communication",
            "1 sur chaque unité du camp hors de communication",
        ),
        legend: legends::isolated,
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "reach",
        group: MOVES,
        title: Text::fixed("Moves", "Déplacements"),
        about: Text::fixed(
            "how many units of the side can move to the square",
            "combien d'unités du camp peuvent aller sur la case",
        ),
        legend: legends::reach,
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "reach-after-move",
        group: MOVES,
        title: Text::fixed("Moves after a move", "Déplacements après un déplacement"),
        about: Text::fixed(
            "how many units of the side can move to the square after some other one has moved",
            "combien d'unités du camp peuvent aller sur la case après le déplacement d'une autre",
        ),
        legend: legends::reach_after_move,
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "attack",
        group: ATTACK,
        title: Text::fixed("Attack", "Attaque"),
        about: Text::fixed(
            "the attack of all units in communication that reach the square, without charges",
            "l'attaque de toutes les unités en communication à portée de la case, sans les charges",
        ),
        legend: |tally| legends::attack(tally, NOW),
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "defence",
        group: DEFENCE,
        title: Text::fixed("Defence", "Défense"),
        about: Text::fixed(
            "the defence of all units in communication that reach the square or stand on it",
            "la défense de toutes les unités en communication à portée de la case ou dessus",
        ),
        legend: |tally| legends::defence(tally, NOW),
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "attack-after-move",
        group: ATTACK,
        title: Text::fixed("Attack after a move", "Attaque après un déplacement"),
        about: Text::fixed(
            "the highest attack on the square after any one legal move",
            "la plus forte attaque sur la case après un déplacement permis",
        ),
        legend: |tally| legends::attack(tally, AFTER_A_MOVE),
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "defence-after-move",
        group: DEFENCE,
        title: Text::fixed("Defence after a move", "Défense après un déplacement"),
        about: Text::fixed(
            "the highest defence of the square after any one legal move",
            "la plus forte défense de la case après un déplacement permis",
        ),
        legend: |tally| legends::defence(tally, AFTER_A_MOVE),
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "attack-heat",
        group: ATTACK,
        title: Text::fixed("Hot spots of attack", "Points chauds d'attaque"),
        about: Text::fixed(
            "the attack that the moved unit has on the square, added up over all legal moves",
            "l'attaque de l'unité déplacée sur la case, ajoutée pour tous les déplacements permis",
        ),
        legend: |tally| legends::attack(tally, OVER_ALL_MOVES),
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "defence-heat",
        group: DEFENCE,
        title: Text::fixed("Hot spots of defence", "Points chauds de défense"),
        about: Text::fixed(
            "the defence that the moved unit gives the square, added up over all legal moves",
            "la défense que l'unité déplacée donne à la case, ajoutée pour tous les déplacements permis",
        ),
        legend: |tally| legends::defence(tally, OVER_ALL_MOVES),
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "attack-fast",
        group: ATTACK,
        title: Text::fixed("Attack, at a glance", "Attaque, d'un coup d'œil"),
        about: Text::fixed(
            "each unit's attack in a square of radius range + move, whatever the ground and the communications",
            "l'attaque de chaque unité dans un carré de rayon portée + déplacement, sans égard au terrain ni aux communications",
        ),
        legend: |tally| legends::attack(tally, AT_A_GLANCE),
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "defence-fast",
        group: DEFENCE,
        title: Text::fixed("Defence, at a glance", "Défense, d'un coup d'œil"),
        about: Text::fixed(
            "each unit's defence in a square of radius range + move, whatever the ground and the communications",
            "la défense de chaque unité dans un carré de rayon portée + déplacement, sans égard au terrain ni aux communications",
        ),
        legend: |tally| legends::defence(tally, AT_A_GLANCE),
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "attack-turn",
        group: ATTACK,
        title: Text::fixed("Attack in a turn", "Attaque en un tour"),
        about: Text::fixed(
            "the highest attack that the moves of a whole turn allow; where an enemy stands, one that can be launched, with its charge; the paths are the best strike",
            "la plus forte attaque que permettent les déplacements d'un tour entier ; là où se trouve un ennemi, une attaque qui peut être lancée, avec sa charge ; les chemins sont le meilleur assaut",
        ),
        legend: |tally| legends::attack(tally, IN_A_TURN),
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "defence-turn",
        group: DEFENCE,
        title: Text::fixed("Defence in a turn", "Défense en un tour"),
        about: Text::fixed(
            "the highest defence found for the moves of a whole turn",
            "la plus forte défense trouvée pour les déplacements d'un tour entier",
        ),
        legend: |tally| legends::defence(tally, IN_A_TURN),
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "outcome",
        group: OUTCOME,
        title: Text::fixed("Outcome", "Issue"),
        about: Text::fixed(
            "own defence less the enemy's attack, as all stand",
            "défense du camp moins attaque ennemie, dans la position",
        ),
        legend: |tally| legends::outcome(tally, NOW),
        scale: Scale::Diverging,
        initial: false,
    },
    LensCard {
        name: "outcome-after-move",
        group: OUTCOME,
        title: Text::fixed("Outcome after a move", "Issue après un déplacement"),
        about: Text::fixed(
            "own defence less the enemy's highest attack after one move",
            "défense du camp moins la plus forte attaque ennemie après un déplacement",
        ),
        legend: |tally| legends::outcome(tally, AFTER_A_MOVE),
        scale: Scale::Diverging,
        initial: false,
    },
    LensCard {
        name: "outcome-turn",
        group: OUTCOME,
        title: Text::fixed("Outcome of a turn", "Issue d'un tour"),
        about: Text::fixed(
            "own defence less the enemy's highest attack in a whole turn",
            "défense du camp moins la plus forte attaque ennemie en un tour entier",
        ),
        legend: |tally| legends::outcome(tally, IN_A_TURN),
        scale: Scale::Diverging,
        initial: false,
    },
    LensCard {
        name: "hanging",
        group: OUTCOME,
        title: Text::fixed("Hanging units", "Unités en danger"),
        about: Text::fixed(
            "by how much the enemy's best attack in a turn beats each unit's defence; the paths are its moves",
            "de combien la meilleure attaque ennemie d'un tour l'emporte sur la défense de chaque unité ; les chemins sont ses déplacements",
        ),
        legend: legends::hanging,
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "decisive",
        group: LINES,
        title: Text::fixed("Decisive points", "Points décisifs"),
        about: Text::fixed(
            "where the side is weakest: what a loss would cut off, more where the enemy can strike or go at once; the paths are how",
            "là où le camp est le plus faible : ce qu'une perte couperait, plus encore là où l'ennemi peut frapper ou aller aussitôt ; les chemins disent comment",
        ),
        legend: legends::decisive,
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "fragile-squares",
        group: LINES,
        title: Text::fixed("Fragile squares", "Cases fragiles"),
        about: Text::fixed(
            "how many fighting units one enemy fighting unit on the square would cut off; in an arsenal, by destroying it",
            "combien d'unités combattantes une seule unité combattante ennemie sur la case isolerait ; dans un arsenal, en le détruisant",
        ),
        legend: legends::fragile_squares,
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "fragile-units",
        group: LINES,
        title: Text::fixed("Fragile units", "Unités fragiles"),
        about: Text::fixed(
            "how many other units the loss of this unit would cut off",
            "combien d'autres unités la perte de cette unité isolerait",
        ),
        legend: legends::fragile_units,
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "arsenals",
        group: LINES,
        title: Text::fixed("Arsenals: units", "Arsenaux : unités"),
        about: Text::fixed(
            "how many units the loss of the arsenal would cut off",
            "combien d'unités la perte de l'arsenal isolerait",
        ),
        legend: legends::arsenals,
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "arsenal-lines",
        group: LINES,
        title: Text::fixed("Arsenals: lines", "Arsenaux : lignes"),
        about: Text::fixed(
            "how many communicating squares the loss of the arsenal would take away",
            "combien de cases en communication la perte de l'arsenal ôterait",
        ),
        legend: legends::arsenal_lines,
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "valleys",
        group: MOVES,
        title: Text::fixed("Valleys", "Vallées"),
        about: Text::fixed(
            "what the way to the nearest enemy arsenal costs the fastest fighting unit, in moves and enemy defence; 0 is the arsenal, no number is no way; the paths are ways that can be walked turn by turn, in communication at every stop, and those of relays that must come along; a stop is dangerous by how much the enemy's attack after one move exceeds what the unit can stand",
            "ce que coûte le chemin vers l'arsenal ennemi le plus proche à l'unité combattante la plus rapide, en déplacements et en défense ennemie ; 0 est l'arsenal, sans nombre il n'y a pas de chemin ; les chemins peuvent être parcourus tour après tour, en communication à chaque étape, avec ceux des relais qui doivent suivre ; une étape est dangereuse d'autant que l'attaque ennemie après un déplacement dépasse ce que l'unité peut soutenir",
        ),
        legend: legends::valleys,
        scale: Scale::Sequential,
        initial: false,
    },
];
