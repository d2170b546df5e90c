//! How the benchmarks measure: what has to be taken out of the numbers on a shared machine before they say anything.
//!
//! `machine` and `probe` know the machine, `contender` and `cell` take the samples, `summary` and `session` make bars of them. What is
//! measured is not here, but in the benchmarks themselves (`bars/`, `instructions/`).
#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "times and counts are positive and far below 2^52, values of workloads below 2^23"
)]

pub mod cell;
pub mod components;
pub mod contender;
pub mod flags;
pub mod heap;
pub mod json;
pub mod letters;
pub mod machine;
pub mod probe;
pub mod random;
pub mod session;
pub mod stopwatch;
pub mod summary;
pub mod table;
