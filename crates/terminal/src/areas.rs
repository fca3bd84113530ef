//! Where things are on the screen, as it was last drawn: for the mouse, and for scrolling.

use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

/// The least that a match can be shown on.
pub(crate) const SMALLEST: (u16, u16) = (24, 9);

/// From this width on the log stands beside the board.
const WIDE: u16 = 64;

/// The least width of what stands beside the board.
const SIDE: u16 = 28;

/// The parts of the screen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Areas {
    pub board: Rect,
    /// Seats and numbers: beside the board, or one line above it.
    pub side: Rect,
    pub log: Rect,
    /// What is expected, and what was refused.
    pub notice: Rect,
    pub buttons: Rect,
    pub command: Rect,
    /// Lines that part the screen: `│` beside the board, `─` under it.
    pub rules: Vec<Rect>,
    /// The window over the board.
    pub window: Option<Rect>,
    pub clickable: Vec<(Rect, Target)>,
    /// How far the log can be scrolled up.
    pub log_reach: usize,
}

/// What a click on a part of the screen does.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Target {
    Key(KeyCode),
    Button(usize),
}

/// What the parts would like to have.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Wishes {
    pub notice: u16,
    pub buttons: u16,
}

impl Areas {
    /// Parts the screen. `fit` says how much of a space the board takes.
    pub fn part(screen: Rect, wishes: Wishes, fit: impl FnOnce(u16, u16) -> (u16, u16)) -> Areas {
        let mut areas = Areas::default();
        let mut rest = screen;
        areas.command = bottom(&mut rest, 1);
        let notice = wishes.notice.clamp(1, (screen.height / 4).max(2));
        areas.notice = bottom(&mut rest, notice);
        let buttons = wishes.buttons.min((screen.height / 6).max(1));
        areas.buttons = bottom(&mut rest, buttons);
        if screen.height >= 20 {
            let rule = bottom(&mut rest, 1);
            areas.rules.push(rule);
        }
        if screen.width < WIDE {
            areas.side = Rect { height: 1, ..rest };
            let below = Rect {
                y: rest.y + 1,
                height: rest.height - 1,
                ..rest
            };
            // What the board leaves is the log's, and on a high screen a part is kept for it.
            let log = if below.height >= 18 {
                below.height / 5
            } else {
                0
            };
            let (_, high) = fit(below.width, below.height - log);
            areas.board = Rect {
                height: high,
                ..below
            };
            areas.log = Rect {
                y: below.y + high,
                height: below.height - high,
                ..below
            };
            return areas;
        }
        let (wide, _) = fit(rest.width - SIDE - 3, rest.height);
        let side = (rest.width - wide - 5).clamp(SIDE, (rest.width / 2).clamp(SIDE, 60));
        let rule = Rect {
            x: rest.right() - side - 2,
            width: 1,
            ..rest
        };
        areas.rules.push(rule);
        areas.side = Rect {
            x: rule.x + 2,
            width: side - 1,
            ..rest
        };
        areas.board = Rect {
            width: rule.x - rest.x,
            ..rest
        };
        areas
    }

    /// What a click means, beside the board.
    pub fn target(&self, at: Position) -> Option<Target> {
        let hit = self
            .clickable
            .iter()
            .rev()
            .find(|(area, _)| area.contains(at));
        hit.map(|(_, target)| *target)
    }
}

/// Cuts `height` rows off the lower end.
fn bottom(rest: &mut Rect, height: u16) -> Rect {
    let height = height.min(rest.height);
    rest.height -= height;
    Rect {
        y: rest.bottom(),
        height,
        ..*rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_lies_on_the_screen_whatever_its_size() {
        for width in SMALLEST.0..200 {
            for height in SMALLEST.1..70 {
                for wish in [0, 3, 40] {
                    let screen = Rect::new(0, 0, width, height);
                    let wishes = Wishes {
                        notice: wish,
                        buttons: wish,
                    };
                    let areas =
                        Areas::part(screen, wishes, |wide, high| (wide.min(50), high.min(20)));
                    let parts = [
                        areas.board,
                        areas.side,
                        areas.log,
                        areas.notice,
                        areas.buttons,
                        areas.command,
                    ];
                    for part in parts.iter().chain(&areas.rules) {
                        assert!(
                            part.right() <= width && part.bottom() <= height,
                            "{width}×{height}"
                        );
                    }
                    assert!(
                        areas.board.height > 0 && areas.board.width > 0,
                        "{width}×{height}"
                    );
                }
            }
        }
    }
}
