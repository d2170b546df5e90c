//! What events say: the five fields of warnings, and a sentence for the others.
//! The names and fields are next door; here is only text.

use core::fmt;

use super::{Event, NO_SLOT, Severity, TABLE};
use crate::error::{Line, Raise};

/// The message of an event: a line of five fields for warnings, a sentence for the others.
pub(super) struct Message<'a>(pub(super) &'a Event);

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let info = &TABLE[self.0.kind() as usize];
        if info.severity == Severity::Info {
            return What(self.0).fmt(f);
        }
        let line = Line {
            head: info.name,
            what: &What(self.0),
            why: &why(self.0),
            fix: &fix(self.0),
            anchor: info.anchor,
        };
        line.fmt(f)
    }
}

/// What happened.
struct What<'a>(&'a Event);

impl fmt::Display for What<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self.0 {
            Event::ArchetypeCreated { archetype_id, components } => {
                write!(f, "archetype {archetype_id} ({components} components) was born")
            }
            Event::ArchetypeGrow { archetype_id, rows, components } => {
                write!(f, "archetype {archetype_id} ({components} components) grew to {rows} rows")
            }
            Event::ArchetypeBudget { entity_id, archetype_count } => {
                let slot = Slot(entity_id);
                write!(f, "{slot} needs a new archetype, all {archetype_count} are in use")
            }
            Event::ComponentLimit { entity_id, archetype_id, components } => {
                let slot = Slot(entity_id);
                write!(f, "{slot}, archetype {archetype_id}, may carry {components} components")
            }
            Event::ComponentUnregistered { entity_id, generation } => {
                let entity = Name { entity_id, generation };
                write!(f, "{entity} was to gain or lose a component that is not registered")
            }
            Event::ComponentDuplicate { component_id, size, alignment } => write!(
                f,
                "component {component_id} (size {size}, alignment {alignment}) is registered already"
            ),
            Event::StaleEntityAccess { entity_id: NO_SLOT, .. } => {
                f.write_str("entity NONE was used but is not alive")
            }
            Event::StaleEntityDestroy { entity_id: NO_SLOT, .. } => {
                f.write_str("entity NONE was despawned but is not alive")
            }
            Event::StaleEntityAccess { entity_id, generation } => {
                write!(f, "{} was used but is not alive", Name { entity_id, generation })
            }
            Event::StaleEntityDestroy { entity_id, generation } => {
                write!(f, "{} was despawned but is not alive", Name { entity_id, generation })
            }
            Event::EntityBudget25 { entity_count, capacity, level }
            | Event::EntityBudget50 { entity_count, capacity, level }
            | Event::EntityBudget100 { entity_count, capacity, level } => {
                write!(
                    f,
                    "{entity_count} of {capacity} entities are alive, {level} % of the capacity"
                )
            }
            Event::ChurnPerFrame { frame_churn, churn_budget } => write!(
                f,
                "{frame_churn} inserts and removes in this frame, {churn_budget} are budgeted"
            ),
            _ => self.fmt_around_worlds(f),
        }
    }
}

impl What<'_> {
    /// The events of what is around worlds: loops and replays.
    fn fmt_around_worlds(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self.0 {
            Event::IdentityMismatch { .. } => f.write_str("the replay log belongs to other runs"),
            Event::DeterminismDisabled { .. } => {
                f.write_str("a replay was asked for without random streams of the systems")
            }
            Event::DiffIdentityMismatch { log, .. } => {
                write!(f, "replay log {log} belongs to other runs")
            }
            Event::DiffDeterminismDisabled { log, .. } => {
                write!(f, "replay log {log} was to be played without random streams of the systems")
            }
            Event::TickDropped { dropped, max_catch_up, tick_rate_hz, .. } => write!(
                f,
                "{dropped} ticks more were due than the {max_catch_up} of a frame, at {tick_rate_hz} Hz"
            ),
            Event::TickRateInvalid { tick_rate_hz } => {
                write!(f, "a tick rate of {tick_rate_hz} Hz was asked for")
            }
            Event::CatchupInvalid { max_catch_up } => {
                write!(f, "a loop was to run {max_catch_up} ticks in a frame at most")
            }
            _ => self.fmt_of_systems(f),
        }
    }

    /// The events of systems.
    fn fmt_of_systems(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self.0 {
            Event::NameInvalid { .. } => f.write_str("a system without a name was to be added"),
            Event::BudgetInvalid { name, .. } => write!(f, "system {name} has a budget of no time"),
            Event::DepSpecInvalid { name, error } => {
                write!(f, "what system {name} comes after was said wrongly: {error}")
            }
            Event::SystemDuplicate { name, existing_system_id } => {
                write!(f, "system {name} is there already, as number {existing_system_id}")
            }
            Event::IoUnregistered { name } => {
                write!(f, "system {name} touches a component that is not registered")
            }
            Event::SystemBudgetExhausted { name, systems } => {
                write!(f, "system {name} is one too many, {systems} are there")
            }
            Event::ReadBeforeWrite { component_id, reader, writer } => write!(
                f,
                "system {reader} reads component {component_id} before {writer} writes it"
            ),
            Event::DepMissing { system, missing_dep, .. } => {
                write!(
                    f,
                    "system {system} is to come after or before {missing_dep}, which is not there"
                )
            }
            Event::ScheduleStale { scheduled_systems, current_systems } => write!(
                f,
                "a schedule of {scheduled_systems} systems was to be run that is not that of the {current_systems} there are"
            ),
            Event::BudgetOverrun { system, measured_ms, budget_ms, .. }
            | Event::BudgetCritical { system, measured_ms, budget_ms, .. } => {
                write!(f, "system {system} took {measured_ms:.3} ms, {budget_ms:.3} are budgeted")
            }
            // Those of worlds, which do not come here.
            _ => Ok(()),
        }
    }
}

/// A slot in a sentence, or the entity that has none yet.
struct Slot(u32);

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == NO_SLOT {
            return f.write_str("a new entity");
        }
        write!(f, "slot {}", self.0)
    }
}

/// A handle in a sentence, or the entity that has none yet.
struct Name {
    entity_id: u32,
    generation: u32,
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.entity_id == NO_SLOT {
            return f.write_str("a new entity");
        }
        write!(f, "entity {}v{}", self.entity_id, self.generation)
    }
}

/// Why it happened, or why it matters.
fn why(event: &Event) -> &'static str {
    match event {
        Event::ArchetypeCreated { .. } | Event::ArchetypeGrow { .. } => {
            "storage follows what is spawned"
        }
        Event::ArchetypeBudget { .. } => {
            "each distinct set of components that ever occurred is an archetype"
        }
        Event::ComponentLimit { .. } => {
            "the number of components of one entity is a declared limit of the world"
        }
        Event::ComponentUnregistered { .. } => "component ids follow the order of registration",
        Event::ComponentDuplicate { .. } => "a type has one id per world",
        Event::StaleEntityAccess { .. } | Event::StaleEntityDestroy { .. } => {
            "it was despawned, or the handle is of another world or of an abandoned future"
        }
        Event::EntityBudget25 { .. } | Event::EntityBudget50 { .. } => {
            "the capacity is fixed, and spawning fails when it is used up"
        }
        Event::EntityBudget100 { .. } => "the capacity is fixed, and the next spawn fails",
        Event::ChurnPerFrame { .. } => {
            "each insert or remove that changes an entity's set of components moves a row"
        }
        Event::IdentityMismatch { .. } | Event::DiffIdentityMismatch { .. } => {
            "seed, tick rate, components, numbers or configuration are not those of the recording"
        }
        Event::DeterminismDisabled { .. } | Event::DiffDeterminismDisabled { .. } => {
            "without them no run is like another"
        }
        Event::TickDropped { .. } => {
            "ticks take longer than the time they stand for, or the program was halted"
        }
        Event::TickRateInvalid { .. } => "the engine is built for rates of games",
        Event::CatchupInvalid { .. } => "such a loop would never run anything",
        _ => why_of_systems(event),
    }
}

/// The same for systems.
fn why_of_systems(event: &Event) -> &'static str {
    match event {
        Event::NameInvalid { .. } | Event::SystemDuplicate { .. } | Event::DepMissing { .. } => {
            "systems are known by their names"
        }
        Event::DepSpecInvalid { .. } => "each name stands there once, and at most 16 do",
        Event::IoUnregistered { .. } => "component ids follow the order of registration",
        Event::SystemBudgetExhausted { .. } => "the number of systems is a limit of the engine",
        Event::ReadBeforeWrite { .. } => {
            "they run as they were added, and the reader sees what the tick before has left"
        }
        Event::ScheduleStale { .. } => "a system was added, or the schedule is of another world",
        Event::BudgetInvalid { .. } => "every run would be too long",
        _ => "a tick has to end before the next is due",
    }
}

/// What to change, by API and value.
enum Fix {
    Call(&'static str),
    Raise(Raise),
}

impl fmt::Display for Fix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Call(advice) => f.write_str(advice),
            Self::Raise(advice) => advice.fmt(f),
        }
    }
}

fn fix(event: &Event) -> Fix {
    match *event {
        Event::ArchetypeBudget { archetype_count: above, .. } => {
            Fix::Raise(Raise::new("max_archetypes", above, "use fewer distinct sets of components"))
        }
        Event::ComponentLimit { components: above, .. } => Fix::Raise(Raise::new(
            "max_components_per_entity",
            above,
            "merge components into one struct",
        )),
        Event::EntityBudget25 { capacity: above, .. }
        | Event::EntityBudget50 { capacity: above, .. }
        | Event::EntityBudget100 { capacity: above, .. } => {
            Fix::Raise(Raise::new("with_capacity", above, "call World::despawn sooner"))
        }
        Event::ChurnPerFrame { churn_budget: above, .. } => Fix::Raise(Raise::new(
            "churn_per_frame_budget",
            above,
            "keep what flips often in a field of a component",
        )),
        Event::ComponentUnregistered { .. } => {
            Fix::Call("call World::register::<T>() before the first use of T")
        }
        Event::ComponentDuplicate { .. } => {
            Fix::Call("call World::register once per component, or ask World::component_id first")
        }
        Event::StaleEntityAccess { .. } | Event::StaleEntityDestroy { .. } => {
            Fix::Call("ask World::is_valid first, and forget handles of what was despawned")
        }
        Event::IdentityMismatch { .. } | Event::DiffIdentityMismatch { .. } => {
            Fix::Call("give replay::run the Config and the components of the recording")
        }
        Event::DeterminismDisabled { .. } | Event::DiffDeterminismDisabled { .. } => {
            Fix::Call("set Config::deterministic to true, in the recording as well")
        }
        Event::TickDropped { .. } => {
            Fix::Call("make ticks cheaper, give Config::tick_rate_hz less, or Loop::new more ticks")
        }
        Event::TickRateInvalid { .. } => Fix::Call("set Config::tick_rate_hz to 20..=120"),
        Event::CatchupInvalid { .. } => Fix::Call("give Loop::new at least 1 tick"),
        Event::ArchetypeCreated { .. } | Event::ArchetypeGrow { .. } => {
            Fix::Call("nothing needs to change")
        }
        _ => Fix::Call(fix_of_systems(event)),
    }
}

/// The same for systems.
fn fix_of_systems(event: &Event) -> &'static str {
    match event {
        Event::NameInvalid { .. } => "give System::NAME a text, or use #[system]",
        Event::SystemDuplicate { .. } => "call World::add_systems once per system",
        Event::DepSpecInvalid { .. } => "say SystemsAdded::after once per system, at most 16 times",
        Event::IoUnregistered { .. } => "call World::register for it before World::add_systems",
        Event::SystemBudgetExhausted { .. } => "put several systems into one function",
        Event::DepMissing { .. } => "call World::add_systems for it before World::schedule",
        Event::ReadBeforeWrite { .. } => {
            "say SystemsAdded::after of the reader, if that is not meant"
        }
        Event::ScheduleStale { .. } => "call World::schedule after the last World::add_systems",
        Event::BudgetInvalid { .. } => "give SystemsAdded::budget_ms a number above 0",
        _ => "make the system do less per tick, or raise SystemsAdded::budget_ms",
    }
}

/// What to think about next, for the developer at the keyboard: in builds with debug assertions only.
pub(super) fn advice(event: &Event) -> Option<&'static str> {
    if !cfg!(debug_assertions) {
        return None;
    }
    match event {
        Event::EntityBudget25 { .. } => {
            Some("fine if this is the expected load; note how soon it came")
        }
        Event::EntityBudget50 { .. } => {
            Some("look at World::stats for peak_in_use, and see what never despawns")
        }
        Event::EntityBudget100 { .. } => {
            Some("decide what is to happen when World::spawn gives an error")
        }
        Event::ChurnPerFrame { .. } => {
            Some("spawn with all components at once; insert and remove them as one bundle")
        }
        _ => None,
    }
}
