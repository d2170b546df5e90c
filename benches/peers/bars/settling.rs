//! The longest settling of one chunk: some rows leave a chunk and as many come, at random places, and the chunks are settled. There is no limit, it
//! is only reported.

use laige::{Bundle, Entity, World};
use laige_peers::components::Flag;
use laige_peers::random::Random;
use laige_peers::session::{Outcome, Session};
use laige_peers::stopwatch::Stopwatch;
use laige_peers::summary::Summary;

use crate::worlds::{Ours, moving, row100};

/// Entities, of which half have the flag: one chunk with it, and one without.
const COUNT: usize = 500;

pub(crate) fn report(session: &mut Session) {
    of_rows(session, "tails/longest settling/20B", moving);
    of_rows(session, "tails/longest settling/104B", row100);
}

fn of_rows<B: Bundle>(session: &mut Session, name: &str, row: impl Fn(usize) -> B) {
    if !session.wants(name) {
        return;
    }
    let stopwatch = Stopwatch::new();
    let mut chunks = Chunks::new(Ours::of(COUNT, row));
    let settlings = (1..COUNT / 2).step_by(8).map(|moved| {
        let mut times: Vec<f64> = (0..51).map(|_| chunks.disturb(moved, stopwatch)).collect();
        (moved, Summary::of("laige", &mut times))
    });
    let longest = settlings.max_by(|(_, a), (_, b)| a.median.total_cmp(&b.median));
    let (moved, summary) = longest.expect("several numbers of rows");
    session.report(Outcome {
        name: name.into(),
        value: summary.median,
        limit: None,
        unit: "ns",
        sides: vec![summary],
        note: format!("{moved} of {} rows of a chunk exchanged", COUNT / 2),
    });
}

/// Entities of which half have the flag.
struct Chunks {
    world: World,
    with: Vec<Entity>,
    without: Vec<Entity>,
    random: Random,
}

impl Chunks {
    fn new(ours: Ours) -> Self {
        let Ours { world, handles: mut without } = ours;
        let mut random = Random::new(17);
        random.shuffle(&mut without);
        let with = without.split_off(COUNT / 2);
        let mut chunks = Self { world, with: Vec::new(), without, random };
        for entity in with {
            chunks.insert(entity);
        }
        chunks.world.settle();
        chunks
    }

    fn insert(&mut self, entity: Entity) {
        self.world.insert(entity, Flag { value: 1 }).expect("alive");
        self.with.push(entity);
    }

    /// Lets so many rows change sides both ways; the time of settling, for one chunk.
    fn disturb(&mut self, moved: usize, stopwatch: Stopwatch) -> f64 {
        self.random.shuffle(&mut self.with);
        self.random.shuffle(&mut self.without);
        let leaving = self.with.split_off(COUNT / 2 - moved);
        for entity in self.without.split_off(COUNT / 2 - moved) {
            self.insert(entity);
        }
        for &entity in &leaving {
            self.world.remove::<Flag>(entity).expect("alive");
        }
        self.without.extend(leaving);
        let before = self.world.archetype_stats().total_settles;
        let time = stopwatch.time(|| self.world.settle());
        let settled = self.world.archetype_stats().total_settles - before;
        time / settled.max(1) as f64
    }
}
