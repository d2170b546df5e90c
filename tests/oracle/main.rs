//! Oracle.
mod parts;
#[test]
fn x() { for p in parts::PARTS { println!("{} {:x}", p.name, (p.keeps)(0x1234_5678_9abc_def0)); } }
mod bundles;
mod queries;
mod seen;
