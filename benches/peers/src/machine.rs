//! The machine under a benchmark: the thread's CPU time, one core, memory that stays in the process. Where the operating system
//! is not Linux only a wall clock is left, and the numbers are as good as that.

pub use system::{cores, cpu_time, keep_memory, pin_to};

#[cfg(target_os = "linux")]
#[expect(
    unsafe_code,
    reason = "calls of the C library that nothing safe wraps without another dependency"
)]
mod system {
    use std::mem::MaybeUninit;

    /// The CPU time of this thread, in nanoseconds.
    ///
    /// # Panics
    ///
    /// If the system has no such clock.
    #[must_use]
    pub fn cpu_time() -> u64 {
        let mut time = MaybeUninit::<libc::timespec>::uninit();
        // SAFETY: the call writes a `timespec` to the place it is given.
        let code = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, time.as_mut_ptr()) };
        assert_eq!(code, 0, "a clock of the thread's CPU time");
        // SAFETY: written by the call, which succeeded.
        let time = unsafe { time.assume_init() };
        time.tv_sec.unsigned_abs() * 1_000_000_000 + time.tv_nsec.unsigned_abs()
    }

    /// An empty set of cores.
    fn no_cores() -> libc::cpu_set_t {
        // SAFETY: a set of cores is bits, of which all may be zero.
        unsafe { MaybeUninit::zeroed().assume_init() }
    }

    /// The cores this thread may run on.
    #[must_use]
    pub fn cores() -> Vec<usize> {
        let mut set = no_cores();
        // SAFETY: the call writes a set of the size it is given.
        let code = unsafe { libc::sched_getaffinity(0, size_of_val(&set), &raw mut set) };
        let has = |&core: &usize| {
            // SAFETY: `core` is below the size of a set.
            code == 0 && unsafe { libc::CPU_ISSET(core, &set) }
        };
        (0..size_of_val(&set) * 8).filter(has).collect()
    }

    /// Keeps this thread, and those it starts, on these cores, if the system allows it; on any where there is none.
    pub fn pin_to(cores: &[usize]) {
        if cores.is_empty() {
            return;
        }
        let mut set = no_cores();
        for &core in cores {
            // SAFETY: `core` comes from `cores`, so it is below the size of a set.
            unsafe { libc::CPU_SET(core, &mut set) };
        }
        // SAFETY: the call reads a set of the size it is given.
        unsafe { libc::sched_setaffinity(0, size_of_val(&set), &raw const set) };
    }

    /// Keeps freed memory in the process, so that "into a fresh world" does not measure page faults of the kernel.
    pub fn keep_memory() {
        #[cfg(target_env = "gnu")]
        for option in [libc::M_TRIM_THRESHOLD, libc::M_MMAP_THRESHOLD] {
            // SAFETY: sets a number of the allocator, before other threads exist. A value it refuses changes nothing.
            unsafe { libc::mallopt(option, 1 << 30) };
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::sync::OnceLock;
    use std::time::Instant;

    /// Wall time since the first call, in nanoseconds.
    #[must_use]
    pub fn cpu_time() -> u64 {
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed().as_nanos() as u64
    }

    /// No core can be chosen.
    #[must_use]
    pub fn cores() -> Vec<usize> {
        Vec::new()
    }

    /// Threads stay where the system puts them.
    pub fn pin_to(_: &[usize]) {}

    /// The allocator is left as it is.
    pub fn keep_memory() {}
}
