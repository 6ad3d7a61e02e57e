//! The text format of `OpenFst`, as `fstprint` writes it.
//!
//! A line is an arc, `from to label [cost]` of an acceptor or `from to input output [cost]` of a
//! transducer, or a final state, `state [cost]`. Columns are separated by tabs or spaces; the first
//! state of all is the start; lattices are separated by empty lines. Words are the output labels,
//! scores are negated costs.

use std::collections::HashMap;

use super::error::{Error, Result};
use super::graph::{Arc, Draft, Flaw, Lattice, score};
use super::symbols::{Symbols, columns};

/// What silent arcs are called where no symbol table says so.
const SILENT: [&str; 2] = ["<eps>", "<epsilon>"];

/// How the columns of arcs are to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Either; four columns everywhere are an acceptor if every fourth is a number.
    Guess,
    /// One label.
    Acceptor,
    /// Input label and output label.
    Transducer,
}

/// A line of a file that is not empty.
struct Entry<'a> {
    line: usize,
    columns: Vec<&'a str>,
}

impl Entry<'_> {
    fn is_arc(&self) -> bool {
        self.columns.len() > 2
    }

    fn problem(&self, problem: impl Into<String>) -> Error {
        Error::at_line(self.line, problem)
    }

    fn state(&self, column: usize) -> Result<u64> {
        let written = self.columns[column];
        let plain = written.bytes().all(|b| b.is_ascii_digit());
        let state = written.parse().ok().filter(|_| plain);
        state.ok_or_else(|| {
            let example = "a line is `from to label [cost]` or `state [cost]`";
            self.problem(format!("{written:?} is no number of a state: {example}"))
        })
    }

    /// The negated cost in a column, 0 where there is no such column.
    fn score(&self, column: usize) -> Result<f64> {
        let Some(written) = self.columns.get(column) else {
            return Ok(0.0);
        };
        let cost = score(written)
            .ok_or_else(|| self.problem(format!("the cost {written:?} is no finite number")))?;
        Ok(-cost)
    }
}

/// Reads all lattices of a file.
///
/// With a symbol table, labels are words of it if all are, and else numbers of words; without one
/// they are words as they stand, but for `<eps>`.
///
/// # Errors
/// What is wrong, with its line.
pub fn read_openfst<'a>(
    lines: impl IntoIterator<Item = &'a str>,
    form: Form,
    symbols: Option<&Symbols>,
) -> Result<Vec<Lattice>> {
    let mut blocks: Vec<Vec<Entry<'a>>> = vec![Vec::new()];
    for (text, line) in lines.into_iter().zip(1..) {
        let columns = columns(text);
        match blocks.last_mut() {
            Some(block) if !columns.is_empty() => block.push(Entry { line, columns }),
            Some(block) if !block.is_empty() => blocks.push(Vec::new()),
            _ => {}
        }
    }
    blocks.retain(|block| !block.is_empty());
    let arcs: Vec<&Entry> = blocks.iter().flatten().filter(|e| e.is_arc()).collect();
    let label_at = label_column(&arcs, form)?;
    let labels = Labels::of(&arcs, label_at, symbols);
    let built = blocks.iter().map(|block| build(block, label_at, &labels));
    built.collect()
}

/// The column of the words; that of the cost follows.
fn label_column(arcs: &[&Entry], form: Form) -> Result<usize> {
    let with = |columns: usize| arcs.iter().find(|e| e.columns.len() == columns);
    let costs = arcs
        .iter()
        .all(|e| e.columns.len() != 4 || score(e.columns[3]).is_some());
    let label_at = match form {
        Form::Acceptor => 2,
        Form::Guess if with(5).is_none() && (with(3).is_some() || costs) => 2,
        Form::Guess | Form::Transducer => 3,
    };
    let (kind, fewest) = match label_at {
        2 => ("an acceptor", 3),
        _ => ("a transducer", 4),
    };
    let odd = |e: &&&Entry| !(fewest..fewest + 2).contains(&e.columns.len());
    match arcs.iter().find(odd) {
        None => Ok(label_at),
        Some(entry) => Err(entry.problem(format!(
            "{} columns, but an arc of {kind} has {fewest} or {}",
            entry.columns.len(),
            fewest + 1
        ))),
    }
}

/// What the labels of a file stand for.
enum Labels<'a> {
    Words,
    WordsOf(&'a Symbols),
    NumbersOf(&'a Symbols),
}

impl<'a> Labels<'a> {
    fn of(arcs: &[&Entry], label_at: usize, symbols: Option<&'a Symbols>) -> Self {
        let Some(symbols) = symbols else {
            return Self::Words;
        };
        let mut labels = arcs.iter().map(|e| e.columns[label_at]);
        if labels.all(|label| symbols.number(label).is_some()) {
            return Self::WordsOf(symbols);
        }
        Self::NumbersOf(symbols)
    }

    /// The word a label stands for, empty for silence.
    fn word<'b>(&'b self, label: &'b str) -> Option<&'b str> {
        match self {
            Self::Words => Some(if SILENT.contains(&label) { "" } else { label }),
            Self::WordsOf(symbols) => match symbols.number(label)? {
                0 => Some(""),
                _ => Some(label),
            },
            Self::NumbersOf(symbols) => match label.parse().ok()? {
                0 => Some(""),
                number => symbols.word(number),
            },
        }
    }
}

/// The nodes of states: as they appear.
#[derive(Default)]
struct Nodes(HashMap<u64, usize>);

impl Nodes {
    fn of(&mut self, state: u64) -> usize {
        let next = self.0.len();
        *self.0.entry(state).or_insert(next)
    }
}

fn build(block: &[Entry], label_at: usize, labels: &Labels) -> Result<Lattice> {
    let mut nodes = Nodes::default();
    let mut draft = Draft::default();
    let mut arcs = Vec::new();
    for entry in block {
        let from = nodes.of(entry.state(0)?);
        if !entry.is_arc() {
            end(&mut draft, from, entry)?;
            continue;
        }
        let to = nodes.of(entry.state(1)?);
        let score = entry.score(label_at + 1)?;
        let label = entry.columns[label_at];
        let word = labels.word(label).ok_or_else(|| {
            entry.problem(format!("the label {label:?} is not in the symbol table"))
        })?;
        draft.push(Arc { from, to, score }, word);
        arcs.push(entry);
    }
    draft.finish().map_err(|flaw| match flaw {
        Flaw::Cycle(arc) => arcs[arc].problem(format!(
            "state {} can be reached from itself: a lattice must have no cycle",
            arcs[arc].columns[0]
        )),
        Flaw::NoPath => block[0].problem(
            "no path leads from the first to a final state in the lattice that begins here",
        ),
    })
}

/// Makes a node final; one of infinite cost is none, and `fstprint` writes such lines.
fn end(draft: &mut Draft, node: usize, entry: &Entry) -> Result<()> {
    if draft.finals.len() <= node {
        draft.finals.resize(node + 1, None);
    }
    if entry.columns.get(1) == Some(&"Infinity") {
        return Ok(());
    }
    let score = entry.score(1)?;
    if draft.finals[node].replace(score).is_some() {
        let state = entry.columns[0];
        return Err(entry.problem(format!("state {state} is made final a second time")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Lattice>> {
        read_openfst(text.lines(), Form::Guess, None)
    }

    fn words(lattice: &Lattice) -> Vec<&str> {
        (0..lattice.arcs().len())
            .map(|i| lattice.label(i))
            .collect()
    }

    #[test]
    fn acceptors_and_transducers() {
        for text in [
            "0 1 a 0.5\n1\t2\tb\n2\n",
            "0 1 x a 0.5\n1 2 y b\n2 0\n",
            "0 1 x a\n1 2 y b\n2\n",
        ] {
            let found = read(text).unwrap();
            assert_eq!(words(&found[0]), ["a", "b"], "{text}");
        }
        let scored = read("0 1 18 3\n1 0.25\n").unwrap();
        assert_eq!(words(&scored[0]), ["18"]);
        assert_eq!(
            (scored[0].arcs()[0].score, scored[0].end(1)),
            (-3.0, Some(-0.25))
        );
        let forced = read_openfst(["0 1 18 3", "1"], Form::Transducer, None).unwrap();
        assert_eq!(words(&forced[0]), ["3"]);
    }

    #[test]
    fn several_lattices_and_several_ends() {
        let found = read("\n7 9 a 1\n9\n7 2\n\n\n0\n\n").unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].end(0), found[0].end(1)), (Some(-2.0), Some(0.0)));
        assert_eq!((found[1].nodes(), found[1].arcs().len()), (1, 0));
    }

    #[test]
    fn silence() {
        let found = read("0 1 <eps>\n1 2 a\n2\n").unwrap();
        assert_eq!(words(&found[0]), ["", "a"]);
        let symbols = Symbols::read(["- 0", "a 1", "1 2"]).unwrap();
        for (text, expected) in [
            ("0 1 0\n1 2 2\n2", ["", "1"]),
            ("0 1 -\n1 2 1\n2", ["", "1"]),
        ] {
            let found = read_openfst(text.lines(), Form::Guess, Some(&symbols)).unwrap();
            assert_eq!(words(&found[0]), expected);
        }
    }

    #[test]
    fn problems_are_named_with_their_line() {
        let cases = [
            ("0 1 a\n1 0 b\n1", "state"),
            ("0 1 a\n1 x b\n1", "line 2: \"x\" is no number of a state"),
            ("0 1 a\n-1", "line 2: \"-1\" is no number of a state"),
            ("0 1 a\n", "line 1: no path leads"),
            ("0 1 a\n1 Infinity\n", "line 1: no path leads"),
            (
                "0 1 a\n1\n1 2\n",
                "line 3: state 1 is made final a second time",
            ),
            ("0 1 a b c\n1", "line 1: the cost \"c\" is no finite number"),
            ("0 1 a Infinity\n0 1 b\n1", "line 1: the cost \"Infinity\""),
            (
                "0 1 a b 1\n1 2 a\n2",
                "line 2: 3 columns, but an arc of a transducer has 4 or 5",
            ),
            (
                "0 1 a b 1 1\n1",
                "line 1: 6 columns, but an arc of an acceptor has 3 or 4",
            ),
            (
                "0 1 a\n1\n\n0 0 b\n0",
                "line 4: state 0 can be reached from itself",
            ),
        ];
        for (text, expected) in cases {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text:?}: {error}");
        }
    }

    #[test]
    fn labels_must_be_in_the_table() {
        let symbols = Symbols::read(["<eps> 0", "a 1"]).unwrap();
        let missing = read_openfst(["0 1 a", "1 2 c", "2"], Form::Guess, Some(&symbols));
        assert!(
            missing
                .unwrap_err()
                .to_string()
                .contains("is not in the symbol table")
        );
    }
}
