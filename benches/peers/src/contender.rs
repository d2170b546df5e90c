//! Contenders: one way to do a job, with a state of its own. All contenders of a cell do the same job on the same data and leave the same
//! checksum.

use std::hint::black_box;

/// How a contender does its job. The state is made anew for each world of a cell.
#[derive(Debug)]
pub struct Task<Make, Before, Step, Sum> {
    /// Makes the state.
    pub make: Make,
    /// What happens before each sample without being measured.
    pub before: Before,
    /// The job.
    pub step: Step,
    /// How often the job is done in a sample.
    pub times: u32,
    /// What the job left.
    pub sum: Sum,
}

/// One way to do a job.
pub struct Contender {
    /// What it is called in the report.
    pub name: &'static str,
    make: Box<dyn Fn() -> Box<dyn Work>>,
    times: u32,
}

impl Contender {
    /// A contender of that name.
    pub fn new<State: 'static>(
        name: &'static str,
        task: Task<
            impl Fn() -> State + 'static,
            impl Fn(&mut State) + Copy + 'static,
            impl Fn(&mut State) + Copy + 'static,
            impl Fn(&mut State) -> u64 + Copy + 'static,
        >,
    ) -> Self {
        let Task { make, before, step, times, sum } = task;
        let make =
            move || -> Box<dyn Work> { Box::new(Job { state: make(), before, step, times, sum }) };
        Self { name, make: Box::new(make), times }
    }

    /// Makes a state to work on.
    #[must_use]
    pub fn start(&self) -> Box<dyn Work> {
        (self.make)()
    }

    /// How often the job is done in a sample.
    #[must_use]
    pub fn times(&self) -> u32 {
        self.times
    }
}

/// A contender at work.
pub trait Work {
    /// What is not measured.
    fn prepare(&mut self);

    /// What is measured.
    fn run(&mut self);

    /// What it left.
    fn checksum(&mut self) -> u64;
}

struct Job<State, Before, Step, Sum> {
    state: State,
    before: Before,
    step: Step,
    times: u32,
    sum: Sum,
}

impl<State, Before, Step, Sum> Work for Job<State, Before, Step, Sum>
where
    Before: Fn(&mut State),
    Step: Fn(&mut State),
    Sum: Fn(&mut State) -> u64,
{
    fn prepare(&mut self) {
        (self.before)(&mut self.state);
    }

    #[inline(never)]
    fn run(&mut self) {
        for _ in 0..self.times {
            (self.step)(&mut self.state);
            black_box(&mut self.state);
        }
    }

    fn checksum(&mut self) -> u64 {
        (self.sum)(&mut self.state)
    }
}
