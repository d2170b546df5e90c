//! The one argument of a field.

use syn::{Attribute, MacroDelimiter, Meta};

use super::arg::{self, Arg};
use super::owner::Owner;
use crate::spelling::shown;

/// Whether the field of that name carries `#[laige(opaque)]`; anything else in its `laige` attributes is reported.
pub(crate) fn read_opaque(owner: &Owner<'_>, field: &str, attrs: &[Attribute]) -> bool {
    let mut opaque = None;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("laige")) {
        let Some(args) = arguments(attr, owner) else {
            owner.note(&attr.meta, nothing_else(field, &attr.meta, attr));
            continue;
        };
        for arg in args {
            if arg.name() == "opaque" {
                arg.set(&mut opaque, Some(arg.flag(owner)), owner);
            } else {
                owner.note(&arg, nothing_else(field, &arg, attr));
            }
        }
    }
    opaque.is_some()
}

/// The arguments in parentheses, if there are some.
fn arguments(attr: &Attribute, owner: &Owner<'_>) -> Option<Vec<Arg>> {
    match &attr.meta {
        Meta::List(list) if matches!(list.delimiter, MacroDelimiter::Paren(_)) => {
            let args = arg::read_all(&list.tokens, owner);
            (!args.is_empty()).then_some(args)
        }
        _ => None,
    }
}

fn nothing_else(field: &str, found: impl quote::ToTokens, attr: &Attribute) -> String {
    format!(
        "field `{field}` takes no argument but `opaque`, and this is `{}`\nhelp: remove `{}`",
        shown(found),
        shown(attr),
    )
}
