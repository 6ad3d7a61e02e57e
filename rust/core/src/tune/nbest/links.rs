//! Word alignments of a list, checked when the sentences they link are known.

use crate::align::{Alignments, Link};

/// The first link that leaves its sentences, and the candidate it belongs to.
pub fn stray(links: &Alignments, sources: &[u32], targets: &[u32]) -> Option<(usize, Link)> {
    let lengths = sources.iter().zip(targets);
    let mut lines = links.lines().zip(lengths).enumerate();
    lines.find_map(|(number, (line, (&source, &target)))| {
        let outside = |&&(i, j): &&Link| i >= source || j >= target;
        line.iter().find(outside).map(|&link| (number, link))
    })
}
