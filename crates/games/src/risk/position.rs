//! A position in one line: everything that a state holds. §8.3
//!
//! Five parts joined by `_`: the step (round, seat, step, armies left, moves, and marks), the 42
//! countries in the order of their ids (`a12`: owner and armies; `n` is neutral, `-` not dealt), the
//! hands with the seats that are out, the two piles, and the attack.

use vauban_game::{Seat, SeatSet, Text, text};

use super::{
    ROUND_LIMIT, Risk, SET,
    board::{COUNTRIES, Country, Lands},
    cards::{Cards, HANDS, Kind},
    odds,
    state::{Battle, End, Owner, Phase, Rolled, State},
};

/// No position is longer.
const LONGEST: usize = 600;

/// More armies than any match brings into the world: see the note in `rules.md`, §8.3.
const MOST_ARMIES: u32 = 20_000;

/// Every step with its word, in the order of [`phase_number`].
const PHASES: [(Phase, &str); 21] = [
    (Phase::Deal, "deal"),
    (Phase::Dealing, "dealing"),
    (Phase::Place, "place"),
    (Phase::Exchange, "exchange"),
    (Phase::Reinforce, "reinforce"),
    (Phase::Attacker, "attacker"),
    (Phase::Target, "target"),
    (Phase::Dice, "dice"),
    (Phase::Guard, "defence"),
    (Phase::Roll, "roll"),
    (Phase::MoveIn, "enter"),
    (Phase::Discard, "discard"),
    (Phase::Card, "card"),
    (Phase::Drawing, "drawing"),
    (Phase::Move, "move"),
    (Phase::Over(End::Share), "share"),
    (Phase::Over(End::Alone), "alone"),
    (Phase::Over(End::Rounds), "rounds"),
    (Phase::Over(End::DeadEnd), "end"),
    (Phase::Over(End::World), "world"),
    (Phase::Over(End::Stagnation), "stagnation"),
];

/// A number for each step.
pub(super) fn phase_number(phase: Phase) -> u8 {
    let place = PHASES.iter().position(|(other, _)| *other == phase);
    place.unwrap_or(PHASES.len()) as u8
}

/// §7.7 From when on rounds without a conquest count, if a position does not say it: from the round at hand.
fn usual_calm(state: &State) -> u8 {
    state.round + u8::from(state.conquered)
}

fn letter(owner: Option<Owner>) -> char {
    match owner {
        None => '-',
        Some(Owner::NEUTRAL) => 'n',
        Some(Owner(seat)) => char::from(b'a' + seat),
    }
}

pub(super) fn write(game: &Risk, state: &State) -> String {
    let (_, phase) = PHASES[usize::from(phase_number(state.phase))];
    let mut marks = String::new();
    if state.conquered {
        marks.push('k');
    }
    if state.spoils {
        marks.push('s');
    }
    if game.stagnation > 0 && state.calm_since != usual_calm(state) {
        marks.push_str(&format!("c{}", state.calm_since));
    }
    let step = format!(
        "{}.{}.{phase}.{}.{}.{marks}",
        state.round, state.mover, state.left, state.moves
    );
    let lands: String = Country::all()
        .map(|country| match state.owner(country) {
            None => "-".to_owned(),
            owner => format!("{}{}", letter(owner), state.armies(country)),
        })
        .collect();
    let hands: Vec<String> = (0..HANDS as u8)
        .map(Seat)
        .map(|seat| {
            let out = if state.out.contains(seat) { "x" } else { "" };
            format!("{}{out}", cards(state.hand(seat)))
        })
        .collect();
    let battle = state.battle;
    let country =
        |country: Option<Country>| country.map_or("-".to_owned(), |country| country.to_string());
    let faces: String = battle
        .rolled
        .attack
        .iter()
        .chain(&battle.rolled.guard)
        .map(u8::to_string)
        .collect();
    format!(
        "{step}_{lands}_{}_{}.{}_{}.{}.{}.{}.{faces}",
        hands.join("."),
        cards(state.draw),
        cards(state.discard),
        country(battle.attacker()),
        country(battle.target()),
        battle.dice,
        battle.guard,
    )
}

/// `3-0-2`: soldiers, tanks, cannons.
fn cards(cards: Cards) -> String {
    let [soldiers, tanks, cannons] = cards.0;
    format!("{soldiers}-{tanks}-{cannons}")
}

type Read<T> = Result<T, Text>;

fn wrong<T>(en: &'static str, fr: &'static str) -> Read<T> {
    Err(Text::fixed(en, fr))
}

/// Reads the five parts and refuses what cannot be played on from.
pub(super) fn read(game: &Risk, text: &str) -> Read<State> {
    if text.len() > LONGEST {
        return wrong("it is too long", "elle est trop longue");
    }
    let line = text.trim().to_ascii_lowercase();
    let parts: Vec<&str> = line.split('_').collect();
    let &[step, lands, hands, piles, battle] = parts.as_slice() else {
        return wrong(
            "it has five parts joined by `_`: step, countries, hands, piles, attack",
            "elle a cinq parties jointes par « _ » : étape, pays, mains, piles, attaque",
        );
    };
    let mut state = game.opening();
    read_step(game, &mut state, step)?;
    read_lands(game, &mut state, lands)?;
    read_hands(game, &mut state, hands)?;
    read_piles(&mut state, piles)?;
    state.battle = read_battle(battle)?;
    check(game, &state)?;
    Ok(state)
}

fn number<T: std::str::FromStr + ToString>(text: &str) -> Option<T> {
    // One way to write it: no sign, no zeros in front.
    text.parse()
        .ok()
        .filter(|number: &T| number.to_string() == text)
}

fn read_step(game: &Risk, state: &mut State, text: &str) -> Read<()> {
    let parts: Vec<&str> = text.split('.').collect();
    let read = || {
        let &[round, mover, phase, left, moves, marks] = parts.as_slice() else {
            return None;
        };
        state.round = number(round).filter(|&round: &u8| round <= ROUND_LIMIT)?;
        state.mover = Seat::from_number(number(mover)?, game.players)?;
        state.phase = PHASES.iter().find(|(_, word)| *word == phase)?.0;
        state.left = number(left)?;
        state.moves = number(moves).filter(|&moves: &u8| moves <= game.variant.moves)?;
        let (marks, since) = match marks.split_once('c') {
            Some((marks, since)) => (marks, Some(number(since)?)),
            None => (marks, None),
        };
        (state.conquered, state.spoils) = match marks {
            "" => (false, false),
            "k" => (true, false),
            "s" => (false, true),
            "ks" => (true, true),
            _ => return None,
        };
        let since = since.unwrap_or(usual_calm(state));
        if since > state.round + 1 {
            return None;
        }
        if game.stagnation > 0 {
            state.calm_since = since;
        }
        Some(())
    };
    let mut read = read;
    read().ok_or(Text::fixed(
        "it begins with round, seat, step, armies left, moves and marks, joined by dots",
        "elle commence par tour de table, place, étape, armées à placer, déplacements et marques, joints par des points",
    ))
}

fn read_lands(game: &Risk, state: &mut State, text: &str) -> Read<()> {
    let mut rest = text;
    let mut total = 0;
    for country in Country::all() {
        let Some(first) = rest.chars().next().filter(char::is_ascii) else {
            return wrong("it has fewer than 42 countries", "elle a moins de 42 pays");
        };
        rest = &rest[1..];
        let owner = match first {
            '-' => continue,
            'n' => Owner::NEUTRAL,
            'a'..='f' if first as u8 - b'a' < game.players => Owner(first as u8 - b'a'),
            _ => {
                return Err(text!(
                    "`{first}` is not an owner: owners are `a` and up, `n` and `-`",
                    "« {first} » ne peut tenir un pays : il faut « a » et suivants, « n » ou « - »"
                ));
            }
        };
        let end = rest.bytes().take_while(u8::is_ascii_digit).count();
        let armies = number(&rest[..end]).filter(|&armies: &u16| armies > 0);
        let Some(armies) = armies else {
            return Err(text!(
                "{name} needs one army or more",
                "{name} : il faut au moins une armée",
                name = country.name()
            ));
        };
        rest = &rest[end..];
        total += u32::from(armies);
        state.give(country, owner);
        state.set_armies(country, armies);
    }
    if !rest.is_empty() {
        return wrong("it has more than 42 countries", "elle a plus de 42 pays");
    }
    if total + u32::from(state.left) > MOST_ARMIES {
        return wrong(
            "no match has that many armies",
            "aucune partie n'a autant d'armées",
        );
    }
    Ok(())
}

fn read_cards(text: &str) -> Option<Cards> {
    let counts: Vec<u8> = text.split('-').map(number).collect::<Option<_>>()?;
    let counts: [u8; 3] = counts.try_into().ok()?;
    let cards = Cards(counts);
    Cards::DECK.holds(cards).then_some(cards)
}

fn read_hands(game: &Risk, state: &mut State, text: &str) -> Read<()> {
    let hands: Vec<&str> = text.split('.').collect();
    if hands.len() != HANDS {
        return wrong(
            "it has a hand for each of six seats",
            "elle a une main pour chacune des six places",
        );
    }
    for (seat, hand) in (0..).map(Seat).zip(hands) {
        let (hand, out) = match hand.strip_suffix('x') {
            Some(hand) => (hand, true),
            None => (hand, false),
        };
        let cards = read_cards(hand).filter(|&cards| {
            let holds = seat.0 < game.players && !out;
            (holds || cards.is_empty()) && (seat.0 < game.players || !out)
        });
        let Some(cards) = cards else {
            return wrong(
                "a hand is soldiers, tanks and cannons joined by `-`; a seat that is out has `x` and no card",
                "une main est faite de soldats, tanks et canons joints par « - » ; une place hors jeu a « x » et aucune carte",
            );
        };
        state.hands[seat.index()] = cards;
        if out {
            state.out = state.out.with(seat);
        }
    }
    Ok(())
}

fn read_piles(state: &mut State, text: &str) -> Read<()> {
    let piles = text
        .split_once('.')
        .and_then(|(draw, discard)| read_cards(draw).zip(read_cards(discard)));
    let Some((draw, discard)) = piles else {
        return wrong(
            "the piles are the draw pile and the discard pile, joined by a dot",
            "les piles sont la pioche et la défausse, jointes par un point",
        );
    };
    let sum = |kind: Kind| {
        let piles = u32::from(draw.of(kind)) + u32::from(discard.of(kind));
        let hands = state.hands.iter().map(|hand| u32::from(hand.of(kind)));
        piles + hands.sum::<u32>()
    };
    if Kind::ALL
        .into_iter()
        .any(|kind| sum(kind) != u32::from(Cards::DECK.of(kind)))
    {
        return wrong(
            "hands and piles do not have 14 cards of each kind",
            "mains et piles n'ont pas 14 cartes de chaque sorte",
        );
    }
    (state.draw, state.discard) = (draw, discard);
    Ok(())
}

fn read_battle(text: &str) -> Read<Battle> {
    let parts: Vec<&str> = text.split('.').collect();
    let read = || {
        let &[from, to, dice, guard, faces] = parts.as_slice() else {
            return None;
        };
        let country = |text: &str| match text {
            "-" => Some(None),
            _ => Some(Some(Country::of_id(number(text)?)?)),
        };
        let mut battle = match country(from)? {
            Some(from) => Battle::from(from),
            None => Battle::default(),
        };
        if let Some(to) = country(to)? {
            let from = battle.attacker()?;
            battle = battle.aimed(to);
            from.borders_on(to).then_some(())?;
        }
        battle.dice = number(dice).filter(|&dice: &u8| dice <= 3)?;
        battle.guard = number(guard).filter(|&guard: &u8| guard <= 2)?;
        let faces: Vec<u8> = faces.bytes().map(|face| face.wrapping_sub(b'0')).collect();
        let faces: [u8; 5] = faces.try_into().ok()?;
        let [one, two, three, four, five] = faces;
        battle.rolled = Rolled {
            attack: [one, two, three],
            guard: [four, five],
        };
        is_rolled(battle).then_some(battle)
    };
    read().ok_or(Text::fixed(
        "the attack is attacker, target, dice, defence dice and the five faces, joined by dots",
        "l'attaque est attaquant, cible, dés, dés de défense et les cinq faces, joints par des points",
    ))
}

/// Nothing is rolled, or exactly the dice that were said, in order.
fn is_rolled(battle: Battle) -> bool {
    if battle.rolled == Rolled::default() {
        return (battle.dice == 0 || battle.target().is_some())
            && (battle.guard == 0 || battle.dice > 0);
    }
    let fits = |dice: &[u8], count: u8| {
        let (rolled, rest) = dice.split_at(usize::from(count));
        rolled.iter().all(|face| (1..=6).contains(face))
            && rolled.is_sorted_by(|one, two| one >= two)
            && rest.iter().all(|&face| face == 0)
    };
    battle.target().is_some()
        && battle.dice > 0
        && battle.guard > 0
        && fits(&battle.rolled.attack, battle.dice)
        && fits(&battle.rolled.guard, battle.guard)
}

/// What concerns several parts: the step must be one that can be played on from.
fn check(game: &Risk, state: &State) -> Read<()> {
    let dealt = state
        .lands
        .iter()
        .fold(Lands::NONE, |all, &lands| all.or(lands));
    let count = dealt.len();
    let all = count == COUNTRIES;
    let fits = match state.phase {
        Phase::Deal => count == 0,
        Phase::Dealing => {
            // Dealt in the order of the ids, nobody beyond its places.
            let in_order = dealt.0 == (1 << count) - 1;
            let within = (0..=6)
                .map(Owner)
                .all(|owner| state.lands(owner).len() <= game.quota(owner, state.out));
            !all && in_order && within && state.strong.is_empty()
        }
        // Who is left alone while the countries are dealt has won too.
        Phase::Over(End::Alone) => dealt.0 == (1 << count) - 1,
        _ => all,
    };
    if !fits {
        return wrong(
            "the countries do not fit the step",
            "les pays ne vont pas avec l'étape",
        );
    }
    let placing = matches!(state.phase, Phase::Place | Phase::Reinforce);
    let before = game.variant.reinforcements;
    let may_have_left = placing || state.phase == Phase::Exchange && before;
    if placing && state.left == 0 || !may_have_left && state.left > 0 {
        return wrong(
            "the armies left to place do not fit the step",
            "les armées à placer ne vont pas avec l'étape",
        );
    }
    if matches!(state.phase, Phase::Over(_)) {
        return check_end(state);
    }
    let calm = game.stagnation > 0 && state.calm() >= game.stagnation;
    if state.round >= ROUND_LIMIT || calm {
        return wrong(
            "there are no rounds left",
            "il ne reste aucun tour de table",
        );
    }
    // While the countries are dealt it is nobody's turn.
    let on_turn = state.phase != Phase::Dealing;
    if on_turn && (state.out.contains(state.mover) || all && state.lands(state.mover).is_empty()) {
        return wrong("the seat on turn is out", "la place qui joue est hors jeu");
    }
    if all
        && !(0..game.players)
            .map(Seat)
            .all(|seat| state.lands(seat).is_empty() == state.out.contains(seat))
    {
        return wrong(
            "a seat is out exactly when it has no country",
            "une place est hors jeu exactement quand elle n'a plus de pays",
        );
    }
    let staying: SeatSet = (0..game.players)
        .map(Seat)
        .filter(|&seat| !state.out.contains(seat))
        .collect();
    let most = staying.iter().map(|seat| state.lands(seat).len()).max();
    if staying.len() < 2 || most >= Some(usize::from(game.win)) {
        return wrong("the match would be over", "la partie serait terminée");
    }
    if !check_step(game, state) {
        return wrong(
            "hands or attack do not fit the step",
            "les mains ou l'attaque ne vont pas avec l'étape",
        );
    }
    Ok(())
}

/// The winner of a match that is over holds something.
fn check_end(state: &State) -> Read<()> {
    let by_winner = matches!(
        state.phase,
        Phase::Over(End::Share | End::World | End::Alone)
    );
    if by_winner && state.out.contains(state.mover) {
        return wrong(
            "the winner cannot be out",
            "le vainqueur ne peut pas être hors jeu",
        );
    }
    Ok(())
}

/// Whether the step's own needs are met, so that whoever is asked has an answer.
fn check_step(game: &Risk, state: &State) -> bool {
    let battle = state.battle;
    let own = state.lands(state.mover);
    let held = state.hand(state.mover).len();
    let attacks = || {
        battle.attacker().is_some_and(|from| {
            own.contains(from) && state.armies(from) >= 2 && !own.holds(from.neighbours())
        })
    };
    let aims = || attacks() && battle.target().is_some_and(|to| !own.contains(to));
    let dice_fit = || {
        let armies = battle.attacker().map_or(0, |from| state.armies(from));
        (1..=odds::most_dice(armies)).contains(&battle.dice)
    };
    let guard_fits = || {
        let armies = battle.target().map_or(0, |to| state.armies(to));
        (1..=odds::most_guard(armies)).contains(&battle.guard)
    };
    let unrolled = battle.rolled == Rolled::default();
    match state.phase {
        Phase::Target => attacks() && unrolled && battle.target().is_none(),
        Phase::Dice => aims() && unrolled && battle.dice == 0,
        Phase::Guard => {
            aims() && unrolled && dice_fit() && battle.guard == 0 && state.defender().is_some()
        }
        Phase::Roll => aims() && unrolled && dice_fit() && guard_fits(),
        Phase::MoveIn => battle.fought().is_some_and(|(from, to)| {
            game.variant.many_attacks
                && own.contains(from)
                && own.contains(to)
                && state.armies(to) == 1
                && state.armies(from) > u16::from(battle.dice)
        }),
        Phase::Exchange => held >= SET && (game.variant.reinforcements || state.left == 0),
        Phase::Discard => held > 0 && game.variant.hand_limit.is_some(),
        Phase::Card | Phase::Drawing => !state.draw.plus(state.discard).is_empty(),
        _ => true,
    }
}
