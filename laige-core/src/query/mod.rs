//! Queries: terms and filters, which archetypes they match, and the visit in defined order.
//!
//! A query goes through four hands: `term.rs`, the files of terms and filters, and `tuple.rs` give it a type; `access.rs` proves
//! that it borrows no component of a row twice; `matches.rs` knows which archetypes it matches; `visit.rs` walks their rows.

mod access;
mod any_of;
mod builder;
mod by_bits;
mod combinations;
mod filter;
mod has;
mod into_iter;
mod iter;
mod matches;
mod optional;
mod or;
mod outcome;
#[cfg(feature = "rayon")]
mod par_methods;
#[cfg(feature = "rayon")]
mod parallel;
#[cfg(feature = "rayon")]
mod per_chunk;
mod per_row;
mod place;
mod query_mut;
mod repeated;
pub(crate) mod sizes;
mod sorted;
mod term;
mod tuple;
mod typed;
#[cfg(feature = "rayon")]
mod units;
mod visit;

pub use access::{Access, Distinct, Mode, alone, distinct};
pub(crate) use access::{Pair, assert_bundle, assert_query, assert_split, spell_in_full};
pub use any_of::{AnyOf, AnyRow, Optional};
pub use builder::Joined;
pub use combinations::Combinations;
pub use filter::{Filter, With, Without};
pub use has::Has;
pub use iter::{Chunks, Iter};
pub(crate) use matches::{Kept, MatchCache, Matches};
pub use optional::Maybe;
pub use or::{Alternatives, Or, OrRow};
pub use outcome::{Outcome, Output};
#[cfg(feature = "rayon")]
pub(crate) use parallel::run_parallel;
#[cfg(feature = "rayon")]
pub use per_chunk::PerChunk;
pub use place::Memory;
pub use query_mut::QueryMut;
pub use sorted::{SortBuffer, Sorted};
pub use term::{Candidate, Is, Read, ReadRow, RowTerm, Term, Write};
pub use tuple::{ItemOf, ReadTerms, RowFn, SharedRowFn, SliceOf, Terms};
pub use typed::Query;
pub(crate) use typed::{run, visit_rows};
pub(crate) use visit::runs;
