//! A user's crate of edition 2021, whose tests alone know the dependency, by another name. Cases M15, M18, M19, M20, M27.
#![deny(warnings, rust_2021_compatibility, rust_2024_compatibility)]
#![deny(clippy::all, clippy::pedantic, clippy::nursery, missing_docs)]

#[cfg(test)]
#[path = "../game.rs"]
mod game;
#[cfg(test)]
#[path = "../parts.rs"]
pub mod parts;
#[cfg(test)]
#[path = "../words.rs"]
mod words;
