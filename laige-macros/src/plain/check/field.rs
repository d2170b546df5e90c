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
    if let Some(reason) = refusal(&field.ty) {
        errors.refuse(&field.ty, format!("field `{}` {reason}", field.name()));
    } else if !model.is_checked() {
        if let Some(reason) = needs_checked(&field.ty) {
            errors.refuse(&field.ty, format!("field `{}` {reason}", field.name()));
        }
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

/// Why the type is refused, to be read after the field's name.
fn refusal(ty: &Type) -> Option<String> {
    let words = match element_of_group(ty) {
        Type::Array(array) => return refusal(&array.elem),
        Type::Path(path) if path.qself.is_none() => return refused_path(&path.path),
        Type::Reference(_) => {
            "is a reference, and a component owns its data\nhelp: hold an `Entity` or an index instead"
        }
        Type::Ptr(_) => {
            "is a pointer, whose value means nothing in another run\nhelp: hold an `Entity` or an index instead"
        }
        Type::FnPtr(_) => {
            "is a function pointer, whose value means nothing in another run\n\
             help: hold a number or an enum, and choose the function by it"
        }
        Type::Tuple(_) => {
            "is a tuple, whose layout is the compiler's choice\nhelp: use an array, or a struct with `#[component]`"
        }
        Type::Slice(_) | Type::TraitObject(_) | Type::ImplTrait(_) => {
            "has no fixed size\nhelp: use an array, or a number that stands for the value"
        }
        _ => return None,
    };
    Some(words.to_owned())
}

/// Numbers whose size depends on the machine.
const MACHINE_SIZED: [(&str, &str); 2] = [("usize", "`u32` or `u64`"), ("isize", "`i32` or `i64`")];
/// Types of the standard library that keep their data elsewhere, with how many arguments they are written.
const ELSEWHERE: [&str; 13] = [
    "Vec", "Box", "Rc", "Arc", "VecDeque", "BTreeMap", "BTreeSet", "HashMap", "HashSet", "Cow", "LinkedList", "BinaryHeap",
    "Weak",
];
/// Types of the standard library that change behind a shared reference.
const SHARED: [&str; 6] = ["Cell", "RefCell", "Mutex", "RwLock", "OnceCell", "UnsafeCell"];

fn refused_path(path: &Path) -> Option<String> {
    let (name, has_arguments) = known_name(path)?;
    if let Some((_, instead)) = MACHINE_SIZED.iter().find(|(known, _)| *known == name) {
        return Some(format!("is a `{name}`, which has another size on other machines\nhelp: use {instead}"));
    }
    if name == "String" || name == "str" {
        return Some(format!(
            "is a `{name}`, and a component is plain bytes that lie in its column\n\
             help: keep texts in a table outside the world and hold an index, or use `[u8; N]`"
        ));
    }
    if !has_arguments {
        return None;
    }
    if ELSEWHERE.contains(&name.as_str()) {
        return Some(format!(
            "is a `{name}`, and a component is plain bytes that lie in its column\n\
             help: use an array of fixed length, or one entity for each element"
        ));
    }
    if SHARED.contains(&name.as_str()) {
        return Some(format!(
            "is a `{name}`, and a component changes only through `&mut`\nhelp: hold the value itself"
        ));
    }
    (name == "Option").then(|| {
        "is an `Option`, whose layout is the compiler's choice\n\
         help: use a value that means none (`Entity::NONE`), or put it in a component of its own that can be absent"
            .to_owned()
    })
}

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

/// Why the type needs `checked`, to be read after the field's name.
fn needs_checked(ty: &Type) -> Option<String> {
    match element_of_group(ty) {
        Type::Array(array) => needs_checked(&array.elem),
        Type::Path(path) if path.qself.is_none() => {
            let (name, _) = known_name(&path.path)?;
            let known = name == "bool" || name == "char" || name.starts_with("NonZero");
            known.then(|| {
                format!(
                    "is a `{name}`, which not every bit pattern is\n\
                     help: write `#[component(checked)]`, and bytes from outside are checked before they become a value"
                )
            })
        }
        _ => None,
    }
}
