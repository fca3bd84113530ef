//! The rules one by one, as trees that explain every refusal: one tree for each kind of action.
//!
//! They are written from `rules.md` and share nothing with the generator but the map and the
//! state, so that each is the other's witness.

use std::sync::LazyLock;

use vauban_game::{Explain, Lang, Refused, RuleTree, Seat, Tree, Turn};

use super::{
    Action, HAND_LIMIT, Refusal, Risk, Rules as RuleSet,
    board::{Country, Lands},
    cards::Cards,
    refusal::Order,
    state::{Phase, State},
};

/// An action in its situation.
pub(super) struct Question {
    rules: RuleSet,
    move_limit: u8,
    state: State,
    /// Who chooses now.
    turn: Option<Seat>,
    seat: Seat,
    action: Action,
}

type Rules = Tree<Question, Refusal>;

pub(super) fn check(
    game: &Risk,
    state: &State,
    seat: Seat,
    action: Action,
) -> Result<(), Refused<Refusal>> {
    use vauban_game::Game;
    let turn = match game.turn(state) {
        Turn::One(seat) => Some(seat),
        _ => None,
    };
    let kind = kind(action);
    let tree = TREES.iter().find(|(of, _)| *of == kind);
    let (_, tree) = tree.expect("every kind of action has its tree");
    tree.check(&Question {
        rules: game.rules,
        move_limit: game.move_limit(),
        state: *state,
        turn,
        seat,
        action,
    })
}

/// The kind of an action, as trees and perft call it.
pub(super) fn kind(action: Action) -> &'static str {
    match action {
        Action::Deal => "deal",
        Action::Place { .. } => "place",
        Action::Attack { .. } => "attack",
        Action::Target { .. } => "target",
        Action::Dice { .. } => "dice",
        Action::Guard { .. } => "guard",
        Action::MoveIn { .. } => "move-in",
        Action::Card => "card",
        Action::Discard { .. } => "discard",
        Action::Exchange { .. } => "exchange",
        Action::Pass => "pass",
        Action::Move { .. } => "move",
        Action::End => "end",
    }
}

static TREES: LazyLock<[(&str, Rules); 13]> = LazyLock::new(|| {
    [
        ("deal", when()),
        (
            "place",
            Tree::all([
                when(),
                not_your_country(),
                Tree::lazy_all([no_armies(), too_many_armies()]),
            ]),
        ),
        (
            "attack",
            Tree::all([
                when(),
                Tree::lazy_all([
                    not_your_country(),
                    Tree::all([too_weak(), no_enemy_border()]),
                ]),
            ]),
        ),
        (
            "target",
            Tree::lazy_all([when(), Tree::all([own_country(), no_border()])]),
        ),
        (
            "dice",
            Tree::all([dice_count(), Tree::lazy_all([when(), too_few_for_dice()])]),
        ),
        (
            "guard",
            Tree::all([dice_count(), Tree::lazy_all([when(), too_few_for_guard()])]),
        ),
        (
            "move-in",
            Tree::lazy_all([when(), Tree::all([too_few_moved_in(), nobody_stays()])]),
        ),
        ("card", when()),
        ("discard", Tree::all([when(), card_not_held()])),
        (
            "exchange",
            Tree::all([when(), not_three_equal(), cards_not_held()]),
        ),
        ("pass", Tree::lazy_all([when(), must_exchange()])),
        (
            "move",
            Tree::all([
                when(),
                too_many_moves(),
                no_armies(),
                Tree::lazy_all([not_your_country(), nobody_stays()]),
                Tree::lazy_all([same_country(), goal_not_your_country(), no_way()]),
            ]),
        ),
        ("end", when()),
    ]
});

impl Question {
    /// The country that the action is about: where it places, attacks from, moves from.
    fn country(&self) -> Option<Country> {
        match self.action {
            Action::Place { at, .. } => Some(at),
            Action::Attack { from } | Action::Move { from, .. } => Some(from),
            _ => None,
        }
    }
    /// The country that armies are sent to or against.
    fn goal(&self) -> Option<Country> {
        match self.action {
            Action::Target { to } | Action::Move { to, .. } => Some(to),
            _ => None,
        }
    }
    fn armies(&self) -> Option<u16> {
        match self.action {
            Action::Place { armies, .. }
            | Action::MoveIn { armies }
            | Action::Move { armies, .. } => Some(armies),
            _ => None,
        }
    }
    fn own(&self) -> Lands {
        self.state.lands(self.seat)
    }
    fn foreign(&self, country: Country) -> Option<Refusal> {
        let held = self.own().contains(country);
        (!held).then(|| Refusal::NotYourCountry {
            country,
            owner: self.state.owner(country),
            order: self.order(),
        })
    }
    /// What armies are to do.
    fn order(&self) -> Order {
        match self.action {
            Action::Place { .. } => Order::Place,
            Action::MoveIn { .. } => Order::Enter,
            Action::Move { .. } => match self.rules {
                RuleSet::Seed => Order::Move,
                RuleSet::Classic => Order::Fortify,
            },
            _ => Order::Attack,
        }
    }
    /// Whether the action belongs to the step.
    fn fits(&self) -> bool {
        match self.state.phase() {
            Phase::Deal => self.action == Action::Deal,
            Phase::Place | Phase::Reinforce => matches!(self.action, Action::Place { .. }),
            Phase::Attacker => matches!(self.action, Action::Attack { .. } | Action::Pass),
            Phase::Target => matches!(self.action, Action::Target { .. }),
            Phase::Dice => matches!(self.action, Action::Dice { .. }),
            Phase::Guard => matches!(self.action, Action::Guard { .. }),
            Phase::MoveIn => matches!(self.action, Action::MoveIn { .. }),
            Phase::Discard => matches!(self.action, Action::Discard { .. }),
            Phase::Card => self.action == Action::Card,
            Phase::Exchange => matches!(self.action, Action::Exchange { .. } | Action::Pass),
            Phase::Move => matches!(self.action, Action::Move { .. } | Action::End),
            Phase::Dealing | Phase::Roll | Phase::Drawing | Phase::Over(_) => false,
        }
    }
}

/// Fails with `reason` if there is one.
fn unless(reason: Option<Refusal>) -> Result<(), Refusal> {
    reason.map_or(Ok(()), Err)
}

/// What holds for every action: the match goes on, chance is done, it is one's turn and the step for it.
fn when() -> Rules {
    Tree::lazy_all([
        game_over(),
        chance_first(),
        Tree::all([not_your_turn(), wrong_step()]),
    ])
}

/// §7.6 Nobody acts after the end.
fn game_over() -> Rules {
    Tree::rule("game-over", |q| {
        unless(match q.state.phase() {
            Phase::Over(end) => Some(Refusal::GameOver { end }),
            _ => None,
        })
    })
}

/// §4.5 Nobody acts before the dice lie and the cards are turned.
fn chance_first() -> Rules {
    Tree::rule("chance-first", |q| {
        let phase = q.state.phase();
        let waits = matches!(phase, Phase::Dealing | Phase::Roll | Phase::Drawing);
        unless(waits.then_some(Refusal::ChanceFirst { phase }))
    })
}

/// §2.1, §2.4, §3.1 The seats take turns; the defender chooses its dice.
fn not_your_turn() -> Rules {
    Tree::rule("not-your-turn", |q| {
        let turn = q.turn.filter(|&turn| turn != q.seat);
        let phase = q.state.phase();
        unless(turn.map(|turn| Refusal::NotYourTurn { turn, phase }))
    })
}

/// §2.1, §2.4, §3.1 A match begins and a turn goes step by step.
fn wrong_step() -> Rules {
    Tree::rule("wrong-step", |q| {
        let phase = q.state.phase();
        unless((!q.fits()).then_some(Refusal::WrongStep { phase }))
    })
}

/// §2.4, §3.2, §6.1, §9.10 Armies are placed in and act from own countries.
fn not_your_country() -> Rules {
    Tree::rule("not-your-country", |q| {
        unless(q.country().and_then(|country| q.foreign(country)))
    })
}

/// §6.1, §9.10 And they move to own countries.
fn goal_not_your_country() -> Rules {
    Tree::rule("not-your-country", |q| {
        unless(q.goal().and_then(|country| q.foreign(country)))
    })
}

/// §3.2 An attacker has two armies or more.
fn too_weak() -> Rules {
    Tree::rule("too-weak", |q| {
        let weak = q.country().filter(|&country| q.state.armies(country) < 2);
        unless(weak.map(|country| Refusal::TooWeak {
            country,
            armies: q.state.armies(country),
        }))
    })
}

/// §3.2 An attacker has somebody to attack.
fn no_enemy_border() -> Rules {
    Tree::rule("no-enemy-border", |q| {
        let safe = q
            .country()
            .filter(|country| q.own().holds(country.neighbours()));
        unless(safe.map(|country| Refusal::NoEnemyBorder { country }))
    })
}

/// §3.3 Nobody attacks its own.
fn own_country() -> Rules {
    Tree::rule("own-country", |q| {
        let own = q.goal().filter(|&country| q.own().contains(country));
        unless(own.map(|country| Refusal::OwnCountry { country }))
    })
}

/// §3.3 A target borders on the attacker.
fn no_border() -> Rules {
    Tree::rule("no-border", |q| {
        let both = q.state.battle().attacker().zip(q.goal());
        let apart = both.filter(|(from, to)| !from.borders_on(*to));
        unless(apart.map(|(from, to)| Refusal::NoBorder {
            from,
            to,
            order: q.order(),
        }))
    })
}

/// §3.4, §3.5 One to three dice attack, one or two defend.
fn dice_count() -> Rules {
    Tree::rule("dice-count", |q| {
        unless(match q.action {
            Action::Dice { dice } if !(1..=3).contains(&dice) => {
                Some(Refusal::DiceCount { dice, most: 3 })
            }
            Action::Guard { dice } if !(1..=2).contains(&dice) => {
                Some(Refusal::DiceCount { dice, most: 2 })
            }
            _ => None,
        })
    })
}

/// §3.4 One army more than dice.
fn too_few_for_dice() -> Rules {
    Tree::rule("too-few-for-dice", |q| {
        let Action::Dice { dice } = q.action else {
            return Ok(());
        };
        let from = q.state.battle().attacker();
        let short = from.filter(|&from| q.state.armies(from) < u16::from(dice) + 1);
        unless(short.map(|country| Refusal::TooFewForDice {
            country,
            armies: q.state.armies(country),
            dice,
        }))
    })
}

/// §3.5 As many armies as dice.
fn too_few_for_guard() -> Rules {
    Tree::rule("too-few-for-guard", |q| {
        let Action::Guard { dice } = q.action else {
            return Ok(());
        };
        let to = q.state.battle().target();
        let short = to.filter(|&to| q.state.armies(to) < u16::from(dice));
        unless(short.map(|country| Refusal::TooFewForGuard {
            country,
            armies: q.state.armies(country),
            dice,
        }))
    })
}

/// §2.5, §6.2 Somebody is placed or moved.
fn no_armies() -> Rules {
    Tree::rule("no-armies", |q| {
        let order = q.order();
        unless((q.armies() == Some(0)).then_some(Refusal::NoArmies { order }))
    })
}

/// §2.5 No more are placed than are left.
fn too_many_armies() -> Rules {
    Tree::rule("too-many-armies", |q| {
        let left = q.state.left();
        let asked = q.armies().filter(|&asked| asked > left);
        unless(asked.map(|asked| Refusal::TooManyArmies { asked, left }))
    })
}

/// §6.2, §9.7 One army stays behind.
fn nobody_stays() -> Rules {
    Tree::rule("nobody-stays", |q| {
        // One army of a conquered country's has gone in already.
        let (country, gone) = match q.action {
            Action::MoveIn { .. } => (q.state.battle().attacker(), 1),
            _ => (q.country(), 0),
        };
        let stripped = country.zip(q.armies()).filter(|&(country, asked)| {
            u32::from(q.state.armies(country)) + gone <= u32::from(asked)
        });
        unless(stripped.map(|(country, asked)| Refusal::NobodyStays {
            country,
            armies: q.state.armies(country) + gone as u16,
            asked,
            order: q.order(),
        }))
    })
}

/// §9.7 At least the dice that conquered it go in.
fn too_few_moved_in() -> Rules {
    Tree::rule("too-few-moved-in", |q| {
        let dice = q.state.battle().dice;
        let few = q.armies().filter(|&asked| asked < u16::from(dice));
        unless(few.map(|asked| Refusal::TooFewMovedIn { asked, dice }))
    })
}

/// §6.3 Twenty moves; §9.10 one.
fn too_many_moves() -> Rules {
    Tree::rule("too-many-moves", |q| {
        let most = q.move_limit;
        let many = q.state.phase() == Phase::Move && q.state.moves() >= most;
        unless(many.then_some(Refusal::TooManyMoves { most }))
    })
}

/// §6.2 A move leads elsewhere.
fn same_country() -> Rules {
    Tree::rule("same-country", |q| {
        let same = q.country().filter(|&country| q.goal() == Some(country));
        unless(same.map(|country| Refusal::SameCountry { country }))
    })
}

/// §6.1 Over one border; §9.10 along a chain of own countries.
fn no_way() -> Rules {
    let border: Rules = Tree::rule("no-border", |q| {
        let both = q.country().zip(q.goal());
        let apart = both.filter(|(from, to)| q.rules == RuleSet::Seed && !from.borders_on(*to));
        unless(apart.map(|(from, to)| Refusal::NoBorder {
            from,
            to,
            order: q.order(),
        }))
    });
    let chain: Rules = Tree::rule("no-chain", |q| {
        let both = q.country().zip(q.goal());
        let apart = both.filter(|(from, to)| {
            q.rules == RuleSet::Classic && !q.own().joined(*from).contains(*to)
        });
        unless(apart.map(|(from, to)| Refusal::NoChain { from, to }))
    });
    Tree::all([border, chain])
}

/// §5.2 What is put away is held.
fn card_not_held() -> Rules {
    Tree::rule("card-not-held", |q| {
        let Action::Discard { kind } = q.action else {
            return Ok(());
        };
        let missing = q.state.hand(q.seat).of(kind) == 0;
        unless(missing.then_some(Refusal::CardNotHeld { kind }))
    })
}

/// §5.3 A set is three equal cards.
fn not_three_equal() -> Rules {
    Tree::rule("not-three-equal", |q| {
        let wrong = exchanged(q).filter(|cards| cards.set().is_none());
        unless(wrong.map(|cards| Refusal::NotThreeEqual { cards }))
    })
}

/// §5.3 What is exchanged is held.
fn cards_not_held() -> Rules {
    Tree::rule("cards-not-held", |q| {
        let hand = q.state.hand(q.seat);
        let missing = exchanged(q).filter(|&cards| !hand.holds(cards));
        unless(missing.map(|cards| Refusal::CardsNotHeld { cards, hand }))
    })
}

fn exchanged(q: &Question) -> Option<Cards> {
    match q.action {
        Action::Exchange { cards } => Some(cards),
        _ => None,
    }
}

/// §9.5 With five cards or more a set must be exchanged, if there is one.
fn must_exchange() -> Rules {
    Tree::rule("must-exchange", |q| {
        let hand = q.state.hand(q.seat);
        let must = q.rules == RuleSet::Classic
            && q.state.phase() == Phase::Exchange
            && hand.len() >= HAND_LIMIT
            && hand.sets().next().is_some();
        unless(must.then(|| Refusal::MustExchange { held: hand.len() }))
    })
}

impl Explain for Risk {
    fn rulebook(&self, lang: Lang) -> &'static str {
        lang.pick(include_str!("rules.md"), include_str!("rules.fr.md"))
    }

    fn trees(&self) -> Vec<RuleTree> {
        let print = |(kind, tree): &(&'static str, Rules)| tree.printed(kind, tree.to_string());
        TREES.iter().map(print).collect()
    }
}

impl Risk {
    /// Every code that a refusal can have, once.
    pub fn codes() -> std::collections::BTreeSet<&'static str> {
        TREES.iter().flat_map(|(_, tree)| tree.codes()).collect()
    }
}
