//! What happened, in a sentence for people and in facts for programs; a drawn card only to who drew it.

use vauban_game::{Event, Fact, Game, Happening, Narrate, Seat, Text, Turn, Viewer};

use super::{
    Action, Chance, Risk, View,
    board::Country,
    cards::listed,
    odds,
    state::{Owner, Phase, Rolled, State},
};

impl Narrate for Risk {
    fn narrate(
        &self,
        before: &View,
        happening: Option<Happening<Risk>>,
        after: &View,
        _viewer: Viewer,
    ) -> Vec<Event> {
        let (before, after) = (before.open(), after.open());
        let mut events = match happening {
            Some(Happening::Action(seat, action)) => vec![self.told(before, seat, action)],
            Some(Happening::Chance(chance)) => self.befallen(before, chance, after),
            None => Vec::new(),
        };
        if before.phase() != after.phase() {
            events.extend(self.turned(before, after));
        }
        events
    }

    fn seat_name(&self, seat: Seat) -> Text {
        seat_name(seat)
    }
}

impl Risk {
    fn told(&self, before: &State, seat: Seat, action: Action) -> Event {
        let name = seat_name(seat);
        let event = match action {
            Action::Deal => Event::new(
                "deal",
                Text::new(
                    format!("{} has the countries dealt.", name.en),
                    format!("{} fait distribuer les pays.", name.fr),
                ),
            ),
            Action::Place { at, armies } => {
                let (title, count) = (at.title(), armies_of(armies));
                let text = Text::new(
                    format!("{} places {} in {}.", name.en, count.en, title.en),
                    format!("{} place {} : {}.", name.fr, count.fr, title.fr),
                );
                Event::new("place", text)
                    .with("at", at.spot())
                    .with("armies", armies)
                    .at([at.spot()])
            }
            Action::Attack { from } => {
                let title = from.title();
                let text = Text::new(
                    format!("{} will attack from {}.", name.en, title.en),
                    format!("{} attaque depuis : {}.", name.fr, title.fr),
                );
                Event::new("attacker", text)
                    .with("from", from.spot())
                    .at([from.spot()])
            }
            Action::Target { to } => {
                let title = to.title();
                let text = Text::new(
                    format!("{} attacks {}.", name.en, title.en),
                    format!("{} attaque : {}.", name.fr, title.fr),
                );
                let from = before.battle().attacker();
                Event::new("target", text)
                    .with("to", to.spot())
                    .at(from.into_iter().chain([to]).map(Country::spot))
            }
            Action::Dice { dice } => {
                let (die, dé) = plural(dice);
                let text = Text::new(
                    format!("{} attacks with {dice} {die}.", name.en),
                    format!("{} attaque avec {dice} {dé}.", name.fr),
                );
                Event::new("dice", text).with("dice", dice)
            }
            Action::Guard { dice } => {
                let (die, dé) = plural(dice);
                let text = Text::new(
                    format!("{} defends with {dice} {die}.", name.en),
                    format!("{} défend avec {dice} {dé}.", name.fr),
                );
                Event::new("defence", text).with("dice", dice)
            }
            Action::MoveIn { armies } => {
                let count = armies_of(armies);
                let text = Text::new(
                    format!("{} moves in with {}.", name.en, count.en),
                    format!("{} y entre avec {}.", name.fr, count.fr),
                );
                let to = before.battle().target();
                Event::new("enter", text)
                    .with("armies", armies)
                    .at(to.map(Country::spot))
            }
            Action::Card => Event::new(
                "card",
                Text::new(
                    format!("{} draws a card.", name.en),
                    format!("{} pioche une carte.", name.fr),
                ),
            ),
            Action::Discard { kind } => {
                let one = kind.one();
                let text = Text::new(
                    format!("{} puts away {}.", name.en, one.en),
                    format!("{} défausse {}.", name.fr, one.fr),
                );
                Event::new("discard", text).with("card", kind.word())
            }
            Action::Exchange { cards } => {
                let (set, armies) = (listed(cards), cards.set().map_or(0, |kind| kind.worth()));
                let text = Text::new(
                    format!("{} exchanges {} for {armies} armies.", name.en, set.en),
                    format!("{} échange {} contre {armies} armées.", name.fr, set.fr),
                );
                Event::new("exchange", text)
                    .with("cards", cards.letters())
                    .with("armies", armies)
            }
            Action::Pass => Event::new(
                "pass",
                Text::new(
                    format!("{} goes on.", name.en),
                    format!("{} passe.", name.fr),
                ),
            ),
            Action::Move { from, to, armies } => {
                let (one, two, count) = (from.title(), to.title(), armies_of(armies));
                let text = Text::new(
                    format!(
                        "{} moves {} from {} to {}.",
                        name.en, count.en, one.en, two.en
                    ),
                    format!(
                        "{} déplace {} : {} → {}.",
                        name.fr, count.fr, one.fr, two.fr
                    ),
                );
                Event::new("move", text)
                    .with("from", from.spot())
                    .with("to", to.spot())
                    .with("armies", armies)
                    .at([from.spot(), to.spot()])
            }
            Action::End => Event::new(
                "end",
                Text::new(
                    format!("{} ends its turn.", name.en),
                    format!("{} finit son tour.", name.fr),
                ),
            ),
        };
        event.with("seat", seat)
    }

    fn befallen(&self, before: &State, chance: Chance, after: &State) -> Vec<Event> {
        match chance {
            Chance::Land(owner) => {
                let dealt: usize = before.lands.iter().map(|lands| lands.len()).sum();
                let country = Country(dealt as u8);
                let (title, name) = (country.title(), owner_name(owner));
                let text = Text::new(
                    format!("{} goes to {}.", title.en, name.en),
                    format!("{} pour {}.", title.fr, name.fr),
                );
                let event = Event::new("land", text)
                    .with("country", country.spot())
                    .at([country.spot()]);
                vec![match owner.seat() {
                    Some(seat) => event.with("seat", seat),
                    None => event.with("neutral", true),
                }]
            }
            Chance::Card(kind) => {
                let drawer = before.mover();
                let one = kind.one();
                let text = Text::new(
                    format!("You drew {}.", one.en),
                    format!("Vous avez pioché {}.", one.fr),
                );
                vec![
                    Event::new("drawn", text)
                        .with("card", kind.word())
                        .with("seat", drawer),
                ]
            }
            Chance::Roll(rolled) => self.rolled(before, rolled, after),
        }
    }

    fn rolled(&self, before: &State, rolled: Rolled, after: &State) -> Vec<Event> {
        let (Some(from), Some(to)) = (before.battle().attacker(), before.battle().target()) else {
            return Vec::new();
        };
        let lost = odds::losses(rolled);
        let list = |dice: &[u8]| {
            let rolled = dice.iter().filter(|&&face| face > 0);
            rolled.map(u8::to_string).collect::<Vec<_>>().join(",")
        };
        let (attack, guard) = (list(&rolled.attack), list(&rolled.guard));
        let cost = match (lost.attacker, lost.defender) {
            (0, lost) => Text::new(format!("defender −{lost}"), format!("défenseur −{lost}")),
            (lost, 0) => Text::new(format!("attacker −{lost}"), format!("attaquant −{lost}")),
            _ => Text::fixed("each −1", "chacun −1"),
        };
        let text = Text::new(
            format!("{attack} against {guard}: {}.", cost.en),
            format!("{attack} contre {guard} : {}.", cost.fr),
        );
        let faces = |dice: &[u8]| -> Fact {
            let rolled = dice.iter().filter(|&&face| face > 0);
            rolled.copied().collect()
        };
        let mut events = vec![
            Event::new("roll", text)
                .with("attack", faces(&rolled.attack))
                .with("defence", faces(&rolled.guard))
                .with("attacker-lost", lost.attacker)
                .with("defender-lost", lost.defender)
                .at([from.spot(), to.spot()]),
        ];
        let loser = before.owner(to);
        if loser == after.owner(to) {
            return events;
        }
        let (name, title) = (seat_name(before.mover()), to.title());
        let text = Text::new(
            format!("{} takes {}.", name.en, title.en),
            format!("{} prend : {}.", name.fr, title.fr),
        );
        events.push(
            Event::new("conquest", text)
                .with("seat", before.mover())
                .with("country", to.spot())
                .at([to.spot()]),
        );
        let fallen = loser.and_then(Owner::seat);
        if let Some(seat) = fallen.filter(|&seat| after.lands(seat).is_empty()) {
            let name = seat_name(seat);
            let text = Text::new(
                format!("{} has no country left and is out.", name.en),
                format!("{} n'a plus de pays et sort du jeu.", name.fr),
            );
            events.push(Event::new("out", text).with("seat", seat));
        }
        events
    }

    /// What follows for the match: a new turn, or its end.
    fn turned(&self, before: &State, after: &State) -> Option<Event> {
        if let Turn::Over(outcome) = self.turn(after) {
            let how = &outcome.ending.text;
            let event = match outcome.winner() {
                Some(winner) => {
                    let name = seat_name(winner);
                    let text = Text::new(
                        format!("{} wins {}.", name.en, how.en),
                        format!("{} gagne {}.", name.fr, how.fr),
                    );
                    Event::new("victory", text).with("winner", winner)
                }
                None => Event::new(
                    "draw",
                    Text::new(format!("A draw {}.", how.en), format!("Nulle {}.", how.fr)),
                ),
            };
            return Some(event.with("reason", outcome.ending.code));
        }
        let won = matches!(before.phase(), Phase::Move | Phase::Place)
            && after.phase() != Phase::Move
            && self.is_classic();
        (won && after.left() > 0 && after.phase() != Phase::Place).then(|| {
            let (name, armies) = (seat_name(after.mover()), after.left());
            let text = Text::new(
                format!("{} receives {armies} armies.", name.en),
                format!("{} reçoit {armies} armées.", name.fr),
            );
            Event::new("reinforcements", text)
                .with("seat", after.mover())
                .with("armies", armies)
        })
    }
}

fn plural(dice: u8) -> (&'static str, &'static str) {
    if dice == 1 {
        ("die", "dé")
    } else {
        ("dice", "dés")
    }
}

/// `1 army`, `3 armies`.
pub(super) fn armies_of(number: impl Into<u32>) -> Text {
    let number = number.into();
    let (en, fr) = match number {
        0 => ("armies", "armée"),
        1 => ("army", "armée"),
        _ => ("armies", "armées"),
    };
    Text::new(format!("{number} {en}"), format!("{number} {fr}"))
}

pub(super) fn seat_name(seat: Seat) -> Text {
    match seat.0 {
        0 => Text::fixed("Blue", "Bleu"),
        1 => Text::fixed("Red", "Rouge"),
        2 => Text::fixed("Yellow", "Jaune"),
        3 => Text::fixed("Mauve", "Mauve"),
        4 => Text::fixed("Green", "Vert"),
        _ => Text::fixed("Pink", "Fuchsia"),
    }
}

pub(super) fn owner_name(owner: Owner) -> Text {
    match owner.seat() {
        Some(seat) => seat_name(seat),
        None => Text::fixed("the neutral owner", "le neutre"),
    }
}

/// What is to be done at a step.
pub(super) fn phase_name(phase: Phase) -> Text {
    match phase {
        Phase::Deal => Text::fixed(
            "the countries are to be dealt",
            "il faut distribuer les pays",
        ),
        Phase::Dealing => Text::fixed("the countries are being dealt", "on distribue les pays"),
        Phase::Place => Text::fixed(
            "first armies are to be placed",
            "il faut placer les premières armées",
        ),
        Phase::Exchange => Text::fixed("cards may be exchanged", "on peut échanger des cartes"),
        Phase::Reinforce => Text::fixed(
            "armies that were won are to be placed",
            "il faut placer les armées gagnées",
        ),
        Phase::Attacker => Text::fixed(
            "an attacker is to be chosen",
            "il faut choisir un attaquant",
        ),
        Phase::Target => Text::fixed("a target is to be chosen", "il faut choisir une cible"),
        Phase::Dice => Text::fixed(
            "the attack dice are to be chosen",
            "il faut choisir les dés d'attaque",
        ),
        Phase::Guard => Text::fixed(
            "the defence dice are to be chosen",
            "il faut choisir les dés de défense",
        ),
        Phase::Roll => Text::fixed("the dice roll", "les dés roulent"),
        Phase::MoveIn => Text::fixed(
            "armies enter the conquered country",
            "des armées entrent dans le pays conquis",
        ),
        Phase::Discard => Text::fixed("a card is to be put away", "il faut défausser une carte"),
        Phase::Card => Text::fixed("a card is to be drawn", "il faut piocher une carte"),
        Phase::Drawing => Text::fixed("a card is turned over", "on retourne une carte"),
        Phase::Move => Text::fixed("armies may be moved", "on peut déplacer des armées"),
        Phase::Over(_) => Text::fixed("the match is over", "la partie est finie"),
    }
}

/// With a capital letter.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}
