//! Structs of components and bundles are bundles, of every form and with parameters.
use laige::prelude::*;
use laige::Bundle;

#[component]
#[derive(Debug, PartialEq)]
struct Pos(f32);

#[component]
#[derive(Debug, PartialEq)]
struct Vel(f32);

#[component]
struct Tag;

#[derive(Bundle)]
struct Moving {
    pos: Pos,
    vel: Vel,
}

#[derive(Bundle)]
struct Unit<B>
where
    B: Send,
{
    moving: Moving,
    rest: (Tag, B),
}

#[derive(Bundle)]
struct Tuple(Pos, #[cfg(any())] Missing, Vel);

#[derive(Bundle)]
struct Empty;

#[derive(Bundle)]
struct r#Raw {
    r#type: Pos,
}

#[component]
struct Hp<const N: usize>([u8; N]);

fn main() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(8))?;
    world.register_all::<(Pos, Vel, Tag, Hp<2>)>()?;
    let unit = Unit { moving: Moving { pos: Pos(1.0), vel: Vel(2.0) }, rest: (Tag, Hp([1, 2])) };
    let e = world.spawn(unit)?;
    assert_eq!((world.get::<Pos>(e), world.get::<Vel>(e)), (Some(&Pos(1.0)), Some(&Vel(2.0))));
    assert_eq!(world.get::<Hp<2>>(e).map(|hp| hp.0), Some([1, 2]));
    let e = world.spawn(Empty)?;
    world.insert(e, Tuple(Pos(3.0), Vel(4.0)))?;
    assert_eq!((world.get::<Pos>(e), world.get::<Vel>(e)), (Some(&Pos(3.0)), Some(&Vel(4.0))));
    world.spawn(r#Raw { r#type: Pos(0.0) })?;
    Ok(())
}
