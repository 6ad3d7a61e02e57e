//! chrF of order 6: every byte but a space is a character.

use crate::grams::Grams;

const ORDER: usize = 6;

/// For each order: n-grams of the hypotheses, of the references, and matches.
pub fn count(pairs: &[(&[u8], &[u8])]) -> Vec<u64> {
    let mut sums = vec![0; 3 * ORDER];
    let (mut hyp, mut reference, mut grams) = (Vec::new(), Vec::new(), Grams::default());
    for &(h, r) in pairs {
        fill(&mut hyp, h);
        fill(&mut reference, r);
        grams.clear(ORDER * reference.len());
        for start in 0..reference.len() {
            let mut key = 0;
            for &byte in reference[start..].iter().take(ORDER) {
                key = key << 8 | u64::from(byte);
                grams.add(key);
            }
        }
        for start in 0..hyp.len() {
            let mut key = 0;
            for (n, &byte) in hyp[start..].iter().take(ORDER).enumerate() {
                key = key << 8 | u64::from(byte);
                let Some(is_match) = grams.take(key) else {
                    break;
                };
                sums[3 * n + 2] += u64::from(is_match);
            }
        }
        // A reference that is too short for an order leaves it out of account.
        for n in 0..ORDER.min(reference.len()) {
            sums[3 * n] += hyp.len().saturating_sub(n) as u64;
            sums[3 * n + 1] += (reference.len() - n) as u64;
        }
    }
    sums
}

fn fill(characters: &mut Vec<u8>, line: &[u8]) {
    characters.clear();
    characters.extend(
        line.iter()
            .copied()
            .filter(|byte| !byte.is_ascii_whitespace()),
    );
}
