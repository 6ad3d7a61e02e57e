//! The tokenizer of NIST's `mteval-v13a.pl`.
//!
//! Symbols of ASCII stand alone; so do period and comma, except between digits, and the hyphen
//! after a digit. Characters beyond ASCII are letters to it.

use std::ops::Range;

use super::Buffers;
use super::split::{Class, Rules, SPACES, cut, split, with};

/// The byte classes for Western text, shared with the tokenizers that treat the rest of their text
/// as this one does.
pub(super) const WESTERN: [Class; 256] = {
    let table = with(SPACES, b"!\"#$%&()*+/:;<=>?@[\\]^_`{|}~", Class::Symbol);
    let table = with(table, b".,", Class::Mark);
    let table = with(table, b"0123456789", Class::Digit);
    with(table, b"-", Class::Hyphen)
};

struct V13a;

impl Rules for V13a {
    const BYTES: &'static [Class; 256] = &WESTERN;
    const PADDED: bool = true;
}

/// The same for a line that may have markup, as few have.
struct Marked;

impl Rules for Marked {
    const BYTES: &'static [Class; 256] = &with(WESTERN, &MARKUP, Class::Markup);
    const PADDED: bool = V13a::PADDED;
}

/// What markup and words that are parted at the end of a line begin or end with.
const MARKUP: [u8; 3] = [b'&', b'<', b'\n'];

pub(super) fn tokenize<'a>(text: &'a str, buffers: &'a mut Buffers) -> &'a str {
    let Buffers {
        prepared, tokens, ..
    } = buffers;
    split::<V13a>(prepare(text, prepared), tokens)
}

/// The line without markup, and where its tokens are.
pub(super) fn cut_into<'a>(
    places: &mut Vec<Range<usize>>,
    text: &'a str,
    buffers: &'a mut Buffers,
) -> &'a str {
    if cut::<Marked>(text, places) {
        return text;
    }
    places.clear();
    let text = prepare(text, &mut buffers.prepared);
    cut::<V13a>(text, places);
    text
}

/// The line without markup; in `prepared` where it had some.
#[inline]
fn prepare<'a>(text: &'a str, prepared: &'a mut String) -> &'a str {
    if !contains_any(text, MARKUP) {
        return text;
    }
    // A line break needs no replacement by a space: it separates tokens as it is.
    let joined = text.replace("<skipped>", "").replace("-\n", "");
    *prepared = unescape(joined);
    prepared
}

/// Whether one of some ASCII bytes occurs in the text.
#[inline]
pub(super) fn contains_any<const N: usize>(text: &str, wanted: [u8; N]) -> bool {
    // Whole blocks without an early exit inside, which the compiler turns into vector instructions.
    text.as_bytes().chunks(64).any(|block| {
        let found = |byte: &u8| {
            wanted
                .iter()
                .fold(0, |hit, want| hit | u8::from(byte == want))
        };
        block.iter().fold(0, |hits, byte| hits | found(byte)) != 0
    })
}

/// Resolves the four escapes of SGML, each in all the text before the next, so that `&amp;lt;`
/// becomes `<` and `&amp;quot;` becomes `&quot;`.
pub(super) fn unescape(text: String) -> String {
    if !text.contains('&') {
        return text;
    }
    text.replace("&quot;", "\"")
        .replace("&amp;", "&")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
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
    fn ordinary_sentences() {
        check("", "");
        check("   ", "");
        check("Hello, world.", "Hello , world .");
        check("He said: \"No!\"", "He said : \" No ! \"");
        check("It's Tom's e-mail", "It's Tom's e-mail");
        check(
            "a/b (c) [d] {e} x_y 5% $3",
            "a / b ( c ) [ d ] { e } x _ y 5 % $ 3",
        );
    }

    #[test]
    fn numbers_keep_their_separators() {
        check("3.14 and 1,000,000.", "3.14 and 1,000,000 .");
        check(".5 5. 5.a a.5", ". 5 5 . 5 . a a . 5");
        check("١.٢ ³.4", "١ . ٢ ³ . 4");
    }

    #[test]
    fn hyphens_leave_digits_on_their_left_only() {
        check("1990-2000 -5 A-1 1--2", "1990 - 2000 -5 A-1 1 - -2");
        check("5.-6", "5 . -6");
    }

    #[test]
    fn every_other_mark_of_a_run_is_taken_by_the_first_pattern() {
        check(",,", ", ,");
        check(",,1", ", ,1");
        check("a,,,1", "a , , , 1");
        check("1.,2", "1 . , 2");
        check("1.,.2", "1 . , .2");
        check("a.,2", "a . ,2");
        check("...5", ". . . 5");
        check("....5", ". . . .5");
        check("1...5", "1 . . .5");
        check(".a.", ". a .");
    }

    #[test]
    fn characters_beyond_ascii_are_letters_or_spaces() {
        check("é.5 5.é", "é . 5 5 . é");
        check("„so“ – 5–6。", "„so“ – 5–6。");
        check("a\u{a0}b\u{3000}c\u{2009}.\u{85}d", "a b c . d");
        check("a\x1c.\x1fb\0c", "a . b\0c");
    }

    #[test]
    fn escapes_are_resolved_in_sacrebleus_order() {
        check("&quot;a&quot; &amp; &lt;b&gt;", "\" a \" & < b >");
        check("&amp;lt; &amp;quot; &amp;amp;", "< & quot ; & amp ;");
        check("&apos;", "& apos ;");
    }

    #[test]
    fn markup_and_line_ends() {
        check("a<skipped>b <skip>", "ab < skip >");
        check("<ski<skipped>pped>", "< skipped >");
        check("hy-\nphen\nnext", "hyphen next");
        check("-<skipped>\nx", "x");
        check("&am-\np;", "&");
        check("1-\n.5\r\n-", "1.5 -");
    }
}
