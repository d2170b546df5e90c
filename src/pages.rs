//! The README and the guide as documentation, so that `cargo test` runs their code. There is nothing else here.

macro_rules! pages {
    ($($page:ident = $path:literal,)*) => { $(
        #[doc = include_str!($path)]
        mod $page {}
    )* };
}

pages! {
    readme = "../README.md",
    getting_started = "../docs/getting-started.md",
    components = "../docs/components.md",
    queries = "../docs/queries.md",
    structure = "../docs/structure.md",
    commands = "../docs/commands.md",
    resources = "../docs/resources.md",
    systems = "../docs/systems.md",
    the_loop = "../docs/loop.md",
    replays = "../docs/replay.md",
    games = "../docs/games.md",
    testing = "../docs/testing.md",
    errors_and_events = "../docs/errors-and-events.md",
    determinism = "../docs/determinism.md",
    state = "../docs/state.md",
    digest = "../docs/digest.md",
    snapshots = "../docs/snapshots.md",
    saves = "../docs/save.md",
    storage = "../docs/storage.md",
    entities = "../docs/api/entity.md",
    errors = "../docs/api/errors.md",
}

/// Its code needs the feature.
#[cfg(feature = "serde")]
#[doc = include_str!("../docs/serde.md")]
mod serde {}
