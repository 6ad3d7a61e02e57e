//! A sentence as the most probable sequence of phrases (Dahlmeier, Liu and Ng 2011, equations 1 and 2).

use super::store::{Store, UNKNOWN};
use crate::interrupt;

/// What an unseen word counts as.
const UNSEEN: f64 = 0.5;
/// Sums of logarithms that differ less, in proportion, are the same but for rounding.
const TOLERANCE: f64 = 1e-11;

/// A phrase of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Segment {
    /// Position of its first word.
    pub begin: usize,
    /// Position after its last word.
    pub end: usize,
    /// Its node in the table; a word that is not there stays as it is.
    pub node: Option<u32>,
}

/// The best way to a position: the sum of logarithms and the last phrase.
#[derive(Clone, Copy)]
struct Way {
    sum: f64,
    last: Segment,
}

/// Cuts a sentence into phrases so that Σ ln(N(p)/ΣN) is largest; that sum, which is 0 for no words.
///
/// A single word that is no phrase of the table counts ½. Of equally good cuts the one with the longer last
/// phrase is taken, and so on towards the front.
pub fn segment(store: &Store<'_>, words: &[u32], segments: &mut Vec<Segment>) -> f64 {
    let mut ways: Vec<Option<Way>> = vec![None; words.len() + 1];
    let total = store.total();
    for begin in 0..words.len() {
        interrupt::poll();
        let before = ways[begin].map_or(0.0, |way| way.sum);
        let mut reach = |end: usize, node: Option<u32>, occurrences: f64| {
            let sum = before + (occurrences / total).ln();
            // Longer phrases come first, so that others must be better.
            let better = |way: Way| sum > way.sum + TOLERANCE * (1.0 + way.sum.abs());
            if ways[end].is_none_or(better) {
                let last = Segment { begin, end, node };
                ways[end] = Some(Way { sum, last });
            }
        };
        let mut node = 0;
        let mut known = false;
        for (end, &word) in (begin + 1..).zip(&words[begin..]) {
            let next = (word != UNKNOWN).then(|| store.child(node, word)).flatten();
            let Some(next) = next else { break };
            node = next;
            if !store.entries(node).is_empty() {
                known |= end == begin + 1;
                reach(end, Some(node), store.occurrences(node));
            }
        }
        if !known {
            reach(begin + 1, None, UNSEEN);
        }
    }
    segments.clear();
    let mut end = words.len();
    while let Some(way) = ways[end] {
        segments.push(way.last);
        end = way.last.begin;
    }
    segments.reverse();
    ways[words.len()].map_or(0.0, |way| way.sum)
}
