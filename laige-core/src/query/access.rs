//! What a query touches, as constant data, and the proof that it touches no component of a row twice in conflicting ways.
//! The proof is a value that only a constant evaluation can make, so that a conflict is an error when code is generated.

use core::marker::PhantomData;

use super::term::RowTerm;
use crate::const_text::Text;
use crate::{Component, Fields, Shape, StableId, names};

/// How a term touches a component.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// `&T`
    Read,
    /// `&mut T`
    Write,
    /// `Option<&T>`
    OptionRead,
    /// `Option<&mut T>`
    OptionWrite,
    /// A member of a bundle.
    Member,
}

impl Mode {
    const fn writes(self) -> bool {
        matches!(self, Self::Write | Self::OptionWrite | Self::Member)
    }

    /// What stands before and behind the component's name where it is written out.
    const fn around(self) -> (&'static str, &'static str) {
        match self {
            Self::Read => ("&", ""),
            Self::Write => ("&mut ", ""),
            Self::OptionRead => ("Option<&", ">"),
            Self::OptionWrite => ("Option<&mut ", ">"),
            Self::Member => ("", ""),
        }
    }
}

/// One component that is touched.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    id: StableId,
    shape: &'static Shape,
    mode: Mode,
    is_toggle: bool,
}

/// The components that a query or bundle touches, and how: a tree, as terms and bundles nest.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Access {
    /// One component.
    One(Touch),
    /// What all of these touch.
    All(&'static [Self]),
}

pub(crate) type Pair = (Touch, Touch);

impl Touch {
    /// The stable id of the component.
    pub(crate) const fn id(&self) -> StableId {
        self.id
    }

    /// The name of the component.
    pub(crate) const fn name(&self) -> &'static str {
        self.shape.name
    }

    /// Whether it is written.
    pub(crate) const fn writes(&self) -> bool {
        self.mode.writes()
    }
}

impl Access {
    /// Nothing.
    pub const NONE: Self = Self::All(&[]);

    /// One component.
    #[must_use]
    pub const fn of<T: Component>(mode: Mode) -> Self {
        let (id, shape) = (T::STABLE_ID, &<T as Fields>::SHAPE);
        Self::One(Touch { id, shape, mode, is_toggle: T::IS_TOGGLE })
    }

    /// Whether a toggle is among them.
    pub(crate) const fn has_toggle(&self) -> bool {
        match self {
            Self::One(touch) => touch.is_toggle,
            Self::All(parts) => {
                let mut i = 0;
                while i < parts.len() {
                    if parts[i].has_toggle() {
                        return true;
                    }
                    i += 1;
                }
                false
            }
        }
    }

    /// The first pair that cannot stand together, one from `self`, one from `other`: a component of which one writes, or
    /// two components with one stable id.
    pub(crate) const fn conflict(&self, other: &Self) -> Option<Pair> {
        let (one, two) = match (self, other) {
            (Self::One(one), Self::One(two)) => (one, two),
            (Self::All(parts), _) => return Self::conflict_of_any(parts, other),
            (one @ Self::One(_), Self::All(parts)) => {
                return match Self::conflict_of_any(parts, one) {
                    Some((b, a)) => Some((a, b)),
                    None => None,
                };
            }
        };
        let writes = one.mode.writes() || two.mode.writes();
        let clash = one.id.to_u64() == two.id.to_u64() && (writes || are_namesakes(one, two));
        if clash { Some((*one, *two)) } else { None }
    }

    /// The first conflict between one of `parts` and `other`.
    const fn conflict_of_any(parts: &[Self], other: &Self) -> Option<Pair> {
        let mut i = 0;
        while i < parts.len() {
            if let Some(pair) = parts[i].conflict(other) {
                return Some(pair);
            }
            i += 1;
        }
        None
    }

    /// Each component that is touched.
    pub(crate) fn each(&self, visit: &mut dyn FnMut(&Touch)) {
        match self {
            Self::One(touch) => visit(touch),
            Self::All(parts) => parts.iter().for_each(|part| part.each(visit)),
        }
    }

    /// Whether a component is written.
    pub(crate) const fn writes(&self) -> bool {
        match self {
            Self::One(touch) => touch.writes(),
            Self::All(parts) => {
                let mut i = 0;
                while i < parts.len() {
                    if parts[i].writes() {
                        return true;
                    }
                    i += 1;
                }
                false
            }
        }
    }

    /// The first conflicting pair inside.
    pub(crate) const fn conflict_inside(&self) -> Option<Pair> {
        let Self::All(parts) = self else { return None };
        let mut i = 0;
        while i < parts.len() {
            if let Some(pair) = parts[i].conflict_inside() {
                return Some(pair);
            }
            let (before, _) = parts.split_at(i);
            if let Some(pair) = Self::conflict_of_any(before, &parts[i]) {
                return Some(pair);
            }
            i += 1;
        }
        None
    }
}

/// Whether two components of one stable id are two types, as far as their paths tell.
const fn are_namesakes(one: &Touch, two: &Touch) -> bool {
    !names::same(one.shape.path, two.shape.path)
}

/// Fails the build with the reason why two components cannot stand in one query or bundle, where they have one stable id.
#[track_caller]
const fn refuse_namesakes(first: Touch, second: Touch) -> ! {
    let text = Text::new().push_quoted(second.shape.path).push(" and ");
    let text = text.push_quoted(first.shape.path).push(" are two components with one id, ");
    let text =
        text.push("which cannot stand together\nhelp: give one of them another, as `id = \"");
    panic!("{}", text.push(second.shape.name).push(".2\"`").as_str())
}

/// Fails the build with the reason why two terms cannot stand in one query. The second may be known by its parameter.
#[track_caller]
const fn refuse_query(first: Touch, second: Touch, parameter: &str) -> ! {
    if are_namesakes(&first, &second) {
        refuse_namesakes(first, second);
    }
    let text = spell(&Text::new(), second, second.shape.path).push(" and ");
    let text = spell(&text, first, first.shape.path).push(" are the same component in one query\n");
    let text = text.push("help: remove one of the two, as ");
    let text = if parameter.is_empty() {
        spell(&text, second, names::last_segment(second.shape.path))
    } else {
        text.push_quoted(parameter)
    };
    panic!("{}", text.push("; a `&mut` term reads as well as writes").as_str())
}

/// Appends a term as it would be written with that name of the component, in backticks.
const fn spell(text: &Text, touch: Touch, name: &str) -> Text {
    let (before, behind) = touch.mode.around();
    text.push("`").push(before).push(name).push(behind).push("`")
}

/// Appends a term with the full name of its component, in backticks.
pub(crate) const fn spell_in_full(text: &Text, touch: Touch) -> Text {
    spell(text, touch, touch.shape.path)
}

/// Fails the build where the terms of `Q` conflict. Evaluated in a `const` block for each query type.
#[track_caller]
pub(crate) const fn assert_query<Q: RowTerm>() {
    if let Some((first, second)) = Q::ACCESS.conflict_inside() {
        refuse_query(first, second, "");
    }
}

/// Fails the build where a query conflicts with itself or with one before it, each given by what it touches.
#[track_caller]
pub(crate) const fn assert_split(queries: &[Access]) {
    let mut i = 0;
    while i < queries.len() {
        if let Some((first, second)) = queries[i].conflict_inside() {
            refuse_query(first, second, "");
        }
        let (before, _) = queries.split_at(i);
        if let Some((first, second)) = Access::conflict_of_any(before, &queries[i]) {
            refuse_split(first, second);
        }
        i += 1;
    }
}

/// Fails the build with the reason why two queries cannot be used at once.
#[track_caller]
const fn refuse_split(first: Touch, second: Touch) -> ! {
    if are_namesakes(&first, &second) {
        refuse_namesakes(first, second);
    }
    let text = spell(&Text::new(), second, second.shape.path).push(" and ");
    let text = spell(&text, first, first.shape.path)
        .push(" are the same component in two queries of one `split`\n");
    let text = text.push("help: use the queries one after the other, each made by `query_mut`");
    panic!("{}", text.as_str())
}

/// Fails the build where a bundle has a component twice.
#[track_caller]
pub(crate) const fn assert_bundle(access: &Access) {
    if let Some((first, second)) = access.conflict_inside() {
        if are_namesakes(&first, &second) {
            refuse_namesakes(first, second);
        }
        let path = first.shape.path;
        let text =
            Text::new().push_quoted(path).push(" is twice in this bundle\nhelp: remove one ");
        let text = text.push_quoted(names::last_segment(path));
        let text =
            text.push(", or wrap it in a component of its own: an entity has a component once");
        panic!("{}", text.as_str())
    }
}

/// The proof that term `T` can join the terms `Q`.
#[doc(hidden)]
#[derive(Debug)]
pub struct Distinct<Q, T>(PhantomData<fn() -> (Q, T)>);

/// The proof for the first term, which has none before it to conflict with.
#[doc(hidden)]
#[must_use]
#[inline]
pub const fn alone<T: RowTerm>() -> Distinct<(), T> {
    Distinct(PhantomData)
}

/// Makes the proof, or fails the build. `parameter` is how the term stands in the query, for the message.
#[doc(hidden)]
#[must_use]
#[track_caller]
pub const fn distinct<Q: RowTerm, T: RowTerm>(parameter: &str) -> Distinct<Q, T> {
    if let Some((first, second)) = Q::ACCESS.conflict(&T::ACCESS) {
        refuse_query(first, second, parameter);
    }
    Distinct(PhantomData)
}
