//! Senses of words, as sorted lists: whether two words can mean the same.

/// A bit for each sense, several senses to a bit: lists without a common bit have no sense in common.
pub(super) fn signature(senses: &[u32]) -> u64 {
    let bits = senses.iter().map(|sense| 1 << (sense % 64));
    bits.fold(0, |all, bit: u64| all | bit)
}

/// Whether two sorted lists have an element in common.
pub(super) fn overlap(mut a: &[u32], mut b: &[u32]) -> bool {
    while let ([x, rest_a @ ..], [y, rest_b @ ..]) = (a, b) {
        if x == y {
            return true;
        }
        if x < y {
            a = rest_a;
        } else {
            b = rest_b;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_overlap_where_an_element_is_in_both() {
        assert!(overlap(&[1, 4, 9], &[2, 9]));
        assert!(!overlap(&[1, 4, 9], &[2, 8]));
        assert!(!overlap(&[], &[2]));
    }

    #[test]
    fn lists_that_overlap_have_a_bit_in_common() {
        assert_ne!(signature(&[1, 4, 200]) & signature(&[200]), 0);
        assert_eq!(signature(&[1, 4]) & signature(&[2, 5]), 0);
        assert_eq!(signature(&[]), 0);
    }
}
