//! The report of a run: what stands in which archetype, what happened, and how fast.
//! Only the speed depends on the machine; all else is the same everywhere.

use std::fmt::Write as _;
use std::time::Duration;

use laige::ArchetypeView;
use laige::prelude::*;

use super::game::Game;

/// What the components of a placed thing are called together.
const PLACED: [&str; 4] = ["Pos", "Facing", "Placed", "OnMap"];

/// The table of archetypes: rows, chunks and how full they are, most rows first.
pub fn archetypes(world: &World) -> String {
    let mut archetypes: Vec<_> =
        world.archetypes().filter(|archetype| archetype.rows() > 0).collect();
    archetypes.sort_by_key(|archetype| std::cmp::Reverse(archetype.rows()));
    let mut text =
        String::from("  rows  chunks   fill  archetype (placed = Pos Facing Placed OnMap)\n");
    for archetype in archetypes {
        let chunks = archetype.chunks();
        let (count, room) = (chunks.len(), chunks.map(|chunk| chunk.capacity()).sum::<u32>());
        let (rows, fill) = (archetype.rows(), percent(archetype.rows().into(), room.into()));
        let names = names(&archetype);
        let _ = writeln!(text, "{rows:6}  {count:6}  {fill:3} %  {names}");
    }
    text
}

/// The names of an archetype's components, those of every placed thing as one word.
fn names(archetype: &ArchetypeView<'_>) -> String {
    let paths = archetype.components().map(|component| component.name());
    let names: Vec<_> = paths.map(|path| path.rsplit("::").next().unwrap_or(path)).collect();
    if PLACED.iter().all(|name| names.contains(name)) {
        let others = names.into_iter().filter(|name| !PLACED.contains(name));
        std::iter::once("placed").chain(others).collect::<Vec<_>>().join(" ")
    } else {
        names.join(" ")
    }
}

/// What the world holds and what happened.
pub fn summary(game: &Game, took: Duration) -> String {
    let (entities, storage, tally) = (game.world.stats(), game.world.archetype_stats(), game.tally);
    let occupied = game.world.archetypes().filter(|archetype| archetype.rows() > 0).count();
    let fill = percent(storage.rows_live.into(), storage.rows_reserved);
    let speed = per_second(tally.tics, took);
    let mut text = String::new();
    let mut line = |name: &str, value: String| {
        let _ = writeln!(text, "{name:<18}{value}");
    };
    line("archetypes", format!("{} born, {occupied} with rows", storage.archetypes));
    line("rows", format!("{} in {} chunks, {fill} % full", storage.rows_live, storage.chunks));
    line("bytes", format!("{} for rows, {} for handles", storage.bytes_reserved, entities.bytes));
    line("ticks", format!("{} ({speed} per second)", tally.tics));
    line("spawned", entities.total_spawned.to_string());
    line("despawned", tally.despawned.to_string());
    line("killed", tally.killed.to_string());
    line("picked up", tally.picked_up.to_string());
    line("steered", format!("{} times to the nearest item, when stuck", game.steering.times));
    line("died", format!("{} times, and another player took over", tally.deaths));
    text
}

fn percent(part: u64, whole: u64) -> u64 {
    (part * 100).checked_div(whole).unwrap_or(0)
}

fn per_second(tics: u64, took: Duration) -> u128 {
    (u128::from(tics) * 1_000_000).checked_div(took.as_micros()).unwrap_or(0)
}
