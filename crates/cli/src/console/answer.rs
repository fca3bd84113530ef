//! One answer, as a line of JSON or as words.

use serde_json::{Map, Value, json};
use vauban_game::{Event, Lang, Text, Turn};
use vauban_table::{LessonPage, Refusals, TurnPage};

/// What the console says to one command.
#[derive(Debug)]
pub struct Answer {
    body: Body,
    words: Option<Text>,
    /// What a lesson asks for next.
    lesson: Option<LessonPage>,
    /// The console closes after it.
    pub leaves: bool,
}

#[derive(Debug)]
enum Body {
    Fields(Map<String, Value>),
    Happened {
        events: Vec<Event>,
        /// Whose turn it is, for programs and for people.
        turn: Option<(Turn, Text)>,
    },
    Refused(Refusals),
}

impl Answer {
    fn new(body: Body) -> Answer {
        Answer {
            body,
            words: None,
            lesson: None,
            leaves: false,
        }
    }
    pub fn done() -> Answer {
        Answer::new(Body::Fields(Map::new()))
    }
    pub fn field(name: &str, value: impl Into<Value>) -> Answer {
        Answer::done().and(name, value.into())
    }
    pub fn leave() -> Answer {
        Answer {
            leaves: true,
            ..Answer::done()
        }
    }
    pub fn refused(refusals: Refusals) -> Answer {
        Answer::new(Body::Refused(refusals))
    }
    pub fn happened(events: Vec<Event>, turn: Turn, standing: Text) -> Answer {
        let turn = Some((turn, standing));
        Answer::new(Body::Happened { events, turn })
    }

    /// Adds a field to an answer made of fields.
    pub fn and(mut self, name: &str, value: Value) -> Answer {
        if let Body::Fields(fields) = &mut self.body {
            fields.insert(name.to_owned(), value);
        }
        self
    }
    /// The words for people, instead of the fields' values.
    pub fn saying(mut self, words: Text) -> Answer {
        self.words = Some(words);
        self
    }
    /// With where the lesson is, if there is one.
    pub fn teaching(mut self, lesson: Option<LessonPage>) -> Answer {
        self.lesson = lesson;
        self
    }
    /// The events alone, without whose turn it is.
    pub fn only_events(mut self) -> Answer {
        if let Body::Happened { turn, .. } = &mut self.body {
            *turn = None;
        }
        self
    }

    /// Exactly one object on one line.
    pub fn json(&self, lang: Lang) -> String {
        let mut object = Map::new();
        match &self.body {
            Body::Fields(fields) => {
                object.insert("ok".into(), json!(true));
                object.extend(fields.clone());
            }
            Body::Happened { events, turn } => {
                let events: Vec<_> = events.iter().map(|event| event.told(lang)).collect();
                object.insert("ok".into(), json!(true));
                object.insert("events".into(), json!(events));
                if let Some((turn, _)) = turn {
                    object.insert("turn".into(), json!(TurnPage::from(*turn)));
                    object.insert("over".into(), json!(turn.over()));
                }
            }
            Body::Refused(refusals) => {
                object.insert("ok".into(), json!(false));
                if let Value::Object(told) = json!(refusals.told(lang)) {
                    object.extend(told);
                }
            }
        }
        if let Some(lesson) = &self.lesson {
            object.insert("lesson".into(), json!(lesson));
        }
        format!("{}\n", Value::Object(object))
    }

    /// For people.
    pub fn text(&self, lang: Lang) -> String {
        let text = match (&self.words, &self.body) {
            (Some(words), _) => words.of(lang).to_owned(),
            (None, Body::Fields(fields)) => fields
                .values()
                .map(|value| match value {
                    Value::String(word) => word.clone(),
                    other => other.to_string(),
                })
                .collect::<Vec<_>>()
                .join("\n"),
            (None, Body::Happened { events, turn }) => {
                let mut lines: Vec<String> = events
                    .iter()
                    .map(|event| event.text.of(lang).to_owned())
                    .collect();
                let standing = turn
                    .iter()
                    .map(|(_, standing)| standing.of(lang).to_owned());
                lines.extend(standing);
                lines.join("\n")
            }
            (None, Body::Refused(refusals)) => refused(refusals, lang),
        };
        let text = match &self.lesson {
            None => text,
            Some(lesson) => [text, taught(lesson, lang)].join("\n").trim().to_owned(),
        };
        if text.is_empty() {
            return text;
        }
        format!("{text}\n")
    }
}

/// What was shown, and what is to be done now.
fn taught(lesson: &LessonPage, lang: Lang) -> String {
    let (title, done, tasks, text) = (&lesson.title, lesson.done, lesson.tasks, &lesson.text);
    let praise = lesson.praise.iter().map(|praise| format!("✓ {praise}"));
    let now = match lesson.hint {
        None => format!("★ {text}"),
        Some(_) => {
            let number = done + 1;
            lang.pick(
                format!("{title}, task {number} of {tasks}: {text}"),
                format!("{title}, tâche {number} sur {tasks} : {text}"),
            )
        }
    };
    praise.chain([now]).collect::<Vec<_>>().join("\n")
}

fn refused(refusals: &Refusals, lang: Lang) -> String {
    let mut lines: Vec<String> = refusals
        .refusals
        .iter()
        .map(|refusal| {
            let paragraph = refusal
                .paragraph
                .map(|paragraph| format!(" (§{paragraph})"));
            format!(
                "✗ {}{}",
                refusal.text.of(lang),
                paragraph.unwrap_or_default()
            )
        })
        .collect();
    if !refusals.unchecked.is_empty() {
        let codes = refusals.unchecked.join(", ");
        lines.push(lang.pick(
            format!("  not checked: {codes}"),
            format!("  non vérifié : {codes}"),
        ));
    }
    lines.join("\n")
}
