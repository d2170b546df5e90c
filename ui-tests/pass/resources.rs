//! Resources of every form: state and transient, generic, checked, by hand, components as well.
#![deny(warnings)]
#![forbid(unsafe_code)]
#![allow(dead_code)]
use laige::prelude::*;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

#[resource]
struct Paused;

#[resource(size = 8, align = 4)]
#[derive(Debug, Clone, PartialEq)]
struct Score {
    points: u32,
    leader: Entity,
}

#[resource(checked)]
#[repr(u8)]
#[derive(Debug, PartialEq)]
enum Weather {
    Dry,
    Wet,
}

#[resource]
struct Range<T> {
    from: T,
    to: T,
}

#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable, Resource)]
#[laige(id = "game.gravity")]
#[repr(C)]
struct Gravity(f32);

#[component(toggle)]
#[derive(Resource)]
struct Stunned;

#[component(checked, id = "game.door")]
#[derive(Resource)]
struct Door<T> {
    open: bool,
    of: std::marker::PhantomData<T>,
}

#[resource(transient)]
#[derive(Debug, Default, Clone)]
struct Log {
    lines: Vec<String>,
    next: Option<Box<Self>>,
    title: &'static str,
}

#[resource(transient, id = "game.cache")]
enum Cache<K, V>
where
    K: Ord,
{
    Empty,
    Full(Mutex<HashMap<K, V>>),
}

#[derive(Resource)]
#[laige(transient)]
union Bits {
    number: u32,
    bytes: [u8; 4],
}

/// What every thread may reach though its parts do not say so.
#[resource(transient)]
struct Names(std::sync::mpsc::Sender<u8>, Arc<str>, fn(u8) -> u8, std::sync::atomic::AtomicPtr<u8>);

mod inner {
    #[laige::resource(transient)]
    #[deprecated]
    pub struct Old(pub Vec<u8>);
}

fn cached<K: Ord + Send + 'static, V: Send + 'static>(world: &World) -> bool {
    world.has_resource::<Cache<K, V>>()
}

fn main() {
    let mut world = World::new(Options::with_capacity(8)).unwrap();
    world.insert_resource(Paused);
    world.insert_resource(Score { points: 1, leader: Entity::NONE });
    world.insert_resource(Weather::Wet);
    world.insert_resource(Range { from: 1_u8, to: 2 });
    world.insert_resource(Gravity(9.81));
    world.insert_resource(Stunned);
    world.insert_resource(Door { open: true, of: std::marker::PhantomData::<u8> });
    let state = world.resources().filter(|view| view.bytes().is_some()).count();
    world.insert_resource(Log::default());
    world.insert_resource(Cache::<u8, Log>::Empty);
    world.insert_resource(Bits { number: 3 });
    let all = world.resources().count();
    assert_eq!((state, all, cached::<u8, Log>(&world)), (7, 10, true));
    assert_eq!((Gravity::NAME, <Door<u8> as Component>::NAME), ("game.gravity", "game.door"));
    assert_eq!(world.resource::<Weather>(), Some(&Weather::Wet));
}
