//! The one argument of a field.

use syn::{Attribute, Ident, MacroDelimiter, Meta};

use super::arg;
use crate::errors::Errors;

const HELP: &str = "a field takes `#[laige(opaque)]` and nothing else";

/// Whether a field carries `#[laige(opaque)]`; anything else in a field's `laige` attributes is reported.
pub(crate) fn read_opaque(attrs: &[Attribute], errors: &Errors) -> bool {
    let mut opaque: Option<Ident> = None;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("laige")) {
        match &attr.meta {
            Meta::List(list)
                if matches!(list.delimiter, MacroDelimiter::Paren(_))
                    && !list.tokens.is_empty() =>
            {
                for arg in arg::read_all(&list.tokens, errors) {
                    if arg.name() == "opaque" {
                        arg.set(&mut opaque, Some(arg.flag(errors)), errors);
                    } else {
                        errors.note(&arg, HELP);
                    }
                }
            }
            meta => errors.note(meta, HELP),
        }
    }
    opaque.is_some()
}
