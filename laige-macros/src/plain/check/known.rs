//! Types of the standard library that people put into structs and that no component can hold, each with what to hold
//! instead. They are known by their last name, unless the path before it is another library's.

use syn::{GenericArgument, Path, PathArguments, PathSegment};

use crate::spelling::shown;

/// Types that keep many values elsewhere.
const COLLECTIONS: [&str; 8] =
    ["Vec", "VecDeque", "LinkedList", "BinaryHeap", "BTreeMap", "BTreeSet", "HashMap", "HashSet"];
/// Types that keep one value elsewhere.
const POINTERS: [&str; 5] = ["Box", "Rc", "Arc", "Cow", "Weak"];
/// Types that change behind a shared reference.
const SHARED: [&str; 6] = ["Cell", "RefCell", "Mutex", "RwLock", "OnceCell", "UnsafeCell"];

/// Why a type of that path is refused.
pub(super) fn refusal(path: &Path) -> Option<String> {
    let last = known(path)?;
    let name = last.ident.to_string();
    let inside = argument(last);
    let is_one_of = |names: &[&str]| names.contains(&name.as_str());
    Some(match (name.as_str(), inside) {
        ("usize" | "isize", _) => machine_sized(&name),
        ("String" | "str", _) => text(&name),
        ("Option", Some(inside)) => option(&inside),
        (_, Some(inside)) if is_one_of(&COLLECTIONS) => collection(&name, &inside),
        (_, Some(inside)) if is_one_of(&POINTERS) => pointer(&name, &inside),
        (_, Some(inside)) if is_one_of(&SHARED) => shared(&name, &inside),
        _ => return None,
    })
}

/// The name of a type that has bit patterns which are no value.
pub(super) fn needs_checked(path: &Path) -> Option<String> {
    let name = known(path)?.ident.to_string();
    (name == "bool" || name == "char" || name.starts_with("NonZero")).then_some(name)
}

/// The last segment of a path that is the standard library's or could be.
fn known(path: &Path) -> Option<&PathSegment> {
    let first = path.segments.first()?;
    let of_std = ["std", "core", "alloc"].iter().any(|name| first.ident == name);
    if path.segments.len() > 1 && !of_std { None } else { path.segments.last() }
}

/// The last type between the angle brackets: the value in a map.
fn argument(segment: &PathSegment) -> Option<String> {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    arguments.args.iter().rev().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(shown(ty)),
        _ => None,
    })
}

fn machine_sized(name: &str) -> String {
    let sign = &name[..1];
    format!("`{name}` has another size on other machines\nhelp: write `{sign}32`, or `{sign}64`")
}

fn text(name: &str) -> String {
    format!(
        "a `{name}` keeps its text elsewhere, and a component is plain bytes in its column\n\
         help: write `[u8; 32]` for a short text; hold a number for one that stands in a table outside the world"
    )
}

fn option(inside: &str) -> String {
    let none = if inside == "Entity" {
        "of which `Entity::NONE` means none"
    } else {
        "and let one value mean none"
    };
    format!(
        "the layout of an `Option` is the compiler's choice\n\
         help: write `{inside}`, {none}; or make it a component of its own, which can be absent"
    )
}

fn collection(name: &str, inside: &str) -> String {
    format!(
        "a `{name}` keeps its data elsewhere, and a component is plain bytes in its column\n\
         help: write `[{inside}; 8]`, an array of fixed length, or spawn an entity for each element"
    )
}

fn pointer(name: &str, inside: &str) -> String {
    format!(
        "a `{name}` keeps its data elsewhere, and a component is plain bytes in its column\n\
         help: write `{inside}`, the value itself, or hold the `Entity` that has it"
    )
}

fn shared(name: &str, inside: &str) -> String {
    format!(
        "a `{name}` changes unseen, and a component changes through `&mut` alone\n\
         help: write `{inside}`, the value itself"
    )
}
