//! The click path so far, and what another spot makes of it.

use std::collections::BTreeMap;

use vauban_scene::Spot;
use vauban_table::Choice;

/// The spots that were selected, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gesture {
    spots: Vec<Spot>,
}

/// What became of a gesture when a spot was selected.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Picked {
    /// More spots are needed.
    Further,
    /// The choice with this number is made.
    Made(usize),
    /// Several choices have this very path and are told apart by their names.
    Several,
    /// The last spot was taken back.
    Back,
    /// No choice goes along this path.
    Astray(Vec<Spot>),
}

impl Gesture {
    pub fn spots(&self) -> &[Spot] {
        &self.spots
    }

    pub fn clear(&mut self) {
        self.spots.clear();
    }

    /// Follows a path that no choice has, so that it can be asked why.
    pub fn follow(&mut self, spots: Vec<Spot>) {
        self.spots = spots;
    }

    /// The choices that begin as the gesture does, with their numbers.
    pub fn open<'ask>(
        &self,
        choices: &'ask [Choice],
    ) -> impl Iterator<Item = (usize, &'ask Choice)> {
        choices
            .iter()
            .enumerate()
            .filter(|(_, choice)| choice.path.starts_with(&self.spots))
    }

    /// Whether some choice begins as the gesture does.
    pub fn is_open(&self, choices: &[Choice]) -> bool {
        self.open(choices).next().is_some()
    }

    /// As [`Gesture::pick`]; but a first click takes up what stands `instead` of a spot, and the next click
    /// on the spot takes up the spot itself.
    pub fn pick_usual(
        &mut self,
        spot: &Spot,
        instead: &BTreeMap<Spot, Spot>,
        choices: &[Choice],
    ) -> Picked {
        match instead.get(spot) {
            Some(other) if self.spots.is_empty() => self.pick(other, choices),
            _ => self.pick(spot, choices),
        }
    }

    pub fn pick(&mut self, spot: &Spot, choices: &[Choice]) -> Picked {
        let mut longer = self.clone();
        longer.spots.push(spot.clone());
        if longer.is_open(choices) {
            *self = longer;
            let mut open = self.open(choices);
            let first = open.next();
            return match (first, open.next()) {
                (Some((number, only)), None) if only.path.len() == self.spots.len() => {
                    Picked::Made(number)
                }
                (Some((_, choice)), Some(_)) if choice.path.len() == self.spots.len() => {
                    Picked::Several
                }
                _ => Picked::Further,
            };
        }
        if self.spots.last() == Some(spot) {
            self.spots.pop();
            return Picked::Back;
        }
        // Another beginning is a change of mind, not a mistake.
        if !self.spots.is_empty()
            && choices
                .iter()
                .any(|choice| choice.path.first() == Some(spot))
        {
            self.clear();
            return self.pick(spot, choices);
        }
        Picked::Astray(longer.spots)
    }
}

#[cfg(test)]
mod tests {
    use vauban_scene::{Mark, Paint};

    use super::*;

    fn choices(paths: &[&str]) -> Vec<Choice> {
        let choice = |path: &&str| Choice {
            stem: path.replace(' ', "-"),
            target: None,
            joint: "",
            path: path.split(' ').map(Spot::from).collect(),
            mark: Paint::Mark(Mark::SHIFT),
            caption: String::new(),
            label: None,
            amount: None,
            amount_names: Vec::new(),
            key: None,
            repeat: None,
            warning: None,
            effect: None,
        };
        paths.iter().map(choice).collect()
    }

    #[test]
    fn a_whole_path_makes_its_choice() {
        let choices = choices(&["a b", "a c", "d"]);
        let mut gesture = Gesture::default();
        assert_eq!(gesture.pick(&"a".into(), &choices), Picked::Further);
        assert_eq!(gesture.open(&choices).count(), 2);
        assert_eq!(gesture.pick(&"c".into(), &choices), Picked::Made(1));
        gesture.clear();
        assert_eq!(gesture.pick(&"d".into(), &choices), Picked::Made(2));
    }

    #[test]
    fn equal_paths_are_told_apart_by_name() {
        let choices = choices(&["a b", "a b"]);
        let mut gesture = Gesture::default();
        gesture.pick(&"a".into(), &choices);
        assert_eq!(gesture.pick(&"b".into(), &choices), Picked::Several);
    }

    #[test]
    fn the_same_spot_again_takes_it_back_and_another_beginning_starts_anew() {
        let choices = choices(&["a b", "c d"]);
        let mut gesture = Gesture::default();
        gesture.pick(&"a".into(), &choices);
        assert_eq!(gesture.pick(&"c".into(), &choices), Picked::Further);
        assert_eq!(gesture.spots(), [Spot::from("c")]);
        assert_eq!(gesture.pick(&"c".into(), &choices), Picked::Back);
        assert!(gesture.spots().is_empty());
    }

    #[test]
    fn a_first_click_takes_up_what_was_taken_up_last_time() {
        let choices = choices(&["17 18", "hero-17 18"]);
        let instead = BTreeMap::from([("17".into(), "hero-17".into())]);
        let mut gesture = Gesture::default();
        let mut pick = |spot: &str| {
            let picked = gesture.pick_usual(&spot.into(), &instead, &choices);
            (picked, gesture.spots().first().cloned())
        };
        assert_eq!(pick("17"), (Picked::Further, Some("hero-17".into())));
        assert_eq!(pick("17"), (Picked::Further, Some("17".into())));
        assert_eq!(pick("17"), (Picked::Back, None));
        assert_eq!(pick("17"), (Picked::Further, Some("hero-17".into())));
        assert_eq!(pick("18").0, Picked::Made(1));
    }

    #[test]
    fn a_path_without_a_choice_is_told_whole() {
        let choices = choices(&["a b"]);
        let mut gesture = Gesture::default();
        gesture.pick(&"a".into(), &choices);
        let astray = Picked::Astray(vec!["a".into(), "x".into()]);
        assert_eq!(gesture.pick(&"x".into(), &choices), astray);
        assert_eq!(gesture.spots(), [Spot::from("a")]);
    }
}
