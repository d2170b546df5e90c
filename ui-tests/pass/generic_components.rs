//! A component with parameters is accepted where no instance can have padding; each instance has a stable id of its own.
//! Cases M01, M06.
use laige::prelude::*;
use laige::{Fields, StableId};
use std::marker::PhantomData;

#[component(id = "game.wrap")]
struct Wrap<T> {
    value: T,
}

#[component]
struct Several<T, U = f32>
where
    T: Send,
    U: Sync,
{
    a: T,
    b: [[T; 2]; 3],
    of: PhantomData<(T, U)>,
}

#[component]
struct Bounded<T: PartialEq + Copy>(T, T)
where
    T: Send;

#[component]
struct Marker<T>(PhantomData<T>)
where
    T: Send + Sync + 'static;

#[component]
struct Unit<T: PartialEq, const N: u8>
where
    [T; 2]: Sized, {
    of: PhantomData<T>,
}

#[component]
struct Nothing<const N: u8>
where
    [u8; 2]: Sized;

#[component]
struct Typed<Shape> {
    id: u32,
    kind: u16,
    _pad: u16,
    shape: PhantomData<Shape>,
}

/// Parameters by the names that the expansion could have chosen.
#[component]
#[allow(non_upper_case_globals)]
struct Names<Self_, Me, Bits, T, const N: usize, const shape: bool, const bits: u8> {
    a: PhantomData<(Self_, Me, Bits)>,
    b: [T; N],
}

#[component(id = "game.bag")]
struct Bag<const N: usize> {
    count: u32,
    items: [Entity; N],
    weights: [f32; N],
}

#[component(id = "game.bag")]
struct Signed<const N: i8>;

#[component]
struct Letters<const C: char, const B: bool>;

#[component]
#[repr(transparent)]
struct Through<T> {
    value: T,
    of: PhantomData<u8>,
}

#[component(checked)]
struct Checked<T>(T, [T; 2]);

fn id_of<T: Component>() -> u64 {
    T::STABLE_ID.to_u64()
}

/// Bounded by the public trait, as a user's generic code is.
fn wrapped<T: Component>(world: &World) -> usize {
    let mut count = 0;
    query!(world, |_: &T| count += 1);
    count
}

fn main() {
    // FNV-1a-64 of the name, then the parameter's id or value, big-endian: computed outside.
    assert_eq!(id_of::<Wrap<u32>>(), 0x0C1D_7C93_1845_3107);
    assert_eq!(id_of::<Bag<3>>(), 0xA2F4_4DDA_24F0_CBAE);
    assert_eq!(id_of::<Signed<-2>>(), 0xA9B3_6B31_D03D_9438);

    let ids = [
        id_of::<Wrap<f32>>(),
        id_of::<Wrap<Wrap<f32>>>(),
        id_of::<Wrap<[f32; 1]>>(),
        id_of::<Several<u8>>(),
        id_of::<Several<u8, u16>>(),
        id_of::<Marker<Entity>>(),
        id_of::<Unit<f32, 1>>(),
        id_of::<Nothing<1>>(),
        id_of::<Nothing<2>>(),
        id_of::<Letters<'a', true>>(),
        id_of::<Letters<'a', false>>(),
        id_of::<Letters<'b', true>>(),
        id_of::<Names<u8, u8, u8, u8, 1, true, 2>>(),
        id_of::<Checked<bool>>(),
        id_of::<Through<u32>>(),
    ];
    assert!(ids.iter().enumerate().all(|(i, id)| !ids[..i].contains(id)));
    assert_eq!(<Wrap<u32> as Fields>::SHAPE.stable_id, StableId::from_u64(0x0C1D_7C93_1845_3107));
    assert_eq!((Several::<u16>::SIZE, Bag::<4>::SIZE, Bag::<0>::SIZE), (14, 36, 4));
    assert_eq!((Bounded::<u64>::SIZE, Typed::<u8>::SIZE), (16, 8));

    let mut world = World::new(Options::with_capacity(16)).expect("legal options");
    world.register_all::<(Wrap<f32>, Checked<bool>, Bag<2>)>().expect("room for three");
    let bag = Bag { count: 1, items: [Entity::NONE; 2], weights: [0.0; 2] };
    world.spawn((Wrap { value: 1.0_f32 }, Checked(true, [false; 2]), bag)).expect("room");
    query!(&mut world, |w: &mut Wrap<f32>, b: &Bag<{ 1 + 1 }>, _: &Checked<bool>| w.value += b.weights[0]);
    assert_eq!((wrapped::<Wrap<f32>>(&world), wrapped::<Wrap<u8>>(&world)), (1, 0));
}
