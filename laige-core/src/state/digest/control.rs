//! Control: what decides how a world goes on besides what it holds, in sections that have one hash each. What a world only counts
//! is in none of them.

use super::{Node, Scratch, root, systems};
use crate::options::{ClearOrder, OnGenerationWrap, OnStaleDespawn, Options, SlotOrder};
use crate::slots::Slots;
use crate::{HandleLayout, World};

/// The dead slots that one hash is of.
const BLOCK: u32 = 1_024;
/// What stands for the slot after the last.
const NOWHERE: u32 = u32::MAX;

/// The hashes of the sections.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Control {
    options: u128,
    components: Option<u128>,
    births: Option<u128>,
    pub(super) slots: u128,
    frame: u128,
    systems: Option<u128>,
}

impl Control {
    /// What the sections are called, and their hashes.
    pub(super) fn sections(&self) -> [(&'static str, Option<u128>); 6] {
        let &Self { options, components, births, slots, frame, systems } = self;
        [
            ("options", Some(options)),
            ("registered components", components),
            ("births of archetypes", births),
            ("dead slots", Some(slots)),
            ("frame", Some(frame)),
            ("systems", systems),
        ]
    }

    pub(super) fn root(&self, scratch: &mut Scratch) -> u128 {
        root(*b"laige control 1\0", self.sections().map(|(_, hash)| hash), scratch)
    }
}

/// The control of a world. `slots` is the hash of the dead slots, where it is known.
pub(super) fn of(world: &World, slots: Option<u128>, scratch: &mut Scratch) -> Control {
    Control {
        options: options(world, Node::new(&mut scratch.node)),
        components: components(world, Node::new(&mut scratch.node)),
        births: births(world, Node::new(&mut scratch.node)),
        slots: slots.unwrap_or_else(|| dead(&world.storage.ground.slots, scratch)),
        frame: frame(world, Node::new(&mut scratch.node)),
        systems: systems::section(world, scratch),
    }
}

fn options(world: &World, mut node: Node<'_>) -> u128 {
    node.words(decisive(world.options(), world.layout()));
    node.finish()
}

/// The options that the future depends on, as numbers.
pub(crate) fn decisive(options: &Options, layout: HandleLayout) -> [u64; 14] {
    // Whoever adds an option decides here whether it changes what may happen.
    let &Options {
        capacity,
        seed,
        churn_per_frame_budget,
        deterministic,
        max_archetypes,
        max_components_per_entity,
        max_component_types,
        max_commands,
        max_command_bytes,
        slot_order,
        on_generation_wrap,
        on_stale_despawn,
        implicit_ids: _,
        // Decides over registrations alone, whose outcome is in the components.
        forbid_floats: _,
        // Decides over schedules, which are not in the world.
        order_by_registration: _,
        handles: _,
        clear_order,
    } = options;
    [
        capacity.into(),
        seed,
        churn_per_frame_budget.into(),
        deterministic.into(),
        max_archetypes.into(),
        max_components_per_entity.into(),
        max_component_types.into(),
        (slot_order == SlotOrder::Descending).into(),
        (on_generation_wrap == OnGenerationWrap::Wrap).into(),
        (on_stale_despawn == OnStaleDespawn::PanicInDebug).into(),
        layout.generation_bits().into(),
        (clear_order == ClearOrder::Reference).into(),
        max_commands.into(),
        max_command_bytes.into(),
    ]
}

/// The components in order of registration.
fn components(world: &World, mut node: Node<'_>) -> Option<u128> {
    let infos = world.registry.infos();
    node.words(infos.iter().map(|info| info.stable_id().to_u64()));
    (!infos.is_empty()).then(|| node.finish())
}

/// The signatures in order of birth, archetype 0 aside.
fn births(world: &World, mut node: Node<'_>) -> Option<u128> {
    let born = world.storage.archetypes().get(1..).unwrap_or_default();
    for archetype in born {
        node.word(archetype.signature.len() as u64);
        let infos = archetype.signature.iter().filter_map(|&id| world.registry.info(id));
        node.words(infos.map(|info| info.stable_id().to_u64()));
    }
    (!born.is_empty()).then(|| node.finish())
}

/// Which slots come next, and what is known of those that have lived.
pub(super) fn dead(slots: &Slots, scratch: &mut Scratch) -> u128 {
    let Scratch { images, node, .. } = scratch;
    let mut node = Node::new(node);
    node.word(slots.next_fresh_place().into());
    node.word(slots.released().map_or(0, |slot| u64::from(slot) + 1));
    let mut dead = slots.dead().peekable();
    while let Some(block) = dead.peek().map(|first| first.slot / BLOCK) {
        let mut entries = Node::new(images);
        while let Some(entry) = dead.next_if(|entry| entry.slot / BLOCK == block) {
            entries.half(entry.slot);
            entries.half(entry.generation);
            entries.half(entry.next.unwrap_or(NOWHERE));
        }
        node.word(block.into());
        node.hash(entries.finish());
    }
    node.finish()
}

fn frame(world: &World, mut node: Node<'_>) -> u128 {
    let (churn, warned) = world.guardrails.frame();
    node.word(churn);
    node.words(warned.map(u64::from));
    node.finish()
}
