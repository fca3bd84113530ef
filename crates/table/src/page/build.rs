//! Putting a page together.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::OnceLock,
};

use sha2::{Digest, Sha256};
use vauban_game::{Lang, Playable, Seat, Viewer, text};
use vauban_scene::{Figure, Layer, Mark, Paint, Scene, Shape, Spot};

use super::{
    Backdrop, LeftPage, LegendPage, LensPage, Offers, Page, ResultPage, StatisticPage, StatusPage,
    StepPage, TakenPage,
};
use crate::{
    Ask, LogEntry, Match, Millis,
    log::{RecentEntry, ToldSoFar},
    snapshot::Snapshot,
};

/// What is known of the backdrop, which never changes: found out once per match.
#[derive(Debug, Default)]
pub(crate) struct Ground {
    /// Its name in each language.
    hashes: [OnceLock<String>; Lang::ALL.len()],
    /// Everything in it that can be clicked.
    spots: OnceLock<HashSet<Spot>>,
}

impl Ground {
    pub(crate) fn backdrop<G: Playable>(&self, game: &G, lang: Lang) -> Backdrop {
        let scene = game.backdrop(lang);
        let hash = self.hashes[lang.pick(0, 1)].get_or_init(|| hash_of::<G>(&scene));
        Backdrop {
            hash: hash.clone(),
            scene,
            marks: marks::<G>(),
        }
    }

    fn hash<G: Playable>(&self, game: &G, lang: Lang) -> String {
        self.hashes[lang.pick(0, 1)]
            .get_or_init(|| hash_of::<G>(&game.backdrop(lang)))
            .clone()
    }

    /// Roughly how many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        /// What a spot takes in a set.
        const SPOT: usize = 64;
        size_of::<Ground>() + self.spots.get().map_or(0, HashSet::len) * SPOT
    }

    fn spots<G: Playable>(&self, game: &G) -> &HashSet<Spot> {
        self.spots.get_or_init(|| {
            let scene = game.backdrop(Lang::En);
            scene
                .shapes()
                .filter_map(|shape| shape.spot.clone())
                .collect()
        })
    }
}

/// How each mark of the game is drawn.
fn marks<G: Playable>() -> BTreeMap<String, Figure> {
    let figure = |mark: Mark| (Paint::Mark(mark).name().into_owned(), mark.figure);
    G::PAINTS.all_marks().map(figure).collect()
}

fn hash_of<G: Playable>(scene: &Scene) -> String {
    let json = serde_json::to_vec(&(scene, marks::<G>())).expect("plain data has a JSON form");
    crate::source::hex(&Sha256::digest(json)[..8])
}

impl<G: Playable> Match<G> {
    pub(crate) fn page(&self, viewer: Viewer, lang: Lang, now: Millis) -> Page {
        let game = self.game();
        let log = &self.logs[self.viewer_index(viewer)];
        let recent: Vec<LogEntry> = log
            .recent()
            .iter()
            .map(|entry| entry.complete(|at| self.history.summary(game, viewer, at)))
            .collect();
        let mut page = self.page_of(
            &self.now,
            self.history.len(),
            viewer,
            log.progress(),
            &recent,
            lang,
        );
        page.ask = viewer.seat().and_then(|seat| {
            let id = self.asked(seat)?;
            let ground = self.ground.spots(game);
            Some(Ask::of(&self.now, seat, id, ground, &page.layers, lang))
        });
        page.clocks = self.clock.page(game.seats(), now);
        page.offers = self.offers();
        page.lesson = self.teaching.as_ref().map(|teaching| teaching.page(lang));
        page
    }

    /// What `viewer` saw after `step` steps, of which there are so many.
    pub(crate) fn past_page(&self, viewer: Viewer, step: usize, lang: Lang) -> Page {
        let game = &self.now.game;
        let index = self.viewer_index(viewer);
        let (told, recent) = self.history.told_by(game, viewer, index, step);
        let then = self.snapshot_at(step);
        self.page_of(&then, step, viewer, told, &recent, lang)
    }

    /// A page without questions, offers and clocks, after `steps` steps.
    fn page_of(
        &self,
        at: &Snapshot<G>,
        steps: usize,
        viewer: Viewer,
        told: ToldSoFar,
        recent: &[LogEntry],
        lang: Lang,
    ) -> Page {
        let (game, view) = (self.game(), at.view(viewer));
        let mut status = game.status(&view);
        if let Some(outcome) = at.ended {
            // The game's own words know nothing of what the table decided.
            let verdict = outcome.verdict(|seat| game.seat_in_sentence(seat));
            status.phase = text!("Over: {verdict}", "Fini : {verdict}", verdict);
            status.phase_name = None;
            status.left = None;
        }
        Page {
            seq: told.seq,
            hash: told.hash(),
            backdrop: self.ground.hash(game, lang),
            layers: game.layers(&view, lang),
            ask: None,
            turn: at.turn().into(),
            seats: (0..game.seats())
                .map(|seat| game.seat_name(Seat(seat)).of(lang).to_owned())
                .collect(),
            status: StatusPage {
                phase: status.phase.of(lang).to_owned(),
                phase_name: status.phase_name,
                turn: self.history.turns_before(steps) + u32::from(at.turn().over().is_none()),
                own: game.own(&view).map(|own| own.of(lang).to_owned()),
                taken: game
                    .taken(&view)
                    .into_iter()
                    .map(|piece| TakenPage {
                        seat: piece.seat,
                        symbol: piece.symbol,
                        glyph: piece.glyph,
                        name: piece.name.of(lang).to_owned(),
                    })
                    .collect(),
                left: status.left.map(|left| LeftPage::of(&left, lang)),
                statistics: StatisticPage::all(status.statistics, lang),
            },
            clocks: None,
            log: recent
                .iter()
                .map(|entry| {
                    serde_json::to_value(entry.told(lang)).expect("plain data has a JSON form")
                })
                .collect(),
            last: recent.last().map_or_else(Vec::new, |entry| {
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
                    group: lens.group.of(lang).to_owned(),
                    title: lens.title.of(lang).to_owned(),
                    about: lens.about.of(lang).to_owned(),
                    initial: lens.initial,
                })
                .collect(),
            offers: Offers::default(),
            result: at
                .turn()
                .over()
                .map(|outcome| ResultPage::of(&outcome, lang)),
            lesson: None,
        }
    }

    /// The first `most` things that `viewer` was told after its entry `seq`. The newest entries are
    /// kept, older ones are made again.
    pub(crate) fn log_after(&self, viewer: Viewer, seq: u64, most: usize) -> Vec<LogEntry> {
        let index = self.viewer_index(viewer);
        let log = &self.logs[index];
        let wanted = seq.saturating_add(1)..seq.saturating_add(most as u64).saturating_add(1);
        let kept = log.recent().front().map_or(log.seq() + 1, RecentEntry::seq);
        let older = wanted.start..wanted.end.min(kept);
        let mut entries = Vec::new();
        if !older.is_empty() {
            let game = self.game();
            self.history
                .walk_log(game, viewer, index, older, |entry, _, _| {
                    entries.push(entry);
                });
        }
        let newer = log.recent().iter();
        let newer = newer.filter(|entry| wanted.contains(&entry.seq()));
        let sum_up = |at| self.history.summary(self.game(), viewer, at);
        entries.extend(newer.map(|entry| entry.complete(sum_up)));
        entries
    }

    /// The newest `most` things that `viewer` was told after its entry `seq`, each with what it changed in
    /// the picture.
    pub(crate) fn steps_after(
        &self,
        viewer: Viewer,
        seq: u64,
        most: usize,
        lang: Lang,
    ) -> Vec<StepPage> {
        let (game, index) = (self.game(), self.viewer_index(viewer));
        let last = self.logs[index].seq();
        let first = seq.max(last.saturating_sub(most as u64)) + 1;
        let mut steps = Vec::new();
        if first > last {
            return steps;
        }
        let layers = |state: &G::State| game.layers(&game.view(state, viewer), lang);
        let mut shown: Option<Vec<Layer>> = None;
        self.history.walk_log(
            game,
            viewer,
            index,
            first..last + 1,
            |entry, before, after| {
                let old = shown.take().unwrap_or_else(|| layers(before));
                let new = layers(after);
                let (changed, gone) = difference(&old, &new);
                steps.push(StepPage {
                    entry: serde_json::to_value(entry.told(lang))
                        .expect("plain data has a JSON form"),
                    changed,
                    gone,
                });
                shown = Some(new);
            },
        );
        steps
    }
}

/// The shapes that are new or changed, by layer, and the keys of those that are gone.
fn difference(old: &[Layer], new: &[Layer]) -> (Vec<Layer>, Vec<String>) {
    let shapes = |layers: &[Layer]| -> HashMap<String, (usize, usize)> {
        let numbered = layers.iter().enumerate();
        let keys = numbered.flat_map(|(at, layer)| {
            let shapes = layer.shapes.iter().enumerate();
            shapes.map(move |(index, shape)| (shape.key.clone(), (at, index)))
        });
        keys.collect()
    };
    let (before, after) = (shapes(old), shapes(new));
    let is_new = |layer: &Layer, shape: &Shape| {
        let known = before.get(&shape.key);
        let known = known.map(|&(at, index)| (old[at].name, &old[at].shapes[index]));
        known != Some((layer.name, shape))
    };
    let changed = new.iter().filter_map(|layer| {
        let shapes = layer.shapes.iter().filter(|shape| is_new(layer, shape));
        let shapes: Vec<Shape> = shapes.cloned().collect();
        let name = layer.name;
        (!shapes.is_empty()).then_some(Layer { name, shapes })
    });
    let keys = old.iter().flat_map(|layer| &layer.shapes);
    let gone = keys.filter(|shape| !after.contains_key(&shape.key));
    (
        changed.collect(),
        gone.map(|shape| shape.key.clone()).collect(),
    )
}
