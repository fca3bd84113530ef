//! Known answers: the sealed dice against the formula of `docs/dice.md`, written out by hand.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use vauban_table::{Sealed, Source};

/// The message of one attempt, byte for byte.
fn message(name: &str, seeds: &[&str], step: u64, slot: u64, attempt: u64) -> Vec<u8> {
    let mut bytes = b"roll".to_vec();
    bytes.extend(step.to_le_bytes());
    bytes.extend(slot.to_le_bytes());
    bytes.extend(attempt.to_le_bytes());
    for part in [&[name], seeds].concat() {
        bytes.extend((part.len() as u64).to_le_bytes());
        bytes.extend(part.bytes());
    }
    bytes
}

fn by_hand(secret: [u8; 32], name: &str, seeds: &[&str], place: (u64, u64), total: u32) -> u32 {
    let total = u64::from(total);
    let fair = u64::MAX / total * total;
    for attempt in 0.. {
        let mut mac = Hmac::<Sha256>::new_from_slice(&secret).expect("keys of any length");
        mac.update(&message(name, seeds, place.0, place.1, attempt));
        let digest = mac.finalize().into_bytes();
        let mut first = [0; 8];
        first.copy_from_slice(&digest[..8]);
        let word = u64::from_le_bytes(first);
        if word < fair {
            return (word % total) as u32;
        }
    }
    unreachable!()
}

/// The bytes 0 to 31.
fn counting() -> [u8; 32] {
    std::array::from_fn(|index| index as u8)
}

#[test]
fn the_example_of_the_document_comes_out() {
    // Computed with the fifteen lines of Python that stand in docs/dice.md.
    let sealed = Sealed::new(counting(), "example", ["red", "blue"]);
    assert_eq!(
        sealed.commitment(),
        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    );
    let dice = Source::Sealed(sealed);
    let rolls: Vec<u32> = (0..4)
        .flat_map(|step| (0..3).map(move |slot| (step, slot)))
        .map(|(step, slot)| dice.roll(step, slot, 6))
        .collect();
    assert_eq!(rolls, [0, 5, 2, 2, 0, 0, 1, 1, 3, 0, 5, 1]);
    let played_on = Source::Sealed(Sealed::new(counting(), "example@12", ["red", "blue"]));
    assert_eq!(played_on.roll(12, 0, 1_000_000), 102_617);
}

#[test]
fn results_are_the_documented_keyed_hash() {
    for (number, seeds) in (0u8..).zip([&[][..], &["a"], &["", "b c"], &["x", "y", "é"]]) {
        let secret: [u8; 32] = Sha256::digest([number]).into();
        let name = format!("match {number}");
        let dice = Source::Sealed(Sealed::new(secret, &name, seeds.iter().copied()));
        for place in [(0, 0), (0, 1), (1, 0), (7, 3), (u64::MAX, 0)] {
            for total in [1, 2, 6, 7, 36, 1_000_003, u32::MAX] {
                assert_eq!(
                    dice.roll(place.0, place.1, total),
                    by_hand(secret, &name, seeds, place, total),
                    "{name} {place:?} {total}"
                );
            }
        }
    }
}
