//! Schemas: which components a build knows, with their names, stable ids, layouts and fields, as text that can be kept and compared. It says nothing
//! of values, and not in which order components were registered.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write as _};
use core::str::FromStr;

use super::union::union;
use crate::sorting;
use crate::{ComponentInfo, Field, Kind, Shape, StableId, World};

/// The first line of a schema's text.
const HEAD: &str = "laige schema 1";
/// What stands in place of fields where the component is a toggle.
const TOGGLE: &str = "toggle";

/// The components that a world knows: see [`World::schema`].
///
/// Its text has a line for each component by ascending stable id: the id in hexadecimal, size and alignment in bytes, the fields, the name. It can be
/// kept beside a recording and read back, to say later what has changed: [`compare`].
///
/// ```
/// use laige_core::{Options, World, schema::Schema};
///
/// let world = World::new(Options::with_capacity(20))?;
/// assert_eq!(world.schema().to_string(), "laige schema 1\n");
/// assert_eq!("laige schema 1\n".parse(), Ok(world.schema()));
/// # Ok::<(), laige_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schema {
    /// By ascending stable id.
    components: Vec<Component>,
}

/// A component as a schema knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Component {
    stable_id: StableId,
    size: usize,
    align: usize,
    /// Whether it is a bit per row and in no signature.
    toggle: bool,
    /// The fields by offset: name and type.
    fields: Vec<(String, String)>,
    /// The type in words, if it is an enum.
    whole: Option<String>,
    name: String,
}

/// Why a text is no schema: the line at fault, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseSchemaError {
    line: usize,
}

impl fmt::Display for ParseSchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} is not that of a schema", self.line)
    }
}

impl core::error::Error for ParseSchemaError {}

impl World {
    /// The components that are registered, in a form that can be kept as text and compared with another build's.
    #[must_use]
    pub fn schema(&self) -> Schema {
        let mut components: Vec<Component> =
            self.registry.infos().iter().map(Component::of_info).collect();
        sorting::sort_by_key(&mut components, |component| component.stable_id);
        Schema { components }
    }
}

impl Schema {
    /// The fields of all components: name of the component, name of the field, type in words.
    pub(super) fn fields(&self) -> impl Iterator<Item = (&str, &str, &str)> + '_ {
        self.components.iter().flat_map(|component| {
            let fields = component.fields.iter();
            fields.map(|(name, kind)| (&*component.name, &**name, &**kind))
        })
    }
}

impl Component {
    fn of_info(info: &ComponentInfo) -> Self {
        Self::of(info.shape(), info.is_toggle())
    }

    fn of(shape: &Shape, toggle: bool) -> Self {
        let (fields, whole) = match shape.kind {
            Kind::Struct { fields } => (fields, None),
            _ => (&[][..], Some(Layout(shape).to_string())),
        };
        let field = |field: &Field| (field.name.into(), Layout(field.shape).to_string());
        Self {
            stable_id: shape.stable_id,
            size: shape.size,
            align: shape.natural_align,
            toggle,
            fields: fields.iter().map(field).collect(),
            whole,
            name: shape.name.into(),
        }
    }
}

impl Component {
    /// The same under the name and stable id of another type.
    fn called(self, other: &Shape) -> Self {
        Self { stable_id: other.stable_id, name: other.name.into(), ..self }
    }
}

/// The layout of a type in words: fields follow one another without padding, so offsets follow from it.
struct Layout<'a>(&'a Shape);

impl fmt::Display for Layout<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.kind {
            Kind::NonZero { number } => write!(f, "nonzero {}", Layout(number)),
            Kind::Array { element, len } => write!(f, "[{}; {len}]", Layout(element)),
            Kind::Struct { fields } => {
                f.write_char('{')?;
                for (index, field) in fields.iter().enumerate() {
                    let separator = if index == 0 { "" } else { ", " };
                    write!(f, "{separator}{}: {}", field.name, Layout(field.shape))?;
                }
                f.write_char('}')
            }
            Kind::Enum { repr, variants } => {
                write!(f, "{}(", Layout(repr))?;
                for (index, variant) in variants.iter().enumerate() {
                    let separator = if index == 0 { "" } else { ", " };
                    write!(f, "{separator}{} = {}", variant.name, variant.value)?;
                }
                f.write_char(')')
            }
            Kind::Opaque => write!(f, "opaque({})", self.0.size),
            _ => f.write_str(self.0.name),
        }
    }
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} ", self.stable_id, self.size, self.align)?;
        if self.toggle {
            return write!(f, "{TOGGLE} {}", self.name);
        }
        if let Some(whole) = &self.whole {
            return write!(f, "{whole} {}", self.name);
        }
        f.write_char('{')?;
        for (index, (name, kind)) in self.fields.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}{name}: {kind}")?;
        }
        write!(f, "}} {}", self.name)
    }
}

impl fmt::Display for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}")?;
        self.components.iter().try_for_each(|component| writeln!(f, "{component}"))
    }
}

impl FromStr for Schema {
    type Err = ParseSchemaError;

    fn from_str(text: &str) -> Result<Self, ParseSchemaError> {
        let mut lines = (1..).zip(text.lines());
        if lines.next().is_none_or(|(_, line)| line != HEAD) {
            return Err(ParseSchemaError { line: 1 });
        }
        let mut components: Vec<Component> = Vec::new();
        for (line, text) in lines {
            let component = Component::parse(text).ok_or(ParseSchemaError { line })?;
            if components.last().is_some_and(|last| last.stable_id >= component.stable_id) {
                return Err(ParseSchemaError { line });
            }
            components.push(component);
        }
        Ok(Self { components })
    }
}

impl Component {
    /// The component of a line, which must be the very line that it is written as.
    fn parse(line: &str) -> Option<Self> {
        let (stable_id, rest) = line.split_once(' ')?;
        let (size, rest) = rest.split_once(' ')?;
        let (align, rest) = rest.split_once(' ')?;
        let toggle = rest.strip_prefix(TOGGLE);
        let (fields, whole, name) = match (toggle, rest.strip_prefix('{')) {
            (Some(name), _) => ("", None, name),
            (None, Some(rest)) => {
                let end = end_of(rest, '}')?;
                (&rest[..end], None, &rest[end + 1..])
            }
            (None, None) => {
                let (whole, name) = rest.split_at(end_of(rest, ' ')?);
                ("", whole.ends_with(')').then(|| whole.into()), name)
            }
        };
        let component = Self {
            stable_id: StableId::from_u64(u64::from_str_radix(stable_id, 16).ok()?),
            size: size.parse().ok()?,
            align: align.parse().ok()?,
            toggle: toggle.is_some(),
            fields: parse_fields(fields)?,
            whole,
            name: name.strip_prefix(' ')?.into(),
        };
        let named = |(name, kind): &(String, String)| !name.is_empty() && !kind.is_empty();
        // An `id` has neither, and a line that ends otherwise than others ends with the name.
        let no_name = |c: char| c.is_whitespace() || c.is_control();
        let is_named = !component.name.is_empty() && !component.name.contains(no_name);
        let complete = is_named && component.fields.iter().all(named);
        (complete && component.to_string() == line).then_some(component)
    }
}

/// The fields of a list, each with its type.
fn parse_fields(mut list: &str) -> Option<Vec<(String, String)>> {
    let mut fields = Vec::new();
    while !list.is_empty() {
        let (name, rest) = list.split_once(": ")?;
        let end = end_of(rest, ',').unwrap_or(rest.len());
        fields.push((name.into(), rest[..end].into()));
        list = rest.get(end + 2..).unwrap_or("");
    }
    Some(fields)
}

/// Where `wanted` stands outside of brackets.
fn end_of(text: &str, wanted: char) -> Option<usize> {
    let mut depth = 0_u32;
    for (place, letter) in text.char_indices() {
        if depth == 0 && letter == wanted {
            return Some(place);
        }
        match letter {
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// What differs between two schemas, in words, a line each. Empty where nothing differs.
///
/// ```
/// use laige_core::schema::{Schema, compare};
///
/// let before: Schema = "laige schema 1\n00000000000000aa 8 4 {x: f32, y: f32} game.pos\n".parse()?;
/// let after: Schema = "laige schema 1\n00000000000000aa 12 4 {x: i32, y: f32, z: f32} game.pos\n".parse()?;
/// let expected = "game.pos: field x is f32 in the first and i32 in the second\n\
///                 game.pos: field z (f32) is in the second only\n";
/// assert_eq!(compare(&before, &after), expected);
/// # Ok::<(), laige_core::schema::ParseSchemaError>(())
/// ```
///
/// # Order
///
/// By name of the component, then by stable id; in one component by name of the field.
#[must_use]
pub fn compare(first: &Schema, second: &Schema) -> String {
    let mut lines = Vec::new();
    let keyed = |schema: &'_ Schema| {
        schema.components.iter().map(|c| (c.stable_id, c.clone())).collect::<Vec<_>>()
    };
    for (id, one, other) in union(keyed(first), keyed(second)) {
        let texts = match (&one, &other) {
            (Some(one), Some(other)) => differences(one, other),
            (Some(_), None) => alloc::vec!["is in the first only".into()],
            _ => alloc::vec!["is in the second only".into()],
        };
        let name = one.or(other).map(|component| component.name).unwrap_or_default();
        lines.extend(texts.into_iter().enumerate().map(|(at, text)| (name.clone(), id, at, text)));
    }
    sorting::sort(&mut lines);
    lines.into_iter().fold(String::new(), |mut all, (name, _, _, text)| {
        let _ = writeln!(all, "{name}: {text}");
        all
    })
}

/// The line of a component with the fields of `shape` in a schema's text, without its end. Name and stable id are those of `now`, of which `shape`
/// may be an older version.
pub(crate) fn line_of(shape: &Shape, now: &Shape, toggle: bool) -> String {
    Component::of(shape, toggle).called(now).to_string()
}

/// What differs between that line and another one of the same stable id. `None` if the other is not the line of a schema.
pub(crate) fn difference(line: &str, shape: &Shape, now: &Shape, toggle: bool) -> Option<String> {
    let (one, other) = (Component::parse(line)?, Component::of(shape, toggle).called(now));
    Some(differences(&one, &other).join("; "))
}

/// The stable id and the name in a line of a schema.
pub(crate) fn key_of(line: &str) -> Option<(StableId, &str)> {
    let (id, _) = line.split_once(' ')?;
    let component = Component::parse(line)?;
    let name = line.get(line.len() - component.name.len()..)?;
    (id.len() == 16).then_some((component.stable_id, name))
}

/// What differs between two components of one stable id.
fn differences(one: &Component, other: &Component) -> Vec<String> {
    let mut texts = Vec::new();
    if one.name != other.name {
        texts.push(format!("is called {} in the second", other.name));
    }
    if one.toggle != other.toggle {
        let (side, opposite) = if one.toggle { ("first", "second") } else { ("second", "first") };
        texts.push(format!("is a toggle in the {side} and none in the {opposite}"));
    }
    if one.toggle == other.toggle && one.whole != other.whole {
        let is = |component: &Component| component.whole.clone().unwrap_or("a struct".into());
        texts.push(format!("is {} in the first and {} in the second", is(one), is(other)));
    }
    let sorted = |component: &Component| {
        let mut fields = component.fields.clone();
        sorting::sort(&mut fields);
        fields
    };
    for (name, one, other) in union(sorted(one), sorted(other)) {
        texts.extend(match (one, other) {
            (Some(one), Some(other)) if one == other => None,
            (Some(one), Some(other)) => {
                Some(format!("field {name} is {one} in the first and {other} in the second"))
            }
            (Some(one), None) => Some(format!("field {name} ({one}) is in the first only")),
            (_, other) => {
                Some(format!("field {name} ({}) is in the second only", other.unwrap_or_default()))
            }
        });
    }
    if texts.is_empty() && one.fields != other.fields {
        let order = |component: &Component| {
            let names: Vec<&str> = component.fields.iter().map(|(name, _)| name.as_str()).collect();
            names.join(", ")
        };
        texts.push(format!(
            "fields are {} in the first and {} in the second",
            order(one),
            order(other)
        ));
    }
    let numbers = [("size", one.size, other.size), ("alignment", one.align, other.align)];
    for (what, one, other) in numbers {
        if texts.is_empty() && one != other {
            texts.push(format!("{what} is {one} in the first and {other} in the second"));
        }
    }
    texts
}

/// The components that both worlds know in different layouts, by ascending stable id, and a line about each.
pub(super) fn differing_layouts(a: &World, b: &World) -> Vec<(StableId, String)> {
    let infos = |world: &World| {
        let mut infos: Vec<_> =
            world.registry.infos().iter().map(|info| (info.stable_id(), *info)).collect();
        sorting::sort_by_key(&mut infos, |&(id, _)| id);
        infos
    };
    let mut differing = Vec::new();
    for (id, one, other) in union(infos(a), infos(b)) {
        let (Some(one), Some(other)) = (one, other) else { continue };
        if core::ptr::eq(one.shape(), other.shape()) {
            continue;
        }
        let (one, other) = (Component::of_info(&one), Component::of_info(&other));
        let layout = |it: &Component| (it.size, it.fields.clone(), it.whole.clone());
        if layout(&one) != layout(&other) {
            let texts = differences(&one, &other);
            differing.push((id, format!("{}: {}", one.name, texts.join("; "))));
        }
    }
    differing
}
