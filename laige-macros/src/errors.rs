//! The mistakes found in one macro call, collected so that a user reads all of them at once.
//! It knows nothing of what is checked; it only makes sure that nobody forgets to look.

use std::cell::{Cell, RefCell};
use std::thread;

use proc_macro2::TokenStream;
use quote::ToTokens;

/// The mistakes of one macro call. Must be read with [`finish`](Self::finish): dropping it unread is a bug of ours.
pub(crate) struct Errors {
    list: RefCell<Option<Vec<syn::Error>>>,
    hopeless: Cell<bool>,
}

/// What [`Errors`] held.
pub(crate) struct Verdict {
    /// The mistakes, in the order of the rules that found them.
    pub(crate) mistakes: Vec<syn::Error>,
    /// Whether the ordinary expansion would bring errors of the compiler's on top, so that a stub must stand for it.
    pub(crate) hopeless: bool,
}

impl Errors {
    /// None yet.
    pub(crate) fn new() -> Self {
        Self { list: RefCell::new(Some(Vec::new())), hopeless: Cell::new(false) }
    }

    /// A mistake beside which the ordinary expansion still compiles.
    pub(crate) fn note(&self, at: impl ToTokens, message: impl Into<String>) {
        self.add(syn::Error::new_spanned(at, message.into()));
    }

    /// A mistake that leaves nothing to expand: the item gets a stub.
    pub(crate) fn refuse(&self, at: impl ToTokens, message: impl Into<String>) {
        self.hopeless.set(true);
        self.note(at, message);
    }

    /// The item gets a stub, for a reason that is reported elsewhere.
    pub(crate) fn hopeless(&self) {
        self.hopeless.set(true);
    }

    /// A mistake that a parser found.
    pub(crate) fn add(&self, mistake: syn::Error) {
        if let Some(list) = self.list.borrow_mut().as_mut() {
            list.push(mistake);
        }
    }

    /// Hands out what was found.
    pub(crate) fn finish(self) -> Verdict {
        let mistakes = self.list.borrow_mut().take().unwrap_or_default();
        Verdict { mistakes, hopeless: self.hopeless.get() }
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        assert!(
            thread::panicking() || self.list.borrow().is_none(),
            "errors of a macro call were dropped unread"
        );
    }
}

impl Verdict {
    /// One `compile_error!` for each mistake.
    pub(crate) fn to_tokens(&self) -> TokenStream {
        self.mistakes.iter().map(syn::Error::to_compile_error).collect()
    }
}
