//! The graph of what comes before what: an order of it, or the cycle that keeps one from being. It knows systems by their places alone.

use alloc::vec::Vec;

/// For each system those that it comes after, in the order in which that was said.
#[derive(Debug, Clone, Default)]
pub(crate) struct Graph {
    after: Vec<Vec<u16>>,
}

/// What has a place in one order.
pub(crate) type Place = u16;

impl Graph {
    /// A graph of so many systems without an edge.
    pub(crate) fn new(systems: usize) -> Self {
        Self { after: alloc::vec![Vec::new(); systems] }
    }

    /// Says that one comes after another. What is said again changes nothing.
    pub(crate) fn add(&mut self, system: Place, after: Place) {
        let known = &mut self.after[system as usize];
        if !known.contains(&after) {
            known.push(after);
        }
    }

    /// Those that a system comes after.
    pub(crate) fn after(&self, system: Place) -> &[Place] {
        &self.after[system as usize]
    }

    /// An order of these systems, which ascend: of those that may come next always the first. Edges from others are taken as kept.
    ///
    /// Without an order it is the cycle that is met from the first system that is left, each time going to the first that it comes
    /// after and that is left.
    pub(crate) fn order(&self, systems: &[Place]) -> Result<Vec<Place>, Vec<Place>> {
        let mut is_left = alloc::vec![false; self.after.len()];
        for &system in systems {
            is_left[system as usize] = true;
        }
        let mut order = Vec::with_capacity(systems.len());
        while order.len() < systems.len() {
            let is_free =
                |&system: &Place| !self.after(system).iter().any(|&other| is_left[other as usize]);
            let mut left = systems.iter().copied().filter(|&system| is_left[system as usize]);
            let Some(next) = left.find(is_free) else {
                return Err(self.cycle(systems, &is_left));
            };
            is_left[next as usize] = false;
            order.push(next);
        }
        Ok(order)
    }

    fn cycle(&self, systems: &[Place], is_left: &[bool]) -> Vec<Place> {
        let first = systems.iter().copied().find(|&system| is_left[system as usize]);
        let mut walk: Vec<Place> = Vec::new();
        let mut next = first;
        while let Some(system) = next {
            if let Some(met) = walk.iter().position(|&other| other == system) {
                return walk.split_off(met);
            }
            walk.push(system);
            next = self.after(system).iter().copied().find(|&other| is_left[other as usize]);
        }
        walk
    }

    /// For each system those that come before it, directly or not; `order` is an order of all.
    pub(crate) fn reach(&self, order: &[Place]) -> Reach {
        let words = self.after.len().div_ceil(64);
        let mut reach = Reach { words, bits: alloc::vec![0; words * self.after.len()] };
        for &system in order {
            for &other in self.after(system) {
                for word in 0..words {
                    let bits = reach.bits[other as usize * words + word];
                    reach.bits[system as usize * words + word] |= bits;
                }
                reach.bits[system as usize * words + other as usize / 64] |= 1 << (other % 64);
            }
        }
        reach
    }
}

/// What comes before what, directly or not.
pub(crate) struct Reach {
    words: usize,
    bits: Vec<u64>,
}

impl Reach {
    /// Whether one of the two comes before the other.
    pub(crate) fn are_ordered(&self, one: Place, other: Place) -> bool {
        self.is_before(one, other) || self.is_before(other, one)
    }

    fn is_before(&self, first: Place, second: Place) -> bool {
        let word = self.bits[second as usize * self.words + first as usize / 64];
        word >> (first % 64) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Prng;

    fn graph(systems: usize, edges: &[(Place, Place)]) -> Graph {
        let mut graph = Graph::new(systems);
        for &(system, after) in edges {
            graph.add(system - 1, after - 1);
        }
        graph
    }

    /// Numbers from 1, as the reference's.
    fn order(systems: Place, edges: &[(Place, Place)]) -> Result<Vec<Place>, Vec<Place>> {
        let all: Vec<Place> = (0..systems).collect();
        let numbers = |places: Vec<Place>| places.into_iter().map(|place| place + 1).collect();
        graph(systems.into(), edges).order(&all).map(numbers).map_err(numbers)
    }

    #[test]
    fn orders_are_the_published_ones() {
        let kat = [(1, 2), (3, 2), (3, 1), (5, 4), (5, 3)];
        let order_of_kat = order(5, &kat).expect("an order");
        assert_eq!(order_of_kat, [2, 1, 3, 4, 5]);
        let words: Vec<u64> = order_of_kat.into_iter().map(u64::from).collect();
        assert_eq!(crate::stable_id::fnv_words(&words), 0xAEF3_282F_393A_B332);
        assert_eq!(order(3, &[(1, 3)]), Ok(alloc::vec![2, 3, 1]));
        assert_eq!(order(3, &[(1, 2), (2, 3)]), Ok(alloc::vec![3, 2, 1]));
        assert_eq!(order(3, &[(1, 3), (1, 2)]), Ok(alloc::vec![2, 3, 1]));
        assert_eq!(order(4, &[]), Ok(alloc::vec![1, 2, 3, 4]));
    }

    #[test]
    fn cycles_are_the_published_ones() {
        assert_eq!(order(2, &[(1, 2), (2, 1)]), Err(alloc::vec![1, 2]));
        // A waits for the cycle of B and C, and is not in it.
        assert_eq!(order(3, &[(1, 2), (2, 3), (3, 2)]), Err(alloc::vec![2, 3]));
        assert_eq!(order(2, &[(2, 2)]), Err(alloc::vec![2]));
    }

    /// The first of all orders in lexicographic order, by trying.
    fn tried(systems: Place, edges: &[(Place, Place)], so_far: &mut Vec<Place>) -> bool {
        if so_far.len() == systems as usize {
            return true;
        }
        for next in 1..=systems {
            let waits =
                edges.iter().any(|&(system, after)| system == next && !so_far.contains(&after));
            if !so_far.contains(&next) && !waits {
                so_far.push(next);
                if tried(systems, edges, so_far) {
                    return true;
                }
                so_far.pop();
            }
        }
        false
    }

    /// Whether a path leads from one to the other, by walking all of them.
    fn leads(edges: &[(Place, Place)], from: Place, to: Place, steps: usize) -> bool {
        let mut nexts = edges.iter().filter(|&&(_, after)| after == from);
        steps > 0 && nexts.any(|&(next, _)| next == to || leads(edges, next, to, steps - 1))
    }

    #[test]
    fn order_is_the_first_of_all_orders_or_there_is_a_cycle() {
        let mut prng = Prng::new(7);
        let (mut orders, mut cycles) = (0, 0);
        for _ in 0..2_000 {
            let systems = prng.next_range(1, 7) as Place;
            let edges: Vec<(Place, Place)> = (0..prng.next_range(0, 8))
                .map(|_| [(); 2].map(|()| prng.next_range(1, u64::from(systems) + 1) as Place))
                .map(|[system, after]| (system, after))
                .collect();
            let mut expected = Vec::new();
            if tried(systems, &edges, &mut expected) {
                orders += 1;
                assert_eq!(order(systems, &edges), Ok(expected.clone()), "{edges:?}");
                let places: Vec<Place> = expected.iter().map(|number| number - 1).collect();
                let reach = graph(systems.into(), &edges).reach(&places);
                for (one, other) in (1..=systems).flat_map(|a| (1..=systems).map(move |b| (a, b))) {
                    let ordered = leads(&edges, one, other, 6) || leads(&edges, other, one, 6);
                    assert_eq!(reach.are_ordered(one - 1, other - 1), ordered, "{edges:?}");
                }
            } else {
                cycles += 1;
                let cycle = order(systems, &edges).expect_err("no order");
                for (at, system) in cycle.iter().enumerate() {
                    let next = cycle[(at + 1) % cycle.len()];
                    assert!(edges.contains(&(*system, next)), "{edges:?}: {cycle:?}");
                }
            }
        }
        assert!(orders > 500 && cycles > 200, "{orders} orders, {cycles} cycles");
    }
}
