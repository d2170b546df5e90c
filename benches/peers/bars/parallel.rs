//! Work in parallel: the inverse of a 4x4 matrix for each of 60,000 rows, by `par_for_each` on two threads, beside two plain threads over the
//! same slices. What is compared is the gain over one thread that each has in this run.
//!
//! Time is that of the clock on the wall, as two threads share it. A neighbour on either core is in it, and two threads wait for both cores: so
//! there are many rounds, and of each way only the fastest tenth counts. Where even the plain threads gain next to nothing, there is no verdict.

use std::hint::black_box;
use std::time::Instant;

use laige::World;
use laige_peers::components::Matrix;
use laige_peers::session::{Outcome, Session};
use laige_peers::summary::Summary;

use crate::worlds::empty;

const ROWS: usize = 60_000;
const THREADS: usize = 2;
/// How many rounds there are at least, and one in how many counts.
pub(crate) const ROUNDS: usize = 200;
const COUNTED: usize = 10;
/// The gain that the plain threads must have for anything to be said: with less, there was no second core to be had.
const LEAST: f64 = 1.3;
/// The part of the plain threads' gain that ours must have.
const PART: f64 = 0.9;

pub(crate) fn report(session: &mut Session) {
    let name = "parallel/60k matrix inverses";
    if !session.wants(name) {
        return;
    }
    let rounds = session.effort.rounds * session.effort.worlds;
    let mut times = [const { Vec::new() }; 4];
    session.probe.on_all_cores(|| measure(rounds.max(ROUNDS), &mut times));
    let names = ["laige, one thread", "slices, one thread", "laige, two", "slices, two"];
    report_gains(session, name, names, times);
}

/// Reports the gain of two threads over one, of the plain threads and of ours. `times` are of one thread, one plain thread, two, and two plain ones.
pub(crate) fn report_gains(
    session: &mut Session,
    name: &str,
    names: [&'static str; 4],
    mut times: [Vec<f64>; 4],
) {
    let [one, plain, ours, theirs] = [0, 1, 2, 3].map(|i| fastest(names[i], &mut times[i]));
    let gains = (one.median / ours.median, plain.median / theirs.median);
    session.report(Outcome {
        name: name.into(),
        value: gains.1 / gains.0,
        limit: (gains.1 >= LEAST).then_some(1.0 / PART),
        unit: "times",
        note: format!("gains of {:.2} and of {:.2}", gains.0, gains.1),
        sides: vec![ours, theirs, one, plain],
    });
}

/// The fastest rounds of one way.
fn fastest(name: &'static str, times: &mut [f64]) -> Summary {
    times.sort_unstable_by(f64::total_cmp);
    let counted = times.len() / COUNTED;
    Summary::of(name, &mut times[..counted])
}

/// Lets the four ways take turns.
fn measure(rounds: usize, times: &mut [Vec<f64>; 4]) {
    let pool = rayon_core::ThreadPoolBuilder::new().num_threads(THREADS).build();
    let pool = pool.expect("a pool of two threads");
    let (mut world, mut slices) = (filled(), (0..ROWS).map(matrix).collect::<Vec<_>>());
    for _ in 0..rounds {
        times[0].push(time(|| world.query_mut::<&mut Matrix>().for_each(invert)));
        times[1].push(time(|| slices.iter_mut().for_each(invert)));
        let both = || pool.install(|| world.query_mut::<&mut Matrix>().par_for_each(invert));
        times[2].push(time(both));
        times[3].push(time(|| on_plain_threads(&mut slices)));
    }
}

/// How long something takes for each row, in nanoseconds.
fn time(run: impl FnOnce()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_nanos() as f64 / ROWS as f64
}

/// Two threads, each with half of the rows.
fn on_plain_threads(slices: &mut [Matrix]) {
    let (one, other) = slices.split_at_mut(ROWS / 2);
    std::thread::scope(|scope| {
        scope.spawn(|| one.iter_mut().for_each(invert));
        other.iter_mut().for_each(invert);
    });
}

fn filled() -> World {
    let mut world = empty(ROWS);
    world.spawn_batch((0..ROWS).map(|i| (matrix(i),))).expect("room for the rows");
    world
}

/// A matrix that has an inverse: a large diagonal, and something beside it.
fn matrix(number: usize) -> Matrix {
    let mut cells = [0.1; 16];
    cells[number % 16] = 0.3;
    (0..4).for_each(|i| cells[i * 5] = 2.0 + (number % 7) as f32);
    Matrix { cells }
}

/// The inverse in place of the matrix, by elimination; the inverse of the inverse is the matrix, so that the work is the same each time.
fn invert(matrix: &mut Matrix) {
    let mut rest = black_box(matrix.cells);
    let mut inverse = [0.0; 16];
    (0..4).for_each(|i| inverse[i * 5] = 1.0);
    for column in 0..4 {
        let pivot = 1.0 / rest[column * 5];
        for k in 0..4 {
            rest[column * 4 + k] *= pivot;
            inverse[column * 4 + k] *= pivot;
        }
        for row in (0..4).filter(|&row| row != column) {
            let factor = rest[row * 4 + column];
            for k in 0..4 {
                rest[row * 4 + k] -= factor * rest[column * 4 + k];
                inverse[row * 4 + k] -= factor * inverse[column * 4 + k];
            }
        }
    }
    matrix.cells = inverse;
}
