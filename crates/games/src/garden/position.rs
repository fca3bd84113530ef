//! A position as one line: what is written, and what is refused when it is read. §10.3
//!
//! Eight parts between dots: the map's number; who begins and who is on turn; the round; the phase;
//! the powers used this turn; Blue's clan, resources, points and stock; Red's; and the cells, row by
//! row, `-` for a free one, `b3` or `r3` for one with creatures, then its marks: poison `p`, rocks
//! `k`, weapons `w` with the turns that are left, and `s` for a shelter. A garden before the lot is
//! `7.11.0.lot.-.-0,0,0,0,0,0.-0,0,0,0,0,0.` and then `-/…` cell by cell.

use std::{fmt, sync::Arc};

use vauban_game::{Seat, Text, Unreadable, text};

use super::{
    Garden,
    cell::{Area, Cell},
    clan::Clan,
    map::{Map, Special},
    notation::LONGEST,
    planes::Planes,
    play::{leader, verdict},
    state::{CROWD, End, PLENTY, Phase, ROUNDS, SEATS, STOCK, Side, State},
    words::seat_name,
};

/// The letters of the special cells in their order, for the powers used.
const USED: [char; 4] = ['s', 'c', 'b', 'p'];

/// Everything but the map.
pub(super) fn write(state: &State, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{}{}.{}.", state.first, state.mover, state.round)?;
    write_phase(state.phase, f)?;
    f.write_str(".")?;
    if state.used == 0 {
        f.write_str("-")?;
    }
    for special in Special::ALL {
        if state.has_used(special) {
            write!(f, "{}", USED[special as usize])?;
        }
    }
    for Side {
        resources: [food, metal, stone, wood],
        points,
        stock,
        clan,
    } in state.sides
    {
        let clan = clan.map_or('-', Clan::letter);
        write!(f, ".{clan}{food},{metal},{stone},{wood},{points},{stock}")?;
    }
    let mut row = None;
    for cell in Cell::all() {
        let between = match row {
            None => ".",
            Some(above) if above != cell.row() => "/",
            Some(_) => "",
        };
        row = Some(cell.row());
        f.write_str(between)?;
        write_cell(state, cell, f)?;
    }
    Ok(())
}

fn write_phase(phase: Phase, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match phase {
        Phase::Lot => f.write_str("lot"),
        Phase::Clans => f.write_str("clans"),
        Phase::Humans => f.write_str("humans"),
        Phase::Trampling(cell) => write!(f, "foot-{cell}"),
        Phase::Poison(cell) => write!(f, "poison-{cell}"),
        Phase::Dying(cell, roll) => write!(f, "dying-{cell}-{roll}"),
        Phase::Conquest => f.write_str("conquest"),
        Phase::Attack { from, to } => write!(f, "attack-{from}-{to}"),
        Phase::Defence { from, to, sum } => write!(f, "defence-{from}-{to}-{sum}"),
        Phase::Reinforcement => f.write_str("reinforcement"),
        Phase::Over(_) => f.write_str("over"),
    }
}

fn write_cell(state: &State, cell: Cell, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match state.owner(cell) {
        None => f.write_str("-")?,
        Some(Seat(0)) => write!(f, "b{}", state.creatures(cell))?,
        Some(_) => write!(f, "r{}", state.creatures(cell))?,
    }
    for (letter, turns) in [
        ('p', state.poison(cell)),
        ('k', state.rocks(cell)),
        ('w', state.arms(cell)),
    ] {
        if turns > 0 {
            write!(f, "{letter}{turns}")?;
        }
    }
    if state.is_sheltered(cell) {
        f.write_str("s")?;
    }
    Ok(())
}

/// The game and the state that a position stands for: it names its map.
pub(super) fn resume(game: &Garden, text: &str) -> Result<(Garden, State), Unreadable> {
    let number = text
        .trim()
        .split('.')
        .next()
        .and_then(|map| map.parse().ok());
    let game = match number {
        Some(number) if number != game.map.number() => Garden {
            map: Arc::new(Map::new(number)),
            ..game.clone()
        },
        _ => game.clone(),
    };
    let state = read(&game, text).map_err(Unreadable::position)?;
    Ok((game, state))
}

/// Reads all parts and refuses what no match can come to.
pub(super) fn read(game: &Garden, text: &str) -> Result<State, Text> {
    if text.len() > LONGEST {
        return Err(Text::fixed("it is too long", "elle est trop longue"));
    }
    let line = text.trim().to_ascii_lowercase();
    let parts: Vec<&str> = line.split('.').collect();
    let &[map, seats, round, phase, used, blue, red, cells] = parts.as_slice() else {
        let count = parts.len();
        return Err(text!(
            "it has {count} parts separated by dots, not 8",
            "elle a {count} parties séparées par des points, et non 8"
        ));
    };
    let number = game.map.number();
    if map != number.to_string() {
        return Err(text!(
            "it belongs to another map; this match is played on map {number}",
            "elle appartient à une autre carte ; cette partie se joue sur la carte {number}"
        ));
    }
    let (first, mover) = match seats {
        "11" => (Seat(0), Seat(0)),
        "12" => (Seat(0), Seat(1)),
        "21" => (Seat(1), Seat(0)),
        "22" => (Seat(1), Seat(1)),
        _ => {
            return Err(Text::fixed(
                "the second part must name the seat that begins and the seat on turn, such as 12",
                "la deuxième partie donne le camp qui commence et celui qui joue, par exemple 12",
            ));
        }
    };
    let mut state = State {
        own: [Area::EMPTY; 2],
        creatures: Planes::ZERO,
        poison: Planes::ZERO,
        rocks: Planes::ZERO,
        arms: Planes::ZERO,
        shelter: Area::EMPTY,
        sides: [read_side(blue, Seat(0))?, read_side(red, Seat(1))?],
        phase: read_phase(phase)?,
        mover,
        first,
        used: read_used(used)?,
        round: read_round(round)?,
    };
    read_cells(&mut state, cells)?;
    if phase == "over" {
        let rounds = (state.round == ROUNDS && mover == first).then(|| End::Rounds(leader(&state)));
        let end = verdict(&state).or(rounds).ok_or_else(|| {
            Text::fixed(
                "it claims to be over, but both sides could go on",
                "elle se dit finie, alors que les deux camps pourraient continuer",
            )
        })?;
        state.phase = Phase::Over(end);
    }
    check(game, &state)?;
    Ok(state)
}

/// Digits without a sign or zeros before them.
fn read_number(text: &str, most: u16) -> Option<u16> {
    let number: u16 = text.parse().ok()?;
    (number <= most && number.to_string() == text).then_some(number)
}

fn read_round(text: &str) -> Result<u8, Text> {
    let round = read_number(text, ROUNDS.into());
    round.map(|round| round as u8).ok_or_else(|| {
        text!(
            "the round must be a number from 0 to {ROUNDS}",
            "la manche doit être un nombre de 0 à {ROUNDS}"
        )
    })
}

fn read_phase(text: &str) -> Result<Phase, Text> {
    let words: Vec<&str> = text.split('-').collect();
    let cell = Cell::named;
    let sum = |text| read_number(text, u8::MAX.into()).map(|sum| sum as u8);
    let phase = match words[..] {
        ["lot"] => Some(Phase::Lot),
        ["clans"] => Some(Phase::Clans),
        ["humans"] => Some(Phase::Humans),
        ["foot", at] => cell(at).map(Phase::Trampling),
        ["poison", at] => cell(at).map(Phase::Poison),
        ["dying", at, roll] => cell(at)
            .zip(sum(roll))
            .map(|(at, roll)| Phase::Dying(at, roll)),
        ["conquest"] => Some(Phase::Conquest),
        ["attack", from, to] => cell(from)
            .zip(cell(to))
            .map(|(from, to)| Phase::Attack { from, to }),
        ["defence", from, to, rolled] => cell(from)
            .zip(cell(to))
            .zip(sum(rolled))
            .map(|((from, to), sum)| Phase::Defence { from, to, sum }),
        ["reinforcement"] => Some(Phase::Reinforcement),
        // How it ended follows from the rest.
        ["over"] => Some(Phase::Over(End::Extinct)),
        _ => None,
    };
    phase.ok_or_else(|| {
        Text::fixed(
            "the phase is unknown; phases are such as lot, clans, conquest, attack-c3-b2, reinforcement, over",
            "phase inconnue ; une phase est par exemple lot, clans, conquest, attack-c3-b2, reinforcement, over",
        )
    })
}

fn read_used(text: &str) -> Result<u8, Text> {
    let mut used = 0;
    for (bit, letter) in USED.into_iter().enumerate() {
        if text.contains(letter) {
            used |= 1 << bit;
        }
    }
    let canonical: String = (0..USED.len())
        .filter(|bit| used >> bit & 1 != 0)
        .map(|bit| USED[bit])
        .collect();
    if (used == 0 && text == "-") || (used != 0 && canonical == text) {
        return Ok(used);
    }
    Err(Text::fixed(
        "the powers used this turn must be `-`, or some of the letters scbp in this order",
        "les pouvoirs utilisés ce tour s'écrivent « - », ou avec des lettres de scbp dans cet ordre",
    ))
}

/// A clan's letter, four resources, points and stock.
fn read_side(text: &str, seat: Seat) -> Result<Side, Text> {
    let read = || {
        let mut letters = text.chars();
        let letter = letters.next()?;
        let clan = Clan::ALL.into_iter().find(|clan| clan.letter() == letter);
        if clan.is_none() && letter != '-' {
            return None;
        }
        let numbers: Option<Vec<u16>> = letters
            .as_str()
            .split(',')
            .map(|number| read_number(number, PLENTY))
            .collect();
        let &[food, metal, stone, wood, points, stock] = numbers?.as_slice() else {
            return None;
        };
        (stock <= STOCK.into()).then_some(Side {
            resources: [food, metal, stone, wood],
            points,
            stock: stock as u8,
            clan,
        })
    };
    read().ok_or_else(|| {
        text!(
            "{name}'s part must be a clan's letter and six numbers, such as c1,0,4,2,7,0",
            "la partie de {name} doit être la lettre d'un clan et six nombres, par exemple c1,0,4,2,7,0",
            name = seat_name(seat)
        )
    })
}

fn read_cells(state: &mut State, text: &str) -> Result<(), Text> {
    let mut rest = text;
    let mut row = 0;
    for cell in Cell::all() {
        if cell.row() != row {
            row = cell.row();
            rest = rest.strip_prefix('/').ok_or_else(|| wrong_cell(cell))?;
        }
        rest = read_cell(state, cell, rest).ok_or_else(|| wrong_cell(cell))?;
    }
    if rest.is_empty() {
        return Ok(());
    }
    Err(Text::fixed(
        "it has more than 29 cells",
        "elle a plus de 29 cases",
    ))
}

fn wrong_cell(cell: Cell) -> Text {
    text!(
        "it goes wrong at {cell}: a cell is `-`, or b or r with 1 to 5, then its marks",
        "elle est fausse en {cell} : une case est « - », ou b ou r avec 1 à 5, puis ses marques"
    )
}

/// Reads one cell with its marks; gives what follows.
fn read_cell<'a>(state: &mut State, cell: Cell, text: &'a str) -> Option<&'a str> {
    let digit = |rest: &'a str, most: u8| {
        let number = rest.bytes().next()?.checked_sub(b'0')?;
        (1..=most).contains(&number).then(|| (number, &rest[1..]))
    };
    let mut rest = match text.bytes().next()? {
        b'-' => &text[1..],
        letter @ (b'b' | b'r') => {
            let seat = if letter == b'b' { SEATS[0] } else { SEATS[1] };
            let (creatures, rest) = digit(&text[1..], CROWD)?;
            state.hand_over(cell, seat, creatures);
            rest
        }
        _ => return None,
    };
    let occupied = state.creatures(cell) > 0;
    if let Some(after) = rest.strip_prefix('p') {
        let (turns, after) = digit(after, 3)?;
        state.poison.set(cell, turns);
        rest = after;
    }
    for (letter, planes) in [('k', &mut state.rocks), ('w', &mut state.arms)] {
        if let Some(after) = rest.strip_prefix(letter) {
            let (turns, after) = digit(after, 2)?;
            planes.set(cell, turns);
            rest = after;
            if !occupied {
                return None;
            }
        }
    }
    if let Some(after) = rest.strip_prefix('s') {
        state.shelter = state.shelter.or(Area::of(cell));
        rest = after;
    }
    Some(rest)
}

/// Whether a match can stand so.
fn check(game: &Garden, state: &State) -> Result<(), Text> {
    let wrong = |en, fr| Err(Text::fixed(en, fr));
    let (mover, first) = (state.mover, state.first);
    let [own, others] = [mover, mover.other()].map(|seat| state.side(seat).clan);
    let early = matches!(state.phase, Phase::Lot | Phase::Clans);
    let clans = match state.phase {
        Phase::Lot => own.is_none() && others.is_none() && mover == SEATS[0] && first == mover,
        Phase::Clans if mover == first => own.is_none() && others.is_none(),
        Phase::Clans => own.is_none() && others.is_some(),
        _ => own.is_some() && others.is_some() && own != others,
    };
    if !clans {
        return wrong(
            "the clans do not fit the phase: once chosen, there are two different ones",
            "les clans ne correspondent pas à la phase : une fois choisis, ils sont deux, différents",
        );
    }
    if early != (state.round == 0) {
        return wrong(
            "rounds are counted from 1 once the clans are chosen",
            "les manches se comptent à partir de 1 une fois les clans choisis",
        );
    }
    let in_turn = matches!(
        state.phase,
        Phase::Conquest | Phase::Attack { .. } | Phase::Defence { .. } | Phase::Reinforcement
    );
    if !in_turn && state.used != 0 && !matches!(state.phase, Phase::Over(_)) {
        return wrong(
            "powers are used only during a conquest",
            "les pouvoirs ne servent que pendant une conquête",
        );
    }
    // Poison works everywhere before it is seen who is left.
    let poisoning = matches!(state.phase, Phase::Poison(_) | Phase::Dying(..));
    let over = matches!(state.phase, Phase::Over(_));
    if !poisoning && !over && verdict(state).is_some() {
        return wrong(
            "a side has no cell left, but the match is not over",
            "un camp n'a plus de case, mais la partie n'est pas finie",
        );
    }
    if fits(game, state) {
        return Ok(());
    }
    wrong(
        "the phase does not fit the board",
        "la phase ne correspond pas au plateau",
    )
}

/// Whether what the phase speaks of is on the board.
fn fits(game: &Garden, state: &State) -> bool {
    let mover = state.mover;
    let enemy = state.cells(mover.other());
    let can_enter = |to| {
        let special = game.map.special(to);
        special.is_none_or(|special| state.side(mover).has(special))
    };
    let fights = |from, to| state.movable(mover).holds(from) && enemy.holds(to) && can_enter(to);
    let poisoned = |cell| state.poison(cell) > 0 && state.creatures(cell) > 0;
    match state.phase {
        Phase::Humans => game.humans && mover == state.first,
        Phase::Trampling(cell) => game.humans && mover == state.first && state.creatures(cell) > 0,
        Phase::Poison(cell) => poisoned(cell),
        Phase::Dying(cell, roll) => poisoned(cell) && (2..=6).contains(&roll),
        Phase::Attack { from, to } => fights(from, to),
        Phase::Defence { from, to, sum } => {
            let (dice, sides) = state.dice(from);
            fights(from, to) && (dice..=dice * sides).contains(&sum)
        }
        Phase::Reinforcement => state.stock(mover) > 0 && !state.roomy(mover).is_empty(),
        Phase::Lot | Phase::Clans | Phase::Conquest | Phase::Over(_) => true,
    }
}
