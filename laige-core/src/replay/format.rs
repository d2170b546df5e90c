//! The bytes of a log: where each number lies, for writing and reading alike. All numbers are little-endian; the page
//! `docs/replay.md` has the same as tables.
//!
//! ```text
//! header   "LGRP", version u16, reserved u16, seed u64, tick rate u32, schema hash u64, math backend u32, config hash u64
//!          version 2: schema digest u128, checkpoint interval u32, systems u16, each: length u16, UTF-8
//!          version 2 with an interval: the checkpoint of tick 0
//! frame    tick u64, length u32, input; where the interval divides the tick, a checkpoint
//! trailer  frames u64, FNV-1a-64 of all bytes before the trailer u64
//! ```

use super::{Checkpoint, Header, ReplayIdentity};
use crate::stable_id::{FNV_BASIS, fnv_bytes};

pub(super) const MAGIC: [u8; 4] = *b"LGRP";
/// The header of version 1, and the beginning of that of version 2.
pub(super) const HEADER_BYTES: usize = 40;
/// What version 2 adds before the names.
pub(super) const MORE_BYTES: usize = 22;
pub(super) const CHECKPOINT_BYTES: usize = 40;
/// What a frame has before its input.
pub(super) const FRAME_HEAD_BYTES: usize = 12;
pub(super) const TRAILER_BYTES: usize = 16;

/// The hash of a log's bytes so far.
#[derive(Debug, Clone, Copy)]
pub(super) struct FileHash(u64);

impl FileHash {
    pub(super) const fn new() -> Self {
        Self(FNV_BASIS)
    }

    pub(super) const fn feed(&mut self, bytes: &[u8]) {
        self.0 = fnv_bytes(self.0, bytes);
    }

    pub(super) const fn value(self) -> u64 {
        self.0
    }
}

/// The `N` bytes at `at`.
///
/// # Panics
///
/// If there are fewer. Callers have looked.
pub(super) fn bytes_at<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(&bytes[at..at + N]);
    array
}

pub(super) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes(bytes_at(bytes, at))
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes_at(bytes, at))
}

pub(super) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes_at(bytes, at))
}

pub(super) fn u128_at(bytes: &[u8], at: usize) -> u128 {
    u128::from_le_bytes(bytes_at(bytes, at))
}

/// The identity in the first 40 bytes of a log.
pub(super) fn identity_in(header: &[u8]) -> ReplayIdentity {
    ReplayIdentity {
        seed: u64_at(header, 8),
        tick_rate_hz: u32_at(header, 16),
        schema_hash: u64_at(header, 20),
        math_backend: u32_at(header, 28),
        config_hash: u64_at(header, 32),
    }
}

/// The checkpoint that `bytes` begins with.
pub(super) fn checkpoint_in(bytes: &[u8]) -> Checkpoint {
    Checkpoint {
        state_hash: u64_at(bytes, 0),
        content: u128_at(bytes, 8),
        control: u128_at(bytes, 24),
    }
}

/// How many bytes the frame of a tick has, when its input has `input` of them.
pub(super) fn frame_bytes(header: &Header, tick: u64, input: usize) -> usize {
    FRAME_HEAD_BYTES + input + if header.has_checkpoint(tick) { CHECKPOINT_BYTES } else { 0 }
}

#[cfg(feature = "std")]
pub(super) use encode::{checkpoint, frame_head, header, trailer};

/// The other direction.
#[cfg(feature = "std")]
mod encode {
    use alloc::vec::Vec;

    use super::{
        CHECKPOINT_BYTES, Checkpoint, FRAME_HEAD_BYTES, FileHash, HEADER_BYTES, Header, MAGIC,
        TRAILER_BYTES,
    };

    /// The header without the checkpoint of tick 0. Names are within their limits.
    pub(in crate::replay) fn header(header: &Header) -> Vec<u8> {
        let identity = header.identity();
        let mut bytes = Vec::with_capacity(HEADER_BYTES);
        bytes.extend_from_slice(&MAGIC);
        bytes.extend_from_slice(&header.version().to_le_bytes());
        bytes.extend_from_slice(&0_u16.to_le_bytes());
        bytes.extend_from_slice(&identity.seed.to_le_bytes());
        bytes.extend_from_slice(&identity.tick_rate_hz.to_le_bytes());
        bytes.extend_from_slice(&identity.schema_hash.to_le_bytes());
        bytes.extend_from_slice(&identity.math_backend.to_le_bytes());
        bytes.extend_from_slice(&identity.config_hash.to_le_bytes());
        if let Some(more) = &header.more {
            bytes.extend_from_slice(&more.schema_digest.to_le_bytes());
            bytes.extend_from_slice(&more.checkpoint_every.to_le_bytes());
            bytes.extend_from_slice(&(more.systems.len() as u16).to_le_bytes());
            for name in &more.systems {
                bytes.extend_from_slice(&(name.len() as u16).to_le_bytes());
                bytes.extend_from_slice(name.as_bytes());
            }
        }
        bytes
    }

    pub(in crate::replay) fn checkpoint(checkpoint: &Checkpoint) -> [u8; CHECKPOINT_BYTES] {
        let mut bytes = [0; CHECKPOINT_BYTES];
        bytes[..8].copy_from_slice(&checkpoint.state_hash.to_le_bytes());
        bytes[8..24].copy_from_slice(&checkpoint.content.to_le_bytes());
        bytes[24..].copy_from_slice(&checkpoint.control.to_le_bytes());
        bytes
    }

    pub(in crate::replay) fn frame_head(tick: u64, length: u32) -> [u8; FRAME_HEAD_BYTES] {
        let mut bytes = [0; FRAME_HEAD_BYTES];
        bytes[..8].copy_from_slice(&tick.to_le_bytes());
        bytes[8..].copy_from_slice(&length.to_le_bytes());
        bytes
    }

    pub(in crate::replay) fn trailer(frames: u64, hash: FileHash) -> [u8; TRAILER_BYTES] {
        let mut bytes = [0; TRAILER_BYTES];
        bytes[..8].copy_from_slice(&frames.to_le_bytes());
        bytes[8..].copy_from_slice(&hash.value().to_le_bytes());
        bytes
    }
}
