//! Worlds to start from, in laige and in hecs, and what their rows come to.

use laige::{Bundle, Entity, Options, World, query};
use laige_peers::components::{
    Data, Flag, Matrix, Pos2, Pos3, Rare, Spin, Stunned, Vector, Vel2, Vel3,
};
use laige_peers::random::Random;

/// How many entities a workload has, unless it says otherwise.
pub(crate) const COUNT: usize = 10_000;

/// Four components of 100 bytes.
pub(crate) type Row100 = (Pos3, Vel3, Spin, Matrix);

/// Five components of 48 bytes.
pub(crate) type Row48 = (Pos3, Vel3, Spin, Pos2, Flag);

/// A world, and the handles of its entities in the order in which they are used.
pub(crate) struct Ours {
    pub(crate) world: World,
    pub(crate) handles: Vec<Entity>,
}

/// The same in hecs.
pub(crate) struct Theirs {
    pub(crate) world: hecs::World,
    pub(crate) handles: Vec<hecs::Entity>,
}

/// An empty world that knows the components of all workloads.
pub(crate) fn empty(capacity: usize) -> World {
    let mut world = World::new(Options::with_capacity(capacity as u32)).expect("a valid capacity");
    world.register_all::<(Pos2, Vel2, Pos3, Vel3, Spin, Matrix, Flag, Data, Rare)>().expect("room");
    world.register::<Stunned>().expect("room");
    world
}

impl Ours {
    /// Entities with those rows, in a world that has room for twice as many.
    pub(crate) fn of<B: Bundle>(count: usize, row: impl Fn(usize) -> B) -> Self {
        let mut world = empty(2 * count);
        let handles = world.spawn_batch((0..count).map(row)).expect("room for the rows").to_vec();
        Self { world, handles }
    }
}

impl Theirs {
    /// Entities with those rows.
    pub(crate) fn of<B: hecs::Bundle + 'static>(count: usize, row: impl Fn(usize) -> B) -> Self {
        let mut world = hecs::World::new();
        let handles = world.spawn_batch((0..count).map(row)).collect();
        Self { world, handles }
    }
}

/// A row of two components of 8 bytes.
pub(crate) fn moving(number: usize) -> (Pos2, Vel2) {
    (Pos2::of(number), Vel2::of(1))
}

/// A row of 100 bytes.
pub(crate) fn row100(number: usize) -> Row100 {
    let matrix = Matrix { cells: [number as f32; 16] };
    (Pos3::of(number), Vel3::of(1), Spin::of(number), matrix)
}

/// A row of 48 bytes.
pub(crate) fn row48(number: usize) -> Row48 {
    let flag = Flag { value: number as u32 };
    (Pos3::of(number), Vel3::of(1), Spin::of(number), Pos2::of(number), flag)
}

/// The handles in a random order, always the same.
pub(crate) fn shuffled<T>(mut handles: Vec<T>) -> Vec<T> {
    Random::new(1).shuffle(&mut handles);
    handles
}

/// What one column comes to, row order aside.
pub(crate) fn sum_ours<P: Vector>(world: &World) -> u64 {
    let mut sum = 0;
    query!(world, |place: &P| sum += place.bits());
    sum
}

/// What one column comes to, row order aside.
pub(crate) fn sum_theirs<P: Vector>(world: &mut hecs::World) -> u64 {
    world.query_mut::<&P>().into_iter().map(Vector::bits).sum()
}
