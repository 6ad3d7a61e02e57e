//! Tokenizers, equal to sacreBLEU's to the last character.
//!
//! sacreBLEU writes its tokenizers as sequences of regular-expression substitutions. Here each is a
//! single scan: `split` holds the rule that those substitutions amount to, and the modules beside
//! it say which characters take which part in the rule.

mod blocks;
mod chars;
mod intl;
mod split;
mod tercom;
mod v13a;
mod zh;

use std::ops::Range;

pub use tercom::TercomOptions;

use split::{AsciiWords, Words, cut};

use super::whitespace::{is_ascii_space, is_python_space};

/// The way a line is cut into tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tokenizer {
    /// The line as it is.
    None,
    /// `mteval-v13a`, the usual tokenizer of WMT for languages written with spaces.
    V13a,
    /// `mteval-v14` with international tokenization: all punctuation and symbols of Unicode.
    Intl,
    /// Every character is a token.
    Char,
    /// Every Chinese character is a token; the rest is cut as by 13a.
    Zh,
    /// The normaliser of Tercom, for TER.
    Tercom(TercomOptions),
}

impl Tokenizer {
    /// The tokenizer sacreBLEU calls `name`; `tercom` comes with its default options.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "none" => Some(Self::None),
            "13a" => Some(Self::V13a),
            "intl" => Some(Self::Intl),
            "char" => Some(Self::Char),
            "zh" => Some(Self::Zh),
            "tercom" => Some(Self::Tercom(TercomOptions::default())),
            _ => None,
        }
    }
}

/// A tokenizer with its scratch buffers; one per thread.
#[derive(Clone, Debug)]
pub struct LineTokenizer {
    kind: Tokenizer,
    buffers: Buffers,
    /// Where the tokens of the line are.
    places: Vec<Range<usize>>,
}

/// Strings that keep their allocation from line to line.
#[derive(Clone, Debug, Default)]
struct Buffers {
    /// The line after lower-casing and unescaping.
    prepared: String,
    /// The line cut into tokens.
    tokens: String,
    /// The tokens without punctuation.
    kept: String,
}

impl LineTokenizer {
    /// A tokenizer of the given kind.
    pub fn new(kind: Tokenizer) -> Self {
        Self {
            kind,
            buffers: Buffers::default(),
            places: Vec::new(),
        }
    }

    /// The tokens of `text` in one string, which is exactly the one sacreBLEU's tokenizer returns.
    ///
    /// Tokens are separated by single spaces, except that `None` and `Char` leave the whitespace of
    /// `text` in place. As in sacreBLEU, it is the caller who removes trailing whitespace first.
    #[inline]
    pub fn line<'a>(&'a mut self, text: &'a str) -> &'a str {
        let buffers = &mut self.buffers;
        match self.kind {
            Tokenizer::None => text,
            Tokenizer::V13a => v13a::tokenize(text, buffers),
            Tokenizer::Intl => intl::tokenize(text, buffers),
            Tokenizer::Char => chars::tokenize(text, buffers),
            Tokenizer::Zh => zh::tokenize(text, buffers),
            Tokenizer::Tercom(options) => tercom::tokenize(text, options, buffers),
        }
    }

    /// A line, and where in it the tokens of `text` are: those of [`Self::line`] between runs of whitespace,
    /// as Python understands it (`unicode`) or of ASCII alone. Tokenizers that cut at all whitespace
    /// leave none inside a token, so that their lines need not be put together for this.
    #[inline]
    pub fn tokens<'a>(&'a mut self, text: &'a str, unicode: bool) -> (&'a str, &'a [Range<usize>]) {
        let Self {
            kind,
            buffers,
            places,
        } = self;
        places.clear();
        let line = match *kind {
            Tokenizer::V13a => v13a::cut_into(places, text, buffers),
            Tokenizer::Intl => intl::cut_into(places, text),
            Tokenizer::Zh => zh::cut_into(places, text),
            Tokenizer::Char => {
                let is_space = if unicode {
                    is_python_space
                } else {
                    is_ascii_space
                };
                let tokens = text.char_indices().filter(|&(_, c)| !is_space(c));
                places.extend(tokens.map(|(at, c)| at..at + c.len_utf8()));
                text
            }
            Tokenizer::None => separate(places, text, unicode),
            Tokenizer::Tercom(options) => {
                separate(places, tercom::tokenize(text, options, buffers), unicode)
            }
        };
        (line, places)
    }
}

/// Fills in the places of tokens that whitespace separates.
fn separate<'a>(places: &mut Vec<Range<usize>>, line: &'a str, unicode: bool) -> &'a str {
    if unicode {
        cut::<Words>(line, places);
    } else {
        cut::<AsciiWords>(line, places);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::whitespace::{split_ascii, split_python};

    #[test]
    fn places_are_those_of_the_tokens_of_the_line() {
        let kinds = ["none", "13a", "intl", "char", "zh", "tercom"];
        let texts = [
            "",
            " ",
            "a",
            "Tom's 3.5kg, 1990-2000 &amp; <skipped>x-\ny",
            "a\u{a0}b\u{3000}c\u{1c}d\u{85}",
            "（２０２２年）GPT-4。 他说：“好”",
            "1.,.2 ...5 é.5",
            "\t a\0b \u{2028}",
        ];
        for kind in kinds.map(|name| Tokenizer::from_name(name).unwrap()) {
            for text in texts {
                let (mut one, mut all) = (LineTokenizer::new(kind), LineTokenizer::new(kind));
                let mut each = |unicode| {
                    let (line, places) = one.tokens(text, unicode);
                    let token = |place: &Range<usize>| line[place.clone()].to_owned();
                    places.iter().map(token).collect::<Vec<_>>()
                };
                let line = all.line(text);
                assert_eq!(
                    each(true),
                    split_python(line).collect::<Vec<_>>(),
                    "{kind:?} {text:?}"
                );
                assert_eq!(
                    each(false),
                    split_ascii(line).collect::<Vec<_>>(),
                    "{kind:?} {text:?}"
                );
            }
        }
    }

    #[test]
    fn names() {
        assert_eq!(Tokenizer::from_name("none"), Some(Tokenizer::None));
        assert_eq!(Tokenizer::from_name("13a"), Some(Tokenizer::V13a));
        assert_eq!(Tokenizer::from_name("intl"), Some(Tokenizer::Intl));
        assert_eq!(Tokenizer::from_name("char"), Some(Tokenizer::Char));
        assert_eq!(Tokenizer::from_name("zh"), Some(Tokenizer::Zh));
        assert_eq!(
            Tokenizer::from_name("tercom"),
            Some(Tokenizer::Tercom(TercomOptions::default()))
        );
        assert_eq!(Tokenizer::from_name("13A"), None);
    }

    #[test]
    fn nothing_of_one_line_remains_in_the_next() {
        let mut tokenizer = LineTokenizer::new(Tokenizer::V13a);
        assert_eq!(tokenizer.line("Tom &amp; Ann."), "Tom & Ann .");
        assert_eq!(tokenizer.line("short"), "short");
        assert_eq!(tokenizer.line(""), "");
    }

    #[test]
    fn none_returns_its_input() {
        assert_eq!(
            LineTokenizer::new(Tokenizer::None).line(" a,\n b "),
            " a,\n b "
        );
    }
}
