//! A user's crate of edition 2024 under every lint there is a group for, which knows the dependency by another name. Cases
//! M15, M16, M18, M19, M20, M27.
#![deny(warnings, rust_2024_compatibility, keyword_idents, nonstandard_style, future_incompatible)]
#![deny(let_underscore, refining_impl_trait, unused)]
#![deny(
    elided_lifetimes_in_paths,
    explicit_outlives_requirements,
    missing_abi,
    missing_copy_implementations,
    missing_debug_implementations,
    meta_variable_misuse,
    redundant_lifetimes,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unit_bindings,
    unnameable_types,
    unreachable_pub,
    unused_extern_crates,
    unused_import_braces,
    unused_lifetimes,
    unused_macro_rules,
    unused_qualifications,
    unused_results,
    variant_size_differences
)]
#![deny(clippy::all, clippy::pedantic, clippy::nursery)]
#![forbid(unsafe_code, missing_docs)]

#[path = "../parts.rs"]
pub mod parts;

#[cfg(test)]
#[path = "../game.rs"]
mod game;
