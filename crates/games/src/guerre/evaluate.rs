//! How good a position is: named terms, each a side's own minus the other's.

mod ground;
mod hanging;
mod raid;

use vauban_game::{
    BySeat, Evaluate, Feature, Planner, Seat, Text, TurnPart, WinShare, mix, weights,
};

pub(super) use self::ground::Ground;
use self::hanging::Army;
use super::{
    Action, Class, Guerre, NORTH, SOUTH, State, Unit, area::Area, doctrine::AttackTiming,
    state::Flag,
};

weights! {
    /// What the judge's terms count; `weights.txt` says what set them.
    pub struct Weights = (include_str!("weights.txt")) {
        infantry, cavalry, artillery, mounted_artillery, relay, mounted_relay, arsenal,
        cut_off, on_the_run,
        hanging_now, hanging_later, hanging_centre, hanging_slope,
        raid, raid_decay, raid_now, raid_guarded, raid_gap, march,
        line, advance, seek, relay_field, boldness, boldest, half,
        even, winning,
    }
}

/// Judges by what stands, what hangs, who can raid whom, and who comes nearer.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Judge {
    weights: Weights,
    /// Percent by which raid and advance count more, and fear and contact with the enemy less.
    boldness: i32,
}

impl Default for Judge {
    fn default() -> Judge {
        Judge::by(*Weights::shipped())
    }
}

/// One of the things that a position is judged by.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub enum Term {
    Material,
    Communication,
    Hanging,
    Raid,
    Lines,
    Advance,
    Seek,
    Relay,
}

impl Term {
    pub const ALL: [Term; 8] = [
        Term::Material,
        Term::Communication,
        Term::Hanging,
        Term::Raid,
        Term::Lines,
        Term::Advance,
        Term::Seek,
        Term::Relay,
    ];
    /// As people read it.
    pub fn text(self) -> Text {
        let (en, fr) = match self {
            Term::Material => ("units and arsenals", "unités et arsenaux"),
            Term::Communication => ("units in communication", "unités en communication"),
            Term::Hanging => ("units out of danger", "unités hors de danger"),
            Term::Raid => ("raids on arsenals", "raids sur les arsenaux"),
            Term::Lines => ("lines of communication", "lignes de communication"),
            Term::Advance => ("advance on arsenals", "marche vers les arsenaux"),
            Term::Seek => ("contact with the enemy", "contact avec l'ennemi"),
            Term::Relay => ("relays that help a raid", "relais utiles à un raid"),
        };
        Text::fixed(en, fr)
    }
    /// The name that programs and texts of weights use.
    pub fn name(self) -> &'static str {
        match self {
            Term::Material => "material",
            Term::Communication => "communication",
            Term::Hanging => "hanging",
            Term::Raid => "raid",
            Term::Lines => "lines",
            Term::Advance => "advance",
            Term::Seek => "seek",
            Term::Relay => "relay",
        }
    }
}

/// What each term says for one side, in hundredths of an infantry unit.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Terms([i32; Term::ALL.len()]);

impl Terms {
    pub fn of(&self, term: Term) -> i32 {
        self.0[term as usize]
    }
    pub fn sum(&self) -> i32 {
        self.0.iter().sum()
    }
    #[inline]
    fn add(&mut self, term: Term, value: i32) {
        self.0[term as usize] += value;
    }
    fn minus(mut self, other: Terms) -> Terms {
        for (value, less) in self.0.iter_mut().zip(other.0) {
            *value -= less;
        }
        self
    }
}

/// Percent of its fear that the boldest keeps.
const LEAST_CALM: i32 = 10;

/// Who acts after the position that is judged.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Next(pub(super) Seat);

impl Judge {
    pub fn by(weights: Weights) -> Judge {
        Judge {
            weights,
            boldness: 0,
        }
    }

    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// What speaks for `seat`, if `next` has the next whole turn.
    pub(super) fn terms(&self, game: &Guerre, state: &State, seat: Seat, next: Next) -> Terms {
        let armies = [NORTH, SOUTH].map(|side| Army::of(self, game, state, side));
        let free = free_squares(game, state);
        let [north, south] =
            [NORTH, SOUTH].map(|side| self.side(game, state, &armies, &free, side, next));
        match seat == NORTH {
            true => north.minus(south),
            false => south.minus(north),
        }
    }

    /// What one side has, and what it has to fear.
    fn side(
        &self,
        game: &Guerre,
        state: &State,
        armies: &[Army; 2],
        free: &Area,
        seat: Seat,
        next: Next,
    ) -> Terms {
        let weights = &self.weights;
        let mut terms = Terms::default();
        let (own, foe) = (&armies[seat.index()], &armies[seat.other().index()]);
        let arsenals = state.standing[seat.index()].count_ones() as i32;
        terms.add(Term::Material, own.worth + weights.arsenal * arsenals);
        terms.add(
            Term::Communication,
            -own.cut_off * (100 + self.boldness) / 100,
        );
        let squares = state.communication(seat).len() as i32;
        terms.add(Term::Lines, weights.line * squares / 10);
        let bold = 100 + self.boldness;
        let calm = (100 - self.boldness).max(LEAST_CALM);
        let fear = match next.0 == seat {
            true => weights.hanging_later,
            false => weights.hanging_now,
        };
        let hanging = self.hanging(game, own, foe) * fear / 100;
        terms.add(Term::Hanging, -hanging * calm / 100);
        let raid = self.raid(game, state, own, free, seat, next);
        terms.add(Term::Raid, raid * bold / 100);
        let (advance, seek) = own.closeness(game, state, foe, seat);
        terms.add(Term::Advance, weights.advance * advance * bold / 100);
        terms.add(Term::Seek, weights.seek * seek * calm / 100);
        let relay = own.best_relay(game, state, seat);
        terms.add(Term::Relay, weights.relay_field * relay / 100);
        terms
    }

    /// What a unit is worth where it does its work.
    #[inline]
    pub(super) fn worth(&self, class: Class) -> i32 {
        let weights = &self.weights;
        match class {
            Class::Infantry => weights.infantry,
            Class::Cavalry => weights.cavalry,
            Class::Artillery => weights.artillery,
            Class::MountedArtillery => weights.mounted_artillery,
            Class::Relay => weights.relay,
            Class::MountedRelay => weights.mounted_relay,
        }
    }
}

fn free_squares(game: &Guerre, state: &State) -> Area {
    let mut free = *game.board.open();
    for seat in [NORTH, SOUTH] {
        for unit in state.units(seat) {
            free.take(unit.square());
        }
    }
    free
}

/// Who acts next if nobody says so: the mover at the beginning of a turn, else the other side.
fn next_of(game: &Guerre, state: &State) -> Next {
    match state.moves_left == game.doctrine.moves {
        true => Next(state.mover),
        false => Next(state.mover.other()),
    }
}

impl Evaluate<Guerre> for Judge {
    fn evaluate(&self, game: &Guerre, state: &State) -> BySeat<WinShare> {
        let lead = self.terms(game, state, NORTH, next_of(game, state)).sum();
        let north = self.share_of(NORTH, lead).get();
        BySeat::split(2, |seat| if seat == NORTH { north } else { 1.0 - north })
    }

    fn features(&self, game: &Guerre, state: &State, seat: Seat, out: &mut Vec<Feature>) {
        let terms = self.terms(game, state, seat, next_of(game, state));
        let all = Term::ALL.into_iter();
        out.extend(all.map(|term| Feature::new(term.text(), terms.of(term))));
    }
}

impl Planner<Guerre> for Judge {
    /// The longer nothing has happened, the less is feared and the more is dared. It follows from how the
    /// turn begins: were it to change with what a turn does, to keep quiet would look better than to act.
    fn for_turn(&self, _game: &Guerre, start: &State) -> Judge {
        let quiet = match start.quiet {
            State::STIRRED => 0,
            quiet => i32::from(quiet),
        };
        Judge {
            boldness: (self.weights.boldness * quiet).min(self.weights.boldest),
            ..*self
        }
    }

    fn turn_lead(&self, game: &Guerre, state: &State, seat: Seat) -> i32 {
        self.terms(game, state, seat, Next(seat.other())).sum()
    }

    fn part(&self, game: &Guerre, state: &State, action: Action) -> TurnPart {
        match action {
            Action::Move { .. } => TurnPart::Step,
            Action::End => TurnPart::End,
            Action::Attack { from, to } => {
                let (from, to) = (game.board.known(from), game.board.known(to));
                let (attack, defence) = game.totals(state, state.mover, from, to);
                match game.doctrine.attack_timing {
                    _ if attack - defence < game.doctrine.retreat_at => TurnPart::Idle,
                    AttackTiming::EachMove => TurnPart::Rider,
                    AttackTiming::EndOfTurn => TurnPart::End,
                }
            }
        }
    }

    /// Who moved last and who has attacked does not matter to a turn that goes on with another unit.
    fn position(&self, game: &Guerre, state: &State) -> u64 {
        let spent = game.doctrine.attack_timing == AttackTiming::EndOfTurn && state.spent();
        let mut sum = u64::from(spent);
        for seat in [NORTH, SOUTH] {
            for unit in state.units(seat) {
                let plain = unit.without(Flag::Last).without(Flag::Spent);
                sum = sum.wrapping_add(word(seat, plain));
            }
            sum = sum.wrapping_add(mix(u64::from(state.standing[seat.index()]) << 8 | 3));
        }
        mix(sum ^ u64::from(state.mover.0) << 63)
    }

    fn half(&self) -> u16 {
        u16::try_from(self.weights.half).unwrap_or(u16::MAX)
    }

    /// The two sides do not begin alike: South's riders are nearer to North's arsenals than North's to South's, and
    /// so the terms speak for South in a match that is nearly even.
    fn share_of(&self, seat: Seat, lead: i32) -> WinShare {
        let even = match seat == NORTH {
            true => self.weights.even,
            false => -self.weights.even,
        };
        let winning = u16::try_from(self.weights.winning).unwrap_or(u16::MAX);
        BySeat::of_lead(seat, lead - even, winning)[seat]
    }
}

#[inline]
fn word(seat: Seat, unit: Unit) -> u64 {
    mix((u64::from(unit.bits()) << 1 | u64::from(seat.0)) ^ 0x5EED_0FDE_B02D_1977)
}
