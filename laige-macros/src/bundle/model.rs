//! A bundle as facts: its members in order.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Data, DeriveInput, Generics, Ident, Index, Member, Type};

use crate::args::{Args, Owner};
use crate::errors::Errors;
use crate::place::adopt;

/// A struct that is asked to be a bundle.
pub(super) struct Model {
    /// The hidden module of the crate `laige`.
    pub(super) private: TokenStream,
    pub(super) ident: Ident,
    pub(super) generics: Generics,
    pub(super) members: Vec<Part>,
    /// The keyword of an item that is no struct.
    pub(super) not_a_struct: Option<Ident>,
}

/// A member of a bundle.
pub(super) struct Part {
    pub(super) member: Member,
    pub(super) ty: Type,
}

impl Model {
    /// The facts of `input`.
    pub(super) fn new(input: DeriveInput, errors: &Errors) -> Self {
        let mut args = Args::default();
        args.read_attributes(Owner::Bundle, &input.attrs, errors);
        let laige = args.laige();
        let (members, not_a_struct) = match input.data {
            Data::Struct(data) => (data.fields, None),
            Data::Enum(data) => (syn::Fields::Unit, Some(word("enum", data.enum_token.span))),
            Data::Union(data) => (syn::Fields::Unit, Some(word("union", data.union_token.span))),
        };
        let members =
            members.into_iter().enumerate().map(|(i, field)| Part::new(i, field, errors)).collect();
        Self {
            private: quote!(#laige::__private),
            ident: input.ident,
            generics: input.generics,
            members,
            not_a_struct,
        }
    }
}

fn word(word: &str, at: Span) -> Ident {
    Ident::new(word, at)
}

impl Part {
    fn new(place: usize, field: syn::Field, errors: &Errors) -> Self {
        if let Some(attr) = field.attrs.iter().find(|attr| attr.path().is_ident("laige")) {
            errors.note(attr, "a member of a bundle takes no `#[laige(..)]`\nhelp: remove it");
        }
        let member = field.ident.map_or_else(|| Member::Unnamed(Index::from(place)), Member::Named);
        Self { member, ty: field.ty }
    }

    /// The member's type as tokens of the expansion.
    pub(super) fn ty(&self) -> TokenStream {
        adopt(&self.ty)
    }
}
