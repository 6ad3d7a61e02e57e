//! Tokenizers, equal to sacreBLEU's to the last character.
//!
//! sacreBLEU writes its tokenizers as sequences of regular-expression substitutions. Here each is a
//! single scan: `split` holds the rule that those substitutions amount to, and the modules beside
//! it say which characters take which part in the rule.

mod chars;
mod intl;
mod split;
mod tercom;
mod v13a;
mod zh;

pub use tercom::TercomOptions;

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
}

#[cfg(test)]
mod tests {
    use super::*;

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
