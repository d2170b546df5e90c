//! The components of the oracle: every kind of size and alignment, each value made of one number and told by it again.
//! A value that is torn or of another row is found when it is read, for all its bytes follow from the number.

use laige::{Component, ComponentId, Entity, Fields, Result, World, component};

/// A component that is known by a number.
pub(crate) trait Part: Component + PartialEq {
    /// Its place in [`PARTS`].
    const INDEX: usize;

    /// The value of a number, of which it keeps what it has room for.
    fn of(number: u64) -> Self;

    /// The number that the value keeps.
    fn kept(&self) -> u64;

    /// The number, after a look at every byte.
    fn number(&self) -> u64 {
        let number = self.kept();
        assert!(*self == Self::of(number), "a value of `{}` is torn", Self::NAME);
        number
    }
}

/// What is done with a component type that is known by its place only.
pub(crate) struct PartInfo {
    pub(crate) name: &'static str,
    /// Whether it is a toggle, which is in no archetype.
    pub(crate) is_toggle: bool,
    /// What is kept of a number.
    pub(crate) keeps: fn(u64) -> u64,
    /// The value's bytes in memory.
    pub(crate) bytes: fn(u64) -> Vec<u8>,
    pub(crate) register: fn(&mut World) -> Result<ComponentId>,
    pub(crate) insert: fn(&mut World, Entity, u64) -> Result<()>,
    pub(crate) remove: fn(&mut World, Entity) -> Result<bool>,
    pub(crate) take: fn(&mut World, Entity) -> Result<Option<u64>>,
    pub(crate) has: fn(&World, Entity) -> bool,
    pub(crate) get: fn(&World, Entity) -> Option<u64>,
    /// Writes through `get_mut`; whether there was something to write.
    pub(crate) set: fn(&mut World, Entity, u64) -> bool,
}

impl PartInfo {
    const fn of<T: Part>() -> Self {
        Self {
            name: T::NAME,
            is_toggle: T::IS_TOGGLE,
            keeps: |number| T::of(number).kept(),
            bytes: |number| bytemuck::bytes_of(&T::of(number)).to_vec(),
            register: World::register::<T>,
            insert: |world, entity, number| world.insert(entity, T::of(number)),
            remove: World::remove::<T>,
            take: |world, entity| Ok(world.take::<T>(entity)?.map(|value| value.number())),
            has: World::has::<T>,
            get: |world, entity| world.get::<T>(entity).map(Part::number),
            set: |world, entity, number| {
                world.get_mut::<T>(entity).map(|value| *value = T::of(number)).is_some()
            },
        }
    }
}

/// Defines the table from the types in their order, each with how it is made of `$number` and how it tells it.
macro_rules! parts {
    ($($index:literal $type:ident: |$number:ident| $of:expr, |$value:ident| $kept:expr;)*) => {
        $( impl Part for $type {
            const INDEX: usize = $index;

            fn of($number: u64) -> Self {
                $of
            }

            fn kept(&self) -> u64 {
                let $value = self;
                $kept
            }
        } )*

        /// All component types; the last one is never registered.
        pub(crate) static PARTS: &[PartInfo] = &[ $( PartInfo::of::<$type>(), )* ];
    };
}

parts! {
    0 Asleep: |_number| Self, |_value| 0;
    1 Marked: |_number| Self, |_value| 0;
    2 Level: |number| Self(number as u8), |value| value.0.into();
    3 Colour: |number| Self { rgb: spread(number & 0xFF) }, |value| value.rgb[0].into();
    4 Ticks: |number| Self { low: number as u16, high: !(number as u16) }, |value| value.low.into();
    5 Health: |number| Self { hp: number as i32, max: (number >> 32) as i32 },
        |value| u64::from(value.hp.cast_unsigned()) | u64::from(value.max.cast_unsigned()) << 32;
    6 Clock: |number| Self { nanos: number }, |value| value.nanos;
    7 Wide: |number| Self { both: u128::from(number) << 64 | u128::from(!number) },
        |value| (value.both >> 64) as u64;
    8 Quad: |number| Self { lanes: spread(number) }, |value| value.lanes[0];
    9 Line: |number| Self { lanes: spread(number) }, |value| value.lanes[0];
    10 Record: |number| Self { words: spread(number & 0xFFFF_FFFF) }, |value| value.words[0].into();
    11 Page: |number| Self { words: spread(number) }, |value| value.words[0];
    12 Door: |number| Self::numbered(number), |value| u64::from(value.steps.get()) - 1;
    13 Follows: |number| Self { target: Entity::from_bits(number as u32), steps: (number >> 32) as u32 },
        |value| u64::from(value.target.to_bits()) | u64::from(value.steps) << 32;
    14 Stunned: |_number| Self, |_value| 0;
    15 Hidden: |_number| Self, |_value| 0;
    16 Ghost: |number| Self(number as u32), |value| value.0.into();
}

/// The first element is the number, the others follow from it and from their place.
fn spread<T: TryFrom<u64>, const N: usize>(number: u64) -> [T; N] {
    let mask = u64::MAX >> (64 - 8 * size_of::<T>());
    let step = |place: usize| (place as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    std::array::from_fn(|place| {
        let element = T::try_from(number.wrapping_add(step(place)) & mask);
        element.unwrap_or_else(|_| unreachable!("it was masked"))
    })
}

#[component]
#[derive(PartialEq)]
pub(crate) struct Asleep;

#[component]
#[repr(C, align(64))]
#[derive(PartialEq)]
pub(crate) struct Marked;

#[component]
#[derive(PartialEq)]
pub(crate) struct Level(u8);

#[component]
#[derive(PartialEq)]
pub(crate) struct Colour {
    rgb: [u8; 3],
}

#[component]
#[derive(PartialEq)]
pub(crate) struct Ticks {
    low: u16,
    high: u16,
}

#[component]
#[derive(PartialEq)]
pub(crate) struct Health {
    hp: i32,
    max: i32,
}

#[component]
#[derive(PartialEq)]
pub(crate) struct Clock {
    nanos: u64,
}

#[component]
#[derive(PartialEq)]
pub(crate) struct Wide {
    both: u128,
}

#[component]
#[repr(C, align(32))]
#[derive(PartialEq)]
pub(crate) struct Quad {
    lanes: [u64; 4],
}

#[component]
#[repr(C, align(64))]
#[derive(PartialEq)]
pub(crate) struct Line {
    lanes: [u64; 8],
}

#[component]
#[derive(PartialEq)]
pub(crate) struct Record {
    words: [u32; 25],
}

#[component]
#[derive(PartialEq)]
pub(crate) struct Page {
    words: [u64; 512],
}

#[component(checked)]
#[derive(PartialEq)]
pub(crate) struct Door {
    steps: std::num::NonZeroU32,
    open: bool,
    kind: DoorKind,
    mark: [u8; 2],
}

#[derive(Clone, Copy, PartialEq, Fields)]
#[repr(u8)]
enum DoorKind {
    Wood = 3,
    Iron = 7,
    Gate = 200,
}

impl Door {
    fn numbered(number: u64) -> Self {
        let number = number % 0xFFFF_FFFF;
        let kinds = [DoorKind::Wood, DoorKind::Iron, DoorKind::Gate];
        Self {
            steps: std::num::NonZeroU32::new(number as u32 + 1)
                .expect("one more than a number below the most"),
            open: number & 1 != 0,
            kind: kinds[number as usize % 3],
            mark: [number as u8, (number >> 8) as u8],
        }
    }
}

#[component]
#[derive(PartialEq)]
pub(crate) struct Follows {
    target: Entity,
    steps: u32,
}

#[component(toggle)]
#[derive(PartialEq)]
pub(crate) struct Stunned;

#[component(toggle)]
#[derive(PartialEq)]
pub(crate) struct Hidden;

#[component]
#[derive(PartialEq)]
pub(crate) struct Ghost(u32);

/// The toggles, each with how it is set or taken back.
pub(crate) const TOGGLES: [(usize, SetToggle); 2] =
    [(Stunned::INDEX, World::set_toggle::<Stunned>), (Hidden::INDEX, World::set_toggle::<Hidden>)];

type SetToggle = fn(&mut World, Entity, bool) -> Result<bool>;

/// Those of the components that are in archetypes.
pub(crate) fn without_toggles(parts: &[usize]) -> Vec<usize> {
    parts.iter().copied().filter(|&part| !PARTS[part].is_toggle).collect()
}
