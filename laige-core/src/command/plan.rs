//! The plan of a command that stands alone: what became of the last one. As long as the next are alike, which most are, what they come to need not be
//! worked out again.

use super::{Command, CommandKind, Scratch, What};

/// What the changes of an entity come to.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    /// How many components are inserted and removed.
    pub(crate) inserts: u32,
    pub(crate) removes: u32,
    /// The archetype in which the entity will be.
    pub(crate) target: u16,
}

/// What commands have in common that come to the same: kind, bundle, and the archetype in which the entity is.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shape {
    kind: CommandKind,
    bundle: u32,
    archetype: Option<u16>,
}

/// The last plan, of which the draft is still there.
pub(crate) struct Last {
    shape: Shape,
    /// Where the values of the draft begin.
    values: u32,
    plan: Plan,
}

impl Shape {
    /// That of a command, if it is the only one on its entity, and where its values begin.
    fn of(command: Command, archetype: Option<u16>) -> Option<(Self, u32)> {
        let kind = command.what.kind();
        let (bundle, values) = match command.what {
            _ if command.next.is_some() || command.is_done => return None,
            What::Spawn { bundle, values } | What::Insert { bundle, values } => (bundle, values),
            What::Remove { bundle } => (bundle, 0),
            What::Despawn | What::Resource { .. } => return None,
        };
        Some((Self { kind, bundle, archetype }, values))
    }
}

impl Scratch {
    /// The plan for a command on an entity in that archetype, if it is the last one; the draft is made that of the command.
    pub(crate) fn planned(&mut self, command: Command, archetype: Option<u16>) -> Option<Plan> {
        let (shape, values) = Shape::of(command, archetype)?;
        let last = self.last.as_mut().filter(|last| last.shape == shape)?;
        for (start, _) in self.draft.iter_mut().filter_map(|drafted| drafted.value.as_mut()) {
            *start = values + (*start - last.values);
        }
        last.values = values;
        Some(last.plan)
    }

    /// Keeps the plan of a command, whose draft this is.
    pub(crate) fn plan(&mut self, command: Command, archetype: Option<u16>, plan: Plan) {
        let found = Shape::of(command, archetype);
        self.last = found.map(|(shape, values)| Last { shape, values, plan });
    }

    /// Forgets the last plan: the draft will be another, or the world.
    pub(crate) fn forget(&mut self) {
        self.last = None;
    }
}
