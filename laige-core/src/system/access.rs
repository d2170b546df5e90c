//! What the parameters of a system touch, as constant data, and the proof that no two of them conflict. The same data says later which
//! systems may run side by side; that is `schedule/`.

use super::param::Param;
use crate::const_text::Text;
use crate::names;
use crate::query::{Access, Pair, spell_in_full};
use crate::{Resource, World};

/// What one parameter touches.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ParamAccess {
    /// Nothing that others have: a number, bytes.
    Free,
    /// The components of a query.
    Components(Access),
    /// A resource.
    Resource(ResourceTouch),
    /// The system's random stream.
    Stream,
    /// The system's commands.
    Commands,
    /// A value of the system's own that is state.
    Local,
    /// The whole world, to be read.
    World,
    /// The whole world, to be changed.
    WorldMut,
}

/// A resource that is touched.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct ResourceTouch {
    pub(crate) name: &'static str,
    pub(crate) writes: bool,
    pub(crate) is_state: bool,
    pub(crate) type_id: fn() -> core::any::TypeId,
    pub(crate) is_present: fn(&World) -> bool,
}

impl ResourceTouch {
    /// The resource `R`.
    pub(crate) const fn of<R: Resource>(writes: bool) -> Self {
        Self {
            name: R::NAME,
            writes,
            is_state: R::IS_STATE,
            type_id: core::any::TypeId::of::<R>,
            is_present: World::has_resource::<R>,
        }
    }

    /// The parameter as it is written, in backticks.
    const fn spell(self, text: &Text) -> Text {
        let text = text.push(if self.writes { "`ResMut<" } else { "`Res<" });
        text.push(self.name).push(">`")
    }
}

/// Why two parameters cannot stand in one system.
#[derive(Clone, Copy)]
enum Conflict {
    Components(Pair),
    Resource(ResourceTouch, ResourceTouch),
    Twice(&'static str),
    World(&'static str),
    Alone,
}

impl ParamAccess {
    const fn conflict(&self, other: &Self) -> Option<Conflict> {
        match (self, other) {
            (Self::Free, _) | (_, Self::Free) => None,
            (Self::WorldMut, _) | (_, Self::WorldMut) => Some(Conflict::Alone),
            (Self::Components(one), Self::Components(two)) => match one.conflict(two) {
                Some(pair) => Some(Conflict::Components(pair)),
                None => None,
            },
            (Self::Resource(one), Self::Resource(two)) => {
                let clash = names::same(one.name, two.name) && (one.writes || two.writes);
                if clash { Some(Conflict::Resource(*one, *two)) } else { None }
            }
            (Self::Stream, Self::Stream) => Some(Conflict::Twice("`&mut Prng`")),
            (Self::Commands, Self::Commands) => Some(Conflict::Twice("`&mut Commands`")),
            (Self::World, other) | (other, Self::World) => match other {
                Self::Components(access) if access.writes() => Some(Conflict::World("components")),
                Self::Resource(touch) if touch.writes => Some(Conflict::World("a resource")),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether nothing of the world's state is written. Commands and streams are state.
    pub(crate) const fn only_presents(&self) -> bool {
        match self {
            Self::Free | Self::World => true,
            Self::Components(access) => !access.writes(),
            Self::Resource(touch) => !(touch.writes && touch.is_state),
            Self::Stream | Self::Commands | Self::Local | Self::WorldMut => false,
        }
    }
}

/// Fails the build where two parameters conflict, which are known by these names.
#[doc(hidden)]
#[track_caller]
pub const fn no_conflict<A: Param, B: Param>(first: &str, second: &str) {
    assert_pair(&A::ACCESS, &B::ACCESS, first, second);
}

#[track_caller]
pub(super) const fn assert_pair(one: &ParamAccess, two: &ParamAccess, first: &str, second: &str) {
    if let Some(conflict) = one.conflict(two) {
        refuse(conflict, first, second);
    }
}

/// Fails the build where a parameter cannot stand in a system at all. With `presentation` it is one that only shows the state.
#[doc(hidden)]
#[track_caller]
pub const fn allowed<P: Param>(name: &str, presentation: bool) {
    assert_allowed(&P::ACCESS, name, presentation);
}

#[track_caller]
pub(super) const fn assert_allowed(access: &ParamAccess, name: &str, presentation: bool) {
    let text = Text::new().push("parameter ").push_quoted(name);
    match access {
        ParamAccess::Components(access) => {
            if let Some((one, two)) = access.conflict_inside() {
                let text = spell_in_full(&text.push(" has "), one).push(" and ");
                let text = spell_in_full(&text, two).push(", the same component in one query\n");
                panic!("{}", text.push("help: remove one of the two").as_str())
            }
        }
        ParamAccess::Resource(touch) if !touch.is_state && !presentation => {
            let text = touch.spell(&text.push(" is ")).push(", a transient resource\nhelp: ");
            let text = text
                .push("what decides the future is state: make it plain data with `#[resource]`, ");
            let text = text.push("or read it in a system that is `#[system(presentation)]`");
            panic!("{}", text.as_str())
        }
        _ => {}
    }
    if presentation && !access.only_presents() {
        let text = text.push(" can change the state, and this system is for presentation\n");
        let text = text.push("help: only read state here, or remove `presentation`");
        panic!("{}", text.as_str())
    }
}

/// Fails the build with the reason why two parameters conflict.
#[track_caller]
const fn refuse(conflict: Conflict, first: &str, second: &str) -> ! {
    let text = Text::new().push("parameters ").push_quoted(first).push(" and ");
    let text = text.push_quoted(second).push(" of this system conflict: ");
    let text = match conflict {
        Conflict::Components((one, two)) => {
            let text = spell_in_full(&text, one).push(" and ");
            spell_in_full(&text, two).push("\nhelp: put the terms into one query, or do one after the other in two systems")
        }
        Conflict::Resource(one, two) => {
            let text = two.spell(&one.spell(&text).push(" and "));
            text.push("\nhelp: keep the `ResMut` alone, which reads as well as writes")
        }
        Conflict::Twice(what) => {
            text.push("a system has one ").push(what).push("\nhelp: remove one of the two")
        }
        Conflict::World(what) => {
            let text = text.push("`&World` reads everything, and the other writes ").push(what);
            text.push("\nhelp: ask for what is read by a `Query` or `Res`")
        }
        Conflict::Alone => text.push(
            "`&mut World` has everything\nhelp: make it the only parameter beside `Input` and `Tick`",
        ),
    };
    panic!("{}", text.as_str())
}

/// Fails the build where the parameters conflict, which have no names here.
#[track_caller]
pub(super) const fn assert_accesses(accesses: &[ParamAccess]) {
    let mut i = 0;
    while i < accesses.len() {
        let mut j = 0;
        while j < i {
            if let Some(conflict) = accesses[j].conflict(&accesses[i]) {
                refuse(conflict, NUMBERS[j], NUMBERS[i]);
            }
            j += 1;
        }
        if let ParamAccess::Components(access) = &accesses[i] {
            assert!(
                access.conflict_inside().is_none(),
                "a query of this system has a component twice"
            );
        }
        i += 1;
    }
}

/// What parameters are called that have no names.
const NUMBERS: [&str; 16] =
    ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16"];
