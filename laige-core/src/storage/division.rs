//! How slots are divided into chunks: the largest aligned ranges that have 1 to 1,024 entities. Here is the rule alone, for rows that are no
//! chunks yet; `partition.rs` keeps chunks to it while rows come and go.

use super::chunk::Range;
use crate::limits::CHUNK_ROWS;

/// Calls `each` with the rows of each chunk and its range, ascending. The slots of the rows ascend, and are in `range`.
pub(crate) fn divide<R>(
    rows: &[R],
    range: Range,
    slot_of: &impl Fn(&R) -> u32,
    each: &mut dyn FnMut(&[R], Range),
) {
    match rows.len() {
        0 => {}
        1..=CHUNK_ROWS => each(rows, range),
        _ => {
            let (lower, upper) = range.halves();
            let (below, above) = rows.split_at(rows.partition_point(|r| slot_of(r) < upper.start));
            divide(below, lower, slot_of, each);
            divide(above, upper, slot_of, each);
        }
    }
}
