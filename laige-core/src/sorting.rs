//! Sorting where there is little to sort, or seldom: of names, of the columns of an archetype, of reports. Each type that std's sort is used with takes
//! about 2,000 lines of code for the compiler; this one is compiled once. What is sorted often, or may be long, is sorted by std.

/// Items that are compared and exchanged by their places.
trait Arrange {
    fn is_less(&self, one: usize, other: usize) -> bool;
    fn swap(&mut self, one: usize, other: usize);
}

/// A slice, and what is compared of its items.
struct ByKey<'a, T, F> {
    items: &'a mut [T],
    is_less: F,
}

impl<T, F: Fn(&T, &T) -> bool> Arrange for ByKey<'_, T, F> {
    fn is_less(&self, one: usize, other: usize) -> bool {
        (self.is_less)(&self.items[one], &self.items[other])
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.items.swap(one, other);
    }
}

/// Sorts items by ascending key. No two keys may be equal, unless their items are: in what order those would come is not said.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |one, other| key(one) < key(other));
}

/// The same for items that are their own keys.
pub(crate) fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, |one, other| one < other);
}

/// The same for keys that are part of the items.
pub(crate) fn sort_by<T>(items: &mut [T], is_less: impl Fn(&T, &T) -> bool) {
    let len = items.len();
    arrange(&mut ByKey { items, is_less }, len);
}

/// Sorts by a heap.
fn arrange(items: &mut dyn Arrange, len: usize) {
    if (1..len).all(|place| !items.is_less(place, place - 1)) {
        return;
    }
    for root in (0..len / 2).rev() {
        sift_down(items, root, len);
    }
    for end in (1..len).rev() {
        items.swap(0, end);
        sift_down(items, 0, end);
    }
}

/// Lets an item sink below those that are greater, in a heap of so many.
fn sift_down(items: &mut dyn Arrange, mut root: usize, len: usize) {
    loop {
        let mut child = 2 * root + 1;
        if child >= len {
            return;
        }
        if child + 1 < len && items.is_less(child, child + 1) {
            child += 1;
        }
        if !items.is_less(root, child) {
            return;
        }
        items.swap(root, child);
        root = child;
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{sort, sort_by_key};
    use crate::Prng;

    #[test]
    fn every_length_is_sorted_as_std_sorts_it() {
        let mut random = Prng::new(1);
        for len in 0..200 {
            let mut numbers: Vec<u64> = (0..len).map(|_| random.next_range(0, 100)).collect();
            let mut expected = numbers.clone();
            expected.sort_unstable();
            sort(&mut numbers);
            assert_eq!(numbers, expected);
        }
    }

    #[test]
    fn a_key_is_what_counts() {
        let mut words = ["seven", "to", "one", "a"];
        sort_by_key(&mut words, |word| word.len());
        assert_eq!(words, ["a", "to", "one", "seven"]);
    }
}
