//! How the game goes on: what an action does, what a result of nature does, and what comes next.

use vauban_game::Seat;

use super::{
    Garden,
    cell::{Area, Cell},
    clan::Clan,
    map::{Resource, Special},
    state::{Action, CROWD, Chance, End, Phase, ROUNDS, SEATS, State, Visit},
};

/// §6.1 Creatures that come every turn.
pub const RECRUITS: u8 = 3;
/// §6.1 Creatures that come for each zone.
pub const ZONE_RECRUITS: u8 = 2;
/// §5.1 What a clan power costs.
pub const POWER_POINTS: u16 = 8;
/// §4.9 Creatures that come for candy.
pub const CANDY_RECRUITS: u8 = 3;
/// §4.10 How many the barbecue or the pool kills.
pub const SCALDED: u8 = 3;
/// §5.3 How much is stolen, and how many die.
pub const LOOT: u16 = 2;
pub const PILLAGED: u8 = 1;
/// §5.4 Turn starts.
pub const POISON_TURNS: u8 = 3;
/// §5.5 Ends of own turns, that of this one with it.
pub const ARMED_TURNS: u8 = 2;
/// §5.6 Turns of the owner.
pub const ROCK_TURNS: u8 = 2;
/// §9.4 Creatures that each cell gets beside dropped candy.
pub const TREATS: u8 = 2;

impl Garden {
    #[inline]
    pub(super) fn apply(&self, state: &mut State, action: Action) {
        if let Some(special) = action.special() {
            state.used |= 1 << special as u8;
            state.side_mut(state.mover).pay(special);
        }
        match action {
            Action::Move { from, to } | Action::Jet { from, to } => self.advance(state, from, to),
            Action::Place { at } => self.place(state, at),
            Action::End => self.reinforce(state),
            Action::Candy => (),
            Action::Grill { at } | Action::Drown { at } => {
                if !absorbed(state, at) {
                    state.kill(at, SCALDED);
                    judge(state);
                }
            }
            Action::Choose(clan) => self.choose(state, clan),
            Action::Pillage { .. }
            | Action::Poison { .. }
            | Action::Arm { .. }
            | Action::Stone { .. }
            | Action::Shelter { .. } => self.use_clan_power(state, action),
        }
    }

    #[inline]
    pub(super) fn settle_chance(&self, state: &mut State, chance: Chance) {
        match (state.phase, chance) {
            (Phase::Attack { from, to }, Chance::Roll(sum)) => {
                state.phase = Phase::Defence { from, to, sum };
            }
            (Phase::Defence { from, to, sum }, Chance::Roll(defence)) => {
                state.phase = Phase::Conquest;
                self.fight(state, from, to, sum > defence);
            }
            (Phase::Poison(cell), Chance::Roll(roll)) => {
                // §7.2 Nobody rolls lower than 1.
                if roll > 1 {
                    state.phase = Phase::Dying(cell, roll);
                } else {
                    self.poison_after(state, cell);
                }
            }
            (Phase::Dying(cell, _), Chance::Dead(dead)) => {
                state.kill(cell, dead);
                self.poison_after(state, cell);
            }
            (Phase::Lot, Chance::First(seat)) => {
                state.first = seat;
                state.mover = seat;
                state.phase = Phase::Clans;
            }
            (Phase::Humans, Chance::Foot(cell)) if state.occupied().holds(cell) => {
                state.phase = Phase::Trampling(cell);
            }
            (Phase::Humans, chance) => self.visit(state, chance),
            (Phase::Trampling(cell), Chance::Dead(dead)) => {
                state.kill(cell, dead);
                self.after_humans(state);
            }
            (phase, chance) => debug_assert!(false, "{chance:?} cannot come in {phase:?}"),
        }
    }

    /// §2.3 The first seat, then the other one; then the first round.
    fn choose(&self, state: &mut State, clan: Clan) {
        state.side_mut(state.mover).clan = Some(clan);
        state.mover = state.mover.other();
        if state.mover == state.first {
            state.round = 1;
            self.begin_round(state);
        }
    }

    /// §4.1, §4.2 Takes a free cell, or goes to fight for it.
    #[inline]
    fn advance(&self, state: &mut State, from: Cell, to: Cell) {
        if state.cells(state.mover.other()).holds(to) {
            state.phase = Phase::Attack { from, to };
            return;
        }
        self.take(state, from, to);
    }

    /// §4.2 All but one go over, and pay for a special cell.
    #[inline]
    fn take(&self, state: &mut State, from: Cell, to: Cell) {
        let (group, arms) = (state.creatures(from), state.arms(from));
        state.hand_over(to, state.mover, group - 1);
        state.creatures.set(from, 1);
        // §5.5 The weapons go with those who go.
        state.arms.set(to, arms);
        state.arms.set(from, 0);
        self.pay_for(state, to);
        judge(state);
    }

    /// §4.3
    #[inline]
    fn pay_for(&self, state: &mut State, cell: Cell) {
        if let Some(special) = self.map.special(cell) {
            state.side_mut(state.mover).pay(special);
        }
    }

    /// §4.5
    #[inline]
    fn fight(&self, state: &mut State, from: Cell, to: Cell, won: bool) {
        if !won {
            state.side_mut(state.mover.other()).win_point();
            state.creatures.set(from, 1);
            state.arms.set(from, 0);
            return;
        }
        if absorbed(state, to) {
            return;
        }
        state.side_mut(state.mover).win_point();
        self.take(state, from, to);
    }

    fn use_clan_power(&self, state: &mut State, action: Action) {
        let (seat, other) = (state.mover, state.mover.other());
        let side = state.side_mut(seat);
        debug_assert!(side.points >= POWER_POINTS, "what is paid is there");
        side.points = side.points.saturating_sub(POWER_POINTS);
        let at = match action {
            Action::Pillage { at } | Action::Poison { at } | Action::Stone { at } => at,
            Action::Shelter { to, .. } => to,
            Action::Arm { at } => return state.arms.set(at, ARMED_TURNS),
            _ => return,
        };
        if absorbed(state, at) {
            return;
        }
        match action {
            Action::Pillage { .. } => {
                if let Some(resource) = state.clan(seat).map(Clan::resource) {
                    let loot = state.resource(other, resource).min(LOOT);
                    state.side_mut(other).resources[resource as usize] -= loot;
                    state.side_mut(seat).gain(resource, loot);
                }
                state.kill(at, PILLAGED);
            }
            Action::Poison { .. } => state.poison.set(at, POISON_TURNS),
            Action::Stone { .. } => state.rocks.set(at, ROCK_TURNS),
            Action::Shelter { from, .. } => {
                let driven_out = state.creatures(at);
                state.side_mut(other).put_in_stock(driven_out);
                state.hand_over(at, seat, 1);
                state.creatures.set(from, state.creatures(from) - 1);
                state.shelter = state.shelter.or(Area::of(at));
                self.pay_for(state, at);
            }
            _ => (),
        }
        judge(state);
    }

    /// §6.1 How many creatures a seat gets if its conquest ends with what it has now.
    pub fn recruits(&self, state: &State, seat: Seat) -> u8 {
        let zones = self.map.zones_in(state.cells(seat));
        let candy = if seat == state.mover && state.has_used(Special::Candy) {
            CANDY_RECRUITS
        } else {
            0
        };
        RECRUITS + ZONE_RECRUITS * zones + candy
    }

    /// §3.3, §6.1
    fn reinforce(&self, state: &mut State) {
        let recruits = self.recruits(state, state.mover);
        state.side_mut(state.mover).put_in_stock(recruits);
        state.phase = Phase::Reinforcement;
        self.go_on_placing(state);
    }

    #[inline]
    fn place(&self, state: &mut State, at: Cell) {
        state.creatures.set(at, state.creatures(at) + 1);
        state.side_mut(state.mover).stock -= 1;
        self.go_on_placing(state);
    }

    /// §6.3 The turn ends by itself when nothing is left to place, or no room.
    #[inline]
    fn go_on_placing(&self, state: &mut State) {
        if state.side(state.mover).stock == 0 || state.roomy(state.mover).is_empty() {
            self.end_turn(state);
        }
    }

    /// §3.4 Rocks and weapons count the turns of their cell's owner.
    fn end_turn(&self, state: &mut State) {
        let own = state.cells(state.mover);
        state.rocks.count_down(own);
        state.arms.count_down(own);
        state.used = 0;
        state.mover = state.mover.other();
        if state.mover != state.first {
            self.begin_turn(state);
        } else if state.round < ROUNDS {
            state.round += 1;
            self.begin_round(state);
        } else {
            state.phase = Phase::Over(End::Rounds(leader(state)));
        }
    }

    fn begin_round(&self, state: &mut State) {
        if self.humans {
            state.phase = Phase::Humans;
            return;
        }
        self.begin_turn(state);
    }

    /// §9.2 to §9.4 What comes at once; a foot on a free cell harms nobody.
    fn visit(&self, state: &mut State, chance: Chance) {
        if let Chance::Visit(visit) = chance {
            let cell = self.map.cell_of(visit.special());
            match visit {
                Visit::Grill | Visit::Swim => state.kill(cell, CROWD),
                Visit::Treat => {
                    for near in cell.neighbours().and(state.occupied()) {
                        let fed = (state.creatures(near) + TREATS).min(CROWD);
                        state.creatures.set(near, fed);
                    }
                }
            }
        }
        self.after_humans(state);
    }

    fn after_humans(&self, state: &mut State) {
        if !judge(state) {
            self.begin_turn(state);
        }
    }

    /// §3.1 The cells yield, §3.2 then the poison works.
    fn begin_turn(&self, state: &mut State) {
        let own = state.cells(state.mover);
        for resource in Resource::ALL {
            let amount = self.map.yielded(resource, own);
            state.side_mut(state.mover).gain(resource, amount);
        }
        self.poison_in(state, Area::ALL);
    }

    fn poison_after(&self, state: &mut State, cell: Cell) {
        let later = Area::ALL.0 & !(Area::of(cell).0 | (Area::of(cell).0 - 1));
        self.poison_in(state, Area(later));
    }

    /// §7.2 The next poisoned cell of `area` where somebody is; after the last one all poison is a
    /// turn weaker, and only then it is seen who is left (§8.2).
    #[inline]
    fn poison_in(&self, state: &mut State, area: Area) {
        let mut poisoned = state.poison.any().and(state.occupied()).and(area);
        if let Some(cell) = poisoned.next() {
            state.phase = Phase::Poison(cell);
            return;
        }
        state.poison.count_down(Area::ALL);
        if !judge(state) {
            state.phase = Phase::Conquest;
        }
    }
}

/// §5.8 Whether a shelter takes the blow; it is gone then.
#[inline]
fn absorbed(state: &mut State, cell: Cell) -> bool {
    let sheltered = state.is_sheltered(cell);
    state.shelter = state.shelter.without(Area::of(cell));
    sheltered
}

/// §8.1, §8.2 Ends the match if a side has no cell left.
#[inline]
fn judge(state: &mut State) -> bool {
    if let Some(end) = verdict(state) {
        state.phase = Phase::Over(end);
        return true;
    }
    false
}

/// §8.1, §8.2 Who has won, if a side has no cell left.
#[inline]
pub(super) fn verdict(state: &State) -> Option<End> {
    let [blue, red] = state.own;
    let winner = match (blue.is_empty(), red.is_empty()) {
        (false, false) => return None,
        (true, true) => return Some(End::Extinct),
        (false, true) => SEATS[0],
        (true, false) => SEATS[1],
    };
    if state.cells(winner) == Area::ALL {
        return Some(End::Garden(winner));
    }
    Some(End::Eliminated(winner))
}

/// §8.3 Who has more cells, or else more creatures.
pub(super) fn leader(state: &State) -> Option<Seat> {
    let [blue, red] = SEATS.map(|seat| (state.cells(seat).len(), state.army(seat)));
    match blue.cmp(&red) {
        std::cmp::Ordering::Greater => Some(SEATS[0]),
        std::cmp::Ordering::Less => Some(SEATS[1]),
        std::cmp::Ordering::Equal => None,
    }
}
