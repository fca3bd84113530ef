//! Names of things: single words for machines, single lines for people.

use std::{fmt, sync::Arc};

/// Why a text cannot be an id or a line.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct IdError {
    what: &'static str,
    most: usize,
}

/// The longest id, in bytes. A UUID has 36, 256 bits in hexadecimal 64.
const MOST_OF_ID: usize = 128;

/// The longest line, in bytes.
const MOST_OF_LINE: usize = 256;

impl fmt::Display for IdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, 1 to {} bytes long", self.what, self.most)
    }
}

impl std::error::Error for IdError {}

macro_rules! text {
    ($(#[$doc:meta])* $name:ident, $what:literal, $most:expr, $allowed:expr) => {
        $(#[$doc])*
        #[derive(Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
        pub struct $name(Arc<str>);

        impl $name {
            pub fn new(text: impl AsRef<str>) -> Result<$name, IdError> {
                let text = text.as_ref();
                let allowed: fn(char) -> bool = $allowed;
                if text.is_empty() || text.len() > $most || !text.chars().all(allowed) {
                    return Err(IdError { what: $what, most: $most });
                }
                Ok($name(text.into()))
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({:?})", stringify!($name), &*self.0)
            }
        }
    };
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        text!(
            $(#[$doc])* $name,
            "an id is made of visible ASCII characters",
            MOST_OF_ID,
            |c| c.is_ascii_graphic()
        );
    };
}

id!(
    /// Names a match, for ever.
    MatchId
);
id!(
    /// Names a player or guest.
    PlayerId
);
id!(
    /// Names who sends commands: one browser, one program, or a part of the server itself.
    SessionId
);
id!(
    /// Stands for the address that a match was created from, without telling it.
    Origin
);
id!(
    /// Names a process that runs matches, for as long as it lives.
    NodeId
);
id!(
    /// Names a store, for ever; a backup has the same.
    StoreId
);
id!(
    /// Chosen by whoever sends a command, so that sending it again does nothing twice.
    CommandId
);
text!(
    /// One line of text, such as the name of a player or of a rule set.
    Line,
    "a line has no control characters",
    MOST_OF_LINE,
    |c| !c.is_control()
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_one_visible_word() {
        assert_eq!(MatchId::new("k7-Zq").unwrap().as_str(), "k7-Zq");
        for bad in ["", "two words", "tab\t", "nul\0", "é"] {
            assert!(MatchId::new(bad).is_err(), "{bad:?}");
        }
        assert!(MatchId::new("x".repeat(MOST_OF_ID)).is_ok());
        assert!(MatchId::new("x".repeat(MOST_OF_ID + 1)).is_err());
    }

    #[test]
    fn a_line_is_text_without_control_characters() {
        assert!(Line::new("Élise & Æneas").is_ok());
        assert!(Line::new("two\nlines").is_err());
        let error = Line::new("nul\0").unwrap_err().to_string();
        assert_eq!(
            error,
            "a line has no control characters, 1 to 256 bytes long"
        );
    }
}
