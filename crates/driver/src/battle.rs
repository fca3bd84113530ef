//! The longest record for its size that anybody found: an attack that never ends.

/// Six play classic Risk; 9,900 armies attack 10,000 again and again. A round is five steps in 20 bytes, all in one
/// turn.
pub fn endless_battle(rounds: usize) -> String {
    let mut countries = vec!["c1", "b10000", "a9900"];
    let others = ["a1", "b1", "c1", "d1", "e1", "f1"];
    countries.extend(others.iter().cycle().take(39));
    let countries = countries.concat();
    let hands = ["0-0-0"; 6].join(".");
    let position = format!("1.1.attacker.0.0._{countries}_{hands}_14-14-14.0-0-0_-.-.0.0.00000");
    let battle = "103 x102 d1 v1 !2/1\n".repeat(rounds);
    format!(
        "[Game \"risk\"]\n[Options \"players=6 rules=classic\"]\n[Position \"{position}\"]\n\n{battle}"
    )
}
