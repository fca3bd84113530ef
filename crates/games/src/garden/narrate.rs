//! What happened, in a sentence for people and in facts for programs.

use vauban_game::{Event, Fact, Happening, Narrate, Seat, Text, TurnEvents, Viewer, text};

use super::{
    Garden,
    cell::Cell,
    map::Resource,
    play::CANDY_RECRUITS,
    state::{Action, Chance, Phase, SEATS, State, Visit},
    words::{amount, creatures, seat_name},
};

impl Narrate for Garden {
    fn narrate(
        &self,
        before: &State,
        happening: Option<Happening<Garden>>,
        after: &State,
        _viewer: Viewer,
    ) -> Vec<Event> {
        let mut events = match happening {
            Some(Happening::Action(seat, action)) => {
                let mut events = self.told_action(before, seat, action, after);
                if let Some(event) = events.first_mut() {
                    event.facts.extend(paid(before, after, seat));
                }
                events
            }
            Some(Happening::Chance(chance)) => self.told_chance(before, chance, after),
            None => Vec::new(),
        };
        events.extend(self.new_turn(before, after));
        events.extend(ending(after));
        events
    }

    fn seat_name(&self, seat: Seat) -> Text {
        seat_name(seat)
    }

    fn mover(&self, view: &State) -> Option<Seat> {
        let is_nobodys = matches!(
            view.phase(),
            Phase::Lot | Phase::Humans | Phase::Trampling(_)
        );
        (!is_nobodys).then(|| view.mover())
    }

    fn predicates(&self, turn: &TurnEvents<'_>) -> Vec<Text> {
        let mut predicates: Vec<Text> = turn
            .conquests(|cell| Text::same(cell))
            .into_iter()
            .collect();
        predicates.extend(turn.losses(creatures));
        let powers: i64 = POWERS.iter().map(|kind| turn.times(kind)).sum();
        if powers > 0 {
            let powers = Text::count(powers, ["power", "powers"], ["pouvoir", "pouvoirs"]);
            predicates.push(text!("used {powers}", "a utilisé {powers}", powers));
        }
        let placed = turn.times("place");
        if placed > 0 {
            let placed = creatures(placed);
            predicates.push(text!("placed {placed}", "a placé {placed}", placed));
        }
        predicates
    }
}

/// The kinds of events that tell of a power.
const POWERS: [&str; 9] = [
    "jet", "candy", "barbecue", "pool", "pillage", "poison", "weapons", "rocks", "shelter",
];

impl Garden {
    fn told_action(&self, before: &State, seat: Seat, action: Action, after: &State) -> Vec<Event> {
        let name = seat_name(seat);
        let event = |text: Text| Event::new(action.word(), text).with("seat", seat);
        let aimed = |text: Text, at: Cell| blow(event(text), before, after, at);
        match action {
            Action::Choose(clan) => {
                let text = text!(
                    "{name} leads {the}.",
                    "{name} mène {the}.",
                    name,
                    the = clan.the()
                );
                vec![event(text).with("chosen", clan.word())]
            }
            Action::Move { from, to } | Action::Jet { from, to } => {
                vec![told_advance(before, seat, action, from, to)]
            }
            Action::Candy => vec![event(text!(
                "{name} opens the candy jar: {CANDY_RECRUITS} more creatures will come.",
                "{name} ouvre le bocal de sucreries : {CANDY_RECRUITS} créatures de plus viendront.",
                name
            ))],
            Action::Grill { at } => aimed(
                text!(
                    "{name} throws embers from the barbecue on {at}.",
                    "{name} jette des braises du barbecue sur {at}.",
                    name
                ),
                at,
            ),
            Action::Drown { at } => aimed(
                text!(
                    "{name} floods {at} from the pool.",
                    "{name} inonde {at} depuis la piscine.",
                    name
                ),
                at,
            ),
            Action::Pillage { at } => {
                let loot = Resource::ALL.into_iter().find_map(|resource| {
                    let gained = after.resource(seat, resource) - before.resource(seat, resource);
                    (gained > 0).then(|| amount(gained, resource))
                });
                let text = text!(
                    "{name} pillages {at} and {loot}.",
                    "{name} pille {at} et {loot}.",
                    name,
                    loot = match loot {
                        Some(loot) => text!("carries off {loot}", "emporte {loot}", loot),
                        None => Text::fixed("carries off nothing", "n'emporte rien"),
                    }
                );
                aimed(text, at)
            }
            Action::Poison { at } => aimed(
                text!("{name} poisons {at}.", "{name} empoisonne {at}.", name),
                at,
            ),
            Action::Arm { at } => {
                let text = text!(
                    "{name} arms the creatures on {at}.",
                    "{name} arme les créatures de {at}.",
                    name
                );
                vec![event(text).with("at", at.spot()).at([at.spot()])]
            }
            Action::Stone { at } => aimed(
                text!(
                    "{name} rolls rocks onto {at}.",
                    "{name} fait rouler des rochers sur {at}.",
                    name
                ),
                at,
            ),
            Action::Shelter { from, to } => {
                let text = text!(
                    "{name} builds a shelter on {to} from {from}.",
                    "{name} bâtit un abri en {to} depuis {from}.",
                    name
                );
                blow(event(text).with("from", from.spot()), before, after, to)
            }
            Action::End => {
                let (recruits, stock) = (self.recruits(before, seat), before.stock(seat));
                let more = match stock {
                    0 => Text::default(),
                    _ => text!(
                        " and join the {stock} in stock",
                        " et rejoignent la réserve ({stock})"
                    ),
                };
                let text = text!(
                    "{name} ends the conquest; {recruits} creatures arrive{more}.",
                    "{name} finit la conquête ; {recruits} créatures arrivent{more}.",
                    name,
                    more
                );
                vec![event(text).with("amount", recruits)]
            }
            Action::Place { at } => {
                let text = text!(
                    "{name} places a creature on {at}.",
                    "{name} place une créature en {at}.",
                    name
                );
                let there = before.creatures(at) + 1;
                let event = event(text).with("at", at.spot());
                vec![event.with("amount", 1).with("there", there).at([at.spot()])]
            }
        }
    }

    fn told_chance(&self, before: &State, chance: Chance, after: &State) -> Vec<Event> {
        match (before.phase(), chance) {
            (_, Chance::First(seat)) => {
                let text = text!(
                    "{name} wins the draw and begins.",
                    "Le sort désigne {name}, qui commence.",
                    name = seat_name(seat)
                );
                vec![Event::new("first", text).with("seat", seat)]
            }
            (Phase::Attack { from, .. }, Chance::Roll(sum)) => {
                vec![rolled(before, before.mover(), from, sum)]
            }
            (Phase::Defence { from, to, sum }, Chance::Roll(roll)) => {
                let defender = before.mover().other();
                vec![
                    rolled(before, defender, to, roll),
                    fought(before, after, [from, to], [sum, roll]),
                ]
            }
            (Phase::Poison(cell), Chance::Roll(roll)) => {
                let text = text!(
                    "The poison on {cell} rolls {roll}.",
                    "Le poison en {cell} fait {roll}."
                );
                let event = Event::new("poison", text).with("at", cell.spot());
                vec![event.with("sum", roll).at([cell.spot()])]
            }
            (Phase::Dying(cell, _), Chance::Dead(dead)) => {
                let cause = Text::fixed(" of the poison", " du poison");
                vec![died(before, cell, dead, cause)]
            }
            (Phase::Trampling(cell), Chance::Dead(dead)) => {
                let cause = Text::fixed(" under the foot", " sous le pied");
                vec![died(before, cell, dead, cause)]
            }
            (_, Chance::Foot(cell)) => {
                let text = text!(
                    "A human foot comes down on {cell}.",
                    "Un pied humain s'abat sur {cell}."
                );
                let event = Event::new("foot", text).with("at", cell.spot());
                vec![event.at([cell.spot()])]
            }
            (_, Chance::Visit(visit)) => vec![self.told_visit(before, visit)],
            (_, Chance::Quiet) => vec![Event::new(
                "quiet",
                Text::fixed("No human comes by.", "Aucun humain ne passe."),
            )],
            (_, Chance::Roll(_) | Chance::Dead(_)) => Vec::new(),
        }
    }

    fn told_visit(&self, before: &State, visit: Visit) -> Event {
        let cell = self.map.cell_of(visit.special());
        let text = match visit {
            Visit::Grill => text!(
                "Humans light the barbecue on {cell}: nobody there survives.",
                "Des humains allument le barbecue en {cell} : personne n'y survit."
            ),
            Visit::Swim => text!(
                "Humans jump into the pool on {cell}: nobody there survives.",
                "Des humains sautent dans la piscine en {cell} : personne n'y survit."
            ),
            Visit::Treat => text!(
                "Children drop candy around {cell}: all creatures next to it multiply.",
                "Des enfants sèment des sucreries autour de {cell} : les créatures voisines se multiplient."
            ),
        };
        Event::new(visit.word(), text)
            .with("at", cell.spot())
            .with("amount", before.creatures(cell))
            .at([cell.spot()])
    }

    /// Whose turn begins, and what its cells have yielded.
    fn new_turn(&self, before: &State, after: &State) -> Option<Event> {
        let waits = |phase| {
            matches!(
                phase,
                Phase::Lot | Phase::Clans | Phase::Humans | Phase::Trampling(_)
            )
        };
        let changed = before.mover() != after.mover() || before.round() != after.round();
        let begins = (changed || waits(before.phase())) && !waits(after.phase());
        if !begins || after.end().is_some() {
            return None;
        }
        let seat = after.mover();
        let own = after.cells(seat);
        let gained: Vec<(Resource, u16)> = Resource::ALL
            .map(|resource| (resource, self.map.yielded(resource, own)))
            .into_iter()
            .filter(|&(_, amount)| amount > 0)
            .collect();
        let yields = match gained.is_empty() {
            true => Text::fixed("yield nothing", "ne donnent rien"),
            false => {
                let amounts = gained.iter().map(|&(resource, n)| amount(n, resource));
                text!("yield {all}", "donnent {all}", all = Text::list(amounts))
            }
        };
        let facts = gained
            .iter()
            .map(|&(resource, n)| (resource.word(), n.into()));
        let facts = facts.collect();
        let round = after.round();
        let text = text!(
            "Round {round}, {name}: the cells {yields}.",
            "Manche {round}, {name} : les cases {yields}.",
            name = seat_name(seat),
            yields
        );
        Some(
            Event::new("turn", text)
                .with("seat", seat)
                .with("round", round)
                .with("gained", Fact::Named(facts)),
        )
    }
}

fn told_advance(before: &State, seat: Seat, action: Action, from: Cell, to: Cell) -> Event {
    let name = seat_name(seat);
    let group = before.creatures(from);
    let fights = before.owner(to).is_some();
    let flies = matches!(action, Action::Jet { .. });
    let there = creatures(before.creatures(to));
    let (kind, text) = match (flies, fights) {
        (true, _) => (
            "jet",
            text!(
                "{name} attacks {to} ({there}) from {from} by jet-pack with {group}.",
                "{name} attaque {to} ({there}) en jet-pack depuis {from} avec {group}.",
                name,
                there
            ),
        ),
        (false, true) => (
            "attack",
            text!(
                "{name} attacks {to} ({there}) from {from} with {group}.",
                "{name} attaque {to} ({there}) depuis {from} avec {group}.",
                name,
                there
            ),
        ),
        (false, false) => (
            "move",
            text!(
                "{name} moves {gone} from {from} to {to}.",
                "{name} déplace {gone} de {from} à {to}.",
                name,
                gone = creatures(group.saturating_sub(1))
            ),
        ),
    };
    let taken = (!fights).then(|| to.spot()).into_iter();
    Event::new(kind, text)
        .with("seat", seat)
        .with("from", from.spot())
        .with("to", to.spot())
        .with("amount", group)
        .with("taken", taken.collect::<Fact>())
        .at([from.spot(), to.spot()])
}

/// A power used on a cell: how many it killed or moved, or that a shelter took it.
fn blow(event: Event, before: &State, after: &State, at: Cell) -> Vec<Event> {
    let event = event.with("at", at.spot()).at([at.spot()]);
    if before.is_sheltered(at) {
        let text = text!(
            "The shelter on {at} absorbs the blow and collapses.",
            "L'abri en {at} encaisse le coup et s'écroule."
        );
        let gone = Event::new("absorbed", text).with("at", at.spot());
        return vec![event.with("outcome", "absorbed"), gone.at([at.spot()])];
    }
    let there = before.creatures(at);
    if before.owner(at) != after.owner(at) && after.owner(at).is_some() {
        let text = text!(
            "{out} {go} from {at} back to stock.",
            "{out} {go} de {at} dans la réserve.",
            out = creatures(there),
            go = Text::plural(there, ["goes", "go"], ["retourne", "retournent"])
        );
        let driven = Event::new("driven-out", text)
            .with("at", at.spot())
            .with("amount", there);
        return vec![event, driven.at([at.spot()])];
    }
    let dead = there - after.creatures(at).min(there);
    if dead == 0 {
        return vec![event];
    }
    vec![event, died(before, at, dead, Text::default())]
}

fn rolled(before: &State, seat: Seat, cell: Cell, sum: u8) -> Event {
    let (dice, sides) = before.dice(cell);
    let text = text!(
        "{name} rolls {sum} on {cell} ({number} from 1 to {sides}).",
        "{name} fait {sum} en {cell} ({number} de 1 à {sides}).",
        name = seat_name(seat),
        number = Text::count(dice, ["die", "dice"], ["dé", "dés"])
    );
    Event::new("roll", text)
        .with("seat", seat)
        .with("against", seat.other())
        .with("at", cell.spot())
        .with("amount", dice)
        .with("sides", sides)
        .with("sum", sum)
        .at([cell.spot()])
}

fn fought(before: &State, after: &State, [from, to]: [Cell; 2], sums: [u8; 2]) -> Event {
    let attacker = before.mover();
    let higher = sums[0] > sums[1];
    let (result, text) = match (higher, before.is_sheltered(to)) {
        (true, true) => (
            "absorbed",
            text!(
                "The shelter on {to} absorbs the attack and collapses.",
                "L'abri en {to} encaisse l'attaque et s'écroule."
            ),
        ),
        (true, false) => (
            "win",
            text!(
                "{name} takes {to} with {gone} and wins a point.",
                "{name} prend {to} avec {gone} et gagne un point.",
                name = seat_name(attacker),
                gone = creatures(after.creatures(to))
            ),
        ),
        (false, _) => (
            "loss",
            text!(
                "{name} holds {to} and wins a point; one attacker is left on {from}.",
                "{name} tient {to} et gagne un point ; il reste un assaillant en {from}.",
                name = seat_name(attacker.other())
            ),
        ),
    };
    let taken = (result == "win").then(|| to.spot()).into_iter();
    let lost = SEATS.into_iter().filter_map(|seat| {
        let lost = before.army(seat).saturating_sub(after.army(seat));
        (lost > 0).then(|| Fact::loss(seat, lost))
    });
    let mut event = Event::new("fight", text)
        .with("seat", attacker)
        .with("against", attacker.other())
        .with("from", from.spot())
        .with("to", to.spot())
        .with("attack", sums[0])
        .with("defence", sums[1])
        .with(
            "throws",
            [
                Fact::throw(attacker, before.dice(from), sums[0]),
                Fact::throw(attacker.other(), before.dice(to), sums[1]),
            ],
        )
        .with("outcome", result)
        .with("taken", taken.collect::<Fact>())
        .with("lost", lost.collect::<Fact>())
        .at([from.spot(), to.spot()]);
    event.facts.extend(paid(before, after, attacker));
    event
}

/// What a step cost `seat`, and what it brought it.
fn paid(before: &State, after: &State, seat: Seat) -> Vec<(&'static str, Fact)> {
    let purse = |state: &State| {
        let resources =
            Resource::ALL.map(|resource| (resource.word(), state.resource(seat, resource)));
        let points = [("points", state.points(seat))];
        resources.into_iter().chain(points).collect::<Vec<_>>()
    };
    let (old, new) = (purse(before), purse(after));
    let more = |old: &[(&'static str, u16)], new: &[(&'static str, u16)]| {
        let both = old.iter().zip(new).filter(|(old, new)| new.1 > old.1);
        let more = both.map(|(old, new)| (new.0, Fact::from(new.1 - old.1)));
        Fact::Named(more.collect())
    };
    let facts = [("gained", more(&old, &new)), ("spent", more(&new, &old))];
    let some = facts
        .into_iter()
        .filter(|(_, fact)| *fact != Fact::Named(Vec::new()));
    some.collect()
}

/// How many died, and whether the cell is free now.
fn died(before: &State, cell: Cell, dead: u8, cause: Text) -> Event {
    let free = dead > 0 && dead >= before.creatures(cell);
    let freed = match free {
        true => Text::fixed("; the cell is free", " ; la case est libre"),
        false => Text::default(),
    };
    let text = text!(
        "{who} {die}{cause} on {cell}{freed}.",
        "{who} {die}{cause} en {cell}{freed}.",
        who = creatures(dead).capital(),
        die = match dead {
            // "No creature dies".
            0 => Text::fixed("dies", "ne meurt"),
            _ => Text::plural(dead, ["dies", "die"], ["meurt", "meurent"]),
        },
        cause,
        freed
    );
    Event::new("deaths", text)
        .with("at", cell.spot())
        .with("lost", [Fact::loss(before.owner(cell), dead)])
        .with("outcome", if free { "free" } else { "held" })
        .at([cell.spot()])
}

/// How the match ended, if it did.
fn ending(after: &State) -> Option<Event> {
    let end = after.end()?;
    let how = &end.ending().text;
    let Some(winner) = end.winner() else {
        let text = text!("The match is drawn {how}.", "Partie nulle {how}.", how);
        return Some(Event::new("draw", text).with("reason", end.ending().code));
    };
    let text = text!(
        "{name} wins {how}.",
        "{name} gagne {how}.",
        name = seat_name(winner),
        how
    );
    Some(
        Event::new("victory", text)
            .with("winner", winner)
            .with("reason", end.ending().code)
            .with("scores", SEATS.map(|seat| after.cells(seat).len())),
    )
}
