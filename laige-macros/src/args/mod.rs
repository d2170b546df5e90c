//! The arguments of `#[component(..)]`, `#[resource(..)]`, `#[system(..)]` and `#[laige(..)]`: which keys exist, and what each takes.
//! A wrong argument is reported and the next one is read.

mod arg;
mod field;
mod migrate;
mod near;
mod owner;
mod system;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Ident, LitInt, LitStr, Meta, Path};

use self::arg::Arg;
pub(crate) use self::field::read_opaque;
pub(crate) use self::migrate::{Migrate, Step, version_of};
pub(crate) use self::owner::Owner;
pub(crate) use self::system::SystemArgs;
use crate::errors::Errors;
use crate::place::adopt;
use crate::plain::Kind;
use crate::spelling::shown;

/// The arguments of an item, all its attributes together.
#[derive(Default)]
pub(crate) struct Args {
    pub(crate) id: Option<LitStr>,
    pub(crate) size: Option<LitInt>,
    pub(crate) align: Option<LitInt>,
    pub(crate) checked: Option<Ident>,
    pub(crate) toggle: Option<Ident>,
    pub(crate) transient: Option<Ident>,
    pub(crate) version: Option<LitInt>,
    pub(crate) migrate: Option<Migrate>,
    pub(crate) krate: Option<Path>,
    /// The kind whose attribute stands above.
    pub(crate) by_attribute: Option<Kind>,
}

impl Args {
    /// Adds the arguments in all `#[laige(..)]` among `attrs`.
    pub(crate) fn read_attributes(&mut self, owner: &Owner<'_>, attrs: &[Attribute]) {
        for attr in attrs.iter().filter(|attr| attr.path().is_ident("laige")) {
            match &attr.meta {
                Meta::List(list) => self.read(owner, &list.tokens),
                meta => owner.note(meta, owner.no_list(&shown(attr))),
            }
        }
    }

    /// Adds the arguments in `tokens`.
    pub(crate) fn read(&mut self, owner: &Owner<'_>, tokens: &TokenStream) {
        for arg in arg::read_all(tokens, owner) {
            self.add(owner, &arg);
        }
    }

    fn add(&mut self, owner: &Owner<'_>, arg: &Arg) {
        let name = arg.name();
        let by_attribute =
            [Kind::Component, Kind::Resource].into_iter().find(|by| by.flag() == name);
        if by_attribute.is_some() {
            self.by_attribute = by_attribute;
        } else if name == "opaque" && owner.has_opaque_fields() {
            owner.refuse(&arg.key, owner.opaque());
        } else if let Some(message) = owner.only_of_state(&name, &shown(arg)) {
            owner.note(&arg.key, message);
        } else if name == "transient" && owner.is_component() {
            self.transient = Some(arg.key.clone());
            owner.refuse(&arg.key, owner.transient_component());
        } else if !owner.keys().contains(&name.as_str()) {
            owner.note(&arg.key, owner.unknown(&name, &shown(arg)));
        } else {
            self.set(&name, owner, arg);
        }
    }

    fn set(&mut self, name: &str, owner: &Owner<'_>, arg: &Arg) {
        match name {
            "id" => arg.set(&mut self.id, arg.text(owner), owner),
            "size" => arg.set(&mut self.size, arg.number(owner), owner),
            "align" => arg.set(&mut self.align, arg.number(owner), owner),
            "checked" => arg.set(&mut self.checked, Some(arg.flag(owner)), owner),
            "toggle" => arg.set(&mut self.toggle, Some(arg.flag(owner)), owner),
            "transient" => arg.set(&mut self.transient, Some(arg.flag(owner)), owner),
            "version" => arg.set(&mut self.version, arg.version(owner), owner),
            "migrate" => arg.set(&mut self.migrate, arg.steps(owner), owner),
            _ => arg.set(&mut self.krate, arg.path(owner), owner),
        }
    }

    /// The arguments with `checked` among them, as they would be written.
    pub(crate) fn with_checked(&self) -> String {
        let id = self.id.as_ref().map(|id| format!("id = {}, ", shown(id)));
        let size = self.size.as_ref().map(|size| format!("size = {size}, "));
        let align = self.align.as_ref().map(|align| format!("align = {align}, "));
        let version = self.version.as_ref().map(|version| format!(", version = {version}"));
        let migrate = self.migrate.as_ref().map(|migrate| format!(", {}", migrate.written()));
        let krate = self.krate.as_ref().map(|path| format!(", crate = {}", shown(path)));
        let before: String = [id, size, align].into_iter().flatten().collect();
        let after: String = [version, migrate, krate].into_iter().flatten().collect();
        format!("{before}checked{after}")
    }

    /// Those in `tokens` and in the `#[laige(..)]` among `attrs`, looked at beforehand: what is wrong with them is reported
    /// when they are read.
    pub(crate) fn glance(kind: Kind, tokens: &TokenStream, attrs: &[Attribute]) -> Self {
        let unread = Errors::new();
        let owner = Owner::unnamed(kind, &unread);
        let mut args = Self::default();
        args.read(&owner, tokens);
        args.read_attributes(&owner, attrs);
        let _reported_when_read = unread.finish();
        args
    }

    /// The path to the crate `laige`.
    pub(crate) fn laige(&self) -> TokenStream {
        self.krate.as_ref().map_or_else(|| quote!(::laige), adopt)
    }
}
