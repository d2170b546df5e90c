//! Walking two ascending sequences side by side. It pairs what has one key, and knows nothing of worlds.

use core::cmp::Ordering;
use core::iter;

/// What both sequences have, by ascending key: of each key the item of one, of the other, or of both. The keys of each ascend strictly.
pub(super) fn union<K: Ord, A, B>(
    a: impl IntoIterator<Item = (K, A)>,
    b: impl IntoIterator<Item = (K, B)>,
) -> impl Iterator<Item = (K, Option<A>, Option<B>)> {
    let (mut a, mut b) = (a.into_iter().peekable(), b.into_iter().peekable());
    iter::from_fn(move || {
        let order = match (a.peek(), b.peek()) {
            (Some((one, _)), Some((other, _))) => one.cmp(other),
            (Some(_), None) => Ordering::Less,
            (None, _) => Ordering::Greater,
        };
        let one = if order.is_le() { a.next() } else { None };
        let other = if order.is_ge() { b.next() } else { None };
        match (one, other) {
            (Some((key, a)), other) => Some((key, Some(a), other.map(|(_, b)| b))),
            (None, Some((key, b))) => Some((key, None, Some(b))),
            (None, None) => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::union;

    #[test]
    fn each_key_comes_once_in_ascending_order() {
        let all: Vec<_> = union([(1, 'a'), (3, 'b'), (4, 'c')], [(2, 'x'), (3, 'y')]).collect();
        let expected = [
            (1, Some('a'), None),
            (2, None, Some('x')),
            (3, Some('b'), Some('y')),
            (4, Some('c'), None),
        ];
        assert_eq!(all, expected);
        assert_eq!(union([(); 0].map(|()| (1, 2)), [(5, 6)]).next(), Some((5, None, Some(6))));
    }
}
