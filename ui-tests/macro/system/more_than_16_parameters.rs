//! A system has at most 16 parameters.
use laige::prelude::*;
use laige::Tick;

#[system]
fn many(
    _a: Tick,
    _b: Tick,
    _c: Tick,
    _d: Tick,
    _e: Tick,
    _f: Tick,
    _g: Tick,
    _h: Tick,
    _i: Tick,
    _j: Tick,
    _k: Tick,
    _l: Tick,
    _m: Tick,
    _n: Tick,
    _o: Tick,
    _p: Tick,
    _q: Tick,
) {
}

fn main() {}
