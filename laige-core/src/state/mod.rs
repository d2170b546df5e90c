//! State as bytes: what a world holds, hashed, compared and described without any user code. Everything here reads storage
//! through `storage::bytes`; nothing here changes a row.

pub mod diff;
pub(crate) mod digest;
mod fnv;
mod hash;
mod report;
pub mod schema;
mod union;
mod value;
