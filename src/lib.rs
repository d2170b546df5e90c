//! A deterministic entity component system.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(doctest)]
mod pages;

pub use laige_core::*;
pub use laige_macros::{Bundle, Component, Fields, component};

/// Visits the rows that the parameters of a closure ask for.
#[macro_export]
macro_rules! query {
    ($($call:tt)*) => { $crate::__private::query_impl! { [$crate] $($call)* } };
}

/// What users of the crate import: `use laige::prelude::*`.
pub mod prelude {
    pub use crate::{
        Component, Entity, Options, Prng, Query, With, Without, World, component, query,
    };
}

/// What expansions call. Not part of the public interface: it changes without notice.
#[doc(hidden)]
pub mod __private {
    pub use laige_core::__private::*;
    pub use laige_macros::query_impl;
}
