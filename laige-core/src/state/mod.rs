//! State as bytes and as a value: what a world holds, hashed, compared and described without any user code, and kept to come back to.
//!
//! What hashes and compares reads storage through `storage::bytes`. `snapshot.rs` is the whole state as a value; `timeline.rs` keeps the last of
//! them; `save/` is one as bytes. Nothing here changes a row.

pub mod diff;
pub(crate) mod digest;
mod fnv;
mod hash;
mod image;
mod portability;
mod report;
pub mod save;
pub mod schema;
#[cfg(feature = "serde")]
pub mod serial;
mod snapshot;
mod timeline;
mod union;
mod value;

pub use snapshot::Snapshot;
pub use timeline::Timeline;

/// A way to change one field that is state, and its name: for the tests.
#[cfg(test)]
pub(crate) type Change<T> = (&'static str, fn(&mut T));

#[cfg(test)]
mod tests;
