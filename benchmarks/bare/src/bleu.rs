//! BLEU with the 13a tokenizer: words are numbered within the segment.

use crate::grams::Grams;

const ORDER: usize = 4;

#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Class {
    Plain,
    Digit,
    Space,
    Symbol,
    Mark,
    Hyphen,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Plain; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        classes[byte as usize] = match byte {
            b'0'..=b'9' => Class::Digit,
            b' ' | b'\t' => Class::Space,
            b'.' | b',' => Class::Mark,
            b'-' => Class::Hyphen,
            b'\'' => Class::Plain,
            _ if byte.is_ascii_punctuation() => Class::Symbol,
            _ => Class::Plain,
        };
        byte += 1;
    }
    classes
};

#[derive(Clone, Copy, Default)]
struct Word {
    key: u64,
    stamp: u32,
    number: u16,
}

struct Words {
    slots: Vec<Word>,
    stamp: u32,
    count: u16,
}

/// Matches and n-grams of order 1 to 4, then the words of the hypotheses and of the references.
pub fn count(pairs: &[(&[u8], &[u8])]) -> Vec<u64> {
    let mut sums = vec![0; 2 * ORDER + 2];
    let mut words = Words {
        slots: vec![Word::default(); 1024],
        stamp: 0,
        count: 0,
    };
    let (mut hyp, mut reference, mut grams) = (Vec::new(), Vec::new(), Grams::default());
    for &(h, r) in pairs {
        words.stamp += 1;
        words.count = 0;
        hyp.clear();
        reference.clear();
        each_token(r, |token| reference.push(words.number(token)));
        each_token(h, |token| hyp.push(words.number(token)));
        grams.clear(ORDER * reference.len());
        for start in 0..reference.len() {
            let mut key = 0;
            for &word in reference[start..].iter().take(ORDER) {
                key = key << 16 | u64::from(word);
                grams.add(key);
            }
        }
        for start in 0..hyp.len() {
            let mut key = 0;
            for (n, &word) in hyp[start..].iter().take(ORDER).enumerate() {
                key = key << 16 | u64::from(word);
                let Some(is_match) = grams.take(key) else {
                    break;
                };
                sums[n] += u64::from(is_match);
            }
        }
        for n in 0..ORDER {
            sums[ORDER + n] += hyp.len().saturating_sub(n) as u64;
        }
        sums[2 * ORDER] += hyp.len() as u64;
        sums[2 * ORDER + 1] += reference.len() as u64;
    }
    sums
}

impl Words {
    /// Its number within the segment, from 1.
    fn number(&mut self, word: &[u8]) -> u16 {
        let key = key_of(word);
        let mut at = (key >> 54) as usize;
        loop {
            let slot = &mut self.slots[at];
            if slot.stamp != self.stamp {
                self.count += 1;
                *slot = Word {
                    key,
                    stamp: self.stamp,
                    number: self.count,
                };
                return self.count;
            }
            if slot.key == key {
                return slot.number;
            }
            at = (at + 1) & 1023;
        }
    }
}

/// A hash that is trusted.
fn key_of(word: &[u8]) -> u64 {
    let mix = |hash: u64, eight: [u8; 8]| {
        (hash.rotate_left(5) ^ u64::from_le_bytes(eight)).wrapping_mul(0x517c_c1b7_2722_0a95)
    };
    let (eights, rest) = word.as_chunks();
    let hash = eights
        .iter()
        .fold(word.len() as u64, |hash, &eight| mix(hash, eight));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    mix(hash, last)
}

fn each_token(line: &[u8], mut take: impl FnMut(&[u8])) {
    let is_digit = |at: usize| CLASSES[line[at] as usize] == Class::Digit;
    let mut start = 0;
    let mut taken_until = usize::MAX;
    for at in 0..line.len() {
        let class = CLASSES[line[at] as usize];
        if class < Class::Space {
            continue;
        }
        let alone = match class {
            Class::Mark => {
                let takes = at != taken_until && (at == 0 || !is_digit(at - 1));
                if takes {
                    taken_until = at + 1;
                }
                takes || at + 1 == line.len() || !is_digit(at + 1)
            }
            Class::Hyphen => at > 0 && is_digit(at - 1),
            _ => true,
        };
        if alone {
            if start < at {
                take(&line[start..at]);
            }
            if class != Class::Space {
                take(&line[at..=at]);
            }
            start = at + 1;
        }
    }
    if start < line.len() {
        take(&line[start..]);
    }
}
