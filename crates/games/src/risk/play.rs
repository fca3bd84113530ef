//! What actions and chance lead to: the steps of a turn, one after the other.

use vauban_game::{Outcome, Seat, SeatSet};

use super::{
    ROUND_LIMIT, Risk, SET,
    agents::heuristic,
    board::{Continent, Country, Lands},
    cards::{Cards, HANDS, Kind},
    odds,
    state::{Action, Battle, Chance, End, Owner, Phase, Rolled, State},
};

impl Risk {
    #[inline]
    pub(super) fn apply(&self, state: &mut State, action: Action) {
        match action {
            Action::Deal => state.phase = Phase::Dealing,
            Action::Place { at, armies } => {
                state.set_armies(at, state.armies(at) + armies);
                state.left = state.left.saturating_sub(armies);
                if state.left == 0 {
                    self.placed(state);
                }
            }
            Action::Attack { from } => {
                state.battle = Battle::from(from);
                state.phase = Phase::Target;
            }
            Action::Target { to } => {
                state.battle = state.battle.aimed(to);
                state.phase = Phase::Dice;
            }
            Action::Dice { dice } => {
                state.battle.dice = dice;
                self.ask_defender(state);
            }
            Action::Guard { dice } => {
                state.battle.guard = dice;
                state.phase = Phase::Roll;
            }
            Action::MoveIn { armies } => self.move_in(state, armies),
            Action::Card => state.phase = Phase::Drawing,
            Action::Discard { kind } => {
                let hand = &mut state.hands[state.mover.index() % HANDS];
                *hand = hand.without(kind);
                state.discard = state.discard.with(kind);
                state.phase = Phase::Card;
            }
            Action::Exchange { cards } => self.exchange(state, cards),
            Action::Pass => match state.phase {
                Phase::Exchange => self.exchanged(state),
                _ => self.attacked_enough(state),
            },
            Action::Move { from, to, armies } => {
                state.set_armies(from, state.armies(from) - armies);
                state.set_armies(to, state.armies(to) + armies);
                state.moves += 1;
            }
            Action::End => self.end_turn(state),
        }
    }

    #[inline]
    pub(super) fn settle_chance(&self, state: &mut State, chance: Chance) {
        match chance {
            Chance::Land(owner) => self.deal(state, owner),
            Chance::Roll(rolled) => self.fight(state, rolled),
            Chance::Card(kind) => self.draw(state, kind),
        }
    }

    // The beginning. §2

    /// The next country goes to `owner`; after the last one the neutral armies stand at once.
    fn deal(&self, state: &mut State, owner: Owner) {
        let dealt: usize = state.lands.iter().map(|lands| lands.len()).sum();
        let country = Country(dealt as u8);
        state.give(country, owner);
        state.set_armies(country, 1);
        if dealt + 1 < Lands::ALL.len() {
            return;
        }
        // §2.3
        if self.players == 2 {
            let further = self.first_armies() - state.lands(Owner::NEUTRAL).len() as u16;
            let placed = heuristic::placement(state, Owner::NEUTRAL, further);
            for at in state.lands(Owner::NEUTRAL).iter() {
                state.set_armies(at, state.armies(at) + placed[at.index()]);
            }
        }
        state.mover = Seat(0);
        self.place_from(state, Seat(0));
    }

    /// §2.4 The first seat from `seat` on that has armies to place does so; after the last, seat 1 begins.
    fn place_from(&self, state: &mut State, seat: Seat) {
        for seat in (seat.0..self.players).map(Seat) {
            let lands = state.lands(seat).len() as u16;
            let left = self.first_armies().saturating_sub(lands);
            if !state.out.contains(seat) && left > 0 {
                state.mover = seat;
                state.left = left;
                state.phase = Phase::Place;
                return;
            }
        }
        let first = (0..self.players)
            .map(Seat)
            .find(|&seat| !state.out.contains(seat));
        self.begin_turn(state, first.unwrap_or(Seat(0)));
    }

    /// All armies are placed: the set-up or the turn goes on.
    fn placed(&self, state: &mut State) {
        match state.phase {
            Phase::Place => self.place_from(state, Seat(state.mover.0 + 1)),
            _ => self.exchanged(state),
        }
    }

    // A turn. §3

    fn begin_turn(&self, state: &mut State, seat: Seat) {
        state.mover = seat;
        state.moves = 0;
        state.conquered = false;
        state.left = 0;
        state.phase = Phase::Attacker;
        if self.variant.reinforcements {
            state.left = reinforcements(state.lands(seat));
        }
        if self.variant.exchange_first {
            self.offer_exchange(state);
        }
    }

    /// §3.5 The neutral owner defends with as many dice as it may, and is not asked.
    fn ask_defender(&self, state: &mut State) {
        if state.defender().is_some() {
            state.phase = Phase::Guard;
            return;
        }
        let armies = state.battle.target().map_or(0, |to| state.armies(to));
        state.battle.guard = odds::most_guard(armies);
        state.phase = Phase::Roll;
    }

    /// §4 The dice are compared, and a country without armies passes to the attacker.
    fn fight(&self, state: &mut State, rolled: Rolled) {
        let (Some(from), Some(to)) = (state.battle.attacker(), state.battle.target()) else {
            debug_assert!(false, "both countries are chosen before the dice roll");
            return;
        };
        state.battle.rolled = rolled;
        let lost = odds::losses(rolled);
        state.set_armies(
            from,
            state.armies(from).saturating_sub(lost.attacker.into()),
        );
        state.set_armies(to, state.armies(to).saturating_sub(lost.defender.into()));
        if state.armies(to) > 0 {
            self.attacked(state);
            return;
        }
        let loser = state.owner(to).unwrap_or(Owner::NEUTRAL);
        state.give(to, state.mover.into());
        state.set_armies(to, 1);
        state.set_armies(from, state.armies(from).saturating_sub(1));
        state.conquered = true;
        if self.stagnation > 0 {
            state.calm_since = state.round + 1;
        }
        if let Some(seat) = loser.seat().filter(|&seat| state.lands(seat).is_empty()) {
            self.eliminate(state, seat);
        }
        if let Some(end) = self.won(state) {
            state.phase = Phase::Over(end);
            return;
        }
        if !self.variant.many_attacks {
            self.offer_card(state);
            return;
        }
        // §9.7 Where only one number is possible nobody is asked.
        state.phase = Phase::MoveIn;
        if state.armies(from) <= u16::from(state.battle.dice) {
            self.move_in(state, state.armies(from));
        }
    }

    /// §7.1, §7.2
    fn won(&self, state: &State) -> Option<End> {
        let held = state.lands(state.mover);
        if held == Lands::ALL {
            return Some(End::World);
        }
        if held.len() >= usize::from(self.win) {
            return Some(End::Share);
        }
        let others = SeatSet::all(self.players).without(state.mover);
        let alone = others.iter().all(|seat| state.out.contains(seat));
        alone.then_some(End::Alone)
    }

    /// §9.9 The cards of a seat without countries go to the conqueror.
    fn eliminate(&self, state: &mut State, seat: Seat) {
        state.out = state.out.with(seat);
        let cards = std::mem::take(&mut state.hands[seat.index() % HANDS]);
        let hand = &mut state.hands[state.mover.index() % HANDS];
        *hand = hand.plus(cards);
        state.spoils = true;
    }

    /// §9.7 `armies` in all stand in the conquered country; one went in at once.
    fn move_in(&self, state: &mut State, armies: u16) {
        let (Some(from), Some(to)) = (state.battle.attacker(), state.battle.target()) else {
            debug_assert!(false, "both countries are chosen before the dice roll");
            return;
        };
        let further = armies
            .saturating_sub(1)
            .min(state.armies(from).saturating_sub(1));
        state.set_armies(from, state.armies(from) - further);
        state.set_armies(to, state.armies(to) + further);
        if std::mem::take(&mut state.spoils) {
            self.offer_exchange(state);
        } else {
            state.phase = Phase::Attacker;
        }
    }

    /// The attack is over and took nothing.
    fn attacked(&self, state: &mut State) {
        match self.variant.many_attacks {
            true => state.phase = Phase::Attacker,
            false => self.attacks_done(state),
        }
    }

    /// §3.2, §9.8 The mover attacks no more in this turn.
    fn attacked_enough(&self, state: &mut State) {
        if self.variant.many_attacks && state.conquered {
            self.offer_card(state);
        } else {
            state.phase = Phase::Move;
        }
    }

    // Cards. §5

    fn offer_card(&self, state: &mut State) {
        let hand = state.hand(state.mover).len();
        if self.variant.hand_limit.is_some_and(|most| hand >= most) {
            state.phase = Phase::Discard;
        } else if state.pile().is_empty() {
            self.attacks_done(state);
        } else {
            state.phase = Phase::Card;
        }
    }

    /// §5.3, §9.5 Attacks and their card are over: cards are exchanged now, or were before.
    fn attacks_done(&self, state: &mut State) {
        match self.variant.exchange_first {
            true => state.phase = Phase::Move,
            false => self.offer_exchange(state),
        }
    }

    fn draw(&self, state: &mut State, kind: Kind) {
        if state.draw.is_empty() {
            state.draw = std::mem::take(&mut state.discard);
        }
        state.draw = state.draw.without(kind);
        let hand = &mut state.hands[state.mover.index() % HANDS];
        *hand = hand.with(kind);
        self.attacks_done(state);
    }

    /// §5.3 Whoever holds three cards is asked, so that being asked tells nothing about the hand.
    fn offer_exchange(&self, state: &mut State) {
        if state.hand(state.mover).len() >= SET {
            state.phase = Phase::Exchange;
        } else {
            self.exchanged(state);
        }
    }

    fn exchange(&self, state: &mut State, cards: Cards) {
        let hand = &mut state.hands[state.mover.index() % HANDS];
        *hand = hand.minus(cards);
        state.discard = state.discard.plus(cards);
        state.left += cards.set().map_or(0, Kind::worth);
        match self.variant.exchange_first {
            true => self.offer_exchange(state),
            false => self.exchanged(state),
        }
    }

    /// No more cards are exchanged now: what they brought is placed, then the turn goes on.
    fn exchanged(&self, state: &mut State) {
        state.phase = match self.variant.exchange_first {
            _ if state.left > 0 => Phase::Reinforce,
            true => Phase::Attacker,
            false => Phase::Move,
        };
    }

    // The end of a turn. §6.4, §7

    fn end_turn(&self, state: &mut State) {
        state.left = 0;
        // §7.4
        let armed = (0..self.players)
            .map(Seat)
            .any(|seat| !state.lands(seat).both(state.strong).is_empty());
        if self.variant.dead_end && !armed {
            state.phase = Phase::Over(End::DeadEnd);
            return;
        }
        let mut next = state.mover;
        loop {
            next = next.next(self.players);
            if next.0 == 0 {
                state.round += 1;
            }
            if !state.out.contains(next) || next == state.mover {
                break;
            }
        }
        // §7.3
        if state.round >= ROUND_LIMIT {
            state.phase = Phase::Over(End::Rounds);
            return;
        }
        // §7.7
        if self.stagnation > 0 && state.calm() >= self.stagnation {
            state.phase = Phase::Over(End::Stagnation);
            return;
        }
        self.begin_turn(state, next);
    }

    /// §7 Who won, and how.
    #[cold]
    pub(super) fn outcome(&self, state: &State, end: End) -> Outcome {
        let ending = end.ending();
        if matches!(end, End::Share | End::World | End::Alone) {
            return Outcome::win(state.mover, self.players, ending);
        }
        Outcome::counted(self.players, ending, |seat| {
            (state.lands(seat).len(), state.total(seat))
        })
    }

    // Leaving. §9.11

    /// `seat` leaves: its countries become neutral, its cards are put away.
    pub(super) fn leave(&self, state: &mut State, seat: Seat) {
        if matches!(state.phase, Phase::Over(_)) || state.out.contains(seat) {
            return;
        }
        let asked = state.chooser();
        state.out = state.out.with(seat);
        for country in state.lands(seat).iter() {
            state.give(country, Owner::NEUTRAL);
        }
        let cards = std::mem::take(&mut state.hands[seat.index() % HANDS]);
        state.discard = state.discard.plus(cards);
        let mut staying = SeatSet::all(self.players)
            .iter()
            .filter(|&other| !state.out.contains(other));
        if let (Some(last), None) = (staying.next(), staying.next()) {
            state.mover = last;
            state.left = 0;
            state.phase = Phase::Over(End::Alone);
            return;
        }
        match state.phase {
            Phase::Deal if state.mover == seat => {
                state.mover = seat.next(self.players);
                while state.out.contains(state.mover) {
                    state.mover = state.mover.next(self.players);
                }
            }
            Phase::Deal | Phase::Dealing => {}
            Phase::Place if state.mover == seat => self.place_from(state, Seat(seat.0 + 1)),
            _ if state.mover == seat => {
                state.spoils = false;
                self.end_turn(state);
            }
            // The neutral owner takes the dice of the one who left.
            Phase::Guard if asked == Some(seat) => self.ask_defender(state),
            _ => {}
        }
    }
}

/// §9.4 What the countries bring each turn.
pub(super) fn reinforcements(lands: Lands) -> u16 {
    let whole = Continent::ALL
        .into_iter()
        .filter(|continent| lands.holds(continent.lands()));
    let bonus: u16 = whole.map(Continent::bonus).sum();
    (lands.len() as u16 / 3).max(3) + bonus
}
