//! Tables from text to matches.

use super::*;
use crate::align::{Alignments, Link};
use crate::layout::Layout;
use crate::text::tokenize::Tokenizer;
use crate::text::{Case, Split, Texts, Tokens, View, encode};

pub(super) fn tokens(lines: &[&str]) -> Tokens {
    let texts: Texts = lines.iter().collect();
    let view = View {
        tokenizer: Tokenizer::None,
        case: Case::Keep,
        split: Split::Ascii,
    };
    encode(&[&texts], view).unwrap().remove(0)
}

/// Pivot text whose tokens are one letter each: `A` is 0.
fn letters(lines: &[&str]) -> (Vec<i64>, Vec<u32>) {
    let mut offsets = vec![0];
    let mut ids = Vec::new();
    for line in lines {
        ids.extend(line.bytes().map(|byte| u32::from(byte - b'A')));
        offsets.push(ids.len() as i64);
    }
    (offsets, ids)
}

fn alphabet() -> Texts {
    (b'A'..=b'Z').map(|c| char::from(c).to_string()).collect()
}

fn bytes(pairs: &PhrasePairs) -> Vec<u8> {
    let names = alphabet();
    pairs
        .to_bytes(b"{}", &[&names, &names, &names, &names])
        .unwrap()
}

fn listed(pairs: &[(&str, &str, f64)]) -> Vec<u8> {
    let targets = tokens(&pairs.iter().map(|p| p.0).collect::<Vec<_>>());
    let (offsets, ids) = letters(&pairs.iter().map(|p| p.1).collect::<Vec<_>>());
    let text = PivotText::new(&offsets, &ids).unwrap();
    let counts: Vec<f64> = pairs.iter().map(|p| p.2).collect();
    bytes(&PhrasePairs::listed(&targets, &text, &counts).unwrap())
}

fn found(store: &Store<'_>, phrase: &str) -> Vec<(String, f64)> {
    let mut node = 0;
    for word in phrase.split(' ') {
        match store.child(node, store.find_word(word)) {
            Some(next) => node = next,
            None => return Vec::new(),
        }
    }
    let pivot = |entry| {
        let tokens = store.pivot(entry);
        tokens.map(|t| store.token(t as usize)[0].clone()).collect()
    };
    store
        .entries(node)
        .map(|entry| (pivot(entry), store.count(entry)))
        .collect()
}

#[test]
fn extracted_counted_and_found_again() {
    let targets = tokens(&["the house", "house", "the house"]);
    let (offsets, ids) = letters(&["AB", "B", "AC"]);
    let text = PivotText::new(&offsets, &ids).unwrap();
    let diagonal: [Link; 2] = [(0, 0), (1, 1)];
    let links: Alignments = [&diagonal[..], &diagonal[..1], &diagonal[..]]
        .iter()
        .map(|line| line.iter().copied())
        .collect();
    let pairs = PhrasePairs::extract(&targets, &text, &links, 7).unwrap();
    let file = bytes(&pairs);
    let sections = Sections::check(&file).unwrap();
    let store = Store::new(&file, &sections);
    assert_eq!(found(&store, "the"), [("A".into(), 2.0)]);
    assert_eq!(
        found(&store, "house"),
        [("B".into(), 2.0), ("C".into(), 1.0)]
    );
    assert_eq!(
        found(&store, "the house"),
        [("AB".into(), 1.0), ("AC".into(), 1.0)]
    );
    assert!(found(&store, "house the").is_empty());
    assert!(found(&store, "garden").is_empty());
    assert_eq!(
        (store.phrases(), store.entry_count(), store.pivots()),
        (3, 5, 5)
    );
    assert_eq!(store.total().to_bits(), 7.0_f64.to_bits());
}

#[test]
fn pruning_leaves_the_best_or_nothing() {
    let targets = tokens(&["x", "x", "y"]);
    let (offsets, ids) = letters(&["A", "B", "C"]);
    let text = PivotText::new(&offsets, &ids).unwrap();
    let mut pairs = PhrasePairs::listed(&targets, &text, &[2.0, 3.0, 1.0]).unwrap();
    pairs.prune(Pruning {
        min_count: 2.0,
        top: 1,
    });
    assert_eq!(pairs.len(), 1);
    pairs.prune(Pruning {
        min_count: 4.0,
        top: 1,
    });
    let names = alphabet();
    let made = pairs.to_bytes(b"", &[&names, &names, &names, &names]);
    assert_eq!(made, Err(Error::Empty));
}

#[test]
fn what_does_not_fit_is_refused() {
    let targets = tokens(&["x y"]);
    let text = PivotText::new(&[0, 1], &[0]).unwrap();
    let outside: Alignments = [[(0, 1)]].into_iter().collect();
    let refused = PhrasePairs::extract(&targets, &text, &outside, 7).unwrap_err();
    assert_eq!(refused.to_string(), "line 1: a link leaves its sentences");
    assert!(PhrasePairs::extract(&targets, &text, &Alignments::default(), 7).is_err());
    assert!(PhrasePairs::listed(&targets, &text, &[0.0]).is_err());
    assert!(PhrasePairs::listed(&targets, &text, &[f64::NAN]).is_err());
    assert!(PivotText::new(&[0, 2], &[0]).is_err());
    assert!(PivotText::new(&[0, -1, 1], &[0]).is_err());
    assert!(PivotText::new(&[], &[]).is_err());
}

/// Whatever the bytes are, they are refused or can be read.
#[test]
fn damage_never_panics() {
    let file = listed(&[("a b", "AB", 2.0), ("a", "C", 1.0), ("b", "ABC", 5.0)]);
    assert!(Sections::check(&file).is_ok());
    for end in 0..file.len() {
        assert!(Sections::check(&file[..end]).is_err(), "{end}");
    }
    for at in 0..file.len() {
        for value in [0x00, 0x01, 0x7F, 0xFF] {
            let mut forged = file.clone();
            forged[at] = value;
            let Ok(sections) = Sections::check(&forged) else {
                continue;
            };
            let store = Store::new(&forged, &sections);
            let words = [0, 1, UNKNOWN, 0, 1];
            let mut segments = Vec::new();
            segment(&store, &words, &mut segments);
            assert_eq!(segments.last().map(|s| s.end), Some(words.len()));
            (0..store.tokens()).for_each(|token| {
                store.token(token);
            });
        }
    }
}

fn cut(file: &[u8], sentence: &str) -> (Vec<usize>, f64) {
    let sections = Sections::check(file).unwrap();
    let store = Store::new(file, &sections);
    let words: Vec<u32> = sentence
        .split_whitespace()
        .map(|word| store.find_word(word))
        .collect();
    let mut segments = Vec::new();
    let sum = segment(&store, &words, &mut segments);
    (segments.iter().map(|s| s.end - s.begin).collect(), sum)
}

#[test]
fn sentences_are_cut_where_it_is_most_probable() {
    let file = listed(&[("a", "A", 6.0), ("b", "B", 1.0), ("a b", "C", 1.0)]);
    let (lengths, sum) = cut(&file, "a b");
    assert_eq!(lengths, [2]);
    assert!((sum - 0.125_f64.ln()).abs() < 1e-12);
    // An unseen word counts one half, and ΣN stays as it is.
    let (lengths, sum) = cut(&file, "z");
    assert_eq!(lengths, [1]);
    assert!((sum - (0.5_f64 / 8.0).ln()).abs() < 1e-12);
    assert_eq!(cut(&file, ""), (Vec::new(), 0.0));
}

#[test]
fn ties_go_to_the_longer_last_phrase() {
    // a b | c and a | b c have the same product.
    let pairs = [
        ("a", "A", 2.0),
        ("c", "A", 3.0),
        ("a b", "A", 2.0),
        ("b c", "A", 3.0),
        ("z", "A", 7.0),
    ];
    assert_eq!(cut(&listed(&pairs), "a b c").0, [1, 2]);
}

#[test]
fn networks_matched_by_hand() {
    let file = listed(&[("a", "A", 1.0), ("a", "B", 3.0), ("b", "A", 4.0)]);
    let sections = Sections::check(&file).unwrap();
    let store = Store::new(&file, &sections);
    let (a, b) = (store.find_word("a"), store.find_word("b"));
    let labels: Vec<u32> = (0..store.tokens())
        .map(|token| u32::from(store.token(token)[0].as_bytes()[0]))
        .collect();
    let lexicon = Lexicon {
        lemmas: &labels,
        tags: &[0, 0],
        function: &[false, false],
    };
    let unseen = Lexicon {
        lemmas: &[0, 0],
        tags: &[1, 1],
        function: &[true, false],
    };
    let one = Lexicon {
        lemmas: &[0],
        tags: &[1],
        function: &[false],
    };
    let hyp_words = [a, UNKNOWN];
    let ref_words = [b];
    let hyps = PivotLines::new(&[0, 2], &hyp_words, unseen).unwrap();
    let refs = PivotLines::new(&[0, 1], &ref_words, one).unwrap();
    let layout = Layout::new(vec![0], vec![0], vec![0, 1], 1, 1).unwrap();
    let row = pivot_matches(&store, lexicon, (&hyps, &refs), &layout, 2, 0.1).unwrap();
    // A has ¼ of the hypothesis; by part of speech everything of the pivot language is the same.
    assert_eq!(row, [0.25, 1.0, 2.0, 1.0, 0.0, 0.0, 1.0, 0.0]);
    assert!(pivot_matches(&store, lexicon, (&hyps, &refs), &layout, 0, 0.1).is_err());
    assert!(pivot_matches(&store, one, (&hyps, &refs), &layout, 2, 0.1).is_err());
}
