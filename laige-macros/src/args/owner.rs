//! Whose arguments are read: which keys it takes, and what to say of wrong ones.

use quote::ToTokens;
use syn::Ident;
use syn::ext::IdentExt;

use super::near;
use crate::errors::Errors;

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
    /// A component, or a type that derives `Fields`.
    Plain,
    /// A bundle.
    Bundle,
}

impl<'a> Owner<'a> {
    /// A component, or a type that derives `Fields`.
    pub(crate) fn plain(name: &'a Ident, errors: &'a Errors) -> Self {
        Self { kind: Kind::Plain, name: Some(name), errors }
    }

    /// A bundle.
    pub(crate) fn bundle(name: &'a Ident, errors: &'a Errors) -> Self {
        Self { kind: Kind::Bundle, name: Some(name), errors }
    }

    /// A component whose arguments are read for their path alone: what is wrong with them is reported elsewhere.
    pub(crate) fn unnamed(errors: &'a Errors) -> Self {
        Self { kind: Kind::Plain, name: None, errors }
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
            Kind::Plain => &["id", "size", "align", "checked", "toggle", "crate"],
            Kind::Bundle => &["crate"],
        }
    }

    /// Whether its fields take `opaque`.
    pub(super) fn has_opaque_fields(&self) -> bool {
        self.kind == Kind::Plain
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
            Kind::Plain => {
                "the arguments are `id = \"..\"`, `size = N`, `align = N`, `checked`, `toggle` and `crate = path`"
            }
            Kind::Bundle => "the one argument of a bundle is `crate = path`",
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
