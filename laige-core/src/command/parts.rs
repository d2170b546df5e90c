//! Buffers for the chunks of a parallel query: each chunk has one of its own, and all are put behind the commands of the buffer they belong
//! to, in the order of the chunks. So what is queued, and in which order, does not depend on threads.

use alloc::vec::Vec;
use std::sync::Mutex;

use super::{Command, CommandKind, Commands, What};
use crate::entity_fields::{each_entity, read_entity, write_entity};
use crate::{Entity, Error, Shape};

/// The buffers of chunks. Each is locked by the one thread that visits its chunk.
pub(crate) type Parts = Vec<Mutex<Commands>>;

impl Commands {
    /// An empty buffer for each of so many chunks, whose pending handles are numbered behind those of this one.
    pub(crate) fn divide(&mut self, chunks: usize) -> Parts {
        self.begin();
        let mut parts = core::mem::take(&mut self.parts);
        while parts.len() < chunks {
            let part = Self::new(self.pending.layout(), self.room, self.max_bytes);
            parts.push(Mutex::new(part));
        }
        for part in &mut parts[..chunks] {
            let part = unlocked(part);
            part.clear();
            part.pending.start_behind(&self.pending);
            part.system = self.system;
        }
        parts
    }

    /// Takes the commands of so many chunks behind its own, and keeps the buffers.
    pub(crate) fn join(&mut self, mut parts: Parts, chunks: usize) {
        for part in &mut parts[..chunks] {
            let part = unlocked(part);
            self.append(part);
            part.clear();
        }
        self.parts = parts;
    }

    /// Takes the commands of another buffer behind its own.
    fn append(&mut self, part: &mut Self) {
        let shift =
            Shift { from: part.pending.first(), by: self.pending.count() - part.pending.first() };
        let before = self.pending.count();
        for at in 0..part.queue.len() {
            self.take(part, at, shift);
        }
        // Also of spawns for which there was no room: their numbers lead nowhere.
        self.pending.set_count(before + part.pending.count() - part.pending.first());
        if let (0, Some(first)) = (self.overflow, part.refusals.first()) {
            self.refusals.push(*first);
        }
        self.overflow += part.overflow;
    }

    /// Takes one command of another buffer.
    fn take(&mut self, part: &Self, at: usize, shift: Shift) {
        let command = part.queue[at];
        let layout = self.pending.layout();
        let shifted = |entity| shift.of(entity, layout);
        let (values, bytes) = match command.what {
            What::Spawn { bundle, values } | What::Insert { bundle, values } => {
                let members = &part.bundles[bundle as usize].members;
                (values, members.iter().map(|member| member.kind.shape.size).sum())
            }
            What::Resource { kind, values } => (values, kind().shape.map_or(0, |shape| shape.size)),
            What::Remove { .. } | What::Despawn => (0, 0),
        };
        if !self.room_for(bytes) {
            self.overflowed_from(command.what.kind(), command.origin);
            return;
        }
        let start = self.values.len();
        self.values.extend_from_slice(&part.values[values as usize..][..bytes]);
        match command.what {
            What::Spawn { bundle, .. } | What::Insert { bundle, .. } => {
                let mut at = start;
                for member in &part.bundles[bundle as usize].members {
                    let shape = member.kind.shape;
                    if member.has_entities {
                        self.shift_handles(shape, at, shift);
                    }
                    at += shape.size;
                }
            }
            What::Resource { kind, .. } => {
                if let Some(shape) = kind().shape {
                    self.shift_handles(shape, start, shift);
                }
            }
            What::Remove { .. } | What::Despawn => {}
        }
        let what = match command.what {
            What::Spawn { bundle, .. } => {
                What::Spawn { bundle: self.bundle_of(part, bundle), values: start as u32 }
            }
            What::Insert { bundle, .. } => {
                What::Insert { bundle: self.bundle_of(part, bundle), values: start as u32 }
            }
            What::Remove { bundle } => What::Remove { bundle: self.bundle_of(part, bundle) },
            What::Resource { kind, .. } => What::Resource { kind, values: start as u32 },
            What::Despawn => What::Despawn,
        };
        self.queue.push(Command { what, entity: shifted(command.entity), ..command });
    }

    /// Shifts the pending handles in the value of that shape which begins there.
    fn shift_handles(&mut self, shape: &Shape, start: usize, shift: Shift) {
        let layout = self.pending.layout();
        let bytes = &mut self.values[start..start + shape.size];
        each_entity(shape, 0, &mut |offset| {
            write_entity(bytes, offset, shift.of(read_entity(bytes, offset), layout));
        });
    }

    /// The index here of a bundle type of another buffer.
    fn bundle_of(&mut self, part: &Self, bundle: u32) -> u32 {
        let kind = &part.bundles[bundle as usize];
        if let Some(known) = self.bundle_types.get(kind.type_id) {
            return known;
        }
        let index = self.bundles.len() as u32;
        self.bundle_types.insert(kind.type_id, index);
        self.bundles.push(kind.clone());
        index
    }

    /// Counts a command of another buffer that found no room.
    fn overflowed_from(&mut self, kind: CommandKind, origin: super::Origin) {
        self.overflow += 1;
        if self.overflow == 1 {
            let error = Error::CommandsFull { commands: self.room, bytes: self.max_bytes };
            let (index, entity) = (u32::MAX, Entity::NONE);
            self.refusals.push(super::Refusal { index, kind, entity, origin, error });
        }
    }
}

/// The buffer of a chunk, whose thread is done with it. A panic in a body leaves nothing half written.
fn unlocked(part: &mut Mutex<Commands>) -> &mut Commands {
    part.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// How the numbers of pending handles change when they come behind others.
#[derive(Clone, Copy)]
struct Shift {
    /// Numbers up to this one are of the buffer that the others are put behind.
    from: u32,
    by: u32,
}

impl Shift {
    /// The handle as it is there. `NONE` where there is no such number.
    fn of(self, entity: Entity, layout: crate::HandleLayout) -> Entity {
        let number = layout.slot_of(entity);
        if layout.generation_of(entity) != 0 || number <= self.from {
            return entity;
        }
        layout.entity(number + self.by, 0).unwrap_or(Entity::NONE)
    }
}
