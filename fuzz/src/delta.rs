//! Deltas: bytes are refused, or make of their base nothing but what the delta was made for, or a state that lives.

use laige::{Delta, Snapshot};

use super::{save, worlds};

/// Checks the bytes as they are, and with the right length and hash.
pub fn check(bytes: &[u8]) {
    let bases = snapshots();
    for bytes in [Some(bytes.to_vec()), save::sealed(bytes)].into_iter().flatten() {
        let Ok(delta) = Delta::from_bytes(&bytes) else { continue };
        assert_eq!(delta.to_bytes(), bytes, "there is one way to write it");
        for base in &bases {
            if let Ok(made) = delta.apply(base, &worlds::empty()) {
                worlds::live(&made);
            }
        }
    }
}

/// Deltas to begin with: from each world to the next, and back.
pub fn seeds() -> Vec<Vec<u8>> {
    let snapshots = snapshots();
    let between = |one, other| Delta::between(one, other).expect("every type has an id").to_bytes();
    let pairs = snapshots.windows(2);
    pairs.flat_map(|pair| [between(&pair[0], &pair[1]), between(&pair[1], &pair[0])]).collect()
}

fn snapshots() -> Vec<Snapshot> {
    worlds::stages().into_iter().map(|mut world| world.snapshot()).collect()
}
