//! The rules for types of fields that can be seen from how they are written.
//! All other types are judged by the traits that they have, in the expansion.

use syn::{Type, TypeReference, TypeTuple};

use super::known;
use crate::errors::Errors;
use crate::plain::generic::element_of_group;
use crate::plain::kind::Kind;
use crate::plain::model::{Field, Model};
use crate::spelling::{shown, spelling};

/// Reports a field whose type can never be one of plain data's.
pub(super) fn check(model: &Model, field: &Field, errors: &Errors) {
    if field.opaque {
        return;
    }
    let reason = refusal(model.kind, &field.ty).or_else(|| {
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
fn refusal(kind: Kind, ty: &Type) -> Option<String> {
    let noun = kind.noun();
    Some(match element_of_group(ty) {
        Type::Array(array) => return refusal(kind, &array.elem),
        Type::Path(path) if path.qself.is_none() => return known::refusal(kind, &path.path),
        Type::Reference(reference) => of_reference(noun, reference),
        Type::Ptr(_) => "a pointer means nothing in another run\n\
                         help: hold an `Entity` instead, or a number that stands for the value"
            .to_owned(),
        Type::FnPtr(_) => "a function pointer means nothing in another run\n\
                           help: hold a number, as `u8`, or an enum, and choose the function by it"
            .to_owned(),
        Type::Tuple(tuple) => of_tuple(noun, tuple),
        Type::Slice(slice) => format!(
            "a {noun} has a fixed size, and a slice has none\nhelp: write `[{}; 8]`, an array of fixed length",
            shown(&slice.elem)
        ),
        Type::TraitObject(_) | Type::ImplTrait(_) => format!(
            "a {noun} has one layout, and this can be any type\n\
             help: hold a number, as `u8`, or an enum, and choose the type by it"
        ),
        _ => return None,
    })
}

fn of_reference(noun: &str, reference: &TypeReference) -> String {
    let lifetime = reference.lifetime.as_ref();
    let parameter = lifetime.filter(|lifetime| lifetime.ident != "static");
    let parameter = parameter.map_or_else(String::new, |lifetime| {
        format!(", and remove the lifetime parameter `{lifetime}`")
    });
    format!(
        "a {noun} owns its data, and this is a reference\n\
         help: hold an `Entity` instead, or a number that stands for the value{parameter}"
    )
}

fn of_tuple(noun: &str, tuple: &TypeTuple) -> String {
    let reason = "the layout of a tuple is the compiler's choice";
    let mut members = tuple.elems.iter();
    let Some(first) = members.next() else {
        return format!("{reason}\nhelp: write `[u8; 0]`, or remove the field");
    };
    let spelled = spelling(first);
    if members.all(|member| spelling(member) == spelled) {
        let count = tuple.elems.len();
        return format!(
            "{reason}\nhelp: write `[{}; {count}]`, or a struct with `#[{noun}]`",
            shown(first)
        );
    }
    format!("{reason}\nhelp: write a struct of its own for it, with `#[{noun}]`")
}

/// The name of a type that needs `checked`.
fn needs_checked(ty: &Type) -> Option<String> {
    match element_of_group(ty) {
        Type::Array(array) => needs_checked(&array.elem),
        Type::Path(path) if path.qself.is_none() => known::needs_checked(&path.path),
        _ => None,
    }
}
