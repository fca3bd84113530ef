//! The words beside the board: the card of a square, the legend and the phase.

use vauban_game::{Game, Left, Legend, Seat, SpotCard, Statistic, Status, Text, Turn, text};

use super::{Condition, drawings, terrain_glyph, unit_glyph};
use crate::guerre::{
    Battle, Class, Guerre, NORTH, SOUTH, Square, State,
    board::Terrain,
    combat::Share,
    doctrine::Role,
    odds::{fate_name, share_name},
    state::Flag,
    words::{class_name, seat_title, terrain_name, the_side},
};

impl Guerre {
    /// Who is to do what, and how the sides compare.
    pub(super) fn panel(&self, view: &State) -> Status {
        let name = seat_title(view.mover);
        let phase = match self.turn(view) {
            Turn::Over(outcome) => {
                text!(
                    "over: {won}",
                    "terminé : {won}",
                    won = outcome.verdict(the_side)
                )
            }
            _ if view.retreat_pending() => {
                text!(
                    "{name} must retreat",
                    "le {name} doit battre en retraite",
                    name
                )
            }
            _ => text!("{name} to play", "au {name} de jouer", name),
        };
        let both = |name: Text, value: &dyn Fn(Seat) -> i64| Statistic {
            name,
            values: [NORTH, SOUTH].map(value).into(),
        };
        let isolated = |seat: Seat| view.isolated(seat).count() as i64;
        let phase_name = match self.turn(view) {
            Turn::Over(_) => None,
            _ if view.retreat_pending() => Some("retreat"),
            _ if view.moves_left > 0 => Some("moves"),
            _ => Some("attack"),
        };
        Status {
            phase,
            phase_name,
            left: Some(Left::new(
                Text::fixed("moves left", "déplacements restants"),
                view.moves_left,
            )),
            statistics: vec![
                both(Text::fixed("units", "unités"), &|seat| {
                    view.units(seat).count() as i64
                }),
                both(Text::fixed("arsenals", "arsenaux"), &|seat| {
                    view.standing[seat.index()].count_ones().into()
                }),
                both(
                    Text::fixed("communicating squares", "cases en communication"),
                    &|seat| view.communication(seat).len() as i64,
                ),
                both(Text::fixed("units cut off", "unités isolées"), &isolated),
            ],
        }
    }

    /// The legend: units, ground, and what the marks on a unit mean.
    pub(super) fn entries(&self) -> Vec<Legend> {
        let units = Class::ALL.map(|class| self.class_legend(class));
        units
            .into_iter()
            .chain(self.ground_legends())
            .chain(mark_legends())
            .collect()
    }

    pub(super) fn square_card(&self, state: &State, square: Square) -> SpotCard {
        let place = self.board.place(square);
        let yes = |flag| {
            if flag {
                Text::fixed("yes", "oui")
            } else {
                Text::fixed("no", "non")
            }
        };
        let mut lines = vec![(
            Text::fixed("ground", "terrain"),
            self.ground_name(state, square),
        )];
        let mut title = Text::same(place.to_string());
        if let Some((seat, unit)) = state.occupant(square) {
            let (side, class) = (seat_title(seat), class_name(unit.class()));
            title = text!(
                "{place}: {class} of {side}",
                "{place} : {class} du {side}",
                class,
                side
            );
            let corps = self.doctrine.corps(unit.class());
            let number = |value: u8| Text::same(value.to_string());
            lines.extend([
                (Text::fixed("attack", "attaque"), number(corps.attack)),
                (
                    Text::fixed("defence", "défense"),
                    number(self.defence(unit).0),
                ),
                (Text::fixed("move", "déplacement"), number(corps.steps)),
                (Text::fixed("range", "portée"), number(corps.range)),
                (
                    Text::fixed("in communication", "en communication"),
                    yes(state.communication(seat).contains(square)),
                ),
                (
                    Text::fixed("must retreat", "doit battre en retraite"),
                    yes(unit.must_retreat()),
                ),
                (
                    Text::fixed("has moved", "s'est déplacée"),
                    yes(unit.is(Flag::Moved)),
                ),
            ]);
        }
        for seat in [NORTH, SOUTH] {
            let [mut attack, defence] = self.strengths(state, seat, square);
            let target = state.unit(seat.other(), square);
            let assault = target.and_then(|_| self.standing_attack(state, seat, square));
            if let Some((from, battle)) = &assault {
                attack = battle.attack;
                lines.push(self.assault_line(seat, *from, battle));
            }
            let reached = if state.communication(seat).contains(square) {
                Text::fixed("in communication", "en communication")
            } else {
                Text::fixed("no communication", "pas de communication")
            };
            lines.push((
                seat_title(seat),
                text!(
                    "attack {attack}, defence {defence}, {reached}",
                    "attaque {attack}, défense {defence}, {reached}",
                    reached
                ),
            ));
        }
        SpotCard {
            title,
            lines,
            symbol: None,
        }
    }

    /// What an attack on the unit here would come to, as all stand.
    fn assault_line(&self, seat: Seat, from: Square, battle: &Battle) -> (Text, Text) {
        let side = the_side(seat);
        let from = self.board.place(from);
        let (attack, defence) = (battle.attack, battle.defence);
        let share = |share: &Share| {
            let place = self.board.place(share.unit.square());
            let (value, why) = (share.value, share_name(share));
            text!("{place} {value} ({why})", "{place} {value} ({why})", why)
        };
        let shares = |shares: &[Share]| Text::list(shares.iter().map(share));
        (
            text!("attacked by {side}", "attaquée par {side}", side),
            text!(
                "from {from} {attack} against {defence}: {fate}; {attackers} against {defenders}",
                "depuis {from} {attack} contre {defence} : {fate} ; {attackers} contre {defenders}",
                fate = fate_name(battle.fate),
                attackers = shares(&battle.attackers),
                defenders = match battle.defenders.is_empty() {
                    true => Text::fixed("nobody", "personne"),
                    false => shares(&battle.defenders),
                }
            ),
        )
    }

    fn ground_name(&self, state: &State, square: Square) -> Text {
        match self.board.feature(square) {
            None => Text::fixed("plain", "plaine"),
            Some(feature) if feature.terrain == Terrain::Arsenal => {
                if !self.is_arsenal_of(state, feature.owner, square) {
                    return Text::fixed("plain (a destroyed arsenal)", "plaine (arsenal détruit)");
                }
                text!(
                    "arsenal of {side}",
                    "arsenal du {side}",
                    side = seat_title(feature.owner)
                )
            }
            Some(feature) => terrain_name(feature.terrain),
        }
    }

    fn class_legend(&self, class: Class) -> Legend {
        let corps = self.doctrine.corps(class);
        let charge = corps
            .charge
            .map_or(String::new(), |charge| format!(" (charge {charge})"));
        let (attack, defence, steps, range) =
            (corps.attack, corps.defence, corps.steps, corps.range);
        let about = match corps.role {
            Role::Fighter => text!(
                "attack {attack}{charge}, defence {defence}, move {steps}, range {range}",
                "attaque {attack}{charge}, défense {defence}, déplacement {steps}, portée {range}"
            ),
            Role::Relay => text!(
                "passes communications on; defence {defence}, move {steps}, range {range}",
                "transmet les communications ; défense {defence}, déplacement {steps}, portée {range}"
            ),
        };
        Legend {
            symbol: Some(drawings::unit_symbol(NORTH, class)),
            glyph: unit_glyph(NORTH, class, Condition::Fit, None),
            title: class_name(class),
            about,
        }
    }

    fn ground_legends(&self) -> Vec<Legend> {
        let (fort, pass) = (self.doctrine.fort, self.doctrine.pass);
        let names = |sheltered: bool| {
            let classes = Class::ALL.into_iter();
            let of = classes.filter(|&class| self.doctrine.corps(class).shelter == sheltered);
            Text::list(of.map(class_name))
        };
        let (helped, not) = (names(true), names(false));
        Terrain::ALL
            .into_iter()
            .map(|terrain| Legend {
                symbol: Some(drawings::ground_symbol(terrain)),
                glyph: terrain_glyph(terrain).to_owned(),
                title: terrain_name(terrain),
                about: match terrain {
                    Terrain::Mountain => Text::fixed(
                        "stops moves, fire and communications",
                        "arrête déplacements, tirs et communications",
                    ),
                    Terrain::Pass => text!(
                        "defence +{pass} for {helped}, nothing for {not}; a unit here cannot be charged; `=` under a unit",
                        "défense +{pass} pour {helped}, rien pour {not} ; on ne peut pas y être chargé ; « = » sous une unité",
                        helped,
                        not
                    ),
                    Terrain::Fort => text!(
                        "defence +{fort} for {helped}, nothing for {not}; a unit here cannot be charged, nor charge; `#` under a unit",
                        "défense +{fort} pour {helped}, rien pour {not} ; on ne peut pas y être chargé, ni charger depuis le fort ; « # » sous une unité",
                        helped,
                        not
                    ),
                    Terrain::Arsenal => Text::fixed(
                        "the source of communications; a fighting unit that enters the enemy's destroys it; `*` under a unit",
                        "la source des communications ; une unité combattante qui entre dans celui de l'ennemi le détruit ; « * » sous une unité",
                    ),
                },
            })
            .collect()
    }
}

fn mark_legends() -> [Legend; 4] {
    [
        Legend {
            symbol: Some(drawings::unit_symbol(SOUTH, Class::Infantry)),
            glyph: unit_glyph(SOUTH, Class::Infantry, Condition::Fit, None),
            title: Text::fixed("South", "Sud"),
            about: Text::fixed(
                "South's tokens are round, North's are shields; small letters in the terminal",
                "les pions du Sud sont ronds, ceux du Nord des écus ; minuscules dans le terminal",
            ),
        },
        Legend {
            symbol: None,
            glyph: unit_glyph(NORTH, Class::Infantry, Condition::Isolated, None),
            title: Text::fixed("cut off", "isolée"),
            about: Text::fixed(
                "out of communication: it cannot move, attack or defend",
                "hors de communication : elle ne peut ni se déplacer, ni attaquer, ni défendre",
            ),
        },
        Legend {
            symbol: None,
            glyph: unit_glyph(NORTH, Class::Infantry, Condition::MustRetreat, None),
            title: Text::fixed("must retreat", "en retraite"),
            about: Text::fixed(
                "it must move before anything else, or it is lost",
                "elle doit se déplacer avant toute autre action, sinon elle est perdue",
            ),
        },
        Legend {
            symbol: None,
            glyph: unit_glyph(NORTH, Class::Infantry, Condition::Lost, None),
            title: Text::fixed("both", "les deux"),
            about: Text::fixed(
                "cut off and must retreat: lost when its turn comes, unless it is a relay or back in communication by then",
                "isolée et en retraite : perdue quand vient son tour, sauf si c'est un relais ou si elle est de nouveau en communication",
            ),
        },
    ]
}
