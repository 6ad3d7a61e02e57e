// Sums of whole numbers are exact.
#![allow(clippy::float_cmp, clippy::cast_sign_loss)]

use super::*;
use crate::parallel::set_threads;

/// Rows of whole numbers, whose sums are exact in any order.
fn rows(segments: usize, width: usize) -> Vec<f64> {
    (0..segments * width)
        .map(|i| (i * 7919 % 101) as f64)
        .collect()
}

#[test]
fn bootstrap_sums_are_those_of_the_drawn_rows() {
    let (segments, width) = (1500, 7);
    let rows = rows(segments, width);
    let sums = bootstrap_sums(&rows, width, 0..9, 5).unwrap();
    for (sample, found) in sums.chunks_exact(width).enumerate() {
        let mut stream = Stream::new(5, sample as u64);
        let mut wanted = vec![0.0; width];
        for _ in 0..segments {
            let drawn = stream.below(random::Range::new(segments));
            for (sum, value) in wanted.iter_mut().zip(&rows[drawn * width..]) {
                *sum += value;
            }
        }
        assert_eq!(found, wanted);
    }
}

#[test]
fn poisson_sums_add_up_whatever_the_samples_and_blocks() {
    let (segments, width) = (700, 3);
    let rows = rows(segments, width);
    let chances = random::poisson_chances();
    let sums = poisson_sums(&rows, width, 0..20, 5, 9).unwrap();
    for (sample, found) in sums.chunks_exact(width).enumerate() {
        let mut stream = Stream::new(Stream::new(5, 9).bits(), sample as u64);
        let mut wanted = vec![0.0; width];
        for pair in rows.chunks(2 * width) {
            let bits = stream.bits();
            for (row, half) in pair
                .chunks_exact(width)
                .zip([bits as u32, (bits >> 32) as u32])
            {
                let count = f64::from(random::poisson(&chances, half));
                for (sum, value) in wanted.iter_mut().zip(row) {
                    *sum += count * value;
                }
            }
        }
        assert_eq!(found, wanted);
    }
    assert_eq!(
        poisson_sums(&rows, width, 7..9, 5, 9).unwrap(),
        sums[7 * width..9 * width]
    );
    assert_ne!(poisson_sums(&rows, width, 0..20, 5, 8).unwrap(), sums);
    assert!(poisson_sums(&rows, 0, 0..1, 5, 9).is_err());
}

#[test]
fn counted_sums_are_those_of_the_counted_rows() {
    let (segments, width, samples) = (1300, 6, 37);
    let rows = rows(segments, width);
    let times: Vec<f64> = (0..samples * segments)
        .map(|i| (i * 31 % 5) as f64)
        .collect();
    let sums = counted_sums(&rows, width, &times).unwrap();
    assert_eq!(sums.len(), samples * width);
    for (counts, found) in times.chunks_exact(segments).zip(sums.chunks_exact(width)) {
        let mut wanted = vec![0.0; width];
        for (count, row) in counts.iter().zip(rows.chunks_exact(width)) {
            for (sum, value) in wanted.iter_mut().zip(row) {
                *sum += count * value;
            }
        }
        assert_eq!(found, wanted);
    }
    let thirds: Vec<f64> = rows.iter().map(|x| x / 3.0).collect();
    set_threads(1);
    let whole = counted_sums(&thirds, width, &times).unwrap();
    set_threads(3);
    assert_eq!(counted_sums(&thirds, width, &times).unwrap(), whole);
    set_threads(0);
}

#[test]
fn sums_depend_neither_on_threads_nor_on_blocks() {
    let (segments, width, samples) = (130, 5, 100);
    let rows: Vec<f64> = rows(2 * segments, width).iter().map(|x| x / 3.0).collect();
    let kernels: [&dyn Fn(Range<u64>) -> Vec<f64>; 3] = [
        &|samples| bootstrap_sums(&rows, width, samples, 1).unwrap(),
        &|samples| permuted_sums(&rows, 2, width, samples, 1).unwrap(),
        &|samples| permuted_sums(&rows, 4, width, samples, 1).unwrap(),
    ];
    for kernel in kernels {
        set_threads(1);
        let whole = kernel(0..samples);
        set_threads(3);
        assert_eq!(kernel(0..samples), whole);
        let blocks = [0..1, 1..38, 38..38, 38..samples].map(kernel);
        assert_eq!(blocks.concat(), whole);
        set_threads(0);
    }
}

#[test]
fn dealing_keeps_every_row_once() {
    let (segments, width) = (70, 3);
    for slots in 1..6 {
        let rows = rows(slots * segments, width);
        let all = totals(&rows, width);
        let sums = permuted_sums(&rows, slots, width, 0..20, 3).unwrap();
        for sample in sums.chunks_exact(slots * width) {
            assert_eq!(totals(sample, width), all);
        }
    }
}

#[test]
fn every_order_of_the_slots_is_equally_likely() {
    // One segment, whose rows are 1, 2 and 3.
    let sums = permuted_sums(&[1.0, 2.0, 3.0], 3, 1, 0..60_000, 8).unwrap();
    let mut seen = std::collections::BTreeMap::new();
    for sample in sums.chunks_exact(3) {
        let order: Vec<u8> = sample.iter().map(|&x| x as u8).collect();
        *seen.entry(order).or_insert(0_i32) += 1;
    }
    assert_eq!(seen.len(), 6);
    assert!(
        seen.values().all(|count| (count - 10_000).abs() < 500),
        "{seen:?}"
    );
}

#[test]
fn a_coin_is_tossed_for_every_segment_of_two_slots() {
    // Powers of two say which segments were swapped.
    let first: Vec<f64> = (0..3).map(|i| f64::from(1 << i)).collect();
    let rows = [first, vec![0.0; 3]].concat();
    let mut seen = [0_i32; 8];
    for sums in permuted_sums(&rows, 2, 1, 0..80_000, 8)
        .unwrap()
        .chunks_exact(2)
    {
        assert_eq!(sums[0] + sums[1], 7.0);
        seen[sums[0] as usize] += 1;
    }
    assert!(
        seen.iter().all(|count| (count - 10_000).abs() < 500),
        "{seen:?}"
    );
}

#[test]
fn nothing_gives_nothing_and_broken_rows_are_refused() {
    assert_eq!(bootstrap_sums(&[], 2, 0..3, 1).unwrap(), [0.0; 6]);
    assert_eq!(permuted_sums(&[], 3, 1, 0..2, 1).unwrap(), [0.0; 6]);
    assert!(bootstrap_sums(&[1.0], 1, 3..3, 1).unwrap().is_empty());
    assert!(bootstrap_sums(&[1.0; 5], 2, 0..1, 1).is_err());
    assert!(counted_sums(&[1.0; 4], 2, &[]).unwrap().is_empty());
    assert!(counted_sums(&[1.0; 4], 2, &[1.0; 3]).is_err());
    assert!(counted_sums(&[], 2, &[1.0; 3]).is_err());
    assert!(bootstrap_sums(&[], 0, 0..1, 1).is_err());
    assert!(permuted_sums(&[1.0; 5], 2, 1, 0..1, 1).is_err());
}

#[test]
fn sums_of_fractions_are_those_of_whole_numbers() {
    // Halves take the way of real numbers, and are as exact.
    let whole = rows(1500, 7);
    let halves: Vec<f64> = whole.iter().map(|value| value / 2.0).collect();
    let doubled = |sums: Vec<f64>| sums.iter().map(|sum| sum * 2.0).collect::<Vec<_>>();
    let drawn = |rows: &[f64]| bootstrap_sums(rows, 7, 3..40, 5).unwrap();
    assert_eq!(drawn(&whole), doubled(drawn(&halves)));
    let whole = rows(1500, 14);
    let halves: Vec<f64> = whole.iter().map(|value| value / 2.0).collect();
    let dealt = |rows: &[f64]| permuted_sums(rows, 2, 7, 0..30, 5).unwrap();
    assert_eq!(dealt(&whole), doubled(dealt(&halves)));
}
