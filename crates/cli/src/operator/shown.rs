//! Answers to the operator, as text and as JSON.

use serde_json::{Value, json};
use time::OffsetDateTime;
use vauban_game::{Lang, Text};
use vauban_server::{
    Size,
    operator::{AccountList, AccountRow, MatchList, MatchRow, OperatorAnswer},
};

const SECOND: u64 = 1_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// Lists as arrays of objects, everything else as one object.
pub fn json(answer: &OperatorAnswer) -> String {
    let value: Value = match answer {
        OperatorAnswer::Matches(list) => json!(list.matches),
        OperatorAnswer::Accounts(list) => json!(list.accounts),
        other => json!(other),
    };
    format!("{value:#}\n")
}

pub fn text(answer: &OperatorAnswer, lang: Lang) -> String {
    match answer {
        OperatorAnswer::Matches(list) => matches(list, lang),
        OperatorAnswer::Accounts(list) => accounts(list, lang),
        OperatorAnswer::Closed { id } => lang.pick(
            format!("{id}: closed without a result\n"),
            format!("{id} : fermée sans résultat\n"),
        ),
        OperatorAnswer::Deleted { id, bytes } => {
            let size = Size(*bytes).text();
            lang.pick(
                format!("{id}: deleted ({})\n", size.en),
                format!("{id} : supprimée ({})\n", size.fr),
            )
        }
        OperatorAnswer::Archived(done) => {
            let (before, after) = (Size(done.bytes).text(), Size(done.packed).text());
            let (matches, rows) = (done.matches, done.rows);
            lang.pick(
                format!(
                    "matches archived: {matches} ({rows} rows, {} → {})\n",
                    before.en, after.en
                ),
                format!(
                    "parties archivées : {matches} ({rows} lignes, {} → {})\n",
                    before.fr, after.fr
                ),
            )
        }
        OperatorAnswer::Revoked { id, sessions } => lang.pick(
            format!("{id}: sessions and tokens revoked: {sessions}\n"),
            format!("{id} : sessions et jetons révoqués : {sessions}\n"),
        ),
        OperatorAnswer::Banned { id } => {
            lang.pick(format!("{id}: banned\n"), format!("{id} : banni\n"))
        }
        OperatorAnswer::Unbanned { id } => lang.pick(
            format!("{id}: no longer banned\n"),
            format!("{id} : n'est plus banni\n"),
        ),
    }
}

fn matches(list: &MatchList, lang: Lang) -> String {
    let head = lang.pick(
        [
            "match", "game", "stage", "size", "events", "age", "last", "owner",
        ],
        [
            "partie",
            "jeu",
            "étape",
            "taille",
            "événements",
            "âge",
            "dernier",
            "propriétaire",
        ],
    );
    let now = now();
    let row = |row: &MatchRow| {
        let owner = match (&row.owner, &row.owner_name) {
            (Some(id), Some(name)) => format!("{id} {name}"),
            (Some(id), None) => id.clone(),
            (None, _) => "–".into(),
        };
        [
            row.id.clone(),
            row.game.clone(),
            stage(&row.stage, lang).to_owned(),
            Size(row.bytes).text().of(lang).to_owned(),
            row.events.to_string(),
            since(row.created_at, now, lang),
            since(row.last_at, now, lang),
            owner,
        ]
    };
    let rows: Vec<[String; 8]> = list.matches.iter().map(row).collect();
    let size = Size(list.bytes).text();
    let all = list.all;
    let sum = Text::new(
        format!("matches: {all}, {}", size.en),
        format!("parties : {all}, {}", size.fr),
    );
    table(head, &rows) + &last_line(&sum, rows.len(), all, lang)
}

fn accounts(list: &AccountList, lang: Lang) -> String {
    let head = lang.pick(
        [
            "account", "sessions", "open", "programs", "size", "age", "banned", "name",
        ],
        [
            "compte",
            "sessions",
            "en cours",
            "programmes",
            "taille",
            "âge",
            "banni",
            "nom",
        ],
    );
    let now = now();
    let row = |row: &AccountRow| {
        let banned = row.banned_at;
        [
            row.id.clone(),
            row.sessions.to_string(),
            row.open.to_string(),
            row.with_programs.to_string(),
            Size(row.bytes).text().of(lang).to_owned(),
            since(row.created_at, now, lang),
            banned.map_or_else(|| "–".into(), |at| since(at, now, lang)),
            row.name.clone(),
        ]
    };
    let rows: Vec<[String; 8]> = list.accounts.iter().map(row).collect();
    let all = list.all;
    let sum = Text::new(format!("accounts: {all}"), format!("comptes : {all}"));
    table(head, &rows) + &last_line(&sum, rows.len(), all, lang)
}

fn last_line(sum: &Text, shown: usize, all: usize, lang: Lang) -> String {
    let rest = match shown < all {
        true => lang.pick(
            format!("; the first {shown} are shown, --limit shows more"),
            format!(" ; les {shown} premières lignes sont montrées, --limit en montre plus"),
        ),
        false => String::new(),
    };
    format!("{}{rest}\n", sum.of(lang))
}

/// A stage, for people.
fn stage(name: &str, lang: Lang) -> &str {
    let french = match name {
        "open" => "ouverte",
        "running" => "en cours",
        "over" => "finie",
        other => other,
    };
    lang.pick(name, french)
}

/// In columns. Names stand last: they may be of any width.
fn table<const N: usize>(head: [&str; N], rows: &[[String; N]]) -> String {
    let mut widths = head.map(|title| title.chars().count());
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = String::new();
    let titles = head.map(str::to_owned);
    for row in std::iter::once(&titles).chain(rows) {
        let cells = row.iter().zip(widths);
        let line: Vec<String> = cells
            .map(|(cell, width)| format!("{cell:width$}"))
            .collect();
        text += line.join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// How long ago, in the largest unit of which there is one.
fn since(at: u64, now: u64, lang: Lang) -> String {
    let passed = now.saturating_sub(at);
    let (number, en, fr) = match passed {
        DAY.. => (passed / DAY, "d", "j"),
        HOUR.. => (passed / HOUR, "h", "h"),
        MINUTE.. => (passed / MINUTE, "min", "min"),
        _ => (passed / SECOND, "s", "s"),
    };
    format!("{number} {}", lang.pick(en, fr))
}

fn now() -> u64 {
    let millis = OffsetDateTime::now_utc().unix_timestamp_nanos() / 1_000_000;
    u64::try_from(millis).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_told_in_one_unit() {
        for (passed, text) in [
            (0, "0 s"),
            (61 * SECOND, "1 min"),
            (3 * HOUR, "3 h"),
            (49 * HOUR, "2 d"),
        ] {
            assert_eq!(since(1_000, 1_000 + passed, Lang::En), text);
        }
        assert_eq!(since(0, 3 * DAY, Lang::Fr), "3 j");
        assert_eq!(since(9, 3, Lang::En), "0 s", "a clock that was set back");
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = [
            ["a".to_owned(), "long name".to_owned()],
            ["élan".to_owned(), "b".to_owned()],
        ];
        let text = table(["id", "name"], &rows);
        assert_eq!(text, "id    name\na     long name\nélan  b\n");
    }
}
