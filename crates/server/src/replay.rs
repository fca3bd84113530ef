//! Rebuilding a match from its events: replayed through the rules, and compared with what was recorded.

use std::{collections::VecDeque, fmt, sync::Arc};

use vauban_game::Lang;
use vauban_store::{self as store, Outage, Seq};

use crate::{Problem, event::Event, header::Header, registry::Room, table::Table};

/// A match that is being played again.
pub struct Replay {
    table: Table,
    /// The results of nature that must come next.
    expected: VecDeque<Event>,
    /// When nobody ran the match, the oldest first.
    outages: Arc<[Outage]>,
    /// How many of them are credited.
    credited: usize,
    /// An action whose state is not the one it carries: right only if its order goes on.
    unfinished: Option<Mismatch>,
}

/// Where the log and the rules part.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Mismatch {
    pub seq: Seq,
    pub why: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {}: {}", self.seq, self.why)
    }
}

impl Replay {
    /// Before the first event.
    pub fn new(room: &Room, header: &Header, outages: Arc<[Outage]>) -> Result<Replay, Problem> {
        Ok(Replay {
            table: Table::open(header, &room.id, room.shelf(), room.created_at)?,
            expected: VecDeque::new(),
            outages,
            credited: 0,
            unfinished: None,
        })
    }

    /// From a table that was in memory, in which all outages are credited, on.
    pub fn resume(table: Table, outages: Arc<[Outage]>) -> Replay {
        Replay {
            table,
            expected: VecDeque::new(),
            credited: outages.len(),
            outages,
            unfinished: None,
        }
    }

    /// Credits the outages that were over at `at`.
    fn credit(&mut self, at: u64) {
        let rest = self.outages.get(self.credited..).unwrap_or_default();
        for outage in rest.iter().take_while(|outage| outage.until <= at) {
            self.table.credit(*outage);
            self.credited += 1;
        }
    }

    /// The next event.
    pub fn see(&mut self, stored: &store::Event) -> Result<(), Mismatch> {
        let (seq, stored) = (stored.seq, &stored.event);
        let mismatch = |why: String| Mismatch { seq, why };
        let event = Event::read(&stored.payload).map_err(|error| mismatch(error.to_string()))?;
        let goes_on = matches!(event, Event::Act { joined: true, .. });
        if let Some(unfinished) = self.unfinished.take_if(|_| !goes_on) {
            return Err(unfinished);
        }
        self.unfinished = None;
        match self.expected.pop_front() {
            Some(expected) if expected == event => (),
            Some(expected) => {
                return Err(mismatch(format!(
                    "the dice give {expected:?}, the log has {event:?}"
                )));
            }
            None if matches!(event, Event::Chance { .. }) => {
                return Err(mismatch("a result of chance that did not come".into()));
            }
            None => {
                self.credit(stored.at);
                let steps = self.table.play.steps();
                self.table
                    .apply(&event, stored.at)
                    .map_err(|refusals| mismatch(refusals.line(Lang::En)))?;
                self.expected = self.table.chances_since(steps).into();
            }
        }
        // A command of several events has one state, the one after them all; the last event carries it.
        let ours = self.table.play.hash();
        if self.expected.is_empty() && matches_rules(&event) && ours != stored.state_hash {
            let mismatch = mismatch(format!(
                "the rules give the state {ours:016x}, the log has {:016x}",
                stored.state_hash
            ));
            if !matches!(event, Event::Act { .. }) {
                return Err(mismatch);
            }
            self.unfinished = Some(mismatch);
        }
        self.table.seq = seq;
        Ok(())
    }

    /// After the last event.
    pub fn end(mut self) -> Result<Table, Mismatch> {
        self.credit(u64::MAX);
        if let Some(unfinished) = self.unfinished {
            return Err(unfinished);
        }
        match self.expected.front() {
            None => Ok(self.table),
            Some(missing) => Err(Mismatch {
                seq: self.table.seq,
                why: format!("{missing:?} is missing after it"),
            }),
        }
    }
}

/// Whether the state after this event is the state after its command. Asking to take back changes
/// nothing by itself, but programs may agree in the same command.
fn matches_rules(event: &Event) -> bool {
    !matches!(event, Event::AskUndo { .. } | Event::Consent { .. })
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use vauban_catalog::entry;
    use vauban_game::Seat;
    use vauban_laws::toys::{Breakthrough, Muster};
    use vauban_store::{Hash, MatchId, Visibility};
    use vauban_table::{Entry, Shelf, Tempo};

    use super::*;
    use crate::{
        header::MatchConfig,
        memory::Memory,
        occupant::{Occupant, Program},
    };

    static BREAKTHROUGH: Entry<Breakthrough> = entry();
    static MUSTER: Entry<Muster> = entry();
    static SHELF: Shelf = Shelf(&[&BREAKTHROUGH, &MUSTER]);

    fn room(game: &str, tempo: Tempo, created_at: u64) -> Room {
        let id = MatchId::new("m").unwrap();
        let config = MatchConfig {
            game: game.into(),
            settings: Default::default(),
            seat_count: None,
            position: None,
            import: None,
            undo: "all".into(),
            tempo,
            claim_after: None,
            owner: "p".into(),
            origin: None,
            seed: None,
            date: String::new(),
            visibility: Visibility::Listed,
        };
        let (mut header, _) = Header::new(config, &id, SHELF).unwrap();
        // The last seat stays open for a while.
        let seats = header.seats.len();
        let person = |seat: usize| Occupant::Person {
            player: format!("p{seat}"),
            name: "P".into(),
        };
        header.seats = (0..seats).map(person).collect();
        header.seats[seats - 1] = Occupant::Open;
        header.seeds = Some(crate::dice::of_seats(&header.seats, None).unwrap());
        Room::new(
            id,
            header,
            Visibility::Listed,
            created_at,
            SHELF,
            created_at,
            &Arc::new(Memory::default()),
        )
    }

    /// Something that could happen now.
    fn event(table: &Table, rng: &mut Rng) -> Event {
        let seats = table.play.seats();
        let seat = rng.u8(1..=seats);
        let on_turn: Vec<Seat> = table.play.turn().seats().iter().collect();
        let open = table.seats.iter().position(|it| *it == Occupant::Open);
        match (open, rng.u32(0..20)) {
            (Some(open), 0..4) => Event::Sit {
                seat: open as u8 + 1,
                player: format!("p{open}"),
                name: "P".into(),
                seed: None,
            },
            (Some(open), 4) => Event::Appoint {
                seat: open as u8 + 1,
                level: Program::Level(1),
            },
            (None, 0) => Event::Leave { seat },
            (None, 1) => Event::Replace {
                seat,
                level: Program::Level(1),
                by: 1,
            },
            (_, 5) => Event::Reclaim { seat },
            (_, 6 | 7) => Event::Undo {
                seat,
                people: Vec::new(),
            },
            (_, 8) if rng.u32(0..8) == 0 => Event::Forfeit { seat, by: 1 },
            (_, 9) => Event::Timeout { seat },
            _ if table.started && !on_turn.is_empty() => {
                let seat = on_turn[rng.usize(..on_turn.len())];
                let legal = table.play.questions().legal(seat);
                let agent = matches!(table.occupant(seat), Occupant::Agent { .. });
                Event::Act {
                    seat: seat.number(),
                    ask: table.play.ask(seat).unwrap_or(0),
                    text: legal[rng.usize(..legal.len())].clone(),
                    spent: agent.then(|| rng.u64(0..2_000)),
                    joined: false,
                }
            }
            _ => Event::Say {
                player: "p0".into(),
                name: "P".into(),
                seats: vec![1],
                text: "hm".into(),
            },
        }
    }

    /// The clock, live, is the clock that the events and the outages give, whatever happens.
    #[test]
    fn a_clock_rebuilt_from_events_is_the_clock_that_was_live() {
        let tempos = [
            Tempo::Untimed,
            Tempo::Increment {
                stock: 20_000,
                increment: 700,
            },
            Tempo::PerTurn { time: 5_000 },
        ];
        let (mut compared, mut flags) = (0, 0);
        for seed in 0..120 {
            let mut rng = Rng::with_seed(seed);
            let game = if seed % 2 == 0 {
                "breakthrough"
            } else {
                "muster"
            };
            let mut now = 1_000_000;
            let room = room(game, tempos[seed as usize % 3], now);
            let mut live = Table::open(&room.header, &room.id, SHELF, now).unwrap();
            let mut log: Vec<store::Event> = Vec::new();
            let mut outages: Vec<Outage> = Vec::new();
            for _ in 0..60 {
                now += rng.u64(0..1_500);
                if rng.u32(0..10) == 0 {
                    // The last beat may be older than the last event.
                    let since =
                        (now - rng.u64(0..900)).max(outages.last().map_or(0, |it| it.until));
                    now += rng.u64(1..100_000);
                    let outage = Outage { since, until: now };
                    live.credit(outage);
                    outages.push(outage);
                }
                let mut event = event(&live, &mut rng);
                if let Some((seat, deadline)) = live.play.clock().next_out()
                    && rng.u32(0..25) == 0
                {
                    now = now.max(deadline);
                    event = Event::Timeout {
                        seat: seat.number(),
                    };
                }
                let steps = live.play.steps();
                if live.apply(&event, now).is_err() {
                    continue;
                }
                flags += u32::from(matches!(event, Event::Timeout { .. }));
                let chances = live.chances_since(steps);
                let mut events = vec![event];
                events.extend(chances);
                for event in live.new_events(&events, now).unwrap() {
                    let seq = log.len() as Seq + 1;
                    let hash = Hash::of(b"");
                    log.push(store::Event {
                        seq,
                        event,
                        command: None,
                        hash,
                    });
                }
                if rng.u32(0..4) > 0 {
                    continue;
                }
                let mut rebuild = Replay::new(&room, &room.header, outages.clone().into()).unwrap();
                log.iter()
                    .try_for_each(|event| rebuild.see(event))
                    .unwrap_or_else(|mismatch| panic!("seed {seed}: {mismatch}"));
                let rebuilt = rebuild.end().unwrap();
                assert_eq!(rebuilt.play.clock(), live.play.clock(), "seed {seed}");
                assert_eq!(rebuilt.deadline(), live.deadline(), "seed {seed}");
                assert_eq!(rebuilt.takebacks, live.takebacks, "seed {seed}");
                compared += 1;
            }
        }
        assert!(compared > 1_000 && flags > 20, "{compared}, {flags}");
    }

    #[test]
    fn a_flag_that_fell_too_early_is_found() {
        let tempo = Tempo::PerTurn { time: 5_000 };
        let room = room("breakthrough", tempo, 0);
        let mut live = Table::open(&room.header, &room.id, SHELF, 0).unwrap();
        let sit = Event::Sit {
            seat: 2,
            player: "p1".into(),
            name: "P".into(),
            seed: None,
        };
        live.apply(&sit, 100).unwrap();
        let flag = Event::Timeout {
            seat: live.play.clock().next_out().unwrap().0.number(),
        };
        assert_eq!(live.apply(&flag, 5_099).unwrap_err().codes(), ["time-left"]);
        let mut events = live.new_events(&[sit], 100).unwrap();
        live.apply(&flag, 5_100).unwrap();
        events.extend(live.new_events(&[flag], 5_100).unwrap());
        let see = |outages: Vec<Outage>| {
            let mut rebuild = Replay::new(&room, &room.header, outages.into()).unwrap();
            (1..).zip(&events).try_for_each(|(seq, event)| {
                let (event, hash) = (event.clone(), Hash::of(b""));
                rebuild.see(&store::Event {
                    seq,
                    event,
                    command: None,
                    hash,
                })
            })
        };
        assert!(see(Vec::new()).is_ok());
        let outage = Outage {
            since: 200,
            until: 300,
        };
        let mismatch = see(vec![outage]).unwrap_err();
        assert!(mismatch.to_string().contains("time left"), "{mismatch}");
    }
}
