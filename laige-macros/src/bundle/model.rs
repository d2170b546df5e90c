//! A bundle as facts: its members in order.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Data, DeriveInput, Generics, Ident, Index, Member, Type};

use crate::args::{Args, Owner};
use crate::errors::Errors;
use crate::place::adopt;
use crate::spelling::{name_of, shown};

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
        let owner = Owner::bundle(&input.ident, errors);
        args.read_attributes(&owner, &input.attrs);
        let laige = args.laige();
        let (members, not_a_struct) = match input.data {
            Data::Struct(data) => (data.fields, None),
            Data::Enum(data) => (syn::Fields::Unit, Some(word("enum", data.enum_token.span))),
            Data::Union(data) => (syn::Fields::Unit, Some(word("union", data.union_token.span))),
        };
        let members =
            members.into_iter().enumerate().map(|(i, field)| Part::new(i, field, &owner)).collect();
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
    fn new(place: usize, field: syn::Field, owner: &Owner<'_>) -> Self {
        let member = field.ident.map_or_else(|| Member::Unnamed(Index::from(place)), Member::Named);
        for attr in field.attrs.iter().filter(|attr| attr.path().is_ident("laige")) {
            let (name, shown) = (name_of(&member), shown(attr));
            let message =
                format!("member `{name}` of a bundle takes no arguments\nhelp: remove `{shown}`");
            owner.note(attr, message);
        }
        Self { member, ty: field.ty }
    }

    /// The member as it stands in the struct.
    pub(super) fn shown(&self) -> String {
        match &self.member {
            Member::Named(name) => format!("{name}: {}", shown(&self.ty)),
            Member::Unnamed(_) => shown(&self.ty),
        }
    }

    /// The member's type as tokens of the expansion.
    pub(super) fn ty(&self) -> TokenStream {
        adopt(&self.ty)
    }
}
