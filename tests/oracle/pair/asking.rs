//! Both worlds: what queries and handles show, and what is written through them.

use laige::{Error, World};

use super::Pair;
use crate::check::same;
use crate::parts::PARTS;
use crate::queries::{Form, Log, QUERIES};
use crate::seen::Term;
use crate::shortage;
use crate::step::Step;

impl Pair {
    pub(super) fn settle(&mut self, settle: fn(&mut World)) -> bool {
        settle(&mut self.world);
        // Without memory, ranges that could be joined stay apart until the next time.
        if !shortage::is_felt() {
            self.check_layout();
        }
        false
    }

    pub(super) fn query_shared(&mut self, step: Step) -> bool {
        let query = &QUERIES[step.choice as usize % QUERIES.len()];
        let Some(ask) = query.shared else { return self.query_exclusive(step) };
        let (form, mut log) = self.form(step);
        ask(&self.world, form, &mut log);
        let rows = self.model.visit(&(query.terms)(), log.salt, log.stop_after);
        same(&log.rows, &rows, (step, form));
        false
    }

    pub(super) fn query_exclusive(&mut self, step: Step) -> bool {
        let query = &QUERIES[step.choice as usize % QUERIES.len()];
        let (form, mut log) = self.form(step);
        (query.exclusive)(&mut self.world, form, &mut log);
        let terms = (query.terms)();
        same(&log.rows, &self.model.visit(&terms, log.salt, log.stop_after), (step, form));
        if form == Form::Chunks {
            assert!(
                log.all_aligned || terms.iter().any(Term::is_of_toggle),
                "{step:?}: from `&mut World` every column of a run is aligned"
            );
            if !shortage::is_felt() {
                same(&log.runs, &self.model.runs(&terms), (step, "one run for each chunk"));
            }
        }
        false
    }

    /// How a query is visited.
    fn form(&self, step: Step) -> (Form, Log) {
        let form = Form::ALL[step.count as usize % Form::ALL.len()];
        let stops = form.can_stop() && step.number.is_multiple_of(4);
        let most = self.model.live.len().max(1);
        let stop_after = if stops { 1 + (step.number >> 8) as usize % most } else { usize::MAX };
        (form, Log::new(step.number, stop_after))
    }

    pub(super) fn query_get(&mut self, step: Step) -> bool {
        let query = &QUERIES[step.choice as usize % QUERIES.len()];
        for entity in self.picks(step) {
            let mut log = Log::new(step.number, usize::MAX);
            match query.shared_get {
                Some(get) if step.number.is_multiple_of(2) => get(&self.world, entity, &mut log),
                _ => (query.exclusive_get)(&mut self.world, entity, &mut log),
            }
            let expected = self.model.look(entity, &(query.terms)(), step.number);
            assert_eq!(log.rows, Vec::from_iter(expected), "{step:?}");
        }
        self.query_get_two(step)
    }

    /// Asks for the rows of two entities at once.
    fn query_get_two(&mut self, step: Step) -> bool {
        let query = &QUERIES[step.choice as usize % QUERIES.len()];
        let terms = (query.terms)();
        let two = [self.pick(step.pick), self.pick(step.number as u32)];
        let mut log = Log::new(step.number, usize::MAX);
        let got = (query.get_two)(&mut self.world, two, &mut log);
        let refusal = two.into_iter().find_map(|entity| self.model.refusal(entity, &terms));
        let repeated = Error::EntityRepeated { entity: two[0] };
        let expected = if two[0] == two[1] { Some(repeated) } else { refusal };
        assert_eq!(got.err(), expected, "{step:?}");
        if expected.is_none() {
            let rows = two.map(|entity| self.model.look(entity, &terms, step.number));
            same(&log.rows, &rows.into_iter().flatten().collect::<Vec<_>>(), step);
        }
        expected.is_some()
    }

    pub(super) fn read(&mut self, step: Step) -> bool {
        let mut refused = false;
        for entity in self.picks(step) {
            let part = step.choice as usize % PARTS.len();
            let expected = self.model.body(entity).and_then(|body| body.values.get(&part).copied());
            assert_eq!((PARTS[part].get)(&self.world, entity), expected, "{step:?}");
            assert_eq!((PARTS[part].has)(&self.world, entity), expected.is_some(), "{step:?}");
            assert_eq!(self.world.is_valid(entity), self.model.body(entity).is_some(), "{step:?}");
            self.check_view(entity);
            let got = self.world.check(entity);
            refused |= self.agree(step, got, |model| model.check(entity).map(|_| ()));
        }
        refused
    }

    /// The reference's hash, of worlds that are not too large for a naive one; no world differs from itself, and what is
    /// kept for the digest is what it would be anew.
    pub(super) fn hash(&mut self, step: Step) -> bool {
        if self.model.live.len() <= 300 {
            let hash = self.world.component_state_hash(step.number);
            assert_eq!(hash, self.model.state_hash(step.number), "{step:?}");
        }
        assert_eq!(self.world.state_diff_with_generations(&self.world, 0, |_| ()), 0);
        if self.model.live.len() <= 6_000 {
            let fresh = self.world.digest_uncached();
            assert_eq!(self.world.digest(), fresh, "{step:?}");
            assert_eq!(self.world.digest_tree().digest(), fresh, "{step:?}");
        }
        false
    }

    pub(super) fn write(&mut self, step: Step) -> bool {
        let part = step.choice as usize % PARTS.len();
        for entity in self.picks(step) {
            let there = (PARTS[part].set)(&mut self.world, entity, step.number);
            let slot = self.model.slot(entity);
            let body = slot.and_then(|slot| self.model.live.get_mut(&slot));
            let value = body.and_then(|body| body.values.get_mut(&part));
            assert_eq!(there, value.is_some(), "{step:?}");
            if let Some(value) = value {
                *value = (PARTS[part].keeps)(step.number);
            }
        }
        false
    }
}
