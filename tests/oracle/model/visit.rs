//! The naive world: what queries show.

use laige::Entity;

use super::Model;
use crate::parts::PARTS;
use crate::seen::{Item, Row, Term, rewritten};

impl Model {
    /// The archetypes that the terms match, by birth.
    pub(crate) fn matching(&self, terms: &[Term]) -> Vec<usize> {
        (0..self.kinds.len()).filter(|&kind| self.matches(kind, terms)).collect()
    }

    fn matches(&self, kind: usize, terms: &[Term]) -> bool {
        let has = |part| self.kinds[kind].members.contains(part);
        terms.iter().all(|term| match term {
            Term::Entity | Term::OptionRead(_) | Term::OptionWrite(_) => true,
            Term::Read(part) | Term::Write(part) | Term::With(part) => has(part),
            Term::Without(part) => !has(part),
        })
    }

    /// Visits up to `stop_after` rows and gives what they show; writing terms write.
    pub(crate) fn visit(&mut self, terms: &[Term], salt: u64, stop_after: usize) -> Vec<Row> {
        let matching = self.matching(terms).into_iter();
        let entities = matching.flat_map(|kind| self.kinds[kind].entities.iter().copied());
        let entities: Vec<Entity> = entities.take(stop_after).collect();
        entities.into_iter().map(|entity| self.row(entity, terms, salt)).collect()
    }

    /// The row of one entity, if the terms match it.
    pub(crate) fn look(&mut self, entity: Entity, terms: &[Term], salt: u64) -> Option<Row> {
        let body = self.body(entity)?;
        self.matches(body.archetype, terms).then(|| self.row(entity, terms, salt))
    }

    fn row(&mut self, entity: Entity, terms: &[Term], salt: u64) -> Row {
        let slot = self.slot_of(entity);
        let values = &mut self.live.get_mut(&slot).expect("it is alive").values;
        let mut row = Row::default();
        for term in terms {
            match *term {
                Term::With(_) | Term::Without(_) => {}
                Term::Entity => row.0.push(Item::Entity(entity)),
                Term::Read(part) | Term::OptionRead(part) => {
                    row.0.push(
                        values.get(&part).map_or(Item::Nothing, |&number| Item::Value(number)),
                    );
                }
                Term::Write(part) | Term::OptionWrite(part) => match values.get_mut(&part) {
                    None => row.0.push(Item::Nothing),
                    Some(number) => {
                        row.0.push(Item::Value(*number));
                        *number = (PARTS[part].keeps)(rewritten(*number, salt));
                    }
                },
            }
        }
        row
    }
}
