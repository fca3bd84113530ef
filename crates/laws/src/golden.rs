//! Golden playthroughs: a seeded random game as text, with what every viewer sees and is told, kept
//! beside the rules. A change of the rules, the words or the picture shows as a difference.

use std::{fmt::Write as _, fs, path::Path};

use crate::{Curiosity, Player};
use vauban_game::{
    Dice, Happening, Lang, Playable, Settings, Turn, Viewer, every_action,
    scene::{Colours, Raster, Theme},
    tell,
};

/// So many steps are told in full; of the later ones only the texts.
const IN_FULL: u32 = 40;
/// The position, the picture and the choices are written this often.
const OFTEN: u32 = 10;
/// A game that does not end is cut off here.
const STEPS: u32 = 2_000;

/// Plays the game with `seed` and writes it down. `settings` are those that made it.
pub fn playthrough<G: Playable>(game: &G, settings: &Settings, seed: u64) -> String {
    let mut page = Page {
        game,
        text: String::new(),
    };
    let options: Vec<String> = G::CARD
        .written(settings, game.seats())
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    page.line(&format!(
        "# {}, by {}, seed {seed}",
        G::CARD.name,
        game.rule_set()
    ));
    page.line(&format!("# {}", options.join(" ")));
    let mut dice = Dice::seeded(seed);
    let mut player = Player::new(Curiosity::of_seed(seed));
    let mut state = game.start();
    for step in 0..STEPS {
        if step % OFTEN == 0 && step <= IN_FULL {
            page.pause(&state);
        }
        let Some(happening) = player.choose(game, &state, &mut dice) else {
            break;
        };
        let before = state.clone();
        match happening {
            Happening::Action(seat, action) => game.act(&mut state, seat, action),
            Happening::Chance(chance) => game.settle(&mut state, chance),
        }
        page.step(step + 1, happening);
        if step < IN_FULL {
            page.heard(&before, happening, &state);
        }
    }
    page.pause(&state);
    page.end(&state);
    page.text
}

struct Page<'a, G> {
    game: &'a G,
    text: String,
}

impl<G: Playable> Page<'_, G> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    fn step(&mut self, number: u32, happening: Happening<G>) {
        let text = match happening {
            Happening::Action(seat, action) => format!("{seat} {}", self.game.write(action)),
            Happening::Chance(chance) => format!("!{}", self.game.write_chance(chance)),
        };
        self.line(&format!("{number}. {text}"));
    }

    /// What everybody is told, and the numbers beside the board where they have changed.
    fn heard(&mut self, before: &G::State, happening: Happening<G>, after: &G::State) {
        let game = self.game;
        self.each(|viewer| {
            let mut text = String::new();
            for event in tell(game, before, happening, after, viewer) {
                let told = serde_json::to_string(&event.told(Lang::En)).unwrap_or_default();
                let _ = writeln!(text, "{told} {}", event.text.fr);
            }
            text
        });
        let status = |state| move |viewer| status(game, &game.view(state, viewer));
        if Viewer::all(game.seats()).any(|viewer| status(before)(viewer) != status(after)(viewer)) {
            self.each(status(after));
        }
    }

    /// The position, the choices and what everybody sees.
    fn pause(&mut self, state: &G::State) {
        let game = self.game;
        self.line(&format!("\nposition {}", game.write_position(state)));
        for seat in game.turn(state).seats().iter() {
            let actions = every_action(game, state, seat);
            let texts: Vec<String> = actions.iter().map(|&action| game.write(action)).collect();
            self.line(&format!("legal for {seat}: {}", texts.join(" ")));
        }
        let backdrop = game.backdrop(Lang::En);
        self.each(|viewer| {
            let view = game.view(state, viewer);
            let scene = backdrop.with_layers(game.layers(&view, Lang::En));
            // As small as it gets.
            let picture = Raster::new(&scene, Theme::Light, 1, 1).ansi(Colours::None);
            status(game, &view) + picture.trim_end()
        });
        self.line("");
    }

    fn end(&mut self, state: &G::State) {
        let line = match self.game.turn(state) {
            Turn::Over(outcome) => {
                format!("over {:?} {}", outcome.scores(), outcome.ending.text.en)
            }
            turn => format!("not over: {turn:?}"),
        };
        self.line(&line);
    }

    /// One paragraph for all viewers for whom `text` is the same.
    fn each(&mut self, text: impl Fn(Viewer) -> String) {
        let mut groups: Vec<(Vec<String>, String)> = Vec::new();
        for viewer in Viewer::all(self.game.seats()) {
            let name = viewer
                .seat()
                .map_or("spectators".to_owned(), |seat| seat.to_string());
            let text = text(viewer);
            match groups.iter_mut().find(|(_, other)| *other == text) {
                Some((names, _)) => names.push(name),
                None => groups.push((vec![name], text)),
            }
        }
        let only = groups.len() == 1;
        for (names, text) in groups {
            let names = if only {
                "all".to_owned()
            } else {
                names.join(",")
            };
            if text.trim().is_empty() {
                self.line(&format!("  {names}: nothing"));
            }
            for (index, line) in text.lines().enumerate() {
                let names = if index == 0 {
                    format!("{names}:")
                } else {
                    " ".repeat(names.len() + 1)
                };
                self.line(&format!("  {names} {line}"));
            }
        }
    }
}

fn status<G: Playable>(game: &G, view: &G::View) -> String {
    let status = game.status(view);
    let mut text = status.phase.en.into_owned();
    if let Some(left) = status.left {
        let _ = write!(text, "; {}: {}", left.name.en, left.count);
    }
    for statistic in status.statistics {
        let _ = write!(text, "; {} {:?}", statistic.name.en, statistic.values);
    }
    if let Some(own) = game.own(view) {
        let _ = write!(text, "; {}", own.en);
    }
    text + "\n"
}

/// The environment's word for "write the golden files anew".
pub const BLESS: &str = "VAUBAN_BLESS";

/// Compares `text` with the file at `path`; the error shows the first line that differs. With
/// `VAUBAN_BLESS=1` the file is rewritten instead.
pub fn compare(path: impl AsRef<Path>, text: &str) -> Result<(), String> {
    let path = path.as_ref();
    if std::env::var_os(BLESS).is_some_and(|value| value == "1") {
        return fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()));
    }
    agree(path, text)
}

fn agree(path: &Path, text: &str) -> Result<(), String> {
    let advice = format!("if that is right, run again with {BLESS}=1");
    let golden = fs::read_to_string(path)
        .map_err(|error| format!("{}: {error}; {advice}", path.display()))?;
    match difference(&golden, text) {
        None => Ok(()),
        Some(difference) => Err(format!("{}: {difference}\n{advice}", path.display())),
    }
}

/// The first line that differs, with the lines before it.
fn difference(golden: &str, text: &str) -> Option<String> {
    if golden == text {
        return None;
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (golden.lines().collect(), text.lines().collect());
    let at = old
        .iter()
        .zip(&new)
        .take_while(|(old, new)| old == new)
        .count();
    let around: Vec<&str> = new[at.saturating_sub(3)..at].to_vec();
    let shown =
        |line: Option<&&str>| line.map_or("(the end)".to_owned(), |line| (*line).to_owned());
    Some(format!(
        "line {} differs\n  {}\n- {}\n+ {}",
        at + 1,
        around.join("\n  "),
        shown(old.get(at)),
        shown(new.get(at)),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        toys::{Muster, Stash},
        variants,
    };

    #[test]
    fn the_same_seed_gives_the_same_text_and_another_seed_another() {
        let variant = &variants::<Stash>()[0];
        let play = |seed| playthrough(&variant.game, &variant.settings, seed);
        assert_eq!(play(1), play(1));
        assert_ne!(play(1), play(2));
        assert!(play(1).starts_with("# stash, by stash 1, seed 1\n# cells=6 players=2\n"));
        assert!(play(1).contains("over ["));
    }

    #[test]
    fn what_only_one_seat_is_told_stands_at_its_name() {
        let variant = &variants::<Muster>()[0];
        let text = playthrough(&variant.game, &variant.settings, 1);
        let told = text
            .lines()
            .find(|line| line.contains("\"card\":"))
            .unwrap();
        assert!(told.trim_start().starts_with("1: "), "{told}");
    }

    #[test]
    fn the_first_difference_is_shown() {
        assert_eq!(difference("a\nb\n", "a\nb\n"), None);
        let shown = difference("a\nb\nc\n", "a\nb\nd\n").unwrap();
        assert_eq!(shown, "line 3 differs\n  a\n  b\n- c\n+ d");
        assert!(
            difference("a\n", "a\nb\n")
                .unwrap()
                .contains("- (the end)\n+ b")
        );
        assert!(
            agree(Path::new("/no/such/file"), "")
                .unwrap_err()
                .contains(BLESS)
        );
    }
}
