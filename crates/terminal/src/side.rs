//! What stands beside the board: who plays, where the match stands, what happened.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use vauban_game::Seat;
use vauban_table::{LogEntry, Millis};

use crate::Chair;
use crate::areas::Areas;
use crate::palette::shape;
use crate::player::Player;
use crate::prose::{cut, width, wrap, wrap_spans};
use crate::words::Say;

/// Rows that are kept for the log.
const LEAST_LOG: u16 = 5;

impl Player<'_> {
    /// Draws the seats and numbers; what they leave of the side is the log's.
    pub(crate) fn draw_side(&self, frame: &mut Frame<'_>, areas: &mut Areas) {
        let area = areas.side;
        if area.height == 1 {
            let line = self.header();
            frame
                .buffer_mut()
                .set_line(area.x, area.y, &line, area.width);
            return;
        }
        let mut lines = self.side_lines(usize::from(area.width));
        let room = usize::from(area.height.saturating_sub(LEAST_LOG));
        if lines.len() > room {
            lines.retain(|line| line.width() > 0);
        }
        lines.truncate(room);
        for (line, y) in lines.iter().zip(area.y..) {
            frame.buffer_mut().set_line(area.x, y, line, area.width);
        }
        let y = area.y + lines.len() as u16;
        let title = self.say(Say::Log);
        let rule = "─".repeat(usize::from(area.width).saturating_sub(width(&title) + 4));
        let heading = Line::styled(format!("── {title} {rule}"), self.palette.faint());
        frame.buffer_mut().set_line(area.x, y, &heading, area.width);
        areas.log = Rect {
            y: y + 1,
            height: area.bottom().saturating_sub(y + 1),
            ..area
        };
    }

    /// Everything in one line, where there is no room beside the board.
    fn header(&self) -> Line<'static> {
        let mut spans = vec![Span::styled(" ", self.palette.base())];
        for seat in (0..self.table.seats()).map(Seat) {
            let on_turn = self.page.turn.seats.contains(seat);
            let sign = if on_turn { "▶" } else { " " };
            spans.push(Span::styled(sign, self.palette.accent()));
            spans.push(self.palette.chip(seat));
            let style = if on_turn {
                self.palette.strong()
            } else {
                self.palette.base()
            };
            let clock = self
                .clock(seat)
                .map_or(String::new(), |left| format!(" {left}"));
            spans.push(Span::styled(format!(" {}{clock} ", self.name(seat)), style));
        }
        let phase = format!("· {}", self.page.status.phase);
        spans.push(Span::styled(phase, self.palette.faint()));
        Line::from(spans)
    }

    fn side_lines(&self, wide: usize) -> Vec<Line<'static>> {
        let palette = self.palette;
        let title = self.table.card().title.of(self.lang).to_owned();
        let number = self.page.status.turn;
        let turn = Span::styled(
            format!(" · {}", self.say(Say::TurnNumber { number })),
            palette.faint(),
        );
        let title = Line::from(vec![Span::styled(title, palette.accent()), turn]);
        let mut lines = vec![title, Line::default()];
        for seat in (0..self.table.seats()).map(Seat) {
            lines.push(self.seat_line(seat, wide));
            lines.extend(self.taken_line(seat));
        }
        lines.push(Line::default());

        let status = &self.page.status;
        let phase = Span::styled(status.phase.clone(), palette.strong());
        let left = status.left.as_ref().map(|left| {
            let (name, count) = (left.name.as_str(), left.count);
            Span::styled(self.say(Say::Left { name, count }), palette.base())
        });
        let gap = Span::styled(" · ", palette.base());
        let mut parts: Vec<Span<'static>> = [Some(phase), left].into_iter().flatten().collect();
        parts.retain(|part| !part.content.is_empty());
        // Side by side if there is room, else one under the other.
        let needed: usize = parts.iter().map(|part| part.width() + gap.width()).sum();
        match parts.as_slice() {
            [phase, left] if needed <= wide + gap.width() => {
                lines.push(Line::from(vec![phase.clone(), gap, left.clone()]));
            }
            parts => {
                for part in parts {
                    lines.extend(wrap_spans(std::slice::from_ref(part), wide));
                }
            }
        }
        lines.extend(self.statistics(wide));
        if let Some(own) = &status.own {
            let wrapped = wrap(own, wide).into_iter();
            lines.extend(wrapped.map(|line| Line::styled(line, palette.strong())));
        }
        let notes = self.notes();
        if !notes.is_empty() {
            lines.push(Line::default());
        }
        for note in notes {
            let wrapped = wrap(&note, wide).into_iter();
            lines.extend(wrapped.map(|line| Line::styled(line, palette.good())));
        }
        lines.push(Line::default());
        lines
    }

    /// What was taken from a seat, if anything.
    fn taken_line(&self, seat: Seat) -> Option<Line<'static>> {
        let taken = self.page.status.taken.iter();
        let glyphs: Vec<&str> = taken
            .filter(|piece| piece.seat == seat)
            .map(|piece| piece.glyph.trim())
            .collect();
        let what = glyphs.join(" ");
        let text = format!("    {}", self.say(Say::Taken { what: &what }));
        (!glyphs.is_empty()).then(|| Line::styled(text, self.palette.faint()))
    }

    fn seat_line(&self, seat: Seat, wide: usize) -> Line<'static> {
        let palette = self.palette;
        let on_turn = self.page.turn.seats.contains(seat);
        let who = match self.chairs.get(seat.index()) {
            Some(Chair::Agent(agent)) => {
                let agent = agent.to_string();
                match agent.parse::<u8>() {
                    Ok(_) => self.say(Say::Level { number: &agent }),
                    Err(_) => agent,
                }
            }
            _ if self.persons().count() == 1 => self.say(Say::You),
            _ => self.say(Say::Person),
        };
        let clock = self.clock(seat).unwrap_or_default();
        let room = wide.saturating_sub(6 + width(&clock) + 1);
        let name = cut(&self.name(seat), room);
        let who = cut(&who, room.saturating_sub(width(&name) + 2));
        let gap = room.saturating_sub(width(&name) + 2 + width(&who));
        let style = if on_turn {
            palette.strong()
        } else {
            palette.base()
        };
        Line::from(vec![
            Span::styled(if on_turn { "▶ " } else { "  " }, palette.accent()),
            palette.chip(seat),
            Span::styled(format!(" {name}  "), style),
            Span::styled(format!("{who}{}", " ".repeat(gap)), palette.faint()),
            Span::styled(clock, style),
        ])
    }

    /// A table: a row for each number, a column for each seat.
    pub(crate) fn statistics(&self, wide: usize) -> Vec<Line<'static>> {
        let palette = self.palette;
        let mut rows: Vec<(String, Vec<i64>)> = self
            .page
            .status
            .statistics
            .iter()
            .map(|statistic| (statistic.name.clone(), statistic.values.clone()))
            .collect();
        if let Some(result) = &self.page.result {
            let scores = result
                .scores
                .iter()
                .map(|&score| i64::from(score))
                .collect();
            rows.push((self.say(Say::Score), scores));
        }
        if rows.is_empty() {
            return Vec::new();
        }
        let seats = usize::from(self.table.seats());
        let longest = rows.iter().map(|(name, _)| width(name)).max().unwrap_or(0);
        let digits = rows
            .iter()
            .flat_map(|(_, values)| values)
            .map(|value| value.to_string().len());
        let roomy = if seats <= 4 { 6 } else { 4 };
        let column = (digits.max().unwrap_or(0) + 2).max(roomy);
        let beside = wide.saturating_sub(seats * column);
        // If a word of a name does not fit beside the numbers, the names go above them.
        let words = rows.iter().flat_map(|(name, _)| name.split_whitespace());
        let stacked = beside < words.map(width).max().unwrap_or(0) + 1;
        let room = if stacked { 0 } else { beside.min(longest + 2) };
        let mut head = vec![Span::styled(" ".repeat(room), palette.base())];
        for seat in (0..self.table.seats()).map(Seat) {
            head.push(Span::styled(" ".repeat(column - 2), palette.base()));
            head.push(palette.chip(seat));
        }
        let mut lines = vec![Line::from(head)];
        for (name, values) in rows {
            let numbers: String = values
                .iter()
                .map(|value| format!("{value:>column$}"))
                .collect();
            let numbers = Span::styled(numbers, palette.base());
            if stacked {
                lines.push(Line::styled(cut(&name, wide), palette.faint()));
                lines.push(Line::from(numbers));
                continue;
            }
            // A long name takes more lines, and its numbers stand on the last.
            let mut parts = wrap(&name, room.saturating_sub(1));
            let last = parts.pop().unwrap_or_default();
            lines.extend(
                parts
                    .into_iter()
                    .map(|part| Line::styled(part, palette.faint())),
            );
            let gap = " ".repeat(room - width(&last));
            lines.push(Line::from(vec![
                Span::styled(format!("{last}{gap}"), palette.faint()),
                numbers,
            ]));
        }
        lines
    }

    /// Offers, and the lens that is on.
    fn notes(&self) -> Vec<String> {
        let offers = &self.page.offers;
        let mut notes = Vec::new();
        for seat in offers.draw.iter() {
            notes.push(self.say(Say::OffersDraw {
                who: &self.name(seat),
            }));
        }
        if let Some(offer) = offers.undo {
            notes.push(self.say(Say::WantsBack {
                who: &self.name(offer.by),
            }));
        }
        if let Some(lens) = &self.lens {
            let title = lens.card.title.of(self.lang);
            let seat = self.name(lens.seat);
            let after = self.lens_wish.as_ref().and_then(|on| on.after.as_deref());
            notes.push(match after {
                None => self.say(Say::LensOn { title, seat: &seat }),
                Some(action) => self.say(Say::LensAfter {
                    title,
                    seat: &seat,
                    action,
                }),
            });
        }
        notes
    }

    fn clock(&self, seat: Seat) -> Option<String> {
        let left = *self.page.clocks.as_ref()?.left.get(seat.index())?;
        Some(time(left))
    }

    /// The log, the newest at the bottom.
    pub(crate) fn draw_log(&mut self, frame: &mut Frame<'_>, areas: &mut Areas) {
        let area = areas.log;
        let high = usize::from(area.height);
        if high == 0 {
            return;
        }
        let wide = usize::from(area.width);
        if self.log.is_empty() {
            let text = cut(&self.say(Say::LogEmpty), wide);
            let style = self.palette.faint();
            frame
                .buffer_mut()
                .set_stringn(area.x, area.y, text, wide, style);
            return;
        }
        // From the newest back, only as far as is seen; one screen more, to know that there is more.
        let enough = high + self.log_scroll + high;
        let mut lines: Vec<Line<'static>> = Vec::new();
        for entry in self.log.iter().rev() {
            let mut told = self.told(entry, wide);
            told.reverse();
            lines.extend(told);
            if lines.len() > enough {
                break;
            }
        }
        areas.log_reach = lines.len().saturating_sub(high);
        self.log_scroll = self.log_scroll.min(areas.log_reach);
        let shown: Vec<&Line<'static>> = lines.iter().skip(self.log_scroll).take(high).collect();
        for (line, y) in shown.iter().rev().zip(area.y..) {
            frame.buffer_mut().set_line(area.x, y, line, area.width);
        }
        if self.log_scroll > 0 {
            let count = self.log_scroll;
            let more = cut(&self.say(Say::NewerBelow { count }), wide);
            let x = area.right().saturating_sub(width(&more) as u16);
            let style = self.palette.focus();
            frame
                .buffer_mut()
                .set_stringn(x, area.bottom() - 1, more, wide, style);
        }
    }

    /// One entry of the log, with the sign of whoever did it.
    fn told(&self, entry: &LogEntry, wide: usize) -> Vec<Line<'static>> {
        let palette = self.palette;
        let mut texts: Vec<String> = entry
            .events
            .iter()
            .map(|event| event.text.of(self.lang).to_owned())
            .collect();
        // What somebody did without an event is shown as it was written; a roll that changed nothing is not.
        if texts.is_empty() && entry.by.is_some() {
            texts.extend(entry.text.clone());
        }
        let summary = entry.summary.as_ref().map(|text| text.of(self.lang));
        let summary = summary.filter(|text| **text != texts.join(" "));
        let mut lines = Vec::new();
        for text in texts {
            for line in wrap(&text, wide.saturating_sub(2)) {
                let sign = match (lines.is_empty(), entry.by) {
                    (true, Some(seat)) => Span::styled(shape(seat).to_string(), palette.seat(seat)),
                    (true, None) => Span::styled("·", palette.faint()),
                    (false, _) => Span::styled(" ", palette.base()),
                };
                let text = Span::styled(format!(" {line}"), palette.base());
                lines.push(Line::from(vec![sign, text]));
            }
        }
        for line in summary
            .into_iter()
            .flat_map(|text| wrap(text, wide.saturating_sub(2)))
        {
            lines.push(Line::styled(format!("  {line}"), palette.faint()));
        }
        lines
    }
}

/// Minutes and seconds; tenths when there is little left.
fn time(left: Millis) -> String {
    let seconds = left / 1_000;
    match seconds {
        0..10 => format!("0:{seconds:02}.{}", left % 1_000 / 100),
        10..3_600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!(
            "{}:{:02}:{:02}",
            seconds / 3_600,
            seconds / 60 % 60,
            seconds % 60
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::time;

    #[test]
    fn a_clock_shows_tenths_only_at_the_end() {
        assert_eq!(time(9_870), "0:09.8");
        assert_eq!(time(61_000), "1:01");
        assert_eq!(time(3_661_000), "1:01:01");
    }
}
