//! HTK's standard lattice format, as speech recognisers and Moses (`-output-search-graph-slf`) write it.
//!
//! Fields are `name=value`. A header (`VERSION=1.1`, `UTTERANCE=…`, scales, `start=`, `end=`, `N=` nodes,
//! `L=` links) comes before nodes (`I=3 W=word`) and links (`J=0 S=1 E=2 W=word a=… l=…`). Words stand on links
//! or on the nodes that these lead to. The score of a link is that of HTK: each of its logarithms times its
//! scale, and the word penalty for a word. A header after links begins another lattice.
//!
//! Moses puts on a link not what it adds but what the path has by then; that is known by its comments on the
//! names of features, and the difference is taken. It names some features twice, which count once, marks words
//! that it does not know, and leaves out how recombined hypotheses go on, so that
//! its search graphs ([`super::search_graph`]) have more paths.

use std::borrow::Cow;
use std::collections::HashMap;

use super::error::{Error, Result};
use super::graph::{Arc, Draft, Flaw, Lattice, can_be_summed, score};

/// Words that nobody says.
const SILENT: [&str; 5] = ["!NULL", "!ENTER", "!EXIT", "<s>", "</s>"];
/// What Moses appends to words that it does not know.
const UNKNOWN: &str = "|UNK|UNK|UNK";
/// The scores of a link, as they are written short and long, and what they are multiplied by.
const SCORES: [(&str, &str, &str); 4] = [
    ("a", "acoustic", "acscale"),
    ("n", "ngram", "ngscale"),
    ("l", "language", "lmscale"),
    ("r", "r", "prscale"),
];

type Fields<'a> = HashMap<&'a str, Cow<'a, str>>;

/// The lines of one lattice.
#[derive(Default)]
struct Block<'a> {
    first_line: usize,
    header: Fields<'a>,
    nodes: Vec<(usize, Fields<'a>)>,
    links: Vec<(usize, Fields<'a>)>,
    /// What comments of Moses say of the features; scores then are those of paths so far.
    features: Vec<&'a str>,
    /// Features that were there already.
    repeated: Vec<String>,
}

/// Reads all lattices of a file.
///
/// # Errors
/// What is wrong, with its line.
pub fn read_slf<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Vec<Lattice>> {
    let mut blocks: Vec<Block<'a>> = Vec::new();
    let mut feature = None;
    for (text, line) in lines.into_iter().zip(1..) {
        let text = text.trim();
        if let Some(comment) = text.strip_prefix('#') {
            feature = Some(comment).filter(|comment| names_feature(comment));
            continue;
        }
        if text.is_empty() {
            continue;
        }
        let fields = fields_of(text, line)?;
        let is_node = fields.contains_key("I");
        let is_link = fields.contains_key("J");
        // A header after links begins another lattice.
        let is_new = blocks
            .last()
            .is_none_or(|block| !is_node && !is_link && !block.links.is_empty());
        if is_new {
            blocks.push(Block {
                first_line: line,
                ..Block::default()
            });
        }
        let last = blocks.len() - 1;
        let block = &mut blocks[last];
        if is_link {
            block.links.push((line, fields));
        } else if is_node {
            block.nodes.push((line, fields));
        } else {
            if let Some(feature) = feature.take() {
                if block.features.contains(&feature) {
                    let scales = fields.keys().filter_map(|name| name.strip_suffix("scale"));
                    block.repeated.extend(scales.map(str::to_owned));
                }
                block.features.push(feature);
            }
            block.header.extend(fields);
        }
    }
    blocks.iter().map(Block::build).collect()
}

/// Whether a comment is one of Moses about a feature: `LM0 LM0 1 of 1`.
fn names_feature(comment: &str) -> bool {
    let words: Vec<&str> = comment.split_ascii_whitespace().collect();
    let number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    matches!(words[..], [_, _, a, "of", b] if number(a) && number(b))
}

/// The fields of a line. Values may stand in quotes, in which a backslash takes the next letter as it is.
fn fields_of(text: &str, line: usize) -> Result<Fields<'_>> {
    let mut fields = Fields::new();
    let mut rest = text;
    while !rest.is_empty() {
        let Some((name, after)) = rest.split_once('=') else {
            return Err(Error::at_line(
                line,
                format!("{rest:?} is no field like name=value"),
            ));
        };
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''));
        let (value, left) = if let Some(quote) = quote {
            let not_closed =
                || Error::at_line(line, format!("the quotes of {name}= are not closed"));
            quoted(&after[1..], quote).ok_or_else(not_closed)?
        } else {
            let end = after.find(char::is_whitespace).unwrap_or(after.len());
            (unescaped(&after[..end]), &after[end..])
        };
        fields.insert(name.trim(), value);
        rest = left.trim_start();
    }
    Ok(fields)
}

/// What stands before a closing quote, and what comes after it.
fn quoted(text: &str, quote: char) -> Option<(Cow<'_, str>, &str)> {
    let mut escaped = false;
    for (place, letter) in text.char_indices() {
        if escaped {
            escaped = false;
        } else if letter == '\\' {
            escaped = true;
        } else if letter == quote {
            let after = &text[place + letter.len_utf8()..];
            return Some((unescaped(&text[..place]), after));
        }
    }
    None
}

fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        out.push(if letter == '\\' {
            letters.next().unwrap_or(letter)
        } else {
            letter
        });
    }
    Cow::Owned(out)
}

/// A field by its short or its long name.
fn field<'a>(fields: &'a Fields<'_>, short: &str, long: &str) -> Option<&'a str> {
    fields
        .get(short)
        .or_else(|| fields.get(long))
        .map(AsRef::as_ref)
}

fn number(written: &str, what: &str, line: usize) -> Result<f64> {
    let value = score(written);
    value.ok_or_else(|| Error::at_line(line, format!("{what}={written} is no finite number")))
}

impl Block<'_> {
    fn problem(&self, problem: impl Into<String>) -> Error {
        Error::at_line(self.first_line, problem)
    }

    fn is_of_moses(&self) -> bool {
        !self.features.is_empty()
    }

    /// A number of the header, or what it is by default.
    fn setting(&self, name: &str, default: f64) -> Result<f64> {
        let written = self.header.get(name);
        written.map_or(Ok(default), |written| {
            number(written, name, self.first_line)
        })
    }

    /// Refuses a file that was cut off.
    fn check_count(&self, short: &str, long: &str, found: usize) -> Result<()> {
        match field(&self.header, short, long) {
            Some(said) if said.parse() != Ok(found) => Err(self.problem(format!(
                "the header says {long}={said}, but there are {found}: the file may be cut off"
            ))),
            _ => Ok(()),
        }
    }

    fn build(&self) -> Result<Lattice> {
        self.check_count("L", "LINKS", self.links.len())?;
        // Moses numbers nodes without listing them.
        if !self.nodes.is_empty() {
            self.check_count("N", "NODES", self.nodes.len())?;
        }
        let mut draft = Draft::default();
        let mut nodes = Nodes::default();
        let mut words: HashMap<usize, String> = HashMap::new();
        for (line, fields) in &self.nodes {
            let node = nodes.of(&fields["I"]);
            if fields.contains_key("L") {
                return Err(Error::at_line(
                    *line,
                    "lattices within lattices (L=) are not read",
                ));
            }
            if let Some(word) = field(fields, "W", "WORD") {
                words.insert(node, word.to_owned());
            }
        }
        let scorer = Scorer::new(self)?;
        let mut totals: Vec<f64> = Vec::new();
        for (line, fields) in &self.links {
            let end_of = |short, long| {
                field(fields, short, long)
                    .ok_or_else(|| Error::at_line(*line, format!("a link without {short}=")))
            };
            let from = nodes.of(end_of("S", "START")?);
            let to = nodes.of(end_of("E", "END")?);
            let word = field(fields, "W", "WORD").or_else(|| words.get(&to).map(String::as_str));
            let word = word.filter(|word| !SILENT.contains(word)).unwrap_or("");
            let mut score = scorer.score(fields, word, *line)?;
            let mut word = word;
            if self.is_of_moses() {
                word = word.strip_suffix(UNKNOWN).unwrap_or(word);
                totals.resize(totals.len().max(from.max(to) + 1), 0.0);
                // Only the first word of a phrase bears what its path has with all of them.
                let has = if score == 0.0 { totals[from] } else { score };
                score = has - totals[from];
                if !word.is_empty() {
                    totals[to] = has;
                }
            }
            draft.push(Arc { from, to, score }, word);
        }
        self.set_ends(&mut draft, &nodes)?;
        let said = words
            .get(&draft.start)
            .filter(|word| !SILENT.contains(&word.as_str()));
        if let Some(word) = said {
            let (from, to) = (draft.finals.len(), draft.start);
            draft.push(
                Arc {
                    from,
                    to,
                    score: 0.0,
                },
                word,
            );
            draft.start = from;
        }
        draft.finish().map_err(|flaw| match flaw {
            Flaw::Cycle(arc) => {
                let line = self.links.get(arc).map_or(self.first_line, |link| link.0);
                Error::at_line(line, "this link leads back: a lattice must have no cycle")
            }
            Flaw::NoPath => self.problem("no path leads from the start to an end of this lattice"),
        })
    }

    /// The start and the ends: those of the header, or where nothing enters, and where nothing leaves.
    fn set_ends(&self, draft: &mut Draft, nodes: &Nodes) -> Result<()> {
        draft
            .finals
            .resize(nodes.0.len().max(draft.finals.len()), None);
        let named = |name: &str| -> Result<Option<usize>> {
            let Some(written) = self.header.get(name) else {
                return Ok(None);
            };
            let found = nodes.0.get(written.as_ref()).copied();
            found
                .map(Some)
                .ok_or_else(|| self.problem(format!("{name}={written} is no node")))
        };
        let alone: Vec<(bool, bool)> = draft.loose_ends();
        let mut first = (0..alone.len()).filter(|&node| alone[node].0);
        draft.start = match (named("start")?, first.next(), first.next()) {
            (Some(node), ..) | (None, Some(node), None) => node,
            (None, None, _) => {
                return Err(
                    self.problem("every node of this lattice is entered: say which is its start=")
                );
            }
            (None, Some(_), Some(_)) => {
                return Err(self.problem(
                    "several nodes of this lattice are entered by no link: say which is its start=",
                ));
            }
        };
        // Moses leaves recombined hypotheses without a way on, and joins complete ones in the last node.
        let last = self.links.last().filter(|_| self.is_of_moses());
        let last = last.and_then(|(_, fields)| nodes.0.get(field(fields, "E", "END")?).copied());
        if let Some(node) = named("end")?.or(last) {
            draft.finals[node] = Some(0.0);
            return Ok(());
        }
        for (end, alone) in draft.finals.iter_mut().zip(alone) {
            *end = alone.1.then_some(0.0);
        }
        Ok(())
    }
}

/// The nodes by what they are called.
#[derive(Default)]
struct Nodes(HashMap<String, usize>);

impl Nodes {
    fn of(&mut self, name: &str) -> usize {
        let next = self.0.len();
        *self.0.entry(name.to_owned()).or_insert(next)
    }
}

/// What a link is worth.
struct Scorer<'a> {
    block: &'a Block<'a>,
    scales: [f64; SCORES.len()],
    word_penalty: f64,
    /// The natural logarithm of the base.
    unit: f64,
}

impl<'a> Scorer<'a> {
    fn new(block: &'a Block<'a>) -> Result<Self> {
        let base = block.setting("base", std::f64::consts::E)?;
        let unit = base.ln();
        if !unit.is_finite() || unit.abs() <= 0.0 {
            return Err(block.problem(format!("base={base} is no base of logarithms")));
        }
        let mut scales = [1.0; SCORES.len()];
        for (scale, (_, _, name)) in scales.iter_mut().zip(SCORES) {
            *scale = block.setting(name, 1.0)?;
        }
        Ok(Self {
            block,
            scales,
            word_penalty: block.setting("wdpenalty", 0.0)?,
            unit,
        })
    }

    fn score(&self, fields: &Fields<'_>, word: &str, line: usize) -> Result<f64> {
        let mut sum = if word.is_empty() {
            0.0
        } else {
            self.word_penalty
        };
        for ((short, long, _), scale) in SCORES.into_iter().zip(self.scales) {
            if let Some(written) = field(fields, short, long) {
                sum += scale * number(written, short, line)?;
            }
        }
        // Further scores, x1 and so on, each with a scale of its own.
        let mut further: Vec<(&str, &str)> = fields
            .iter()
            .filter(|(name, _)| is_further(name) && !self.block.repeated.iter().any(|x| x == *name))
            .map(|(&name, value)| (name, value.as_ref()))
            .collect();
        // In one order, so that the sum has the same bits every time.
        further.sort_unstable();
        for (name, written) in further {
            let scale = self.block.setting(&format!("{name}scale"), 1.0)?;
            sum += scale * number(written, name, line)?;
        }
        sum *= self.unit;
        if !can_be_summed(sum) {
            return Err(Error::at_line(line, "the score of this link is too large"));
        }
        Ok(sum)
    }
}

fn is_further(name: &str) -> bool {
    let number = name.strip_prefix('x').unwrap_or("");
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::best_paths;

    fn read(text: &str) -> Result<Vec<Lattice>> {
        read_slf(text.lines())
    }

    fn paths(lattice: &Lattice) -> Vec<(String, f64)> {
        let found = best_paths(lattice, 10);
        let said = found
            .iter()
            .map(|path| (lattice.text(&path.arcs), path.score));
        said.collect()
    }

    const HEADER: &str = "VERSION=1.0\nlmscale=2 wdpenalty=-1\nN=3 L=3\n";

    #[test]
    fn words_on_links() {
        let links =
            "J=0 S=0 E=1 W=!ENTER a=-1\nJ=1 S=1 E=2 W=a a=-2 l=-0.5\nJ=2 S=1 E=2 W=b a=-3\n";
        let found = read(&format!("{HEADER}I=0 t=0.0\nI=1\nI=2\n{links}")).unwrap();
        // Each: -1, the penalty of a word, and -2 - 2 · 0.5 or -3.
        assert_eq!(paths(&found[0]), [("a".into(), -5.0), ("b".into(), -5.0)]);
    }

    #[test]
    fn words_on_nodes() {
        let nodes = "I=0 W=\"so it\"\nI=1 W=!NULL\nI=2 WORD='it\\'s'\n";
        let links = "J=0 START=0 END=1\nJ=1 START=1 END=2 acoustic=-1\nJ=2 S=0 E=2 a=-4\n";
        let found = read(&format!("# a comment\n\n{HEADER}{nodes}{links}")).unwrap();
        let text = String::from("so it it's");
        assert_eq!(paths(&found[0]), [(text.clone(), -2.0), (text, -5.0)]);
    }

    #[test]
    fn bases_scales_and_named_ends() {
        let header = "base=10 x1scale=3 acscale=0.5\nstart=2 end=0\n";
        let found = read(&format!(
            "{header}J=0 S=2 E=0 W=a a=2 x1=1 x2=1\nJ=1 S=9 E=9 W=b\n"
        ));
        assert!(
            found
                .unwrap_err()
                .to_string()
                .contains("line 4: this link leads back")
        );
        let found = read(&format!(
            "{header}J=0 S=2 E=0 W=a a=2 x1=1 x2=1\nJ=1 S=0 E=5 W=b\n"
        ))
        .unwrap();
        let [(text, score)] = &paths(&found[0])[..] else {
            panic!("one path");
        };
        assert_eq!(text, "a");
        assert!((score - 5.0 * 10_f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn what_moses_writes_is_what_paths_have_so_far() {
        let feature = "# LM0 LM0 1 of 1\nx1scale=2\n# LM0 LM0 1 of 1\nx2scale=2\n";
        let links = [
            "J=0 S=0 E=1 W=a x1=-1 x2=-1",
            // A recombined hypothesis goes nowhere.
            "J=1 S=0 E=9 W=d x1=-1",
            "J=2 S=1 E=2 W=b|UNK|UNK|UNK x1=-3 x2=-3",
            "J=3 S=2 E=3 W=c x1=0 x2=0",
            "J=4 S=3 E=4",
        ];
        let moses = format!(
            "UTTERANCE=Sentence_0\nVERSION=1.1\n{feature}{}\n",
            links.join("\n")
        );
        let found = read(&moses).unwrap();
        assert_eq!(paths(&found[0]), [("a b c".into(), -6.0)]);
        assert_eq!(read(&format!("{moses}{moses}")).unwrap().len(), 2);
        // Of others, links bear what they add, and all scores count.
        let plain = moses.replace("# LM0 LM0 1 of 1\n", "# nodes\n");
        let said = paths(&read(&plain).unwrap()[0]);
        assert_eq!(
            said,
            [("d".into(), -2.0), ("a b|UNK|UNK|UNK c".into(), -16.0)]
        );
    }

    #[test]
    fn problems_are_named_with_their_line() {
        let cases = [
            (
                "VERSION=1.0\nN=1 L=2\nI=0\nJ=0 S=0 E=1\n",
                "line 1: the header says LINKS=2, but there are 1",
            ),
            (
                "N=3 L=1\nI=0\nJ=0 S=0 E=1\n",
                "line 1: the header says NODES=3, but there are 1",
            ),
            ("J=0 S=0\n", "line 1: a link without E="),
            (
                "J=0 S=0 E=1 W='a\n",
                "line 1: the quotes of W= are not closed",
            ),
            ("J=0 S=0 E=1 nothing\n", "line 1: \"nothing\" is no field"),
            ("J=0 S=0 E=1 a=nan\n", "line 1: a=nan is no finite number"),
            (
                "lmscale=x\nJ=0 S=0 E=1 l=1\n",
                "line 1: lmscale=x is no finite number",
            ),
            ("base=1\nJ=0 S=0 E=1\n", "line 1: base=1 is no base"),
            (
                "acscale=1e199\nJ=0 S=0 E=1 a=1e9\n",
                "line 2: the score of this link is too large",
            ),
            ("start=7\nJ=0 S=0 E=1\n", "line 1: start=7 is no node"),
            (
                "J=0 S=0 E=2\nJ=1 S=1 E=2\n",
                "line 1: several nodes of this lattice are entered by no link",
            ),
            (
                "J=0 S=0 E=0\n",
                "line 1: every node of this lattice is entered",
            ),
            (
                "I=0 L=other\nJ=0 S=0 E=1\n",
                "line 1: lattices within lattices",
            ),
            (
                "start=0 end=2\nJ=0 S=0 E=1\nJ=1 S=3 E=2\n",
                "line 1: no path leads",
            ),
        ];
        for (text, expected) in cases {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text:?}: {error}");
        }
    }
}
