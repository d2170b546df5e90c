//! Everything works in a crate without a prelude, and without a `use` of ours. Cases M05, M25.
#![no_implicit_prelude]

#[::laige::component]
struct Pos {
    x: f32,
}

#[derive(::std::clone::Clone, ::std::marker::Copy, ::laige::Fields)]
#[repr(u8)]
enum Kind {
    Wood,
}

#[::laige::component(checked)]
struct Door {
    open: bool,
    kind: Kind,
}

#[::laige::component]
struct Wrap<T, const N: usize>([T; N]);

#[::laige::resource]
struct Range<T>([T; 2]);

#[::laige::resource(transient)]
struct Log<T>(::std::vec::Vec<T>, ::std::string::String);

#[::laige::system(budget_ms = 2)]
fn count<T: ::laige::Component>(all: ::laige::Query<(&T, ::laige::Has<Door>)>, mut log: ::laige::Local<u32>) {
    *log += all.count() as u32;
}

#[::laige::system(for_each, after(count::<Pos>))]
fn visit(pos: &mut Pos, rng: &mut ::laige::Prng, _: ::laige::Input) {
    pos.x += rng.next_range(0, 2) as f32;
}

#[derive(::laige::Bundle)]
struct Both {
    pos: Pos,
    door: Door,
}

fn main() -> ::laige::Result<()> {
    let mut world = ::laige::World::new(::laige::Options::with_capacity(8))?;
    world.register_all::<(Pos, Door, Wrap<u8, 2>)>()?;
    world.spawn(Both { pos: Pos { x: 1.0 }, door: Door { open: true, kind: Kind::Wood } })?;
    world.insert_resource(Range([1_u8, 2]));
    world.insert_resource(Log(::std::vec::Vec::<u8>::new(), ::std::string::String::new()));
    let mut count = 0_u32;
    ::laige::query!(world, |p: &mut Pos, d: &Door, _: ::laige::Without<Wrap<u8, 2>>| {
        p.x += 1.0;
        if d.open && ::std::matches!(d.kind, Kind::Wood) {
            count += 1;
        }
    });
    ::std::assert_eq!(count, 1);
    ::laige::query!(world, |::laige::AnyOf((p, w)): ::laige::AnyOf<(&mut Pos, &Wrap<u8, 2>)>,
                            d: ::laige::Has<Door>,
                            _: ::laige::Or<(::laige::With<Pos>, ::laige::Without<Door>)>| {
        count += <u32 as ::std::convert::From<bool>>::from(*d && p.is_some() && w.is_none());
    });
    ::std::assert_eq!(count, 2);
    ::laige::query!(world, |e: ::laige::Entity, p: &Pos| -> ::laige::Result<()> {
        let _ = (e, p.x);
        ::std::result::Result::Ok(())
    })
}
