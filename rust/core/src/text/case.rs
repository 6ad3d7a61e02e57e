//! Lower-casing by Python's rules for `str.lower`, with the letters that Rust's Unicode tables know.
//!
//! Both Python and Rust apply the full mappings of Unicode's `SpecialCasing` (İ becomes i and a dot
//! above, a capital sigma that ends a word becomes ς). They can differ only in letters younger than
//! the Unicode version of the Python at hand.

/// Replaces the contents of `out` with `text` in lower case.
pub fn lower_into(text: &str, out: &mut String) {
    out.clear();
    if text.is_ascii() {
        out.push_str(text);
        out.make_ascii_lowercase();
        return;
    }
    if text.contains('Σ') {
        // The one mapping that depends on the neighbours; the standard library knows the rule
        // but offers it for whole strings only.
        out.push_str(&text.to_lowercase());
        return;
    }
    out.reserve(text.len());
    for c in text.chars() {
        match c {
            '\0'..='\x7f' => out.push(c.to_ascii_lowercase()),
            c if is_certainly_lower(c) => out.push(c),
            c => out.extend(c.to_lowercase()),
        }
    }
}

/// Frequent characters that lower-casing leaves alone, known without searching the case tables:
/// Latin-1 and Cyrillic small letters, general punctuation, kana and ideographs.
#[inline]
fn is_certainly_lower(c: char) -> bool {
    matches!(c, 'ß'..='ÿ' | 'а'..='џ' | '\u{2000}'..='\u{206f}' | '\u{2e80}'..='\u{9fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lower(text: &str) -> String {
        let mut out = String::from("old contents");
        lower_into(text, &mut out);
        out
    }

    #[test]
    fn ascii() {
        assert_eq!(lower(""), "");
        assert_eq!(lower("Hello, WORLD 42[]"), "hello, world 42[]");
    }

    #[test]
    fn letters_beyond_ascii() {
        assert_eq!(lower("ÄÖÜ ẞ Straße"), "äöü ß straße");
        assert_eq!(lower("ПРИВЕТ Ёлка ЇЖАК"), "привет ёлка їжак");
        assert_eq!(lower("日本語 ＡＢＣ カナ"), "日本語 ａｂｃ カナ");
        assert_eq!(lower("𐐀 Ǆ ǅ Ⅷ"), "𐐨 ǆ ǆ ⅷ");
    }

    #[test]
    fn dotted_capital_i_becomes_two_characters() {
        assert_eq!(lower("İstanbul"), "i\u{307}stanbul");
    }

    #[test]
    fn sigma_is_final_after_a_letter_and_before_none() {
        assert_eq!(lower("ΟΔΟΣ ΣΑΣ Σ"), "οδος σας σ");
        assert_eq!(lower("ΑΣ.Α ΑΣ. Α'Σ 1Σ"), "ασ.α ας. α'ς 1σ");
    }

    #[test]
    fn every_character_agrees_with_the_standard_library() {
        for c in '\0'..=char::MAX {
            let text = String::from(c);
            assert_eq!(lower(&text), text.to_lowercase(), "U+{:04X}", c as u32);
        }
    }
}
