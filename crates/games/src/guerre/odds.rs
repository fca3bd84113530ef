//! What an attack would come to: nothing is left to chance, so there is one result.

use vauban_game::{Actions, Balance, Game, Odds, OddsLine, Part, Seat, Side, Text, text};

use super::{
    Action, Battle, Fate, Guerre, Place, Square, State,
    combat::{How, Share},
    words::class_name,
};

impl Odds for Guerre {
    fn odds(&self, view: &State, seat: Seat, action: Action) -> Option<Vec<OddsLine>> {
        let battle = self.asked(view, seat, action)?;
        Some(vec![OddsLine {
            result: battle.fate.word().to_owned(),
            text: fate_name(battle.fate),
            ways: 1,
            of: 1,
        }])
    }

    /// §6.8 The fate of the target, and how far the attack is from one.
    fn effect(&self, view: &State, seat: Seat, action: Action) -> Option<Text> {
        let battle = self.asked(view, seat, action)?;
        let Action::Attack { from, to } = action else {
            return None;
        };
        let Battle {
            attack, defence, ..
        } = battle;
        let (surplus, enough) = (attack - defence, self.doctrine.destroy_at);
        Some(match battle.fate {
            Fate::Destroyed => text!(
                "destroys {to}: {attack} − {defence} ≥ {enough}",
                "détruit {to} : {attack} − {defence} ≥ {enough}"
            ),
            Fate::Trapped => text!(
                "destroys {to}, which cannot retreat: {attack} − {defence} = {surplus}",
                "détruit {to}, qui ne peut battre en retraite : {attack} − {defence} = {surplus}"
            ),
            Fate::Retreats => text!(
                "drives {to} back: {attack} − {defence} = {surplus}",
                "repousse {to} : {attack} − {defence} = {surplus}"
            ),
            Fate::Holds => {
                let short = self.doctrine.retreat_at - surplus;
                match self.helper(view, seat, from, to) {
                    Some((helper, value)) => text!(
                        "{short} short ({attack} − {defence}): {helper} could bring {value}",
                        "il manque {short} ({attack} − {defence}) : {helper} pourrait apporter {value}"
                    ),
                    None => text!(
                        "{short} short: {attack} − {defence}",
                        "il manque {short} : {attack} − {defence}"
                    ),
                }
            }
        })
    }

    fn balance(&self, view: &State, seat: Seat, action: Action) -> Option<Balance> {
        let battle = self.asked(view, seat, action)?;
        let part = |side, share: &Share| Part {
            side,
            spot: self.board.place(share.unit.square()).spot(),
            value: share.value.into(),
            why: share_name(share),
        };
        let attackers = battle.attackers.iter();
        let defenders = battle.defenders.iter();
        Some(Balance {
            attack: battle.attack.into(),
            defence: battle.defence.into(),
            parts: attackers
                .map(|share| part(Side::Attack, share))
                .chain(defenders.map(|share| part(Side::Defence, share)))
                .collect(),
        })
    }
}

impl Guerre {
    /// The battle that is asked about, if somebody stands at both ends of it.
    fn asked(&self, state: &State, seat: Seat, action: Action) -> Option<Battle> {
        let Action::Attack { from, to } = action else {
            return None;
        };
        let square = |place: Place| self.board.square(place);
        let (from, to) = (square(from)?, square(to)?);
        state.unit(seat, from)?;
        state.unit(seat.other(), to)?;
        Some(self.battle(state, seat, from, to))
    }

    /// The unit that could add most to an attack by a move of its own, and how much. Of equals the first.
    fn helper(&self, state: &State, seat: Seat, from: Place, to: Place) -> Option<(Place, i32)> {
        let (start, target) = (self.board.square(from)?, self.board.square(to)?);
        let (attack, _) = self.totals(state, seat, start, target);
        let mut actions = Actions::new();
        self.actions(state, seat, &mut actions);
        let gains = actions.choices().filter_map(|choice| {
            let Action::Move {
                from: unit,
                to: there,
            } = choice.action
            else {
                return None;
            };
            let sees = self.board.sight(self.board.square(there)?).contains(target);
            if unit == from || !sees {
                return None;
            }
            let mut then = state.clone();
            self.act(&mut then, seat, choice.action);
            let (after, _) = self.totals(&then, seat, start, target);
            (after > attack).then_some((unit, after - attack))
        });
        gains.reduce(|best, other| if other.1 > best.1 { other } else { best })
    }

    /// The strongest attack of `seat` on `to` as all stand, its charge included, whoever moved last; and
    /// where it is started from.
    pub(super) fn standing_attack(
        &self,
        state: &State,
        seat: Seat,
        to: Square,
    ) -> Option<(Square, Battle)> {
        let starters = state.units(seat).filter(|&unit| {
            self.strikes(state, seat, unit)
                && self.board.sight(unit.square()).contains(to)
                && self.hits(state, seat, unit, to)
        });
        let battles = starters.map(|unit| {
            let from = unit.square();
            (from, self.battle(state, seat, from, to))
        });
        // Of equals the first.
        battles.reduce(|best, other| match other.1.attack > best.1.attack {
            true => other,
            false => best,
        })
    }
}

/// What becomes of the target, in a word.
pub(super) fn fate_name(fate: Fate) -> Text {
    match fate {
        Fate::Holds => Text::fixed("nothing happens", "rien ne se passe"),
        Fate::Retreats => Text::fixed("must retreat", "doit battre en retraite"),
        Fate::Destroyed => Text::fixed("destroyed", "détruite"),
        Fate::Trapped => Text::fixed(
            "destroyed: it has nowhere to retreat",
            "détruite, faute d'issue pour sa retraite",
        ),
    }
}

/// Who adds to a total, and why so much.
pub(super) fn share_name(share: &Share) -> Text {
    let class = class_name(share.unit.class());
    match share.how {
        How::Plain => class,
        How::Charging => text!("{class}, charging", "{class}, en charge", class),
        How::InFort => text!("{class} in a fort", "{class} dans un fort", class),
        How::OnPass => text!("{class} on a pass", "{class} sur un col", class),
    }
}
