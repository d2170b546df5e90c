//! Where the parts of the call are: the world, the closure, its parameters. Tokens are cut here and not understood.

use proc_macro2::{Delimiter, Ident, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;

use crate::errors::Errors;
use crate::spelling::shown;

/// The parts of a call.
pub(super) struct Call {
    /// The path to the crate `laige`.
    pub(super) laige: TokenStream,
    /// The expression that gives the world.
    pub(super) world: TokenStream,
    /// The `par` around it, for a visit in parallel.
    pub(super) par: Option<Ident>,
    /// The closure; none where there is none in the call.
    pub(super) closure: Option<Closure>,
}

/// A closure as it was written, and what its header says.
pub(super) struct Closure {
    /// All of it.
    pub(super) tokens: TokenStream,
    /// The `async` before it.
    pub(super) asyncness: Option<TokenTree>,
    /// The `|`s around the parameters.
    pub(super) bars: TokenStream,
    /// The tokens of each parameter.
    pub(super) params: Vec<TokenStream>,
    /// Where the body starts.
    pub(super) body: Span,
    /// What stands behind the closure and a comma.
    pub(super) surplus: TokenStream,
}

impl Call {
    /// Cuts the tokens of a call.
    pub(super) fn parse(tokens: TokenStream, errors: &Errors) -> Self {
        let mut tokens = tokens.into_iter();
        let laige = match tokens.next() {
            Some(TokenTree::Group(path)) => path.stream(),
            _ => TokenStream::new(),
        };
        let all: Vec<TokenTree> = tokens.collect();
        let Some(comma) = comma_before_closure(&all) else {
            report_missing(&all, errors);
            let (par, world) = without_par(&all);
            return Self { laige, world, par, closure: None };
        };
        let (world, rest) = all.split_at(comma);
        if world.is_empty() {
            report_missing(&rest[1..], errors);
        }
        let closure = Closure::parse(without_trailing_comma(&rest[1..]));
        let (par, world) = without_par(world);
        Self { laige, world, par, closure: Some(closure) }
    }
}

/// The world in `par(world)`, which is syntax and no call; any other expression as it is.
fn without_par(tokens: &[TokenTree]) -> (Option<Ident>, TokenStream) {
    match &opened(tokens)[..] {
        [TokenTree::Ident(par), TokenTree::Group(group)]
            if par == "par" && group.delimiter() == Delimiter::Parenthesis =>
        {
            let inside: Vec<_> = group.stream().into_iter().collect();
            let world = without_trailing_comma(&inside).iter().cloned().collect();
            (Some(par.clone()), world)
        }
        _ => (None, tokens.iter().cloned().collect()),
    }
}

/// The place of the first comma that a closure follows.
fn comma_before_closure(tokens: &[TokenTree]) -> Option<usize> {
    (0..tokens.len()).find(|&i| is_punct(&tokens[i], ',') && starts_closure(&tokens[i + 1..]))
}

/// Whether a closure could start here: `|`, or `move` and `async` before it.
fn starts_closure(tokens: &[TokenTree]) -> bool {
    match tokens.first() {
        Some(TokenTree::Punct(punct)) => punct.as_char() == '|',
        Some(TokenTree::Ident(word)) => is_modifier(word) && starts_closure(&tokens[1..]),
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::None => {
            starts_closure(&group.stream().into_iter().collect::<Vec<_>>())
        }
        _ => false,
    }
}

fn is_modifier(word: &Ident) -> bool {
    ["move", "async", "static"].iter().any(|known| word == known)
}

fn report_missing(tokens: &[TokenTree], errors: &Errors) {
    if starts_closure(tokens) {
        let header = header_of(tokens);
        let message = format!(
            "no world stands before the closure `{0}`\nhelp: write `world, {0}`",
            shown(&header)
        );
        errors.note(tokens.first(), message);
        return;
    }
    let place: TokenStream = tokens.iter().cloned().collect();
    let message = format!(
        "no closure stands in `query!({})`, and its parameter types are the query\n\
         help: write `world, |e: Entity| ..`, with a parameter for each term",
        shown(&place)
    );
    errors.note(place, message);
}

/// What stands up to the second `|`.
fn header_of(tokens: &[TokenTree]) -> TokenStream {
    let mut bars = 0;
    let header = opened(tokens).into_iter().take_while(|token| {
        let before_end = bars < 2;
        bars += usize::from(is_punct(token, '|'));
        before_end
    });
    header.collect()
}

fn without_trailing_comma(tokens: &[TokenTree]) -> &[TokenTree] {
    match tokens.split_last() {
        Some((last, before)) if is_punct(last, ',') => before,
        _ => tokens,
    }
}

pub(super) fn is_punct(token: &TokenTree, wanted: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == wanted)
}

impl Closure {
    fn parse(tokens: &[TokenTree]) -> Self {
        let (tokens, surplus) = cut_surplus(tokens);
        let flat = opened(tokens);
        let modifiers = flat
            .iter()
            .take_while(|token| matches!(token, TokenTree::Ident(word) if is_modifier(word)))
            .count();
        let asyncness = flat[..modifiers]
            .iter()
            .find(|token| matches!(token, TokenTree::Ident(word) if word == "async"));
        // The caller saw a `|` there.
        let header = &flat[modifiers + 1..];
        let length = header.iter().position(|token| is_punct(token, '|')).unwrap_or(header.len());
        let behind = header.get(length + 1..).unwrap_or_default();
        let bars = flat[modifiers..].first().into_iter().chain(header.get(length));
        Self {
            tokens: tokens.iter().cloned().collect(),
            asyncness: asyncness.cloned(),
            bars: bars.map(ToTokens::to_token_stream).collect(),
            params: split_params(&header[..length]),
            body: place_of_body(behind),
            surplus: surplus.iter().cloned().collect(),
        }
    }
}

/// The tokens, those of an invisible group around all of them (`$body:expr`) instead of the group.
fn opened(tokens: &[TokenTree]) -> Vec<TokenTree> {
    match tokens {
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::None => {
            opened(&group.stream().into_iter().collect::<Vec<_>>())
        }
        tokens => tokens.to_vec(),
    }
}

/// The place of the body: what follows the header, or the block behind `-> Type`.
fn place_of_body(tokens: &[TokenTree]) -> Span {
    let typed = tokens.first().is_some_and(|token| is_punct(token, '-'));
    let body = if typed { tokens.last() } else { tokens.first() };
    body.map_or_else(Span::call_site, TokenTree::span)
}

/// Cuts at the first comma behind a whole closure, if something follows. A comma may also stand in `f::<A, B>()`, where
/// the part before it is no closure.
fn cut_surplus(tokens: &[TokenTree]) -> (&[TokenTree], &[TokenTree]) {
    for (comma, _) in tokens.iter().enumerate().filter(|(_, token)| is_punct(token, ',')) {
        let before: TokenStream = tokens[..comma].iter().cloned().collect();
        if syn::parse2::<syn::ExprClosure>(before).is_ok() {
            return (&tokens[..comma], &tokens[comma + 1..]);
        }
    }
    (tokens, &[])
}

/// The pieces between the commas that stand in no `<..>`.
fn split_params(tokens: &[TokenTree]) -> Vec<TokenStream> {
    let mut params = Vec::new();
    let mut param = Vec::new();
    let mut depth = 0_usize;
    for (i, token) in tokens.iter().enumerate() {
        let after_dash = i > 0 && is_joint_dash(&tokens[i - 1]);
        if is_punct(token, '<') {
            depth += 1;
        } else if is_punct(token, '>') && !after_dash {
            depth = depth.saturating_sub(1);
        }
        if depth == 0 && is_punct(token, ',') {
            params.push(param.drain(..).collect());
        } else {
            param.push(token.clone());
        }
    }
    if !param.is_empty() {
        params.push(param.into_iter().collect());
    }
    params
}

/// Whether the token is the `-` of `->`.
fn is_joint_dash(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == '-' && punct.spacing() == Spacing::Joint)
}
