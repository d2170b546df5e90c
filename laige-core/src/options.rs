//! Options: what a world is told when it is made, and cannot be told later.
//! Limits that no option moves are constants in `limits`.

use core::ops::RangeInclusive;

use crate::limits::{
    DEFAULT_CHURN_PER_FRAME, DEFAULT_MAX_ARCHETYPES, DEFAULT_MAX_COMMAND_BYTES,
    DEFAULT_MAX_COMMANDS, DEFAULT_MAX_COMPONENT_TYPES, DEFAULT_MAX_COMPONENTS_PER_ENTITY,
    MAX_ARCHETYPES, MAX_CAPACITY, MAX_COMPONENT_TYPES, MAX_COMPONENTS_PER_ENTITY,
    MAX_REFERENCE_CAPACITY,
};
use crate::{Error, HandleLayout, Result};

/// What a world is made with. Start with [`with_capacity`](Self::with_capacity); every other option has a default.
///
/// There is no `Default`: how many entities a world is for is a decision.
///
/// ```
/// use laige_core::{OnGenerationWrap, Options};
///
/// const ARENA: Options = Options::with_capacity(2_000).seed(42).max_archetypes(512);
/// // Known answers of the reference engine, except that slots are retired.
/// const CHECK: Options = Options::reference(8).on_generation_wrap(OnGenerationWrap::Retire);
/// # let _ = (ARENA, CHECK);
/// ```
///
/// # Errors
///
/// Setting an option never fails: `World::new` says which one is out of range.
#[derive(Debug, Clone)]
#[must_use = "options do nothing until they are given to `World::new`"]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Options {
    pub(crate) capacity: u32,
    pub(crate) seed: u64,
    pub(crate) churn_per_frame_budget: u32,
    pub(crate) deterministic: bool,
    pub(crate) max_archetypes: u32,
    pub(crate) max_components_per_entity: u32,
    pub(crate) max_component_types: u32,
    pub(crate) max_commands: u32,
    pub(crate) max_command_bytes: u32,
    pub(crate) slot_order: SlotOrder,
    pub(crate) on_generation_wrap: OnGenerationWrap,
    pub(crate) on_stale_despawn: OnStaleDespawn,
    pub(crate) implicit_ids: bool,
    pub(crate) forbid_floats: bool,
    pub(crate) order_by_registration: bool,
    pub(crate) handles: Handles,
    pub(crate) clear_order: ClearOrder,
}

/// Which slots a fresh world gives out first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SlotOrder {
    /// The first entity is slot 0, the next slot 1, ..: the default.
    Ascending,
    /// The first entity is the highest slot, as in the reference engine.
    Descending,
}

impl SlotOrder {
    /// The slot at that place of the order in a world of that capacity, or the place of that slot.
    #[inline]
    pub(crate) const fn at_place(self, place: u32, capacity: u32) -> u32 {
        match self {
            Self::Ascending => place,
            Self::Descending => capacity - 1 - place,
        }
    }
}

/// What becomes of a slot whose next generation would not fit the handle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OnGenerationWrap {
    /// It is taken out of use, counted, and missing from the capacity: no handle ever comes again. The default.
    Retire,
    /// It starts again at generation 1: a very old handle may be valid again. As in the reference engine.
    Wrap,
}

/// What `World::despawn` does with the handle of an entity that is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OnStaleDespawn {
    /// It returns an error, in every build: the default.
    Error,
    /// It panics in builds with debug assertions and returns an error in others, as in the reference engine.
    PanicInDebug,
}

/// How the bits of handles are divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Handles {
    /// As many slot bits as the capacity needs.
    Fitted,
    /// 16 bits each.
    Reference,
}

/// How `World::clear` leaves the free list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClearOrder {
    /// As in a fresh world, retired slots left out.
    Fresh,
    /// Live slots pushed in ascending order onto what was free before.
    Reference,
}

impl Options {
    /// Options for a world of at most `capacity` entities at a time.
    ///
    /// Unit: entities. Range: 0 to 16,777,216 ([`MAX_CAPACITY`]). The table of slots is allocated when the world is
    /// made; rows of components are not. Handles get as many slot bits as the capacity needs, the rest are for
    /// generations, so a smaller capacity gives slots longer lives.
    pub const fn with_capacity(capacity: u32) -> Self {
        Self {
            capacity,
            seed: 0,
            churn_per_frame_budget: DEFAULT_CHURN_PER_FRAME,
            deterministic: true,
            max_archetypes: DEFAULT_MAX_ARCHETYPES,
            max_components_per_entity: DEFAULT_MAX_COMPONENTS_PER_ENTITY,
            max_component_types: DEFAULT_MAX_COMPONENT_TYPES,
            max_commands: DEFAULT_MAX_COMMANDS,
            max_command_bytes: DEFAULT_MAX_COMMAND_BYTES,
            slot_order: SlotOrder::Ascending,
            on_generation_wrap: OnGenerationWrap::Retire,
            on_stale_despawn: OnStaleDespawn::Error,
            implicit_ids: false,
            forbid_floats: false,
            order_by_registration: false,
            handles: Handles::Fitted,
            clear_order: ClearOrder::Fresh,
        }
    }

    /// The options of the C++ reference engine: with them a world reproduces its handles and hashes.
    ///
    /// Slots are given out from the highest down, handles have 16 bits of slot and 16 of generation, generations
    /// wrap, `World::clear` pushes the live slots in ascending order, and a stale despawn panics in debug builds.
    /// Everything else is as in [`with_capacity`](Self::with_capacity), and each option can still be changed.
    ///
    /// Unit: entities. Range: 0 to 65,536 ([`MAX_REFERENCE_CAPACITY`]).
    pub const fn reference(capacity: u32) -> Self {
        let mut options = Self::with_capacity(capacity);
        options.slot_order = SlotOrder::Descending;
        options.on_generation_wrap = OnGenerationWrap::Wrap;
        options.on_stale_despawn = OnStaleDespawn::PanicInDebug;
        options.handles = Handles::Reference;
        options.clear_order = ClearOrder::Reference;
        options
    }

    /// The seed of the world's random streams. Any value; default 0.
    pub const fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// How many components may be inserted and removed in one frame before the world warns (`ecs/churn_per_frame`).
    ///
    /// Unit: components per frame, where a frame lasts from one `World::begin_frame` to the next. Any value;
    /// 0 never warns; default 256. Nothing is refused above it.
    pub const fn churn_per_frame_budget(mut self, components: u32) -> Self {
        self.churn_per_frame_budget = components;
        self
    }

    /// Whether every system gets a random stream of its own, made from the seed and the system's number. Default true.
    pub const fn deterministic(mut self, deterministic: bool) -> Self {
        self.deterministic = deterministic;
        self
    }

    /// How many archetypes (distinct sets of components) the world may have.
    ///
    /// Unit: archetypes; the one of entities without components is not counted. Range: 1 to 65,535
    /// ([`MAX_ARCHETYPES`]); default 256.
    pub const fn max_archetypes(mut self, archetypes: u32) -> Self {
        self.max_archetypes = archetypes;
        self
    }

    /// How many components one entity may carry.
    ///
    /// Unit: components, tags included. Range: 1 to 256 ([`MAX_COMPONENTS_PER_ENTITY`]); default 32.
    pub const fn max_components_per_entity(mut self, components: u32) -> Self {
        self.max_components_per_entity = components;
        self
    }

    /// How many component types may be registered.
    ///
    /// Unit: types. Range: 1 to 1,024 ([`MAX_COMPONENT_TYPES`]); default 256.
    pub const fn max_component_types(mut self, types: u32) -> Self {
        self.max_component_types = types;
        self
    }

    /// Which slots a fresh world gives out first. Default [`SlotOrder::Ascending`]. Freed slots are always reused
    /// last in, first out.
    pub const fn slot_order(mut self, order: SlotOrder) -> Self {
        self.slot_order = order;
        self
    }

    /// How many commands one buffer has room for. Any number; default 65,536.
    pub const fn max_commands(mut self, max: u32) -> Self {
        self.max_commands = max;
        self
    }

    /// How many bytes of components the commands of one buffer may carry. Any number; default 16 MiB.
    pub const fn max_command_bytes(mut self, max: u32) -> Self {
        self.max_command_bytes = max;
        self
    }

    /// What becomes of a slot whose next generation would not fit the handle. Default [`OnGenerationWrap::Retire`].
    pub const fn on_generation_wrap(mut self, policy: OnGenerationWrap) -> Self {
        self.on_generation_wrap = policy;
        self
    }

    /// What `World::despawn` does with a stale handle. Default [`OnStaleDespawn::Error`].
    pub const fn on_stale_despawn(mut self, policy: OnStaleDespawn) -> Self {
        self.on_stale_despawn = policy;
        self
    }

    /// Whether components named only by module path and type name may be saved. Default false.
    ///
    /// Such a name changes when code moves, and saves made before then no longer load; `#[component(id = "..")]`
    /// declares one that stays.
    pub const fn implicit_ids(mut self, allowed: bool) -> Self {
        self.implicit_ids = allowed;
        self
    }

    /// Whether components that have floats are refused when they are registered, and resources that are state and have some when a schedule is made.
    /// Default false.
    ///
    /// Integers and fixed point are the same on every machine, floats only as far as the arithmetic is. All fields are looked at, those of
    /// arrays and structs in them too; what is in a field that is `#[laige(opaque)]` is not known.
    pub const fn forbid_floats(mut self, forbidden: bool) -> Self {
        self.forbid_floats = forbidden;
        self
    }

    /// Whether systems that touch the same, and of which nothing says which comes first, run in the order in which they were added. Default
    /// false: `World::schedule` refuses them. In the reference engine it is so.
    pub const fn order_by_registration(mut self, accepted: bool) -> Self {
        self.order_by_registration = accepted;
        self
    }

    /// Checks every option and gives the layout of the world's handles.
    ///
    /// # Errors
    ///
    /// [`Error::CapacityTooLarge`], then [`Error::OptionOutOfRange`] for the first option outside its range.
    pub(crate) fn validate(&self) -> Result<HandleLayout> {
        let layout = self.layout()?;
        for (option, value) in [
            ("max_archetypes", self.max_archetypes),
            ("max_components_per_entity", self.max_components_per_entity),
            ("max_component_types", self.max_component_types),
        ] {
            if !range_of(option).is_some_and(|range| range.contains(&value)) {
                return Err(Error::OptionOutOfRange { option, value });
            }
        }
        Ok(layout)
    }

    /// The method that sets the first option, of those that the future depends on, that the two have otherwise.
    pub(crate) fn first_difference(&self, other: &Self) -> Option<&'static str> {
        // Every field is named, so that a new one is not forgotten.
        let Self {
            capacity,
            seed,
            churn_per_frame_budget,
            deterministic,
            max_archetypes,
            max_components_per_entity,
            max_component_types,
            slot_order,
            on_generation_wrap,
            on_stale_despawn,
            implicit_ids: _,
            handles,
            clear_order,
            max_commands,
            max_command_bytes,
            forbid_floats: _,
            order_by_registration: _,
        } = self;
        [
            ("with_capacity", *capacity == other.capacity),
            ("reference", *handles == other.handles && *clear_order == other.clear_order),
            ("seed", *seed == other.seed),
            ("churn_per_frame_budget", *churn_per_frame_budget == other.churn_per_frame_budget),
            ("deterministic", *deterministic == other.deterministic),
            ("max_archetypes", *max_archetypes == other.max_archetypes),
            (
                "max_components_per_entity",
                *max_components_per_entity == other.max_components_per_entity,
            ),
            ("max_component_types", *max_component_types == other.max_component_types),
            ("slot_order", *slot_order == other.slot_order),
            ("on_generation_wrap", *on_generation_wrap == other.on_generation_wrap),
            ("on_stale_despawn", *on_stale_despawn == other.on_stale_despawn),
            ("max_commands", *max_commands == other.max_commands),
            ("max_command_bytes", *max_command_bytes == other.max_command_bytes),
        ]
        .into_iter()
        .find_map(|(option, same)| (!same).then_some(option))
    }

    /// The layout of the handles.
    pub(crate) fn layout(&self) -> Result<HandleLayout> {
        let capacity = self.capacity;
        match self.handles {
            Handles::Reference if capacity <= MAX_REFERENCE_CAPACITY => Ok(HandleLayout::REFERENCE),
            Handles::Reference => {
                Err(Error::CapacityTooLarge { capacity, max: MAX_REFERENCE_CAPACITY })
            }
            Handles::Fitted => HandleLayout::for_capacity(capacity)
                .ok_or(Error::CapacityTooLarge { capacity, max: MAX_CAPACITY }),
        }
    }
}

/// The values that the option of that name may have, where not all are allowed.
pub(crate) fn range_of(option: &str) -> Option<RangeInclusive<u32>> {
    match option {
        "with_capacity" => Some(0..=MAX_CAPACITY),
        "max_archetypes" => Some(1..=MAX_ARCHETYPES),
        "max_components_per_entity" => Some(1..=MAX_COMPONENTS_PER_ENTITY),
        "max_component_types" => Some(1..=MAX_COMPONENT_TYPES),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capacity_is_limited_by_the_handles() {
        for capacity in [0, 1, MAX_CAPACITY] {
            assert!(Options::with_capacity(capacity).validate().is_ok());
        }
        let capacity = MAX_CAPACITY + 1;
        let error = Error::CapacityTooLarge { capacity, max: MAX_CAPACITY };
        assert_eq!(Options::with_capacity(capacity).validate(), Err(error));

        assert_eq!(Options::reference(0).validate(), Ok(HandleLayout::REFERENCE));
        assert_eq!(Options::reference(65_536).validate(), Ok(HandleLayout::REFERENCE));
        let error = Error::CapacityTooLarge { capacity: 65_537, max: MAX_REFERENCE_CAPACITY };
        assert_eq!(Options::reference(65_537).validate(), Err(error));
    }

    #[test]
    fn options_outside_their_range_are_named() {
        let base = || Options::with_capacity(8);
        let wrong = [
            (base().max_archetypes(0), "max_archetypes", 0),
            (base().max_archetypes(65_536), "max_archetypes", 65_536),
            (base().max_components_per_entity(0), "max_components_per_entity", 0),
            (base().max_components_per_entity(257), "max_components_per_entity", 257),
            (base().max_component_types(0), "max_component_types", 0),
            (base().max_component_types(1_025), "max_component_types", 1_025),
        ];
        for (options, option, value) in wrong {
            assert_eq!(options.validate(), Err(Error::OptionOutOfRange { option, value }));
        }
        let most =
            base().max_archetypes(65_535).max_components_per_entity(256).max_component_types(1_024);
        assert!(most.validate().is_ok());
    }

    #[test]
    fn defaults_are_the_documented_ones() {
        let o = Options::with_capacity(8);
        assert_eq!((o.seed, o.churn_per_frame_budget, o.deterministic), (0, 256, true));
        assert_eq!(
            (o.max_archetypes, o.max_components_per_entity, o.max_component_types),
            (256, 32, 256)
        );
        assert_eq!(
            (o.slot_order, o.on_generation_wrap),
            (SlotOrder::Ascending, OnGenerationWrap::Retire)
        );
        assert_eq!((o.on_stale_despawn, o.implicit_ids), (OnStaleDespawn::Error, false));
        assert!(!o.forbid_floats && !o.order_by_registration);
        assert_eq!((o.handles, o.clear_order), (Handles::Fitted, ClearOrder::Fresh));
    }
}
