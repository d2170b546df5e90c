//! What is declared of a system beside its parameters: budget, order, condition. It is constant data; what is said where a system is added
//! comes on top of it.

use core::time::Duration;

use crate::World;

/// What a system's attribute says of it.
#[derive(Debug, Clone, Copy)]
#[must_use = "it is given to `System::SPEC`"]
pub struct SystemSpec {
    pub(crate) budget: Option<Duration>,
    pub(crate) after: &'static [&'static str],
    pub(crate) before: &'static [&'static str],
    pub(crate) run_if: Option<fn(&World) -> bool>,
    pub(crate) presentation: bool,
}

impl SystemSpec {
    /// Nothing.
    pub const fn new() -> Self {
        Self { budget: None, after: &[], before: &[], run_if: None, presentation: false }
    }

    /// How long a run may take before the world warns.
    pub const fn budget(mut self, budget: Duration) -> Self {
        self.budget = Some(budget);
        self
    }

    /// The names of the systems it comes after.
    pub const fn after(mut self, systems: &'static [&'static str]) -> Self {
        self.after = systems;
        self
    }

    /// The names of the systems it comes before.
    pub const fn before(mut self, systems: &'static [&'static str]) -> Self {
        self.before = systems;
        self
    }

    /// Under which condition it runs. It is asked when the system's stage begins.
    pub const fn run_if(mut self, condition: fn(&World) -> bool) -> Self {
        self.run_if = Some(condition);
        self
    }

    /// It only shows the state: it may read transient resources, and write nothing else.
    pub const fn presentation(mut self) -> Self {
        self.presentation = true;
        self
    }
}

impl Default for SystemSpec {
    fn default() -> Self {
        Self::new()
    }
}
