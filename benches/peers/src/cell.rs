//! A cell: contenders that do one job, taking turns in one process. They take the same number of steps even where samples are thrown away, so
//! that their checksums can be compared.

use crate::contender::{Contender, Work};
use crate::heap;
use crate::machine::cpu_time;
use crate::probe::Probe;
use crate::random::Random;
use crate::summary::Summary;

/// How much is measured.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How often the states are built, each time behind other heap offsets.
    pub worlds: usize,
    /// How many samples of each contender are wanted for each world.
    pub rounds: usize,
    /// How many times as many are taken where a neighbour disturbs.
    pub patience: usize,
}

/// A sample: nanoseconds, and how slow the probes around it were.
#[derive(Clone, Copy)]
struct Sample {
    time: f64,
    slowness: f64,
}

/// Contenders for one job.
pub struct Cell {
    /// How many operations one step of the job is: times are given for one.
    pub operations: usize,
    /// Who takes part.
    pub contenders: Vec<Contender>,
}

impl Cell {
    /// Lets the contenders take turns.
    ///
    /// # Panics
    ///
    /// If two of them leave different checksums.
    #[must_use]
    pub fn measure(&self, probe: &mut Probe, effort: Effort) -> Vec<Summary> {
        let mut samples = vec![Vec::new(); self.contenders.len()];
        let mut random = Random::new(self.contenders.len() as u64);
        for _ in 0..effort.worlds {
            self.measure_world(probe, effort, &mut random, &mut samples);
        }
        let wanted = effort.worlds * effort.rounds;
        samples.into_iter().zip(&self.contenders).map(|(s, c)| self.sum_up(c, s, wanted)).collect()
    }

    /// The rounds on one set of states.
    fn measure_world(
        &self,
        probe: &mut Probe,
        effort: Effort,
        random: &mut Random,
        samples: &mut [Vec<Sample>],
    ) {
        let start = |c: &Contender| (heap::shift(random), c.start());
        let mut states: Vec<(Vec<u8>, Box<dyn Work>)> = self.contenders.iter().map(start).collect();
        for (_, work) in &mut states {
            work.prepare();
            work.run();
        }
        let mut clean = vec![0; states.len()];
        for round in 0..effort.rounds * effort.patience {
            if clean.iter().all(|&count| count >= effort.rounds) {
                break;
            }
            for turn in 0..states.len() {
                let who = (round + turn) % states.len();
                let sample = take(&mut *states[who].1, probe);
                clean[who] += usize::from(Probe::is_clean(sample.slowness));
                samples[who].push(sample);
            }
        }
        self.compare(&mut states);
    }

    fn compare(&self, states: &mut [(Vec<u8>, Box<dyn Work>)]) {
        let sums: Vec<u64> = states.iter_mut().map(|(_, work)| work.checksum()).collect();
        for (contender, &sum) in self.contenders.iter().zip(&sums) {
            let first = self.contenders[0].name;
            assert_eq!(sum, sums[0], "{} left another checksum than {first}", contender.name);
        }
    }

    /// Counts the least disturbed samples, as many as are wanted.
    fn sum_up(&self, contender: &Contender, mut all: Vec<Sample>, wanted: usize) -> Summary {
        let taken = all.len();
        let clean = all.iter().filter(|sample| Probe::is_clean(sample.slowness)).count();
        if clean < wanted {
            all.sort_by(|a, b| a.slowness.total_cmp(&b.slowness));
        } else {
            all.retain(|sample| Probe::is_clean(sample.slowness));
        }
        all.truncate(wanted.max(clean));
        let operations = f64::from(contender.times()) * self.operations as f64;
        let mut times: Vec<f64> = all.iter().map(|sample| sample.time / operations).collect();
        let mut summary = Summary::of(contender.name, &mut times);
        summary.disturbed = all.len() - clean.min(all.len());
        summary.retaken = taken - all.len();
        summary
    }
}

/// Takes a sample between two probes.
fn take(work: &mut dyn Work, probe: &mut Probe) -> Sample {
    work.prepare();
    let before = probe.run();
    let start = cpu_time();
    work.run();
    let time = (cpu_time() - start) as f64;
    Sample { time, slowness: before.max(probe.run()) }
}
