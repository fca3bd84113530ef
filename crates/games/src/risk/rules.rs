//! The rules one by one, as trees that explain every refusal: one tree for each kind of action.
//!
//! They are written from `rules.md` and share nothing with the generator but the map and the
//! state, so that each is the other's witness.

use std::collections::BTreeSet;

use vauban_game::{Case, Explain, Lang, RuleTree, Rules};

use super::{
    Action, Refusal, Risk,
    board::{Country, Lands},
    refusal::Order,
    state::Phase,
};

type Demand = Rules<Risk>;
type Question<'a> = Case<'a, Risk>;

static PLACE: Rules<Risk> = Rules::All(&[
    WHEN,
    YOUR_COUNTRY,
    Rules::LazyAll(&[ONE_ARMY_OR_MORE, ARMIES_LEFT]),
]);
static ATTACK: Rules<Risk> = Rules::All(&[
    WHEN,
    Rules::LazyAll(&[
        YOUR_COUNTRY,
        Rules::All(&[TWO_ARMIES_OR_MORE, SOMEBODY_TO_ATTACK]),
    ]),
]);
static TARGET: Rules<Risk> = Rules::LazyAll(&[
    WHEN,
    Rules::All(&[SOMEBODY_ELSES_COUNTRY, NEXT_TO_THE_ATTACKER]),
]);
static DICE: Rules<Risk> = Rules::All(&[
    ONE_TO_THREE_DICE,
    Rules::LazyAll(&[WHEN, MORE_ARMIES_THAN_DICE]),
]);
static GUARD: Rules<Risk> = Rules::All(&[
    ONE_OR_TWO_DICE,
    Rules::LazyAll(&[WHEN, AN_ARMY_FOR_EACH_DIE]),
]);
static MOVE_IN: Rules<Risk> = Rules::LazyAll(&[
    WHEN,
    Rules::All(&[AN_ARMY_FOR_EACH_DIE_ROLLED, ONE_STAYS_BEHIND]),
]);
static DISCARD: Rules<Risk> = Rules::All(&[WHEN, CARD_IN_HAND]);
static EXCHANGE: Rules<Risk> = Rules::All(&[WHEN, THREE_EQUAL_CARDS, CARDS_IN_HAND]);
/// §6 Over one border.
static MOVE: Rules<Risk> = Rules::All(&[
    WHEN,
    MOVES_LEFT,
    ONE_ARMY_OR_MORE,
    Rules::LazyAll(&[YOUR_COUNTRY, ONE_ARMY_STAYS]),
    Rules::LazyAll(&[ANOTHER_COUNTRY, TO_YOUR_COUNTRY, OVER_ONE_BORDER]),
]);
/// §9.10 Along a chain of own countries.
static FORTIFY: Rules<Risk> = Rules::All(&[
    WHEN,
    MOVES_LEFT,
    ONE_ARMY_OR_MORE,
    Rules::LazyAll(&[YOUR_COUNTRY, ONE_ARMY_STAYS]),
    Rules::LazyAll(&[ANOTHER_COUNTRY, TO_YOUR_COUNTRY, ALONG_YOUR_COUNTRIES]),
]);
/// §9.5 Five cards leave no choice.
static PASS_WITHOUT_A_SET: Rules<Risk> = Rules::LazyAll(&[WHEN, MAY_KEEP_CARDS]);

/// What holds for every action: the match goes on, chance is done, it is one's turn and the step for it.
static ANY_TIME: Rules<Risk> = WHEN;
const WHEN: Demand = Rules::LazyAll(&[
    GAME_GOES_ON,
    NO_ROLL_PENDING,
    Rules::All(&[YOUR_TURN, RIGHT_PHASE]),
]);

impl Risk {
    /// What an action must satisfy.
    pub(super) fn rules_of(&self, action: Action) -> &'static Rules<Risk> {
        match action {
            Action::Deal | Action::Card | Action::End => &ANY_TIME,
            Action::Place { .. } => &PLACE,
            Action::Attack { .. } => &ATTACK,
            Action::Target { .. } => &TARGET,
            Action::Dice { .. } => &DICE,
            Action::Guard { .. } => &GUARD,
            Action::MoveIn { .. } => &MOVE_IN,
            Action::Discard { .. } => &DISCARD,
            Action::Exchange { .. } => &EXCHANGE,
            Action::Pass => self.pass_rules(),
            Action::Move { .. } => self.move_rules(),
        }
    }

    fn pass_rules(&self) -> &'static Rules<Risk> {
        match self.variant.must_exchange.is_some() {
            true => &PASS_WITHOUT_A_SET,
            false => &ANY_TIME,
        }
    }

    fn move_rules(&self) -> &'static Rules<Risk> {
        match self.variant.along_chains {
            true => &FORTIFY,
            false => &MOVE,
        }
    }

    /// Every code that a refusal can have with these rules, once.
    pub fn codes(&self) -> BTreeSet<&'static str> {
        let trees = self.trees();
        let demands = trees.iter().flat_map(|tree| &tree.demands);
        demands.map(|&(_, code)| code).collect()
    }
}

impl Explain for Risk {
    fn rulebook(&self, lang: Lang) -> &'static str {
        lang.pick(include_str!("rules.md"), include_str!("rules.fr.md"))
    }

    fn trees(&self) -> Vec<RuleTree> {
        let trees = [
            ("deal", &ANY_TIME),
            ("place", &PLACE),
            ("attack", &ATTACK),
            ("target", &TARGET),
            ("dice", &DICE),
            ("guard", &GUARD),
            ("move-in", &MOVE_IN),
            ("card", &ANY_TIME),
            ("discard", &DISCARD),
            ("exchange", &EXCHANGE),
            ("pass", self.pass_rules()),
            ("move", self.move_rules()),
            ("end", &ANY_TIME),
        ];
        trees.map(|(kind, rules)| RuleTree::new(kind, rules)).into()
    }
}

/// §7.6 Nobody acts after the end.
const GAME_GOES_ON: Demand = Rules::demand("game-goes-on", "game-over", |case| {
    let over = matches!(case.state.phase(), Phase::Over(_));
    unless(over.then_some(Refusal::GameOver))
});

/// §4.5 Nobody acts before the dice lie and the cards are turned.
const NO_ROLL_PENDING: Demand = Rules::demand("no-roll-pending", "chance-first", |case| {
    let phase = case.state.phase();
    let waits = matches!(phase, Phase::Dealing | Phase::Roll | Phase::Drawing);
    unless(waits.then_some(Refusal::ChanceFirst { phase }))
});

/// §2.1, §2.4, §3.1 The seats take turns; the defender chooses its dice.
const YOUR_TURN: Demand = Rules::demand("your-turn", "not-your-turn", |case| {
    let turn = case.state.chooser().filter(|&turn| turn != case.seat);
    let phase = case.state.phase();
    unless(turn.map(|turn| Refusal::NotYourTurn { turn, phase }))
});

/// §2.1, §2.4, §3.1 A match begins and a turn goes step by step.
const RIGHT_PHASE: Demand = Rules::demand("right-phase", "wrong-step", |case| {
    let phase = case.state.phase();
    unless((!fits(case.action, phase)).then_some(Refusal::WrongStep { phase }))
});

/// §2.4, §3.2, §6.1, §9.10 Armies are placed in and act from own countries.
const YOUR_COUNTRY: Demand = Rules::demand("your-country", "not-your-country", |case| {
    unless(origin(case).and_then(|country| foreign(case, country)))
});

/// §6.1, §9.10 And they move to own countries.
const TO_YOUR_COUNTRY: Demand = Rules::demand("to-your-country", "not-your-country", |case| {
    unless(goal(case).and_then(|country| foreign(case, country)))
});

/// §3.2 An attacker has two armies or more.
const TWO_ARMIES_OR_MORE: Demand = Rules::demand("two-armies-or-more", "too-weak", |case| {
    let weak = origin(case).filter(|&country| case.state.armies(country) < 2);
    unless(weak.map(|country| Refusal::TooWeak {
        country,
        armies: case.state.armies(country),
    }))
});

/// §3.2 An attacker has somebody to attack.
const SOMEBODY_TO_ATTACK: Demand = Rules::demand("somebody-to-attack", "no-enemy-border", |case| {
    let safe = origin(case).filter(|country| own(case).holds(country.neighbours()));
    unless(safe.map(|country| Refusal::NoEnemyBorder { country }))
});

/// §3.3 Nobody attacks its own.
const SOMEBODY_ELSES_COUNTRY: Demand =
    Rules::demand("somebody-elses-country", "own-country", |case| {
        let ours = goal(case).filter(|&country| own(case).contains(country));
        unless(ours.map(|country| Refusal::OwnCountry { country }))
    });

/// §3.3 A target borders on the attacker.
const NEXT_TO_THE_ATTACKER: Demand = Rules::demand("next-to-the-attacker", "no-border", |case| {
    unless(apart(case, case.state.battle().attacker()))
});

/// §3.4 One to three dice attack.
const ONE_TO_THREE_DICE: Demand = Rules::demand("one-to-three-dice", "dice-count", |case| {
    let wrong = dice(case).filter(|dice| !(1..=3).contains(dice));
    unless(wrong.map(|dice| Refusal::DiceCount { dice, most: 3 }))
});

/// §3.5 One or two dice defend.
const ONE_OR_TWO_DICE: Demand = Rules::demand("one-or-two-dice", "dice-count", |case| {
    let wrong = dice(case).filter(|dice| !(1..=2).contains(dice));
    unless(wrong.map(|dice| Refusal::DiceCount { dice, most: 2 }))
});

/// §3.4 One army more than dice.
const MORE_ARMIES_THAN_DICE: Demand =
    Rules::demand("more-armies-than-dice", "too-few-for-dice", |case| {
        let both = case.state.battle().attacker().zip(dice(case));
        let short = both.filter(|&(from, dice)| case.state.armies(from) <= u16::from(dice));
        unless(short.map(|(country, dice)| Refusal::TooFewForDice {
            country,
            armies: case.state.armies(country),
            dice,
        }))
    });

/// §3.5 As many armies as dice.
const AN_ARMY_FOR_EACH_DIE: Demand =
    Rules::demand("an-army-for-each-die", "too-few-for-guard", |case| {
        let both = case.state.battle().target().zip(dice(case));
        let short = both.filter(|&(to, dice)| case.state.armies(to) < u16::from(dice));
        unless(short.map(|(country, dice)| Refusal::TooFewForGuard {
            country,
            armies: case.state.armies(country),
            dice,
        }))
    });

/// §2.5, §6.2 Somebody is placed or moved.
const ONE_ARMY_OR_MORE: Demand = Rules::demand("one-army-or-more", "no-armies", |case| {
    let order = order(case);
    unless((armies(case) == Some(0)).then_some(Refusal::NoArmies { order }))
});

/// §2.5 No more are placed than are left.
const ARMIES_LEFT: Demand = Rules::demand("armies-left-to-place", "too-many-armies", |case| {
    let left = case.state.left();
    let asked = armies(case).filter(|&asked| asked > left);
    unless(asked.map(|asked| Refusal::TooManyArmies { asked, left }))
});

/// §6.2 One army stays behind.
const ONE_ARMY_STAYS: Demand = Rules::demand("one-army-stays", "nobody-stays", |case| {
    let stand = |country| case.state.armies(country);
    unless(origin(case).and_then(|country| stripped(case, country, stand(country))))
});

/// §9.7 The same for a conquest, which one army has entered already.
const ONE_STAYS_BEHIND: Demand = Rules::demand("one-army-stays", "nobody-stays", |case| {
    let stood = |country| case.state.armies(country).saturating_add(1);
    let from = case.state.battle().attacker();
    unless(from.and_then(|country| stripped(case, country, stood(country))))
});

/// §9.7 At least the dice that conquered it go in.
const AN_ARMY_FOR_EACH_DIE_ROLLED: Demand =
    Rules::demand("an-army-for-each-die-rolled", "too-few-moved-in", |case| {
        let dice = case.state.battle().dice;
        let few = armies(case).filter(|&asked| asked < u16::from(dice));
        unless(few.map(|asked| Refusal::TooFewMovedIn { asked, dice }))
    });

/// §6.3 Twenty moves; §9.10 one.
const MOVES_LEFT: Demand = Rules::demand("moves-left", "too-many-moves", |case| {
    let most = case.game.variant.moves;
    let many = case.state.phase() == Phase::Move && case.state.moves() >= most;
    unless(many.then_some(Refusal::TooManyMoves { most }))
});

/// §6.2 A move leads elsewhere.
const ANOTHER_COUNTRY: Demand = Rules::demand("another-country", "same-country", |case| {
    let same = origin(case).filter(|&country| goal(case) == Some(country));
    unless(same.map(|country| Refusal::SameCountry { country }))
});

/// §6.1
const OVER_ONE_BORDER: Demand = Rules::demand("over-one-border", "no-border", |case| {
    unless(apart(case, origin(case)))
});

/// §9.10
const ALONG_YOUR_COUNTRIES: Demand = Rules::demand("along-your-countries", "no-chain", |case| {
    let both = origin(case).zip(goal(case));
    let apart = both.filter(|&(from, to)| !own(case).joined(from).contains(to));
    unless(apart.map(|(from, to)| Refusal::NoChain { from, to }))
});

/// §5.2 What is put away is held.
const CARD_IN_HAND: Demand = Rules::demand("card-in-hand", "card-not-held", |case| {
    let Action::Discard { kind } = case.action else {
        return Ok(());
    };
    let missing = case.state.hand(case.seat).of(kind) == 0;
    unless(missing.then_some(Refusal::CardNotHeld { kind }))
});

/// §5.3 A set is three equal cards.
const THREE_EQUAL_CARDS: Demand = Rules::demand("three-equal-cards", "not-three-equal", |case| {
    let Action::Exchange { cards } = case.action else {
        return Ok(());
    };
    let wrong = cards.set().is_none();
    unless(wrong.then_some(Refusal::NotThreeEqual { cards }))
});

/// §5.3 What is exchanged is held.
const CARDS_IN_HAND: Demand = Rules::demand("cards-in-hand", "cards-not-held", |case| {
    let Action::Exchange { cards } = case.action else {
        return Ok(());
    };
    let hand = case.state.hand(case.seat);
    unless((!hand.holds(cards)).then_some(Refusal::CardsNotHeld { cards, hand }))
});

/// §9.5 With five cards or more a set must be exchanged, if there is one.
const MAY_KEEP_CARDS: Demand = Rules::demand("may-keep-cards", "must-exchange", |case| {
    let hand = case.state.hand(case.seat);
    let many = |least| hand.len() >= least;
    let must = case.state.phase() == Phase::Exchange
        && case.game.variant.must_exchange.is_some_and(many)
        && hand.sets().next().is_some();
    unless(must.then(|| Refusal::MustExchange { held: hand.len() }))
});

/// Fails with `reason` if there is one.
fn unless(reason: Option<Refusal>) -> Result<(), Refusal> {
    reason.map_or(Ok(()), Err)
}

/// Whether an action belongs to a step.
fn fits(action: Action, phase: Phase) -> bool {
    match phase {
        Phase::Deal => action == Action::Deal,
        Phase::Place | Phase::Reinforce => matches!(action, Action::Place { .. }),
        Phase::Attacker => matches!(action, Action::Attack { .. } | Action::Pass),
        Phase::Target => matches!(action, Action::Target { .. }),
        Phase::Dice => matches!(action, Action::Dice { .. }),
        Phase::Guard => matches!(action, Action::Guard { .. }),
        Phase::MoveIn => matches!(action, Action::MoveIn { .. }),
        Phase::Discard => matches!(action, Action::Discard { .. }),
        Phase::Card => action == Action::Card,
        Phase::Exchange => matches!(action, Action::Exchange { .. } | Action::Pass),
        Phase::Move => matches!(action, Action::Move { .. } | Action::End),
        Phase::Dealing | Phase::Roll | Phase::Drawing | Phase::Over(_) => false,
    }
}

fn own(case: &Question<'_>) -> Lands {
    case.state.lands(case.seat)
}

/// The country that the action is about: where it places, attacks from, moves from.
fn origin(case: &Question<'_>) -> Option<Country> {
    match case.action {
        Action::Place { at, .. } => Some(at),
        Action::Attack { from } | Action::Move { from, .. } => Some(from),
        _ => None,
    }
}

/// The country that armies are sent to or against.
fn goal(case: &Question<'_>) -> Option<Country> {
    match case.action {
        Action::Target { to } | Action::Move { to, .. } => Some(to),
        _ => None,
    }
}

fn armies(case: &Question<'_>) -> Option<u16> {
    match case.action {
        Action::Place { armies, .. } | Action::MoveIn { armies } | Action::Move { armies, .. } => {
            Some(armies)
        }
        _ => None,
    }
}

fn dice(case: &Question<'_>) -> Option<u8> {
    match case.action {
        Action::Dice { dice } | Action::Guard { dice } => Some(dice),
        _ => None,
    }
}

/// What armies are to do.
fn order(case: &Question<'_>) -> Order {
    match case.action {
        Action::Place { .. } => Order::Place,
        Action::MoveIn { .. } => Order::Enter,
        Action::Move { .. } if case.game.variant.along_chains => Order::Fortify,
        Action::Move { .. } => Order::Move,
        _ => Order::Attack,
    }
}

/// `country` is not the seat's.
fn foreign(case: &Question<'_>, country: Country) -> Option<Refusal> {
    let held = own(case).contains(country);
    (!held).then(|| Refusal::NotYourCountry {
        country,
        owner: case.state.owner(country),
        order: order(case),
    })
}

/// The goal does not border on `from`. That it is `from` itself, another demand says.
fn apart(case: &Question<'_>, from: Option<Country>) -> Option<Refusal> {
    let (from, to) = from.zip(goal(case))?;
    let order = order(case);
    let apart = from != to && !from.borders_on(to);
    apart.then_some(Refusal::NoBorder { from, to, order })
}

/// Of `stood` armies in `country` none would stay.
fn stripped(case: &Question<'_>, country: Country, stood: u16) -> Option<Refusal> {
    let asked = armies(case).filter(|&asked| stood <= asked)?;
    Some(Refusal::NobodyStays {
        country,
        armies: stood,
        asked,
        order: order(case),
    })
}
