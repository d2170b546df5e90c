//! After a mistake the component still exists: what uses it is no further mistake.
use laige::prelude::*;
use laige::{Bundle, Fields};

#[derive(Clone, Copy, Fields)]
enum Kind {
    Wood,
}

#[component(checked)]
struct Door {
    kind: Kind,
}

#[component]
struct Name(String);

#[derive(Bundle)]
enum House {
    Small(Door, Name),
}

fn build(world: &mut World, house: House) -> laige::Result<Option<Name>> {
    world.register_all::<(Door, Name)>()?;
    let e = world.spawn(house)?;
    world.insert(e, (Door { kind: Kind::Wood }, Name(String::new())))?;
    query!(world, |door: &mut Door, name: Option<&Name>, _: Without<Name>| {
        door.kind = Kind::Wood;
        let _ = name.map(|name| name.0.len());
    });
    let doors = world.query::<&Door>().count();
    world.take::<Name>(e).map(|name| name.filter(|_| doors == 1))
}

fn main() {}
