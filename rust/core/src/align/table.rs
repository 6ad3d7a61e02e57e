//! The translation table: a sparse matrix of word pairs, looked up by pair.
//!
//! Every row is an open-addressing hash table of its own in one flat array, so a look-up touches
//! one place in memory and finds the probabilities of both directions there.

/// An unused place of a row.
const EMPTY: u32 = u32::MAX;

/// A word pair's place in the table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slot {
    target: u32,
    probability: [f32; 2],
}

/// Word pairs by source word.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// Row `e` is `slots[starts[e]..starts[e + 1]]`.
    starts: Vec<u32>,
    slots: Vec<Slot>,
}

/// Where the search for `target` begins in a row of `places`.
fn first_place(target: u32, places: u32) -> u32 {
    let hash = target.wrapping_mul(0x9E37_79B1);
    ((u64::from(hash) * u64::from(places)) >> 32) as u32
}

impl Table {
    /// A table with the given rows, each a list of distinct target words, and room for no others.
    ///
    /// `None` when there are more pairs than 32 bits can number.
    pub(super) fn new<'a>(rows: impl Iterator<Item = &'a [u32]>) -> Option<Self> {
        let mut table = Self {
            starts: vec![0],
            slots: Vec::new(),
        };
        for row in rows {
            let begin = table.slots.len();
            // A quarter of the places stays free, and always at least one to end a search.
            let end = begin + row.len() + row.len() / 3 + 1;
            table.slots.resize(
                end,
                Slot {
                    target: EMPTY,
                    probability: [0.0; 2],
                },
            );
            table
                .starts
                .push(u32::try_from(end).ok().filter(|&end| end != EMPTY)?);
            let places = &mut table.slots[begin..];
            for &target in row {
                let mut place = first_place(target, places.len() as u32) as usize;
                while places[place].target != EMPTY {
                    place = (place + 1) % places.len();
                }
                places[place].target = target;
            }
        }
        table.slots.shrink_to_fit();
        Some(table)
    }

    /// The number of places, used or not; a pair's place is below it.
    pub(super) fn places(&self) -> usize {
        self.slots.len()
    }

    /// The number of source words.
    pub(super) fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// The place of a pair.
    pub(super) fn find(&self, source: u32, target: u32) -> Option<u32> {
        let begin = *self.starts.get(source as usize)?;
        let end = *self.starts.get((source as usize).checked_add(1)?)?;
        let mut place = begin + first_place(target, end - begin);
        loop {
            let found = self.slots[place as usize].target;
            if found == target {
                return Some(place);
            }
            if found == EMPTY {
                return None;
            }
            place += 1;
            if place == end {
                place = begin;
            }
        }
    }

    /// p(target | source) and p(source | target) of a place.
    pub(super) fn probability(&self, place: u32) -> [f32; 2] {
        self.slots[place as usize].probability
    }

    /// The places of a row that hold a pair, each with its target word.
    pub(super) fn row(&self, source: usize) -> impl Iterator<Item = (usize, u32)> + '_ {
        let range = self.starts[source] as usize..self.starts[source + 1] as usize;
        range
            .map(|place| (place, self.slots[place].target))
            .filter(|&(_, target)| target != EMPTY)
    }

    /// The places of several rows, used or not.
    pub(super) fn places_of(&self, sources: std::ops::Range<usize>) -> std::ops::Range<usize> {
        self.starts[sources.start] as usize..self.starts[sources.end] as usize
    }

    /// Sets the probabilities of the places from `first` on, in order.
    pub(super) fn set_probabilities(
        &mut self,
        first: usize,
        probabilities: impl Iterator<Item = [f32; 2]>,
    ) {
        for (slot, probability) in self.slots[first..].iter_mut().zip(probabilities) {
            slot.probability = probability;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_is_found_and_no_other() {
        let rows: Vec<Vec<u32>> = (0..50_u32)
            .map(|e| {
                (0..200)
                    .filter(|f| (e * 7 + f * 13) % 11 < e % 12)
                    .collect()
            })
            .collect();
        let table = Table::new(rows.iter().map(Vec::as_slice)).unwrap();
        for (e, row) in rows.iter().enumerate() {
            for f in 0..200 {
                assert_eq!(table.find(e as u32, f).is_some(), row.contains(&f));
            }
            let mut listed: Vec<u32> = table.row(e).map(|(_, f)| f).collect();
            listed.sort_unstable();
            assert_eq!(&listed, row);
        }
        assert_eq!(table.find(50, 0), None);
        assert_eq!(table.find(u32::MAX, 0), None);
    }
}
