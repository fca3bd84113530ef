//! What happened, in a sentence for people and in facts for programs; a drawn card only to who drew it.

use vauban_game::{
    Event, Fact, Game, Happening, Narrate, Seat, Text, Turn, TurnEvents, Viewer, scene::Spot, text,
};

use super::{
    Action, Chance, Risk, View,
    board::Country,
    cards::Kind,
    odds,
    state::{Owner, Phase, Rolled, State},
    words::{armies as armies_of, dice as dice_of, owner_name, seat_name},
};

impl Narrate for Risk {
    fn narrate(
        &self,
        before: &View,
        happening: Option<Happening<Risk>>,
        after: &View,
        _viewer: Viewer,
    ) -> Vec<Event> {
        let held = |seat| before.held(seat);
        let (before, after) = (before.open(), after.open());
        let mut events = match happening {
            Some(Happening::Action(seat, action)) => vec![self.told(before, seat, action)],
            Some(Happening::Chance(chance)) => self.befallen(before, chance, after, &held),
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

    fn mover(&self, view: &View) -> Option<Seat> {
        let state = view.open();
        let is_dealt = !matches!(state.phase(), Phase::Deal | Phase::Dealing);
        is_dealt.then(|| state.mover())
    }

    fn predicates(&self, turn: &TurnEvents<'_>) -> Vec<Text> {
        let the = |spot: &str| {
            let country = Country::of_spot(&Spot::from(spot));
            country.map_or_else(|| Text::same(spot), |country| country.the().clone())
        };
        let (placed, moved) = (turn.amount("place"), turn.amount("move"));
        let (put, gone) = (armies_of(placed), armies_of(moved));
        let placed = (placed > 0).then(|| text!("placed {put}", "a placé {put}", put));
        let moved = (moved > 0).then(|| text!("moved {gone}", "a déplacé {gone}", gone));
        let card = Text::fixed("drew a card", "a pioché une carte");
        let card = (turn.times("card") > 0).then_some(card);
        let taken = placed.into_iter().chain(turn.conquests(the));
        let fought = taken.chain(turn.losses(armies_of));
        fought.chain(card).chain(moved).collect()
    }
}

/// Whom it concerns that something happens to `country`: nobody if it is neutral.
fn against(before: &State, country: Country) -> Option<(&'static str, Fact)> {
    let seat = before.owner(country).and_then(Owner::seat)?;
    Some(("against", seat.into()))
}

impl Risk {
    fn told(&self, before: &State, seat: Seat, action: Action) -> Event {
        let name = seat_name(seat);
        let event = match action {
            Action::Deal => Event::new(
                "deal",
                text!(
                    "{name} has the countries dealt.",
                    "{name} fait distribuer les pays.",
                    name
                ),
            ),
            Action::Place { at, armies } => {
                let text = text!(
                    "{name} places {count} {inside}.",
                    "{name} place {count} {inside}.",
                    name,
                    count = armies_of(armies),
                    inside = at.the().in_it()
                );
                Event::new("place", text)
                    .with("at", at.spot())
                    .with("amount", armies)
                    .with("there", before.armies(at) + armies)
                    .at([at.spot()])
            }
            Action::Attack { from } => {
                let text = text!(
                    "{name} prepares an attack from {country}.",
                    "{name} prépare une attaque depuis {country}.",
                    name,
                    country = from.the()
                );
                Event::new("attacker", text)
                    .with("from", from.spot())
                    .at([from.spot()])
            }
            Action::Target { to } => {
                let text = text!(
                    "{name} attacks {country}.",
                    "{name} attaque {country}.",
                    name,
                    country = to.the()
                );
                let from = before.battle().attacker();
                let mut event = Event::new("target", text);
                event
                    .facts
                    .extend(from.map(|from| ("from", from.spot().into())));
                event.facts.extend(against(before, to));
                event
                    .with("to", to.spot())
                    .at(from.into_iter().chain([to]).map(Country::spot))
            }
            Action::Dice { dice } => {
                let text = text!(
                    "{name} attacks with {count}.",
                    "{name} attaque avec {count}.",
                    name,
                    count = dice_of(dice)
                );
                Event::new("dice", text).with("amount", dice)
            }
            Action::Guard { dice } => {
                let text = text!(
                    "{name} defends with {count}.",
                    "{name} défend avec {count}.",
                    name,
                    count = dice_of(dice)
                );
                Event::new("defence", text).with("amount", dice)
            }
            Action::MoveIn { armies } => {
                let text = text!(
                    "{name} moves in with {count}.",
                    "{name} y entre avec {count}.",
                    name,
                    count = armies_of(armies)
                );
                let to = before.battle().target();
                let mut event = Event::new("enter", text).with("amount", armies);
                event.facts.extend(to.map(|to| ("to", to.spot().into())));
                event.at(to.map(Country::spot))
            }
            Action::Card => Event::new(
                "card",
                text!("{name} draws a card.", "{name} pioche une carte.", name),
            ),
            Action::Discard { kind } => {
                let text = text!(
                    "{name} discards {card}.",
                    "{name} défausse {card}.",
                    name,
                    card = kind.one()
                );
                Event::new("discard", text).with("card", kind.word())
            }
            Action::Exchange { cards } => {
                let armies = cards.set().map_or(0, |kind| kind.worth());
                let text = text!(
                    "{name} exchanges {set} for {count}.",
                    "{name} échange {set} contre {count}.",
                    name,
                    set = cards.words(),
                    count = armies_of(armies)
                );
                Event::new("exchange", text)
                    .with("cards", cards.kinds().map(Kind::word).collect::<Fact>())
                    .with("amount", armies)
            }
            Action::Pass => Event::new("pass", text!("{name} passes.", "{name} passe.", name)),
            Action::Move { from, to, armies } => {
                let text = text!(
                    "{name} moves {count} from {one} to {two}.",
                    "{name} déplace {count} depuis {one} vers {two}.",
                    name,
                    count = armies_of(armies),
                    one = from.the(),
                    two = to.the()
                );
                Event::new("move", text)
                    .with("from", from.spot())
                    .with("to", to.spot())
                    .with("amount", armies)
                    .at([from.spot(), to.spot()])
            }
            Action::End => Event::new(
                "end",
                text!("{name} ends the turn.", "{name} termine son tour.", name),
            ),
        };
        event.with("seat", seat)
    }

    /// `held`: how many cards each seat had.
    fn befallen(
        &self,
        before: &State,
        chance: Chance,
        after: &State,
        held: &dyn Fn(Seat) -> u8,
    ) -> Vec<Event> {
        match chance {
            Chance::Land(owner) => {
                let dealt: usize = before.lands.iter().map(|lands| lands.len()).sum();
                let country = Country(dealt as u8);
                let text = text!(
                    "{country} {go} {to}.",
                    "{country} {go} {to}.",
                    go = country.verb(["goes", "go"], ["revient", "reviennent"]),
                    country = country.the().capital(),
                    to = owner_name(owner).to_it()
                );
                let event = Event::new("land", text)
                    .with("taken", [country.spot()])
                    .at([country.spot()]);
                vec![match owner.seat() {
                    Some(seat) => event.with("seat", seat),
                    None => event,
                }]
            }
            Chance::Card(kind) => {
                let drawer = before.mover();
                let text = text!(
                    "You drew {card}.",
                    "Vous avez pioché {card}.",
                    card = kind.one()
                );
                vec![
                    Event::new("drawn", text)
                        .with("card", kind.word())
                        .with("seat", drawer),
                ]
            }
            Chance::Roll(rolled) => self.rolled(before, rolled, after, held),
        }
    }

    fn rolled(
        &self,
        before: &State,
        rolled: Rolled,
        after: &State,
        held: &dyn Fn(Seat) -> u8,
    ) -> Vec<Event> {
        let (Some(from), Some(to)) = (before.battle().attacker(), before.battle().target()) else {
            return Vec::new();
        };
        let lost = odds::losses(rolled);
        let cost = match (lost.attacker, lost.defender) {
            (0, lost) => text!("defender −{lost}", "défenseur −{lost}"),
            (lost, 0) => text!("attacker −{lost}", "attaquant −{lost}"),
            _ => Text::fixed("each −1", "chacun −1"),
        };
        let text = text!(
            "{attack} against {guard}: {cost}.",
            "{attack} contre {guard} : {cost}.",
            attack = Rolled::text(&rolled.attack),
            guard = Rolled::text(&rolled.guard),
            cost
        );
        let [attack, guard] = [&rolled.attack[..], &rolled.guard[..]]
            .map(|dice| Rolled::faces(dice).collect::<Vec<_>>());
        let loser = before.owner(to);
        let sides = [
            (Some(before.mover()), lost.attacker),
            (loser.and_then(Owner::seat), lost.defender),
        ];
        let lost = sides.into_iter().filter(|(_, lost)| *lost > 0);
        let mut event = Event::new("roll", text).with("seat", before.mover());
        event.facts.extend(against(before, to));
        let mut events = vec![
            event
                .with("from", from.spot())
                .with("to", to.spot())
                .with(
                    "dice",
                    Fact::pairs(&attack, &guard, |attack, guard| attack > guard),
                )
                .with(
                    "lost",
                    lost.map(|(seat, lost)| Fact::loss(seat, lost))
                        .collect::<Fact>(),
                )
                .at([from.spot(), to.spot()]),
        ];
        if loser == after.owner(to) {
            return events;
        }
        let text = text!(
            "{name} takes {country}.",
            "{name} prend {country}.",
            name = seat_name(before.mover()),
            country = to.the()
        );
        let mut event = Event::new("conquest", text).with("seat", before.mover());
        event.facts.extend(against(before, to));
        events.push(event.with("taken", [to.spot()]).at([to.spot()]));
        let fallen = loser.and_then(Owner::seat);
        if let Some(seat) = fallen.filter(|&seat| after.lands(seat).is_empty()) {
            // §9.9 How many cards pass on is open, which ones is not.
            let cards = held(seat);
            let passed = Text::count(cards, ["card", "cards"], ["carte", "cartes"]);
            let text = text!(
                "{name} has no countries left and is out; {conqueror} gets {passed}.",
                "{name} n'a plus de pays et quitte le jeu ; {conqueror} reçoit {passed}.",
                name = seat_name(seat),
                conqueror = seat_name(before.mover()),
                passed
            );
            let event = Event::new("out", text).with("seat", seat);
            events.push(event.with("against", before.mover()).with("amount", cards));
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
                    let text = text!("{name} wins {how}.", "{name} gagne {how}.", name, how);
                    Event::new("victory", text).with("winner", winner)
                }
                None => Event::new("draw", text!("A draw {how}.", "Nulle {how}.", how)),
            };
            return Some(event.with("reason", outcome.ending.code));
        }
        let won = matches!(before.phase(), Phase::Move | Phase::Place)
            && after.phase() != Phase::Move
            && self.variant.reinforcements;
        (won && after.left() > 0 && after.phase() != Phase::Place).then(|| {
            let text = text!(
                "{name} receives {count}.",
                "{name} reçoit {count}.",
                name = seat_name(after.mover()),
                count = armies_of(after.left())
            );
            Event::new("reinforcements", text)
                .with("seat", after.mover())
                .with("amount", after.left())
        })
    }
}
