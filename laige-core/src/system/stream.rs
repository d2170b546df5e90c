//! Random streams as plain data, to be fields of resources and components: streams that are shared by systems, or that each entity has. The stream
//! that is a system's own is a parameter, `&mut Prng`.
#![expect(unsafe_code, reason = "says that three numbers are plain data")]

use bytemuck::{Pod, Zeroable};

use crate::{Field, Fields, Kind, Prng, Shape, StableId};

/// A random stream that can be a field of a resource or component, and so is state.
///
/// Streams that have names are the fields of one resource:
///
/// ```
/// use laige_core::{Prng, Stream};
///
/// // with `#[resource]`
/// struct Streams { loot: Stream, weather: Stream }
///
/// let seed = 42; // World::seed
/// let mut streams =
///     Streams { loot: Stream::named(seed, "loot"), weather: Stream::named(seed, "weather") };
/// let roll = streams.loot.draw(|rng| rng.next_range(1, 7));
/// assert_eq!(roll, Prng::named(42, "loot").next_range(1, 7));
/// assert_ne!(streams.loot, streams.weather);
/// ```
///
/// Being plain data it is `Copy`: whoever copies it has the same numbers twice. All zeros are the stream of seed 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Stream {
    seed: u64,
    /// Both zero before the first draw, or as [`Prng::state`].
    state: [u64; 2],
}

// SAFETY: three numbers of 8 bytes, without padding, of which any bits are one.
unsafe impl Zeroable for Stream {}
// SAFETY: as above.
unsafe impl Pod for Stream {}

// SAFETY: the shape is that of the fields above, in their order, at their offsets.
unsafe impl Fields for Stream {
    type Me = Self;
    const SHAPE: Shape = Shape {
        name: "laige.stream",
        path: "laige::Stream",
        named: true,
        stable_id: StableId::of_name("laige.stream"),
        size: size_of::<Self>(),
        align: align_of::<Self>(),
        natural_align: size_of::<u64>(),
        portable: true,
        kind: Kind::Struct {
            fields: &[
                Field { name: "seed", offset: 0, shape: &u64::SHAPE },
                Field { name: "state", offset: size_of::<u64>(), shape: &<[u64; 2]>::SHAPE },
            ],
        },
    };
}

impl Stream {
    /// The stream of a seed: [`Prng::new`].
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { seed, state: [0; 2] }
    }

    /// The stream of a seed that has this name: [`Prng::named`].
    #[must_use]
    pub const fn named(seed: u64, name: &str) -> Self {
        Self::of(&Prng::named(seed, name))
    }

    /// The stream as it is now.
    #[must_use]
    pub const fn of(prng: &Prng) -> Self {
        Self { seed: prng.seed(), state: prng.state() }
    }

    /// The stream as it is now, to draw from without effect on this one.
    #[must_use]
    pub const fn prng(&self) -> Prng {
        match Prng::from_state(self.seed, self.state) {
            Some(prng) => prng,
            None => Prng::new(self.seed),
        }
    }

    /// Draws from the stream.
    pub fn draw<T>(&mut self, draw: impl FnOnce(&mut Prng) -> T) -> T {
        let mut prng = self.prng();
        let drawn = draw(&mut prng);
        *self = Self::of(&prng);
        drawn
    }
}
