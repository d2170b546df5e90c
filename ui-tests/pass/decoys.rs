//! Expansions use nothing by its short name: a module with types and macros of the prelude's names means what it says.
//! Case M03.
#![allow(dead_code, non_camel_case_types, non_snake_case, unused_macros, clippy::all)]

mod game {
    pub struct Option<T>(T);
    pub struct Result<T>(T);
    pub struct Vec<T>(T);
    pub struct Box<T>(T);
    pub struct World;
    pub struct Entity;
    pub struct Term;
    pub struct Has;
    pub struct AnyOf;
    pub struct Or;
    pub struct Filter;
    pub struct Builder;
    pub struct Shape;
    pub struct Access;
    pub struct u8;
    pub struct u64;
    pub struct usize;
    pub struct i128;
    pub struct bool;
    pub struct str;
    pub trait Clone {}
    pub trait Copy {}
    pub trait Sized {}
    pub trait Send {}
    pub trait Sync {}
    pub trait Default {}
    pub trait Iterator {}
    pub trait Fn {}
    pub trait FnMut {}
    pub trait Component {}
    pub trait Resource {}
    pub struct State;
    pub struct Transient;
    pub trait Fields {}
    pub trait Bundle {}
    pub mod core {}
    pub mod std {}
    pub mod laige {}
    pub mod bytemuck {}
    pub fn drop() {}
    pub fn and() {}
    pub fn distinct() {}
    pub fn Some() {}
    pub fn None() {}
    pub fn Ok() {}
    pub fn Err() {}
    macro_rules! assert {
        () => {};
    }
    macro_rules! concat {
        () => {};
    }
    macro_rules! module_path {
        () => {};
    }
    macro_rules! compile_error {
        () => {};
    }

    #[::laige::component]
    pub struct Pos {
        pub x: f32,
    }

    #[::laige::component(checked)]
    #[repr(i8)]
    pub enum Team {
        Red,
        Blue,
    }

    #[::laige::component]
    pub struct Wrap<T, const N: u32>([T; 2]);

    #[::laige::resource(checked)]
    pub struct Rules {
        pub team: Team,
    }

    #[::laige::resource(transient)]
    pub struct Log(pub ::std::vec::Vec<::std::primitive::u8>);

    pub struct Params;
    pub struct Query;
    pub struct System;
    pub struct Body;

    #[::laige::system]
    pub fn count(all: ::laige::Query<&Pos>, rules: ::laige::Res<Rules>, _: ::laige::Tick) {
        let _ = (all.count(), &rules.team);
    }

    #[::laige::system(for_each, after(count))]
    pub fn visit(pos: &mut Pos, _: ::laige::Without<Team>, rng: &mut ::laige::Prng) {
        pos.x += rng.next_range(0, 2) as f32;
    }

    #[derive(::laige::Bundle)]
    pub struct Unit {
        pub pos: Pos,
        pub team: Team,
    }

    pub fn step(world: &mut ::laige::World) -> f32 {
        let (body, terms) = (1.0, 2.0);
        let mut sum = 0.0;
        ::laige::query!(world, |p: &mut Pos, t: ::std::option::Option<&Team>| {
            p.x += body;
            sum += terms + p.x + t.map_or(0.0, |_| 1.0);
        });
        ::laige::query!(world, |_: ::laige::AnyOf<(&Pos, &mut Team)>, t: ::laige::Has<Team>, _: ::laige::Or<(::laige::With<Pos>,)>| {
            sum += if *t { 10.0 } else { 0.0 };
        });
        sum
    }
}

fn main() {
    let mut world = laige::World::new(laige::Options::with_capacity(8)).expect("legal options");
    world.register_all::<(game::Pos, game::Team)>().expect("room for two");
    world.spawn(game::Unit { pos: game::Pos { x: 1.0 }, team: game::Team::Blue }).expect("room");
    assert_eq!(game::step(&mut world), 15.0);
}
