//! Search graphs of Moses, as `-output-search-graph` writes them.
//!
//! A line is a hypothesis: `sentence hyp=7 stack=2 back=3 … transition=-0.4 … covered=1-1 out=words`. It
//! goes on from the one that `back` names, by the words of `out`; the first of a sentence has no `back`. One
//! that was `recombined` with another is a further way to that one's node. Paths end where all source words
//! are covered: at the hypotheses of the last stack.

use std::collections::HashMap;

use super::error::{Error, Result};
use super::graph::{Arc, Draft, Flaw, Lattice, score};

/// One line.
struct Hypothesis<'a> {
    line: usize,
    sentence: &'a str,
    id: &'a str,
    stack: u64,
    /// What it goes on from; none for the first one.
    back: Option<&'a str>,
    recombined: Option<&'a str>,
    transition: f64,
    words: &'a str,
}

impl<'a> Hypothesis<'a> {
    /// The hypothesis whose node it leads to.
    fn node(&self) -> &'a str {
        self.recombined.unwrap_or(self.id)
    }

    fn problem(&self, problem: impl Into<String>) -> Error {
        Error::at_line(self.line, problem)
    }
}

/// Reads all search graphs of a file, one for each sentence, in the order of the file.
///
/// # Errors
/// What is wrong, with its line.
pub fn read_search_graphs<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Vec<Lattice>> {
    let mut sentences: Vec<Vec<Hypothesis<'a>>> = Vec::new();
    for (text, line) in lines.into_iter().zip(1..) {
        if text.trim().is_empty() {
            continue;
        }
        let next = parse(text, line)?;
        match sentences.last_mut() {
            Some(last) if last[0].sentence == next.sentence => last.push(next),
            _ => sentences.push(vec![next]),
        }
    }
    sentences.iter().map(|sentence| build(sentence)).collect()
}

fn parse(text: &str, line: usize) -> Result<Hypothesis<'_>> {
    // What is put out is the rest of the line, whatever it looks like.
    let (fields, words) = text.split_once(" out=").unwrap_or((text, ""));
    let mut columns = fields.split_ascii_whitespace();
    let sentence = columns.next().unwrap_or("");
    let fields: HashMap<&str, &str> = columns.filter_map(|field| field.split_once('=')).collect();
    let problem = |problem: String| Error::at_line(line, problem);
    let needed = |name: &str| {
        let found = fields.get(name).copied();
        found.ok_or_else(|| {
            problem(format!(
                "there is no {name}= in this line of a search graph"
            ))
        })
    };
    let back = fields.get("back").copied();
    let stack = needed("stack")?;
    let transition = if back.is_some() {
        let written = needed("transition")?;
        let value = score(written);
        value.ok_or_else(|| problem(format!("the score {written:?} is no finite number")))?
    } else {
        0.0
    };
    Ok(Hypothesis {
        line,
        sentence,
        id: needed("hyp")?,
        stack: stack
            .parse()
            .map_err(|_| problem(format!("{stack:?} is no number of a stack")))?,
        back,
        recombined: fields.get("recombined").copied(),
        transition,
        words: words.trim_matches(' '),
    })
}

fn build(sentence: &[Hypothesis<'_>]) -> Result<Lattice> {
    let mut nodes: HashMap<&str, usize> = HashMap::new();
    for hypothesis in sentence.iter().filter(|h| h.recombined.is_none()) {
        let next = nodes.len();
        if nodes.insert(hypothesis.id, next).is_some() {
            let problem = format!("hypothesis {} is there a second time", hypothesis.id);
            return Err(hypothesis.problem(problem));
        }
    }
    let place = |hypothesis: &Hypothesis<'_>, id: &str| {
        let found = nodes.get(id).copied();
        found
            .ok_or_else(|| hypothesis.problem(format!("there is no hypothesis {id} to go on from")))
    };
    let mut draft = Draft::default();
    draft.finals.resize(nodes.len(), None);
    let mut first = None;
    let mut arcs = Vec::new();
    let last_stack = sentence.iter().map(|hypothesis| hypothesis.stack).max();
    for hypothesis in sentence {
        let to = place(hypothesis, hypothesis.node())?;
        if Some(hypothesis.stack) == last_stack {
            draft.finals[to] = Some(0.0);
        }
        match hypothesis.back {
            Some(back) => {
                let from = place(hypothesis, back)?;
                let score = hypothesis.transition;
                draft.push(Arc { from, to, score }, hypothesis.words);
                arcs.push(hypothesis);
            }
            None if first.replace(to).is_none() => draft.start = to,
            None => {
                return Err(hypothesis.problem("a search begins with one hypothesis without back="));
            }
        }
    }
    if first.is_none() {
        let problem = "no hypothesis of this sentence is the first: each has back=";
        return Err(sentence[0].problem(problem));
    }
    draft.finish().map_err(|flaw| match flaw {
        Flaw::Cycle(arc) => arcs[arc].problem(format!(
            "hypothesis {} goes on from itself: a lattice must have no cycle",
            arcs[arc].id
        )),
        Flaw::NoPath => sentence[0].problem("no path leads to the last stack of this sentence"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::best_paths;

    const GRAPH: &str = "\
0 hyp=0 stack=0
0 hyp=6 stack=1 back=0 score=-1 transition=-1 forward=49 covered=0-0 out=a
0 hyp=7 stack=1 back=0 score=-2 transition=-2 covered=1-1 out=man ||| b=c
0 hyp=8 stack=2 back=6 score=-3 transition=-2 covered=1-1 out=man
0 hyp=9 stack=2 back=7 score=-2.5 transition=-0.5 recombined=8 covered=0-0 out=
";

    fn read(text: &str) -> Result<Vec<Lattice>> {
        read_search_graphs(text.lines())
    }

    #[test]
    fn recombined_hypotheses_are_ways_to_the_same_node() {
        let found = read(GRAPH).unwrap();
        assert_eq!((found[0].nodes(), found[0].arcs().len()), (4, 4));
        let paths = best_paths(&found[0], 5);
        let said: Vec<_> = paths
            .iter()
            .map(|path| (found[0].text(&path.arcs), path.score))
            .collect();
        assert_eq!(
            said,
            [("man ||| b=c".to_owned(), -2.5), ("a man".to_owned(), -3.0)]
        );
    }

    #[test]
    fn a_graph_for_each_sentence() {
        let second = GRAPH.replace("0 hyp", "1 hyp");
        assert_eq!(read(&format!("{GRAPH}\n{second}")).unwrap().len(), 2);
        // Nothing was found for a sentence without words.
        assert_eq!(read("3 hyp=0 stack=0\n").unwrap()[0].nodes(), 1);
        assert!(read("\n").unwrap().is_empty());
    }

    #[test]
    fn problems_are_named_with_their_line() {
        let cases = [
            ("0 stack=0", "line 1: there is no hyp="),
            ("0 hyp=0", "line 1: there is no stack="),
            ("0 hyp=0 stack=x", "line 1: \"x\" is no number of a stack"),
            (
                "0 hyp=0 stack=0\n0 hyp=1 stack=1 back=0 out=a",
                "line 2: there is no transition=",
            ),
            (
                "0 hyp=0 stack=0\n0 hyp=1 stack=1 back=0 transition=nan out=a",
                "line 2: the score \"nan\" is no finite number",
            ),
            (
                "0 hyp=0 stack=0\n0 hyp=1 stack=1 back=5 transition=1 out=a",
                "line 2: there is no hypothesis 5",
            ),
            (
                "0 hyp=0 stack=0\n0 hyp=1 stack=0",
                "line 2: a search begins with one",
            ),
            (
                "0 hyp=0 stack=0\n0 hyp=0 stack=1 back=0 transition=1",
                "line 2: hypothesis 0 is there",
            ),
            (
                "0 hyp=1 stack=1 back=1 transition=1",
                "line 1: no hypothesis of this sentence",
            ),
            (
                "0 hyp=0 stack=0\n0 hyp=1 stack=1 back=2 transition=1\n0 hyp=2 stack=1 back=1 transition=1",
                "goes on from itself",
            ),
        ];
        for (text, expected) in cases {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text:?}: {error}");
        }
    }
}
