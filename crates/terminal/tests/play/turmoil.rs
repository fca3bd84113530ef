//! Keys and clicks without any sense: nothing panics, and the person can always leave.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind,
};
use vauban_game::Dice;
use vauban_table::{AnyGame, Undo};
use vauban_terminal::{Chair, Input};

use crate::seated::{BREAKTHROUGH, MUSTER, STASH, Seated, agent, open_as, options};

const CODES: [KeyCode; 22] = [
    KeyCode::Enter,
    KeyCode::Enter,
    KeyCode::Char(' '),
    KeyCode::Esc,
    KeyCode::Tab,
    KeyCode::Tab,
    KeyCode::BackTab,
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::PageUp,
    KeyCode::PageDown,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::Backspace,
    KeyCode::Delete,
    KeyCode::F(1),
    KeyCode::F(2),
    KeyCode::F(12),
    KeyCode::Char('y'),
    KeyCode::Char('é'),
];
const LETTERS: &[u8] = b"abcdef1234567890+-!?. lrhsqnxko";
const LINES: [&str; 12] = [
    "legal", "help", "rules", "revert", "draw", "resign", "lens", "lens off", "position",
    "load new", "!", "odds x",
];

fn throw(seated: &mut Seated, dice: &mut Dice) {
    match dice.below(10) {
        0..4 => {
            let code = CODES[dice.below(CODES.len() as u32) as usize];
            seated.key(code);
        }
        4 => {
            let letter = LETTERS[dice.below(LETTERS.len() as u32) as usize];
            let key = KeyEvent::new(KeyCode::Char(char::from(letter)), KeyModifiers::NONE);
            seated.handle(Input::Terminal(Event::Key(key)));
        }
        5 => {
            let letter = b"zlrkpnuaew"[dice.below(10) as usize];
            seated.control(char::from(letter));
        }
        6 => {
            let kinds = [
                MouseEventKind::Down(MouseButton::Left),
                MouseEventKind::Down(MouseButton::Left),
                MouseEventKind::Down(MouseButton::Right),
                MouseEventKind::ScrollUp,
                MouseEventKind::ScrollDown,
            ];
            let kind = kinds[dice.below(5) as usize];
            seated.mouse(kind, dice.below(130) as u16, dice.below(50) as u16);
        }
        7 => {
            seated.key(KeyCode::Esc);
            seated.key(KeyCode::Esc);
            seated.enter(LINES[dice.below(LINES.len() as u32) as usize]);
        }
        8 => {
            let table = seated.player.table();
            let on_turn = table.turn().seats().iter().next();
            let legal = on_turn
                .map(|seat| table.questions().legal(seat))
                .unwrap_or_default();
            if let Some(most) = u32::try_from(legal.len()).ok().filter(|&most| most > 0) {
                seated.key(KeyCode::Esc);
                seated.key(KeyCode::Esc);
                seated.enter(&legal[dice.below(most) as usize]);
            }
        }
        _ if dice.below(4) == 0 => {
            seated.resize(1 + dice.below(130) as u16, 1 + dice.below(45) as u16);
        }
        _ => seated.resize(100, 30),
    }
}

#[test]
fn no_key_or_click_does_harm() {
    let games: [&dyn AnyGame; 3] = [&BREAKTHROUGH, &STASH, &MUSTER];
    for (game, undo) in games
        .into_iter()
        .flat_map(|game| [(game, Undo::All), (game, Undo::Own)])
    {
        for chairs in [
            vec![Chair::Person, Chair::Person],
            vec![Chair::Person, agent("random")],
            vec![agent("random"), Chair::Person],
        ] {
            let table = open_as(game, &[], |opening| opening.undo = undo);
            let mut seated = Seated::new(table, &chairs, &options(), (100, 30));
            let mut dice = Dice::seeded(chairs.len() as u64 + game.card().name.len() as u64);
            for _ in 0..400 {
                throw(&mut seated, &mut dice);
            }
            seated.control('c');
            seated.control('c');
            assert!(seated.left);
        }
    }
}
