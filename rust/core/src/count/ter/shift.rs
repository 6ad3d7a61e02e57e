//! Which shifts are tried, and which is taken.

use super::path::Path;
use super::reference::{Reference, UNKNOWN};
use crate::interrupt;

/// Longest span of words that is shifted.
const MAX_LENGTH: usize = 10;

/// Farthest apart, by their positions, that a span and its match in the reference may start.
const MAX_DISTANCE: usize = 50;

/// With this many candidates over all rounds of a segment, the search is given up. The round that
/// reaches the limit shifts nothing. (sacreBLEU's own limit; Tercom has none.)
const MAX_CANDIDATES: usize = 1000;

/// A shift, seen as two neighbouring spans that change places: `start..middle` and `middle..end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Swap {
    pub(super) start: usize,
    pub(super) middle: usize,
    pub(super) end: usize,
    /// Whether the span that is shifted is the second one.
    leftward: bool,
}

impl Swap {
    /// Moves `length` words from position `from` before the word at position `target`.
    ///
    /// A target inside the span, or right behind it, counts from the end of the span: the words
    /// move right by `target - from`.
    fn new(from: usize, length: usize, target: usize, hyp_words: usize) -> Self {
        let behind = from + length;
        if target < from {
            return Self {
                start: target,
                middle: from,
                end: behind,
                leftward: true,
            };
        }
        Self {
            start: from,
            middle: behind,
            end: if target > behind {
                target
            } else {
                hyp_words.min(target + length)
            },
            leftward: false,
        }
    }

    /// The span that is shifted, and where it begins afterwards.
    pub(super) fn shift(self) -> Shift {
        let (from, until, to) = if self.leftward {
            (self.middle, self.end, self.start)
        } else {
            (self.start, self.middle, self.start + self.end - self.middle)
        };
        Shift {
            from,
            length: until - from,
            to,
        }
    }

    fn changes_nothing(self) -> bool {
        self.middle == self.end
    }

    /// The words of `start..end` in their new order.
    pub(super) fn words(self, hyp: &[u32]) -> impl Iterator<Item = &u32> {
        let (left, right) = (&hyp[self.start..self.middle], &hyp[self.middle..self.end]);
        right.iter().chain(left)
    }

    /// Carries the shift out.
    pub(super) fn apply<T>(self, words: &mut [T]) {
        words[self.start..self.end].rotate_left(self.middle - self.start);
    }
}

/// A span of words that was moved: where it began and how long it is, and where it begins now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift {
    /// The place of its first word before.
    pub from: usize,
    /// Its words.
    pub length: usize,
    /// The place of its first word after.
    pub to: usize,
}

/// The number of errors before a shift, and what is known about the number after it.
#[derive(Clone, Copy)]
pub(super) struct Errors {
    /// Edit distance of the present hypothesis.
    pub(super) now: u32,
    /// What no order of the same words can go below.
    pub(super) least: u32,
    /// Whether `now` is Levenshtein's distance, not just the beam's.
    pub(super) exact: bool,
}

/// The candidate shifts of a hypothesis.
#[derive(Default)]
pub(super) struct Shifts {
    /// (first word, target) of the candidates of each length.
    by_length: [Vec<(u32, u32)>; MAX_LENGTH],
    /// Candidates of all rounds so far, repeated ones included.
    seen: usize,
}

impl Shifts {
    /// Forgets the rounds of the segment before.
    pub(super) fn restart(&mut self) {
        self.seen = 0;
    }

    /// Collects the candidates of another round; false if the search is to be given up.
    ///
    /// A span of hypothesis words is a candidate for the place of the same words in the reference
    /// when both hold an error and the span does not already cover the place. The targets are
    /// the places before the first and after each of the matched reference words.
    pub(super) fn find(&mut self, hyp: &[u32], reference: &Reference, path: &Path) -> bool {
        self.by_length.iter_mut().for_each(Vec::clear);
        for (from, &kind) in hyp.iter().enumerate() {
            let hyp_error = path.hyp_error_spans[from];
            if kind == UNKNOWN || hyp_error > MAX_LENGTH {
                continue;
            }
            let near = from.saturating_sub(MAX_DISTANCE)..=from + MAX_DISTANCE;
            for at in reference.positions(kind, near) {
                let shortest = hyp_error.max(path.ref_error_spans[at]);
                let longest = match path.entries[at + 1].checked_sub(from) {
                    None | Some(0) => MAX_LENGTH,
                    Some(covering) => MAX_LENGTH.min(covering - 1),
                };
                if shortest > longest {
                    continue;
                }
                let same = common_prefix(&hyp[from..], &reference.kinds()[at..], longest);
                for length in shortest..=same {
                    self.add(from, length, &path.entries[at..=at + length]);
                }
                if self.seen >= MAX_CANDIDATES {
                    return false;
                }
            }
        }
        true
    }

    /// Notes one span with its targets, which are in ascending order.
    fn add(&mut self, from: usize, length: usize, targets: &[usize]) {
        let list = &mut self.by_length[length - 1];
        for same in targets.chunk_by(|a, b| a == b) {
            list.push((from as u32, same[0] as u32));
            self.seen += 1;
        }
    }

    /// The candidate that leaves the fewest errors, and their number; none if none helps. Among
    /// equals the longest span, then the leftmost, then the leftmost target.
    ///
    /// `distance_below(swap, bound)` is the distance after the shift if it is below the bound.
    ///
    /// Candidates are tried in the order of preference, so each must do better than all before,
    /// and three things need not be tried at all: what is a repetition, anything once the least
    /// number of errors is reached, and spans too short to help. Since a shift of n words can be
    /// undone by n deletions and n insertions, it cannot gain more than 2n on Levenshtein's
    /// distance (and the beam can only make it gain less).
    pub(super) fn best(
        &mut self,
        hyp_words: usize,
        errors: Errors,
        mut distance_below: impl FnMut(Swap, u32) -> Option<u32>,
    ) -> Option<(Swap, u32)> {
        let mut best = None;
        let mut fewest = errors.now;
        for length in (1..=MAX_LENGTH).rev() {
            if errors.exact && errors.now - fewest >= 2 * length as u32 {
                break;
            }
            let list = &mut self.by_length[length - 1];
            list.sort_unstable();
            list.dedup();
            for (k, &(from, target)) in list.iter().enumerate() {
                if fewest == errors.least {
                    return best;
                }
                let swap = Swap::new(from as usize, length, target as usize, hyp_words);
                if swap.changes_nothing() {
                    continue;
                }
                interrupt::step(k);
                if let Some(distance) = distance_below(swap, fewest) {
                    fewest = distance;
                    best = Some((swap, distance));
                }
            }
        }
        best
    }
}

/// The number of words, up to a limit, with which both spans start.
fn common_prefix(a: &[u32], b: &[u32], limit: usize) -> usize {
    let pairs = a.iter().zip(b).take(limit);
    pairs.take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shifted(from: usize, length: usize, target: usize) -> Vec<u32> {
        let mut words = vec![0, 1, 2, 3, 4, 5];
        let swap = Swap::new(from, length, target, words.len());
        swap.apply(&mut words);
        let shift = swap.shift();
        assert_eq!((shift.from, shift.length), (from, length));
        assert_eq!(words[shift.to], from as u32);
        words
    }

    #[test]
    fn shifts_to_the_left_and_to_the_right() {
        assert_eq!(shifted(3, 2, 1), [0, 3, 4, 1, 2, 5]);
        assert_eq!(shifted(1, 2, 5), [0, 3, 4, 1, 2, 5]);
        assert_eq!(shifted(1, 2, 6), [0, 3, 4, 5, 1, 2]);
    }

    #[test]
    fn a_target_inside_the_span_moves_it_right() {
        assert_eq!(shifted(1, 2, 1), [0, 1, 2, 3, 4, 5]);
        assert_eq!(shifted(1, 2, 2), [0, 3, 1, 2, 4, 5]);
        assert_eq!(shifted(1, 2, 3), [0, 3, 4, 1, 2, 5]);
    }

    #[test]
    fn a_target_inside_the_last_span_stops_at_the_end() {
        assert_eq!(shifted(2, 3, 4), [0, 1, 5, 2, 3, 4]);
        assert_eq!(shifted(4, 2, 5), [0, 1, 2, 3, 4, 5]);
    }
}
