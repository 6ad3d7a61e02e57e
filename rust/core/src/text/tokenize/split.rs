//! The one rule behind the 13a, intl, zh and tercom tokenizers.
//!
//! All four are a substitution that puts spaces around symbols, and this pair, in which *mark* and
//! *digit* stand for character classes of the tokenizer:
//!
//! 1. `([^digit])(mark)` becomes `\1 \2 `
//! 2. `(mark)([^digit])` becomes ` \1 \2`
//!
//! Afterwards whitespace is reduced to single spaces. What remains to be seen is which marks end up
//! alone. A substitution consumes what it matches, so in a run of marks the first pattern takes
//! every other one: a mark that it has just set apart cannot be the `[^digit]` of its successor. The
//! second pattern then meets no two adjacent marks any more, for of any two the first pattern has
//! surrounded one with spaces, and therefore takes every mark that is not followed by a digit.
//! Spaces inserted around symbols change nothing, since neither is a digit.
//!
//! So a mark stays with its neighbours only if the first pattern did not take it *and* a digit
//! follows, and one look to either side decides. Where a tokenizer does not surround the line with
//! spaces, the ends of the line act as digits: there is no character for the patterns to match.

use std::ops::Range;

use super::blocks::{self, Runs};
use crate::text::whitespace::{
    ASCII_SPACES, PYTHON_ASCII_SPACES, WIDE_SPACE_LEADS, is_python_space,
};

/// The part a character takes in the cutting of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Belongs to the token around it.
    Plain,
    /// Belongs to the token around it, and may bind marks to it.
    Digit,
    /// Separates tokens.
    Space,
    /// A token by itself.
    Symbol,
    /// A token by itself unless digits hold it (see the module's introduction).
    Mark,
    /// A token by itself if a digit precedes it.
    Hyphen,
    /// Begins a token if it begins a possessive `'s`.
    Apostrophe,
    /// Only of bytes: the first one of a character for [`Rules::wide`].
    Wide,
    /// Only of bytes: may belong to markup, without which the line is to be cut.
    Markup,
}

/// The character classes of a tokenizer.
pub(super) trait Rules {
    /// The class of each byte. All bytes of a character beyond ASCII are [`Class::Plain`], unless
    /// its first byte is [`Class::Wide`].
    const BYTES: &'static [Class; 256];

    /// Whether the line counts as surrounded by spaces.
    const PADDED: bool;

    /// The bytes that end no token, as far as they come in runs.
    const PLAIN: Runs = blocks::plain_runs(Self::BYTES);

    /// The class of a character beyond ASCII, which is never one that depends on ASCII neighbours.
    #[inline]
    fn wide(c: char) -> Class {
        if is_python_space(c) {
            Class::Space
        } else {
            Class::Plain
        }
    }
}

/// Rules that know only whitespace.
pub(super) struct Words;

impl Rules for Words {
    const BYTES: &'static [Class; 256] = &SPACES;
    const PADDED: bool = false;
}

/// Rules that know only the whitespace of ASCII.
pub(super) struct AsciiWords;

impl Rules for AsciiWords {
    const BYTES: &'static [Class; 256] = &with([Class::Plain; 256], &ASCII_SPACES, Class::Space);
    const PADDED: bool = false;
}

/// A byte table with Python's whitespace and nothing else.
pub(super) const SPACES: [Class; 256] = {
    let spaces = with([Class::Plain; 256], &PYTHON_ASCII_SPACES, Class::Space);
    with(spaces, &WIDE_SPACE_LEADS, Class::Wide)
};

/// `table` with the class of some bytes changed.
pub(super) const fn with(mut table: [Class; 256], bytes: &[u8], class: Class) -> [Class; 256] {
    let mut i = 0;
    while i < bytes.len() {
        table[bytes[i] as usize] = class;
        i += 1;
    }
    table
}

/// `table` with all lead bytes of characters beyond ASCII set to [`Class::Wide`].
pub(super) const fn with_all_wide(mut table: [Class; 256]) -> [Class; 256] {
    let mut lead = 0xc2;
    while lead <= 0xf4 {
        table[lead] = Class::Wide;
        lead += 1;
    }
    table
}

/// Cuts `text` into tokens joined by single spaces.
///
/// The result lies in `out`, or in `text` where that contains it already.
#[inline]
pub(super) fn split<'a, R: Rules>(text: &'a str, out: &'a mut String) -> &'a str {
    let mut places = Vec::new();
    cut::<R>(text, &mut places);
    let mut tokens = Joiner::new(text, out);
    for place in places {
        tokens.push(place);
    }
    tokens.finish()
}

/// Fills in where each token of `text` is, and says whether it did: it ends at markup.
pub(super) fn cut<R: Rules>(text: &str, places: &mut Vec<Range<usize>>) -> bool {
    let mut push = |start: usize, end: usize| {
        places.push(start..end);
        // Whether there is a token cannot be foreseen, so nothing branches on it.
        places.truncate(places.len() - usize::from(start == end));
    };
    let bytes = text.as_bytes();
    let mut start = 0;
    // End of the last mark that the first pattern has taken.
    let mut taken_until = usize::MAX;

    // All bytes that may end a token at once, then one after the other: a loop from each to the
    // next would end at an unforeseen place, for which a processor waits.
    for (begin, mut ends) in blocks::of(R::PLAIN, bytes) {
        while ends != 0 {
            let at = begin + ends.trailing_zeros() as usize;
            ends &= ends - 1;
            // By far the most are spaces.
            if R::BYTES[bytes[at] as usize] == Class::Space {
                push(start, at);
                start = at + 1;
                continue;
            }
            let (class, width) = class_at::<R>(text, at);
            let end = at + width;
            let alone = match class {
                Class::Space | Class::Symbol => true,
                Class::Mark => {
                    let takes = at != taken_until && can_precede_mark::<R>(text, at);
                    if takes {
                        taken_until = end;
                    }
                    takes || can_follow_mark::<R>(text, end)
                }
                Class::Hyphen => at > 0 && R::BYTES[bytes[at - 1] as usize] == Class::Digit,
                Class::Apostrophe => {
                    if begins_possessive::<R>(&bytes[at..]) {
                        push(start, at);
                        start = at;
                    }
                    false
                }
                Class::Markup => return false,
                Class::Plain | Class::Digit | Class::Wide => false,
            };
            if alone {
                push(start, at);
                if class != Class::Space {
                    push(at, end);
                }
                start = end;
            }
        }
    }
    push(start, bytes.len());
    true
}

/// Class and width of the character at a position inside the text.
#[inline]
fn class_at<R: Rules>(text: &str, at: usize) -> (Class, usize) {
    match R::BYTES[text.as_bytes()[at] as usize] {
        Class::Wide => wide_class::<R>(text[at..].chars().next()),
        class => (class, 1),
    }
}

#[inline]
fn wide_class<R: Rules>(c: Option<char>) -> (Class, usize) {
    c.map_or((Class::Plain, 1), |c| (R::wide(c), c.len_utf8()))
}

/// Whether the first pattern finds its `[^digit]` before a mark at this position.
#[inline]
fn can_precede_mark<R: Rules>(text: &str, at: usize) -> bool {
    match text.as_bytes()[..at].last() {
        None => R::PADDED,
        Some(&byte) if byte.is_ascii() => R::BYTES[byte as usize] != Class::Digit,
        Some(_) => wide_class::<R>(text[..at].chars().next_back()).0 != Class::Digit,
    }
}

/// Whether the second pattern finds its `[^digit]` at this position, after a mark.
#[inline]
fn can_follow_mark<R: Rules>(text: &str, at: usize) -> bool {
    if at == text.len() {
        R::PADDED
    } else {
        class_at::<R>(text, at).0 != Class::Digit
    }
}

/// Whether an apostrophe begins an `'s` before a blank, before a symbol, which has a blank put
/// before it, or at the end.
#[inline]
fn begins_possessive<R: Rules>(bytes: &[u8]) -> bool {
    match bytes {
        [_, b's'] | [_, b's', b' ', ..] => true,
        [_, b's', next, ..] => R::BYTES[*next as usize] == Class::Symbol,
        _ => false,
    }
}

/// Joins slices of a text with spaces. Slices that one blank separates in the text already are
/// copied together, so that well-spaced stretches cost one copy.
struct Joiner<'a> {
    text: &'a str,
    out: &'a mut String,
    start: usize,
    end: usize,
}

impl<'a> Joiner<'a> {
    fn new(text: &'a str, out: &'a mut String) -> Self {
        out.clear();
        Self {
            text,
            out,
            start: 0,
            end: 0,
        }
    }

    /// Adds the token at a place of the text.
    #[inline]
    fn push(&mut self, place: Range<usize>) {
        let Range { start, end } = place;
        let continues = start == self.end + 1 && self.text.as_bytes()[self.end] == b' ';
        if !continues || self.is_idle() {
            self.copy();
            self.start = start;
        }
        self.end = end;
    }

    fn finish(mut self) -> &'a str {
        if self.out.is_empty() {
            return &self.text[self.start..self.end];
        }
        self.copy();
        self.out
    }

    #[inline]
    fn is_idle(&self) -> bool {
        self.start == self.end
    }

    fn copy(&mut self) {
        if self.is_idle() {
            return;
        }
        if !self.out.is_empty() {
            self.out.push(' ');
        }
        self.out.push_str(&self.text[self.start..self.end]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_joined_by_single_spaces() {
        let mut out = String::new();
        assert_eq!(split::<Words>("", &mut out), "");
        assert_eq!(split::<Words>(" ", &mut out), "");
        assert_eq!(split::<Words>(" a", &mut out), "a");
        assert_eq!(split::<Words>("a b ", &mut out), "a b");
        assert_eq!(
            split::<Words>("a\tb\u{3000}c  d e\n", &mut out),
            "a b c d e"
        );
        assert_eq!(
            split::<Words>("  two words  more", &mut out),
            "two words more"
        );
    }

    #[test]
    fn a_well_spaced_line_is_not_copied() {
        let mut out = String::new();
        let text = " nothing to do here ";
        assert_eq!(split::<Words>(text, &mut out).as_ptr(), text[1..].as_ptr());
    }
}
