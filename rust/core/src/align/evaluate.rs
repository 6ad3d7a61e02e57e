//! Alignments against people's (Och & Ney 2003): sure links must be found, possible ones may be.

use super::links::{Alignments, Link};

/// How many links of an alignment people agree with; corpora add up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Links of the alignment, |A|.
    pub links: u64,
    /// Sure links of the gold standard, |S|.
    pub sure: u64,
    /// Links that are sure, |A ∩ S|.
    pub links_sure: u64,
    /// Links that are sure or possible, |A ∩ P|.
    pub links_possible: u64,
}

/// 1 where nothing was asked for, as for an alignment without links or gold without sure links.
fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        1.0
    } else {
        part as f64 / whole as f64
    }
}

impl Agreement {
    /// Counts one sentence pair; sure links count as possible whether listed there or not.
    pub fn of(links: &[Link], sure: &[Link], possible: &[Link]) -> Self {
        let is_sure = |link: &&Link| sure.contains(link);
        let is_possible = |link: &&Link| sure.contains(link) || possible.contains(link);
        Self {
            links: links.len() as u64,
            sure: sure.len() as u64,
            links_sure: links.iter().filter(is_sure).count() as u64,
            links_possible: links.iter().filter(is_possible).count() as u64,
        }
    }

    /// Counts a corpus; `None` when the numbers of sentence pairs differ.
    pub fn of_corpus(links: &Alignments, sure: &Alignments, possible: &Alignments) -> Option<Self> {
        if links.len() != sure.len() || links.len() != possible.len() {
            return None;
        }
        let lines = links.lines().zip(sure.lines()).zip(possible.lines());
        Some(lines.map(|((a, s), p)| Self::of(a, s, p)).sum())
    }

    /// |A ∩ P| / |A|
    pub fn precision(&self) -> f64 {
        ratio(self.links_possible, self.links)
    }

    /// |A ∩ S| / |S|
    pub fn recall(&self) -> f64 {
        ratio(self.links_sure, self.sure)
    }

    /// The harmonic mean of precision and recall.
    pub fn f_measure(&self) -> f64 {
        let (p, r) = (self.precision(), self.recall());
        if p + r > 0.0 {
            2.0 * p * r / (p + r)
        } else {
            0.0
        }
    }

    /// Alignment error rate, 1 − (|A ∩ S| + |A ∩ P|) / (|A| + |S|).
    pub fn error_rate(&self) -> f64 {
        1.0 - ratio(
            self.links_sure + self.links_possible,
            self.links + self.sure,
        )
    }
}

impl std::ops::Add for Agreement {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            links: self.links + other.links,
            sure: self.sure + other.sure,
            links_sure: self.links_sure + other.links_sure,
            links_possible: self.links_possible + other.links_possible,
        }
    }
}

impl std::iter::Sum for Agreement {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), std::ops::Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worked_by_hand() {
        let a = [(0, 0), (1, 1), (2, 2), (3, 3)];
        let sure = [(0, 0), (1, 1), (4, 4)];
        let possible = [(0, 0), (1, 1), (4, 4), (2, 2)];
        let agreement = Agreement::of(&a, &sure, &possible);
        assert!((agreement.precision() - 0.75).abs() < 1e-12);
        assert!((agreement.recall() - 2.0 / 3.0).abs() < 1e-12);
        assert!((agreement.error_rate() - 2.0 / 7.0).abs() < 1e-12);
        assert!((agreement.f_measure() - 12.0 / 17.0).abs() < 1e-12);
    }

    #[test]
    fn perfect_and_empty() {
        let sure = [(0, 0)];
        assert!(Agreement::of(&sure, &sure, &[]).error_rate().abs() < 1e-12);
        assert!((Agreement::of(&[], &sure, &sure).error_rate() - 1.0).abs() < 1e-12);
        assert!(Agreement::of(&[], &[], &[]).error_rate().abs() < 1e-12);
    }

    #[test]
    fn corpora_add_up_and_must_match() {
        let a: Alignments = [vec![(0, 0)], vec![(1, 1)]].into_iter().collect();
        let one: Alignments = [vec![(0, 0)]].into_iter().collect();
        let sum = Agreement::of_corpus(&a, &a, &a).unwrap();
        assert_eq!((sum.links, sum.links_sure), (2, 2));
        assert!(Agreement::of_corpus(&a, &one, &a).is_none());
    }
}
