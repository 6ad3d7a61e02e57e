//! PLF, the Python lattice format of Moses, cdec and Joshua: a lattice on every line.
//!
//! `((('a',0.5,1),('b',0.5,2),),(('c',1,1),),)` is a tuple of nodes, each a tuple of arcs, each a
//! label, scores, and how many nodes further it leads. Scores may be a map of named features, or
//! absent; several are summed. Nodes need no comma after the last arc. Any other line is a plain
//! sentence, a lattice of one path.

use super::error::{Error, Result};
use super::graph::{Arc, Draft, Lattice, score};
use crate::text::whitespace::split_ascii;

/// The label that Moses gives to a silent arc.
const SILENT: &str = "*EPS*";

/// Reads a lattice from every line.
///
/// # Errors
/// What is wrong, with line and column.
pub fn read_plf<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Vec<Lattice>> {
    let numbered = lines.into_iter().zip(1..);
    numbered
        .map(|(line, number)| {
            if is_lattice(line) {
                lattice(line, number)
            } else {
                sentence(line, number)
            }
        })
        .collect()
}

/// Whether a line begins like a lattice, spaces aside.
fn is_lattice(line: &str) -> bool {
    let mut signs = line.chars().filter(|c| !c.is_whitespace());
    (0..3).all(|_| signs.next() == Some('('))
}

fn sentence(line: &str, number: usize) -> Result<Lattice> {
    let mut draft = Draft::default();
    for (from, word) in split_ascii(line).enumerate() {
        let (to, score) = (from + 1, 0.0);
        draft.push(Arc { from, to, score }, word);
    }
    finish(draft, number)
}

fn lattice(line: &str, number: usize) -> Result<Lattice> {
    let mut reader = Reader { line, at: 0 };
    let read = reader.nodes();
    let draft = read.map_err(|problem| Error::Line {
        line: number,
        place: format!(", column {}", line[..reader.at].chars().count() + 1),
        problem,
    })?;
    finish(draft, number)
}

/// The last node is the only end.
fn finish(mut draft: Draft, number: usize) -> Result<Lattice> {
    match draft.finals.last_mut() {
        Some(last) => *last = Some(0.0),
        None => draft.finals.push(Some(0.0)),
    }
    let no_path = |_| Error::at_line(number, "no path leads to the last node of the lattice");
    draft.finish().map_err(no_path)
}

/// A number as it is written, and where.
struct Number<'a> {
    begin: usize,
    written: &'a str,
}

/// What stands behind the label of an arc.
enum Field<'a> {
    Number(Number<'a>),
    /// The sum of named features.
    Features(f64),
}

type Parsed<T> = std::result::Result<T, String>;

struct Reader<'a> {
    line: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.line[self.at..]
    }

    /// The next sign, behind spaces, left where it is.
    fn peek(&mut self) -> Option<char> {
        self.at = self.line.len() - self.rest().trim_start().len();
        self.rest().chars().next()
    }

    fn take(&mut self, sign: char) -> bool {
        let found = self.peek() == Some(sign);
        self.at += if found { sign.len_utf8() } else { 0 };
        found
    }

    fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        Err(match self.peek() {
            Some(found) => format!("expected {what}, found {found:?}"),
            None => format!("expected {what}, but the line ends"),
        })
    }

    /// Whether another item of a list follows; the last may have a comma behind it.
    fn another(&mut self, close: char, first: bool) -> Parsed<bool> {
        let comma = !first && self.take(',');
        if self.take(close) {
            return Ok(false);
        }
        if first || comma {
            return Ok(true);
        }
        self.expected(&format!("a comma or {close}"))
    }

    fn open(&mut self) -> Parsed<()> {
        if self.take('(') {
            return Ok(());
        }
        self.expected("(")
    }

    fn nodes(&mut self) -> Parsed<Draft> {
        let mut arcs = Vec::new();
        let mut nodes = 0;
        self.open()?;
        while self.another(')', nodes == 0)? {
            self.open()?;
            let mut first = true;
            while self.another(')', first)? {
                first = false;
                self.peek();
                let begin = self.at;
                arcs.push((begin, self.arc(nodes)?));
            }
            nodes += 1;
        }
        if self.peek().is_some() {
            return self.expected("nothing behind the lattice");
        }
        let mut draft = Draft::default();
        draft.finals.resize(nodes + 1, None);
        for (begin, (arc, label)) in arcs {
            if arc.to > nodes {
                self.at = begin;
                return Err(format!(
                    "the arc leads to node {}, but the lattice ends with node {nodes}",
                    arc.to
                ));
            }
            draft.push(arc, &label);
        }
        Ok(draft)
    }

    /// An arc that leaves `from`, and its label.
    fn arc(&mut self, from: usize) -> Parsed<(Arc, String)> {
        self.open()?;
        let label = self.quoted()?;
        let mut fields = Vec::new();
        while self.another(')', false)? {
            fields.push(self.field()?);
        }
        let Some(Field::Number(further)) = fields.pop() else {
            return self.expected("the number of nodes that the arc leads further");
        };
        let to = from.saturating_add(self.steps(further)?);
        let mut score = 0.0;
        for field in fields {
            score += match field {
                Field::Features(sum) => sum,
                Field::Number(number) => self.finite(number)?,
            };
        }
        let label = if label == SILENT {
            String::new()
        } else {
            label
        };
        Ok((Arc { from, to, score }, label))
    }

    fn field(&mut self) -> Parsed<Field<'a>> {
        if self.take('{') {
            return Ok(Field::Features(self.features()?));
        }
        Ok(Field::Number(self.number()?))
    }

    /// The sum of `'name': value, ...}`.
    fn features(&mut self) -> Parsed<f64> {
        let mut sum = 0.0;
        let mut first = true;
        while self.another('}', first)? {
            first = false;
            self.quoted()?;
            if !self.take(':') {
                return self.expected("a colon and the value of the feature");
            }
            let number = self.number()?;
            sum += self.finite(number)?;
        }
        Ok(sum)
    }

    fn number(&mut self) -> Parsed<Number<'a>> {
        self.peek();
        let rest = self.rest();
        let sign = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.' | '_'));
        let written = &rest[..rest.find(sign).unwrap_or(rest.len())];
        if written.is_empty() {
            return self.expected("a number");
        }
        let begin = self.at;
        self.at += written.len();
        Ok(Number { begin, written })
    }

    fn finite(&mut self, Number { begin, written }: Number) -> Parsed<f64> {
        score(written).ok_or_else(|| {
            self.at = begin;
            format!("the score {written} is no finite number")
        })
    }

    fn steps(&mut self, Number { begin, written }: Number) -> Parsed<usize> {
        let plain = written.bytes().all(|b| b.is_ascii_digit());
        match written.parse() {
            Ok(steps) if plain && steps > 0 => Ok(steps),
            _ => {
                self.at = begin;
                let problem = "an arc leads 1 or more nodes further";
                Err(format!("{problem}, not {written}"))
            }
        }
    }

    /// Text in quotes of either kind; a backslash takes the next sign as it is.
    fn quoted(&mut self) -> Parsed<String> {
        let Some(quote @ ('\'' | '"')) = self.peek() else {
            return self.expected("a word in quotes");
        };
        let mut text = String::new();
        let mut signs = self.rest().char_indices().skip(1);
        while let Some((offset, sign)) = signs.next() {
            match sign {
                '\\' => text.extend(signs.next().map(|(_, escaped)| escaped)),
                _ if sign == quote => {
                    self.at += offset + 1;
                    return Ok(text);
                }
                _ => text.push(sign),
            }
        }
        Err("the quote is never closed".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(line: &str) -> Lattice {
        read_plf([line]).unwrap().remove(0)
    }

    fn arcs(line: &str) -> Vec<(String, usize, usize, f64)> {
        let lattice = one(line);
        let numbered = lattice.arcs().iter().enumerate();
        numbered
            .map(|(i, arc)| (lattice.label(i).to_owned(), arc.from, arc.to, arc.score))
            .collect()
    }

    #[test]
    fn arcs_lead_further_and_bear_scores() {
        let line = r#"((('A',0.5,1),("B's", 2 , 3, 2)) , ( ('*EPS*',-1e-3,1), ) ) "#;
        let expected = [
            ("A".to_owned(), 0, 1, 0.5),
            ("B's".to_owned(), 0, 2, 5.0),
            (String::new(), 1, 2, -0.001),
        ];
        assert_eq!(arcs(line), expected);
    }

    #[test]
    fn escapes_features_and_absent_scores() {
        let line = r"((('D\'',{'cost':0.25, 'x':1.0,},1),('a\\b', 1),('c',{},1)),)";
        let expected = [
            ("D'".to_owned(), 0, 1, 1.25),
            ("a\\b".to_owned(), 0, 1, 0.0),
            ("c".to_owned(), 0, 1, 0.0),
        ];
        assert_eq!(arcs(line), expected);
    }

    #[test]
    fn plain_sentences_have_one_path() {
        let lattice = one("  ein (altes)  haus ");
        assert_eq!(lattice.text(&[0, 1, 2]), "ein (altes) haus");
        assert_eq!(lattice.nodes(), 4);
        let empty = one("");
        assert_eq!((empty.nodes(), empty.end(0)), (1, Some(0.0)));
    }

    #[test]
    fn problems_are_named_with_their_place() {
        let cases = [
            ("((('a',1,1)", "column 12: expected a comma or )"),
            ("((('a,1,1),),)", "column 4: the quote is never closed"),
            ("(((a,1,1),),)", "column 4: expected a word in quotes"),
            (
                "((('a',x,1),),)",
                "column 8: the score x is no finite number",
            ),
            ("((('a',nan,1),),)", "the score nan is no finite number"),
            ("((('a',1,0),),)", "1 or more nodes further, not 0"),
            ("((('a',1,-1),),)", "1 or more nodes further, not -1"),
            ("((('a',1,1.5),),)", "1 or more nodes further, not 1.5"),
            ("((('a',{'f':1}),),)", "expected the number of nodes"),
            ("((('a'),),)", "expected the number of nodes"),
            (
                "((('a',1,1),('b',1,2),),)",
                "column 13: the arc leads to node 2",
            ),
            (
                "((('a',1,99999999999999999999),),)",
                "1 or more nodes further",
            ),
            (
                "((('a',1,18446744073709551615),),)",
                "the lattice ends with node 1",
            ),
            ("((('a',1,1),),) x", "expected nothing behind the lattice"),
            ("((('a',1,1),),(),)", "no path leads to the last node"),
            ("((('a',{'f' 1},1),),)", "expected a colon"),
        ];
        for (line, expected) in cases {
            let error = read_plf(["fine", line]).unwrap_err().to_string();
            assert!(error.starts_with("line 2"), "{line}: {error}");
            assert!(error.contains(expected), "{line}: {error}");
        }
    }
}
