//! From a word alignment to a permutation of the source words (Birch & Osborne 2011).

use super::links::Link;

/// Source positions in the order in which the target sentence says them: `order[place] = source`.
///
/// A source word stands where its first target word does; one without a link stands with the
/// source word before it, at the beginning if there is none. Ties keep the source order.
///
/// `None` when a link begins outside of `source_length` words.
pub fn order(links: &[Link], source_length: usize) -> Option<Vec<u32>> {
    let mut keys = Vec::new();
    sort_words(links, source_length, &mut keys)?;
    Some(keys.iter().map(|&key| key as u32).collect())
}

/// As [`order`], into a buffer: the lower half of each number is a source position.
///
/// The upper half is where it stands, so that sorting the numbers sorts the words, and ties keep the
/// source order.
pub(crate) fn sort_words(links: &[Link], source_length: usize, keys: &mut Vec<u64>) -> Option<()> {
    keys.clear();
    keys.resize(source_length, u64::MAX);
    for &(i, j) in links {
        let smallest = keys.get_mut(i as usize)?;
        *smallest = (*smallest).min(u64::from(j));
    }
    let mut last = 0;
    for (source, key) in keys.iter_mut().enumerate() {
        if *key != u64::MAX {
            last = *key;
        }
        *key = last << 32 | source as u64;
    }
    keys.sort_unstable();
    Some(())
}

/// The place of each source word in the order of the target sentence: `ranks[source] = place`.
///
/// The inverse of [`order`], with the same rules.
pub fn ranks(links: &[Link], source_length: usize) -> Option<Vec<u32>> {
    let order = order(links, source_length)?;
    let mut ranks = vec![0; source_length];
    for (place, &source) in order.iter().enumerate() {
        ranks[source as usize] = place as u32;
    }
    Some(ranks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_at_their_first_target() {
        let links = [(0, 2), (1, 0), (1, 5), (2, 1)];
        assert_eq!(order(&links, 3).unwrap(), [1, 2, 0]);
        assert_eq!(ranks(&links, 3).unwrap(), [2, 0, 1]);
    }

    #[test]
    fn unaligned_words_stay_with_the_word_before() {
        // Word 2 follows word 1 to the front; word 0 has none before it and starts.
        let links = [(1, 0), (3, 0), (4, 3), (6, 1)];
        assert_eq!(order(&links, 7).unwrap(), [0, 1, 2, 3, 6, 4, 5]);
    }

    #[test]
    fn links_outside_are_refused() {
        assert!(order(&[(3, 0)], 3).is_none());
        assert_eq!(order(&[], 0).unwrap(), [0_u32; 0]);
    }
}
