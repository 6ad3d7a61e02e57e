//! The international tokenization of NIST's `mteval-v14.pl`.
//!
//! Symbols of all Unicode stand alone, and so does punctuation, except between numbers. Numbers are
//! all of category N, among them ², ½ and Ⅷ.

use std::ops::Range;
use std::sync::LazyLock;

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use super::Buffers;
use super::split::{Class, Rules, SPACES, cut, split, with, with_all_wide};
use crate::text::whitespace::is_python_space;

struct Intl;

impl Rules for Intl {
    const BYTES: &'static [Class; 256] = &{
        let table = with(with_all_wide(SPACES), b"$+<=>^`|~", Class::Symbol);
        let table = with(table, b"!\"#%&'()*,-./:;?@[\\]_{}", Class::Mark);
        with(table, b"0123456789", Class::Digit)
    };
    // So a full stop stays with a number that ends the line; mteval-v14 does the same.
    const PADDED: bool = false;

    #[inline]
    fn wide(c: char) -> Class {
        BASIC_PLANE
            .get(c as usize)
            .copied()
            .unwrap_or_else(|| class_of(c))
    }
}

pub(super) fn tokenize<'a>(text: &'a str, buffers: &'a mut Buffers) -> &'a str {
    split::<Intl>(text, &mut buffers.tokens)
}

/// The line, and where its tokens are.
pub(super) fn cut_into<'a>(places: &mut Vec<Range<usize>>, text: &'a str) -> &'a str {
    cut::<Intl>(text, places);
    text
}

/// The classes of the characters below U+10000, because searching Unicode's ranges for each letter
/// of a text in Cyrillic or Chinese would take most of the time.
static BASIC_PLANE: LazyLock<Vec<Class>> = LazyLock::new(|| {
    let class = |code| char::from_u32(code).map_or(Class::Plain, class_of);
    (0..=0xffff).map(class).collect()
});

fn class_of(c: char) -> Class {
    match c.general_category_group() {
        GeneralCategoryGroup::Punctuation => Class::Mark,
        GeneralCategoryGroup::Symbol => Class::Symbol,
        GeneralCategoryGroup::Number => Class::Digit,
        _ if is_python_space(c) => Class::Space,
        _ => Class::Plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(
            tokenize(text, &mut Buffers::default()),
            expected,
            "{text:?}"
        );
    }

    #[test]
    fn the_byte_table_is_the_category_of_each_ascii_character() {
        for byte in 0..0x80_u8 {
            assert!(
                Intl::BYTES[byte as usize] == class_of(byte as char),
                "{byte:#x}"
            );
        }
    }

    #[test]
    fn ordinary_sentences() {
        check("", "");
        check("Hello, world!", "Hello , world !");
        check("It's Tom's e-mail", "It ' s Tom ' s e - mail");
        check("„so“ – sagte er…", "„ so “ – sagte er …");
        check("5€ + 3°C = x²", "5 € + 3 ° C = x²");
    }

    #[test]
    fn numbers_of_any_script_hold_punctuation() {
        check("1,000.5 1990–2000 ½.² ١٫٢", "1,000.5 1990–2000 ½.² ١٫٢");
        check("5.a a.5 5%", "5 . a a . 5 5%");
        check("5% x", "5 % x");
    }

    #[test]
    fn the_ends_of_the_line_hold_punctuation_too() {
        check("in 1990.", "in 1990.");
        check(".5", ".5");
        check(".", ".");
        check(". ", ".");
        check("..", ". .");
        check("(x", "( x");
    }

    #[test]
    fn every_other_mark_of_a_run_is_taken_by_the_first_pattern() {
        check("a.,2", "a . ,2");
        check("1.,2", "1 . , 2");
        check("1.–„2", "1 . – „2");
        check("),.5", ") , .5");
        check("a),.5", "a ) , . 5");
    }

    #[test]
    fn escapes_stay_and_whitespace_is_pythons() {
        check("&amp;", "& amp ;");
        check("a\u{a0}b\u{1c}c\nd\u{3000}", "a b c d");
        check("日本語。５．５", "日本語 。 ５．５");
        check("e\u{301}!👍🏽x", "e\u{301} ! 👍 🏽 x");
    }
}
