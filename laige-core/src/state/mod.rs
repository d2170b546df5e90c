//! State as bytes: what a world holds, hashed, compared and described without any user code. Everything here reads storage
//! through `storage::bytes`; nothing here changes a row.

pub mod diff;
pub(crate) mod digest;
mod fnv;
mod hash;
mod report;
pub mod schema;
#[cfg(feature = "serde")]
pub mod serial;
mod union;
mod value;
