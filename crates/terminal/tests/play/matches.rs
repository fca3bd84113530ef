//! Whole matches: by keyboard, by typed lines, by mouse, against an agent, behind a curtain.

use ratatui::crossterm::event::KeyCode;
use vauban_game::{
    Agent, Budget, Game, Position, SearchMemory, Seat, Text, Thought, Viewer, every_action,
};
use vauban_laws::toys::Breakthrough;
use vauban_scene::Spot;
use vauban_table::{AgentCard, AgentMaker, Entry, Make, Source, Tempo};
use vauban_terminal::{Chair, Input};

use crate::seated::{BREAKTHROUGH, MUSTER, STASH, Seated, agent, open, open_as, options};

/// Column and row of a square, the row counted from the top.
fn square(spot: &Spot) -> (i32, i32) {
    let name = spot.0.as_bytes();
    (i32::from(name[0] - b'a'), i32::from(b'5' - name[1]))
}

fn first_path(seated: &Seated) -> Vec<Spot> {
    let table = seated.player.table();
    let seat = table
        .turn()
        .seats()
        .iter()
        .next()
        .expect("somebody is on turn");
    let page = table.page(Viewer::Seat(seat), vauban_game::Lang::En, 0);
    page.ask.expect("a question is open").choices[0]
        .path
        .clone()
}

#[test]
fn a_match_is_played_by_keyboard() {
    let mut seated = Seated::at_breakthrough();
    let mut cursor = (0, 3); // a2: the first of those that can go
    while seated.player.table().turn().over().is_none() {
        for spot in first_path(&seated) {
            let (column, row) = square(&spot);
            for (distance, back, on) in [
                (column - cursor.0, KeyCode::Left, KeyCode::Right),
                (row - cursor.1, KeyCode::Up, KeyCode::Down),
            ] {
                let code = if distance < 0 { back } else { on };
                (0..distance.abs()).for_each(|_| seated.key(code));
            }
            cursor = (column, row);
            seated.key(KeyCode::Enter);
        }
    }
    seated.sees("The match is over");
    seated.sees("wins by reaching the far row");
    seated.key(KeyCode::Char('r'));
    assert!(seated.player.table().turn().over().is_none());
    seated.sees("taken back");
}

#[test]
fn a_match_is_played_by_typing() {
    let mut seated = Seated::at_breakthrough();
    while seated.player.table().turn().over().is_none() {
        let (text, steps) = (seated.first_legal(), seated.steps());
        seated.enter(&text);
        assert_eq!(seated.steps(), steps + 1, "{text}\n{}", seated.screen());
    }
    seated.sees("wins by reaching the far row");
    seated.key(KeyCode::Char('x'));
    assert!(seated.left);
}

#[test]
fn a_match_is_played_by_mouse() {
    let mut seated = Seated::at_breakthrough();
    while seated.player.table().turn().over().is_none() {
        let steps = seated.steps();
        first_path(&seated)
            .iter()
            .for_each(|spot| seated.click(spot));
        assert_eq!(seated.steps(), steps + 1);
    }
    seated.sees("wins by reaching the far row");
    seated.click_text("x exit");
    assert!(seated.left);
}

#[test]
fn an_agent_answers_and_taking_back_goes_to_the_persons_own_turn() {
    let table = open(&BREAKTHROUGH, &[("size", "5")]);
    let chairs = [Chair::Person, agent("random")];
    let mut seated = Seated::new(table, &chairs, &options(), (100, 30));
    seated.sees("you");
    seated.enter("a2a3");
    assert_eq!(seated.steps(), 2);
    seated.control('z');
    assert_eq!(seated.steps(), 0);
    seated.sees("taken back");
    seated.control('z');
    seated.sees("✗ there is nothing to take back");
}

#[test]
fn the_screen_says_who_thinks_and_a_late_thought_is_not_heard() {
    let table = open(&BREAKTHROUGH, &[("size", "5")]);
    let mut seated = Seated::new(table, &[Chair::Person, agent("1")], &options(), (100, 30));
    seated.prompt = false;
    seated.enter("a2a3");
    seated.sees("Red is thinking…");
    seated.sees("level 1");
    assert!(seated.player.is_lively());
    seated.enter("b2b3");
    seated.sees("✗ it is Red's turn");
    seated.enter("revert");
    assert_eq!(seated.steps(), 0);
    seated.think();
    assert_eq!(seated.steps(), 0, "the question was taken back");
    seated.control('c');
    assert!(seated.left, "nothing is lost, so nothing is asked");
}

#[test]
fn an_agent_that_does_not_exist_leaves_its_seat_to_the_person() {
    let table = open(&BREAKTHROUGH, &[("size", "5")]);
    let mut seated = Seated::new(
        table,
        &[Chair::Person, agent("nobody")],
        &options(),
        (110, 30),
    );
    seated.enter("a2a3");
    seated.sees("the seat is yours now");
    seated.sees("✗ unknown agent `nobody`");
    let text = seated.first_legal();
    seated.enter(&text);
    assert_eq!(seated.steps(), 2);
}

/// An agent with a fault.
struct Faulty;

impl Agent<Breakthrough> for Faulty {
    fn think(
        &mut self,
        _: &Position<'_, Breakthrough>,
        _: &Budget,
        _: &mut SearchMemory,
    ) -> Thought<<Breakthrough as Game>::Action> {
        panic!("a fault in the agent")
    }
}

const FAULTY: &[AgentMaker<Breakthrough>] = &[AgentMaker {
    card: AgentCard {
        name: "faulty",
        parameters: "",
        other_names: &[],
        about: Text::fixed("fails", "échoue"),
    },
    make: Make::Plain(|| Box::new(Faulty)),
}];

static WITH_FAULT: Entry<Breakthrough> = Entry::new(FAULTY, &[]);

#[test]
fn an_agent_that_panics_leaves_its_seat_to_the_person() {
    let table = open(&WITH_FAULT, &[("size", "5")]);
    let chairs = [Chair::Person, agent("faulty")];
    let mut seated = Seated::new(table, &chairs, &options(), (110, 30));
    seated.enter("a2a3");
    seated.sees("the seat is yours now");
    seated.sees("✗ a fault in the agent");
    assert_eq!(seated.steps(), 1);
}

/// An agent that thinks until it is told to stop.
struct Endless;

impl Agent<Breakthrough> for Endless {
    fn think(
        &mut self,
        position: &Position<'_, Breakthrough>,
        budget: &Budget,
        _: &mut SearchMemory,
    ) -> Thought<<Breakthrough as Game>::Action> {
        while !budget.stop.is_raised() {
            std::thread::yield_now();
        }
        let actions = every_action(position.game, position.view, position.seat);
        Thought::plain(actions[0])
    }
}

const ENDLESS: &[AgentMaker<Breakthrough>] = &[AgentMaker {
    card: AgentCard {
        name: "endless",
        parameters: "",
        other_names: &[],
        about: Text::fixed("does not stop", "n'arrête pas"),
    },
    make: Make::Plain(|| Box::new(Endless)),
}];

static WITHOUT_END: Entry<Breakthrough> = Entry::new(ENDLESS, &[]);

#[test]
fn a_program_whose_question_is_gone_does_not_think_on() {
    for ending in ["revert", "load new", "leave"] {
        let table = open(&WITHOUT_END, &[("size", "5")]);
        let chairs = [Chair::Person, agent("endless")];
        let mut seated = Seated::new(table, &chairs, &options(), (110, 30));
        seated.prompt = false;
        seated.enter("a2a3");
        let thinking = seated.waiting.remove(0);
        let (sender, thought) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let _ = sender.send(thinking.run());
        });
        let early = thought.recv_timeout(std::time::Duration::from_millis(30));
        assert!(early.is_err(), "it is still wanted");
        match ending {
            "leave" => drop(seated.player.into_table()),
            line => seated.enter(line),
        }
        let late = thought.recv_timeout(std::time::Duration::from_secs(20));
        assert!(late.is_ok(), "{ending}: it thinks on");
    }
}

#[test]
fn stopping_one_thought_does_not_stop_the_next() {
    let table = open(&WITHOUT_END, &[("size", "5")]);
    let chairs = [Chair::Person, agent("endless")];
    let mut seated = Seated::new(table, &chairs, &options(), (110, 30));
    seated.prompt = false;
    seated.enter("a2a3");
    let stale = seated.waiting.remove(0);
    seated.enter("revert");
    seated.enter("b2b3");
    let thinking = seated.waiting.remove(0);
    // The first was stopped: it answers at once and is not heard.
    seated.handle(Input::Thought(stale.run()));
    assert_eq!(seated.steps(), 1);
    let (sender, thought) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let _ = sender.send(thinking.run());
    });
    let early = thought.recv_timeout(std::time::Duration::from_millis(50));
    assert!(early.is_err(), "the second is still wanted");
    drop(seated);
    assert!(
        thought
            .recv_timeout(std::time::Duration::from_secs(20))
            .is_ok()
    );
}

#[test]
fn agents_alone_play_to_the_end() {
    let table = open(&BREAKTHROUGH, &[("size", "5")]);
    let seated = Seated::new(
        table,
        &[agent("random"), agent("random")],
        &options(),
        (100, 30),
    );
    assert!(seated.player.only_watches());
    seated.sees("The match is over");
}

#[test]
fn what_one_hides_the_other_does_not_see() {
    let table = open(&STASH, &[]);
    let mut seated = Seated::new(
        table,
        &[Chair::Person, Chair::Person],
        &options(),
        (100, 30),
    );
    seated.sees("F1 hide in cell 1");
    seated.key(KeyCode::F(3));
    seated.sees("Pass the screen to Red.");
    seated.sees_no("$");
    seated.sees_no("Log");
    seated.key(KeyCode::Char('x'));
    seated.control('c');
    seated.sees_no("$");
    seated.key(KeyCode::Char('n'));
    seated.sees("Pass the screen to Red.");
    seated.key(KeyCode::Enter);
    seated.sees("F1 hide in cell 1");
    seated.sees_no("$");
    seated.enter("position");
    seated.sees("✗ this would reveal secrets");
    seated.click_text("hide in cell 2");
    seated.sees("Pass the screen to Blue.");
    seated.key(KeyCode::Enter);
    seated.sees("$");
}

#[test]
fn against_an_agent_there_is_no_curtain() {
    let table = open(&STASH, &[]);
    let mut seated = Seated::new(
        table,
        &[Chair::Person, agent("random")],
        &options(),
        (100, 30),
    );
    seated.enter("hide-2");
    seated.sees_no("Pass the screen");
    seated.sees("$");
}

#[test]
fn dice_on_the_table_are_typed() {
    let manual = |opening: &mut vauban_table::Opening| opening.source = Source::Manual(1);
    let table = open_as(&STASH, &[], manual);
    let mut seated = Seated::new(
        table,
        &[Chair::Person, agent("random")],
        &options(),
        (100, 30),
    );
    seated.enter("hide-2");
    seated.sees("Chance decides");
    seated.enter("!roll-9");
    seated.sees("✗");
    seated.enter("!roll-2");
    seated.sees("The die shows 2.");
    seated.sees("Holes to dig: 2");
    let text = seated.first_legal();
    seated.enter(&text);
    let text = seated.first_legal();
    seated.enter(&text);
    if seated.player.table().turn().over().is_none() {
        let steps = seated.steps();
        seated.enter("!");
        assert!(seated.steps() > steps);
    }
}

#[test]
fn an_amount_is_asked_for() {
    let table = open(&MUSTER, &[("players", "2"), ("map", "1")]);
    let mut seated = Seated::new(
        table,
        &[Chair::Person, agent("random")],
        &options(),
        (100, 34),
    );
    // Turns until there are at least two armies to place.
    for _ in 0..50 {
        let legal = seated.player.table().questions().legal(Seat(0));
        if legal
            .iter()
            .any(|text| text.ends_with("f1+2") || text.contains("f1") && text.ends_with('2'))
        {
            break;
        }
        let play = legal.iter().find(|text| text.starts_with("play")).cloned();
        seated.enter(&play.unwrap_or_else(|| "end".to_owned()));
    }
    seated.click(&"f1".into());
    seated.sees("How many?");
    seated.sees("from 1 to");
    seated.key(KeyCode::Char('9'));
    seated.key(KeyCode::Char('9'));
    let steps = seated.steps();
    seated.key(KeyCode::Enter);
    assert_eq!(seated.steps(), steps, "99 is too many");
    seated.key(KeyCode::Home);
    seated.key(KeyCode::Up);
    seated.key(KeyCode::Enter);
    assert!(seated.steps() > steps);
    seated.sees("Blue places 2 in f1");
}

#[test]
fn a_clock_that_runs_out_ends_the_match() {
    let tempo = Tempo::Increment {
        stock: 60_000,
        increment: 0,
    };
    let table = open_as(&BREAKTHROUGH, &[("size", "5")], |opening| {
        opening.tempo = tempo
    });
    let mut seated = Seated::new(
        table,
        &[Chair::Person, Chair::Person],
        &options(),
        (100, 30),
    );
    seated.sees("1:00");
    seated.handle(Input::Tick(55_000));
    seated.sees("0:05.0");
    seated.handle(Input::Tick(61_000));
    seated.sees("Red wins on time");
}
