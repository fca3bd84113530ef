//! Exact odds: of one attack in whole cases, of a plan by its merged states. §6.12

use std::collections::HashMap;

use vauban_game::{
    Balance, Dice, Forecast, Game, Odds, OddsLine, Part, Seat, Share, Side, Text, text,
};

use super::{
    Action, Chance, LandBuster,
    actions::LUCK,
    land::{Land, Lands},
    state::{Phase, Plan, State},
    view::View,
};

/// A plan is counted while it has no more states than this; else it is sampled.
pub const MOST_STATES: usize = 100_000;
/// So many plans are played by chance when there are too many states to count.
pub const SAMPLES: u32 = 20_000;
/// All luck there is.
const CASES: u32 = (*LUCK.end() - *LUCK.start()) as u32 + 1;

/// What one attack does, with the number of cases in which it does it.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Prospects {
    /// In how many of [`CASES`] the land falls.
    pub conquered: u32,
    /// By soldiers lost, in how many; what is lost in a conquest is what stands there.
    pub losses: Vec<(u32, u32)>,
}

/// What may come of a plan.
#[derive(Clone, PartialEq, Debug)]
pub struct PlanProspects {
    /// For each planned attack: the shares in which its target is conquered by it, is not, and in which
    /// it is left out.
    pub attacks: Vec<[f64; 3]>,
    /// By lands conquered.
    pub conquests: Vec<f64>,
    /// By soldiers lost, in all.
    pub losses: Vec<(u32, f64)>,
    /// How far each share may be off, in 19 cases of 20; nothing if they are exact.
    pub error: Option<f64>,
}

impl LandBuster {
    /// §6.12 One attack as it stands, as one of `attacks`.
    pub fn prospects(&self, state: &State, from: Land, to: Land, attacks: u32) -> Prospects {
        let attack = self.attack_of(state, from, to, attacks).power();
        let defence = self.defence(state, to).power();
        let there = state.soldiers(to);
        let mut prospects = Prospects {
            conquered: 0,
            losses: Vec::new(),
        };
        for luck in LUCK {
            let damage = attack.damage(defence, luck);
            prospects.conquered += u32::from(damage >= there);
            let lost = damage.min(there);
            match prospects.losses.last_mut() {
                Some((last, cases)) if *last == lost => *cases += 1,
                _ => prospects.losses.push((lost, 1)),
            }
        }
        prospects
    }

    /// §6.9 What is planned, launched now: exact while the states that may come are not more than
    /// `MOST_STATES`, else sampled.
    pub fn plan_prospects(&self, state: &State) -> PlanProspects {
        self.counted(state).unwrap_or_else(|| self.sampled(state))
    }

    /// From state to state; states that are reached in several ways are one.
    fn counted(&self, state: &State) -> Option<PlanProspects> {
        let mut launched = *state;
        self.apply(&mut launched, Action::Launch);
        let mut open: HashMap<Course, f64> = HashMap::from([(Course::new(launched), 1.0)]);
        let mut tally = Tally::new(state);
        for place in 0..state.planned() {
            let mut next: HashMap<Course, f64> = HashMap::new();
            for (course, share) in open {
                let Some(plan) = course.fights(place) else {
                    let done = course.state.phase != Phase::Battle { at: place as u8 };
                    debug_assert!(done, "a battle has a plan");
                    *next.entry(course).or_default() += share;
                    continue;
                };
                let mut cases = 0;
                let attack = self.attack(&course.state, plan.from, plan.to).power();
                let defence = self.defence(&course.state, plan.to).power();
                let there = course.state.soldiers(plan.to);
                // Luck that does the same damage leads to the same state.
                let damage = |luck| attack.damage(defence, luck).min(there);
                for luck in LUCK {
                    cases += 1;
                    let last = luck == *LUCK.end();
                    if !last && damage(luck) == damage(luck + 1) {
                        continue;
                    }
                    let part = share * f64::from(std::mem::take(&mut cases)) / f64::from(CASES);
                    *next.entry(self.after(&course, place, luck)).or_default() += part;
                }
                if next.len() > MOST_STATES {
                    return None;
                }
            }
            open = next;
        }
        for (course, share) in open {
            tally.add(&course, share);
        }
        Some(tally.prospects(None))
    }

    fn sampled(&self, state: &State) -> PlanProspects {
        // The same position is sampled in the same way.
        let mut dice = Dice::seeded(self.key(state));
        let mut tally = Tally::new(state);
        let mut launched = *state;
        self.apply(&mut launched, Action::Launch);
        for _ in 0..SAMPLES {
            let mut course = Course::new(launched);
            while let Phase::Battle { at } = course.state.phase {
                let Chance::Luck(luck) = self.draw_chance(&course.state, &mut dice) else {
                    break;
                };
                course = self.after(&course, usize::from(at), luck);
            }
            tally.add(&course, 1.0 / f64::from(SAMPLES));
        }
        // Twice the deviation of the share that varies most, one half.
        tally.prospects(Some(1.0 / f64::from(SAMPLES).sqrt()))
    }

    /// A course after the battle at a place of the plan.
    fn after(&self, course: &Course, place: usize, luck: u16) -> Course {
        let mut next = *course;
        let Some(plan) = course.fights(place) else {
            return next;
        };
        let seat = course.state.mover;
        next.lost += self
            .damage(&course.state, plan.from, plan.to, luck)
            .min(course.state.soldiers(plan.to));
        self.settle_chance(&mut next.state, Chance::Luck(luck));
        let taken = next.state.owner(plan.to) == Some(seat);
        next.fought |= 1 << place;
        next.taken |= u8::from(taken) << place;
        next
    }
}

/// How a launched plan may go on from here.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
struct Course {
    state: State,
    /// The attacks that were fought, and those that conquered, as bits.
    fought: u8,
    taken: u8,
    lost: u32,
}

impl Course {
    fn new(state: State) -> Course {
        Course {
            state,
            fought: 0,
            taken: 0,
            lost: 0,
        }
    }
    /// The attack at `place`, if it is the next one.
    fn fights(&self, place: usize) -> Option<Plan> {
        let next = self.state.phase == Phase::Battle { at: place as u8 };
        self.state.plans[place % self.state.plans.len()].filter(|_| next)
    }
}

/// Shares as they are added up.
struct Tally {
    attacks: Vec<[f64; 3]>,
    conquests: Vec<f64>,
    losses: std::collections::BTreeMap<u32, f64>,
}

impl Tally {
    fn new(state: &State) -> Tally {
        Tally {
            attacks: vec![[0.0; 3]; state.planned()],
            conquests: vec![0.0; state.planned() + 1],
            losses: std::collections::BTreeMap::new(),
        }
    }
    fn add(&mut self, course: &Course, share: f64) {
        for (place, shares) in self.attacks.iter_mut().enumerate() {
            let fate = match (course.fought >> place & 1, course.taken >> place & 1) {
                (0, _) => 2,
                (_, 1) => 0,
                _ => 1,
            };
            shares[fate] += share;
        }
        self.conquests[course.taken.count_ones() as usize] += share;
        *self.losses.entry(course.lost).or_default() += share;
    }
    fn prospects(self, error: Option<f64>) -> PlanProspects {
        PlanProspects {
            attacks: self.attacks,
            conquests: self.conquests,
            losses: self.losses.into_iter().collect(),
            error,
        }
    }
}

/// The names of the attacks of a plan, for programs.
const PLACES: [&str; 8] = [
    "attack-1", "attack-2", "attack-3", "attack-4", "attack-5", "attack-6", "attack-7", "attack-8",
];

impl Odds for LandBuster {
    /// Of an attack that could be planned, as if it were launched with those that are planned.
    fn odds(&self, view: &View, seat: Seat, action: Action) -> Option<Vec<OddsLine>> {
        let state = view.open();
        let prospects = self.asked(state, seat, action)?;
        let of = u64::from(CASES);
        let conquered = u64::from(prospects.conquered);
        let line = |result: &str, text, ways| OddsLine {
            result: result.to_owned(),
            text,
            ways,
            of,
        };
        Some(vec![
            line(
                "conquered",
                Text::fixed("you take it", "vous la prenez"),
                conquered,
            ),
            line(
                "held",
                Text::fixed("it holds", "elle tient"),
                of - conquered,
            ),
        ])
    }

    /// §6.10, §6.11 Who attacks and who defends, the neighbours among them.
    fn balance(&self, view: &View, seat: Seat, action: Action) -> Option<Balance> {
        let state = view.open();
        let Action::Attack { from, to } = action else {
            return None;
        };
        self.asked(state, seat, action)?;
        let attacks = state.planned() as u32 + 1;
        let attack = self.attack_of(state, from, to, attacks);
        let mut why = vec![soldiers(attack.soldiers)];
        if attack.hero > 0 {
            why.push(hero(attack.hero));
        }
        if attack.attacks > 1 {
            let attacks = attack.attacks;
            why.push(text!(
                "one of {attacks} attacks",
                "une de {attacks} attaques"
            ));
        }
        if attack.by_sea {
            why.push(Text::fixed("half by sea", "la moitié par mer"));
        }
        let mut parts = vec![Part {
            side: Side::Attack,
            spot: from.spot(),
            value: attack.power().value(),
            why: Text::list(why),
        }];
        parts.extend(self.defence_parts(state, to));
        Some(Balance {
            attack: attack.power().value(),
            defence: self.defence(state, to).power().value(),
            parts,
        })
    }

    /// Of an attack the losses, of a launch the whole plan.
    fn forecasts(
        &self,
        view: &View,
        seat: Seat,
        action: Action,
        _keep: Option<u32>,
    ) -> Option<Vec<Forecast>> {
        let state = view.open();
        if action == Action::Launch {
            let ready = state.phase == Phase::Action && state.mover == seat && state.planned() > 0;
            return ready.then(|| self.plan_forecasts(state));
        }
        let prospects = self.asked(state, seat, action)?;
        let lines = prospects.losses.iter().map(|&(lost, cases)| {
            let share = f64::from(cases) / f64::from(CASES);
            (lost, share)
        });
        Some(vec![losses(lines, None)])
    }
}

impl LandBuster {
    /// What is asked about: an attack that the mover could plan now.
    fn asked(&self, state: &State, seat: Seat, action: Action) -> Option<Prospects> {
        let Action::Attack { from, to } = action else {
            return None;
        };
        self.check(state, seat, action).ok()?;
        let attacks = state.planned() as u32 + 1;
        Some(self.prospects(state, from, to, attacks))
    }

    /// What each land adds to the defence of `land`.
    fn defence_parts(&self, state: &State, land: Land) -> Vec<Part> {
        let owner = state.owner(land);
        let own = owner.map_or(Lands::NONE, |seat| state.lands(seat));
        let near = self.map().near(land).both(own);
        let over_sea = self.map().over_sea(land).both(own);
        let part = |at: Land, share: f64| {
            let (count, worth) = match owner {
                Some(seat) => self.stand(state, seat, at),
                None => (state.soldiers(at), 0),
            };
            let mut why = vec![soldiers(count)];
            if worth > 0 {
                why.push(hero(worth));
            }
            if share < 1.0 {
                why.push(Text::fixed("half by sea", "la moitié par mer"));
            }
            Part {
                side: Side::Defence,
                spot: at.spot(),
                value: f64::from(count + worth) * share,
                why: Text::list(why),
            }
        };
        let here = std::iter::once(part(land, 1.0));
        let near = near.iter().map(|at| part(at, 1.0));
        let over_sea = over_sea.iter().map(|at| part(at, 0.5));
        let parts = here.chain(near).chain(over_sea);
        parts.filter(|part| part.value > 0.0).collect()
    }

    fn plan_forecasts(&self, state: &State) -> Vec<Forecast> {
        let prospects = self.plan_prospects(state);
        let error = prospects.error;
        let conquests = prospects.conquests.iter().enumerate();
        let conquests = Forecast {
            name: "conquests",
            title: Text::fixed("lands that fall", "terres qui tombent"),
            error,
            lines: conquests
                .filter(|(_, share)| **share > 0.0)
                .map(|(count, &share)| Share {
                    result: count.to_string(),
                    text: Text::same(count.to_string()),
                    share,
                })
                .collect(),
        };
        let targets = state.plans().zip(&prospects.attacks).zip(PLACES);
        let targets = targets.map(|((plan, shares), name)| self.target(plan, shares, name, error));
        let lost = losses(prospects.losses.iter().copied(), error);
        std::iter::once(conquests)
            .chain(targets)
            .chain([lost])
            .collect()
    }

    fn target(
        &self,
        plan: Plan,
        shares: &[f64; 3],
        name: &'static str,
        error: Option<f64>,
    ) -> Forecast {
        let fates = [
            ("conquered", Text::fixed("it falls", "elle tombe")),
            ("held", Text::fixed("it holds", "elle tient")),
            ("left-out", Text::fixed("not fought", "attaque ignorée")),
        ];
        let title = text!(
            "{one} on {two}",
            "{one} vers {two}",
            one = self.name_of(plan.from),
            two = self.name_of(plan.to)
        );
        Forecast {
            name,
            title,
            error,
            lines: fates
                .into_iter()
                .zip(shares)
                .filter(|(_, share)| **share > 0.0)
                .map(|((result, text), &share)| Share {
                    result: result.to_owned(),
                    text,
                    share,
                })
                .collect(),
        }
    }
}

fn soldiers(count: u32) -> Text {
    Text::count(count, ["soldier", "soldiers"], ["soldat", "soldats"])
}

fn hero(worth: u32) -> Text {
    text!("a hero worth {worth}", "un héros qui vaut {worth}")
}

fn losses(lines: impl Iterator<Item = (u32, f64)>, error: Option<f64>) -> Forecast {
    Forecast {
        name: "losses",
        title: Text::fixed("soldiers lost", "soldats perdus"),
        error,
        lines: lines
            .map(|(lost, share)| Share {
                result: lost.to_string(),
                text: Text::same(lost.to_string()),
                share,
            })
            .collect(),
    }
}
