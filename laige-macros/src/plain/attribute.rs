//! `#[component]`: what has to happen before the item's derives run.
//!
//! It adds `#[repr(C)]`, takes out the derives that it replaces, and puts the derive `Component` in front, which does
//! the rest: a derive is given the item after `cfg` and `cfg_attr`, an attribute is not.

mod derives;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Attribute, Meta, Visibility};

use super::repr::Repr;
use crate::args::{Args, BY_ATTRIBUTE, Owner};
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

/// The expansion of `#[component(args)]` on `item`.
pub(crate) fn expand(args: &TokenStream, item: &TokenStream) -> TokenStream {
    let mut parsed = match Item::parse.parse2(item.clone()) {
        Ok(parsed) => parsed,
        Err(mistake) => return beside(&mistake, item),
    };
    if !parsed.is_type() {
        let mistake = syn::Error::new(Span::call_site(), parsed.no_type());
        return beside(&mistake, item);
    }
    let errors = Errors::new();
    parsed.check_single(args, &errors);
    let repr = parsed.take_repr(&errors);
    derives::drop_replaced(&mut parsed.attrs);
    let verdict = errors.finish();
    if verdict.hopeless {
        return beside_all(&verdict.to_tokens(), item);
    }
    emit(args, &repr, &parsed, &verdict.to_tokens())
}

/// ```text
/// #[derive(::laige::Component)]
/// #[laige(__by_attribute, args)]
/// #[repr(C)]
/// struct Pos { .. }
/// ```
fn emit(
    args: &TokenStream,
    repr: &TokenStream,
    item: &Item,
    mistakes: &TokenStream,
) -> TokenStream {
    let laige = path_to_laige(args);
    let flag = Ident::new(BY_ATTRIBUTE, Span::call_site());
    let Item { attrs, vis, keyword, rest } = item;
    quote! {
        #mistakes
        #[derive(#laige::Component)]
        #[laige(#flag, #args)]
        #repr
        #(#attrs)*
        #vis #keyword #rest
    }
}

/// The path in `crate = path`; whatever is wrong with the arguments is the derive's to report.
fn path_to_laige(args: &TokenStream) -> TokenStream {
    let unread = Errors::new();
    let mut read = Args::default();
    read.read(&Owner::unnamed(&unread), args);
    let _reported_by_the_derive = unread.finish();
    read.laige()
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
    fn no_type(&self) -> String {
        let keyword = self.keyword.as_ref().map(|word| format!("{word} ")).unwrap_or_default();
        let name = self.name();
        format!(
            "`{keyword}{name}` is no type, and a component is a struct or an enum\n\
             help: remove `#[component]`, or put it on the type that is meant"
        )
    }

    /// Whether nothing stands between the braces.
    fn is_empty(&self) -> bool {
        match self.rest.clone().into_iter().last() {
            Some(TokenTree::Group(body)) => body.stream().is_empty(),
            _ => false,
        }
    }

    /// The second of two `#[component]` would be expanded on what the first one made.
    fn check_single(&mut self, args: &TokenStream, errors: &Errors) {
        let is_second = |attr: &Attribute| {
            let path = attr.path();
            path.segments.last().is_some_and(|last| last.ident == "component")
        };
        for second in self.attrs.iter().filter(|attr| is_second(attr)) {
            errors.note(second, self.twice(args, &arguments_of(second)));
        }
        self.attrs.retain(|attr| !is_second(attr));
        let of_first = |attr: &&Attribute| {
            attr.path().is_ident("laige") && mentions(attr.meta.to_token_stream(), BY_ATTRIBUTE)
        };
        if let Some(first) = self.attrs.iter().find(of_first) {
            let flag =
                |arg: &TokenTree| matches!(arg, TokenTree::Ident(word) if word == BY_ATTRIBUTE);
            // The flag and the comma behind it.
            let args_of_first = arguments_of(first).into_iter().skip_while(flag).skip(1).collect();
            errors.refuse(&first.meta, self.twice(&args_of_first, args));
        }
    }

    fn twice(&self, one: &TokenStream, other: &TokenStream) -> String {
        let all = [one, other].map(shown).join(", ");
        let all = all.trim_matches([',', ' ']);
        let all = if all.is_empty() { String::new() } else { format!("({all})") };
        format!(
            "`{}` is made a component twice\n\
             help: write `#[component{all}]`, once and with all arguments",
            self.name()
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

/// What stands in the parentheses of an attribute.
fn arguments_of(attr: &Attribute) -> TokenStream {
    match &attr.meta {
        Meta::List(list) => list.tokens.clone(),
        _ => TokenStream::new(),
    }
}

/// Whether the `repr` contradicts what a component needs; the reasons are reported.
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
