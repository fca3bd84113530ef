//! What is opened to be read: help, rules, legal actions, odds, cards.

use std::collections::HashSet;

use vauban_game::{Balance, Forecast, OddsLine, Text, Viewer};
use vauban_scene::Spot;
use vauban_table::{Door, commands};

use crate::notice::Notice;
use crate::player::Player;
use crate::prose::width;
use crate::window::{Item, Pager, Window, book};
use crate::words::{KEYS, Say};

/// Columns of the bar beside a chance of 100 %.
const BAR: u64 = 20;

impl Player<'_> {
    pub(crate) fn show_help(&mut self) {
        let lang = self.lang;
        let mut items = vec![
            Item::Heading(self.say(Say::Grammar)),
            Item::Text(self.table.grammar().of(lang).to_owned()),
            Item::Text(self.say(Say::Orders)),
            Item::Blank,
            Item::Heading(self.say(Say::Keys)),
        ];
        let pairs = KEYS
            .iter()
            .map(|(keys, text)| Item::Pair(keys.of(lang).to_owned(), text.of(lang).to_owned()));
        items.extend(pairs);
        items.extend(self.game_keys());
        items.extend([Item::Blank, Item::Heading(self.say(Say::Commands))]);
        let pairs = commands(Door::Terminal)
            .map(|command| Item::Pair(command.form.to_owned(), command.about.of(lang).to_owned()));
        items.extend(pairs);
        if !self.table.questions().lenses().is_empty() {
            items.extend([Item::Blank, Item::Heading(self.say(Say::Lenses))]);
        }
        let lenses = self.table.questions().lenses();
        let mut groups: Vec<&Text> = lenses.iter().map(|lens| &lens.group).collect();
        let mut known = HashSet::new();
        groups.retain(|group| known.insert(*group));
        for (group, lens) in groups.iter().flat_map(|group| {
            let alike = lenses.iter().filter(move |lens| lens.group == **group);
            alike
                .enumerate()
                .map(move |(at, lens)| ((at == 0).then_some(*group), lens))
        }) {
            items.extend(group.map(|group| Item::Text(group.of(lang).to_owned())));
            let text = format!("{}: {}", lens.title.of(lang), lens.about.of(lang));
            items.push(Item::Pair(lens.name.to_owned(), text));
        }
        if !self.page.legend.is_empty() {
            items.extend([Item::Blank, Item::Heading(self.say(Say::Legend))]);
        }
        for line in &self.page.legend {
            let text = match line.about.is_empty() {
                true => line.title.clone(),
                false => format!("{}: {}", line.title, line.about),
            };
            items.push(Item::Pair(line.glyph.clone(), text));
        }
        self.read(Say::HelpTitle.of(lang), items);
    }

    /// The letters to which the game gives a meaning now.
    fn game_keys(&self) -> Vec<Item> {
        let Some(ask) = &self.page.ask else {
            return Vec::new();
        };
        let choices = ask.choices.iter().filter_map(|choice| {
            let key = choice.key?.to_string();
            Some(Item::Pair(key, choice.words()))
        });
        let back = ask
            .undo_key
            .map(|key| Item::Pair(key.to_string(), self.say(Say::TakeBack)));
        choices.chain(back).collect()
    }

    pub(crate) fn show_rules(&mut self) {
        let title = format!(
            "{} · {}",
            self.table.card().title.of(self.lang),
            self.say(Say::RulesTitle)
        );
        let mut items = book(&self.table.rules_in_force(self.lang));
        let trees = self.table.trees();
        if !trees.is_empty() {
            items.extend([
                Item::Blank,
                Item::Heading(self.say(Say::RuleTrees)),
                Item::Text(self.say(Say::RuleTreesAbout)),
            ]);
        }
        for tree in trees {
            items.extend([Item::Blank, Item::Heading(tree.kind.to_owned())]);
            let lines = tree.text.trim_end().lines();
            items.extend(lines.map(|line| Item::Verbatim(format!("  {line}"))));
        }
        self.read(title, items);
    }

    pub(crate) fn show_legal(&mut self) {
        let legal = self.table.questions().legal(self.seat());
        if legal.is_empty() {
            self.notice = Notice::plain(self.say(Say::Watching));
            return;
        }
        let title = self.say(Say::LegalTitle { count: legal.len() });
        let mut items: Vec<Item> = self
            .choices()
            .iter()
            .map(|choice| Item::Pair(choice.texts(), choice.words()))
            .collect();
        if items.is_empty() {
            items.push(Item::Text(legal.join("  ")));
        }
        self.read(title, items);
    }

    pub(crate) fn show_odds(
        &mut self,
        text: &str,
        odds: &[OddsLine],
        balance: Option<&Balance>,
        forecasts: &[Forecast],
    ) {
        let lang = self.lang;
        let name = odds.iter().map(|line| width(line.text.of(lang)));
        let name = name.max().unwrap_or(0);
        let line = |line: &OddsLine| {
            let of = line.of.max(1);
            let share = line.ways as f64 * 100.0 / of as f64;
            let bar = "█".repeat((line.ways.saturating_mul(BAR) / of).min(BAR) as usize);
            let result = line.text.of(lang);
            let gap = " ".repeat(name - width(result));
            Item::Verbatim(format!(
                "{result}{gap} {share:5.1} %  {bar:20}  {}/{}",
                line.ways, line.of
            ))
        };
        let title = self.say(Say::OddsTitle { text });
        let mut items: Vec<Item> = odds.iter().map(line).collect();
        for line in balance.iter().flat_map(|balance| balance.lines()) {
            items.push(Item::Text(line.of(lang).to_owned()));
        }
        for forecast in forecasts {
            items.push(Item::Verbatim(String::new()));
            items.push(Item::Verbatim(forecast.heading().of(lang).to_owned()));
            let name = forecast.lines.iter().map(|line| width(line.text.of(lang)));
            let name = name.max().unwrap_or(0);
            for line in &forecast.lines {
                let bar = "█".repeat((line.share * BAR as f64).round() as usize);
                let share = line.share * 100.0;
                let result = line.text.of(lang);
                let gap = " ".repeat(name - width(result));
                items.push(Item::Verbatim(format!(
                    "  {result}{gap} {share:7.3} %  {bar}"
                )));
            }
        }
        self.read(title, items);
    }

    pub(crate) fn show_position(&mut self) {
        let Some(position) = self.table.position_for(self.viewer()) else {
            self.notice = Notice::wrong(self.say(Say::Hidden));
            return;
        };
        let mut items = vec![Item::Text(position)];
        if let Some(reading) = self.table.questions().reading(self.viewer()) {
            items.extend([Item::Blank, Item::Text(reading.of(self.lang).to_owned())]);
        }
        self.read(self.say(Say::PositionTitle), items);
    }

    /// What is at a spot, and how the lens sees it.
    pub(crate) fn show_card(&mut self, spot: &Spot) {
        let viewer: Viewer = self.viewer();
        let lens = self.lens.as_ref().and_then(|lens| {
            let value = lens.shown().iter().find(|(other, _)| other == spot);
            let title = lens.card.title.of(self.lang).to_owned();
            let open = lens.map.at_least.contains(spot);
            value.map(|(_, value)| {
                let value = match open {
                    true => self
                        .lang
                        .pick(format!("at least {value}"), format!("au moins {value}")),
                    false => value.to_string(),
                };
                Item::Pair(title, value)
            })
        });
        match self.table.questions().spot_card(viewer, spot, self.lang) {
            Some(card) => {
                let pairs = card
                    .lines
                    .into_iter()
                    .map(|(name, value)| Item::Pair(name, value));
                self.read(card.title, pairs.chain(lens).collect());
            }
            None if lens.is_some() => self.read(spot.to_string(), lens.into_iter().collect()),
            None => {
                self.notice = Notice::plain(self.say(Say::NoCard { spot: &spot.0 }));
            }
        }
    }

    fn read(&mut self, title: String, items: Vec<Item>) {
        self.window = Some(Window::Reading(Pager::new(title, items)));
    }
}
