//! What differs between two worlds, as text for people: entities by label, components by name, fields by path, both values. It goes by
//! names and stable ids, so that worlds of other capacities, handle layouts and registration orders compare.

mod systems;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};

use super::schema;
use super::union::union;
use super::value::Value;
use crate::slots::Location;
use crate::sorting;
use crate::{ComponentInfo, Entity, Kind, ResourceView, StableId, World};

/// What differs between two worlds, from `a` to `b`, a line for each difference, at most so many; a last line tells how many more there are.
/// Empty where nothing differs.
///
/// ```
/// use laige_core::{Options, World, diff};
///
/// let mut a = World::new(Options::with_capacity(20))?;
/// let mut b = World::new(Options::with_capacity(20))?;
/// b.spawn_empty()?;
/// assert_eq!(diff::report(&a, &b, 10), "0v1  appeared\n");
/// a.spawn_empty()?;
/// assert_eq!(diff::report(&a, &b, 10), "");
/// # Ok::<(), laige_core::Error>(())
/// ```
///
/// | line | what differs |
/// | --- | --- |
/// | `12v3 game.pos.x  1.0 -> 1.5` | a field: its path, the value in `a`, the value in `b` |
/// | `12v3 game.burning  appeared`, `vanished` | a component or toggle that only `b` or only `a` has; with its value, if it has one |
/// | `12v3  appeared with game.pos`, `vanished` | an entity that is alive in `b` only, in `a` only |
/// | `12v3  became 12v4` | the slot lives in another generation; components are compared all the same |
/// | `resource game.score.points  1 -> 2` | a field of a resource that is state; it appears and vanishes as components do |
/// | `tick  4 -> 5` | how many ticks were completed |
/// | `system game::move.stream  .. -> ..` | what is state of a system: seed and state of its random `stream`, `enabled`, `has_run`, `local[0]`, .. as bytes in memory; it appears and vanishes |
/// | `game.pos: ..` | the two worlds know different layouts of a component, whose values are not compared |
///
/// Floats are shown so that other bits are another text: `-0.0`, `NaN(0x7fc00001)`.
///
/// # Order
///
/// Layouts by name; then by slot: the entity, then components by name and stable id, fields by offset; then resources by name and stable id; then the tick, and systems by name.
#[must_use]
pub fn report(a: &World, b: &World, max_lines: u32) -> String {
    let mut lines = Lines { text: String::new(), left: max_lines, more: 0 };
    let differing = schema::differing_layouts(a, b);
    for (_, line) in &differing {
        lines.add(format_args!("{line}"));
    }
    let sides = Sides {
        a: Side::of(a),
        b: Side::of(b),
        differing: differing.into_iter().map(|(id, _)| id).collect(),
    };
    for (_, one, other) in union(a.occupants(), b.occupants()) {
        sides.slot(one, other, &mut lines);
    }
    sides.resources(&mut lines);
    systems::compare(a, b, &mut lines);
    lines.finish()
}

/// The text, and how many lines it may still have.
struct Lines {
    text: String,
    left: u32,
    more: u64,
}

impl Lines {
    fn add(&mut self, line: fmt::Arguments<'_>) {
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                // A `String` takes whatever is written to it.
                let _ = writeln!(self.text, "{line}");
            }
            None => self.more += 1,
        }
    }

    /// Tells what differs between two values of one layout, of which one may not be there; `of` is what has them.
    fn values(
        &mut self,
        of: &dyn fmt::Display,
        name: &str,
        a: Option<Value<'_>>,
        b: Option<Value<'_>>,
    ) {
        match (a, b) {
            (Some(a), Some(b)) => {
                let mut path = String::from(name);
                fields(a, b, &mut path, &mut |path, a, b| {
                    self.add(format_args!("{of} {path}  {a} -> {b}"));
                });
            }
            (Some(a), None) if a.bytes.is_empty() => {
                self.add(format_args!("{of} {name}  vanished"));
            }
            (Some(a), None) => self.add(format_args!("{of} {name}  vanished, was {a}")),
            (None, Some(b)) if b.bytes.is_empty() => {
                self.add(format_args!("{of} {name}  appeared"));
            }
            (None, Some(b)) => self.add(format_args!("{of} {name}  appeared as {b}")),
            (None, None) => {}
        }
    }

    fn finish(mut self) -> String {
        if self.more > 0 {
            let _ = writeln!(self.text, "and {} more", self.more);
        }
        self.text
    }
}

/// A component, by name and stable id.
type Keyed = ((&'static str, StableId), ComponentInfo);

/// One of the worlds.
struct Side<'w> {
    world: &'w World,
    /// The components of each archetype, by name and stable id.
    components: Vec<Vec<Keyed>>,
}

impl<'w> Side<'w> {
    fn of(world: &'w World) -> Self {
        let sorted = |components: Vec<ComponentInfo>| {
            let mut keyed: Vec<_> = components
                .into_iter()
                .map(|info| ((info.name(), info.stable_id()), info))
                .collect();
            sorting::sort_by_key(&mut keyed, |&(key, _)| key);
            keyed
        };
        let components =
            world.archetypes().map(|archetype| sorted(archetype.components().collect())).collect();
        Self { world, components }
    }

    /// What an entity carries, by name and stable id.
    fn carried(&self, (entity, location): (Entity, Location)) -> Vec<Keyed> {
        let mut carried = self.components[location.archetype as usize].clone();
        let components = carried.len();
        for id in self.world.storage.toggles_of(location, self.world.slot_of(entity)) {
            let info = self.world.registry.info(id).copied();
            carried.extend(info.map(|info| ((info.name(), info.stable_id()), info)));
        }
        if carried.len() > components {
            sorting::sort_by_key(&mut carried, |&(key, _)| key);
        }
        carried
    }

    /// The resources that are state, by name and stable id.
    fn resources(&self) -> Vec<((&'static str, StableId), Value<'w>)> {
        let layout = self.world.layout();
        let value = |view: ResourceView<'w>| {
            let (shape, bytes) = view.shape().zip(view.bytes())?;
            Some(((view.name(), shape.stable_id), Value { shape, bytes, layout }))
        };
        let mut values: Vec<_> = self.world.resources().filter_map(value).collect();
        sorting::sort_by_key(&mut values, |&(key, _)| key);
        values
    }

    /// The value of a component that the entity carries; a toggle has no bytes.
    fn value(
        &self,
        (entity, location): (Entity, Location),
        info: ComponentInfo,
    ) -> Option<Value<'w>> {
        let layout = self.world.layout();
        if info.is_toggle() {
            return Some(Value { shape: info.shape(), bytes: &[], layout });
        }
        let archetype = self.world.storage.archetype(location.archetype);
        let bytes = archetype.cell_bytes(layout.slot_of(entity), location.row, info.id())?;
        Some(Value { shape: info.shape(), bytes, layout })
    }
}

struct Sides<'w> {
    a: Side<'w>,
    b: Side<'w>,
    /// The components whose layouts differ, ascending.
    differing: Vec<StableId>,
}

impl Sides<'_> {
    /// Tells what differs in a slot that is alive in one world or in both.
    fn slot(
        &self,
        one: Option<(Entity, Location)>,
        other: Option<(Entity, Location)>,
        lines: &mut Lines,
    ) {
        match (one, other) {
            (Some(one), Some(other)) => self.compare(one, other, lines),
            (Some((entity, _)), None) => {
                lines.add(format_args!("{}  vanished", self.a.world.label(entity)));
            }
            (None, Some(other)) => {
                let carried = Carried(self.b.carried(other));
                lines.add(format_args!("{}  appeared{carried}", self.b.world.label(other.0)));
            }
            (None, None) => {}
        }
    }

    /// Tells what differs between the entities of a slot.
    fn compare(&self, one: (Entity, Location), other: (Entity, Location), lines: &mut Lines) {
        let labels = [self.a.world.label(one.0), self.b.world.label(other.0)];
        if labels[0] != labels[1] {
            lines.add(format_args!("{}  became {}", labels[0], labels[1]));
        }
        let label = labels[0];
        for ((name, id), in_a, in_b) in union(self.a.carried(one), self.b.carried(other)) {
            let a = in_a.and_then(|info| self.a.value(one, info));
            let b = in_b.and_then(|info| self.b.value(other, info));
            let differing = self.differing.binary_search(&id).is_ok();
            if !(differing && a.is_some() && b.is_some()) {
                lines.values(&label, name, a, b);
            }
        }
    }

    /// Tells what differs between the resources that are state.
    fn resources(&self, lines: &mut Lines) {
        for ((name, _), a, b) in union(self.a.resources(), self.b.resources()) {
            match (a, b) {
                (Some(a), Some(b)) if a.bytes.len() != b.bytes.len() => {
                    lines.add(format_args!("resource {name}  has another layout"));
                }
                (a, b) => lines.values(&"resource", name, a, b),
            }
        }
    }
}

/// Calls `each` with every field in which two values of one layout differ, and its path.
fn fields<'a>(
    a: Value<'a>,
    b: Value<'a>,
    path: &mut String,
    each: &mut dyn FnMut(&str, Value<'a>, Value<'a>),
) {
    if a.bytes == b.bytes && a.layout == b.layout {
        return;
    }
    let start = path.len();
    match (&a.shape.kind, &b.shape.kind) {
        (Kind::Struct { fields: one }, Kind::Struct { fields: other }) => {
            for (one, other) in one.iter().zip(*other) {
                let _ = write!(path, ".{}", one.name);
                fields(a.field(one), b.field(other), path, each);
                path.truncate(start);
            }
        }
        (&Kind::Array { element: one, len }, &Kind::Array { element: other, .. }) => {
            for index in 0..len {
                let _ = write!(path, "[{index}]");
                fields(a.element(one, index), b.element(other, index), path, each);
                path.truncate(start);
            }
        }
        _ if a.is_same(b) => {}
        _ => each(path, a, b),
    }
}

/// What an entity carries, in the words of a line.
struct Carried(Vec<Keyed>);

impl fmt::Display for Carried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, ((name, _), _)) in self.0.iter().enumerate() {
            write!(f, "{} {name}", if index == 0 { " with" } else { "," })?;
        }
        Ok(())
    }
}
