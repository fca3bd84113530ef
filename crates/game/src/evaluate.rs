//! How good a state is, for search.

use std::hash::{Hash, Hasher};

use serde::Serialize;

use crate::{BySeat, Game, Outcome, Seat, Text, Thought, Turn, mix};

/// A judge of states.
pub trait Evaluate<G: Game>: Send + Sync {
    /// How much of a win each seat may expect from `state`; together they expect one win. Not called
    /// when it is over.
    fn evaluate(&self, game: &G, state: &G::State) -> BySeat<WinShare>;

    /// For games of two seats: how far `seat` is ahead at `state`, in points of the judge's own and by less
    /// than [`MOST_LEAD`]. It rises and falls with [`Evaluate::evaluate`], and search asks for it millions
    /// of times.
    fn lead(&self, game: &G, state: &G::State, seat: Seat) -> i32 {
        let share = self.evaluate(game, state)[seat].get();
        ((2.0 * share - 1.0) * f64::from(SURE_LEAD)).round() as i32
    }

    /// The part of a win that a lead stands for.
    fn share(&self, lead: i32) -> WinShare {
        WinShare::new(0.5 + 0.5 * f64::from(lead) / f64::from(SURE_LEAD))
    }

    /// How good `action` looks without trying it: search looks at higher ones first. Above 0 are those
    /// that may change much at once: search follows them one step beyond its depth. From [`FORCING`] on
    /// it follows them to their end.
    fn promise(&self, _game: &G, _state: &G::State, _seat: Seat, _action: G::Action) -> i32 {
        0
    }

    /// What it counts, one by one, as `seat` sees it: more is better for it. So that a choice can be
    /// explained; each feature stands at the same place whatever the state.
    fn features(&self, _game: &G, _state: &G::State, _seat: Seat, _out: &mut Vec<Feature>) {}

    /// Whether nothing is under way at `state` that the next steps will decide: search judges
    /// quiet states only, if it can.
    fn is_quiet(&self, _game: &G, _state: &G::State) -> bool {
        true
    }

    /// A number that actions have in common which are alike, for what search remembers of them at other
    /// states; below [`CLASSES`].
    fn class(&self, _game: &G, _state: &G::State, _seat: Seat, action: G::Action) -> u16 {
        let mut hasher = Words(0);
        action.hash(&mut hasher);
        (hasher.finish() % u64::from(CLASSES)) as u16
    }

    /// How the match will end, if that can be seen without trying anything: `seat`, which is on turn, wins
    /// in so many steps, or loses if the number is negative. Never wrong about who wins.
    fn foresee(&self, _game: &G, _state: &G::State, _seat: Seat) -> Option<i32> {
        None
    }

    /// `state` as it would be if the seat on turn could pass. `None`: to pass would often be better than to
    /// act, or nobody knows.
    fn passed(&self, _game: &G, _state: &G::State) -> Option<G::State> {
        None
    }
}

/// No lead is as much as this, either way.
pub const MOST_LEAD: i32 = 900_000;
/// An action that promises so much is followed to its end.
pub const FORCING: i32 = 1_000;
/// How many classes of actions there may be.
pub const CLASSES: u16 = 2_048;
/// The lead that stands for a sure win unless a judge counts otherwise.
const SURE_LEAD: i32 = 10_000;

/// A hash of few words, the same on every machine of one byte order.
struct Words(u64);

impl Hasher for Words {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }
    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }
    fn write_u16(&mut self, word: u16) {
        self.write_u64(u64::from(word));
    }
    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = mix((self.0 ^ word).wrapping_add(1));
    }
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

/// Something that a judge counts.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Feature {
    pub name: Text,
    /// In whatever the judge counts; all features of a judge in the same.
    pub worth: f64,
}

impl Feature {
    pub fn new(name: Text, worth: impl Into<f64>) -> Feature {
        Feature {
            name,
            worth: worth.into(),
        }
    }
}

/// How many features explain a choice.
const REASONS: usize = 3;

/// What speaks most for going from `before` to `after`, as `seat` sees it: the features that gain most.
pub fn reasons<G: Game>(
    judge: &(impl Evaluate<G> + ?Sized),
    game: &G,
    before: &G::State,
    after: &G::State,
    seat: Seat,
) -> Vec<Feature> {
    let (mut was, mut becomes) = (Vec::new(), Vec::new());
    judge.features(game, before, seat, &mut was);
    judge.features(game, after, seat, &mut becomes);
    let gains = becomes.into_iter().zip(was);
    let mut gains: Vec<Feature> = gains
        .map(|(becomes, was)| Feature::new(becomes.name, becomes.worth - was.worth))
        .filter(|gain| gain.worth > 0.0)
        .collect();
    gains.sort_by(|one, other| other.worth.total_cmp(&one.worth));
    gains.truncate(REASONS);
    gains
}

/// What speaks most for `action`: the features of the judge that gain most by it.
pub fn reasons_for<G: Game>(
    judge: &(impl Evaluate<G> + ?Sized),
    game: &G,
    state: &G::State,
    seat: Seat,
    action: G::Action,
) -> Vec<Feature> {
    let after = likeliest_after(game, state, seat, action);
    match game.turn(&after) {
        // A judge is not asked about what is over, and the result is reason enough.
        Turn::Over(_) => Vec::new(),
        _ => reasons(judge, game, state, &after, seat),
    }
}

/// An action of a player that does not look ahead, with what a judge expects of it.
pub fn judged<G: Game>(
    judge: &(impl Evaluate<G> + ?Sized),
    game: &G,
    state: &G::State,
    seat: Seat,
    action: G::Action,
) -> Thought<G::Action> {
    let after = likeliest_after(game, state, seat, action);
    let shares = match game.turn(&after) {
        Turn::Over(outcome) => BySeat::of(&outcome),
        _ => judge.evaluate(game, &after),
    };
    Thought {
        share: Some(shares[seat]),
        nodes: 1,
        reasons: reasons_for(judge, game, state, seat, action),
        ..Thought::plain(action)
    }
}

/// The state after an action; where nature answers, its likeliest result is taken to come.
fn likeliest_after<G: Game>(game: &G, state: &G::State, seat: Seat, action: G::Action) -> G::State {
    /// Some games roll several times for one action.
    const MOST_ROLLS: u32 = 8;
    let mut after = state.clone();
    game.act(&mut after, seat, action);
    let mut results = Vec::new();
    for _ in 0..MOST_ROLLS {
        if game.turn(&after) != Turn::Chance {
            break;
        }
        results.clear();
        game.chances(&after, &mut results);
        let Some(&(likeliest, _)) = results.iter().max_by_key(|(_, weight)| *weight) else {
            break;
        };
        game.settle(&mut after, likeliest);
    }
    after
}

/// A part of a win: 1 is a sure win, 0 a sure loss. All seats together have 1.
#[derive(Copy, Clone, PartialEq, PartialOrd, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct WinShare(f64);

impl WinShare {
    /// `part` of a win, made to lie between 0 and 1.
    pub fn new(part: f64) -> WinShare {
        WinShare(part.clamp(0.0, 1.0))
    }
    #[inline]
    pub fn get(self) -> f64 {
        self.0
    }
}

impl BySeat<WinShare> {
    /// The win in parts that are to each other as `weight` says. The weights are not negative.
    pub fn split(seats: u8, weight: impl Fn(Seat) -> f64) -> BySeat<WinShare> {
        let mut parts = BySeat([0.0; crate::MAX_SEATS]);
        for seat in (0..seats).map(Seat) {
            parts[seat] = weight(seat);
        }
        let sum: f64 = parts.0.iter().sum();
        match sum > 0.0 {
            true => BySeat(parts.0.map(|part| WinShare::new(part / sum))),
            false => BySeat::even(seats),
        }
    }

    /// The same for everybody.
    pub fn even(seats: u8) -> BySeat<WinShare> {
        BySeat::split(seats, |_| 1.0)
    }

    /// Those at the top share the win.
    pub fn of(outcome: &Outcome) -> BySeat<WinShare> {
        let best = outcome.scores().iter().max().copied();
        let at_top = |seat: Seat| Some(outcome.score(seat)) == best;
        BySeat::split(outcome.scores().len() as u8, |seat| {
            f64::from(u8::from(at_top(seat)))
        })
    }

    /// Of two seats, `seat` is ahead by `lead`, in whatever the judge counts; with a lead of `half` it
    /// may expect half of what there is to gain. More is always better, but never a sure win: were
    /// a win worth more than anything, the faintest hope of one would outweigh a lost army.
    pub fn of_lead(seat: Seat, lead: i32, half: u16) -> BySeat<WinShare> {
        let lead = f64::from(lead);
        let share = 0.5 + 0.5 * lead / (lead.abs() + f64::from(half));
        BySeat::split(2, |of| if of == seat { share } else { 1.0 - share })
    }
}

/// Judges nothing: every seat may expect the same. For games that have no better judge.
#[derive(Copy, Clone, Debug, Default)]
pub struct Even;

impl<G: Game> Evaluate<G> for Even {
    fn evaluate(&self, game: &G, _state: &G::State) -> BySeat<WinShare> {
        BySeat::even(game.seats())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ending;

    fn parts(shares: BySeat<WinShare>) -> [f64; 6] {
        shares.0.map(WinShare::get)
    }

    #[test]
    fn those_at_the_top_share_one_win() {
        let won = Outcome::win(Seat(2), 4, Ending::RESIGNATION);
        assert_eq!(parts(BySeat::of(&won)), [0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
        let drawn = Outcome::draw(2, Ending::AGREEMENT);
        assert_eq!(parts(BySeat::of(&drawn)), [0.5, 0.5, 0.0, 0.0, 0.0, 0.0]);
        let lost = Outcome::loss(Seat(0), 3, Ending::TIMEOUT);
        assert_eq!(parts(BySeat::of(&lost)), [0.0, 0.5, 0.5, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn a_lead_is_less_than_a_sure_win_and_more_is_better() {
        let leads = [i32::MIN, -2_000, -1, 0, 1, 2_000, i32::MAX];
        let shares = leads.map(|lead| BySeat::of_lead(Seat(0), lead, 2_000));
        assert!(shares.is_sorted_by_key(|shares| shares[Seat(0)].get()));
        assert!(shares[0][Seat(0)].get() > 0.0 && shares[6][Seat(0)].get() < 1.0);
        let [loss, even, win] = [1, 3, 5].map(|index| shares[index][Seat(0)].get());
        assert_eq!((loss, even, win), (0.25, 0.5, 0.75));
        for shares in shares {
            let sum: f64 = parts(shares).iter().sum();
            assert!((sum - 1.0).abs() < 1e-12);
        }
    }
}
