//! A profile as JSON: the plain form and the trace event format. Numbers and names, no opinion.

use core::fmt::{self, Display, Write};
use core::time::Duration;

use super::super::timing::nanos;
use super::{Profile, TickProfile};

/// The plain form.
pub(super) struct Ticks<'a>(pub(super) &'a Profile);

impl Display for Ticks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{\"ticks\":[")?;
        for (i, tick) in self.0.ticks().enumerate() {
            comma(f, i)?;
            self.write_tick(f, tick)?;
        }
        f.write_str("]}")
    }
}

impl Ticks<'_> {
    fn write_tick(&self, f: &mut fmt::Formatter<'_>, tick: TickProfile<'_>) -> fmt::Result {
        let (number, begin, took) = (tick.tick(), nanos(tick.begin()), nanos(tick.took()));
        write!(f, "{{\"tick\":{number},\"begin_ns\":{begin},\"took_ns\":{took},\"systems\":[")?;
        for (i, run) in tick.runs().enumerate() {
            comma(f, i)?;
            let name = Quoted(&self.0.names()[run.system]);
            let (begin, took) = (nanos(run.begin), nanos(run.took()));
            let thread = run.thread;
            write!(
                f,
                "{{\"name\":{name},\"begin_ns\":{begin},\"took_ns\":{took},\"thread\":{thread}}}"
            )?;
        }
        f.write_str("]}")
    }
}

/// The trace event format: complete events, in microseconds.
pub(super) struct Trace<'a>(pub(super) &'a Profile);

/// The line on which ticks are shown, above those of the threads: thread `n` has line `n + 1`.
const TICKS: &str = r#"{"name":"thread_name","ph":"M","pid":1,"tid":0,"args":{"name":"ticks"}}"#;

impl Display for Trace<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{\"displayTimeUnit\":\"ms\",\"traceEvents\":[{TICKS}")?;
        for tick in self.0.ticks() {
            let (begin, took) = (Micros(tick.begin()), Micros(tick.took()));
            let number = tick.tick();
            write!(
                f,
                ",{{\"name\":\"tick {number}\",\"ph\":\"X\",\"ts\":{begin},\"dur\":{took},\
                 \"pid\":1,\"tid\":0}}"
            )?;
            for run in tick.runs() {
                let name = Quoted(&self.0.names()[run.system]);
                let (begin, took) = (Micros(run.begin), Micros(run.took()));
                let line = u64::from(run.thread) + 1;
                write!(
                    f,
                    ",{{\"name\":{name},\"ph\":\"X\",\"ts\":{begin},\"dur\":{took},\
                     \"pid\":1,\"tid\":{line},\"args\":{{\"tick\":{number}}}}}"
                )?;
            }
        }
        f.write_str("]}")
    }
}

fn comma(f: &mut fmt::Formatter<'_>, i: usize) -> fmt::Result {
    if i > 0 { f.write_char(',') } else { Ok(()) }
}

/// Microseconds with three decimals, exact.
struct Micros(Duration);

impl Display for Micros {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nanos = self.0.as_nanos();
        write!(f, "{}.{:03}", nanos / 1_000, nanos % 1_000)
    }
}

/// A string of JSON.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                c if c < ' ' => write!(f, "\\u{:04x}", u32::from(c))?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}
