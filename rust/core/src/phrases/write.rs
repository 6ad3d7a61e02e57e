//! From counted pairs to the bytes of a table.

use std::collections::VecDeque;
use std::ops::Range;

use super::error::{Error, Result};
use super::pairs::PhrasePairs;
use super::store::SECTIONS;
use crate::text::Texts;

/// Phrases in sorted words, each with the places of its pairs.
type Sorted = Vec<(Vec<u32>, Range<usize>)>;

const UNUSED: u32 = u32::MAX;

/// Numbers in the order in which they are first asked for.
struct Renumbered {
    new: Vec<u32>,
    old: Vec<u32>,
}

impl Renumbered {
    fn new(count: usize) -> Self {
        Self {
            new: vec![UNUSED; count],
            old: Vec::new(),
        }
    }

    fn number(&mut self, old: u32) -> u32 {
        let new = &mut self.new[old as usize];
        if *new == UNUSED {
            *new = self.old.len() as u32;
            self.old.push(old);
        }
        *new
    }
}

/// A section of whole numbers.
#[derive(Default)]
struct Numbers(Vec<u8>);

impl Numbers {
    fn push(&mut self, number: usize) -> Result<()> {
        let number = u32::try_from(number).map_err(|_| Error::TooMany("numbers in a table"))?;
        self.0.extend_from_slice(&number.to_le_bytes());
        Ok(())
    }
}

/// Texts as the ends of each and all their bytes.
#[derive(Default)]
struct Strings {
    ends: Numbers,
    bytes: Vec<u8>,
}

impl Strings {
    fn push(&mut self, text: &str) -> Result<()> {
        self.bytes.extend_from_slice(text.as_bytes());
        self.ends.push(self.bytes.len())
    }
}

/// The nodes of the tree of phrases and their pivot phrases, level by level.
#[derive(Default)]
struct Tree {
    words: Numbers,
    children: Numbers,
    entries: Numbers,
    entry_pivots: Numbers,
    entry_counts: Vec<u8>,
    entry_count: usize,
}

impl PhrasePairs {
    /// The table as bytes. `description` is kept as it is; `columns` has the forms, the lemmas, the
    /// universal and the other parts of speech of pivot tokens, by id.
    ///
    /// # Errors
    /// When there is no pair, a pivot token lacks its texts, or there is too much for 32-bit numbers.
    pub fn to_bytes(&self, description: &[u8], columns: &[&Texts; 4]) -> Result<Vec<u8>> {
        if self.is_empty() {
            return Err(Error::Empty);
        }
        let (words, phrases) = self.sorted_phrases()?;
        let mut pivots = Renumbered::new(self.pivots.len());
        let tree = self.tree(&phrases, &mut pivots)?;
        let tokens = columns.iter().map(|column| column.len()).min().unwrap_or(0);
        let mut used = Renumbered::new(tokens);
        let (mut pivot_offsets, mut pivot_tokens) = (Numbers::default(), Numbers::default());
        let mut end = 0;
        pivot_offsets.push(end)?;
        for &pivot in &pivots.old {
            let phrase = self.pivots.phrase(pivot);
            for &token in phrase {
                if token as usize >= tokens {
                    let message = format!("pivot token {token} of {tokens}");
                    return Err(Error::Mismatch(message));
                }
                pivot_tokens.push(used.number(token) as usize)?;
            }
            end += phrase.len();
            pivot_offsets.push(end)?;
        }
        let mut texts = Strings::default();
        for &token in &used.old {
            for column in columns {
                texts.push(column.line(token as usize))?;
            }
        }
        let sections: [&[u8]; SECTIONS] = [
            description,
            &words.ends.0,
            &words.bytes,
            &tree.words.0,
            &tree.children.0,
            &tree.entries.0,
            &tree.entry_pivots.0,
            &tree.entry_counts,
            &pivot_offsets.0,
            &pivot_tokens.0,
            &texts.ends.0,
            &texts.bytes,
        ];
        let lengths = sections.iter().map(|section| section.len() as u64);
        let mut bytes: Vec<u8> = lengths.flat_map(u64::to_le_bytes).collect();
        for section in sections {
            bytes.extend_from_slice(section);
        }
        Ok(bytes)
    }

    /// The words of phrases in order of their bytes, and the phrases in these words, sorted, each with
    /// its pairs.
    fn sorted_phrases(&self) -> Result<(Strings, Sorted)> {
        let vocabulary = self.words.vocabulary();
        let mut begin = 0;
        let mut used = Renumbered::new(vocabulary.len());
        let mut phrases = Vec::new();
        for group in self.pairs.chunk_by(|a, b| a.target == b.target) {
            let phrase = self.targets.phrase(group[0].target);
            let words: Vec<u32> = phrase.iter().map(|&word| used.number(word)).collect();
            phrases.push((words, begin..begin + group.len()));
            begin += group.len();
        }
        let mut order: Vec<u32> = (0..used.old.len() as u32).collect();
        let word = |&id: &u32| vocabulary.word(used.old[id as usize]);
        order.sort_unstable_by(|a, b| word(a).cmp(word(b)));
        let mut ranks = vec![0; order.len()];
        let mut words = Strings::default();
        for (rank, id) in order.iter().enumerate() {
            ranks[*id as usize] = rank as u32;
            words.push(word(id))?;
        }
        for (phrase, _) in &mut phrases {
            for word in phrase {
                *word = ranks[*word as usize];
            }
        }
        phrases.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        Ok((words, phrases))
    }

    /// Nodes level by level, so that the children of a node stand together, in order of their words.
    fn tree(&self, phrases: &Sorted, pivots: &mut Renumbered) -> Result<Tree> {
        let mut tree = Tree::default();
        let mut nodes = 1;
        let mut waiting = VecDeque::from([(phrases.as_slice(), 0)]);
        // The root has no word.
        tree.words.push(0)?;
        tree.children.push(nodes)?;
        tree.entries.push(0)?;
        while let Some((mut below, depth)) = waiting.pop_front() {
            // Of the phrases that begin so, the shortest comes first.
            if below
                .first()
                .is_some_and(|(phrase, _)| phrase.len() == depth)
            {
                self.entries(below[0].1.clone(), pivots, &mut tree)?;
                below = &below[1..];
            }
            for child in below.chunk_by(|a, b| a.0[depth] == b.0[depth]) {
                tree.words.push(child[0].0[depth] as usize)?;
                waiting.push_back((child, depth + 1));
                nodes += 1;
            }
            tree.children.push(nodes)?;
            tree.entries.push(tree.entry_count)?;
        }
        Ok(tree)
    }

    fn entries(&self, pairs: Range<usize>, pivots: &mut Renumbered, tree: &mut Tree) -> Result<()> {
        for pair in &self.pairs[pairs] {
            tree.entry_pivots.push(pivots.number(pair.pivot) as usize)?;
            tree.entry_counts
                .extend_from_slice(&pair.count.to_le_bytes());
            tree.entry_count += 1;
        }
        Ok(())
    }
}
