//! A scene as one SVG document that needs nothing else: no style sheet, no script, no font file.
//!
//! Every shape carries its paints as classes too, so a page that embeds the document can restyle
//! it. The output is a function of the scene and the theme alone, byte for byte.

use std::fmt::Write as _;

use crate::texture::Tile;
use crate::{
    Form, Layer, Look, Paint, Path, Pattern, Point, Rgb, Scene, Shape, Symbol, Theme, polygon,
    trail,
};

/// The picture as an SVG 1.1 document.
pub fn svg(scene: &Scene, theme: Theme) -> String {
    document(scene, theme, Naming::Named)
}

/// The same for the eye alone: without classes, keys and spots, which are a quarter of its bytes and which nobody finds in
/// a picture that is shown as an image.
pub fn svg_image(scene: &Scene, theme: Theme) -> String {
    document(scene, theme, Naming::Nameless)
}

fn document(scene: &Scene, theme: Theme, naming: Naming) -> String {
    let mut writer = Writer {
        out: String::new(),
        look: theme.on(scene),
        naming,
    };
    writer.document(&scene.resolved());
    writer.out
}

/// The same in pieces: its paper, then each layer as a document of its own that lets what lies below it through.
/// Whoever draws many pictures of a match draws again only the pieces that differ.
pub fn svg_pieces(scene: &Scene, theme: Theme) -> Vec<String> {
    let look = theme.on(scene);
    let whole = scene.resolved();
    let piece = |layers: Vec<Layer>| Scene {
        symbols: used(&whole.symbols, &layers),
        layers,
        ..*whole
    };
    let write = |scene: &Scene| {
        let mut writer = Writer {
            out: String::new(),
            look,
            naming: Naming::Nameless,
        };
        writer.begin(scene);
        writer.definitions(scene);
        // What has no layer is the paper itself.
        if scene.layers.is_empty() {
            writer.paper(scene);
        }
        writer.end(scene);
        writer.out
    };
    let layers = whole.layers.iter().filter(|layer| !layer.shapes.is_empty());
    let layers = layers.map(|layer| write(&piece(vec![layer.clone()])));
    let paper = write(&piece(Vec::new()));
    std::iter::once(paper).chain(layers).collect()
}

/// The drawings that some of the layers show.
fn used(symbols: &[Symbol], layers: &[Layer]) -> Vec<Symbol> {
    let shapes = layers.iter().flat_map(|layer| &layer.shapes);
    let names = shapes.filter_map(|shape| match &shape.form {
        Form::Symbol { name, .. } => Some(*name),
        _ => None,
    });
    let names: Vec<&str> = names.collect();
    let shown = symbols.iter().filter(|symbol| names.contains(&symbol.name));
    shown.cloned().collect()
}

/// The text with what XML gives a meaning replaced, and what XML forbids left out.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\r' | '\t' => escaped.push(' '),
            letter if letter.is_control() => {}
            '\u{fffe}' | '\u{ffff}' => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Writes into its string; that cannot fail, so the results of `write!` are dropped.
struct Writer {
    out: String,
    look: Look,
    naming: Naming,
}

/// Whether shapes can be found again in the document.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Naming {
    Named,
    Nameless,
}

/// Appends formatted text to a writer.
macro_rules! put {
    ($writer:expr, $($part:tt)*) => {{
        let _ = write!($writer.out, $($part)*);
    }};
}

impl Writer {
    fn document(&mut self, scene: &Scene) {
        self.begin(scene);
        self.definitions(scene);
        self.paper(scene);
        self.end(scene);
    }

    fn end(&mut self, scene: &Scene) {
        for layer in &scene.layers {
            self.layer(layer);
        }
        put!(self, "</svg>\n");
    }

    fn begin(&mut self, scene: &Scene) {
        let (width, height) = (number(scene.width), number(scene.height));
        put!(
            self,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" \
             xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\" \
             viewBox=\"0 0 {width} {height}\" \
             font-family=\"system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif\" \
             text-anchor=\"middle\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n"
        );
    }

    fn paper(&mut self, scene: &Scene) {
        let (width, height) = (number(scene.width), number(scene.height));
        let paper = self.look.colour(Paint::Paper);
        put!(
            self,
            "<rect class=\"paper\" width=\"{width}\" height=\"{height}\" fill=\"{paper}\"/>\n"
        );
    }

    fn definitions(&mut self, scene: &Scene) {
        let mut textures: Vec<(Pattern, Tone)> = Vec::new();
        for shape in scene.shapes() {
            let Some(pattern) = shape.pattern else {
                continue;
            };
            let texture = (pattern, self.tone(shape.fill));
            if !textures.contains(&texture) {
                textures.push(texture);
            }
        }
        if scene.symbols.is_empty() && textures.is_empty() {
            return;
        }
        put!(self, "<defs>\n");
        for symbol in &scene.symbols {
            self.symbol(symbol);
        }
        for (pattern, tone) in textures {
            self.texture(pattern, tone);
        }
        put!(self, "</defs>\n");
    }

    fn symbol(&mut self, symbol: &Symbol) {
        put!(
            self,
            "<symbol id=\"symbol-{}\" viewBox=\"0 0 100 100\">",
            escape(symbol.name)
        );
        for path in &symbol.paths {
            self.path(path);
        }
        put!(self, "</symbol>\n");
    }

    /// A path without a paint of its own inherits the fill of the shape that uses the drawing.
    fn path(&mut self, path: &Path) {
        put!(self, "<path d=\"{}\"", escape(path.d));
        if let Some(fill) = path.fill {
            if self.naming == Naming::Named {
                put!(self, " class=\"{}\"", fill.name());
            }
            self.fill(fill);
        }
        if let Some((line, width)) = path.line {
            let colour = self.look.colour(line);
            put!(
                self,
                " stroke=\"{colour}\" stroke-width=\"{}\"",
                number(width)
            );
        }
        put!(self, "/>");
    }

    /// A texture tile, thin enough to leave the fill's meaning readable.
    fn texture(&mut self, pattern: Pattern, tone: Tone) {
        let name = texture_name(pattern, tone);
        let Tile {
            size,
            turn,
            strokes,
            solid,
        } = pattern.tile();
        let (colour, opacity) = match tone {
            Tone::Dark => (Rgb::hex(0x12_15_1a), ".3"),
            Tone::Light => (Rgb::hex(0xff_ff_ff), ".38"),
            Tone::Seat(seat) => {
                let ink = self.look.colour(Paint::Ink);
                (self.look.colour(Paint::Seat(seat)).under(ink, 0.5), ".5")
            }
        };
        put!(
            self,
            "<pattern id=\"{name}\" patternUnits=\"userSpaceOnUse\" width=\"{size}\" \
             height=\"{size}\" patternTransform=\"rotate({turn})\"><g fill=\"{colour}\" \
             stroke=\"{colour}\" stroke-width=\".025\" opacity=\"{opacity}\">"
        );
        if !strokes.is_empty() {
            put!(self, "<path fill=\"none\" d=\"{strokes}\"/>");
        }
        if !solid.is_empty() {
            put!(
                self,
                "<path stroke=\"none\" fill-opacity=\".4\" d=\"{solid}\"/>"
            );
        }
        put!(self, "</g></pattern>\n");
    }

    fn layer(&mut self, layer: &Layer) {
        match self.naming {
            Naming::Named => put!(
                self,
                "<g class=\"layer\" data-layer=\"{}\">\n",
                escape(layer.name)
            ),
            Naming::Nameless => put!(self, "<g>\n"),
        }
        for shape in &layer.shapes {
            self.shape(shape);
        }
        put!(self, "</g>\n");
    }

    fn shape(&mut self, shape: &Shape) {
        match &shape.form {
            Form::Rect { .. } | Form::Disc { .. } | Form::Plate { .. } => self.surface(shape),
            Form::Polygon { .. } | Form::Area { .. } => self.surface(shape),
            // Without a ground there is nothing to be covered.
            Form::Place {} => {}
            Form::Trail {
                points,
                width,
                arrow,
            } => self.trail(shape, points, *width, *arrow),
            Form::Line { to, width, arrow } => self.line(shape, *to, *width, *arrow),
            Form::Text { text, size } => self.text(shape, text, *size),
            Form::Symbol { name, size } => self.use_symbol(shape, name, *size),
        }
    }

    fn surface(&mut self, shape: &Shape) {
        self.outline(shape);
        self.names(shape);
        self.fill(shape.fill);
        if let Some(line) = shape.line {
            put!(
                self,
                " stroke=\"{}\" stroke-width=\"{}\"",
                self.look.colour(line),
                number(line_width(line))
            );
        }
        put!(self, "/>\n");
        let Some(pattern) = shape.pattern else {
            return;
        };
        self.outline(shape);
        let name = texture_name(pattern, self.tone(shape.fill));
        put!(self, " fill=\"url(#{name})\"");
        self.out_of_reach();
        put!(self, "/>\n");
    }

    /// The element with its geometry, still open for more attributes.
    fn outline(&mut self, shape: &Shape) {
        let (x, y) = (number(shape.at.x), number(shape.at.y));
        match &shape.form {
            Form::Rect {
                width,
                height,
                round,
            } => {
                let (width, height) = (number(width.max(0.0)), number(height.max(0.0)));
                put!(
                    self,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\""
                );
                if *round > 0.0 {
                    put!(self, " rx=\"{}\"", number(*round));
                }
            }
            Form::Disc { radius } => {
                let radius = number(radius.max(0.0));
                put!(self, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"");
            }
            Form::Plate { width, height, cut } => {
                let points = polygon::plate(*width, *height, *cut);
                put!(self, "<polygon points=\"{}\"", corners(shape.at, &points));
            }
            Form::Polygon { points } => {
                put!(self, "<polygon points=\"{}\"", corners(shape.at, points));
            }
            Form::Area { loops, .. } => {
                put!(self, "<path fill-rule=\"evenodd\" d=\"");
                for points in loops {
                    put!(self, "M{}Z", corners(shape.at, points));
                }
                put!(self, "\"");
            }
            Form::Line { .. }
            | Form::Trail { .. }
            | Form::Place {}
            | Form::Text { .. }
            | Form::Symbol { .. } => {
                unreachable!("only surfaces have an outline of their own")
            }
        }
    }

    /// A line, cut short where its arrow's head begins.
    fn line(&mut self, shape: &Shape, to: Point, width: f32, arrow: bool) {
        let colour = self.look.colour(shape.fill);
        let (x, y) = (shape.at.x, shape.at.y);
        let length = to.x.hypot(to.y);
        let head = if arrow && length > 0.0 {
            (width * 3.5).min(length)
        } else {
            0.0
        };
        let kept = if length > 0.0 {
            1.0 - head / length
        } else {
            1.0
        };
        let (end_x, end_y) = (x + to.x * kept, y + to.y * kept);
        put!(self, "<g");
        self.names(shape);
        put!(
            self,
            " fill=\"{colour}\" stroke=\"{colour}\"><line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" \
             stroke-width=\"{}\"{}/>",
            number(x),
            number(y),
            number(end_x),
            number(end_y),
            number(width.max(0.0)),
            dashes(shape, width)
        );
        if head > 0.0 {
            // Half the head's width, across the line's direction.
            let (across_x, across_y) = (-to.y / length * head * 0.5, to.x / length * head * 0.5);
            let points = [
                Point::new(x + to.x, y + to.y),
                Point::new(end_x + across_x, end_y + across_y),
                Point::new(end_x - across_x, end_y - across_y),
            ];
            put!(
                self,
                "<polygon points=\"{}\" stroke=\"none\"/>",
                corners(Point::default(), &points)
            );
        }
        put!(self, "</g>\n");
    }

    /// A line through several points, cut short where its arrow's head begins.
    fn trail(&mut self, shape: &Shape, points: &[Point], width: f32, arrow: bool) {
        let colour = self.look.colour(shape.fill);
        let pointed = if arrow {
            trail::arrow(points, width)
        } else {
            None
        };
        let shaft = pointed.as_ref().map_or(points, |(shaft, _)| shaft);
        put!(self, "<g");
        self.names(shape);
        put!(self, " fill=\"{colour}\" stroke=\"{colour}\">");
        if let Some(line) = shape.line {
            // A halo, so that it is seen on every ground.
            let halo = self.look.colour(line);
            put!(
                self,
                "<polyline fill=\"none\" stroke=\"{halo}\" points=\"{}\" stroke-width=\"{}\"/>",
                corners(shape.at, shaft),
                number(width.max(0.0) + 2.0 * HALO)
            );
            if let Some((_, head)) = &pointed {
                put!(
                    self,
                    "<polygon points=\"{}\" fill=\"{halo}\" stroke=\"{halo}\" stroke-width=\"{}\"/>",
                    corners(shape.at, head),
                    number(2.0 * HALO)
                );
            }
        }
        put!(
            self,
            "<polyline fill=\"none\" points=\"{}\" stroke-width=\"{}\"{}/>",
            corners(shape.at, shaft),
            number(width.max(0.0)),
            dashes(shape, width)
        );
        if let Some((_, head)) = &pointed {
            put!(
                self,
                "<polygon points=\"{}\" stroke=\"none\"/>",
                corners(shape.at, head)
            );
        }
        put!(self, "</g>\n");
    }

    fn text(&mut self, shape: &Shape, text: &str, size: f32) {
        put!(
            self,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-weight=\"600\" \
             dominant-baseline=\"central\"",
            number(shape.at.x),
            number(shape.at.y),
            number(size.max(0.0))
        );
        self.names(shape);
        self.fill(shape.fill);
        if let Some(line) = shape.line {
            // A halo behind the letters keeps them readable on anything.
            put!(
                self,
                " stroke=\"{}\" stroke-width=\"{}\" paint-order=\"stroke\"",
                self.look.colour(line),
                number(size * 0.16)
            );
        }
        if shape.spot.is_none() {
            self.out_of_reach();
        }
        put!(self, ">{}</text>\n", escape(text));
    }

    fn use_symbol(&mut self, shape: &Shape, name: &str, size: f32) {
        put!(
            self,
            "<use xlink:href=\"#symbol-{}\" x=\"{}\" y=\"{}\" width=\"{size}\" height=\"{size}\"",
            escape(name),
            number(shape.at.x - size / 2.0),
            number(shape.at.y - size / 2.0),
            size = number(size.max(0.0)),
        );
        self.names(shape);
        self.fill(shape.fill);
        put!(self, "/>\n");
    }

    /// Key, spot and classes.
    fn names(&mut self, shape: &Shape) {
        if self.naming == Naming::Nameless {
            return;
        }
        put!(self, " class=\"{}", shape.fill.name());
        if let Some(line) = shape.line {
            put!(self, " line-{}", line.name());
        }
        put!(self, "\" data-key=\"{}\"", escape(&shape.key));
        if let Some(spot) = &shape.spot {
            put!(self, " data-spot=\"{}\"", escape(&spot.0));
        }
    }

    /// Clicks go through it to what lies below.
    fn out_of_reach(&mut self) {
        if self.naming == Naming::Named {
            put!(self, " pointer-events=\"none\"");
        }
    }

    fn fill(&mut self, paint: Paint) {
        if paint == Paint::Clear {
            put!(self, " fill=\"none\"");
            // What cannot be seen can still be clicked.
            if self.naming == Naming::Named {
                put!(self, " pointer-events=\"all\"");
            }
            return;
        }
        put!(self, " fill=\"{}\"", self.look.colour(paint));
        let opacity = paint.opacity();
        if opacity < 1.0 {
            put!(self, " fill-opacity=\"{}\"", number(opacity));
        }
    }

    /// The tone of a texture that is seen on this fill.
    fn tone(&self, fill: Paint) -> Tone {
        if let Paint::Held(seat) = fill {
            return Tone::Seat(seat);
        }
        if self.look.colour(fill).luminance() > 0.22 {
            return Tone::Dark;
        }
        Tone::Light
    }
}

/// How far the halo of a line reaches beyond it.
const HALO: f32 = 0.04;

/// How a texture is drawn on its fill.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Tone {
    Dark,
    Light,
    /// On what a seat holds, between its colour and the ink.
    Seat(u8),
}

fn texture_name(pattern: Pattern, tone: Tone) -> String {
    let pattern = pattern.name();
    let tone = match tone {
        Tone::Dark => "dark".to_owned(),
        Tone::Light => "light".to_owned(),
        Tone::Seat(seat) => Paint::Seat(seat).name().into_owned(),
    };
    format!("pattern-{pattern}-{tone}")
}

/// How wide an outline is: marks ring what they mean, a grid only hints.
fn line_width(line: Paint) -> f32 {
    match line {
        Paint::Mark(_) => 0.07,
        Paint::Seat(_) | Paint::OnSeat(_) => 0.05,
        Paint::Region(_) => 0.06,
        Paint::Grid | Paint::Faint => 0.02,
        _ => 0.035,
    }
}

/// The dashes of a line that has a pattern, as an attribute.
fn dashes(shape: &Shape, width: f32) -> String {
    let Some(pattern) = shape.pattern else {
        return String::new();
    };
    let lengths = pattern.dashes().iter();
    let lengths: Vec<String> = lengths
        .map(|length| number(length * width.max(0.0)).to_string())
        .collect();
    format!(" stroke-dasharray=\"{}\"", lengths.join(" "))
}

fn corners(at: Point, points: &[Point]) -> String {
    // Hundredths are less than a pixel; an outline of thousands of points has a quarter fewer bytes.
    let place = |value: f32| number((value * 100.0).round() / 100.0);
    let corners: Vec<String> = points
        .iter()
        .map(|point| format!("{},{}", place(at.x + point.x), place(at.y + point.y)))
        .collect();
    corners.join(" ")
}

/// A number with at most three decimals and none to spare; what is no number is 0.
fn number(value: f32) -> String {
    // Far outside any picture; keeps the document small for any input.
    const FAR: f32 = 1e6;
    if value.is_nan() {
        return "0".to_owned();
    }
    let text = format!("{:.3}", value.clamp(-FAR, FAR));
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        return "0".to_owned();
    }
    text.to_owned()
}
