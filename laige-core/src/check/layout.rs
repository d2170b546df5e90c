//! Checks of layout: no padding, places that every target agrees on, sizes and alignments within the limits, and as declared.

use crate::const_text::Text;
use crate::limits::{MAX_COMPONENT_ALIGN, MAX_COMPONENT_SIZE, MAX_RESOURCE_SIZE};
use crate::{Field, Fields, Kind, Shape};

/// A field in its struct, and what comes after it.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// The struct's name.
    pub of: &'static str,
    /// The field's name.
    pub field: &'static str,
    /// Where the field starts.
    pub offset: usize,
    /// The field's size.
    pub size: usize,
    /// The alignment that the field has on every target.
    pub align: usize,
    /// Where the next field starts; after the last one, the size of the struct.
    pub next: usize,
    /// The name of the next field; empty after the last one.
    pub before: &'static str,
}

/// Refuses padding behind the field of that number, and a place that other targets would not give it.
///
/// # Panics
///
/// Where it refuses.
#[track_caller]
pub const fn field(of: &'static str, shape: &Shape, index: usize) {
    let Kind::Struct { fields } = shape.kind else { return };
    let field = &fields[index];
    let (next, before) = if index + 1 < fields.len() {
        (fields[index + 1].offset, fields[index + 1].name)
    } else {
        (shape.size, "")
    };
    let Field { name, offset, shape } = *field;
    place(&Place {
        of,
        field: name,
        offset,
        size: shape.size,
        align: shape.natural_align,
        next,
        before,
    });
}

/// The same for a type whose shape is known by then. A direct use of the shape would ask for the traits above `Fields` once
/// more, and be a second error where one is missing.
#[track_caller]
pub const fn field_of<T: Fields>(of: &'static str, index: usize) {
    field(of, &T::SHAPE, index);
}

/// The same for a field that has no shape.
#[track_caller]
pub const fn place(place: &Place) {
    let end = place.offset + place.size;
    if place.next > end {
        refuse_padding(place, place.next - end);
    }
    if place.align > 1 && place.offset % place.align != 0 {
        refuse_place(place);
    }
}

#[track_caller]
const fn refuse_padding(place: &Place, bytes: usize) -> ! {
    let text = Text::new().push_bytes(bytes).push(" of padding after field ");
    let text = text.push_quoted(place.field).push(" of ").push_quoted(place.of);
    let text = if place.before.is_empty() {
        text.push(", for the struct's size is a multiple of its alignment\n")
    } else {
        text.push(", before field ").push_quoted(place.before).push("\n")
    };
    let text = text.push("help: put the largest fields first, or fill the gap with a field ");
    let text = push_filler(&text, place.field, bytes);
    panic!("{}", text.push(" behind it").as_str())
}

/// Appends a field of so many bytes to stand beside the field of that name, which is a number in a tuple struct.
const fn push_filler(text: &Text, beside: &str, bytes: usize) -> Text {
    let text = text.push("`");
    let text = if beside.as_bytes()[0].is_ascii_digit() {
        text
    } else {
        text.push("_pad_").push(beside).push(": ")
    };
    text.push("[u8; ").push_number(bytes).push("]`")
}

#[track_caller]
const fn refuse_place(place: &Place) -> ! {
    let text = Text::new().push("field ").push_quoted(place.field).push(" of ");
    let text = text.push_quoted(place.of).push(" is at offset ").push_number(place.offset);
    let text = text.push(", and targets that align it to ").push_number(place.align);
    let text = text.push(
        " would put it elsewhere\nhelp: put the largest fields first, or fill up with a field ",
    );
    let text = push_filler(&text, place.field, place.align - place.offset % place.align);
    panic!("{}", text.push(" before it").as_str())
}

/// What plain data is held to, by what it becomes.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    noun: &'static str,
    max_size: usize,
}

/// Of a component, or of what fields of one can be.
pub const COMPONENT: Limits = Limits { noun: "component", max_size: MAX_COMPONENT_SIZE };

/// Of a resource that is state.
pub const RESOURCE: Limits = Limits { noun: "resource", max_size: MAX_RESOURCE_SIZE };

/// Refuses a size or alignment that plain data cannot have, and a size that other targets would round up.
///
/// # Panics
///
/// Where it refuses.
#[track_caller]
pub const fn whole_of<T: Fields>(of: &str, limits: &Limits) {
    refuse_whole(&Text::new().push_quoted(of), &T::SHAPE, limits);
}

/// The same for an instance of a type with parameters.
#[track_caller]
pub const fn instance(of: &str, shape: &Shape, limits: &Limits) {
    refuse_whole(&Text::new().push("an instance of ").push_quoted(of), shape, limits);
}

#[track_caller]
const fn refuse_whole(text: &Text, shape: &Shape, limits: &Limits) {
    let Limits { noun, max_size } = *limits;
    if shape.size > max_size {
        let text = text.push(" is ").push_bytes(shape.size).push(" large, and a ").push(noun);
        let text = text.push(" has at most ").push_number(max_size);
        let text = text.push("\nhelp: hold an index, as `u32`, of data outside the world, ");
        panic!("{}", text.push("or split it into several ").push(noun).push("s").as_str())
    }
    if shape.align > MAX_COMPONENT_ALIGN {
        let text = text.push(" is aligned to ").push_bytes(shape.align);
        let text = text.push(" by a field, and a ").push(noun).push(" to at most ");
        let text = text.push_number(MAX_COMPONENT_ALIGN);
        let text = text.push("\nhelp: write `align(").push_number(MAX_COMPONENT_ALIGN);
        panic!("{}", text.push(")` or less on the type of the field that asks for it").as_str())
    }
    if shape.natural_align > 1 && shape.size % shape.natural_align != 0 {
        let text =
            text.push(" is ").push_bytes(shape.size).push(" large, and targets that align it to ");
        let text = text.push_number(shape.natural_align).push(" would add padding\n");
        let text = text.push("help: add a last field ");
        let missing = shape.natural_align - shape.size % shape.natural_align;
        panic!("{}", push_filler(&text, "end", missing).as_str())
    }
}

/// Refuses a declared size that is not the real one.
#[track_caller]
pub const fn size(of: &str, declared: usize, real: usize) {
    if declared != real {
        refuse_declared(of, ("size", "size"), declared, real);
    }
}

/// Refuses a declared alignment that is not the real one.
#[track_caller]
pub const fn align(of: &str, declared: usize, real: usize) {
    if declared != real {
        refuse_declared(of, ("alignment", "align"), declared, real);
    }
}

#[track_caller]
const fn refuse_declared(of: &str, (what, key): (&str, &str), declared: usize, real: usize) -> ! {
    let text = Text::new().push("the ").push(what).push(" of ").push_quoted(of).push(" is ");
    let text = text.push_bytes(real).push(", not ").push_number(declared);
    let text = text.push("\nhelp: write `").push(key).push(" = ").push_number(real);
    panic!("{}", text.push("` if the change was meant").as_str())
}

/// What a field is made of, where the lengths of arrays are parameters: itself, or the elements of its array.
#[derive(Debug, Clone, Copy)]
pub struct Element {
    /// The field's name.
    pub field: &'static str,
    /// The element's type as it is written.
    pub ty: &'static str,
    /// The element's size and alignment.
    pub layout: (usize, usize),
}

/// Refuses fields made of elements of different size or alignment, where the lengths of arrays are parameters.
///
/// # Panics
///
/// Where it refuses.
#[track_caller]
pub const fn one_layout(of: &str, one: &Element, two: &Element) {
    if one.layout.0 != two.layout.0 || one.layout.1 != two.layout.1 {
        let text = Text::new().push("some parameters give ").push_quoted(of);
        let text = text.push(" padding: its fields ").push_quoted(one.field).push(" and ");
        let text = text.push_quoted(two.field).push(" are made of elements of different sizes\n");
        let text = text.push("help: write ").push_quoted(one.ty).push(" for the elements of ");
        let text = text.push_quoted(two.field).push(" or another type of that size, ");
        panic!("{}", text.push("or write the struct without parameters").as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::{Place, place};

    const FITS: Place =
        Place { of: "Pos", field: "x", offset: 8, size: 8, align: 8, next: 16, before: "" };

    #[test]
    fn field_without_gap_is_accepted() {
        place(&FITS);
    }

    #[test]
    #[should_panic(expected = "4 bytes of padding after field `x` of `Pos`, before field `y`")]
    fn gap_is_refused() {
        place(&Place { next: 20, before: "y", ..FITS });
    }

    #[test]
    #[should_panic(
        expected = "is at offset 4, and targets that align it to 8 would put it elsewhere"
    )]
    fn place_of_one_target_is_refused() {
        place(&Place { offset: 4, next: 12, ..FITS });
    }
}
