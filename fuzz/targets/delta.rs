//! Deltas: `Delta::from_bytes` and `apply`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laige_fuzz::delta::check(bytes));
