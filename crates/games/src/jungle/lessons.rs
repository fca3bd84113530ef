//! A lesson on the way to the throne: steps, taking, the rat, jumps and traps; and the diagrams of the rules.

use vauban_game::{Diagram, Lesson, Lessons, Seat, Task, Text, Wanted};

use super::Jungle;

impl Lessons for Jungle {
    const LESSON: Option<&'static Lesson<Jungle>> = Some(&Lesson {
        title: Text::fixed("The way to the throne", "Le chemin du trône"),
        settings: &[],
        seats: None,
        position: "2.-k3-k9--b12f6.e7f11f4-k10c9--.0",
        seat: Seat(1),
        tasks: TASKS,
        farewell: Text::fixed(
            "You know all of Jungle War: step, jump, swim, and mind the traps. Now play a whole match.",
            "Vous savez tout de Jungle War : marcher, sauter, nager et se méfier des pièges. Place à une vraie partie.",
        ),
    });
    const DIAGRAMS: &'static [Diagram] = &[
        Diagram {
            name: "jumps",
            settings: &[],
            seats: None,
            position: "2.i7-------.-----c9i9-.0",
            actions: &["c9c5", "i9i5"],
        },
        Diagram {
            name: "traps",
            settings: &[],
            seats: None,
            position: "2.-----f12--.-f11------.0",
            actions: &["f11f12"],
        },
        Diagram {
            name: "rat",
            settings: &[],
            seats: None,
            position: "2.-------f6.f7-------.0",
            actions: &["f7f6"],
        },
    ];
}

const TASKS: &[Task<Jungle>] = &[
    Task {
        text: Text::fixed(
            "You are Red. Enter the enemy throne, one of the two squares f1 and g1, and you win. An animal steps one square forwards, backwards or sideways. Step from f4 to f3 with the dog.",
            "Vous êtes Rouge. Entrez sur le trône adverse, la case f1 ou g1, et vous gagnez. Un animal avance d'une case : devant, derrière ou de côté. Menez le chien de f4 en f3.",
        ),
        hint: Text::fixed(
            "Click the dog on f4, then f3.",
            "Cliquez sur le chien en f4, puis sur f3.",
        ),
        done: Text::fixed(
            "Two more steps to the throne. But Blue's lion is on its way to yours.",
            "Encore deux pas jusqu'au trône. Mais le lion bleu marche vers le vôtre.",
        ),
        wanted: &[Wanted::only("f4f3")],
        replies: &["b12c12"],
    },
    Task {
        text: Text::fixed(
            "Every animal has a power. It takes an enemy of the same power or less by stepping onto its square. Your leopard has 5, the wolf in front of it has 3: take it.",
            "Chaque animal a une puissance. Il prend un ennemi de puissance égale ou moindre en entrant sur sa case. Votre léopard a 5, le loup devant lui a 3 : prenez-le.",
        ),
        hint: Text::fixed(
            "Click the leopard on k10, then the wolf on k9.",
            "Cliquez sur le léopard en k10, puis sur le loup en k9.",
        ),
        done: Text::fixed(
            "Between equals, the attacker wins.",
            "Entre égaux, l'attaquant gagne.",
        ),
        wanted: &[Wanted::only("k10k9")],
        replies: &["c12d12"],
    },
    Task {
        text: Text::fixed(
            "Only the rat swims. Yours is in the lake, beside the elephant, but it cannot take land animals from the water. Climb out below the elephant, onto f7.",
            "Seul le rat nage. Le vôtre est dans le lac, près de l'éléphant, mais depuis l'eau il ne prend personne à terre. Sortez sous l'éléphant, en f7.",
        ),
        hint: Text::fixed(
            "Click the rat on e7, then f7.",
            "Cliquez sur le rat en e7, puis sur f7.",
        ),
        done: Text::fixed(
            "The elephant could have crushed the rat, but Blue looks elsewhere.",
            "L'éléphant aurait pu écraser le rat, mais Bleu regarde ailleurs.",
        ),
        wanted: &[Wanted::only("e7f7")],
        replies: &["d12e12"],
    },
    Task {
        text: Text::fixed(
            "The elephant has 8, the rat only 1. Yet the rat takes the elephant: it is the one exception. Do it.",
            "L'éléphant a 8, le rat seulement 1. Pourtant le rat prend l'éléphant : c'est la seule exception. Allez-y.",
        ),
        hint: Text::fixed(
            "Click the rat on f7, then the elephant on f6.",
            "Cliquez sur le rat en f7, puis sur l'éléphant en f6.",
        ),
        done: Text::fixed(
            "The weakest beats the strongest: keep your rat.",
            "Le plus faible bat le plus fort : gardez votre rat.",
        ),
        wanted: &[Wanted::only("f7f6")],
        replies: &["k3k4"],
    },
    Task {
        text: Text::fixed(
            "Leopard, tiger and lion jump straight over a lake, from shore to shore, if nobody swims in between. Let the tiger jump.",
            "Léopard, tigre et lion sautent tout droit par-dessus un lac, de rive à rive, si personne n'y nage. Faites sauter le tigre.",
        ),
        hint: Text::fixed(
            "Click the tiger on c9, then c5 on the far shore.",
            "Cliquez sur le tigre en c9, puis sur c5, sur l'autre rive.",
        ),
        done: Text::fixed(
            "Four squares at once. And now the lion stands in your trap, one step from your throne!",
            "Quatre cases d'un coup. Et voici le lion dans votre piège, à un pas de votre trône !",
        ),
        wanted: &[Wanted::only("c9c5")],
        replies: &["e12f12"],
    },
    Task {
        text: Text::fixed(
            "Traps guard each throne. In an enemy trap every animal has power 0, so any animal may take it. Save your throne: take the lion with the cat.",
            "Des pièges gardent chaque trône. Dans un piège adverse, tout animal a la puissance 0 : n'importe quel animal peut le prendre. Sauvez votre trône : prenez le lion avec le chat.",
        ),
        hint: Text::fixed(
            "Click the cat on f11, then the lion on f12.",
            "Cliquez sur le chat en f11, puis sur le lion en f12.",
        ),
        done: Text::fixed(
            "A cat of 2 took a lion of 6.",
            "Un chat de 2 a pris un lion de 6.",
        ),
        wanted: &[Wanted::only("f11f12")],
        replies: &["k4k5"],
    },
    Task {
        text: Text::fixed(
            "Now win. Cross the trap on f2 with the dog: it is weak there, but no enemy is near. Then enter the throne.",
            "Gagnez maintenant. Traversez avec le chien le piège en f2 : il y est faible, mais aucun ennemi n'est proche. Puis entrez sur le trône.",
        ),
        hint: Text::fixed(
            "With the dog, go from f3 to f2, and on your next turn to f1.",
            "Avec le chien, allez de f3 en f2, et au tour suivant en f1.",
        ),
        done: Text::fixed("The throne is yours.", "Le trône est à vous."),
        wanted: &[Wanted::only("f3f2"), Wanted::only("f2f1")],
        replies: &["k5k6"],
    },
];
