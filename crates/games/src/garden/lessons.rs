//! A lesson on a small war: a clan, resources, a fight, a power, reinforcements.

use vauban_game::{Diagram, Lesson, Lessons, Seat, Task, Text, Wanted};

use super::Garden;

impl Lessons for Garden {
    const LESSON: Option<&'static Lesson<Garden>> = Some(&Lesson {
        title: Text::fixed("A clan takes its garden", "Un clan prend son jardin"),
        settings: &[("map", "6")],
        seats: None,
        position: "6.11.0.clans.-.-0,0,0,2,7,0.-2,2,2,2,0,0.-----/--b5r2--/----r2--/------/-----",
        seat: Seat(0),
        tasks: TASKS,
        farewell: Text::fixed(
            "Gather, fight, use your powers, reinforce: the garden is yours. In a real match, every garden is new.",
            "Récolter, combattre, user de ses pouvoirs, se renforcer : le jardin est à vous. Dans une vraie partie, le jardin est nouveau à chaque fois.",
        ),
    });
    const DIAGRAMS: &'static [Diagram] = &[Diagram {
        name: "move",
        settings: &[("map", "6")],
        seats: None,
        position: "6.11.1.conquest.-.l0,0,0,3,7,0.s2,2,2,2,0,0.-----/--b5r2--/----r2--/------/-----",
        actions: &["b3-c3", "b3-b4"],
    }];
}

const TASKS: &[Task<Garden>] = &[
    Task {
        text: Text::fixed(
            "You are Blue. Take every cell of the enemy and you win. First pick a clan. Each has a resource and a power of its own: read the buttons, and pick the one you like.",
            "Vous êtes Bleu. Prenez toutes les cases de l'adversaire et vous gagnez. Choisissez d'abord un clan. Chacun a sa ressource et son pouvoir : lisez les boutons, et prenez celui qui vous plaît.",
        ),
        hint: Text::fixed(
            "Click one of the four clans.",
            "Cliquez sur l'un des quatre clans.",
        ),
        done: Text::fixed(
            "Your turn begins, and your cell b3 has yielded 1 wood. You have 3 now.",
            "Votre tour commence, et votre case b3 a donné 1 de bois. Vous en avez 3.",
        ),
        wanted: &[Wanted::kind("lumberjacks")],
        replies: &["smiths"],
    },
    Task {
        text: Text::fixed(
            "Resources buy special cells. The pool on a3 costs 3 wood. A move takes all creatures of a cell but one to a cell beside it: move from b3 into the pool.",
            "Les ressources achètent les cases spéciales. La piscine en a3 coûte 3 de bois. Un déplacement emmène toutes les créatures d'une case, sauf une, sur une case voisine : allez de b3 dans la piscine.",
        ),
        hint: Text::fixed(
            "Click b3, then the pool on a3.",
            "Cliquez sur b3, puis sur la piscine en a3.",
        ),
        done: Text::fixed(
            "The 3 wood are spent. Once a turn the pool can kill up to three enemies beside it, for 3 more wood.",
            "Les 3 de bois sont dépensés. Une fois par tour, la piscine peut tuer jusqu'à trois ennemis voisins, pour 3 de bois encore.",
        ),
        wanted: &[Wanted::only("b3-a3")],
        replies: &[],
    },
    Task {
        text: Text::fixed(
            "Now a fight. Each creature rolls a die; the higher sum wins, and the defender wins ties. You have four on a3, Red has two on b4. Attack.",
            "Un combat, maintenant. Chaque créature lance un dé ; la plus haute somme gagne, et le défenseur gagne en cas d'égalité. Vous en avez quatre en a3, Rouge deux en b4. Attaquez.",
        ),
        hint: Text::fixed("Click a3, then b4.", "Cliquez sur a3, puis sur b4."),
        done: Text::fixed(
            "15 against 7: the cell is yours, and you have won your eighth conquest point.",
            "15 contre 7 : la case est à vous, avec votre huitième point de conquête.",
        ),
        wanted: &[Wanted::only("a3-b4")],
        replies: &["!15", "!7"],
    },
    Task {
        text: Text::fixed(
            "Eight conquest points pay for a clan power. Every clan can pillage: it kills a creature on an enemy cell beside yours and steals up to 2 of its resource. Pillage c5.",
            "Huit points de conquête paient un pouvoir de clan. Tous les clans peuvent piller : une créature d'une case adverse voisine meurt, et jusqu'à 2 de la ressource du clan sont volés. Pillez c5.",
        ),
        hint: Text::fixed(
            "Click “pillage” beside the board, then c5.",
            "Cliquez sur « piller » à côté du plateau, puis sur c5.",
        ),
        done: Text::fixed(
            "Red is weaker, and you are richer.",
            "Rouge est plus faible, et vous plus riche.",
        ),
        wanted: &[Wanted::only("pillage-c5")],
        replies: &[],
    },
    Task {
        text: Text::fixed(
            "That was the conquest, the first half of a turn. End it: reinforcements arrive, three creatures and more for whole zones.",
            "C'était la conquête, la première moitié du tour. Finissez-la : des renforts arrivent, trois créatures, et davantage pour des zones entières.",
        ),
        hint: Text::fixed(
            "The button that ends the conquest is beside the board.",
            "Le bouton qui finit la conquête est à côté du plateau.",
        ),
        done: Text::fixed("Three creatures wait.", "Trois créatures attendent."),
        wanted: &[Wanted::only("end")],
        replies: &[],
    },
    Task {
        text: Text::fixed(
            "Place them one by one, at most five on a cell. They are most useful on b4, next to the enemy, but you decide.",
            "Placez-les une par une, au plus cinq par case. Elles servent surtout en b4, contre l'ennemi, mais c'est à vous de voir.",
        ),
        hint: Text::fixed(
            "Click one of your cells, three times in all.",
            "Cliquez sur l'une de vos cases, trois fois en tout.",
        ),
        done: Text::fixed(
            "Your turn is over. Red has reinforced c5.",
            "Votre tour est fini. Rouge a renforcé c5.",
        ),
        wanted: &[
            Wanted::kind("+b4"),
            Wanted::kind("+b4"),
            Wanted::kind("+b3"),
        ],
        replies: &["end", "+c5", "+c5", "+c5"],
    },
    Task {
        text: Text::fixed(
            "c5 is Red's last cell. Attack it from b4, and the garden is yours.",
            "c5 est la dernière case de Rouge. Attaquez-la depuis b4, et le jardin est à vous.",
        ),
        hint: Text::fixed("Click b4, then c5.", "Cliquez sur b4, puis sur c5."),
        done: Text::fixed(
            "17 against 10, and Red has no cell left.",
            "17 contre 10, et Rouge n'a plus de case.",
        ),
        wanted: &[Wanted::only("b4-c5")],
        replies: &["!17", "!10"],
    },
];
