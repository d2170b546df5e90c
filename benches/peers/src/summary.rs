//! What many samples of one contender come to: median, minimum and spread, and how many of them were disturbed.

/// The samples of one contender in short, in nanoseconds per operation.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The contender.
    pub name: &'static str,
    /// The middle one.
    pub median: f64,
    /// The smallest.
    pub least: f64,
    /// The distance of the quartiles, as a part of the median.
    pub spread: f64,
    /// How many samples were counted.
    pub samples: usize,
    /// How many of these were taken beside a busy neighbour, because there were not enough others.
    pub disturbed: usize,
    /// How many samples were taken and thrown away.
    pub retaken: usize,
}

impl Summary {
    /// Of times in nanoseconds per operation.
    ///
    /// # Panics
    ///
    /// If there are none.
    #[must_use]
    pub fn of(name: &'static str, times: &mut [f64]) -> Self {
        assert!(!times.is_empty(), "no samples of {name}");
        times.sort_unstable_by(f64::total_cmp);
        let median = quantile(times, 0.5);
        Self {
            name,
            median,
            least: times[0],
            spread: (quantile(times, 0.75) - quantile(times, 0.25)) / median,
            samples: times.len(),
            disturbed: 0,
            retaken: 0,
        }
    }
}

/// The value below which that part of ascending values lies.
#[must_use]
pub fn quantile(ascending: &[f64], part: f64) -> f64 {
    let place = part * (ascending.len() - 1) as f64;
    ascending[place.round() as usize]
}
