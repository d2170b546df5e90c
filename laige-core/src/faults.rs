//! Faults that can be planted in storage, to see that the oracle in `tests/` catches each of them.
//! They exist only in builds with `--cfg laige_faults`; in all others every question is a constant `false`.

/// A fault that can be planted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// A slot that comes back takes another slot's hole.
    WrongHoleRefilled,
    /// A refilled hole still counts as one.
    HoleStillCounted,
    /// Records are not told of rows that a split or merge moved.
    StaleRecordAfterSplit,
    /// A split leaves one row of the upper half in the lower.
    SplitOffByOne,
    /// Settling calls prefix and tail one run without merging them.
    TailNotMerged,
    /// Settling does not move the runs that go up.
    RunsUpNotMoved,
    /// Putting a scattered column together leaves out the last row.
    GatherLeavesOutLast,
    /// Twins that have just 1,024 rows together are not joined.
    NoMergeAtTheBorder,
    /// A range that became empty does not go to its neighbour.
    EmptyRangeNotAbsorbed,
    /// A chunk that got a wider range is not entered in the directory.
    DirectoryNotPointed,
    /// A chunk of a smaller range than is free is opened.
    RangeOpenedTooSmall,
    /// A released slot keeps its generation.
    GenerationNotBumped,
    /// A fresh slot is used although one was released.
    FreshBeforeReleased,
    /// The record of a row that fills a gap in the tail is not told.
    TailGapNotRecorded,
    /// Moving a row to another archetype leaves out the last column.
    LastColumnNotMoved,
    /// A chunk with holes is not listed as loose.
    HolesNotListed,
    /// A prepared match is not extended when an archetype is born.
    MatchNotExtended,
    /// The toggles of a row that goes stay where it was.
    ToggleOutlivesRow,
    /// An entity that moves to another archetype leaves its toggles.
    TogglesLeftBehind,
    /// Settling moves rows and leaves their toggles.
    TogglesNotSettled,
    /// A batch that is undone stays counted as spawned.
    BatchNotUncounted,
    /// A write does not mark its column.
    WriteNotMarked,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 22] = [
        Self::WrongHoleRefilled,
        Self::HoleStillCounted,
        Self::StaleRecordAfterSplit,
        Self::SplitOffByOne,
        Self::TailNotMerged,
        Self::RunsUpNotMoved,
        Self::GatherLeavesOutLast,
        Self::NoMergeAtTheBorder,
        Self::EmptyRangeNotAbsorbed,
        Self::DirectoryNotPointed,
        Self::RangeOpenedTooSmall,
        Self::GenerationNotBumped,
        Self::FreshBeforeReleased,
        Self::TailGapNotRecorded,
        Self::LastColumnNotMoved,
        Self::HolesNotListed,
        Self::MatchNotExtended,
        Self::ToggleOutlivesRow,
        Self::TogglesLeftBehind,
        Self::TogglesNotSettled,
        Self::BatchNotUncounted,
        Self::WriteNotMarked,
    ];
}

#[cfg(laige_faults)]
mod door {
    extern crate std;

    use core::cell::Cell;

    use super::Fault;

    std::thread_local! {
        static PLANTED: Cell<Option<Fault>> = const { Cell::new(None) };
    }

    /// Plants a fault in every world that this thread works on, or takes it out.
    pub fn plant(fault: Option<Fault>) {
        PLANTED.set(fault);
    }

    #[inline]
    pub(crate) fn planted(fault: Fault) -> bool {
        PLANTED.get() == Some(fault)
    }
}

#[cfg(laige_faults)]
pub use door::plant;
#[cfg(laige_faults)]
pub(crate) use door::planted;

/// Whether the fault is planted: never, in this build.
#[cfg(not(laige_faults))]
#[inline(always)]
#[expect(clippy::inline_always, reason = "a constant, also in debug builds")]
pub(crate) const fn planted(_: Fault) -> bool {
    false
}
