//! The real picture of the board, by the bytes that the terminal is sent.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::collections::HashSet;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex};

use data_encoding::BASE64;
use flate2::read::ZlibDecoder;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::crossterm::style::force_color_output;
use ratatui::layout::{Rect, Size};
use ratatui::{Terminal, TerminalOptions, Viewport};
use vauban_catalog::CATALOG;
use vauban_game::{Lang, Viewer};
use vauban_scene::{Colours, Theme};
use vauban_table::{AnyGame, AnyMatch, Opening};
use vauban_terminal::{Chair, Desk, Graphics, Input, Options, Pictures, Player, Protocol};

/// What kitty puts a piece of a picture on.
const PLACEHOLDER: char = '\u{10eeee}';

struct NoDesk;

impl Desk for NoDesk {
    fn save(&self, _: &dyn AnyMatch, _: Viewer, _: &str) -> Result<String, String> {
        Err("no".to_owned())
    }
    fn load(&self, _: &str) -> Result<Box<dyn AnyMatch>, String> {
        Err("no".to_owned())
    }
    fn another(&self, _: &dyn AnyMatch) -> Result<Box<dyn AnyMatch>, String> {
        Err("no".to_owned())
    }
    fn keep(&self, _: &dyn AnyMatch) -> Result<(), String> {
        Ok(())
    }
    fn forget(&self) {}
    fn unfinished(&self) -> Option<String> {
        None
    }
    fn resume(&self) -> Result<(Box<dyn AnyMatch>, Vec<Chair>), String> {
        Err("no".to_owned())
    }
}

/// The line to the terminal.
#[derive(Clone, Default)]
struct Line(Arc<Mutex<Vec<u8>>>);

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Sitting {
    player: Player<'static>,
    terminal: Terminal<CrosstermBackend<Line>>,
    line: Line,
}

impl Sitting {
    fn at(game: &str, graphics: Option<Graphics>) -> Sitting {
        // Whatever the environment of the test says of colours.
        force_color_output(true);
        let game = CATALOG.find(game).unwrap();
        let table = game.open(Opening::seeded(7)).unwrap();
        let options = Options {
            lang: Lang::En,
            theme: Theme::Dark,
            colours: Colours::True,
            search_memory: 1 << 20,
            pictures: Pictures::Never,
            curtain: true,
        };
        let (mut player, _) = Player::new(table, &[], &NoDesk, &options);
        if let Some(graphics) = graphics {
            player.show_pictures(graphics);
        }
        let line = Line::default();
        let viewport = Viewport::Fixed(Rect::new(0, 0, 110, 36));
        let backend = CrosstermBackend::new(line.clone());
        let terminal = Terminal::with_options(backend, TerminalOptions { viewport }).unwrap();
        Sitting {
            player,
            terminal,
            line,
        }
    }

    /// What one more look at the screen sends.
    fn look(&mut self) -> String {
        let player = &mut self.player;
        self.terminal.draw(|frame| player.draw(frame)).unwrap();
        let bytes = std::mem::take(&mut *self.line.0.lock().unwrap());
        String::from_utf8(bytes).unwrap()
    }

    fn key(&mut self, key: KeyCode) {
        let event = KeyEvent::new(key, KeyModifiers::NONE);
        self.player.handle(Input::Terminal(Event::Key(event)));
    }
}

/// A game that is played on a map of lands.
fn a_map() -> &'static str {
    let is_map = |game: &&'static dyn AnyGame| {
        let table = game.open(Opening::seeded(7)).unwrap();
        table.backdrop(Lang::En).scene.is_map()
    };
    CATALOG.games().find(is_map).unwrap().card().name
}

/// A game that is played on squares.
fn a_board() -> &'static str {
    CATALOG.games().next().unwrap().card().name
}

fn kitty(compressed: bool) -> Option<Graphics> {
    Some(Graphics {
        protocol: Protocol::Kitty,
        cell: Size::new(4, 8),
        compressed,
    })
}

fn sixel() -> Option<Graphics> {
    Some(Graphics {
        protocol: Protocol::Sixel,
        cell: Size::new(4, 8),
        compressed: false,
    })
}

/// A picture as a terminal would have it.
#[derive(PartialEq)]
struct Picture {
    number: u32,
    width: usize,
    height: usize,
    rgb: Vec<[u8; 3]>,
}

impl Picture {
    fn colours(&self) -> usize {
        self.rgb.iter().collect::<HashSet<_>>().len()
    }
}

/// The pictures that kitty would read from these bytes. It takes nothing that the protocol forbids.
fn kitty_pictures(bytes: &str) -> Vec<Picture> {
    let mut pictures = Vec::new();
    let mut open: Option<(Vec<String>, String)> = None;
    for piece in bytes.split("\x1b_G").skip(1) {
        let (command, _) = piece.split_once("\x1b\\").expect("every command ends");
        let (keys, payload) = command
            .split_once(';')
            .expect("every command has a payload");
        assert!(payload.len() <= 4_096, "{} letters at once", payload.len());
        let keys: Vec<String> = keys.split(',').map(str::to_owned).collect();
        assert!(
            keys.contains(&"q=2".to_owned()),
            "nothing is to be answered"
        );
        let last = keys.contains(&"m=0".to_owned());
        let (_, data) = open.get_or_insert_with(|| (keys, String::new()));
        data.push_str(payload);
        if last {
            let (keys, data) = open.take().unwrap();
            pictures.push(kitty_picture(&keys, &data));
        }
    }
    assert!(open.is_none(), "a picture that does not end");
    pictures
}

fn kitty_picture(keys: &[String], data: &str) -> Picture {
    let value = |key: &str| {
        let found = keys.iter().find_map(|one| one.strip_prefix(key));
        found.unwrap_or_else(|| panic!("no {key} in {keys:?}"))
    };
    assert_eq!((value("a="), value("U="), value("f=")), ("T", "1", "32"));
    let mut rgba = BASE64.decode(data.as_bytes()).unwrap();
    if keys.contains(&"o=z".to_owned()) {
        let mut inflated = Vec::new();
        let mut reader = ZlibDecoder::new(&rgba[..]);
        reader.read_to_end(&mut inflated).unwrap();
        rgba = inflated;
    }
    let (width, height) = (value("s=").parse().unwrap(), value("v=").parse().unwrap());
    assert_eq!(rgba.len(), width * height * 4);
    assert!(rgba.chunks(4).all(|pixel| pixel[3] == 255), "opaque");
    Picture {
        number: value("i=").parse().unwrap(),
        width,
        height,
        rgb: rgba.chunks(4).map(|one| [one[0], one[1], one[2]]).collect(),
    }
}

/// The picture that a terminal would draw from the sixels in these bytes, if there are any.
fn sixel_picture(bytes: &str) -> Option<Picture> {
    let start = bytes.find("\x1bP")?;
    let (data, _) = bytes[start..].split_once("\x1b\\").expect("sixels end");
    let (_, data) = data.split_once('q').expect("sixels begin");
    let (mut x, mut y, mut width) = (0, 0, 0);
    let mut palette = vec![[0; 3]; 1_024];
    let mut colour = 0;
    let mut dots: Vec<(usize, usize, [u8; 3])> = Vec::new();
    let mut rest = data.bytes().peekable();
    let mut size = (0, 0);
    while let Some(sign) = rest.next() {
        let mut numbers = || {
            let mut all = vec![0_usize];
            while let Some(&next) = rest.peek() {
                match next {
                    b'0'..=b'9' => {
                        let last = all.last_mut().unwrap();
                        *last = *last * 10 + usize::from(next - b'0');
                    }
                    b';' => all.push(0),
                    _ => break,
                }
                rest.next();
            }
            all
        };
        let mut paint = |sixel: u8, count: usize| {
            for bit in (0..6).filter(|bit| ((sixel - b'?') >> bit) & 1 == 1) {
                dots.extend((x..x + count).map(|x| (x, y + bit, palette[colour])));
            }
            x += count;
            width = width.max(x);
        };
        match sign {
            b'"' => {
                let numbers = numbers();
                size = (numbers[2], numbers[3]);
            }
            b'#' => {
                let numbers = numbers();
                colour = numbers[0];
                if let [_, 2, red, green, blue] = numbers[..] {
                    palette[colour] = [red, green, blue].map(|share| (share * 255 / 100) as u8);
                }
            }
            b'!' => {
                let count = numbers()[0];
                paint(rest.next().expect("what is repeated"), count);
            }
            b'?'..=b'~' => paint(sign, 1),
            b'$' => x = 0,
            b'-' => (x, y) = (0, y + 6),
            _ => assert!(sign.is_ascii_whitespace(), "{}", char::from(sign)),
        }
    }
    let (width, height) = if size == (0, 0) { (width, y) } else { size };
    let mut rgb = vec![[0; 3]; width * height];
    for (x, y, dot) in dots
        .into_iter()
        .filter(|dot| dot.0 < width && dot.1 < height)
    {
        rgb[y * width + x] = dot;
    }
    Some(Picture {
        number: 0,
        width,
        height,
        rgb,
    })
}

#[test]
fn every_board_is_sent_as_a_picture_that_fills_its_characters() {
    for game in CATALOG.games() {
        let name = game.card().name;
        let bytes = Sitting::at(name, kitty(false)).look();
        let pictures = kitty_pictures(&bytes);
        let [picture] = &pictures[..] else {
            panic!("{name}: {} pictures", pictures.len());
        };
        let places = bytes.matches(PLACEHOLDER).count();
        assert_eq!(places * 4 * 8, picture.width * picture.height, "{name}");
        assert!(picture.width >= 100 && picture.height >= 100, "{name}");
        // A board has grounds, pieces and letters with smooth edges: not a few flat colours.
        assert!(picture.colours() > 60, "{name}: {}", picture.colours());
    }
}

#[test]
fn what_is_compressed_is_the_same_picture_in_a_third_of_the_bytes() {
    let plain = Sitting::at(a_map(), kitty(false)).look();
    let compressed = Sitting::at(a_map(), kitty(true)).look();
    assert!(kitty_pictures(&plain) == kitty_pictures(&compressed));
    let (long, short) = (plain.len(), compressed.len());
    assert!(short * 3 < long, "{short} bytes instead of {long}");
}

#[test]
fn sixels_draw_the_same_board() {
    let bytes = Sitting::at(a_map(), sixel()).look();
    assert!(!bytes.contains("\x1b_G") && !bytes.contains(PLACEHOLDER));
    let drawn = sixel_picture(&bytes).expect("sixels are sent");
    let [picture] = &kitty_pictures(&Sitting::at(a_map(), kitty(true)).look())[..] else {
        panic!("one picture");
    };
    assert_eq!((drawn.width, drawn.height), (picture.width, picture.height));
    let far = |(one, two): (&[u8; 3], &[u8; 3])| {
        let distance = one.iter().zip(two).map(|(one, two)| one.abs_diff(*two));
        distance.map(u32::from).sum::<u32>() > 60
    };
    let far = drawn
        .rgb
        .iter()
        .zip(&picture.rgb)
        .filter(|two| far(*two))
        .count();
    // A palette has 256 colours, so that some pixels differ a little and few much.
    assert!(
        far * 20 < picture.rgb.len(),
        "{far} of {}",
        picture.rgb.len()
    );
}

#[test]
fn a_terminal_without_pictures_is_sent_characters_only() {
    let mut sitting = Sitting::at(a_map(), None);
    let bytes = sitting.look();
    assert!(!bytes.contains("\x1b_G") && !bytes.contains("\x1bP") && !bytes.contains(PLACEHOLDER));
    assert_eq!(sitting.player.take_pictures_down(), "");
}

#[test]
fn a_picture_is_sent_once_and_again_only_when_something_on_it_changes() {
    for graphics in [kitty(true), sixel()] {
        let count = |bytes: &str| bytes.matches("\x1bP").count() + kitty_pictures(bytes).len();
        let mut sitting = Sitting::at(a_board(), graphics);
        assert_eq!(count(&sitting.look()), 1);
        for time in 0..5 {
            sitting.player.handle(Input::Tick(time * 400));
            assert_eq!(count(&sitting.look()), 0, "nothing has changed");
        }
        let idle = sitting.look().len();
        assert!(idle < 100, "{idle} bytes for nothing");
        sitting.key(KeyCode::Char('x'));
        assert_eq!(
            count(&sitting.look()),
            0,
            "the command line is not on the board"
        );
        sitting.key(KeyCode::Backspace);
        sitting.key(KeyCode::Right);
        assert_eq!(count(&sitting.look()), 1, "the cursor is");
    }
}

#[test]
fn keys_that_come_fast_share_one_picture() {
    let mut sitting = Sitting::at(a_board(), kitty(true));
    sitting.look();
    sitting.player.hold_picture(true);
    for key in [KeyCode::Right, KeyCode::Up, KeyCode::Right] {
        sitting.key(key);
        assert_eq!(kitty_pictures(&sitting.look()).len(), 0);
    }
    sitting.player.hold_picture(false);
    assert_eq!(kitty_pictures(&sitting.look()).len(), 1);
    assert_eq!(kitty_pictures(&sitting.look()).len(), 0);
}

#[test]
fn a_window_is_not_hidden_by_the_picture() {
    for graphics in [kitty(true), sixel()] {
        let mut sitting = Sitting::at(a_board(), graphics);
        sitting.look();
        sitting.key(KeyCode::Char('?'));
        let bytes = sitting.look();
        assert!(
            !bytes.contains("\x1b_G") && !bytes.contains("\x1bP") && !bytes.contains(PLACEHOLDER)
        );
        assert!(bytes.len() > 3_000, "the characters take its place");
        sitting.key(KeyCode::Esc);
        let bytes = sitting.look();
        if graphics == sixel() {
            assert!(sixel_picture(&bytes).is_some());
        } else {
            // The terminal still has it.
            assert!(bytes.contains(PLACEHOLDER) && !bytes.contains("\x1b_G"));
        }
    }
}

#[test]
fn kitty_keeps_two_pictures_at_most_and_none_afterwards() {
    let mut sitting = Sitting::at(a_board(), kitty(true));
    let mut numbers = HashSet::new();
    for key in [KeyCode::Right, KeyCode::Right, KeyCode::Up, KeyCode::Right] {
        numbers.extend(kitty_pictures(&sitting.look()).iter().map(|one| one.number));
        sitting.key(key);
    }
    assert_eq!(numbers.len(), 2);
    let last = sitting.player.take_pictures_down();
    for number in numbers {
        assert!(last.contains(&format!("a=d,d=I,i={number};")), "{last:?}");
    }
    assert_eq!(kitty_pictures(&sitting.look()).len(), 0);
}

#[test]
fn another_size_of_the_characters_makes_another_picture() {
    let mut sitting = Sitting::at(a_board(), kitty(true));
    let before = kitty_pictures(&sitting.look()).remove(0);
    sitting.player.zoom(Size::new(4, 8));
    assert_eq!(kitty_pictures(&sitting.look()).len(), 0);
    sitting.player.zoom(Size::new(6, 12));
    let after = kitty_pictures(&sitting.look()).remove(0);
    assert_eq!(
        (after.width * 2, after.height * 2),
        (before.width * 3, before.height * 3)
    );
}
