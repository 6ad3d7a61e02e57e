//! nLEPOR and hLEPOR as the scripts released by the paper's authors compute them.
//!
//! For those who must match published numbers. What looks odd here is what the scripts do; the
//! loops that they run over all pairs of words are replaced by what those loops amount to.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use rustc_hash::FxHasher;

use super::PositionDifference;
use super::occurrences::Occurrences;
use crate::error::Result;
use crate::interrupt;
use crate::layout::Layout;
use crate::text::{Texts, case};

/// Replaces the contents of `out` by Perl's `lc` of `line`, which knows no final sigma.
pub fn perl_lower(line: &str, out: &mut String) {
    if line.contains('Σ') {
        case::lower_into(&line.replace('Σ', "σ"), out);
    } else {
        case::lower_into(line, out);
    }
}

/// Perl's `split(/\s+/, $line)` on Unicode text.
///
/// Whitespace at the beginning yields a first token that is empty; at the end it yields nothing.
pub fn perl_split(line: &str) -> impl Iterator<Item = &str> {
    let line = line.trim_end();
    let first = line.starts_with(char::is_whitespace).then_some("");
    first.into_iter().chain(line.split_whitespace())
}

/// The id of the empty word, which is also what Perl reads outside an array.
const EMPTY: u32 = 0;

/// Gives words ids that mean something only to itself.
struct Interner {
    ids: HashMap<String, u32, BuildHasherDefault<FxHasher>>,
    lowered: String,
}

impl Interner {
    fn new() -> Self {
        Self {
            ids: std::iter::once((String::new(), EMPTY)).collect(),
            lowered: String::new(),
        }
    }

    /// Replaces the contents of `words` by those of `line`.
    fn encode(&mut self, line: &str, words: &mut Vec<u32>) {
        words.clear();
        perl_lower(line, &mut self.lowered);
        for word in perl_split(&self.lowered) {
            let id = self.ids.get(word).copied().unwrap_or_else(|| {
                let id = self.ids.len() as u32;
                self.ids.insert(word.to_owned(), id);
                id
            });
            words.push(id);
        }
    }
}

/// A reference to be compared with one hypothesis after the other.
struct Reference {
    words: Vec<u32>,
    occurrences: Occurrences<u32>,
    /// Positions that the second pass of [`Self::matches`] must leave alone.
    taken: Vec<bool>,
}

impl Reference {
    fn new() -> Self {
        Self {
            words: Vec::new(),
            occurrences: Occurrences::new(),
            taken: Vec::new(),
        }
    }

    fn read(&mut self, line: &str, interner: &mut Interner) {
        interner.encode(line, &mut self.words);
        self.occurrences.fill(self.words.iter().copied().zip(0..));
    }

    fn places(&self, word: u32) -> impl Iterator<Item = usize> {
        self.occurrences.of(word).iter().map(|&k| k as usize)
    }

    /// How many words the hypothesis has in common with the reference.
    ///
    /// Each word records its first position that is still there. The scripts look a position up
    /// among the recorded ones as a string, and find it at the beginning of any of them: recording
    /// 17 takes away 17 and also 1.
    fn common(&mut self, hyp: &[u32]) -> usize {
        let mut common = 0;
        for (j, &word) in hyp.iter().enumerate() {
            interrupt::step(j);
            let Some(&recorded) = self.occurrences.of(word).first() else {
                continue;
            };
            common += 1;
            for prefix in decimal_prefixes(recorded) {
                self.occurrences.remove(self.words[prefix as usize], prefix);
            }
        }
        self.occurrences.restore();
        common
    }

    /// Calls `each` with the positions of every match.
    fn matches(&mut self, hyp: &[u32], mut each: impl FnMut(usize, usize)) {
        let confirmed = |reference: &Self, j: usize| {
            reference
                .places(hyp[j])
                .find(|&k| confirms(hyp, j, &reference.words, k))
        };
        // The first pass goes through the hypothesis and, for each word, through the reference
        // until a position confirms the match. It frees every position it visits, so what a word
        // has taken stays taken only if all later words stop before it.
        self.taken.clear();
        self.taken.resize(self.words.len(), false);
        let mut visited = 0;
        for j in (0..hyp.len()).rev() {
            interrupt::step(j);
            if visited == self.words.len() {
                break;
            }
            let Some(k) = confirmed(self, j) else {
                break;
            };
            if k >= visited {
                self.taken[k] = true;
                visited = k + 1;
            }
        }
        // The second pass gives the remaining words the nearest free position, or else the first
        // position of all.
        for (j, &word) in hyp.iter().enumerate() {
            interrupt::step(j);
            if self.occurrences.of(word).is_empty() {
                continue;
            }
            let nearest_free = || {
                self.places(word)
                    .filter(|&k| !self.taken[k])
                    .min_by_key(|&k| (k.abs_diff(j), k))
            };
            each(j, confirmed(self, j).or_else(nearest_free).unwrap_or(0));
        }
    }
}

/// The numbers whose decimal digits `position` begins with.
fn decimal_prefixes(position: u32) -> impl Iterator<Item = u32> {
    std::iter::successors(Some(position), |&prefix| {
        (prefix >= 10).then_some(prefix / 10)
    })
}

/// Whether the first pass accepts position `k` for word `j`: the first word of a hypothesis looks
/// at the next two on both sides, the last two words at the two before, the others at nothing.
fn confirms(hyp: &[u32], j: usize, reference: &[u32], k: usize) -> bool {
    let forward = j == 0;
    if !forward && j + 2 < hyp.len() {
        return true;
    }
    let nearby =
        |line, at| [1, 2].map(|step| perl_index(line, at, if forward { step } else { -step }));
    let near_reference = nearby(reference, k);
    nearby(hyp, j)
        .iter()
        .any(|word| near_reference.contains(word))
}

/// The word `step` beside position `at`: before the beginning, Perl counts from the end; outside
/// of that it reads nothing.
fn perl_index(line: &[u32], at: usize, step: isize) -> u32 {
    let index = at.checked_add_signed(step).or_else(|| {
        let before_the_beginning = step.unsigned_abs() - at;
        line.len().checked_sub(before_the_beginning)
    });
    index
        .and_then(|index| line.get(index))
        .copied()
        .unwrap_or(EMPTY)
}

/// Numbers in a row of [`perl_counts`].
pub const PERL_ROW_WIDTH: usize = 4;

/// What counting keeps between lines.
struct Scratch {
    interner: Interner,
    reference: Reference,
    hyp: Vec<u32>,
}

/// For every row and reference: hypothesis length I, reference length K, common words and
/// normalised position difference NPD.
///
/// Lines are lower-cased and split as Perl does, so they must already be tokenised. NPD is
/// (1/I) Σ |j/I − k/K| over matched words with positions from 1; it is 0 without matches. Where I,
/// K and the common words are equal, some of the scripts take it to be 0; that is left to the caller.
///
/// # Errors
/// When threads cannot be started.
pub fn perl_counts(hyps: &Texts, refs: &Texts, layout: &Layout) -> Result<Vec<f64>> {
    let prepare = |scratch: &mut Scratch, r: usize| {
        scratch.reference.read(refs.line(r), &mut scratch.interner);
    };
    let count = |scratch: &mut Scratch, h: usize, row: &mut [f64]| {
        let Scratch {
            interner,
            reference,
            hyp,
        } = scratch;
        interner.encode(hyps.line(h), hyp);
        let (i, k) = (hyp.len(), reference.words.len());
        let mut difference = PositionDifference::default();
        reference.matches(hyp, |at, place| difference.add((at, i), (place, k)));
        row[0] = i as f64;
        row[1] = k as f64;
        row[2] = reference.common(hyp) as f64;
        row[3] = difference.normalised(i, k);
    };
    let init = || Scratch {
        interner: Interner::new(),
        reference: Reference::new(),
        hyp: Vec::new(),
    };
    layout.count_pairs(PERL_ROW_WIDTH, init, prepare, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(line: &str) -> Vec<String> {
        let mut lowered = String::new();
        perl_lower(line, &mut lowered);
        perl_split(&lowered).map(str::to_owned).collect()
    }

    fn count(hyp: &str, reference: &str) -> Vec<f64> {
        let hyps: Texts = [hyp].iter().collect();
        let refs: Texts = [reference].iter().collect();
        let layout = Layout::new(vec![0], vec![0], vec![0, 1], 1, 1).unwrap();
        perl_counts(&hyps, &refs, &layout).unwrap()
    }

    #[test]
    fn splitting() {
        assert_eq!(split(" The\u{a0}CAT \n"), ["", "the", "cat"]);
        assert_eq!(split("a\x1cb"), ["a\x1cb"]);
        assert_eq!(split("ΟΔΟΣ ς"), ["οδοσ", "ς"]);
        assert!(split(" \t").is_empty());
        assert!(split("").is_empty());
    }

    #[test]
    fn a_recorded_position_takes_its_leading_digits_away() {
        // Recording position 10 takes position 1 away.
        let mut reference = ["x"; 11];
        reference[1] = "b";
        reference[10] = "a";
        assert!((count("a b", &reference.join(" "))[2] - 1.0).abs() < 1e-12);
        assert!((count("b a", &reference.join(" "))[2] - 2.0).abs() < 1e-12);
    }

    #[test]
    fn empty_sides() {
        assert_eq!(count("", "a b"), [0., 2., 0., 0.]);
        assert_eq!(count("a b c", " "), [3., 0., 0., 0.]);
        assert_eq!(count("", ""), [0.; 4]);
    }

    #[test]
    fn words_outside_a_line_are_equal_to_each_other() {
        // The nothing after the hypothesis confirms the last 'a' of the reference, far as it is.
        assert_eq!(count("a", "a b a"), [1., 3., 1., 0.]);
        // Here nothing confirms any position, and the second pass takes the nearest one.
        assert_eq!(count("a", "a b a b c b"), [1., 6., 1., 5. / 6.]);
    }
}
