//! The edit path that a shift is judged by.

use super::Matrix;
use super::reference::Reference;

/// How an edit path enters a cell. Among steps of equal cost the earlier one here is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Both words are the same.
    Match,
    /// The hypothesis' word is replaced by the reference's.
    Substitute,
    /// The hypothesis' word is dropped.
    Delete,
    /// The reference's word is added.
    Insert,
}

/// The cheapest edit path, as what the choice of shifts asks of it.
///
/// Tercom rewrites the reference into the hypothesis and prefers, among equals, insertion over
/// deletion. We rewrite the hypothesis into the reference, where the two change their names;
/// hence the order of [`Step`].
#[derive(Default)]
pub(super) struct Path {
    /// For every column, the row where the path enters it. A word that is to stand after the
    /// first `j` reference words belongs before hypothesis word `entries[j]`.
    pub(super) entries: Vec<usize>,
    /// For every hypothesis word, the length of the shortest span from there that holds an error;
    /// more than there are words if none does.
    pub(super) hyp_error_spans: Vec<usize>,
    /// The same for every reference word.
    pub(super) ref_error_spans: Vec<usize>,
}

impl Path {
    /// Walks the path back from the last cell of a filled matrix.
    pub(super) fn trace(&mut self, matrix: &impl Matrix, hyp: &[u32], reference: &Reference) {
        let (i, j) = (hyp.len(), reference.len());
        let without_error = i.max(j) + 1;
        restart(&mut self.entries, j + 1, 0);
        restart(&mut self.hyp_error_spans, i + 1, without_error);
        restart(&mut self.ref_error_spans, j + 1, without_error);
        walk_back(matrix, hyp, reference, |step, i, j| {
            if step != Step::Delete {
                self.entries[j] = i;
                self.ref_error_spans[j - 1] = match step {
                    Step::Match => self.ref_error_spans[j] + 1,
                    _ => 1,
                };
            }
            if step != Step::Insert {
                self.hyp_error_spans[i - 1] = match step {
                    Step::Match => self.hyp_error_spans[i] + 1,
                    _ => 1,
                };
            }
        });
    }
}

/// The steps of the cheapest edit path, from the first to the last.
pub(super) fn steps(matrix: &impl Matrix, hyp: &[u32], reference: &Reference) -> Vec<Step> {
    let mut steps = Vec::with_capacity(hyp.len().max(reference.len()));
    walk_back(matrix, hyp, reference, |step, _, _| steps.push(step));
    steps.reverse();
    steps
}

/// Tells of every step of the cheapest path, from the last cell of a filled matrix back, and of the cell that
/// it enters.
#[inline]
fn walk_back(
    matrix: &impl Matrix,
    hyp: &[u32],
    reference: &Reference,
    mut tell: impl FnMut(Step, usize, usize),
) {
    let (mut i, mut j) = (hyp.len(), reference.len());
    while i > 0 || j > 0 {
        let step = match (i, j) {
            (0, _) => Step::Insert,
            (_, 0) => Step::Delete,
            _ => matrix.step_into(i, j, hyp, reference),
        };
        tell(step, i, j);
        j -= usize::from(step != Step::Delete);
        i -= usize::from(step != Step::Insert);
    }
}

fn restart(list: &mut Vec<usize>, length: usize, value: usize) {
    list.clear();
    list.resize(length, value);
}
