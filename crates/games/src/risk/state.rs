//! What changes during a match: who holds what with how many armies, the cards, and the step of the turn.

use vauban_game::{Ending, MAX_SEATS, Seat, SeatSet, fingerprint};

use super::{
    board::{COUNTRIES, Country, Lands},
    cards::{Cards, HANDS, Kind},
    position,
};

/// Who may hold a country: a seat, or the neutral owner, who never acts.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Owner(pub(super) u8);

/// How many owners there can be.
pub(super) const OWNERS: usize = MAX_SEATS + 1;

impl Owner {
    pub const NEUTRAL: Owner = Owner(MAX_SEATS as u8);

    pub fn seat(self) -> Option<Seat> {
        (self != Owner::NEUTRAL).then_some(Seat(self.0))
    }
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl From<Seat> for Owner {
    #[inline]
    fn from(seat: Seat) -> Owner {
        Owner(seat.0)
    }
}

/// The step that the match is at. §2, §3
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Phase {
    /// §2.1 Somebody asks for the deal.
    Deal,
    /// §2.1 Chance deals the countries.
    Dealing,
    /// §2.4 The mover places its first armies.
    Place,
    /// §5.3, §9.5 The mover may exchange cards.
    Exchange,
    /// §5.5, §9.4 The mover places armies that it won.
    Reinforce,
    /// §3.2 The mover chooses an attacker or goes on.
    Attacker,
    /// §3.3
    Target,
    /// §3.4
    Dice,
    /// §3.5 The defender chooses its dice.
    Guard,
    /// §4 The dice roll.
    Roll,
    /// §9.7 The mover says how many armies enter the conquered country.
    MoveIn,
    /// §5.2 The mover has five cards and must put one away.
    Discard,
    /// §5.1 The mover must draw.
    Card,
    /// Chance turns the card over.
    Drawing,
    /// §6 The mover moves armies between its countries.
    Move,
    /// §7
    Over(End),
}

/// One choice.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Action {
    /// §2.1
    Deal,
    /// §2.4, §5.5, §9.4
    Place { at: Country, armies: u16 },
    /// §3.2
    Attack { from: Country },
    /// §3.3
    Target { to: Country },
    /// §3.4
    Dice { dice: u8 },
    /// §3.5
    Guard { dice: u8 },
    /// §9.7
    MoveIn { armies: u16 },
    /// §5.1
    Card,
    /// §5.2
    Discard { kind: Kind },
    /// §5.3
    Exchange { cards: Cards },
    /// §3.2, §5.3
    Pass,
    /// §6.1, §9.10
    Move {
        from: Country,
        to: Country,
        armies: u16,
    },
    /// §6.4
    End,
}

/// One result of nature.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Chance {
    /// Who gets the next country.
    Land(Owner),
    Roll(Rolled),
    Card(Kind),
}

/// How a match ended.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum End {
    /// §7.1 The mover holds enough countries.
    Share,
    /// §7.1, §9.11 The mover holds all countries.
    World,
    /// §7.2 Nobody but the mover is left.
    Alone,
    /// §7.3 The rounds are over.
    Rounds,
    /// §7.4 Nobody can attack any more.
    DeadEnd,
    /// §7.7 Nobody has taken a country for too long.
    Stagnation,
}

/// An attack: as far as it has come, or the last one.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub struct Battle {
    from: u8,
    to: u8,
    /// How many dice attack and defend; 0 while it is not said.
    pub dice: u8,
    pub guard: u8,
    /// The attacker's three and the defender's two, each from the highest; 0 for what was not rolled.
    pub rolled: Rolled,
}

/// Dice on the table: up to three of the attacker, up to two of the defender, each from the highest.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub struct Rolled {
    pub attack: [u8; 3],
    pub guard: [u8; 2],
}

impl Rolled {
    /// The faces of the dice of one side that were rolled.
    pub(super) fn faces(dice: &[u8]) -> impl Iterator<Item = u8> {
        dice.iter().copied().filter(|&face| face > 0)
    }
    /// `6,5,2`
    pub(super) fn text(dice: &[u8]) -> String {
        let faces: Vec<String> = Rolled::faces(dice).map(|face| face.to_string()).collect();
        faces.join(",")
    }
}

impl Battle {
    pub(super) fn from(from: Country) -> Battle {
        Battle {
            from: from.0 + 1,
            ..Battle::default()
        }
    }
    pub(super) fn aimed(self, to: Country) -> Battle {
        Battle {
            to: to.0 + 1,
            ..self
        }
    }
    /// Who attacks, once it is chosen.
    #[inline]
    pub fn attacker(self) -> Option<Country> {
        self.from.checked_sub(1).map(Country)
    }
    /// Who is attacked, once it is chosen.
    #[inline]
    pub fn target(self) -> Option<Country> {
        self.to.checked_sub(1).map(Country)
    }
    /// Both countries of an attack whose dice lie on the table.
    pub fn fought(self) -> Option<(Country, Country)> {
        let both = self.attacker().zip(self.target())?;
        (self.rolled.attack[0] > 0).then_some(both)
    }
}

/// Everything that changes.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct State {
    /// By owner.
    pub(super) lands: [Lands; OWNERS],
    /// The countries with two armies or more.
    pub(super) strong: Lands,
    pub(super) armies: [u16; COUNTRIES],
    /// By seat.
    pub(super) hands: [Cards; HANDS],
    /// Cards that were not drawn yet; their order is not decided before.
    pub(super) draw: Cards,
    pub(super) discard: Cards,
    pub(super) battle: Battle,
    pub(super) phase: Phase,
    /// Whose turn it is; at the end who took the last one.
    pub(super) mover: Seat,
    /// Armies that the mover has yet to place.
    pub(super) left: u16,
    /// Moves of armies in this turn.
    pub(super) moves: u8,
    /// Whole rounds so far.
    pub(super) round: u8,
    /// §7.7 The first round after the last conquest; 0 where the options do not count such rounds.
    pub(super) calm_since: u8,
    /// Seats that are out of the match.
    pub(super) out: SeatSet,
    /// §9.8 The mover has taken a country in this turn.
    pub(super) conquered: bool,
    /// §9.9 The mover has just taken another's cards.
    pub(super) spoils: bool,
}

const _: () = assert!(size_of::<State>() <= 256, "search copies it at every node");

impl State {
    pub fn phase(&self) -> Phase {
        self.phase
    }
    /// Why it is over, once it is.
    #[inline]
    pub fn end(&self) -> Option<End> {
        match self.phase {
            Phase::Over(end) => Some(end),
            _ => None,
        }
    }
    pub fn mover(&self) -> Seat {
        self.mover
    }
    /// Who chooses now, if somebody does.
    #[inline]
    pub(super) fn chooser(&self) -> Option<Seat> {
        match self.phase {
            Phase::Dealing | Phase::Roll | Phase::Drawing | Phase::Over(_) => None,
            Phase::Guard => self.defender().or(Some(self.mover)),
            _ => Some(self.mover),
        }
    }
    pub fn battle(&self) -> Battle {
        self.battle
    }
    pub fn round(&self) -> u8 {
        self.round
    }
    pub fn left(&self) -> u16 {
        self.left
    }
    pub fn moves(&self) -> u8 {
        self.moves
    }
    pub fn out(&self) -> SeatSet {
        self.out
    }
    pub fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat.index() % HANDS]
    }
    pub fn discard(&self) -> Cards {
        self.discard
    }
    pub fn draw_pile(&self) -> Cards {
        self.draw
    }
    /// §5.6 What the next card comes from: an empty draw pile is the discard pile, shuffled.
    pub(super) fn pile(&self) -> Cards {
        match self.draw.is_empty() {
            true => self.discard,
            false => self.draw,
        }
    }
    #[inline]
    pub fn lands(&self, owner: impl Into<Owner>) -> Lands {
        self.lands[owner.into().index() % OWNERS]
    }
    #[inline]
    pub fn armies(&self, country: Country) -> u16 {
        self.armies[country.index() % COUNTRIES]
    }
    /// All armies of an owner.
    pub fn total(&self, owner: impl Into<Owner>) -> u32 {
        let lands = self.lands(owner).iter();
        lands.map(|country| u32::from(self.armies(country))).sum()
    }
    /// Nobody's before the deal.
    #[inline]
    pub fn owner(&self, country: Country) -> Option<Owner> {
        (0..OWNERS as u8)
            .map(Owner)
            .find(|&owner| self.lands(owner).contains(country))
    }
    /// The countries of everybody else.
    #[inline]
    pub(super) fn others(&self, seat: Seat) -> Lands {
        Lands::ALL.minus(self.lands(seat))
    }
    #[inline]
    pub(super) fn set_armies(&mut self, country: Country, armies: u16) {
        self.armies[country.index() % COUNTRIES] = armies;
        self.strong = if armies > 1 {
            self.strong.with(country)
        } else {
            self.strong.without(country)
        };
    }
    pub(super) fn give(&mut self, country: Country, owner: Owner) {
        for lands in &mut self.lands {
            *lands = lands.without(country);
        }
        let lands = &mut self.lands[owner.index() % OWNERS];
        *lands = lands.with(country);
    }
    /// Who defends the target of the attack; `None` if it is neutral.
    pub(super) fn defender(&self) -> Option<Seat> {
        self.owner(self.battle.target()?)?.seat()
    }

    /// §7.7 Whole rounds in a row without a conquest, where the options count them.
    pub fn calm(&self) -> u8 {
        self.round.saturating_sub(self.calm_since)
    }

    /// A number for the state without the round: equal states have equal keys.
    pub(super) fn key(&self) -> u64 {
        let mut words = [0; 24];
        for (word, lands) in words.iter_mut().zip(self.lands) {
            *word = lands.0;
        }
        for (at, armies) in self.armies.iter().enumerate() {
            words[7 + at / 4] |= u64::from(*armies) << (16 * (at % 4));
        }
        let cards = self.hands.iter().chain([&self.draw, &self.discard]);
        for (at, count) in cards.flat_map(|cards| cards.0).enumerate() {
            words[18 + at / 8] |= u64::from(count) << (8 * (at % 8));
        }
        let battle = self.battle;
        let country = |country: Option<Country>| country.map_or(0, |country| country.0 + 1);
        let bytes = [
            position::phase_number(self.phase),
            self.mover.0,
            self.moves,
            country(battle.attacker()),
            country(battle.target()),
            battle.dice,
            battle.guard,
            u8::from(self.conquered) | u8::from(self.spoils) << 1,
        ];
        words[21] = u64::from_le_bytes(bytes);
        let out = self.out.iter().fold(0, |out, seat| out | 1 << seat.0);
        words[22] = u64::from(self.left) | out << 16;
        fingerprint(&words)
    }
}

impl End {
    pub fn ending(self) -> &'static Ending {
        static SHARE: Ending = Ending::new(
            "share",
            "by holding enough countries",
            "en tenant assez de pays",
        );
        static WORLD: Ending = Ending::new(
            "world",
            "by holding the whole world",
            "en tenant le monde entier",
        );
        static ALONE: Ending = Ending::new(
            "alone",
            "because no other player is left",
            "car il ne reste aucun autre joueur",
        );
        static ROUNDS: Ending = Ending::new(
            "rounds",
            "by countries and armies after 200 rounds",
            "aux pays et aux armées après 200 tours de table",
        );
        static DEAD_END: Ending = Ending::new(
            "dead-end",
            "by countries and armies, because nobody can attack any more",
            "aux pays et aux armées, car plus personne ne peut attaquer",
        );
        static STAGNATION: Ending = Ending::new(
            "stagnation",
            "by countries and armies, after too many rounds without a conquest",
            "aux pays et aux armées, après trop de tours de table sans conquête",
        );
        match self {
            End::Stagnation => &STAGNATION,
            End::Share => &SHARE,
            End::World => &WORLD,
            End::Alone => &ALONE,
            End::Rounds => &ROUNDS,
            End::DeadEnd => &DEAD_END,
        }
    }
}
