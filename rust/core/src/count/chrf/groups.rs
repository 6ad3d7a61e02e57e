//! Equal n-grams of any order over any number of units: the general way.

use super::units::END;
use crate::interrupt;

/// The low bits of an entry are a position, the bits above it a part of the n-gram there.
const POSITION_BITS: u32 = 32;
const NGRAM_BITS: u32 = 128 - POSITION_BITS;

/// Finds the places where the same n-gram stands.
///
/// Positions are sorted by as many units as fit into an entry. Where n-grams are longer, each
/// group of equal beginnings is numbered and the positions are sorted again by that number and the
/// units that follow.
#[derive(Debug, Default)]
pub(super) struct Groups {
    entries: Vec<u128>,
    /// Positions whose n-grams may go on, with the number of the group they are in.
    survivors: Vec<(u32, u32)>,
}

/// Positions at which the same n-gram begins.
#[derive(Clone, Copy)]
pub(super) struct Group<'a>(&'a [u128]);

impl<'a> Group<'a> {
    pub(super) fn len(self) -> usize {
        self.0.len()
    }

    pub(super) fn positions(self) -> impl Iterator<Item = usize> + 'a {
        self.0.iter().map(|&entry| entry as u32 as usize)
    }
}

impl Groups {
    /// Calls `visit` with each group of equal n-grams of orders 1 to `order` and the number of
    /// units they have, less one.
    ///
    /// `units` are numbers below `bound`, and each text is followed by [`END`]. Longer n-grams
    /// that begin like a group are looked for only if `visit` says that the group matters.
    pub(super) fn visit(
        &mut self,
        units: &[u32],
        bound: u32,
        order: usize,
        mut visit: impl FnMut(usize, Group<'_>) -> bool,
    ) {
        let bits = bits_below(bound);
        self.survivors.clear();
        let starts = (0..).zip(units).filter(|&(_, &unit)| unit != END);
        self.survivors
            .extend(starts.map(|(position, _)| (position, 0)));
        let (mut known, mut groups) = (0, 1);
        while known < order && !self.survivors.is_empty() {
            let room = ((NGRAM_BITS - bits_below(groups)) / bits) as usize;
            let window = room.min(order - known);
            self.sort(units, bits, known, window);
            let mut descent = Descent {
                bits,
                window,
                known,
                survivors: &mut self.survivors,
                groups: 0,
                visit: &mut visit,
            };
            descent.split(&self.entries, 0);
            groups = descent.groups;
            known += window;
        }
    }

    /// Sorts the survivors by group number and the next `window` units; leaves none behind.
    fn sort(&mut self, units: &[u32], bits: u32, known: usize, window: usize) {
        self.entries.clear();
        let entries = self.survivors.drain(..).map(|(position, group)| {
            let mut ngram = u128::from(group);
            interrupt::step(position as usize);
            let mut following = units[position as usize + known..].iter();
            let mut ended = false;
            for _ in 0..window {
                let unit = following.next().copied().unwrap_or(END);
                ended |= unit == END;
                ngram = ngram << bits | u128::from(if ended { END } else { unit });
            }
            ngram << POSITION_BITS | u128::from(position)
        });
        self.entries.extend(entries);
        self.entries.sort_unstable();
    }
}

/// The number of bits that hold any number below `bound`, at least one.
fn bits_below(bound: u32) -> u32 {
    (u32::BITS - bound.saturating_sub(1).leading_zeros()).max(1)
}

/// A walk down the orders: each group is split by one more unit.
struct Descent<'a, V> {
    bits: u32,
    window: usize,
    known: usize,
    survivors: &'a mut Vec<(u32, u32)>,
    groups: u32,
    visit: &'a mut V,
}

impl<V: FnMut(usize, Group<'_>) -> bool> Descent<'_, V> {
    /// Splits entries that agree in what was known and in the first `depth` units.
    fn split(&mut self, entries: &[u128], depth: usize) {
        let shift = POSITION_BITS + self.bits * (self.window - depth - 1) as u32;
        let unit_mask = (1 << self.bits) - 1;
        for group in entries.chunk_by(|a, b| a >> shift == b >> shift) {
            interrupt::poll();
            let ended = group[0] >> shift & unit_mask == u128::from(END);
            if ended || !(self.visit)(self.known + depth, Group(group)) {
                continue;
            }
            if depth + 1 < self.window {
                self.split(group, depth + 1);
            } else {
                let number = self.groups;
                self.groups += 1;
                let positions = Group(group).positions();
                self.survivors.extend(positions.map(|p| (p as u32, number)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All groups as (order, positions), sorted.
    fn groups(units: &[u32], bound: u32, order: usize) -> Vec<(usize, Vec<usize>)> {
        let mut found = Vec::new();
        Groups::default().visit(units, bound, order, |index, group| {
            let mut positions: Vec<usize> = group.positions().collect();
            positions.sort_unstable();
            found.push((index + 1, positions));
            true
        });
        found.sort_unstable();
        found
    }

    #[test]
    fn equal_ngrams_stand_together_and_never_cross_the_end() {
        let units = [2, 3, 2, END, 2, 3, END];
        let expected = [
            (1, vec![0, 2, 4]),
            (1, vec![1, 5]),
            (2, vec![0, 4]),
            (2, vec![1]),
            (3, vec![0]),
        ];
        assert_eq!(groups(&units, 4, 3), expected);
    }

    #[test]
    fn orders_beyond_one_entry_are_found_in_rounds() {
        // 31-bit units: three fit at first, then two at a time.
        let wide = u32::MAX >> 1;
        let units: Vec<u32> = [wide - 1; 9].into_iter().chain([END]).collect();
        let found = groups(&units, wide, 20);
        let expected: Vec<_> = (1..=9)
            .map(|n| (n, (0..=9 - n).collect::<Vec<_>>()))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn what_does_not_matter_is_not_followed() {
        let units = [2, 3, 3, END];
        let mut visited = Vec::new();
        Groups::default().visit(&units, 4, 3, |index, group| {
            visited.push((index + 1, group.positions().count()));
            group.positions().count() > 1
        });
        assert_eq!(visited, [(1, 1), (1, 2), (2, 1)]);
    }
}
