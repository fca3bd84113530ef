//! From a command to events: who may do what. The seat comes from the session, never from the body.

use vauban_game::{Seat, SeatSet, Text, text};
use vauban_store::Millis;
use vauban_table::{MOST_ROUNDS, Refusals, Repeat};

use crate::{
    Problem,
    access::Access,
    command::{Actor, Command, Verb},
    conditions::{
        must_be_open, must_be_over, must_be_private, must_go_on, must_have_changes_left,
        must_have_started, must_not_be_over, must_not_have_started,
    },
    dice,
    event::Event,
    name,
    occupant::Occupant,
    orders::round_id,
    registry::Room,
    share,
    table::{Table, seat_taken},
    timeouts::NOT_DUE,
};

/// The longest thing that can be said, in characters.
const LONGEST_REMARK: usize = 500;

/// The most remarks that a match keeps of its players, and again of those who watch; and their most bytes.
const MOST_REMARKS: usize = 2_000;
const MOST_REMARK_BYTES: usize = 128 * 1024;

/// Why a command is not carried out.
#[derive(Debug)]
pub enum Denial {
    /// The rules, or the table, say no; that is the command's answer for ever.
    Refused(Refusals),
    /// The question is not the open one.
    Stale(Seat),
    /// The seat is asked nothing: it is not its turn.
    OutOfTurn(Seat),
    /// Nothing was looked at; the command may be sent again.
    Problem(Problem),
}

impl From<Refusals> for Denial {
    fn from(refusals: Refusals) -> Denial {
        Denial::Refused(refusals)
    }
}

impl From<Problem> for Denial {
    fn from(problem: Problem) -> Denial {
        Denial::Problem(problem)
    }
}

/// What a command comes to.
#[derive(Debug)]
pub struct Decision {
    /// In order; if the first is refused, so is the command.
    pub events: Vec<Event>,
    /// The seat that the answer speaks to.
    pub seat: Option<Seat>,
    /// The last action is to be repeated.
    pub repeat: Option<Repeat>,
}

impl Decision {
    fn of(event: Event, seat: Option<Seat>) -> Decision {
        Decision {
            events: vec![event],
            seat,
            repeat: None,
        }
    }
}

/// The most actions that one command may order.
const LONGEST_ORDER: usize = 64;

/// What `command` means at `table`, at the time `at`.
pub fn decide(
    room: &Room,
    table: &Table,
    command: &Command,
    at: Millis,
) -> Result<Decision, Denial> {
    let by = &command.by;
    let access = match by {
        Actor::Person { player, .. } => {
            Access::of(room, table, Some(player.as_str()), command.key.as_deref()).must_watch()?
        }
        // The server commands nothing that needs a seat.
        Actor::Server => Access::nobody(),
        Actor::Agent { seat, .. } | Actor::Standing { seat, .. } => {
            let seat = table.seat(*seat)?;
            let sits = match by {
                Actor::Agent { .. } => matches!(table.occupant(seat), Occupant::Agent { .. }),
                _ => table.standing[seat].is_some(),
            };
            Access {
                seats: SeatSet::EMPTY.with(seat),
                may_watch: sits,
                ..Access::nobody()
            }
            .must_watch()?
        }
    };
    let one = |event: Event, seat: Option<Seat>| Ok(Decision::of(event, seat));
    match &command.verb {
        Verb::Answer {
            seat,
            ask,
            text,
            then,
            repeat,
        } => {
            let seat = access.seat(table, *seat)?;
            must_have_started(table)?;
            match table.play.ask(seat) {
                Some(open) if open == *ask => (),
                Some(_) => return Err(Denial::Stale(seat)),
                None => return Err(Denial::OutOfTurn(seat)),
            }
            if then.len() >= LONGEST_ORDER {
                return Err(Problem::bad_request(text!(
                    "an order has at most {LONGEST_ORDER} actions",
                    "un ordre compte au plus {LONGEST_ORDER} actions"
                ))
                .into());
            }
            if repeat.is_some() && round_id(&command.id, MOST_ROUNDS).is_none() {
                return Err(Problem::bad_request(Text::fixed(
                    "an order that repeats needs a shorter command_id",
                    "un ordre répété demande un command_id plus court",
                ))
                .into());
            }
            let spent = match by {
                Actor::Agent { spent, .. } => Some(*spent),
                Actor::Person { .. } | Actor::Standing { .. } | Actor::Server => None,
            };
            let follows = matches!(by, Actor::Standing { joined: true, .. });
            // Each action answers the question after the one before it.
            let actions = std::iter::once(text).chain(then);
            let events = actions.zip(*ask..).map(|(text, ask_of_action)| Event::Act {
                seat: seat.number(),
                ask: ask_of_action,
                text: text.clone(),
                spent: spent.filter(|_| ask_of_action == *ask),
                joined: follows || ask_of_action != *ask,
            });
            Ok(Decision {
                events: events.collect(),
                seat: Some(seat),
                repeat: *repeat,
            })
        }
        // Whatever a player does ends its order before it is looked at here.
        Verb::Stop { seat } => Ok(Decision {
            events: Vec::new(),
            seat: Some(access.seat(table, *seat)?),
            repeat: None,
        }),
        Verb::Stand { seat, answer } => {
            let seat = access.seat(table, *seat)?;
            must_not_be_over(table)?;
            one(
                Event::Stand {
                    seat: seat.number(),
                    answer: *answer,
                },
                Some(seat),
            )
        }
        Verb::Resign { seat } => {
            let seat = access.seat(table, *seat)?;
            must_have_started(table)?;
            table.play.must_be_in(seat)?;
            let number = seat.number();
            one(Event::Resign { seat: number }, Some(seat))
        }
        Verb::Draw { seat } => {
            let seat = access.seat(table, *seat)?;
            must_have_started(table)?;
            let number = seat.number();
            one(Event::Draw { seat: number }, Some(seat))
        }
        Verb::Decline { seat } => {
            let seat = access.seat(table, *seat)?;
            must_have_started(table)?;
            let number = seat.number();
            one(Event::Decline { seat: number }, Some(seat))
        }
        Verb::Undo { seat } => {
            let seat = access.seat(table, *seat)?;
            must_go_on(table)?;
            one(undo(table, seat, access.seats), Some(seat))
        }
        Verb::AskUndo { seat } => {
            let seat = access.seat(table, *seat)?;
            must_go_on(table)?;
            if is_alone(table, access.seats) {
                return one(undo(table, seat, access.seats), Some(seat));
            }
            let mut events = vec![Event::AskUndo {
                seat: seat.number(),
            }];
            // Programs do not mind, and nor does who holds several seats.
            events.extend(agreeable(table, by, seat));
            Ok(Decision {
                events,
                seat: Some(seat),
                repeat: None,
            })
        }
        Verb::Consent { seat, agrees } => {
            let seat = access.seat(table, *seat)?;
            must_go_on(table)?;
            if table.play.offers().undo.is_some_and(|undo| undo.by == seat) {
                return Err(own_wish().into());
            }
            one(
                Event::Consent {
                    seat: seat.number(),
                    agrees: *agrees,
                },
                Some(seat),
            )
        }
        Verb::Join { seat, seed } => {
            must_have_changes_left(table, by)?;
            join(table, access, by, *seat, seed.as_deref())
        }
        Verb::Seed { seat, seed } => {
            let seat = access.seat(table, *seat)?;
            must_have_changes_left(table, by)?;
            must_not_be_over(table)?;
            if table.started {
                return Err(dice::seeds_fixed().into());
            }
            one(
                Event::Seed {
                    seat: seat.number(),
                    seed: dice::chosen(seed)?,
                },
                Some(seat),
            )
        }
        Verb::Leave { seat } => {
            let seat = access.seat(table, *seat)?;
            must_not_be_over(table)?;
            one(
                Event::Leave {
                    seat: seat.number(),
                },
                None,
            )
        }
        Verb::Appoint { seat, level } => {
            let seat = table.seat(*seat)?;
            if access.seats.is_empty() && !access.is_owner {
                return Err(Problem::not_seated().into());
            }
            must_not_be_over(table)?;
            must_be_open(table, seat)?;
            room.must_be_program(level)?;
            one(
                Event::Appoint {
                    seat: seat.number(),
                    level: level.clone(),
                },
                access.seats.iter().next(),
            )
        }
        Verb::Claim { seat } => {
            let seat = table.seat(*seat)?;
            let by = claimant(room, table, access, seat, at)?;
            one(
                Event::Forfeit {
                    seat: seat.number(),
                    by: by.number(),
                },
                Some(by),
            )
        }
        Verb::Replace { seat, level } => {
            let seat = table.seat(*seat)?;
            let by = claimant(room, table, access, seat, at)?;
            room.must_be_program(level)?;
            let (number, level) = (seat.number(), level.clone());
            let event = match table.occupant(seat) {
                Occupant::Open => Event::Appoint {
                    seat: number,
                    level,
                },
                Occupant::Person { .. } | Occupant::Agent { .. } => Event::Replace {
                    seat: number,
                    level,
                    by: by.number(),
                },
            };
            one(event, Some(by))
        }
        Verb::Reclaim { seat } => reclaim(table, access, *seat),
        Verb::Timeout { seat } => {
            let seat = table.seat(*seat)?;
            if !matches!(by, Actor::Server) {
                return Err(Problem::not_seated().into());
            }
            if !table.play.clock().is_out(seat, at) {
                let text = Text::fixed(
                    "no player has run out of time",
                    "aucun joueur n'a épuisé son temps",
                );
                return Err(Problem::unprocessable(NOT_DUE, text).into());
            }
            one(
                Event::Timeout {
                    seat: seat.number(),
                },
                Some(seat),
            )
        }
        Verb::Say { text } => say(table, access, by, text),
        Verb::Mute { player, muted } => {
            let Actor::Person { player: own, .. } = by else {
                return Err(Problem::not_seated().into());
            };
            let speaks = table.chat.iter().any(|remark| remark.player == *player);
            if !speaks || table.mutes(own.as_str(), player) == *muted {
                return Err(nothing_to_mute().into());
            }
            must_have_changes_left(table, by)?;
            one(
                Event::Mute {
                    player: own.to_string(),
                    other: player.clone(),
                    muted: *muted,
                },
                access.seats.iter().next(),
            )
        }
        Verb::Share { hash } => {
            must_have_changes_left(table, by)?;
            must_be_private(room)?;
            one(
                share::share(table, access, by, hash)?,
                access.seats.iter().next(),
            )
        }
        Verb::Withdraw { share: id } => one(
            share::withdraw(table, access, by, id)?,
            access.seats.iter().next(),
        ),
        Verb::Close => {
            match by {
                Actor::Server => (),
                Actor::Person { .. } if access.is_owner => must_not_have_started(table)?,
                Actor::Person { .. } | Actor::Agent { .. } | Actor::Standing { .. } => {
                    return Err(Problem::not_owner().into());
                }
            }
            must_not_be_over(table)?;
            one(Event::Close, access.seats.iter().next())
        }
        Verb::Rematch { id } => {
            let seat = access.seats.iter().next();
            if seat.is_none() {
                return Err(Problem::not_seated().into());
            }
            must_be_over(table)?;
            one(Event::Rematch { id: id.clone() }, seat)
        }
    }
}

fn join(
    table: &Table,
    access: Access,
    by: &Actor,
    named: Option<u8>,
    seed: Option<&str>,
) -> Result<Decision, Denial> {
    let Actor::Person { player, name } = by else {
        return Err(Problem::not_seated().into());
    };
    if !access.may_join {
        return Err(Problem::not_seated().into());
    }
    must_not_be_over(table)?;
    let is_open = |&seat: &Seat| *table.occupant(seat) == Occupant::Open;
    let may_be_told = |seat: Seat| table.may_be_told(seat, player.as_str());
    let seat = match named {
        Some(number) => table.seat(number)?,
        None => {
            let mut open = (0..table.play.seats()).map(Seat).filter(is_open);
            let first = open.clone().next();
            let seat = open.find(|&seat| may_be_told(seat)).or(first);
            seat.ok_or_else(seat_taken)?
        }
    };
    must_be_open(table, seat)?;
    if !may_be_told(seat) {
        return Err(Refusals::one(
            "seat-has-secrets",
            Text::fixed(
                "this seat has secrets: only the player who left it, or a program, can take it",
                "cette place a des secrets : seuls le joueur qui l'a quittée ou un programme peuvent la prendre",
            ),
        )
        .into());
    }
    let seed = match (seed, table.started) {
        (Some(seed), false) => Some(dice::chosen(seed)?),
        (None, false) => Some(dice::drawn()?),
        (Some(_), true) => return Err(dice::seeds_fixed().into()),
        (None, true) => None,
    };
    let event = Event::Sit {
        seat: seat.number(),
        player: player.to_string(),
        name: name.to_string(),
        seed,
    };
    Ok(Decision::of(event, Some(seat)))
}

/// The seat of one's own from which one may act against `seat`, whose person is away too long.
fn claimant(
    room: &Room,
    table: &Table,
    access: Access,
    seat: Seat,
    at: Millis,
) -> Result<Seat, Denial> {
    let by = access.seats.iter().find(|&own| own != seat);
    let by = by.ok_or_else(Problem::not_seated)?;
    must_go_on(table)?;
    if matches!(table.occupant(seat), Occupant::Agent { .. }) {
        return Err(Refusals::one(
            "not-a-person",
            Text::fixed(
                "a program is never away",
                "un programme n'est jamais absent",
            ),
        )
        .into());
    }
    let Some(from) = room.claim_from(table, seat, at) else {
        return Err(Refusals::one(
            "not-on-turn",
            Text::fixed(
                "it is not that player's turn, so nobody is kept waiting",
                "ce n'est pas à ce joueur de jouer : il ne fait attendre personne",
            ),
        )
        .into());
    };
    if at < from {
        let wait = (from - at).div_ceil(1_000);
        return Err(Refusals::one(
            "not-away-long-enough",
            Text::new(
                format!("that player has not been away for long enough: you can claim the win in {wait} seconds"),
                format!("ce joueur n'est pas absent depuis assez longtemps : vous pourrez réclamer la victoire dans {wait} secondes"),
            ),
        )
        .into());
    }
    Ok(by)
}

/// Whoever was stood in for sits down again, at any time before the end.
fn reclaim(table: &Table, access: Access, named: Option<u8>) -> Result<Decision, Denial> {
    must_go_on(table)?;
    let own = access.stood_in_for;
    let seat = match named {
        Some(number) => Some(table.seat(number)?).filter(|&seat| own.contains(seat)),
        None => own.iter().next(),
    };
    let seat = seat.ok_or_else(Problem::not_seated)?;
    let number = seat.number();
    Ok(Decision::of(Event::Reclaim { seat: number }, Some(seat)))
}

fn say(table: &Table, access: Access, by: &Actor, text: &str) -> Result<Decision, Denial> {
    let Actor::Person { player, name } = by else {
        return Err(Problem::not_seated().into());
    };
    let text = text.trim();
    if text.is_empty() || !name::is_plain(text) || text.chars().count() > LONGEST_REMARK {
        return Err(Refusals::one(
            "bad-remark",
            Text::new(
                format!("a message is one line of 1 to {LONGEST_REMARK} characters"),
                format!("un message est une ligne de 1 à {LONGEST_REMARK} caractères"),
            ),
        )
        .into());
    }
    let sits = !access.seats.is_empty();
    let alike = table.chat.iter();
    let (lines, bytes) = alike
        .filter(|remark| remark.seats.is_empty() != sits)
        .fold((0, text.len()), |(lines, bytes), remark| {
            (lines + 1, bytes + remark.text.len())
        });
    if lines >= MOST_REMARKS || bytes > MOST_REMARK_BYTES {
        return Err(Refusals::one(
            "enough-said",
            Text::fixed(
                "the chat of this match is full",
                "la discussion de cette partie est pleine",
            ),
        )
        .into());
    }
    let event = Event::Say {
        player: player.to_string(),
        name: name.to_string(),
        seats: access.seats.iter().map(Seat::number).collect(),
        text: text.to_owned(),
    };
    Ok(Decision::of(event, access.seats.iter().next()))
}

fn nothing_to_mute() -> Refusals {
    Refusals::one(
        "nothing-to-mute",
        Text::fixed(
            "you can mute only players who have written in this chat, and only once",
            "vous ne pouvez masquer qu'une fois un joueur, et seulement s'il a écrit ici",
        ),
    )
}

fn own_wish() -> Refusals {
    Refusals::one(
        "own-request",
        Text::fixed(
            "this is your own request: the others have to answer it",
            "c'est votre propre demande : aux autres d'y répondre",
        ),
    )
}

/// Whether whoever holds `own` plays against nobody but programs, so that nobody else need agree to anything.
fn is_alone(table: &Table, own: SeatSet) -> bool {
    let seats = (0..table.play.seats()).map(Seat);
    let mut others = seats.filter(|&seat| !own.contains(seat));
    others.all(|seat| matches!(table.occupant(seat), Occupant::Agent { .. }))
}

fn undo(table: &Table, seat: Seat, own: SeatSet) -> Event {
    let people = match is_alone(table, own) {
        true => own.iter().map(Seat::number).collect(),
        false => Vec::new(),
    };
    Event::Undo {
        seat: seat.number(),
        people,
    }
}

/// The seats that agree at once to taking back.
fn agreeable(table: &Table, by: &Actor, asking: Seat) -> Vec<Event> {
    let own = by.player().map_or("", |player| player.as_str());
    (0..table.play.seats())
        .map(Seat)
        .filter(|&seat| seat != asking)
        .filter(|&seat| {
            let occupant = table.occupant(seat);
            matches!(occupant, Occupant::Agent { .. }) || occupant.is_person(own)
        })
        .map(|seat| Event::Consent {
            seat: seat.number(),
            agrees: true,
        })
        .collect()
}
