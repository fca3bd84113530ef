//! The numbers of a judge, kept in a text file beside it.

/// Declares a judge's weights and reads them from a text of lines `name number`; what follows `#` is a
/// remark. The text names each weight once and nothing else, which a test of the game holds by reading it.
///
/// ```
/// vauban_game::weights! {
///     /// What a player has.
///     pub struct Weights = ("soldier 100 # as counted\nland 250") {
///         /// A soldier.
///         soldier,
///         /// A land.
///         land,
///     }
/// }
/// assert_eq!(Weights::shipped().land, 250);
/// assert!(Weights::read("soldier 1").is_err());
/// ```
#[macro_export]
macro_rules! weights {
    (
        $(#[$about:meta])*
        $visible:vis struct $name:ident = ($text:expr) {
            $($(#[$doc:meta])* $weight:ident),+ $(,)?
        }
    ) => {
        $(#[$about])*
        #[derive(Copy, Clone, Eq, PartialEq, Debug)]
        $visible struct $name {
            $($(#[$doc])* pub $weight: i32),+
        }

        impl $name {
            /// The text that comes with the program.
            pub const TEXT: &'static str = $text;

            /// Every weight's name, in the order of the fields.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($weight)),+];

            /// The weights of the text that comes with the program.
            pub fn shipped() -> &'static $name {
                static SHIPPED: std::sync::LazyLock<$name> = std::sync::LazyLock::new(|| {
                    $name::read($name::TEXT).expect("a test reads the text that comes with the program")
                });
                &SHIPPED
            }

            /// Weights from such a text.
            pub fn read(text: &str) -> Result<$name, String> {
                Ok($name::from_numbers(&$crate::read_weights(text, $name::NAMES)?))
            }

            /// Weights in the order of the fields; those that are missing are 0.
            pub fn from_numbers(numbers: &[i32]) -> $name {
                let mut numbers = numbers.iter().copied();
                $name { $($weight: numbers.next().unwrap_or_default()),+ }
            }
        }
    };
}

/// The numbers of `names`, in their order, from lines `name number`.
pub fn read_weights(text: &str, names: &[&str]) -> Result<Vec<i32>, String> {
    let mut numbers: Vec<Option<i32>> = vec![None; names.len()];
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let wrong = |what: String| format!("line {number}: {what}");
        let (name, value) = line
            .split_once(char::is_whitespace)
            .ok_or_else(|| wrong(format!("`{line}` is not a name and a number")))?;
        let value: i32 = value
            .trim()
            .parse()
            .map_err(|_| wrong(format!("`{}` is not a whole number", value.trim())))?;
        let at = names
            .iter()
            .position(|known| *known == name)
            .ok_or_else(|| wrong(format!("unknown weight `{name}`")))?;
        if numbers[at].replace(value).is_some() {
            return Err(wrong(format!("`{name}` comes twice")));
        }
    }
    let missing = names
        .iter()
        .zip(&numbers)
        .find(|(_, number)| number.is_none());
    match missing {
        Some((name, _)) => Err(format!("the weight `{name}` is missing")),
        None => Ok(numbers.into_iter().flatten().collect()),
    }
}

/// The same text with other numbers; remarks stay where they are.
pub fn write_weights(text: &str, names: &[&str], numbers: &[i32]) -> String {
    let mut written = String::new();
    for line in text.lines() {
        let word = line.split_whitespace().next();
        let at = names.iter().position(|name| Some(*name) == word);
        match at.and_then(|at| numbers.get(at)) {
            Some(number) => {
                let remark = line.find('#').map_or("", |remark| &line[remark..]);
                let line = format!("{} {number} {remark}", word.unwrap_or_default());
                written += line.trim_end();
            }
            None => written += line,
        }
        written.push('\n');
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_changed_and_remarks_stay() {
        let text = "# all that counts\ntwo 2\n\none -1 # less\n";
        let written = write_weights(text, &["one", "two"], &[7, -8]);
        assert_eq!(written, "# all that counts\ntwo -8\n\none 7 # less\n");
    }

    #[test]
    fn a_text_names_every_weight_once() {
        let names = ["one", "two"];
        assert_eq!(
            read_weights("two 2\n\n# more\none -1 # less", &names),
            Ok(vec![-1, 2])
        );
        for (text, wrong) in [
            ("one 1", "the weight `two` is missing"),
            ("one 1\none 2", "line 2: `one` comes twice"),
            ("one 1\nthree 2", "line 2: unknown weight `three`"),
            ("one 1.5", "line 1: `1.5` is not a whole number"),
            ("one", "line 1: `one` is not a name and a number"),
        ] {
            assert_eq!(read_weights(text, &names), Err(wrong.to_owned()));
        }
    }
}
