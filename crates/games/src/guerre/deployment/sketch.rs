//! What can still become of a map that is being drawn: each constraint of §11 is asked as early as it can fail.

use vauban_game::Seat;

use super::{Camp, Camps, Deployed, Relief, map::is_mirrored_relief};
use crate::guerre::{Board, NORTH, SOUTH, Square, area::Area, board::Terrain};

/// One of each two opposite directions.
const AXES: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// Why mountains and passes cannot be completed.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum DeadEnd {
    /// No square is left for the pass of this half.
    NoPass(Seat),
    /// Only maps are left whose halves mirror each other.
    Mirrored,
}

/// A square for a pass, with the mountains that it still needs beside it.
#[derive(Copy, Clone, Debug)]
struct PassSite {
    square: Square,
    needs: [Option<Square>; 2],
}

impl PassSite {
    fn needs(&self) -> impl Iterator<Item = Square> {
        self.needs.into_iter().flatten()
    }
}

impl Deployed {
    /// Whether mountains and passes can be completed from here. `built` is what no mountain may cover.
    pub(in crate::guerre) fn completes(
        &self,
        relief: &Relief,
        built: &Area,
    ) -> Result<(), DeadEnd> {
        let board = self.game.board();
        let left = [NORTH, SOUTH].map(|half| relief.left(board, Terrain::Mountain, half));
        for half in [NORTH, SOUTH] {
            if pass_sites(board, relief, built, half, left)
                .next()
                .is_none()
            {
                return Err(DeadEnd::NoPass(half));
            }
        }
        let mut mirrored = false;
        for north in pass_sites(board, relief, built, NORTH, left) {
            for south in pass_sites(board, relief, built, SOUTH, left) {
                let mut mountains = relief.mountains;
                north
                    .needs()
                    .chain(south.needs())
                    .for_each(|square| mountains.insert(square));
                let whole = Relief {
                    mountains,
                    passes: [north.square, south.square].into_iter().collect(),
                };
                let clash = whole.passes.meets(&mountains);
                let open = [NORTH, SOUTH].map(|half| whole.left(board, Terrain::Mountain, half));
                let used: usize = mountains.len() - relief.mountains.len();
                // A half never gets more mountains than it has left.
                let fits = used + open[0] + open[1] == left[0] + left[1];
                if clash || !fits {
                    continue;
                }
                // Whatever mountain is still to come can stand where it breaks the symmetry.
                if open != [0, 0] || !is_mirrored_relief(board, &whole) {
                    return Ok(());
                }
                mirrored = true;
            }
        }
        Err(if mirrored {
            DeadEnd::Mirrored
        } else {
            DeadEnd::NoPass(SOUTH)
        })
    }

    /// The forts of a side that no arsenal can see, now that `camp` has built what it has; or nothing, if everything
    /// can still be built.
    pub(super) fn forts_cut_off(
        &self,
        relief: &Relief,
        camp: &Camp,
        seat: Seat,
    ) -> Option<Vec<Square>> {
        let sights = relief.sights(self.game.board());
        self.forts_unseen(relief, &sights, camp, seat)
    }

    /// The same, where it is known what is seen from each square of this relief.
    pub(super) fn forts_unseen(
        &self,
        relief: &Relief,
        sights: &[Area],
        camp: &Camp,
        seat: Seat,
    ) -> Option<Vec<Square>> {
        let sight = |square: Square| &sights[square.index()];
        let free = self.unbuilt(relief, camp, seat);
        let mut seen = Area::EMPTY;
        for arsenal in camp.built(Terrain::Arsenal) {
            seen.join(sight(arsenal));
        }
        let blind: Vec<Square> = camp
            .built(Terrain::Fort)
            .filter(|&fort| !seen.contains(fort))
            .collect();
        let forts = camp.works_left(Terrain::Fort);
        let enough = |free: &Area, seen: &Area| free.common(seen).len() >= forts;
        // The squares from which all of these forts are seen.
        let watch = |free: &Area, blind: &[Square]| {
            blind
                .iter()
                .fold(*free, |area, &fort| area.common(sight(fort)))
        };
        let last = |free: &Area, seen: &Area, blind: &[Square]| {
            watch(free, blind).iter().any(|arsenal| {
                let mut seen = *seen;
                seen.join(sight(arsenal));
                enough(&without(free, arsenal), &seen)
            })
        };
        let possible = match camp.works_left(Terrain::Arsenal) {
            0 => blind.is_empty() && enough(&free, &seen),
            1 => last(&free, &seen, &blind),
            _ => {
                // The first arsenal serves the first fort at least.
                let first = watch(&free, &blind[..blind.len().min(1)]);
                first.iter().any(|arsenal| {
                    let view = sight(arsenal);
                    let rest: Vec<Square> = blind
                        .iter()
                        .copied()
                        .filter(|&fort| !view.contains(fort))
                        .collect();
                    let mut seen = seen;
                    seen.join(view);
                    last(&without(&free, arsenal), &seen, &rest)
                })
            }
        };
        (!possible).then_some(blind)
    }

    /// The squares of a half on which there is no terrain.
    pub(super) fn unbuilt(&self, relief: &Relief, camp: &Camp, seat: Seat) -> Area {
        let board = self.game.board();
        let mut free: Area = board
            .squares()
            .filter(|&square| board.half(square) == seat)
            .collect();
        free.remove(&relief.mountains);
        free.remove(&relief.passes);
        free.remove(&camp.works().map(|(_, square)| square).collect());
        free
    }

    /// Where a side may build a fort or an arsenal.
    pub(super) fn building_ground(
        &self,
        relief: &Relief,
        camp: &Camp,
        seat: Seat,
        terrain: Terrain,
    ) -> Vec<Square> {
        let sights = relief.sights(self.game.board());
        let fits = |square: &Square| {
            let mut after = *camp;
            after.build(terrain, *square);
            self.forts_unseen(relief, &sights, &after, seat).is_none()
        };
        self.unbuilt(relief, camp, seat)
            .iter()
            .filter(fits)
            .collect()
    }

    /// Where the next mountain or pass may lie.
    pub(super) fn relief_ground(&self, relief: &Relief, terrain: Terrain) -> Vec<Square> {
        self.drawing_ground(relief, &Camps::default(), terrain)
    }

    /// The same, where the camps have already placed something.
    pub(super) fn drawing_ground(
        &self,
        relief: &Relief,
        camps: &Camps,
        terrain: Terrain,
    ) -> Vec<Square> {
        let board = self.game.board();
        let built = camps.built();
        let serves = |after: &Relief, seat: Seat| {
            let camp = camps.of(seat);
            camp.works().next().is_none() || self.forts_cut_off(after, camp, seat).is_none()
        };
        board
            .squares()
            .filter(|&square| {
                let half = board.half(square);
                let covered = terrain == Terrain::Mountain && camps.of(half).unit(square).is_some();
                relief.terrain(square).is_none()
                    && !covered
                    && !built.contains(square)
                    && relief.left(board, terrain, half) > 0
                    && (terrain == Terrain::Mountain || is_between(board, relief, square))
            })
            .filter(|&square| {
                let after = relief.with(terrain, square);
                self.completes(&after, &built).is_ok()
                    && serves(&after, NORTH)
                    && serves(&after, SOUTH)
            })
            .collect()
    }

    /// Whether all terrain of a map is placed.
    pub(super) fn is_mapped(&self, relief: &Relief, camps: &Camps) -> bool {
        let built = [NORTH, SOUTH]
            .into_iter()
            .all(|seat| camps.of(seat).is_built());
        built && relief.next(self.game.board()).is_none()
    }

    /// Whether all terrain and all units are placed.
    pub(super) fn is_drawn(&self, relief: &Relief, camps: &Camps) -> bool {
        let army = &self.game.army;
        let complete = [NORTH, SOUTH]
            .into_iter()
            .all(|seat| camps.of(seat).is_complete(army));
        complete && self.is_mapped(relief, camps)
    }
}

/// Whether mountains stand on both sides of a square.
pub(super) fn is_between(board: &Board, relief: &Relief, square: Square) -> bool {
    let mountain = |step| {
        let next = board.step(square, step);
        next.is_some_and(|next| relief.mountains.contains(next))
    };
    AXES.into_iter()
        .any(|(rows, columns)| mountain((rows, columns)) && mountain((-rows, -columns)))
}

fn without(area: &Area, square: Square) -> Area {
    let mut rest = *area;
    rest.remove(&[square].into_iter().collect());
    rest
}

/// Where the pass of a half may lie: where it lies, or anywhere between two mountains that are there or can come.
fn pass_sites<'a>(
    board: &'a Board,
    relief: &'a Relief,
    built: &'a Area,
    half: Seat,
    left: [usize; 2],
) -> impl Iterator<Item = PassSite> + 'a {
    let placed = relief
        .passes
        .iter()
        .find(|&square| board.half(square) == half);
    let squares = board.squares().filter(move |&square| {
        board.half(square) == half
            && placed.is_none_or(|pass| pass == square)
            && !relief.mountains.contains(square)
            && !built.contains(square)
    });
    squares.flat_map(move |square| {
        AXES.into_iter().filter_map(move |(rows, columns)| {
            let ends = [
                board.step(square, (rows, columns))?,
                board.step(square, (-rows, -columns))?,
            ];
            let mut left = left;
            let mut needs = [None; 2];
            for (need, end) in needs.iter_mut().zip(ends) {
                if relief.mountains.contains(end) {
                    continue;
                }
                let room = &mut left[board.half(end).index()];
                if *room == 0 || relief.passes.contains(end) || built.contains(end) {
                    return None;
                }
                *room -= 1;
                *need = Some(end);
            }
            Some(PassSite { square, needs })
        })
    })
}
