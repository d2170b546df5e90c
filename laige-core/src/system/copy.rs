//! What is state of a world's systems, copied out and put back: the tick, and of each system its random stream, its local values, whether it
//! is enabled and whether it has run.

use alloc::vec::Vec;
use core::any::TypeId;

use super::registry::{Entry, Systems};
use crate::{Error, Prng, Result};

/// What was state of the systems.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct SystemsCopy {
    pub(crate) tick: u64,
    pub(crate) entries: Vec<EntryCopy>,
    /// The bytes of the local values, system by system.
    pub(crate) locals: Vec<u8>,
}

/// What was state of one system.
#[derive(Clone, PartialEq)]
pub(crate) struct EntryCopy {
    pub(crate) name: &'static str,
    pub(crate) type_id: TypeId,
    pub(crate) stream: Option<Prng>,
    pub(crate) enabled: bool,
    pub(crate) is_done: bool,
    /// How many bytes its local values have.
    pub(crate) locals: usize,
}

impl SystemsCopy {
    /// Copies it.
    pub(crate) fn take(&mut self, systems: &Systems) {
        // Every field is named, so that a new one is not forgotten.
        let Systems { entries, tick, version: _, lists: _, refused: _, is_running: _ } = systems;
        self.tick = *tick;
        self.entries.clear();
        self.locals.clear();
        for entry in entries {
            let Entry {
                name,
                type_id,
                access: _,
                body: _,
                setup: _,
                stream,
                // Empty whenever a snapshot can be taken.
                commands: _,
                enabled,
                is_done,
                runs: _,
                span: _,
                timing: _,
            } = entry;
            let (stream, enabled, is_done) = (stream.clone(), *enabled, *is_done);
            let (name, type_id) = (*name, *type_id);
            let start = self.locals.len();
            entry.locals(&mut |local| self.locals.extend_from_slice(local));
            let locals = self.locals.len() - start;
            self.entries.push(EntryCopy { name, type_id, stream, enabled, is_done, locals });
        }
    }

    /// Whether a world with these systems can have had them.
    pub(crate) fn fits(&self, systems: &Systems) -> Result<()> {
        let mut added = systems.entries.iter();
        for (copy, id) in self.entries.iter().zip(1..) {
            if added.next().is_none_or(|entry| entry.type_id != copy.type_id) {
                return Err(Error::SnapshotSystem { system: copy.name, id });
            }
        }
        Ok(())
    }

    /// Puts it back. Systems that were added later are as they were when they were added.
    pub(crate) fn restore(&self, systems: &mut Systems, seed: u64) {
        systems.tick = self.tick;
        let mut locals = &self.locals[..];
        for (at, entry) in systems.entries.iter_mut().enumerate() {
            match self.entries.get(at) {
                Some(copy) => {
                    (entry.enabled, entry.is_done) = (copy.enabled, copy.is_done);
                    entry.stream.clone_from(&copy.stream);
                    entry.locals_mut(&mut |local| {
                        let (own, rest) = locals.split_at(local.len().min(locals.len()));
                        debug_assert_eq!(own.len(), local.len(), "a type has one size");
                        local[..own.len()].copy_from_slice(own);
                        locals = rest;
                    });
                }
                None => {
                    (entry.enabled, entry.is_done) = (true, false);
                    let stream = Prng::substream(seed, at as u64 + 1);
                    entry.stream = entry.stream.is_some().then_some(stream);
                    entry.locals_mut(&mut |local| local.fill(0));
                }
            }
        }
    }
}
