//! A lesson from the capital to the conquest: choose, reinforce, capture, move, plan and launch.

use vauban_game::{Diagram, Lesson, Lessons, Seat, Task, Text, Wanted};

use super::LandBuster;

impl Lessons for LandBuster {
    const LESSON: Option<&'static Lesson<LandBuster>> = Some(&Lesson {
        title: Text::fixed("From capital to capital", "De capitale en capitale"),
        settings: &[("map", "3")],
        seats: Some(2),
        position: "3.0.1.1.capital.-.0.-_n13n15n31n35n35n24n14n23n20n7n18n18n44n47n29n40n11n5n54n23n29n35n21n21n2n7n40n20n33n21n0n12n35n29n19n29n31n29n39n21n40n27n0n31n27n22n33n8n38n31n23_-~-~-~2.-~-~-~2_-_-",
        seat: Seat(0),
        tasks: TASKS,
        farewell: Text::fixed(
            "Reinforce, act, move; plan, then launch. Ports, heroes and items wait for you in a whole match.",
            "Renforcer, agir, se déplacer ; planifier, puis lancer. Ports, héros et objets vous attendent dans une vraie partie.",
        ),
    });
    const DIAGRAMS: &'static [Diagram] = &[Diagram {
        name: "plan",
        settings: &[("map", "3")],
        seats: Some(2),
        position: "3.1.1.1.action.-.0.-_n13n15n31n35n35n24n14n23n20n7n18n18n44n47n29a11n11n5n54n23n29n35b24a59b2n7n40n20n33n21n0n12n35n29n19n29n31n29n39n21n40n27n0n31n27n22n33n8n38n31n23_16~-~-~3.23~-~-~2_-_-",
        actions: &["24x23"],
    }];
}

const TASKS: &[Task<LandBuster>] = &[
    Task {
        text: Text::fixed(
            "You are Red. A player who loses the capital is out, and the last one left wins. So choose a capital with many soldiers: Falthel, at the right edge, has 40.",
            "Vous êtes Rouge. Un joueur qui perd sa capitale est éliminé, et le dernier en jeu gagne. Choisissez donc une capitale riche en soldats : Falthel, au bord droit, en a 40.",
        ),
        hint: Text::fixed(
            "Click Falthel, the land with 40 soldiers at the right edge of the map.",
            "Cliquez sur Falthel, la terre aux 40 soldats, au bord droit de la carte.",
        ),
        done: Text::fixed(
            "Its soldiers join you. Cyan has chosen Valendor, two lands away.",
            "Ses soldats vous rejoignent. Cyan a choisi Valendor, à deux terres de là.",
        ),
        wanted: &[Wanted::only("capital-16")],
        replies: &["capital-23", "!none"],
    },
    Task {
        text: Text::fixed(
            "A turn has three phases: reinforce, act, move. First you get 3 soldiers for each of your lands, all on one land. Place them.",
            "Un tour a trois phases : renforts, action, déplacement. D'abord, vous recevez 3 soldats par terre, tous sur une seule terre. Placez-les.",
        ),
        hint: Text::fixed(
            "Click Falthel: it is your only land.",
            "Cliquez sur Falthel : c'est votre seule terre.",
        ),
        done: Text::fixed("43 soldiers.", "43 soldats."),
        wanted: &[Wanted::only("reinforce-16")],
        replies: &[],
    },
    Task {
        text: Text::fixed(
            "Then you act once: build a port, capture, or attack. A neutral land beside yours is captured without a battle, soldiers and all. Capture Elinmar, between you and Cyan.",
            "Puis vous agissez une fois : construire un port, capturer ou attaquer. Une terre neutre voisine se capture sans bataille, soldats compris. Capturez Elinmar, entre Cyan et vous.",
        ),
        hint: Text::fixed(
            "Click Falthel, then Elinmar below it, with 21 soldiers.",
            "Cliquez sur Falthel, puis sur Elinmar, en dessous, avec 21 soldats.",
        ),
        done: Text::fixed(
            "21 more soldiers, and you are next to Valendor.",
            "21 soldats de plus, et vous voici contre Valendor.",
        ),
        wanted: &[Wanted::only("16=24")],
        replies: &[],
    },
    Task {
        text: Text::fixed(
            "Last, you may move once: a quarter, a half, three quarters or all of a land's soldiers. Send three quarters of Falthel's to Elinmar.",
            "Enfin, vous pouvez vous déplacer une fois : un quart, la moitié, trois quarts ou tous les soldats d'une terre. Envoyez les trois quarts de ceux de Falthel à Elinmar.",
        ),
        hint: Text::fixed(
            "Click Falthel, then Elinmar, and choose 3/4.",
            "Cliquez sur Falthel, puis sur Elinmar, et choisissez 3/4.",
        ),
        done: Text::fixed(
            "Your turn is over. Cyan has reinforced Valendor and captured a small land.",
            "Votre tour est fini. Cyan a renforcé Valendor et capturé une petite terre.",
        ),
        wanted: &[Wanted::only("16-24+3")],
        replies: &["!none", "reinforce-23", "23=25", "skip", "!none"],
    },
    Task {
        text: Text::fixed(
            "Your turn again: two lands, six soldiers. Place them where you will attack from, in Elinmar.",
            "C'est de nouveau à vous : deux terres, six soldats. Placez-les là d'où vous attaquerez, à Elinmar.",
        ),
        hint: Text::fixed("Click Elinmar.", "Cliquez sur Elinmar."),
        done: Text::fixed("59 soldiers.", "59 soldats."),
        wanted: &[Wanted::only("reinforce-24")],
        replies: &[],
    },
    Task {
        text: Text::fixed(
            "Attacks are planned first. Your 59 soldiers face the defence: 24 in Valendor and 2 in the land beside it that helps. The difference is the damage. Plan an attack from Elinmar on Valendor.",
            "Les attaques se planifient d'abord. Vos 59 soldats affrontent la défense : 24 à Valendor et 2 dans la terre voisine qui l'aide. La différence fait les dégâts. Planifiez une attaque d'Elinmar sur Valendor.",
        ),
        hint: Text::fixed(
            "Click Elinmar, then Valendor.",
            "Cliquez sur Elinmar, puis sur Valendor.",
        ),
        done: Text::fixed(
            "You could plan more, but attacks share their power: two have half of it each.",
            "Vous pourriez en planifier d'autres, mais elles se partagent la puissance : à deux, chacune en a la moitié.",
        ),
        wanted: &[Wanted::only("24x23")],
        replies: &[],
    },
    Task {
        text: Text::fixed(
            "Nothing has happened yet. Launch what you have planned: luck changes the damage by a fifth at most.",
            "Rien n'a encore eu lieu. Lancez ce que vous avez planifié : la chance change les dégâts d'un cinquième au plus.",
        ),
        hint: Text::fixed(
            "The button that launches is beside the map.",
            "Le bouton qui lance est à côté de la carte.",
        ),
        done: Text::fixed(
            "33 damage against 24 soldiers: Valendor falls, and with its capital Cyan loses everything.",
            "33 de dégâts contre 24 soldats : Valendor tombe, et avec sa capitale Cyan perd tout.",
        ),
        wanted: &[Wanted::only("launch")],
        replies: &["!1.000"],
    },
];
