//! Saves: `Snapshot::from_bytes`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laige_fuzz::save::check(bytes));
