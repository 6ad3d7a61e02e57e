//! Phrase pairs that are consistent with a word alignment (Och and Ney 2004; Koehn, Och and Marcu 2003).

use std::ops::Range;

use crate::align::Link;
use crate::interrupt;

/// Positions of a phrase in its sentence.
pub type Span = Range<usize>;

/// Calls `found` with every pair of phrases of at most `longest` words that have a link between them and
/// none to a word outside. Words without links may stand at the borders of both phrases.
///
/// Links that leave the sentences must have been refused before.
pub fn consistent_pairs(
    links: &[Link],
    source_length: usize,
    target_length: usize,
    longest: usize,
    mut found: impl FnMut(Span, Span),
) {
    let forward = reaches(links.iter().copied(), source_length);
    let backward = reaches(links.iter().map(|&(i, j)| (j, i)), target_length);
    for begin in 0..source_length {
        interrupt::poll();
        let mut covered: Option<Reach> = None;
        let furthest = source_length.min(begin + longest);
        for (last, reach) in forward.iter().enumerate().take(furthest).skip(begin) {
            covered = joined(covered, *reach);
            let Some((first_target, last_target)) = covered else {
                continue;
            };
            let inside = first_target..last_target + 1;
            if inside.len() > longest {
                // More words only reach further.
                break;
            }
            let leaves = |reach: &Option<Reach>| {
                reach.is_some_and(|(first, end)| first < begin || end > last)
            };
            if !backward[inside.clone()].iter().any(leaves) {
                with_unlinked_borders(&backward, inside, longest, |target| {
                    found(begin..last + 1, target);
                });
            }
        }
    }
}

/// The first and the last position that a word is linked to.
type Reach = (usize, usize);

fn reaches(links: impl Iterator<Item = Link>, length: usize) -> Vec<Option<Reach>> {
    let mut reaches = vec![None; length];
    for (i, j) in links {
        let here = &mut reaches[i as usize];
        *here = joined(*here, Some((j as usize, j as usize)));
    }
    reaches
}

fn joined(a: Option<Reach>, b: Option<Reach>) -> Option<Reach> {
    match (a, b) {
        (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
        (one, None) | (None, one) => one,
    }
}

/// The phrase itself, and with neighbours that have no links.
fn with_unlinked_borders(
    reaches: &[Option<Reach>],
    inside: Span,
    longest: usize,
    mut found: impl FnMut(Span),
) {
    let mut begin = inside.start;
    loop {
        let mut end = inside.end;
        while end - begin <= longest {
            found(begin..end);
            if end == reaches.len() || reaches[end].is_some() {
                break;
            }
            end += 1;
        }
        if begin == 0 || reaches[begin - 1].is_some() || inside.end - begin >= longest {
            return;
        }
        begin -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(links: &[Link], lengths: (usize, usize), longest: usize) -> Vec<(Span, Span)> {
        let mut all = Vec::new();
        consistent_pairs(links, lengths.0, lengths.1, longest, |s, t| {
            all.push((s, t));
        });
        all
    }

    #[test]
    fn a_swap() {
        let wanted = vec![(0..1, 1..2), (0..2, 0..2), (1..2, 0..1)];
        assert_eq!(pairs(&[(0, 1), (1, 0)], (2, 2), 7), wanted);
        assert_eq!(
            pairs(&[(0, 1), (1, 0)], (2, 2), 1),
            [(0..1, 1..2), (1..2, 0..1)]
        );
    }

    #[test]
    fn words_without_links_stand_at_borders() {
        // a x — A Y Z with only a–A and nothing else linked.
        let wanted = vec![
            (0..1, 0..1),
            (0..1, 0..2),
            (0..1, 0..3),
            (0..2, 0..1),
            (0..2, 0..2),
            (0..2, 0..3),
        ];
        assert_eq!(pairs(&[(0, 0)], (2, 3), 7), wanted);
        // In the middle: left, right, and both sides.
        let wanted = vec![(0..1, 1..2), (0..1, 1..3), (0..1, 0..2), (0..1, 0..3)];
        assert_eq!(pairs(&[(0, 1)], (1, 3), 7), wanted);
        assert_eq!(
            pairs(&[(0, 1)], (1, 3), 2),
            [(0..1, 1..2), (0..1, 1..3), (0..1, 0..2)]
        );
    }

    #[test]
    fn a_phrase_that_leaves_is_none() {
        // The second target word belongs to both source words.
        let links = [(0, 0), (0, 1), (1, 1)];
        assert_eq!(pairs(&links, (2, 2), 7), [(0..2, 0..2)]);
        assert!(pairs(&[], (3, 3), 7).is_empty());
        assert!(pairs(&[], (0, 0), 7).is_empty());
    }

    /// The definition, word for word.
    fn naive(links: &[Link], lengths: (usize, usize), longest: usize) -> Vec<(Span, Span)> {
        let spans = |length: usize| {
            (0..length).flat_map(move |a| (a + 1..=length.min(a + longest)).map(move |b| a..b))
        };
        let mut all = Vec::new();
        for s in spans(lengths.0) {
            for t in spans(lengths.1) {
                let inside =
                    |&(i, j): &Link| (s.contains(&(i as usize)), t.contains(&(j as usize)));
                let linked = links.iter().any(|l| inside(l) == (true, true));
                if linked && links.iter().all(|l| inside(l).0 == inside(l).1) {
                    all.push((s.clone(), t));
                }
            }
        }
        all
    }

    #[test]
    fn as_the_definition() {
        let mut state = 7_u32;
        let mut draw = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        let order = |span: &(Span, Span)| (span.0.start, span.0.end, span.1.start, span.1.end);
        for _ in 0..500 {
            let lengths = (draw(7) as usize + 1, draw(7) as usize + 1);
            let links: Vec<Link> = (0..draw(9))
                .map(|_| (draw(lengths.0 as u32), draw(lengths.1 as u32)))
                .collect();
            let longest = draw(5) as usize + 1;
            let mut fast = pairs(&links, lengths, longest);
            fast.sort_by_key(order);
            let mut slow = naive(&links, lengths, longest);
            slow.sort_by_key(order);
            assert_eq!(fast, slow, "{links:?} {lengths:?} {longest}");
        }
    }
}
