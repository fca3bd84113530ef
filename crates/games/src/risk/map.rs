//! The map of the world as a drawing: reads `map.txt`, which says in its first lines how it is written.
//!
//! Neighbours share the named points of their outlines, so they touch exactly; the tests hold the
//! drawing against the borders of `board`.

use std::{
    collections::{BTreeSet, HashMap},
    sync::LazyLock,
};

#[cfg(test)]
use vauban_game::scene::polygon;
use vauban_game::scene::{Point, outer, weathered};

use super::board::{Continent, Country};

/// So many units of the file are one unit of the picture: an army's disc is then a good third of one.
pub(super) const UNITS: f32 = 40.0;
/// A side that is shorter has no bend, in units of the picture.
const LEAST_BEND: f32 = 0.14;

/// The whole drawing, in units of the picture.
#[derive(Debug)]
pub(super) struct Map {
    pub width: f32,
    pub height: f32,
    /// In the order of the ids.
    pub outlines: Vec<Outline>,
    pub links: Vec<Link>,
    /// The points that outlines share.
    points: Vec<Point>,
    /// Where each country's id is written if there is room for three letters only.
    tags: Vec<Point>,
}

/// One country as it is drawn.
#[derive(Debug)]
pub(super) struct Outline {
    pub country: Country,
    /// The middle of its name, and of its armies.
    pub label: Point,
    pub army: Point,
    /// The mainland first.
    pub parts: Vec<Part>,
}

/// A closed outline, by its points and their names.
#[derive(Debug)]
pub(super) struct Part {
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "what overlaps is looked at by the tests")
    )]
    pub points: Vec<Point>,
    /// Which of the shared points each of them is.
    pub names: Vec<usize>,
}

/// Outlines with their bends.
#[derive(Debug)]
pub(super) struct Coasts {
    /// In the order of the ids, the mainland first.
    pub countries: Vec<Vec<Vec<Point>>>,
    /// In the order of [`Continent::ALL`], as they were placed: what is wide and lies below the
    /// countries needs no bends.
    pub continents: Vec<Vec<Vec<Point>>>,
    /// Where two continents meet on land.
    pub seams: Vec<Vec<Point>>,
}

/// A border over sea.
#[derive(Debug)]
pub(super) struct Link {
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "what is linked is looked at by the tests")
    )]
    pub ends: (Country, Country),
    pub points: Vec<Point>,
}

impl Map {
    /// The drawing that the game is played on.
    pub fn world() -> &'static Map {
        static WORLD: LazyLock<Map> =
            LazyLock::new(|| read(include_str!("map.txt")).expect("the tests read the same file"));
        &WORLD
    }

    pub fn tag(&self, country: Country) -> Point {
        self.tags[country.index() % self.tags.len()]
    }

    /// The coasts of the world, found once.
    pub fn coasts() -> &'static Coasts {
        static COASTS: LazyLock<Coasts> = LazyLock::new(|| Map::world().weathered());
        &COASTS
    }

    fn weathered(&self) -> Coasts {
        let parts = |outline: &'_ Outline| -> Vec<Vec<usize>> {
            let parts = outline.parts.iter();
            parts.map(|part| part.names.clone()).collect()
        };
        let countries: Vec<Vec<Vec<usize>>> = self.outlines.iter().map(parts).collect();
        let all: Vec<&[usize]> = countries.iter().flatten().map(Vec::as_slice).collect();
        let bent = weathered(&self.points, &all, LEAST_BEND);
        let drawn = |names: &[usize]| -> Vec<Point> {
            names.iter().map(|&name| bent.points[name]).collect()
        };
        let continents = Continent::ALL.map(|continent| {
            let own = self.outlines.iter().zip(&countries);
            let own = own.filter(|(outline, _)| outline.country.continent() == continent);
            let own: Vec<&[usize]> = own
                .flat_map(|(_, parts)| parts.iter().map(Vec::as_slice))
                .collect();
            outer(&own)
        });
        let seams = seams(&continents);
        Coasts {
            countries: countries
                .iter()
                .map(|parts| parts.iter().map(|part| drawn(&bent.along(part))).collect())
                .collect(),
            continents: continents
                .iter()
                .map(|loops| loops.iter().map(|names| drawn(names)).collect())
                .collect(),
            seams: seams
                .iter()
                .map(|(one, two)| {
                    // There and back again: the first half is the way there.
                    let mut way = bent.along(&[*one, *two]);
                    way.truncate(way.len() / 2 + 1);
                    drawn(&way)
                })
                .collect(),
        }
    }

    pub fn outline(&self, country: Country) -> &Outline {
        &self.outlines[country.index() % self.outlines.len()]
    }
}

/// The sides that two continents share.
fn seams(continents: &[Vec<Vec<usize>>]) -> BTreeSet<(usize, usize)> {
    let (mut known, mut seams) = (BTreeSet::new(), BTreeSet::new());
    for outline in continents.iter().flatten() {
        for (&one, &two) in outline.iter().zip(outline.iter().cycle().skip(1)) {
            let side = (one.min(two), one.max(two));
            if !known.insert(side) {
                seams.insert(side);
            }
        }
    }
    seams
}

#[cfg(test)]
impl Outline {
    /// Whether a point lies on the country or one of its islands.
    pub fn contains(&self, point: Point) -> bool {
        self.parts
            .iter()
            .any(|part| polygon::contains(&part.points, point))
    }
}

/// Understands a drawing. The error says what is wrong in which line.
pub(super) fn read(text: &str) -> Result<Map, String> {
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        let words: Vec<&str> = line.split_whitespace().collect();
        reader
            .line(&words)
            .map_err(|wrong| format!("line {}: {wrong}", index + 1))?;
    }
    reader.map()
}

#[derive(Default)]
struct Reader<'a> {
    size: Option<Point>,
    points: Vec<Point>,
    names: HashMap<&'a str, usize>,
    outlines: HashMap<Country, Outline>,
    links: Vec<Link>,
}

impl<'a> Reader<'a> {
    fn line(&mut self, words: &[&'a str]) -> Result<(), String> {
        match *words {
            [] => Ok(()),
            ["size", width, height] => {
                self.size = Some(point(width, height)?);
                Ok(())
            }
            ["point", name, x, y] => {
                if self.names.insert(name, self.points.len()).is_some() {
                    return Err(format!("the point `{name}` comes twice"));
                }
                self.points.push(point(x, y)?);
                Ok(())
            }
            [
                "country",
                id,
                label_x,
                label_y,
                army_x,
                army_y,
                ":",
                ref corners @ ..,
            ] => {
                let country = country(id)?;
                let outline = Outline {
                    country,
                    label: point(label_x, label_y)?,
                    army: point(army_x, army_y)?,
                    parts: vec![self.part(corners)?],
                };
                match self.outlines.insert(country, outline) {
                    None => Ok(()),
                    Some(_) => Err(format!("{country} comes twice")),
                }
            }
            ["island", id, ":", ref corners @ ..] => {
                let (country, part) = (country(id)?, self.part(corners)?);
                let outline = self.outlines.get_mut(&country);
                let outline = outline.ok_or_else(|| format!("{country} has no mainland yet"))?;
                outline.parts.push(part);
                Ok(())
            }
            ["link", one, two, ":", ref numbers @ ..] => {
                let ends = (country(one)?, country(two)?);
                let points: Vec<Point> = numbers
                    .chunks(2)
                    .map(|pair| match *pair {
                        [x, y] => point(x, y),
                        _ => Err("a point has two numbers".to_owned()),
                    })
                    .collect::<Result<_, _>>()?;
                if points.len() < 2 {
                    return Err("a link has two points or more".to_owned());
                }
                self.links.push(Link { ends, points });
                Ok(())
            }
            [word, ..] => Err(format!("`{word}` is not understood")),
        }
    }

    fn part(&self, corners: &[&str]) -> Result<Part, String> {
        let name = |name: &&str| {
            let place = self.names.get(name).copied();
            place.ok_or_else(|| format!("there is no point `{name}`"))
        };
        let names: Vec<usize> = corners.iter().map(name).collect::<Result<_, _>>()?;
        if names.len() < 3 {
            return Err("an outline has three points or more".to_owned());
        }
        let points = names.iter().map(|&name| self.points[name]).collect();
        Ok(Part { points, names })
    }

    fn map(mut self) -> Result<Map, String> {
        let size = self.size.ok_or("there is no `size`")?;
        let mut outlines = Vec::new();
        for country in Country::all() {
            let outline = self.outlines.remove(&country);
            outlines.push(outline.ok_or_else(|| format!("{country} is missing"))?);
        }
        Ok(Map {
            width: size.x,
            height: size.y,
            tags: tags(&outlines, size),
            outlines,
            links: self.links,
            points: self.points,
        })
    }
}

/// Three letters and a gap are so much wider than a line is high.
const WIDE: f32 = 1.34;

/// Below the armies or beside them, where it touches nobody's armies and no tag before.
fn tags(outlines: &[Outline], size: Point) -> Vec<Point> {
    let mut taken: Vec<Point> = outlines.iter().map(|outline| outline.army).collect();
    let mut tags = Vec::new();
    for outline in outlines {
        let Point { x, y } = outline.army;
        let around = [
            (0.0, 1.0),
            (0.0, -1.0),
            (WIDE, 0.0),
            (-WIDE, 0.0),
            (1.0, 1.0),
            (-1.0, 1.0),
            (1.0, -1.0),
            (-1.0, -1.0),
        ];
        let free = |tag: &Point| {
            let others = taken.iter().map(|other| {
                let (wide, high) = ((other.x - tag.x).abs(), (other.y - tag.y).abs());
                (wide / WIDE).max(high)
            });
            let edge = tag.x.min(size.x - tag.x).min(tag.y).min(size.y - tag.y);
            // What does not touch is free enough: of such places the first is taken.
            others.fold(edge + 0.5, f32::min).min(1.0)
        };
        let best = around
            .map(|(right, down)| Point::new(x + right, y + down))
            .into_iter()
            .rev()
            .max_by(|one, two| free(one).total_cmp(&free(two)))
            .unwrap_or(outline.army);
        taken.push(best);
        tags.push(best);
    }
    tags
}

fn point(x: &str, y: &str) -> Result<Point, String> {
    let number = |text: &str| {
        let number: Option<f32> = text.parse().ok();
        let number = number.filter(|number| number.is_finite());
        number.ok_or_else(|| format!("`{text}` is no number"))
    };
    // Hundredths, so that whoever loads the picture loads fewer digits.
    let units = |text: &str| Ok::<f32, String>((number(text)? / UNITS * 100.0).round() / 100.0);
    Ok(Point::new(units(x)?, units(y)?))
}

fn country(id: &str) -> Result<Country, String> {
    let found = id.parse().ok().and_then(Country::of_id);
    found.ok_or_else(|| format!("`{id}` is no country"))
}
