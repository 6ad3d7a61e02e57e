//! Lines of text as kernels read them, without Python: in one flat buffer, or lent by somebody.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::error::Result;
use crate::memory;

/// Lines that somebody else keeps.
pub trait Lent: Send + Sync {
    /// Number of lines.
    fn len(&self) -> usize;
    /// Whether there are no lines.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Line `i`.
    fn line(&self, i: usize) -> &str;
}

/// Many lines.
#[derive(Clone, Default)]
pub struct Texts {
    /// Lines that are lent, and come before those of `buffer`.
    lent: Option<Arc<dyn Lent>>,
    buffer: String,
    ends: Vec<usize>,
}

impl fmt::Debug for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.lines()).finish()
    }
}

impl PartialEq for Texts {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.lines().eq(other.lines())
    }
}

impl Eq for Texts {}

impl Texts {
    /// Lines that stay where they are.
    pub fn lent(lines: Arc<dyn Lent>) -> Self {
        Self {
            lent: Some(lines),
            ..Self::default()
        }
    }

    /// An empty collection with room for `lines` lines of `bytes` bytes together.
    pub fn with_capacity(lines: usize, bytes: usize) -> Self {
        Self {
            lent: None,
            buffer: String::with_capacity(bytes),
            ends: Vec::with_capacity(lines),
        }
    }

    /// As [`Self::with_capacity`], where that may be more than there is.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn with_room(lines: usize, bytes: usize) -> Result<Self> {
        let mut texts = Self::default();
        texts.reserve(lines, bytes)?;
        Ok(texts)
    }

    /// Makes room for more lines.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn reserve(&mut self, lines: usize, bytes: usize) -> Result<()> {
        let more = self.buffer.try_reserve(bytes);
        // Growing asks for twice as much, where just enough may still be there.
        let just_enough = more.or_else(|_| self.buffer.try_reserve_exact(bytes));
        let all = self.buffer.len().saturating_add(bytes);
        just_enough.map_err(|_| memory::lack(all, "the text".into()))?;
        memory::reserve(&mut self.ends, lines, || "the lines of the text".into())
    }

    /// Appends a line.
    pub fn push(&mut self, line: &str) {
        self.buffer.push_str(line);
        self.ends.push(self.buffer.len());
    }

    /// Number of lines.
    pub fn len(&self) -> usize {
        self.len_of_lent() + self.ends.len()
    }

    /// Whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn len_of_lent(&self) -> usize {
        self.lent.as_ref().map_or(0, |lent| lent.len())
    }

    /// The lines that were appended, one after the other.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.buffer.as_bytes()
    }

    /// How many bytes all lines have together.
    pub fn bytes(&self) -> usize {
        self.bytes_of(&(0..self.len()))
    }

    /// All lines.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|i| self.line(i))
    }

    /// Whether letters of ASCII are more than characters from U+0800 on, as in no text of a script that is
    /// written without spaces.
    pub fn is_mostly_ascii(&self) -> bool {
        let (mut lead, mut left) = (0, self.bytes() as i64);
        for line in self.lines() {
            // A character that counts against has three bytes at least: most texts are told early.
            if 3 * lead > left {
                return true;
            }
            lead += lead_of_ascii(line);
            left -= line.len() as i64;
        }
        lead > 0
    }

    /// How many bytes some lines have together.
    pub(crate) fn bytes_of(&self, lines: &Range<usize>) -> usize {
        lines.clone().map(|i| self.line(i).len()).sum()
    }

    /// Line `i`.
    #[inline]
    pub fn line(&self, i: usize) -> &str {
        match &self.lent {
            None => self.appended(i),
            Some(lent) if i < lent.len() => lent.line(i),
            Some(lent) => self.appended(i - lent.len()),
        }
    }

    #[inline]
    fn appended(&self, i: usize) -> &str {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.buffer[start..self.ends[i]]
    }
}

/// How many more letters of ASCII there are than characters from U+0800 on.
fn lead_of_ascii(line: &str) -> i64 {
    // Few enough at a time that no count overflows a byte: then many bytes are looked at in one
    // instruction.
    let blocks = line.as_bytes().chunks(255).map(|block| {
        let count = |is: fn(u8) -> bool| {
            let found = block.iter().map(|&byte| u8::from(is(byte)));
            i64::from(found.fold(0, u8::wrapping_add))
        };
        // The first bytes of characters of three bytes or four.
        count(|byte| byte.is_ascii_alphabetic()) - count(|byte| byte >= 0xe0)
    });
    blocks.sum()
}

impl<S: AsRef<str>> FromIterator<S> for Texts {
    fn from_iter<I: IntoIterator<Item = S>>(lines: I) -> Self {
        let mut texts = Self::default();
        for line in lines {
            texts.push(line.as_ref());
        }
        texts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Some2;

    impl Lent for Some2 {
        fn len(&self) -> usize {
            2
        }

        fn line(&self, i: usize) -> &str {
            ["one", "zwö"][i]
        }
    }

    #[test]
    fn lent_lines_are_lines_like_others() {
        let mut texts = Texts::lent(Arc::new(Some2));
        let copied: Texts = ["one", "zwö"].iter().collect();
        assert_eq!(
            (texts.len(), texts.bytes(), texts.is_empty()),
            (2, 7, false)
        );
        assert_eq!(texts, copied);
        assert_eq!(format!("{texts:?}"), r#"["one", "zwö"]"#);
        texts.push("three");
        assert_ne!(texts, copied);
        assert_eq!(texts.lines().collect::<Vec<_>>(), ["one", "zwö", "three"]);
        assert_eq!(texts.bytes_of(&(1..3)), 9);
    }

    #[test]
    fn letters_are_weighed_against_wide_characters() {
        let is = |lines: &[&str]| lines.iter().collect::<Texts>().is_mostly_ascii();
        assert!(!is(&[]) && !is(&["", "1 2 ."]));
        assert!(is(&["a"]) && is(&["é1", "Z"]));
        assert!(!is(&["語a"]) && is(&["語a", "b"]) && !is(&["😀"]));
        assert!(!is(&["жжж"]));
        assert!(is(&[&"x".repeat(1000), &"字".repeat(999)]));
        assert!(!is(&[&"x".repeat(1000), &"字".repeat(1000)]));
        assert!(is(&["x", "字字", "xx"]) && !is(&["x", "", "字"]) && !is(&["xx", "字字"]));
    }
}
