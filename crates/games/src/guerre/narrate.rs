//! What happened, told from the positions before and after.

use vauban_game::{
    Event, Fact, Game, Happening, Lang, Narrate, Outcome, Seat, Text, Turn, TurnEvents, Viewer,
    text,
};

use super::{
    Action, Guerre, NORTH, Place, SOUTH, State, Unit,
    combat::{Battle, Fate, How, Share},
    state::Flag,
    words::{seat_title, the_class, the_side, to_play, unit_of},
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
    fn seat_in_sentence(&self, seat: Seat) -> Text {
        the_side(seat)
    }

    fn mover(&self, view: &State) -> Option<Seat> {
        Some(view.mover)
    }

    fn predicates(&self, turn: &TurnEvents<'_>) -> Vec<Text> {
        let units = |count: i64| Text::count(count, ["unit", "units"], ["unité", "unités"]);
        let (moved, arsenals) = (turn.times("move"), turn.times("arsenal"));
        let targets = turn.own("attack").filter_map(|event| event.fact("to"));
        let targets: Vec<Text> = targets.filter_map(Fact::word).map(Text::same).collect();
        let mut predicates = Vec::new();
        if moved > 0 {
            let moved = units(moved);
            predicates.push(text!("moved {moved}", "a déplacé {moved}", moved));
        }
        if !targets.is_empty() {
            let targets = Text::list(targets);
            predicates.push(text!("attacked {targets}", "a attaqué {targets}", targets));
        }
        predicates.extend(turn.losses(units));
        if arsenals > 0 {
            let count = Text::count(arsenals, ["arsenal", "arsenals"], ["arsenal", "arsenaux"]);
            predicates.push(text!("destroyed {count}", "a détruit {count}", count));
        }
        predicates
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
            Cause::Attack => Text::default(),
            Cause::Trapped => Text::fixed(
                ": it had nowhere to retreat",
                ", faute d'issue pour sa retraite",
            ),
            Cause::NoRetreat => Text::fixed(
                ": it could not retreat",
                ", faute de pouvoir battre en retraite",
            ),
        }
    }
}

impl Guerre {
    fn tell_move(&self, before: &State, seat: Seat, from: Place, to: Place) -> Option<Event> {
        let unit = before.unit(seat, self.board.square(from)?)?;
        let who = unit_of(seat, unit.class()).capital();
        let retreats = unit.is(Flag::Retreat);
        let text = if retreats {
            text!(
                "{who} retreats from {from} to {to}.",
                "{who} se replie de {from} en {to}.",
                who
            )
        } else {
            text!(
                "{who} moves from {from} to {to}.",
                "{who} va de {from} en {to}.",
                who
            )
        };
        let event = Event::new("move", text)
            .with("seat", seat)
            .with("piece", unit.class().code())
            .with("from", from.spot())
            .with("to", to.spot())
            .with("manner", if retreats { "retreat" } else { "move" })
            .at([from.spot(), to.spot()]);
        Some(event)
    }

    /// The arsenals that `seat` has destroyed.
    fn tell_arsenals(&self, before: &State, after: &State, seat: Seat) -> Vec<Event> {
        let owner = seat.other();
        let fallen = self.board.arsenals(owner).iter().filter(|&&square| {
            self.is_arsenal_of(before, owner, square) && !self.is_arsenal_of(after, owner, square)
        });
        let by = the_side(seat).capital();
        let (whose, of) = (the_side(owner).en, the_side(owner).of_it().fr);
        let arsenal = Text::new(format!("{whose}'s arsenal"), format!("l'arsenal {of}"));
        fallen
            .map(|&square| {
                let place = self.board.place(square);
                let text = text!(
                    "{by} destroys {arsenal} on {place}.",
                    "{by} détruit {arsenal} en {place}.",
                    by,
                    arsenal
                );
                Event::new("arsenal", text)
                    .with("seat", seat)
                    .with("against", owner)
                    .with("at", place.spot())
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
        let name = the_side(seat).capital();
        let Battle {
            attack, defence, ..
        } = battle;
        let outcome = match battle.fate {
            Fate::Holds => Text::fixed("no effect", "sans effet"),
            Fate::Retreats => Text::fixed("it must retreat", "elle doit battre en retraite"),
            Fate::Destroyed | Fate::Trapped => Text::fixed("destroyed", "détruite"),
        };
        let text = text!(
            "{name} attacks {to} from {from}, {attack} against {defence}: {outcome} (attack {ours}; defence {theirs}).",
            "{name} attaque {to} depuis {from}, {attack} contre {defence} : {outcome} (attaque {ours} ; défense {theirs}).",
            name,
            outcome,
            ours = self.sum(&battle.attackers),
            theirs = self.sum(&battle.defenders)
        );
        Event::new("attack", text)
            .with("seat", seat)
            .with("against", seat.other())
            .with("from", from.spot())
            .with("to", to.spot())
            .with("attack", *attack)
            .with("defence", *defence)
            .with("outcome", battle.fate.word())
            .with("attackers", self.shares(&battle.attackers))
            .with("defenders", self.shares(&battle.defenders))
            .at([from.spot(), to.spot()])
    }

    /// Everybody's share for programs: `{"at":"G3","piece":"C","value":7}`.
    fn shares(&self, shares: &[Share]) -> Fact {
        shares
            .iter()
            .map(|share| {
                Fact::Named(vec![
                    ("at", self.board.place(share.unit.square()).spot().into()),
                    ("piece", share.unit.class().code().into()),
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
        let text = text!(
            "{who} on {place} must retreat.",
            "{who} en {place} doit battre en retraite.",
            who = unit_of(seat, unit.class()).capital()
        );
        Event::new("retreat", text)
            .with("seat", seat)
            .with("piece", unit.class().code())
            .with("at", place.spot())
            .at([place.spot()])
    }

    fn tell_loss(&self, seat: Seat, unit: Unit, cause: Cause) -> Event {
        let place = self.board.place(unit.square());
        let text = text!(
            "{name} loses {unit} on {place}{why}.",
            "{name} perd {unit} en {place}{why}.",
            name = the_side(seat).capital(),
            unit = the_class(unit.class()),
            why = cause.text()
        );
        Event::new("destroyed", text)
            .with("seat", seat)
            .with("piece", unit.class().code())
            .with("at", place.spot())
            .with("cause", cause.word())
            .with("lost", [Fact::loss_of(seat, unit.class().code())])
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
    let text = text!(
        "{name} ends its turn; {next}.",
        "{name} termine son tour ; {next}.",
        name = the_side(seat).capital(),
        next = to_play(after.mover)
    );
    Event::new("end", text)
        .with("seat", seat)
        .with("next", after.mover)
}

fn tell_outcome(outcome: &Outcome) -> Event {
    let how = &outcome.ending.text;
    let Some(winner) = outcome.winner() else {
        let text = text!("The match is drawn {how}.", "Partie nulle {how}.", how);
        return Event::new("draw", text).with("reason", outcome.ending.code);
    };
    let text = text!(
        "{name} wins {how}.",
        "{name} gagne {how}.",
        name = the_side(winner).capital(),
        how
    );
    Event::new("victory", text)
        .with("winner", winner)
        .with("reason", outcome.ending.code)
}
