//! Replay logs: `Log::parse` and `LogReader`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laige_fuzz::replay_log::check(bytes));
