//! Maps of the position: how soon an animal can be where, who attacks what, and the ways to a throne.
//!
//! A walk is what one animal can do while everybody else stands still; it may take who is in its way.

use std::cell::Cell;

use vauban_game::{LensCard, LensMap, Lenses, Scale, Seat, Text, text};

use super::{
    Action, Jungle,
    animal::{Animal, Gait},
    board::{Square, Terrain},
    marches::MARCHES,
    state::{SEATS, State},
    words::{animal_of, seat_name},
};

const MOVES: Text = Text::fixed("Moves", "Déplacements");
const FIGHTS: Text = Text::fixed("Fights", "Combats");

fn squares(count: i64) -> Text {
    Text::count(count, ["square", "squares"], ["case", "cases"])
}

fn moves(count: impl Into<i64>) -> Text {
    Text::count(count, ["move", "moves"], ["coup", "coups"])
}

fn animals(count: impl Into<i64>) -> Text {
    Text::count(count, ["animal", "animals"], ["animal", "animaux"])
}

static CARDS: [LensCard; 4] = [
    LensCard {
        name: "reach",
        group: MOVES,
        title: Text::fixed("Reach", "Portée"),
        about: Text::fixed(
            "how many moves the nearest animal of the side is from each square, while all others stand still",
            "à combien de coups de chaque case se trouve l'animal le plus proche du camp, les autres restant immobiles",
        ),
        legend: |tally| {
            text!(
                "{side} reaches {squares}, the farthest in {moves}.",
                "{side} atteint {squares}, la plus lointaine en {moves}.",
                side = tally.side.capital(),
                squares = squares(tally.count),
                moves = moves(tally.most)
            )
        },
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "attack",
        group: FIGHTS,
        title: Text::fixed("Attack", "Attaque"),
        about: Text::fixed(
            "how many animals of the side could step there next and take somebody",
            "combien d'animaux du camp pourraient y entrer au coup suivant et y prendre quelqu'un",
        ),
        legend: |tally| {
            text!(
                "{side} can take somebody on {squares}: on {at} with {animals}.",
                "{side} peut prendre quelqu'un sur {squares} : en {at} avec {animals}.",
                side = tally.side.capital(),
                squares = squares(tally.count),
                at = tally.at,
                animals = animals(tally.most)
            )
        },
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "danger",
        group: FIGHTS,
        title: Text::fixed("Danger", "Danger"),
        about: Text::fixed(
            "how many enemies could take the side's animal that stands there",
            "combien d'ennemis pourraient prendre l'animal du camp qui s'y trouve",
        ),
        legend: |tally| {
            text!(
                "{side} has {animals} in danger: most of all on {at}.",
                "{side} a {animals} en danger, surtout en {at}.",
                side = tally.side.capital(),
                animals = animals(tally.count),
                at = tally.at
            )
        },
        scale: Scale::Sequential,
        initial: false,
    },
    LensCard {
        name: "throne",
        group: MOVES,
        title: Text::fixed("Throne", "Trône"),
        about: Text::fixed(
            "how many moves each square is from the enemy throne on foot, and the way of the nearest animal",
            "à combien de coups du trône adverse se trouve chaque case à pied, et le chemin de l'animal le plus proche",
        ),
        legend: |tally| {
            text!(
                "{side} can walk to the enemy throne from {squares}, in {moves} at most.",
                "{side} peut marcher jusqu'au trône adverse depuis {squares}, en {moves} au plus.",
                side = tally.side.capital(),
                squares = squares(tally.count),
                moves = moves(tally.most)
            )
        },
        scale: Scale::Sequential,
        initial: false,
    },
];

impl Lenses for Jungle {
    fn lenses(&self) -> &'static [LensCard] {
        &CARDS
    }

    fn lens(&self, view: &State, name: &str, seat: Seat) -> Option<LensMap> {
        if !SEATS.contains(&seat) {
            return None;
        }
        let map = match name {
            "reach" => {
                let walks: Vec<Walk> = view
                    .animals(seat)
                    .map(|(animal, _)| self.walk(view, seat, animal))
                    .collect();
                values(|square| {
                    let moves = walks.iter().filter_map(|walk| walk.moves(square)).min();
                    moves.map_or(0, i32::from)
                })
            }
            "attack" => values(|square| count(self.attackers(view, seat, square))),
            "danger" => values(|square| match view.at(square) {
                Some((owner, _)) if owner == seat => count(self.hunters(view, square)),
                _ => 0,
            }),
            "throne" => LensMap {
                paths: self
                    .nearest(view, seat)
                    .map(|nearest| nearest.path.iter().map(|square| square.spot()).collect())
                    .into_iter()
                    .collect(),
                ..values(|square| {
                    MARCHES
                        .to_throne(seat, Gait::Walks, square)
                        .map_or(0, i32::from)
                })
            },
            _ => return None,
        };
        Some(map)
    }

    fn reading(&self, view: &State) -> Option<Text> {
        let strengths = SEATS.map(|seat| Some(self.strength(view, seat)));
        let marches = SEATS.map(|seat| self.march(view, seat));
        let worries = SEATS.map(|seat| self.worries(view, seat));
        [strengths, marches, worries]
            .into_iter()
            .flatten()
            .flatten()
            .reduce(|all, next| text!("{all} {next}", "{all} {next}", all, next))
    }
}

/// Where one animal can go.
pub(super) struct Walk {
    /// By square.
    moves: Vec<Option<u8>>,
    /// The square before, on a shortest way.
    before: Vec<Option<Square>>,
}

/// The animal of a side that is nearest to the enemy throne.
pub(super) struct Nearest {
    pub animal: Animal,
    pub moves: u8,
    /// From where it stands to the throne.
    pub path: Vec<Square>,
}

impl Walk {
    fn moves(&self, square: Square) -> Option<u8> {
        self.moves[usize::from(square.index())]
    }

    fn path(&self, to: Square) -> Vec<Square> {
        let mut path = vec![to];
        let mut at = to;
        while let Some(before) = self.before[usize::from(at.index())] {
            path.push(before);
            at = before;
        }
        path.reverse();
        path
    }
}

impl Jungle {
    /// Everywhere that an animal can get to while all others stand still.
    fn walk(&self, view: &State, seat: Seat, animal: Animal) -> Walk {
        self.walk_until(view, seat, animal, |_, _| false)
    }

    /// The same, but no further than `enough` says of the newest square and the moves to it.
    fn walk_until(
        &self,
        view: &State,
        seat: Seat,
        animal: Animal,
        enough: impl Fn(Square, u8) -> bool,
    ) -> Walk {
        let mut walk = Walk {
            moves: vec![None; usize::from(Square::COUNT)],
            before: vec![None; usize::from(Square::COUNT)],
        };
        let Some(home) = view.square_of(seat, animal) else {
            return walk;
        };
        walk.moves[usize::from(home.index())] = Some(0);
        let mut front = vec![home];
        let mut options = Vec::new();
        for moves in 1.. {
            let mut next = Vec::new();
            let mut done = false;
            for from in front {
                self.steps(view, seat, home, from, &mut options);
                for to in options.iter().map(|action| action.to) {
                    let reached = &mut walk.moves[usize::from(to.index())];
                    if reached.is_none() {
                        *reached = Some(moves);
                        walk.before[usize::from(to.index())] = Some(from);
                        next.push(to);
                        done |= enough(to, moves);
                    }
                }
            }
            // The squares of one distance are all found, so that the first way to each is the same as ever.
            if done || next.is_empty() {
                break;
            }
            front = next;
        }
        walk
    }

    /// Where the animal of `seat` that stands on `home` could go if it stood on `from` instead.
    fn steps(
        &self,
        view: &State,
        seat: Seat,
        home: Square,
        from: Square,
        options: &mut Vec<Action>,
    ) {
        options.clear();
        // The match is over on a throne.
        if matches!(from.terrain(), Terrain::Throne(_)) {
            return;
        }
        let own = view.herd(seat).moved(home.index(), from.index());
        let others = view.herd(seat.other()).without(from.index());
        self.append_actions(seat, own, others, options);
        options.retain(|action| action.from == from);
    }

    /// The animal that needs the fewest moves to the enemy throne, all others standing still.
    pub(super) fn nearest(&self, view: &State, seat: Seat) -> Option<Nearest> {
        let throne =
            Square::all().filter(|square| square.terrain() == Terrain::Throne(seat.other()));
        let goals: Vec<Square> = throne.collect();
        // Who needs more moves than another is not the nearest.
        let best = Cell::new(u8::MAX);
        let walks = view.animals(seat).map(|(animal, _)| {
            let walk = self.walk_until(view, seat, animal, |square, moves| {
                let there = goals.contains(&square);
                if there {
                    best.set(best.get().min(moves));
                }
                there || moves >= best.get()
            });
            (animal, walk)
        });
        let arrivals = walks.filter_map(|(animal, walk)| {
            let (moves, goal) = goals
                .iter()
                .filter_map(|&goal| Some((walk.moves(goal)?, goal)))
                .min()?;
            Some(Nearest {
                animal,
                moves,
                path: walk.path(goal),
            })
        });
        arrivals.min_by_key(|nearest| (nearest.moves, nearest.animal))
    }

    /// The animals of `seat` that could step onto `square` now and take whom they find there.
    fn attackers(&self, view: &State, seat: Seat, square: Square) -> Vec<Square> {
        let options = self.options(view, seat).into_iter();
        options
            .filter(|action| action.to == square && takes_there(seat, *action))
            .map(|action| action.from)
            .collect()
    }

    /// The enemies that could take the animal on `square` now.
    pub(super) fn hunters(&self, view: &State, square: Square) -> Vec<(Animal, Square)> {
        let Some((owner, _)) = view.at(square) else {
            return Vec::new();
        };
        let hunters = self.attackers(view, owner.other(), square).into_iter();
        hunters
            .filter_map(|from| Some((view.at(from)?.1, from)))
            .collect()
    }

    fn strength(&self, view: &State, seat: Seat) -> Text {
        let count = count(view.animals(seat));
        let power: u32 = view
            .animals(seat)
            .map(|(animal, square)| u32::from(self.power_on(seat, animal, square)))
            .sum();
        text!(
            "{name} has {animals} with a total power of {power}.",
            "{name} a {animals}, d'une puissance totale de {power}.",
            name = seat_name(seat),
            animals = animals(count),
        )
    }

    fn march(&self, view: &State, seat: Seat) -> Option<Text> {
        let Nearest { animal, moves, .. } = self.nearest(view, seat)?;
        let who = animal_of(seat, animal).capital();
        if moves == 0 {
            return Some(text!(
                "{who} is on the enemy throne.",
                "{who} est sur le trône adverse.",
                who,
            ));
        }
        Some(text!(
            "{who} is the nearest to the enemy throne, {moves} away.",
            "{who} est le plus proche du trône adverse, à {moves}.",
            who,
            moves = self::moves(moves),
        ))
    }

    fn worries(&self, view: &State, seat: Seat) -> Option<Text> {
        let hunted: Vec<Text> = view
            .animals(seat)
            .filter(|&(_, square)| !self.hunters(view, square).is_empty())
            .map(|(animal, square)| {
                text!(
                    "{who} on {square}",
                    "{who} en {square}",
                    who = animal_of(seat, animal)
                )
            })
            .collect();
        if hunted.is_empty() {
            return None;
        }
        Some(text!(
            "In danger: {all}.",
            "En danger : {all}.",
            all = Text::list(hunted)
        ))
    }
}

/// Whether an animal that may go to a square could also take somebody there.
fn takes_there(seat: Seat, action: Action) -> bool {
    let Action { from, to } = action;
    // §4.3 A jump takes nobody, §5.3 nor does who is trapped, §5.5 nor a rat that leaves the water.
    let leaves_water = from.terrain() == Terrain::Water && to.terrain() != Terrain::Water;
    from.distance(to) == 1 && !State::is_trapped(seat, from) && !leaves_water
}

fn values(value: impl Fn(Square) -> i32) -> LensMap {
    LensMap {
        values: Square::all()
            .map(|square| (square.spot(), value(square)))
            .filter(|&(_, value)| value != 0)
            .collect(),
        ..LensMap::default()
    }
}

fn count(items: impl IntoIterator) -> i32 {
    i32::try_from(items.into_iter().count()).unwrap_or(i32::MAX)
}
