//! Limits: every limit of the engine as a public constant, and the list of them that docs/reference prints.
//! A limit that a user can lower or raise is an option in `Options`; here are the bounds of those options.

/// One limit, for the reference table.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Limit {
    /// The name of the constant.
    pub name: &'static str,
    /// The value.
    pub value: u64,
    /// What it counts.
    pub unit: &'static str,
    /// What it limits.
    pub about: &'static str,
}

/// Defines the constants, and [`TABLE`] from the same lines, so that the two cannot differ.
macro_rules! limits {
    ($( #[doc = $about:literal] $name:ident: $type:ty = $value:expr, $unit:literal; )*) => {
        $( #[doc = $about] pub const $name: $type = $value; )*

        /// All limits, in the order of this file.
        #[doc(hidden)]
        pub static TABLE: &[Limit] = &[
            $( Limit {
                name: stringify!($name),
                value: $name as u64,
                unit: $unit,
                about: $about.trim_ascii(),
            }, )*
        ];
    };
}

limits! {
    /// The most entities a world can be made for.
    MAX_CAPACITY: u32 = 1 << MAX_SLOT_BITS, "entities";
    /// The fewest bits a handle keeps for the slot.
    MIN_SLOT_BITS: u32 = 8, "bits";
    /// The most bits a handle keeps for the slot.
    MAX_SLOT_BITS: u32 = 24, "bits";
    /// The most entities a world with the reference engine's 16|16 handles can be made for.
    MAX_REFERENCE_CAPACITY: u32 = 1 << 16, "entities";
    /// The most archetypes a world can be allowed (archetype 0, of entities without components, is not counted).
    MAX_ARCHETYPES: u32 = 65_535, "archetypes";
    /// Archetypes a world is allowed by default.
    DEFAULT_MAX_ARCHETYPES: u32 = 256, "archetypes";
    /// The most component types a world can be allowed.
    MAX_COMPONENT_TYPES: u32 = 1_024, "types";
    /// Component types a world is allowed by default.
    DEFAULT_MAX_COMPONENT_TYPES: u32 = 256, "types";
    /// The most components one entity can be allowed.
    MAX_COMPONENTS_PER_ENTITY: u32 = 256, "components";
    /// Components one entity is allowed by default.
    DEFAULT_MAX_COMPONENTS_PER_ENTITY: u32 = 32, "components";
    /// Inserts and removes in one frame above which a warning is given, by default.
    DEFAULT_CHURN_PER_FRAME: u32 = 256, "components";
    /// The largest component, in bytes.
    MAX_COMPONENT_SIZE: usize = 4_096, "bytes";
    /// The largest alignment of a component, in bytes; also the alignment of every column.
    MAX_COMPONENT_ALIGN: usize = 64, "bytes";
    /// The largest resource that is state, in bytes.
    MAX_RESOURCE_SIZE: usize = 65_536, "bytes";
    /// The most entities of a chunk.
    CHUNK_ROWS: usize = 1_024, "rows";
    /// The most rows a chunk has memory for: those of its entities, and room for holes until it is settled.
    MAX_CHUNK_CAPACITY: usize = 1_280, "rows";
    /// The rows a new chunk has room for.
    MIN_CHUNK_ROWS: usize = 16, "rows";
    /// The most terms and filters of one query.
    MAX_QUERY_TERMS: usize = 16, "parameters";
    /// The most members of a bundle that is a tuple; tuples nest.
    MAX_BUNDLE_TUPLE: usize = 16, "members";
    /// Commands that one buffer has room for by default.
    DEFAULT_MAX_COMMANDS: u32 = 1 << 16, "commands";
    /// Bytes of components that one buffer of commands has room for by default.
    DEFAULT_MAX_COMMAND_BYTES: u32 = 1 << 24, "bytes";
    /// The most systems of a world.
    MAX_SYSTEMS: usize = 256, "systems";
    /// The most systems that one is said to come after.
    MAX_DEPENDENCIES: usize = 16, "systems";
    /// The lowest tick rate of a loop.
    MIN_TICK_RATE_HZ: u32 = 20, "ticks per second";
    /// The highest tick rate of a loop.
    MAX_TICK_RATE_HZ: u32 = 120, "ticks per second";
    /// The tick rate of a loop, by default.
    DEFAULT_TICK_RATE_HZ: u32 = 60, "ticks per second";
    /// Ticks that a loop runs in one frame at most, by default.
    DEFAULT_MAX_CATCH_UP: u32 = 5, "ticks";
    /// The last runs of a system that its percentiles are of.
    TIMING_WINDOW: usize = 64, "runs";
    /// How many times its budget a system takes when that is critical.
    CRITICAL_BUDGET_FACTOR: u64 = 3, "times";
    /// The last ticks that a profile has.
    PROFILE_TICKS: usize = 512, "ticks";
    /// The most input of one frame of a replay log.
    MAX_REPLAY_FRAME_BYTES: usize = 1 << 20, "bytes";
    /// The most bytes of a replay log, by default.
    DEFAULT_REPLAY_BYTES: u64 = 128 << 20, "bytes";
    /// The most systems that a replay log names.
    MAX_REPLAY_SYSTEMS: usize = 1_024, "systems";
    /// The longest name of a system in a replay log.
    MAX_REPLAY_NAME_BYTES: usize = 1_024, "bytes";
    /// The most differences that comparing two replay logs lists.
    MAX_REPLAY_DIFF_ITEMS: u32 = 64, "items";
    /// Frames between two warnings of one kind that reach `tracing`.
    WARNING_FRAMES: u32 = 60, "frames";
}
