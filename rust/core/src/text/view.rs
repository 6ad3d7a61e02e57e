//! How text becomes tokens.

use std::ops::Range;

use super::case;
use super::tokenize::{LineTokenizer, Tokenizer};
use super::whitespace::{is_ascii_space, is_python_space, split_ascii, trim_end};

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
    spaced: String,
    places: Vec<Range<usize>>,
}

impl Splitter {
    pub(super) fn new(view: View) -> Self {
        Self {
            view,
            tokenizer: LineTokenizer::new(view.tokenizer),
            lowered: String::new(),
            spaced: String::new(),
            places: Vec::new(),
        }
    }

    /// A text, and where in it the tokens of a line are.
    #[inline]
    pub(super) fn tokens<'a>(&'a mut self, line: &'a str) -> (&'a str, &'a [Range<usize>]) {
        let Self {
            view,
            tokenizer,
            lowered,
            spaced,
            places,
        } = self;
        let line = match view.case {
            Case::Keep => line,
            Case::Lower => {
                lowered.clear();
                case::lower_into(line, lowered);
                lowered
            }
            Case::LowerAscii => {
                lowered.clear();
                lowered.push_str(line);
                lowered.make_ascii_lowercase();
                lowered
            }
        };
        places.clear();
        match view.split {
            Split::Ascii => tokenizer.tokens(trim_end(line, is_ascii_space), false),
            Split::Unicode => tokenizer.tokens(trim_end(line, is_python_space), true),
            Split::Newline => {
                let mut begin = 0;
                for word in line.split('\n') {
                    let end = begin + word.len();
                    if begin < end {
                        places.push(begin..end);
                    }
                    begin = end + 1;
                }
                (line, places)
            }
            Split::Characters => {
                spaced.clear();
                for word in split_ascii(tokenizer.line(line)) {
                    if !spaced.is_empty() {
                        spaced.push(' ');
                    }
                    spaced.push_str(word);
                }
                let characters = spaced.char_indices();
                places.extend(characters.map(|(at, c)| at..at + c.len_utf8()));
                (spaced, places)
            }
        }
    }
}
