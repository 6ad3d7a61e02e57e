//! Splitting text into words at whitespace, in the two senses the metrics need.
//!
//! Python's sense (`str.split`) is what sacreBLEU uses on tokenizer output. The ASCII sense is for
//! text whose tokens are given: there NBSP and the ideographic space are part of a token, because
//! a Unicode split would shift the word positions that alignments refer to.

/// The ASCII bytes that Python takes for whitespace, information separators included.
pub(crate) const PYTHON_ASCII_SPACES: [u8; 10] = [
    b' ', b'\t', b'\n', 0x0b, 0x0c, b'\r', 0x1c, 0x1d, 0x1e, 0x1f,
];

/// The six bytes that are whitespace to ASCII.
pub(crate) const ASCII_SPACES: [u8; 6] = [b' ', b'\t', b'\n', 0x0b, 0x0c, b'\r'];

/// The UTF-8 lead bytes that can begin a whitespace character beyond ASCII.
pub(crate) const WIDE_SPACE_LEADS: [u8; 4] = [0xc2, 0xe1, 0xe2, 0xe3];

/// What a byte says about the character it belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Byte {
    Word,
    Space,
    /// The first byte of a character that may be a space; only the whole character tells.
    Undecided,
}

const BYTES: [Byte; 256] = classify_bytes();

const fn classify_bytes() -> [Byte; 256] {
    let mut table = [Byte::Word; 256];
    let mut i = 0;
    while i < PYTHON_ASCII_SPACES.len() {
        table[PYTHON_ASCII_SPACES[i] as usize] = Byte::Space;
        i += 1;
    }
    i = 0;
    while i < WIDE_SPACE_LEADS.len() {
        table[WIDE_SPACE_LEADS[i] as usize] = Byte::Undecided;
        i += 1;
    }
    table
}

/// Whether Python's `str.isspace` holds for this character.
///
/// This is Unicode's `White_Space` and the four information separators U+001C to U+001F.
#[inline]
pub fn is_python_space(c: char) -> bool {
    matches!(
        c,
        '\t'..='\r'
            | '\u{1c}'..='\u{20}'
            | '\u{85}'
            | '\u{a0}'
            | '\u{1680}'
            | '\u{2000}'..='\u{200a}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{202f}'
            | '\u{205f}'
            | '\u{3000}'
    )
}

/// The words of `text` as Python's `str.split()` gives them.
///
/// ```
/// use pitchpipe_core::text::whitespace::split_python;
///
/// let words: Vec<&str> = split_python(" ein\u{a0}Wort\u{1c}mehr ").collect();
/// assert_eq!(words, ["ein", "Wort", "mehr"]);
/// ```
#[inline]
pub fn split_python(text: &str) -> impl Iterator<Item = &str> {
    PythonWords { rest: text }
}

/// The text without the spaces at its end.
#[inline]
pub(crate) fn trim_end(text: &str, is_space: fn(char) -> bool) -> &str {
    // Nearly every line ends with a character that no look at its neighbours tells more about.
    match text.as_bytes().last() {
        Some(byte) if byte.is_ascii_graphic() => text,
        _ => text.trim_end_matches(is_space),
    }
}

/// The text without the spaces that Python's `str.strip()` removes.
#[inline]
pub(crate) fn strip_python(text: &str) -> &str {
    match text.as_bytes().first() {
        Some(byte) if byte.is_ascii_graphic() => trim_end(text, is_python_space),
        _ => text.trim_matches(is_python_space),
    }
}

/// Whether it is one of the six ASCII whitespace characters.
#[inline]
pub fn is_ascii_space(c: char) -> bool {
    matches!(c, ' ' | '\t'..='\r')
}

/// The words of `text` between runs of the six ASCII whitespace bytes, and no other.
#[inline]
pub fn split_ascii(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_ascii_space).filter(|word| !word.is_empty())
}

struct PythonWords<'t> {
    rest: &'t str,
}

impl<'t> Iterator for PythonWords<'t> {
    type Item = &'t str;

    #[inline]
    fn next(&mut self) -> Option<&'t str> {
        loop {
            let (end, width) = find_space(self.rest)?;
            let (word, tail) = (&self.rest[..end], &self.rest[end + width..]);
            self.rest = tail;
            if !word.is_empty() {
                return Some(word);
            }
        }
    }
}

/// Position and width of the first space, the end of the text counting as a space of width zero;
/// `None` if there is no text.
#[inline]
fn find_space(text: &str) -> Option<(usize, usize)> {
    if text.is_empty() {
        return None;
    }
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(word) = bytes[at..]
        .iter()
        .position(|&b| BYTES[b as usize] != Byte::Word)
    {
        at += word;
        if BYTES[bytes[at] as usize] == Byte::Space {
            return Some((at, 1));
        }
        let c = text[at..].chars().next()?;
        if is_python_space(c) {
            return Some((at, c.len_utf8()));
        }
        at += c.len_utf8();
    }
    Some((bytes.len(), 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_trimmed_of_their_own_spaces() {
        let texts = [
            "",
            " ",
            "a",
            "a ",
            " a",
            "é",
            "é\u{3000}",
            "\u{a0}a b.\u{1f}",
            "\x7f",
            "\0 ",
            "\t.",
        ];
        for text in texts {
            for is_space in [is_python_space, is_ascii_space] {
                assert_eq!(trim_end(text, is_space), text.trim_end_matches(is_space));
            }
            assert_eq!(strip_python(text), text.trim_matches(is_python_space));
        }
    }

    fn python(text: &str) -> Vec<&str> {
        split_python(text).collect()
    }

    fn ascii(text: &str) -> Vec<&str> {
        split_ascii(text).collect()
    }

    #[test]
    fn python_spaces_are_white_space_and_the_information_separators() {
        for c in '\0'..=char::MAX {
            let expected = c.is_whitespace() || matches!(c, '\x1c'..='\x1f');
            assert_eq!(is_python_space(c), expected, "U+{:04X}", c as u32);
        }
    }

    #[test]
    fn every_python_space_separates_and_nothing_else_does() {
        for c in '\0'..=char::MAX {
            let words = python(&format!("a{c}b")).len();
            assert_eq!(words == 2, is_python_space(c), "U+{:04X}", c as u32);
        }
    }

    #[test]
    fn runs_and_ends_give_no_empty_words() {
        assert!(python("").is_empty());
        assert!(python(" \u{3000}\n").is_empty());
        assert_eq!(python("word"), ["word"]);
        assert_eq!(python("  two \u{2009}\u{a0} words\r\n"), ["two", "words"]);
        assert_eq!(python("\u{3000}日本 語\u{85}"), ["日本", "語"]);
    }

    #[test]
    fn ascii_split_keeps_unicode_spaces_inside_words() {
        assert_eq!(
            ascii(" a\u{a0}b\tc\u{3000}\x0bd\x0ce\r\nf "),
            ["a\u{a0}b", "c\u{3000}", "d", "e", "f"]
        );
        assert_eq!(ascii("a\x1cb\u{85}c"), ["a\x1cb\u{85}c"]);
        assert!(ascii(" \t").is_empty());
    }
}
