//! Auto traits: what may go to other threads and be shared with them, and what cannot be doubled by accident.
//!
//! Case U18 (types that lost `Send` or `Sync` by accident). Everything here is checked when it is compiled.

use std::fmt::Debug;
use std::hash::Hash;
use std::panic::{RefUnwindSafe, UnwindSafe};

use laige::prelude::*;
use laige::*;
use static_assertions::{assert_impl_all, assert_not_impl_any};

use crate::scene::{Pos, Vel};

// A world is one thing.
assert_impl_all!(World: Send, Sync, Unpin, Debug);
assert_not_impl_any!(World: Clone, Default);

// Handles, ids and their like are plain values.
assert_impl_all!(Entity: Send, Sync, Unpin, Copy, Ord, Hash, Default, Debug, UnwindSafe, RefUnwindSafe, bytemuck::Pod);
assert_impl_all!(HandleLayout: Send, Sync, Copy, Eq, Hash, Debug);
assert_impl_all!(Label: Send, Sync, Copy, Eq, Debug, std::fmt::Display);
assert_impl_all!(ComponentId: Send, Sync, Copy, Ord, Hash, Debug);
assert_impl_all!(StableId: Send, Sync, Copy, Ord, Hash, Debug);
assert_impl_all!(ComponentInfo: Send, Sync, Copy, Debug);
assert_impl_all!(Shape: Send, Sync, Copy, Debug);
assert_impl_all!(Kind: Send, Sync, Copy, Debug);
assert_impl_all!(Field: Send, Sync, Copy, Debug);
assert_impl_all!(Variant: Send, Sync, Copy, Debug);

// Errors and statistics.
assert_impl_all!(Error: Send, Sync, Copy, Eq, Debug, std::error::Error, UnwindSafe, RefUnwindSafe);
assert_impl_all!(ErrorCode: Send, Sync, Copy, Ord, Hash, Debug);
assert_impl_all!(Report: Send, Sync, Copy, Debug, std::fmt::Display);
assert_impl_all!(Violation: Send, Sync, Copy, Debug, std::error::Error);
assert_impl_all!(EntityStats: Send, Sync, Copy, Eq, Debug, Default);
assert_impl_all!(ArchetypeStats: Send, Sync, Copy, Eq, Debug, Default);
assert_impl_all!(GuardrailStats: Send, Sync, Copy, Eq, Debug);

// Options are made anew for each world; there is no world without a decision on its capacity.
assert_impl_all!(Options: Send, Sync, Clone, Debug);
assert_not_impl_any!(Options: Default, Copy);
assert_impl_all!(SlotOrder: Send, Sync, Copy, Eq, Hash, Debug);
assert_impl_all!(OnGenerationWrap: Send, Sync, Copy, Eq, Hash, Debug);
assert_impl_all!(OnStaleDespawn: Send, Sync, Copy, Eq, Hash, Debug);

// A random stream is not doubled by accident.
assert_impl_all!(Prng: Send, Sync, Clone, Eq, Debug);
assert_not_impl_any!(Prng: Copy, Default);

// Views and queries: shared ones are values, writing ones are the one borrow.
assert_impl_all!(ArchetypeView<'static>: Send, Sync, Copy, Eq, Debug);
assert_impl_all!(ChunkView<'static>: Send, Sync, Copy, Eq, Debug);
assert_impl_all!(EntityView<'static>: Send, Sync, Copy, Debug);
assert_impl_all!(Query<'static, (Entity, &'static Pos, Option<&'static Vel>)>: Send, Sync, Copy, Debug);
assert_impl_all!(Query<'static, (&'static mut Pos, &'static Vel)>: Send, Sync, Debug);
assert_not_impl_any!(Query<'static, &'static mut Pos>: Clone);
assert_impl_all!(With<Pos>: Send, Sync, Copy, Debug);
assert_impl_all!(Without<Pos>: Send, Sync, Copy, Debug);
assert_not_impl_any!(Iter<'static, &'static mut Pos>: Clone);
assert_not_impl_any!(Chunks<'static, &'static mut Pos>: Clone);

#[test]
fn traits_are_as_documented() {
    // The assertions above were compiled.
    assert_eq!(
        (size_of::<Entity>(), size_of::<ComponentId>(), size_of::<Option<ComponentId>>()),
        (4, 2, 2)
    );
}
