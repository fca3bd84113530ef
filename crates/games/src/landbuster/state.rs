//! What changes during a match: who holds what, the heroes, the items, the plans and the phase.

use vauban_game::{Ending, MAX_SEATS, Seat, SeatSet, fingerprint};

use super::{
    item::{Item, LASTS},
    land::{Land, Lands, MOST_LANDS},
    position,
};

/// §6.6 So many attacks stand planned at most.
pub const MOST_PLANNED: usize = 8;
/// §6.6 So many are planned in a turn at most.
pub const MOST_PLANNINGS: u8 = 16;
/// §10.4
pub const MOST_SOLDIERS: u32 = 1_000_000;
/// §10.2
pub const ROUND_LIMIT: u16 = 300;
/// No more items lie on the map at once: one comes a turn, and none lasts longer.
pub const MOST_ITEMS: usize = LASTS as usize;

/// The phase that the match is at. §2, §4
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Phase {
    /// §2.1 Chance decides who begins.
    Lot,
    /// §2.2 The mover chooses a capital.
    Capital,
    /// §9.1 Chance decides whether an item appears, and where.
    Item,
    /// §9.3 Chance decides what item `seat` has collected.
    Kind { seat: Seat, then: Then },
    /// §9.9 Chance decides which land `seat` loses.
    Losing { seat: Seat, then: Then },
    /// §5
    Reinforce,
    /// §6
    Action,
    /// §6.12 The luck of the attack with this place in the plan.
    Battle { at: u8 },
    /// §7
    Move,
    /// §10
    Over(End),
}

/// What follows when an item is settled: it came at the start of a turn, or with a captured land.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Then {
    Reinforce,
    Move,
}

/// One choice.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Action {
    /// §2.2
    Capital { at: Land },
    /// §5.1
    Reinforce { at: Land },
    /// §6.2
    Port { at: Land },
    /// §6.3
    Capture { from: Land, to: Land },
    /// §6.4
    Attack { from: Land, to: Land },
    /// §6.7
    Cancel { from: Land, to: Land },
    /// §6.9
    Launch,
    /// §7.1 Quarters of the soldiers; none if the hero goes alone.
    Move {
        from: Land,
        to: Land,
        quarters: u8,
        hero: bool,
    },
    /// §9.5
    Use,
    /// §4.4
    Skip,
    /// §4.3
    Pass,
}

/// One result of nature.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Chance {
    /// §2.1
    First(Seat),
    /// §9.1
    NoItem,
    /// §9.1 An item that is not the fat bonus.
    Item(Land),
    /// §9.1, §9.3
    Fat(Land),
    /// §9.3
    Kind(Item),
    /// §9.9
    Lost(Land),
    /// §6.12 In thousandths.
    Luck(u16),
}

/// How a match ended.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum End {
    /// §10.1 The mover is the only one left.
    Last,
    /// §10.2
    Rounds,
}

/// §8 The hero of a player.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub enum Hero {
    /// Not unlocked yet.
    #[default]
    Waiting,
    At(Land),
    Dead,
}

/// §9.2 An item that lies on a neutral land.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Lying {
    pub at: Land,
    /// Turns that it still lies there, this one included.
    pub turns: u8,
    /// §9.3 It is the fat bonus. What other items are is drawn when somebody collects them.
    pub fat: bool,
}

/// §6.4 A planned attack.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Plan {
    pub from: Land,
    pub to: Land,
}

/// §7.3 How a player moved last.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Habit {
    pub quarters: u8,
    pub hero: bool,
}

impl Default for Habit {
    fn default() -> Habit {
        Habit {
            quarters: 2,
            hero: false,
        }
    }
}

/// §9.5 Items that are valid for the rest of the turn.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub struct Boons {
    pub anywhere: bool,
    pub full_power: bool,
    pub build: bool,
    pub again: bool,
}

/// §9.4 The item that was collected or used last in this turn.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct News {
    pub seat: Seat,
    /// What everybody may know of it; nothing if it is kept.
    pub item: Option<Item>,
}

/// Everything that changes.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct State {
    pub(super) soldiers: [u32; MOST_LANDS],
    /// By seat.
    pub(super) lands: [Lands; MAX_SEATS],
    pub(super) ports: Lands,
    pub(super) lying: [Option<Lying>; MOST_ITEMS],
    pub(super) capitals: [Option<Land>; MAX_SEATS],
    pub(super) heroes: [Hero; MAX_SEATS],
    pub(super) held: [Option<Item>; MAX_SEATS],
    pub(super) habits: [Habit; MAX_SEATS],
    /// In the order of planning.
    pub(super) plans: [Option<Plan>; MOST_PLANNED],
    /// §6.6 How often the mover has planned in this turn.
    pub(super) plannings: u8,
    pub(super) boons: Boons,
    pub(super) news: Option<News>,
    pub(super) phase: Phase,
    /// Whose turn it is; at the end who took the last one.
    pub(super) mover: Seat,
    /// §2.1 Who began.
    pub(super) first: Seat,
    /// Whole rounds so far.
    pub(super) round: u16,
    /// Seats that are out of the match.
    pub(super) out: SeatSet,
}

const _: () = assert!(size_of::<State>() <= 512, "search copies it at every node");

impl State {
    pub fn phase(&self) -> Phase {
        self.phase
    }
    /// Why it is over, once it is.
    #[inline]
    pub fn end(&self) -> Option<End> {
        match self.phase {
            Phase::Over(end) => Some(end),
            _ => None,
        }
    }
    pub fn mover(&self) -> Seat {
        self.mover
    }
    /// Who chooses now, if somebody does.
    #[inline]
    pub(super) fn chooser(&self) -> Option<Seat> {
        match self.phase {
            Phase::Capital | Phase::Reinforce | Phase::Action | Phase::Move => Some(self.mover),
            Phase::Lot
            | Phase::Item
            | Phase::Kind { .. }
            | Phase::Losing { .. }
            | Phase::Battle { .. }
            | Phase::Over(_) => None,
        }
    }
    /// Whether turns are taken: capitals are chosen, and nobody has won.
    pub fn is_turn(&self) -> bool {
        !matches!(self.phase, Phase::Lot | Phase::Capital | Phase::Over(_))
    }
    pub fn round(&self) -> u16 {
        self.round
    }
    pub fn out(&self) -> SeatSet {
        self.out
    }
    pub fn ports(&self) -> Lands {
        self.ports
    }
    pub fn boons(&self) -> Boons {
        self.boons
    }
    pub fn news(&self) -> Option<News> {
        self.news
    }
    pub fn plannings(&self) -> u8 {
        self.plannings
    }
    #[inline]
    pub fn soldiers(&self, land: Land) -> u32 {
        self.soldiers[land.index()]
    }
    #[inline]
    pub fn lands(&self, seat: Seat) -> Lands {
        self.lands[seat.index() % MAX_SEATS]
    }
    /// The lands of all players.
    #[inline]
    pub fn owned(&self) -> Lands {
        self.lands.iter().fold(Lands::NONE, |all, &one| all.or(one))
    }
    /// The lands of all players but one.
    #[inline]
    pub fn others(&self, seat: Seat) -> Lands {
        self.owned().minus(self.lands(seat))
    }
    /// Whose a land is; nobody's if it is neutral.
    #[inline]
    pub fn owner(&self, land: Land) -> Option<Seat> {
        (0..MAX_SEATS as u8)
            .map(Seat)
            .find(|&seat| self.lands(seat).contains(land))
    }
    /// All soldiers of a player.
    #[inline]
    pub fn total(&self, seat: Seat) -> u32 {
        let lands = self.lands(seat).iter();
        lands.map(|land| self.soldiers(land)).sum()
    }
    pub fn capital(&self, seat: Seat) -> Option<Land> {
        self.capitals[seat.index() % MAX_SEATS]
    }
    /// All capitals.
    #[inline]
    pub fn capitals(&self) -> Lands {
        self.capitals.iter().copied().flatten().collect()
    }
    #[inline]
    pub fn hero(&self, seat: Seat) -> Hero {
        self.heroes[seat.index() % MAX_SEATS]
    }
    /// Where a player's hero stands.
    #[inline]
    pub fn hero_at(&self, seat: Seat) -> Option<Land> {
        match self.hero(seat) {
            Hero::At(land) => Some(land),
            Hero::Waiting | Hero::Dead => None,
        }
    }
    /// Whose hero stands on a land.
    pub fn hero_of(&self, land: Land) -> Option<Seat> {
        self.owner(land)
            .filter(|&seat| self.hero_at(seat) == Some(land))
    }
    pub fn item(&self, seat: Seat) -> Option<Item> {
        self.held[seat.index() % MAX_SEATS]
    }
    pub fn habit(&self, seat: Seat) -> Habit {
        self.habits[seat.index() % MAX_SEATS]
    }
    /// The items on the map.
    pub fn lying(&self) -> impl Iterator<Item = Lying> {
        self.lying.iter().copied().flatten()
    }
    /// The item that lies on a land.
    pub fn lying_at(&self, land: Land) -> Option<Lying> {
        self.lying().find(|lying| lying.at == land)
    }
    /// The planned attacks, in the order of planning.
    #[inline]
    pub fn plans(&self) -> impl Iterator<Item = Plan> {
        self.plans.iter().copied().flatten()
    }
    /// How many attacks stand planned.
    #[inline]
    pub fn planned(&self) -> usize {
        self.plans().count()
    }
    pub fn is_planned(&self, from: Land, to: Land) -> bool {
        self.plans().any(|plan| plan == Plan { from, to })
    }

    /// §10.4
    #[inline]
    pub(super) fn set_soldiers(&mut self, land: Land, soldiers: u32) {
        self.soldiers[land.index()] = soldiers.min(MOST_SOLDIERS);
    }
    /// Hands a land to a player, or to nobody.
    pub(super) fn give(&mut self, land: Land, owner: Option<Seat>) {
        for lands in &mut self.lands {
            *lands = lands.without(land);
        }
        if let Some(seat) = owner {
            let lands = &mut self.lands[seat.index() % MAX_SEATS];
            *lands = lands.with(land);
        }
    }
    pub(super) fn drop_plans(&mut self) {
        self.plans = [None; MOST_PLANNED];
    }

    /// A number for the state without the round: equal states have equal keys.
    pub(super) fn key(&self) -> u64 {
        let mut words = [0; 60];
        let (soldiers, rest) = words.split_at_mut(MOST_LANDS / 2);
        for (at, count) in self.soldiers.iter().enumerate() {
            soldiers[at / 2] |= u64::from(*count) << (32 * (at % 2));
        }
        for (word, lands) in rest.iter_mut().zip(self.lands.iter().chain([&self.ports])) {
            *word = lands.0;
        }
        let mut bytes = [0; 8 * 12];
        let mut filled = 0;
        let mut push = |byte: u8| {
            bytes[filled] = byte;
            filled += 1;
        };
        let place = |land: Option<Land>| land.map_or(0, Land::number);
        for lying in self.lying {
            push(place(lying.map(|lying| lying.at)));
            push(lying.map_or(0, |lying| lying.turns | u8::from(lying.fat) << 7));
        }
        for index in 0..MAX_SEATS {
            push(place(self.capitals[index]));
            push(match self.heroes[index] {
                Hero::Waiting => 0,
                Hero::At(land) => land.number(),
                Hero::Dead => u8::MAX,
            });
            let item = self.held[index].map_or(0, |item| item as u8 + 1);
            let habit = self.habits[index];
            push(item << 4 | habit.quarters << 1 | u8::from(habit.hero));
        }
        for plan in self.plans {
            push(place(plan.map(|plan| plan.from)));
            push(place(plan.map(|plan| plan.to)));
        }
        push(self.plannings);
        let Boons {
            anywhere,
            full_power,
            build,
            again,
        } = self.boons;
        let boons = [anywhere, full_power, build, again];
        push((0..).zip(boons).map(|(at, on)| u8::from(on) << at).sum());
        let news = |news: News| (news.seat.0 + 1) << 4 | news.item.map_or(0, |item| item as u8 + 1);
        push(self.news.map_or(0, news));
        for byte in position::phase_bytes(self.phase) {
            push(byte);
        }
        push(self.mover.0);
        push(self.first.0);
        push(self.out.iter().fold(0, |out, seat| out | 1 << seat.0));
        for (word, eight) in rest[7..].iter_mut().zip(bytes.chunks_exact(8)) {
            *word = eight
                .iter()
                .fold(0, |word, &byte| word << 8 | u64::from(byte));
        }
        fingerprint(&words)
    }
}

impl End {
    pub fn ending(self) -> &'static Ending {
        static LAST: Ending = Ending::new(
            "last",
            "by being the last player left",
            "en restant le dernier joueur",
        );
        static ROUNDS: Ending = Ending::new(
            "rounds",
            "after 300 rounds, by lands and soldiers",
            "après 300 tours de table, aux terres et aux soldats",
        );
        match self {
            End::Last => &LAST,
            End::Rounds => &ROUNDS,
        }
    }
}
