//! One moment of a game as the laws see it, and what they remember from moment to moment.

use std::collections::{BTreeSet, HashMap, HashSet};

use vauban_game::{
    Dice, Game, Happening, Lang, Phrase, Playable, Seat, Turn, Viewer, every_action,
    scene::{Scene, Spot},
};

use crate::{Limits, garbage::garbage};

/// A state of random play, with what has been found out about it already.
#[derive(Debug)]
pub struct Moment<'a, G: Game> {
    pub game: &'a G,
    pub limits: &'a Limits,
    pub step: u32,
    pub state: &'a G::State,
    pub turn: Turn,
    /// What each seat may do, by seat.
    pub lists: Vec<Vec<G::Action>>,
    pub chances: Vec<(G::Chance, u32)>,
    /// How the state looks to each viewer.
    pub sights: Vec<Sight<G>>,
    /// Actions to ask about, legal or not.
    pub sample: Vec<G::Action>,
    /// Actions and results that were never seen before.
    pub fresh: Vec<G::Action>,
    pub fresh_chances: Vec<G::Chance>,
    /// What will happen; nothing if the game is over or nobody can do anything.
    pub next: Option<Next<G>>,
    /// The laws' own dice: they do not change the course of play.
    pub dice: Dice,
    pub memory: &'a mut Memory<G>,
}

/// One viewer's view, and a world that fits it.
#[derive(Debug)]
pub struct Sight<G: Game> {
    pub viewer: Viewer,
    pub view: G::View,
    pub world: G::State,
}

/// The step that will be taken.
#[derive(Debug)]
pub struct Next<G: Game> {
    pub happening: Happening<G>,
    pub after: G::State,
}

/// What is remembered of one game.
#[derive(Debug)]
pub struct Memory<G: Game> {
    /// Every action seen so far, legal where it was seen or not.
    pub universe: Vec<G::Action>,
    /// How each of them is clicked and written: neither depends on the state.
    pub clicks: HashMap<G::Action, Click>,
    pub chances: HashSet<G::Chance>,
    /// What the seats could do at each key.
    pub keys: HashMap<u64, u64>,
    /// Codes of refusals whose paragraphs have been looked up.
    pub codes: BTreeSet<&'static str>,
    /// The demands of the game's rule trees, and the codes of the refusals they give.
    pub demands: HashSet<(&'static str, &'static str)>,
    pub backdrop: Scene,
    pub steps: Vec<(Seat, G::Action)>,
    /// Nothing but actions has happened so far.
    pub only_actions: bool,
    pub start: G::State,
    /// How often each landmark has come.
    pub landmarks: HashMap<u64, u8>,
}

/// The state-free half of a choice.
#[derive(Clone, Debug)]
pub struct Click {
    pub gesture: Vec<Spot>,
    pub phrase: Phrase,
}

impl Click {
    fn new<G: Playable>(game: &G, action: G::Action) -> Click {
        Click {
            gesture: game.gesture(action),
            phrase: game.phrase(action),
        }
    }

    /// What actions that differ only in their amount share.
    pub fn family(&self) -> Phrase {
        Phrase {
            amount: None,
            ..self.phrase.clone()
        }
    }
}

/// More actions than this are not remembered.
const UNIVERSE: usize = 4_096;

impl<G: Playable> Memory<G> {
    pub(crate) fn new(game: &G, start: &G::State) -> Memory<G> {
        Memory {
            universe: Vec::new(),
            clicks: HashMap::new(),
            chances: HashSet::new(),
            keys: HashMap::new(),
            codes: BTreeSet::new(),
            demands: (game.trees().into_iter())
                .flat_map(|tree| tree.demands)
                .collect(),
            backdrop: game.backdrop(Lang::En),
            steps: Vec::new(),
            only_actions: true,
            start: start.clone(),
            landmarks: HashMap::new(),
        }
    }

    /// Remembers `action`, and says whether it is new.
    fn add(&mut self, game: &G, action: G::Action) -> bool {
        if self.universe.len() >= UNIVERSE || self.clicks.contains_key(&action) {
            return false;
        }
        self.clicks.insert(action, Click::new(game, action));
        self.universe.push(action);
        true
    }

    /// How `action` is clicked.
    pub fn click(&self, game: &G, action: G::Action) -> Click {
        match self.clicks.get(&action) {
            Some(click) => click.clone(),
            None => Click::new(game, action),
        }
    }
}

impl<'a, G: Playable> Moment<'a, G> {
    /// Looks at `state`, from which `happening` will lead on; `dice` are for the laws.
    pub(crate) fn new(
        game: &'a G,
        limits: &'a Limits,
        step: u32,
        state: &'a G::State,
        happening: Option<Happening<G>>,
        dice: Dice,
        memory: &'a mut Memory<G>,
    ) -> Moment<'a, G> {
        let turn = game.turn(state);
        let list = |seat| every_action(game, state, Seat(seat));
        let mut chances = Vec::new();
        if turn == Turn::Chance {
            game.chances(state, &mut chances);
        }
        let mut moment = Moment {
            game,
            limits,
            step,
            state,
            turn,
            lists: (0..game.seats()).map(list).collect(),
            chances,
            sights: Vec::new(),
            sample: Vec::new(),
            fresh: Vec::new(),
            fresh_chances: Vec::new(),
            next: None,
            dice,
            memory,
        };
        moment.next = happening.map(|happening| Next {
            happening,
            after: moment.after(state, happening),
        });
        moment.imagine();
        moment.widen();
        moment
    }

    fn imagine(&mut self) {
        for viewer in Viewer::all(self.game.seats()) {
            let view = self.game.view(self.state, viewer);
            let world = self.game.imagine(&view, &mut self.dice);
            self.sights.push(Sight {
                viewer,
                view,
                world,
            });
        }
    }

    /// Adds to the universe what is legal now and what broken texts of it say, and draws the sample.
    fn widen(&mut self) {
        let mut found: Vec<G::Action> = self.lists.concat();
        if self.step == 0 {
            for lang in Lang::ALL {
                let grammar = self.game.grammar();
                let words = grammar.of(lang).split([' ', '`', ',', ';']);
                found.extend(words.filter_map(|word| self.game.read(word).ok()));
            }
        }
        let known = [&self.memory.universe[..], &found[..]].concat();
        if !known.is_empty() {
            let mut texts = Vec::new();
            for _ in 0..3 {
                let action = self.dice.choose(&known);
                texts.push(self.game.write(action));
                // One too few, one too many, far too many.
                let phrase = self.game.phrase(action);
                if let Some(amount) = phrase.amount {
                    for number in [0, amount + 1, u32::MAX] {
                        let phrase = phrase.clone().with_amount(phrase.joint, number);
                        found.extend(self.game.read(&phrase.to_string()).ok());
                    }
                }
            }
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            for _ in 0..6 {
                let text = garbage(&mut self.dice, &texts);
                found.extend(self.game.read(&text).ok());
            }
        }
        for action in found {
            if self.memory.add(self.game, action) {
                self.fresh.push(action);
            }
        }
        for &(chance, _) in &self.chances {
            if self.memory.chances.insert(chance) {
                self.fresh_chances.push(chance);
            }
        }
        if !self.memory.universe.is_empty() {
            for _ in 0..self.limits.sample {
                self.sample.push(self.dice.choose(&self.memory.universe));
            }
        }
    }

    /// `state` once `happening` has happened.
    pub fn after(&self, state: &G::State, happening: Happening<G>) -> G::State {
        let mut after = state.clone();
        match happening {
            Happening::Action(seat, action) => self.game.act(&mut after, seat, action),
            Happening::Chance(chance) => self.game.settle(&mut after, chance),
        }
        after
    }

    /// Every seat of the table.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<G> {
        (0..self.game.seats()).map(Seat)
    }

    /// Some actions of the seat's list: all of a short one, a sample of a long one.
    pub fn some(&mut self, seat: Seat, count: usize) -> Vec<G::Action> {
        let list = &self.lists[seat.index()];
        if list.len() <= count {
            return list.clone();
        }
        (0..count).map(|_| self.dice.choose(list)).collect()
    }

    /// Every seat with every action to ask it about: what it may do, and the sample.
    pub fn questions(&self) -> impl Iterator<Item = (Seat, G::Action)> + '_ {
        let asked = |seat: Seat| self.lists[seat.index()].iter().chain(&self.sample);
        self.seats()
            .flat_map(move |seat| asked(seat).map(move |&action| (seat, action)))
    }

    /// One of the viewers, another one each time.
    pub fn someone(&mut self) -> usize {
        self.dice.below(self.sights.len() as u32) as usize
    }
}
