//! A position in one line: everything that a state holds, and the number of its map. §11.3
//!
//! Five parts joined by `_`: the step (map, round, who began, who is on turn, phase, marks,
//! plannings, news), the lands in their order (`a12p`: owner, soldiers, a port; `n` is neutral), the
//! players (`17~20~f~2`: capital, hero, item, last move; `x` if out), the items on the map (`17g3`:
//! fat or plain, turns left) and the planned attacks.

mod check;

use vauban_game::{Seat, Text, Unreadable, text};

use super::{
    LandBuster, Plan,
    item::{Item, LASTS},
    land::{Land, Lands},
    state::{
        Boons, End, Habit, Hero, Lying, MOST_ITEMS, MOST_PLANNED, MOST_PLANNINGS, MOST_SOLDIERS,
        News, Phase, ROUND_LIMIT, State, Then,
    },
};

/// No position is longer.
const LONGEST: usize = 1_200;

/// Numbers for each phase.
pub(super) fn phase_bytes(phase: Phase) -> [u8; 3] {
    let then = |then| match then {
        Then::Reinforce => 0,
        Then::Move => 1,
    };
    match phase {
        Phase::Lot => [0, 0, 0],
        Phase::Capital => [1, 0, 0],
        Phase::Item => [2, 0, 0],
        Phase::Kind { seat, then: next } => [3, seat.0, then(next)],
        Phase::Losing { seat, then: next } => [4, seat.0, then(next)],
        Phase::Reinforce => [5, 0, 0],
        Phase::Action => [6, 0, 0],
        Phase::Battle { at } => [7, at, 0],
        Phase::Move => [8, 0, 0],
        Phase::Over(End::Last) => [9, 0, 0],
        Phase::Over(End::Rounds) => [10, 0, 0],
    }
}

fn phase_text(phase: Phase) -> String {
    let after = |then| match then {
        Then::Reinforce => "reinforce",
        Then::Move => "move",
    };
    match phase {
        Phase::Lot => "lot".into(),
        Phase::Capital => "capital".into(),
        Phase::Item => "item".into(),
        Phase::Kind { seat, then } => format!("kind-{seat}-{}", after(then)),
        Phase::Losing { seat, then } => format!("losing-{seat}-{}", after(then)),
        Phase::Reinforce => "reinforce".into(),
        Phase::Action => "action".into(),
        Phase::Battle { at } => format!("battle-{}", at + 1),
        Phase::Move => "move".into(),
        Phase::Over(End::Last) => "last".into(),
        Phase::Over(End::Rounds) => "rounds".into(),
    }
}

/// The marks of items that are valid for the turn.
const MARKS: [char; 4] = ['a', 'f', 'b', 't'];

fn boons_text(boons: Boons) -> String {
    let on = [boons.anywhere, boons.full_power, boons.build, boons.again];
    let marks: String = MARKS
        .into_iter()
        .zip(on)
        .filter(|mark| mark.1)
        .map(|mark| mark.0)
        .collect();
    or_dash(marks)
}

fn or_dash(text: String) -> String {
    match text.is_empty() {
        true => "-".to_owned(),
        false => text,
    }
}

pub(super) fn write(game: &LandBuster, state: &State) -> String {
    let news = state.news.map(|news| {
        let item = news.item.map_or('k', Item::letter);
        format!("{}{item}", news.seat)
    });
    let step = format!(
        "{}.{}.{}.{}.{}.{}.{}.{}",
        game.map().number(),
        state.round,
        state.first,
        state.mover,
        phase_text(state.phase),
        boons_text(state.boons),
        state.plannings,
        or_dash(news.unwrap_or_default()),
    );
    let land = |land: Land| {
        let owner = state
            .owner(land)
            .map_or('n', |seat| char::from(b'a' + seat.0));
        let port = if state.ports.contains(land) { "p" } else { "" };
        format!("{owner}{}{port}", state.soldiers(land))
    };
    let lands: String = game.map().lands().iter().map(land).collect();
    let place = |land: Option<Land>| land.map_or("-".to_owned(), |land| land.to_string());
    let player = |seat: Seat| {
        let hero = match state.hero(seat) {
            Hero::Waiting => "-".to_owned(),
            Hero::At(land) => land.to_string(),
            Hero::Dead => "x".to_owned(),
        };
        let Habit {
            quarters,
            hero: with,
        } = state.habit(seat);
        let with = if with { "h" } else { "" };
        let out = if state.out.contains(seat) { "x" } else { "" };
        format!(
            "{}~{hero}~{}~{quarters}{with}{out}",
            place(state.capital(seat)),
            state.item(seat).map_or('-', Item::letter)
        )
    };
    let players: Vec<String> = (0..game.players).map(Seat).map(player).collect();
    let lying = |lying: Lying| {
        let look = if lying.fat { 'g' } else { 'i' };
        format!("{}{look}{}", lying.at, lying.turns)
    };
    let items: Vec<String> = state.lying().map(lying).collect();
    let plan = |plan: Plan| format!("{}x{}", plan.from, plan.to);
    let plans: Vec<String> = state.plans().map(plan).collect();
    format!(
        "{step}_{lands}_{}_{}_{}",
        players.join("."),
        or_dash(items.join(".")),
        or_dash(plans.join("."))
    )
}

type Read<T> = Result<T, Text>;

fn wrong<T>(en: &'static str, fr: &'static str) -> Read<T> {
    Err(Text::fixed(en, fr))
}

/// The game and the state that a position stands for: it names its map.
pub(super) fn resume(game: &LandBuster, text: &str) -> Result<(LandBuster, State), Unreadable> {
    let named = text.trim().split('.').next();
    let named = named.and_then(number).filter(|_| text.len() <= LONGEST);
    let game = match named {
        Some(number) if number != game.map().number() => LandBuster::new(number, game.players)
            .map_err(|_| {
                Unreadable::position(Text::fixed(
                    "no map can be drawn from its number",
                    "aucune carte ne peut être tirée de son numéro",
                ))
            })?,
        _ => game.clone(),
    };
    let state = read(&game, text).map_err(Unreadable::position)?;
    Ok((game, state))
}

/// Reads the five parts and refuses what cannot be played on from.
pub(super) fn read(game: &LandBuster, text: &str) -> Read<State> {
    if text.len() > LONGEST {
        return wrong("it is too long", "elle est trop longue");
    }
    let line = text.trim().to_ascii_lowercase();
    let parts: Vec<&str> = line.split('_').collect();
    let &[step, lands, players, items, plans] = parts.as_slice() else {
        return wrong(
            "it has five parts joined by `_`: step, lands, players, items, attacks",
            "elle a cinq parties jointes par « _ » : étape, terres, joueurs, objets, attaques",
        );
    };
    let mut state = game.opening();
    read_step(game, &mut state, step)?;
    read_lands(game, &mut state, lands)?;
    read_players(game, &mut state, players)?;
    read_items(game, &mut state, items)?;
    read_plans(game, &mut state, plans)?;
    check::check(game, &state)?;
    Ok(state)
}

fn number<T: std::str::FromStr + ToString>(text: &str) -> Option<T> {
    // One way to write it: no sign, no zeros in front.
    text.parse()
        .ok()
        .filter(|number: &T| number.to_string() == text)
}

fn read_phase(game: &LandBuster, text: &str) -> Option<Phase> {
    let mut words = text.split('-');
    let after = |word: &str| match word {
        "reinforce" => Some(Then::Reinforce),
        "move" => Some(Then::Move),
        _ => None,
    };
    let seat = |text: &str| Seat::from_number(number(text)?, game.players);
    let phase = match (words.next()?, words.next(), words.next()) {
        ("lot", None, None) => Phase::Lot,
        ("capital", None, None) => Phase::Capital,
        ("item", None, None) => Phase::Item,
        ("kind", Some(who), Some(then)) => Phase::Kind {
            seat: seat(who)?,
            then: after(then)?,
        },
        ("losing", Some(who), Some(then)) => Phase::Losing {
            seat: seat(who)?,
            then: after(then)?,
        },
        ("reinforce", None, None) => Phase::Reinforce,
        ("action", None, None) => Phase::Action,
        ("battle", Some(at), None) => Phase::Battle {
            at: number::<u8>(at)?.checked_sub(1)?,
        },
        ("move", None, None) => Phase::Move,
        ("last", None, None) => Phase::Over(End::Last),
        ("rounds", None, None) => Phase::Over(End::Rounds),
        _ => return None,
    };
    words.next().is_none().then_some(phase)
}

fn read_boons(text: &str) -> Option<Boons> {
    let on = MARKS.map(|mark| text.contains(mark));
    let [anywhere, full_power, build, again] = on;
    let boons = Boons {
        anywhere,
        full_power,
        build,
        again,
    };
    (boons_text(boons) == text).then_some(boons)
}

fn read_news(game: &LandBuster, text: &str) -> Option<Option<News>> {
    if text == "-" {
        return Some(None);
    }
    let mut letters = text.chars();
    let seat = letters.next()?.to_digit(10)? as u8;
    let seat = Seat::from_number(seat, game.players)?;
    let item = match letters.next()? {
        'k' => None,
        letter => Some(Item::of_letter(letter)?),
    };
    letters
        .next()
        .is_none()
        .then_some(Some(News { seat, item }))
}

fn read_step(game: &LandBuster, state: &mut State, text: &str) -> Read<()> {
    let parts: Vec<&str> = text.split('.').collect();
    let map = game.map().number();
    if parts.first().is_some_and(|&named| named != map.to_string()) {
        return Err(text!(
            "it belongs to another map; this match is played on map {map}",
            "elle est d'une autre carte ; cette partie se joue sur la carte {map}"
        ));
    }
    let mut read = || {
        let &[_, round, first, mover, phase, boons, plannings, news] = parts.as_slice() else {
            return None;
        };
        state.round = number(round).filter(|&round: &u16| round <= ROUND_LIMIT)?;
        state.first = Seat::from_number(number(first)?, game.players)?;
        state.mover = Seat::from_number(number(mover)?, game.players)?;
        state.phase = read_phase(game, phase)?;
        state.boons = read_boons(boons)?;
        state.plannings = number(plannings).filter(|&many: &u8| many <= MOST_PLANNINGS)?;
        state.news = read_news(game, news)?;
        Some(())
    };
    read().ok_or(Text::fixed(
        "it begins with map, round, who began, who is on turn, phase, marks, plannings and news, joined by dots",
        "elle commence par carte, tour de table, qui a commencé, qui joue, phase, marques, planifications et nouvelles, joints par des points",
    ))
}

fn read_lands(game: &LandBuster, state: &mut State, text: &str) -> Read<()> {
    let count = game.map().count();
    let mut rest = text;
    for land in game.map().lands().iter() {
        let Some(first) = rest.chars().next().filter(char::is_ascii) else {
            return Err(text!(
                "it has fewer than the {count} lands of its map",
                "elle a moins que les {count} terres de sa carte"
            ));
        };
        rest = &rest[1..];
        let owner = match first {
            'n' => None,
            'a'..='f' if (first as u8 - b'a') < game.players => Some(Seat(first as u8 - b'a')),
            _ => {
                return Err(text!(
                    "`{first}` is not an owner: owners are `a` and up, and `n`",
                    "« {first} » ne peut tenir une terre : il faut « a » et suivants, ou « n »"
                ));
            }
        };
        let end = rest.bytes().take_while(u8::is_ascii_digit).count();
        let soldiers = number(&rest[..end]).filter(|&soldiers: &u32| soldiers <= MOST_SOLDIERS);
        let Some(soldiers) = soldiers else {
            return Err(text!(
                "{name} needs a number of soldiers, 0 to {MOST_SOLDIERS}",
                "{name} : il faut un nombre de soldats, de 0 à {MOST_SOLDIERS}",
                name = game.map().name(land)
            ));
        };
        rest = &rest[end..];
        if let Some(after) = rest.strip_prefix('p') {
            state.ports = state.ports.with(land);
            rest = after;
        }
        state.give(land, owner);
        state.set_soldiers(land, soldiers);
    }
    if !rest.is_empty() {
        return Err(text!(
            "it has more than the {count} lands of its map",
            "elle a plus que les {count} terres de sa carte"
        ));
    }
    if !state.ports.minus(game.map().coast()).is_empty() {
        return wrong("a port lies inland", "un port est à l'intérieur des terres");
    }
    Ok(())
}

fn read_land(game: &LandBuster, text: &str) -> Option<Land> {
    Land::from_number(number(text)?, game.map().count())
}

fn read_players(game: &LandBuster, state: &mut State, text: &str) -> Read<()> {
    let players: Vec<&str> = text.split('.').collect();
    let refused = || {
        wrong(
            "a player is capital, hero, item and last move joined by `~`, for each seat",
            "un joueur est capitale, héros, objet et dernier déplacement joints par « ~ », pour chaque place",
        )
    };
    if players.len() != usize::from(game.players) {
        return refused();
    }
    for (seat, player) in (0..).map(Seat).zip(players) {
        if read_player(game, state, seat, player).is_none() {
            return refused();
        }
    }
    Ok(())
}

fn read_player(game: &LandBuster, state: &mut State, seat: Seat, text: &str) -> Option<()> {
    let parts: Vec<&str> = text.split('~').collect();
    let &[capital, hero, item, habit] = parts.as_slice() else {
        return None;
    };
    let (habit, out) = match habit.strip_suffix('x') {
        Some(habit) => (habit, true),
        None => (habit, false),
    };
    let (quarters, with) = match habit.strip_suffix('h') {
        Some(quarters) => (quarters, true),
        None => (habit, false),
    };
    let index = seat.index();
    state.capitals[index] = match capital {
        "-" => None,
        _ => Some(read_land(game, capital)?),
    };
    state.heroes[index] = match hero {
        "-" => Hero::Waiting,
        "x" => Hero::Dead,
        _ => Hero::At(read_land(game, hero)?),
    };
    state.held[index] = match item {
        "-" => None,
        _ => {
            let mut letters = item.chars();
            let item = Item::of_letter(letters.next()?).filter(|item| item.is_kept())?;
            letters.next().is_none().then_some(Some(item))?
        }
    };
    let quarters = number(quarters).filter(|&quarters: &u8| quarters <= 4)?;
    state.habits[index] = Habit {
        quarters,
        hero: with,
    };
    if quarters == 0 && !with {
        return None;
    }
    if out {
        let nothing = Habit::default() == state.habits[index]
            && state.capitals[index].is_none()
            && state.heroes[index] == Hero::Dead
            && state.held[index].is_none();
        nothing.then_some(())?;
        state.out = state.out.with(seat);
    }
    Some(())
}

fn read_items(game: &LandBuster, state: &mut State, text: &str) -> Read<()> {
    if text == "-" {
        return Ok(());
    }
    let items: Vec<&str> = text.split('.').collect();
    let lying = |text: &str| {
        let (at, fat, turns) = match text.split_once('g') {
            Some((at, turns)) => (at, true, turns),
            None => {
                let (at, turns) = text.split_once('i')?;
                (at, false, turns)
            }
        };
        Some(Lying {
            at: read_land(game, at)?,
            turns: number(turns).filter(|turns| (1..=LASTS).contains(turns))?,
            fat,
        })
    };
    let found: Option<Vec<Lying>> = items.iter().map(|text| lying(text)).collect();
    let fits = |items: &Vec<Lying>| {
        let lands: Lands = items.iter().map(|lying| lying.at).collect();
        // The oldest come first, at most one came in each turn, and none lies on an owned land.
        items.len() <= MOST_ITEMS
            && lands.len() == items.len()
            && items.is_sorted_by(|one, two| one.turns < two.turns)
            && lands.both(state.owned()).is_empty()
    };
    let Some(found) = found.filter(fits) else {
        return wrong(
            "the items are land, look (`i` or `g`) and turns left, the oldest first, on neutral lands",
            "les objets sont terre, aspect (« i » ou « g ») et tours restants, le plus vieux d'abord, sur des terres neutres",
        );
    };
    for (place, lying) in state.lying.iter_mut().zip(found) {
        *place = Some(lying);
    }
    Ok(())
}

fn read_plans(game: &LandBuster, state: &mut State, text: &str) -> Read<()> {
    if text == "-" {
        return Ok(());
    }
    let plan = |text: &str| {
        let (from, to) = text.split_once('x')?;
        let (from, to) = (read_land(game, from)?, read_land(game, to)?);
        (from != to).then_some(Plan { from, to })
    };
    let found: Option<Vec<Plan>> = text.split('.').map(plan).collect();
    let fits = |plans: &Vec<Plan>| {
        let different = plans
            .iter()
            .enumerate()
            .all(|(at, plan)| !plans[..at].contains(plan));
        different && plans.len() <= MOST_PLANNED
    };
    let Some(found) = found.filter(fits) else {
        return wrong(
            "the attacks are pairs of lands like 17x18, each once, at most 8",
            "les attaques sont des paires de terres comme 17x18, chacune une fois, au plus 8",
        );
    };
    for (place, plan) in state.plans.iter_mut().zip(found) {
        *place = Some(plan);
    }
    Ok(())
}
