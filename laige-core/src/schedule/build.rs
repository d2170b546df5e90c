//! From what was said of systems to a schedule: the edges, the stages, the order of each, and everything that is wrong with it. The graph itself
//! is `graph.rs`.

use alloc::vec::Vec;

use super::graph::{Graph, Place};
use super::touches::Touches;
use super::{Conflict, DependencyFault, Described, Edge, Reason, Schedule, ScheduleError, Stage};
use crate::limits::MAX_DEPENDENCIES;
use crate::system::{Entry, Systems};

/// The schedule of these systems. With `by_registration` those that conflict and of which nothing says which comes first run as they were
/// added.
pub(crate) fn build(systems: &Systems, by_registration: bool) -> Result<Schedule, ScheduleError> {
    let entries = &systems.entries[..];
    entries.iter().try_for_each(check)?;
    let touches: Vec<Touches> = entries.iter().map(|entry| Touches::of(entry.access)).collect();
    let mut edges = said(systems)?;
    edges.extend(by_set(entries)?);
    let names = stages(entries);
    check_stages(entries, &names, &edges)?;
    edges.extend(listed(entries, &touches));
    let mut graph = Graph::new(entries.len());
    for edge in &edges {
        graph.add(edge.second, edge.first);
    }
    let mut orders = Vec::new();
    for &name in &names {
        let of_stage: Vec<Place> = places(entries)
            .filter(|&(_, entry)| entry.setup.stage == name)
            .map(|(at, _)| at)
            .collect();
        let order = graph.order(&of_stage).map_err(|cycle| ScheduleError::DependencyCycle {
            cycle: cycle.into_iter().map(|at| entries[at as usize].name).collect(),
        })?;
        orders.push(order);
    }
    let reach = graph.reach(&orders.concat());
    let conflicts = conflicts(entries, &touches);
    let open =
        conflicts.iter().find(|conflict| !reach.are_ordered(conflict.first, conflict.second));
    if let Some(&Conflict { first, second, on }) = open.filter(|_| !by_registration) {
        let [first, second] = [first, second].map(|at| entries[at as usize].name);
        return Err(ScheduleError::Unordered { first, second, on });
    }
    let stage = |(name, order)| Stage::new(name, order, &touches, &graph);
    let stages = names.into_iter().zip(orders).map(stage).collect();
    let systems_told =
        entries.iter().zip(touches).map(|(entry, touches)| Described::of(entry, touches)).collect();
    Ok(Schedule { version: systems.version, stages, systems: systems_told, edges, conflicts })
}

fn places(entries: &[Entry]) -> impl Iterator<Item = (Place, &Entry)> {
    (0..).zip(entries)
}

/// Whether what was said of one system is in order.
fn check(entry: &Entry) -> Result<(), ScheduleError> {
    let (system, setup) = (entry.name, &entry.setup);
    check_dependencies(system, &setup.after)?;
    if setup.budget.is_some_and(|budget| budget.is_zero()) {
        return Err(ScheduleError::BudgetZero { system });
    }
    if setup.every == 0 {
        return Err(ScheduleError::EveryZero { system });
    }
    Ok(())
}

/// Whether the names of what a system comes after are in order.
pub(crate) fn check_dependencies(
    system: &'static str,
    names: &[&'static str],
) -> Result<(), ScheduleError> {
    let fault = |fault| Err(ScheduleError::Dependencies { system, fault });
    for (at, &name) in names.iter().enumerate() {
        if name.is_empty() {
            return fault(DependencyFault::Empty);
        }
        if names[..at].contains(&name) {
            return fault(DependencyFault::Duplicate(name));
        }
    }
    if names.len() > MAX_DEPENDENCIES {
        return fault(DependencyFault::TooMany(names.len() as u32));
    }
    Ok(())
}

/// The edges that name both systems.
fn said(systems: &Systems) -> Result<Vec<Edge>, ScheduleError> {
    let mut edges = Vec::new();
    let mut befores = Vec::new();
    for (at, entry) in places(&systems.entries) {
        let setup = &entry.setup;
        for (&name, position) in setup.after.iter().chain(&setup.before).zip(0..) {
            let Some(other) = systems.position(name) else {
                let (system, dependency) = (entry.name, name);
                return Err(ScheduleError::DependencyMissing { system, dependency, position });
            };
            if (position as usize) < setup.after.len() {
                edges.push(Edge { first: other as Place, second: at, reason: Reason::Said });
            } else {
                befores.push(Edge { first: at, second: other as Place, reason: Reason::Said });
            }
        }
    }
    edges.append(&mut befores);
    Ok(edges)
}

/// The edges between a system and the systems of a set.
fn by_set(entries: &[Entry]) -> Result<Vec<Edge>, ScheduleError> {
    let mut edges = Vec::new();
    for (at, entry) in places(entries) {
        let Entry { name: system, setup, .. } = entry;
        let sets = setup.after_sets.iter().map(|set| (set, true));
        for (&set, is_after) in sets.chain(setup.before_sets.iter().map(|set| (set, false))) {
            let before = edges.len();
            for (other, member) in places(entries) {
                if member.setup.sets.contains(&set) {
                    let (first, second) = if is_after { (other, at) } else { (at, other) };
                    edges.push(Edge { first, second, reason: Reason::Set(set) });
                }
            }
            if edges.len() == before {
                return Err(ScheduleError::SetMissing { system, set });
            }
        }
    }
    Ok(edges)
}

/// The stages: first that of the systems of which nothing is said, then as first mentioned.
fn stages(entries: &[Entry]) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = Vec::new();
    let unnamed = entries.iter().filter(|entry| entry.setup.stage.is_empty()).take(1);
    for entry in unnamed.chain(entries) {
        if !names.contains(&entry.setup.stage) {
            names.push(entry.setup.stage);
        }
    }
    names
}

/// Whether no system comes after one of a later stage.
fn check_stages(
    entries: &[Entry],
    names: &[&'static str],
    edges: &[Edge],
) -> Result<(), ScheduleError> {
    let stage = |at: Place| names.iter().position(|&name| name == entries[at as usize].setup.stage);
    match edges.iter().find(|edge| stage(edge.first) > stage(edge.second)) {
        Some(edge) => Err(ScheduleError::StageOrder {
            system: entries[edge.second as usize].name,
            after: entries[edge.first as usize].name,
        }),
        None => Ok(()),
    }
}

/// The systems of one stage that touch the same, one of them writing.
fn conflicts(entries: &[Entry], touches: &[Touches]) -> Vec<Conflict> {
    let mut conflicts = Vec::new();
    for (second, entry) in places(entries) {
        for (first, other) in places(&entries[..second as usize]) {
            if entry.setup.stage == other.setup.stage {
                let on = touches[first as usize].conflict(&touches[second as usize]);
                conflicts.extend(on.map(|on| Conflict { first, second, on }));
            }
        }
    }
    conflicts
}

/// The edges of systems that were added by one call and conflict.
fn listed(entries: &[Entry], touches: &[Touches]) -> Vec<Edge> {
    let list = |at: Place| entries[at as usize].setup.list;
    let conflicts = conflicts(entries, touches).into_iter();
    conflicts
        .filter(|conflict| list(conflict.first) == list(conflict.second))
        .map(|Conflict { first, second, on }| Edge { first, second, reason: Reason::Listed(on) })
        .collect()
}
