//! Bits beside a list of booleans that is moved the plain way.
#![expect(clippy::unwrap_used, reason = "tests")]

use alloc::vec::Vec;

use super::*;

const ROWS: usize = 300;

/// Bitmaps for three toggles, and which rows of the middle one are set.
fn scattered(pool: &mut Pool, every: usize) -> (Bitmaps, Vec<bool>) {
    let mut bitmaps = Bitmaps::take(pool, 3, Capacity::for_rows(ROWS)).unwrap();
    let rows: Vec<bool> = (0..ROWS).map(|row| row * row % every < 2).collect();
    for (row, _) in rows.iter().enumerate().filter(|&(_, &on)| on) {
        assert!(!bitmaps.set(ToggleIndex::new(1), row, true));
    }
    (bitmaps, rows)
}

fn read(bitmaps: &Bitmaps, toggle: u16) -> Vec<bool> {
    (0..ROWS).map(|row| bitmaps.get(ToggleIndex::new(toggle), row)).collect()
}

#[test]
fn a_toggle_is_set_for_one_row_alone() {
    let mut pool = Pool::new();
    let (bitmaps, rows) = scattered(&mut pool, 7);
    assert_eq!(read(&bitmaps, 1), rows);
    assert_eq!(read(&bitmaps, 0), [false; ROWS]);
    assert_eq!(read(&bitmaps, 2), [false; ROWS]);
    assert_eq!(bitmaps.count(), rows.iter().filter(|&&on| on).count() as u64);
}

#[test]
fn pieces_of_any_length_go_to_any_row() {
    let mut pool = Pool::new();
    let (bitmaps, rows) = scattered(&mut pool, 5);
    for (from, to, count) in [(0, 0, 300), (1, 0, 299), (0, 1, 299), (63, 64, 65), (100, 37, 130)] {
        let mut other = Bitmaps::take(&mut pool, 3, Capacity::MAX).unwrap();
        bitmaps.copy_rows(&mut other, Piece { from, to, rows: count });
        let (from, to, count) = (from as usize, to as usize, count as usize);
        let expected: Vec<bool> =
            (0..ROWS).map(|row| (to..to + count).contains(&row) && rows[row + from - to]).collect();
        assert_eq!(read(&other, 1), expected, "{count} rows from {from} to {to}");
        other.give(&mut pool);
    }
}

#[test]
fn settling_drops_what_no_piece_names() {
    let mut pool = Pool::new();
    let (mut bitmaps, rows) = scattered(&mut pool, 3);
    // Row 299 becomes the first, rows 0 to 199 follow, the others are gone.
    let pieces = [(0, 1, 200), (299, 0, 1)].map(|(from, to, rows)| Piece { from, to, rows });
    bitmaps.settle(&pieces.into_iter());
    let expected: Vec<bool> = (0..ROWS)
        .map(|row| if row == 0 { rows[299] } else { row <= 200 && rows[row - 1] })
        .collect();
    assert_eq!(read(&bitmaps, 1), expected);
}

#[test]
fn truncating_keeps_the_rows_below() {
    for kept in [0, 1, 63, 64, 65, 128, 299, 300] {
        let mut pool = Pool::new();
        let (mut bitmaps, rows) = scattered(&mut pool, 4);
        bitmaps.truncate(kept);
        let expected: Vec<bool> = (0..ROWS).map(|row| row < kept && rows[row]).collect();
        assert_eq!(read(&bitmaps, 1), expected, "{kept} rows");
    }
}

#[test]
fn memory_given_back_is_used_again_and_starts_unset() {
    let mut pool = Pool::new();
    let (mut bitmaps, _) = scattered(&mut pool, 2);
    bitmaps.give(&mut pool);
    let reservations = pool.reservations();
    let again = Bitmaps::take(&mut pool, 3, Capacity::for_rows(ROWS)).unwrap();
    assert_eq!(again.count(), 0);
    assert_eq!(pool.reservations(), reservations);
}
