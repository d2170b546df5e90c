//! Whose arguments are read: which keys it takes, and what to say of wrong ones.

use quote::ToTokens;
use syn::Ident;
use syn::ext::IdentExt;

use super::near;
use crate::errors::Errors;
use crate::plain::Kind as Plain;

/// Whose arguments they are.
#[derive(Clone, Copy)]
pub(crate) struct Owner<'a> {
    kind: Kind,
    /// The name, for messages.
    name: Option<&'a Ident>,
    /// Where the messages go.
    errors: &'a Errors,
}

/// What takes arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A type that is plain data.
    Plain(Plain),
    /// A resource that is no state.
    Transient,
    /// A bundle.
    Bundle,
    /// A system.
    System,
}

impl<'a> Owner<'a> {
    /// A type that is plain data.
    pub(crate) fn plain(kind: Plain, name: &'a Ident, errors: &'a Errors) -> Self {
        Self { kind: Kind::Plain(kind), name: Some(name), errors }
    }

    /// A resource that is no state.
    pub(crate) fn transient(name: &'a Ident, errors: &'a Errors) -> Self {
        Self { kind: Kind::Transient, name: Some(name), errors }
    }

    /// A bundle.
    pub(crate) fn bundle(name: &'a Ident, errors: &'a Errors) -> Self {
        Self { kind: Kind::Bundle, name: Some(name), errors }
    }

    /// A system.
    pub(crate) fn system(name: &'a Ident, errors: &'a Errors) -> Self {
        Self { kind: Kind::System, name: Some(name), errors }
    }

    /// An item of which some arguments are looked at beforehand: what is wrong with them is reported elsewhere.
    pub(crate) fn unnamed(kind: Plain, errors: &'a Errors) -> Self {
        Self { kind: Kind::Plain(kind), name: None, errors }
    }

    /// Reports a mistake.
    pub(crate) fn note(&self, at: impl ToTokens, message: String) {
        self.errors.note(at, message);
    }

    /// Reports a mistake that leaves nothing to expand.
    pub(super) fn refuse(&self, at: impl ToTokens, message: String) {
        self.errors.refuse(at, message);
    }

    /// The keys that it takes.
    pub(super) fn keys(&self) -> &'static [&'static str] {
        match self.kind {
            Kind::Plain(Plain::Component | Plain::Fields) => {
                &["id", "size", "align", "checked", "toggle", "version", "migrate", "crate"]
            }
            Kind::Plain(Plain::Resource) => {
                &["id", "size", "align", "checked", "transient", "version", "migrate", "crate"]
            }
            Kind::Transient => &["id", "transient", "crate"],
            Kind::Bundle => &["crate"],
            Kind::System => &[
                "budget_ms",
                "after",
                "before",
                "name",
                "run_if",
                "presentation",
                "for_each",
                "crate",
            ],
        }
    }

    /// Whether its fields take `opaque`.
    pub(super) fn has_opaque_fields(&self) -> bool {
        matches!(self.kind, Kind::Plain(_))
    }

    /// Whether it is a component, which is state.
    pub(super) fn is_component(&self) -> bool {
        self.kind == Kind::Plain(Plain::Component)
    }

    /// The name as text.
    pub(super) fn name(&self) -> String {
        self.name.map_or_else(String::new, |name| name.unraw().to_string())
    }

    /// An `id` that would do.
    pub(super) fn example_of_id(&self) -> String {
        format!("\"game.{}\"", self.name().to_lowercase())
    }

    fn all_keys(&self) -> &'static str {
        match self.kind {
            Kind::Plain(Plain::Component | Plain::Fields) => {
                "the arguments are `id = \"..\"`, `size = N`, `align = N`, `checked`, `toggle`, `version = N`, `migrate(..)` and `crate = path`"
            }
            Kind::Plain(Plain::Resource) => {
                "the arguments are `id = \"..\"`, `size = N`, `align = N`, `checked`, `transient`, `version = N`, `migrate(..)` and `crate = path`"
            }
            Kind::Transient => {
                "the arguments of a transient resource are `id = \"..\"`, `transient` and `crate = path`"
            }
            Kind::Bundle => "the one argument of a bundle is `crate = path`",
            Kind::System => {
                "the arguments are `budget_ms = 1.0`, `after(..)`, `before(..)`, `run_if(..)`, `name = \"..\"`, `for_each`, `presentation` and `crate = path`"
            }
        }
    }
}

/// The messages.
impl Owner<'_> {
    /// An argument whose key does not exist.
    pub(super) fn unknown(&self, key: &str, argument: &str) -> String {
        let name = self.name();
        let help = match self.keys().iter().find(|known| near::is_near(known, key)) {
            Some(known) => format!("write `{}`", argument.replacen(key, known, 1)),
            None => format!("remove `{argument}`; {}", self.all_keys()),
        };
        format!("`{name}` has no argument `{key}`\nhelp: {help}")
    }

    /// What is said of plain data, and `transient` says that this is none.
    pub(super) fn only_of_state(&self, key: &str, argument: &str) -> Option<String> {
        let of_state = ["size", "align", "checked", "opaque", "version", "migrate"].contains(&key);
        (self.kind == Kind::Transient && of_state).then(|| {
            let name = self.name();
            format!(
                "`{name}` is transient, and `{key}` is said of resources that are state\n\
                 help: remove `{argument}`, or `transient`"
            )
        })
    }

    /// What says that a component is no state.
    pub(super) fn transient_component(&self) -> String {
        let name = self.name();
        format!(
            "`{name}` is a component, which is state, and `transient` is for resources that are none\n\
             help: remove `transient`, or hold what is no state in a type of its own"
        )
    }

    /// What is no argument at all.
    pub(super) fn no_key(&self, tokens: &str) -> String {
        let (name, keys) = (self.name(), self.all_keys());
        format!("`{tokens}` is not an argument of `{name}`\nhelp: remove `{tokens}`; {keys}")
    }

    /// A key that stands twice.
    pub(super) fn repeated(&self, key: &str, second: &str) -> String {
        let name = self.name();
        format!("`{key}` of `{name}` is given twice\nhelp: remove `{second}`, or the one before it")
    }

    /// A value of the wrong kind.
    pub(super) fn wrong_value(&self, key: &str, wanted: &str, help: &str) -> String {
        format!("`{key}` of `{}` takes {wanted}\nhelp: {help}", self.name())
    }

    /// A value where none belongs.
    pub(super) fn flag_with_value(&self, key: &str) -> String {
        format!("`{key}` of `{}` takes no value\nhelp: write `{key}` alone", self.name())
    }

    /// What belongs to fields.
    pub(super) fn opaque(&self) -> String {
        let name = self.name();
        format!(
            "`opaque` is said of all of `{name}`, and is for single fields\n\
             help: write `#[laige(opaque)]` on the field that is meant"
        )
    }

    /// An attribute without a list.
    pub(super) fn no_list(&self, attribute: &str) -> String {
        let (name, keys) = (self.name(), self.all_keys());
        format!(
            "`{attribute}` on `{name}` gives no arguments in parentheses\nhelp: remove `{attribute}`; {keys}"
        )
    }
}
