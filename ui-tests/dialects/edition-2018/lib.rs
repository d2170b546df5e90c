//! A user's crate of edition 2018, which knows the dependency by another name. The newest edition is that of `../../pass`.
#![deny(warnings, rust_2018_idioms, rust_2021_compatibility, rust_2024_compatibility)]
#![forbid(unsafe_code, missing_docs)]

#[cfg(test)]
#[path = "../game.rs"]
mod game;
