//! Steps: what is done to both worlds, as plain numbers, so that a sequence that fails can be made shorter.

/// A call, or several of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verb {
    SpawnEmpty,
    Spawn,
    SpawnBatch,
    SpawnColumns,
    Insert,
    InsertBundle,
    Remove,
    RemoveBundle,
    Take,
    /// `set_toggle`.
    SetToggle,
    Despawn,
    InsertAll,
    RemoveAll,
    DespawnAll,
    Clear,
    Settle,
    BeginFrame,
    QueryShared,
    QueryExclusive,
    QueryGet,
    /// `has`, `get`, `check`, `is_valid`, `entity`.
    Read,
    /// `get_mut`.
    Write,
    Register,
    /// State hashes and diffs.
    Hash,
    /// `snapshot`, `snapshot_into`, `Timeline::record`.
    Snapshot,
    /// `restore` into this world or a fresh one, `Timeline::rewind`.
    Restore,
}

/// All verbs, and how often each is chosen.
pub(crate) const VERBS: [(Verb, u64); 26] = [
    (Verb::SpawnEmpty, 4),
    (Verb::Spawn, 9),
    (Verb::SpawnBatch, 5),
    (Verb::SpawnColumns, 5),
    (Verb::Insert, 7),
    (Verb::InsertBundle, 5),
    (Verb::Remove, 6),
    (Verb::RemoveBundle, 5),
    (Verb::Take, 4),
    (Verb::SetToggle, 6),
    (Verb::Despawn, 10),
    (Verb::InsertAll, 4),
    (Verb::RemoveAll, 4),
    (Verb::DespawnAll, 4),
    (Verb::Clear, 0),
    (Verb::Settle, 4),
    (Verb::BeginFrame, 4),
    (Verb::QueryShared, 5),
    (Verb::QueryExclusive, 5),
    (Verb::QueryGet, 4),
    (Verb::Read, 5),
    (Verb::Write, 4),
    (Verb::Register, 4),
    (Verb::Hash, 4),
    (Verb::Snapshot, 4),
    (Verb::Restore, 4),
];

/// How often `Clear` is chosen in the blocks that have it.
const CLEARS: u64 = 45;

/// One step. What the numbers mean depends on the verb and on the state at that time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) verb: Verb,
    /// Which entity.
    pub(crate) pick: u32,
    /// Which component, bundle or query.
    pub(crate) choice: u8,
    /// How many entities, and in what manner.
    pub(crate) count: u16,
    /// What values are made of.
    pub(crate) number: u64,
}

/// A stream of numbers of the test's own, so that it does not rest on what it tests.
#[derive(Clone, Debug)]
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// The next step. Worlds are cleared in every eighth block of `block` steps only, so that they grow old between.
    pub(crate) fn step(&mut self, at: usize, block: usize) -> Step {
        let clears = if (at / block) % 8 == 7 { CLEARS } else { 0 };
        let total: u64 = VERBS.iter().map(|(_, weight)| weight).sum::<u64>() + clears;
        let mut left = self.draw() % total;
        let weight = |&(verb, weight)| if verb == Verb::Clear { clears } else { weight };
        let chosen = VERBS.iter().find(|entry| match left.checked_sub(weight(entry)) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        });
        Step {
            verb: chosen.expect("the weights add up").0,
            pick: self.draw() as u32,
            choice: self.draw() as u8,
            count: self.draw() as u16,
            number: self.draw(),
        }
    }
}
