//! Reading ARPA files, block by block.

use std::str;

use super::build::{Table, model};
use super::error::{Error, Result};
use super::estimate::LONGEST;
use super::model::Model;
use super::words::{BEGIN, END, UNKNOWN, reserved};
use crate::text::Words;

/// The logarithm of the probability of unknown words where a model has none, as in `KenLM`.
const UNKNOWN_LOG10: f32 = -100.0;
/// N-grams to make room for at once: a header may promise anything.
const MOST_AT_ONCE: usize = 1 << 20;

/// Which part of the file a line belongs to.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Part {
    /// Before `\data\`.
    Preamble,
    /// The numbers of n-grams.
    Header,
    /// N-grams of this level.
    Grams(usize),
    /// After `\end\`.
    Done,
}

/// A model in the making.
#[derive(Debug)]
pub struct Reader {
    /// Number of the line that is read, from 1.
    line: usize,
    /// A line whose end has not come yet.
    rest: Vec<u8>,
    part: Part,
    promised: Vec<usize>,
    words: Words,
    seen: Vec<bool>,
    tables: Vec<Table>,
}

impl Default for Reader {
    fn default() -> Self {
        Self {
            line: 1,
            rest: Vec::new(),
            part: Part::Preamble,
            promised: Vec::new(),
            words: reserved(),
            seen: vec![false; 3],
            tables: Vec::new(),
        }
    }
}

impl Reader {
    /// Reads on.
    ///
    /// # Errors
    /// When a line is malformed.
    pub fn feed(&mut self, block: &[u8]) -> Result<()> {
        let mut lines = block.split(|&byte| byte == b'\n');
        let last = lines.next_back().unwrap_or_default();
        for line in lines {
            if self.rest.is_empty() {
                self.bytes(line)?;
            } else {
                let mut whole = std::mem::take(&mut self.rest);
                whole.extend_from_slice(line);
                self.bytes(&whole)?;
            }
            self.line += 1;
        }
        self.rest.extend_from_slice(last);
        Ok(())
    }

    /// The model, after the last block.
    ///
    /// # Errors
    /// When the file ends too early, or what it holds is no model.
    pub fn finish(mut self) -> Result<Model> {
        let last = std::mem::take(&mut self.rest);
        self.bytes(&last)?;
        match self.part {
            Part::Done => {}
            Part::Preamble => return Err(self.refused("there is no \\data\\: not an ARPA file")),
            _ => return Err(self.refused("the file ends before \\end\\: it is truncated")),
        }
        for (id, name) in [(BEGIN, "<s>"), (END, "</s>")] {
            if !self.seen[id as usize] {
                return Err(self.refused(format!("the model has no {name} among its 1-grams")));
            }
        }
        if !self.seen[UNKNOWN as usize] {
            self.tables[0].push([UNKNOWN], UNKNOWN_LOG10, 0.0, 0);
        }
        model(self.words, self.tables)
    }

    fn refused(&self, problem: impl Into<String>) -> Error {
        Error::Line {
            line: self.line,
            problem: problem.into(),
        }
    }

    fn bytes(&mut self, line: &[u8]) -> Result<()> {
        let Ok(text) = str::from_utf8(line) else {
            return Err(self.refused(match self.part {
                Part::Preamble => "this is no text: not an ARPA file (binary models are not read)",
                _ => "invalid UTF-8",
            }));
        };
        let text = text.trim_end_matches(['\r', ' ', '\t']);
        match self.part {
            Part::Preamble if text == "\\data\\" => {
                self.part = Part::Header;
                Ok(())
            }
            Part::Preamble | Part::Done => Ok(()),
            _ if text.is_empty() => Ok(()),
            Part::Header if text.starts_with("ngram ") => self.count(text),
            _ if text.starts_with('\\') && !text.contains(['\t', ' ']) => self.section(text),
            Part::Header => Err(self.refused(format!("expected ngram N=COUNT, not {text:?}"))),
            Part::Grams(level) => self.gram(text, level),
        }
    }

    /// `ngram N=COUNT`.
    fn count(&mut self, text: &str) -> Result<()> {
        let fields = text
            .strip_prefix("ngram ")
            .and_then(|it| it.split_once('='));
        let parsed = fields.and_then(|(n, count)| {
            let count = count.trim().parse::<usize>().ok()?;
            Some((n.trim().parse::<usize>().ok()?, count))
        });
        let Some((n, count)) = parsed else {
            return Err(self.refused(format!("expected ngram N=COUNT, not {text:?}")));
        };
        if n != self.promised.len() + 1 {
            let expected = self.promised.len() + 1;
            return Err(self.refused(format!(
                "expected the number of {expected}-grams, not of {n}-grams"
            )));
        }
        if n > LONGEST {
            return Err(self.refused(format!("n-grams of more than {LONGEST} words")));
        }
        self.promised.push(count);
        self.tables
            .push(Table::with_capacity(n, count.min(MOST_AT_ONCE)));
        Ok(())
    }

    /// `\N-grams:` or `\end\`.
    fn section(&mut self, text: &str) -> Result<()> {
        let next = match self.part {
            Part::Grams(level) => level + 1,
            _ => 0,
        };
        if let Part::Grams(level) = self.part {
            let (found, promised) = (self.tables[level].len(), self.promised[level]);
            if found != promised {
                let n = level + 1;
                return Err(self.refused(format!(
                    "there are {found} {n}-grams before this line, but \\data\\ says {promised}"
                )));
            }
        }
        let wanted = if next < self.promised.len() {
            format!("\\{}-grams:", next + 1)
        } else {
            "\\end\\".to_owned()
        };
        if self.promised.is_empty() || text != wanted {
            return Err(self.refused(format!("expected {wanted}, not {text}")));
        }
        self.part = if next < self.promised.len() {
            Part::Grams(next)
        } else {
            Part::Done
        };
        Ok(())
    }

    /// `LOG10 WORD... [BACKOFF]`.
    fn gram(&mut self, text: &str, level: usize) -> Result<()> {
        let mut fields = text.split([' ', '\t']).filter(|field| !field.is_empty());
        let log10 = self.number(fields.next().unwrap_or_default())?;
        if log10 > 0.0 {
            return Err(self.refused(format!(
                "a log10 probability of {log10}: it must not exceed 0"
            )));
        }
        let mut ids = [0; LONGEST];
        for place in (0..=level).rev() {
            let Some(word) = fields.next() else {
                return Err(self.refused(format!("fewer words than a {}-gram has", level + 1)));
            };
            ids[place] = if level == 0 {
                self.new_word(word)?
            } else {
                self.word(word)?
            };
        }
        let backoff = match fields.next() {
            Some(_) if level + 1 == self.promised.len() => {
                return Err(self.refused(format!("more than {} words", level + 1)));
            }
            Some(field) => self.number(field)?,
            None => 0.0,
        };
        if fields.next().is_some() {
            return Err(self.refused(format!(
                "more than {} words and a backoff weight",
                level + 1
            )));
        }
        let reversed = ids[..=level].iter().copied();
        self.tables[level].push(reversed, log10, backoff, self.line as u64);
        Ok(())
    }

    fn number(&self, field: &str) -> Result<f32> {
        match field.parse::<f32>() {
            Ok(number) if number.is_finite() => Ok(number + 0.0),
            _ => Err(self.refused(format!("{field:?} is not a finite number"))),
        }
    }

    fn new_word(&mut self, word: &str) -> Result<u32> {
        let (id, new) = self.words.insert(known_as(word));
        if new {
            self.seen.push(true);
        } else if std::mem::replace(&mut self.seen[id as usize], true) {
            return Err(self.refused(format!("{word:?} is there twice")));
        }
        Ok(id)
    }

    fn word(&self, word: &str) -> Result<u32> {
        let found = self.words.find(known_as(word));
        let found = found.filter(|&id| self.seen[id as usize]);
        found.ok_or_else(|| self.refused(format!("{word:?} is not among the 1-grams")))
    }
}

/// Some tools write the unknown word in capitals.
fn known_as(word: &str) -> &str {
    if word == "<UNK>" { "<unk>" } else { word }
}
