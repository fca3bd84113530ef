//! Names of lands, made of syllables by chance; the same in every language. §1.8

use vauban_game::Dice;

const BEGINS: [&str; 32] = [
    "Al", "An", "Bar", "Bel", "Cal", "Cor", "Dal", "Dor", "El", "Fal", "Gar", "Hal", "Ir", "Jar",
    "Kal", "Lan", "Lor", "Mar", "Mel", "Nor", "Or", "Pel", "Ral", "Ros", "Sar", "Sol", "Tal",
    "Tor", "Ul", "Val", "Ver", "Zan",
];
const MIDDLES: [&str; 12] = ["", "", "", "", "a", "e", "i", "o", "an", "en", "in", "or"];
const ENDS: [&str; 20] = [
    "bec", "da", "dan", "dor", "gard", "ga", "lan", "lis", "mar", "mont", "na", "nia", "ra", "ria",
    "sel", "ta", "thel", "via", "vik", "za",
];

/// So many different names.
pub fn place_names(dice: &mut Dice, count: usize) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(count);
    while names.len() < count {
        let parts = [
            dice.choose(&BEGINS),
            dice.choose(&MIDDLES),
            dice.choose(&ENDS),
        ];
        let name = parts.concat();
        // No two that are easily mixed up either.
        let like = |other: &String| other[..3] == name[..3] && other.ends_with(parts[2]);
        if !names.iter().any(like) {
            names.push(name);
        }
    }
    names
}
