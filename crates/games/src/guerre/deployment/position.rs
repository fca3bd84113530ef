//! Positions of the set-up as texts.
//!
//! `ground_C12_mC10.mC11` is a ground that the sides agree on: what is proposed (a square, `-` for nothing, `r` if
//! a square was rejected), then mountains and passes. `place_n_iB2…~iK15…` is a set-up: who is done (`-`, `n`, `s`, or `ns`
//! when the lot is next), then what each side has placed; the ground follows when it is not the standard one, as
//! a board or, where the sides made it, as `ground~mC10.coF10…`. `draw_25x20_mC10…_fB8.arD8.iF10…~…` is a map that is
//! being drawn. Once it is open, a position is the open game's.

use vauban_game::{Notation, Seat, SeatSet, Setup, Text, Unreadable, text};

use super::{
    Camp, Camps, Deployed, Drawing, Field, Muster, Offer, Piece, Relief, Stage, Talks, map,
};
use crate::guerre::{
    Board, NORTH, Place, SOUTH, Square,
    area::Area,
    board::Terrain,
    position::{read_board, same_ground, sides, write_board, wrong},
};

/// The mark of a ground that the sides have made.
const MADE: &str = "ground~";

/// The set-up, or the open game, that a position stands for.
pub(super) fn resume(deployed: &Deployed, text: &str) -> Result<(Deployed, Stage), Unreadable> {
    if let Some(rest) = text.strip_prefix("ground_") {
        return deployed.read_talks(rest);
    }
    if let Some(rest) = text.strip_prefix("draw_") {
        return deployed.read_drawing(rest);
    }
    if let Some(rest) = text.strip_prefix("place_") {
        return deployed.read_placing(rest);
    }
    let (game, state) = deployed.game.resume(text)?;
    if deployed.makes_ground() {
        let field = deployed.field_on(&game)?;
        let state = deployed.on(&field).read_position(text)?;
        return Ok((deployed.clone(), Stage::Open(field, state)));
    }
    let deployed = Deployed {
        game,
        ..deployed.clone()
    };
    Ok((deployed, Stage::Open(Field::default(), state)))
}

impl Deployed {
    pub(super) fn write_stage(&self, stage: &Stage) -> String {
        let (done, relief, camps) = match stage {
            Stage::Open(field, state) => return self.on(field).write_position(state),
            Stage::Agreeing(talks) => {
                let offer = match talks.offer {
                    Offer::None => "-".to_owned(),
                    Offer::Rejected => "r".to_owned(),
                    Offer::Open(square) => self.game.board().place(square).to_string(),
                };
                return format!("ground_{offer}_{}", self.write_relief(&talks.relief));
            }
            Stage::Drawing { relief, camps } => {
                let board = self.game.board();
                return format!(
                    "draw_{}x{}_{}_{}",
                    board.width(),
                    board.height(),
                    self.write_relief(relief),
                    self.write_camps(camps)
                );
            }
            Stage::Lot { relief, camps } => ("ns", relief, camps),
            Stage::Placing {
                relief,
                camps,
                done,
            } => {
                let done = match (done.contains(NORTH), done.contains(SOUTH)) {
                    (false, false) => "-",
                    (true, false) => "n",
                    (false, true) => "s",
                    (true, true) => "ns",
                };
                (done, relief, camps)
            }
        };
        let mut text = format!("place_{done}_{}", self.write_camps(camps));
        if let Some(relief) = relief {
            text.push('_');
            text.push_str(MADE);
            text.push_str(&self.write_relief(relief));
        } else if !self.game.board().is_standard() {
            text.push('_');
            text.push_str(&write_board(self.game.board()));
        }
        text
    }

    fn write_relief(&self, relief: &Relief) -> String {
        let board = self.game.board();
        let words: Vec<String> = board
            .squares()
            .filter_map(|square| {
                let code = relief.terrain(square)?.code().to_ascii_lowercase();
                Some(format!("{code}{}", board.place(square)))
            })
            .collect();
        dotted(words)
    }

    fn write_camps(&self, camps: &Camps) -> String {
        let board = self.game.board();
        let word =
            |code: &str, square| format!("{}{}", code.to_ascii_lowercase(), board.place(square));
        let side = |seat| {
            let camp = camps.of(seat);
            let works = camp
                .works()
                .map(|(terrain, square)| word(terrain.code(), square));
            let units = camp
                .units()
                .map(|unit| word(unit.class().code(), unit.square()));
            dotted(works.chain(units).collect())
        };
        format!("{}~{}", side(NORTH), side(SOUTH))
    }

    pub(super) fn read_here(&self, text: &str) -> Result<Stage, Unreadable> {
        let set_up = ["place_", "ground_", "draw_"];
        if !self.makes_ground() && !set_up.iter().any(|prefix| text.starts_with(prefix)) {
            let state = self.game.read_position(text)?;
            return Ok(Stage::Open(Field::default(), state));
        }
        let (deployed, stage) = resume(self, text)?;
        if !same_ground(deployed.game.board(), self.game.board()) {
            return wrong(Text::fixed(
                "it is on another ground",
                "elle est sur un autre terrain",
            ));
        }
        Ok(stage)
    }

    /// The field of a game, if it has the size of this set-up.
    fn field_on(&self, game: &crate::guerre::Guerre) -> Result<Field, Unreadable> {
        let size = |board: &Board| (board.width(), board.height());
        if size(game.board()) != size(self.game.board()) {
            return wrong(Text::fixed(
                "its board has another size than that of this set-up",
                "son plateau n'a pas la taille de cette mise en place",
            ));
        }
        Ok(self.field(game.board().features().to_vec()))
    }

    fn read_talks(&self, text: &str) -> Result<(Deployed, Stage), Unreadable> {
        let deployed = self.making_ground(None)?;
        let board = deployed.game.board();
        let Some((offer, relief)) = text.split_once('_') else {
            return wrong(Text::fixed(
                "a ground has what is proposed and what is agreed on",
                "un terrain dit ce qui est proposé et ce qui est convenu",
            ));
        };
        let relief = deployed.read_relief(relief)?;
        deployed.completed(&relief, &Area::EMPTY)?;
        let Some(terrain) = relief.next(board) else {
            return wrong(Text::fixed(
                "everything is agreed on",
                "tout est déjà convenu",
            ));
        };
        let offer = match offer {
            "-" => Offer::None,
            "r" => Offer::Rejected,
            place => {
                let square = deployed.read_square(place)?;
                if !deployed.relief_ground(&relief, terrain).contains(&square) {
                    return wrong(text!(
                        "`{place:.40}` cannot be proposed",
                        "« {place:.40} » ne peut pas être proposé"
                    ));
                }
                Offer::Open(square)
            }
        };
        Ok((deployed, Stage::Agreeing(Talks { relief, offer })))
    }

    fn read_drawing(&self, text: &str) -> Result<(Deployed, Stage), Unreadable> {
        let mut parts = text.splitn(3, '_');
        let (Some(size), Some(relief), Some(camps)) = (parts.next(), parts.next(), parts.next())
        else {
            return wrong(Text::fixed(
                "a map that is being drawn has a size, its ground and what the sides have",
                "une carte en cours a une taille, son terrain et ce qu'ont les camps",
            ));
        };
        let deployed = self.making_ground(Some(size))?;
        let relief = deployed.read_relief(relief)?;
        let camps = deployed.read_camps(Some(&relief), camps)?;
        deployed.completed(&relief, &camps.built())?;
        let deployed = match deployed.muster {
            Muster::Editor(_) => deployed,
            _ => Deployed {
                muster: Muster::Editor(Box::new(Drawing { relief, camps })),
                ..deployed
            },
        };
        Ok((deployed, Stage::Drawing { relief, camps }))
    }

    fn read_placing(&self, text: &str) -> Result<(Deployed, Stage), Unreadable> {
        let mut parts = text.splitn(3, '_');
        let (Some(done), Some(camps), ground) = (parts.next(), parts.next(), parts.next()) else {
            return wrong(Text::fixed(
                "a set-up has who is done and the units",
                "une mise en place dit qui a fini, puis les unités",
            ));
        };
        let (deployed, relief) = match ground {
            Some(ground) if ground.starts_with(MADE) => {
                let deployed = self.making_ground(None)?;
                let relief = deployed.read_relief(&ground[MADE.len()..])?;
                deployed.completed(&relief, &Area::EMPTY)?;
                if relief.next(deployed.game.board()).is_some() {
                    return wrong(Text::fixed(
                        "its mountains and passes are not all there",
                        "ses montagnes et ses cols n'y sont pas tous",
                    ));
                }
                (deployed, Some(relief))
            }
            Some(board) => (self.on_board(read_board(board)?)?, None),
            None => (self.on_standard_board(), None),
        };
        let camps = deployed.read_camps(relief.as_ref(), camps)?;
        let done = match done {
            "-" => SeatSet::EMPTY,
            "n" => SeatSet::EMPTY.with(NORTH),
            "s" => SeatSet::EMPTY.with(SOUTH),
            "ns" => SeatSet::all(2),
            _ => {
                return wrong(Text::fixed(
                    "who is done is -, n, s or ns",
                    "qui a fini est -, n, s ou ns",
                ));
            }
        };
        let ready = |seat: Seat| {
            let camp = camps.of(seat);
            camp.is_complete(&deployed.game.army) && (relief.is_none() || camp.is_built())
        };
        if !done.iter().all(ready) {
            return wrong(Text::fixed(
                "a side that is done has placed everything",
                "un camp qui a fini a tout placé",
            ));
        }
        let stage = if done.len() == 2 {
            Stage::Lot { relief, camps }
        } else {
            Stage::Placing {
                relief,
                camps,
                done,
            }
        };
        Ok((deployed, stage))
    }

    /// This set-up on the published ground.
    fn on_standard_board(&self) -> Deployed {
        let mut deployed = self.clone();
        if self.makes_ground() {
            deployed.muster = Muster::Hidden;
        }
        if !self.game.board().is_standard() {
            deployed.game = self.game.on_standard_ground();
        }
        deployed
    }

    /// This set-up on a ground that is given.
    fn on_board(&self, board: Board) -> Result<Deployed, Unreadable> {
        if same_ground(&board, self.game.board()) && !self.makes_ground() {
            return Ok(self.clone());
        }
        // Where nobody has looked at the map yet, a set-up might never end.
        if let Some(violation) = map::violations(&board, self.game.army.len()).first() {
            return Err(Unreadable::position(violation.text()));
        }
        let mut deployed = self.clone();
        if self.makes_ground() {
            deployed.muster = Muster::Hidden;
        }
        deployed.game = self.game.on(board);
        Ok(deployed)
    }

    /// This set-up on a bare board of this size, whose ground the sides make.
    fn making_ground(&self, size: Option<&str>) -> Result<Deployed, Unreadable> {
        let mut deployed = self.clone();
        if !self.makes_ground() {
            deployed.muster = Muster::Terrain;
        }
        let standard = Board::standard();
        let usual = format!("{}x{}", standard.width(), standard.height());
        let bare = read_board(&format!("{}~-~-", size.unwrap_or(&usual)))?;
        let squares = usize::from(bare.width()) * usize::from(bare.height()) / 2;
        let room = 2 * map::wanted(Terrain::Mountain) + self.game.army.len();
        if !bare.features().is_empty() || !bare.height().is_multiple_of(2) || squares < room {
            return wrong(text!(
                "a map that is being drawn has two equal halves of at least {room} squares",
                "une carte en cours a deux moitiés égales d'au moins {room} cases"
            ));
        }
        if !same_ground(&bare, self.game.board()) {
            deployed.game = self.game.on(bare);
        }
        Ok(deployed)
    }

    /// That mountains and passes can be completed.
    fn completed(&self, relief: &Relief, built: &Area) -> Result<(), Unreadable> {
        if self.completes(relief, built).is_err() {
            return wrong(Text::fixed(
                "its mountains and passes cannot be completed",
                "ses montagnes et ses cols ne peuvent être complétés",
            ));
        }
        Ok(())
    }

    fn read_square(&self, place: &str) -> Result<Square, Unreadable> {
        let square = Place::read(place).and_then(|place| self.game.board().square(place));
        square.ok_or_else(|| bad(place))
    }

    /// `acK15` as a piece and its square.
    fn read_piece(&self, word: &str) -> Result<(Piece, Square), Unreadable> {
        let end = word.find(|c: char| !c.is_ascii_lowercase());
        let (code, place) = word.split_at(end.ok_or_else(|| bad(word))?);
        let piece = Piece::read(code).ok_or_else(|| bad(word))?;
        Ok((piece, self.read_square(place)?))
    }

    fn read_relief(&self, text: &str) -> Result<Relief, Unreadable> {
        let board = self.game.board();
        let mut relief = Relief::default();
        for word in text.split('.').filter(|&word| word != "-") {
            let (piece, square) = self.read_piece(word)?;
            let Piece::Terrain(terrain @ (Terrain::Mountain | Terrain::Pass)) = piece else {
                return Err(bad(word));
            };
            let fits = relief.terrain(square).is_none()
                && relief.left(board, terrain, board.half(square)) > 0;
            if !fits {
                return Err(bad(word));
            }
            relief = relief.with(terrain, square);
        }
        Ok(relief)
    }

    fn read_camps(&self, relief: Option<&Relief>, text: &str) -> Result<Camps, Unreadable> {
        let mut camps = Camps::default();
        for (seat, text) in sides(text)? {
            *camps.of_mut(seat) = self.read_camp(relief, seat, text)?;
        }
        Ok(camps)
    }

    fn read_camp(
        &self,
        relief: Option<&Relief>,
        seat: Seat,
        text: &str,
    ) -> Result<Camp, Unreadable> {
        let mut camp = Camp::default();
        let board = self.game.board();
        for word in text.split('.').filter(|&word| word != "-") {
            let (piece, square) = self.read_piece(word)?;
            let ground = self.ground(relief, square);
            let fits = board.half(square) == seat
                && match piece {
                    Piece::Unit(class) => {
                        ground != Some(Terrain::Mountain)
                            && camp.unit(square).is_none()
                            && camp.left(&self.game.army, class) > 0
                    }
                    Piece::Terrain(terrain) => {
                        relief.is_some()
                            && ground.is_none()
                            && camp.work(square).is_none()
                            && camp.works_left(terrain) > 0
                    }
                };
            if !fits {
                return Err(bad(word));
            }
            match piece {
                Piece::Unit(class) => camp.place(class, square),
                Piece::Terrain(terrain) => camp.build(terrain, square),
            }
        }
        let cut_off = relief
            .filter(|_| camp.works().next().is_some())
            .and_then(|relief| self.forts_cut_off(relief, &camp, seat));
        if cut_off.is_some() {
            return wrong(Text::fixed(
                "its forts cannot all be in line with an arsenal",
                "ses forts ne peuvent pas tous être en ligne avec un arsenal",
            ));
        }
        Ok(camp)
    }
}

fn bad(word: &str) -> Unreadable {
    Unreadable::position(text!(
        "`{word:.40}` cannot be placed",
        "« {word:.40} » ne peut pas être placé"
    ))
}

/// Words with dots between them; `-` if there are none.
fn dotted(words: Vec<String>) -> String {
    if words.is_empty() {
        return "-".to_owned();
    }
    words.join(".")
}
