//! The comparison of a whole world with its model, and the audit.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::ops::Range;

use laige::{ArchetypeView, ComponentId, Entity};

use crate::model::{Kind, Model};
use crate::pair::Pair;
use crate::parts::{PARTS, TOGGLES};
use crate::seen::Term;

impl Model {
    /// The signature of an archetype, ascending by id.
    pub(crate) fn signature(&self, kind: &Kind) -> Vec<ComponentId> {
        let ids: BTreeSet<ComponentId> =
            kind.members.iter().filter_map(|&part| self.id(part)).collect();
        ids.into_iter().collect()
    }

    /// The runs that `chunks` gives from `&mut World`: one for each chunk, or where the terms ask for toggles the longest of rows that
    /// show the same.
    pub(crate) fn runs(&self, terms: &[Term]) -> Vec<Vec<Entity>> {
        let chunks =
            self.matching(terms).into_iter().flat_map(|kind| self.chunks(&self.kinds[kind]));
        let shown =
            |&entity: &Entity| self.passes(entity, terms).then(|| self.options(entity, terms));
        let runs = chunks.flat_map(|chunk| {
            let runs = chunk.entities.chunk_by(|one, other| shown(one) == shown(other));
            runs.filter(|run| shown(&run[0]).is_some()).map(<[_]>::to_vec).collect::<Vec<_>>()
        });
        runs.collect()
    }
}

/// Fails unless the lists are equal, and tells of the first difference only, for lists can be long.
pub(crate) fn same<T: PartialEq + Debug>(got: &[T], expected: &[T], context: impl Debug) {
    if got != expected {
        let equal = got.iter().zip(expected).take_while(|(got, expected)| got == expected).count();
        let (found, right) = (got.get(equal), expected.get(equal));
        let lengths = (got.len(), expected.len());
        panic!("{context:?}: at {equal} of {lengths:?} there is {found:?} in place of {right:?}");
    }
}

impl Pair {
    /// The numbers that follow from the calls alone.
    pub(crate) fn check_counts(&self) {
        let (world, model) = (&self.world, &self.model);
        let counts = model.counts;
        let live = model.live.len() as u32;
        let stats = world.stats();
        assert_eq!((stats.capacity, stats.in_use, stats.retired), (model.rules.capacity, live, 0));
        assert_eq!((stats.peak_in_use, stats.total_spawned), (counts.peak, counts.spawned));
        assert_eq!((world.capacity(), world.entity_count()), (model.rules.capacity, live));

        let stats = world.archetype_stats();
        assert_eq!((stats.archetypes, stats.rows_live), (model.kinds.len() as u32 - 1, live));
        assert_eq!((stats.total_inserts, stats.total_removes), (counts.inserts, counts.removes));
        assert_eq!(stats.total_toggled, counts.toggled);
        assert!(stats.rows_reserved >= u64::from(live));
        assert_eq!(world.archetype_count(), model.kinds.len() as u32 - 1);
        assert_eq!(world.component_count(), model.registered.len() as u32);
        self.check_guardrails();
    }

    fn check_guardrails(&self) {
        let counts = self.model.counts;
        let rules = self.model.rules;
        let stats = self.world.guardrail_stats();
        assert_eq!(
            (stats.capacity, stats.entity_count),
            (rules.capacity, self.model.live.len() as u32)
        );
        let reached = |percent: u64| u64::from(rules.capacity) * percent / 100;
        let level = [100, 50, 25]
            .into_iter()
            .find(|&percent| reached(percent) != 0 && reached(percent) <= u64::from(counts.peak));
        assert_eq!(u64::from(stats.entity_budget_level), level.unwrap_or(0));
        assert_eq!(stats.entity_budget_warns, counts.budget_warns);
        assert_eq!(
            (stats.frame_churn, stats.churn_warns),
            (counts.frame_churn, counts.churn_warns)
        );
        assert_eq!(stats.churn_per_frame_budget, rules.churn_budget);
        assert_eq!(
            (stats.stale_access_warns, stats.stale_despawn_warns),
            (counts.stale_access, counts.stale_despawn)
        );
        assert_eq!(stats.component_unregistered_warns, counts.unregistered);
        assert_eq!(stats.component_duplicate_warns, counts.duplicate);
        assert_eq!(stats.component_limit_warns, counts.component_limit);
        assert_eq!(stats.archetype_budget_warns, counts.archetype_budget);
    }

    /// Everything that is shown, loose or settled, and every invariant.
    pub(crate) fn check_state(&mut self) {
        let sound = self.world.audit();
        let versions = &mut self.versions;
        let mut seen = |version, hash| *versions.entry(version).or_insert(hash) == hash;
        if let Err(violation) = sound.and_then(|()| self.world.audit_versions(&mut seen)) {
            panic!("{violation}");
        }
        let model = &self.model;
        let all: Vec<Entity> = self.world.entities().collect();
        let living = model.live.iter().map(|(&slot, body)| model.handle(slot, body.generation));
        same(&all, &living.collect::<Vec<_>>(), "`entities`");
        let toggles = model.live.values().flat_map(|body| body.values.keys());
        let toggles = toggles.filter(|&&part| PARTS[part].is_toggle).count() as u64;
        let stats = self.world.archetype_stats();
        assert_eq!(stats.toggles_set, toggles);
        assert!(stats.bytes_toggles <= stats.bytes_reserved);
        assert_eq!(self.world.archetypes().len(), model.kinds.len());
        for (id, (view, kind)) in self.world.archetypes().zip(&model.kinds).enumerate() {
            assert_eq!((view.id(), view.rows()), (id as u32, kind.entities.len() as u32));
            assert_eq!(view.signature(), model.signature(kind));
            same(&entities_of(view), &kind.entities.iter().copied().collect::<Vec<_>>(), view);
            self.check_toggles(view, kind);
        }
    }

    /// The toggles of an archetype, as its chunks show them.
    fn check_toggles(&self, view: ArchetypeView<'_>, kind: &Kind) {
        for (part, _) in TOGGLES {
            let Some(id) = self.model.id(part) else { continue };
            let shown: Vec<Entity> = view.chunks().flat_map(|chunk| chunk.toggled(id)).collect();
            let has = |entity: &Entity| {
                self.model.live[&self.model.slot_of(*entity)].values.contains_key(&part)
            };
            let expected: Vec<Entity> = kind.entities.iter().copied().filter(has).collect();
            same(&shown, &expected, PARTS[part].name);
        }
    }

    /// Every value of every entity.
    pub(crate) fn check_values(&self) {
        for (&slot, body) in &self.model.live {
            let entity = self.model.handle(slot, body.generation);
            self.check_view(entity);
            for (&part, &number) in &body.values {
                assert_eq!(
                    (PARTS[part].get)(&self.world, entity),
                    Some(number),
                    "{}",
                    PARTS[part].name
                );
            }
        }
    }

    /// What `entity` says of one entity.
    pub(crate) fn check_view(&self, entity: Entity) {
        let view = self.world.entity(entity);
        let Some(body) = self.model.body(entity) else {
            assert!(view.is_none(), "{entity:?} is not alive");
            return;
        };
        let view = view.expect("it is alive");
        assert_eq!((view.id(), view.archetype().id()), (entity, body.archetype as u32));
        let ids: Vec<ComponentId> = view.components().map(|info| info.id()).collect();
        let carried: BTreeSet<_> =
            body.values.keys().filter_map(|&part| self.model.id(part)).collect();
        assert_eq!(ids, Vec::from_iter(carried));
        let slot = self.model.slot(entity).expect("it is alive");
        assert_eq!(
            (self.world.slot_of(entity), self.world.generation_of(entity)),
            (slot, body.generation)
        );
    }

    /// The division into chunks, when everything is settled.
    pub(crate) fn check_layout(&self) {
        for (view, kind) in self.world.archetypes().zip(&self.model.kinds) {
            let expected = self.model.chunks(kind);
            let ranges: Vec<Range<u32>> =
                view.chunks().map(|chunk| chunk.start()..chunk.end()).collect();
            same(
                &ranges,
                &expected.iter().map(|chunk| chunk.range.clone()).collect::<Vec<_>>(),
                view,
            );
            for (chunk, expected) in view.chunks().zip(expected) {
                same(&chunk.entities().collect::<Vec<_>>(), &expected.entities, chunk);
                assert!(chunk.rows() <= chunk.capacity());
            }
        }
        let chunks: usize = self.world.archetypes().map(|view| view.chunks().len()).sum();
        let stats = self.world.archetype_stats();
        assert_eq!(stats.chunks as usize, chunks);
        let reserved = |view: ArchetypeView<'_>| {
            view.chunks().map(|chunk| u64::from(chunk.capacity())).sum::<u64>()
        };
        assert_eq!(stats.rows_reserved, self.world.archetypes().map(reserved).sum::<u64>());
    }
}

fn entities_of(view: ArchetypeView<'_>) -> Vec<Entity> {
    view.chunks().flat_map(|chunk| chunk.entities()).collect()
}
