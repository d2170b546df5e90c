//! Where `::laige` is not the crate's name, `crate = path` says what is.
mod engine {
    pub mod deep {
        pub use ::laige as ecs;
    }
}

use engine::deep::ecs::query;

mod laige {}

#[engine::deep::ecs::component(crate = crate::engine::deep::ecs, id = "game.pos")]
struct Pos {
    x: f32,
}

#[derive(Clone, Copy, engine::deep::ecs::Fields)]
#[laige(crate = engine::deep::ecs)]
#[repr(u8)]
enum Kind {
    Wood,
}

#[engine::deep::ecs::component(checked, crate = self::engine::deep::ecs)]
struct Door(Kind);

#[engine::deep::ecs::resource(crate = crate::engine::deep::ecs)]
struct Score(u32);

#[engine::deep::ecs::resource(transient, crate = self::engine::deep::ecs)]
struct Log(String);

#[derive(engine::deep::ecs::Resource)]
#[laige(transient, crate = engine::deep::ecs)]
struct Sounds(Vec<u8>);

#[engine::deep::ecs::system(crate = crate::engine::deep::ecs, name = "count")]
fn count(all: engine::deep::ecs::Query<&Pos>, _: engine::deep::ecs::Res<Score>) {
    assert!(all.count() < 9);
}

#[engine::deep::ecs::system(crate = self::engine::deep::ecs, for_each, after(count))]
fn visit(pos: &mut Pos) {
    pos.x += 1.0;
}

#[derive(engine::deep::ecs::Bundle)]
#[laige(crate = engine::deep::ecs)]
struct Both {
    pos: Pos,
    door: Door,
}

fn main() {
    use engine::deep::ecs::{Options, World};
    let mut world = World::new(Options::with_capacity(8)).expect("legal options");
    world.insert_resource(Score(1));
    world.insert_resource(Log(String::new()));
    world.insert_resource(Sounds(Vec::new()));
    world.register_all::<(Pos, Door)>().expect("room for two");
    world.spawn(Both { pos: Pos { x: 1.0 }, door: Door(Kind::Wood) }).expect("room");
    query!(world, |p: &mut Pos, d: &Door| p.x += f32::from(d.0 as u8));
}
