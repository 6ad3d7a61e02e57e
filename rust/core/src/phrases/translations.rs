//! Phrase pairs as decoders want them: counted both ways, with the words that are linked within.

use std::cmp::Ordering;

use super::error::{Error, Result};
use super::extract::{Span, consistent_pairs};
use super::lexical::LinkCounts;
use super::pairs::Pruning;
use super::phrase_set::PhraseSet;
use crate::align::{Alignments, Link};
use crate::interrupt;
use crate::memory;
use crate::text::whitespace::is_ascii_space;
use crate::text::{Tokens, Vocabulary};

/// A phrase pair in a sentence pair, and the links within it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Occurrence {
    source: u32,
    target: u32,
    links: u32,
}

/// A phrase pair, how often it was seen, and the links it was seen with most often.
#[derive(Debug, Clone, Copy)]
pub(super) struct Translation {
    pub(super) source: u32,
    pub(super) target: u32,
    pub(super) links: u32,
    pub(super) count: u32,
}

/// The phrase pairs of a text, pruned, in the order of their bytes.
#[derive(Debug)]
pub struct Translations {
    pub(super) source_words: Tokens,
    pub(super) target_words: Tokens,
    pub(super) sources: PhraseSet,
    pub(super) targets: PhraseSet,
    /// Different links within phrases; see [`packed`].
    pub(super) links: PhraseSet,
    pub(super) word_links: LinkCounts,
    /// How often each phrase was seen in any pair, before pruning.
    pub(super) source_counts: Vec<u32>,
    pub(super) target_counts: Vec<u32>,
    pub(super) pairs: Vec<Translation>,
}

impl Translations {
    /// Extracts phrases of at most `longest` words from text with word links.
    ///
    /// # Errors
    /// When the texts do not fit together, a link leaves its sentences, a word cannot be written, no pair
    /// is left, or there are too many phrases.
    pub fn extract(
        source_words: &Tokens,
        target_words: &Tokens,
        links: &Alignments,
        longest: usize,
        pruning: Pruning,
    ) -> Result<Self> {
        if source_words.len() != target_words.len() || source_words.len() != links.len() {
            return Err(Error::Mismatch(format!(
                "{} source lines, {} target lines, and links of {}",
                source_words.len(),
                target_words.len(),
                links.len()
            )));
        }
        check_words(source_words, "source")?;
        check_words(target_words, "target")?;
        let mut made = Self {
            source_words: source_words.clone(),
            target_words: target_words.clone(),
            sources: PhraseSet::default(),
            targets: PhraseSet::default(),
            links: PhraseSet::default(),
            word_links: LinkCounts::new(source_words.bound(), target_words.bound()),
            source_counts: Vec::new(),
            target_counts: Vec::new(),
            pairs: Vec::new(),
        };
        let occurrences = made.occurrences(links, longest)?;
        made.count(occurrences, pruning);
        if made.pairs.is_empty() {
            return Err(Error::Empty);
        }
        Ok(made)
    }

    /// All phrase pairs of the text, sorted; words are counted on the way.
    fn occurrences(&mut self, links: &Alignments, longest: usize) -> Result<Vec<Occurrence>> {
        let mut found: Vec<Occurrence> = Vec::new();
        let mut here: Vec<(Span, Span)> = Vec::new();
        let mut inside = Vec::new();
        for i in 0..links.len() {
            interrupt::poll();
            let line = links.line(i);
            let (source, target) = (self.source_words.line(i), self.target_words.line(i));
            let outside = |&(s, t): &Link| s as usize >= source.len() || t as usize >= target.len();
            if line.iter().any(outside) {
                let message = format!("line {}: a link leaves its sentences", i + 1);
                return Err(Error::Mismatch(message));
            }
            self.word_links.add(source, target, line);
            here.clear();
            consistent_pairs(line, source.len(), target.len(), longest, |s, t| {
                here.push((s, t));
            });
            memory::reserve(&mut found, here.len(), || "phrase pairs".into())?;
            for (s, t) in &here {
                packed(line, s, t, &mut inside);
                let numbers = (
                    self.sources.intern(&source[s.clone()]),
                    self.targets.intern(&target[t.clone()]),
                    self.links.intern(&inside),
                );
                let (Some(source), Some(target), Some(links)) = numbers else {
                    return Err(Error::TooMany("phrases"));
                };
                found.push(Occurrence {
                    source,
                    target,
                    links,
                });
            }
        }
        found.sort_unstable_by(|a, b| {
            interrupt::poll();
            a.cmp(b)
        });
        Ok(found)
    }

    fn count(&mut self, occurrences: Vec<Occurrence>, pruning: Pruning) {
        self.source_counts = vec![0; self.sources.len()];
        self.target_counts = vec![0; self.targets.len()];
        let mut options = Vec::new();
        for of_source in occurrences.chunk_by(|a, b| a.source == b.source) {
            interrupt::poll();
            options.clear();
            self.source_counts[of_source[0].source as usize] = of_source.len() as u32;
            for of_pair in of_source.chunk_by(|a, b| a.target == b.target) {
                let first = of_pair[0];
                let count = of_pair.len() as u32;
                self.target_counts[first.target as usize] += count;
                if f64::from(count) >= pruning.min_count {
                    options.push(Translation {
                        source: first.source,
                        target: first.target,
                        links: self.usual_links(of_pair),
                        count,
                    });
                }
            }
            let by_target = |a: &Translation, b: &Translation| self.by_target(a, b);
            if options.len() > pruning.top {
                options
                    .sort_unstable_by(|a, b| b.count.cmp(&a.count).then_with(|| by_target(a, b)));
                options.truncate(pruning.top);
            }
            options.sort_unstable_by(by_target);
            self.pairs.extend_from_slice(&options);
        }
        drop(occurrences);
        let mut pairs = std::mem::take(&mut self.pairs);
        // Stable: the pairs of a phrase are in order already, and stay together.
        pairs.sort_by(|a, b| {
            let words = self.source_words.vocabulary();
            let phrases = [a.source, b.source].map(|number| self.sources.phrase(number));
            by_bytes(words, phrases)
        });
        self.pairs = pairs;
    }

    /// The most frequent links of a pair's occurrences; of equally frequent ones the first in order of
    /// source and target positions, so that the order of sentences does not matter.
    fn usual_links(&self, of_pair: &[Occurrence]) -> u32 {
        let different = of_pair.chunk_by(|a, b| a.links == b.links);
        let better = |a: &&[Occurrence], b: &&[Occurrence]| {
            let links = |same: &[Occurrence]| self.links.phrase(same[0].links);
            a.len().cmp(&b.len()).then_with(|| links(b).cmp(links(a)))
        };
        different.max_by(better).map_or(0, |same| same[0].links)
    }

    fn by_target(&self, a: &Translation, b: &Translation) -> Ordering {
        let phrases = [a.target, b.target].map(|number| self.targets.phrase(number));
        by_bytes(self.target_words.vocabulary(), phrases)
    }

    /// Number of pairs.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there is none, which is refused before.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Number of source phrases that have a translation.
    pub fn phrases(&self) -> usize {
        self.pairs.chunk_by(|a, b| a.source == b.source).count()
    }
}

/// The links within a phrase pair, counted from its beginning.
fn packed(links: &[Link], source: &Span, target: &Span, inside: &mut Vec<u32>) {
    inside.clear();
    // Links are sorted by their source position.
    let begin = links.partition_point(|link| (link.0 as usize) < source.start);
    for &(i, j) in &links[begin..] {
        if i as usize >= source.end {
            break;
        }
        // No phrase that can be asked for has 2^16 words.
        inside.push((i - source.start as u32) << 16 | (j - target.start as u32));
    }
}

/// What [`packed`] put together.
pub(super) fn unpacked(link: u32) -> Link {
    (link >> 16, link & 0xFFFF)
}

/// The order in which `LC_ALL=C sort` has the lines of tables: that of the bytes of words with a space
/// after each, and of what separates fields.
fn by_bytes(words: &Vocabulary, phrases: [&[u32]; 2]) -> Ordering {
    interrupt::poll();
    let pairs = phrases[0].iter().zip(phrases[1]);
    let same = pairs.take_while(|(a, b)| a == b).count();
    let [a, b] = phrases.map(|phrase| {
        let rest = phrase[same..].iter();
        rest.flat_map(|&word| words.word(word).bytes().chain([b' ']))
            .chain(*b"|||")
    });
    a.cmp(b)
}

/// Refuses words that would be taken for something else in a line of a table.
fn check_words(text: &Tokens, side: &str) -> Result<()> {
    let words = text.vocabulary();
    let wrong = |word: &str| word.contains("|||") || word.contains(is_ascii_space);
    let Some(found) = (0..words.len() as u32).find(|&id| wrong(words.word(id))) else {
        return Ok(());
    };
    let line = (0..text.len()).find(|&i| text.line(i).contains(&found));
    Err(Error::Mismatch(format!(
        "{side} line {}: the word {:?} cannot be in a table whose fields are separated by |||: \
         write | as &#124; in all texts",
        line.unwrap_or(0) + 1,
        words.word(found),
    )))
}
