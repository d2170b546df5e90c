//! A deterministic entity component system: ordered queries, state as bytes, mistakes as compile errors.
//!
//! Declare components with [`component`](macro@component), make a [`World`] for a number of entities, register, spawn, and write a query as the
//! closure that works on its rows: [`query!`]. Queries visit rows in an order that depends on the calls that were made and on
//! nothing else; components are plain bytes; what run time alone can know is a typed [`Error`].
//!
//! ```
//! use laige::prelude::*;
//!
//! #[component]
//! struct Pos {
//!     x: f32,
//! }
//!
//! #[component]
//! struct Vel {
//!     x: f32,
//! }
//!
//! fn main() -> laige::Result<()> {
//!     let mut world = World::new(Options::with_capacity(1_000))?;
//!     world.register_all::<(Pos, Vel)>()?;
//!     let e = world.spawn((Pos { x: 0.0 }, Vel { x: 1.0 }))?;
//!     query!(world, |p: &mut Pos, v: &Vel| p.x += v.x);
//!     assert_eq!(world.get::<Pos>(e).map(|p| p.x), Some(1.0));
//!     Ok(())
//! }
//! ```
//!
//! The macros have pages of their own, with their rules: [`component`](macro@component), [`query!`],
//! [`Component`](derive@Component), [`resource`](macro@resource), [`Resource`](derive@Resource), [`Fields`](derive@Fields), [`Bundle`](derive@Bundle), [`system`](macro@system).
#![no_std]
#![forbid(unsafe_code)]

#[cfg(doctest)]
mod pages;

mod macros;
pub mod prelude;

#[doc(inline)]
pub use laige_core::*;

pub use crate::macros::{Bundle, Component, Fields, Resource, component, resource, system};

/// What expansions call. Not part of the public interface: it changes without notice.
#[doc(hidden)]
pub mod __private {
    pub use laige_core::__private::*;
    pub use laige_macros::query_impl;
}
