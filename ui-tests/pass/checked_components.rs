//! A `checked` component holds `bool`, `char`, enums and numbers that are not zero; bytes from outside are checked.
use laige::bytemuck::checked::try_from_bytes;
use laige::prelude::*;
use laige::Fields;
use std::num::NonZero;

#[derive(Clone, Copy, Debug, PartialEq, Fields)]
#[repr(u8)]
enum Kind {
    Wood = 3,
    Iron,
    r#Gold = 200,
}

#[component(checked, id = "game.door")]
#[derive(Debug, PartialEq)]
struct Door {
    open: bool,
    kind: Kind,
    more: [Kind; 2],
    letter: char,
    key: NonZero<u32>,
    at: Pos,
}

#[component]
#[derive(Debug, PartialEq)]
struct Pos {
    x: f32,
}

#[component(checked)]
#[derive(Debug, PartialEq)]
#[repr(i16)]
enum State {
    Idle = -4,
    Walking,
}

#[derive(Clone, Copy, bytemuck::NoUninit, bytemuck::CheckedBitPattern, Component)]
#[repr(C)]
#[laige(checked)]
struct ByHand {
    open: bool,
}

#[derive(Clone, Copy, Fields)]
#[repr(C)]
#[laige(checked)]
struct Latch {
    shut: bool,
    kind: Kind,
}

#[component(checked)]
struct Gate {
    latch: Latch,
}

fn main() {
    let door = Door {
        open: true,
        kind: Kind::Iron,
        more: [Kind::Wood, Kind::Gold],
        letter: 'é',
        key: NonZero::new(7).expect("not zero"),
        at: Pos { x: 1.5 },
    };
    let bytes = laige::bytemuck::bytes_of(&door);
    assert_eq!(try_from_bytes::<Door>(bytes), Ok(&door));
    for (place, wrong) in [(0, 2), (1, 5), (2, 0), (3, 199), (7, 1), (8, 0)] {
        let mut bytes = bytes.to_vec();
        bytes[place] = wrong;
        let aligned = laige::bytemuck::pod_collect_to_vec::<u8, u32>(&bytes);
        let result = try_from_bytes::<Door>(laige::bytemuck::cast_slice(&aligned)).is_err();
        assert!(result, "byte {place} as {wrong}");
    }
    assert_eq!(try_from_bytes::<State>(laige::bytemuck::bytes_of(&-3_i16)), Ok(&State::Walking));
    assert!(try_from_bytes::<State>(laige::bytemuck::bytes_of(&0_i16)).is_err());
    assert_eq!(State::SIZE, 2);
    let _ = (ByHand { open: true }, Gate { latch: Latch { shut: true, kind: Kind::Wood } }, State::Idle);
}
