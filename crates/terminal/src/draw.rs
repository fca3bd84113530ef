//! The screen: the board, what is expected, the buttons and the command line.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use vauban_game::Turn;
use vauban_table::LessonPage;

use crate::areas::{Areas, SMALLEST, Target, Wishes};
use crate::board::{Overlay, Touch};
use crate::notice::Tone;
use crate::player::Player;
use crate::prose::{cut, width, wrap, wrap_spans};
use crate::words::Say;

/// The pictures of a wheel that turns, ten a second.
const SPINNER: [char; 10] = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/// A button as it stands on the screen: its row among the buttons, its column, what it says.
struct Placed {
    number: usize,
    row: u16,
    column: u16,
    text: String,
}

impl Player<'_> {
    /// Shows where things stand.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let screen = frame.area();
        frame.buffer_mut().set_style(screen, self.palette.base());
        self.areas = Areas {
            log_reach: self.areas.log_reach,
            ..Areas::default()
        };
        let (columns, rows) = SMALLEST;
        if screen.width < columns || screen.height < rows {
            let text = self.say(Say::TooSmall { columns, rows });
            let lines = wrap(&text, usize::from(screen.width));
            for (line, y) in lines.iter().zip(screen.y..screen.bottom()) {
                frame.buffer_mut().set_stringn(
                    screen.x,
                    y,
                    line,
                    usize::from(screen.width),
                    self.palette.strong(),
                );
            }
            return;
        }
        match (self.pause, self.curtain) {
            (Some(_), _) => self.draw_pause(frame),
            (None, Some(seat)) => self.draw_curtain(frame, seat),
            (None, None) => self.draw_table(frame),
        }
        self.draw_window(frame);
    }

    fn draw_table(&mut self, frame: &mut Frame<'_>) {
        let screen = frame.area();
        let wide = usize::from(screen.width);
        let expected = self.expectation(wide);
        let said = self.notice_lines(wide);
        let placed = self.place_buttons(wide);
        let button_rows = placed.last().map_or(0, |last| last.row + 1);
        let quiet = if screen.height >= 32 { 4 } else { 2 };
        let wishes = Wishes {
            notice: ((expected.len() + said.len()) as u16).max(quiet),
            buttons: button_rows,
        };
        let (board, scene, palette) = (&mut self.board, &self.scene, self.palette);
        let mut areas = Areas::part(screen, wishes, |columns, rows| {
            board.fit(scene, palette, columns, rows)
        });
        for rule in &areas.rules {
            let letter = if rule.width == 1 { '│' } else { '─' };
            for at in rule.positions() {
                if let Some(cell) = frame.buffer_mut().cell_mut(at) {
                    cell.set_char(letter).set_style(self.palette.faint());
                }
            }
        }
        let overlay = self.overlay();
        self.board
            .draw(frame.buffer_mut(), areas.board, self.palette, &overlay);
        #[cfg(feature = "pictures")]
        self.draw_picture(frame, &overlay);
        self.draw_side(frame, &mut areas);
        self.draw_log(frame, &mut areas);
        self.draw_notice(frame, areas.notice, expected, said);
        self.draw_buttons(frame, &mut areas, &placed);
        self.draw_command(frame, areas.command);
        self.areas = areas;
    }

    /// What is marked on the board.
    fn overlay(&self) -> Overlay {
        let mut overlay = Overlay {
            cursor: self.focus.is_none() && self.table.turn().over().is_none(),
            ..Overlay::default()
        };
        let touches = &mut overlay.touches;
        let page = self.steps.now().unwrap_or(&self.page);
        for spot in &page.last {
            touches.insert(spot.clone(), Touch::Last);
        }
        if self.steps.are_left() {
            return overlay;
        }
        let depth = self.gesture.spots().len();
        for (_, choice) in self.gesture.open(self.choices()) {
            let Some(spot) = choice.path.get(depth) else {
                continue;
            };
            let touch = match choice.path.len() == depth + 1 {
                true => Touch::Offered(choice.mark),
                false => Touch::Begin,
            };
            touches.insert(spot.clone(), touch);
        }
        for spot in &self.notice.spots {
            touches.insert(spot.clone(), Touch::Refused);
        }
        for spot in self.gesture.spots() {
            touches.insert(spot.clone(), Touch::Selected);
        }
        if let Some(lens) = &self.lens {
            let shown = lens.shown().iter().filter(|(_, value)| *value != 0);
            overlay.numbers = shown.cloned().collect();
            // Where all numbers are equal, the colours say it without them.
            let first = overlay.numbers.first().map(|(_, value)| *value);
            let varied = overlay
                .numbers
                .iter()
                .any(|(_, value)| Some(*value) != first);
            if self.palette.has_colours() && !varied {
                overlay.numbers.clear();
            }
        }
        overlay
    }

    /// What was said last, in lines that fit.
    fn notice_lines(&self, wide: usize) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        for (tone, text) in &self.notice.lines {
            let (sign, style) = match tone {
                Tone::Good => ("✓ ", self.palette.good()),
                Tone::Refused => ("✗ ", self.palette.refused()),
                Tone::Plain => ("", self.palette.base()),
            };
            let indent = width(sign);
            for (index, line) in wrap(text, wide.saturating_sub(indent + 2))
                .into_iter()
                .enumerate()
            {
                let start = if index == 0 {
                    sign.to_owned()
                } else {
                    " ".repeat(indent)
                };
                lines.push(Line::styled(format!(" {start}{line}"), style));
            }
        }
        lines
    }

    fn draw_notice(
        &self,
        frame: &mut Frame<'_>,
        area: Rect,
        expected: Vec<Line<'static>>,
        mut said: Vec<Line<'static>>,
    ) {
        let room = usize::from(area.height).saturating_sub(expected.len());
        if said.len() > room {
            let shown = room.saturating_sub(1);
            let count = said.len() - shown;
            said.truncate(shown);
            if room > 0 {
                let more = format!(" {}", self.say(Say::MoreReasons { count }));
                said.push(Line::styled(more, self.palette.accent()));
            }
        }
        let lines = expected.into_iter().chain(said);
        for (line, y) in lines.zip(area.y..area.bottom()) {
            frame.buffer_mut().set_line(area.x, y, &line, area.width);
        }
    }

    /// What the screen waits for, in lines that fit.
    fn expectation(&self, wide: usize) -> Vec<Line<'static>> {
        let room = wide.saturating_sub(2);
        let mut lines = match &self.page.lesson {
            Some(lesson) => self.taught(lesson, room),
            None => wrap_spans(&self.expected(), room),
        };
        for line in &mut lines {
            line.spans.insert(0, Span::styled(" ", self.palette.base()));
        }
        lines
    }

    /// What the task before has shown, and the task at hand.
    fn taught(&self, lesson: &LessonPage, room: usize) -> Vec<Line<'static>> {
        let palette = self.palette;
        let mut lines = Vec::new();
        // Who has begun to choose knows it.
        if let Some(praise) = lesson
            .praise
            .as_ref()
            .filter(|_| self.gesture.spots().is_empty())
        {
            let praise = wrap(&format!("✓ {praise}"), room).into_iter();
            lines.extend(praise.map(|line| Line::styled(line, palette.good())));
        }
        let sign = match lesson.hint {
            Some(_) => format!("▶ {}/{} ", lesson.done + 1, lesson.tasks),
            None => "★ ".to_owned(),
        };
        let mut spans = vec![
            Span::styled(sign, palette.accent()),
            Span::styled(lesson.text.clone(), palette.strong()),
        ];
        let keys = match lesson.hint {
            Some(_) => Say::LessonKeys,
            None => Say::LessonOver,
        };
        spans.push(Span::styled(
            format!(" · {}", self.say(keys)),
            palette.faint(),
        ));
        lines.extend(wrap_spans(&spans, room));
        lines
    }

    fn expected(&self) -> Vec<Span<'static>> {
        let palette = self.palette;
        let wheel = SPINNER[(self.now / 100) as usize % SPINNER.len()];
        let plain = |sign: String, text: String| {
            vec![
                Span::styled(format!("{sign} "), palette.accent()),
                Span::styled(text, palette.strong()),
            ]
        };
        match self.table.turn() {
            Turn::Over(_) => {
                let mut spans = plain("★".to_owned(), self.result());
                let keys = format!(" · {}", self.say(Say::OverKeys));
                spans.push(Span::styled(keys, palette.faint()));
                return spans;
            }
            Turn::Chance => return plain("⚄".to_owned(), self.say(Say::NatureWaits)),
            Turn::One(_) | Turn::Any(_) => (),
        }
        let Some((seat, _)) = self.asked() else {
            let Some(seat) = self.thinker() else {
                return plain("·".to_owned(), self.say(Say::Watching));
            };
            let who = self.name(seat);
            let mut spans = plain(wheel.to_string(), self.say(Say::Thinks { who: &who }));
            spans.insert(1, palette.chip(seat));
            spans.insert(2, Span::styled(" ", palette.base()));
            return spans;
        };
        let path: String = self
            .gesture
            .spots()
            .iter()
            .map(|spot| format!("{} → ", self.called(spot)))
            .collect();
        let mut spans = vec![
            Span::styled("▶ ", palette.accent()),
            palette.chip(seat),
            Span::styled(format!(" {} ", self.name(seat)), palette.strong()),
        ];
        // Where the board's edges are beyond the screen, so are its letters and numbers.
        if self.focus.is_none()
            && self.board.is_cut()
            && let Some(spot) = self.board.cursor()
        {
            spans.push(Span::styled(format!("{spot} · "), palette.accent()));
        }
        spans.push(Span::styled(path, palette.accent()));
        spans.push(Span::styled(self.next_step(), palette.base()));
        spans
    }

    /// What a person on turn can do next.
    fn next_step(&self) -> String {
        let depth = self.gesture.spots().len();
        let choices = self.choices();
        let open: Vec<_> = self.gesture.open(choices).collect();
        let here = self.board.cursor().filter(|_| self.focus.is_none());
        let mut ends = open.iter().filter(|(_, choice)| {
            choice.path.len() == depth + 1 && choice.path.get(depth) == here && here.is_some()
        });
        if let (Some((_, choice)), None) = (ends.next(), ends.next()) {
            return self.say(Say::EnterPlays {
                caption: &choice.words(),
            });
        }
        let on_buttons = self.focus.is_some() && self.buttons.len() == open.len();
        match (depth, open.len()) {
            (_, 0) => String::new(),
            _ if on_buttons => self.say(Say::ChooseNamed),
            (0, choices) => self.say(Say::ChooseFirst { choices }),
            (_, choices) => self.say(Say::ChooseNext { choices }),
        }
    }

    /// How it ended, in one sentence.
    pub(crate) fn result(&self) -> String {
        let Some(outcome) = self.table.turn().over() else {
            return String::new();
        };
        let verdict = outcome.verdict(|seat| self.table.seat_in_sentence(seat));
        verdict.capital().of(self.lang).to_owned()
    }

    /// Buttons from left to right, in as many rows as they need.
    fn place_buttons(&self, wide: usize) -> Vec<Placed> {
        let mut placed: Vec<Placed> = Vec::new();
        let (mut row, mut column) = (0, 1);
        for (number, button) in self.buttons.iter().enumerate() {
            let key = if number < 12 {
                format!("F{} ", number + 1)
            } else {
                String::new()
            };
            let text = cut(&format!(" {key}{} ", button.label), wide.saturating_sub(4));
            let (open, close) = match self.palette.has_colours() {
                true => ("", ""),
                false => ("[", "]"),
            };
            let text = format!("{open}{text}{close}");
            let needed = width(&text);
            if column > 1 && column + needed > wide.saturating_sub(1) {
                row += 1;
                column = 1;
            }
            placed.push(Placed {
                number,
                row,
                column: column as u16,
                text,
            });
            column += needed + 1;
        }
        placed
    }

    fn draw_buttons(&self, frame: &mut Frame<'_>, areas: &mut Areas, placed: &[Placed]) {
        let area = areas.buttons;
        // If there are more rows than room, those around the focus are shown.
        let focus_row = self
            .focus
            .and_then(|focus| placed.get(focus))
            .map_or(0, |button| button.row);
        let first = (focus_row + 1).saturating_sub(area.height);
        for button in placed {
            let Some(row) = button
                .row
                .checked_sub(first)
                .filter(|&row| row < area.height)
            else {
                continue;
            };
            let style = match self.focus == Some(button.number) {
                true => self.palette.focus(),
                false => self.palette.button(),
            };
            let at = Position::new(area.x + button.column, area.y + row);
            let room = usize::from(area.right().saturating_sub(at.x));
            frame
                .buffer_mut()
                .set_stringn(at.x, at.y, &button.text, room, style);
            let wide = (width(&button.text) as u16).min(room as u16);
            let hit = Rect::new(at.x, at.y, wide, 1);
            areas.clickable.push((hit, Target::Button(button.number)));
        }
        let rows = placed.last().map_or(0, |last| last.row + 1);
        if rows > first + area.height && area.height > 0 {
            let at = (area.right().saturating_sub(2), area.bottom() - 1);
            if let Some(cell) = frame.buffer_mut().cell_mut(at) {
                cell.set_char('▾').set_style(self.palette.accent());
            }
        }
    }

    fn draw_command(&self, frame: &mut Frame<'_>, area: Rect) {
        let palette = self.palette;
        let buffer = frame.buffer_mut();
        buffer.set_stringn(
            area.x,
            area.y,
            " › ",
            usize::from(area.width),
            palette.accent(),
        );
        let (x, room) = (area.x + 3, usize::from(area.width).saturating_sub(4));
        if self.line.is_empty() {
            let hint = cut(&self.say(Say::TypeHere), room);
            buffer.set_stringn(x, area.y, hint, room, palette.faint());
            if self.window.is_none()
                && self.focus.is_none()
                && self.asked().is_some()
                && let Some(at) = self
                    .board
                    .cursor()
                    .and_then(|spot| self.board.position(spot))
            {
                frame.set_cursor_position(at);
            }
            return;
        }
        // The end of what stands before the caret is always seen.
        let mut before: String = self.line.before_caret().to_owned();
        let after = &self.line.text()[before.len()..];
        while width(&before) >= room.max(1) {
            before.remove(0);
        }
        buffer.set_stringn(
            x,
            area.y,
            format!("{before}{after}"),
            room,
            palette.strong(),
        );
        if self.window.is_none() {
            frame.set_cursor_position((x + width(&before) as u16, area.y));
        }
    }
}
