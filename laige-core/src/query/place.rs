//! Where the column of a component is: in the chunks of one archetype, and from there in one chunk. Which terms ask for it, and what they make of it, is
//! `term.rs`.
#![expect(unsafe_code, reason = "computes column pointers; argued by Q1 of `term.rs`")]

use core::marker::PhantomData;
use core::ptr::NonNull;

use super::per_row::Bits;
use crate::Component;
use crate::storage::bitmaps::Bitmaps;
use crate::storage::chunk::{BlockRef, Chunk};
use crate::storage::columns::Code;
use crate::storage::toggles::ToggleIndex;

/// The memory of a chunk: its block and the step of its capacity in one word, and the bitmaps of its toggles.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    block: BlockRef,
    bitmaps: Option<NonNull<Bitmaps>>,
}

impl Memory {
    #[inline]
    pub(crate) fn of(chunk: &Chunk) -> Self {
        Self { block: chunk.block_ref(), bitmaps: Some(NonNull::from(&chunk.bitmaps)) }
    }

    /// The memory of the chunk that has that block, for a query that asks for no toggles.
    ///
    /// # Safety
    ///
    /// A chunk has it.
    #[inline]
    pub(crate) unsafe fn of_block(block: BlockRef) -> Self {
        debug_assert!(block != BlockRef::NONE);
        Self { block, bitmaps: None }
    }

    /// The start of the block, which is that of the handle column.
    #[inline]
    pub(super) fn start(self) -> NonNull<u8> {
        // SAFETY: there is a block.
        unsafe { self.block.live() }
    }

    /// The bitmap of the toggle with that code.
    ///
    /// # Safety
    ///
    /// The chunk is borrowed.
    #[inline]
    pub(super) unsafe fn bits(self, code: &Code) -> Bits {
        // SAFETY: the caller's duty.
        let bitmaps = self.bitmaps.map_or(&Bitmaps::NONE, |bitmaps| unsafe { bitmaps.as_ref() });
        Bits::of(bitmaps.of(ToggleIndex::new(code.toggle())))
    }
}

/// Where the column of `T` starts in the chunks of one archetype, or the bitmap of the toggle `T`.
#[doc(hidden)]
#[derive(Debug)]
pub struct Place<T> {
    code: NonNull<Code>,
    component: PhantomData<fn() -> T>,
}

impl<T> Clone for Place<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Place<T> {}

impl<T: Component> Place<T> {
    /// The place of the component whose code that is.
    #[inline]
    pub(super) fn of(code: &Code) -> Self {
        Self { code: NonNull::from(code), component: PhantomData }
    }

    /// The code, kept by the query's matches.
    ///
    /// # Safety
    ///
    /// Q1: the matches are borrowed.
    #[inline]
    unsafe fn code<'w>(self) -> &'w Code {
        // SAFETY: the caller's duty.
        unsafe { self.code.as_ref() }
    }

    /// Whether the archetype has the component.
    ///
    /// # Safety
    ///
    /// Q1.
    #[inline]
    pub(super) unsafe fn is_there(self) -> bool {
        // SAFETY: the caller's duty.
        !unsafe { self.code() }.is_absent()
    }

    /// The start of the column in one chunk, if the archetype has the component.
    ///
    /// # Safety
    ///
    /// Q1: the chunk is of the archetype that the place was made for, and the archetype is borrowed.
    #[inline]
    pub(super) unsafe fn find(self, memory: Memory) -> Option<NonNull<T>> {
        if T::IS_TAG {
            // SAFETY: the caller's duty.
            let is_there = unsafe { self.is_there() };
            // SAFETY: the caller's duty, and it is there.
            return is_there.then(|| unsafe { self.column(memory) });
        }
        // SAFETY: the caller's duty.
        let code = unsafe { self.code() };
        // SAFETY: the code is that of the component in the chunk's archetype (Q1).
        unsafe { memory.block.find_column(code) }.map(NonNull::cast)
    }

    /// The start of the column in one chunk, where it is known that the archetype has the component.
    ///
    /// # Safety
    ///
    /// As for [`find`](Self::find).
    #[inline]
    pub(super) unsafe fn column(self, memory: Memory) -> NonNull<T> {
        if T::IS_TAG && !T::IS_TOGGLE {
            return NonNull::dangling();
        }
        // SAFETY: the caller's duty.
        let code = unsafe { self.code() };
        debug_assert!(!code.is_absent());
        if T::IS_TOGGLE {
            // SAFETY: the chunk is borrowed with the archetype (Q1).
            return unsafe { memory.bits(code) }.as_column();
        }
        // SAFETY: the code is that of the component in the chunk's archetype (Q1).
        unsafe { memory.block.column(code) }.cast()
    }
}
