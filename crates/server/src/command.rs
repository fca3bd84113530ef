//! What somebody wants done in a match. Every way in (REST, WebSocket, agents, the server itself) builds
//! its command here.

use serde::{Deserialize, Deserializer, Serialize, de::Error};
use serde_json::{Map, Value};
use utoipa::ToSchema;
use vauban_game::{Lang, Seat, Text};
use vauban_store::{CommandId, Hash, Lease, Line, PlayerId, SessionId};
use vauban_table::{Repeat, Standing};

use crate::{Problem, occupant::Program, schema, session::Visitor};

/// One command, by POST or as a frame of a WebSocket. `do` says what is wanted; without it the command
/// is an answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"command_id": "7f3a-1", "do": "answer", "ask": 1, "text": "j3j4"}))]
pub struct CommandBody {
    /// Chosen by the sender; sending the same command again does nothing twice.
    pub command_id: String,
    #[serde(flatten)]
    pub verb: Verb,
}

/// What can be done in a match, with all that it needs. `seat` is one of one's own, needed only by who
/// holds several; or the seat that is appointed to, claimed against or replaced.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Verb {
    /// Answers the open question.
    Answer {
        seat: Option<u8>,
        /// The question that is answered.
        ask: u64,
        /// The action in the game's notation.
        text: String,
        /// More actions, to be taken one after another until one is refused, chance has a say, or another
        /// seat must answer. They are taken back together.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        then: Vec<String>,
        /// Takes the last of these actions again and again, with what leads to it, until it is won; or
        /// until no more than `left` are left.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<schema::Repeat>)]
        repeat: Option<Repeat>,
    },
    /// Ends an order that repeats. Every other command but a remark does so, too.
    Stop { seat: Option<u8> },
    /// Leaves an answer that the match gives from now on, or withdraws it.
    Stand {
        seat: Option<u8>,
        /// `only`: the only choice, where there is but one; `most`: as many as one may, where another
        /// seat's action asks for nothing but a number.
        #[schema(value_type = Option<schema::Standing>)]
        answer: Option<Standing>,
    },
    /// Gives up.
    Resign { seat: Option<u8> },
    /// Offers a draw, or accepts one that all others have offered.
    Draw { seat: Option<u8> },
    /// Declines the draw that others have offered.
    Decline { seat: Option<u8> },
    /// Takes back what one may take back alone.
    Undo { seat: Option<u8> },
    /// Asks the others to let one take back.
    AskUndo { seat: Option<u8> },
    /// Agrees to taking back, or not.
    Consent { seat: Option<u8>, agrees: bool },
    /// Sits down; in any open seat if none is named.
    Join {
        seat: Option<u8>,
        /// What the seat adds to the dice; otherwise it is drawn.
        #[serde(skip_serializing_if = "Option::is_none")]
        seed: Option<String>,
    },
    /// Adds another seed to the dice. They are fixed when the match begins.
    Seed { seat: Option<u8>, seed: String },
    /// Leaves a seat; it is open again, and a program may take it.
    Leave { seat: Option<u8> },
    /// Lets a program take an open seat: a level, from 1, or its name.
    Appoint { seat: u8, level: Program },
    /// Claims against a seat on turn whose person is away too long: it leaves the match as if it had
    /// resigned.
    Claim { seat: u8 },
    /// Lets a program stand in for a person who is away too long.
    Replace { seat: u8, level: Program },
    /// Sits down again where a program stands in for one, at any time before the end.
    Reclaim { seat: Option<u8> },
    /// Says something. Who sits at the match is heard by all, who watches by those who watch.
    Say { text: String },
    /// Hides what somebody says from oneself, or shows it again.
    Mute {
        player: String,
        #[serde(default = "yes")]
        muted: bool,
    },
    /// Withdraws a link by which others watch: who made it, or the owner of the match.
    Withdraw { share: String },
    /// Lets others watch by a link, of whose key this is the hash; only the server says this.
    #[serde(skip_deserializing)]
    Share { hash: String },
    /// Ends the match without a result: its owner before it begins, the operator at any time.
    Close,
    /// Tells the others of a rematch; only the server says this.
    #[serde(skip_deserializing)]
    Rematch { id: String },
    /// A flag falls; only the server says this.
    #[serde(skip_deserializing)]
    Timeout { seat: u8 },
}

/// A verb, who wants it, and under which name it is remembered.
#[derive(Clone, Debug)]
pub struct Command {
    pub session: SessionId,
    pub id: CommandId,
    pub by: Actor,
    /// The key of a private match's link, if it came with one.
    pub key: Option<String>,
    pub verb: Verb,
    pub lang: Lang,
    /// The order that it is a later round of: it is not taken once that has been stopped.
    pub round_of: Option<CommandId>,
    /// The duty by which the server sends it: it is not taken once another node has that.
    pub lease: Option<Lease>,
}

/// Who sends a command.
#[derive(Clone, Debug)]
pub enum Actor {
    Person {
        player: PlayerId,
        name: Line,
    },
    /// The program in this seat, from 1.
    Agent {
        seat: u8,
        /// How long it thought, in milliseconds.
        spent: u64,
    },
    /// The answer that the person in this seat, from 1, has left.
    Standing {
        seat: u8,
        /// It goes on with the seat's last order.
        joined: bool,
    },
    /// The server itself.
    Server,
}

impl Actor {
    pub fn player(&self) -> Option<&PlayerId> {
        match self {
            Actor::Person { player, .. } => Some(player),
            Actor::Agent { .. } | Actor::Standing { .. } | Actor::Server => None,
        }
    }
}

fn yes() -> bool {
    true
}

impl<'de> Deserialize<'de> for CommandBody {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CommandBody, D::Error> {
        let mut fields = Map::deserialize(deserializer)?;
        let command_id = match fields.remove("command_id") {
            Some(Value::String(id)) => id,
            _ => return Err(D::Error::missing_field("command_id")),
        };
        fields.entry("do").or_insert_with(|| "answer".into());
        let verb = Verb::deserialize(Value::Object(fields)).map_err(D::Error::custom)?;
        Ok(CommandBody { command_id, verb })
    }
}

impl Command {
    /// What a visitor sent. `seat` is the one that the address names, if the body names none.
    pub fn of_visitor(
        visitor: &Visitor,
        body: CommandBody,
        seat: Option<u8>,
        key: Option<String>,
        lang: Lang,
    ) -> Result<Command, Problem> {
        let id = CommandId::new(&body.command_id)
            .map_err(|error| Problem::bad_request(Text::same(format!("command_id: {error}"))))?;
        let command = Command::of_person(visitor, id, body.verb.in_seat(seat), lang);
        Ok(Command { key, ..command })
    }

    /// What the server does for a visitor.
    pub fn of_person(visitor: &Visitor, id: CommandId, verb: Verb, lang: Lang) -> Command {
        Command {
            session: visitor.session.clone(),
            id,
            by: Actor::Person {
                player: visitor.player.clone(),
                name: visitor.name.clone(),
            },
            key: None,
            verb,
            lang,
            round_of: None,
            lease: None,
        }
    }

    /// The answer of the program in `seat`, which thought for `spent` milliseconds; `id` is the same
    /// however often it thinks about the same question.
    pub fn of_agent(
        seat: Seat,
        id: String,
        ask: u64,
        text: String,
        spent: u64,
    ) -> Result<Command, Problem> {
        let number = seat.number();
        let verb = Verb::Answer {
            seat: Some(number),
            ask,
            text,
            then: Vec::new(),
            repeat: None,
        };
        let by = Actor::Agent {
            seat: number,
            spent,
        };
        Command::internal(&format!("agent-{seat}"), id, by, verb)
    }

    /// What the program in `seat` does besides answering.
    pub fn of_mannered(seat: Seat, id: String, verb: Verb) -> Result<Command, Problem> {
        let by = Actor::Agent {
            seat: seat.number(),
            spent: 0,
        };
        Command::internal(&format!("agent-{seat}"), id, by, verb)
    }

    /// The player whose order that repeats ends with this: whatever somebody does but speak does so.
    pub fn ends_order_of(&self) -> Option<&PlayerId> {
        let is_other =
            self.round_of.is_none() && !matches!(self.verb, Verb::Say { .. } | Verb::Mute { .. });
        self.by.player().filter(|_| is_other)
    }

    /// The same by a duty of this node's.
    pub fn by(self, lease: Option<Lease>) -> Command {
        Command { lease, ..self }
    }

    /// What the server does by itself.
    pub fn of_server(id: String, verb: Verb) -> Result<Command, Problem> {
        Command::internal("server", id, Actor::Server, verb)
    }

    /// A command of a part of the server.
    pub fn internal(session: &str, id: String, by: Actor, verb: Verb) -> Result<Command, Problem> {
        Ok(Command {
            session: SessionId::new(session).map_err(|_| Problem::internal())?,
            id: CommandId::new(id).map_err(|_| Problem::internal())?,
            by,
            key: None,
            verb,
            lang: Lang::En,
            round_of: None,
            lease: None,
        })
    }
}

impl Verb {
    /// The same for equal commands, however they were written and sent.
    pub fn fingerprint(&self) -> Hash {
        Hash::of(&serde_json::to_vec(self).expect("plain data has a JSON form"))
    }

    /// With the seat of one's own that is meant, where none is named.
    fn in_seat(mut self, of_address: Option<u8>) -> Verb {
        match &mut self {
            Verb::Answer { seat, .. }
            | Verb::Stop { seat }
            | Verb::Stand { seat, .. }
            | Verb::Resign { seat }
            | Verb::Draw { seat }
            | Verb::Decline { seat }
            | Verb::Undo { seat }
            | Verb::AskUndo { seat }
            | Verb::Consent { seat, .. }
            | Verb::Join { seat, .. }
            | Verb::Seed { seat, .. }
            | Verb::Leave { seat }
            | Verb::Reclaim { seat } => *seat = seat.or(of_address),
            Verb::Appoint { .. }
            | Verb::Claim { .. }
            | Verb::Replace { .. }
            | Verb::Say { .. }
            | Verb::Mute { .. }
            | Verb::Withdraw { .. }
            | Verb::Share { .. }
            | Verb::Close
            | Verb::Rematch { .. }
            | Verb::Timeout { .. } => (),
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Verb, serde_json::Error> {
        serde_json::from_str::<CommandBody>(text).map(|body| body.verb)
    }

    #[test]
    fn a_command_without_do_is_an_answer() {
        let answer = read(r#"{"command_id": "a", "ask": 3, "text": "j3j4"}"#).unwrap();
        let expected = Verb::Answer {
            seat: None,
            ask: 3,
            text: "j3j4".into(),
            then: Vec::new(),
            repeat: None,
        };
        assert_eq!(answer, expected);
        let missing = read(r#"{"command_id": "a", "text": "j3j4"}"#).unwrap_err();
        assert!(missing.to_string().contains("`ask`"), "{missing}");
    }

    #[test]
    fn an_answer_may_be_repeated_until_it_is_won_or_few_are_left() {
        let repeat = |text: &str| match read(text) {
            Ok(Verb::Answer { repeat, .. }) => Ok(repeat.map(|repeat| repeat.left)),
            other => Err(format!("{other:?}")),
        };
        let answer = r#"{"command_id": "a", "ask": 3, "text": "d3""#;
        assert_eq!(repeat(&format!("{answer}}}")), Ok(None));
        assert_eq!(
            repeat(&format!(r#"{answer}, "repeat": {{}}}}"#)),
            Ok(Some(0))
        );
        assert_eq!(
            repeat(&format!(r#"{answer}, "repeat": {{"left": 4}}}}"#)),
            Ok(Some(4))
        );
        assert!(repeat(&format!(r#"{answer}, "repeat": {{"until": 4}}}}"#)).is_err());
    }

    #[test]
    fn what_only_the_server_says_cannot_be_sent() {
        assert!(read(r#"{"command_id": "a", "do": "timeout", "seat": 1}"#).is_err());
        assert!(read(r#"{"command_id": "a", "do": "rematch", "id": "m"}"#).is_err());
        assert!(read(r#"{"command_id": "a", "do": "share", "hash": "00"}"#).is_err());
        assert!(read(r#"{"command_id": "a", "do": "resign", "seat": 1}"#).is_ok());
    }

    /// Fingerprints are stored: a command that an older release answered is still known.
    #[test]
    fn fingerprints_never_change() {
        let join = read(r#"{"do": "join", "command_id": "a", "seat": 2}"#).unwrap();
        let written = serde_json::to_string(&join).unwrap();
        assert_eq!(written, r#"{"do":"join","seat":2}"#);
        let answer = read(r#"{"command_id": "a", "ask": 3, "text": "j3j4"}"#).unwrap();
        let written = serde_json::to_string(&answer).unwrap();
        assert_eq!(
            written,
            r#"{"do":"answer","seat":null,"ask":3,"text":"j3j4"}"#
        );
        let resign = serde_json::to_string(&Verb::Resign { seat: None }).unwrap();
        assert_eq!(resign, r#"{"do":"resign","seat":null}"#);
    }
}
