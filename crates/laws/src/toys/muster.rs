//! Muster: up to six seats draw cards unseen, play them for armies, place any number of these in
//! forts and raid each other's. Hidden cards that are drawn when revealed, weighted dice, amounts
//! with trimming, a map drawn from a number, and seats that can leave while the game goes on.

use vauban_game::{
    Actions, Amount, BySeat, Card, Depict, Dice, Ending, Event, Explain, Formats, Game, Happening,
    Lang, Legend, LensCard, LensMap, Lenses, Narrate, Notation, Odds, OddsLine, Outcome, Refused,
    RuleSet, Scale, Seat, SeatSet, SettingCard, SettingError, Settings, Setup, SpotCard, Statistic,
    Status, Text, Turn, Unreadable, Values, Viewer,
    scene::{Form, Layer, Mark, Paint, Point, Scene, Shape, Spot, Squares},
};

use super::plain::{self, Plain};

mod rules;
mod told;

/// How many forts there are.
const FORTS: u8 = 8;
/// How many cards of each kind the deck has; a card of kind k musters k + 1 armies.
const DECK: Cards = [8, 6, 4, 2];
/// What a raid may destroy, with its weights.
const LOSSES: [(u8, u32); 3] = [(1, 3), (3, 2), (6, 1)];

/// Cards by kind.
type Cards = [u8; 4];

/// The game, with its options.
#[derive(Copy, Clone, Debug)]
pub struct Muster {
    seats: u8,
    rounds: u8,
    /// How many points an army in each fort is worth.
    worth: [u8; FORTS as usize],
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct State {
    hands: BySeat<Cards>,
    open: Public,
}

/// What one viewer knows: its own hand, and how many cards the others hold.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct View {
    known: BySeat<Option<Cards>>,
    sizes: BySeat<u8>,
    open: Public,
}

/// What everybody knows.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
struct Public {
    forts: [Fort; FORTS as usize],
    played: Cards,
    to_move: Seat,
    round: u8,
    phase: Phase,
    /// Armies mustered and not yet placed.
    pool: u8,
    raided: bool,
    gone: SeatSet,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
struct Fort {
    owner: Option<Seat>,
    armies: u8,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
enum Phase {
    /// The seat to move draws a card.
    Draw,
    Act,
    /// A raid on this fort is being rolled.
    Raid(u8),
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Action {
    /// Plays a card of this kind.
    Play(u8),
    /// Puts so many armies into a fort.
    Place(u8, u8),
    Raid(u8),
    End,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Chance {
    /// A card of this kind.
    Draw(u8),
    /// A raid destroys so many armies.
    Loss(u8),
}

static ROUNDS: Ending = Ending::new("rounds", "after the last round", "après le dernier tour");
static ALONE: Ending = Ending::new(
    "alone",
    "because all others left",
    "car tous les autres sont partis",
);

fn size(cards: Cards) -> u8 {
    cards.iter().sum()
}

fn fort_name(fort: u8) -> String {
    format!("f{}", fort + 1)
}

fn read_fort(text: &str) -> Option<u8> {
    let number = plain::number(text.strip_prefix('f')?)?;
    (1..=FORTS).contains(&number).then(|| number - 1)
}

fn read_card(text: &str) -> Option<u8> {
    let number = plain::number(text)?;
    (1..=DECK.len() as u8).contains(&number).then(|| number - 1)
}

impl Default for Muster {
    fn default() -> Muster {
        Muster::new(6, 3, 1)
    }
}

impl Muster {
    /// Two to six seats, one to nine rounds, and the map of this number.
    pub fn new(seats: u8, rounds: u8, map: u64) -> Muster {
        let mut dice = Dice::seeded(map);
        Muster {
            seats,
            rounds,
            worth: std::array::from_fn(|_| 1 + dice.below(3) as u8),
        }
    }
    fn all(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats).map(Seat)
    }
    /// What the deck still holds.
    fn deck(&self, state: &State) -> Cards {
        std::array::from_fn(|kind| {
            let held: u8 = self.all().map(|seat| state.hands[seat][kind]).sum();
            DECK[kind]
                .saturating_sub(held)
                .saturating_sub(state.open.played[kind])
        })
    }
    fn begin_turn(&self, state: &mut State) {
        let empty = size(self.deck(state)) == 0;
        state.open.phase = if empty { Phase::Act } else { Phase::Draw };
        (state.open.pool, state.open.raided) = (0, false);
    }
    fn pass(&self, state: &mut State) {
        let before = state.open.to_move;
        let mut next = before.next(self.seats);
        while state.open.gone.contains(next) && next != before {
            next = next.next(self.seats);
        }
        state.open.to_move = next;
        state.open.round += u8::from(next <= before);
        self.begin_turn(state);
    }
    fn points(&self, open: &Public, seat: Seat) -> i16 {
        let worth = self.worth.iter().zip(&open.forts);
        worth
            .filter(|(_, fort)| fort.owner == Some(seat))
            .map(|(&worth, fort)| i16::from(worth) * i16::from(fort.armies))
            .sum()
    }
    /// Eight forts in two rows, then a row for the hand.
    fn picture(&self) -> Squares {
        Squares::new(FORTS / 2, 3)
    }
    fn place_of(&self, fort: u8) -> (u8, u8) {
        (fort % (FORTS / 2), fort / (FORTS / 2))
    }
}

impl Game for Muster {
    type State = State;
    type Action = Action;
    type Chance = Chance;
    type View = View;
    type Refusal = Plain;

    fn seats(&self) -> u8 {
        self.seats
    }
    fn start(&self) -> State {
        State {
            hands: BySeat::default(),
            open: Public {
                forts: Default::default(),
                played: [0; 4],
                to_move: Seat(0),
                round: 0,
                phase: Phase::Draw,
                pool: 0,
                raided: false,
                gone: SeatSet::EMPTY,
            },
        }
    }
    fn turn(&self, state: &State) -> Turn {
        let open = &state.open;
        let alone = open.gone.len() + 1 >= usize::from(self.seats);
        if open.round >= self.rounds || alone {
            let ending = if alone { &ALONE } else { &ROUNDS };
            // Whoever stayed is above whoever left.
            let score = |seat| match open.gone.contains(seat) {
                true => -1,
                false => self.points(open, seat),
            };
            return Turn::Over(Outcome::scored(self.seats, ending, score));
        }
        match open.phase {
            Phase::Act => Turn::One(open.to_move),
            Phase::Draw | Phase::Raid(_) => Turn::Chance,
        }
    }
    fn actions(&self, state: &State, seat: Seat, out: &mut Actions<Action>) {
        if !self.turn(state).includes(seat) {
            return;
        }
        let kinds = 0..DECK.len() as u8;
        out.extend(
            kinds
                .filter(|&kind| state.hands[seat][usize::from(kind)] > 0)
                .map(Action::Play),
        );
        for (fort, held) in (0..FORTS).zip(&state.open.forts) {
            match held.owner {
                Some(owner) if owner != seat => {
                    out.extend((!state.open.raided).then_some(Action::Raid(fort)));
                }
                _ => out.push_range(Action::Place(fort, 1), 1..=state.open.pool.into()),
            }
        }
        out.push(Action::End);
    }
    fn with_amount(&self, action: Action, amount: u32) -> Action {
        match action {
            Action::Place(fort, _) => Action::Place(fort, u8::try_from(amount).unwrap_or(u8::MAX)),
            _ => action,
        }
    }
    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Refused<Plain>> {
        rules::check(self, state, seat, action)
    }
    fn act(&self, state: &mut State, seat: Seat, action: Action) {
        match action {
            Action::Play(kind) => {
                state.hands[seat][usize::from(kind)] -= 1;
                state.open.played[usize::from(kind)] += 1;
                state.open.pool = state.open.pool.saturating_add(kind + 1);
            }
            Action::Place(fort, armies) => {
                let held = &mut state.open.forts[usize::from(fort)];
                held.owner = Some(seat);
                held.armies = held.armies.saturating_add(armies);
                state.open.pool -= armies;
            }
            Action::Raid(fort) => {
                state.open.raided = true;
                state.open.phase = Phase::Raid(fort);
            }
            Action::End => self.pass(state),
        }
    }
    fn chances(&self, state: &State, out: &mut Vec<(Chance, u32)>) {
        match state.open.phase {
            Phase::Draw => out.extend(
                (0..)
                    .zip(self.deck(state))
                    .filter(|&(_, left)| left > 0)
                    .map(|(kind, left)| (Chance::Draw(kind), u32::from(left))),
            ),
            Phase::Raid(_) => {
                out.extend(LOSSES.map(|(loss, weight)| (Chance::Loss(loss), weight)));
            }
            Phase::Act => (),
        }
    }
    fn settle(&self, state: &mut State, chance: Chance) {
        match (state.open.phase, chance) {
            (_, Chance::Draw(kind)) => state.hands[state.open.to_move][usize::from(kind)] += 1,
            (Phase::Raid(fort), Chance::Loss(loss)) => {
                let held = &mut state.open.forts[usize::from(fort)];
                held.armies = held.armies.saturating_sub(loss);
                if held.armies == 0 {
                    held.owner = None;
                }
            }
            (_, Chance::Loss(_)) => (),
        }
        state.open.phase = Phase::Act;
    }
    /// Its forts fall empty and its hand goes back into the deck.
    fn abandon(&self, state: &mut State, seat: Seat) -> bool {
        if self.turn(state).over().is_some() || state.open.gone.contains(seat) {
            return false;
        }
        state.open.gone = state.open.gone.with(seat);
        state.hands[seat] = [0; 4];
        for (fort, held) in (0..).zip(&mut state.open.forts) {
            if held.owner == Some(seat) {
                *held = Fort::default();
                if state.open.phase == Phase::Raid(fort) {
                    state.open.phase = Phase::Act;
                }
            }
        }
        if state.open.to_move == seat {
            self.pass(state);
        }
        true
    }
    fn view(&self, state: &State, viewer: Viewer) -> View {
        View {
            known: BySeat::from_fn(|seat| {
                (viewer == Viewer::Seat(seat)).then_some(state.hands[seat])
            }),
            sizes: BySeat::from_fn(|seat| size(state.hands[seat])),
            open: state.open,
        }
    }
    fn imagine(&self, view: &View, dice: &mut Dice) -> State {
        let mut state = State {
            hands: BySeat::from_fn(|seat| view.known[seat].unwrap_or_default()),
            open: view.open,
        };
        for seat in self.all().filter(|&seat| view.known[seat].is_none()) {
            for _ in 0..view.sizes[seat] {
                let left: Vec<(usize, u32)> = (0..).zip(self.deck(&state).map(u32::from)).collect();
                state.hands[seat][dice.pick(&left)] += 1;
            }
        }
        state
    }
    fn key(&self, state: &State) -> u64 {
        plain::key_of(&self.write_position(state))
    }
}

fn write_cards(cards: Cards) -> String {
    cards.map(|count| count.to_string()).join("-")
}

fn read_cards(text: &str) -> Option<Cards> {
    let counts: Option<Vec<u8>> = text.split('-').map(plain::number).collect();
    counts?.try_into().ok()
}

impl Notation for Muster {
    fn write(&self, action: Action) -> String {
        match action {
            Action::Play(kind) => format!("play-{}", kind + 1),
            Action::Place(fort, armies) => format!("{}+{armies}", fort_name(fort)),
            Action::Raid(fort) => format!("raid-{}", fort_name(fort)),
            Action::End => "end".to_owned(),
        }
    }
    fn read(&self, text: &str) -> Result<Action, Unreadable> {
        let parse = || {
            if text == "end" {
                return Some(Action::End);
            }
            if let Some(kind) = text.strip_prefix("play-") {
                return Some(Action::Play(read_card(kind)?));
            }
            if let Some(fort) = text.strip_prefix("raid-") {
                return Some(Action::Raid(read_fort(fort)?));
            }
            let (fort, armies) = text.split_once('+')?;
            Some(Action::Place(read_fort(fort)?, plain::number(armies)?))
        };
        parse().ok_or_else(|| Unreadable::action(text))
    }
    fn grammar(&self) -> Text {
        Text::fixed(
            "`play-2`, `f3+4`, `raid-f5` or `end`",
            "`play-2`, `f3+4`, `raid-f5` ou `end`",
        )
    }
    fn trim(&self, state: &State, _: Seat, action: Action) -> Action {
        match action {
            Action::Place(fort, armies) if state.open.pool > 0 => {
                Action::Place(fort, armies.min(state.open.pool))
            }
            _ => action,
        }
    }
    fn kind(&self, action: Action) -> &'static str {
        match action {
            Action::Play(_) => "play",
            Action::Place(..) => "place",
            Action::Raid(_) => "raid",
            Action::End => "end",
        }
    }
    fn amount(&self, action: Action) -> Option<Amount> {
        match action {
            Action::Place(fort, armies) => Some(Amount {
                template: fort_name(fort) + "+{n}",
                number: u32::from(armies),
            }),
            Action::Play(_) | Action::Raid(_) | Action::End => None,
        }
    }
    fn write_chance(&self, chance: Chance) -> String {
        match chance {
            Chance::Draw(kind) => format!("draw-{}", kind + 1),
            Chance::Loss(loss) => format!("loss-{loss}"),
        }
    }
    fn read_chance(&self, text: &str) -> Result<Chance, Unreadable> {
        let draw = || Some(Chance::Draw(read_card(text.strip_prefix("draw-")?)?));
        let loss = || Some(Chance::Loss(plain::number(text.strip_prefix("loss-")?)?));
        draw().or_else(loss).ok_or_else(|| Unreadable::chance(text))
    }
    /// Forts, hands, cards played, seat to move, round, phase, pool, whether it raided, who left.
    fn write_position(&self, state: &State) -> String {
        let open = &state.open;
        let fort = |fort: &Fort| {
            fort.owner.map_or("-".to_owned(), |owner| {
                format!("{}{}", plain::letter(owner), fort.armies)
            })
        };
        let hands: Vec<String> = self
            .all()
            .map(|seat| write_cards(state.hands[seat]))
            .collect();
        let phase = match open.phase {
            Phase::Draw => "draw".to_owned(),
            Phase::Act => "act".to_owned(),
            Phase::Raid(fort) => fort_name(fort),
        };
        let gone: String = open.gone.iter().map(plain::letter).collect();
        [
            open.forts.each_ref().map(fort).join("."),
            hands.join("."),
            write_cards(open.played),
            open.to_move.to_string(),
            open.round.to_string(),
            phase,
            open.pool.to_string(),
            if open.raided { "raided" } else { "-" }.to_owned(),
            format!("-{gone}"),
        ]
        .join("/")
    }
    fn read_position(&self, text: &str) -> Result<State, Unreadable> {
        let parse = || {
            let parts: Vec<&str> = text.split('/').collect();
            let [
                forts,
                hands,
                played,
                to_move,
                round,
                phase,
                pool,
                raided,
                gone,
            ] = parts[..]
            else {
                return None;
            };
            let mut state = self.start();
            for (held, fort) in state.open.forts.iter_mut().zip(forts.split('.')) {
                if fort != "-" {
                    let (owner, armies) = fort.split_at_checked(1)?;
                    held.owner = Some(plain::seat_of(owner, self.seats)?);
                    held.armies = plain::number(armies).filter(|&armies| armies > 0)?;
                }
            }
            for (seat, hand) in self.all().zip(hands.split('.')) {
                state.hands[seat] = read_cards(hand)?;
            }
            let open = &mut state.open;
            open.played = read_cards(played)?;
            open.to_move = Seat::from_number(plain::number(to_move)?, self.seats)?;
            open.round = plain::number(round)?;
            open.phase = match phase {
                "draw" => Phase::Draw,
                "act" => Phase::Act,
                _ => Phase::Raid(read_fort(phase)?),
            };
            open.pool = plain::number(pool)?;
            open.raided = raided == "raided";
            for index in 0..gone.len() {
                open.gone = match gone.get(index..index + 1)? {
                    "-" => open.gone,
                    letter => open.gone.with(plain::seat_of(letter, self.seats)?),
                };
            }
            (rules::sound(self, &state) && self.write_position(&state) == text).then_some(state)
        };
        parse().ok_or_else(plain::bad_position)
    }
    fn chance_shown(&self, state: &State, chance: Chance, viewer: Viewer) -> bool {
        match chance {
            Chance::Draw(_) => viewer == Viewer::Seat(state.open.to_move),
            Chance::Loss(_) => true,
        }
    }
    fn reveals(&self, _: &State, _: Seat, _: Action) -> bool {
        false
    }
}
