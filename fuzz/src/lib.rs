//! What holds for any bytes that a parser is given: one module for each target, with what it checks and bytes to begin with. A target finds
//! what panics, and what the checks of its module say.

pub mod contents;
pub mod delta;
pub mod replay_log;
pub mod save;
pub mod schema;
pub mod worlds;
