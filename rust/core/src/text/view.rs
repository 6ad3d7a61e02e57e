//! How text becomes tokens.

use std::ops::Range;

use super::case;
use super::tokenize::{LineTokenizer, Tokenizer};
use super::whitespace::{is_ascii_space, is_python_space, split_ascii};

/// What separates the tokens of a tokenised line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Split {
    /// Runs of ASCII whitespace; NBSP and U+3000 belong to words.
    Ascii,
    /// Runs of Unicode whitespace, as Python's `str.split()`.
    Unicode,
    /// Line feeds only: text tokenised elsewhere, whose tokens may hold any other character.
    Newline,
    /// Every character is a token; a run of ASCII whitespace is one space, none at the ends.
    Characters,
}

/// What happens to upper case before tokenising.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Case {
    /// Nothing.
    Keep,
    /// It becomes lower case.
    Lower,
    /// ASCII letters become lower case, others stay (mteval).
    LowerAscii,
}

/// How text becomes tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// The tokenizer.
    pub tokenizer: Tokenizer,
    /// What happens to upper case.
    pub case: Case,
    /// What separates tokens.
    pub split: Split,
}

/// Tokenises and splits lines of one view, with its buffers.
pub(super) struct Splitter {
    view: View,
    tokenizer: LineTokenizer,
    lowered: String,
}

impl Splitter {
    pub(super) fn new(view: View) -> Self {
        Self {
            view,
            tokenizer: LineTokenizer::new(view.tokenizer),
            lowered: String::new(),
        }
    }

    /// Gives the tokens of a line one by one: a text, and where in it the token is.
    #[inline]
    pub(super) fn tokens(&mut self, line: &str, mut each: impl FnMut(&str, Range<usize>)) {
        let line = match self.view.case {
            Case::Keep => line,
            Case::Lower => {
                self.lowered.clear();
                case::lower_into(line, &mut self.lowered);
                self.lowered.as_str()
            }
            Case::LowerAscii => {
                self.lowered.clear();
                self.lowered.push_str(line);
                self.lowered.make_ascii_lowercase();
                self.lowered.as_str()
            }
        };
        match self.view.split {
            Split::Ascii => {
                let stripped = line.trim_end_matches(is_ascii_space);
                self.tokenizer.each(stripped, false, each);
            }
            Split::Unicode => {
                let stripped = line.trim_end_matches(is_python_space);
                self.tokenizer.each(stripped, true, each);
            }
            Split::Newline => {
                let words = line.split('\n').filter(|word| !word.is_empty());
                words.for_each(|word| each(word, 0..word.len()));
            }
            Split::Characters => {
                for (k, word) in split_ascii(self.tokenizer.line(line)).enumerate() {
                    if k > 0 {
                        each(" ", 0..1);
                    }
                    for (begin, character) in word.char_indices() {
                        each(word, begin..begin + character.len_utf8());
                    }
                }
            }
        }
    }
}
