//! Queries: terms and filters, which archetypes they match, and the visit in defined order.
//!
//! A query goes through four hands: `term.rs`, `filter.rs` and `tuple.rs` give it a type; `access.rs` proves that it borrows no component of a row twice; `matches.rs` knows
//! which archetypes it matches; `visit.rs` walks their rows.

mod access;
mod builder;
mod filter;
mod iter;
mod matches;
mod outcome;
mod term;
mod tuple;
mod typed;
mod visit;

pub use access::{Access, Distinct, Mode, distinct};
pub(crate) use access::{assert_bundle, assert_query};
pub use builder::{Builder, Push, and, first};
pub use filter::{With, Without};
pub use iter::{Chunks, Iter};
pub(crate) use matches::{Kept, MatchCache, Matches};
pub use outcome::{Outcome, Output};
pub use term::{
    Candidate, Is, Memory, OptionRead, OptionWrite, Read, ReadRow, RowTerm, Term, Write,
};
pub use tuple::{ItemOf, ReadTerms, RowFn, SliceOf, Terms};
pub use typed::Query;
pub(crate) use typed::run;
