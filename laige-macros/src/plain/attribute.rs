//! `#[component]` and `#[resource]`: what has to happen before the item's derives run.
//!
//! They add `#[repr(C)]`, take out the derives that they replace, and put the derive of their own trait in front, which does
//! the rest: a derive is given the item after `cfg` and `cfg_attr`, an attribute is not.

mod derives;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Attribute, Meta, Visibility};

use super::kind::Kind;
use super::repr::Repr;
use crate::args::Args;
use crate::errors::Errors;
use crate::spelling::{mentions, shown};

/// An item as far as the attribute looks at it: the rest is passed on as it is.
struct Item {
    attrs: Vec<Attribute>,
    vis: Visibility,
    keyword: Option<Ident>,
    rest: TokenStream,
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(Self {
            attrs: input.call(Attribute::parse_outer)?,
            vis: input.parse()?,
            keyword: input.call(|input| Ok(input.call(Ident::parse_any).ok()))?,
            rest: input.parse()?,
        })
    }
}

/// The expansion of `#[component(args)]` or `#[resource(args)]` on `item`.
pub(crate) fn expand(kind: Kind, args: &TokenStream, item: &TokenStream) -> TokenStream {
    let mut parsed = match Item::parse.parse2(item.clone()) {
        Ok(parsed) => parsed,
        Err(mistake) => return beside(&mistake, item),
    };
    if !parsed.is_type() {
        let mistake = syn::Error::new(Span::call_site(), parsed.no_type(kind));
        return beside(&mistake, item);
    }
    let errors = Errors::new();
    parsed.check_single(kind, args, &errors);
    let glance = Args::glance(kind, args, &parsed.attrs);
    let repr = if glance.transient.is_some() {
        TokenStream::new()
    } else {
        derives::drop_replaced(kind, &mut parsed.attrs);
        parsed.take_repr(&errors)
    };
    let verdict = errors.finish();
    if verdict.hopeless {
        return beside_all(&verdict.to_tokens(), item);
    }
    let above = above(kind, args, &glance.laige(), &repr);
    let (mistakes, Item { attrs, vis, keyword, rest }) = (verdict.to_tokens(), &parsed);
    quote!(#mistakes #above #(#attrs)* #vis #keyword #rest)
}

/// ```text
/// #[derive(::laige::Component)]
/// #[laige(__by_component, args)]
/// #[repr(C)]
/// ```
fn above(kind: Kind, args: &TokenStream, laige: &TokenStream, repr: &TokenStream) -> TokenStream {
    let [derive, flag] =
        [kind.derive(), kind.flag()].map(|word| Ident::new(word, Span::call_site()));
    quote! {
        #[derive(#laige::#derive)]
        #[laige(#flag, #args)]
        #repr
    }
}

/// The item as it was, with a mistake beside it.
fn beside(mistake: &syn::Error, item: &TokenStream) -> TokenStream {
    beside_all(&mistake.to_compile_error(), item)
}

fn beside_all(mistakes: &TokenStream, item: &TokenStream) -> TokenStream {
    quote!(#mistakes #item)
}

impl Item {
    fn is_type(&self) -> bool {
        self.keyword
            .as_ref()
            .is_some_and(|word| ["struct", "enum", "union"].iter().any(|known| word == known))
    }

    fn is_struct(&self) -> bool {
        self.keyword.as_ref().is_some_and(|word| word == "struct")
    }

    /// The name of the item; nothing where it has none.
    fn name(&self) -> String {
        match self.rest.clone().into_iter().next() {
            Some(TokenTree::Ident(name)) => name.unraw().to_string(),
            _ => String::new(),
        }
    }

    /// What to say of an item that is no type.
    fn no_type(&self, kind: Kind) -> String {
        let keyword = self.keyword.as_ref().map(|word| format!("{word} ")).unwrap_or_default();
        let (name, noun) = (self.name(), kind.noun());
        format!(
            "`{keyword}{name}` is no type, and a {noun} is a struct or an enum\n\
             help: remove `#[{noun}]`, or put it on the type that is meant"
        )
    }

    /// Whether nothing stands between the braces.
    fn is_empty(&self) -> bool {
        match self.rest.clone().into_iter().last() {
            Some(TokenTree::Group(body)) => body.stream().is_empty(),
            _ => false,
        }
    }

    /// A second attribute would be expanded on what the first one made.
    fn check_single(&mut self, kind: Kind, args: &TokenStream, errors: &Errors) {
        for second in &self.attrs {
            if let Some(other) = attribute_kind(second) {
                errors.note(second, self.twice(kind, (other, args, &arguments_of(second))));
            }
        }
        self.attrs.retain(|attr| attribute_kind(attr).is_none());
        let first = self.attrs.iter().find_map(|attr| Some((attr, kind_above(attr)?)));
        if let Some((first, above)) = first {
            let flag =
                |arg: &TokenTree| matches!(arg, TokenTree::Ident(word) if word == above.flag());
            // The flag and the comma behind it.
            let args_of_first = arguments_of(first).into_iter().skip_while(flag).skip(1).collect();
            errors.refuse(&first.meta, self.twice(above, (kind, &args_of_first, args)));
        }
    }

    /// What to say of two attributes, of which the second is of that kind. Each has its arguments.
    fn twice(&self, first: Kind, second: (Kind, &TokenStream, &TokenStream)) -> String {
        let (name, noun, (second, one, other)) = (self.name(), first.noun(), second);
        if first != second {
            return format!(
                "`{name}` is made a component by one attribute and a resource by another\n\
                 help: write `#[derive(Resource)]` below `#[component]` if it is both"
            );
        }
        let all = [one, other].map(shown).join(", ");
        let all = all.trim_matches([',', ' ']);
        let all = if all.is_empty() { String::new() } else { format!("({all})") };
        format!(
            "`{name}` is made a {noun} twice\n\
             help: write `#[{noun}{all}]`, once and with all arguments"
        )
    }

    /// `#[repr(C)]` where a struct has no `repr`. A faulty one is reported and replaced, so that the compiler does not
    /// report it as well.
    fn take_repr(&mut self, errors: &Errors) -> TokenStream {
        if !self.is_struct() {
            if self.is_empty() {
                self.attrs.retain(|attr| !attr.path().is_ident("repr"));
            }
            return TokenStream::new();
        }
        let repr = Repr::read(&self.attrs);
        if conflicts(&self.name(), &repr, errors) {
            self.attrs.retain(|attr| !attr.path().is_ident("repr"));
            return quote!(#[repr(C)]);
        }
        let behind_cfg = |attr: &Attribute| {
            attr.path().is_ident("cfg_attr") && mentions(attr.meta.to_token_stream(), "repr")
        };
        if repr.is_fixed() || repr.packed.is_some() || self.attrs.iter().any(behind_cfg) {
            return TokenStream::new();
        }
        quote!(#[repr(C)])
    }
}

/// The kind that the attribute makes of its item, if it is one of ours.
fn attribute_kind(attr: &Attribute) -> Option<Kind> {
    let last = attr.path().segments.last()?;
    [Kind::Component, Kind::Resource].into_iter().find(|kind| last.ident == kind.noun())
}

/// The kind whose attribute left that one.
fn kind_above(attr: &Attribute) -> Option<Kind> {
    let leaves = |kind: &Kind| mentions(attr.meta.to_token_stream(), kind.flag());
    let of_laige = attr.path().is_ident("laige");
    [Kind::Component, Kind::Resource].into_iter().find(leaves).filter(|_| of_laige)
}

/// What stands in the parentheses of an attribute.
fn arguments_of(attr: &Attribute) -> TokenStream {
    match &attr.meta {
        Meta::List(list) => list.tokens.clone(),
        _ => TokenStream::new(),
    }
}

/// Whether the `repr` contradicts what plain data needs; the reasons are reported.
fn conflicts(name: &str, repr: &Repr, errors: &Errors) -> bool {
    if let Some(integer) = &repr.integer {
        let reason = format!("`repr({integer})` is for enums, and `{name}` is a struct");
        errors.note(integer, format!("{reason}\nhelp: write `#[repr(C)]`"));
    }
    if let Some(rust) = &repr.rust {
        let reason = format!("`repr(Rust)` leaves the order of `{name}`'s fields to the compiler");
        errors.note(rust, format!("{reason}\nhelp: write `#[repr(C)]`"));
    }
    let both = repr.transparent.as_ref().filter(|_| repr.c.is_some() || !repr.align.is_empty());
    if let Some(transparent) = both {
        let reason = format!("`transparent` cannot stand beside another `repr` of `{name}`");
        errors.note(
            transparent,
            format!("{reason}\nhelp: write `#[repr(C)]`, or `#[repr(transparent)]`"),
        );
    }
    repr.integer.is_some() || repr.rust.is_some() || both.is_some()
}
