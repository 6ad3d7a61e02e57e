//! Counters for many columns at once: one addition counts 64 of them.

/// Counters beside each other, each a bit in every plane: column `c` has counted
/// `sum of 2^p * (bit c of planes[p])`.
#[derive(Debug, Default, Clone, Copy)]
struct Planes([u64; 8]);

/// How many masks eight planes can take, in whole groups of eight.
const FULL: usize = 248;

impl Planes {
    /// Adds eight masks, pair by pair, so that only every eighth carry runs through the high
    /// planes.
    fn add(&mut self, masks: [u64; 8]) {
        let [ones, twos, fours, high @ ..] = &mut self.0;
        let twos_a = add_two(ones, masks[0], masks[1]);
        let twos_b = add_two(ones, masks[2], masks[3]);
        let fours_a = add_two(twos, twos_a, twos_b);
        let twos_a = add_two(ones, masks[4], masks[5]);
        let twos_b = add_two(ones, masks[6], masks[7]);
        let fours_b = add_two(twos, twos_a, twos_b);
        let mut carry = add_two(fours, fours_a, fours_b);
        for plane in high {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
    }

    /// Adds what each column has counted to its total.
    fn add_to(&self, totals: &mut [u32]) {
        for (group, totals) in totals.chunks_mut(8).enumerate() {
            let mut bytes = 0;
            for (p, plane) in self.0.iter().enumerate() {
                bytes |= SPREAD[usize::from(plane.to_le_bytes()[group])] << p;
            }
            for (total, count) in totals.iter_mut().zip(bytes.to_le_bytes()) {
                *total += u32::from(count);
            }
        }
    }
}

/// Adds two bits in each column to a plane and returns the carry.
fn add_two(plane: &mut u64, a: u64, b: u64) -> u64 {
    let half = *plane ^ a;
    let carry = *plane & a | half & b;
    *plane = half ^ b;
    carry
}

/// The bits of a byte, each as a byte of its own.
const SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte] |= ((byte as u64) >> bit & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    spread
};

/// Counts, for each of up to 64 columns, the masks in which it is set. `mask` gives the mask of a
/// row; `totals` has an element for each column.
pub(super) fn add_columns(rows: &[u32], mask: impl Fn(u32) -> u64, totals: &mut [u32]) {
    for rows in rows.chunks(FULL) {
        let mut planes = Planes::default();
        for eight in rows.chunks(8) {
            let mut masks = [0; 8];
            for (cell, &row) in masks.iter_mut().zip(eight) {
                *cell = mask(row);
            }
            planes.add(masks);
        }
        planes.add_to(totals);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_column_counts_the_rows_in_which_it_is_set() {
        // Column c is set in every row that c + 1 divides; 1000 rows overflow the planes often.
        let mask = |row: u32| {
            (0..64)
                .filter(|c| row % (c + 1) == 0)
                .map(|c| 1_u64 << c)
                .sum()
        };
        for count in [0, 1, 7, 8, 247, 248, 249, 1000] {
            let rows: Vec<u32> = (1..=count).collect();
            let mut totals = [5; 64];
            add_columns(&rows, mask, &mut totals);
            for (c, &total) in (0..).zip(&totals) {
                assert_eq!(total, 5 + count / (c + 1));
            }
        }
    }

    #[test]
    fn fewer_columns_than_bits_will_do() {
        let mut totals = [0; 11];
        add_columns(&[0, 1, 2], |_| u64::MAX, &mut totals);
        assert_eq!(totals, [3; 11]);
    }
}
