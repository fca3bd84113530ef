//! The fast generator: what the seat on turn may do, and what doing it leads to.
//!
//! The steps of each kind of animal from each square are a table made when the program is built.
//! An animal with nobody beside it takes them all at once; only the others look closer at each
//! square. `rules` says the same things again, one rule at a time, for people.

use vauban_game::Seat;

use super::{
    Action, Jungle, QUIET_LIMIT,
    state::{Animal, COLUMNS, End, Gait, Herd, LOST, Square, State, Terrain},
};

/// Eight animals with at most four ways each: on a shore a jump takes the place of a step into water.
const MOST_ACTIONS: usize = 32;

/// A place for each action that a seat may have.
type Room = [Action; MOST_ACTIONS];

/// Whom each animal takes where the ground changes nothing: [`LOST`] for prey, 0 for the others.
pub(super) fn prey(powers: [u8; 8]) -> [Herd; 8] {
    Animal::ALL.map(|animal| {
        let mut all = [0; 8];
        for prey in Animal::ALL {
            // §5.1, §5.4
            let weaker = powers[prey.index()] <= powers[animal.index()];
            let rat_on_elephant = animal == Animal::Rat && prey == Animal::Elephant;
            if weaker || rat_on_elephant {
                all[prey.index()] = LOST;
            }
        }
        Herd::new(all)
    })
}

/// Where an animal may go from a square, if nobody is in the way.
#[derive(Copy, Clone)]
#[repr(align(16))]
struct Ways {
    /// Forward first; those behind the `count` lead to no square.
    steps: [Action; 4],
    count: u8,
    /// The landing of the jump from here, or [`LOST`].
    jump: u8,
    ground: Footing,
}

/// Whether the ground has a say in who takes whom.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Footing {
    Firm,
    /// In water, in an enemy trap, or beside an own trap.
    Shaky,
}

impl Ways {
    const NONE: Ways = Ways {
        steps: [Action::NONE; 4],
        count: 0,
        jump: LOST,
        ground: Footing::Firm,
    };

    const fn from(square: Square, seat: Seat, gait: Gait) -> Ways {
        let mut ways = Ways::NONE;
        if matches!(square.terrain(), Terrain::Water) || is_trap_of(square, Seat(seat.0 ^ 1)) {
            ways.ground = Footing::Shaky;
        }
        let forward = if seat.0 == 0 { 1 } else { -1 };
        let directions = [(0, forward), (-1, 0), (1, 0), (0, -forward)];
        let mut at = 0;
        while at < directions.len() {
            let (columns, rows) = directions[at];
            at += 1;
            let Some(next) = square.offset(columns, rows) else {
                continue;
            };
            match (next.terrain(), gait) {
                // §3.5, §4.1 Lakes are three squares wide and high.
                (Terrain::Water, Gait::Jumps) => {
                    if let Some(landing) = square.offset(4 * columns, 4 * rows) {
                        ways.jump = landing.index();
                    }
                    continue;
                }
                (Terrain::Water, Gait::Walks) => continue,
                // §3.4
                (Terrain::Throne(owner), _) if owner.0 == seat.0 => continue,
                _ => {}
            }
            if is_trap_of(next, seat) {
                ways.ground = Footing::Shaky;
            }
            ways.steps[ways.count as usize] = Action {
                from: square,
                to: next,
            };
            ways.count += 1;
        }
        ways
    }

    /// The ways of one seat's animals of one gait, from every square.
    const fn table(seat: Seat, gait: Gait) -> [Ways; 256] {
        let mut table = [Ways::NONE; 256];
        let mut index = 0;
        while let Some(square) = Square::new(index) {
            table[index as usize] = Ways::from(square, seat, gait);
            index += 1;
        }
        table
    }

    const fn tables(seat: Seat) -> [[Ways; 256]; 3] {
        [
            Ways::table(seat, Gait::Walks),
            Ways::table(seat, Gait::Swims),
            Ways::table(seat, Gait::Jumps),
        ]
    }
}

const fn is_trap_of(square: Square, seat: Seat) -> bool {
    matches!(square.terrain(), Terrain::Trap(owner) if owner.0 == seat.0)
}

/// By seat, gait and square. 256 squares, so that a byte needs no bounds check.
static WAYS: [[[Ways; 256]; 3]; 2] = [Ways::tables(Seat(0)), Ways::tables(Seat(1))];

/// What matters of a square to who takes or wins there.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Place {
    Plain,
    Water,
    Trap(Seat),
    Throne,
}

static PLACES: [Place; 256] = {
    let mut places = [Place::Plain; 256];
    let mut index = 0;
    while let Some(square) = Square::new(index) {
        places[index as usize] = match square.terrain() {
            Terrain::Earth | Terrain::Shore => Place::Plain,
            Terrain::Water => Place::Water,
            Terrain::Trap(owner) => Place::Trap(owner),
            Terrain::Throne(_) => Place::Throne,
        };
        index += 1;
    }
    places
};

/// By the animal's index.
const GAITS: [Gait; 8] = {
    let mut gaits = [Gait::Walks; 8];
    let mut at = 0;
    while at < gaits.len() {
        gaits[at] = Animal::ALL[at].gait();
        at += 1;
    }
    gaits
};

/// For each seat, one square that whoever stands on a square may step onto if it is free.
static OUTLETS: [[u8; 256]; 2] = [outlets(Seat(0)), outlets(Seat(1))];

const fn outlets(seat: Seat) -> [u8; 256] {
    let mut outlets = [LOST; 256];
    let mut index = 0;
    while let Some(square) = Square::new(index) {
        let gait = match square.terrain() {
            // Only the rat is there.
            Terrain::Water => Gait::Swims,
            // What walkers may do, swimmers and jumpers may do too.
            _ => Gait::Walks,
        };
        let ways = Ways::from(square, seat, gait);
        if ways.count > 0 {
            outlets[index as usize] = ways.steps[0].to.index();
        }
        index += 1;
    }
    outlets
}

impl Jungle {
    /// Appends every action that `seat` has with the herd `own` against `others`.
    #[inline]
    pub(super) fn append_actions(
        &self,
        seat: Seat,
        own: Herd,
        others: Herd,
        out: &mut Vec<Action>,
    ) {
        let before = out.len();
        // Written in place: a block of fixed size, cut to its length afterwards.
        out.extend_from_slice(&[Action::NONE; MOST_ACTIONS]);
        if let Some(room) = out[before..].first_chunk_mut() {
            let count = self.list_actions(seat, own, others, room);
            out.truncate(before + count);
        }
    }

    /// Writes every action into `room` and says how many there are.
    #[inline]
    fn list_actions(&self, seat: Seat, own: Herd, others: Herd, room: &mut Room) -> usize {
        let tables = &WAYS[seat.index() & 1];
        let squares = own.squares();
        let crowd = crowd::Crowd::new(own, others);
        let ways_of = |animal: usize| {
            let from = usize::from(squares[animal & 7]);
            &tables[GAITS[animal & 7] as usize][from]
        };
        // Step 1. Who has nobody near takes all steps at once. Written for everybody and counted
        // only for those: cheaper than a branch that is hard to foretell.
        let mut count = 0;
        let mut busy = 0u32;
        for (animal, from) in squares.into_iter().enumerate() {
            let ways = ways_of(animal);
            let closer = crowd.has_neighbour(from) | (ways.jump != LOST);
            // At most four were counted for each animal before.
            if let Some(places) = room.get_mut(count..count + 4) {
                places.copy_from_slice(&ways.steps);
            }
            count += if closer { 0 } else { usize::from(ways.count) };
            busy |= u32::from(closer) << animal;
        }
        // Step 2. The others look closer at each square.
        while busy != 0 {
            let animal = busy.trailing_zeros() as usize;
            busy &= busy - 1;
            count = self.look_closer(seat, (own, others), animal, ways_of(animal), room, count);
        }
        count
    }

    /// Writes the actions of one animal, behind the `count` that are there, when others may be in its way.
    #[inline(never)]
    fn look_closer(
        &self,
        seat: Seat,
        (own, others): (Herd, Herd),
        animal: usize,
        ways: &Ways,
        room: &mut Room,
        mut count: usize,
    ) -> usize {
        match ways.ground {
            Footing::Firm => {
                let barring = others.united(self.prey[animal]);
                for (at, &step) in ways.steps.iter().enumerate() {
                    // Written always and counted only if allowed: cheaper than a branch that is
                    // hard to foretell.
                    room[count % MOST_ACTIONS] = step;
                    let to = step.to.index();
                    let exists = at < usize::from(ways.count);
                    count += usize::from(exists & !(own.holds(to) | barring.holds(to)));
                }
            }
            Footing::Shaky => {
                for step in ways.steps.into_iter().take(usize::from(ways.count)) {
                    room[count % MOST_ACTIONS] = step;
                    count += usize::from(self.may_enter(seat, own, others, animal, step));
                }
            }
        }
        if ways.jump != LOST {
            let from = ways.steps[0].from;
            let to = Square(ways.jump);
            room[count % MOST_ACTIONS] = Action { from, to };
            count += usize::from(can_jump(own, others, from.index(), ways.jump));
        }
        count
    }

    /// Whether a square is free, or holds an enemy that may be taken on this ground.
    fn may_enter(&self, seat: Seat, own: Herd, others: Herd, animal: usize, step: Action) -> bool {
        let (from, to) = (step.from.index(), step.to.index());
        if own.holds(to) {
            return false;
        }
        let Some(prey) = others.animal_on(to) else {
            return true;
        };
        match (PLACES[usize::from(from)], PLACES[usize::from(to)]) {
            // §5.3
            (Place::Trap(owner), _) if owner != seat => false,
            // §5.5 Who is in water is a rat.
            (Place::Water, place) => place == Place::Water,
            // §5.2
            (_, Place::Trap(owner)) if owner == seat => true,
            _ => self.prey[animal].squares()[prey.index()] == LOST,
        }
    }

    #[inline]
    pub(super) fn apply(&self, state: &mut State, action: Action) {
        let (from, to) = (action.from.index(), action.to.index());
        debug_assert!(state.end.is_none(), "nobody acts after the end");
        debug_assert!(state.own.holds(from), "{from} holds no own animal");
        debug_assert!(!state.own.holds(to), "{to} holds an own animal");

        let own = state.others.without(to);
        let others = state.own.moved(from, to);
        state.quiet = if own == state.others {
            state.quiet + 1
        } else {
            0
        };
        (state.own, state.others) = (own, others);
        state.mover = state.mover.other();
        let goes_on = (PLACES[usize::from(to)] != Place::Throne)
            & has_outlet(state.mover, own, others)
            & (state.quiet < QUIET_LIMIT);
        state.end = if goes_on { None } else { self.ending(state, to) };
    }

    /// How the match ends with the step onto `entered`, if it does. §6.6 Wins go before draws.
    #[inline(never)]
    pub(super) fn ending(&self, state: &State, entered: u8) -> Option<End> {
        if PLACES[usize::from(entered)] == Place::Throne {
            return Some(End::Throne);
        }
        if state.own.is_lost() {
            return Some(End::Annihilation);
        }
        if !self.can_move(state.mover, state.own, state.others) {
            return Some(End::Stalemate);
        }
        if state.quiet >= QUIET_LIMIT {
            return Some(End::Quiet);
        }
        None
    }

    /// Whether `seat` has an action: some animal's outlet is free, or else all must be looked at.
    fn can_move(&self, seat: Seat, own: Herd, others: Herd) -> bool {
        let outlets = &OUTLETS[seat.index() & 1];
        let free = |to| to != LOST && !own.holds(to) && !others.holds(to);
        own.squares()
            .into_iter()
            .any(|from| free(outlets[usize::from(from)]))
            || self.list_actions(seat, own, others, &mut [Action::NONE; MOST_ACTIONS]) > 0
    }
}

/// Whether the first animal's outlet is free. Nearly always it is, and then nothing else has to be
/// looked at to know that the seat can move. A herd without animals has none.
#[inline]
fn has_outlet(seat: Seat, own: Herd, others: Herd) -> bool {
    let outlet = OUTLETS[seat.index() & 1][usize::from(own.first())];
    !own.holds(outlet) & !others.holds(outlet)
}

/// Both herds, laid out so that all sixteen are compared with a square at once.
///
/// The compiler does not find this by itself. What it uses is part of every x86-64 processor; others
/// get the same answer from the plain loop.
#[cfg(target_arch = "x86_64")]
mod crowd {
    use std::arch::x86_64::{
        __m128i, _mm_cmpeq_epi8, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_set_epi64x,
        _mm_set1_epi8, _mm_setzero_si128, _mm_sub_epi8,
    };

    use super::{COLUMNS, Herd};

    #[derive(Copy, Clone)]
    pub(super) struct Crowd(__m128i);

    impl Crowd {
        #[inline]
        pub(super) fn new(own: Herd, others: Herd) -> Crowd {
            let (own, others) = (own.word().cast_signed(), others.word().cast_signed());
            Crowd(_mm_set_epi64x(others, own))
        }
        #[inline]
        pub(super) fn has_neighbour(self, square: u8) -> bool {
            let apart = _mm_sub_epi8(self.0, _mm_set1_epi8(square.cast_signed()));
            let apart = _mm_min_epu8(apart, _mm_sub_epi8(_mm_setzero_si128(), apart));
            let beside = _mm_cmpeq_epi8(apart, _mm_set1_epi8(1));
            let above = _mm_cmpeq_epi8(apart, _mm_set1_epi8(COLUMNS.cast_signed()));
            _mm_movemask_epi8(_mm_or_si128(beside, above)) != 0
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod crowd {
    use super::{COLUMNS, Herd};

    #[derive(Copy, Clone)]
    pub(super) struct Crowd([[u8; 8]; 2]);

    impl Crowd {
        pub(super) fn new(own: Herd, others: Herd) -> Crowd {
            Crowd([own.squares(), others.squares()])
        }
        pub(super) fn has_neighbour(self, square: u8) -> bool {
            let beside = |&other: &u8| matches!(other.abs_diff(square), 1 | COLUMNS);
            self.0.as_flattened().iter().any(beside)
        }
    }
}

/// §4.2, §4.3 Whether the three squares of water and the landing are empty.
#[inline]
fn can_jump(own: Herd, others: Herd, from: u8, landing: u8) -> bool {
    let middle = from.midpoint(landing);
    let near = from.midpoint(middle);
    let far = middle.midpoint(landing);
    [near, middle, far, landing]
        .into_iter()
        .all(|square| !own.holds(square) & !others.holds(square))
}

/// Where an animal of `seat` may go from a square of an empty board.
pub(super) fn open_ways(seat: Seat, gait: Gait, square: Square) -> impl Iterator<Item = Square> {
    let ways = &WAYS[seat.index() & 1][gait as usize][usize::from(square.index())];
    ways.steps
        .into_iter()
        .take(usize::from(ways.count))
        .map(|step| step.to)
        .chain(Square::new(ways.jump))
}
