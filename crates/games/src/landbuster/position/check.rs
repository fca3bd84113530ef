//! Whether the parts of a position go together: what is read can be played on from.

use vauban_game::{MAX_SEATS, Seat};

use super::{Read, wrong};
use crate::landbuster::{
    LandBuster,
    item::LASTS,
    play::HERO_TYPES,
    state::{Boons, End, Hero, Phase, ROUND_LIMIT, State, Then},
};

/// What concerns several parts: the phase must be one that can be played on from.
pub(super) fn check(game: &LandBuster, state: &State) -> Read<()> {
    check_players(game, state)?;
    if !check_plans(game, state) {
        return wrong(
            "the attacks do not fit the phase",
            "les attaques ne vont pas avec la phase",
        );
    }
    let staying = (0..game.players)
        .map(Seat)
        .filter(|&seat| !state.out.contains(seat));
    let left = staying.count();
    let fits = match state.phase {
        Phase::Over(End::Last) => left == 1 && !state.out.contains(state.mover),
        Phase::Over(End::Rounds) => state.round == ROUND_LIMIT && left > 1,
        _ => state.round < ROUND_LIMIT && left > 1,
    };
    if !fits {
        return wrong(
            "rounds and players do not fit the phase",
            "tours de table et joueurs ne vont pas avec la phase",
        );
    }
    let fits = match state.phase {
        // The counters have fallen, so there is room for another item.
        Phase::Item => {
            !game.places_for_items(state).is_empty()
                && state.lying().all(|lying| lying.turns < LASTS)
        }
        Phase::Kind { seat, then } => {
            !state.out.contains(seat) && (then == Then::Reinforce || seat == state.mover)
        }
        Phase::Losing { seat, then } => {
            !game.may_be_lost(state, seat).is_empty()
                && (then == Then::Reinforce || seat == state.mover)
        }
        _ => true,
    };
    match fits {
        true => Ok(()),
        false => wrong(
            "the items do not fit the phase",
            "les objets ne vont pas avec la phase",
        ),
    }
}

/// Who is in the match has a capital and perhaps a hero on own lands; who is out has nothing.
fn check_players(game: &LandBuster, state: &State) -> Read<()> {
    let early = matches!(state.phase, Phase::Lot | Phase::Capital);
    for seat in (0..MAX_SEATS as u8).map(Seat) {
        let own = state.lands(seat);
        let in_match = seat.0 < game.players && !state.out.contains(seat);
        let capital = state.capital(seat);
        let has_capital = capital.is_some_and(|land| own.contains(land));
        let fits = match in_match {
            false => own.is_empty(),
            // Before the turns only the capital is owned; a match may be won before they begin.
            true if early || state.phase == Phase::Over(End::Last) => {
                capital.is_none() && own.is_empty() || has_capital && (!early || own.len() == 1)
            }
            true => has_capital,
        };
        let hero = state.hero_at(seat).is_none_or(|land| own.contains(land));
        let unlocked = state.hero(seat) != Hero::Waiting || game.map().types_in(own) < HERO_TYPES;
        if !fits || !hero || in_match && !unlocked {
            return wrong(
                "a player in the match has a capital and a hero on own lands, and one who is out has nothing",
                "un joueur en jeu a sa capitale et son héros sur ses terres, et un joueur éliminé n'a rien",
            );
        }
    }
    let nobody = state.phase == Phase::Lot;
    let chosen = state.capital(state.mover).is_some();
    let on_turn = match state.phase {
        Phase::Lot => state.owned().is_empty(),
        Phase::Capital => !chosen && check_order(game, state),
        _ => true,
    };
    if !on_turn || !nobody && state.out.contains(state.mover) {
        return wrong(
            "the player on turn cannot be on turn",
            "le joueur qui joue ne peut pas être en train de jouer",
        );
    }
    let quiet = state.lying().next().is_none()
        && state.plannings == 0
        && state.news.is_none()
        && state.boons == Boons::default()
        && state.held.iter().all(Option::is_none)
        && state.round == 0;
    if early && !quiet {
        return wrong("no turn was taken yet", "aucun tour n'a encore été joué");
    }
    Ok(())
}

/// §2.2 Those before the mover have chosen, those after have not.
fn check_order(game: &LandBuster, state: &State) -> bool {
    let mut seat = state.first;
    let mut chosen = true;
    for _ in 0..game.players {
        if seat == state.mover {
            chosen = false;
        }
        if !state.out.contains(seat) && state.capital(seat).is_some() != chosen {
            return false;
        }
        seat = seat.next(game.players);
    }
    true
}

fn check_plans(game: &LandBuster, state: &State) -> bool {
    let planned = state.planned();
    let fits = match state.phase {
        Phase::Action => true,
        Phase::Battle { at } => {
            let plan = state.plans.get(usize::from(at)).copied().flatten();
            plan.is_some_and(|plan| game.is_valid(state, plan))
        }
        _ => planned == 0,
    };
    let afar = state
        .plans()
        .filter(|plan| !game.reach(state, plan.from).contains(plan.to));
    let most_afar = usize::from(state.boons.anywhere);
    let own = state.lands(state.mover);
    let from_own = match state.phase {
        Phase::Action => state.plans().all(|plan| own.contains(plan.from)),
        _ => true,
    };
    fits && from_own && afar.count() <= most_afar && planned <= usize::from(state.plannings)
}
