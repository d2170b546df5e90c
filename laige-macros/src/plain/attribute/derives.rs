//! The derives below `#[component]` or `#[resource]` without those that these replace, which would be implemented twice.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::quote;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Attribute, Meta, Path, Token};

use crate::plain::kind::Kind;

/// What is derived by the attribute itself, beside the derive of its kind.
const REPLACED: [&str; 8] = [
    "Clone",
    "Copy",
    "Pod",
    "Zeroable",
    "NoUninit",
    "CheckedBitPattern",
    "AnyBitPattern",
    "Fields",
];

/// Takes them out of each `derive(..)` and of each one in a `cfg_attr`.
pub(super) fn drop_replaced(kind: Kind, attrs: &mut [Attribute]) {
    for attr in attrs {
        if let Meta::List(list) = &mut attr.meta {
            if list.path.is_ident("derive") {
                list.tokens = without_replaced(kind, list.tokens.clone());
            } else if list.path.is_ident("cfg_attr") {
                list.tokens = without_replaced_in_derives(kind, list.tokens.clone());
            }
        }
    }
}

/// The paths of a derive without those that the attribute replaces.
fn without_replaced(kind: Kind, tokens: TokenStream) -> TokenStream {
    let Ok(paths) = Punctuated::<Path, Token![,]>::parse_terminated.parse2(tokens.clone()) else {
        return tokens;
    };
    let replaced = |path: &Path| {
        path.segments.last().is_some_and(|last| {
            last.ident == kind.derive() || REPLACED.iter().any(|name| last.ident == name)
        })
    };
    let kept = paths.into_iter().filter(|path| !replaced(path));
    quote!(#(#kept),*)
}

/// The same in each `derive(..)` of a `cfg_attr`.
fn without_replaced_in_derives(kind: Kind, tokens: TokenStream) -> TokenStream {
    let mut after_derive = false;
    let mut list = Vec::new();
    for token in tokens {
        let is_derive = matches!(&token, TokenTree::Ident(ident) if ident == "derive");
        list.push(match token {
            TokenTree::Group(group) if after_derive => {
                let mut new = Group::new(group.delimiter(), without_replaced(kind, group.stream()));
                new.set_span(group.span());
                TokenTree::Group(new)
            }
            token => token,
        });
        after_derive = is_derive;
    }
    list.into_iter().collect()
}
