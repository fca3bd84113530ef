//! What a terminal can show, and the escape sequences that ask for it.

use crate::Rgb;

/// How many colours a terminal has.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub enum Colours {
    /// None: plain text, no escape sequences at all.
    #[default]
    None,
    /// The sixteen that the oldest terminals have.
    Ansi16,
    /// The table of 256 that nearly every terminal has.
    Ansi256,
    /// Any red, green and blue.
    True,
}

impl Colours {
    /// What the environment asks for, given how to look a variable up and whether the output is
    /// a terminal.
    ///
    /// `NO_COLOR` (not empty) always wins. `CLICOLOR_FORCE` (not empty, not `0`) asks for colours
    /// even in a pipe. Otherwise a pipe, `CLICOLOR=0` and `TERM=dumb` get none.
    pub fn from_env(env: impl Fn(&str) -> Option<String>, is_terminal: bool) -> Colours {
        let value = |name: &str| env(name).filter(|value| !value.is_empty());
        if value("NO_COLOR").is_some() {
            return Colours::None;
        }
        let forced = value("CLICOLOR_FORCE").is_some_and(|value| value != "0");
        let term = value("TERM").unwrap_or_default();
        let refused = !is_terminal || term == "dumb" || value("CLICOLOR").as_deref() == Some("0");
        if refused && !forced {
            return Colours::None;
        }
        let many = matches!(value("COLORTERM").as_deref(), Some("truecolor" | "24bit"));
        if many || term.ends_with("-direct") {
            return Colours::True;
        }
        let few = ["linux", "ansi", "cygwin", "xterm-color"].contains(&term.as_str());
        if few || term.ends_with("-16color") || term.starts_with("vt") {
            return Colours::Ansi16;
        }
        Colours::Ansi256
    }
}

/// How one character is shown.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Style {
    pub fore: Rgb,
    pub back: Rgb,
    pub bold: bool,
}

impl Style {
    /// Appends the sequence that leads from the style `before` to this one, if any is needed.
    pub fn change(&self, before: Option<&Style>, colours: Colours, text: &mut String) {
        let mut codes: Vec<String> = Vec::new();
        if before.map_or(self.bold, |before| before.bold != self.bold) {
            codes.push(if self.bold { "1" } else { "22" }.to_owned());
        }
        // Compared as codes: two colours may be one in the terminal's table.
        let fore = code(38, self.fore, colours);
        if before.is_none_or(|before| code(38, before.fore, colours) != fore) {
            codes.extend(fore);
        }
        let back = code(48, self.back, colours);
        if before.is_none_or(|before| code(48, before.back, colours) != back) {
            codes.extend(back);
        }
        if codes.is_empty() {
            return;
        }
        text.push_str("\x1b[");
        text.push_str(&codes.join(";"));
        text.push('m');
    }
}

/// The code that sets a colour: 38 for the letter, 48 for what is behind it.
fn code(target: u8, colour: Rgb, colours: Colours) -> Option<String> {
    match colours {
        Colours::None => None,
        Colours::Ansi16 => {
            // 30 to 37 and 40 to 47; the bright ones are 60 more.
            let (number, base) = (colour.ansi16(), target - 8);
            let bright = if number < 8 { 0 } else { 60 - 8 };
            Some((base + number + bright).to_string())
        }
        Colours::Ansi256 => Some(format!("{target};5;{}", colour.ansi256())),
        Colours::True => {
            let Rgb(red, green, blue) = colour;
            Some(format!("{target};2;{red};{green};{blue}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colours(variables: &[(&str, &str)], is_terminal: bool) -> Colours {
        let env = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        Colours::from_env(env, is_terminal)
    }

    #[test]
    fn no_color_wins_unless_it_is_empty() {
        let force = ("CLICOLOR_FORCE", "1");
        assert_eq!(colours(&[("NO_COLOR", "1"), force], true), Colours::None);
        assert_eq!(colours(&[("NO_COLOR", "")], true), Colours::Ansi256);
    }

    #[test]
    fn a_pipe_gets_colours_only_by_force() {
        assert_eq!(colours(&[], false), Colours::None);
        assert_eq!(colours(&[("CLICOLOR_FORCE", "0")], false), Colours::None);
        assert_eq!(colours(&[("CLICOLOR_FORCE", "1")], false), Colours::Ansi256);
    }

    #[test]
    fn a_terminal_gets_the_most_that_it_names() {
        assert_eq!(colours(&[("TERM", "dumb")], true), Colours::None);
        assert_eq!(colours(&[("CLICOLOR", "0")], true), Colours::None);
        for few in ["linux", "rxvt-16color", "vt220"] {
            assert_eq!(colours(&[("TERM", few)], true), Colours::Ansi16);
        }
        assert_eq!(
            colours(&[("TERM", "xterm-256color")], true),
            Colours::Ansi256
        );
        assert_eq!(colours(&[("COLORTERM", "truecolor")], true), Colours::True);
        assert_eq!(colours(&[("COLORTERM", "24bit")], true), Colours::True);
        assert_eq!(colours(&[("TERM", "xterm-direct")], true), Colours::True);
    }

    #[test]
    fn sixteen_colours_have_their_old_codes() {
        assert_eq!(code(38, Rgb(0, 0, 0), Colours::Ansi16).unwrap(), "30");
        assert_eq!(
            code(48, Rgb(255, 255, 255), Colours::Ansi16).unwrap(),
            "107"
        );
        assert_eq!(code(38, Rgb(250, 80, 80), Colours::Ansi16).unwrap(), "91");
    }

    #[test]
    fn an_equal_style_needs_no_sequence() {
        let style = Style {
            fore: Rgb(1, 2, 3),
            back: Rgb(4, 5, 6),
            bold: true,
        };
        let mut text = String::new();
        style.change(None, Colours::True, &mut text);
        assert_eq!(text, "\x1b[1;38;2;1;2;3;48;2;4;5;6m");
        style.change(Some(&style), Colours::True, &mut text);
        assert_eq!(text, "\x1b[1;38;2;1;2;3;48;2;4;5;6m");
    }
}
