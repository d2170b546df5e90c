//! Types, patterns, expressions and literals that come through `macro_rules` are what they are when written by hand.
//! Case M12.
use laige::prelude::*;

macro_rules! component {
    ($name:ident { $($field:ident: $ty:ty),* }, $id:literal, $size:literal) => {
        #[component(id = $id, size = $size)]
        struct $name {
            $($field: $ty,)*
        }
    };
}

macro_rules! wrapper {
    ($name:ident, $of:path, $n:literal, $vis:vis) => {
        #[component(checked)]
        $vis struct $name($of, [$of; $n]);
    };
}

macro_rules! generic {
    ($name:ident<$param:ident>, $ty:ty) => {
        #[component]
        struct $name<$param> {
            a: $ty,
            b: [$ty; 2],
            c: $param,
        }
    };
}

component!(Pos { x: f32, y: f32 }, "game.pos", 8);
component!(Many { cells: [u16; 4], at: Pos }, "game.many", 16);
wrapper!(Flags, bool, 3, pub(crate));
generic!(Same<T>, T);

macro_rules! each {
    ($world:expr, $p:pat, $ty:ty, $body:expr) => {
        query!($world, |$p: $ty| $body)
    };
}

macro_rules! closure {
    ($world:expr, $closure:expr) => {
        query!($world, $closure)
    };
}

macro_rules! pair {
    ($world:expr, $a:ty, $b:ident, [$($more:tt)*]) => {
        query!($world, |a: &mut $a, b: &$b $($more)*| a.x += b.cells[0] as f32)
    };
}

macro_rules! any {
    ($world:expr, $a:ty, $b:path, $filter:ty) => {
        query!($world, |AnyOf((a, b)): AnyOf<(&mut $a, &$b)>, c: Has<$b>, _: Or<(With<$a>, $filter)>| {
            if let Some(a) = a {
                a.x += 1.0;
            }
            assert_eq!(b.is_some(), *c);
        })
    };
}

/// Makes a macro that makes a component and a query of it.
macro_rules! maker {
    ($dollar:tt $name:ident, $field:ident) => {
        macro_rules! $name {
            ($type:ident, $ty:ty, $d:tt) => {
                #[component]
                struct $type {
                    $field: $ty,
                }

                macro_rules! add {
                    ($d world:expr, $d more:expr) => {
                        query!($d world, |it: &mut $type, _: With<$type>| it.$field += $d more)
                    };
                }
            };
        }
    };
}

maker!($ number, amount);
number!(Gold, u32, $);

fn main() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(8))?;
    world.register_all::<(Pos, Many, Flags, Same<u8>)>()?;
    let pos = Pos { x: 1.0, y: 2.0 };
    world.spawn((pos, Many { cells: [3; 4], at: pos }, Flags(true, [false; 3])))?;
    let mut sum = 0.0;
    each!(world, p, &mut Pos, p.x += 1.0);
    each!(&world, &Pos { x, y }, &Pos, sum += x + y);
    each!(&mut world, p, Option<&mut Pos>, p.map_or((), |p| p.x += 1.0));
    closure!(world, |p: &mut Pos| p.y = 0.0);
    pair!(world, Pos, Many, [, _: With<Flags>]);
    each!(world, p, &Pos, assert_eq!((p.x, p.y), (6.0, 0.0)));
    any!(world, Pos, Many, (With<Flags>, Without<Many>));
    each!(world, AnyOf((p, _)), AnyOf<(&Pos, &Many)>, assert_eq!(p.map(|p| p.x), Some(7.0)));
    assert_eq!(sum, 4.0);
    world.register::<Gold>()?;
    let e = world.spawn(Gold { amount: 1 })?;
    add!(world, 2);
    assert_eq!(world.get::<Gold>(e).map(|gold| gold.amount), Some(3));
    assert_eq!((Pos::NAME, Flags::SIZE, Same::<u8>::SIZE), ("game.pos", 4, 4));
    Ok(())
}
