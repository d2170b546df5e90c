//! The naive world: what queries show.

use std::collections::BTreeMap;

use laige::{Entity, Error};

use super::Model;
use crate::parts::PARTS;
use crate::seen::{Item, Row, Term, rewritten};

/// The numbers of an entity's components.
type Values = BTreeMap<usize, u64>;

impl Model {
    /// The archetypes that the terms match, by birth.
    pub(crate) fn matching(&self, terms: &[Term]) -> Vec<usize> {
        (0..self.kinds.len()).filter(|&kind| self.matches(kind, terms)).collect()
    }

    fn matches(&self, kind: usize, terms: &[Term]) -> bool {
        terms.iter().all(|term| self.holds(kind, term))
    }

    /// Whether the archetype satisfies one term or filter; of toggles, whether some of its rows may.
    fn holds(&self, kind: usize, term: &Term) -> bool {
        let has = |part| self.kinds[kind].members.contains(part);
        match term {
            term if term.is_of_one_toggle() => true,
            Term::Entity | Term::OptionRead(_) | Term::OptionWrite(_) | Term::Has(_) => true,
            Term::Read(part) | Term::Write(part) | Term::With(part) => has(part),
            Term::Without(part) => !has(part),
            Term::AnyOf(members) | Term::Or(members) => {
                members.iter().any(|member| self.holds(kind, member))
            }
            Term::All(members) => self.matches(kind, members),
        }
    }

    /// Whether a living entity satisfies all terms.
    pub(crate) fn passes(&self, entity: Entity, terms: &[Term]) -> bool {
        let values = &self.live[&self.slot_of(entity)].values;
        let has = |part| values.contains_key(part);
        terms.iter().all(|term| match term {
            Term::Read(part) | Term::Write(part) | Term::With(part) => has(part),
            Term::Without(part) => !has(part),
            Term::AnyOf(members) | Term::Or(members) => {
                members.iter().any(|member| self.passes(entity, std::slice::from_ref(member)))
            }
            Term::All(members) => self.passes(entity, members),
            Term::Entity | Term::OptionRead(_) | Term::OptionWrite(_) | Term::Has(_) => true,
        })
    }

    /// The toggles that an entity has of those that the terms show as options: rows that differ in them are not in one run.
    pub(crate) fn options(&self, entity: Entity, terms: &[Term]) -> Vec<bool> {
        let values = &self.live[&self.slot_of(entity)].values;
        let option = |term: &Term| match term {
            Term::OptionRead(part) | Term::OptionWrite(part) | Term::Has(part) => {
                vec![PARTS[*part].is_toggle && values.contains_key(part)]
            }
            Term::AnyOf(members) => {
                let of = |member: &Term| {
                    member.is_of_one_toggle() && self.passes(entity, std::slice::from_ref(member))
                };
                members.iter().map(of).collect()
            }
            _ => Vec::new(),
        };
        terms.iter().flat_map(option).collect()
    }

    /// Visits up to `stop_after` rows and gives what they show; writing terms write.
    pub(crate) fn visit(&mut self, terms: &[Term], salt: u64, stop_after: usize) -> Vec<Row> {
        let matching = self.matching(terms).into_iter();
        let entities = matching.flat_map(|kind| self.kinds[kind].entities.iter().copied());
        let passing = entities.filter(|&entity| self.passes(entity, terms));
        let entities: Vec<Entity> = passing.take(stop_after).collect();
        entities.into_iter().map(|entity| self.row(entity, terms, salt)).collect()
    }

    /// The row of one entity, if the terms match it.
    pub(crate) fn look(&mut self, entity: Entity, terms: &[Term], salt: u64) -> Option<Row> {
        let body = self.body(entity)?;
        let shown = self.matches(body.archetype, terms) && self.passes(entity, terms);
        shown.then(|| self.row(entity, terms, salt))
    }

    /// Why there is no row of that entity, if there is none.
    pub(crate) fn refusal(&self, entity: Entity, terms: &[Term]) -> Option<Error> {
        let Some(body) = self.body(entity) else { return Some(Error::StaleEntity { entity }) };
        let shown = self.matches(body.archetype, terms) && self.passes(entity, terms);
        (!shown).then_some(Error::NotMatched { entity })
    }

    fn row(&mut self, entity: Entity, terms: &[Term], salt: u64) -> Row {
        let slot = self.slot_of(entity);
        let values = &mut self.live.get_mut(&slot).expect("it is alive").values;
        let mut row = Row::default();
        for term in terms {
            show(term, entity, values, salt, &mut row);
        }
        row
    }
}

/// Appends what one term shows of the values of an entity; a writing one writes.
fn show(term: &Term, entity: Entity, values: &mut Values, salt: u64, row: &mut Row) {
    match *term {
        Term::With(_) | Term::Without(_) | Term::Or(_) | Term::All(_) => {}
        Term::Entity => row.0.push(Item::Entity(entity)),
        Term::Has(part) => row.0.push(Item::Value(u64::from(values.contains_key(&part)))),
        Term::Read(part) | Term::OptionRead(part) => {
            row.0.push(values.get(&part).map_or(Item::Nothing, |&number| Item::Value(number)));
        }
        Term::Write(part) | Term::OptionWrite(part) => match values.get_mut(&part) {
            None => row.0.push(Item::Nothing),
            Some(number) => {
                row.0.push(Item::Value(*number));
                *number = (PARTS[part].keeps)(rewritten(*number, salt));
            }
        },
        Term::AnyOf(members) => {
            for member in members {
                // A member shows what an option of it would.
                show(member, entity, values, salt, row);
            }
        }
    }
}
