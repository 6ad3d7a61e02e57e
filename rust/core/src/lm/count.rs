//! Counting n-grams of every order at once.
//!
//! Positions of the text are sorted by the words up to them, read backwards; one pass over the sorted
//! positions then gives the whole trie. A sentence begins with one `<s>`, beyond which n-grams do not
//! reach, and ends with `</s>`.

use std::cmp::Ordering;
use std::ops::Range;

use super::error::{Error, Result};
use super::trie::Level;
use super::words::{BEGIN, END, RESERVED};
use crate::interrupt;
use crate::parallel;
use crate::text::Tokens;

/// Into how many parts the sorting is cut, at most.
const SHARDS: usize = 64;

/// The n-grams of a text: the trie, and how often each occurs.
#[derive(Debug, Default)]
pub struct Counts {
    /// The trie, one level per order.
    pub levels: Vec<Level>,
    /// Occurrences of every node.
    pub raw: Vec<Vec<u32>>,
}

impl Counts {
    /// Counts the n-grams of a text up to `order` words. Ids are those of the text, after the reserved.
    ///
    /// # Errors
    /// When the text is too large for 32-bit positions, or threads cannot be started.
    pub fn of(tokens: &Tokens, order: usize) -> Result<Self> {
        let stream = stream(tokens)?;
        let words = tokens.vocabulary().len() + RESERVED.len();
        let (starts, positions) = by_word(&stream, words);
        let shards = cut(&starts);
        let parts = parallel::map_shards(shards.len(), Vec::new, |keyed, shard| {
            let mut trie = Growing::new(order);
            for word in shards[shard].clone() {
                interrupt::poll();
                let own = starts[word] as usize..starts[word + 1] as usize;
                sort(&stream, &positions[own], order, keyed);
                trie.add_word(word as u32, &stream, keyed);
            }
            trie
        })?;
        Ok(joined(parts, order))
    }

    /// The counts that Kneser-Ney estimates from, of level `level`: the number of distinct words to
    /// the left, but occurrences for the longest n-grams and for those that begin a sentence.
    pub fn adjusted(&self, level: usize) -> Vec<u32> {
        if level + 1 == self.levels.len() {
            return self.raw[level].clone();
        }
        let Level { words, first } = &self.levels[level];
        let extensions = first.windows(2).map(|pair| pair[1] - pair[0]);
        let counted = words.iter().zip(&self.raw[level]).zip(extensions);
        counted
            .map(|((&word, &raw), extensions)| if word == BEGIN { raw } else { extensions })
            .collect()
    }
}

/// All sentences with their ends marked.
fn stream(tokens: &Tokens) -> Result<Vec<u32>> {
    let size = tokens.words() + 2 * tokens.len();
    if u32::try_from(size).is_err() {
        return Err(Error::Core(crate::Error::TooLarge("words")));
    }
    let mut stream = Vec::with_capacity(size);
    for line in 0..tokens.len() {
        stream.push(BEGIN);
        let ids = tokens.line(line).iter();
        stream.extend(ids.map(|id| id + RESERVED.len() as u32));
        stream.push(END);
    }
    Ok(stream)
}

/// The positions of every word, and where those of each begin. `<s>` is predicted nowhere, so it has none.
fn by_word(stream: &[u32], words: usize) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0_u32; words + 1];
    for &word in stream.iter().filter(|&&word| word != BEGIN) {
        starts[word as usize + 1] += 1;
    }
    for word in 0..words {
        starts[word + 1] += starts[word];
    }
    let mut next = starts.clone();
    let mut positions = vec![0; starts[words] as usize];
    for (at, &word) in stream.iter().enumerate() {
        if word != BEGIN {
            positions[next[word as usize] as usize] = at as u32;
            next[word as usize] += 1;
        }
    }
    (starts, positions)
}

/// Ranges of words with about the same number of positions.
fn cut(starts: &[u32]) -> Vec<Range<usize>> {
    let words = starts.len() - 1;
    let size = (starts[words] as usize).div_ceil(SHARDS).max(4096) as u32;
    let mut shards = Vec::new();
    let mut begin = 0;
    for word in 0..words {
        if starts[word + 1] - starts[begin] >= size || word + 1 == words {
            shards.push(begin..word + 1);
            begin = word + 1;
        }
    }
    shards
}

/// A position, after the two words before it, which decide most comparisons.
type Keyed = (u64, u32);

fn sort(stream: &[u32], positions: &[u32], order: usize, keyed: &mut Vec<Keyed>) {
    let key = |&at: &u32| {
        let before = stream[at as usize - 1];
        let second = if before == BEGIN {
            0
        } else {
            stream[at as usize - 2]
        };
        ((u64::from(before) << 32) | u64::from(second), at)
    };
    keyed.clear();
    keyed.extend(positions.iter().map(key));
    keyed.sort_unstable_by(|a, b| {
        interrupt::step(b.1 as usize);
        let further = || further_left(stream, a.1 as usize, b.1 as usize, order);
        a.0.cmp(&b.0).then_with(further)
    });
}

/// Compares two positions whose two words before are equal by the words before those.
fn further_left(stream: &[u32], a: usize, b: usize, order: usize) -> Ordering {
    for distance in 1..order {
        let (left, right) = (stream[a - distance], stream[b - distance]);
        if left != right || left == BEGIN {
            return left.cmp(&right);
        }
    }
    Ordering::Equal
}

/// The trie of some words while positions are added in order.
struct Growing {
    levels: Vec<Level>,
    raw: Vec<Vec<u32>>,
}

impl Growing {
    fn new(order: usize) -> Self {
        Self {
            levels: vec![Level::default(); order],
            raw: vec![Vec::new(); order],
        }
    }

    fn push(&mut self, depth: usize, word: u32) {
        if depth + 1 < self.levels.len() {
            let children = self.levels[depth + 1].len() as u32;
            self.levels[depth].first.push(children);
        }
        self.levels[depth].words.push(word);
        self.raw[depth].push(0);
    }

    /// Adds a word and its sorted positions.
    fn add_word(&mut self, word: u32, stream: &[u32], positions: &[Keyed]) {
        self.push(0, word);
        let mut previous = None;
        for &(_, at) in positions {
            let at = at as usize;
            interrupt::step(at);
            *self.last_count(0) += 1;
            let mut known = previous;
            for depth in 1..self.levels.len() {
                let left = stream[at - depth];
                known = known.filter(|&before: &usize| stream[before - depth] == left);
                if known.is_none() {
                    self.push(depth, left);
                }
                *self.last_count(depth) += 1;
                if left == BEGIN {
                    break;
                }
            }
            previous = Some(at);
        }
    }

    fn last_count(&mut self, depth: usize) -> &mut u32 {
        let counts = &mut self.raw[depth];
        let last = counts.len() - 1;
        &mut counts[last]
    }
}

fn joined(parts: Vec<Growing>, order: usize) -> Counts {
    let mut whole = Growing::new(order);
    for part in parts {
        for (depth, (level, raw)) in part.levels.into_iter().zip(part.raw).enumerate() {
            // Deeper levels still have their size from before this part.
            let before = whole.levels.get(depth + 1).map_or(0, Level::len) as u32;
            let into = &mut whole.levels[depth];
            into.words.extend(level.words);
            into.first
                .extend(level.first.iter().map(|child| child + before));
            whole.raw[depth].extend(raw);
        }
    }
    for depth in 0..order - 1 {
        let children = whole.levels[depth + 1].len() as u32;
        whole.levels[depth].first.push(children);
    }
    Counts {
        levels: whole.levels,
        raw: whole.raw,
    }
}
