//! Expected counts: what the E-step yields and the M-step needs.

use super::jumps::PARAMETERS;

/// Expected counts of a whole text; index 0 of a pair is source → target, 1 target → source.
#[derive(Debug, Clone)]
pub(super) struct Counts {
    /// Links of each place of the translation table.
    pub(super) pairs: Vec<[f32; 2]>,
    /// Links of each generated word to the empty word.
    pub(super) nulls: [Vec<f64>; 2],
    /// Jumps by parameter.
    pub(super) jumps: [[f64; PARAMETERS]; 2],
}

impl Counts {
    /// No counts for a table of so many places and words on the two sides.
    pub(super) fn zero(places: usize, source_words: usize, target_words: usize) -> Self {
        Self {
            pairs: vec![[0.0; 2]; places],
            nulls: [vec![0.0; target_words], vec![0.0; source_words]],
            jumps: [[0.0; PARAMETERS]; 2],
        }
    }

    /// Adds a part of the counts.
    pub(super) fn add(&mut self, part: &SparseCounts) {
        for &(place, [forward, backward]) in &part.pairs {
            let sum = &mut self.pairs[place as usize];
            sum[0] += forward;
            sum[1] += backward;
        }
        for (sums, counts) in self.nulls.iter_mut().zip(&part.nulls) {
            for &(word, count) in counts {
                sums[word as usize] += count;
            }
        }
        for (sums, counts) in self.jumps.iter_mut().zip(&part.jumps) {
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum += count;
            }
        }
    }
}

/// Expected counts as a list, for a part of a text: most links have a probability near 0.
pub(super) struct SparseCounts {
    /// Places and their links.
    pub(super) pairs: Vec<(u32, [f32; 2])>,
    /// Words and their links to the empty word.
    pub(super) nulls: [Vec<(u32, f64)>; 2],
    /// Jumps by parameter.
    pub(super) jumps: [[f64; PARAMETERS]; 2],
}

impl Default for SparseCounts {
    fn default() -> Self {
        Self {
            pairs: Vec::new(),
            nulls: [Vec::new(), Vec::new()],
            jumps: [[0.0; PARAMETERS]; 2],
        }
    }
}
