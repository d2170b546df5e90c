//! Shapes: what a component is made of, as data, and which bytes are a value of it.

use std::num::NonZeroU16;

use bytemuck::{Pod, Zeroable, checked};
use laige::prelude::*;
use laige::{Field, Fields, Kind, Shape};

#[component]
struct Inner {
    wide: u64,
    owner: Entity,
    parts: [i16; 2],
}

#[component(checked)]
struct Outer {
    inner: Inner,
    letters: [char; 2],
    kind: DoorKind,
    open: bool,
    count: NonZeroU16,
    rest: [u8; 4],
}

#[derive(Clone, Copy, Debug, PartialEq, Fields)]
#[repr(i8)]
enum DoorKind {
    Wood = -1,
    Iron = 5,
}

/// Plain, and unknown to laige.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Foreign([f32; 2]);

#[component]
struct WithForeign {
    #[laige(opaque)]
    foreign: Foreign,
    number: i32,
}

fn fields(shape: &Shape) -> &'static [Field] {
    match shape.kind {
        Kind::Struct { fields } => fields,
        other => panic!("{other:?} is no struct"),
    }
}

#[test]
fn shape_names_fields_in_order_with_offset_and_size() {
    let inner: Vec<_> =
        fields(&Inner::SHAPE).iter().map(|f| (f.name, f.offset, f.shape.size)).collect();
    assert_eq!(inner, [("wide", 0, 8), ("owner", 8, 4), ("parts", 12, 4)]);
    let outer: Vec<_> =
        fields(&Outer::SHAPE).iter().map(|f| (f.name, f.offset, f.shape.size)).collect();
    let expected = [
        ("inner", 0, 16),
        ("letters", 16, 8),
        ("kind", 24, 1),
        ("open", 25, 1),
        ("count", 26, 2),
        ("rest", 28, 4),
    ];
    assert_eq!(outer, expected);
    // Of `u64`, whose alignment is 4 on some targets.
    let Shape { size, align, natural_align, .. } = Outer::SHAPE;
    assert_eq!((size, align, natural_align), (32, align_of::<u64>(), 8));
    assert_eq!(fields(&crate::scene::Health::SHAPE)[0].name, "0");
}

#[test]
fn shape_tells_what_each_field_is() {
    let inner = fields(&Inner::SHAPE);
    assert!(matches!(inner[0].shape.kind, Kind::Unsigned));
    assert!(matches!(inner[1].shape.kind, Kind::Entity));
    let Kind::Array { element, len } = inner[2].shape.kind else { panic!("{:?}", inner[2]) };
    assert!(matches!(element.kind, Kind::Signed));
    assert_eq!((element.name, element.size, len), ("i16", 2, 2));

    let outer = fields(&Outer::SHAPE);
    assert_eq!(outer[0].shape.stable_id, Inner::STABLE_ID);
    let Kind::Array { element, len: 2 } = outer[1].shape.kind else { panic!("{:?}", outer[1]) };
    assert!(matches!(element.kind, Kind::Char));
    let Kind::Enum { repr, variants } = outer[2].shape.kind else { panic!("{:?}", outer[2]) };
    assert_eq!(repr.name, "i8");
    assert_eq!(
        variants.iter().map(|v| (v.name, v.value)).collect::<Vec<_>>(),
        [("Wood", -1), ("Iron", 5)]
    );
    assert!(matches!(outer[3].shape.kind, Kind::Bool));
    let Kind::NonZero { number } = outer[4].shape.kind else { panic!("{:?}", outer[4]) };
    assert_eq!(number.name, "u16");
}

#[test]
fn opaque_field_makes_a_component_not_portable() {
    let portable = [Inner::SHAPE, Outer::SHAPE, WithForeign::SHAPE].map(|shape| shape.portable);
    assert_eq!(portable, [true, true, false]);
    let fields = fields(&WithForeign::SHAPE);
    assert!(matches!(fields[0].shape.kind, Kind::Opaque) && !fields[0].shape.portable);
    assert_eq!((fields[0].shape.size, fields[1].offset, fields[1].shape.portable), (8, 8, true));
}

/// The bytes of a valid `Outer`, with some of them replaced.
fn bytes(change: impl Fn(&mut [u8])) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[16..20].copy_from_slice(&u32::from('ß').to_ne_bytes());
    bytes[24] = 5;
    bytes[25] = 1;
    bytes[26] = 1;
    change(&mut bytes);
    bytes
}

#[test]
fn only_bytes_of_a_valid_value_are_accepted() {
    assert!(Outer::SHAPE.accepts(&bytes(|_| {})));
    assert!(Outer::SHAPE.accepts(&bytes(|b| b[24] = 0xFF)), "-1 is Wood");
    let wrong: [fn(&mut [u8]); 6] = [
        |b| b[25] = 2,                                               // no bool
        |b| b[24] = 1,                                               // no variant
        |b| b[26..28].fill(0),                                       // zero
        |b| b[16..20].copy_from_slice(&0xD800_u32.to_ne_bytes()),    // a surrogate
        |b| b[20..24].copy_from_slice(&0x11_0000_u32.to_ne_bytes()), // beyond the last character
        |b| b[20..24].fill(0xFF),
    ];
    for (place, wrong) in wrong.iter().enumerate() {
        let bytes = bytes(wrong);
        assert!(!Outer::SHAPE.accepts(&bytes), "{place}");
        assert!(checked::try_from_bytes::<Outer>(&Aligned(bytes).0).is_err(), "{place}");
    }
    assert!(!Outer::SHAPE.accepts(&bytes(|_| {})[..31]), "too short");
    assert!(!Outer::SHAPE.accepts(&[0; 33]), "too long");
}

/// Bytes at a place that is aligned for `Outer`.
#[repr(align(8))]
struct Aligned([u8; 32]);

#[test]
fn valid_bytes_become_the_value() {
    let bytes = Aligned(bytes(|_| {}));
    let outer = checked::try_from_bytes::<Outer>(&bytes.0).expect("the bytes are valid");
    assert_eq!((outer.letters, outer.kind, outer.open), (['ß', '\0'], DoorKind::Iron, true));
    assert_eq!(
        (outer.count.get(), outer.rest, outer.inner.owner),
        (u16::from_ne_bytes([1, 0]), [0; 4], Entity::NONE)
    );
    assert_eq!((outer.inner.wide, outer.inner.parts), (0, [0, 0]));
}

#[test]
fn numbers_have_shapes_of_their_own() {
    assert_eq!((u128::SHAPE.size, u128::SHAPE.natural_align), (16, 16));
    assert_eq!((f32::SHAPE.name, f64::SHAPE.natural_align), ("f32", 8));
    assert!(matches!(f64::SHAPE.kind, Kind::Float) && matches!(i8::SHAPE.kind, Kind::Signed));
    assert_eq!(<[u16; 3]>::SHAPE.stable_id.to_u64(), 0x5947_E920_394C_3D38);
    assert_eq!(Entity::SHAPE.stable_id.to_u64(), 0x9077_790E_7168_7CFA);
    assert!(u8::SHAPE.accepts(&[255]) && !u8::SHAPE.accepts(&[]));
}
