//! What pictures the terminal shows, as it says itself.
//!
//! `ratatui-image` can ask too, but leaves a thread behind that reads the keyboard for ever if the terminal
//! does not answer, and changes the settings of tmux. Here one deadline ends everything.

use std::io;
use std::time::{Duration, Instant};

use ratatui::crossterm::terminal::{WindowSize, window_size};
use ratatui::layout::Size;
use ratatui_image::picker::cap_parser::{Parser, QueryStdioOptions, Response};
use vauban_scene::Colours;

use super::Pictures;
use crate::Options;

/// Terminals answer at once; this is for those at the other end of a slow line.
const DEADLINE: Duration = Duration::from_millis(1_000);

/// The size of a character, in pixels, in a terminal that does not tell.
const USUAL_CELL: Size = Size::new(8, 16);

/// How pictures are sent.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Protocol {
    Kitty,
    Sixel,
}

/// How this terminal shows pictures.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Graphics {
    pub protocol: Protocol,
    /// The size of a character, in pixels.
    pub cell: Size,
    /// Whether what is sent may be compressed; sixels never are.
    pub compressed: bool,
}

/// What a terminal has answered.
#[derive(Debug, Default, PartialEq)]
struct Answers {
    kitty: bool,
    sixel: bool,
    compression: bool,
    cell: Option<Size>,
}

/// Asks the terminal how it shows pictures, if they are wanted. It must be in raw mode, and nothing may have
/// been read from it yet.
pub(crate) fn ask(options: &Options) -> Option<Graphics> {
    let env = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let candidates = candidates(options, env);
    if candidates.is_empty() {
        return None;
    }
    let answers = answers(say, wait);
    let cell = answers.cell.or_else(cell_of_window);
    choose(options.pictures, &candidates, &answers, cell)
}

/// The protocols that may be used in this environment, the better one first.
fn candidates(options: &Options, env: impl Fn(&str) -> Option<String>) -> Vec<Protocol> {
    // Whoever wants no colours wants no pictures.
    if options.colours == Colours::None {
        return Vec::new();
    }
    match options.pictures {
        Pictures::Never => Vec::new(),
        Pictures::By(protocol) => vec![protocol],
        Pictures::Auto => {
            let term = env("TERM").unwrap_or_default();
            // The console of Linux writes on the screen what it does not understand; Konsole says that it
            // knows both protocols, and draws neither right.
            let deaf = ["", "dumb", "linux"].contains(&term.as_str());
            if deaf || env("KONSOLE_VERSION").is_some() {
                return Vec::new();
            }
            // WezTerm does not know the part of kitty's protocol by which pictures stand among characters.
            match env("WEZTERM_EXECUTABLE") {
                Some(_) => vec![Protocol::Sixel],
                None => vec![Protocol::Kitty, Protocol::Sixel],
            }
        }
    }
}

/// The way that is both wanted and understood.
fn choose(
    wish: Pictures,
    candidates: &[Protocol],
    answers: &Answers,
    cell: Option<Size>,
) -> Option<Graphics> {
    let (protocol, cell) = match wish {
        Pictures::Never => return None,
        Pictures::By(protocol) => (protocol, cell.unwrap_or(USUAL_CELL)),
        Pictures::Auto => {
            let understood = |protocol: &Protocol| match protocol {
                Protocol::Kitty => answers.kitty,
                Protocol::Sixel => answers.sixel,
            };
            let mut candidates = candidates.iter().copied();
            (candidates.find(understood)?, cell?)
        }
    };
    Some(Graphics {
        protocol,
        cell,
        compressed: answers.compression && protocol == Protocol::Kitty,
    })
}

/// Asks everything at once, and listens until the last question is answered or time is up. `wait` returns
/// what came within a time, or nothing.
fn answers(
    say: impl FnOnce(&str) -> io::Result<()>,
    mut wait: impl FnMut(Duration) -> io::Result<Vec<u8>>,
) -> Answers {
    let mut answers = Answers::default();
    let question = QueryStdioOptions {
        kitty_compression: true,
        ..QueryStdioOptions::default()
    };
    // tmux is asked like any other terminal: it knows whether it passes sixels on.
    if say(&Parser::query(false, question)).is_err() {
        return answers;
    }
    let mut parser = Parser::new();
    let end = Instant::now() + DEADLINE;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        let Ok(bytes) = wait(left) else {
            return answers;
        };
        if bytes.is_empty() {
            return answers;
        }
        for response in bytes
            .into_iter()
            .flat_map(|byte| parser.push(char::from(byte)))
        {
            match response {
                Response::Kitty => answers.kitty = true,
                Response::Sixel => answers.sixel = true,
                Response::KittyCompression => answers.compression = true,
                Response::CellSize(size) => answers.cell = size.map(Size::from).or(answers.cell),
                // Every terminal answers this one, and it was asked last.
                Response::Status => return answers,
                _ => (),
            }
        }
    }
}

fn say(question: &str) -> io::Result<()> {
    use std::io::Write as _;
    let mut stdout = io::stdout().lock();
    stdout.write_all(question.as_bytes())?;
    stdout.flush()
}

/// What is typed or answered within `time`. The keyboard is read below the standard library, which would keep
/// what it has read from whoever reads keys later.
#[cfg(unix)]
fn wait(time: Duration) -> io::Result<Vec<u8>> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::{read, retry_on_intr};
    let stdin = rustix::stdio::stdin();
    let time = Timespec::try_from(time).map_err(io::Error::other)?;
    let mut keyboard = [PollFd::new(&stdin, PollFlags::IN)];
    if retry_on_intr(|| poll(&mut keyboard, Some(&time)))? == 0 {
        return Ok(Vec::new());
    }
    let mut bytes = [0; 256];
    let count = read(stdin, &mut bytes)?;
    Ok(bytes[..count].to_vec())
}

/// Nobody is listened to where that cannot be ended.
#[cfg(not(unix))]
fn wait(_: Duration) -> io::Result<Vec<u8>> {
    Ok(Vec::new())
}

/// The size of a character by that of the window.
pub(crate) fn cell_of_window() -> Option<Size> {
    let WindowSize {
        rows,
        columns,
        width,
        height,
    } = window_size().ok()?;
    let cell = Size::new(width.checked_div(columns)?, height.checked_div(rows)?);
    (cell.width > 0 && cell.height > 0).then_some(cell)
}

#[cfg(test)]
mod tests {
    use vauban_game::Lang;
    use vauban_scene::Theme;

    use super::*;

    const CELL: Option<Size> = Some(Size::new(10, 20));

    /// What a terminal is found to show that answers in these pieces, in this environment.
    fn found(wish: Pictures, env: &[(&str, &str)], pieces: &[&str]) -> Option<Graphics> {
        let options = options(wish, Colours::True);
        let env = |name: &str| {
            let found = env.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        let candidates = candidates(&options, env);
        let heard = heard(pieces);
        choose(wish, &candidates, &heard, heard.cell)
    }

    fn heard(pieces: &[&str]) -> Answers {
        let mut pieces = pieces.iter();
        answers(
            |_| Ok(()),
            |_| Ok(pieces.next().unwrap_or(&"").as_bytes().to_vec()),
        )
    }

    fn options(pictures: Pictures, colours: Colours) -> Options {
        Options {
            lang: Lang::En,
            theme: Theme::Dark,
            colours,
            search_memory: 1 << 20,
            pictures,
            curtain: true,
        }
    }

    const KITTY: [(&str, &str); 1] = [("TERM", "xterm-kitty")];
    const XTERM: [(&str, &str); 1] = [("TERM", "xterm-256color")];

    #[test]
    fn kitty_is_taken_before_sixels_however_the_answers_are_cut() {
        let whole = "\x1b_Gi=31;OK\x1b\\\x1b_Gi=32;OK\x1b\\\x1b[?62;4c\x1b[6;20;10t\x1b[0n";
        let expected = Some(Graphics {
            protocol: Protocol::Kitty,
            cell: Size::new(10, 20),
            compressed: true,
        });
        assert_eq!(found(Pictures::Auto, &KITTY, &[whole]), expected);
        for cut in 1..whole.len() {
            let (one, two) = whole.split_at(cut);
            assert_eq!(found(Pictures::Auto, &KITTY, &[one, two]), expected);
        }
        let plain = whole.replace("\x1b_Gi=32;OK", "\x1b_Gi=32;EINVAL:no");
        let graphics = found(Pictures::Auto, &KITTY, &[&plain]).unwrap();
        assert!(!graphics.compressed);
    }

    #[test]
    fn sixels_are_taken_where_only_they_are_understood() {
        let answer = ["\x1b[?62;1;4;6c", "\x1b[6;16;8t\x1b[0n"];
        let expected = Some(Graphics {
            protocol: Protocol::Sixel,
            cell: Size::new(8, 16),
            compressed: false,
        });
        assert_eq!(found(Pictures::Auto, &XTERM, &answer), expected);
        let both = "\x1b_Gi=31;OK\x1b\\\x1b[?62;4c\x1b[6;16;8t\x1b[0n";
        let wezterm = [XTERM[0], ("WEZTERM_EXECUTABLE", "/usr/bin/wezterm")];
        assert_eq!(found(Pictures::Auto, &wezterm, &[both]), expected);
    }

    #[test]
    fn a_terminal_without_pictures_gets_none() {
        for answer in ["", "\x1b[?62;6c\x1b[6;16;8t\x1b[0n", "\x1b[0n", "hello q"] {
            assert_eq!(found(Pictures::Auto, &XTERM, &[answer]), None, "{answer:?}");
        }
        // Without the size of a character the picture would not lie where the board is.
        assert_eq!(found(Pictures::Auto, &XTERM, &["\x1b[?62;4c\x1b[0n"]), None);
    }

    #[test]
    fn a_terminal_that_would_misunderstand_the_question_is_not_asked() {
        let asked = |wish, colours, env: &[(&str, &str)]| {
            let find = |name: &str| env.iter().find(|(known, _)| *known == name);
            let env = |name: &str| find(name).map(|(_, value)| (*value).to_owned());
            candidates(&options(wish, colours), env)
        };
        for term in ["", "dumb", "linux"] {
            assert_eq!(asked(Pictures::Auto, Colours::True, &[("TERM", term)]), []);
        }
        let konsole = [XTERM[0], ("KONSOLE_VERSION", "240800")];
        assert_eq!(asked(Pictures::Auto, Colours::True, &konsole), []);
        assert_eq!(asked(Pictures::Auto, Colours::None, &KITTY), []);
        assert_eq!(asked(Pictures::Never, Colours::True, &KITTY), []);
        let forced = Pictures::By(Protocol::Sixel);
        assert_eq!(asked(forced, Colours::None, &KITTY), []);
        assert_eq!(asked(forced, Colours::True, &konsole), [Protocol::Sixel]);
    }

    #[test]
    fn what_is_forced_is_used_even_if_nobody_answers() {
        let graphics = found(Pictures::By(Protocol::Kitty), &XTERM, &[]);
        let expected = Graphics {
            protocol: Protocol::Kitty,
            cell: USUAL_CELL,
            compressed: false,
        };
        assert_eq!(graphics, Some(expected));
    }

    #[test]
    fn listening_ends_with_the_last_answer_or_with_silence() {
        let mut calls = 0;
        let mut pieces = ["\x1b[?62;4c", "\x1b[6;20;10t\x1b[0n", "j3j4"].into_iter();
        let heard = answers(
            |_| Ok(()),
            |left| {
                assert!(left <= DEADLINE);
                calls += 1;
                Ok(pieces.next().unwrap_or("").as_bytes().to_vec())
            },
        );
        assert_eq!((calls, heard.cell), (2, CELL));
        assert_eq!(pieces.next(), Some("j3j4"), "keys are left for the game");
        assert_eq!(self::heard(&[]), Answers::default());
        let broken = answers(|_| Ok(()), |_| Err(io::Error::other("gone")));
        assert_eq!(broken, Answers::default());
    }
}
