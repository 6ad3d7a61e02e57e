//! Pairs of numbers, counted.

/// A phrase, one of its pivot phrases, and how often they were paired.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Counted {
    /// Number of the phrase.
    pub target: u32,
    /// Number of the pivot phrase.
    pub pivot: u32,
    /// How often.
    pub count: f64,
}

/// Two numbers in one.
pub fn key(target: u32, pivot: u32) -> u64 {
    u64::from(target) << 32 | u64::from(pivot)
}

fn counted(key: u64, count: f64) -> Counted {
    Counted {
        target: (key >> 32) as u32,
        pivot: key as u32,
        count,
    }
}

/// The different keys of occurrences, ascending, with the number of each.
pub fn tally(mut keys: Vec<u64>) -> Vec<Counted> {
    keys.sort_unstable();
    keys.chunk_by(|a, b| a == b)
        .map(|same| counted(same[0], same.len() as f64))
        .collect()
}

/// The different keys, ascending, with the sum of the counts of each.
pub fn sum(mut listed: Vec<(u64, f64)>) -> Vec<Counted> {
    // Stable: counts are added in the order in which they were listed.
    listed.sort_by_key(|&(key, _)| key);
    listed
        .chunk_by(|a, b| a.0 == b.0)
        .map(|same| counted(same[0].0, same.iter().map(|&(_, count)| count).sum()))
        .collect()
}

/// What is kept of pairs that are sorted by target: counts of at least `least`, and of each target the
/// `most` largest, the pivot phrase that appeared first before others with the same count.
pub fn prune(pairs: &[Counted], least: f64, most: usize) -> Vec<Counted> {
    let mut kept = Vec::new();
    let mut group: Vec<Counted> = Vec::new();
    for of_target in pairs.chunk_by(|a, b| a.target == b.target) {
        group.clear();
        group.extend(of_target.iter().copied().filter(|pair| pair.count >= least));
        group.sort_by(|a, b| b.count.total_cmp(&a.count).then(a.pivot.cmp(&b.pivot)));
        group.truncate(most);
        kept.extend_from_slice(&group);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(pairs: &[(u32, u32, u8)]) -> Vec<Counted> {
        let counted = |&(target, pivot, count): &(u32, u32, u8)| Counted {
            target,
            pivot,
            count: f64::from(count),
        };
        pairs.iter().map(counted).collect()
    }

    #[test]
    fn tallied_summed_and_pruned() {
        let keys = [(1, 5), (0, 2), (1, 5), (0, 1), (1, 4)].map(|(t, p)| key(t, p));
        let pairs = tally(keys.to_vec());
        assert_eq!(pairs, list(&[(0, 1, 1), (0, 2, 1), (1, 4, 1), (1, 5, 2)]));
        assert_eq!(prune(&pairs, 1.0, 1), list(&[(0, 1, 1), (1, 5, 2)]));
        assert_eq!(prune(&pairs, 2.0, 9), list(&[(1, 5, 2)]));
        let summed = sum(vec![(key(3, 0), 2.0), (key(2, 0), 1.0), (key(3, 0), 3.0)]);
        assert_eq!(summed, list(&[(2, 0, 1), (3, 0, 5)]));
    }
}
