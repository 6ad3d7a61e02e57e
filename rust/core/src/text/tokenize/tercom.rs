//! The normaliser of Tercom, which TER uses.

use super::Buffers;
use super::split::{Class, Rules, Words, split, with, with_all_wide};
use super::v13a::{WESTERN, contains_any, unescape};
use crate::text::case::lower_into;
use crate::text::whitespace::is_python_space;

/// What Tercom does to a line; by default it lower-cases and splits at whitespace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools)] // four independent switches of one program
pub struct TercomOptions {
    /// Resolve escapes and set punctuation apart.
    pub normalized: bool,
    /// Remove punctuation.
    pub no_punct: bool,
    /// With `normalized`, make every ideograph a token; with `no_punct`, remove Asian punctuation
    /// as well.
    pub asian_support: bool,
    /// Keep the case of letters.
    pub case_sensitive: bool,
}

/// 13a with the possessive split off.
const TERCOM: [Class; 256] = with(WESTERN, b"'", Class::Apostrophe);

struct Western;

impl Rules for Western {
    const BYTES: &'static [Class; 256] = &TERCOM;
    const PADDED: bool = true;
}

struct Asian;

impl Rules for Asian {
    const BYTES: &'static [Class; 256] = &with_all_wide(TERCOM);
    const PADDED: bool = true;

    #[inline]
    fn wide(c: char) -> Class {
        match c {
            c if is_python_space(c) => Class::Space,
            c if is_ideograph(c) || is_asian_punctuation(c) => Class::Symbol,
            _ => Class::Plain,
        }
    }
}

pub(super) fn tokenize<'a>(
    text: &str,
    options: TercomOptions,
    buffers: &'a mut Buffers,
) -> &'a str {
    let Buffers {
        prepared,
        tokens,
        kept,
    } = buffers;
    prepare(text, options, prepared);
    if !options.no_punct {
        return cut(prepared, options, tokens);
    }
    let with_punctuation = cut(prepared, options, tokens);
    kept.clear();
    kept.extend(with_punctuation.split(|c| is_removed(c, options)));
    split::<Words>(kept, tokens)
}

fn prepare(text: &str, options: TercomOptions, prepared: &mut String) {
    if options.case_sensitive {
        prepared.clear();
        prepared.push_str(text);
    } else {
        lower_into(text, prepared);
    }
    if options.normalized && contains_any(prepared, [b'&', b'\n']) {
        // The hyphen of a hyphenated line end is looked for after the line end, as in Tercom. The
        // blank matters for a possessive, which no other whitespace delimits.
        *prepared = unescape(prepared.replace("\n-", "").replace('\n', " "));
    }
}

fn cut<'a>(text: &'a str, options: TercomOptions, tokens: &'a mut String) -> &'a str {
    match (options.normalized, options.asian_support) {
        (false, _) => split::<Words>(text, tokens),
        (true, false) => split::<Western>(text, tokens),
        (true, true) => split::<Asian>(text, tokens),
    }
}

fn is_removed(c: char, options: TercomOptions) -> bool {
    matches!(c, '.' | ',' | '?' | ':' | ';' | '!' | '"' | '(' | ')')
        || options.asian_support && is_asian_punctuation(c)
}

/// What Asian normalisation sets apart besides punctuation: ideographs, their parts and
/// compatibility forms. Kana are cut in Tercom only at the beginning of a line, where its
/// normalisation has put a blank, and so never.
#[inline]
fn is_ideograph(c: char) -> bool {
    matches!(
        c,
        '\u{2e80}'..='\u{2eff}'
            | '\u{31c0}'..='\u{31ef}'
            | '\u{3200}'..='\u{4dbf}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{f900}'..='\u{faff}'
            | '\u{fe30}'..='\u{fe4f}'
    )
}

#[inline]
fn is_asian_punctuation(c: char) -> bool {
    matches!(
        c,
        '、' | '。'
            | '〈'..='】'
            | '〔'..='〟'
            | '・'
            | '｡'..='･'
            | '！' | '＂' | '（' | '）' | '，' | '．' | '：' | '；' | '？'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: TercomOptions = TercomOptions {
        normalized: false,
        no_punct: false,
        asian_support: false,
        case_sensitive: false,
    };
    const NORMALIZED: TercomOptions = TercomOptions {
        normalized: true,
        ..PLAIN
    };
    const NO_PUNCT: TercomOptions = TercomOptions {
        no_punct: true,
        ..PLAIN
    };
    const CASED: TercomOptions = TercomOptions {
        case_sensitive: true,
        ..PLAIN
    };

    fn check(options: TercomOptions, text: &str, expected: &str) {
        assert_eq!(
            tokenize(text, options, &mut Buffers::default()),
            expected,
            "{text:?}"
        );
    }

    #[test]
    fn by_default_only_case_and_whitespace_change() {
        check(PLAIN, "", "");
        check(PLAIN, " Hello,\u{a0}World.\n &amp; ", "hello, world. &amp;");
        check(PLAIN, "ΟΔΟΣ İ", "οδος i\u{307}");
        check(CASED, "Hello,  World", "Hello, World");
    }

    #[test]
    fn normalisation_is_13a_with_possessives() {
        check(
            NORMALIZED,
            "Hello, World 3.5 1-2.",
            "hello , world 3.5 1 - 2 .",
        );
        check(NORMALIZED, "Tom's cat's. it'S", "tom 's cat's . it 's");
        check(
            NORMALIZED,
            "a's! b's\tc's\nd 's ''s",
            "a 's ! b's c 's d 's ' 's",
        );
        check(NORMALIZED, "&QUOT;a&quot; &amp;lt;", "\" a \" <");
        check(
            NORMALIZED,
            "hy\n-phen-\nx <skipped>",
            "hyphen- x < skipped >",
        );
    }

    #[test]
    fn punctuation_is_removed_where_it_stands() {
        check(NO_PUNCT, "A.B, (c) ? d-e' 1.5!", "ab c d-e' 15");
        check(NO_PUNCT, " . ", "");
        check(
            TercomOptions {
                no_punct: true,
                ..NORMALIZED
            },
            "A.B, (c) ? d-e' 1.5!",
            "a b c d-e' 15",
        );
        check(NO_PUNCT, "好。（a）", "好。（a）");
        check(
            TercomOptions {
                asian_support: true,
                ..NO_PUNCT
            },
            "好。（a）・",
            "好a",
        );
    }

    #[test]
    fn asian_support_sets_ideographs_apart_but_not_kana() {
        let asian = TercomOptions {
            asian_support: true,
            ..NORMALIZED
        };
        check(asian, "日本語のテスト。", "日 本 語 のテスト 。");
        check(asian, "カ・ナ（x）㍿𠀀", "カ ・ ナ （ x ） ㍿ 𠀀");
        check(asian, "它's好 它's", "它 's 好 它 's");
        check(NORMALIZED, "日本語。", "日本語。");
        check(
            TercomOptions {
                asian_support: true,
                ..PLAIN
            },
            "日本語。",
            "日本語。",
        );
    }
}
