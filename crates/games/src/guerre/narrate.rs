//! What happened, told from the positions before and after.

use vauban_game::{Event, Fact, Game, Happening, Narrate, Outcome, Seat, Text, Turn, Viewer};

use super::{
    Action, Class, Guerre, NORTH, Place, SOUTH, State, Unit,
    combat::{Battle, Fate, How, Share},
    state::Flag,
};

impl Narrate for Guerre {
    fn narrate(
        &self,
        before: &State,
        happening: Option<Happening<Guerre>>,
        after: &State,
        _viewer: Viewer,
    ) -> Vec<Event> {
        let Some(Happening::Action(seat, action)) = happening else {
            return Vec::new();
        };
        let mut events = Vec::new();
        match action {
            Action::Move { from, to } => {
                events.extend(self.tell_move(before, seat, from, to));
                events.extend(self.tell_arsenals(before, after, seat));
                events.extend(self.tell_lost(before, after, Cause::NoRetreat));
            }
            Action::Attack { from, to } => {
                events.extend(self.tell_attack(before, after, seat, from, to))
            }
            Action::End => {
                events.push(tell_end(seat, after));
                events.extend(self.tell_lost(before, after, Cause::NoRetreat));
            }
        }
        if let Turn::Over(outcome) = self.turn(after) {
            events.push(tell_outcome(&outcome));
        }
        events
    }

    fn seat_name(&self, seat: Seat) -> Text {
        seat_title(seat)
    }
}

/// Why a unit was lost.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Cause {
    Attack,
    /// It had to retreat and had no free neighbour.
    Trapped,
    /// It had to retreat and could not when its turn came.
    NoRetreat,
}

impl Cause {
    fn word(self) -> &'static str {
        match self {
            Cause::Attack => "attack",
            Cause::Trapped => "trapped",
            Cause::NoRetreat => "no-retreat",
        }
    }
    fn text(self) -> Text {
        match self {
            Cause::Attack => Text::fixed("destroyed", "détruite"),
            Cause::Trapped => Text::fixed(
                "destroyed, for it had nowhere to retreat",
                "détruite, faute d'issue pour sa retraite",
            ),
            Cause::NoRetreat => Text::fixed(
                "destroyed, for it could not retreat",
                "détruite, faute de pouvoir battre en retraite",
            ),
        }
    }
}

impl Guerre {
    fn tell_move(&self, before: &State, seat: Seat, from: Place, to: Place) -> Option<Event> {
        let unit = before.unit(seat, self.board.square(from)?)?;
        let (name, class) = (seat_title(seat), class_name(unit.class()));
        let retreats = unit.is(Flag::Retreat);
        let (en, fr) = if retreats {
            (" retreats from ", " se replie de ")
        } else {
            (" from ", " de ")
        };
        let text = Text::new(
            format!("{}: {}{en}{from} to {to}", name.en, class.en),
            format!("{} : {}{fr}{from} en {to}", name.fr, class.fr),
        );
        let event = Event::new("move", text)
            .with("seat", seat)
            .with("unit", unit.class().code())
            .with("from", from.to_string())
            .with("to", to.to_string())
            .with("retreat", retreats)
            .at([from.spot(), to.spot()]);
        Some(event)
    }

    /// The arsenals that `seat` has destroyed.
    fn tell_arsenals(&self, before: &State, after: &State, seat: Seat) -> Vec<Event> {
        let owner = seat.other();
        let fallen = self.board.arsenals(owner).iter().filter(|&&square| {
            self.is_arsenal_of(before, owner, square) && !self.is_arsenal_of(after, owner, square)
        });
        let (by, whose) = (seat_title(seat), seat_title(owner));
        fallen
            .map(|&square| {
                let place = self.board.place(square);
                let text = Text::new(
                    format!("{} destroys {}'s arsenal on {place}", by.en, whose.en),
                    format!("le {} détruit l'arsenal du {} en {place}", by.fr, whose.fr),
                );
                Event::new("arsenal", text)
                    .with("seat", seat)
                    .with("owner", owner)
                    .with("at", place.to_string())
                    .at([place.spot()])
            })
            .collect()
    }

    fn tell_attack(
        &self,
        before: &State,
        after: &State,
        seat: Seat,
        from: Place,
        to: Place,
    ) -> Vec<Event> {
        let (Some(start), Some(target)) = (self.board.square(from), self.board.square(to)) else {
            return Vec::new();
        };
        let battle = self.battle(before, seat, start, target);
        let mut events = vec![self.tell_battle(seat, from, to, &battle)];
        let foe = seat.other();
        let hit = before.unit(foe, target);
        let cause = match battle.fate {
            Fate::Holds => None,
            Fate::Retreats => {
                events.extend(hit.map(|unit| self.tell_retreat(foe, unit)));
                None
            }
            Fate::Destroyed => Some(Cause::Attack),
            Fate::Trapped => Some(Cause::Trapped),
        };
        if let (Some(unit), Some(cause)) = (hit, cause) {
            events.push(self.tell_loss(foe, unit, cause));
        }
        // With one attack at the end of the turn, the attack also ends it.
        if after.on_turn != before.on_turn {
            events.push(tell_end(seat, after));
            let stranded = self.tell_lost(before, after, Cause::NoRetreat).into_iter();
            events.extend(stranded.filter(|event| cause.is_none() || event.spots != [to.spot()]));
        }
        events
    }

    fn tell_battle(&self, seat: Seat, from: Place, to: Place, battle: &Battle) -> Event {
        let name = seat_title(seat);
        let Battle {
            attack, defence, ..
        } = battle;
        let outcome = match battle.fate {
            Fate::Holds => Text::fixed("no effect", "sans effet"),
            Fate::Retreats => Text::fixed("it must retreat", "elle doit battre en retraite"),
            Fate::Destroyed | Fate::Trapped => Text::fixed("destroyed", "détruite"),
        };
        let (ours, theirs) = (self.sum(&battle.attackers), self.sum(&battle.defenders));
        let text = Text::new(
            format!(
                "{}: {from} attacks {to}, {attack} against {defence}: {} (attack {}; defence {})",
                name.en, outcome.en, ours.en, theirs.en
            ),
            format!(
                "{} : {from} attaque {to}, {attack} contre {defence} : {} (attaque {} ; défense {})",
                name.fr, outcome.fr, ours.fr, theirs.fr
            ),
        );
        Event::new("attack", text)
            .with("seat", seat)
            .with("from", from.to_string())
            .with("to", to.to_string())
            .with("attack", *attack)
            .with("defence", *defence)
            .with("outcome", battle.fate.word())
            .with("attackers", self.shares(&battle.attackers))
            .with("defenders", self.shares(&battle.defenders))
            .at([from.spot(), to.spot()])
    }

    /// Everybody's share for programs: `{"at":"G3","unit":"C","value":7}`.
    fn shares(&self, shares: &[Share]) -> Fact {
        shares
            .iter()
            .map(|share| {
                Fact::Named(vec![
                    (
                        "at",
                        self.board.place(share.unit.square()).to_string().into(),
                    ),
                    ("unit", share.unit.class().code().into()),
                    ("value", Fact::Number(share.value.into())),
                ])
            })
            .collect()
    }

    /// Everybody's share for people: `C H4 7 (charge) + I G3 4`.
    fn sum(&self, shares: &[Share]) -> Text {
        if shares.is_empty() {
            return Text::fixed("nobody", "personne");
        }
        let term = |share: &Share, how: &str| {
            let place = self.board.place(share.unit.square());
            format!("{} {place} {}{how}", share.unit.class().code(), share.value)
        };
        let join = |how: fn(How) -> &'static str| {
            let terms: Vec<String> = shares
                .iter()
                .map(|share| term(share, how(share.how)))
                .collect();
            terms.join(" + ")
        };
        Text::new(
            join(|how| match how {
                How::Plain => "",
                How::Charging => " (charge)",
                How::InFort => " (fort)",
                How::OnPass => " (pass)",
            }),
            join(|how| match how {
                How::Plain => "",
                How::Charging => " (charge)",
                How::InFort => " (fort)",
                How::OnPass => " (col)",
            }),
        )
    }

    fn tell_retreat(&self, seat: Seat, unit: Unit) -> Event {
        let place = self.board.place(unit.square());
        let (name, class) = (seat_title(seat), class_name(unit.class()));
        let text = Text::new(
            format!("{}: {} on {place} must retreat", name.en, class.en),
            format!(
                "{} : {} en {place} doit battre en retraite",
                name.fr, class.fr
            ),
        );
        Event::new("retreat", text)
            .with("seat", seat)
            .with("unit", unit.class().code())
            .with("at", place.to_string())
            .at([place.spot()])
    }

    fn tell_loss(&self, seat: Seat, unit: Unit, cause: Cause) -> Event {
        let place = self.board.place(unit.square());
        let (name, class, how) = (seat_title(seat), class_name(unit.class()), cause.text());
        let text = Text::new(
            format!("{}: {} on {place} is {}", name.en, class.en, how.en),
            format!("{} : {} en {place}, unité {}", name.fr, class.fr, how.fr),
        );
        Event::new("destroyed", text)
            .with("seat", seat)
            .with("unit", unit.class().code())
            .with("at", place.to_string())
            .with("cause", cause.word())
            .at([place.spot()])
    }

    /// The units that are there before and not after; a unit keeps its slot as long as it stands.
    fn tell_lost(&self, before: &State, after: &State, cause: Cause) -> Vec<Event> {
        [NORTH, SOUTH]
            .into_iter()
            .flat_map(|seat| {
                before
                    .slots(seat)
                    .map(move |(slot, unit)| (seat, slot, unit))
            })
            .filter(|&(seat, slot, _)| !after.units[seat.index()][slot].stands())
            .map(|(seat, _, unit)| self.tell_loss(seat, unit, cause))
            .collect()
    }
}

fn tell_end(seat: Seat, after: &State) -> Event {
    let (name, next) = (seat_title(seat), seat_title(after.on_turn));
    let text = Text::new(
        format!("{} ends its turn; {} is on turn", name.en, next.en),
        format!("le {} finit son tour ; au {} de jouer", name.fr, next.fr),
    );
    Event::new("end", text)
        .with("seat", seat)
        .with("next", after.on_turn)
}

fn tell_outcome(outcome: &Outcome) -> Event {
    let how = &outcome.ending.text;
    let Some(winner) = outcome.winner() else {
        let text = Text::new(
            format!("draw: {}", how.en),
            format!("partie nulle : {}", how.fr),
        );
        return Event::new("draw", text).with("reason", outcome.ending.code);
    };
    let name = seat_title(winner);
    let text = Text::new(
        format!("{} wins: {}", name.en, how.en),
        format!("victoire du {} : {}", name.fr, how.fr),
    );
    Event::new("victory", text)
        .with("seat", winner)
        .with("reason", outcome.ending.code)
}

/// What a side is called.
pub(super) fn seat_title(seat: Seat) -> Text {
    if seat == NORTH {
        Text::fixed("North", "Nord")
    } else {
        debug_assert!(seat == SOUTH, "there are two sides");
        Text::fixed("South", "Sud")
    }
}

/// What a class of units is called.
pub(super) fn class_name(class: Class) -> Text {
    match class {
        Class::Infantry => Text::fixed("infantry", "infanterie"),
        Class::Cavalry => Text::fixed("cavalry", "cavalerie"),
        Class::Artillery => Text::fixed("artillery", "artillerie"),
        Class::MountedArtillery => Text::fixed("mounted artillery", "artillerie montée"),
        Class::Relay => Text::fixed("relay", "relais"),
        Class::MountedRelay => Text::fixed("mounted relay", "relais monté"),
    }
}
