//! A subscriber of `tracing` that keeps what a world tells, or panics when it is told a certain thing.

use std::fmt::Debug;
use std::sync::{Arc, Mutex, PoisonError};

use tracing::field::{Field, Visit};
use tracing::{Event, Level, Metadata, Subscriber, span, subscriber};

/// One record: its metadata, and its fields as text in the order they came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) name: &'static str,
    pub(crate) target: &'static str,
    pub(crate) level: Level,
    pub(crate) fields: Vec<(&'static str, String)>,
}

impl Told {
    /// The text of a field; empty if there is none of that name.
    pub(crate) fn field(&self, name: &str) -> &str {
        self.fields.iter().find(|(field, _)| *field == name).map_or("", |(_, value)| value)
    }
}

impl Visit for Told {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.fields.push((field.name(), format!("{value:?}")));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.fields.push((field.name(), value.to_string()));
    }
}

#[derive(Clone)]
struct Listener {
    told: Arc<Mutex<Vec<Told>>>,
    /// The name of the event that it cannot bear.
    panics_at: Option<&'static str>,
}

/// What a listener panics with.
#[derive(Debug, PartialEq)]
pub(crate) struct Shock;

impl Subscriber for Listener {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn event(&self, event: &Event<'_>) {
        let of = event.metadata();
        if self.panics_at == Some(of.name()) {
            std::panic::resume_unwind(Box::new(Shock));
        }
        let mut told =
            Told { name: of.name(), target: of.target(), level: *of.level(), fields: Vec::new() };
        event.record(&mut told);
        self.told.lock().unwrap_or_else(PoisonError::into_inner).push(told);
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}
    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}
    fn enter(&self, _: &span::Id) {}
    fn exit(&self, _: &span::Id) {}
}

/// What is told while `run` runs on this thread.
pub(crate) fn told(run: impl FnOnce()) -> Vec<Told> {
    let listener = Listener { told: Arc::default(), panics_at: None };
    subscriber::with_default(listener.clone(), run);
    let told = listener.told.lock().unwrap_or_else(PoisonError::into_inner);
    told.clone()
}

/// Runs with a listener that panics when it is told of that event.
pub(crate) fn with_panic_at<R>(event: &'static str, run: impl FnOnce() -> R) -> R {
    let listener = Listener { told: Arc::default(), panics_at: Some(event) };
    subscriber::with_default(listener, run)
}
