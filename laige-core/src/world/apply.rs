//! Applying commands: the changes of one entity are put together and done as one move, at the place of the first of them; spawns
//! and despawns are done where they stand, so that slots come and go as if one by one.

use super::World;
use crate::command::{
    ApplyReport, BundleKind, Command, Commands, Drafted, Plan, Refusal, Scratch, Unresolved, What,
    link,
};
use crate::entity_fields::{each_entity, read_entity, write_entity};
use crate::events::Event;
use crate::resource::ResourceType;
use crate::slots::Location;
use crate::sorting;
use crate::{Entity, Error, Result};

impl World {
    /// A buffer for commands on this world, with room for as many as the options allow.
    #[must_use]
    pub fn commands(&self) -> Commands {
        Commands::new(self.layout(), self.options.max_commands, self.options.max_command_bytes)
    }

    /// Applies what is queued, and tells what became of it. The buffer can be filled again afterwards.
    ///
    /// A command that cannot be applied is in the report with the place that queued it; all others are applied. Where the
    /// changes of one entity together exceed a limit of the world, none of them is done: the entity is as it was.
    ///
    /// # Order
    ///
    /// As queued. The inserts and removes on one entity, up to its despawn, are one move, done where the first of them stands; the entity
    /// ends as if they were done one by one.
    pub fn apply<'c>(&mut self, commands: &'c mut Commands) -> ApplyReport<'c> {
        if commands.is_spent {
            commands.clear();
        }
        commands.is_spent = true;
        commands.pending.begin();
        commands.scratch.forget();
        link(&mut commands.queue, &mut commands.scratch.order);
        for index in 0..commands.queue.len() {
            let command = commands.queue[index];
            match command.what {
                _ if command.is_done => {}
                What::Resource { kind, values } => self.apply_resource(commands, kind(), values),
                What::Despawn => self.apply_despawn(commands, index),
                _ if command.is_first => self.apply_changes(commands, index),
                _ => {}
            }
        }
        self.resolve_late(commands);
        self.storage.ground.events.tell();
        sorting::sort_by_key(&mut commands.refusals, |refusal| refusal.index);
        let refused = commands.refusals.len() - usize::from(commands.overflow > 0);
        commands.applied = (commands.queue.len() - refused) as u32;
        ApplyReport::new(commands)
    }

    /// Gives a resource the value that begins there. Every pending handle in it is of a spawn before it.
    fn apply_resource(&mut self, commands: &mut Commands, kind: ResourceType, start: u32) {
        let Commands { values, pending, .. } = commands;
        let bytes = &mut values[start as usize..];
        let bytes = match kind.shape {
            Some(shape) => {
                each_entity(shape, 0, &mut |offset| {
                    write_entity(bytes, offset, pending.resolve(read_entity(bytes, offset)));
                });
                &bytes[..shape.size]
            }
            None => &[],
        };
        self.resources.assign(kind, bytes);
    }

    /// Ends the life of the command's entity. What follows on that entity comes too late.
    fn apply_despawn(&mut self, commands: &mut Commands, index: usize) {
        let command = commands.queue[index];
        let entity = commands.pending.resolve(command.entity);
        match self.storage.ground.slots.locate(entity) {
            Some(location) => self.storage.despawn(entity, location),
            None => self.refuse_stale(commands, index),
        }
        let mut next = command.next;
        while let Some(late) = next {
            self.refuse_stale(commands, late as usize);
            next = commands.queue[late as usize].next;
        }
    }

    /// Refuses a command whose entity is not alive.
    fn refuse_stale(&self, commands: &mut Commands, index: usize) {
        let entity = commands.pending.resolve(commands.queue[index].entity);
        let (entity_id, generation) = self.parts(entity);
        self.storage.ground.events.emit(match commands.queue[index].what {
            What::Despawn => Event::StaleEntityDestroy { entity_id, generation },
            _ => Event::StaleEntityAccess { entity_id, generation },
        });
        refuse(commands, index, Error::StaleEntity { entity: commands.queue[index].entity });
    }

    /// Does all changes of an entity up to its despawn.
    fn apply_changes(&mut self, commands: &mut Commands, first: usize) {
        let command = commands.queue[first];
        let is_born = matches!(command.what, What::Spawn { .. });
        let entity = commands.pending.resolve(command.entity);
        let from = match self.storage.ground.slots.locate(entity) {
            Some(location) if !is_born => Some(location),
            None if is_born => None,
            _ => return self.refuse_all(commands, first, None),
        };
        let archetype = from.map(|from| from.archetype);
        if let Some(plan) = commands.scratch.planned(command, archetype) {
            let done = self.change(commands, command.entity, from, plan.target);
            return self.changed(commands, first, plan, done);
        }
        let Some((tally, ends)) = self.draft_all(commands, first, archetype) else {
            return self.refuse_all(commands, first, None);
        };
        let Tally { inserts, removes, .. } = tally;
        if ends && !is_born {
            // It is gone before anybody sees it.
            let plan = Plan { inserts, removes, target: 0 };
            return self.changed(commands, first, plan, Ok(()));
        }
        let scratch = &mut commands.scratch;
        scratch.signature.clear();
        scratch.signature.extend(scratch.draft.iter().map(|drafted| drafted.component));
        let (alive, whence) = from.map_or((Entity::NONE, 0), |from| (entity, from.archetype));
        match self.archetype_of(&scratch.signature, whence, alive) {
            Ok(target) => {
                let plan = Plan { inserts, removes, target };
                commands.scratch.plan(commands.queue[first], archetype, plan);
                let done = self.change(commands, command.entity, from, target);
                self.changed(commands, first, plan, done);
            }
            Err(error) => self.undo(commands, first, error),
        }
    }

    /// Works out what all changes of an entity up to its despawn come to, and whether that follows. `None` if it is not even spawned.
    fn draft_all(
        &self,
        commands: &mut Commands,
        first: usize,
        archetype: Option<u16>,
    ) -> Option<(Tally, bool)> {
        let signature = archetype.map_or(&[][..], |from| &self.storage.archetype(from).signature);
        commands.scratch.forget();
        let Scratch { draft, toggles, .. } = &mut commands.scratch;
        toggles.clear();
        draft.clear();
        draft.extend(signature.iter().map(|&component| Drafted { component, value: None }));
        let mut tally = self.draft(commands, first);
        if let What::Spawn { bundle, .. } = commands.queue[first].what {
            if commands.queue[first].is_done {
                return None;
            }
            // A spawn's components are no inserts.
            tally.inserts -= components_of(&commands.bundles[bundle as usize]);
        }
        let next = commands.queue[tally.last].next;
        let ends = next.is_some_and(|at| matches!(commands.queue[at as usize].what, What::Despawn));
        if ends {
            commands.scratch.draft.clear();
            commands.scratch.toggles.clear();
        }
        Some((tally, ends))
    }

    /// Counts the changes of an entity, if they were done.
    fn changed(&mut self, commands: &mut Commands, first: usize, plan: Plan, done: Result<()>) {
        if let Err(error) = done {
            return self.undo(commands, first, error);
        }
        let Plan { inserts, removes, .. } = plan;
        let counters = &mut self.storage.ground.counters;
        counters.inserts += u64::from(inserts);
        counters.removes += u64::from(removes);
        self.storage.ground.events.tell();
        if inserts + removes > 0 {
            self.guardrails.on_churn(u64::from(inserts + removes), &self.storage.ground.events);
        }
    }

    /// Refuses the changes of an entity, which stays as it was.
    fn undo(&mut self, commands: &mut Commands, first: usize, error: Error) {
        // The archetype that it led to may be taken back.
        commands.scratch.forget();
        let error = self.undone(error);
        self.refuse_all(commands, first, Some(error));
    }

    /// Works out which components the entity is to have. Commands with components that are not registered are refused.
    fn draft(&self, commands: &mut Commands, first: usize) -> Tally {
        let mut tally = Tally { inserts: 0, removes: 0, last: first };
        let mut next = Some(first as u32);
        while let Some(at) = next.map(|at| at as usize) {
            let command = commands.queue[at];
            if let What::Despawn = command.what {
                break;
            }
            tally.last = at;
            next = command.next;
            match self.draft_one(commands, command) {
                Ok((inserts, removes)) => {
                    tally.inserts += inserts;
                    tally.removes += removes;
                }
                // Without a spawn there is no entity for what follows.
                Err(error) if matches!(command.what, What::Spawn { .. }) => {
                    refuse(commands, at, error);
                    break;
                }
                Err(error) => refuse(commands, at, error),
            }
        }
        tally
    }

    /// Adds one command to the draft: how many components it inserts and removes.
    fn draft_one(&self, commands: &mut Commands, command: Command) -> Result<(u32, u32)> {
        let Commands { bundles, scratch, pending, .. } = commands;
        let what = command.what;
        let (What::Spawn { bundle, .. } | What::Insert { bundle, .. } | What::Remove { bundle }) =
            what
        else {
            return Ok((0, 0));
        };
        let members = &bundles[bundle as usize].members;
        let id = |kind| self.registry.id_of(kind);
        if let Some(unknown) = members.iter().find(|member| id(member.kind).is_none()) {
            let name = unknown.kind.shape.name;
            return Err(self.unregistered(name, pending.resolve(command.entity)));
        }
        let mut removes = 0;
        let mut value = match what {
            What::Spawn { values, .. } | What::Insert { values, .. } => Some(values),
            _ => None,
        };
        for member in members {
            let Some(component) = id(member.kind) else { continue };
            if let Some(toggle) = self.storage.ground.toggles.index(component) {
                scratch.toggles.retain(|&(other, _)| other != toggle);
                scratch.toggles.push((toggle, value.is_some()));
                continue;
            }
            let place = scratch.draft.binary_search_by_key(&component, |drafted| drafted.component);
            match (&mut value, place) {
                (Some(at), place) => {
                    let drafted = Drafted { component, value: Some((*at, member.has_entities)) };
                    *at += member.kind.shape.size as u32;
                    match place {
                        Ok(place) => scratch.draft[place] = drafted,
                        Err(place) => scratch.draft.insert(place, drafted),
                    }
                }
                (None, Ok(place)) => {
                    scratch.draft.remove(place);
                    removes += 1;
                }
                (None, Err(_)) => {}
            }
        }
        let inserts = if value.is_some() { components_of(&bundles[bundle as usize]) } else { 0 };
        Ok((inserts, removes))
    }

    /// Makes the entity have the drafted components, which are those of the archetype `target`.
    fn change(
        &mut self,
        commands: &mut Commands,
        handle: Entity,
        from: Option<Location>,
        target: u16,
    ) -> Result<()> {
        let alive = from.map_or(Entity::NONE, |_| commands.pending.resolve(handle));
        let toggled = commands.scratch.toggles.iter().any(|&(_, on)| on);
        let entity = match from {
            Some(from) if from.archetype == target => {
                if toggled {
                    self.storage.reserve_toggles(target, self.layout().slot_of(alive))?;
                }
                alive
            }
            Some(from) => {
                self.storage.relocate(alive, from, target, toggled)?;
                alive
            }
            None => self.storage.spawn(target, toggled)?.0,
        };
        if from.is_none() {
            commands.pending.resolved(handle, entity);
            let live = self.storage.ground.slots.note_peak();
            self.storage.ground.events.tell();
            self.guardrails.on_spawn(live, &self.storage.ground.events);
        }
        self.write_toggles(commands, entity, from.is_none());
        self.write_values(commands, entity);
        Ok(())
    }

    /// Sets and takes back the drafted toggles; there is room for them. Those of a spawn are no changes.
    fn write_toggles(&mut self, commands: &Commands, entity: Entity, is_born: bool) {
        let Some(location) = self.storage.ground.slots.locate(entity) else { return };
        let slot = self.layout().slot_of(entity);
        for &(toggle, on) in &commands.scratch.toggles {
            if is_born && on {
                self.storage.set_toggles(location, slot, toggle, 1);
            } else if on {
                // There is room.
                let _was = self.storage.set_toggle(location, slot, toggle, true);
            } else {
                self.storage.unset_toggle(location, slot, toggle);
            }
        }
    }

    /// Writes the drafted values, with the real handles where the pending ones are known.
    fn write_values(&mut self, commands: &mut Commands, entity: Entity) {
        let Commands { scratch, values, pending, .. } = commands;
        for &Drafted { component, value } in &scratch.draft {
            let Some(((start, has_entities), info)) = value.zip(self.registry.info(component))
            else {
                continue;
            };
            let bytes = &mut values[start as usize..][..info.size()];
            if has_entities {
                each_entity(info.shape(), 0, &mut |offset| {
                    let field = read_entity(bytes, offset);
                    if !pending.is_pending(field) {
                        return;
                    }
                    let real = pending.resolve(field);
                    if real.is_none() {
                        let offset = offset as u32;
                        let late = Unresolved { entity, component, offset, pending: field };
                        scratch.unresolved.push(late);
                    } else {
                        write_entity(bytes, offset, real);
                    }
                });
            }
            self.storage.write(entity, component, bytes);
        }
    }

    /// Puts real handles into the fields that were written before their entities were spawned.
    fn resolve_late(&mut self, commands: &mut Commands) {
        let Commands { scratch, pending, .. } = commands;
        for Unresolved { entity, component, offset, pending: handle } in
            scratch.unresolved.drain(..)
        {
            let Some(bytes) = self.storage.bytes_mut(entity, component) else { continue };
            if read_entity(bytes, offset as usize) == handle {
                write_entity(bytes, offset as usize, pending.resolve(handle));
            }
        }
    }

    /// Refuses every command of the chain that was not refused yet: for that reason, or because there is no such entity.
    fn refuse_all(&self, commands: &mut Commands, first: usize, error: Option<Error>) {
        let mut next = Some(first as u32);
        while let Some(at) = next.map(|at| at as usize) {
            let command = commands.queue[at];
            match error {
                _ if command.is_done => {}
                Some(_) if matches!(command.what, What::Despawn) => return,
                Some(error) => refuse(commands, at, error),
                None => self.refuse_stale(commands, at),
            }
            next = command.next;
        }
    }
}

/// How many members of a bundle are no toggles.
fn components_of(bundle: &BundleKind) -> u32 {
    bundle.members.iter().filter(|member| !member.kind.is_toggle).count() as u32
}

/// What the changes of an entity come to.
struct Tally {
    inserts: u32,
    removes: u32,
    /// The last command before a despawn.
    last: usize,
}

/// Notes why a command is not applied.
fn refuse(commands: &mut Commands, index: usize, error: Error) {
    let command = &mut commands.queue[index];
    command.is_done = true;
    let (kind, entity, origin) = (command.what.kind(), command.entity, command.origin);
    commands.refusals.push(Refusal { index: index as u32, kind, entity, origin, error });
}
