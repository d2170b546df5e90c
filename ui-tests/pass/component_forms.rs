#![deny(warnings, missing_docs)]
#![forbid(unsafe_code)]
//! x
use laige::{component, Component, Fields, Entity};
use std::marker::PhantomData;

/// A
#[component]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pos { /// x
 pub x: f32, /// y
 pub y: f32 }
#[component(id = "game.vel", size = 8, align = 4)]
struct Vel(f32, f32);
#[component] struct A;
#[component] struct B();
#[component] struct C {}
#[component] struct r#Move { r#type: u32, r#fn: u32 }
#[derive(Clone, Copy, Fields)] #[repr(u8)] enum Kind { Open = 3, Closed }
#[component(checked)] struct Door { open: bool, kind: Kind, more: [Kind; 2] }
#[component(checked)] #[repr(i16)] #[derive(Debug, PartialEq)] enum State { A = -4, B }
#[component] struct Wrap<T> { a: T, b: [T; 3], p: PhantomData<T> }
#[component] struct Bag<const N: usize> { count: u32, items: [Entity; N] }
#[component] struct Typed<T, U = f32> where T: Send, { id: u32, p: PhantomData<(T, U)> }
#[component(checked)] struct CW<T> { a: T, b: T }
#[component] struct Both { p: Pos, v: Vel, #[cfg(any())] q: String }
#[component] #[cfg_attr(all(), repr(C, align(16)))] struct Al(f32, f32, f32, f32);
#[component] struct Cut(#[cfg(any())] String, f32);
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable, Component)]

#[repr(C)]
#[laige(id = "hand")]
struct Hand(f32);
mod r#mod { #[laige::component] pub(crate) struct In(pub u8); }
fn main() {
    println!("{} {:?}", Pos::NAME, Pos::STABLE_ID);
    println!("{} {:?}", <Vel as Component>::NAME, Vel::STABLE_ID);
    println!("{} {} {} {}", A::NAME, B::IS_TAG, C::SIZE, r#Move::NAME);
    println!("{} {} {:?}", Door::NAME, State::NAME, State::SHAPE);
    println!("{:?} {:?}", Wrap::<u32>::STABLE_ID, Wrap::<Wrap<f32>>::STABLE_ID);
    println!("{:?} {:?}", Bag::<3>::STABLE_ID, Typed::<u8>::STABLE_ID);
    println!("{:?} {:?} {}", CW::<bool>::STABLE_ID, Both::SIZE, Al::ALIGN);
    println!("{} {} {}", Cut::SIZE, Hand::NAME, r#mod::In::NAME);
    println!("{:?}", laige::bytemuck::checked::try_from_bytes::<State>(&[0xfc, 0xff]));
    println!("{:?}", laige::bytemuck::checked::try_from_bytes::<Door>(&[1, 3, 4, 5]).is_ok());
    println!("{:?}", laige::bytemuck::checked::try_from_bytes::<Door>(&[1, 3, 4, 4]).is_ok());
    let _ = r#mod::In(3).0;
    let _ = (r#Move { r#type: 1, r#fn: 2 }.r#type, Kind::Open, State::A, State::B);
}
