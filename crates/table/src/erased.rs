//! The typed match behind the erased one.

use sha2::{Digest, Sha256};
use vauban_game::{
    Card, Event, Forecast, FormatCard, FormatError, Happening, Lang, LensCard, OddsLine, Playable,
    RuleSet, RuleTree, Seat, SeatSet, Settings, Stop, Text, Turn, Viewer,
};
use vauban_scene::{Scene, Spot, Symbol};

use crate::{
    AgentSpec, AnyMatch, Ask, AskId, Backdrop, Clock, Job, Lens, LogEntry, Match, Millis, Offers,
    Page, PageCard, Record, Refusals, Sealed, SeatedAgent, Tempo,
    ask::{buttons, choices},
    lens::change,
    page::{ClocksPage, LegendPage, LensPage, ResultPage, StatisticPage, StatusPage},
    play::Taken,
};

/// The newest entries of the log that a page carries.
const LOG_ENTRIES: u64 = 12;

/// The deepest perft that is counted; how long it takes is the asker's affair.
const DEEPEST: u32 = 12;

impl<G: Playable> AnyMatch for Match<G> {
    fn card(&self) -> &'static Card {
        G::CARD
    }
    fn settings(&self) -> &Settings {
        &self.settings
    }
    fn rule_set(&self) -> RuleSet {
        self.game.rule_set()
    }
    fn seats(&self) -> u8 {
        self.game.seats()
    }
    fn has_chance(&self) -> bool {
        Self::has_chance()
    }
    fn has_secrets(&self) -> bool {
        Self::has_secrets()
    }
    fn seat_name(&self, seat: Seat) -> Text {
        self.game.seat_name(seat)
    }
    fn rulebook(&self, lang: Lang) -> &'static str {
        self.game.rulebook(lang)
    }
    fn trees(&self) -> Vec<RuleTree> {
        self.game.trees()
    }
    fn grammar(&self) -> Text {
        self.game.grammar()
    }
    fn format(&self) -> Option<FormatCard> {
        self.game.format()
    }

    fn turn(&self) -> Turn {
        self.turn()
    }
    fn ask(&self, seat: Seat) -> Option<AskId> {
        self.asked(seat)
    }
    fn steps(&self) -> usize {
        self.past.len()
    }
    fn step_of(&self, viewer: Viewer, shown: usize) -> Option<usize> {
        if !Self::has_secrets() || self.turn().over().is_some() {
            return (shown <= self.past.len()).then_some(shown);
        }
        let mut steps = (0..self.past.len()).filter(|&index| self.is_shown(index, viewer));
        match shown.checked_sub(1) {
            None => Some(0),
            Some(before) => steps.nth(before).map(|index| index + 1),
        }
    }
    fn shown_steps(&self, viewer: Viewer) -> usize {
        if !Self::has_secrets() || self.turn().over().is_some() {
            return self.past.len();
        }
        (0..self.past.len())
            .filter(|&index| self.is_shown(index, viewer))
            .count()
    }
    fn hash(&self) -> u64 {
        self.hash_of(&self.state)
    }
    fn position(&self) -> String {
        self.game.write_position(&self.state)
    }
    fn last_events(&self, viewer: Viewer) -> &[Event] {
        &self.news[self.viewer_index(viewer)]
    }
    fn log(&self, viewer: Viewer, seq: u64) -> &[LogEntry] {
        self.logs[self.viewer_index(viewer)].since(seq)
    }
    fn told(&self, viewer: Viewer) -> (u64, String) {
        let log = &self.logs[self.viewer_index(viewer)];
        (log.seq(), log.hash())
    }
    fn sight(&self, viewer: Viewer) -> Option<String> {
        Self::has_secrets().then(|| format!("{:?}", self.game.view(&self.state, viewer)))
    }
    fn offers(&self) -> Offers {
        self.offers()
    }
    fn clock(&self) -> &Clock {
        &self.clock
    }

    fn page(&self, viewer: Viewer, lang: Lang, now: Millis) -> Page {
        let game = &self.game;
        let view = game.view(&self.state, viewer);
        let log = &self.logs[self.viewer_index(viewer)];
        let ask = viewer.seat().and_then(|seat| {
            let id = self.asked(seat)?;
            let choices = choices(game, &view, seat, &self.actions(seat), lang);
            let buttons = buttons(game, &view, &choices, lang);
            Some(Ask {
                id,
                choices,
                buttons,
                undo_key: self.game.undo_key(),
            })
        });
        let mut status = game.status(&view);
        if let Some(outcome) = self.ended {
            // The game's own words know nothing of what the table decided.
            let ending = &outcome.ending.text;
            status.phase = Text::new(
                format!("Over, {}", ending.en),
                format!("Fini, {}", ending.fr),
            );
            status.actions_left = None;
        }
        let timed = self.clock.tempo() != Tempo::Untimed;
        Page {
            seq: log.seq(),
            hash: log.hash(),
            backdrop: self.backdrops[lang.pick(0, 1)]
                .get_or_init(|| backdrop_hash(&game.backdrop(lang)))
                .clone(),
            layers: game.layers(&view, lang),
            ask,
            turn: self.turn().into(),
            seats: (0..game.seats())
                .map(|seat| game.seat_name(Seat(seat)).of(lang).to_owned())
                .collect(),
            status: StatusPage {
                phase: status.phase.of(lang).to_owned(),
                actions_left: status.actions_left,
                statistics: status
                    .statistics
                    .into_iter()
                    .map(|statistic| StatisticPage {
                        name: statistic.name.of(lang).to_owned(),
                        values: statistic.values,
                    })
                    .collect(),
            },
            clocks: timed.then(|| ClocksPage {
                now,
                left: (0..game.seats())
                    .map(|seat| self.clock.left(Seat(seat), now))
                    .collect(),
                running: self.clock.ticking(),
            }),
            log: log
                .since(log.seq().saturating_sub(LOG_ENTRIES))
                .iter()
                .map(|entry| {
                    serde_json::to_value(entry.told(lang)).expect("plain data has a JSON form")
                })
                .collect(),
            last: log.last().map_or_else(Vec::new, |entry| {
                entry
                    .events
                    .iter()
                    .flat_map(|event| event.spots.clone())
                    .collect()
            }),
            legend: game
                .legend()
                .into_iter()
                .map(|legend| LegendPage {
                    symbol: legend.symbol,
                    glyph: legend.glyph,
                    title: legend.title.of(lang).to_owned(),
                    about: legend.about.of(lang).to_owned(),
                })
                .collect(),
            lenses: game
                .lenses()
                .iter()
                .map(|lens| LensPage {
                    name: lens.name,
                    title: lens.title.of(lang).to_owned(),
                    about: lens.about.of(lang).to_owned(),
                    initial: lens.initial,
                })
                .collect(),
            offers: self.offers(),
            result: self.turn().over().map(|outcome| ResultPage {
                scores: outcome.scores().to_vec(),
                winner: outcome.winner(),
                reason: outcome.ending.code,
                text: outcome.ending.text.of(lang).to_owned(),
            }),
        }
    }

    fn backdrop(&self, lang: Lang) -> Backdrop {
        let scene = self.game.backdrop(lang);
        Backdrop {
            hash: backdrop_hash(&scene),
            scene,
        }
    }
    fn symbols(&self) -> Vec<Symbol> {
        self.game.backdrop(Lang::En).symbols
    }

    fn legal(&self, seat: Seat) -> Vec<String> {
        self.actions(seat)
            .into_iter()
            .map(|action| self.game.write(action))
            .collect()
    }
    fn why(&self, seat: Seat, text: &str) -> Result<(), Refusals> {
        self.check(seat, self.read(seat, text)?)
    }
    fn meant(&self, seat: Seat, path: &[Spot]) -> Option<String> {
        let view = self.game.view(&self.state, Viewer::Seat(seat));
        let action = self.game.meant(&view, seat, path)?;
        Some(self.game.write(action))
    }
    fn odds(&self, seat: Seat, text: &str) -> Result<Vec<OddsLine>, Refusals> {
        let action = self.read(seat, text)?;
        self.check(seat, action)?;
        let view = self.game.view(&self.state, Viewer::Seat(seat));
        self.game.odds(&view, seat, action).ok_or_else(|| {
            Refusals::one(
                "no-chance-in-it",
                Text::fixed(
                    "chance has no part in this action",
                    "le hasard n'a aucune part dans cette action",
                ),
            )
        })
    }
    fn forecasts(
        &self,
        seat: Seat,
        text: &str,
        keep: Option<u32>,
    ) -> Result<Vec<Forecast>, Refusals> {
        let action = self.read(seat, text)?;
        self.check(seat, action)?;
        let view = self.game.view(&self.state, Viewer::Seat(seat));
        Ok(self
            .game
            .forecasts(&view, seat, action, keep)
            .unwrap_or_default())
    }
    fn lenses(&self) -> &'static [LensCard] {
        self.game.lenses()
    }

    fn lens(
        &self,
        viewer: Viewer,
        name: Option<&str>,
        seat: Seat,
        after: Option<&str>,
    ) -> Result<Lens, Refusals> {
        let view = self.game.view(&self.state, viewer);
        let card = self.lens_card(name)?;
        let map_of = |view: &G::View| {
            self.game
                .lens(view, card.name, seat)
                .ok_or_else(|| self.no_such_lens(card.name))
        };
        let map = map_of(&view)?;
        let Some(text) = after else {
            return Ok(Lens {
                card,
                seat,
                map,
                change: None,
            });
        };
        let actor = self.actor(viewer)?;
        let action = self.read(actor, text)?;
        self.check(actor, action)?;
        // What the viewer cannot know is imagined, so that the answer cannot tell it.
        let (step, _) = self.place();
        let mut world = self
            .game
            .imagine(&view, &mut self.source.agent_dice(step, actor));
        self.game.act(&mut world, actor, action);
        let map_after = map_of(&self.game.view(&world, viewer))?;
        Ok(Lens {
            card,
            seat,
            change: Some(change(&map, &map_after)),
            map: map_after,
        })
    }
    fn reading(&self, viewer: Viewer) -> Option<Text> {
        self.game.reading(&self.game.view(&self.state, viewer))
    }
    fn spot_card(&self, viewer: Viewer, spot: &Spot, lang: Lang) -> Option<PageCard> {
        let card = self.game.card(&self.game.view(&self.state, viewer), spot)?;
        let line =
            |(name, value): &(Text, Text)| (name.of(lang).to_owned(), value.of(lang).to_owned());
        Some(PageCard {
            title: card.title.of(lang).to_owned(),
            lines: card.lines.iter().map(line).collect(),
        })
    }
    fn hides(&self, one: Seat, other: Seat) -> bool {
        let view = |seat| self.game.view(&self.state, Viewer::Seat(seat));
        Self::has_secrets() && self.turn().over().is_none() && view(one) != view(other)
    }
    fn perft(&self, depth: u32, kind: Option<&str>) -> Result<u64, Refusals> {
        shallow(depth)?;
        if self.ended.is_some() {
            return Ok(0);
        }
        Ok(vauban_search::perft(&self.game, &self.state, depth, kind))
    }
    fn divide(&self, depth: u32, kind: Option<&str>) -> Result<Vec<(String, u64)>, Refusals> {
        shallow(depth)?;
        let Some(below) = depth.checked_sub(1) else {
            return Err(Refusals::one(
                "too-shallow",
                Text::fixed(
                    "there is no first step to divide by at depth 0",
                    "à la profondeur 0 il n'y a pas de premier pas à détailler",
                ),
            ));
        };
        if self.ended.is_some() {
            return Ok(Vec::new());
        }
        let divided = vauban_search::divide(&self.game, &self.state, below, kind);
        Ok(divided
            .into_iter()
            .map(|(first, leaves)| match first {
                Happening::Action(_, action) => (self.game.write(action), leaves),
                Happening::Chance(chance) => {
                    (format!("!{}", self.game.write_chance(chance)), leaves)
                }
            })
            .collect())
    }

    fn answer(&mut self, seat: Seat, ask: AskId, text: &str) -> Result<(), Refusals> {
        self.answer(seat, ask, text)
    }
    fn befall(&mut self, text: Option<&str>) -> Result<(), Refusals> {
        self.befall(text)
    }
    fn resign(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.resign(seat)
    }
    fn offer_draw(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.offer_draw(seat)
    }
    fn time_out(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.time_out(seat)
    }
    fn forfeit(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.forfeit(seat)
    }
    fn undo(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.undo(seat)
    }
    fn ask_undo(&mut self, seat: Seat) -> Result<(), Refusals> {
        self.ask_undo(seat)
    }
    fn consent(&mut self, seat: Seat, agrees: bool) -> Result<(), Refusals> {
        self.consent(seat, agrees)
    }
    fn clock_mut(&mut self) -> &mut Clock {
        &mut self.clock
    }
    fn seal(&mut self, dice: Sealed) {
        self.seal(dice);
    }

    fn seats_agent(&self, agent: &AgentSpec) -> Result<(), Refusals> {
        agent.resolve(self.agents, self.levels).map(drop)
    }
    fn think(
        &self,
        seat: Seat,
        agent: &AgentSpec,
        seated: Option<SeatedAgent>,
        stop: &Stop,
    ) -> Result<(AskId, Job), Refusals> {
        self.think(seat, agent, seated, stop)
    }

    fn record(&self) -> Record {
        self.paper(None)
    }
    fn record_for(&self, viewer: Viewer) -> Record {
        self.paper(Some(viewer))
    }
    fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|(tag, _)| tag == name) {
            Some(tag) => tag.1 = value.to_owned(),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
    }
    fn export(&self) -> Option<Result<String, FormatError>> {
        let steps: Vec<(Seat, G::Action)> = self
            .past
            .iter()
            .filter_map(|past| match past.step {
                Taken::Action { seat, action, .. } => Some((seat, action)),
                _ => None,
            })
            .collect();
        self.game.export(&self.start, &steps, &self.state)
    }
}

impl<G: Playable> Match<G> {
    fn lens_card(&self, name: Option<&str>) -> Result<&'static LensCard, Refusals> {
        let lenses = self.game.lenses();
        let found = match name {
            None => lenses.first(),
            Some(name) => lenses.iter().find(|lens| lens.name == name),
        };
        found.ok_or_else(|| self.no_such_lens(name.unwrap_or_default()))
    }

    fn no_such_lens(&self, name: &str) -> Refusals {
        let names: Vec<&str> = self.game.lenses().iter().map(|lens| lens.name).collect();
        let names = names.join(", ");
        let text = match (name, names.as_str()) {
            (_, "") => Text::fixed("this game has no lenses", "ce jeu n'a pas de cartes"),
            _ => Text::new(
                format!("there is no lens `{name}`; there is {names}"),
                format!("il n'y a pas de carte « {name} » ; il y a {names}"),
            ),
        };
        Refusals::one("no-such-lens", text)
    }

    /// The seat whose planned action `viewer` may try out.
    fn actor(&self, viewer: Viewer) -> Result<Seat, Refusals> {
        let on_turn: SeatSet = self.turn().seats();
        viewer
            .seat()
            .filter(|&seat| on_turn.contains(seat))
            .or_else(|| {
                (!Self::has_secrets())
                    .then(|| on_turn.iter().next())
                    .flatten()
            })
            .ok_or_else(|| {
                Refusals::one(
                    "not-your-turn",
                    Text::fixed(
                        "an action can be tried out only by the seat on turn",
                        "seule la place qui a la main peut essayer une action",
                    ),
                )
            })
    }
}

fn shallow(depth: u32) -> Result<(), Refusals> {
    if depth <= DEEPEST {
        return Ok(());
    }
    Err(Refusals::one(
        "too-deep",
        Text::new(
            format!("perft goes {DEEPEST} steps deep at most"),
            format!("perft descend de {DEEPEST} pas au plus"),
        ),
    ))
}

fn backdrop_hash(scene: &Scene) -> String {
    let json = serde_json::to_vec(scene).expect("plain data has a JSON form");
    crate::source::hex(&Sha256::digest(json)[..8])
}
