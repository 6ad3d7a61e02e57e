//! Translation edit rate: edits with shifts (Snover et al., 2006).
//!
//! TER counts the insertions, deletions, substitutions and *shifts* (moves of a span of words to
//! another place, at cost 1 whatever their size) that turn a hypothesis into its reference. Finding
//! the fewest is NP-hard; the paper's Algorithm 1 is greedy: as long as some shift reduces the edit
//! distance, carry out the one that reduces it most. The edits are the shifts plus the distance
//! that remains.
//!
//! A gain of 1 pays for the shift itself only, but it is taken: it may open the way to others.
//!
//! From the paper come the conditions that a span must meet: the same words in the reference, an
//! error on both sides, and a place it does not occupy already. The count is that of sacreBLEU
//! 2.6.0, which follows Tercom, the paper's own program, in what the paper leaves open:
//!
//! - the edit distance is searched in a beam only (`beam`);
//! - spans have at most 10 words, and their reference words start at most 50 positions away;
//! - ties between shifts and between edit paths decide which shift comes next, so their order is
//!   part of the definition (`Shifts::best`, `Step`);
//!
//! and differs from Tercom in the shape of the beam, in that targets lie *before* hypothesis words
//! (`Path::entries`), and in that the search ends for good at 1000 candidates (`shift`).

mod beam;
mod bits;
mod cells;
mod explained;
mod path;
mod reference;
mod shift;

pub use explained::{Explained, explained};
pub use path::Step;
pub use shift::Shift;

use beam::Beam;
use bits::BitMatrix;
use cells::CellMatrix;
use path::Path;
use reference::Reference;
use shift::{Errors, Shifts, Swap};

use super::fewest::fewest_errors;
use crate::error::Result;
use crate::interrupt;
use crate::layout::Layout;
use crate::text::Tokens;

/// The edit matrix of a hypothesis that is being shifted around.
///
/// Only the order of the hypothesis' words changes, so a matrix is shaped once, and rows above a
/// change are kept.
trait Matrix {
    /// Starts over with lines of other lengths.
    fn shape(&mut self, beam: &Beam);

    /// Computes the rows after row `from`; the distance.
    fn fill(&mut self, hyp: &[u32], reference: &Reference, from: usize) -> u32;

    /// How the cheapest path enters a cell of the filled matrix, row 0 and column 0 aside.
    fn step_into(&self, row: usize, column: usize, hyp: &[u32], reference: &Reference) -> Step;

    /// The distance after a shift of the filled matrix' hypothesis, if it is below the bound.
    fn distance_below(
        &mut self,
        bound: u32,
        swap: Swap,
        hyp: &[u32],
        reference: &Reference,
    ) -> Option<u32>;
}

/// For every row the fewest edits to a reference, and the mean reference length.
///
/// # Errors
/// When the two were interned separately or threads cannot be started.
pub fn best_edits(hyps: &Tokens, refs: &Tokens, layout: &Layout) -> Result<Vec<f64>> {
    fewest_errors(hyps, refs, layout, Ter::default, |ter, h, r| {
        ter.edits(h, r) as usize
    })
}

/// Scratch for counting; one per thread, reused across segments.
#[derive(Default)]
pub struct Ter {
    reference: Reference,
    bits: BitMatrix,
    cells: CellMatrix,
    search: Search,
}

impl Ter {
    /// Smallest number of edits (insertions, deletions, substitutions, shifts) found by the greedy
    /// shift search turning `hyp` into `reference`.
    ///
    /// Memory grows with the lengths, not with their product.
    pub fn edits(&mut self, hyp: &[u32], reference: &[u32]) -> u32 {
        if hyp == reference {
            return 0;
        }
        if hyp.is_empty() || reference.is_empty() {
            return (hyp.len() + reference.len()) as u32;
        }
        self.reference.read(reference);
        let shared = self.reference.classify(hyp, &mut self.search.hyp);
        let least = hyp.len().max(reference.len()) - shared;
        let beam = Beam::new(hyp.len(), reference.len());
        let Self {
            reference,
            search,
            bits,
            cells,
        } = self;
        if beam.is_widened() {
            search.edits(cells, &beam, reference, least as u32)
        } else {
            search.edits(bits, &beam, reference, least as u32)
        }
    }
}

/// The greedy search, for any kind of edit matrix.
#[derive(Default)]
struct Search {
    /// The hypothesis in its present order, as kinds of reference words.
    hyp: Vec<u32>,
    path: Path,
    shifts: Shifts,
    /// The shifts that were carried out.
    done: Vec<Swap>,
}

impl Search {
    /// `least` is the number of errors that no order of the words can go below.
    fn edits(
        &mut self,
        matrix: &mut impl Matrix,
        beam: &Beam,
        reference: &Reference,
        least: u32,
    ) -> u32 {
        let Self {
            hyp,
            path,
            shifts,
            done,
        } = self;
        matrix.shape(beam);
        shifts.restart();
        done.clear();
        let mut now = matrix.fill(hyp, reference, 0);
        while now > least {
            interrupt::poll();
            path.trace(matrix, hyp, reference);
            if !shifts.find(hyp, reference, path) {
                break;
            }
            let exact = beam.is_exact(now);
            let errors = Errors { now, least, exact };
            let best = shifts.best(hyp.len(), errors, |swap, bound| {
                matrix.distance_below(bound, swap, hyp, reference)
            });
            let Some((swap, distance)) = best else { break };
            swap.apply(hyp);
            matrix.fill(hyp, reference, swap.start);
            now = distance;
            done.push(swap);
        }
        done.len() as u32 + now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edits(hyp: &[u32], reference: &[u32]) -> u32 {
        Ter::default().edits(hyp, reference)
    }

    /// Words as numbers; only equality counts.
    fn words(text: &str) -> Vec<u32> {
        let mut seen = Vec::new();
        let number = |word| {
            seen.iter().position(|&w| w == word).unwrap_or_else(|| {
                seen.push(word);
                seen.len() - 1
            }) as u32
        };
        text.split_whitespace().map(number).collect()
    }

    fn edits_of(hyp: &str, reference: &str) -> u32 {
        let both = words(&format!("{hyp} {reference}"));
        let (hyp, reference) = both.split_at(hyp.split_whitespace().count());
        edits(hyp, reference)
    }

    #[test]
    fn the_example_of_the_paper_takes_a_shift_an_insertion_and_two_substitutions() {
        let reference = "saudi arabia denied this week information published in the american \
                         new york times";
        let hyp = "this week the saudis denied information published in the new york times";
        assert_eq!(edits_of(hyp, reference), 4);
    }

    #[test]
    fn empty_lines() {
        assert_eq!(edits(&[], &[]), 0);
        assert_eq!(edits(&[], &[1, 2]), 2);
        assert_eq!(edits(&[1, 2, 3], &[]), 3);
    }

    #[test]
    fn equal_lines_take_no_edits() {
        assert_eq!(edits(&[3, 1, 3], &[3, 1, 3]), 0);
    }

    #[test]
    fn without_a_common_word_it_is_the_longer_length() {
        assert_eq!(edits(&[1, 2, 3], &[4, 5]), 3);
        assert_eq!(edits(&[1, 2], &[3, 4, 5]), 3);
    }

    #[test]
    fn a_span_moves_at_the_cost_of_one() {
        assert_eq!(edits_of("b c d e a", "a b c d e"), 1);
        assert_eq!(edits_of("d e f a b c", "a b c d e f"), 1);
    }

    #[test]
    fn shifts_are_greedy() {
        assert_eq!(edits_of("e d c b a", "a b c d e"), 4);
    }

    /// A line of numbers with one span moved right.
    fn moved(words: u32, from: usize, length: usize, distance: usize) -> (Vec<u32>, Vec<u32>) {
        let reference: Vec<u32> = (0..words).collect();
        let mut hyp = reference.clone();
        hyp[from..from + length + distance].rotate_left(length);
        (hyp, reference)
    }

    #[test]
    fn more_than_ten_words_do_not_move_at_once() {
        let (hyp, reference) = moved(60, 5, 10, 20);
        assert_eq!(edits(&hyp, &reference), 1);
        let (hyp, reference) = moved(60, 5, 11, 20);
        assert_eq!(edits(&hyp, &reference), 2);
    }

    #[test]
    fn words_do_not_move_by_more_than_fifty() {
        let (hyp, reference) = moved(80, 5, 1, 50);
        assert_eq!(edits(&hyp, &reference), 1);
        let (hyp, reference) = moved(80, 5, 1, 51);
        assert_eq!(edits(&hyp, &reference), 2);
    }

    /// The same 40 words, once before and once after words of their own.
    fn displaced(by: u32) -> (Vec<u32>, Vec<u32>) {
        let hyp = (0..40).chain(100..100 + by).collect();
        let reference = (200..200 + by).chain(0..40).collect();
        (hyp, reference)
    }

    #[test]
    fn paths_outside_the_beam_are_not_found() {
        // So many spans match that the search is given up before the first shift.
        let (hyp, reference) = displaced(30);
        assert_eq!(edits(&hyp, &reference), 70, "all substitutions");
        let (hyp, reference) = displaced(24);
        assert_eq!(
            edits(&hyp, &reference),
            48,
            "insertions, matches, deletions"
        );
    }

    #[test]
    fn a_steep_beam() {
        let reference: Vec<u32> = (0..300).collect();
        assert_eq!(edits(&[100, 200], &reference), 298);
        assert_eq!(
            edits(&[0, 299], &reference),
            300,
            "both matches are outside"
        );
        assert_eq!(edits(&[200, 100], &reference), 299);
    }

    #[test]
    fn scratch_does_not_carry_over() {
        let mut ter = Ter::default();
        let (hyp, reference) = displaced(30);
        for _ in 0..2 {
            assert_eq!(ter.edits(&hyp, &reference), 70);
            assert_eq!(ter.edits(&[2, 1], &[1, 2]), 1);
            assert_eq!(ter.edits(&[299, 0], &(0..300).collect::<Vec<u32>>()), 300);
        }
    }

    /// A linear congruential generator, as good as needed here.
    struct Random(u64);

    impl Random {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (self.0 >> 33) % bound
        }

        fn line(&mut self, longest: u64, kinds: u64) -> Vec<u32> {
            let length = 1 + self.below(longest);
            (0..length).map(|_| self.below(kinds) as u32).collect()
        }
    }

    #[test]
    fn rows_of_bits_find_what_single_cells_find() {
        let mut random = Random(1);
        let (mut bits, mut cells) = (BitMatrix::default(), CellMatrix::default());
        let (mut bit_search, mut cell_search) = (Search::default(), Search::default());
        let mut reference = Reference::default();
        for round in 0..1000 {
            let kinds = [2, 4, 12, 60, 300][round % 5];
            let longest = [10, 40, 90, 200][round % 4];
            let ref_line = random.line(longest, kinds);
            let hyp_line = if random.below(2) == 0 {
                random.line(longest, kinds)
            } else {
                let mut rotated = ref_line.clone();
                rotated.rotate_left(random.below(ref_line.len() as u64) as usize);
                rotated
            };
            let beam = Beam::new(hyp_line.len(), ref_line.len());
            if beam.is_widened() {
                continue;
            }
            reference.read(&ref_line);
            reference.classify(&hyp_line, &mut bit_search.hyp);
            reference.classify(&hyp_line, &mut cell_search.hyp);
            let by_bits = bit_search.edits(&mut bits, &beam, &reference, 0);
            let by_cells = cell_search.edits(&mut cells, &beam, &reference, 0);
            assert_eq!(by_bits, by_cells, "{hyp_line:?} {ref_line:?}");
            assert_eq!(bit_search.hyp, cell_search.hyp, "{hyp_line:?} {ref_line:?}");
        }
    }
}
