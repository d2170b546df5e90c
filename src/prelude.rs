//! What most programs use: `use laige::prelude::*`.
//!
//! No `Error` and no `Result` are among it, so that nothing of the standard prelude changes its meaning.

pub use crate::{
    AnyOf, Commands, Component, Entity, Has, Options, Or, PreparedQuery, Prng, Query, Res, ResMut,
    Resource, With, Without, World, component, query, resource, system,
};
