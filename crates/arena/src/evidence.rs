//! How strongly the results of two players favour one of them, valid however often somebody looks at them.
//!
//! A likelihood of 95 % means little if one looks after every pair and stops at the first time it is reached. So the
//! ladder bets instead: a purse of 1 is staked on the first player at odds that are fair if both are equal. Whatever
//! the bets, between equal players the purse ever reaches 20 in at most one ladder out of twenty (Ville's inequality).

use crate::Scores;

/// From here on a comparison is clear: one in twenty equal pairs of players would ever seem so.
pub const CLEAR: f64 = 20.0;

/// Parts of the purse that are staked on each set. Nobody knows the best one before, so an equal share of the purse
/// plays by each of them.
const STAKES: [f64; 8] = [0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.97];

/// What has become of a purse of 1.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Evidence {
    /// Staked on the first player.
    pub first: f64,
    /// Staked on the second one.
    pub second: f64,
}

impl Evidence {
    pub fn of(scores: &Scores) -> Evidence {
        Evidence {
            first: purse(scores, |score| score),
            second: purse(scores, |score| 1.0 - score),
        }
    }

    /// Whether it is clear who is stronger.
    pub fn is_clear(self) -> bool {
        self.first >= CLEAR || self.second >= CLEAR
    }
}

/// A set that scores 1 pays the stake, one that scores 0 costs it, a drawn one does nothing.
fn purse(scores: &Scores, of: impl Fn(f64) -> f64) -> f64 {
    let ends = STAKES.map(|stake| {
        let sets = scores.counts().iter();
        let growth = |&(score, count): &(f64, u64)| {
            let gain: f64 = 1.0 + stake * (2.0 * of(score) - 1.0);
            count as f64 * gain.ln()
        };
        sets.map(growth).sum::<f64>().exp()
    });
    ends.iter().sum::<f64>() / STAKES.len() as f64
}

#[cfg(test)]
mod tests {
    use vauban_game::Dice;

    use super::*;

    #[test]
    fn a_clean_sweep_is_clear_after_six_sets_and_even_play_never() {
        let mut scores = Scores::default();
        for sets in 1..=10 {
            scores.add(1.0);
            let evidence = Evidence::of(&scores);
            assert_eq!(evidence.is_clear(), sets >= 6, "{sets}: {evidence:?}");
            assert!(evidence.second < 1.0);
        }
        let mut scores = Scores::default();
        (0..1_000).for_each(|_| scores.add(0.5));
        assert_eq!(Evidence::of(&scores).first, 1.0);
    }

    #[test]
    fn equal_players_seldom_seem_clear_however_often_one_looks() {
        let mut dice = Dice::seeded(11);
        let mut wrong = 0;
        for _ in 0..400 {
            let mut scores = Scores::default();
            let mut clear = false;
            for _ in 0..100 {
                scores.add([0.0, 0.5, 0.5, 1.0][dice.below(4) as usize]);
                clear |= Evidence::of(&scores).first >= CLEAR;
            }
            wrong += u32::from(clear);
        }
        // At most 20 of 400 are expected, however long it goes on.
        assert!(wrong <= 20, "{wrong} of 400");
    }

    #[test]
    fn a_stronger_player_is_found_in_the_end() {
        let mut dice = Dice::seeded(12);
        let mut found = 0;
        for _ in 0..100 {
            let mut scores = Scores::default();
            for _ in 0..200 {
                // 62.5 % of the points: about 90 Elo.
                scores.add([0.0, 0.5, 0.5, 1.0, 1.0, 0.5, 0.5, 1.0][dice.below(8) as usize]);
            }
            found += u32::from(Evidence::of(&scores).first >= CLEAR);
        }
        assert!(found >= 90, "{found} of 100");
    }
}
