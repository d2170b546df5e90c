//! The rules for `#[repr(..)]`.
//! A combination that the compiler itself refuses is reported by it; saying it twice helps nobody.

use crate::errors::Errors;
use crate::plain::model::{Form, Model};

/// The largest alignment of a component: that of a column.
const MAX_ALIGN: u64 = 64;

/// A struct's fields lie in the order in which they are written, at places that every compiler agrees on.
pub(super) fn of_struct(model: &Model, errors: &Errors) {
    let repr = &model.repr;
    if let Some(packed) = &repr.packed {
        errors.refuse(
            packed,
            "a packed struct has fields that cannot be borrowed\n\
             help: remove `packed`, and put the largest fields first or add `_pad: [u8; N]`",
        );
    } else if !repr.is_fixed() && repr.integer.is_none() {
        missing_repr(model, errors);
    }
    alignment(model, errors);
}

fn missing_repr(model: &Model, errors: &Errors) {
    let name = &model.ident;
    let all_in_one = match model.form {
        Form::Fields => "",
        Form::Component | Form::Attribute => ", or use `#[component]`, which adds it",
    };
    errors.refuse(
        name,
        format!(
            "`{name}` has no fixed layout: the compiler may order its fields as it likes\n\
             help: add `#[repr(C)]`{all_in_one}"
        ),
    );
}

/// An enum is a number of a size that every compiler agrees on.
pub(super) fn of_enum(model: &Model, variants: usize, errors: &Errors) {
    let repr = &model.repr;
    let name = &model.ident;
    match &repr.integer {
        Some(integer) if integer == "usize" || integer == "isize" => errors.refuse(
            integer,
            format!("`{integer}` has another size on other machines\nhelp: use `#[repr(u8)]`, or a wider fixed integer"),
        ),
        Some(_) if !repr.align.is_empty() => errors.refuse(
            &repr.align[0].tokens,
            "an enum with a declared alignment has padding behind its number\n\
             help: remove it, and align a struct around the enum",
        ),
        Some(_) => {}
        None if variants == 0 => {}
        None => errors.refuse(
            name,
            format!("`{name}` has no fixed size: the compiler chooses it\nhelp: add `#[repr(u8)]`, or a wider integer"),
        ),
    }
}

/// Columns are aligned to 64 bytes, so no component can ask for more.
fn alignment(model: &Model, errors: &Errors) {
    for align in &model.repr.align {
        if align.bytes > MAX_ALIGN {
            errors.refuse(
                &align.tokens,
                format!("a component is aligned to at most {MAX_ALIGN} bytes\nhelp: write `align({MAX_ALIGN})` or less"),
            );
        }
    }
}
