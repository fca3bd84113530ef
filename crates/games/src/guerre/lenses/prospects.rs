//! What an attack on one square can become at best: the bound of the search for a strike.
//!
//! A *design* is one line of cavalry that charges, of one length, or none. In a design everybody adds so
//! much where it stands, and so much more after its best move; the squares of the line must all be held
//! by cavalry, so that those which are not cost a move each. The best of all designs is never too low.

use vauban_game::Seat;

use super::{strikes::Aim, theatre::Theatre};
use crate::guerre::{
    Class, Guerre, Square, State, Unit,
    area::Area,
    board::{DIRECTIONS, Terrain},
    doctrine::ChargeLines,
    state::{Flag, MOST_UNITS},
};

/// What the side might bring to bear on a target.
pub(super) struct Prospect<'a> {
    game: &'a Guerre,
    theatre: &'a Theatre,
    /// For each class the squares from which it reaches the target.
    fire: [Area; CLASSES],
    /// For each class the squares from which it joins an attack in some design.
    joining: [Area; CLASSES],
    /// All squares where somebody may come who joins then, and the slots of those.
    pub(super) posts: Area,
    pub(super) joiners: u32,
    /// Whether whoever moved last starts the attack.
    must_launch: bool,
    /// What is lost at least when cavalry leaves a line that charges.
    relief: i32,
    designs: Vec<Design>,
}

const CLASSES: usize = Class::ALL.len();

/// What a unit's move adds, and the unit's slot.
type Gain = (i32, usize);

#[derive(Clone, Debug)]
struct Design {
    /// From where cavalry charges.
    ranks: Area,
    /// The squares that cavalry must hold, every one.
    line: Vec<Square>,
    /// What each unit's best move into the line, beside it, or either way adds: the most first.
    fills: Vec<Gain>,
    others: Vec<Gain>,
    either: Vec<Gain>,
}

/// A design in a position.
#[derive(Copy, Clone, Debug)]
pub(super) struct Hope {
    design: usize,
    /// What everybody adds, in communication or not.
    base: i32,
    /// The squares of the line that no cavalry holds.
    gaps: usize,
    /// The cavalry in the line that has moved: only such can start the charge where whoever moved last
    /// attacks.
    arrived: usize,
}

impl<'a> Prospect<'a> {
    pub(super) fn new(
        game: &'a Guerre,
        theatre: &'a Theatre,
        target: Square,
        aim: Aim,
    ) -> Prospect<'a> {
        let mut prospect = Prospect {
            game,
            theatre,
            fire: Class::ALL.map(|class| game.firing_squares(class, target)),
            joining: [Area::EMPTY; CLASSES],
            posts: Area::EMPTY,
            joiners: 0,
            must_launch: aim.must_launch(game),
            relief: relief(game),
            designs: Vec::new(),
        };
        let mut charged = Area::EMPTY;
        let mut lines = vec![(Area::EMPTY, Vec::new())];
        if aim != Aim::Bare && !game.is_sheltered(target) {
            for step in DIRECTIONS {
                let line = prospect.line(target, step);
                charged.join(&line.iter().copied().collect());
                if game.doctrine.charge_lines == ChargeLines::Initiator {
                    let lengths = (1..=line.len()).map(|length| line[..length].to_vec());
                    lines.extend(lengths.map(|line| (line.iter().copied().collect(), line)));
                }
            }
            // Where all lines charge together, nobody asks which of them are whole.
            if game.doctrine.charge_lines == ChargeLines::All {
                lines[0].0 = charged;
            }
        }
        prospect.assign_posts(&charged);
        for (ranks, line) in lines {
            let design = prospect.design(ranks, line);
            prospect.designs.push(design);
        }
        prospect
    }

    fn seat(&self) -> Seat {
        self.theatre.seat
    }

    fn charges(&self, class: Class) -> bool {
        self.game.doctrine.corps(class).charge.is_some()
    }

    /// Where everybody joins.
    fn assign_posts(&mut self, charged: &Area) {
        for class in Class::ALL {
            let mut area = self.fire[class as usize];
            if !self.game.doctrine.is_fighter(class) {
                area = Area::EMPTY;
            }
            if self.charges(class) {
                area.join(charged);
            }
            self.joining[class as usize] = area.common(&self.theatre.hope);
        }
        for (slot, unit) in self.theatre.state.slots(self.seat()) {
            let posts = self.theatre.reach[slot].common(&self.joining[unit.class() as usize]);
            if !unit.is(Flag::Retreat) && !posts.is_empty() {
                self.posts.join(&posts);
                self.joiners |= 1 << slot;
            }
        }
    }

    /// The squares from which cavalry might charge along one line: without a gap that nobody can fill.
    fn line(&self, target: Square, step: (i32, i32)) -> Vec<Square> {
        let (game, state, seat) = (self.game, &self.theatre.state, self.seat());
        let riders = || {
            state.slots(seat).filter(|(_, unit)| {
                game.doctrine.corps(unit.class()).charge.is_some() && !unit.is(Flag::Retreat)
            })
        };
        let most = riders().count();
        let mut line = Vec::new();
        let mut here = target;
        while let Some(next) = game.board.step(here, step) {
            let closed = game.board.is_mountain(next)
                || game.board.terrain(next) == Some(Terrain::Fort)
                || !self.theatre.hope.contains(next);
            let comes = |(slot, unit): (usize, Unit)| {
                unit.square() == next || self.theatre.reach[slot].contains(next)
            };
            if closed || line.len() == most || !riders().any(comes) {
                break;
            }
            line.push(next);
            here = next;
        }
        line
    }

    fn design(&self, ranks: Area, line: Vec<Square>) -> Design {
        let mut design = Design {
            ranks,
            line,
            fills: Vec::new(),
            others: Vec::new(),
            either: Vec::new(),
        };
        for (slot, unit) in self.theatre.state.slots(self.seat()) {
            let here = self.share(&design.ranks, unit, unit.square());
            let (mut into, mut beside) = (here, here);
            let posts = self.theatre.reach[slot].common(&self.joining[unit.class() as usize]);
            posts.each(|square| {
                let share = self.share(&design.ranks, unit, square);
                match design.line.contains(&square) {
                    // Nobody but cavalry may stand there.
                    true if self.charges(unit.class()) => into = into.max(share),
                    true => {}
                    false => beside = beside.max(share),
                }
            });
            let lists = [
                (&mut design.fills, into),
                (&mut design.others, beside),
                (&mut design.either, into.max(beside)),
            ];
            for (list, most) in lists {
                if most > here {
                    list.push((most - here, slot));
                }
            }
        }
        for list in [&mut design.fills, &mut design.others, &mut design.either] {
            list.sort_unstable_by_key(|&(gain, slot)| (-gain, slot));
        }
        design
    }

    /// What a unit would add from a square, at best.
    fn share(&self, ranks: &Area, unit: Unit, square: Square) -> i32 {
        let corps = self.game.doctrine.corps(unit.class());
        if unit.is(Flag::Retreat) || !self.theatre.hope.contains(square) {
            return 0;
        }
        match corps.charge {
            Some(charge) if ranks.contains(square) => charge.into(),
            _ if self.fire[unit.class() as usize].contains(square) => corps.attack.into(),
            _ => 0,
        }
    }

    /// Whether a unit would add something from a square, in some design.
    pub(super) fn joins(&self, unit: Unit, square: Square) -> bool {
        !unit.is(Flag::Retreat) && self.joining[unit.class() as usize].contains(square)
    }

    /// All designs in a position.
    pub(super) fn hopes(&self, state: &State) -> Vec<Hope> {
        let of = |(index, design): (usize, &Design)| Hope {
            design: index,
            base: state
                .units(self.seat())
                .map(|unit| self.share(&design.ranks, unit, unit.square()))
                .sum(),
            gaps: design
                .line
                .iter()
                .filter(|&&square| self.rider(state, square).is_none())
                .count(),
            arrived: design
                .line
                .iter()
                .filter_map(|&square| self.rider(state, square))
                .filter(|unit| unit.is(Flag::Moved))
                .count(),
        };
        self.designs.iter().enumerate().map(of).collect()
    }

    /// The cavalry on a square of a line.
    fn rider(&self, state: &State, square: Square) -> Option<Unit> {
        let unit = state.unit(self.seat(), square);
        unit.filter(|unit| self.charges(unit.class()) && !unit.is(Flag::Retreat))
    }

    /// The same design once a unit has moved.
    pub(super) fn moved(&self, hope: Hope, unit: Unit, to: Square) -> Hope {
        let Design { ranks, line, .. } = &self.designs[hope.design];
        let share = |square| self.share(ranks, unit, square);
        let mut next = Hope {
            base: hope.base - share(unit.square()) + share(to),
            ..hope
        };
        if self.charges(unit.class()) && !unit.is(Flag::Retreat) && !line.is_empty() {
            next.gaps += usize::from(ranks.contains(unit.square()));
            next.gaps -= usize::from(ranks.contains(to));
            next.arrived += usize::from(ranks.contains(to));
        }
        next
    }

    /// The most that the attack can become if so many more of the units in `ready` join; nothing if the
    /// line cannot be closed with them.
    pub(super) fn most(&self, hope: Hope, ready: u32, joins: usize) -> Option<i32> {
        let design = &self.designs[hope.design];
        let base = hope.base;
        if design.line.is_empty() {
            return Some(base + topmost(&design.either, ready, joins));
        }
        // In a line that is whole and where nobody has moved, somebody must make room for who starts.
        let relieved = hope.gaps == 0 && hope.arrived == 0 && self.must_launch;
        let fills = hope.gaps + usize::from(relieved);
        let others = joins.checked_sub(fills)?;
        let apart = topmost(&design.fills, ready, fills) + topmost(&design.others, ready, others);
        let room = if relieved { self.relief } else { 0 };
        Some(base - room + apart.min(topmost(&design.either, ready, joins)))
    }
}

/// What the best so many moves of units in `ready` would add.
fn topmost(gains: &[Gain], ready: u32, moves: usize) -> i32 {
    gains
        .iter()
        .filter(|(_, slot)| ready >> slot & 1 == 1)
        .take(moves)
        .map(|(gain, _)| gain)
        .sum()
}

/// The least difference between a charge and an attack.
fn relief(game: &Guerre) -> i32 {
    let corps = Class::ALL.map(|class| game.doctrine.corps(class));
    let differences = corps.iter().filter_map(|corps| {
        let charge = i32::from(corps.charge?);
        Some(charge - i32::from(corps.attack))
    });
    differences.min().unwrap_or(0).max(0)
}

/// The slots of a side that have not moved in this turn.
pub(super) fn ready(state: &State, seat: Seat) -> u32 {
    const { assert!(MOST_UNITS <= 32) };
    state
        .slots(seat)
        .filter(|(_, unit)| !unit.is(Flag::Moved))
        .fold(0, |ready, (slot, _)| ready | 1 << slot)
}

impl Guerre {
    /// The squares from which a unit of this class reaches `target`.
    fn firing_squares(&self, class: Class, target: Square) -> Area {
        let range = u16::from(self.doctrine.corps(class).range);
        let place = self.board.place(target);
        let near = |square: &Square| self.board.place(*square).distance(place) <= range;
        self.board.sight(target).iter().filter(near).collect()
    }
}
