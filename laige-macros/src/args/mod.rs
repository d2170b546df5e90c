//! The arguments of `#[component(..)]` and `#[laige(..)]`: which keys exist, and what each takes.
//! A wrong argument is reported and the next one is read.

mod arg;
mod field;
mod near;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Ident, LitInt, LitStr, Meta, Path};

use self::arg::Arg;
pub(crate) use self::field::read_opaque;
use crate::errors::Errors;
use crate::place::adopt;

/// The flag by which `#[component]` tells the derive that it stands above.
pub(crate) const BY_ATTRIBUTE: &str = "__by_attribute";

/// The arguments of an item, all its attributes together.
#[derive(Default)]
pub(crate) struct Args {
    pub(crate) id: Option<LitStr>,
    pub(crate) size: Option<LitInt>,
    pub(crate) align: Option<LitInt>,
    pub(crate) checked: Option<Ident>,
    pub(crate) krate: Option<Path>,
    pub(crate) by_attribute: Option<Ident>,
}

/// Whose arguments they are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    /// A component, or a type that derives `Fields`.
    Plain,
    /// A bundle.
    Bundle,
}

impl Owner {
    /// The keys that it takes.
    fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Plain => &["id", "size", "align", "checked", "crate"],
            Self::Bundle => &["crate"],
        }
    }

    /// What to say of a key that does not exist.
    fn unknown(self, name: &str) -> String {
        let near = self.keys().iter().find(|key| near::is_near(key, name));
        let guess = near.map_or_else(String::new, |key| format!("; did you mean `{key}`?"));
        let help = match self {
            Self::Plain => {
                "the arguments are `id = \"..\"`, `size = N`, `align = N`, `checked` and `crate = path`"
            }
            Self::Bundle => "the one argument of a bundle is `crate = path`",
        };
        format!("there is no argument `{name}`{guess}\nhelp: {help}")
    }
}

impl Args {
    /// Adds the arguments in all `#[laige(..)]` among `attrs`.
    pub(crate) fn read_attributes(&mut self, owner: Owner, attrs: &[Attribute], errors: &Errors) {
        for attr in attrs.iter().filter(|attr| attr.path().is_ident("laige")) {
            match &attr.meta {
                Meta::List(list) => self.read(owner, &list.tokens, errors),
                meta => errors.note(
                    meta,
                    "`laige` takes arguments in parentheses, as in `#[laige(checked)]`",
                ),
            }
        }
    }

    /// Adds the arguments in `tokens`.
    pub(crate) fn read(&mut self, owner: Owner, tokens: &TokenStream, errors: &Errors) {
        for arg in arg::read_all(tokens, errors) {
            self.add(owner, &arg, errors);
        }
    }

    fn add(&mut self, owner: Owner, arg: &Arg, errors: &Errors) {
        let name = arg.name();
        if name == BY_ATTRIBUTE {
            self.by_attribute = Some(arg.key.clone());
        } else if name == "opaque" && owner == Owner::Plain {
            errors.note(&arg.key, "`opaque` stands on a field: `#[laige(opaque)] field: Type`");
        } else if !owner.keys().contains(&name.as_str()) {
            errors.note(&arg.key, owner.unknown(&name));
        } else {
            self.set(&name, arg, errors);
        }
    }

    fn set(&mut self, name: &str, arg: &Arg, errors: &Errors) {
        match name {
            "id" => arg.set(&mut self.id, arg.text(errors), errors),
            "size" => arg.set(&mut self.size, arg.number(errors), errors),
            "align" => arg.set(&mut self.align, arg.number(errors), errors),
            "checked" => arg.set(&mut self.checked, Some(arg.flag(errors)), errors),
            _ => arg.set(&mut self.krate, arg.path(errors), errors),
        }
    }

    /// The path to the crate `laige`.
    pub(crate) fn laige(&self) -> TokenStream {
        self.krate.as_ref().map_or_else(|| quote!(::laige), adopt)
    }
}
