//! What an action does, and how a result of chance is settled. §2, §4 to §10

use vauban_game::{Outcome, Seat, SeatSet};

use super::{
    LandBuster,
    item::{Item, LASTS},
    land::{Land, Lands},
    state::{
        Action, Boons, Chance, End, Habit, Hero, Lying, MOST_PLANNED, News, Phase, Plan,
        ROUND_LIMIT, State, Then,
    },
};

/// §5.1 Soldiers for each land.
pub const REINFORCEMENTS: u32 = 3;
/// §8.1 Types that unlock the hero.
pub const HERO_TYPES: usize = 4;

impl LandBuster {
    pub(super) fn apply(&self, state: &mut State, action: Action) {
        let seat = state.mover;
        match action {
            Action::Capital { at } => {
                state.give(at, Some(seat));
                state.capitals[seat.index()] = Some(at);
                self.next_capital(state);
            }
            Action::Reinforce { at } => {
                let soldiers = state.soldiers(at) + self.reinforcements(state, seat);
                state.set_soldiers(at, soldiers);
                state.phase = Phase::Action;
            }
            Action::Port { at } => {
                state.ports = state.ports.with(at);
                // §9.7
                if !std::mem::take(&mut state.boons.build) {
                    state.phase = Phase::Move;
                }
            }
            Action::Capture { to, .. } => self.capture(state, to),
            Action::Attack { from, to } => {
                let planned = state.planned() % MOST_PLANNED;
                state.plans[planned] = Some(Plan { from, to });
                state.plannings += 1;
            }
            Action::Cancel { from, to } => {
                let cancelled = Plan { from, to };
                state.plans = kept(state.plans().filter(|&plan| plan != cancelled));
            }
            Action::Launch => self.fight_from(state, 0),
            Action::Move {
                from,
                to,
                quarters,
                hero,
            } => {
                let gone = moved(state.soldiers(from), quarters);
                state.set_soldiers(from, state.soldiers(from) - gone);
                state.set_soldiers(to, state.soldiers(to) + gone);
                if hero {
                    state.heroes[seat.index()] = Hero::At(to);
                }
                state.habits[seat.index()] = Habit { quarters, hero };
                self.end_turn(state);
            }
            Action::Use => self.use_item(state, seat),
            Action::Skip => match state.phase {
                Phase::Action => {
                    state.drop_plans();
                    state.phase = Phase::Move;
                }
                _ => self.end_turn(state),
            },
            Action::Pass => self.end_turn(state),
        }
    }

    pub(super) fn settle_chance(&self, state: &mut State, chance: Chance) {
        match chance {
            Chance::First(seat) => {
                (state.first, state.mover) = (seat, seat);
                state.phase = Phase::Capital;
            }
            Chance::NoItem => state.phase = Phase::Reinforce,
            Chance::Item(at) => self.item_appears(state, at, false),
            Chance::Fat(at) => self.item_appears(state, at, true),
            Chance::Kind(item) => {
                if let Phase::Kind { seat, then } = state.phase {
                    self.receive(state, seat, item, then);
                }
            }
            Chance::Lost(land) => {
                if let Phase::Losing { seat, then } = state.phase {
                    state.give(land, None);
                    self.hero_falls(state, seat, land);
                    state.phase = then.phase();
                }
            }
            Chance::Luck(luck) => self.fight(state, luck),
        }
    }

    /// §5.1
    pub(super) fn reinforcements(&self, state: &State, seat: Seat) -> u32 {
        REINFORCEMENTS * state.lands(seat).len() as u32
    }

    // The beginning. §2

    /// §2.2 The next one without a capital chooses; then the first turn begins.
    fn next_capital(&self, state: &mut State) {
        let mut seat = state.first;
        for _ in 0..self.players {
            if !state.out.contains(seat) && state.capital(seat).is_none() {
                (state.mover, state.phase) = (seat, Phase::Capital);
                return;
            }
            seat = seat.next(self.players);
        }
        while state.out.contains(seat) {
            seat = seat.next(self.players);
        }
        self.begin_turn(state, seat);
    }

    fn begin_turn(&self, state: &mut State, seat: Seat) {
        state.mover = seat;
        state.boons = Boons::default();
        state.drop_plans();
        state.plannings = 0;
        state.news = None;
        // §9.2
        let older = state.lying().filter(|lying| lying.turns > 1);
        state.lying = kept(older.map(|lying| Lying {
            turns: lying.turns - 1,
            ..lying
        }));
        state.phase = match self.places_for_items(state).is_empty() {
            true => Phase::Reinforce,
            false => Phase::Item,
        };
    }

    /// §9.1 Where an item may appear.
    #[inline]
    pub(super) fn places_for_items(&self, state: &State) -> Lands {
        let neutral = self.map().lands().minus(state.owned());
        let taken = state.lying().map(|lying| lying.at).collect();
        neutral.or(self.map().fortresses()).minus(taken)
    }

    // Items. §9

    fn item_appears(&self, state: &mut State, at: Land, fat: bool) {
        if let Some(owner) = state.owner(at) {
            self.collect(state, owner, fat, Then::Reinforce);
            return;
        }
        let free = state.lying.iter_mut().find(|place| place.is_none());
        if let Some(place) = free {
            *place = Some(Lying {
                at,
                turns: LASTS,
                fat,
            });
        }
        state.phase = Phase::Reinforce;
    }

    fn collect(&self, state: &mut State, seat: Seat, fat: bool, then: Then) {
        match fat {
            true => self.receive(state, seat, Item::FatBonus, then),
            false => state.phase = Phase::Kind { seat, then },
        }
    }

    /// §9.4, §9.8 to §9.10 What is kept is kept, the rest takes effect.
    fn receive(&self, state: &mut State, seat: Seat, item: Item, then: Then) {
        state.phase = then.phase();
        state.news = Some(News {
            seat,
            item: (!item.is_kept()).then_some(item),
        });
        match item {
            Item::AttackAnywhere | Item::FullPower | Item::AttackAndBuild | Item::PlayTwice => {
                state.held[seat.index()] = Some(item);
            }
            Item::MoreTroops => {
                for land in state.lands(seat).iter() {
                    state.set_soldiers(land, state.soldiers(land) + state.soldiers(land) / 10);
                }
            }
            Item::FewerTroops => {
                for land in state.lands(seat).iter() {
                    state.set_soldiers(land, state.soldiers(land) - state.soldiers(land) / 10);
                }
            }
            Item::LoseALand => {
                if !self.may_be_lost(state, seat).is_empty() {
                    state.phase = Phase::Losing { seat, then };
                }
            }
            Item::FatBonus => self.fat_bonus(state, seat),
        }
    }

    /// §9.9
    #[inline]
    pub(super) fn may_be_lost(&self, state: &State, seat: Seat) -> Lands {
        let own = state.lands(seat);
        let biggest = biggest(state, own);
        let kept = biggest.into_iter().chain(state.capital(seat)).collect();
        own.minus(kept)
    }

    /// §9.10
    fn fat_bonus(&self, state: &mut State, collector: Seat) {
        for victim in self.richest_two(state).into_iter().flatten() {
            let capital: Lands = state.capital(victim).into_iter().collect();
            let lost = biggest(state, state.lands(victim).minus(capital));
            if let (Some(land), true) = (lost, victim != collector) {
                state.give(land, Some(collector));
                self.hero_falls(state, victim, land);
            }
        }
        self.unlock_hero(state, collector);
    }

    /// §9.10 Of equals the lower seats.
    fn richest_two(&self, state: &State) -> [Option<Seat>; 2] {
        let richest = |but: Option<Seat>| {
            let seats = SeatSet::all(self.players).iter();
            let staying = seats.filter(|&seat| !state.out.contains(seat) && Some(seat) != but);
            staying.min_by_key(|&seat| (std::cmp::Reverse(state.total(seat)), seat))
        };
        let first = richest(None);
        [first, first.and_then(|_| richest(first))]
    }

    /// §9.5
    fn use_item(&self, state: &mut State, seat: Seat) {
        let Some(item) = state.held[seat.index()].take() else {
            debug_assert!(false, "only what is held is used");
            return;
        };
        state.news = Some(News {
            seat,
            item: Some(item),
        });
        match item {
            Item::AttackAnywhere => state.boons.anywhere = true,
            Item::FullPower => state.boons.full_power = true,
            Item::AttackAndBuild => state.boons.build = true,
            Item::PlayTwice => state.boons.again = true,
            Item::MoreTroops | Item::FewerTroops | Item::LoseALand | Item::FatBonus => {}
        }
    }

    // The hero. §8

    fn unlock_hero(&self, state: &mut State, seat: Seat) {
        let Some(capital) = state.capital(seat) else {
            return;
        };
        if state.hero(seat) == Hero::Waiting && self.map().types_in(state.lands(seat)) >= HERO_TYPES
        {
            state.heroes[seat.index()] = Hero::At(capital);
        }
    }

    /// §8.3 `seat` has lost `land`.
    fn hero_falls(&self, state: &mut State, seat: Seat, land: Land) {
        if state.hero_at(seat) != Some(land) {
            return;
        }
        state.heroes[seat.index()] = Hero::Dead;
        for land in state.lands(seat).iter() {
            state.set_soldiers(land, state.soldiers(land) / 2);
        }
    }

    // The action. §6

    /// §6.3
    fn capture(&self, state: &mut State, to: Land) {
        let seat = state.mover;
        state.give(to, Some(seat));
        state.phase = Phase::Move;
        self.unlock_hero(state, seat);
        let Some(found) = state.lying_at(to) else {
            return;
        };
        state.lying = kept(state.lying().filter(|lying| lying.at != to));
        self.collect(state, seat, found.fat, Then::Move);
    }

    /// §6.9 The next valid attack from a place of the plan on; without one the phase is over.
    fn fight_from(&self, state: &mut State, first: usize) {
        let valid = (first..state.planned()).find(|&at| {
            let plan = state.plans[at];
            plan.is_some_and(|plan| self.is_valid(state, plan))
        });
        match valid {
            Some(at) => state.phase = Phase::Battle { at: at as u8 },
            None => {
                state.drop_plans();
                state.phase = Phase::Move;
            }
        }
    }

    /// §6.9 Whether an attack can be fought.
    pub(super) fn is_valid(&self, state: &State, plan: Plan) -> bool {
        let Plan { from, to } = plan;
        let seat = state.mover;
        let reached = self.reach(state, from).contains(to)
            || state.boons.anywhere && !state.capitals().contains(to);
        state.lands(seat).contains(from)
            && state.others(seat).contains(to)
            && reached
            && self
                .attack_of(state, from, to, state.planned() as u32)
                .power()
                > self.defence(state, to).power()
    }

    /// §6.12 The attack that is being fought, with this luck.
    fn fight(&self, state: &mut State, luck: u16) {
        let Phase::Battle { at } = state.phase else {
            return;
        };
        let plan = state.plans.get(usize::from(at)).copied().flatten();
        let Some(Plan { from, to }) = plan else {
            debug_assert!(false, "a battle is fought as planned");
            return;
        };
        let damage = self.damage(state, from, to, luck);
        let soldiers = state.soldiers(to);
        if damage < soldiers {
            state.set_soldiers(to, soldiers - damage);
        } else {
            self.conquer(state, to);
        }
        if state.end().is_none() {
            self.fight_from(state, usize::from(at) + 1);
        }
    }

    /// §6.12 What an attack that is launched now destroys.
    pub(super) fn damage(&self, state: &State, from: Land, to: Land, luck: u16) -> u32 {
        let attack = self.attack_of(state, from, to, state.planned() as u32);
        let defence = self.defence(state, to);
        attack.power().damage(defence.power(), luck)
    }

    /// §6.13, §6.14
    pub(super) fn conquer(&self, state: &mut State, to: Land) {
        let seat = state.mover;
        let victim = state.owner(to);
        state.set_soldiers(to, 0);
        state.give(to, Some(seat));
        if let Some(victim) = victim {
            if state.capital(victim) == Some(to) {
                for land in state.lands(victim).iter() {
                    state.give(land, Some(seat));
                }
                self.remove(state, victim);
            } else {
                self.hero_falls(state, victim, to);
            }
        }
        self.unlock_hero(state, seat);
        if let Some(last) = self.last_player(state) {
            self.finish(state, last);
        }
    }

    /// A player is out: what is the player's alone is gone.
    fn remove(&self, state: &mut State, seat: Seat) {
        state.out = state.out.with(seat);
        state.lands[seat.index()] = Lands::NONE;
        state.capitals[seat.index()] = None;
        state.heroes[seat.index()] = Hero::Dead;
        state.held[seat.index()] = None;
        state.habits[seat.index()] = Habit::default();
    }

    // The end. §10

    fn last_player(&self, state: &State) -> Option<Seat> {
        let mut staying = SeatSet::all(self.players)
            .iter()
            .filter(|&seat| !state.out.contains(seat));
        match (staying.next(), staying.next()) {
            (Some(last), None) => Some(last),
            _ => None,
        }
    }

    fn finish(&self, state: &mut State, winner: Seat) {
        state.mover = winner;
        state.drop_plans();
        state.phase = Phase::Over(End::Last);
    }

    fn end_turn(&self, state: &mut State) {
        // §9.7
        if state.boons.again {
            self.begin_turn(state, state.mover);
            return;
        }
        let mut next = state.mover;
        loop {
            next = next.next(self.players);
            if next == state.first {
                state.round += 1;
            }
            if !state.out.contains(next) || next == state.mover {
                break;
            }
        }
        // §10.2
        if state.round >= ROUND_LIMIT {
            state.drop_plans();
            state.phase = Phase::Over(End::Rounds);
            return;
        }
        self.begin_turn(state, next);
    }

    /// §10 Who won, and how.
    #[cold]
    pub(super) fn outcome(&self, state: &State, end: End) -> Outcome {
        let ending = end.ending();
        if end == End::Last {
            return Outcome::win(state.mover, self.players, ending);
        }
        Outcome::counted(self.players, ending, |seat| {
            (state.lands(seat).len(), state.total(seat))
        })
    }

    /// §4.5
    pub(super) fn leave(&self, state: &mut State, seat: Seat) {
        if state.end().is_some() || state.out.contains(seat) {
            return;
        }
        self.remove(state, seat);
        if let Some(last) = self.last_player(state) {
            self.finish(state, last);
            return;
        }
        match state.phase {
            Phase::Lot | Phase::Over(_) => {}
            Phase::Capital => self.next_capital(state),
            _ if state.mover == seat => {
                state.boons = Boons::default();
                self.end_turn(state);
            }
            Phase::Kind { seat: other, then } | Phase::Losing { seat: other, then }
                if other == seat =>
            {
                state.phase = then.phase();
            }
            // What is attacked may have become neutral, or weaker.
            Phase::Battle { at } => self.fight_from(state, usize::from(at)),
            Phase::Item
            | Phase::Kind { .. }
            | Phase::Losing { .. }
            | Phase::Reinforce
            | Phase::Action
            | Phase::Move => {}
        }
    }
}

impl Then {
    fn phase(self) -> Phase {
        match self {
            Then::Reinforce => Phase::Reinforce,
            Then::Move => Phase::Move,
        }
    }
}

/// What there is, in the first places of a list. Without a heap: random play does this all the time.
fn kept<T: Copy, const N: usize>(all: impl Iterator<Item = T>) -> [Option<T>; N] {
    let mut places = [None; N];
    for (place, one) in places.iter_mut().zip(all) {
        *place = Some(one);
    }
    places
}

/// §7.1, §6.15 How many soldiers go.
#[inline]
pub(super) fn moved(soldiers: u32, quarters: u8) -> u32 {
    (u64::from(soldiers) * u64::from(quarters.min(4)) / 4) as u32
}

/// The land with most soldiers; of several, the one with the lowest number.
fn biggest(state: &State, lands: Lands) -> Option<Land> {
    let size = |&land: &Land| (state.soldiers(land), std::cmp::Reverse(land));
    lands.iter().max_by_key(size)
}
