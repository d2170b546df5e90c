//! A plain type as facts: who asked, what it is made of, what was said about it.
//! Made once from the syntax; what follows reads it and never looks at the syntax again.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{Attribute, Data, DeriveInput, Generics, Ident, Index, Member, Meta, Type};

use super::kind::{Form, Kind};
use super::repr::Repr;
use crate::args::{Args, Owner, read_opaque};
use crate::errors::Errors;
use crate::place::adopt;
use crate::spelling::{mentions, name_of, shown};

/// A type that is asked to be plain.
pub(crate) struct Model {
    pub(crate) kind: Kind,
    pub(crate) form: Form,
    /// The path to the crate `laige`.
    pub(crate) laige: TokenStream,
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    /// The lint levels set on the item, for what is emitted beside it.
    pub(crate) lints: TokenStream,
    pub(crate) args: Args,
    pub(crate) repr: Repr,
    pub(crate) body: Body,
}

/// What the type is made of.
pub(crate) enum Body {
    /// Fields in order.
    Struct(Vec<Field>),
    /// Named values.
    Enum(Vec<Variant>),
    /// A union, which is never plain.
    Union(Span),
}

/// A field of a struct.
pub(crate) struct Field {
    pub(crate) member: Member,
    pub(crate) ty: Type,
    pub(crate) opaque: bool,
}

/// A variant of an enum.
pub(crate) struct Variant {
    pub(crate) ident: Ident,
    /// The fields of a variant that has some.
    pub(crate) fields: Option<TokenStream>,
}

impl Model {
    /// The facts of `input`.
    pub(crate) fn new(kind: Kind, input: DeriveInput, errors: &Errors) -> Self {
        let mut args = Args::default();
        let owner = Owner::plain(kind, &input.ident, errors);
        args.read_attributes(&owner, &input.attrs);
        let (ident, arguments) = (&input.ident, input.generics.split_for_impl().1);
        let this = quote!(#ident #arguments);
        let form = match args.by_attribute {
            None => Form::ByHand,
            // That is refused; nothing plain was emitted above.
            Some(Kind::Resource) if args.transient.is_some() => Form::ByHand,
            Some(by) if by == kind => Form::Attribute,
            Some(_) => Form::Beside,
        };
        let body = Body::new(&input.data, &this, &owner);
        Self {
            kind,
            form,
            laige: args.laige(),
            ident: input.ident,
            generics: input.generics,
            lints: lints(&input.attrs, &input.data),
            args,
            repr: Repr::read(&input.attrs),
            body,
        }
    }

    /// Whether the item takes part in a `checked` component.
    pub(crate) fn is_checked(&self) -> bool {
        self.args.checked.is_some()
    }

    /// What to write so that bytes from outside are checked, for messages.
    pub(crate) fn how_to_check(&self) -> String {
        let args = self.args.with_checked();
        let (attribute, more) = match (self.form, self.kind) {
            (Form::Attribute | Form::Beside, kind) => (kind.noun(), ""),
            (Form::ByHand, Kind::Fields) => ("laige", ""),
            (Form::ByHand, Kind::Component | Kind::Resource) => {
                ("laige", " with bytemuck's `NoUninit` and `CheckedBitPattern` instead of `Pod`")
            }
        };
        format!(
            "write `#[{attribute}({args})]`{more}, and bytes from outside are checked before they become a value"
        )
    }

    /// Whether a parameter can change the layout.
    pub(crate) fn is_generic(&self) -> bool {
        !self.generics.params.is_empty()
    }

    /// Whether the type is an enum.
    pub(crate) fn is_enum(&self) -> bool {
        matches!(self.body, Body::Enum(_))
    }

    /// The name of the type as text, without `r#`.
    pub(crate) fn name(&self) -> String {
        self.ident.unraw().to_string()
    }

    /// The fields; none where the type has none.
    pub(crate) fn fields(&self) -> &[Field] {
        match &self.body {
            Body::Struct(fields) => fields,
            Body::Enum(_) | Body::Union(_) => &[],
        }
    }
}

impl Body {
    fn new(data: &Data, this: &TokenStream, owner: &Owner<'_>) -> Self {
        match data {
            Data::Struct(data) => {
                let fields = data.fields.iter().enumerate();
                Self::Struct(fields.map(|(i, field)| Field::new(i, field, this, owner)).collect())
            }
            Data::Enum(data) => Self::Enum(
                data.variants.iter().map(|variant| Variant::new(variant, owner)).collect(),
            ),
            Data::Union(data) => Self::Union(data.union_token.span),
        }
    }
}

impl Field {
    /// The facts of a field of `this`, which its type may call `Self`.
    fn new(place: usize, field: &syn::Field, this: &TokenStream, owner: &Owner<'_>) -> Self {
        let ident = field.ident.clone();
        let member = ident.map_or_else(|| Member::Unnamed(Index::from(place)), Member::Named);
        let opaque = read_opaque(owner, &name_of(&member), &field.attrs);
        Self { member, ty: without_self(&field.ty, this), opaque }
    }

    /// The name of the field as text; its number in a tuple struct.
    pub(crate) fn name(&self) -> String {
        name_of(&self.member)
    }

    /// The field's type as tokens of the expansion.
    pub(crate) fn ty(&self) -> TokenStream {
        adopt(&self.ty)
    }
}

impl Variant {
    /// The name of the variant as text.
    pub(crate) fn name(&self) -> String {
        self.ident.unraw().to_string()
    }

    fn new(variant: &syn::Variant, owner: &Owner<'_>) -> Self {
        let inner = variant.fields.iter().flat_map(|field| &field.attrs);
        let attrs = variant.attrs.iter().chain(inner);
        for attr in attrs.filter(|attr| attr.path().is_ident("laige")) {
            let (name, shown) = (&variant.ident, shown(attr));
            owner
                .note(attr, format!("variant `{name}` takes no arguments\nhelp: remove `{shown}`"));
        }
        let fields =
            if variant.fields.is_empty() { None } else { Some(variant.fields.to_token_stream()) };
        Self { ident: variant.ident.clone(), fields }
    }
}

/// The type with `this` for each `Self`: it is named outside of impls.
pub(crate) fn without_self(ty: &Type, this: &TokenStream) -> Type {
    let tokens = ty.to_token_stream();
    if mentions(tokens.clone(), "Self") {
        syn::parse2(replace_self(tokens, this)).unwrap_or_else(|_| ty.clone())
    } else {
        ty.clone()
    }
}

fn replace_self(tokens: TokenStream, this: &TokenStream) -> TokenStream {
    let mut result = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => {
                let mut new = Group::new(group.delimiter(), replace_self(group.stream(), this));
                new.set_span(group.span());
                result.extend([TokenTree::Group(new)]);
            }
            TokenTree::Ident(word) if word == "Self" => {
                let in_path =
                    matches!(tokens.peek(), Some(TokenTree::Punct(next)) if next.as_char() == ':');
                result.extend(if in_path { quote!(<#this>) } else { this.clone() });
            }
            token => result.extend([token]),
        }
    }
    result
}

/// The lint attributes among `attrs`; an `expect` becomes an `allow`, for it is met on the item. What is deprecated may be
/// named by its own definition, of which the expansion is a part.
pub(crate) fn lints(attrs: &[Attribute], data: &Data) -> TokenStream {
    let of_lints = attrs.iter().filter_map(|attr| match &attr.meta {
        Meta::List(list) if list.path.is_ident("allow") || list.path.is_ident("expect") => {
            Some(&list.tokens)
        }
        _ => None,
    });
    let deprecated = is_deprecated(attrs) || inner_attributes(data).into_iter().any(is_deprecated);
    let allow = deprecated.then(|| quote!(#[allow(deprecated)]));
    quote!(#(#[allow(#of_lints)])* #allow)
}

fn is_deprecated(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| attr.path().is_ident("deprecated"))
}

/// The attributes of each field and variant.
fn inner_attributes(data: &Data) -> Vec<&[Attribute]> {
    match data {
        Data::Struct(data) => data.fields.iter().map(|field| &field.attrs[..]).collect(),
        Data::Enum(data) => data.variants.iter().map(|variant| &variant.attrs[..]).collect(),
        Data::Union(_) => Vec::new(),
    }
}
