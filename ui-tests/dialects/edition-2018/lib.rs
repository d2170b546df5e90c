//! A user's crate of edition 2018, which knows the dependency by another name. Cases M15, M16, M18, M19, M20, M27.
//!
//! Macros find the crate in documentation, too:
//!
//! ```
//! use laige_edition_2018::parts::Pos;
//!
//! fn step(world: &mut ecs::World) {
//!     ecs::query!(world, |p: &mut Pos| p.x += 1.0);
//! }
//! # let mut world = ecs::World::new(ecs::Options::with_capacity(1)).expect("legal options");
//! # step(&mut world);
//! ```
#![deny(warnings, rust_2018_idioms, rust_2021_compatibility, rust_2024_compatibility)]
#![deny(clippy::all, clippy::pedantic, clippy::nursery)]
#![forbid(unsafe_code, missing_docs)]

#[path = "../parts.rs"]
pub mod parts;

#[cfg(test)]
#[path = "../game.rs"]
mod game;
#[cfg(test)]
#[path = "../words.rs"]
mod words;
