//! The map as a picture: outlines, textures, names, and what stands on a land.

use std::sync::OnceLock;

use vauban_game::{
    Lang, Seat,
    scene::{
        Form, Ground, Layer, Mark, Paint, Pattern, Point, Quay, Regions, Scene, Shape, bow, label,
    },
};

use super::{drawings, hero_spot, plan_spot};
use crate::landbuster::{
    LandBuster, Plan,
    growth::SIDE,
    land::Land,
    map::{Map, Place, Terrain},
    state::{Phase, State},
    words::owner_letter,
};

/// The side of a cell: a land is about one and a half units wide.
const CELL: f32 = 0.18;
/// Regions beyond the lands are stretches of sea.
const SEA: u8 = 100;

const NAME: f32 = 0.2;
const LONGEST_NAME: usize = 14;
const ICON: f32 = 0.4;
const JETTY: f32 = 0.13;

pub(super) const GROUNDS: [Ground; 6] = [DEEP, MEADOW, WOODS, SANDS, CRAGS, STRAND];
const DEEP: Ground = Ground::new("deep", 0x9f_c6_e4, 0x1b_38_55);
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
            label.map(|label| label.at).unwrap_or_default()
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

    /// Where a land's soldiers are written.
    fn middle(&self, land: Land) -> Point {
        let middles = &self.drawn().middles;
        middles.get(land.index()).copied().unwrap_or_default()
    }

    pub(super) fn ground(&self) -> Scene {
        let regions = &self.drawn().regions;
        let mut sea = Layer::new("sea");
        let whole = Form::Rect {
            width: regions.width(),
            height: regions.height(),
            round: 0.0,
        };
        sea.shapes.push(
            Shape::new("sea", Point::default(), whole, Paint::Ground(DEEP))
                .with_pattern(Pattern::Ripples),
        );
        let mut lands = Layer::new("lands");
        let mut names = Layer::new("names");
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
            let at = self.middle(land);
            let below = Point::new(at.x, at.y + 0.34);
            let name = self.map().name(land);
            let key = format!("name-{land}");
            let words = label::name(&key, name, below, NAME, LONGEST_NAME, &land.spot());
            names.shapes.extend(words);
        }
        let mut coast = Layer::new("coast");
        let is_land = |id: u8| id < SEA;
        for (number, points) in regions.boundary(is_land).into_iter().enumerate() {
            let form = Form::Trail {
                points,
                width: 0.07,
                arrow: false,
            };
            let key = format!("coast-{number}");
            coast
                .shapes
                .push(Shape::new(key, Point::default(), form, Paint::Ink).with_glyph(""));
        }
        let mut towers = Layer::new("fortresses");
        for land in self.map().fortresses().iter() {
            let at = self.middle(land);
            let place = Point::new(at.x + 0.42, at.y - 0.26);
            towers
                .shapes
                .push(icon("fortress", land, place, Paint::Ink).with_glyph(""));
        }
        Scene {
            width: regions.width(),
            height: regions.height(),
            symbols: drawings::symbols(),
            layers: vec![sea, lands, coast, towers, names],
            turns: false,
        }
    }

    /// Who holds what.
    pub(super) fn owners(&self, state: &State) -> Layer {
        let mut layer = Layer::new("owners");
        for land in state.owned().iter() {
            if let Some(Seat(seat)) = state.owner(land) {
                let key = format!("held-{land}");
                layer.shapes.push(Shape::held(key, land.spot(), seat));
            }
        }
        layer
    }

    /// What stands on the lands.
    pub(super) fn pieces(&self, state: &State, lang: Lang) -> Layer {
        let mut layer = Layer::new("pieces");
        for land in state.ports().iter() {
            layer.shapes.extend(self.jetty(land));
        }
        for seat in (0..self.players).map(Seat) {
            if let Some(land) = state.capital(seat) {
                let at = self.middle(land);
                let place = Point::new(at.x, at.y - 0.42);
                layer
                    .shapes
                    .push(icon("capital", land, place, Paint::Ink).with_glyph("♔"));
            }
            if let Some(land) = state.hero_at(seat) {
                let at = self.middle(land);
                let place = Point::new(at.x - 0.44, at.y - 0.12);
                let hero = icon("hero", land, place, Paint::Ink).with_glyph("♘");
                layer.shapes.push(hero.with_spot(hero_spot(land)));
            }
        }
        for lying in state.lying() {
            let at = self.middle(lying.at);
            let place = Point::new(at.x + 0.42, at.y + 0.06);
            let name = if lying.fat { "fat-item" } else { "item" };
            let glyph = if lying.fat { "★" } else { "?" };
            layer
                .shapes
                .push(icon(name, lying.at, place, Paint::Ink).with_glyph(glyph));
        }
        for land in self.map().lands().iter() {
            layer.shapes.push(self.soldiers_on(state, land, lang));
        }
        layer
    }

    /// A land's owner and soldiers: `B12`.
    fn soldiers_on(&self, state: &State, land: Land, lang: Lang) -> Shape {
        let letter = owner_letter(state.owner(land), lang);
        let soldiers = state.soldiers(land);
        let text = match state.owner(land) {
            Some(_) => format!("{letter}{soldiers}"),
            None => soldiers.to_string(),
        };
        let glyph = match soldiers {
            0..100 => format!("{letter}{soldiers:<2}"),
            _ => format!("{letter}++"),
        };
        let size = match text.len() {
            0..=4 => 0.38,
            _ => 0.3,
        };
        let form = Form::Text { text, size };
        Shape::new(
            format!("soldiers-{land}"),
            self.middle(land),
            form,
            Paint::Ink,
        )
        .with_line(Paint::Paper)
        .with_glyph(glyph)
        .with_spot(land.spot())
    }

    /// A landing stage on the water side.
    fn jetty(&self, land: Land) -> Option<Shape> {
        let quay = self.drawn().quays.get(land.index()).copied().flatten()?;
        let form = Form::Line {
            to: Point::new(quay.end.x - quay.shore.x, quay.end.y - quay.shore.y),
            width: JETTY,
            arrow: false,
        };
        Some(Shape::new(format!("port-{land}"), quay.shore, form, Paint::Ink).with_glyph("⚓"))
    }

    /// The planned attacks, each a bow that a click cancels.
    pub(super) fn arrows(&self, state: &State) -> Layer {
        let mut layer = Layer::new("plans");
        let fought = match state.phase() {
            Phase::Battle { at } => Some(usize::from(at)),
            _ => None,
        };
        for (number, Plan { from, to }) in state.plans().enumerate() {
            let form = Form::Trail {
                points: bow(self.middle(from), self.middle(to), (0.3, 0.35)),
                width: 0.13,
                arrow: true,
            };
            let mark = match fought == Some(number) {
                true => Mark::ATTACK,
                false => Mark::PLANNED,
            };
            let spot = plan_spot(from, to);
            let key = spot.0.clone();
            layer
                .shapes
                .push(Shape::new(key, Point::default(), form, Paint::Mark(mark)).with_spot(spot));
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

fn icon(name: &'static str, land: Land, at: Point, fill: Paint) -> Shape {
    let form = Form::Symbol { name, size: ICON };
    Shape::new(format!("{name}-{land}"), at, form, fill).with_spot(land.spot())
}
