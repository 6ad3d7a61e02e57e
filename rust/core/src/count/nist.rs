//! N-gram matches weighted by their information: the counts of NIST (Doddington 2002, equation 2).
//!
//! An n-gram carries log₂(count of its first n − 1 words / its count) bits, counted over the references
//! of a whole test set; a single word carries log₂(all words / its count).

use std::hash::{DefaultHasher, Hash, Hasher};

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::ngrams::{fill, row_width};
use super::places::{MOST_WORDS, Places};
use super::table::NgramTable;
use crate::error::{Error, Result};
use crate::layout::{Layout, Per, Segment};
use crate::text::{Tokens, Vocabulary};
use crate::{interrupt, memory};

/// The node of the empty n-gram, and of all that tell nothing.
const ROOT: u32 = 0;
/// Follows the last word of a line; no word has this id.
const END: u32 = u32::MAX;

/// What every n-gram of some references tells, in bits.
///
/// N-grams are kept as word ids: it can be used with all texts interned together with those
/// references, and with no other. Where a prefix occurs once, there is no doubt how it goes on: longer
/// n-grams tell nothing, and are not kept.
#[derive(Debug, Clone)]
pub struct Information {
    order: usize,
    /// From the node of an n-gram by one more word.
    longer: FxHashMap<(u32, u32), u32>,
    /// By node: [`ROOT`], words by their ids, longer n-grams.
    bits: Vec<f64>,
    /// The nodes of all n-grams of the references: by their length, and by where they begin.
    nodes: Vec<Vec<u32>>,
    /// Where each line begins.
    lines: Vec<usize>,
}

impl Information {
    /// Words in the longest n-grams.
    pub fn order(&self) -> usize {
        self.order
    }

    /// The n-gram of a node and one more word, if it is kept.
    fn child(&self, node: u32, word: u32) -> Option<u32> {
        if node == ROOT {
            return Some(node_of(word)).filter(|&node| (node as usize) < self.bits.len());
        }
        self.longer.get(&(node, word)).copied()
    }

    /// The bits of the n-gram of n + 1 words that begins at a place of a line.
    #[inline]
    fn bits_at(&self, line: usize, place: usize, n: usize) -> f64 {
        let node = self.nodes[n][self.lines[line] + place];
        self.bits[node as usize]
    }
}

/// The node of a word alone.
fn node_of(word: u32) -> u32 {
    word.saturating_add(1)
}

/// Weighs the n-grams of all these lines.
///
/// `mteval_zero` is the id of the word `0`, or `None` for the equation as it is. NIST's own program,
/// mteval, takes a prefix that reads `0` for an empty one, so that a bigram that begins with it is
/// weighed against all words.
pub fn information(refs: &Tokens, order: usize, mteval_zero: Option<u32>) -> Information {
    let mut counts = vec![0; 1 + refs.bound()];
    for &word in (0..refs.len()).flat_map(|r| refs.line(r)) {
        counts[node_of(word) as usize] += 1;
    }
    counts[ROOT as usize] = refs.words() as u64;
    weighed(refs, order, mteval_zero, counts, 1, |_, _| 0)
}

/// Weighs the n-grams of these lines by how often they occur in a text that has all of them, and more.
pub fn information_among(
    refs: &Tokens,
    order: usize,
    mteval_zero: Option<u32>,
    text: &NgramCounts<'_>,
) -> Information {
    let words = word_keys(refs.vocabulary());
    let mut keys: Vec<u64> = std::iter::once(0)
        .chain(words.iter().map(|&word| longer_key(0, word)))
        .collect();
    let mut counts: Vec<u64> = keys.iter().map(|&key| text.count(key)).collect();
    counts[ROOT as usize] = text.words;
    weighed(refs, order, mteval_zero, counts, 0, |prefix, word| {
        let key = longer_key(keys[prefix as usize], words[word as usize]);
        keys.push(key);
        text.count(key)
    })
}

/// The n-grams of lines with their bits, given the counts of [`ROOT`] and of words. A longer one that is
/// met for the first time, as a prefix and a word, begins with the count `met`; `each` is added every time.
fn weighed(
    refs: &Tokens,
    order: usize,
    mteval_zero: Option<u32>,
    mut counts: Vec<u64>,
    each: u64,
    mut met: impl FnMut(u32, u32) -> u64,
) -> Information {
    let mut words = Vec::with_capacity(refs.words() + refs.len());
    let mut lines = Vec::with_capacity(refs.len());
    for line in (0..refs.len()).map(|r| refs.line(r)) {
        lines.push(words.len());
        words.extend_from_slice(line);
        words.push(END);
    }
    let mut prefixes = vec![ROOT; counts.len()];
    let single = |&word: &u32| if word == END { ROOT } else { node_of(word) };
    let mut nodes: Vec<Vec<u32>> = vec![words.iter().map(single).collect()];
    let read_as_empty = mteval_zero.map(node_of);
    let mut longer = FxHashMap::with_capacity_and_hasher(refs.words(), FxBuildHasher);
    for n in 1..order {
        let mut found = vec![ROOT; words.len()];
        for (start, &prefix) in nodes[n - 1].iter().enumerate() {
            interrupt::step(start);
            let doubtful = counts[prefix as usize] > 1 || Some(prefix) == read_as_empty;
            if prefix == ROOT || !doubtful || words[start + n] == END {
                continue;
            }
            let next = counts.len() as u32;
            let word = words[start + n];
            let node = *longer.entry((prefix, word)).or_insert(next);
            if node == next {
                counts.push(met(prefix, word));
                prefixes.push(prefix);
            }
            counts[node as usize] += each;
            found[start] = node;
        }
        nodes.push(found);
    }
    let bits = |(&count, prefix): (&u64, u32)| {
        let prefix = if Some(prefix) == read_as_empty {
            ROOT
        } else {
            prefix
        };
        let of = counts[prefix as usize];
        // The logarithm of 1, of which there are many, and of nothing.
        if count == of || count == 0 {
            return 0.0;
        }
        (of as f64 / count as f64).log2()
    };
    let bits = counts.iter().zip(prefixes).map(bits).collect();
    Information {
        order,
        longer,
        bits,
        nodes,
        lines,
    }
}

/// How often n-grams occur in a text too large to be kept: by their keys, which are sorted. What is not
/// there occurs once.
#[derive(Debug, Clone, Copy)]
pub struct NgramCounts<'a> {
    words: u64,
    keys: &'a [u64],
    counts: &'a [u64],
}

impl<'a> NgramCounts<'a> {
    /// Counts by key, of a text of so many words.
    ///
    /// # Errors
    /// When there is not one count for each key, or keys are not sorted.
    pub fn new(words: u64, keys: &'a [u64], counts: &'a [u64]) -> Result<Self> {
        if keys.len() != counts.len() || !keys.is_sorted() {
            return Err(Error::Layout(
                "n-grams need sorted keys, each with a count".into(),
            ));
        }
        Ok(Self {
            words,
            keys,
            counts,
        })
    }

    fn count(&self, key: u64) -> u64 {
        self.keys
            .binary_search(&key)
            .map_or(1, |place| self.counts[place])
    }
}

/// The n-grams of all orders up to this one: sorted keys, and how often each occurs.
///
/// Keys are of 64 bits and the same wherever they are made, so that counts of several texts can be added.
/// Two n-grams have the same key by a chance of 1 in 2⁶⁴: among 10⁹ of them, 1 in 40 that there is one pair.
///
/// # Errors
/// When ids are not those of a vocabulary.
pub fn ngram_counts(refs: &Tokens, order: usize) -> Result<(Vec<u64>, Vec<u64>)> {
    if !refs.is_named() {
        return Err(Error::DifferentVocabularies);
    }
    let words = word_keys(refs.vocabulary());
    let mut all = Vec::new();
    memory::reserve(&mut all, refs.words().saturating_mul(order), || {
        "the n-grams of references".into()
    })?;
    for line in (0..refs.len()).map(|r| refs.line(r)) {
        for start in 0..line.len() {
            interrupt::step(start);
            let mut key = 0;
            for &word in line[start..].iter().take(order) {
                key = longer_key(key, words[word as usize]);
                all.push(key);
            }
        }
    }
    all.sort_unstable();
    let counts = all
        .chunk_by(|a, b| a == b)
        .map(|same| same.len() as u64)
        .collect();
    all.dedup();
    Ok((all, counts))
}

/// A number for every word, by its letters.
fn word_keys(vocabulary: &Vocabulary) -> Vec<u64> {
    let key = |id| {
        // The same in all processes, unlike that of a hash map.
        let mut hasher = DefaultHasher::new();
        vocabulary.word(id).hash(&mut hasher);
        hasher.finish()
    };
    (0..vocabulary.len() as u32).map(key).collect()
}

/// The key of an n-gram and one more word: the last steps are those of `SplitMix64` (Steele et al. 2014).
fn longer_key(prefix: u64, word: u64) -> u64 {
    let mut key = prefix
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .wrapping_add(word);
    key = (key ^ (key >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    key = (key ^ (key >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    key ^ (key >> 31)
}

/// For every row: bits of the clipped matches of order 1.., n-grams of order 1.., hypothesis length,
/// mean reference length.
///
/// A matched n-gram that `information` has not seen carries nothing. Where it is of these references
/// (`own`), their n-grams need not be searched for again.
///
/// # Errors
/// When the two were interned separately or threads cannot be started.
pub fn informative_matches(
    hyps: &Tokens,
    refs: &Tokens,
    layout: &Layout,
    information: &Information,
    own: bool,
) -> Result<Vec<f64>> {
    hyps.comparable(refs)?;
    let order = information.order;
    let count =
        |(places, weighed): &mut (Places<u128>, Weighed), segment: Segment<'_>, out: &mut [f64]| {
            let references = segment.references();
            let words: usize = references.clone().map(|r| refs.line(r).len()).sum();
            let length = words as f64 / references.len().max(1) as f64;
            let rows = out.chunks_exact_mut(row_width(order));
            let rows = rows.zip(segment.hypotheses()).map(|(row, h)| {
                interrupt::poll();
                let words = hyps.line(h);
                (words, fill(row, words.len(), length))
            });
            if own && references.len() == 1 && words <= MOST_WORDS {
                let only = references.start;
                places.fill(refs.line(only));
                for (words, matches) in rows {
                    places.each_match(words, order, |n, place| {
                        matches[n] += information.bits_at(only, place, n);
                    });
                }
                return;
            }
            weighed.reset(words);
            for r in references {
                weighed.add_reference(refs.line(r), information);
            }
            for (words, matches) in rows {
                weighed.add_matches(words, matches);
            }
        };
    let init = || (Places::new(refs.bound()), Weighed::new(order, refs.bound()));
    layout.count(row_width(order), Per::Hypothesis, init, count)
}

/// The n-grams of one segment's references, with what they tell.
///
/// They are looked up among those of the whole test set once per segment; hypotheses then look among
/// these few, which stay in the processor's cache.
struct Weighed {
    ngrams: NgramTable,
    /// By node of `ngrams`: the node of the same n-gram in the whole test set, and its bits.
    known: Vec<Option<u32>>,
    bits: Vec<f64>,
}

impl Weighed {
    fn new(order: usize, bound: usize) -> Self {
        Self {
            ngrams: NgramTable::new(order, bound),
            known: Vec::new(),
            bits: Vec::new(),
        }
    }

    fn reset(&mut self, tokens: usize) {
        self.ngrams.reset(tokens);
        self.known.clear();
        self.known.push(Some(ROOT));
        self.bits.clear();
        self.bits.push(0.0);
    }

    fn add_reference(&mut self, words: &[u32], information: &Information) {
        let Self {
            ngrams,
            known,
            bits,
        } = self;
        ngrams.add_reference(words, |prefix, word| {
            let node = known[prefix as usize].and_then(|node| information.child(node, word));
            known.push(node);
            bits.push(node.map_or(0.0, |node| information.bits[node as usize]));
        });
    }

    /// Adds to `matches[n - 1]` the bits of the clipped matches of order n.
    fn add_matches(&mut self, words: &[u32], matches: &mut [f64]) {
        let Self { ngrams, bits, .. } = self;
        ngrams.clipped(words, |n, node| matches[n] += bits[node as usize]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokenize::Tokenizer;
    use crate::text::{Case, Split, Texts, View, encode};

    fn tokens(texts: &[&[&str]]) -> Vec<Tokens> {
        let view = View {
            tokenizer: Tokenizer::None,
            case: Case::Keep,
            split: Split::Ascii,
        };
        let texts: Vec<Texts> = texts.iter().map(|lines| lines.iter().collect()).collect();
        encode(&texts.iter().collect::<Vec<_>>(), view).unwrap()
    }

    fn close(row: &[f64], expected: &[f64]) -> bool {
        row.len() == expected.len() && row.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12)
    }

    fn bits_of(known: &Information, ngram: &[u32]) -> f64 {
        let child = |node, &word: &u32| known.child(node, word);
        let node = ngram.iter().try_fold(ROOT, child);
        node.map_or(0.0, |node| known.bits[node as usize])
    }

    /// The rows; n-grams of references that are `own` are found in both ways.
    fn counted(
        hyps: &Tokens,
        refs: &Tokens,
        layout: &Layout,
        known: &Information,
        own: bool,
    ) -> Vec<f64> {
        let searched = informative_matches(hyps, refs, layout, known, false).unwrap();
        if own {
            let recalled = informative_matches(hyps, refs, layout, known, true).unwrap();
            assert_eq!(searched, recalled);
        }
        searched
    }

    #[test]
    fn own_ngrams_are_recalled() {
        let lines = ["a b a c a", "a b a d", "", "a", "c b a b a b a c"];
        let encoded = tokens(&[&lines, &["a b a b", "d a b a", "a", "", "a c a b a b"]]);
        for order in [1, 2, 5] {
            let known = information(&encoded[1], order, None);
            let each: Vec<u32> = (0..5).collect();
            let layout = Layout::new(each.clone(), each, (0..=5).collect(), 5, 5).unwrap();
            let rows = counted(&encoded[0], &encoded[1], &layout, &known, true);
            assert!(rows[..order].iter().sum::<f64>() > 0.0);
        }
    }

    #[test]
    fn rare_words_tell_more() {
        // Eight words: a four times, b twice, c and d once.
        let encoded = tokens(&[&["a b a c", "a b a d"]]);
        let known = information(&encoded[0], 2, None);
        let bits = |ngram: &[u32]| bits_of(&known, ngram);
        let [a, b, c] = [0, 1, 2];
        assert!(close(
            &[bits(&[a]), bits(&[b]), bits(&[c])],
            &[1.0, 2.0, 3.0]
        ));
        // Half of the a's are followed by b, all of the b's by a.
        assert!(close(&[bits(&[a, b]), bits(&[b, a])], &[1.0, 0.0]));
        // One c goes on in one way, and none goes on like that.
        assert!(close(&[bits(&[c, a]), bits(&[b, c])], &[0.0, 0.0]));
    }

    #[test]
    fn matches_are_clipped_by_the_largest_single_reference() {
        let encoded = tokens(&[&["a a a b a"], &["a b a c", "a b a d"]]);
        let known = information(&encoded[1], 2, None);
        let layout = Layout::new(vec![0], vec![0], vec![0, 2], 1, 2).unwrap();
        let row = counted(&encoded[0], &encoded[1], &layout, &known, true);
        // Two of the a's and the b; "a b" and "b a".
        assert!(close(&row, &[4.0, 1.0, 5.0, 4.0, 5.0, 4.0]));
    }

    #[test]
    fn mteval_reads_a_zero_as_nothing() {
        let encoded = tokens(&[&["0 a 0 b"]]);
        let plain = information(&encoded[0], 3, None);
        let mteval = information(&encoded[0], 3, Some(0));
        let of = bits_of;
        assert!(close(&[of(&plain, &[0, 1])], &[1.0]));
        assert!(close(&[of(&mteval, &[0, 1])], &[2.0]));
        for ngram in [&[0][..], &[1, 0], &[0, 1, 0]] {
            assert!(close(&[of(&plain, ngram)], &[of(&mteval, ngram)]));
        }
        // A zero that does not occur changes nothing.
        assert!(close(
            &[of(&information(&encoded[0], 3, Some(99)), &[0, 1])],
            &[1.0]
        ));
    }

    #[test]
    fn counts_of_parts_weigh_as_the_whole_does() {
        let lines = [
            "a b a c a",
            "0 a b a d",
            "",
            "a",
            "c b a 0 b a b a c",
            "a b a",
        ];
        let own = [0, 1, 2, 3, 4, 5];
        let (mut keys, mut counts) = (Vec::new(), Vec::new());
        let mut words = 0;
        for part in [&lines[..2], &lines[2..]] {
            let encoded = tokens(&[part]);
            words += encoded[0].words() as u64;
            let (some, each) = ngram_counts(&encoded[0], 3).unwrap();
            for (key, count) in some.into_iter().zip(each) {
                match keys.binary_search(&key) {
                    Ok(place) => counts[place] += count,
                    Err(place) => {
                        keys.insert(place, key);
                        counts.insert(place, count);
                    }
                }
            }
        }
        // What occurs once need not be kept.
        let kept = (0..keys.len()).filter(|&k| counts[k] > 1);
        let (keys, counts): (Vec<u64>, Vec<u64>) = kept.map(|k| (keys[k], counts[k])).unzip();
        let text = NgramCounts::new(words, &keys, &counts).unwrap();
        let encoded = tokens(&[&lines, &lines]);
        let zero = encoded[1].vocabulary().find("0");
        let layout = Layout::new(own.to_vec(), own.to_vec(), (0..=6).collect(), 6, 6).unwrap();
        for zero in [None, zero] {
            let whole = information(&encoded[1], 3, zero);
            let among = information_among(&encoded[1], 3, zero, &text);
            let rows = |known| counted(&encoded[0], &encoded[1], &layout, known, true);
            assert_eq!(rows(&whole), rows(&among));
        }
        assert!(NgramCounts::new(words, &[2, 1], &[1, 1]).is_err());
        assert!(NgramCounts::new(words, &[1], &[]).is_err());
    }

    #[test]
    fn information_serves_other_hypotheses() {
        let encoded = tokens(&[&["x", ""], &["a b", "b"], &["b c"]]);
        let known = information(&encoded[1], 1, None);
        let layout = Layout::new(vec![0, 1], vec![0, 1], vec![0, 1, 2], 2, 2).unwrap();
        let row = counted(&encoded[0], &encoded[1], &layout, &known, true);
        assert!(close(&row, &[0.0, 1.0, 1.0, 2.0, 0.0, 0.0, 0.0, 1.0]));
        // c is matched, and tells nothing as the references did not have it.
        let layout = Layout::new(vec![0], vec![0], vec![0, 1], 1, 1).unwrap();
        let row = counted(&encoded[2], &encoded[2], &layout, &known, false);
        assert!(close(&row, &[1.5_f64.log2(), 2.0, 2.0, 2.0]));
    }
}
