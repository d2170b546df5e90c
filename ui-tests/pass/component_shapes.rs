//! Structs of every form are components: named, tuple, unit, with raw names, with parts behind `cfg`, with each valid `repr`.
//! Cases M11, M14, M28, M30.
#![deny(warnings)]
use laige::prelude::*;

#[component]
#[derive(Debug, Clone, Copy, PartialEq)]
struct Pos {
    x: f32,
    y: f32,
}

#[component(id = "game.vel", size = 8, align = 4,)]
struct Vel(f32, f32);

#[component]
struct Unit;

#[component]
struct NoFields();

#[component]
struct Braces {}

#[component]
struct One(u64);

#[component]
#[allow(non_camel_case_types)]
struct r#Move {
    r#type: u32,
    r#fn: u32,
}

#[component]
struct Cut(#[cfg(any())] String, #[cfg(all())] u16, #[cfg_attr(all(), doc = "kept")] u16);

#[component]
#[repr(C, align(16))]
struct Wide([f32; 4]);

#[component]
#[repr(align(32), C)]
struct Wider {
    cells: [u8; 32],
}

#[component]
#[repr(C)]
#[repr(align(8))]
struct TwoReprs([u8; 8]);

#[component]
#[repr(transparent)]
struct Through {
    entity: Entity,
}

#[component]
#[cfg_attr(all(), repr(C))]
struct BehindCfg(u8, u8);

#[component]
#[cfg_attr(all(), derive(Debug, Clone, Copy, PartialEq))]
struct DerivedBehindCfg(i128);

#[component]
struct Nested {
    pos: Pos,
    pair: [Vel; 2],
    unit: Unit,
    both: [[u32; 2]; 2],
}

#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
struct Foreign(u32);

#[component]
struct WithForeign {
    #[laige(opaque)]
    foreign: Foreign,
}

#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable, Component)]
#[repr(C)]
#[laige(id = "game.by_hand")]
#[laige(size = 8,)]
struct ByHand {
    at: Pos,
}

#[component]
struct OfItself {
    cells: [u8; Self::LEN],
    of: std::marker::PhantomData<(Self, fn(Self) -> u8)>,
}

impl OfItself {
    const LEN: usize = 3;
}

fn local() -> (usize, usize) {
    #[component]
    struct Local(u8);

    #[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable, Component)]
    #[repr(C)]
    struct LocalByHand(u16);

    let _ = (Local(1).0, LocalByHand(1).0);
    (Local::SIZE, LocalByHand::SIZE)
}

mod r#mod {
    #[laige::component]
    pub(crate) struct r#Inner(pub(crate) u8);
}

fn main() {
    let path = module_path!();
    assert_eq!(Pos::NAME, format!("{path}::Pos"));
    assert_eq!(r#Move::NAME, format!("{path}::Move"));
    assert_eq!(r#mod::Inner::NAME, format!("{path}::mod::Inner"));
    assert_eq!((Vel::NAME, ByHand::NAME), ("game.vel", "game.by_hand"));
    assert!(Unit::IS_TAG && NoFields::IS_TAG && Braces::IS_TAG && !One::IS_TAG);
    assert_eq!((Pos::SIZE, Cut::SIZE, Nested::SIZE), (8, 4, 40));
    assert_eq!((Wide::ALIGN, Wider::ALIGN, TwoReprs::ALIGN), (16, 32, 8));
    assert_eq!((Through::SIZE, BehindCfg::SIZE, DerivedBehindCfg::ALIGN), (4, 2, 16));

    let shape = <r#Move as laige::Fields>::SHAPE;
    let laige::Kind::Struct { fields } = shape.kind else { panic!("a struct") };
    assert_eq!((fields[0].name, fields[1].name, fields[1].offset), ("type", "fn", 4));
    assert!(<Nested as laige::Fields>::SHAPE.portable);
    assert!(!<WithForeign as laige::Fields>::SHAPE.portable);

    assert_eq!((OfItself::SIZE, local()), (3, (1, 2)));

    let pos = Pos { x: 1.0, y: 2.0 };
    assert_eq!(pos.clone(), pos);
    assert_eq!(laige::bytemuck::bytes_of(&Through { entity: Entity::NONE }), [0; 4]);
    let _ = (Vel(0.0, 0.0), One(1), r#Move { r#type: 1, r#fn: 2 }, Cut(1, 2), Wide([0.0; 4]));
    let _ = (Wider { cells: [0; 32] }, TwoReprs([0; 8]), BehindCfg(0, 1), r#mod::Inner(3).0);
}
