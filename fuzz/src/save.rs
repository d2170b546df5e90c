//! Saves: bytes are refused with the place of the fault, and leave the world as it was, or they are a state that lives.

use laige::Snapshot;
use twox_hash::XxHash3_128;

use super::worlds;

/// Bytes of the header, in which the length stands at 16, and of the hash at the end.
const HEADER: usize = 24;
const HASH: usize = 16;

/// Checks the bytes as they are, and with the right length and hash: by chance nobody comes behind these.
pub fn check(bytes: &[u8]) {
    check_as_it_is(bytes);
    if let Some(sealed) = sealed(bytes) {
        check_as_it_is(&sealed);
    }
}

/// Saves to begin with.
pub fn seeds() -> Vec<Vec<u8>> {
    let bytes =
        |mut world: laige::World| world.snapshot().to_bytes().expect("every type has an id");
    worlds::stages().into_iter().map(bytes).collect()
}

/// The same with the length and the hash that belong to them, if there is room for both.
pub fn sealed(bytes: &[u8]) -> Option<Vec<u8>> {
    let length = bytes.len() as u64;
    let mut sealed = bytes.to_vec();
    sealed.get_mut(HEADER - 8..HEADER)?.copy_from_slice(&length.to_le_bytes());
    let end = sealed.len().checked_sub(HASH).filter(|&end| end >= HEADER)?;
    let hash = XxHash3_128::oneshot(&sealed[..end]);
    sealed[end..].copy_from_slice(&hash.to_le_bytes());
    Some(sealed)
}

fn check_as_it_is(bytes: &[u8]) {
    let mut world = worlds::empty();
    let before = world.digest();
    match Snapshot::from_bytes(bytes, &world) {
        Ok(snapshot) => worlds::live(&snapshot),
        Err(error) => {
            assert!(error.offset <= bytes.len() as u64, "{error}");
            assert_eq!(world.digest(), before, "{error}");
        }
    }
}
