//! Worlds from scripts: reads `tests/digests/worlds.txt`, as `tests/digests/model.py` does in a naive world, and does the same calls.

use std::collections::BTreeMap;
use std::path::Path;

use laige::{
    Component, Entity, Fields, Kind, OnGenerationWrap, Options, Resource, Result, Shape, World,
    component,
};

#[component(id = "game.pos")]
struct Pos {
    x: f32,
    y: f32,
}

#[component(id = "game.vel")]
struct Vel {
    x: f32,
    y: f32,
}

#[component(id = "game.count")]
struct Count(u32);

#[component(id = "game.age")]
struct Age(u64);

#[component(id = "game.hidden")]
struct Hidden;

#[component(id = "game.follows")]
struct Follows {
    target: Entity,
    steps: [u16; 2],
}

#[component(id = "game.party")]
struct Party {
    gold: u64,
    leader: Entity,
    members: [Entity; 3],
}

#[component(id = "game.small")]
struct Small(u8);

#[component(id = "game.wide")]
struct Wide(u128);

#[component(id = "game.stunned", toggle)]
struct Stunned;

#[component(id = "game.asleep", toggle)]
struct Asleep;

#[component(id = "game.clock")]
struct Clock {
    tick: u64,
    winner: Entity,
    round: u32,
}

#[component(id = "game.score")]
struct Score([u32; 2]);

impl Resource for Clock {
    type Part = laige::__private::State;
    const NAME: &'static str = "game.clock";
}

impl Resource for Score {
    type Part = laige::__private::State;
    const NAME: &'static str = "game.score";
}

/// What a script does with a resource.
struct KnownResource {
    shape: &'static Shape,
    insert: fn(&mut World, &[u8]),
}

impl KnownResource {
    const fn of<T: Fields + Resource + bytemuck::AnyBitPattern>() -> Self {
        Self {
            shape: &<T as Fields>::SHAPE,
            insert: |world, bytes| {
                world.insert_resource(bytemuck::pod_read_unaligned::<T>(bytes));
            },
        }
    }
}

static RESOURCES: [KnownResource; 2] = [KnownResource::of::<Clock>(), KnownResource::of::<Score>()];

/// Lets a world know whatever a save of a script can have.
pub(crate) fn acquaint(world: &mut World) -> Result<()> {
    world.register_resource::<Clock>();
    world.register_resource::<Score>();
    KNOWN.iter().try_for_each(|known| (known.register)(world))
}

/// What a script does with a component.
struct Known {
    shape: &'static Shape,
    register: fn(&mut World) -> Result<()>,
    insert: fn(&mut World, Entity, &[u8]) -> Result<()>,
    remove: fn(&mut World, Entity) -> Result<()>,
}

impl Known {
    const fn of<T: Component + bytemuck::AnyBitPattern>() -> Self {
        Self {
            shape: &<T as Fields>::SHAPE,
            register: |world| world.register::<T>().map(drop),
            insert: |world, entity, bytes| {
                world.insert(entity, bytemuck::pod_read_unaligned::<T>(bytes))
            },
            remove: |world, entity| world.remove::<T>(entity).map(drop),
        }
    }
}

static KNOWN: [Known; 11] = [
    Known::of::<Pos>(),
    Known::of::<Vel>(),
    Known::of::<Count>(),
    Known::of::<Age>(),
    Known::of::<Hidden>(),
    Known::of::<Follows>(),
    Known::of::<Party>(),
    Known::of::<Small>(),
    Known::of::<Wide>(),
    Known::of::<Stunned>(),
    Known::of::<Asleep>(),
];

fn known(name: &str) -> &'static Known {
    KNOWN.iter().find(|known| known.shape.name == name).unwrap_or_else(|| panic!("{name}"))
}

/// A world, and the handles of all entities that were spawned in it.
struct Stage {
    world: World,
    spawned: Vec<Entity>,
}

/// All worlds of the scripts, by name.
pub(crate) fn worlds() -> Result<BTreeMap<String, World>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("digests/worlds.txt");
    let text = std::fs::read_to_string(path).expect("the scripts are there");
    let mut worlds = BTreeMap::new();
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or("").trim());
    let lines: Vec<&str> =
        lines.filter(|line| !line.is_empty() && !line.starts_with("component ")).collect();
    for script in lines.chunk_by(|_, line| !line.starts_with("world ")) {
        let (head, steps) = script.split_first().expect("a world begins with its name");
        let mut head = head.split(' ').skip(1);
        let name = head.next().expect("a name").to_owned();
        let world = World::new(options(&head.map(pair).collect()))?;
        let mut stage = Stage { world, spawned: Vec::new() };
        for step in steps {
            stage.run(&step.split(' ').collect::<Vec<_>>())?;
        }
        assert!(worlds.insert(name, stage.world).is_none());
    }
    Ok(worlds)
}

fn pair(word: &str) -> (&str, u64) {
    let (key, value) = word.split_once('=').expect("an option has a value");
    (key, number(value) as u64)
}

fn options(given: &BTreeMap<&str, u64>) -> Options {
    let get = |key: &str, default: u64| given.get(key).copied().unwrap_or(default);
    let capacity = get("capacity", 0) as u32;
    let options = match get("reference", 0) {
        0 => Options::with_capacity(capacity),
        _ => Options::reference(capacity),
    };
    let options = options
        .seed(get("seed", 0))
        .churn_per_frame_budget(get("budget", 256) as u32)
        .max_archetypes(get("archetypes", 256) as u32);
    match given.get("retire") {
        Some(0) => options.on_generation_wrap(OnGenerationWrap::Wrap),
        Some(_) => options.on_generation_wrap(OnGenerationWrap::Retire),
        None => options,
    }
}

fn number(text: &str) -> u128 {
    let number = match text.strip_prefix("0x") {
        Some(digits) => u128::from_str_radix(digits, 16),
        None => text.parse(),
    };
    number.unwrap_or_else(|_| panic!("{text}"))
}

impl Stage {
    fn run(&mut self, words: &[&str]) -> Result<()> {
        match words {
            ["register", names @ ..] => {
                names.iter().try_for_each(|name| (known(name).register)(&mut self.world))
            }
            ["spawn", values @ ..] => self.spawn(values),
            ["insert", who, value] => {
                let alive = self.alive(who);
                alive.into_iter().try_for_each(|(index, entity)| self.insert(entity, value, index))
            }
            ["remove", who, name] => {
                let mut alive = self.alive(who).into_iter();
                alive.try_for_each(|(_, entity)| (known(name).remove)(&mut self.world, entity))
            }
            ["despawn", who] => {
                let mut alive = self.alive(who).into_iter();
                alive.try_for_each(|(_, entity)| self.world.despawn(entity))
            }
            ["resource", value] => {
                let (name, numbers) = value.split_once('=').expect("a resource has a value");
                let known = RESOURCES.iter().find(|known| known.shape.name == name);
                let known = known.unwrap_or_else(|| panic!("{name}"));
                let mut bytes = Vec::new();
                self.encode(known.shape, &mut numbers.split(','), 0, &mut bytes);
                (known.insert)(&mut self.world, &bytes);
                Ok(())
            }
            ["clear"] => {
                self.world.clear();
                Ok(())
            }
            ["frame"] => {
                self.world.begin_frame();
                Ok(())
            }
            _ => panic!("{words:?}"),
        }
    }

    fn spawn(&mut self, mut values: &[&str]) -> Result<()> {
        let mut count = 1;
        if let Some((first, rest)) = values.split_first().filter(|(first, _)| !first.contains('.'))
        {
            (count, values) = (number(first) as usize, rest);
        }
        for index in 0..count {
            let entity = self.world.spawn_empty()?;
            self.spawned.push(entity);
            for value in values {
                self.insert(entity, value, index)?;
            }
        }
        Ok(())
    }

    fn insert(&mut self, entity: Entity, value: &str, index: usize) -> Result<()> {
        let (name, numbers) = value.split_once('=').unwrap_or((value, ""));
        let known = known(name);
        let mut bytes = Vec::new();
        let mut numbers = numbers.split(',');
        self.encode(known.shape, &mut numbers, index, &mut bytes);
        (known.insert)(&mut self.world, entity, &bytes)
    }

    /// Appends a value of that shape, made of the next numbers.
    fn encode<'a>(
        &self,
        shape: &Shape,
        numbers: &mut impl Iterator<Item = &'a str>,
        index: usize,
        bytes: &mut Vec<u8>,
    ) {
        match shape.kind {
            Kind::Struct { fields } => {
                for field in fields {
                    self.encode(field.shape, numbers, index, bytes);
                }
            }
            Kind::Array { element, len } => {
                for _ in 0..len {
                    self.encode(element, numbers, index, bytes);
                }
            }
            Kind::Entity => {
                let entity = match numbers.next().expect("a number for each field") {
                    "none" => Entity::NONE,
                    text => self.spawned[number(text.trim_start_matches('@')) as usize],
                };
                bytes.extend(entity.to_bits().to_ne_bytes());
            }
            _ => {
                let text = numbers.next().expect("a number for each field");
                let number = if text == "#" { index as u128 } else { number(text) };
                let mut image = number.to_le_bytes()[..shape.size].to_vec();
                if cfg!(target_endian = "big") {
                    image.reverse();
                }
                bytes.extend(image);
            }
        }
    }

    /// The entities of `5`, `0..10`, `0..10/3` or `reverse:0..10` that are alive, each with its place among them all.
    fn alive(&self, who: &str) -> Vec<(usize, Entity)> {
        let (reverse, who) = match who.strip_prefix("reverse:") {
            Some(rest) => (true, rest),
            None => (false, who),
        };
        let (range, step) = who.split_once('/').unwrap_or((who, "1"));
        let first = |text| number(text) as usize;
        let range = match range.split_once("..") {
            Some((start, end)) => first(start)..first(end),
            None => first(range)..first(range) + 1,
        };
        let mut chosen: Vec<usize> = range.step_by(first(step)).collect();
        if reverse {
            chosen.reverse();
        }
        let entities = chosen.into_iter().map(|who| self.spawned[who]).enumerate();
        entities.filter(|&(_, entity)| self.world.is_valid(entity)).collect()
    }
}
