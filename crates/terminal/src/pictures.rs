//! The real picture of the board, where the terminal shows pictures: by kitty's protocol, or as sixels.
//!
//! All of it is behind the feature `pictures`. The picture lies exactly over the characters of the board, so
//! that a click means the same. Where there is none, and while a window lies over the board, the characters
//! are seen.

#[cfg(feature = "pictures")]
mod ask;
#[cfg(feature = "pictures")]
mod easel;
#[cfg(feature = "pictures")]
mod marks;

#[cfg(feature = "pictures")]
pub use ask::{Graphics, Protocol};
#[cfg(feature = "pictures")]
pub(crate) use {ask::ask, ask::cell_of_window, easel::Easel};

/// Whether the board is shown as a real picture.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Pictures {
    #[default]
    Never,
    /// If the terminal says that it shows them.
    #[cfg(feature = "pictures")]
    Auto,
    /// Whatever the terminal says.
    #[cfg(feature = "pictures")]
    By(Protocol),
}
