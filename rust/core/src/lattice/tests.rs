//! Best paths beside all paths, on small lattices of every shape.

use std::num::NonZeroUsize;

use super::{Arc, Draft, Lattice, Path, Words, best_paths, oracle, oracles, read_plf};
use crate::count::recognition::{self, Costs, Step};
use crate::text::tokenize::Tokenizer;
use crate::text::{Case, Split, Texts, Tokens, View, encode};

/// Numbers that look random, always the same.
struct Dice(u64);

impl Dice {
    fn throw(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % sides
    }
}

const LABELS: [&str; 5] = ["a", "b", "", "c a", "b a b"];

fn some_lattice(dice: &mut Dice) -> Lattice {
    let nodes = 2 + dice.throw(3);
    let mut draft = Draft::default();
    for to in 1..nodes {
        for _ in 0..=dice.throw(2) {
            let from = dice.throw(to);
            // Halves: sums are exact, and often equal.
            let score = dice.throw(3) as f64 / 2.0;
            draft.push(Arc { from, to, score }, LABELS[dice.throw(LABELS.len())]);
        }
    }
    for end in &mut draft.finals {
        *end = (dice.throw(4) == 0).then_some(0.5);
    }
    draft.finals[nodes - 1] = Some(0.0);
    draft.finish().unwrap()
}

/// All paths, those that begin with earlier arcs first.
fn all_paths(lattice: &Lattice, node: usize) -> Vec<Path> {
    let end = lattice.end(node).map(|score| Path {
        arcs: Vec::new(),
        score,
    });
    let longer = lattice.leaving(node).iter().flat_map(|&number| {
        let arc = lattice.arcs()[number];
        all_paths(lattice, arc.to).into_iter().map(move |mut path| {
            path.arcs.insert(0, number);
            path.score += arc.score;
            path
        })
    });
    end.into_iter().chain(longer).collect()
}

fn encoded(lattices: &[&Lattice], references: &[&str]) -> (Tokens, Tokens) {
    let arcs = lattices
        .iter()
        .flat_map(|lattice| (0..lattice.arcs().len()).map(|arc| lattice.label(arc)));
    let (words, refs): (Texts, Texts) = (arcs.collect(), references.iter().collect());
    let view = View {
        tokenizer: Tokenizer::None,
        case: Case::Keep,
        split: Split::Ascii,
    };
    let mut both = encode(&[&words, &refs], view).unwrap();
    let refs = both.remove(1);
    (both.remove(0), refs)
}

/// Equation 6 for the words of a path.
fn numerator(words: Words, path: &Path, reference: &[u32], costs: Costs) -> f64 {
    let line = |&arc: &usize| words.tokens.line(words.first + arc).iter().copied();
    let hyp: Vec<u32> = path.arcs.iter().flat_map(line).collect();
    let steps = recognition::path(&hyp, reference, costs).unwrap();
    let count = |step| steps.iter().filter(|&&s| s == step).count() as f64;
    let mut streak = 0;
    let mut ngrams = 0;
    for step in &steps {
        streak = if *step == Step::Match { streak + 1 } else { 0 };
        ngrams += streak.min(costs.order.get());
    }
    ngrams as f64
        - costs.insertion * count(Step::Insertion)
        - costs.deletion * count(Step::Deletion)
}

fn costs(order: usize, insertion: f64, deletion: f64) -> Costs {
    Costs {
        order: NonZeroUsize::new(order).unwrap(),
        insertion,
        deletion,
    }
}

#[test]
fn the_oracle_is_the_best_of_all_paths() {
    let mut dice = Dice(7);
    let settings = [
        Costs::WORDS,
        costs(2, 1.0, 0.0),
        costs(4, 1.0, 0.0),
        costs(4, -0.75, 1.0),
        costs(3, 0.0, -0.5),
        costs(32, 0.25, 0.5),
    ];
    for round in 0..2000 {
        let lattice = some_lattice(&mut dice);
        let length = 1 + dice.throw(5);
        let reference: Vec<&str> = (0..length)
            .map(|_| ["a", "b", "c"][dice.throw(3)])
            .collect();
        let (words, refs) = encoded(&[&lattice], &[&reference.join(" ")]);
        let words = Words {
            tokens: &words,
            first: 0,
        };
        let costs = settings[round % settings.len()];
        let found = oracle(&lattice, words, refs.line(0), costs).unwrap();
        let key = |path: &Path| (numerator(words, path, refs.line(0), costs), path.score);
        let all = all_paths(&lattice, lattice.start());
        let best = all
            .iter()
            .reduce(|a, b| if key(b) > key(a) { b } else { a })
            .unwrap();
        assert_eq!(&found.path, best, "round {round}");
        assert!(
            (found.numerator - key(best).0).abs() < 1e-12,
            "round {round}"
        );
    }
}

#[test]
fn best_paths_are_all_paths_sorted() {
    let mut dice = Dice(3);
    for _ in 0..500 {
        let lattice = some_lattice(&mut dice);
        let mut all = all_paths(&lattice, lattice.start());
        all.sort_by(|a, b| b.score.total_cmp(&a.score));
        assert_eq!(best_paths(&lattice, 1000), all);
        assert_eq!(best_paths(&lattice, 2), all[..all.len().min(2)]);
    }
}

#[test]
fn an_empty_reference_wants_silence() {
    let silent = read_plf([
        "((('a',9,1),('*EPS*',1,1),),)",
        "((('a',9,2),('b',1,1),),(('c',1,1),),)",
    ]);
    let silent = silent.unwrap();
    let lattices: Vec<&Lattice> = silent.iter().collect();
    let (words, refs) = encoded(&lattices, &["", ""]);
    for insertion in [1.0, 0.0, -0.9] {
        let found = oracles(&lattices, &words, &refs, &[0, 1], costs(4, insertion, 0.0)).unwrap();
        assert_eq!(found[0].path.arcs, [1]);
        // Without silence the numerator counts, which every word lowers, leaves, or raises.
        let expected: &[usize] = if insertion < 0.0 { &[1, 2] } else { &[0] };
        assert_eq!(found[1].path.arcs, expected);
    }
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let lattices = read_plf(["a b", "c"]).unwrap();
    let lattices: Vec<&Lattice> = lattices.iter().collect();
    let (words, refs) = encoded(&lattices, &["a", "c"]);
    assert!(oracles(&lattices, &words, &refs, &[0, 1], Costs::WORDS).is_ok());
    assert!(oracles(&lattices, &words, &refs, &[0, 2], Costs::WORDS).is_err());
    assert!(oracles(&lattices, &words, &refs, &[0], Costs::WORDS).is_err());
    assert!(oracles(&lattices[..1], &words, &refs, &[0, 0], Costs::WORDS).is_err());
    let (other, _) = encoded(&lattices, &[]);
    assert!(oracles(&lattices, &other, &refs, &[0, 1], Costs::WORDS).is_err());
}

#[test]
fn a_table_beyond_memory_is_refused() {
    let sentence = "w ".repeat(200_000);
    let lattice = read_plf([sentence.as_str()]).unwrap().remove(0);
    let (words, refs) = encoded(&[&lattice], &[&sentence]);
    let words = Words {
        tokens: &words,
        first: 0,
    };
    let refused = oracle(&lattice, words, refs.line(0), Costs::WORDS).unwrap_err();
    assert!(refused.to_string().contains("prune the lattice"));
}
