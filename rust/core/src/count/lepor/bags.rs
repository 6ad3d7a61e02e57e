//! Bag intersections of n-grams between one reference and one hypothesis after the other.

/// An n-gram of the reference: its number among those one word shorter, and its last word.
type Key = (u32, u32);

/// The reference's n-grams of one length, in ascending order of their keys.
#[derive(Default)]
struct Bag {
    keys: Vec<Key>,
    counts: Vec<u32>,
    /// Counts in the hypothesis at hand.
    seen: Vec<u32>,
}

/// The n-grams of a reference up to a length.
///
/// An n-gram is known by its number among those of its length, so a longer one is looked up by two
/// integers, and only where the shorter one was found.
pub(super) struct Bags {
    by_order: Vec<Bag>,
    /// The number of the n-gram that begins at each position still considered.
    begun: Vec<(usize, u32)>,
    sorting: Vec<Key>,
}

impl Bags {
    /// Bags of n-grams of 1 to `order` words.
    pub(super) fn new(order: usize) -> Self {
        Self {
            by_order: std::iter::repeat_with(Bag::default).take(order).collect(),
            begun: Vec::new(),
            sorting: Vec::new(),
        }
    }

    /// Replaces the n-grams by those of `reference`.
    pub(super) fn fill(&mut self, reference: &[u32]) {
        self.begun.clear();
        self.begun.extend((0..reference.len()).map(|p| (p, 0)));
        for (n, bag) in self.by_order.iter_mut().enumerate() {
            self.begun.truncate(reference.len().saturating_sub(n));
            self.sorting.clear();
            self.sorting.extend(
                self.begun
                    .iter()
                    .map(|&(p, number)| (number, reference[p + n])),
            );
            self.sorting.sort_unstable();
            bag.keys.clear();
            bag.counts.clear();
            for equal in self.sorting.chunk_by(|a, b| a == b) {
                bag.keys.push(equal[0]);
                bag.counts.push(equal.len() as u32);
            }
            for (p, number) in &mut self.begun {
                let key = (*number, reference[*p + n]);
                *number = bag.keys.partition_point(|&other| other < key) as u32;
            }
        }
    }

    /// Writes to `common[n - 1]` how many n-grams of length n the hypothesis shares.
    pub(super) fn count(&mut self, hyp: &[u32], common: &mut [f64]) {
        self.begun.clear();
        self.begun.extend((0..hyp.len()).map(|p| (p, 0)));
        for (n, (bag, common)) in self.by_order.iter_mut().zip(common).enumerate() {
            self.begun.truncate(hyp.len().saturating_sub(n));
            bag.seen.clear();
            bag.seen.resize(bag.keys.len(), 0);
            let mut shared = 0_u32;
            self.begun.retain_mut(|(p, number)| {
                let Some(&word) = hyp.get(*p + n) else {
                    return false;
                };
                let Ok(found) = bag.keys.binary_search(&(*number, word)) else {
                    return false;
                };
                bag.seen[found] += 1;
                shared += u32::from(bag.seen[found] <= bag.counts[found]);
                *number = found as u32;
                true
            });
            *common = f64::from(shared);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn common(hyp: &[u32], reference: &[u32]) -> Vec<f64> {
        let mut bags = Bags::new(3);
        let mut common = vec![9.0; 3];
        bags.fill(&[4, 4, 4]);
        bags.fill(reference);
        bags.count(&[1, 2, 3], &mut common);
        bags.count(hyp, &mut common);
        common
    }

    #[test]
    fn hand_worked() {
        assert_eq!(common(&[1, 2, 1, 2, 1], &[1, 2, 1, 3]), [3., 2., 1.]);
        assert_eq!(common(&[1, 1, 1, 1], &[1, 1, 2, 1, 1]), [4., 2., 0.]);
        assert_eq!(common(&[5, 1, 2], &[1, 2]), [2., 1., 0.]);
        assert_eq!(common(&[], &[1, 2]), [0.; 3]);
        assert_eq!(common(&[1], &[]), [0.; 3]);
    }
}
