//! How what the table and the scene write looks on the wire, for the description of the API. These types
//! are described, never built; `tests/description.rs` holds them against real answers of every game.

#![allow(dead_code, reason = "they are described, not built")]

use std::collections::BTreeMap;

use utoipa::ToSchema;

use crate::encoder::{RemarkBody, RoomBody};

/// All that one screen needs. A page replaces the last one whole.
#[derive(ToSchema)]
pub struct Page {
    /// How many things this viewer was told.
    seq: u64,
    /// The chain over them.
    hash: String,
    /// Names the backdrop, which is fetched once.
    backdrop: String,
    /// What lies over the backdrop now.
    layers: Vec<Layer>,
    /// The open question, if the viewer is on turn.
    #[schema(required)]
    ask: Option<Ask>,
    turn: TurnPage,
    /// What the seats are called.
    seats: Vec<String>,
    status: StatusPage,
    /// Nothing without clocks.
    #[schema(required)]
    clocks: Option<ClocksPage>,
    /// The newest entries of the log.
    log: Vec<LogEntry>,
    /// The spots of the last action.
    last: Vec<String>,
    legend: Vec<LegendPage>,
    lenses: Vec<LensPage>,
    offers: OffersPage,
    #[schema(required)]
    result: Option<ResultPage>,
    /// The task at hand, in a lesson.
    lesson: Option<LessonPage>,
    /// Of a page of the past: which of the steps that the viewer was shown.
    step: Option<usize>,
    /// Of a page of the past: how many such steps there are.
    steps: Option<usize>,
}

/// Where a lesson is.
#[derive(ToSchema)]
#[schema(example = json!({"title": "…", "done": 1, "tasks": 7, "text": "…", "hint": "…", "praise": "…", "solution": ["j3j4"]}))]
pub struct LessonPage {
    title: String,
    /// How many tasks are done.
    done: usize,
    tasks: usize,
    /// What to do now; when all is done, the farewell.
    text: String,
    /// What helps; nothing when all is done.
    hint: Option<String>,
    /// What the task that was just done has shown.
    praise: Option<String>,
    /// The actions that solve what is left of the task.
    solution: Vec<String>,
}

/// A lesson as a match is sent live.
#[derive(ToSchema)]
pub struct LessonFrame {
    /// Always `page`.
    #[schema(rename = "type")]
    kind: String,
    seq: u64,
    /// The id with which questions about it are asked.
    #[schema(rename = "match")]
    id: String,
    room: RoomBody,
    page: Page,
    /// What happened after `since`, each with what it changed in the picture.
    news: Vec<LogEntry>,
    /// Always empty.
    chat: Vec<RemarkBody>,
}

/// Who moves the match on.
#[derive(ToSchema)]
pub struct TurnPage {
    /// From 1.
    seats: Vec<u8>,
    /// Nature's result is waited for.
    chance: Option<bool>,
}

/// What the clocks show.
#[derive(ToSchema)]
pub struct ClocksPage {
    /// When they were read, by the server's clock.
    now: u64,
    /// Milliseconds left for each seat at `now`.
    left: Vec<u64>,
    /// The seats whose time goes down.
    running: Vec<u8>,
}

/// Phase, what is left to do and numbers of each seat.
#[derive(ToSchema)]
pub struct StatusPage {
    phase: String,
    /// The phase of the turn, one of the game's `phases`; none outside a turn.
    #[schema(required)]
    phase_name: Option<String>,
    /// What the seat on turn has left to do, where that is counted.
    #[schema(required)]
    left: Option<LeftPage>,
    /// The number of the turn, from 1; of the last one when the match is over.
    turn: u32,
    statistics: Vec<StatisticPage>,
    /// What you have and others must not know, in words; left out if there is nothing.
    own: Option<String>,
    /// What was taken from each seat, in games whose pieces are known one by one; left out if nothing was.
    taken: Option<Vec<TakenPage>>,
}

/// A piece that was taken.
#[derive(ToSchema)]
pub struct TakenPage {
    /// Whose it was, from 1.
    seat: u8,
    /// The symbol of the backdrop that shows it.
    #[schema(required)]
    symbol: Option<String>,
    glyph: String,
    name: String,
}

/// So many of something are left.
#[derive(ToSchema)]
pub struct LeftPage {
    /// Of what: armies to place, moves…
    name: String,
    count: u32,
}

#[derive(ToSchema)]
pub struct StatisticPage {
    name: String,
    values: Vec<i64>,
}

/// One line of the legend.
#[derive(ToSchema)]
pub struct LegendPage {
    #[schema(required)]
    symbol: Option<String>,
    glyph: String,
    title: String,
    about: String,
}

/// One lens in the menu.
#[derive(ToSchema)]
pub struct LensPage {
    name: String,
    /// The heading under which it stands.
    group: String,
    title: String,
    /// What its shades mean.
    about: String,
    initial: bool,
}

/// What seats have proposed to each other.
#[derive(ToSchema)]
pub struct OffersPage {
    /// Who has offered a draw.
    draw: Vec<u8>,
    /// Who wants to take back, and who has agreed so far.
    #[schema(required)]
    undo: Option<UndoPage>,
}

#[derive(ToSchema)]
pub struct UndoPage {
    by: u8,
    agreed: Vec<u8>,
}

/// How it ended.
#[derive(ToSchema)]
pub struct ResultPage {
    scores: Vec<i16>,
    #[schema(required)]
    winner: Option<u8>,
    reason: String,
    text: String,
}

/// What a screen shows of the position after a plan.
#[derive(ToSchema)]
pub struct PlannedPage {
    layers: Vec<Layer>,
    /// What the seat would be asked; it cannot be answered.
    #[schema(required)]
    ask: Option<Ask>,
    turn: TurnPage,
    phase: String,
    #[schema(required)]
    phase_name: Option<String>,
    #[schema(required)]
    left: Option<LeftPage>,
    statistics: Vec<StatisticPage>,
    #[schema(required)]
    result: Option<ResultPage>,
    /// What is at the spots where that is not what is there now, in a line.
    titles: BTreeMap<String, String>,
}

/// An open question to one seat.
#[derive(ToSchema)]
pub struct Ask {
    id: u64,
    choices: Vec<Choice>,
    /// What lies beside the board.
    buttons: Vec<Button>,
    /// The letter that takes back, where the game has one.
    undo_key: Option<String>,
    /// What the spots of the choices are called, where that is not the spot itself.
    names: Option<BTreeMap<String, String>>,
    /// What a first click on a spot takes up instead of it, as the seat did last time. The same click again takes
    /// up the spot itself.
    instead: Option<BTreeMap<String, String>>,
    /// The choices that follow those that only begin a gesture, by the text of the one before: send both as one
    /// order, the second in `then`.
    ahead: Option<BTreeMap<String, Vec<Choice>>>,
}

/// One answer, or a family of answers that differ in their last spot or in an amount. What to send is the stem, one of
/// the targets, the joint and a number of the amount, one after the other; what a choice lacks is left out.
#[derive(ToSchema)]
pub struct Choice {
    stem: String,
    /// The spots that may be clicked last; the path and the caption go on with one of them and its name.
    targets: Option<Vec<String>>,
    joint: Option<String>,
    amount: Option<Range>,
    /// What the amounts are called, from the least on, where numbers alone say too little.
    amount_names: Option<Vec<String>>,
    /// The spots to click, in order.
    path: Vec<String>,
    /// How the last spot is marked.
    mark: String,
    /// The action in words.
    caption: String,
    /// The letter that makes this choice when it is typed alone.
    key: Option<String>,
    /// It can be repeated until it is won, or until fewer are left.
    repeat: Option<Stake>,
    /// What harm it does to who makes it.
    warning: Option<String>,
    /// What it comes to, where that is sure, with the sum behind it.
    effect: Option<String>,
}

/// What an action that can be repeated puts at risk.
#[derive(ToSchema)]
pub struct Stake {
    /// How many stand behind it now.
    left: u32,
    /// The fewest that can be left when it cannot go on.
    least: u32,
}

/// Until when a choice is repeated.
#[derive(ToSchema)]
pub struct Repeat {
    /// Until no more than this are left; without it until the choice is no longer offered.
    left: Option<u32>,
}

/// An answer that a seat leaves.
#[derive(ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    Only,
    Most,
}

#[derive(ToSchema)]
pub struct Range {
    min: u32,
    max: u32,
    default: u32,
}

/// A spot beside the board.
#[derive(ToSchema)]
pub struct Button {
    spot: String,
    /// Pairs of a name and a value.
    lines: Option<Vec<Vec<String>>>,
    /// The drawing of the scene that stands for it.
    symbol: Option<String>,
}

/// One thing that a viewer was told.
#[derive(ToSchema)]
pub struct LogEntry {
    /// Counts what this viewer was told, from 1.
    seq: u64,
    /// The seat that acted, from 1; nothing for nature and for the table.
    #[schema(required)]
    by: Option<u8>,
    /// In the game's notation, if the viewer may know it.
    #[schema(required)]
    action: Option<String>,
    events: Vec<EventPage>,
    /// Every place that it touched.
    spots: Option<Vec<String>>,
    /// What the turn that it ends came to, in one line.
    summary: Option<String>,
    /// In a frame: the shapes that are new or look different now, by layer.
    changed: Option<Vec<Layer>>,
    /// In a frame: the keys of the shapes that are gone.
    gone: Option<Vec<String>>,
}

/// What happened, as data and in words; which data there is depends on the kind.
#[derive(ToSchema)]
pub struct EventPage {
    kind: String,
    text: String,
    #[serde(flatten)]
    data: BTreeMap<String, serde_json::Value>,
}

/// A picture without what changes.
#[derive(ToSchema)]
pub struct Backdrop {
    hash: String,
    scene: Scene,
    /// How each mark of the game is drawn, by its paint: `mark-attack`.
    marks: BTreeMap<String, Figure>,
}

/// The drawing of a mark.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub enum Figure {
    /// A dot where a place is free, a ring around what stands there.
    Dot,
    /// A ring with four ticks.
    Crosshair,
    /// A leap over what lies between.
    Arc,
    /// A triangle with an exclamation mark.
    Warning,
    Star,
    /// An arrow that points back.
    Back,
    Diamond,
    Cross,
}

/// A whole picture: from the bottom layer to the top one.
#[derive(ToSchema)]
pub struct Scene {
    width: f32,
    height: f32,
    /// Drawings that shapes refer to by name.
    symbols: Option<Vec<Symbol>>,
    layers: Vec<Layer>,
    /// Whether it may be turned so that the viewer's own side is the near one.
    turns: Option<bool>,
}

/// Shapes that lie at one height.
#[derive(ToSchema)]
pub struct Layer {
    name: String,
    shapes: Vec<Shape>,
}

/// One thing in the picture.
#[derive(ToSchema)]
pub struct Shape {
    /// The same thing has the same key in every picture of a match.
    key: String,
    /// What a click on it means.
    spot: Option<String>,
    /// Where its form's own origin lies.
    at: Point,
    form: Form,
    /// What it is filled with.
    fill: String,
    /// What its outline is drawn with.
    line: Option<String>,
    /// A texture over the fill.
    pattern: Option<String>,
    /// What the terminal writes in its middle.
    glyph: Option<String>,
}

/// One unit is one square of a square board; y grows downwards.
#[derive(ToSchema)]
pub struct Point {
    x: f32,
    y: f32,
}

/// There is nothing more to say.
#[derive(ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// The outline of a shape, around its own origin.
#[derive(ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    Rect {
        width: f32,
        height: f32,
        round: f32,
    },
    Disc {
        radius: f32,
    },
    /// An oblong around the origin, with cut corners.
    Plate {
        width: f32,
        height: f32,
        cut: f32,
    },
    Polygon {
        points: Vec<Point>,
    },
    /// Closed outlines; a point inside two of them lies in a hole.
    Area {
        loops: Vec<Vec<Point>>,
        middle: Point,
    },
    /// The ground that the shape's spot has in the same picture.
    Place(Nothing),
    Trail {
        points: Vec<Point>,
        width: f32,
        arrow: bool,
    },
    Line {
        to: Point,
        width: f32,
        arrow: bool,
    },
    Text {
        text: String,
        size: f32,
    },
    Symbol {
        name: String,
        size: f32,
    },
}

/// A drawing made of paths in a box from 0 to 100 in both directions.
#[derive(ToSchema)]
pub struct Symbol {
    name: String,
    paths: Vec<SymbolPath>,
}

/// One stroke of a drawing, in the `d` language of SVG.
#[derive(ToSchema)]
pub struct SymbolPath {
    d: String,
    fill: Option<String>,
    /// The paint of the outline and its width, in hundredths of the drawing.
    line: Option<(String, f32)>,
}

/// How a match went: its numbers at moments spread over it.
#[derive(ToSchema)]
#[schema(example = json!({"seats": ["Blue", "Red"], "steps": [0, 1], "turns": [1, 2], "lines": [{"name": "animals", "values": [[8, 8], [8, 7]]}], "shares": [[0.5, 0.55], [0.5, 0.45]]}))]
pub struct Course {
    seats: Vec<String>,
    /// After how many of the steps that the viewer was shown each moment is.
    steps: Vec<usize>,
    /// The turn at each moment, from 1.
    turns: Vec<u32>,
    lines: Vec<CourseLine>,
    /// How much of a win a judge expected, from 0 to 1: for each seat one number a moment.
    shares: Option<Vec<Vec<f64>>>,
}

/// One number of the game.
#[derive(ToSchema)]
pub struct CourseLine {
    name: String,
    /// For each seat one number a moment.
    values: Vec<Vec<i64>>,
}

/// What is at a spot.
#[derive(ToSchema)]
#[schema(example = json!({"title": "The blue lion on j4", "lines": [["power", "6"], ["steps left", "1"]]}))]
pub struct SpotCard {
    title: String,
    /// Pairs of a name and a value.
    lines: Vec<Vec<String>>,
}

/// One rule that was broken.
#[derive(ToSchema)]
pub struct Refusal {
    /// For programs; never changes.
    code: String,
    /// For people, in their language.
    text: String,
    /// The paragraph of the game's rules; nothing for reasons of the table's own.
    #[schema(required)]
    rule: Option<String>,
    spots: Vec<String>,
    numbers: Option<BTreeMap<String, i64>>,
}

/// Everything that is wrong with an action.
#[derive(ToSchema)]
pub struct Refusals {
    refusals: Vec<Refusal>,
    /// Demands that were not looked at, because they hang on one that failed.
    unchecked: Vec<String>,
}

/// One result of chance, exactly: so many ways of so many.
#[derive(ToSchema)]
pub struct OddsLine {
    result: String,
    text: String,
    ways: u64,
    of: u64,
}

/// What one place adds to a strength.
#[derive(ToSchema)]
pub struct Part {
    /// `attack` or `defence`.
    side: String,
    spot: String,
    value: f64,
    why: String,
}

/// How something that goes on may end.
#[derive(ToSchema)]
pub struct Forecast {
    name: String,
    title: String,
    lines: Vec<Share>,
}

#[derive(ToSchema)]
pub struct Share {
    result: String,
    text: String,
    /// From 0 to 1.
    share: f64,
}

/// Bytes that are no text.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[allow(dead_code, reason = "only described")]
pub struct Binary(Vec<u8>);

/// A problem (RFC 9457), which may carry more than the standard asks for.
#[derive(ToSchema)]
#[schema(example = json!({
    "type": "/problems/refused", "title": "it is not your turn", "status": 422, "code": "refused",
    "refusals": [{"code": "not-your-turn", "text": "it is not your turn", "rule": "2.1", "spots": []}],
    "unchecked": []
}))]
pub struct Problem {
    #[schema(rename = "type")]
    kind: String,
    /// For people, in their language.
    title: String,
    status: u16,
    /// For programs; never changes.
    code: String,
    /// Every rule that was broken.
    refusals: Option<Vec<Refusal>>,
    /// Demands that hang on a broken one.
    unchecked: Option<Vec<String>>,
    /// The current page, when the question was stale.
    page: Option<Page>,
    /// Seconds to wait.
    retry_after: Option<u64>,
}
