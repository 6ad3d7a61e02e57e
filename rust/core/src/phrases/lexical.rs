//! How words are translated: relative frequencies of links (Koehn, Och and Marcu 2003, section 4).

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use rustc_hash::FxHasher;

use super::counts::key;
use crate::align::Link;

/// Counted links between words. A word without links is linked to NULL, as the paper has it.
#[derive(Debug)]
pub struct LinkCounts {
    counts: HashMap<u64, u32, BuildHasherDefault<FxHasher>>,
    /// How often each word was linked, NULL last.
    sources: Vec<u32>,
    targets: Vec<u32>,
}

impl LinkCounts {
    /// Of so many different words.
    pub fn new(source_words: usize, target_words: usize) -> Self {
        Self {
            counts: HashMap::default(),
            sources: vec![0; source_words + 1],
            targets: vec![0; target_words + 1],
        }
    }

    /// Adds the links of a sentence pair.
    pub fn add(&mut self, source: &[u32], target: &[u32], links: &[Link]) {
        let (mut linked_source, mut linked_target) =
            (vec![false; source.len()], vec![false; target.len()]);
        for &(i, j) in links {
            linked_source[i as usize] = true;
            linked_target[j as usize] = true;
            self.count(source[i as usize], target[j as usize]);
        }
        for (&word, _) in source.iter().zip(&linked_source).filter(|(_, l)| !**l) {
            self.count(word, self.null_target());
        }
        for (&word, _) in target.iter().zip(&linked_target).filter(|(_, l)| !**l) {
            self.count(self.null_source(), word);
        }
    }

    fn count(&mut self, source: u32, target: u32) {
        *self.counts.entry(key(source, target)).or_default() += 1;
        self.sources[source as usize] += 1;
        self.targets[target as usize] += 1;
    }

    fn null_source(&self) -> u32 {
        self.sources.len() as u32 - 1
    }

    fn null_target(&self) -> u32 {
        self.targets.len() as u32 - 1
    }

    fn seen(&self, source: u32, target: u32) -> f64 {
        self.counts
            .get(&key(source, target))
            .map_or(0.0, |&n| f64::from(n))
    }

    /// w(source | target).
    fn source_given_target(&self, source: u32, target: u32) -> f64 {
        self.seen(source, target) / f64::from(self.targets[target as usize])
    }

    /// w(target | source).
    fn target_given_source(&self, source: u32, target: u32) -> f64 {
        self.seen(source, target) / f64::from(self.sources[source as usize])
    }

    /// The lexical weights of a phrase pair that was seen with these links, `lex(f|e)` and `lex(e|f)`:
    /// a product over words of the mean over what they are linked to.
    pub fn weights(&self, source: &[u32], target: &[u32], links: &[Link]) -> (f64, f64) {
        let of_source = source.iter().enumerate().map(|(i, &word)| {
            let there = links.iter().filter(|link| link.0 as usize == i);
            let weights = there.map(|link| self.source_given_target(word, target[link.1 as usize]));
            mean(weights).unwrap_or_else(|| self.source_given_target(word, self.null_target()))
        });
        let of_target = target.iter().enumerate().map(|(j, &word)| {
            let there = links.iter().filter(|link| link.1 as usize == j);
            let weights = there.map(|link| self.target_given_source(source[link.0 as usize], word));
            mean(weights).unwrap_or_else(|| self.target_given_source(self.null_source(), word))
        });
        (of_source.product(), of_target.product())
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, number) = values.fold((0.0, 0_u32), |(sum, n), value| (sum + value, n + 1));
    (number > 0).then(|| sum / f64::from(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: (f64, f64), wanted: (f64, f64)) {
        assert!((found.0 - wanted.0).abs() < 1e-15, "{found:?} {wanted:?}");
        assert!((found.1 - wanted.1).abs() < 1e-15, "{found:?} {wanted:?}");
    }

    #[test]
    fn worked_by_hand() {
        // 0 1 | 0: both source words belong to the target word; 0 | 0 1: the second target word to none.
        let mut counts = LinkCounts::new(2, 2);
        counts.add(&[0, 1], &[0], &[(0, 0), (1, 0)]);
        counts.add(&[0], &[0, 1], &[(0, 0)]);
        // w(0|0) = 2/3, w(1|0) = 1/3 of target word 0, which has three links; the other way 2/2 and 1/1.
        near(
            counts.weights(&[0, 1], &[0], &[(0, 0), (1, 0)]),
            (2.0 / 9.0, 1.0),
        );
        // Target word 1 was only ever linked to NULL, and NULL to nothing else.
        near(counts.weights(&[0], &[0, 1], &[(0, 0)]), (2.0 / 3.0, 1.0));
        counts.add(&[], &[0], &[]);
        near(
            counts.weights(&[0], &[0, 1], &[(0, 0)]),
            (2.0 / 4.0, 1.0 / 2.0),
        );
    }
}
