//! The map as a picture: outlines, textures, names, and who holds what.

use std::sync::OnceLock;

use vauban_game::scene::{
    Form, Ground, Layer, Paint, Pattern, Point, Quay, Regions, Scene, SeatColours, Shape, align,
    trimmed,
};

use super::drawings;
use crate::landbuster::{
    LandBuster,
    growth::SIDE,
    land::Land,
    map::{Map, Place, Terrain},
    state::State,
};

/// The side of a cell: a land is about one and a half units wide.
const CELL: f32 = 0.18;
/// Regions beyond the lands are stretches of sea.
const SEA: u8 = 100;

/// How wide the shallow water is on both sides of a coast line.
const SHALLOWS: f32 = 0.5;
/// Names are as large as their land has room for, between these heights.
const NAMES: std::ops::RangeInclusive<f32> = 0.155..=0.2;
/// How wide a letter is, in heights.
const LETTER: f32 = 0.68;
/// How far below the soldiers the name stands.
const BELOW: f32 = 0.36;
/// How much of a land's middle stays away from the edges of the picture: half a token, and what is above it.
const MARGIN: (f32, f32) = (0.5, 0.6);

/// Red, cyan, yellow, violet, black and pink, softened. Cyan is light and pink dark, because they are hard to
/// tell apart for people who see no green.
pub(super) const SEATS: SeatColours = SeatColours::new(
    "land-grab",
    [
        (0xcc_2b_24, 0xf0_56_4b),
        (0x55_d8_e6, 0x6f_e6_f2),
        (0xf3_d1_3c, 0xf7_da_55),
        (0x5a_22_b0, 0x94_68_ee),
        (0x26_28_2c, 0x07_08_0a),
        (0xd9_4a_a8, 0xe8_5a_b4),
    ],
);

pub(super) const GROUNDS: [Ground; 8] = [DEEP, SHOAL, MEADOW, WOODS, SANDS, CRAGS, STRAND, TIMBER];
const DEEP: Ground = Ground::new("deep", 0x9f_c6_e4, 0x1b_38_55);
const SHOAL: Ground = Ground::new("shoal", 0xb9_d8_ee, 0x27_4b_6c);
/// What landing stages are made of.
pub(super) const TIMBER: Ground = Ground::new("timber", 0xc9_9a_62, 0x6e_4d_2a);
const MEADOW: Ground = Ground::new("meadow", 0xe6_ee_d0, 0x3a_47_2e);
const WOODS: Ground = Ground::new("woods", 0xd2_e2_c6, 0x2c_40_33);
const SANDS: Ground = Ground::new("sands", 0xf5_e9_c6, 0x4d_43_2a);
const CRAGS: Ground = Ground::new("crags", 0xe2_de_da, 0x42_41_44);
const STRAND: Ground = Ground::new("strand", 0xef_e8_da, 0x45_42_3a);

/// The shapes of a map's lands; made when it is first drawn.
#[derive(Debug, Default)]
pub(in crate::landbuster) struct Shapes(OnceLock<Drawn>);

#[derive(Debug)]
struct Drawn {
    regions: Regions,
    /// By land: where its soldiers are written, and where its landing stage stands.
    middles: Vec<Point>,
    quays: Vec<Option<Quay>>,
}

impl Shapes {
    fn of(&self, map: &Map) -> &Drawn {
        self.0.get_or_init(|| Drawn::new(map))
    }
}

impl Drawn {
    fn new(map: &Map) -> Drawn {
        let id = |place: &Place| match place {
            Place::Land(land) => land.index() as u8,
            Place::Sea(stretch) => SEA + stretch,
        };
        let cells: Vec<u8> = map.places().iter().map(id).collect();
        let regions = Regions::new(SIDE as u16, &cells, CELL);
        let middle = |land: Land| {
            let label = regions.label(land.index() as u8);
            let at = label.map(|label| label.at).unwrap_or_default();
            let within = |value: f32, size: f32, margin: f32| value.max(margin).min(size - margin);
            Point::new(
                within(at.x, regions.width(), MARGIN.0),
                within(at.y, regions.height(), MARGIN.1),
            )
        };
        let quay = |land: Land| {
            let mut seas = (0..map.seas()).filter(|&sea| map.shore(sea).contains(land));
            let sea = seas.next()? as u8;
            regions.quay(land.index() as u8, SEA + sea)
        };
        Drawn {
            middles: map.lands().iter().map(middle).collect(),
            quays: map.lands().iter().map(quay).collect(),
            regions,
        }
    }
}

impl LandBuster {
    fn drawn(&self) -> &Drawn {
        self.shapes.of(self.map())
    }

    /// Where a land's landing stage stands, if it has a coast.
    pub(super) fn quay(&self, land: Land) -> Option<Quay> {
        self.drawn().quays.get(land.index()).copied().flatten()
    }

    /// Where a land's soldiers are written.
    pub(super) fn middle(&self, land: Land) -> Point {
        let middles = &self.drawn().middles;
        middles.get(land.index()).copied().unwrap_or_default()
    }

    pub(super) fn ground(&self) -> Scene {
        let regions = &self.drawn().regions;
        let whole = Form::Rect {
            width: regions.width(),
            height: regions.height(),
            round: 0.0,
        };
        let mut sea = Layer::new("sea");
        sea.shapes.push(
            Shape::new("sea", Point::default(), whole, Paint::Ground(DEEP))
                .with_pattern(Pattern::Ripples),
        );
        // Half of the shallow water lies below the land.
        sea.shapes
            .extend(self.coast("shoal", SHALLOWS, Paint::Ground(SHOAL)));
        let mut lands = Layer::new("lands");
        for land in self.map().lands().iter() {
            let (ground, texture) = look(self.map().terrain(land));
            let form = regions.area(land.index() as u8);
            let key = format!("land-{land}");
            lands.shapes.push(
                Shape::new(key, Point::default(), form, Paint::Ground(ground))
                    .with_pattern(texture)
                    .with_line(Paint::Faint)
                    .with_spot(land.spot()),
            );
        }
        let mut coast = Layer::new("coast");
        coast.shapes.extend(self.coast("coast", 0.06, Paint::Ink));
        let mut names = Layer::new("names");
        let all = self.map().lands().iter();
        names.shapes.extend(all.map(|land| self.name_on(land)));
        let mut layers = vec![sea, lands, coast, names];
        align(&mut layers);
        Scene {
            width: regions.width(),
            height: regions.height(),
            symbols: drawings::symbols(),
            layers,
            turns: false,
            seats: &SEATS,
        }
    }

    /// A line along every coast, up to the edge of the picture and not beyond. The terminal draws its own.
    fn coast(&self, name: &str, width: f32, fill: Paint) -> Vec<Shape> {
        let regions = &self.drawn().regions;
        let lines = regions.boundary(|id| id < SEA).into_iter();
        let lines = lines.map(|points| trimmed(&points, width / 2.0));
        let line = |(number, points)| {
            let form = Form::Trail {
                points,
                width,
                arrow: false,
            };
            let key = format!("{name}-{number}");
            Shape::new(key, Point::default(), form, fill).with_glyph("")
        };
        let lines = lines.filter(|points| !points.is_empty());
        lines.enumerate().map(line).collect()
    }

    /// A land's name below its soldiers, as large as the land is wide there.
    fn name_on(&self, land: Land) -> Shape {
        let middle = self.middle(land);
        let name = self.map().name(land);
        let row = middle.y + BELOW;
        let (left, right) = self.stretch(land, Point::new(middle.x, row));
        let letters = name.chars().count().max(1) as f32;
        let fitting = (right - left) / (LETTER * letters);
        let size = fitting.clamp(*NAMES.start(), *NAMES.end());
        let size = (size * 1000.0).floor() / 1000.0;
        let half = LETTER * size * letters / 2.0;
        // As near to the soldiers as the borders allow, and never beyond the picture.
        let inside =
            |value: f32, first: f32, last: f32| value.max(first.min(last)).min(last.max(first));
        let x = inside(middle.x, left + half, right - half);
        let x = inside(x, half, self.drawn().regions.width() - half);
        let text = name.to_owned();
        let form = Form::Text { text, size };
        let rounded = |value: f32| (value * 1000.0).round() / 1000.0;
        let at = Point::new(rounded(x), rounded(row));
        Shape::new(format!("name-{land}"), at, form, Paint::Ink)
            .with_line(Paint::Paper)
            .with_spot(land.spot())
    }

    /// How far a land reaches to the left and to the right of a point; nowhere if the point is not on it.
    fn stretch(&self, land: Land, at: Point) -> (f32, f32) {
        let (column, row) = ((at.x / CELL) as usize, (at.y / CELL) as usize);
        let places = self.map().places();
        let is_own = |column: usize| {
            let place = places.get(row.min(SIDE - 1) * SIDE + column);
            place == Some(&Place::Land(land))
        };
        let column = column.min(SIDE - 1);
        if !is_own(column) {
            return (at.x, at.x);
        }
        let first = (0..=column)
            .rev()
            .take_while(|&column| is_own(column))
            .last();
        let last = (column..SIDE).take_while(|&column| is_own(column)).last();
        let edge = |column: Option<usize>| column.unwrap_or_default() as f32 * CELL;
        (edge(first), edge(last) + CELL)
    }

    /// Who holds what.
    pub(super) fn owners(&self, state: &State) -> Layer {
        let mut layer = Layer::new("owners");
        for land in state.owned().iter() {
            if let Some(owner) = state.owner(land) {
                let key = format!("held-{land}");
                layer.shapes.push(Shape::held(key, land.spot(), owner.0));
            }
        }
        layer
    }
}

/// The ground and the texture of a type.
fn look(terrain: Terrain) -> (Ground, Pattern) {
    match terrain {
        Terrain::Meadow => (MEADOW, Pattern::Tufts),
        Terrain::Forest => (WOODS, Pattern::Crowns),
        Terrain::Desert => (SANDS, Pattern::Dunes),
        Terrain::Mountain => (CRAGS, Pattern::Peaks),
        Terrain::Coastal => (STRAND, Pattern::Ripples),
    }
}
