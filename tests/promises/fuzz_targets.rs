//! What the fuzz targets check holds for bytes that were changed a little: the targets are in `fuzz/`, and run for as long as one likes; this is
//! their beginning, the same in every run.
//!
//! Cases S01, S19, S23 (what says too much, ends too early or contradicts itself), S18 (handles may have any bits).

#[expect(unreachable_pub, reason = "elsewhere it is a crate of its own")]
#[path = "../../fuzz/src/lib.rs"]
mod targets;

use targets::{contents, delta, replay_log, save, schema};

/// Numbers as by chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    /// The bytes with one thing changed.
    fn changed(&mut self, mut bytes: Vec<u8>) -> Vec<u8> {
        const WORDS: [u32; 8] = [0, 1, 2, 40, 41, u32::MAX / 2, u32::MAX - 1, u32::MAX];
        let at = self.below(bytes.len().max(1));
        let other = self.below(bytes.len().max(1));
        match self.below(7) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, self.below(256) as u8),
            2 => drop(bytes.splice(at..(at + 1).min(bytes.len()), [])),
            3 => bytes.extend_from_within(at..),
            4 => {
                let word = WORDS[self.below(WORDS.len())].to_le_bytes();
                let start = at & !3;
                let end = (start + word.len()).min(bytes.len());
                bytes.splice(start..end, word);
            }
            5 if !bytes.is_empty() => bytes.swap(at, other),
            _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << (other % 8)),
        }
        bytes
    }
}

/// Runs a check on seeds, as they are and after one to three changes each.
fn run(seeds: &[Vec<u8>], rounds: usize, check: fn(&[u8])) {
    let mut chance = Chance(1);
    for seed in seeds {
        check(seed);
        for round in 0..rounds {
            let mut bytes = chance.changed(seed.clone());
            for _ in 0..round % 3 {
                bytes = chance.changed(bytes);
            }
            check(&bytes);
        }
    }
}

#[test]
fn saves_are_refused_or_live() {
    run(&save::seeds(), 200, save::check);
}

#[test]
fn deltas_are_refused_or_make_what_lives() {
    run(&delta::seeds(), 30, delta::check);
}

#[test]
fn replay_logs_are_refused_or_written_as_they_were_read() {
    run(&replay_log::seeds(), 2_000, replay_log::check);
}

#[test]
fn schemas_are_refused_or_written_as_they_were_read() {
    run(&schema::seeds(), 5_000, schema::check);
}

#[test]
fn contents_are_refused_or_live() {
    run(&contents::seeds(), 500, contents::check);
}
