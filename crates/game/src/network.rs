//! A small network in whole numbers, for judges: what it adds to a lead.
//!
//! Its inputs are on or off: an animal on a square, say. Each that is on adds its row, lane by lane. The first lane is told
//! as it is; each of the others counts no less than 0 and no more than [`ONE`], times a number of its own.

/// How many numbers a row has.
pub const LANES: usize = 16;
/// What a lane counts at most.
pub const ONE: i16 = 256;
/// A point of the lead in the first lane, and in what the others are multiplied with.
pub const POINT: i32 = 4;

/// What the rows of the inputs that are on come to.
pub type Lanes = [i16; LANES];

/// A network as it is used.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Network {
    start: Lanes,
    /// By lane; the first is not used.
    factors: Lanes,
    rows: Vec<Lanes>,
}

impl Network {
    /// `rows` has one row for each input. Numbers of the hidden lanes are in parts of [`ONE`], those of the first
    /// lane and the factors in parts of a point.
    pub fn new(start: Lanes, factors: Lanes, rows: Vec<Lanes>) -> Network {
        Network {
            start,
            factors,
            rows,
        }
    }

    /// Where the lanes begin, before any input.
    #[inline]
    pub fn start(&self) -> Lanes {
        self.start
    }

    /// Adds the row of an input that is on. One that the network does not have adds nothing.
    #[inline]
    pub fn add(&self, lanes: &mut Lanes, input: usize) {
        if let Some(row) = self.rows.get(input) {
            for (lane, number) in lanes.iter_mut().zip(row) {
                *lane = lane.saturating_add(*number);
            }
        }
    }

    /// What the lanes come to, in points.
    #[inline]
    pub fn points(&self, lanes: &Lanes) -> i32 {
        let mut sum = 0;
        for (lane, factor) in lanes[1..].iter().zip(&self.factors[1..]) {
            sum += i32::from((*lane).clamp(0, ONE)) * i32::from(*factor);
        }
        (i32::from(lanes[0]) + sum / i32::from(ONE)) / POINT
    }

    /// The same from the inputs that are on.
    pub fn points_of(&self, inputs: &[u16]) -> i32 {
        let mut lanes = self.start;
        for &input in inputs {
            self.add(&mut lanes, usize::from(input));
        }
        self.points(&lanes)
    }

    /// A network with so many inputs from a text: a line `start` and a line `factors` with a number for each lane, and
    /// a line for each input that counts, which begins with its number. What follows `#` is a remark. An empty text
    /// is a network that adds nothing.
    pub fn read(text: &str, inputs: usize) -> Result<Network, String> {
        let mut network = Network::new([0; LANES], [0; LANES], vec![[0; LANES]; inputs]);
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default();
            let mut words = line.split_ascii_whitespace();
            let Some(name) = words.next() else { continue };
            let wrong = |what: &str| format!("line {number}: {what}");
            let lanes = match name {
                "start" => &mut network.start,
                "factors" => &mut network.factors,
                _ => {
                    let row = name
                        .parse()
                        .ok()
                        .and_then(|row: usize| network.rows.get_mut(row));
                    row.ok_or_else(|| wrong(&format!("there is no input `{name}`")))?
                }
            };
            for lane in &mut *lanes {
                let word = words.next().ok_or_else(|| wrong("a number is missing"))?;
                *lane = word
                    .parse()
                    .map_err(|_| wrong(&format!("`{word}` is not a number of a lane")))?;
            }
            if words.next().is_some() {
                return Err(wrong("there are more numbers than lanes"));
            }
        }
        Ok(network)
    }

    /// The text that [`Network::read`] reads.
    pub fn write(&self) -> String {
        let line = |name: &str, lanes: &Lanes| {
            let numbers = lanes.map(|lane| lane.to_string());
            format!("{name} {}\n", numbers.join(" "))
        };
        let mut text = line("start", &self.start) + &line("factors", &self.factors);
        for (input, row) in self.rows.iter().enumerate() {
            if row.iter().any(|&number| number != 0) {
                text += &line(&input.to_string(), row);
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lanes(first: i16, second: i16) -> Lanes {
        let mut lanes = [0; LANES];
        [lanes[0], lanes[1]] = [first, second];
        lanes
    }

    #[test]
    fn the_first_lane_counts_as_it_is_and_the_others_between_nothing_and_one() {
        let rows = vec![lanes(40, ONE / 2), lanes(-80, ONE), lanes(0, -3 * ONE)];
        let network = Network::new(lanes(8, 0), lanes(0, 800), rows);
        assert_eq!(network.points_of(&[]), 2);
        assert_eq!(network.points_of(&[0]), 2 + 10 + 100);
        assert_eq!(network.points_of(&[0, 1]), 2 + 10 - 20 + 200);
        assert_eq!(network.points_of(&[0, 1, 2]), 2 + 10 - 20);
        assert_eq!(network.points_of(&[9]), 2, "an input that it does not have");
    }

    #[test]
    fn a_network_comes_out_as_it_went_in() {
        let network = Network::new(
            lanes(1, -2),
            lanes(0, 700),
            vec![lanes(0, 0), lanes(-32_768, 32_767)],
        );
        assert_eq!(Network::read(&network.write(), 2), Ok(network));
        let empty = Network::read("# nothing yet\n\n", 3).expect("it can be read");
        assert_eq!(empty.points_of(&[0, 1, 2]), 0);
    }

    #[test]
    fn what_is_wrong_with_a_text_is_told_with_its_line() {
        let row = "1 ".to_owned() + &"0 ".repeat(LANES);
        for (text, wrong) in [
            ("start 1".to_owned(), "line 1: a number is missing"),
            (
                format!("#\n{row} 7"),
                "line 2: there are more numbers than lanes",
            ),
            (row.replacen('1', "2", 1), "line 1: there is no input `2`"),
            (
                row.replacen('0', "x", 1),
                "line 1: `x` is not a number of a lane",
            ),
        ] {
            assert_eq!(Network::read(&text, 2), Err(wrong.to_owned()));
        }
    }
}
