//! Breakthrough as people meet it: the log, the picture, the shelf, the book, the lens and the files.

use super::*;
use vauban_game::RuleTree;

impl Narrate for Breakthrough {
    fn narrate(
        &self,
        before: &State,
        happening: Option<Happening<Self>>,
        _: &State,
        _: Viewer,
    ) -> Vec<Event> {
        let Some(Happening::Action(seat, step)) = happening else {
            return Vec::new();
        };
        let (from, to) = (step.from.name(), step.to.name());
        let name = self.seat_name(seat);
        let (kind, text) = if before.owner(step.to).is_some() {
            let en = format!("{} takes on {to} from {from}", name.en);
            (
                "attack",
                Text::new(en, format!("{} prend en {to} depuis {from}", name.fr)),
            )
        } else {
            let en = format!("{} goes from {from} to {to}", name.en);
            (
                "move",
                Text::new(en, format!("{} va de {from} à {to}", name.fr)),
            )
        };
        vec![
            Event::new(kind, text)
                .with("seat", seat)
                .with("from", from.clone())
                .with("to", to.clone())
                .at([from.into(), to.into()]),
        ]
    }
    fn seat_name(&self, seat: Seat) -> Text {
        plain::seat_name(seat)
    }
}

impl Depict for Breakthrough {
    fn backdrop(&self, _: Lang) -> Scene {
        plain::board(self.picture(), |column, row| {
            Square(column + 8 * (self.size - 1 - row)).name()
        })
    }
    fn layers(&self, state: &State, _: Lang) -> Vec<Layer> {
        let man = |square: Square| {
            let owner = state.owner(square)?;
            let at = self
                .picture()
                .centre(square.column(), self.size - 1 - square.row());
            let glyph = if owner.0 == 0 { "x" } else { "o" };
            let key = format!("man-{}", square.name());
            Some(plain::disc(
                key,
                square.name(),
                at,
                Paint::Seat(owner.0),
                glyph,
            ))
        };
        vec![Layer {
            name: "men",
            shapes: self.squares().filter_map(man).collect(),
        }]
    }
    fn gesture(&self, step: Step) -> Vec<Spot> {
        vec![step.from.name().into(), step.to.name().into()]
    }
    fn mark(&self, state: &State, _: Seat, step: Step) -> Mark {
        if state.owner(step.to).is_some() {
            Mark::Attack
        } else {
            Mark::Shift
        }
    }
    fn caption(&self, step: Step) -> Text {
        Text::same(format!("{} → {}", step.from.name(), step.to.name()))
    }
    fn meant(&self, _: &State, _: Seat, path: &[Spot]) -> Option<Step> {
        let [from, to] = path else { return None };
        Some(Step {
            from: Square::read(&from.0)?,
            to: Square::read(&to.0)?,
        })
    }
    fn card(&self, state: &State, spot: &Spot) -> Option<SpotCard> {
        let owner = state.owner(Square::read(&spot.0)?)?;
        Some(SpotCard {
            title: self.seat_name(owner),
            lines: Vec::new(),
        })
    }
    fn legend(&self) -> Vec<Legend> {
        let line = |glyph: &str, seat| Legend {
            symbol: None,
            glyph: glyph.to_owned(),
            title: self.seat_name(seat),
            about: Text::fixed("a man", "un pion"),
        };
        vec![line("x", Seat(0)), line("o", Seat(1))]
    }
    fn status(&self, state: &State) -> Status {
        let men = |seat: usize| i64::from(state.men[seat].count_ones());
        Status {
            phase: Text::fixed("play", "jeu"),
            actions_left: None,
            statistics: vec![Statistic {
                name: Text::fixed("men", "pions"),
                values: vec![men(0), men(1)],
            }],
        }
    }
}

impl Setup for Breakthrough {
    const CARD: &'static Card = &Card {
        name: "breakthrough",
        title: Text::fixed("Breakthrough", "Percée"),
        about: Text::fixed("Reach the far row.", "Atteignez la dernière rangée."),
        seats: (2, 2),
        settings: &[
            SettingCard {
                name: "size",
                title: Text::fixed("Size", "Taille"),
                values: Values::Number(4, 8),
                default: Some("6"),
            },
            SettingCard {
                name: "retreat",
                title: Text::fixed("Men may step back", "Les pions reculent"),
                values: Values::OneOf(&[
                    ("no", Text::fixed("never", "jamais")),
                    (
                        "yes",
                        Text::fixed("onto empty squares", "sur une case vide"),
                    ),
                ]),
                default: Some("no"),
            },
        ],
    };
    fn setup(settings: &Settings) -> Result<Self, Vec<SettingError>> {
        let size = plain::setting(settings, "size")? as u8;
        let retreat = settings.get("retreat").is_some_and(|value| value == "yes");
        Ok(Breakthrough { size, retreat })
    }
    fn rule_set(&self) -> RuleSet {
        RuleSet {
            name: "breakthrough",
            version: 1,
        }
    }
}

impl Explain for Breakthrough {
    fn rulebook(&self, lang: Lang) -> &'static str {
        lang.pick(
            "1.1 Seats move in turn.\n1.2 All happens on the board.\n2.1 One moves one's own men.\n\
             2.2 A man goes one square ahead or sideways ahead; with the option, also back.\n\
             2.3 It takes sideways only.\n3.1 Who reaches the far row wins.\n",
            "1.1 On joue à tour de rôle.\n1.2 Tout se passe sur le plateau.\n2.1 On joue ses propres pions.\n\
             2.2 Un pion va d'une case en avant, droit ou en biais ; avec l'option, aussi en arrière.\n\
             2.3 Il ne prend qu'en biais.\n3.1 Qui atteint la dernière rangée gagne.\n",
        )
    }
    fn trees(&self) -> Vec<RuleTree> {
        vec![STEP.printed("move", STEP.to_string())]
    }
}

impl Lenses for Breakthrough {
    fn lenses(&self) -> &'static [LensCard] {
        const CARDS: &[LensCard] = &[LensCard {
            name: "advance",
            title: Text::fixed("Advance", "Avance"),
            about: Text::fixed(
                "How far each man has come.",
                "Le chemin fait par chaque pion.",
            ),
            scale: Scale::Sequential,
            initial: false,
        }];
        CARDS
    }
    fn lens(&self, state: &State, name: &str, seat: Seat) -> Option<LensMap> {
        let rows = |square: Square| match seat.0 {
            0 => i32::from(square.row()),
            _ => i32::from(self.size - 1 - square.row()),
        };
        (name == "advance").then(|| LensMap {
            values: self
                .squares()
                .filter(|&square| state.owner(square) == Some(seat))
                .map(|square| (square.name().into(), rows(square)))
                .collect(),
            paths: Vec::new(),
        })
    }
}

impl Odds for Breakthrough {}

/// A file of its own: a first line, then one action a line.
const HEAD: &str = "breakthrough moves";

impl Formats for Breakthrough {
    fn format(&self) -> Option<FormatCard> {
        Some(FormatCard {
            name: "moves",
            about: Text::fixed("one step a line", "un pas par ligne"),
        })
    }
    fn recognise(&self, text: &str) -> bool {
        text.lines().next() == Some(HEAD)
    }
    fn import(&self, text: &str) -> Result<Imported, FormatError> {
        let mut imported = Imported::default();
        for (index, line) in text.lines().enumerate() {
            let wrong = |text| FormatError {
                line: Some(index + 1),
                text,
            };
            if index > 0 {
                self.read(line)
                    .map_err(|unreadable| wrong(unreadable.text))?;
                imported.steps.push(line.to_owned());
            } else if line != HEAD {
                return Err(wrong(Text::fixed(
                    "not a list of moves",
                    "pas une liste de coups",
                )));
            }
        }
        Ok(imported)
    }
    fn export(
        &self,
        start: &State,
        steps: &[(Seat, Step)],
        _: &State,
    ) -> Option<Result<String, FormatError>> {
        if *start != self.start() {
            return Some(Err(FormatError {
                line: None,
                text: Text::fixed(
                    "a list of moves begins at the start",
                    "une liste de coups part du début",
                ),
            }));
        }
        let lines = steps.iter().map(|&(_, step)| self.write(step) + "\n");
        Some(Ok(format!("{HEAD}\n{}", lines.collect::<String>())))
    }
}

impl Evaluate<Breakthrough> for Men {
    fn evaluate(&self, _: &Breakthrough, state: &State, seat: Seat) -> i32 {
        let men = |seat: Seat| state.men[seat.index()].count_ones() as i32;
        100 * (men(seat) - men(seat.other()))
    }
}
