//! The rules for `version` and `migrate`: each step leads to the next version, and the last one to that of the type.

use quote::ToTokens;

use crate::args::{Migrate, Step, version_of};
use crate::errors::Errors;
use crate::plain::kind::Kind;
use crate::plain::model::Model;
use crate::spelling::shown;

/// Reports versions that nothing has and steps that lead nowhere.
pub(super) fn check(model: &Model, errors: &Errors) {
    let (version, migrate) = (&model.args.version, &model.args.migrate);
    let name = model.name();
    if let Some(fault) = has_no_versions(model) {
        if let Some(version) = version {
            let help = format!("help: remove `version = {version}`");
            errors.note(version, format!("`{name}` {fault}\n{help}"));
        }
        if let Some(migrate) = migrate {
            let help = format!("help: remove `{}`", migrate.written());
            errors.note(&migrate.key, format!("`{name}` {fault}\n{help}"));
        }
        return;
    }
    if let Some(version) = version.as_ref().filter(|version| version_of(version) == 0) {
        from_one_on(&name, version, "version = 1", errors);
        return;
    }
    if let Some(migrate) = migrate {
        steps(&name, version.as_ref().map(version_of), migrate, errors);
    }
}

/// Why the values of the item have no versions.
fn has_no_versions(model: &Model) -> Option<&'static str> {
    if model.kind == Kind::Fields {
        Some(
            "derives `Fields` alone, and only the values of components and resources have a version in saves",
        )
    } else if model.args.toggle.is_some() {
        Some("is a toggle, and has no values whose version could change")
    } else {
        None
    }
}

fn from_one_on(name: &str, at: impl ToTokens, right: &str, errors: &Errors) {
    errors.note(at, format!("versions of `{name}` count from 1\nhelp: write `{right}`"));
}

/// The steps ascend, and each leads to where the next one begins.
fn steps(name: &str, version: Option<u32>, migrate: &Migrate, errors: &Errors) {
    let Some(last) = migrate.steps.last() else {
        let text = format!(
            "`migrate` of `{name}` has no step\nhelp: write `migrate(1 = from_v1)`, or remove `migrate()`"
        );
        return errors.note(&migrate.key, text);
    };
    let Some(version) = version else {
        let next = last.version().saturating_add(1);
        let text = format!(
            "`migrate` of `{name}` leads to no `version`\nhelp: write `version = {next}` before it"
        );
        return errors.note(&migrate.key, text);
    };
    let followed =
        |(place, step)| leads_on(name, step, migrate.steps.get(place + 1), version).err();
    let mut faults = migrate
        .steps
        .iter()
        .enumerate()
        .filter_map(|(place, step)| Some((step, followed((place, step))?)));
    // What comes behind a step that leads nowhere may follow from it.
    if let Some((step, text)) = faults.next() {
        errors.note(step, text);
    }
}

/// Whether a step leads to where the next begins, or to the version of the type.
fn leads_on(name: &str, step: &Step, next: Option<&Step>, version: u32) -> Result<(), String> {
    let (from, written) = (step.version(), shown(step));
    if from == 0 {
        let function = shown(&step.function);
        return Err(format!("versions of `{name}` count from 1\nhelp: write `1 = {function}`"));
    }
    if from >= version {
        let higher = from.saturating_add(1);
        return Err(format!(
            "`{name}` has version {version}, and `{written}` leads beyond it\n\
             help: write `version = {higher}`, or remove `{written}`"
        ));
    }
    let (to, behind) = next.map_or((version, String::new()), |next| (next.version(), shown(next)));
    if to == from {
        return Err(format!(
            "`migrate` of `{name}` has two steps from {from}\nhelp: remove `{behind}`, or the one before it"
        ));
    }
    if to < from {
        return Err(format!(
            "`{behind}` of `{name}` stands behind `{written}`, and steps ascend\nhelp: write `{behind}, {written}`"
        ));
    }
    if to == from + 1 {
        return Ok(());
    }
    let end = from + 1;
    Err(format!(
        "`{written}` of `{name}` leads to version {end}, and no step leads from there to {to}\n\
         help: remove `{written}`, or write a step `{end} = ..` behind it"
    ))
}
