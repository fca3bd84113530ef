//! Positions of Muster: forts, hands, cards played, seat to move, round, phase, pool, whether it
//! raided, who left.

use vauban_game::{Game, Seat, SeatSet, Turn};

use super::{
    Muster,
    state::{Cards, DECK, FORTS, Fort, Phase, State, fort_name, read_fort, size},
};
use crate::toys::plain;

pub(super) fn write(game: &Muster, state: &State) -> String {
    let open = &state.open;
    let fort = |fort: &Fort| {
        fort.owner.map_or("-".to_owned(), |owner| {
            format!("{}{}", plain::letter(owner), fort.armies)
        })
    };
    let hands: Vec<String> = game
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
        open.mover.to_string(),
        open.round.to_string(),
        phase,
        open.pool.to_string(),
        if open.raided { "raided" } else { "-" }.to_owned(),
        format!("-{gone}"),
    ]
    .join("/")
}

pub(super) fn read(game: &Muster, text: &str) -> Option<State> {
    let parts: Vec<&str> = text.split('/').collect();
    let [
        forts,
        hands,
        played,
        mover,
        round,
        phase,
        pool,
        raided,
        gone,
    ] = parts[..]
    else {
        return None;
    };
    let mut state = game.start();
    for (held, fort) in state.open.forts.iter_mut().zip(forts.split('.')) {
        if fort != "-" {
            let (owner, armies) = fort.split_at_checked(1)?;
            held.owner = Some(plain::seat_of(owner, game.seats)?);
            held.armies = plain::number(armies).filter(|&armies| armies > 0)?;
        }
    }
    for (seat, hand) in game.all().zip(hands.split('.')) {
        state.hands[seat] = read_cards(hand)?;
    }
    let open = &mut state.open;
    open.played = read_cards(played)?;
    open.mover = Seat::from_number(plain::number(mover)?, game.seats)?;
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
            letter => open.gone.with(plain::seat_of(letter, game.seats)?),
        };
    }
    (sound(game, &state) && write(game, &state) == text).then_some(state)
}

/// Whether such a state can be.
fn sound(game: &Muster, state: &State) -> bool {
    let open = &state.open;
    let enough = (0..DECK.len()).all(|kind| {
        let held = SeatSet::all(game.seats)
            .iter()
            .map(|seat| u32::from(state.hands[seat][kind]));
        held.sum::<u32>() + u32::from(open.played[kind]) <= u32::from(DECK[kind])
    });
    let phase = match open.phase {
        Phase::Draw => enough && size(game.deck(state)) > 0,
        Phase::Act => true,
        Phase::Raid(fort) => {
            fort < FORTS
                && open.raided
                && open.forts[usize::from(fort)]
                    .owner
                    .is_some_and(|owner| owner != open.mover)
        }
    };
    let over = matches!(game.turn(state), Turn::Over(_));
    let gone_hold_nothing = open.gone.iter().all(|seat| {
        size(state.hands[seat]) == 0 && open.forts.iter().all(|fort| fort.owner != Some(seat))
    });
    enough
        && open.round <= game.rounds
        && gone_hold_nothing
        && (over || phase && !open.gone.contains(open.mover))
}

fn write_cards(cards: Cards) -> String {
    cards.map(|count| count.to_string()).join("-")
}

fn read_cards(text: &str) -> Option<Cards> {
    let counts: Option<Vec<u8>> = text.split('-').map(plain::number).collect();
    counts?.try_into().ok()
}
