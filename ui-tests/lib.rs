//! The book of rules: each file under `macro/` and `rustc/` is one mistake, and the text beside it is what its author
//! reads. `macro/` holds the texts that are ours, `rustc/` those of the pinned compiler, `pass/` what is no mistake.
//!
//! `TRYBUILD=overwrite cargo test -p laige-ui-tests` writes the texts anew; review them as prose.

#[cfg(test)]
mod tests {
    /// With a `pass` case among them the cases are built, not only checked, which finds what is proved per instance.
    #[test]
    fn each_mistake_is_told_once_with_its_fix() {
        let book = trybuild::TestCases::new();
        book.pass("pass/*.rs");
        book.compile_fail("macro/*/*.rs");
        book.compile_fail("rustc/*.rs");
    }
}
