//! What differs between the systems of two worlds, as lines of a report: the tick, and of each system by name what is state of it.

use alloc::vec::Vec;
use core::fmt;

use super::Lines;
use crate::sorting;
use crate::state::union::union;
use crate::system::Entry;
use crate::{Prng, World};

/// Tells what differs.
pub(super) fn compare(a: &World, b: &World, lines: &mut Lines) {
    if a.tick() != b.tick() {
        lines.add(format_args!("tick  {} -> {}", a.tick(), b.tick()));
    }
    for (name, a, b) in union(by_name(a), by_name(b)) {
        match (a, b) {
            (Some(a), Some(b)) => compare_entries(name, a, b, lines),
            (Some(_), None) => lines.add(format_args!("system {name}  vanished")),
            (None, Some(_)) => lines.add(format_args!("system {name}  appeared")),
            (None, None) => {}
        }
    }
}

fn by_name(world: &World) -> Vec<(&'static str, &Entry)> {
    let mut entries: Vec<_> =
        world.systems.entries.iter().map(|entry| (entry.name, entry)).collect();
    sorting::sort_by_key(&mut entries, |&(name, _)| name);
    entries
}

fn compare_entries(name: &str, a: &Entry, b: &Entry, lines: &mut Lines) {
    if a.enabled != b.enabled {
        lines.add(format_args!("system {name}.enabled  {} -> {}", a.enabled, b.enabled));
    }
    if a.is_done != b.is_done {
        lines.add(format_args!("system {name}.has_run  {} -> {}", a.is_done, b.is_done));
    }
    if a.stream != b.stream {
        let (a, b) = (Stream(a.stream.as_ref()), Stream(b.stream.as_ref()));
        lines.add(format_args!("system {name}.stream  {a} -> {b}"));
    }
    let (one, other) = (locals(a), locals(b));
    for (at, (one, other)) in one.iter().zip(&other).enumerate() {
        if one != other {
            let (one, other) = (Hex(one), Hex(other));
            lines.add(format_args!("system {name}.local[{at}]  {one} -> {other}"));
        }
    }
}

fn locals(entry: &Entry) -> Vec<Vec<u8>> {
    let mut locals = Vec::new();
    entry.locals(&mut |local| locals.push(local.to_vec()));
    locals
}

/// Seed and state of a random stream.
struct Stream<'a>(Option<&'a Prng>);

impl fmt::Display for Stream<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(stream) = self.0 else { return f.write_str("none") };
        let [s0, s1] = stream.state();
        write!(f, "{:016x}:{s0:016x}:{s1:016x}", stream.seed())
    }
}

/// Bytes as they lie in memory.
struct Hex<'a>(&'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
