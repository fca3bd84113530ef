//! What refusals cite is written, in both languages.

use super::*;

#[test]
fn every_refusal_cites_a_paragraph_that_both_rulebooks_have() {
    for refusal in all_refusals() {
        for lang in Lang::ALL {
            let paragraph = format!("\n{} ", refusal.paragraph());
            let book = jungle().rulebook(lang);
            assert!(book.contains(&paragraph), "{} {lang:?}", refusal.code());
            assert!(!refusal.text().of(lang).is_empty());
        }
    }
}

#[test]
fn the_tree_and_the_refusals_have_the_same_codes() {
    let refusals: BTreeSet<&str> = all_refusals().iter().map(Reason::code).collect();
    let tree: BTreeSet<&str> = tree_codes().into_iter().collect();
    assert_eq!(refusals, tree);
    assert_eq!(tree_codes().len(), tree.len());
}

#[test]
fn the_tree_reads_as_a_list_of_demands() {
    let [tree] = &jungle().trees()[..] else {
        panic!("one tree");
    };
    assert_eq!(tree.kind, "move");
    assert_eq!(tree.text, TREE);
}

const TREE: &str = "\
all
  lazy all
    game-goes-on
    your-turn
  lazy all
    an-animal-there
    all
      own-animal
      lazy all
        another-square
        all
          all
            along-row-or-column
            can-swim
            off-own-throne
          lazy all
            one-square-or-a-jump
            all
              can-jump
              water-is-free
              landing-is-free
          lazy all
            no-own-animal-there
            attacker-not-trapped
            all
              from-water-only-a-rat-in-water
              strong-enough
";

#[test]
fn both_rulebooks_have_the_same_paragraphs() {
    let numbers = |lang| -> Vec<String> {
        let starts = |line: &str| line.chars().next().is_some_and(|c| c.is_ascii_digit());
        jungle()
            .rulebook(lang)
            .lines()
            .filter(|line| starts(line.trim_start_matches("## ")) && line.contains('.'))
            .filter_map(|line| line.trim_start_matches("## ").split(' ').next())
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(numbers(Lang::En), numbers(Lang::Fr));
    assert!(numbers(Lang::En).len() > 30);
}

/// One of each kind.
fn all_refusals() -> Vec<Refusal> {
    let start = jungle().start();
    let crowd = position(
        1,
        &[
            (Animal::Lion, "b6"),
            (Animal::Rat, "d6"),
            (Animal::Cat, "b5"),
            (Animal::Dog, "e13"),
        ],
        &[
            (Animal::Cat, "f6"),
            (Animal::Elephant, "a5"),
            (Animal::Dog, "d13"),
        ],
    );
    let water = position(1, &[(Animal::Rat, "c6")], &[(Animal::Elephant, "b6")]);
    let throne = position(1, &[(Animal::Cat, "e1")], &[(Animal::Cat, "a11")]);
    let won = position(1, &[(Animal::Cat, "e13")], &[(Animal::Lion, "a11")]);
    let won = after(&won, "e13f13");
    let asked = [
        (start, RED, "j3j4"),
        (start, BLUE, "a1a2"),
        (start, BLUE, "b2b2"),
        (start, BLUE, "b2d5"),
        (crowd, BLUE, "b6f6"),
        (crowd, BLUE, "b5f5"),
        (crowd, BLUE, "b5b6"),
        (crowd, BLUE, "b5a5"),
        (crowd, BLUE, "e13d13"),
        (crowd, BLUE, "b6c6"),
        (water, BLUE, "c6b6"),
        (throne, BLUE, "e1f1"),
        (won, RED, "a11a12"),
    ];
    let mut refusals: Vec<Refusal> = asked
        .iter()
        .flat_map(|(state, seat, text)| refused(state, *seat, text).failed)
        .collect();
    let dog = position(1, &[(Animal::Dog, "b6")], &[(Animal::Cat, "a11")]);
    refusals.extend(refused(&dog, BLUE, "b6f6").failed);
    refusals
}
