//! How alike two words are spelt, across accents and alphabets.
//!
//! Names, numbers and loan words look alike in many languages, and they are just the words that
//! are too rare for counting. Words are first folded to plain Latin letters (accents dropped;
//! kana, Cyrillic and Greek romanised) and then compared by the letter pairs they share.

/// Words shorter than this, once folded, look alike by chance and must be equal.
const SHORTEST: usize = 4;
/// Similarity at which two words begin to look alike.
const UNLIKE: f32 = 0.5;

/// Romanised hiragana from U+3041 to U+3096; katakana follow the same order from U+30A1.
const KANA: [&str; 86] = [
    "a", "a", "i", "i", "u", "u", "e", "e", "o", "o", "ka", "ga", "ki", "gi", "ku", "gu", "ke",
    "ge", "ko", "go", "sa", "za", "shi", "ji", "su", "zu", "se", "ze", "so", "zo", "ta", "da",
    "chi", "ji", "", "tsu", "zu", "te", "de", "to", "do", "na", "ni", "nu", "ne", "no", "ha", "ba",
    "pa", "hi", "bi", "pi", "fu", "bu", "pu", "he", "be", "pe", "ho", "bo", "po", "ma", "mi", "mu",
    "me", "mo", "ya", "ya", "yu", "yu", "yo", "yo", "ra", "ri", "ru", "re", "ro", "wa", "wa", "i",
    "e", "o", "n", "vu", "ka", "ke",
];

/// Romanised Cyrillic from U+0430 to U+044F.
const CYRILLIC: [&str; 32] = [
    "a", "b", "v", "g", "d", "e", "zh", "z", "i", "y", "k", "l", "m", "n", "o", "p", "r", "s", "t",
    "u", "f", "kh", "ts", "ch", "sh", "sh", "", "y", "", "e", "yu", "ya",
];

/// Romanised Greek from U+03B1 to U+03C9.
const GREEK: [&str; 25] = [
    "a", "v", "g", "d", "e", "z", "i", "th", "i", "k", "l", "m", "n", "x", "o", "p", "r", "s", "s",
    "t", "y", "f", "ch", "ps", "o",
];

/// Accented Latin letters by the plain letters they stand for.
const ACCENTED: [(&str, &str); 22] = [
    ("àáâãåāăą", "a"),
    ("äæ", "ae"),
    ("çćĉċč", "c"),
    ("ďđð", "d"),
    ("èéêëēĕėęě", "e"),
    ("ĝğġģ", "g"),
    ("ĥħ", "h"),
    ("ìíîïĩīĭįı", "i"),
    ("ĵ", "j"),
    ("ķ", "k"),
    ("ĺļľŀł", "l"),
    ("ñńņňŋ", "n"),
    ("òóôõøōŏő", "o"),
    ("öœ", "oe"),
    ("ŕŗř", "r"),
    ("śŝşšș", "s"),
    ("ß", "ss"),
    ("ţťŧț", "t"),
    ("ùúûũūŭůűų", "u"),
    ("ü", "ue"),
    ("ýÿŷ", "y"),
    ("źżž", "z"),
];

fn entry(c: char, first: char, table: &'static [&'static str]) -> Option<&'static str> {
    table
        .get((c as usize).checked_sub(first as usize)?)
        .copied()
}

fn is_small_y(c: char) -> bool {
    matches!(c, 'ゃ' | 'ゅ' | 'ょ' | 'ャ' | 'ュ' | 'ョ')
}

/// What a letter of another alphabet, or with an accent, reads as in plain Latin letters.
fn reading(c: char) -> Option<&'static str> {
    match c {
        'ぁ'..='ゖ' => entry(c, 'ぁ', &KANA),
        'ァ'..='ヶ' => entry(c, 'ァ', &KANA),
        'ー' => Some(""),
        'а'..='я' => entry(c, 'а', &CYRILLIC),
        'ё' => Some("e"),
        'α'..='ω' => entry(c, 'α', &GREEK),
        _ if c.is_ascii() => None,
        _ => ACCENTED
            .iter()
            .find(|(letters, _)| letters.contains(c))
            .map(|&(_, plain)| plain),
    }
}

/// A word in plain lower-case Latin letters as far as it can be written so.
fn fold(word: &str) -> String {
    let mut folded = String::with_capacity(word.len());
    for c in word.chars().flat_map(char::to_lowercase) {
        match reading(c) {
            None => folded.push(c),
            Some(plain) if is_small_y(c) && folded.ends_with('i') => {
                folded.pop();
                let palatal =
                    folded.ends_with("sh") || folded.ends_with("ch") || folded.ends_with('j');
                folded.push_str(if palatal { &plain[1..] } else { plain });
            }
            Some(plain) => folded.push_str(plain),
        }
    }
    folded
}

/// A word prepared for comparison.
#[derive(Debug, Clone)]
pub(super) struct Spelling {
    word: Box<str>,
    /// Pairs of adjacent letters, sorted, with the borders of the word as letters.
    pairs: Box<[u32]>,
    /// A bit for each pair: a cheap upper bound of how many two words share.
    sketch: u64,
}

impl Spelling {
    pub(super) fn new(word: &str) -> Self {
        let folded = fold(word);
        let mut pairs = Vec::new();
        if folded.chars().count() >= SHORTEST && folded.chars().any(char::is_alphanumeric) {
            let mut last = 0;
            for c in folded.chars().map(|c| c as u32).chain([0]) {
                // Letters of all alphabets that matter here differ in their low 16 bits.
                pairs.push(last << 16 | (c & 0xFFFF));
                last = c & 0xFFFF;
            }
            pairs.sort_unstable();
        }
        let sketch = pairs.iter().fold(0, |bits, pair| {
            bits | 1 << (pair.wrapping_mul(0x9E37_79B1) >> 26)
        });
        Self {
            word: word.into(),
            pairs: pairs.into(),
            sketch,
        }
    }

    /// From 0, unlike, to 1, equal.
    pub(super) fn likeness(&self, other: &Self) -> f32 {
        if self.word == other.word {
            return 1.0;
        }
        let total = (self.pairs.len() + other.pairs.len()) as f32;
        let bound = (self.sketch & other.sketch).count_ones();
        // Distinct pairs may share a bit, so the bound is loosened by one.
        if bound == 0 || 2.0 * (bound + 1) as f32 <= UNLIKE * total {
            return 0.0;
        }
        let dice = 2.0 * shared(&self.pairs, &other.pairs) as f32 / total;
        ((dice - UNLIKE) / (1.0 - UNLIKE)).max(0.0)
    }
}

/// The size of the intersection of two sorted multisets.
fn shared(a: &[u32], b: &[u32]) -> usize {
    let (mut i, mut j, mut both) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                both += 1;
                i += 1;
                j += 1;
            }
        }
    }
    both
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likeness(a: &str, b: &str) -> f32 {
        Spelling::new(a).likeness(&Spelling::new(b))
    }

    #[test]
    fn words_are_folded_to_latin() {
        assert_eq!(fold("あしかが"), "ashikaga");
        assert_eq!(fold("キョウト"), "kyouto");
        assert_eq!(fold("しょうぐん"), "shougun");
        assert_eq!(fold("Москва"), "moskva");
        assert_eq!(fold("Αθήνα"), "athήna");
        assert_eq!(fold("Größe"), "groesse");
        assert_eq!(fold("足利"), "足利");
    }

    #[test]
    fn equal_words_are_alike_whatever_they_are() {
        assert!((likeness(".", ".") - 1.0).abs() < 1e-6);
        assert!((likeness("足利", "足利") - 1.0).abs() < 1e-6);
    }

    #[test]
    fn only_long_words_look_alike() {
        assert!(likeness("le", "les") < 1e-6);
        assert!(likeness("parlement", "parliament") > 0.3);
        assert!(likeness("あしかが", "ashikaga") > 0.99);
        assert!(likeness("table", "chaise") < 1e-6);
        assert!((likeness("abcd", "") - 0.0).abs() < 1e-6);
    }
}
