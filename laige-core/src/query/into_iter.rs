//! Queries in `for` loops: `for row in query`, `for row in &mut query`, and `for row in &query` where it only reads.
#![expect(unsafe_code, reason = "starts iterators; argued by Q1 to Q3 of `term.rs`")]

use super::iter::Iter;
use super::tuple::{ItemOf, ReadTerms, Terms};
use super::typed::Query;

impl<'w, Q: Terms> IntoIterator for Query<'w, Q> {
    type Item = ItemOf<'w, Q>;
    type IntoIter = Iter<'w, Q>;

    #[inline]
    fn into_iter(self) -> Iter<'w, Q> {
        // SAFETY: the duty of `Query::new`; the query ends here.
        unsafe { Iter::new(self.scope()) }
    }
}

#[expect(clippy::into_iter_without_iter, reason = "`iter` is that of `QueryMut`")]
impl<'q, Q: Terms> IntoIterator for &'q mut Query<'_, Q> {
    type Item = ItemOf<'q, Q>;
    type IntoIter = Iter<'q, Q>;

    #[inline]
    fn into_iter(self) -> Iter<'q, Q> {
        // SAFETY: the duty of `Query::new`; the iterator borrows the query.
        unsafe { Iter::new(self.scope()) }
    }
}

impl<'w, Q: ReadTerms> IntoIterator for &Query<'w, Q> {
    type Item = ItemOf<'w, Q>;
    type IntoIter = Iter<'w, Q>;

    #[inline]
    fn into_iter(self) -> Iter<'w, Q> {
        self.iter()
    }
}
