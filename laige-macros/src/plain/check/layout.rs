//! The rules for `#[repr(..)]`.
//! A combination that the compiler itself refuses is reported by it; saying it twice helps nobody.

use syn::Ident;

use crate::errors::Errors;
use crate::plain::kind::Kind;
use crate::plain::model::Model;
use crate::plain::repr::Align;
use crate::spelling::shown;

/// The largest alignment of plain data: that of a column.
const MAX_ALIGN: u64 = 64;

/// A struct's fields lie in the order in which they are written, at places that every compiler agrees on.
pub(super) fn of_struct(model: &Model, errors: &Errors) {
    let repr = &model.repr;
    if let Some(packed) = &repr.packed {
        let (name, shown) = (model.name(), shown(packed));
        errors.refuse(
            packed,
            format!(
                "`{name}` is packed, and its fields could not be borrowed\n\
                 help: remove `{shown}`, and put the largest fields first or fill gaps with fields of bytes"
            ),
        );
    } else if !repr.is_fixed() && repr.integer.is_none() {
        missing_repr(model, errors);
    }
    for align in &repr.align {
        not_over_aligned(model, align, errors);
    }
}

fn missing_repr(model: &Model, errors: &Errors) {
    let name = &model.ident;
    let all_in_one = match model.kind {
        Kind::Fields => String::new(),
        kind => format!(", or use `#[{}]`, which adds it", kind.noun()),
    };
    errors.refuse(
        name,
        format!(
            "`{name}` has no fixed layout: the compiler may order its fields as it likes\n\
             help: add `#[repr(C)]`{all_in_one}"
        ),
    );
}

/// Columns are aligned to 64 bytes, so no component can ask for more; resources are plain data by the same rules.
fn not_over_aligned(model: &Model, align: &Align, errors: &Errors) {
    if align.bytes > MAX_ALIGN {
        let (name, noun, bytes) = (model.name(), model.kind.noun(), align.bytes);
        errors.refuse(
            &align.tokens,
            format!(
                "`{name}` is aligned to {bytes} bytes, and a {noun} to at most {MAX_ALIGN}\n\
                 help: write `align({MAX_ALIGN})` or less"
            ),
        );
    }
}

/// An enum is a number of a size that every compiler agrees on.
pub(super) fn of_enum(model: &Model, variants: usize, errors: &Errors) {
    let (repr, name) = (&model.repr, &model.ident);
    match &repr.integer {
        Some(integer) if integer == "usize" || integer == "isize" => {
            machine_sized(model, integer, errors);
        }
        Some(integer) => {
            if let Some(align) = repr.align.first() {
                aligned_enum(model, integer, align, errors);
            }
        }
        None if variants == 0 => {}
        None => errors.refuse(
            name,
            format!(
                "`{name}` has no fixed size: the compiler chooses it\n\
                 help: add `#[repr(u8)]`, or a wider integer"
            ),
        ),
    }
}

fn machine_sized(model: &Model, integer: &Ident, errors: &Errors) {
    let name = model.name();
    errors.refuse(
        integer,
        format!(
            "`{name}` is a `{integer}`, which has another size on other machines\n\
             help: write `#[repr(u8)]`, or a wider integer of fixed size"
        ),
    );
}

fn aligned_enum(model: &Model, integer: &Ident, align: &Align, errors: &Errors) {
    let name = model.name();
    errors.refuse(
        &align.tokens,
        format!(
            "`{name}` declares an alignment, which puts padding behind an enum's number\n\
             help: write `#[repr({integer})]` alone, and align a struct around the enum"
        ),
    );
}
