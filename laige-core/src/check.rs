//! Checks that expansions make while constants are evaluated: their panics are compile errors that name the user's types.
//! Not for run time. Each check is called at the place of what it is about, which is where its error is shown.

mod layout;

pub use self::layout::*;

use bytemuck::{CheckedBitPattern, NoUninit, Pod};
use core::marker::PhantomData;

use crate::Fields;
use crate::const_text::Text;
use crate::fields::AnyBits;
use crate::query::{Access, assert_bundle};

/// Compiles for what any bits are.
pub const fn any_bits<T: AnyBits>() {}

/// Compiles for what a field of a `checked` component can be.
pub const fn fields<T: Fields>() {}

/// Compiles for what an opaque field can be.
pub const fn opaque<T: Opaque>() {}

/// What an opaque field can be.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known to be plain data, and an `opaque` field has to be",
    label = "not `Pod`",
    note = "add `#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]` to the definition of `{Self}`"
)]
pub trait Opaque: Pod + Send + Sync {}

#[diagnostic::do_not_recommend]
impl<T: Pod + Send + Sync> Opaque for T {}

/// Compiles for core's `PhantomData` only: other types of that name are fields like any other.
pub const fn phantom<T: Phantom>() {}

/// Core's `PhantomData`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not core's `PhantomData`, and goes by its name",
    label = "expected core's `PhantomData`",
    note = "write `core::marker::PhantomData<T>` to mark a parameter, or give `{Self}` another name"
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
    /// Not `Send` and `Sync`.
    const SHARED: bool = false;
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

impl<T: Send + Sync> Probe<T> {
    /// `Send` and `Sync`.
    pub const SHARED: bool = true;
}

/// Refuses a part of a resource that not every thread may reach. Gives 0, for a bound that is unknown where it is refused.
///
/// # Panics
///
/// Where it refuses.
#[track_caller]
#[must_use]
pub const fn shared(of: &str, part: &str, is_shared: bool) -> usize {
    if is_shared {
        return 0;
    }
    let text = Text::new().push_quoted(part).push(" in ").push_quoted(of);
    let text = text.push(" is not `Send` and `Sync`, and every thread may reach a resource\n");
    let text = text.push("help: write `Arc` for `Rc`, `Mutex` for `Cell` and `RefCell`, ");
    panic!("{}", text.push("or keep the value outside the world").as_str())
}

/// What has to stand beside a derive of ours.
#[derive(Debug, Clone, Copy)]
pub struct Beside {
    /// The type's name.
    pub of: &'static str,
    /// Whether the type is `Copy`.
    pub copy: bool,
    /// Whether it has the traits below.
    pub has: bool,
    /// bytemuck's traits that it needs, as in a message; empty where `Copy` is enough.
    pub needs: &'static str,
    /// The derives that give them.
    pub derives: &'static str,
    /// What does it all.
    pub instead: &'static str,
}

/// Refuses a derive without those that have to stand beside it. Gives 0, for a bound that is unknown where it is refused.
///
/// # Panics
///
/// Where it refuses.
#[track_caller]
#[must_use]
pub const fn derives(beside: &Beside) -> usize {
    if beside.copy && beside.has {
        return 0;
    }
    let text = Text::new().push_quoted(beside.of).push(" does not derive ");
    let text = push_lacking(&text, beside, "`Copy`", beside.needs).push("\nhelp: add `#[derive(");
    let text = push_lacking(&text, beside, "Clone, Copy", beside.derives).push(")]`");
    let text = if beside.instead.is_empty() {
        text
    } else {
        let text = text.push(", or write ").push_quoted(beside.instead);
        text.push(" instead of all derives, which does it all")
    };
    panic!("{}", text.as_str())
}

/// Appends what stands for `Copy`, for the other traits, or for both, as they are lacking.
const fn push_lacking(text: &Text, beside: &Beside, of_copy: &str, of_others: &str) -> Text {
    let text = if beside.copy { *text } else { text.push(of_copy) };
    if beside.has || of_others.is_empty() {
        return text;
    }
    let text = if beside.copy { text } else { text.push(", ") };
    text.push(of_others)
}

/// Refuses a bundle that has a component twice.
#[track_caller]
pub const fn bundle(access: &Access) {
    assert_bundle(access);
}
