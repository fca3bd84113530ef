//! The picture that is on the screen. It is made and sent only when something on it changes.

use image::{DynamicImage, RgbaImage};
use ratatui::Frame;
use ratatui::layout::{Rect, Size};
use ratatui_image::Image;
use ratatui_image::protocol::Protocol as Sent;
use ratatui_image::protocol::{kitty::Kitty, sixel::Sixel};
use vauban_pixels::draw;
use vauban_scene::{Scene, Theme};

use super::marks::marked;
use super::{Graphics, Protocol};
use crate::board::Overlay;
use crate::player::Player;

/// The numbers by which kitty knows our pictures, in turn: a new picture takes the place of the last but one,
/// so that the terminal never keeps more than two.
const NUMBERS: [u32; 2] = [0x56_42_01, 0x56_42_02];

/// Kitty's protocol numbers no more columns and rows than this.
const MOST_CELLS: u16 = 297;

/// How pictures are shown, and the one that was shown last.
#[derive(Default)]
pub(crate) struct Easel {
    graphics: Option<Graphics>,
    shown: Option<Shown>,
    sent: usize,
    /// Whether the picture stays as it is although something has changed.
    held: bool,
}

struct Shown {
    scene: Scene,
    area: Rect,
    picture: Sent,
}

impl Player<'_> {
    /// Shows the board as a picture from now on, wherever all of it is in sight.
    pub fn show_pictures(&mut self, graphics: Graphics) {
        self.easel = Easel {
            graphics: Some(graphics),
            ..Easel::default()
        };
    }

    /// The characters have another size now, in pixels.
    pub fn zoom(&mut self, cell: Size) {
        let easel = &mut self.easel;
        if let Some(graphics) = easel.graphics.as_mut().filter(|old| old.cell != cell) {
            graphics.cell = cell;
            easel.shown = None;
        }
    }

    /// Whether the picture stays as it is for now, because more is about to change.
    pub fn hold_picture(&mut self, held: bool) {
        self.easel.held = held;
    }

    /// What the terminal must be sent so that it keeps no picture of ours.
    pub fn take_pictures_down(&mut self) -> String {
        let Easel { graphics, sent, .. } = std::mem::take(&mut self.easel);
        let kept = match graphics {
            Some(graphics) if graphics.protocol == Protocol::Kitty => sent,
            _ => 0,
        };
        NUMBERS
            .iter()
            .take(kept)
            .map(|number| format!("\x1b_Gq=2,a=d,d=I,i={number};\x1b\\"))
            .collect()
    }

    /// Lays the picture over the characters of the board, if all of it is in sight.
    pub(crate) fn draw_picture(&mut self, frame: &mut Frame<'_>, overlay: &Overlay) {
        let Some(graphics) = self.easel.graphics else {
            return;
        };
        let area = self.board.shown();
        let easel = &mut self.easel;
        if self.board.is_cut() || self.window.is_some() || area.is_empty() {
            if graphics.protocol == Protocol::Sixel {
                // Characters wipe sixels out; kitty keeps the picture.
                easel.shown = None;
            }
            return;
        }
        let mut kept = easel.shown.take().filter(|shown| shown.area == area);
        if !easel.held {
            let scene = marked(&self.scene, overlay, self.board.cursor());
            kept = kept.filter(|shown| shown.scene == scene).or_else(|| {
                let number = NUMBERS[easel.sent % NUMBERS.len()];
                let theme = self.palette.look.theme;
                let picture = graphics.picture(&scene, theme, area, number)?;
                easel.sent += 1;
                Some(Shown {
                    scene,
                    area,
                    picture,
                })
            });
        }
        if let Some(shown) = &kept {
            frame.render_widget(Image::new(&shown.picture), area);
        }
        easel.shown = kept;
    }
}

impl Graphics {
    /// The picture as it is sent; none if it is too large.
    fn picture(self, scene: &Scene, theme: Theme, area: Rect, number: u32) -> Option<Sent> {
        if area.width > MOST_CELLS || area.height > MOST_CELLS {
            return None;
        }
        let width = area.width.checked_mul(self.cell.width)?;
        let height = area.height.checked_mul(self.cell.height)?;
        let drawn = draw(scene, theme, width, height)?;
        let image = RgbaImage::from_raw(width.into(), height.into(), drawn.bytes)?;
        let image = DynamicImage::ImageRgba8(image);
        let size = area.as_size();
        match self.protocol {
            Protocol::Kitty => Kitty::new(image, size, number, false, self.compressed)
                .ok()
                .map(Sent::Kitty),
            Protocol::Sixel => Sixel::new(image, size, false).ok().map(Sent::Sixel),
        }
    }
}
