//! The real terminal: what is read from it and written to it.

#[cfg(feature = "pictures")]
use std::io::Write;
use std::io::{self, IsTerminal, Stdout};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    Event, MouseEventKind,
};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute, style};
use vauban_scene::Colours;

#[cfg(feature = "pictures")]
use crate::pictures;
use crate::words::Say;
use crate::{Effect, Found, Input, Options, Player, Thinking};

/// How long the screen rests when nothing moves.
const REST: Duration = Duration::from_millis(400);
/// How long it rests while a wheel turns or a clock runs.
const LIVELY: Duration = Duration::from_millis(60);
/// An agent's action comes no sooner than this after the last one, so that people can follow.
const PACE: Duration = Duration::from_millis(500);
/// The same when nobody but agents plays.
const WATCHING_PACE: Duration = Duration::from_millis(700);

/// Refuses to begin where there is no terminal.
pub(crate) fn check(options: &Options) -> io::Result<()> {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        return Ok(());
    }
    let text = Say::NotATerminal.of(options.lang);
    Err(io::Error::new(io::ErrorKind::Unsupported, text))
}

/// Plays until the person leaves.
pub(crate) fn run(
    player: &mut Player<'_>,
    effects: Vec<Effect>,
    options: &Options,
) -> io::Result<()> {
    if options.colours != Colours::None {
        // The options have already weighed `NO_COLOR` against what was asked for.
        style::force_color_output(true);
    }
    let mut screen = Screen::open()?;
    #[cfg(feature = "pictures")]
    if let Some(graphics) = pictures::ask(options) {
        player.show_pictures(graphics);
    }
    let start = Instant::now();
    let (sender, thoughts) = mpsc::channel();
    let mut effects = effects;
    loop {
        for effect in std::mem::take(&mut effects) {
            match effect {
                Effect::Leave => {
                    #[cfg(feature = "pictures")]
                    io::stdout().write_all(player.take_pictures_down().as_bytes())?;
                    return Ok(());
                }
                Effect::Think(thinking) => {
                    let pace = if player.only_watches() {
                        WATCHING_PACE
                    } else {
                        PACE
                    };
                    think(thinking, pace, sender.clone());
                }
            }
        }
        // No picture is made for each of many keys that are already waiting.
        #[cfg(feature = "pictures")]
        player.hold_picture(event::poll(Duration::ZERO)?);
        screen.terminal.draw(|frame| player.draw(frame))?;
        let input = next(player, &thoughts)?;
        #[cfg(feature = "pictures")]
        if let (Some(Input::Terminal(Event::Resize(..))), Some(cell)) =
            (&input, pictures::cell_of_window())
        {
            player.zoom(cell);
        }
        let now = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        effects.extend(player.handle(Input::Tick(now)));
        if let Some(input) = input {
            effects.extend(player.handle(input));
        }
    }
}

/// The next thing that happens; `None` when it is only time that passes.
fn next(player: &Player<'_>, thoughts: &Receiver<Found>) -> io::Result<Option<Input>> {
    let rest = if player.is_lively() { LIVELY } else { REST };
    let end = Instant::now() + rest;
    loop {
        if let Ok(found) = thoughts.try_recv() {
            return Ok(Some(Input::Thought(found)));
        }
        let left = end.saturating_duration_since(Instant::now());
        if !event::poll(left)? {
            return Ok(None);
        }
        let event = event::read()?;
        // A mouse that only moves would keep the screen busy.
        let idle = matches!(&event, Event::Mouse(mouse)
            if matches!(mouse.kind, MouseEventKind::Moved | MouseEventKind::Drag(_)));
        if !idle {
            return Ok(Some(Input::Terminal(event)));
        }
    }
}

/// Lets an agent think on a thread of its own. It is left alone if the person leaves meanwhile.
fn think(thinking: Thinking, pace: Duration, sender: Sender<Found>) {
    let name = format!("seat-{}", thinking.seat());
    let waiting = Arc::new(Mutex::new(Some((thinking, sender))));
    let take = |waiting: &Mutex<Option<(Thinking, Sender<Found>)>>| {
        waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    };
    let run = {
        let waiting = Arc::clone(&waiting);
        move || {
            let Some((thinking, sender)) = take(&waiting) else {
                return;
            };
            let start = Instant::now();
            let found = thinking.run();
            thread::sleep(pace.saturating_sub(start.elapsed()));
            // Nobody listens any more if the person has left.
            let _ = sender.send(found);
        }
    };
    let spawned = thread::Builder::new().name(name).spawn(run);
    if spawned.is_err()
        && let Some((thinking, sender)) = take(&waiting)
    {
        // No further thread: think here rather than not at all.
        let _ = sender.send(thinking.run());
    }
}

/// The terminal while it is ours; given back when dropped, and before a panic is told.
struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    hook: Option<Arc<PanicHook>>,
}

type PanicHook = Box<dyn Fn(&std::panic::PanicHookInfo<'_>) + Send + Sync + 'static>;

impl Screen {
    fn open() -> io::Result<Screen> {
        enable_raw_mode()?;
        let opened = execute!(
            io::stdout(),
            EnterAlternateScreen,
            EnableMouseCapture,
            EnableBracketedPaste
        )
        .and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        let terminal = match opened {
            Ok(terminal) => terminal,
            Err(error) => {
                give_back();
                return Err(error);
            }
        };
        let hook: Arc<PanicHook> = Arc::new(std::panic::take_hook());
        let before = Arc::clone(&hook);
        let ours = thread::current().id();
        std::panic::set_hook(Box::new(move |info| {
            // An agent that panics is told of on the screen, which goes on.
            if thread::current().id() == ours {
                give_back();
                before(info);
            }
        }));
        Ok(Screen {
            terminal,
            hook: Some(hook),
        })
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
        // A hook cannot be changed by a thread that is panicking.
        if !thread::panicking()
            && let Some(hook) = self.hook.take()
        {
            let _ = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |info| hook(info)));
        }
    }
}

/// Leaves the terminal as it was found. What cannot be restored is left: there is nobody to tell.
fn give_back() {
    let _ = execute!(
        io::stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        cursor::Show
    );
    let _ = disable_raw_mode();
}
