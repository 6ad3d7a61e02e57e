//! Symbol tables of `OpenFst`: words and their numbers.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::error::{Error, Result};

/// Words and their numbers; number 0 is silent.
#[derive(Debug, Clone, Default)]
pub struct Symbols {
    by_number: HashMap<i64, String>,
    by_word: HashMap<String, i64>,
}

impl Symbols {
    /// Reads a symbol table: `word number` on every line.
    ///
    /// # Errors
    /// When a line is something else, or says what another one did.
    pub fn read<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Self> {
        let mut symbols = Self::default();
        for (line, number) in lines.into_iter().zip(1..) {
            let columns = columns(line);
            if columns.is_empty() {
                continue;
            }
            let &[word, id] = columns.as_slice() else {
                return Err(Error::at_line(number, "expected a word and its number"));
            };
            let added = id
                .parse()
                .map_err(|_| format!("{id:?} is no number of a word"))
                .and_then(|id| symbols.add(word, id));
            added.map_err(|problem| Error::at_line(number, problem))?;
        }
        Ok(symbols)
    }

    /// The number of a word.
    pub fn number(&self, word: &str) -> Option<i64> {
        self.by_word.get(word).copied()
    }

    /// The word of a number.
    pub fn word(&self, number: i64) -> Option<&str> {
        self.by_number.get(&number).map(String::as_str)
    }

    fn add(&mut self, word: &str, id: i64) -> std::result::Result<(), String> {
        if self.by_word.insert(word.to_owned(), id).is_some() {
            return Err(format!("the word {word:?} is in the table already"));
        }
        match self.by_number.entry(id) {
            Entry::Occupied(slot) => {
                Err(format!("number {id} is that of {:?} already", slot.get()))
            }
            Entry::Vacant(slot) => {
                slot.insert(word.to_owned());
                Ok(())
            }
        }
    }
}

/// The columns of a line, between tabs or spaces.
pub(super) fn columns(line: &str) -> Vec<&str> {
    let columns = line.split([' ', '\t', '\r']);
    columns.filter(|column| !column.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbol_tables_are_checked() {
        for (lines, expected) in [
            (["a 1", "b"], "line 2: expected a word and its number"),
            (["a 1", "b x"], "line 2: \"x\" is no number"),
            (
                ["a 1", "a 2"],
                "line 2: the word \"a\" is in the table already",
            ),
            (["a 1", "b 1"], "line 2: number 1 is that of \"a\" already"),
        ] {
            let error = Symbols::read(lines).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
