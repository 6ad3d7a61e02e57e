//! How alike a hypothesis and a reference order the words of their source.
//!
//! Both sides are word alignments of one source sentence, read as permutations of its words
//! ([`crate::align::permutation`]). `LRscore` (Birch & Osborne 2011) compares the *ranks* of source
//! words, PORT (Chen et al. 2012) the *orders* in which they are said; for two permutations neither
//! of which is the identity these differ.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::align::{Alignments, Link, permutation};
use crate::error::{Error, Result};
use crate::interrupt;
use crate::layout::{Layout, Per, Segment};

/// Numbers in a row of [`orderings`].
pub const ROW_WIDTH: usize = 6;

/// How many permutations of a segment are remembered: candidates of one list have few different ones.
const REMEMBERED: usize = 8;

/// A permutation of source words in both of its forms.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Permutation {
    ranks: Vec<u32>,
    order: Vec<u32>,
}

impl Permutation {
    /// Becomes that of an order of source words.
    fn fill(&mut self, order: &[u32]) {
        self.order.clear();
        self.order.extend_from_slice(order);
        self.ranks.clear();
        self.ranks.resize(order.len(), 0);
        for (place, &source) in order.iter().enumerate() {
            self.ranks[source as usize] = place as u32;
        }
    }
}

/// The order of the source words of one line after the other.
#[derive(Default)]
struct Orders {
    keys: Vec<u64>,
    order: Vec<u32>,
    /// Whether a link began outside its source; that line has no words.
    outside: bool,
}

impl Orders {
    fn of(&mut self, links: &[Link], source_length: usize) -> &[u32] {
        self.order.clear();
        match permutation::sort_words(links, source_length, &mut self.keys) {
            Some(()) => self.order.extend(self.keys.iter().map(|&key| key as u32)),
            None => self.outside = true,
        }
        &self.order
    }
}

/// For every row and reference: source length n, then similarities from 0 to 1: Hamming and Kendall
/// of the ranks, Spearman's ρ (floored at 0), Kendall's τ and PORT's v of the orders.
///
/// Without source words they are 0.
///
/// # Errors
/// When the numbers of lines contradict each other, a link lies outside its source, or threads
/// cannot be started.
pub fn orderings(
    source_lengths: &[u32],
    hyps: &Alignments,
    refs: &Alignments,
    layout: &Layout,
) -> Result<Vec<f64>> {
    if source_lengths.len() != layout.segments() {
        return Err(Error::Layout(format!(
            "{} source lengths for {} segments",
            source_lengths.len(),
            layout.segments()
        )));
    }
    let outside = AtomicBool::new(false);
    let count = |scratch: &mut Scratch, segment: Segment<'_>, out: &mut [f64]| {
        let n = source_lengths[segment.number()] as usize;
        let Scratch {
            references,
            known,
            orders,
            inversions,
        } = scratch;
        let lines = segment.references();
        if references.len() < lines.len() {
            references.resize_with(lines.len(), Permutation::default);
        }
        let references = &mut references[..lines.len()];
        for (reference, r) in references.iter_mut().zip(lines) {
            reference.fill(orders.of(refs.line(r), n));
        }
        known.clear();
        let width = ROW_WIDTH * references.len();
        for (k, h) in segment.hypotheses().enumerate() {
            interrupt::poll();
            let order = orders.of(hyps.line(h), n);
            let (before, here) = out.split_at_mut(width * k);
            let here = &mut here[..width];
            if let Some((_, row)) = known.iter().find(|(known, _)| *known.order == *order) {
                here.copy_from_slice(&before[width * row..][..width]);
                continue;
            }
            let mut hyp = Permutation::default();
            hyp.fill(order);
            for (reference, row) in references.iter().zip(here.chunks_exact_mut(ROW_WIDTH)) {
                row[0] = n as f64;
                row[1..].copy_from_slice(&compare(&hyp, reference, inversions));
            }
            if known.len() == REMEMBERED {
                known.remove(0);
            }
            known.push((hyp, k));
        }
        if orders.outside {
            outside.store(true, Ordering::Relaxed);
        }
    };
    let rows = layout.count(ROW_WIDTH, Per::Reference, Scratch::default, count)?;
    if outside.into_inner() {
        return Err(Error::Layout(
            "a word alignment leaves its source sentence".into(),
        ));
    }
    Ok(rows)
}

/// For every line the Kendall similarity of the identity and the ranks of its source words: how
/// monotone the translation is. 0 without source words.
///
/// # Errors
/// When the numbers of lines differ or a link lies outside its source.
pub fn monotonicity(source_lengths: &[u32], alignments: &Alignments) -> Result<Vec<f64>> {
    if source_lengths.len() != alignments.len() {
        return Err(Error::Layout(format!(
            "{} source lengths for {} word alignments",
            source_lengths.len(),
            alignments.len()
        )));
    }
    let mut inversions = Inversions::default();
    let similarity = |(links, &n): (&[Link], &u32)| {
        interrupt::poll();
        let ranks = permutation::ranks(links, n as usize);
        let ranks = ranks
            .ok_or_else(|| Error::Layout("a word alignment leaves its source sentence".into()))?;
        Ok(kendall(
            inversions.count(ranks.iter().copied()),
            ranks.len(),
        ))
    };
    alignments
        .lines()
        .zip(source_lengths)
        .map(similarity)
        .collect()
}

#[derive(Default)]
struct Scratch {
    references: Vec<Permutation>,
    /// Those of the last hypotheses that had another one, and which of the segment's they were.
    known: Vec<(Permutation, usize)>,
    orders: Orders,
    inversions: Inversions,
}

/// Counts pairs that stand the wrong way round, by merge sort.
#[derive(Default)]
struct Inversions {
    values: Vec<u32>,
    merged: Vec<u32>,
}

impl Inversions {
    fn count(&mut self, values: impl Iterator<Item = u32>) -> u64 {
        self.values.clear();
        self.values.extend(values);
        let n = self.values.len();
        let mut inverted = 0;
        let mut width = 1;
        while width < n {
            self.merged.clear();
            for pair in self.values.chunks(2 * width) {
                let (mut left, mut right) = pair.split_at(width.min(pair.len()));
                while let (Some((&l, left_rest)), Some((&r, right_rest))) =
                    (left.split_first(), right.split_first())
                {
                    if l <= r {
                        self.merged.push(l);
                        left = left_rest;
                    } else {
                        self.merged.push(r);
                        right = right_rest;
                        inverted += left.len() as u64;
                    }
                }
                self.merged.extend_from_slice(left);
                self.merged.extend_from_slice(right);
            }
            std::mem::swap(&mut self.values, &mut self.merged);
            width *= 2;
        }
        inverted
    }
}

/// Hamming, Kendall, ρ, τ, v.
fn compare(hyp: &Permutation, reference: &Permutation, inversions: &mut Inversions) -> [f64; 5] {
    let n = hyp.order.len();
    if hyp == reference && n > 0 {
        return [1.0; 5];
    }
    // Lengths differ only where a link leaves its source, which is reported when all are counted.
    if n == 0 || n != reference.order.len() {
        return [0.0; 5];
    }
    let moved = hyp.ranks.iter().zip(&reference.ranks);
    let hamming = 1.0 - moved.filter(|(a, b)| a != b).count() as f64 / n as f64;
    // Ranks of the reference, read in the order of the hypothesis.
    let discordant = inversions.count(hyp.order.iter().map(|&s| reference.ranks[s as usize]));
    // Orders of the reference, read by the ranks of the hypothesis' orders.
    let swapped = inversions.count(
        hyp.ranks
            .iter()
            .map(|&place| reference.order[place as usize]),
    );
    [
        hamming,
        kendall(discordant, n),
        spearman(&hyp.order, &reference.order),
        1.0 - share(swapped, n),
        ordering(&hyp.order, &reference.order),
    ]
}

/// Of all pairs of `n` things.
fn share(pairs: u64, n: usize) -> f64 {
    let all = n * n.saturating_sub(1) / 2;
    if all == 0 {
        0.0
    } else {
        pairs as f64 / all as f64
    }
}

/// Birch & Osborne's Kendall similarity, 1 − √(share of discordant pairs); 0 for an empty sentence.
fn kendall(discordant: u64, n: usize) -> f64 {
    if n == 0 {
        0.0
    } else {
        1.0 - share(discordant, n).sqrt()
    }
}

fn spearman(a: &[u32], b: &[u32]) -> f64 {
    let n = a.len() as f64;
    if a.len() < 2 {
        return 1.0;
    }
    let squares: f64 = a
        .iter()
        .zip(b)
        .map(|(&x, &y)| (f64::from(x) - f64::from(y)).powi(2))
        .sum();
    (1.0 - 6.0 * squares / (n * (n * n - 1.0))).max(0.0)
}

/// PORT's v, equations 11–15: the harmonic mean of what is left of the largest distances between
/// positions (v1) and between steps (v2).
fn ordering(a: &[u32], b: &[u32]) -> f64 {
    let n = a.len() as f64;
    if a.len() == 1 {
        return 1.0;
    }
    let mut positions = 0_u64;
    let mut steps = 0_u64;
    let (mut before_a, mut before_b) = (0_i64, 0_i64);
    for (&x, &y) in a.iter().zip(b) {
        let (x, y) = (i64::from(x) + 1, i64::from(y) + 1);
        positions += x.abs_diff(y);
        steps += (x - before_a).abs_diff(y - before_b);
        (before_a, before_b) = (x, y);
    }
    let v1 = 1.0 - positions as f64 / (n * (n + 1.0) / 2.0);
    let v2 = 1.0 - steps as f64 / (n * n - 1.0);
    if v1 <= 0.0 || v2 <= 0.0 {
        return 0.0;
    }
    2.0 * v1 * v2 / (v1 + v2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn permutation(ranks: &[u32]) -> Permutation {
        let links: Vec<Link> = (0..).zip(ranks.iter().copied()).collect();
        let mut permutation = Permutation::default();
        permutation.fill(Orders::default().of(&links, ranks.len()));
        permutation
    }

    fn similarities(a: &[u32], b: &[u32]) -> [f64; 5] {
        compare(&permutation(a), &permutation(b), &mut Inversions::default())
    }

    #[test]
    fn table_1_of_birch_and_osborne() {
        let identity: Vec<u32> = (0..10).collect();
        let near = [0, 1, 2, 3, 5, 4, 6, 7, 8, 9];
        let halves = [5, 6, 7, 8, 9, 0, 1, 2, 3, 4];
        let percent =
            |other: &[u32], k: usize| (similarities(&identity, other)[k] * 1e4).round() / 100.0;
        for (other, hamming, kendall) in [
            (identity.as_slice(), 100.0, 100.0),
            (near.as_slice(), 80.0, 85.09),
            (halves.as_slice(), 0.0, 25.46),
        ] {
            assert!((percent(other, 0) - hamming).abs() < 1e-9);
            assert!((percent(other, 1) - kendall).abs() < 1e-9);
        }
    }

    fn all_permutations(n: u32) -> Vec<Vec<u32>> {
        if n == 0 {
            return vec![vec![]];
        }
        let shorter = all_permutations(n - 1);
        let insert = |p: &Vec<u32>, at: usize| {
            let mut longer = p.clone();
            longer.insert(at, n - 1);
            longer
        };
        shorter
            .iter()
            .flat_map(|p| (0..n as usize).map(move |at| insert(p, at)))
            .collect()
    }

    #[test]
    fn every_pair_of_short_permutations_is_within_bounds() {
        for n in 1..=5 {
            let all = all_permutations(n);
            for a in &all {
                for b in &all {
                    let found = similarities(a, b);
                    assert!(
                        found.iter().all(|x| (-1e-12..=1.0 + 1e-12).contains(x)),
                        "{a:?} {b:?}"
                    );
                    assert_eq!(found.iter().all(|x| (x - 1.0).abs() < 1e-12), a == b);
                    let back = similarities(b, a);
                    assert!(found.iter().zip(&back).all(|(x, y)| (x - y).abs() < 1e-12));
                }
            }
        }
    }

    #[test]
    fn inversions_agree_with_counting_all_pairs() {
        for p in all_permutations(6) {
            let slow = (0..6)
                .flat_map(|i| (i + 1..6).map(move |j| (i, j)))
                .filter(|&(i, j)| p[i] > p[j])
                .count();
            assert_eq!(Inversions::default().count(p.iter().copied()), slow as u64);
        }
    }

    #[test]
    fn rows_of_a_list_are_those_of_its_lines() {
        let aligned = |lines: &[&[u32]]| {
            let mut made = Alignments::with_capacity(lines.len(), 0);
            for line in lines {
                made.push((0..).zip(line.iter().copied()));
            }
            made
        };
        // More different ones than are remembered, and each comes again at once and later.
        let all = all_permutations(4);
        let lines: Vec<&[u32]> = all
            .iter()
            .chain(all.iter().rev())
            .flat_map(|p| [p.as_slice(); 2])
            .collect();
        let (hyps, refs) = (aligned(&lines), aligned(&[&all[3], &all[17]]));
        let rows = vec![0; lines.len()];
        let numbers = (0..lines.len() as u32).collect();
        let layout = Layout::new(numbers, rows, vec![0, 2], lines.len(), 2).unwrap();
        let found = orderings(&[4], &hyps, &refs, &layout).unwrap();
        for (pair, row) in found.chunks_exact(ROW_WIDTH).enumerate() {
            let wanted = similarities(lines[pair / 2], &all[[3, 17][pair % 2]]);
            assert_eq!(row[1..], wanted);
        }
    }

    #[test]
    fn an_empty_source_has_no_order() {
        assert!(similarities(&[], &[]).iter().all(|x| x.abs() < 1e-12));
        assert!(
            similarities(&[0], &[0])
                .iter()
                .all(|x| (x - 1.0).abs() < 1e-12)
        );
    }
}
