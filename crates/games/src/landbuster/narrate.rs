//! What happened, in a sentence for people and in facts for programs; a kept item only to its owner.

use vauban_game::{
    Event, Fact, Game, Happening, Narrate, Seat, Text, Turn, TurnEvents, Viewer, scene::Spot, text,
};

use super::{
    Action, Chance, LandBuster, View,
    land::Land,
    notation::luck_text,
    play::moved,
    state::{Hero, Phase, Plan, State},
    words::{attacks as attacks_of, hero_name, seat_name, soldiers as soldiers_of},
};

impl Narrate for LandBuster {
    fn narrate(
        &self,
        before: &View,
        happening: Option<Happening<LandBuster>>,
        after: &View,
        viewer: Viewer,
    ) -> Vec<Event> {
        let (old, new) = (before.open(), after.open());
        let mut events = match happening {
            Some(Happening::Action(seat, action)) => self.told(old, seat, action, new),
            Some(Happening::Chance(chance)) => self.befallen(old, chance, new, viewer),
            // §9.4 Somebody keeps an item, and only that is known.
            None => self.kept(old),
        };
        events.extend(self.consequences(old, new));
        events.extend(self.turned(old, new));
        events
    }

    fn seat_name(&self, seat: Seat) -> Text {
        seat_name(seat)
    }

    fn mover(&self, view: &View) -> Option<Seat> {
        let state = view.open();
        let begun = !matches!(state.phase(), Phase::Lot | Phase::Capital);
        begun.then(|| state.mover())
    }

    fn predicates(&self, turn: &TurnEvents<'_>) -> Vec<Text> {
        let name = |spot: &str| {
            let land = Land::of_spot(&Spot::from(spot), self.map().count());
            land.map_or_else(|| Text::same(spot), |land| self.name_of(land))
        };
        let placed = turn.amount("reinforce");
        let count = soldiers_of(placed);
        let placed = (placed > 0).then(|| text!("placed {count}", "a placé {count}", count));
        let port = Text::fixed("built a port", "a construit un port");
        let port = (turn.times("port") > 0).then_some(port);
        let moved = turn.amount("move");
        let count = soldiers_of(moved);
        let moved = (moved > 0).then(|| text!("moved {count}", "a déplacé {count}", count));
        let taken = placed.into_iter().chain(turn.conquests(name)).chain(port);
        let fought = taken.chain(turn.losses(soldiers_of));
        fought.chain(moved).collect()
    }
}

/// Whom it concerns that something happens to `land`: nobody if it is neutral.
fn against(before: &State, land: Land) -> Option<(&'static str, Fact)> {
    Some(("against", before.owner(land)?.into()))
}

fn number(amount: u32) -> Fact {
    i64::from(amount).into()
}

impl LandBuster {
    fn told(&self, state: &State, seat: Seat, action: Action, after: &State) -> Vec<Event> {
        let name = seat_name(seat);
        let event = match action {
            Action::Capital { at } => {
                let text = text!(
                    "{name} chooses {land} as capital.",
                    "{name} choisit {land} pour capitale.",
                    name,
                    land = self.name_of(at)
                );
                Event::new("capital", text)
                    .with("taken", [at.spot()])
                    .at([at.spot()])
            }
            Action::Reinforce { at } => {
                let amount = self.reinforcements(state, seat);
                let text = text!(
                    "{name} places {count} in {land}.",
                    "{name} place {count} à {land}.",
                    name,
                    count = soldiers_of(amount),
                    land = self.name_of(at)
                );
                Event::new("reinforce", text)
                    .with("to", at.spot())
                    .with("amount", number(amount))
                    .at([at.spot()])
            }
            Action::Port { at } => {
                let text = text!(
                    "{name} builds a port in {land}.",
                    "{name} construit un port à {land}.",
                    name,
                    land = self.name_of(at)
                );
                Event::new("port", text)
                    .with("to", at.spot())
                    .at([at.spot()])
            }
            Action::Capture { from, to } => {
                let amount = state.soldiers(to);
                let text = text!(
                    "{name} captures {land} with {count}.",
                    "{name} capture {land} avec {count}.",
                    name,
                    land = self.name_of(to),
                    count = soldiers_of(amount)
                );
                Event::new("capture", text)
                    .with("from", from.spot())
                    .with("taken", [to.spot()])
                    .with("amount", number(amount))
                    .at([from.spot(), to.spot()])
            }
            Action::Attack { from, to } => {
                let text = text!(
                    "{name} plans an attack from {one} on {two}.",
                    "{name} planifie une attaque depuis {one} vers {two}.",
                    name,
                    one = self.name_of(from),
                    two = self.name_of(to)
                );
                self.aimed("plan", text, state, from, to)
            }
            Action::Cancel { from, to } => {
                let text = text!(
                    "{name} cancels the attack from {one} on {two}.",
                    "{name} annule l'attaque depuis {one} vers {two}.",
                    name,
                    one = self.name_of(from),
                    two = self.name_of(to)
                );
                self.aimed("cancel", text, state, from, to)
            }
            Action::Launch => {
                let planned = state.planned() as i64;
                let text = text!(
                    "{name} launches {count}.",
                    "{name} lance {count}.",
                    name,
                    count = attacks_of(planned)
                );
                Event::new("launch", text).with("amount", planned)
            }
            Action::Move {
                from,
                to,
                quarters,
                hero,
            } => self.moving(state, &name, [from, to], quarters, hero),
            Action::Use => {
                // §9.4 Everybody learns what it was.
                let Some(item) = after.news().and_then(|news| news.item) else {
                    return Vec::new();
                };
                let text = text!(
                    "{name} uses “{item}”.",
                    "{name} utilise « {item} ».",
                    name,
                    item = item.name()
                );
                Event::new("use", text).with("card", item.word())
            }
            Action::Skip => Event::new(
                "skip",
                text!("{name} skips the phase.", "{name} saute la phase.", name),
            ),
            Action::Pass => Event::new(
                "pass",
                text!("{name} passes the turn.", "{name} passe la main.", name),
            ),
        };
        vec![event.with("seat", seat)]
    }

    fn aimed(&self, kind: &'static str, text: Text, before: &State, from: Land, to: Land) -> Event {
        let mut event = Event::new(kind, text)
            .with("from", from.spot())
            .with("to", to.spot());
        event.facts.extend(against(before, to));
        event.at([from.spot(), to.spot()])
    }

    fn moving(
        &self,
        before: &State,
        name: &Text,
        [from, to]: [Land; 2],
        quarters: u8,
        hero: bool,
    ) -> Event {
        let amount = moved(before.soldiers(from), quarters);
        let who = match (amount, hero) {
            (0, true) => Text::fixed("the hero", "le héros"),
            (amount, true) => text!(
                "{count} and the hero",
                "{count} et le héros",
                count = soldiers_of(amount)
            ),
            (amount, false) => soldiers_of(amount),
        };
        let text = text!(
            "{name} moves {who} from {one} to {two}.",
            "{name} déplace {who} depuis {one} vers {two}.",
            name,
            who,
            one = self.name_of(from),
            two = self.name_of(to)
        );
        let event = Event::new("move", text)
            .with("from", from.spot())
            .with("to", to.spot())
            .with("amount", number(amount));
        let event = match hero {
            true => event.with("piece", "hero"),
            false => event,
        };
        event.at([from.spot(), to.spot()])
    }

    fn befallen(
        &self,
        before: &State,
        chance: Chance,
        after: &State,
        viewer: Viewer,
    ) -> Vec<Event> {
        match chance {
            Chance::First(seat) => {
                let text = text!("{name} begins.", "{name} commence.", name = seat_name(seat));
                vec![Event::new("lot", text).with("seat", seat)]
            }
            Chance::NoItem => Vec::new(),
            Chance::Item(at) | Chance::Fat(at) => {
                let fat = matches!(chance, Chance::Fat(_));
                let land = self.name_of(at);
                let text = match fat {
                    true => text!(
                        "A fat bonus appears in {land}.",
                        "Un fat bonus apparaît à {land}.",
                        land
                    ),
                    false => text!(
                        "An item appears in {land}.",
                        "Un objet apparaît à {land}.",
                        land
                    ),
                };
                let event = Event::new("item", text).with("to", at.spot());
                let event = match fat {
                    true => event.with("card", "fat-bonus"),
                    false => event,
                };
                vec![event.at([at.spot()])]
            }
            Chance::Kind(item) => {
                let Phase::Kind { seat, .. } = before.phase() else {
                    return Vec::new();
                };
                let effect = item.effect();
                let text = match item.is_kept() && viewer == Viewer::Seat(seat) {
                    true => text!(
                        "You find “{item}”: {effect}.",
                        "Vous trouvez « {item} » : {effect}.",
                        item = item.name(),
                        effect
                    ),
                    false => text!(
                        "{name} finds “{item}”: {effect}.",
                        "{name} trouve « {item} » : {effect}.",
                        name = seat_name(seat),
                        item = item.name(),
                        effect
                    ),
                };
                vec![
                    Event::new("found", text)
                        .with("card", item.word())
                        .with("seat", seat),
                ]
            }
            Chance::Lost(land) => {
                let Phase::Losing { seat, .. } = before.phase() else {
                    return Vec::new();
                };
                let text = text!(
                    "{name} loses {land}: it becomes neutral.",
                    "{name} perd {land}, qui devient neutre.",
                    name = seat_name(seat),
                    land = self.name_of(land)
                );
                vec![
                    Event::new("lost", text)
                        .with("seat", seat)
                        .with("at", land.spot())
                        .at([land.spot()]),
                ]
            }
            Chance::Luck(luck) => self.fought(before, luck, after),
        }
    }

    /// §9.4 What the others learn when somebody keeps an item.
    fn kept(&self, before: &State) -> Vec<Event> {
        let Phase::Kind { seat, .. } = before.phase() else {
            return Vec::new();
        };
        let text = text!(
            "{name} keeps the item.",
            "{name} garde l'objet.",
            name = seat_name(seat)
        );
        vec![Event::new("found", text).with("seat", seat)]
    }

    fn fought(&self, before: &State, luck: u16, after: &State) -> Vec<Event> {
        let Phase::Battle { at } = before.phase() else {
            return Vec::new();
        };
        let plan = before.plans.get(usize::from(at)).copied().flatten();
        let Some(Plan { from, to }) = plan else {
            return Vec::new();
        };
        let (seat, victim) = (before.mover(), before.owner(to));
        let attack = self.attack(before, from, to).power();
        let defence = self.defence(before, to).power();
        let damage = self.damage(before, from, to, luck).min(before.soldiers(to));
        let text = text!(
            "{one} attacks {two} with {attack} against {defence}, luck {luck}: {count} {lost}.",
            "{one} attaque {two} avec {attack} contre {defence}, chance {luck} : {count} {lost}.",
            one = self.name_of(from),
            two = self.name_of(to),
            luck = Text::new(luck_text(luck), luck_text(luck).replace('.', ",")),
            count = soldiers_of(damage),
            lost = Text::plural(damage, ["lost", "lost"], ["perdu", "perdus"])
        );
        let mut event = self
            .aimed("attack", text, before, from, to)
            .with("seat", seat)
            .with("attack", number(attack.whole()))
            .with("defence", number(defence.whole()));
        if damage > 0 {
            let loss = Fact::loss(victim, number(damage));
            event = event.with("lost", [loss]);
        }
        let mut events = vec![event];
        if after.owner(to) != Some(seat) {
            return events;
        }
        let name = seat_name(seat);
        let text = text!(
            "{name} conquers {land}.",
            "{name} conquiert {land}.",
            name = name,
            land = self.name_of(to)
        );
        let mut event = Event::new("conquest", text).with("seat", seat);
        event.facts.extend(against(before, to));
        events.push(event.with("taken", [to.spot()]).at([to.spot()]));
        let Some(victim) = victim.filter(|&victim| after.out().contains(victim)) else {
            return events;
        };
        let rest = before.lands(victim).without(to);
        let text = text!(
            "{loser} has lost the capital and is out; {name} takes all that {loser} held.",
            "{loser} a perdu sa capitale et quitte le jeu ; {name} prend tout ce que tenait {loser}.",
            loser = seat_name(victim),
            name = seat_name(seat)
        );
        events.push(
            Event::new("out", text)
                .with("seat", victim)
                .with("against", seat),
        );
        if !rest.is_empty() {
            let text = text!(
                "{count} hands.",
                "{count} de mains.",
                count = Text::count(
                    rest.len() as i64,
                    ["more land changes", "more lands change"],
                    ["autre terre change", "autres terres changent"]
                )
            );
            events.push(
                Event::new("spoils", text)
                    .with("seat", seat)
                    .with("taken", rest.iter().map(Land::spot).collect::<Fact>())
                    .at(rest.iter().map(Land::spot)),
            );
        }
        events
    }

    /// What follows from rules that nobody chose: heroes come and fall, the fat bonus takes lands.
    fn consequences(&self, before: &State, after: &State) -> Vec<Event> {
        let mut events = Vec::new();
        for seat in (0..self.players).map(Seat) {
            match (before.hero(seat), after.hero(seat)) {
                (Hero::Waiting, Hero::At(land)) => {
                    let text = text!(
                        "{whose} appears in {land}.",
                        "{whose} apparaît à {land}.",
                        whose = hero_name(seat),
                        land = self.name_of(land)
                    );
                    events.push(
                        Event::new("hero", text)
                            .with("seat", seat)
                            .with("to", land.spot())
                            .at([land.spot()]),
                    );
                }
                (Hero::At(land), Hero::Dead) if !after.out().contains(seat) => {
                    let text = text!(
                        "{whose} falls with {land}: {name} loses half of all soldiers.",
                        "{whose} tombe avec {land} : {name} perd la moitié de tous ses soldats.",
                        whose = hero_name(seat),
                        name = seat_name(seat),
                        land = self.name_of(land)
                    );
                    events.push(
                        Event::new("hero-falls", text)
                            .with("seat", seat)
                            .with("at", land.spot())
                            .at([land.spot()]),
                    );
                }
                _ => {}
            }
        }
        events.extend(self.fat_taken(before, after));
        events
    }

    /// §9.10 Lands that go to the collector of the fat bonus.
    fn fat_taken(&self, before: &State, after: &State) -> Option<Event> {
        let news = after.news().filter(|_| before.news() != after.news())?;
        if news.item != Some(super::Item::FatBonus) {
            return None;
        }
        let owned = before.owned();
        let taken = after.lands(news.seat).minus(before.lands(news.seat));
        let taken = taken.both(owned);
        let name = seat_name(news.seat);
        let text = match taken.is_empty() {
            true => text!(
                "{name} collects the fat bonus, but nobody can pay.",
                "{name} récolte le fat bonus, mais personne ne peut payer.",
                name
            ),
            false => text!(
                "{name} collects the fat bonus and takes {lands}.",
                "{name} récolte le fat bonus et prend {lands}.",
                name,
                lands = Text::list(taken.iter().map(|land| self.name_of(land)))
            ),
        };
        let event = Event::new("fat-bonus", text).with("seat", news.seat);
        Some(
            event
                .with("taken", taken.iter().map(Land::spot).collect::<Fact>())
                .at(taken.iter().map(Land::spot)),
        )
    }

    /// What follows for the match: another turn for the same player, or its end.
    fn turned(&self, before: &State, after: &State) -> Option<Event> {
        if before.phase() == after.phase() && before.mover() == after.mover() {
            return None;
        }
        if let Turn::Over(outcome) = self.turn(after) {
            let how = &outcome.ending.text;
            let event = match outcome.winner() {
                Some(winner) => {
                    let name = seat_name(winner);
                    let text = text!("{name} wins {how}.", "{name} gagne {how}.", name, how);
                    Event::new("victory", text).with("winner", winner)
                }
                None => Event::new("draw", text!("A draw {how}.", "Nulle {how}.", how)),
            };
            return Some(event.with("reason", outcome.ending.code));
        }
        let again = before.boons().again
            && !after.boons().again
            && before.mover() == after.mover()
            && matches!(after.phase(), Phase::Item | Phase::Reinforce);
        again.then(|| {
            let name = seat_name(after.mover());
            let text = text!(
                "{name} plays another turn.",
                "{name} joue un autre tour.",
                name
            );
            Event::new("again", text).with("seat", after.mover())
        })
    }
}
