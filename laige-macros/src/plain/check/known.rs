//! Types of the standard library that people put into structs and that no plain data can hold, each with what to hold
//! instead. They are known by their last name, unless the path before it is another library's.

use syn::{GenericArgument, Path, PathArguments, PathSegment};

use crate::plain::kind::Kind;
use crate::spelling::shown;

/// Types that keep many values elsewhere.
const COLLECTIONS: [&str; 8] =
    ["Vec", "VecDeque", "LinkedList", "BinaryHeap", "BTreeMap", "BTreeSet", "HashMap", "HashSet"];
/// Types that keep one value elsewhere.
const POINTERS: [&str; 5] = ["Box", "Rc", "Arc", "Cow", "Weak"];
/// Types that change behind a shared reference.
const SHARED: [&str; 6] = ["Cell", "RefCell", "Mutex", "RwLock", "OnceCell", "UnsafeCell"];

/// Why a type of that path is refused.
pub(super) fn refusal(kind: Kind, path: &Path) -> Option<String> {
    let last = known(path)?;
    let name = last.ident.to_string();
    let inside = argument(last);
    let is_one_of = |names: &[&str]| names.contains(&name.as_str());
    Some(match (name.as_str(), inside) {
        ("usize" | "isize", _) => machine_sized(&name),
        ("String" | "str", _) => text(kind, &name),
        ("Option", Some(inside)) => option(kind, &inside),
        (_, Some(inside)) if is_one_of(&COLLECTIONS) => collection(kind, &name, &inside),
        (_, Some(inside)) if is_one_of(&POINTERS) => pointer(kind, &name, &inside),
        (_, Some(inside)) if is_one_of(&SHARED) => shared(kind, &name, &inside),
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

fn text(kind: Kind, name: &str) -> String {
    let or_else = match kind {
        Kind::Resource => kind.or_transient(),
        _ => "; hold a number for one that stands in a table outside the world",
    };
    format!(
        "a `{name}` keeps its text elsewhere, and {}\nhelp: write `[u8; 32]` for a short text{or_else}",
        is_plain_bytes(kind),
    )
}

/// What a type that keeps its data elsewhere is not.
fn is_plain_bytes(kind: Kind) -> &'static str {
    match kind {
        Kind::Component | Kind::Fields => "a component is plain bytes in its column",
        Kind::Resource => "a resource that is state is plain bytes",
    }
}

fn option(kind: Kind, inside: &str) -> String {
    let none = if inside == "Entity" {
        "of which `Entity::NONE` means none"
    } else {
        "and let one value mean none"
    };
    format!(
        "the layout of an `Option` is the compiler's choice\n\
         help: write `{inside}`, {none}; or make it a {} of its own, which can be absent",
        kind.noun(),
    )
}

fn collection(kind: Kind, name: &str, inside: &str) -> String {
    let or_else = match kind {
        Kind::Resource => kind.or_transient(),
        _ => ", or spawn an entity for each element",
    };
    format!(
        "a `{name}` keeps its data elsewhere, and {}\n\
         help: write `[{inside}; 8]`, an array of fixed length{or_else}",
        is_plain_bytes(kind),
    )
}

fn pointer(kind: Kind, name: &str, inside: &str) -> String {
    let or_else = match kind {
        Kind::Resource => kind.or_transient(),
        _ => ", or hold the `Entity` that has it",
    };
    format!(
        "a `{name}` keeps its data elsewhere, and {}\n\
         help: write `{inside}`, the value itself{or_else}",
        is_plain_bytes(kind),
    )
}

fn shared(kind: Kind, name: &str, inside: &str) -> String {
    format!(
        "a `{name}` changes unseen, and a {} changes through `&mut` alone\n\
         help: write `{inside}`, the value itself{}",
        kind.noun(),
        kind.or_transient(),
    )
}
