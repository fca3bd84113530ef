//! How much time everybody has, as people say it: in seconds and days.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use vauban_game::Text;
use vauban_store::Millis;
use vauban_table::{Refusals, Tempo};

const SECOND: Millis = 1_000;
const MINUTE: Millis = 60 * SECOND;
const DAY: Millis = 86_400 * SECOND;

/// `untimed`; `increment`: so many seconds for the whole match and some more after each turn;
/// `days`: so many for each turn, as by letter.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[schema(example = json!({"kind": "increment", "stock": 600, "increment": 5}))]
pub enum TempoBody {
    #[default]
    Untimed,
    Increment {
        /// Seconds, from 10 to 86,400.
        stock: u64,
        /// Seconds, to 3,600.
        #[serde(default)]
        increment: u64,
    },
    Days {
        /// From 1 to 30.
        days: u64,
    },
}

impl TempoBody {
    pub fn tempo(self) -> Result<Tempo, Refusals> {
        match self {
            TempoBody::Untimed => Ok(Tempo::Untimed),
            TempoBody::Increment { stock, increment }
                if (10..=86_400).contains(&stock) && increment <= 3_600 =>
            {
                Ok(Tempo::Increment {
                    stock: stock * SECOND,
                    increment: increment * SECOND,
                })
            }
            TempoBody::Days { days } if (1..=30).contains(&days) => {
                Ok(Tempo::PerTurn { time: days * DAY })
            }
            TempoBody::Increment { .. } | TempoBody::Days { .. } => Err(Refusals::one(
                "bad-tempo",
                Text::fixed(
                    "the time for a match is 10 to 86400 seconds, an increment at most 3600; a turn has 1 to 30 days",
                    "le temps d'une partie va de 10 à 86400 secondes, un incrément est de 3600 au plus ; un tour dure 1 à 30 jours",
                ),
            )),
        }
    }
}

impl From<Tempo> for TempoBody {
    fn from(tempo: Tempo) -> TempoBody {
        match tempo {
            Tempo::Untimed => TempoBody::Untimed,
            Tempo::Increment { stock, increment } => TempoBody::Increment {
                stock: stock / SECOND,
                increment: increment / SECOND,
            },
            Tempo::PerTurn { time } => TempoBody::Days { days: time / DAY },
        }
    }
}

/// How long somebody on turn may be away before the others may claim, unless the match says otherwise.
pub fn usual_claim_after(tempo: Tempo) -> Millis {
    match tempo {
        Tempo::Untimed => 15 * MINUTE,
        Tempo::Increment { .. } => 2 * MINUTE,
        Tempo::PerTurn { .. } => DAY,
    }
}

/// What somebody chose instead, in seconds.
pub fn claim_after(seconds: u64) -> Result<Millis, Refusals> {
    match seconds {
        30..=2_592_000 => Ok(seconds * SECOND),
        _ => Err(Refusals::one(
            "bad-claim-after",
            Text::fixed(
                "the time before others may claim the win is 30 seconds to 30 days (2592000 seconds)",
                "le délai avant que les autres puissent réclamer la victoire va de 30 secondes à 30 jours (2592000 secondes)",
            ),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tempo_is_said_as_it_was_meant() {
        for (text, tempo) in [
            (r#"{"kind":"untimed"}"#, Tempo::Untimed),
            (
                r#"{"kind":"increment","stock":300,"increment":5}"#,
                Tempo::Increment {
                    stock: 300_000,
                    increment: 5_000,
                },
            ),
            (
                r#"{"kind":"days","days":3}"#,
                Tempo::PerTurn { time: 259_200_000 },
            ),
        ] {
            let body: TempoBody = serde_json::from_str(text).unwrap();
            assert_eq!(body.tempo().unwrap(), tempo);
            assert_eq!(
                serde_json::to_string(&TempoBody::from(tempo)).unwrap(),
                text
            );
        }
    }

    #[test]
    fn a_tempo_nobody_could_play_is_refused() {
        for bad in [
            TempoBody::Increment {
                stock: 9,
                increment: 0,
            },
            TempoBody::Increment {
                stock: u64::MAX,
                increment: 0,
            },
            TempoBody::Increment {
                stock: 60,
                increment: 3_601,
            },
            TempoBody::Days { days: 0 },
            TempoBody::Days { days: 31 },
        ] {
            assert_eq!(bad.tempo().unwrap_err().codes(), ["bad-tempo"]);
        }
        assert_eq!(claim_after(30).unwrap(), 30_000);
        for bad in [0, 29, 2_592_001, u64::MAX] {
            assert_eq!(claim_after(bad).unwrap_err().codes(), ["bad-claim-after"]);
        }
    }
}
