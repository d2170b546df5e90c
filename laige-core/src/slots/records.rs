//! The records of a slot table behind a door that notes each write, so that copies know whether they are the same still. What a record
//! says is the table's.

use alloc::boxed::Box;
use core::ops::Deref;

use super::Record;

/// The records by slot, and their version.
pub(super) struct Records {
    all: Box<[Record]>,
    /// 0: they were written since they were last numbered.
    version: u64,
}

impl Records {
    pub(super) fn new(all: Box<[Record]>) -> Self {
        Self { all, version: 0 }
    }

    /// The records, to be written, which is noted.
    #[inline]
    pub(super) fn write(&mut self) -> &mut [Record] {
        self.version = 0;
        &mut self.all
    }

    /// The version; 0 if they were written since they were last numbered.
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// Gives them a new version if they were written since they were last numbered.
    pub(super) fn number(&mut self) {
        if self.version == 0 {
            self.version = crate::unique::draw();
        }
    }

    /// Says that they are those that have this version.
    pub(super) fn restored(&mut self, version: u64) {
        self.version = version;
    }
}

impl Deref for Records {
    type Target = [Record];

    #[inline]
    fn deref(&self) -> &[Record] {
        &self.all
    }
}
