//! Components: names, stable ids and sizes, in every form in which a component can be written.
//!
//! The stable ids were worked out apart from this code: FNV-1a-64 over the name, then over the 8 bytes of each type parameter's id and
//! the 16 bytes of each const parameter's value, big-endian.
//!
//! Cases M07, M11 (raw identifiers), M28 (unit and empty shapes) and M30 (combined `repr`), as far as they show at run time.

use std::marker::PhantomData;

use bytemuck::{Pod, Zeroable};
use laige::prelude::*;
use laige::{Fields, StableId};

use crate::scene;

/// Its name is its module path and the type's name.
#[component]
struct Pair<T> {
    first: T,
    second: T,
}

#[component(id = "game.grid")]
struct Grid<T, const N: usize> {
    cells: [T; N],
}

#[component]
struct Flag<const I: i8>;

#[component]
struct Switch<const ON: bool>;

#[component]
struct Letter<const C: char>;

#[derive(Clone, Copy, Pod, Zeroable, Component)]
#[repr(C)]
#[laige(id = "game.vel", size = 8, align = 4)]
struct ByHand {
    x: f32,
    y: f32,
}

mod r#mod {
    use laige::prelude::*;

    #[component]
    pub(super) struct r#Move {
        pub(super) r#type: u32,
    }
}

#[component]
#[repr(C, align(64))]
struct Line([u64; 8]);

#[component]
#[repr(transparent)]
struct Wrapped(u16);

#[component]
struct Empty {}

#[component]
struct NoFields();

#[component]
struct Of<T> {
    amount: u32,
    of: PhantomData<T>,
}

/// The mark comes first, and fields have no names.
#[component]
struct Marked<T, const N: usize>(PhantomData<T>, u16, u16);

#[component]
#[repr(C, align(16))]
struct AlignedTag;

#[component]
struct Largest([u8; 4_096]);

#[component(checked)]
#[repr(i16)]
#[derive(Debug, PartialEq)]
enum Mood {
    Calm = -3,
    Wild = 300,
}

fn id<T: Component>() -> u64 {
    T::STABLE_ID.to_u64()
}

#[test]
fn stable_id_is_the_hash_of_the_name() {
    assert_eq!(id::<scene::Pos>(), 0x6711_69FC_242E_5345);
    assert_eq!(id::<ByHand>(), 0x34A7_318D_E383_DB3E);
    assert_eq!(id::<r#mod::r#Move>(), 0x892D_44F5_30AB_DCA4);
    assert_eq!(StableId::of_name("").to_u64(), 0xCBF2_9CE4_8422_2325);
    assert_eq!(StableId::of_name("foobar").to_u64(), 0x8594_4171_F739_67E8);
    assert_eq!(StableId::from_u64(7).to_u64(), 7);
}

#[test]
fn type_parameters_enter_by_their_stable_ids() {
    assert_eq!(id::<Pair<u32>>(), 0xA74C_BB51_2749_BE3B);
    assert_eq!(id::<Pair<f32>>(), 0x2186_2963_DBA6_9DD9);
    assert_eq!(id::<Pair<Pair<u32>>>(), 0x2BFE_DFD7_3A9D_E7F3);
    assert_eq!(id::<Pair<[u16; 3]>>(), 0x54DD_810D_CEEC_E10E);
    assert_eq!(id::<Pair<Entity>>(), 0xCC81_D9E0_C963_973A);
}

#[test]
fn const_parameters_enter_by_value() {
    assert_eq!(id::<Grid<u8, 4>>(), 0xB284_A0E8_190A_3D5B);
    assert_eq!(id::<Grid<u8, 5>>(), 0xB284_9FE8_190A_3BA8);
    assert_eq!(id::<Flag<-1>>(), 0xB39B_CA86_8B2C_FC29);
    assert_eq!(id::<Switch<true>>(), 0x0FC0_3144_2E3D_B094);
    assert_eq!(id::<Switch<false>>(), 0x0FC0_3244_2E3D_B247);
    assert_eq!(id::<Letter<'z'>>(), 0x888E_8332_0CD9_9641);
}

#[test]
fn name_is_the_declared_one_or_module_path_and_type() {
    assert_eq!(scene::Pos::NAME, "promises::scene::Pos");
    assert_eq!(ByHand::NAME, "game.vel");
    assert_eq!(Grid::<u8, 4>::NAME, "game.grid");
    assert_eq!(r#mod::r#Move::NAME, "promises::components::mod::Move");
    assert_eq!((ByHand::SHAPE.named, scene::Pos::SHAPE.named), (true, false));
}

#[test]
fn size_and_alignment_are_those_of_the_type() {
    assert_eq!((scene::Pos::SIZE, scene::Pos::ALIGN, scene::Pos::IS_TAG), (8, 4, false));
    assert_eq!((ByHand::SIZE, ByHand::ALIGN), (8, 4));
    assert_eq!((Line::SIZE, Line::ALIGN), (64, 64));
    assert_eq!((Wrapped::SIZE, Wrapped::ALIGN), (2, 2));
    assert_eq!((Grid::<u16, 5>::SIZE, Grid::<u16, 5>::ALIGN), (10, 2));
    assert_eq!((Pair::<Entity>::SIZE, Of::<f32>::SIZE, Marked::<u64, 3>::SIZE), (8, 4, 4));
    assert_eq!((Largest::SIZE, Mood::SIZE, Mood::ALIGN), (4_096, 2, 2));
}

#[test]
fn struct_without_fields_is_a_tag() {
    let tags = [scene::Visible::IS_TAG, Empty::IS_TAG, NoFields::IS_TAG, Flag::<7>::IS_TAG];
    assert_eq!(tags, [true; 4]);
    assert_eq!((AlignedTag::IS_TAG, AlignedTag::SIZE, AlignedTag::ALIGN), (true, 0, 16));
    assert_eq!((ByHand::IS_TAG, Mood::IS_TAG), (false, false));
}

#[test]
fn every_form_lives_in_a_world() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(8))?;
    world.register_all::<(Pair<u32>, Pair<f32>, Grid<u8, 4>, Grid<u8, 5>, ByHand, r#mod::r#Move, Line)>()?;
    world.register_all::<(Wrapped, Empty, NoFields, Of<f32>, AlignedTag, Largest, Mood, Flag<1>, Flag<2>)>()?;
    let one = world.spawn((
        Pair { first: 1_u32, second: 2 },
        Grid { cells: [1_u8, 2, 3, 4] },
        Line([7; 8]),
        Mood::Wild,
    ))?;
    let two = world.spawn((
        Grid { cells: [9_u8; 5] },
        ByHand { x: 1.0, y: 2.0 },
        r#mod::r#Move { r#type: 3 },
        Wrapped(4),
        Empty {},
        NoFields(),
        Of::<f32> { amount: 5, of: PhantomData },
        AlignedTag,
        Largest([6; 4_096]),
        Flag::<2>,
    ))?;
    assert_eq!(world.get::<Pair<u32>>(one).map(|pair| (pair.first, pair.second)), Some((1, 2)));
    assert_eq!(
        world.get::<Line>(one).map(|line| (line.0, std::ptr::from_ref(line).addr() % 64)),
        Some(([7; 8], 0))
    );
    assert_eq!((world.get(one), world.has::<Pair<f32>>(one)), (Some(&Mood::Wild), false));
    assert!(world.has::<Grid<u8, 4>>(one) && !world.has::<Grid<u8, 5>>(one));
    assert_eq!(world.get::<Grid<u8, 5>>(two).map(|grid| grid.cells), Some([9; 5]));
    assert_eq!(world.get::<ByHand>(two).map(|vel| (vel.x, vel.y)), Some((1.0, 2.0)));
    assert_eq!(world.get::<r#mod::r#Move>(two).map(|m| m.r#type), Some(3));
    assert_eq!(
        (world.get::<Wrapped>(two).map(|w| w.0), world.get::<Of<f32>>(two).map(|of| of.amount)),
        (Some(4), Some(5))
    );
    assert!(world.has::<Empty>(two) && world.has::<NoFields>(two) && world.has::<AlignedTag>(two));
    assert!(world.has::<Flag<2>>(two) && !world.has::<Flag<1>>(two));
    assert_eq!(world.get::<Largest>(two).map(|large| large.0), Some([6; 4_096]));
    scene::audited(&world);
    Ok(())
}
