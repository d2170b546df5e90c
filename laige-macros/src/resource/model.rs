//! A transient resource as facts: its name, and the types that it is made of.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Field, Generics, Ident, Type};

use crate::args::{Args, Owner};
use crate::errors::Errors;
use crate::plain::{lints, without_self};
use crate::spelling::shown;

/// A type that is asked to be a transient resource.
pub(super) struct Model {
    /// The hidden module of the crate `laige`.
    pub(super) private: TokenStream,
    pub(super) args: Args,
    pub(super) ident: Ident,
    pub(super) generics: Generics,
    /// The lint levels set on the item, for what is emitted beside it.
    pub(super) lints: TokenStream,
    /// The types of its fields, those of all variants together.
    pub(super) parts: Vec<Type>,
}

impl Model {
    /// The facts of `input`.
    pub(super) fn new(input: DeriveInput, errors: &Errors) -> Self {
        let owner = Owner::transient(&input.ident, errors);
        let mut args = Args::default();
        args.read_attributes(&owner, &input.attrs);
        let fields = fields(&input.data);
        let variants = match &input.data {
            Data::Enum(data) => data.variants.iter().map(|variant| &variant.attrs).collect(),
            Data::Struct(_) | Data::Union(_) => Vec::new(),
        };
        let inner = fields.iter().map(|field| &field.attrs).chain(variants).flatten();
        for attr in inner.filter(|attr| attr.path().is_ident("laige")) {
            owner.note(attr, nothing_inside(&input.ident, attr));
        }
        let (laige, ident) = (args.laige(), &input.ident);
        let this = quote!(#ident);
        Self {
            private: quote!(#laige::__private),
            args,
            lints: lints(&input.attrs, &input.data),
            parts: fields.iter().map(|field| without_self(&field.ty, &this)).collect(),
            ident: input.ident,
            generics: input.generics,
        }
    }
}

/// All fields, whatever they are in.
fn fields(data: &Data) -> Vec<&Field> {
    match data {
        Data::Struct(data) => data.fields.iter().collect(),
        Data::Enum(data) => data.variants.iter().flat_map(|variant| &variant.fields).collect(),
        Data::Union(data) => data.fields.named.iter().collect(),
    }
}

fn nothing_inside(name: &Ident, attr: &Attribute) -> String {
    let shown = shown(attr);
    format!(
        "`{name}` is transient, and nothing is said of its fields: this is `{shown}`\n\
         help: remove `{shown}`"
    )
}
