//! Types of terms are written as anywhere: with arguments, const arguments in braces, paths, aliases, parameters.
//! Case M07.
use laige::prelude::*;
use laige::{Filter, ReadTerms, Term};

mod a {
    pub(crate) mod b {
        #[laige::component]
        pub(crate) struct C<const N: usize>(pub(crate) [u8; N]);
    }
}

#[component]
struct Grid<T, const N: usize>([T; N]);

#[component]
struct W<T>(T);

type Bytes<const N: usize> = Grid<u8, N>;
type Reading<'a, T> = Option<&'a T>;

trait Level {
    type Cell: Component;
    const SIZE: usize;
}

struct Cave;

impl Level for Cave {
    type Cell = W<f32>;
    const SIZE: usize = 2;
}

const TWO: usize = 2;

fn cells<L: Level>(world: &World) -> usize {
    let mut cells = 0;
    query!(world, |_: &L::Cell, _: Without<<Cave as Level>::Cell>| cells += 1);
    query!(world, |_: &<L as Level>::Cell| cells += 10);
    cells
}

/// With components that are parameters, and filters and members that are.
fn composed<A: Component, B: Component, F: Filter>(world: &mut World) -> usize {
    let mut rows = 0;
    query!(world, |AnyOf((a, b)): AnyOf<(&mut A, &B)>, c: Has<A>, _: Or<(With<A>, (With<B>, Without<A>))>| {
        rows += usize::from(a.is_some() == *c || b.is_some());
    });
    rows + world.query::<(AnyOf<(&A, &B)>, Or<(With<A>, F)>)>().count()
}

/// Bounded by the public traits, as a user's generic code is.
fn count<T: Term, Q: ReadTerms>(world: &mut World) -> (usize, usize) {
    (world.query_mut::<(T, Entity)>().count() + world.query_mut::<T>().count(), world.query::<Q>().count())
}

fn main() -> laige::Result<()> {
    let mut world = World::new(Options::with_capacity(8))?;
    world.register_all::<(Grid<u8, 4>, W<W<f32>>, W<f32>, a::b::C<2>, W<[f32; 3]>)>()?;
    world.spawn((Grid([1_u8; 4]), W(W(1.0_f32)), a::b::C([1; 2]), W([1.0_f32; 3])))?;
    world.spawn(W(2.0_f32))?;
    query!(world, |g: &mut Grid<u8, 4>, w: &W<W<f32>>| g.0[0] += w.0.0 as u8);
    query!(world, |g: &mut Bytes<{ TWO + TWO }>, w: Reading<'_, W<[f32; 3]>>| {
        g.0[1] += w.map_or(0, |w| w.0[2] as u8);
    });
    query!(world, |c: &a::b::C<{ 1 + 1 }>, d: Option<&crate::a::b::C<{ <Cave as Level>::SIZE }>>| {
        assert_eq!(Some(c.0), d.map(|d| d.0));
    });
    query!(world, |g: &Grid<u8, 4>| assert_eq!(g.0, [2, 2, 1, 1]));
    assert_eq!(cells::<Cave>(&world), 10);
    assert_eq!(composed::<Grid<u8, 4>, W<f32>, (With<W<f32>>, Without<W<W<f32>>>)>(&mut world), 4);
    assert_eq!(count::<&mut W<f32>, (&Grid<u8, 4>, Entity)>(&mut world), (2, 1));
    Ok(())
}
