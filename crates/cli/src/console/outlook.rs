//! What would come of an action: whether it is allowed, the strengths it weighs, and the odds.

use serde_json::{Value, json};
use vauban_game::{Balance, Lang, OddsLine, Seat, Text};
use vauban_table::Refusals;

use super::{Answer, Console, help};

impl Console {
    pub(super) fn why(&self, seat: Seat, action: &str) -> Result<Answer, Refusals> {
        if action.is_empty() {
            return Err(help::usage("why"));
        }
        let questions = self.table().questions();
        questions.why(seat, action)?;
        let allowed = Text::fixed("it is allowed", "c'est permis");
        let Some(balance) = questions.balance(seat, action)? else {
            return Ok(Answer::done().saying(allowed));
        };
        let odds = questions.odds(seat, action)?;
        let lines = std::iter::once(allowed)
            .chain(odds.iter().map(result_line))
            .chain(balance.lines());
        let words = joined(lines);
        Ok(self
            .weighed(self.result(&odds), Some(&balance))
            .saying(words))
    }

    pub(super) fn odds(&self, seat: Seat, action: &str) -> Result<Answer, Refusals> {
        if action.is_empty() {
            return Err(help::usage("odds"));
        }
        let (action, keep) = split_keep(action);
        let questions = self.table().questions();
        let odds = questions.odds(seat, action)?;
        let balance = questions.balance(seat, action)?;
        let forecasts = questions.forecasts(seat, action, keep)?;
        let mut lines: Vec<Text> = odds.iter().map(result_line).collect();
        lines.extend(balance.iter().flat_map(Balance::lines));
        for forecast in &forecasts {
            lines.push(forecast.heading());
            lines.extend(forecast.lines.iter().map(|line| {
                let said = |lang| format!("  {}  {:.6}", line.text.of(lang), line.share);
                Text::new(said(Lang::En), said(Lang::Fr))
            }));
        }
        let mut answer = self.weighed(self.result(&odds), balance.as_ref());
        if !forecasts.is_empty() {
            let told = forecasts.iter().map(|forecast| forecast.told(self.lang));
            answer = answer.and("forecasts", json!(told.collect::<Vec<_>>()));
        }
        Ok(answer.saying(joined(lines)))
    }

    fn result(&self, odds: &[OddsLine]) -> Answer {
        let told: Vec<_> = odds.iter().map(|line| line.told(self.lang)).collect();
        Answer::field("odds", json!(told))
    }

    /// The answer with `attack`, `defence` and `parts`, if there are any.
    fn weighed(&self, mut answer: Answer, balance: Option<&Balance>) -> Answer {
        let told = balance.map(|balance| json!(balance.told(self.lang)));
        if let Some(Value::Object(fields)) = told {
            for (name, value) in fields {
                answer = answer.and(&name, value);
            }
        }
        answer
    }
}

fn result_line(line: &OddsLine) -> Text {
    let said = |lang| format!("{}  {}/{}", line.text.of(lang), line.ways, line.of);
    Text::new(said(Lang::En), said(Lang::Fr))
}

fn joined(lines: impl IntoIterator<Item = Text>) -> Text {
    let lines: Vec<Text> = lines.into_iter().collect();
    let said = |lang| {
        let lines: Vec<&str> = lines.iter().map(|line| line.of(lang)).collect();
        lines.join("\n")
    };
    Text::new(said(Lang::En), said(Lang::Fr))
}

/// The action, and the number behind the word `keep`.
fn split_keep(rest: &str) -> (&str, Option<u32>) {
    let found = rest
        .rsplit_once(char::is_whitespace)
        .and_then(|(before, number)| {
            let (action, word) = before.trim_end().rsplit_once(char::is_whitespace)?;
            let keep = number.parse().ok().filter(|_| word == "keep")?;
            Some((action.trim_end(), Some(keep)))
        });
    found.unwrap_or((rest, None))
}
