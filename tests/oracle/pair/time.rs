//! Both worlds: snapshots are taken, and the worlds become what they were. The model's snapshot is its clone.

use laige::{Error, Snapshot, Timeline, World};

use super::Pair;
use crate::model::Model;
use crate::parts::PARTS;
use crate::queries::{Form, Log, QUERIES};
use crate::shortage::spared;
use crate::step::Step;

/// How many snapshots are kept beside the timeline, and how many in it.
const KEPT: usize = 3;

/// The snapshots of both.
pub(super) struct Saved {
    snapshots: Vec<(Snapshot, Model)>,
    timeline: Timeline,
    /// What the model was at each tick of the timeline.
    models: Vec<(u64, Model)>,
    /// The present while the past is visited.
    present: Snapshot,
}

impl Saved {
    pub(super) fn new(world: &mut World) -> Self {
        Self {
            snapshots: Vec::new(),
            timeline: Timeline::new(KEPT),
            models: Vec::new(),
            present: world.snapshot(),
        }
    }
}

impl Pair {
    pub(super) fn snapshot(&mut self, step: Step) -> bool {
        let Self { world, model, saved, .. } = self;
        let place = step.pick as usize % KEPT;
        match (step.count % 4, saved.snapshots.get_mut(place)) {
            (0, _) => self.record(step),
            (1, Some((snapshot, at))) => {
                world.snapshot_into(snapshot);
                at.clone_from(model);
            }
            (2, Some((snapshot, _))) => {
                let mut other = snapshot.clone();
                world.snapshot_into(&mut other);
                saved.snapshots.push((other, model.clone()));
            }
            _ => saved.snapshots.push((world.snapshot(), model.clone())),
        }
        if self.saved.snapshots.len() > KEPT {
            self.saved.snapshots.remove(step.choice as usize % KEPT);
        }
        false
    }

    /// Records in the timeline: the next tick, or one that has been.
    fn record(&mut self, step: Step) {
        let Saved { timeline, models, .. } = &mut self.saved;
        let last = models.last().map_or(0, |&(tick, _)| tick);
        let tick = (last + 1).saturating_sub(u64::from(step.choice % 8 / 6));
        timeline.record(&mut self.world, tick);
        models.retain(|&(other, _)| other < tick);
        models.push((tick, self.model.clone()));
        if models.len() > KEPT {
            models.remove(0);
        }
        let ticks = models.first().zip(models.last()).map(|(first, last)| first.0..=last.0);
        assert_eq!((timeline.len(), timeline.ticks()), (models.len(), ticks));
    }

    pub(super) fn restore(&mut self, step: Step) -> bool {
        let place = step.pick as usize % KEPT;
        match (step.number % 16, self.saved.snapshots.get(place)) {
            (_, None) | (0, _) => self.rewind(step),
            (1, _) => self.stay(step, place),
            (2, _) => self.move_house(place),
            (_, Some(_)) => self.visit_past(step, place),
        }
    }

    /// Goes back for good.
    fn stay(&mut self, step: Step, place: usize) -> bool {
        let got = self.world.restore(&self.saved.snapshots[place].0);
        let refused = self.agree(step, got, |_| Ok(()));
        if !refused {
            self.become_model(self.saved.snapshots[place].1.clone());
        }
        refused
    }

    /// Goes on in a fresh world.
    fn move_house(&mut self, place: usize) -> bool {
        let mut fresh = self.model.rules.world();
        for &part in &self.model.registered {
            (PARTS[part].register)(&mut fresh).expect("it is registered once");
        }
        let (snapshot, model) = self.saved.snapshots[place].clone();
        // By way of bytes, which are the same again.
        let bytes = snapshot.to_bytes().expect("implicit ids are allowed");
        let loaded = Snapshot::from_bytes(&bytes, &fresh).expect("the same components");
        assert!(loaded == snapshot && loaded.to_bytes() == Ok(bytes));
        spared(|| fresh.restore(&loaded)).expect("there is memory");
        self.work = self.all_work();
        self.world = fresh;
        self.become_model(model);
        assert!(self.world.snapshot() == snapshot, "it is what the other was");
        false
    }

    /// The splits, merges and settlings of this world and of those that were left.
    pub(crate) fn all_work(&self) -> [u64; 3] {
        let stats = self.world.archetype_stats();
        let [splits, merges, settles] = self.work;
        let here = (stats.total_splits, stats.total_merges, stats.total_settles);
        [splits + here.0, merges + here.1, settles + here.2]
    }

    /// Goes back, looks around, and returns to the present.
    fn visit_past(&mut self, step: Step, place: usize) -> bool {
        let Self { world, saved, .. } = self;
        let (past, model) = &saved.snapshots[place];
        world.snapshot_into(&mut saved.present);
        let got = world.restore(past);
        if got.is_ok() {
            assert_eq!(world.entity_count() as usize, model.live.len());
            assert_eq!(world.archetype_count() as usize + 1, model.kinds.len());
            if step.number % 16 == 3 {
                assert!(world.snapshot() == *past, "{step:?}: it is what it was");
                (QUERIES[step.choice as usize % QUERIES.len()].exclusive)(
                    world,
                    Form::Macro,
                    &mut Log::new(step.number, usize::MAX),
                );
            }
            spared(|| world.restore(&saved.present)).expect("there is memory");
        }
        self.agree(step, got, |_| Ok(()))
    }

    fn rewind(&mut self, step: Step) -> bool {
        let last = self.saved.models.last().map_or(0, |&(tick, _)| tick);
        let tick = last.saturating_sub(u64::from(step.choice) % (KEPT as u64 + 1));
        let found = self.saved.models.iter().position(|&(other, _)| other == tick);
        let got = self.saved.timeline.rewind(&mut self.world, tick);
        let expected = found.map(|_| ()).ok_or(Error::SnapshotMissing { tick });
        if self.agree(step, got, |_| expected) {
            return true;
        }
        if let Some(place) = found {
            self.saved.models.truncate(place + 1);
            let model = self.saved.models[place].1.clone();
            self.become_model(model);
        }
        false
    }

    /// The model becomes what it was, but for the components that are registered.
    fn become_model(&mut self, model: Model) {
        let registered = core::mem::replace(&mut self.model, model).registered;
        self.model.registered = registered;
    }
}
