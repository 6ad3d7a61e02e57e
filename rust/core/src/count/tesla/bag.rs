//! Bags of weighted n-grams.

use std::cmp::Ordering;

/// The different n-grams of a line with their weights summed, in the order of their first occurrence.
///
/// That order, and with it every sum, depends on the line alone and not on how ids were given.
#[derive(Debug, Default)]
pub struct Bag {
    order: usize,
    /// The first occurrence of each n-gram.
    pub firsts: Vec<u32>,
    /// The weight of each n-gram.
    pub weights: Vec<f64>,
    /// The n-grams sorted by their ids, as indices into `firsts`.
    sorted: Vec<u32>,
    places: Vec<u32>,
    first_of: Vec<u32>,
}

impl Bag {
    /// The weight of the n-gram at a place if it is there for the first time.
    pub fn weight_from(&self, place: usize) -> Option<f64> {
        let number = *self.first_of.get(place)? as usize;
        let is_first = self.firsts.get(number) == Some(&(place as u32));
        is_first.then(|| self.weights[number])
    }

    /// Collects the n-grams of a line; `weights` has one for each place where one begins.
    pub fn fill(&mut self, ids: &[u32], order: usize, weights: &[f64]) {
        self.order = order;
        self.firsts.clear();
        self.weights.clear();
        self.sorted.clear();
        let count = weights.len();
        self.places.clear();
        self.places.extend(0..count as u32);
        let ngram = |place: u32| &ids[place as usize..place as usize + order];
        self.places
            .sort_unstable_by(|&a, &b| ngram(a).cmp(ngram(b)).then(a.cmp(&b)));
        self.first_of.clear();
        self.first_of.resize(count, 0);
        let mut first = None;
        for &place in &self.places {
            if first.is_none_or(|first| ngram(first) != ngram(place)) {
                first = Some(place);
                self.sorted.push(place);
            }
            self.first_of[place as usize] = first.unwrap_or(place);
        }
        // From here on `first_of` is the number of the n-gram, where it occurs for the first time.
        for (place, &weight) in weights.iter().enumerate() {
            let first = self.first_of[place] as usize;
            if first == place {
                self.first_of[place] = self.firsts.len() as u32;
                self.firsts.push(place as u32);
                self.weights.push(weight);
            } else {
                self.weights[self.first_of[first] as usize] += weight;
            }
        }
        for number in &mut self.sorted {
            *number = self.first_of[*number as usize];
        }
    }

    /// Σ over the n-grams of both bags of the smaller weight: the best match where n-grams are either
    /// the same or have nothing in common.
    pub fn common(&self, ids: &[u32], other: &Self, other_ids: &[u32]) -> f64 {
        let ngram = |first: u32| &ids[first as usize..first as usize + self.order];
        let compare = |number: u32, wanted: &[u32]| -> Ordering {
            let first = other.firsts[number as usize] as usize;
            other_ids[first..first + other.order].cmp(wanted)
        };
        let smaller = self
            .firsts
            .iter()
            .zip(&self.weights)
            .map(|(&first, &weight)| {
                let wanted = ngram(first);
                let found = other
                    .sorted
                    .binary_search_by(|&number| compare(number, wanted));
                found.map_or(0.0, |k| weight.min(other.weights[other.sorted[k] as usize]))
            });
        smaller.fold(0.0, |sum, weight| sum + weight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bag(ids: &[u32], order: usize, weights: &[f64]) -> Bag {
        let mut bag = Bag::default();
        bag.fill(ids, order, weights);
        bag
    }

    #[test]
    fn ngrams_are_merged_in_order_of_occurrence() {
        let made = bag(&[9, 1, 9, 1, 2], 2, &[1.0, 0.5, 0.25, 2.0]);
        assert_eq!(made.firsts, [0, 1, 3]);
        assert_eq!(made.weights, [1.25, 0.5, 2.0]);
        assert!(bag(&[1], 2, &[]).firsts.is_empty());
    }

    #[test]
    fn what_two_bags_have_in_common() {
        let (a, b) = ([9, 1, 9, 1, 2], [1, 9, 1, 7]);
        let (x, y) = (bag(&a, 1, &[1.0; 5]), bag(&b, 1, &[0.5; 4]));
        // 9: min(2, 0.5); 1: min(2, 1); 2 and 7 are alone.
        assert_eq!(x.common(&a, &y, &b).to_bits(), 1.5_f64.to_bits());
        assert_eq!(y.common(&b, &x, &a).to_bits(), 1.5_f64.to_bits());
    }
}
