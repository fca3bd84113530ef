//! What happened, told from the positions before and after.

use vauban_game::{
    Event, Fact, Game, Happening, Lang, Narrate, Outcome, Seat, Text, Turn, Viewer, text,
};

use super::{
    Action, Guerre, NORTH, Place, SOUTH, State, Unit,
    combat::{Battle, Fate, How, Share},
    state::Flag,
    words::{class_name, seat_title},
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
                "destroyed: it had nowhere to retreat",
                "détruite, faute d'issue pour sa retraite",
            ),
            Cause::NoRetreat => Text::fixed(
                "destroyed: it could not retreat",
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
        let text = if retreats {
            text!(
                "{name}: {class} retreats from {from} to {to}",
                "{name} : {class} se replie de {from} en {to}",
                name,
                class
            )
        } else {
            text!(
                "{name}: {class} from {from} to {to}",
                "{name} : {class} de {from} en {to}",
                name,
                class
            )
        };
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
                let text = text!(
                    "{by} destroys {whose}'s arsenal on {place}",
                    "le {by} détruit l'arsenal du {whose} en {place}",
                    by,
                    whose
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
        if after.mover != before.mover {
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
        let text = text!(
            "{name}: {from} attacks {to}, {attack} against {defence}: {outcome} (attack {ours}; defence {theirs})",
            "{name} : {from} attaque {to}, {attack} contre {defence} : {outcome} (attaque {ours} ; défense {theirs})",
            name,
            outcome,
            ours = self.sum(&battle.attackers),
            theirs = self.sum(&battle.defenders)
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
        let join = |lang: Lang| {
            let terms = shares.iter().map(|share| {
                let place = self.board.place(share.unit.square());
                let how = match share.how {
                    How::Plain => "",
                    How::Charging => " (charge)",
                    How::InFort => " (fort)",
                    How::OnPass => lang.pick(" (pass)", " (col)"),
                };
                format!("{} {place} {}{how}", share.unit.class().code(), share.value)
            });
            terms.collect::<Vec<String>>().join(" + ")
        };
        Text::new(join(Lang::En), join(Lang::Fr))
    }

    fn tell_retreat(&self, seat: Seat, unit: Unit) -> Event {
        let place = self.board.place(unit.square());
        let (name, class) = (seat_title(seat), class_name(unit.class()));
        let text = text!(
            "{name}: {class} on {place} must retreat",
            "{name} : {class} en {place} doit battre en retraite",
            name,
            class
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
        let text = text!(
            "{name}: {class} on {place} is {how}",
            "{name} : {class} en {place}, unité {how}",
            name,
            class,
            how
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
    let (name, next) = (seat_title(seat), seat_title(after.mover));
    let text = text!(
        "{name} ends its turn; {next} to play",
        "le {name} termine son tour ; au {next} de jouer",
        name,
        next
    );
    Event::new("end", text)
        .with("seat", seat)
        .with("next", after.mover)
}

fn tell_outcome(outcome: &Outcome) -> Event {
    let how = &outcome.ending.text;
    let Some(winner) = outcome.winner() else {
        let text = text!("draw: {how}", "partie nulle : {how}", how);
        return Event::new("draw", text).with("reason", outcome.ending.code);
    };
    let name = seat_title(winner);
    let text = text!(
        "{name} wins: {how}",
        "victoire du {name} : {how}",
        name,
        how
    );
    Event::new("victory", text)
        .with("seat", winner)
        .with("reason", outcome.ending.code)
}
