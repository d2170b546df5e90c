//! Places: where windows of 16 bytes come first in a text of bytes. An open hash table, of which nothing is seen but what it finds.

use alloc::vec::Vec;

/// Bytes of a window.
const WIDTH: usize = size_of::<u128>();
/// The windows of a text, each with its first place.
pub(super) struct Places<'a> {
    text: &'a [u8],
    /// One more than a place, or 0; a power of two of them, at least two for each window.
    slots: Vec<usize>,
}

impl<'a> Places<'a> {
    /// At which bytes windows are kept: values are mostly of 4 bytes.
    pub(super) const STEP: usize = 4;

    pub(super) fn of(text: &'a [u8]) -> Self {
        let slots = (2 * text.len().div_ceil(Self::STEP)).next_power_of_two();
        let mut places = Self { text, slots: alloc::vec![0; slots] };
        for (at, window) in text.windows(WIDTH).enumerate().step_by(Self::STEP) {
            let slot = places.slot(window);
            if places.slots[slot] == 0 {
                places.slots[slot] = at + 1;
            }
        }
        places
    }

    /// The first place that is kept where these bytes are.
    pub(super) fn first(&self, window: &[u8]) -> Option<usize> {
        self.slots[self.slot(window)].checked_sub(1)
    }

    /// The slot of a window: its own, or the free one where it would be put.
    fn slot(&self, window: &[u8]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = mixed(window) & mask;
        while self.slots[slot] != 0 && self.text[self.slots[slot] - 1..][..WIDTH] != *window {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

/// The bits of a window, mixed: the finish of `SplitMix64`.
fn mixed(window: &[u8]) -> usize {
    let bytes = window.first_chunk().map_or(0, |bytes| u128::from_le_bytes(*bytes));
    let mut bits = bytes as u64 ^ ((bytes >> 64) as u64).rotate_left(29);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (bits ^ bits >> 31) as usize
}
