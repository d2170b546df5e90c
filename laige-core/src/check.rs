//! Checks that expansions make while constants are evaluated: their panics are compile errors that name the user's types.
//! Not for run time. Each check is called at the place of what it is about, which is where its error is shown.

use bytemuck::{CheckedBitPattern, NoUninit, Pod};
use core::marker::PhantomData;

use crate::const_text::Text;
use crate::fields::AnyBits;
use crate::limits::{MAX_COMPONENT_ALIGN, MAX_COMPONENT_SIZE};
use crate::query::{Access, assert_bundle};
use crate::{Fields, Shape};

/// Compiles for what any bits are.
pub const fn any_bits<T: AnyBits>() {}

/// Compiles for what a field of a `checked` component can be.
pub const fn fields<T: Fields>() {}

/// Compiles for what an opaque field can be.
pub const fn opaque<T: Pod + Send + Sync>() {}

/// Compiles for core's `PhantomData` only: other types of that name are fields like any other.
pub const fn phantom<T: Phantom>() {}

/// Core's `PhantomData`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not core's `PhantomData`, and goes by its name",
    label = "expected core's `PhantomData`",
    note = "give the type another name: `PhantomData` has its place in the rules for types with parameters"
)]
pub trait Phantom {}

impl<T: ?Sized> Phantom for PhantomData<T> {}

/// Tells what `T` implements: the constants are those of the inherent impls where these apply, else those of [`Lacks`].
#[derive(Debug)]
pub struct Probe<T>(PhantomData<T>);

/// What a [`Probe`] says of a type that does not implement what is asked for.
pub trait Lacks {
    /// Not `Copy` and `Pod`.
    const POD: bool = false;
    /// Not `NoUninit` and `CheckedBitPattern`.
    const CHECKED: bool = false;
    /// Not `Copy`.
    const COPY: bool = false;
}

impl<T> Lacks for Probe<T> {}

impl<T: Copy + Pod> Probe<T> {
    /// `Copy` and `Pod`.
    pub const POD: bool = true;
}

impl<T: NoUninit + CheckedBitPattern> Probe<T> {
    /// `NoUninit` and `CheckedBitPattern`.
    pub const CHECKED: bool = true;
}

impl<T: Copy> Probe<T> {
    /// `Copy`.
    pub const COPY: bool = true;
}

/// Refuses a derive without those that have to stand beside it. Gives 0, for a bound that is unknown where it is refused.
///
/// # Panics
///
/// Where it refuses.
#[track_caller]
#[must_use]
pub const fn derives(of: &str, has: bool, missing: &str, help: &str) -> usize {
    if !has {
        let text = Text::new().push_quoted(of).push(" does not derive ").push(missing);
        panic!("{}", text.push("\nhelp: ").push(help).as_str())
    }
    0
}

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

/// Refuses padding behind the field, and a place that other targets would not give it.
///
/// # Panics
///
/// Where it refuses.
#[track_caller]
pub const fn field(place: &Place) {
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
    let text =
        text.push("help: put the largest fields first, or fill the gap with a field `_pad: [u8; ");
    panic!("{}", text.push_number(bytes).push("]` here").as_str())
}

#[track_caller]
const fn refuse_place(place: &Place) -> ! {
    let text = Text::new().push("field ").push_quoted(place.field).push(" of ");
    let text = text.push_quoted(place.of).push(" is at offset ").push_number(place.offset);
    let text = text.push(", and targets that align it to ").push_number(place.align);
    let text =
        text.push(" would put it elsewhere\nhelp: put the largest fields first, or fill up ");
    let text = text.push("with a field `_pad: [u8; ");
    let missing = place.align - place.offset % place.align;
    panic!("{}", text.push_number(missing).push("]` before it").as_str())
}

/// Refuses a size and alignment that no component can have, and a size that other targets would round up.
///
/// # Panics
///
/// Where it refuses.
#[track_caller]
pub const fn whole(of: &str, shape: &Shape) {
    let text = Text::new().push_quoted(of);
    if shape.size > MAX_COMPONENT_SIZE {
        let text =
            text.push(" is ").push_bytes(shape.size).push(" large, and a component has at most ");
        let text = text.push_number(MAX_COMPONENT_SIZE).push("\nhelp: split it into several ");
        let text = text.push("components, or keep the data outside the world and hold an index");
        panic!("{}", text.as_str())
    }
    if shape.align > MAX_COMPONENT_ALIGN {
        let text = text.push(" is aligned to ").push_bytes(shape.align);
        let text = text.push(", and a component to at most ").push_number(MAX_COMPONENT_ALIGN);
        panic!("{}", text.push("\nhelp: lower the `align` of its fields").as_str())
    }
    if shape.natural_align > 1 && shape.size % shape.natural_align != 0 {
        let text =
            text.push(" is ").push_bytes(shape.size).push(" large, and targets that align it to ");
        let text = text.push_number(shape.natural_align).push(" would add padding\n");
        let text = text.push("help: add a last field `_pad: [u8; ");
        let missing = shape.natural_align - shape.size % shape.natural_align;
        panic!("{}", text.push_number(missing).push("]`").as_str())
    }
}

/// The same for a type whose shape is known by then.
#[track_caller]
pub const fn whole_of<T: Fields>(of: &str) {
    whole(of, &T::SHAPE);
}

/// Refuses a declared size that is not the real one.
#[track_caller]
pub const fn size(of: &str, declared: usize, real: usize) {
    if declared != real {
        refuse_declared(of, "size", declared, real);
    }
}

/// Refuses a declared alignment that is not the real one.
#[track_caller]
pub const fn align(of: &str, declared: usize, real: usize) {
    if declared != real {
        refuse_declared(of, "alignment", declared, real);
    }
}

#[track_caller]
const fn refuse_declared(of: &str, what: &str, declared: usize, real: usize) -> ! {
    let text = Text::new().push("the ").push(what).push(" of ").push_quoted(of).push(" is ");
    let text = text.push_bytes(real).push(", not ").push_number(declared);
    panic!("{}", text.push("\nhelp: if the change was meant, declare ").push_number(real).as_str())
}

/// Refuses fields made of elements of different size or alignment, where the lengths of arrays are parameters.
///
/// # Panics
///
/// Where it refuses.
#[track_caller]
pub const fn one_layout(
    of: &str,
    first: &str,
    one: (usize, usize),
    field: &str,
    two: (usize, usize),
) {
    if one.0 != two.0 || one.1 != two.1 {
        let text = Text::new().push("some parameters give ").push_quoted(of);
        let text = text.push(" padding: its fields ").push_quoted(first).push(" and ");
        let text = text.push_quoted(field).push(" are made of elements of different sizes\nhelp: ");
        let text = text.push("give the elements of all fields one size, or write the struct ");
        panic!("{}", text.push("without parameters").as_str())
    }
}

/// Refuses a bundle that has a component twice.
#[track_caller]
pub const fn bundle(access: &Access) {
    assert_bundle(access);
}

#[cfg(test)]
mod tests {
    use super::{Place, field};

    const FITS: Place =
        Place { of: "Pos", field: "x", offset: 8, size: 8, align: 8, next: 16, before: "" };

    #[test]
    fn field_without_gap_is_accepted() {
        field(&FITS);
    }

    #[test]
    #[should_panic(expected = "4 bytes of padding after field `x` of `Pos`, before field `y`")]
    fn gap_is_refused() {
        field(&Place { next: 20, before: "y", ..FITS });
    }

    #[test]
    #[should_panic(
        expected = "is at offset 4, and targets that align it to 8 would put it elsewhere"
    )]
    fn place_of_one_target_is_refused() {
        field(&Place { offset: 4, next: 12, ..FITS });
    }
}
