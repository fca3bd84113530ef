//! Windows over the board, with the keys that answer them.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Widget};
use vauban_game::Seat;

use crate::areas::Target;
use crate::player::Player;
use crate::prose::{cut, width, wrap};
use crate::window::{Amount, Pager, Question, Window};
use crate::words::Say;

/// The widest window: longer lines are hard to read.
const WIDEST: u16 = 84;

/// What a window says and how it is answered.
struct Popup {
    title: String,
    lines: Vec<Line<'static>>,
    keys: Vec<(String, KeyCode)>,
    /// Said in the lower right corner.
    place: Option<String>,
    /// As wide as this, even if what is seen now is not.
    least: usize,
}

impl Player<'_> {
    pub(crate) fn draw_window(&mut self, frame: &mut Frame<'_>) {
        let screen = frame.area();
        let room = (
            usize::from(screen.width.min(WIDEST)).saturating_sub(6),
            usize::from(screen.height).saturating_sub(6),
        );
        let popup = match self.window.take() {
            None => return,
            Some(Window::Reading(mut pager)) => {
                let popup = self.reading(&mut pager, room);
                self.window = Some(Window::Reading(pager));
                popup
            }
            Some(window) => {
                let popup = match &window {
                    Window::Question(question) => self.question(*question, room.0),
                    Window::Amount(amount) => self.amount(amount, room.0),
                    Window::Over | Window::Reading(_) => self.over(room.0),
                };
                self.window = Some(window);
                popup
            }
        };
        self.pop_up(frame, popup);
    }

    /// The whole screen hidden while it is passed on.
    pub(crate) fn draw_curtain(&mut self, frame: &mut Frame<'_>, seat: Seat) {
        let who = self.name(seat);
        let title = Line::from(vec![
            self.palette.chip(seat),
            Span::styled(
                format!(" {}", self.say(Say::PassTo { who: &who })),
                self.palette.strong(),
            ),
        ]);
        let keys = vec![
            (self.say(Say::Show), KeyCode::Enter),
            (self.say(Say::KeyOpenly), KeyCode::Char('o')),
        ];
        self.cover(frame, title, Say::PassHint, keys);
    }

    /// The whole screen hidden while nobody plays.
    pub(crate) fn draw_pause(&mut self, frame: &mut Frame<'_>) {
        let title = Line::styled(self.say(Say::Paused), self.palette.strong());
        let keys = vec![(self.say(Say::GoOn), KeyCode::Enter)];
        self.cover(frame, title, Say::PausedHint, keys);
    }

    fn cover(
        &mut self,
        frame: &mut Frame<'_>,
        title: Line<'static>,
        hint: Say<'_>,
        keys: Vec<(String, KeyCode)>,
    ) {
        let palette = self.palette;
        for at in frame.area().positions() {
            if let Some(cell) = frame.buffer_mut().cell_mut(at) {
                cell.set_char('░').set_style(palette.faint());
            }
        }
        // A window over it has keys of its own.
        if self.window.is_some() {
            return;
        }
        let popup = Popup {
            title: self.table.card().title.of(self.lang).to_owned(),
            lines: vec![
                Line::default(),
                title,
                Line::default(),
                Line::styled(self.say(hint), palette.faint()),
            ],
            keys,
            place: None,
            least: 0,
        };
        self.pop_up(frame, popup);
    }

    fn reading(&self, pager: &mut Pager, (wide, high): (usize, usize)) -> Popup {
        let lines = pager.show(self.palette, wide, high);
        let place = pager.place();
        let mut keys = vec![(self.say(Say::Close), KeyCode::Esc)];
        if place.is_some() {
            keys.push((self.say(Say::Scroll), KeyCode::PageDown));
        }
        Popup {
            title: pager.title.clone(),
            lines,
            keys,
            place,
            least: pager.widest(),
        }
    }

    fn question(&self, question: Question, wide: usize) -> Popup {
        let (who, asked) = match question {
            Question::Resume => (self.desk.unfinished().unwrap_or_default(), String::new()),
            Question::Leave | Question::Another => (String::new(), String::new()),
            Question::Resign(seat) => (self.name(seat), String::new()),
            Question::Draw { by, asked } | Question::TakeBack { by, asked } => {
                (self.name(by), self.name(asked))
            }
        };
        let (who, asked) = (who.as_str(), asked.as_str());
        let text = self.say(match question {
            Question::Leave => Say::QuitQuestion,
            Question::Another => Say::AnotherQuestion,
            Question::Resume => Say::ResumeQuestion { what: who },
            Question::Resign(_) => Say::ResignQuestion { who },
            Question::Draw { .. } => Say::DrawQuestion { who, asked },
            Question::TakeBack { .. } => Say::BackQuestion { who, asked },
        });
        let strong = self.palette.strong();
        let text = wrap(&text, wide)
            .into_iter()
            .map(|line| Line::styled(line, strong));
        Popup {
            title: self.table.card().title.of(self.lang).to_owned(),
            lines: std::iter::once(Line::default()).chain(text).collect(),
            keys: vec![
                (self.say(Say::Yes), KeyCode::Char('y')),
                (self.say(Say::No), KeyCode::Char('n')),
            ],
            place: None,
            least: 0,
        }
    }

    fn amount(&self, amount: &Amount, wide: usize) -> Popup {
        let palette = self.palette;
        let style = match amount.chosen() {
            Some(_) => palette.focus(),
            None => palette.refused(),
        };
        let (min, max) = (amount.range.min, amount.range.max);
        Popup {
            title: self.say(Say::AmountTitle),
            lines: vec![
                Line::styled(cut(&amount.choice.words(), wide), palette.strong()),
                Line::default(),
                Line::from(vec![
                    Span::styled("◂ ", palette.accent()),
                    Span::styled(format!(" {:>3} ", amount.shown()), style),
                    Span::styled(" ▸  ", palette.accent()),
                    Span::styled(
                        match amount.name() {
                            Some(name) => name.to_owned(),
                            None => self.say(Say::AmountRange { min, max }),
                        },
                        palette.base(),
                    ),
                ]),
                Line::default(),
                Line::styled(cut(&self.say(Say::AmountKeys), wide), palette.faint()),
            ],
            keys: vec![
                (self.say(Say::Play), KeyCode::Enter),
                ("−".to_owned(), KeyCode::Down),
                ("+".to_owned(), KeyCode::Up),
                (self.say(Say::Cancel), KeyCode::Esc),
            ],
            place: None,
            least: 0,
        }
    }

    fn over(&self, wide: usize) -> Popup {
        let palette = self.palette;
        let winner = self.page.result.as_ref().and_then(|result| result.winner);
        let mut lines = vec![Line::default()];
        for (index, text) in wrap(&self.result(), wide.saturating_sub(3))
            .into_iter()
            .enumerate()
        {
            let sign = match winner {
                Some(seat) if index == 0 => palette.chip(seat),
                _ => Span::styled("  ", palette.base()),
            };
            let text = Span::styled(format!(" {text}"), palette.strong());
            lines.push(Line::from(vec![sign, text]));
        }
        let statistics = self.statistics(wide);
        if !statistics.is_empty() {
            lines.push(Line::default());
            lines.extend(statistics);
        }
        Popup {
            title: format!("★ {} ★", self.say(Say::OverTitle)),
            lines,
            keys: vec![
                (self.say(Say::KeyLook), KeyCode::Esc),
                (self.say(Say::KeyBack), KeyCode::Char('r')),
                (self.say(Say::KeySave), KeyCode::Char('s')),
                (self.say(Say::KeyAnother), KeyCode::Char('n')),
                (self.say(Say::KeyExit), KeyCode::Char('x')),
            ],
            place: None,
            least: 0,
        }
    }

    /// Draws a window into the middle of the screen and remembers where its keys are.
    fn pop_up(&mut self, frame: &mut Frame<'_>, popup: Popup) {
        let palette = self.palette;
        let screen = frame.area();
        let most = screen.width.min(WIDEST).saturating_sub(2);
        let keys: usize = popup.keys.iter().map(|(key, _)| width(key) + 3).sum();
        let place = popup.place.as_ref().map_or(0, |place| width(place) + 1);
        let widest = popup.lines.iter().map(Line::width).max().unwrap_or(0);
        let needed = widest
            .max(popup.least)
            .max(keys + place)
            .max(width(&popup.title) + 2)
            + 4;
        let wide = u16::try_from(needed).unwrap_or(most).min(most);
        // Keys that do not fit in one row take a second one.
        let key_rows = if keys + place + 4 > usize::from(wide) {
            2
        } else {
            1
        };
        let high = (popup.lines.len() as u16 + 3 + key_rows).min(screen.height);
        let area = Rect::new(
            screen.x + (screen.width - wide) / 2,
            screen.y + (screen.height - high) / 2,
            wide,
            high,
        );
        Clear.render(area, frame.buffer_mut());
        Block::bordered()
            .border_type(BorderType::Rounded)
            .border_style(palette.accent())
            .style(palette.base())
            .title(Line::styled(format!(" {} ", popup.title), palette.accent()))
            .render(area, frame.buffer_mut());
        let inner = Rect::new(
            area.x + 2,
            area.y + 1,
            wide.saturating_sub(4),
            high.saturating_sub(2),
        );
        let text_rows = inner.height.saturating_sub(key_rows + 1);
        for (line, row) in popup.lines.iter().zip(0..text_rows) {
            frame
                .buffer_mut()
                .set_line(inner.x, inner.y + row, line, inner.width);
        }
        self.areas.window = Some(area);
        let mut at = (inner.x, inner.bottom().saturating_sub(key_rows));
        for (key, code) in popup.keys {
            let text = match palette.has_colours() {
                true => format!(" {key} "),
                false => format!("[{key}]"),
            };
            let needed = width(&text) as u16;
            if at.0 + needed > inner.right() && at.0 > inner.x {
                at = (inner.x, at.1 + 1);
            }
            if at.1 >= inner.bottom() {
                break;
            }
            let room = usize::from(inner.right().saturating_sub(at.0));
            frame
                .buffer_mut()
                .set_stringn(at.0, at.1, &text, room, palette.button());
            let hit = Rect::new(at.0, at.1, needed.min(room as u16), 1);
            self.areas.clickable.push((hit, Target::Key(code)));
            at.0 += needed + 1;
        }
        if let Some(place) = popup.place {
            let x = inner.right().saturating_sub(width(&place) as u16);
            frame.buffer_mut().set_stringn(
                x,
                inner.bottom().saturating_sub(1),
                place,
                usize::from(inner.width),
                palette.faint(),
            );
        }
    }
}
