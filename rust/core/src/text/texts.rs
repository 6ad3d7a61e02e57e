//! Lines of text, copied once into one flat buffer that kernels read without Python.

use std::ops::Range;

use crate::error::Result;
use crate::memory;

/// Many lines in one buffer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texts {
    buffer: String,
    ends: Vec<usize>,
}

impl Texts {
    /// An empty collection with room for `lines` lines of `bytes` bytes together.
    pub fn with_capacity(lines: usize, bytes: usize) -> Self {
        Self {
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
        self.ends.len()
    }

    /// Whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All lines, one after the other.
    pub fn as_bytes(&self) -> &[u8] {
        self.buffer.as_bytes()
    }

    /// Whether letters of ASCII are more than characters from U+0800 on, as in no text of a script that is
    /// written without spaces.
    pub fn is_mostly_ascii(&self) -> bool {
        // Few enough at a time that no count overflows a byte: then many bytes are looked at in one
        // instruction.
        let more = self.buffer.as_bytes().chunks(255).map(|block| {
            let count = |is: fn(u8) -> bool| {
                let found = block.iter().map(|&byte| u8::from(is(byte)));
                i64::from(found.fold(0, u8::wrapping_add))
            };
            // The first bytes of characters of three bytes or four.
            count(|byte| byte.is_ascii_alphabetic()) - count(|byte| byte >= 0xe0)
        });
        more.sum::<i64>() > 0
    }

    /// How many bytes some lines have together.
    pub(crate) fn bytes_of(&self, lines: &Range<usize>) -> usize {
        let start = |i: usize| if i == 0 { 0 } else { self.ends[i - 1] };
        start(lines.end) - start(lines.start)
    }

    /// Line `i`.
    pub fn line(&self, i: usize) -> &str {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.buffer[start..self.ends[i]]
    }
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

    #[test]
    fn letters_are_weighed_against_wide_characters() {
        let is = |lines: &[&str]| lines.iter().collect::<Texts>().is_mostly_ascii();
        assert!(!is(&[]) && !is(&["", "1 2 ."]));
        assert!(is(&["a"]) && is(&["é1", "Z"]));
        assert!(!is(&["語a"]) && is(&["語a", "b"]) && !is(&["😀"]));
        assert!(!is(&["жжж"]));
        assert!(is(&[&"x".repeat(1000), &"字".repeat(999)]));
        assert!(!is(&[&"x".repeat(1000), &"字".repeat(1000)]));
    }
}
