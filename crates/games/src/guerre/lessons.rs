//! A lesson on lines of communication: bring a cut-off unit back, attack, cut the enemy's line, take the arsenal.

use vauban_game::{Diagram, Lesson, Lessons, Task, Text, Wanted};

use super::{Guerre, SOUTH};

impl Lessons for Guerre {
    const LESSON: Option<&'static Lesson<Guerre>> = Some(&Lesson {
        title: Text::fixed("Lines of communication", "Les lignes de communication"),
        settings: &[],
        seats: None,
        position: "s5.0.0_B15~T23_iC15.aB23.iB12~rcN23.cE16.iE15.iI23.cD23.iE23",
        seat: SOUTH,
        tasks: TASKS,
        farewell: Text::fixed(
            "Keep your own lines open, cut the enemy's, and strike where they are cut: that is all of the Jeu de la Guerre.",
            "Gardez vos lignes, coupez celles de l'ennemi et frappez là où elles sont coupées : tout le Jeu de la Guerre est là.",
        ),
    });
    const DIAGRAMS: &'static [Diagram] = &[
        Diagram {
            name: "cut",
            settings: &[],
            seats: None,
            position: "s3.0.0_B15~T23_aB23.iB12~rcL23.cD23.iE23",
            actions: &["D23-B21"],
        },
        Diagram {
            name: "charge",
            settings: &[],
            seats: None,
            position: "s3.0.0_B15~T23_iC15~rcL23.cD15l.iE15",
            actions: &["D15xC15"],
        },
    ];
}

const TASKS: &[Task<Guerre>] = &[
    Task {
        text: Text::fixed(
            "You are South. Destroy all enemy arsenals, or all enemy fighting units, and you win. North has one arsenal left, on B15. You have five moves a turn. Infantry moves one square: move from I23 to H23.",
            "Vous êtes le Sud. Détruisez tous les arsenaux ennemis, ou toutes les unités combattantes, et vous gagnez. Il reste au Nord un arsenal, en B15. Vous avez cinq déplacements par tour. L'infanterie avance d'une case : allez de I23 en H23.",
        ),
        hint: Text::fixed(
            "Click the infantry on I23, then H23.",
            "Cliquez sur l'infanterie en I23, puis sur H23.",
        ),
        done: Text::fixed(
            "Each unit moves at most once a turn.",
            "Chaque unité se déplace au plus une fois par tour.",
        ),
        wanted: &[Wanted::only("I23-H23")],
        replies: &[],
    },
    Task {
        text: Text::fixed(
            "An army depends on its lines. They go out from your arsenal on T23, straight and diagonal; a relay on a line sends out its own lines. The cavalry on E16 is on no line: it can neither move nor fight. Move the relay to L23, so that its diagonal reaches E16.",
            "Une armée vit de ses lignes. Elles partent de votre arsenal en T23, droites et diagonales ; un relais sur une ligne en émet à son tour. La cavalerie en E16 n'est sur aucune ligne : elle ne peut ni bouger ni combattre. Menez le relais en L23 : sa diagonale atteindra E16.",
        ),
        hint: Text::fixed(
            "Click the mounted relay on N23, then L23, two squares up. The overlay “communication” shows the lines.",
            "Cliquez sur le relais monté en N23, puis sur L23, deux cases plus haut. Le calque « communication » montre les lignes.",
        ),
        done: Text::fixed(
            "The line holds the cavalry, and the cavalry passes it on to the infantry beside it.",
            "La ligne tient la cavalerie, et la cavalerie la transmet à l'infanterie voisine.",
        ),
        wanted: &[Wanted::only("N23-L23")],
        replies: &[],
    },
    Task {
        text: Text::fixed(
            "Now the cavalry obeys. It moves two squares, but one is enough: go to D15, next to the enemy and still on your line.",
            "La cavalerie obéit de nouveau. Elle va à deux cases, mais une suffit : allez en D15, contre l'ennemi et toujours sur votre ligne.",
        ),
        hint: Text::fixed(
            "Click the cavalry on E16, then D15.",
            "Cliquez sur la cavalerie en E16, puis sur D15.",
        ),
        done: Text::fixed(
            "The unit that moved last may attack.",
            "La dernière unité déplacée peut attaquer.",
        ),
        wanted: &[Wanted::only("E16-D15")],
        replies: &[],
    },
    Task {
        text: Text::fixed(
            "There are no dice. All your units in range add up: the cavalry charges with 7, the infantry behind it adds 4. The defender has 6. If you lead by 2 or more, the target is destroyed: 11 against 6. Attack C15.",
            "Il n'y a pas de dés. Toutes vos unités à portée s'additionnent : la cavalerie charge avec 7, l'infanterie derrière ajoute 4. Le défenseur a 6. Avec 2 de plus, la cible est détruite : 11 contre 6. Attaquez C15.",
        ),
        hint: Text::fixed(
            "Click the cavalry on D15, then the infantry on C15.",
            "Cliquez sur la cavalerie en D15, puis sur l'infanterie en C15.",
        ),
        done: Text::fixed(
            "With a lead of 1, the target would only have had to retreat.",
            "Avec 1 de plus seulement, la cible aurait dû battre en retraite.",
        ),
        wanted: &[Wanted::only("D15xC15")],
        replies: &[],
    },
    Task {
        text: Text::fixed(
            "The artillery on B23 defends with 8: too strong for you. But it depends on the row from the arsenal on B15. Put your cavalry into that row, on B21, and the line is cut.",
            "L'artillerie en B23 défend avec 8 : trop pour vous. Mais elle vit de la rangée qui vient de l'arsenal en B15. Mettez votre cavalerie dans cette rangée, en B21 : la ligne est coupée.",
        ),
        hint: Text::fixed(
            "Click the cavalry on D23, then B21.",
            "Cliquez sur la cavalerie en D23, puis sur B21.",
        ),
        done: Text::fixed(
            "A unit that is cut off has no defence at all.",
            "Une unité coupée n'a plus aucune défense.",
        ),
        wanted: &[Wanted::only("D23-B21")],
        replies: &[],
    },
    Task {
        text: Text::fixed(
            "Now one infantry is enough. Bring it within range, two squares away, on D23; then attack B23.",
            "Une seule infanterie suffit maintenant. Amenez-la à portée, à deux cases, en D23 ; puis attaquez B23.",
        ),
        hint: Text::fixed(
            "Move the infantry from E23 to D23; then click it again, and B23.",
            "Menez l'infanterie de E23 en D23 ; puis cliquez de nouveau sur elle, et sur B23.",
        ),
        done: Text::fixed(
            "4 against 0: an army falls with its line.",
            "4 contre 0 : une armée tombe avec sa ligne.",
        ),
        wanted: &[Wanted::only("E23-D23"), Wanted::only("D23xB23")],
        replies: &[],
    },
    Task {
        text: Text::fixed(
            "Your five moves are used. End the turn; North plays.",
            "Vos cinq déplacements sont joués. Finissez le tour ; le Nord joue.",
        ),
        hint: Text::fixed(
            "The button that ends the turn is beside the board.",
            "Le bouton qui finit le tour est à côté du plateau.",
        ),
        done: Text::fixed(
            "North's last infantry comes too late.",
            "La dernière infanterie du Nord arrive trop tard.",
        ),
        wanted: &[Wanted::only("end")],
        replies: &["B12-B13", "end"],
    },
    Task {
        text: Text::fixed(
            "A fighting unit that ends its move in an enemy arsenal destroys it. Ride from D15 into B15.",
            "Une unité combattante qui finit son déplacement dans un arsenal ennemi le détruit. Chevauchez de D15 jusqu'en B15.",
        ),
        hint: Text::fixed(
            "Click the cavalry on D15, then the arsenal on B15.",
            "Cliquez sur la cavalerie en D15, puis sur l'arsenal en B15.",
        ),
        done: Text::fixed(
            "Without arsenals there are no lines, and no army.",
            "Sans arsenal, plus de lignes, et plus d'armée.",
        ),
        wanted: &[Wanted::only("D15-B15")],
        replies: &[],
    },
];
