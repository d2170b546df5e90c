//! The oracle: laige against a naive world on ordered maps, under random sequences of every operation. After each step the
//! answers, the visit order, the values, the handles, the errors and the statistics that follow from the calls alone are the
//! model's, and the audit finds every invariant of storage kept.

mod bulk;
mod bundles;
mod check;
mod courses;
#[cfg(laige_faults)]
mod faults;
mod model;
mod pair;
mod parts;
mod queries;
mod runs;
mod seen;
mod shortage;
mod starvation;
mod step;
