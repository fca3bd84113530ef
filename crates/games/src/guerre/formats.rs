//! The text format of saved games, and of maps.
//!
//! Line 1 `W;H`, line 2 `player;actions left`, then terrain `ID;X;Y;player`, then units
//! `ID;X;Y;must retreat;can move;last moved;can attack;player`. We write semicolons and read commas
//! as well. A file without the second line and without units is a map for the hidden set-up.

use std::fmt::Write;

use vauban_game::{
    FormatCard, FormatError, Formats, Imported, Lang, Notation, Seat, Settings, Text, text,
};

use super::{
    Action, Board, Class, Guerre, NORTH, Place, SOUTH, Square, State, Unit,
    area::MOST_SQUARES,
    board::{BadBoard, Feature, MOST_ARSENALS, Terrain},
    deployment::map::Map,
    position::{bad_board, write_board},
    state::{Flag, MOST_UNITS},
};

/// How many lines after the first are looked at to tell what a file is.
const LOOKED_AT: usize = 8;

impl Formats for Guerre {
    fn format(&self) -> Option<FormatCard> {
        Some(FormatCard {
            name: "guerre",
            about: Text::fixed(
                "size, player and actions left, terrain and units, one to a line: 25;20",
                "taille, joueur et actions restantes, terrains et unités, un par ligne : 25;20",
            ),
        })
    }

    /// Whether it looks like a save or a map, also where a line is wrong: only then is the line told.
    ///
    /// One of the first lines has two numbers or more among semicolons, or the very first one has one.
    fn recognise(&self, text: &str) -> bool {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let numbers = |line: &str| {
            let words = line.split(';').map(str::trim);
            let semicolons = line.contains(';');
            words
                .filter(|word| semicolons && word.parse::<u32>().is_ok())
                .count()
        };
        let Some(first) = lines.next() else {
            return false;
        };
        // What begins so is a record or JSON, whatever its comments hold.
        let foreign = first.starts_with(['[', '{']);
        let looks_like_a_save =
            numbers(first) >= 1 || lines.take(LOOKED_AT).any(|line| numbers(line) >= 2);
        !foreign && looks_like_a_save
    }

    fn import(&self, text: &str) -> Result<Imported, FormatError> {
        let file = SaveFile::read(text)?;
        let Some(turn) = file.turn else {
            return import_map(&file, self.army.len());
        };
        let (game, standing) = self.ground_for(&file);
        let mut state = State::empty();
        state.standing = standing;
        (state.mover, state.moves_left) = turn;
        if state.moves_left > self.doctrine.moves {
            let most = self.doctrine.moves;
            return wrong(
                2,
                text!(
                    "a turn has at most {most} actions",
                    "un tour a au plus {most} actions"
                ),
            );
        }
        let mut slots = [0; 2];
        for &(seat, unit) in &file.units {
            let slot = &mut slots[seat.index()];
            state.units[seat.index()][*slot] = unit;
            *slot += 1;
        }
        if let Some((seat, unit)) = game.trespasser(&state) {
            return Err(FormatError {
                line: file.line_of(unit),
                text: game.trespass(seat, unit),
            });
        }
        game.muster(&mut state);
        Ok(Imported {
            settings: Settings::new(),
            position: Some(game.write_position(&state)),
            steps: Vec::new(),
        })
    }

    fn export(
        &self,
        _start: &State,
        _steps: &[(Seat, Action)],
        now: &State,
    ) -> Option<Result<String, FormatError>> {
        Some(Ok(self.save(now)))
    }
}

impl Guerre {
    /// The position as a save file.
    pub fn save(&self, state: &State) -> String {
        let board = &self.board;
        let mut text = format!("{};{}\n", board.width(), board.height());
        let _ = writeln!(text, "{};{}", state.mover.number(), state.moves_left);
        self.write_terrain(&mut text, |feature| {
            feature.terrain != Terrain::Arsenal
                || self.is_arsenal_of(state, feature.owner, feature.square)
        });
        for seat in [NORTH, SOUTH] {
            for unit in state.units(seat) {
                let (x, y) = coordinates(board.place(unit.square()));
                let _ = writeln!(
                    text,
                    "{};{x};{y};{};{};{};{};{}",
                    unit.class().code(),
                    unit.is(Flag::Retreat),
                    !unit.is(Flag::Moved),
                    unit.is(Flag::Last),
                    !unit.is(Flag::Spent),
                    seat.number()
                );
            }
        }
        text
    }

    /// The ground as a map file: a save without turn and units.
    pub fn save_map(&self) -> String {
        let mut text = format!("{};{}\n", self.board.width(), self.board.height());
        self.write_terrain(&mut text, |_| true);
        text
    }

    fn write_terrain(&self, text: &mut String, keep: impl Fn(&Feature) -> bool) {
        for feature in self
            .board
            .features()
            .iter()
            .filter(|&feature| keep(feature))
        {
            let (x, y) = coordinates(self.board.place(feature.square));
            let (code, owner) = (feature.terrain.code(), feature.owner.number());
            let _ = writeln!(text, "{code};{x};{y};{owner}");
        }
    }

    /// The game on the file's ground, and which arsenals stand.
    ///
    /// A destroyed arsenal is not saved: a ground that lacks only arsenals of the standard board, or of
    /// the board we play on, is that board.
    fn ground_for(&self, file: &SaveFile) -> (Guerre, [u32; 2]) {
        for game in [self.on_standard_ground(), self.clone()] {
            if let Some(standing) = file.standing_on(&game.board) {
                return (game, standing);
            }
        }
        let board = file.board();
        let standing = file
            .standing_on(&board)
            .expect("every arsenal is on the board");
        (self.on(board), standing)
    }
}

/// A file of terrain only: the map on which both sides set up.
fn import_map(file: &SaveFile, units: usize) -> Result<Imported, FormatError> {
    let board = file.map().judge(units).map_err(|violations| {
        let joined = |lang: Lang, semicolon: &str| {
            let texts = violations.iter().map(|one| one.text().of(lang).to_owned());
            texts.collect::<Vec<String>>().join(semicolon)
        };
        let reasons = Text::new(joined(Lang::En, "; "), joined(Lang::Fr, " ; "));
        FormatError {
            line: None,
            text: text!(
                "this map breaks the rules: {reasons}",
                "cette carte ne respecte pas les règles : {reasons}",
                reasons
            ),
        }
    })?;
    let settings = [("map", write_board(&board)), ("setup", "hidden".to_owned())];
    Ok(Imported {
        settings: settings
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
        position: None,
        steps: Vec::new(),
    })
}

/// What a file says, line by line.
#[derive(Clone, Debug)]
struct SaveFile {
    width: u16,
    height: u16,
    /// Who is on turn, with how many actions left; a map has no such line.
    turn: Option<(Seat, u8)>,
    features: Vec<Feature>,
    /// The line of each feature.
    feature_lines: Vec<usize>,
    units: Vec<(Seat, Unit)>,
    /// The line of each unit.
    unit_lines: Vec<usize>,
}

impl SaveFile {
    /// The line that a unit stands in.
    fn line_of(&self, unit: Unit) -> Option<usize> {
        let at = self.units.iter().position(|(_, other)| *other == unit)?;
        self.unit_lines.get(at).copied()
    }

    fn read(text: &str) -> Result<SaveFile, FormatError> {
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, line.trim()))
            .filter(|(_, line)| !line.is_empty());
        let Some((number, size)) = lines.next() else {
            return Err(FormatError {
                line: None,
                text: Text::fixed("the file is empty", "le fichier est vide"),
            });
        };
        let size = match fields(size)[..] {
            [width, height] => width.parse().ok().zip(height.parse().ok()),
            _ => None,
        };
        let Some((width, height)) = size else {
            return wrong(
                number,
                Text::fixed(
                    "this should be the size, such as 25;20",
                    "ceci devrait être la taille, par exemple 25;20",
                ),
            );
        };
        if width == 0 || height == 0 || usize::from(width) * usize::from(height) > MOST_SQUARES {
            return Err(FormatError {
                line: Some(number),
                text: bad_board(BadBoard::Size, ""),
            });
        }
        let mut file = SaveFile {
            width,
            height,
            turn: None,
            features: Vec::new(),
            feature_lines: Vec::new(),
            units: Vec::new(),
            unit_lines: Vec::new(),
        };
        let mut last_line = number;
        for (number, line) in lines {
            file.read_line(number, line)?;
            last_line = number;
        }
        if file.turn.is_none() && !file.units.is_empty() {
            return wrong(
                last_line,
                Text::fixed(
                    "units, but no line `player;actions left`",
                    "des unités, mais pas de ligne « joueur;actions restantes »",
                ),
            );
        }
        Ok(file)
    }

    fn read_line(&mut self, number: usize, line: &str) -> Result<(), FormatError> {
        let words = fields(line);
        match words[..] {
            [player, left] => self.read_turn(number, player, left),
            [id, x, y, player] => self.read_terrain(number, id, (x, y), player),
            [id, x, y, retreat, can_move, last, can_attack, player] => {
                let flags = [retreat, can_move, last, can_attack];
                self.read_unit(number, id, (x, y), flags, player)
            }
            _ => wrong(
                number,
                text!(
                    "{n} fields; a turn has 2, terrain 4 and a unit 8",
                    "{n} champs ; un tour en a 2, un terrain 4 et une unité 8",
                    n = words.len()
                ),
            ),
        }
    }

    fn read_turn(&mut self, number: usize, player: &str, left: &str) -> Result<(), FormatError> {
        let first = self.turn.is_none() && self.features.is_empty() && self.units.is_empty();
        if !first {
            return wrong(
                number,
                Text::fixed(
                    "the line `player;actions left` comes once, second in the file",
                    "la ligne « joueur;actions restantes » vient une fois, en deuxième",
                ),
            );
        }
        let seat = read_player(number, player)?;
        let Ok(left) = left.parse() else {
            return wrong(
                number,
                text!(
                    "`{left:.40}` is not a number of actions",
                    "« {left:.40} » n'est pas un nombre d'actions"
                ),
            );
        };
        self.turn = Some((seat, left));
        Ok(())
    }

    fn read_terrain(
        &mut self,
        number: usize,
        id: &str,
        at: (&str, &str),
        player: &str,
    ) -> Result<(), FormatError> {
        let terrain = Terrain::ALL
            .into_iter()
            .find(|terrain| terrain.code().eq_ignore_ascii_case(id));
        let Some(terrain) = terrain else {
            return wrong(
                number,
                text!(
                    "`{id:.40}` is not a kind of terrain; use M, CO, F or AR",
                    "« {id:.40} » n'est pas un type de terrain ; utilisez M, CO, F ou AR"
                ),
            );
        };
        let feature = Feature {
            terrain,
            square: self.read_square(number, at)?,
            owner: read_player(number, player)?,
        };
        // A map is judged as a whole, so that an overlap hides nothing else that is wrong with it.
        if self.turn.is_some() {
            self.fits(number, feature)?;
        }
        self.features.push(feature);
        self.feature_lines.push(number);
        self.room(number, feature.square)
    }

    /// Whether one more feature of a save makes a board that can be.
    fn fits(&self, number: usize, feature: Feature) -> Result<(), FormatError> {
        let Feature {
            terrain,
            square,
            owner,
        } = feature;
        let index = self.features.len();
        let taken = self.features.iter().any(|other| other.square == square);
        let like = self
            .features
            .iter()
            .filter(|other| other.terrain == terrain && other.owner == owner);
        let bad = if taken {
            BadBoard::Overlap(index)
        } else if terrain == Terrain::Arsenal && like.count() >= MOST_ARSENALS {
            BadBoard::Arsenals(index)
        } else {
            return Ok(());
        };
        let place = self.place(square);
        Err(FormatError {
            line: Some(number),
            text: bad_board(bad, &format!("{} {place}", terrain.code())),
        })
    }

    fn read_unit(
        &mut self,
        number: usize,
        id: &str,
        at: (&str, &str),
        flags: [&str; 4],
        player: &str,
    ) -> Result<(), FormatError> {
        let Some(class) = Class::read(id) else {
            return wrong(
                number,
                text!(
                    "`{id:.40}` is not a kind of unit; use I, C, A, AC, R or RC",
                    "« {id:.40} » n'est pas un type d'unité ; utilisez I, C, A, AC, R ou RC"
                ),
            );
        };
        let square = self.read_square(number, at)?;
        let seat = read_player(number, player)?;
        let mut unit = Unit::new(class, square);
        let meanings = [
            (Flag::Retreat, true),
            (Flag::Moved, false),
            (Flag::Last, true),
            (Flag::Spent, false),
        ];
        for (word, (flag, raised_by)) in flags.into_iter().zip(meanings) {
            if read_bool(number, word)? == raised_by {
                unit = unit.with(flag);
            }
        }
        self.units.push((seat, unit));
        self.unit_lines.push(number);
        let own = self
            .units
            .iter()
            .filter(|(owner, _)| *owner == seat)
            .count();
        if own > MOST_UNITS {
            return wrong(
                number,
                text!(
                    "a side has at most {MOST_UNITS} units",
                    "un camp a au plus {MOST_UNITS} unités"
                ),
            );
        }
        self.room(number, square)
    }

    /// Nobody stands on a mountain or on somebody else.
    fn room(&self, number: usize, square: Square) -> Result<(), FormatError> {
        let place = self.place(square);
        let here = self
            .units
            .iter()
            .filter(|(_, unit)| unit.square() == square)
            .count();
        if here > 1 {
            return wrong(
                number,
                text!("two units stand on {place}", "deux unités sont en {place}"),
            );
        }
        let mountain = self
            .features
            .iter()
            .any(|feature| feature.square == square && feature.terrain == Terrain::Mountain);
        if here == 1 && mountain {
            return wrong(
                number,
                text!(
                    "a unit stands on the mountain {place}",
                    "une unité est sur la montagne {place}"
                ),
            );
        }
        Ok(())
    }

    fn read_square(&self, number: usize, (x, y): (&str, &str)) -> Result<Square, FormatError> {
        let on_board = |word: &str, most: u16| word.parse().ok().filter(|n| (1..=most).contains(n));
        let (Some(x), Some(y)) = (on_board(x, self.width), on_board(y, self.height)) else {
            let (width, height) = (self.width, self.height);
            return wrong(
                number,
                text!(
                    "`{x:.20};{y:.20}` is not a square of a board of {width} by {height}",
                    "« {x:.20};{y:.20} » n'est pas une case d'un plateau de {width} sur {height}"
                ),
            );
        };
        Ok(Square((y - 1) * self.width + x - 1))
    }

    fn place(&self, square: Square) -> Place {
        Place {
            row: square.0 / self.width,
            column: square.0 % self.width,
        }
    }

    /// The ground of a save, of which every feature was looked at.
    fn board(&self) -> Board {
        Board::new(self.width, self.height, self.features.clone())
            .expect("every line of a save was looked at")
    }

    fn map(&self) -> Map {
        Map {
            width: self.width,
            height: self.height,
            features: self.features.clone(),
            lines: self.feature_lines.clone(),
        }
    }

    /// Which arsenals of `board` stand, if the file's ground is that board but for arsenals.
    fn standing_on(&self, board: &Board) -> Option<[u32; 2]> {
        if (self.width, self.height) != (board.width(), board.height()) {
            return None;
        }
        let known = self
            .features
            .iter()
            .all(|feature| board.features().contains(feature));
        let missing = board
            .features()
            .iter()
            .filter(|feature| !self.features.contains(feature));
        let only_arsenals = missing
            .clone()
            .all(|feature| feature.terrain == Terrain::Arsenal);
        if !known || !only_arsenals {
            return None;
        }
        Some([NORTH, SOUTH].map(|seat| {
            let arsenals = board.arsenals(seat).iter().enumerate();
            let stands =
                |square: Square| self.features.iter().any(|feature| feature.square == square);
            arsenals
                .filter(|&(_, &square)| stands(square))
                .fold(0, |mask, (index, _)| mask | 1 << index)
        }))
    }
}

/// Semicolons between the fields; the seed's own files have commas between the four booleans.
fn fields(line: &str) -> Vec<&str> {
    line.split([';', ',']).map(str::trim).collect()
}

/// Column and row, from 1.
fn coordinates(place: Place) -> (u16, u16) {
    (place.column + 1, place.row + 1)
}

fn read_player(number: usize, word: &str) -> Result<Seat, FormatError> {
    match word {
        "1" => Ok(NORTH),
        "2" => Ok(SOUTH),
        _ => wrong(
            number,
            text!(
                "`{word:.40}` is not a player; 1 is North and 2 is South",
                "« {word:.40} » n'est pas un joueur ; 1 est le Nord et 2 le Sud"
            ),
        ),
    }
}

fn read_bool(number: usize, word: &str) -> Result<bool, FormatError> {
    match word {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => wrong(
            number,
            text!(
                "`{word:.40}` is neither true nor false",
                "« {word:.40} » n'est ni true ni false"
            ),
        ),
    }
}

fn wrong<T>(line: usize, text: Text) -> Result<T, FormatError> {
    Err(FormatError {
        line: Some(line),
        text,
    })
}
