// The tables themselves, of the letters `A`, `B` and `C` that are in scope.

/// A set of letters, as bits.
pub(super) type Set = u8;

/// A component of the tables.
pub(super) trait Letter: Component {
    const BIT: Set;
    /// What a row of that slot has.
    fn of(slot: u32) -> Self;
}

impl Letter for A {
    const BIT: Set = 1;
    fn of(slot: u32) -> Self {
        Self(slot as u8)
    }
}

impl Letter for B {
    const BIT: Set = 2;
    fn of(_: u32) -> Self {
        Self
    }
}

impl Letter for C {
    const BIT: Set = 4;
    fn of(slot: u32) -> Self {
        Self(u64::from(slot) << 32)
    }
}

/// A term or filter, evaluated naively.
pub(super) trait Formula {
    /// Whether an entity with that set of letters is shown.
    fn holds(set: Set) -> bool;
}

impl<T: Letter> Formula for With<T> {
    fn holds(set: Set) -> bool {
        set & T::BIT != 0
    }
}

impl<T: Letter> Formula for Without<T> {
    fn holds(set: Set) -> bool {
        set & T::BIT == 0
    }
}

impl<T: Letter> Formula for &T {
    fn holds(set: Set) -> bool {
        set & T::BIT != 0
    }
}

impl<T: Letter> Formula for Option<&T> {
    fn holds(_: Set) -> bool {
        true
    }
}

impl<T: Letter> Formula for Has<T> {
    fn holds(_: Set) -> bool {
        true
    }
}

impl Formula for Entity {
    fn holds(_: Set) -> bool {
        true
    }
}

/// An item, compared with what a row of that slot and set has.
trait Shown {
    fn check(self, slot: u32, set: Set);
}

impl<T: Letter> Shown for With<T> {
    fn check(self, _: u32, _: Set) {}
}

impl<T: Letter> Shown for Without<T> {
    fn check(self, _: u32, _: Set) {}
}

impl<L> Shown for Or<L> {
    fn check(self, _: u32, _: Set) {}
}

impl<T: Letter + PartialEq + std::fmt::Debug> Shown for &T {
    fn check(self, slot: u32, _: Set) {
        assert_eq!(*self, T::of(slot));
    }
}

impl<T: Letter + PartialEq + std::fmt::Debug> Shown for Option<&T> {
    fn check(self, slot: u32, set: Set) {
        assert_eq!(self.copied(), (set & T::BIT != 0).then(|| T::of(slot)));
    }
}

impl<T: Letter> Shown for Has<T> {
    fn check(self, _: u32, set: Set) {
        assert_eq!(*self, set & T::BIT != 0);
    }
}

impl<L: laige::Optional<Options: Shown>> Shown for AnyOf<L> {
    fn check(self, slot: u32, set: Set) {
        self.0.check(slot, set);
    }
}

macro_rules! tuples {
    ($($($name:ident $index:tt),*;)*) => { $(
        impl<$($name: Formula),*> Formula for ($($name,)*) {
            fn holds(set: Set) -> bool {
                true $(&& $name::holds(set))*
            }
        }

        impl<$($name: Formula),*> Formula for Or<($($name,)*)> {
            fn holds(set: Set) -> bool {
                false $(|| $name::holds(set))*
            }
        }

        impl<$($name: Formula),*> Formula for AnyOf<($($name,)*)> {
            fn holds(set: Set) -> bool {
                false $(|| $name::holds(set))*
            }
        }

        impl<$($name: Shown),*> Shown for ($($name,)*) {
            fn check(self, slot: u32, set: Set) {
                $( self.$index.check(slot, set); )*
            }
        }
    )* };
}

tuples! {
    X 0;
    X 0, Y 1;
    X 0, Y 1, Z 2;
}

/// A world with `1 << set` entities of each set, so that the number of rows of a query tells which sets it shows.
pub(super) struct Zoo {
    world: World,
    all: Vec<(Entity, Set)>,
}

impl Zoo {
    pub(super) fn new() -> laige::Result<Self> {
        let mut world = World::new(Options::with_capacity(255))?;
        world.register_all::<(C, B, A)>()?;
        let mut all = Vec::new();
        for set in 0..8 {
            for _ in 0..1 << set {
                let entity = world.spawn_empty()?;
                let slot = world.slot_of(entity);
                add::<A>(&mut world, entity, set, slot)?;
                add::<B>(&mut world, entity, set, slot)?;
                add::<C>(&mut world, entity, set, slot)?;
                all.push((entity, set));
            }
        }
        // In the order of visits: archetypes by birth, which know nothing of toggles.
        let toggle = if B::IS_TOGGLE { B::BIT } else { 0 };
        all.sort_by_key(|&(_, set)| set & !toggle);
        Ok(Self { world, all })
    }

    /// Asks which sets are shown.
    pub(super) fn agrees<F: Formula + ReadTerms>(&self) {
        same(self.world.query::<F>().count(), F::holds, std::any::type_name::<F>());
    }

    /// Asks row by row, and compares items.
    fn shows<F: Formula + ReadTerms>(&self)
    where
        for<'w> ItemOf<'w, F>: Shown,
    {
        self.agrees::<F>();
        let query = self.world.query::<F>();
        let mut rows = query.iter();
        let mut runs = query.chunks().flat_map(|(entities, _)| entities);
        for &(entity, set) in self.all.iter().filter(|row| F::holds(row.1)) {
            let slot = self.world.slot_of(entity);
            assert_eq!(runs.next(), Some(&entity));
            rows.next().expect("the row of an entity").check(slot, set);
            query.get(entity).expect("the same row").check(slot, set);
        }
        assert!(rows.next().is_none() && runs.next().is_none());
    }
}

/// Compares the number of rows with what the formula says of each set.
fn same(rows: usize, holds: fn(Set) -> bool, name: &str) {
    for set in 0..8 {
        assert_eq!(rows >> set & 1 == 1, holds(set), "{name} of the set {set:03b}");
    }
    assert!(rows < 256, "{name}");
}

fn add<T: Letter>(world: &mut World, entity: Entity, set: Set, slot: u32) -> laige::Result<()> {
    if set & T::BIT != 0 { world.insert(entity, T::of(slot)) } else { Ok(()) }
}

pub(super) type A1 = With<A>;
pub(super) type A0 = Without<A>;
pub(super) type B1 = With<B>;
pub(super) type B0 = Without<B>;
pub(super) type C1 = With<C>;
pub(super) type C0 = Without<C>;

#[test]
fn one_level_of_filters_is_evaluated_exactly() -> laige::Result<()> {
    macro_rules! one_level {
        ($zoo:ident $([$($filter:ident)*])*) => { $(
            $zoo.agrees::<($($filter,)*)>();
            $zoo.agrees::<Or<($($filter,)*)>>();
        )* };
    }
    let zoo = Zoo::new()?;
    each_choice!(one_level!(zoo));
    Ok(())
}

#[test]
fn filters_nest_to_any_depth() -> laige::Result<()> {
    let zoo = Zoo::new()?;
    zoo.shows::<Or<(Or<(A1, Or<(B1,)>)>, (C0, Or<(A0, (B0, Or<(C1, (A1, (B1,)))>))>))>>();
    zoo.shows::<Or<(((A1,), (B1, (C1,))), ((A0, (B0,)), C0))>>();
    zoo.shows::<(Or<(A1, Or<(B1, (C1, Or<(A0, B0)>))>)>, Or<((A0, C0), (B0, Or<(A1, C1)>))>, &C)>();
    Ok(())
}

#[test]
fn terms_and_filters_of_every_kind_stand_beside_each_other() -> laige::Result<()> {
    macro_rules! kinds {
        ($zoo:ident) => { kinds!($zoo: &'static A, Option<&'static A>, Has<A>, With<A>, Without<A>); };
        ($zoo:ident: $($a:ty),*) => { $(
            kinds!($zoo, $a: &'static B, Option<&'static B>, Has<B>, With<B>, Without<B>);
        )* };
        ($zoo:ident, $a:ty: $($b:ty),*) => { $(
            kinds!($zoo, $a, $b: &'static C, Option<&'static C>);
        )* };
        ($zoo:ident, $a:ty, $b:ty: $($c:ty),*) => { $( $zoo.shows::<($a, $b, $c)>(); )* };
    }
    let zoo = Zoo::new()?;
    kinds!(zoo);
    Ok(())
}

#[test]
fn any_of_shows_what_is_there_of_at_least_one() -> laige::Result<()> {
    let zoo = Zoo::new()?;
    zoo.shows::<AnyOf<(&A,)>>();
    zoo.shows::<AnyOf<(&B,)>>();
    zoo.shows::<AnyOf<(&A, &B)>>();
    zoo.shows::<AnyOf<(&B, &A)>>();
    zoo.shows::<AnyOf<(&C, &A)>>();
    zoo.shows::<AnyOf<(&C, &B, &A)>>();
    zoo.shows::<(AnyOf<(&A, &C)>, &B)>();
    zoo.shows::<(Without<A>, AnyOf<(&A, &C)>, Option<&B>)>();
    zoo.shows::<(AnyOf<(&A, &B)>, AnyOf<(&B, &C)>, Has<A>)>();
    zoo.shows::<(AnyOf<(&A, &B)>, Or<(A0, B0)>, Option<&C>)>();
    Ok(())
}
