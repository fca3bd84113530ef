//! A lesson on the three phases of a turn by the classic rules: place, attack, move.

use vauban_game::{Diagram, Lesson, Lessons, Seat, Task, Text, Wanted};

use super::Risk;

impl Lessons for Risk {
    const LESSON: Option<&'static Lesson<Risk>> = Some(&Lesson {
        title: Text::fixed("A turn in three phases", "Un tour en trois phases"),
        settings: &[("rules", "classic")],
        seats: Some(2),
        position: POSITION,
        seat: Seat(0),
        tasks: TASKS,
        farewell: Text::fixed(
            "Place, attack, move: that is a turn. From now on South America brings you 2 more armies each turn. Play a whole match.",
            "Placer, attaquer, déplacer : voilà un tour. Désormais l'Amérique du Sud vous rapporte 2 armées de plus à chaque tour. Jouez une vraie partie.",
        ),
    });
    const DIAGRAMS: &'static [Diagram] = &[Diagram {
        name: "attack",
        settings: &[("rules", "classic")],
        seats: Some(2),
        position: "1.1.attacker.0.0._b1b2b1b1b3b1n2n2n2n2n2n2b2n2n2n2n2n2a1a1n2n2n2a1a1n2a1a1a7a2b2n2n2n2n2n2n2n2b1b1b1b1_0-0-0.0-0-0.0-0-0.0-0-0.0-0-0.0-0-0_14-14-14.0-0-0_-.-.0.0.00000",
        actions: &["402", "x404"],
    }];
}

const POSITION: &str = "1.1.reinforce.3.0._b1b2b1b1b3b1n2n2n2n2n2n2b2n2n2n2n2n2a1a1n2n2n2a1a1n2a1a1a4a2b2n2n2n2n2n2n2n2b1b1b1b1_0-0-0.0-0-0.0-0-0.0-0-0.0-0-0.0-0-0_14-14-14.0-0-0_-.-.0.0.00000";

const TASKS: &[Task<Risk>] = &[
    Task {
        text: Text::fixed(
            "You are Blue. Hold the whole world and you win. A turn has three phases: place, attack, move. First you place new armies, at least 3 a turn. Place all 3 in Brazil.",
            "Vous êtes Bleu. Tenez le monde entier et vous gagnez. Un tour a trois phases : placer, attaquer, déplacer. D'abord, vous placez de nouvelles armées, au moins 3 par tour. Placez les 3 au Brésil.",
        ),
        hint: Text::fixed(
            "Click Brazil, choose 3 and confirm.",
            "Cliquez sur le Brésil, choisissez 3 et confirmez.",
        ),
        done: Text::fixed(
            "More countries bring more armies: one for every three.",
            "Plus de pays, plus d'armées : une pour trois pays.",
        ),
        wanted: &[Wanted::only("402+3")],
        replies: &[],
    },
    Task {
        text: Text::fixed(
            "Now attack. Venezuela is the only country of South America that is not yours. Attack it from Brazil.",
            "Maintenant, attaquez. Le Venezuela est le seul pays d'Amérique du Sud qui n'est pas à vous. Attaquez-le depuis le Brésil.",
        ),
        hint: Text::fixed(
            "Click Brazil, then Venezuela.",
            "Cliquez sur le Brésil, puis sur le Venezuela.",
        ),
        done: Text::fixed(
            "You attack a neighbour, from a country with two armies or more.",
            "On attaque un voisin, depuis un pays d'au moins deux armées.",
        ),
        wanted: &[Wanted::only("402"), Wanted::only("x404")],
        replies: &[],
    },
    Task {
        text: Text::fixed(
            "You roll up to three dice, the defender up to two. The highest dice are compared, then the second highest; the lower die loses an army, and the defender wins ties. Roll three dice.",
            "Vous lancez jusqu'à trois dés, le défenseur jusqu'à deux. On compare les dés les plus hauts, puis les deuxièmes ; le dé le plus bas perd une armée, et le défenseur gagne en cas d'égalité. Lancez trois dés.",
        ),
        hint: Text::fixed(
            "Choose 3 dice: more dice, better chances.",
            "Choisissez 3 dés : plus de dés, plus de chances.",
        ),
        done: Text::fixed(
            "6 beats 4 and 5 beats 2: Venezuela has no army left.",
            "6 bat 4 et 5 bat 2 : le Venezuela n'a plus d'armée.",
        ),
        wanted: &[Wanted::only("d3")],
        replies: &["v2", "!6,5,3/4,2"],
    },
    Task {
        text: Text::fixed(
            "Venezuela is yours. At least as many armies move in as you rolled dice, and at least one stays in Brazil. Move in with as many as you like.",
            "Le Venezuela est à vous. Il y entre au moins autant d'armées que de dés lancés, et il en reste au moins une au Brésil. Entrez avec autant d'armées que vous voulez.",
        ),
        hint: Text::fixed(
            "Choose a number from 3 to 6 and confirm.",
            "Choisissez un nombre de 3 à 6 et confirmez.",
        ),
        done: Text::fixed(
            "All of South America is yours: 2 more armies every turn.",
            "Toute l'Amérique du Sud est à vous : 2 armées de plus par tour.",
        ),
        wanted: &[Wanted::kind("in+6")],
        replies: &[],
    },
    Task {
        text: Text::fixed(
            "You could attack again, but stop here. Go on to the next phase. If you have taken a country, you draw a card; three equal cards can be exchanged for armies.",
            "Vous pourriez attaquer encore, mais arrêtez-vous là. Passez à la suite. Si vous avez pris un pays, vous piochez une carte ; trois cartes identiques s'échangent contre des armées.",
        ),
        hint: Text::fixed(
            "Go on with the button beside the map, then draw the card.",
            "Passez avec le bouton à côté de la carte, puis piochez.",
        ),
        done: Text::fixed(
            "Only you see which card it is.",
            "Vous seul voyez quelle carte c'est.",
        ),
        wanted: &[Wanted::only("pass"), Wanted::only("card")],
        replies: &["!tank"],
    },
    Task {
        text: Text::fixed(
            "Last, you may move armies once, along your own countries. Brazil faces the red armies of North Africa: send it some from Venezuela.",
            "Enfin, vous pouvez déplacer des armées une fois, en passant par vos propres pays. Le Brésil fait face aux armées rouges d'Afrique du Nord : envoyez-lui-en du Venezuela.",
        ),
        hint: Text::fixed(
            "Click Venezuela, then Brazil, choose a number and confirm.",
            "Cliquez sur le Venezuela, puis sur le Brésil, choisissez un nombre et confirmez.",
        ),
        done: Text::fixed(
            "Armies belong at the borders that are in danger.",
            "Les armées vont aux frontières menacées.",
        ),
        wanted: &[Wanted::any_of(
            "404-402+2",
            &["404-402+1", "404-402+3", "404-402+4", "404-402+5"],
        )],
        replies: &[],
    },
    Task {
        text: Text::fixed(
            "Done. End your turn; then it is Red's turn.",
            "C'est tout. Finissez votre tour ; c'est alors à Rouge.",
        ),
        hint: Text::fixed(
            "The button that ends the turn is beside the map.",
            "Le bouton qui finit le tour est à côté de la carte.",
        ),
        done: Text::fixed("That was a whole turn.", "C'était un tour entier."),
        wanted: &[Wanted::only("end")],
        replies: &[],
    },
];
