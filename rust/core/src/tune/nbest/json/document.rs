//! JSON that is not written in lines: objects over several of them, one after the other or in a list.

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::interrupt;
use crate::memory;

use super::super::error::Problem;
use super::values::{Result, Value};

/// A record, and the line that it begins on, from 0.
pub type Record<'a> = (usize, &'a str);

/// Whether a list that begins with this line is no list of lines.
pub fn begins(line: &str) -> bool {
    if line.trim_start().starts_with('[') {
        return true;
    }
    let read = IgnoredAny::deserialize(&mut Value::whole(line).seldom());
    read.is_err_and(|error| error.is_eof())
}

/// The objects of a document; the line of what is none of them, from 0.
pub fn records(document: &str) -> std::result::Result<Vec<Record<'_>>, (usize, Problem)> {
    let mut found = Vec::new();
    let mut lines = Lines::new(document, 0);
    let read = objects(Value::whole(document), |value| {
        interrupt::poll();
        memory::reserve(&mut found, 1, String::new).map_err(|_| value.fault(Problem::Memory))?;
        found.push((lines.line(value.at()), value.json));
        Ok(())
    });
    // From the beginning again: what is wrong may stand before the last record.
    read.map_err(|fault| (Lines::new(document, 0).line(fault.at), fault.problem))?;
    Ok(found)
}

fn objects<'a>(document: Value<'a>, mut record: impl FnMut(Value<'a>) -> Result<()>) -> Result<()> {
    let mut object = |value: Value<'a>| {
        if !value.is_object() {
            return value.refuse("expected an object in {}");
        }
        record(value)
    };
    document.each(|value| {
        if value.is_list() {
            value.elements(&mut object)
        } else {
            object(value)
        }
    })
}

/// Lines of places in a text that are asked for in order.
#[derive(Debug)]
pub struct Lines<'a> {
    text: &'a str,
    line: usize,
    seen: usize,
}

impl<'a> Lines<'a> {
    /// Of a text whose first line has this number.
    pub fn new(text: &'a str, line: usize) -> Self {
        Self {
            text,
            line,
            seen: 0,
        }
    }

    /// The number of the line that a byte stands on; it may not stand before the one asked for last.
    pub fn line(&mut self, at: usize) -> usize {
        let at = at.clamp(self.seen, self.text.len());
        let between = &self.text.as_bytes()[self.seen..at];
        #[allow(clippy::naive_bytecount)] // compilers vectorise it
        let ends = between.iter().filter(|&&b| b == b'\n').count();
        self.line += ends;
        self.seen = at;
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_list_of_lines() {
        for line in ["{", "[", " [{}]", "{\"a\": [", "{\"a\": \"x"] {
            assert!(begins(line), "{line}");
        }
        for line in ["{}", "{\"a\": 1}", "{\"a\" 1", "{} x", "x"] {
            assert!(!begins(line), "{line}");
        }
    }

    #[test]
    fn objects_with_their_lines() {
        let expected = vec![(1, "{\n}"), (2, "{\"a\": [1]}"), (4, "{}")];
        assert_eq!(records("\n{\n}{\"a\": [1]}\n\n{}\n").unwrap(), expected);
        let expected = vec![(0, "{\n}"), (2, "{}"), (3, "{}")];
        assert_eq!(records("[{\n},\n{}]\n[{}] []").unwrap(), expected);
        assert_eq!(records(" ").unwrap(), vec![]);
    }

    #[test]
    fn what_is_no_document() {
        for (document, line, expected) in [
            ("[1]", 0, "expected an object in {} (column 2)"),
            ("[{},\n [{}]]", 1, "expected an object in {} (column 2)"),
            ("{}\n\"a\"", 1, "expected an object in {} (column 1)"),
            ("{}\n]", 1, "expected value (column 1)"),
            ("[{},\n\n{}", 2, "EOF while parsing a list (column 2)"),
            ("[{},\n{\"a\":}\n]", 1, "expected value (column 6)"),
        ] {
            let (found, problem) = records(document).unwrap_err();
            assert_eq!(
                (found, &*problem.to_string()),
                (line, expected),
                "{document}"
            );
        }
    }
}
