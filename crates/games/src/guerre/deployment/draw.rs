//! Maps that are drawn from a number: ridges with a pass in them, and what the sides build around.

use vauban_game::{Dice, Seat};

use super::{Relief, map, sketch::is_between};
use crate::guerre::{
    Board, Class, NORTH, SOUTH, Square,
    area::Area,
    board::{DIRECTIONS, Feature, Terrain},
    setup::published,
};

/// How far a building keeps from the line between the halves, in rows, while there is room.
const REAR: u16 = 6;

/// The map with this number: always the same one, valid for the published army, and with no mountain where
/// the published position has a unit.
pub fn drawn_map(number: u64) -> Board {
    let mut dice = Dice::seeded(number);
    loop {
        let board = attempt(&mut dice);
        if let Some(board) = board.filter(|board| map::violations(board, 17).is_empty()) {
            return board;
        }
    }
}

/// A map as chance has it, if nobody painted himself into a corner.
fn attempt(dice: &mut Dice) -> Option<Board> {
    let bare = Board::standard();
    let (width, height) = (bare.width(), bare.height());
    let bare = Board::new(width, height, Vec::new()).ok()?;
    let mut features = Vec::new();
    for half in [NORTH, SOUTH] {
        features.extend(half_map(&bare, half, dice)?);
    }
    Board::new(width, height, features).ok()
}

/// The terrain of one half.
fn half_map(board: &Board, half: Seat, dice: &mut Dice) -> Option<Vec<Feature>> {
    let stands: Area = Class::ALL
        .into_iter()
        .flat_map(|class| published(class, half))
        .map(|place| board.known(place))
        .collect();
    let own: Vec<Square> = board
        .squares()
        .filter(|&square| board.half(square) == half)
        .collect();
    // Step 1: a pass, and a mountain on either side of it.
    let mut relief = Relief::default();
    let pass = dice.choose(&own);
    let (rows, columns) = dice.choose(&DIRECTIONS);
    let open = |square: Square| board.half(square) == half && !stands.contains(square);
    for step in [(rows, columns), (-rows, -columns)] {
        let square = board.step(pass, step).filter(|&square| open(square))?;
        relief = relief.with(Terrain::Mountain, square);
    }
    relief = relief.with(Terrain::Pass, pass);
    // Step 2: ridges that grow from there, as straight as chance lets them; sometimes a new one begins.
    let wanted = map::wanted(Terrain::Mountain);
    for _ in 0..200 {
        if relief.mountains.len() == wanted {
            break;
        }
        let peaks: Vec<Square> = relief.mountains.iter().collect();
        let next = match dice.below(8) {
            0 => Some(dice.choose(&own)),
            _ => board.step(dice.choose(&peaks), dice.choose(&DIRECTIONS)),
        };
        if let Some(square) = next.filter(|&square| open(square))
            && relief.terrain(square).is_none()
        {
            relief = relief.with(Terrain::Mountain, square);
        }
    }
    if relief.mountains.len() < wanted || !is_between(board, &relief, pass) {
        return None;
    }
    // Step 3: arsenals in the rear, and forts in line with them.
    let mut taken = relief.mountains;
    taken.insert(pass);
    let rear = |square: Square| {
        let row = board.place(square).row;
        match half {
            NORTH => row < board.height() / 2 - REAR,
            _ => row >= board.height() / 2 + REAR,
        }
    };
    let mut features = Vec::new();
    let sights = relief.sights(board);
    let mut seen = Area::EMPTY;
    for _ in 0..map::wanted(Terrain::Arsenal) {
        let at = choose(dice, own.iter().copied().filter(|&at| rear(at)), &taken)?;
        taken.insert(at);
        seen.join(&sights[at.index()]);
        features.push((Terrain::Arsenal, at));
    }
    for _ in 0..map::wanted(Terrain::Fort) {
        let in_line = own.iter().copied().filter(|&at| seen.contains(at));
        let at = choose(dice, in_line, &taken)?;
        taken.insert(at);
        features.push((Terrain::Fort, at));
    }
    features.extend(relief.mountains.iter().map(|at| (Terrain::Mountain, at)));
    features.push((Terrain::Pass, pass));
    let feature = |(terrain, square)| Feature {
        terrain,
        square,
        owner: half,
    };
    Some(features.into_iter().map(feature).collect())
}

/// One of the squares that are not taken.
fn choose(dice: &mut Dice, squares: impl Iterator<Item = Square>, taken: &Area) -> Option<Square> {
    let free: Vec<Square> = squares.filter(|&square| !taken.contains(square)).collect();
    (!free.is_empty()).then(|| dice.choose(&free))
}
