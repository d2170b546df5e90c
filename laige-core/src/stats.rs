//! Statistics: what a world counted of itself, as plain values. Warnings have statistics of their own, in `guardrails`.
//! All but the byte counts are the same on every machine for the same calls.

/// The use of slots: see `World::stats`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct EntityStats {
    /// How many entities may be alive at a time, as given to `Options`. Retired slots are not subtracted.
    pub capacity: u32,
    /// How many entities are alive.
    pub in_use: u32,
    /// The most that were ever alive at a time.
    pub peak_in_use: u32,
    /// How many entities were ever spawned.
    pub total_spawned: u64,
    /// How many slots were taken out of use because their generations are used up. What can still be alive at a
    /// time is `capacity - retired`.
    pub retired: u32,
    /// Memory of the slot table, in bytes. Depends on the target and the version of laige.
    pub bytes: usize,
}

/// The use of storage: see `World::archetype_stats`.
///
/// Counts that begin with `total_` only grow, `World::clear` included. The archetype of entities without components
/// is in the row, chunk and byte counts, but not in `archetypes`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct ArchetypeStats {
    /// How many archetypes were born. They stay, so it never falls.
    pub archetypes: u32,
    /// How many chunks hold rows.
    pub chunks: u32,
    /// How many rows hold an entity.
    pub rows_live: u32,
    /// How many rows there is room for: the sum of the chunks' capacities.
    pub rows_reserved: u64,
    /// Memory of the chunks in use, in bytes.
    pub bytes_reserved: usize,
    /// Memory of chunks that are kept for reuse, in bytes.
    pub bytes_pooled: usize,
    /// Components inserted, overwrites included; a bundle counts one per component. Components an entity is spawned
    /// with do not count.
    pub total_inserts: u64,
    /// Components that were really removed; a bundle counts one per component. Those that go with a despawned entity
    /// do not count.
    pub total_removes: u64,
    /// How often an archetype's reserved rows exceeded their former peak: once for each event `ecs/archetype_grow`.
    pub total_growths: u64,
    /// How often a chunk of the largest size was split in two.
    pub total_splits: u64,
    /// How often two chunks became one.
    pub total_merges: u64,
    /// How often a chunk out of order was put in order.
    pub total_settles: u64,
    /// Rows that were copied to another place, in the same chunk or another: by settling, growing, splitting,
    /// merging, and by moving between archetypes.
    pub total_rows_moved: u64,
    /// How many toggles are set, of all entities together.
    pub toggles_set: u64,
    /// Memory of the bitmaps of toggles, in bytes: a part of `bytes_reserved`.
    pub bytes_toggles: usize,
    /// How often a toggle became set, or not set, by `set_toggle`, `insert`, `remove` or `take`. Those an entity is spawned with, or
    /// that go with a despawned one, do not count. Toggles are no inserts, removes or churn: nothing moves.
    pub total_toggled: u64,
    /// Calls of the allocator for storage.
    pub total_reservations: u64,
}
