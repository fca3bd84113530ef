//! What keys and clicks do.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;

use crate::areas::Target;
use crate::board::Direction;
use crate::notice::Notice;
use crate::player::{Effect, Player, Press};
use crate::window::{Pager, Window};
use crate::words::Say;

/// Lines that one notch of the wheel scrolls by.
const WHEEL: isize = 3;

impl Player<'_> {
    pub(crate) fn event(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Paste(text) if self.is_open() => {
                self.line.insert(&text);
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    /// Whether nothing lies over the board.
    fn is_open(&self) -> bool {
        self.window.is_none() && self.curtain.is_none() && self.pause.is_none()
    }

    fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let alt = key.modifiers.contains(KeyModifiers::ALT);
        if control && matches!(key.code, KeyCode::Char('c' | 'q' | 'd')) {
            return self.leave();
        }
        if self.window.is_some() {
            return self.window_key(key);
        }
        if self.pause.is_some() {
            let goes_on = matches!(key.code, KeyCode::Enter | KeyCode::Esc | KeyCode::Char(' '));
            return if goes_on {
                self.end_pause()
            } else {
                Vec::new()
            };
        }
        if self.curtain.is_some() {
            match key.code {
                KeyCode::Enter | KeyCode::Char(' ') => self.curtain = None,
                KeyCode::Char('o' | 'O') => {
                    (self.curtain, self.has_curtain) = (None, false);
                }
                _ => (),
            }
            return Vec::new();
        }
        self.skip_steps();
        match key.code {
            KeyCode::Char(letter) if control => self.control(letter),
            KeyCode::Char(digit @ '1'..='9') if alt => self.press(digit as usize - '1' as usize),
            KeyCode::F(number @ 1..=12) => self.press(usize::from(number) - 1),
            KeyCode::Enter => self.enter(),
            KeyCode::Esc => self.escape(),
            KeyCode::Tab => self.tab(1),
            KeyCode::BackTab => self.tab(-1),
            KeyCode::PageUp => self.scroll_log(self.log_page()),
            KeyCode::PageDown => self.scroll_log(-self.log_page()),
            _ if self.line.is_empty() => self.board_key(key.code),
            _ => self.line_key(key.code),
        }
    }

    fn control(&mut self, letter: char) -> Vec<Effect> {
        match letter {
            'z' => return self.revert(),
            'l' => self.next_lens(),
            'r' => self.show_rules(),
            'k' => {
                if let Some(spot) = self.board.cursor().cloned() {
                    self.show_card(&spot);
                }
            }
            'p' => self.line.older(),
            'n' => self.line.newer(),
            'u' => self.line.clear(),
            'a' => self.line.home(),
            'e' => self.line.end(),
            'w' if !self.line.is_empty() => self.line.delete_word(),
            'w' if !self.notice.lines.is_empty() => {
                let pager = Pager::new(self.say(Say::RefusedTitle), self.notice.items());
                self.window = Some(Window::Reading(pager));
            }
            _ => (),
        }
        Vec::new()
    }

    fn board_key(&mut self, code: KeyCode) -> Vec<Effect> {
        match (code, self.focus) {
            (KeyCode::Char(' '), _) => return self.enter(),
            (KeyCode::Char('?'), _) => self.show_help(),
            (KeyCode::Char(letter), _) => {
                if let Some(effects) = self.shortcut(letter) {
                    return effects;
                }
                self.line.insert(letter.encode_utf8(&mut [0; 4]));
            }
            (KeyCode::Left, Some(_)) => return self.tab(-1),
            (KeyCode::Right, Some(_)) => return self.tab(1),
            (KeyCode::Left, None) => self.board.step(Direction::Left),
            (KeyCode::Right, None) => self.board.step(Direction::Right),
            // From the buttons up to the board.
            (KeyCode::Up | KeyCode::Down, Some(_)) => self.focus = None,
            (KeyCode::Up, None) => self.board.step(Direction::Up),
            (KeyCode::Down, None) => self.board.step(Direction::Down),
            _ => (),
        }
        Vec::new()
    }

    /// What a letter does that is typed alone, if the game gives it a meaning. Only as it is shown, in
    /// capitals, so that orders in small letters can still be typed.
    fn shortcut(&mut self, letter: char) -> Option<Vec<Effect>> {
        if letter.is_lowercase() {
            return None;
        }
        let ask = self.page.ask.as_ref()?;
        let is_it = |key: Option<char>| key.is_some_and(|key| key.eq_ignore_ascii_case(&letter));
        if let Some(choice) = ask.choices.iter().position(|choice| is_it(choice.key)) {
            return Some(self.make(choice));
        }
        is_it(ask.undo_key).then(|| self.revert())
    }

    fn line_key(&mut self, code: KeyCode) -> Vec<Effect> {
        match code {
            KeyCode::Char(letter) => self.line.insert(letter.encode_utf8(&mut [0; 4])),
            KeyCode::Backspace => self.line.backspace(),
            KeyCode::Delete => self.line.delete(),
            KeyCode::Left => self.line.left(),
            KeyCode::Right => self.line.right(),
            KeyCode::Home => self.line.home(),
            KeyCode::End => self.line.end(),
            KeyCode::Up => self.line.older(),
            KeyCode::Down => self.line.newer(),
            _ => (),
        }
        Vec::new()
    }

    fn enter(&mut self) -> Vec<Effect> {
        if !self.line.is_empty() {
            let line = self.line.take();
            return self.order(&line);
        }
        if let Some(focus) = self.focus {
            return self.press(focus);
        }
        match self.board.cursor().cloned() {
            Some(spot) => self.select(&spot),
            None => {
                self.notice = Notice::plain(self.say(Say::NothingThere));
                Vec::new()
            }
        }
    }

    /// Drops one thing after the other: what is typed, what was said, what is selected.
    fn escape(&mut self) -> Vec<Effect> {
        if !self.line.is_empty() {
            self.line.clear();
            return Vec::new();
        }
        self.notice.clear();
        self.gesture.clear();
        self.log_scroll = 0;
        self.offer_buttons();
        Vec::new()
    }

    fn tab(&mut self, by: isize) -> Vec<Effect> {
        if !self.line.is_empty() {
            self.complete();
            return Vec::new();
        }
        if self.buttons.is_empty() {
            self.next_offer(by);
            return Vec::new();
        }
        // The board is one stop among the buttons.
        let stops = self.buttons.len() as isize + 1;
        let here = self.focus.map_or(0, |focus| focus as isize + 1);
        let next = (here + by).rem_euclid(stops);
        self.focus = usize::try_from(next - 1).ok();
        Vec::new()
    }

    /// Puts the cursor on the next spot where a choice goes on.
    fn next_offer(&mut self, by: isize) {
        let depth = self.gesture.spots().len();
        let mut spots: Vec<_> = self
            .gesture
            .open(self.choices())
            .filter_map(|(_, choice)| choice.path.get(depth).cloned())
            .collect();
        spots.sort();
        spots.dedup();
        let Some(last) = spots.len().checked_sub(1) else {
            return;
        };
        let here = self
            .board
            .cursor()
            .and_then(|spot| spots.iter().position(|other| other == spot));
        let next = match here {
            Some(here) => (here as isize + by).rem_euclid(spots.len() as isize) as usize,
            None if by > 0 => 0,
            None => last,
        };
        self.board.put_cursor(spots.swap_remove(next));
    }

    pub(crate) fn press(&mut self, number: usize) -> Vec<Effect> {
        match self.buttons.get(number).map(|button| button.press.clone()) {
            Some(Press::Spot(spot)) => self.select(&spot),
            Some(Press::Choice(choice)) => self.make(choice),
            None => Vec::new(),
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Vec<Effect> {
        let at = Position::new(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => self.click(at),
            MouseEventKind::Down(MouseButton::Right) if self.is_open() => {
                if let Some(spot) = self.board.spot_at(at) {
                    self.board.put_cursor(spot.clone());
                    self.show_card(&spot);
                }
                Vec::new()
            }
            MouseEventKind::Down(MouseButton::Right) => self.close_if_outside(at),
            MouseEventKind::ScrollUp => self.wheel(-WHEEL),
            MouseEventKind::ScrollDown => self.wheel(WHEEL),
            _ => Vec::new(),
        }
    }

    fn click(&mut self, at: Position) -> Vec<Effect> {
        match self.areas.target(at) {
            Some(Target::Key(code)) => return self.key(KeyEvent::new(code, KeyModifiers::NONE)),
            Some(Target::Button(number)) if self.is_open() => return self.press(number),
            _ => (),
        }
        if !self.is_open() {
            return self.close_if_outside(at);
        }
        let Some(spot) = self.board.spot_at(at) else {
            return Vec::new();
        };
        self.board.put_cursor(spot.clone());
        self.select(&spot)
    }

    /// A click beside a window that is only read closes it.
    fn close_if_outside(&mut self, at: Position) -> Vec<Effect> {
        let read_only = matches!(self.window, Some(Window::Reading(_) | Window::Over));
        if read_only && !self.areas.window.is_some_and(|area| area.contains(at)) {
            self.window = None;
        }
        Vec::new()
    }

    fn wheel(&mut self, by: isize) -> Vec<Effect> {
        match &mut self.window {
            Some(Window::Reading(pager)) => pager.scroll_by(by),
            Some(_) => (),
            None => return self.scroll_log(-by),
        }
        Vec::new()
    }

    fn log_page(&self) -> isize {
        (self.areas.log.height as isize - 1).max(1)
    }

    fn scroll_log(&mut self, up: isize) -> Vec<Effect> {
        self.log_scroll = self
            .log_scroll
            .saturating_add_signed(up)
            .min(self.areas.log_reach);
        Vec::new()
    }

    fn window_key(&mut self, key: KeyEvent) -> Vec<Effect> {
        let Some(window) = &mut self.window else {
            return Vec::new();
        };
        match window {
            Window::Reading(pager) => {
                match key.code {
                    KeyCode::Up | KeyCode::Char('k') => pager.scroll_by(-1),
                    KeyCode::Down | KeyCode::Char('j') => pager.scroll_by(1),
                    KeyCode::PageUp | KeyCode::Char('b') => pager.scroll_by(-pager.page()),
                    KeyCode::PageDown | KeyCode::Char(' ') => pager.scroll_by(pager.page()),
                    KeyCode::Home | KeyCode::Char('g') => pager.scroll_by(isize::MIN),
                    KeyCode::End | KeyCode::Char('G') => pager.scroll_by(isize::MAX),
                    KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q' | '?') => self.window = None,
                    _ => (),
                }
                Vec::new()
            }
            Window::Question(question) => {
                let question = *question;
                match key.code {
                    KeyCode::Char('y' | 'Y' | 'o' | 'O') => {
                        self.window = None;
                        self.agree(question)
                    }
                    KeyCode::Char('n' | 'N') | KeyCode::Esc => {
                        self.window = None;
                        self.decline(question)
                    }
                    _ => Vec::new(),
                }
            }
            Window::Amount(amount) => {
                match key.code {
                    KeyCode::Up | KeyCode::Right | KeyCode::Char('+') => amount.change(1),
                    KeyCode::Down | KeyCode::Left | KeyCode::Char('-') => amount.change(-1),
                    KeyCode::PageUp => amount.change(10),
                    KeyCode::PageDown => amount.change(-10),
                    KeyCode::Home => amount.set(amount.range.min),
                    KeyCode::End => amount.set(amount.range.max),
                    KeyCode::Backspace | KeyCode::Delete => amount.backspace(),
                    KeyCode::Char(letter) => {
                        if let Some(digit) = letter.to_digit(10) {
                            amount.digit(digit);
                        }
                    }
                    KeyCode::Enter => {
                        if let Some(number) = amount.chosen() {
                            let text = amount.choice.text(number);
                            self.window = None;
                            return self.act(&text);
                        }
                    }
                    KeyCode::Esc => {
                        self.window = None;
                        self.gesture.clear();
                        self.offer_buttons();
                    }
                    _ => (),
                }
                Vec::new()
            }
            Window::Over => match key.code {
                KeyCode::Char('r') => {
                    self.window = None;
                    self.revert()
                }
                KeyCode::Char('z') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                    self.window = None;
                    self.revert()
                }
                KeyCode::Char('s') => {
                    self.window = None;
                    self.line.set("save ");
                    Vec::new()
                }
                KeyCode::Char('n') => {
                    self.window = None;
                    self.start_another()
                }
                KeyCode::Char('x') => vec![Effect::Leave],
                _ => {
                    self.window = None;
                    Vec::new()
                }
            },
        }
    }
}
