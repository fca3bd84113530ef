//! What happened, in a sentence for people and in facts for programs.

use vauban_game::{Event, Fact, Happening, Narrate, Seat, Text, Viewer};

use super::{
    Garden,
    actions::Action,
    cell::Cell,
    chance::{Chance, Visit},
    map::Resource,
    refusal::capital,
    state::{Phase, SEATS, State},
    words::{amount, creatures, list, seat_name},
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
            Some(Happening::Action(seat, action)) => self.told_action(before, seat, action, after),
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
}

impl Garden {
    fn told_action(&self, before: &State, seat: Seat, action: Action, after: &State) -> Vec<Event> {
        let name = seat_name(seat);
        let said = |en: String, fr: String| {
            let text = Text::new(format!("{} {en}.", name.en), format!("{} {fr}.", name.fr));
            Event::new(action.word(), text).with("seat", seat)
        };
        match action {
            Action::Choose(clan) => {
                let the = clan.the();
                let event = said(format!("leads {}", the.en), format!("mène {}", the.fr));
                vec![event.with("clan", clan.word())]
            }
            Action::Move { from, to } | Action::Jet { from, to } => {
                vec![self.told_advance(before, seat, action, from, to)]
            }
            Action::Candy => vec![said(
                "opens the candy jar: three more creatures will come".to_owned(),
                "ouvre le bocal de sucreries : trois créatures de plus viendront".to_owned(),
            )],
            Action::Grill { at } => {
                let event = said(
                    format!("throws embers from the barbecue on {at}"),
                    format!("jette des braises du barbecue en {at}"),
                );
                blow(event, before, after, at)
            }
            Action::Drown { at } => {
                let event = said(
                    format!("floods {at} from the pool"),
                    format!("inonde {at} depuis la piscine"),
                );
                blow(event, before, after, at)
            }
            Action::Pillage { at } => {
                let loot = Resource::ALL.into_iter().find_map(|resource| {
                    let gained = after.resource(seat, resource) - before.resource(seat, resource);
                    (gained > 0).then(|| amount(gained, resource))
                });
                let loot = loot.unwrap_or(Text::fixed("nothing", "rien"));
                let event = said(
                    format!("pillages {at} and carries off {}", loot.en),
                    format!("pille {at} et emporte {}", loot.fr),
                );
                blow(event, before, after, at)
            }
            Action::Poison { at } => {
                let event = said(format!("poisons {at}"), format!("empoisonne {at}"));
                blow(event, before, after, at)
            }
            Action::Arm { at } => vec![
                said(
                    format!("arms the creatures on {at}"),
                    format!("arme les créatures de {at}"),
                )
                .with("at", at.spot())
                .at([at.spot()]),
            ],
            Action::Stone { at } => {
                let event = said(
                    format!("rolls rocks onto {at}"),
                    format!("fait rouler des rochers sur {at}"),
                );
                blow(event, before, after, at)
            }
            Action::Shelter { from, to } => {
                let event = said(
                    format!("builds a shelter on {to} from {from}"),
                    format!("bâtit un abri en {to} depuis {from}"),
                );
                blow(event.with("from", from.spot()), before, after, to)
            }
            Action::End => vec![self.told_end(before, seat)],
            Action::Place { at } => vec![
                said(
                    format!("places a creature on {at}"),
                    format!("place une créature en {at}"),
                )
                .with("at", at.spot())
                .with("creatures", before.creatures(at) + 1)
                .at([at.spot()]),
            ],
        }
    }

    fn told_advance(
        &self,
        before: &State,
        seat: Seat,
        action: Action,
        from: Cell,
        to: Cell,
    ) -> Event {
        let name = seat_name(seat);
        let group = before.creatures(from);
        let fights = before.owner(to).is_some();
        let flies = matches!(action, Action::Jet { .. });
        let text = if fights {
            let there = creatures(before.creatures(to));
            let (en, fr) = match flies {
                true => ("flies by jet-pack to", "vole en jet-pack vers"),
                false => ("attacks", "attaque"),
            };
            Text::new(
                format!(
                    "{} {en} {to} ({}) from {from} with {group}.",
                    name.en, there.en
                ),
                format!(
                    "{} {fr} {to} ({}) depuis {from}, à {group}.",
                    name.fr, there.fr
                ),
            )
        } else {
            let gone = creatures(group.saturating_sub(1));
            Text::new(
                format!("{} goes from {from} to {to} with {}.", name.en, gone.en),
                format!("{} va de {from} en {to} avec {}.", name.fr, gone.fr),
            )
        };
        let kind = match (flies, fights) {
            (true, _) => "jet",
            (false, true) => "attack",
            (false, false) => "move",
        };
        Event::new(kind, text)
            .with("seat", seat)
            .with("from", from.spot())
            .with("to", to.spot())
            .with("creatures", group)
            .at([from.spot(), to.spot()])
    }

    fn told_end(&self, before: &State, seat: Seat) -> Event {
        let (name, recruits) = (seat_name(seat), self.recruits(before, seat));
        let stock = before.stock(seat);
        let more = if stock > 0 {
            Text::new(
                format!(", and {stock} waited"),
                format!(" (en réserve : {stock})"),
            )
        } else {
            Text::default()
        };
        let text = Text::new(
            format!(
                "{} ends the conquest; {recruits} creatures come{}.",
                name.en, more.en
            ),
            format!(
                "{} finit la conquête ; {recruits} créatures arrivent{}.",
                name.fr, more.fr
            ),
        );
        Event::new("end", text)
            .with("seat", seat)
            .with("recruits", recruits)
    }

    fn told_chance(&self, before: &State, chance: Chance, after: &State) -> Vec<Event> {
        match (before.phase(), chance) {
            (_, Chance::First(seat)) => {
                let name = seat_name(seat);
                let text = Text::new(
                    format!("The lot falls on {}, who begins.", name.en),
                    format!("Le sort désigne {}, qui commence.", name.fr),
                );
                vec![Event::new("first", text).with("seat", seat)]
            }
            (Phase::Attack { from, to }, Chance::Roll(sum)) => {
                vec![rolled(before, before.mover(), from, sum, to)]
            }
            (Phase::Defence { from, to, sum }, Chance::Roll(roll)) => {
                let defender = before.mover().other();
                vec![
                    rolled(before, defender, to, roll, from),
                    fought(before, after, from, to, sum > roll),
                ]
            }
            (Phase::Poison(cell), Chance::Roll(roll)) => vec![
                Event::new(
                    "poison",
                    Text::new(
                        format!("The poison on {cell} rolls {roll}."),
                        format!("Le poison en {cell} fait {roll}."),
                    ),
                )
                .with("at", cell.spot())
                .with("roll", roll)
                .at([cell.spot()]),
            ],
            (Phase::Dying(cell, _), Chance::Dead(dead)) => {
                let cause = Text::fixed("of the poison", "du poison");
                vec![died(before, cell, dead, &cause)]
            }
            (Phase::Trampling(cell), Chance::Dead(dead)) => {
                let cause = Text::fixed("under the foot", "sous le pied");
                vec![died(before, cell, dead, &cause)]
            }
            (_, Chance::Foot(cell)) => {
                let text = Text::new(
                    format!("A human foot comes down on {cell}."),
                    format!("Un pied humain s'abat en {cell}."),
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
            Visit::Grill => Text::new(
                format!("Humans light the barbecue on {cell}: nobody there survives."),
                format!("Des humains allument le barbecue en {cell} : personne n'y survit."),
            ),
            Visit::Swim => Text::new(
                format!("Humans jump into the pool on {cell}: nobody there survives."),
                format!("Des humains sautent dans la piscine en {cell} : personne n'y survit."),
            ),
            Visit::Treat => Text::new(
                format!("Children drop candy around {cell}: whoever is beside it multiplies."),
                format!(
                    "Des enfants sèment des sucreries autour de {cell} : qui est à côté se multiplie."
                ),
            ),
        };
        Event::new(visit.word(), text)
            .with("at", cell.spot())
            .with("creatures", before.creatures(cell))
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
        let words: Vec<Text> = gained
            .iter()
            .map(|&(resource, number)| amount(number, resource))
            .collect();
        let words = match words.is_empty() {
            true => Text::fixed("yield nothing", "ne donnent rien"),
            false => {
                let all = list(&words);
                Text::new(format!("yield {}", all.en), format!("donnent {}", all.fr))
            }
        };
        let (name, round) = (seat_name(seat), after.round());
        let text = Text::new(
            format!("Round {round}, {}: the cells {}.", name.en, words.en),
            format!("Manche {round}, {} : les cases {}.", name.fr, words.fr),
        );
        let facts = gained
            .iter()
            .map(|&(resource, number)| (resource.word(), Fact::from(number)))
            .collect();
        Some(
            Event::new("turn", text)
                .with("seat", seat)
                .with("round", round)
                .with("yields", Fact::Named(facts)),
        )
    }
}

/// A power used on a cell: how many it killed or moved, or that a shelter took it.
fn blow(event: Event, before: &State, after: &State, at: Cell) -> Vec<Event> {
    let event = event.with("at", at.spot()).at([at.spot()]);
    if before.is_sheltered(at) {
        let text = Text::new(
            format!("The shelter on {at} takes the blow and falls down."),
            format!("L'abri en {at} encaisse le coup et s'écroule."),
        );
        let gone = Event::new("absorbed", text).with("at", at.spot());
        return vec![event.with("absorbed", true), gone.at([at.spot()])];
    }
    let there = before.creatures(at);
    if before.owner(at) != after.owner(at) && after.owner(at).is_some() {
        let out = creatures(there);
        let text = Text::new(
            format!("In stock from {at}: {}.", out.en),
            format!("En réserve, de {at} : {}.", out.fr),
        );
        let driven = Event::new("driven-out", text).with("creatures", there);
        return vec![event, driven.at([at.spot()])];
    }
    let dead = there - after.creatures(at).min(there);
    if dead == 0 {
        return vec![event];
    }
    let cause = Text::fixed("there", "sur place");
    vec![event, died(before, at, dead, &cause)]
}

fn rolled(before: &State, seat: Seat, cell: Cell, sum: u8, against: Cell) -> Event {
    let (name, (dice, sides)) = (seat_name(seat), before.dice(cell));
    let (en, fr) = match dice {
        1 => ("die", "dé"),
        _ => ("dice", "dés"),
    };
    let text = Text::new(
        format!(
            "{} rolls {sum} with {dice} {en} of {sides} on {cell}.",
            name.en
        ),
        format!(
            "{} fait {sum} avec {dice} {fr} à {sides} faces en {cell}.",
            name.fr
        ),
    );
    Event::new("roll", text)
        .with("seat", seat)
        .with("at", cell.spot())
        .with("against", against.spot())
        .with("dice", dice)
        .with("sides", sides)
        .with("sum", sum)
        .at([cell.spot()])
}

fn fought(before: &State, after: &State, from: Cell, to: Cell, higher: bool) -> Event {
    let attacker = before.mover();
    let sheltered = before.is_sheltered(to);
    let winner = if higher { attacker } else { attacker.other() };
    let name = seat_name(winner);
    let text = match (higher, sheltered) {
        (true, true) => Text::new(
            format!("The shelter on {to} takes the attack and falls down."),
            format!("L'abri en {to} encaisse l'attaque et s'écroule."),
        ),
        (true, false) => {
            let gone = creatures(after.creatures(to));
            Text::new(
                format!("{} takes {to} with {} and wins a point.", name.en, gone.en),
                format!("{} prend {to} avec {} et gagne un point.", name.fr, gone.fr),
            )
        }
        (false, _) => Text::new(
            format!(
                "{} holds {to} and wins a point; one attacker is left on {from}.",
                name.en
            ),
            format!(
                "{} tient {to} et gagne un point ; il reste un assaillant en {from}.",
                name.fr
            ),
        ),
    };
    let result = match (higher, sheltered) {
        (true, true) => "absorbed",
        (true, false) => "win",
        (false, _) => "loss",
    };
    Event::new("fight", text)
        .with("seat", attacker)
        .with("from", from.spot())
        .with("to", to.spot())
        .with("result", result)
        .at([from.spot(), to.spot()])
}

/// So many died, and whether the cell is free now.
fn died(before: &State, cell: Cell, dead: u8, cause: &Text) -> Event {
    let free = dead > 0 && dead >= before.creatures(cell);
    let who = creatures(dead);
    let (en, fr) = match dead {
        0 | 1 => ("dies", "meurt"),
        _ => ("die", "meurent"),
    };
    let (en_free, fr_free) = match free {
        true => ("; the cell is free", " ; la case est libre"),
        false => ("", ""),
    };
    let text = Text::new(
        format!("{} {en} {} on {cell}{en_free}.", capital(&who.en), cause.en),
        format!("{} {fr} {} en {cell}{fr_free}.", capital(&who.fr), cause.fr),
    );
    Event::new("deaths", text)
        .with("at", cell.spot())
        .with("dead", dead)
        .with("free", free)
        .at([cell.spot()])
}

/// How the match ended, if it did.
fn ending(after: &State) -> Option<Event> {
    let end = after.end()?;
    let how = &end.ending().text;
    let Some(winner) = end.winner() else {
        let text = Text::new(
            format!("The match is drawn {}.", how.en),
            format!("Partie nulle {}.", how.fr),
        );
        return Some(Event::new("draw", text).with("reason", end.ending().code));
    };
    let name = seat_name(winner);
    let [blue, red] = SEATS.map(|seat| after.cells(seat).len());
    let text = Text::new(
        format!("{} wins {}.", name.en, how.en),
        format!("{} gagne {}.", name.fr, how.fr),
    );
    Some(
        Event::new("victory", text)
            .with("winner", winner)
            .with("reason", end.ending().code)
            .with("cells", Fact::from_iter([blue, red])),
    )
}
