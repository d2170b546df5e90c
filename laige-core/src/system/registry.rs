//! The systems of a world: each with its number, what was said where it was added, and what is state of it. In which order they run is worked
//! out by `schedule/`.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::TypeId;
use core::fmt;
use core::time::Duration;

use super::access::ParamAccess;
use super::body::{Body, Run};
use super::{Span, System};
use crate::query::sizes::sizes;
use crate::time::Timing;
use crate::{Commands, Prng, Refused, SystemSpec, World, unique};

/// A tuple of up to 16 systems, for [`World::add_systems`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple of systems",
    label = "expected systems such as `(movement, collide)`",
    note = "one alone is written `(movement,)`, and more than 16 in several calls"
)]
pub trait SystemList {
    /// Calls `each` with every system.
    #[doc(hidden)]
    fn each(each: &mut dyn FnMut(SystemCandidate));
}

/// A system that is to be added.
#[doc(hidden)]
#[derive(Debug)]
pub struct SystemCandidate {
    pub(crate) name: &'static str,
    pub(crate) type_id: TypeId,
    pub(crate) spec: SystemSpec,
    pub(crate) body: Body,
}

impl SystemCandidate {
    fn of<S: System>() -> Self {
        Self { name: S::NAME, type_id: TypeId::of::<S>(), spec: S::SPEC, body: S::body() }
    }
}

/// Implements `SystemList` for a tuple of that many members.
macro_rules! tuple {
    ($($name:ident $index:tt),*) => {
        impl<$($name: System),*> SystemList for ($($name,)*) {
            fn each(each: &mut dyn FnMut(SystemCandidate)) {
                $(each(SystemCandidate::of::<$name>());)*
            }
        }
    };
}

sizes!(tuple);

/// The systems of one world.
pub(crate) struct Systems {
    /// By number, from 1.
    pub(crate) entries: Vec<Entry>,
    /// The ticks that were completed. State.
    pub(crate) tick: u64,
    /// Drawn anew whenever something is added or said of a system: a schedule is of one version.
    pub(crate) version: u64,
    /// How many calls added systems.
    pub(crate) lists: u32,
    /// The commands of the last run that could not be applied.
    pub(crate) refused: Vec<Refused>,
    /// Whether they are being run.
    pub(crate) is_running: bool,
}

/// A system of a world.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) type_id: TypeId,
    pub(crate) access: &'static [ParamAccess],
    /// Taken out while the system has the whole world.
    pub(crate) body: Option<Box<dyn Run>>,
    /// What was said where it was added.
    pub(crate) setup: Setup,
    /// State, where the world is deterministic.
    pub(crate) stream: Option<Prng>,
    /// Empty between two stages.
    pub(crate) commands: Option<Box<Commands>>,
    /// State.
    pub(crate) enabled: bool,
    /// Whether it has run, if it runs once. State.
    pub(crate) is_done: bool,
    /// Whether it runs in the stage that is under way.
    pub(crate) runs: bool,
    /// When it ran, until that is noted, if there is a clock.
    pub(crate) span: Option<Span>,
    /// How long it took, if there was a clock.
    pub(crate) timing: Option<Box<Timing>>,
}

/// What was said of a system where it was added.
#[derive(Debug, Clone)]
pub(crate) struct Setup {
    /// The call that added it.
    pub(crate) list: u32,
    pub(crate) after: Vec<&'static str>,
    pub(crate) before: Vec<&'static str>,
    pub(crate) sets: Vec<&'static str>,
    pub(crate) after_sets: Vec<&'static str>,
    pub(crate) before_sets: Vec<&'static str>,
    pub(crate) stage: &'static str,
    pub(crate) every: u64,
    pub(crate) once: bool,
    pub(crate) conditions: Vec<fn(&World) -> bool>,
    pub(crate) budget: Option<Duration>,
}

impl Setup {
    fn new(list: u32, spec: &SystemSpec) -> Self {
        Self {
            list,
            after: spec.after.to_vec(),
            before: spec.before.to_vec(),
            sets: Vec::new(),
            after_sets: Vec::new(),
            before_sets: Vec::new(),
            stage: "",
            every: 1,
            once: false,
            conditions: spec.run_if.into_iter().collect(),
            budget: spec.budget,
        }
    }
}

impl Systems {
    pub(crate) fn new() -> Self {
        Self {
            entries: Vec::new(),
            tick: 0,
            version: unique::draw(),
            lists: 0,
            refused: Vec::new(),
            is_running: false,
        }
    }

    /// The place of the system of that name.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        self.entries.iter().position(|entry| entry.name == name)
    }

    /// Adds a system that was checked.
    pub(crate) fn push(
        &mut self,
        candidate: SystemCandidate,
        stream: Option<Prng>,
        commands: Commands,
    ) {
        let SystemCandidate { name, type_id, spec, body: Body { access, run } } = candidate;
        let queues = access.iter().any(|access| matches!(access, ParamAccess::Commands));
        self.entries.push(Entry {
            name,
            type_id,
            access,
            body: Some(run),
            setup: Setup::new(self.lists, &spec),
            stream,
            commands: queues.then(|| Box::new(commands)),
            enabled: true,
            is_done: false,
            runs: false,
            span: None,
            timing: None,
        });
        self.version = unique::draw();
    }
}

impl Entry {
    /// Calls `each` with the bytes of each of its local values.
    pub(crate) fn locals(&self, each: &mut dyn FnMut(&[u8])) {
        if let Some(body) = &self.body {
            body.locals(each);
        }
    }

    /// The same, to be written.
    pub(crate) fn locals_mut(&mut self, each: &mut dyn FnMut(&mut [u8])) {
        if let Some(body) = &mut self.body {
            body.locals_mut(each);
        }
    }

    /// Whether it runs in that tick, as far as that is known without the world.
    pub(crate) fn is_due(&self, tick: u64) -> bool {
        let Setup { every, once, .. } = self.setup;
        self.enabled && (every == 1 || tick % every == 0) && !(once && self.is_done)
    }
}

impl fmt::Debug for Systems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.entries.iter().map(|entry| entry.name)).finish()
    }
}
