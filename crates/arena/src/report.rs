//! The results of an arena, for people to read.

use vauban_game::Lang;

use crate::{Arena, Elo, Rating, Sprt, Tally, Verdict, ratings, tally::Pair};

/// Two players: the score, the difference in strength, and how sure that is.
pub fn pair_report(arena: &Arena, tally: &Tally, lang: Lang) -> String {
    let mut lines = vec![heading(arena, tally, lang)];
    for pair in &tally.pairs {
        lines.extend(pair_lines(arena, pair, lang));
    }
    lines.push(length(tally, lang));
    lines.join("\n") + "\n"
}

/// Many players: a table of ratings, the strongest first, then each two of them.
pub fn rating_report(arena: &Arena, tally: &Tally, lang: Lang) -> String {
    let players = arena.players.len();
    let is_zero = |player: &usize| arena.players[*player].to_string() == "uniform";
    let anchor = (0..players).find(is_zero).unwrap_or(0);
    let rated = ratings(tally, players, anchor);
    let mut order: Vec<usize> = (0..players).collect();
    order.sort_by(|one, other| rated[*other].elo.total_cmp(&rated[*one].elo));
    let widest = arena
        .players
        .iter()
        .map(|player| player.to_string().len())
        .max();
    let widest = widest.unwrap_or(0);
    let mut lines = vec![heading(arena, tally, lang)];
    for player in order {
        let Rating { elo, error } = rated[player];
        let (points, games) = points(tally, player);
        let of = lang.pick("of", "sur");
        let name = arena.players[player].to_string();
        lines.push(format!(
            "  {name:widest$}  {elo:+6.0} ± {error:<4.0}  {points:6.1} {of} {games}"
        ));
    }
    for pair in &tally.pairs {
        let (one, other) = pair.players;
        let against = lang.pick("against", "contre");
        let (one, other) = (&arena.players[one], &arena.players[other]);
        let (wins, draws, losses) = (pair.wins, pair.draws, pair.losses);
        let elo = strength(pair.scores.elo());
        lines.push(format!(
            "  {one} {against} {other}: +{wins} ={draws} −{losses}  {elo}"
        ));
    }
    lines.push(length(tally, lang));
    lines.join("\n") + "\n"
}

fn heading(arena: &Arena, tally: &Tally, lang: Lang) -> String {
    let names: Vec<String> = arena.players.iter().map(ToString::to_string).collect();
    let against = lang.pick(" against ", " contre ");
    let (name, games, seed) = (arena.rules.game.card().name, tally.games, arena.seed);
    let names = match names.len() {
        2 => names.join(against),
        _ => names.join(", "),
    };
    let opening = arena.rules.opening;
    lang.pick(
        format!("{name}: {names}; {games} games, openings of {opening} random actions, seed {seed}"),
        format!("{name} : {names} ; {games} parties, ouvertures de {opening} actions au hasard, graine {seed}"),
    )
}

fn pair_lines(arena: &Arena, pair: &Pair, lang: Lang) -> Vec<String> {
    let label = |en, fr| format!("  {:<12}", lang.pick(en, fr));
    let Pair {
        scores,
        wins,
        draws,
        losses,
        ..
    } = pair;
    let games = wins + draws + losses;
    let percent = 100.0 * scores.mean();
    let mut lines = Vec::new();
    let score = lang.pick(
        format!("{percent:.1} % of {games}: {wins} won, {draws} drawn, {losses} lost"),
        format!("{percent:.1} % de {games} : {wins} gagnées, {draws} nulles, {losses} perdues"),
    );
    lines.push(label("score", "score") + &score);
    let five = [0.0, 0.25, 0.5, 0.75, 1.0].map(|score| scores.count(score));
    if five.iter().sum::<u64>() == scores.len() {
        let five = five.map(|count| count.to_string()).join(" ");
        let points = lang.pick("with 0, ½, 1, 1½, 2 points", "à 0, ½, 1, 1½, 2 points");
        lines.push(format!("{}{five} ({points})", label("pairs", "paires")));
    }
    lines.push(label("Elo", "Elo") + &strength(scores.elo()));
    let percent = 100.0 * scores.superiority();
    lines.push(format!(
        "{}{percent:.1} %",
        label("superiority", "supériorité")
    ));
    if let Some(sprt) = arena.sprt {
        let (ratio, bound) = (sprt.ratio(scores), Sprt::bound());
        let verdict = match sprt.verdict(scores) {
            Verdict::Accepted => lang.pick("accepted: rather", "accepté : plutôt"),
            Verdict::Rejected => lang.pick("rejected: rather", "rejeté : plutôt"),
            Verdict::Open => lang.pick("open between", "indécis entre"),
        };
        let Sprt { elo0, elo1 } = sprt;
        let elo = match sprt.verdict(scores) {
            Verdict::Accepted => format!("{elo1:+}"),
            Verdict::Rejected => format!("{elo0:+}"),
            Verdict::Open => format!("{elo0:+} {} {elo1:+}", lang.pick("and", "et")),
        };
        lines.push(format!(
            "{}{verdict} {elo} (LLR {ratio:.2}, ± {bound:.2})",
            label("SPRT", "SPRT")
        ));
    }
    lines
}

/// `+35 ± 20`, or the end of the interval that is known: of the other one too little was played to tell.
pub fn strength(elo: Elo) -> String {
    if elo.best == f64::INFINITY {
        return format!("> {:+.0}", elo.low);
    }
    if elo.best == f64::NEG_INFINITY {
        return format!("< {:+.0}", elo.high);
    }
    match (elo.low.is_finite(), elo.high.is_finite()) {
        (true, true) => format!("{:+.0} ± {:.0}", elo.best, elo.error()),
        (true, false) => format!("{:+.0} (> {:+.0})", elo.best, elo.low),
        (false, true) => format!("{:+.0} (< {:+.0})", elo.best, elo.high),
        (false, false) => format!("{:+.0} (too few games)", elo.best),
    }
}

fn length(tally: &Tally, lang: Lang) -> String {
    let (length, unfinished) = (tally.length(), tally.unfinished);
    let mut line = lang.pick(
        format!("  length      {length:.1} actions on average"),
        format!("  longueur    {length:.1} actions en moyenne"),
    );
    if unfinished > 0 {
        line += &lang.pick(
            format!("; {unfinished} too long, counted as drawn"),
            format!(" ; {unfinished} trop longues, comptées comme nulles"),
        );
    }
    line
}

/// The points of a player against all others, and in how many matches with each of them.
fn points(tally: &Tally, player: usize) -> (f64, u64) {
    let (mut points, mut games) = (0.0, 0);
    for pair in &tally.pairs {
        let (wins, losses) = match pair.players {
            (one, _) if one == player => (pair.wins, pair.losses),
            (_, other) if other == player => (pair.losses, pair.wins),
            _ => continue,
        };
        points += wins as f64 + pair.draws as f64 / 2.0;
        games += wins + pair.draws + losses;
    }
    (points, games)
}
