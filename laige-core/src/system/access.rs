//! What the parameters of a system touch, as constant data, and the proof that no two of them conflict. The same data says later which
//! systems may run side by side; that is `schedule/`.

use crate::const_text::Text;
use crate::query::{Access, Pair, spell_in_full};
use crate::resource::ResourcePart;
use crate::{Resource, StableId, World};

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
    /// That of its shape, by which instances of a generic resource differ; of a transient one, that of its name.
    stable_id: StableId,
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
            stable_id: match <R::Part as ResourcePart<R>>::SHAPE {
                Some(shape) => shape.stable_id,
                None => StableId::of_name(R::NAME),
            },
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
                let same = one.stable_id.to_u64() == two.stable_id.to_u64();
                let clash = same && (one.writes || two.writes);
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

/// What the attribute makes of a function, as far as parameters are concerned.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum SystemKind {
    /// It is called once.
    Once,
    /// It is called for each row.
    ForEach,
    /// It is called once or for each row, and only shows the state.
    Presentation,
}

/// Fails the build where the parameter of that number cannot stand in a system, or conflicts with one before it. `names` are what the parameters
/// are called.
#[doc(hidden)]
#[track_caller]
pub const fn check_param(params: &[ParamAccess], names: &[&str], number: usize, kind: SystemKind) {
    assert_allowed(&params[number], names[number], matches!(kind, SystemKind::Presentation));
    let mut i = 0;
    while i < number {
        if let Some(conflict) = params[i].conflict(&params[number]) {
            refuse(conflict, names[i], names[number], kind);
        }
        i += 1;
    }
}

/// Fails the build where none of the parameters of a function of rows is a term.
#[doc(hidden)]
#[track_caller]
pub const fn check_rows(are_terms: &[bool], name: &str) {
    let mut i = 0;
    while i < are_terms.len() {
        if are_terms[i] {
            return;
        }
        i += 1;
    }
    let text = Text::new().push_quoted(name);
    let text = text.push(" is called for each row, and asks for nothing of a row\nhelp: remove ");
    panic!("{}", text.push("`for_each`, or write `_: Entity` to visit every entity").as_str())
}

/// Fails the build where a parameter cannot stand in a system at all. With `presentation` it is one that only shows the state.
#[track_caller]
const fn assert_allowed(access: &ParamAccess, name: &str, presentation: bool) {
    let text = Text::new().push("parameter ").push_quoted(name);
    match access {
        ParamAccess::Components(access) => {
            if let Some((one, two)) = access.conflict_inside() {
                let text = spell_in_full(&text.push(" has "), one).push(" and ");
                let text = spell_in_full(&text, two).push(", the same component in one query\n");
                let text =
                    text.push("help: keep the `&mut` term alone, which reads as well as writes");
                panic!("{}", text.as_str())
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
const fn refuse(conflict: Conflict, first: &str, second: &str, kind: SystemKind) -> ! {
    let text = Text::new().push("parameters ").push_quoted(first).push(" and ");
    let text = text.push_quoted(second).push(" of this system conflict: ");
    let text = match conflict {
        Conflict::Components((one, two)) => {
            let text = spell_in_full(&text, one).push(" and ");
            let text = spell_in_full(&text, two).push("\nhelp: ");
            if matches!(kind, SystemKind::ForEach) {
                let text = text.push("remove ").push_quoted(second);
                text.push(", or look at other rows in a `Query`; a `&mut` reads as well as writes")
            } else {
                text.push("write one `Query` with the terms of both, or do one after the other in two systems")
            }
        }
        Conflict::Resource(one, two) => {
            let text = two.spell(&one.spell(&text).push(" and "));
            text.push("\nhelp: keep the `ResMut` alone, which reads as well as writes")
        }
        Conflict::Twice(what) => {
            let text = text.push("a system has one ").push(what).push("\nhelp: remove ");
            text.push_quoted(second)
        }
        Conflict::World(what) => {
            let text = text.push("`&World` reads everything, and the other writes ").push(what);
            text.push("\nhelp: ask for what is read by a `Query` or `Res`")
        }
        Conflict::Alone => {
            let text = text.push("`&mut World` has everything, and beside it stand `Input` and ");
            text.push("`Tick` alone\nhelp: ask the world for what the other gives, by ")
                .push("`World::resource` or `World::query_mut`")
        }
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
                refuse(conflict, NUMBERS[j], NUMBERS[i], SystemKind::Once);
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
