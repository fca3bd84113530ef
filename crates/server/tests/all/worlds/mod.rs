//! Pairs of worlds that differ only in what one viewer may not know, found by random play for any game
//! on any shelf. What a viewer may know is what the game's view of the state says (`AnyMatch::sight`).

pub mod listen;
pub mod scripted;

use vauban_game::{Seat, SettingCard, Settings, Turn, Values, Viewer};
use vauban_table::{AnyGame, AnyMatch, Opening, Shelf, Source};

/// Beats of the longest pair.
pub const LONGEST: usize = 40;

/// How often something else is tried before a pair ends.
const TRIES: usize = 12;

/// Two worlds that look the same to `viewer` after every beat.
#[derive(Clone, Debug)]
pub struct Pair {
    pub game: &'static str,
    pub settings: Settings,
    pub viewer: Viewer,
    pub seats: u8,
    /// What chance brought before the first question, in each world.
    pub opening: [Vec<String>; 2],
    pub beats: Vec<[Option<Order>; 2]>,
    /// Some hidden step has no counterpart in the other world.
    pub uneven: bool,
}

/// What a seat does, and what chance makes of it.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Order {
    pub seat: Seat,
    pub text: String,
    pub chances: Vec<String>,
}

/// What a match begins from.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub enum Beginning {
    /// The game's start.
    Start,
    /// A position in which something is hidden.
    Position,
    /// The record of what was hidden.
    Import,
    /// A step of a record that goes on.
    Fork,
    /// The position of a match that is over.
    Rematch,
}

impl Beginning {
    pub const ALL: [Beginning; 5] = [
        Beginning::Start,
        Beginning::Position,
        Beginning::Import,
        Beginning::Fork,
        Beginning::Rematch,
    ];
}

/// What is brought into the match of one world.
#[derive(Clone, Debug)]
pub struct Brought {
    pub position: String,
    pub record: String,
    /// The record of the whole pair, of which so many steps are brought.
    pub whole: String,
    pub steps: usize,
}

impl Pair {
    /// The number of beats after which the worlds differ and there is more to come: what can be brought
    /// into a match. Rather after a hidden step without a counterpart.
    pub fn cut(&self, game: &'static dyn AnyGame) -> Option<usize> {
        let differ = |&beats: &usize| {
            let [here, there] = [0, 1].map(|world| self.world(game, world, beats).play().hash());
            here != there
        };
        let uneven = |beat: &[Option<Order>; 2]| beat.iter().any(Option::is_none);
        let uneven = self.beats.iter().position(uneven).map(|beat| beat + 1);
        let beats = 0..self.beats.len();
        let after = |least: usize| beats.clone().skip(least).find(differ);
        uneven.and_then(after).or_else(|| after(0))
    }

    /// What `world` brings into a match that begins after so many beats.
    pub fn brought(&self, game: &'static dyn AnyGame, world: usize, beats: usize) -> Brought {
        let start = self.world(game, world, beats).play();
        let whole = self.world(game, world, self.beats.len()).play();
        Brought {
            position: start.position(),
            record: start.record().to_string(),
            whole: whole.record().to_string(),
            steps: start.steps(),
        }
    }

    fn world(&self, game: &'static dyn AnyGame, world: usize, beats: usize) -> World {
        let orders = self.beats[..beats].iter();
        World {
            game,
            settings: self.settings.clone(),
            opening: self.opening[world].clone(),
            orders: orders.filter_map(|beat| beat[world].clone()).collect(),
        }
    }
}

/// One world while a pair is sought.
#[derive(Clone)]
struct World {
    game: &'static dyn AnyGame,
    settings: Settings,
    opening: Vec<String>,
    orders: Vec<Order>,
}

/// Every game under its defaults, under each other value of each option, and with the fewest and the most
/// seats. What the game refuses alone is tried with the values of the other options.
pub fn variants(shelf: Shelf) -> Vec<(&'static dyn AnyGame, Settings)> {
    let mut variants = Vec::new();
    for game in shelf.games() {
        let cards = game.card().settings.iter();
        let usual = game.open(opening()).expect("the defaults are good").seats();
        let (fewest, most) = game.card().seats;
        let seats = [fewest, most].into_iter().filter(|&seats| seats != usual);
        let singles: Vec<Settings> = cards
            .flat_map(|card| {
                values(card)
                    .into_iter()
                    .map(|value| (card.name.to_owned(), value))
            })
            .chain(seats.map(|seats| ("players".to_owned(), seats.to_string())))
            .map(|pair| Settings::from([pair]))
            .collect();
        let opens = |settings: &Settings| {
            let opening = Opening {
                settings: settings.clone(),
                ..opening()
            };
            game.open(opening).is_ok()
        };
        variants.push((game, Settings::new()));
        for one in &singles {
            let both = singles.iter().map(|other| {
                let mut both = other.clone();
                both.extend(one.clone());
                both
            });
            let found = std::iter::once(one.clone()).chain(both).find(opens);
            variants.extend(found.map(|settings| (game, settings)));
        }
    }
    variants
}

fn values(setting: &SettingCard) -> Vec<String> {
    let values: Vec<String> = match &setting.values {
        Values::OneOf(words) => words.iter().map(|(word, _)| (*word).to_owned()).collect(),
        Values::Number(least, most) => vec![least.to_string(), most.to_string()],
        Values::Seed | Values::Word => Vec::new(),
    };
    let other = |value: &String| setting.default != Some(value.as_str());
    values.into_iter().filter(other).collect()
}

/// All chance is chosen by the pair; what is imagined is imagined alike.
pub fn opening() -> Opening {
    Opening {
        source: Source::Manual(7),
        ..Opening::seeded(7)
    }
}

/// Whether a viewer of this game may not know everything.
pub fn has_secrets(game: &'static dyn AnyGame, settings: &Settings) -> bool {
    let world = World {
        game,
        settings: settings.clone(),
        opening: Vec::new(),
        orders: Vec::new(),
    };
    world.begin().sight(Viewer::Spectator).is_some()
}

/// Two worlds that differ, if this seed finds them.
pub fn pair(
    game: &'static dyn AnyGame,
    settings: &Settings,
    seed: u64,
    longest: usize,
) -> Option<Pair> {
    let mut dice = fastrand::Rng::with_seed(seed);
    let mut here = World {
        game,
        settings: settings.clone(),
        opening: Vec::new(),
        orders: Vec::new(),
    };
    let seats = here.begin().seats();
    let number = dice.u8(..=seats);
    let viewer = match number == seats {
        true => Viewer::Spectator,
        false => Viewer::Seat(Seat(number)),
    };
    let mut there = here.clone();
    here.opening = chances(here.begin().as_mut(), &mut dice, &[]);
    let sight = here.play().sight(viewer);
    let alike = (0..TRIES).any(|_| {
        there.opening = chances(there.begin().as_mut(), &mut dice, &[]);
        there.play().sight(viewer) == sight
    });
    if !alike {
        there.opening = here.opening.clone();
    }
    let mut pair = Pair {
        game: game.card().name,
        settings: settings.clone(),
        viewer,
        seats,
        opening: [here.opening.clone(), there.opening.clone()],
        beats: Vec::new(),
        uneven: false,
    };
    for _ in 0..longest {
        let found = (0..3).find_map(|_| beat(&here, &there, viewer, &mut dice));
        let Some(beat) = found else {
            break;
        };
        for (world, order) in [&mut here, &mut there].into_iter().zip(&beat) {
            world.orders.extend(order.clone());
        }
        pair.uneven |= beat.iter().any(Option::is_none);
        pair.beats.push(beat);
    }
    (here.play().hash() != there.play().hash()).then_some(pair)
}

/// What may happen next in both worlds so that they go on looking the same.
fn beat(
    here: &World,
    there: &World,
    viewer: Viewer,
    dice: &mut fastrand::Rng,
) -> Option<[Option<Order>; 2]> {
    let (now, other) = (here.play(), there.play());
    let seats: Vec<Seat> = now.turn().seats().iter().collect();
    let seat = *seats.get(dice.usize(..seats.len().max(1)))?;
    let own = viewer == Viewer::Seat(seat);
    let legal = now.questions().legal(seat);
    let text = legal.get(dice.usize(..legal.len().max(1)))?.clone();
    let first = here.order(seat, &text, dice, &[])?;
    let after = here.after(&first);
    if after.turn().over().is_some() {
        return None;
    }
    // Something that nobody sees may just as well not happen.
    if !own && dice.bool() && looks(after.as_ref(), viewer) == looks(now.as_ref(), viewer) {
        return Some([Some(first), None]);
    }
    let options = other.questions().legal(seat);
    for attempt in 0..TRIES {
        let text = match (own, attempt) {
            (true, _) => text.clone(),
            // In the end the same will do.
            (false, last) if last == TRIES - 1 => text.clone(),
            (false, _) => options.get(dice.usize(..options.len().max(1)))?.clone(),
        };
        if !options.contains(&text) {
            continue;
        }
        // One thing differs at most: what is done, or one result of chance.
        let mut luck: Vec<Option<&String>> = first.chances.iter().map(Some).collect();
        if text == first.text && attempt + 1 < TRIES && !luck.is_empty() {
            luck[dice.usize(..first.chances.len())] = None;
        }
        let Some(second) = there.order(seat, &text, dice, &luck) else {
            continue;
        };
        let alike = looks(there.after(&second).as_ref(), viewer) == looks(after.as_ref(), viewer);
        if alike && first.differs(&second) <= 1 && !is_the_same(here, &first, &second) {
            return Some([Some(first), Some(second)]);
        }
    }
    None
}

/// All that a viewer may go by.
fn looks(play: &dyn AnyMatch, viewer: Viewer) -> (Option<String>, Turn) {
    (play.sight(viewer), play.turn())
}

/// Whether two different orders do the same in one world: then nothing is hidden by the difference, and
/// everybody may be told of it.
fn is_the_same(world: &World, first: &Order, second: &Order) -> bool {
    if first == second {
        return false;
    }
    let mut play = world.play();
    let done = play.ask(second.seat).is_some_and(|ask| {
        play.answer(second.seat, ask, &second.text).is_ok()
            && second
                .chances
                .iter()
                .all(|chance| play.befall(Some(chance)).is_ok())
    });
    done && play.hash() == world.after(first).hash()
}

impl Order {
    /// In how many places two orders differ.
    fn differs(&self, other: &Order) -> usize {
        let chances = self.chances.iter().zip(&other.chances);
        usize::from(self.text != other.text)
            + chances.filter(|(one, other)| one != other).count()
            + self.chances.len().abs_diff(other.chances.len())
    }
}

impl World {
    /// The match before chance has brought anything.
    fn begin(&self) -> Box<dyn AnyMatch> {
        let opening = Opening {
            settings: self.settings.clone(),
            ..opening()
        };
        self.game.open(opening).expect("it opened before")
    }

    fn play(&self) -> Box<dyn AnyMatch> {
        let mut play = self.begin();
        befall(play.as_mut(), &self.opening);
        for order in &self.orders {
            follow(play.as_mut(), order);
        }
        play
    }

    fn after(&self, order: &Order) -> Box<dyn AnyMatch> {
        let mut play = self.play();
        follow(play.as_mut(), order);
        play
    }

    /// The order with what chance makes of it: `luck` as far as it goes.
    fn order(
        &self,
        seat: Seat,
        text: &str,
        dice: &mut fastrand::Rng,
        luck: &[Option<&String>],
    ) -> Option<Order> {
        let mut play = self.play();
        let ask = play.ask(seat)?;
        play.answer(seat, ask, text).ok()?;
        Some(Order {
            seat,
            text: text.to_owned(),
            chances: chances(play.as_mut(), dice, luck),
        })
    }
}

fn follow(play: &mut dyn AnyMatch, order: &Order) {
    let ask = play.ask(order.seat).expect("it was asked before");
    play.answer(order.seat, ask, &order.text)
        .expect("it was allowed before");
    befall(play, &order.chances);
}

fn befall(play: &mut dyn AnyMatch, chances: &[String]) {
    for chance in chances {
        play.befall(Some(chance)).expect("it was possible before");
    }
}

/// Lets chance have its way until it is somebody's turn; `luck` as far as it is possible.
fn chances(
    play: &mut dyn AnyMatch,
    dice: &mut fastrand::Rng,
    luck: &[Option<&String>],
) -> Vec<String> {
    let mut chances: Vec<String> = Vec::new();
    while play.turn() == Turn::Chance {
        let possible: Vec<String> = play
            .questions()
            .divide(1, None)
            .expect("one step is not too deep")
            .into_iter()
            .filter_map(|(text, _)| text.strip_prefix('!').map(str::to_owned))
            .collect();
        let wanted = luck.get(chances.len()).copied().flatten();
        let chance = wanted
            .filter(|wanted| possible.contains(wanted))
            .unwrap_or_else(|| &possible[dice.usize(..possible.len())])
            .clone();
        play.befall(Some(&chance)).expect("it is possible");
        chances.push(chance);
    }
    chances
}
