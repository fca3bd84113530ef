//! How meanings look on this terminal: with many colours, with 256, or with none.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Span;
use vauban_game::Seat;
use vauban_scene::{Colours, Figure, Look, Mark, Paint, Rgb, Theme};

/// A shape for each seat, so that none is told by colour alone.
const SHAPES: [char; vauban_game::MAX_SEATS] = ['●', '■', '▲', '◆', '★', '✚'];

/// The look of a game, as far as the terminal can show it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Palette {
    pub look: Look,
    colours: Colours,
}

impl Palette {
    pub fn new(look: Look, colours: Colours) -> Palette {
        Palette { look, colours }
    }

    pub fn has_colours(self) -> bool {
        self.colours != Colours::None
    }

    /// A letter of one colour on another; nothing special without colours.
    pub fn on(self, fore: Rgb, back: Rgb) -> Style {
        match (self.colour(fore), self.colour(back)) {
            (Some(fore), Some(back)) => Style::new().fg(fore).bg(back),
            _ => Style::new(),
        }
    }

    /// Ink on paper.
    pub fn base(self) -> Style {
        self.ink(Paint::Ink)
    }

    pub fn strong(self) -> Style {
        self.base().add_modifier(Modifier::BOLD)
    }

    /// What may be overlooked.
    pub fn faint(self) -> Style {
        match self.has_colours() {
            true => self.ink(Paint::Faint),
            false => Style::new().add_modifier(Modifier::DIM),
        }
    }

    pub fn refused(self) -> Style {
        self.ink(Paint::Mark(Mark::ATTACK))
            .add_modifier(Modifier::BOLD)
    }

    pub fn good(self) -> Style {
        self.ink(Paint::Mark(Mark::SHIFT))
    }

    /// Keys and titles that catch the eye.
    pub fn accent(self) -> Style {
        let blue = match self.look.theme {
            Theme::Light => Rgb::hex(0x0a_5c_a8),
            Theme::Dark => Rgb::hex(0x5a_b4_ff),
        };
        self.on(blue, self.look.colour(Paint::Paper))
            .add_modifier(Modifier::BOLD)
    }

    /// Something that can be pressed.
    pub fn button(self) -> Style {
        let paper = self.look.colour(Paint::Paper);
        let ink = self.look.colour(Paint::Ink);
        self.on(ink, paper.under(ink, 0.14))
    }

    /// What the keyboard is on.
    pub fn focus(self) -> Style {
        match self.has_colours() {
            true => {
                let back = self.look.colour(Paint::Mark(Mark::SELECTED));
                self.on(self.look.readable_on(back), back)
                    .add_modifier(Modifier::BOLD)
            }
            false => Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD),
        }
    }

    /// The sign of a seat in its colour: `●1`.
    pub fn chip(self, seat: Seat) -> Span<'static> {
        let style = self.seat(seat);
        Span::styled(format!("{}{seat}", shape(seat)), style)
    }

    pub fn seat(self, seat: Seat) -> Style {
        let (fore, back) = (Paint::OnSeat(seat.0), Paint::Seat(seat.0));
        self.on(self.look.colour(fore), self.look.colour(back))
            .add_modifier(Modifier::BOLD)
    }

    fn ink(self, paint: Paint) -> Style {
        self.on(self.look.colour(paint), self.look.colour(Paint::Paper))
    }

    fn colour(self, Rgb(red, green, blue): Rgb) -> Option<Color> {
        match self.colours {
            Colours::None => None,
            Colours::Ansi16 => Some(Color::Indexed(Rgb(red, green, blue).ansi16())),
            Colours::Ansi256 => Some(Color::Indexed(Rgb(red, green, blue).ansi256())),
            Colours::True => Some(Color::Rgb(red, green, blue)),
        }
    }
}

/// The shape of a seat.
pub(crate) fn shape(seat: Seat) -> char {
    SHAPES[seat.index() % SHAPES.len()]
}

/// What stands beside a marked place when there is no colour to mark it with.
pub(crate) fn signs(paint: Paint) -> (char, char) {
    let Paint::Mark(mark) = paint else {
        return ('(', ')');
    };
    match mark.figure {
        Figure::Crosshair => ('>', '<'),
        Figure::Arc => ('^', '^'),
        Figure::Warning | Figure::Cross => ('!', '!'),
        Figure::Star => ('*', '*'),
        Figure::Back => ('<', '>'),
        Figure::Dot | Figure::Diamond => ('(', ')'),
    }
}
