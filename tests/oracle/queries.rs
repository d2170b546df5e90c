//! The queries of the oracle, each in every form there is to visit its rows: the macro, `for_each`, `iter`, `fold`, `chunks`
//! and `get`, from `&World` where it only reads, and from `&mut World`.

use std::ops::ControlFlow;

use laige::{
    AnyOf, Entity, Error, Has, ItemOf, Or, Query, Result, SliceOf, SortBuffer, Terms, With,
    Without, World, query,
};

use crate::parts::*;
use crate::seen::{Describe, Row, See, SeeRun, Term};

/// How the rows are visited.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Form {
    /// `query!`, with a body that gives `ControlFlow`.
    Macro,
    /// `for_each`, with a body that gives `Result`.
    ForEach,
    /// `iter` and `next`, with the length asked before each row.
    Iter,
    /// `iter().for_each`.
    Fold,
    /// `for` over the query.
    Loop,
    /// `sorted_by_key_in`, with keys that are all equal: the order of a visit.
    Sorted,
    /// `chunks`.
    Chunks,
    /// `par_fold`, which puts the rows of all chunks together.
    #[cfg(feature = "rayon")]
    Parallel,
}

impl Form {
    pub(crate) const ALL: &[Self] = &[
        Self::Macro,
        Self::ForEach,
        Self::Iter,
        Self::Fold,
        Self::Loop,
        Self::Sorted,
        Self::Chunks,
        #[cfg(feature = "rayon")]
        Self::Parallel,
    ];

    /// Whether a visit in this form can end before its end.
    pub(crate) fn can_stop(self) -> bool {
        matches!(self, Self::Macro | Self::ForEach | Self::Iter | Self::Loop | Self::Sorted)
    }
}

/// What a visit showed, and what it is to write.
pub(crate) struct Log {
    pub(crate) salt: u64,
    /// After how many rows the visit is to end.
    pub(crate) stop_after: usize,
    pub(crate) rows: Vec<Row>,
    /// The entities of each run that `chunks` gave.
    pub(crate) runs: Vec<Vec<Entity>>,
    /// Whether each of those runs started at a multiple of 64 bytes in all columns.
    pub(crate) all_aligned: bool,
}

impl Log {
    pub(crate) fn new(salt: u64, stop_after: usize) -> Self {
        Self { salt, stop_after, rows: Vec::new(), runs: Vec::new(), all_aligned: true }
    }

    /// Notes a row; whether the visit is to end.
    fn add(&mut self, item: impl See) -> bool {
        let mut row = Row::default();
        item.see(&mut row, self.salt);
        self.rows.push(row);
        self.rows.len() == self.stop_after
    }

    /// Notes a run.
    fn add_run(&mut self, entities: &[Entity], slices: impl SeeRun) {
        let mut rows = vec![Row::default(); entities.len()];
        self.all_aligned &= slices.see_run(&mut rows, self.salt);
        self.all_aligned &= entities.as_ptr().addr().is_multiple_of(64);
        self.rows.append(&mut rows);
        self.runs.push(entities.to_vec());
    }

    /// Fails unless the visit said truly whether it was ended.
    fn ended(&self, says: bool) {
        assert_eq!(says, self.rows.len() == self.stop_after, "a visit tells whether it was ended");
    }
}

/// What is done with a query that is known by its place only.
pub(crate) struct QueryInfo {
    pub(crate) terms: fn() -> Vec<Term>,
    /// From `&World`; none where it writes.
    pub(crate) shared: Option<fn(&World, Form, &mut Log)>,
    /// From `&mut World`.
    pub(crate) exclusive: fn(&mut World, Form, &mut Log),
    /// The row of one entity, from `&World`; none where it writes.
    pub(crate) shared_get: Option<fn(&World, Entity, &mut Log)>,
    /// The row of one entity, from `&mut World`.
    pub(crate) exclusive_get: fn(&mut World, Entity, &mut Log),
    /// The rows of two entities at once.
    pub(crate) get_two: fn(&mut World, [Entity; 2], &mut Log) -> Result<()>,
}

/// Visits the rows of a query in one of the typed forms.
fn visit<Q>(query: &mut Query<'_, Q>, form: Form, log: &mut Log)
where
    Q: Terms,
    for<'a> ItemOf<'a, Q>: See,
    for<'a> SliceOf<'a, Q>: SeeRun,
{
    let expected = query.count();
    assert_eq!(query.is_empty(), expected == 0);
    assert_eq!(query.first().is_some(), expected > 0);
    assert_eq!(
        query.single().err(),
        (expected != 1).then_some(Error::NotSingle { rows: expected as u32 })
    );
    if expected <= 32 {
        let mut pairs = 0;
        query.for_each_combination(|_, _| pairs += 1);
        assert_eq!(pairs, expected * expected.saturating_sub(1) / 2);
    }
    match form {
        Form::Macro => unreachable!("the macro is no typed form"),
        Form::ForEach => {
            let outcome = query.for_each(|item| if log.add(item) { Err("enough") } else { Ok(()) });
            log.ended(outcome == Err("enough"));
        }
        Form::Iter => iterate(query, log),
        Form::Loop => {
            for item in &mut *query {
                if log.add(item) {
                    break;
                }
            }
        }
        Form::Sorted => {
            let mut buffer = SortBuffer::new();
            let _ = query
                .sorted_by_key_in(&mut buffer, |_| 0_u8)
                .find_map(|item| log.add(item).then_some(()));
        }
        Form::Fold => query.iter().for_each(|item| _ = log.add(item)),
        Form::Chunks => query.chunks().for_each(|(entities, slices)| log.add_run(entities, slices)),
        #[cfg(feature = "rayon")]
        Form::Parallel => {
            let salt = log.salt;
            let add = |mut rows: Vec<Row>, item: ItemOf<'_, Q>| {
                rows.push(Row::default());
                item.see(rows.last_mut().expect("just added"), salt);
                rows
            };
            log.rows = query.par_fold(Vec::new, add, |one, other| [one, other].concat());
        }
    }
    let whole = !form.can_stop() || log.rows.len() != log.stop_after;
    assert!(!whole || log.rows.len() == expected, "`count` is the number of rows");
}

/// Visits the rows one by one; the length is exact all the way.
fn iterate<Q>(query: &mut Query<'_, Q>, log: &mut Log)
where
    Q: Terms,
    for<'a> ItemOf<'a, Q>: See,
{
    let mut rest = query.count();
    let mut rows = query.iter();
    loop {
        // The length of a long rest is summed up anew each time, so it is asked now and then.
        if rest < 64 || rest.is_multiple_of(64) {
            assert_eq!((rows.len(), rows.size_hint()), (rest, (rest, Some(rest))));
        }
        let Some(item) = rows.next() else { break };
        rest -= 1;
        if log.add(item) {
            return;
        }
    }
    assert_eq!(rest, 0, "no row is missing");
    assert!(rows.next().is_none(), "an iterator that ended stays so");
}

/// Notes the row of one entity.
fn look<Q>(query: &mut Query<'_, Q>, entity: Entity, log: &mut Log)
where
    Q: Terms,
    for<'a> ItemOf<'a, Q>: See,
{
    if let Some(item) = query.get(entity) {
        log.add(item);
    }
}

/// Notes the rows of two entities.
fn look_at_two<Q>(query: &mut Query<'_, Q>, entities: [Entity; 2], log: &mut Log) -> Result<()>
where
    Q: Terms,
    for<'a> ItemOf<'a, Q>: See,
{
    for item in query.get_many_mut(entities)? {
        log.add(item);
    }
    Ok(())
}

/// The macro, with the body that notes a row.
macro_rules! noted {
    ($world:expr, $log:ident, $($name:ident: $type:ty),*) => {{
        let outcome = query!($world, |$($name: $type),*| -> ControlFlow<()> {
            if $log.add(($($name,)*)) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        $log.ended(outcome.is_break());
    }};
}

/// A query that only reads.
macro_rules! reading {
    ($($name:ident: $type:ty),*) => { QueryInfo {
        terms: || vec![$(<$type as Describe>::TERM),*],
        shared: Some(|world, form, log| match form {
            Form::Macro => noted!(world, log, $($name: $type),*),
            form => visit(&mut world.query::<($($type,)*)>(), form, log),
        }),
        exclusive: |world, form, log| match form {
            Form::Macro => noted!(world, log, $($name: $type),*),
            form => visit(&mut world.query_mut::<($($type,)*)>(), form, log),
        },
        shared_get: Some(|world, entity, log| look(&mut world.query::<($($type,)*)>(), entity, log)),
        exclusive_get: |world, entity, log| look(&mut world.query_mut::<($($type,)*)>(), entity, log),
        get_two: |world, entities, log| look_at_two(&mut world.query_mut::<($($type,)*)>(), entities, log),
    } };
}

/// A query that writes.
macro_rules! writing {
    ($($name:ident: $type:ty),*) => { QueryInfo {
        terms: || vec![$(<$type as Describe>::TERM),*],
        shared: None,
        exclusive: |world, form, log| match form {
            Form::Macro => noted!(world, log, $($name: $type),*),
            form => visit(&mut world.query_mut::<($($type,)*)>(), form, log),
        },
        shared_get: None,
        exclusive_get: |world, entity, log| look(&mut world.query_mut::<($($type,)*)>(), entity, log),
        get_two: |world, entities, log| look_at_two(&mut world.query_mut::<($($type,)*)>(), entities, log),
    } };
}

/// Filters of two levels.
type HealthyOrUnmarked = Or<(With<Health>, (With<Clock>, Without<Marked>))>;
type StunnedOrHealthy = Or<(With<Stunned>, (With<Health>, Without<Hidden>))>;
type HiddenAlone = Or<((With<Hidden>, Without<Stunned>), Or<(With<Asleep>, With<Ghost>)>)>;
type UnmarkedOrOther = Or<(Without<Marked>, Or<(With<Asleep>, With<Ghost>)>)>;

/// All queries. Those of the first line are asked before any archetype is born.
pub(crate) static QUERIES: &[QueryInfo] = &[
    reading!(e: Entity),
    reading!(e: Entity, h: &Health),
    writing!(c: &mut Clock, e: Entity),
    reading!(e: Entity, h: Option<&Health>, c: Option<&Clock>, na: Without<Asleep>),
    reading!(e: Entity, wa: With<Asleep>, nm: Without<Marked>),
    reading!(a: &Asleep, m: Option<&Marked>, e: Entity),
    writing!(e: Entity, l: &mut Level, c: Option<&mut Colour>, p: Option<&Page>),
    writing!(q: &mut Quad, l: &Line, e: Entity, r: Option<&mut Record>),
    writing!(w: Option<&mut Wide>, d: &mut Door, f: &Follows, e: Entity, nm: Without<Marked>, ww: With<Wide>),
    writing!(e: Entity, p: &mut Page),
    writing!(e: Entity, f: Option<&mut Follows>, h: Option<&mut Health>),
    reading!(g: &Ghost, e: Entity),
    reading!(g: Option<&Ghost>, ng: Without<Ghost>, e: Entity, h: &Health),
    writing!(r: &mut Record, t: &Ticks, e: Entity),
    reading!(e: Entity, ha: Has<Asleep>, o: HealthyOrUnmarked, hg: Has<Ghost>),
    reading!(x: AnyOf<(&Level, &Asleep, &Page)>, e: Entity, hl: Has<Level>),
    writing!(e: Entity, x: AnyOf<(&mut Quad, &Line, &mut Wide)>, o: UnmarkedOrOther, l: Option<&mut Level>),
    reading!(e: Entity, ws: With<Stunned>),
    reading!(ns: Without<Stunned>, e: Entity, h: &Health),
    reading!(e: Entity, s: Option<&Stunned>, h: &Hidden),
    writing!(h: &mut Health, e: Entity, nh: Without<Hidden>, s: Option<&mut Stunned>),
    writing!(e: Entity, s: &mut Stunned, l: Option<&mut Level>, wa: With<Asleep>),
    reading!(hs: Has<Stunned>, e: Entity, o: StunnedOrHealthy, h: Option<&Health>),
    reading!(x: AnyOf<(&Stunned, &Clock, &Hidden)>, e: Entity),
    writing!(e: Entity, c: &mut Clock, o: HiddenAlone, hh: Has<Hidden>),
    writing!(
        e: Entity, a: Option<&Asleep>, m: Option<&mut Marked>, l: Option<&mut Level>, c: Option<&Colour>, t: Option<&mut Ticks>,
        h: &mut Health, k: Option<&Clock>, w: Option<&mut Wide>, q: Option<&Quad>, i: Option<&mut Line>, r: Option<&Record>,
        p: Option<&Page>, d: Option<&mut Door>, f: Option<&Follows>, ng: Without<Ghost>
    ),
];
