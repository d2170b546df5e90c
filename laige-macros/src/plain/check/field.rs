//! The rules for types of fields that can be seen from how they are written.
//! All other types are judged by the traits that they have, in the expansion.

use syn::{Path, PathArguments, Type};

use crate::errors::Errors;
use crate::plain::generic::element_of_group;
use crate::plain::model::{Field, Model};

/// Reports a field whose type can never be one of a component's.
pub(super) fn check(model: &Model, field: &Field, errors: &Errors) {
    if field.opaque {
        return;
    }
    let reason = refusal(&field.ty).or_else(|| {
        let name = if model.is_checked() { None } else { needs_checked(&field.ty) };
        name.map(|name| {
            format!("not every bit pattern is a `{name}`\nhelp: {}", model.how_to_check())
        })
    });
    if let Some(reason) = reason {
        errors.refuse(&field.ty, format!("field `{}`: {reason}", field.name()));
    }
}

/// Whether the type is a reference, perhaps in an array.
pub(super) fn is_reference(ty: &Type) -> bool {
    match element_of_group(ty) {
        Type::Reference(_) => true,
        Type::Array(array) => is_reference(&array.elem),
        _ => false,
    }
}

/// Why the type is refused.
fn refusal(ty: &Type) -> Option<String> {
    let words = match element_of_group(ty) {
        Type::Array(array) => return refusal(&array.elem),
        Type::Path(path) if path.qself.is_none() => return refused_path(&path.path),
        Type::Reference(_) => {
            "a component owns its data, and this is a reference\n\
             help: hold an `Entity` or an index instead"
        }
        Type::Ptr(_) => {
            "a pointer means nothing in another run\n\
             help: hold an `Entity` or an index instead"
        }
        Type::FnPtr(_) => {
            "a function pointer means nothing in another run\n\
             help: hold a number or an enum, and choose the function by it"
        }
        Type::Tuple(_) => {
            "the layout of a tuple is the compiler's choice\n\
             help: use an array, or a struct with `#[component]`"
        }
        Type::Slice(_) | Type::TraitObject(_) | Type::ImplTrait(_) => {
            "a component has a fixed size, and this has none\n\
             help: use an array, or a number that stands for the value"
        }
        _ => return None,
    };
    Some(words.to_owned())
}

/// Numbers whose size depends on the machine, and what to use instead.
const MACHINE_SIZED: [(&str, &str); 2] = [("usize", "`u32` or `u64`"), ("isize", "`i32` or `i64`")];
/// Types of the standard library that keep their data elsewhere and are written with arguments.
const ELSEWHERE: [&str; 13] = [
    "Vec",
    "Box",
    "Rc",
    "Arc",
    "VecDeque",
    "BTreeMap",
    "BTreeSet",
    "HashMap",
    "HashSet",
    "Cow",
    "LinkedList",
    "BinaryHeap",
    "Weak",
];
/// Types of the standard library that change behind a shared reference.
const SHARED: [&str; 6] = ["Cell", "RefCell", "Mutex", "RwLock", "OnceCell", "UnsafeCell"];

fn refused_path(path: &Path) -> Option<String> {
    let (name, has_arguments) = known_name(path)?;
    let known = |names: &[&str]| names.contains(&name.as_str());
    if let Some((_, instead)) = MACHINE_SIZED.iter().find(|(known, _)| *known == name) {
        Some(format!("`{name}` has another size on other machines\nhelp: use {instead}"))
    } else if known(&["String", "str"]) {
        Some(format!(
            "a `{name}` keeps its text elsewhere, and a component is plain bytes in its column\n\
             help: keep texts in a table outside the world and hold an index, or use `[u8; N]`"
        ))
    } else if has_arguments && known(&ELSEWHERE) {
        Some(format!(
            "a `{name}` keeps its data elsewhere, and a component is plain bytes in its column\n\
             help: use an array of fixed length, or one entity for each element"
        ))
    } else if has_arguments && known(&SHARED) {
        Some(format!(
            "a `{name}` changes unseen, and a component changes through `&mut` alone\n\
             help: hold the value itself"
        ))
    } else if has_arguments && name == "Option" {
        Some(OPTION.to_owned())
    } else {
        None
    }
}

const OPTION: &str = "the layout of an `Option` is the compiler's choice\n\
                      help: use a value that means none (`Entity::NONE`), or a component of its own that can be absent";

/// The last name of a path that is the standard library's or could be, and whether it has arguments.
fn known_name(path: &Path) -> Option<(String, bool)> {
    let last = path.segments.last()?;
    let first = path.segments.first()?;
    let of_std = ["std", "core", "alloc"].iter().any(|name| first.ident == name);
    if path.segments.len() > 1 && !of_std {
        return None;
    }
    Some((last.ident.to_string(), !matches!(last.arguments, PathArguments::None)))
}

/// The name of a type that needs `checked`.
fn needs_checked(ty: &Type) -> Option<String> {
    match element_of_group(ty) {
        Type::Array(array) => needs_checked(&array.elem),
        Type::Path(path) if path.qself.is_none() => {
            let (name, _) = known_name(&path.path)?;
            let known = name == "bool" || name == "char" || name.starts_with("NonZero");
            known.then_some(name)
        }
        _ => None,
    }
}
