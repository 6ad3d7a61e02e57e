//! Shapes and layouts of JSON lists, and what is refused.

use super::super::tests::{options, read, read_in_blocks, refused, texts};
use super::super::{Absent, Lists, Options};

fn kept(lists: &Lists) -> Vec<&str> {
    let kept = lists.kept.as_ref().unwrap();
    (0..kept.len()).map(|i| kept.line(i)).collect()
}

fn segment_kept(lists: &Lists) -> Vec<&str> {
    let kept = lists.segment_kept.as_ref().unwrap();
    (0..kept.len()).map(|i| kept.line(i)).collect()
}

const GROUPED: &str = r#"{"id": "doc1-3", "source": "Ja", "candidates": [{"text": "yes", "features": {"qe": 0.5}, "model": "a", "t": 0.70}, {"text": "yeah", "features": {"qe": 0.25}}]}
{"candidates": [{"features": {"qe": 1}, "text": "no"}], "id": 8}
"#;

/// The same over several lines, in the given brackets.
fn spread(open: &str, between: &str, close: &str) -> String {
    let lines: Vec<String> = GROUPED
        .lines()
        .map(|line| line.replace(", ", ",\n  ").replace(": [", ": [\n"))
        .collect();
    format!("{open}{}{close}", lines.join(between))
}

#[test]
fn segments_with_their_candidates() {
    for text in [
        GROUPED.to_owned(),
        spread("", "\n", "\n"),
        spread("[\n", ",\n", "\n]\n"),
        spread("[", ",", "]"),
        format!("[{}]", GROUPED.trim().replace('\n', ", ")),
    ] {
        let lists = read_in_blocks(&text, options(), 7).unwrap();
        assert_eq!(lists.names, ["qe"]);
        assert_eq!(lists.features, [0.5, 0.25, 1.0]);
        assert_eq!(texts(&lists), ["yes", "yeah", "no"]);
        assert_eq!(lists.segments, [0, 0, 1]);
        assert_eq!(kept(&lists), [r#"{"model":"a","t":0.70}"#, "", ""]);
        let segments = [r#"{"id":"doc1-3","source":"Ja"}"#, r#"{"id":8}"#];
        assert_eq!(segment_kept(&lists), segments);
    }
}

#[test]
fn candidates_that_are_texts() {
    let lists = read("{\"candidates\": [\"a\", \"\\u00e9\"]}\n{\"candidates\": [\"\"]}\n").unwrap();
    assert_eq!(texts(&lists), ["a", "é", ""]);
    assert_eq!(lists.segments, [0, 0, 1]);
    assert!(lists.names.is_empty() && lists.kept.is_none() && lists.segment_kept.is_none());
}

#[test]
fn single_candidates_in_a_document() {
    let text =
        "[{\"segment\": 0, \"text\": \"a\", \"x\": [1,\n2]},\n {\"segment\": 1,\n\"text\": \"b\"}]";
    let lists = read(text).unwrap();
    assert_eq!(texts(&lists), ["a", "b"]);
    assert_eq!(lists.segments, [0, 1]);
    assert_eq!(kept(&lists), ["{\"x\":[1,\n2]}", ""]);
    assert!(lists.segment_kept.is_none());
}

#[test]
fn segments_that_name_themselves() {
    let text = "{\"segment\": 1, \"candidates\": [\"b\"], \"x\": 1}\n{\"candidates\": [\"a\"], \"segment\": 0}\n";
    assert!(refused(text).starts_with("line 2: segment 0 comes after segment 1"));
    let sorted = Options {
        sort: true,
        ..options()
    };
    let lists = read_in_blocks(text, sorted, 9).unwrap();
    assert_eq!(lists.segments, [1, 0]);
    assert_eq!(segment_kept(&lists), ["", "{\"x\":1}"]);
}

#[test]
fn features_that_differ() {
    let text = "{\"candidates\": [{\"text\": \"a\", \"features\": {\"x\": 1}},\n\
                {\"text\": \"b\", \"features\": {\"y\": 2, \"x\": 3}}, \"c\"]}";
    let found = refused(text);
    assert!(
        found.starts_with("line 2: feature y is new, the first candidate"),
        "{found}"
    );
    let zero = Options {
        absent: Absent::Zero,
        ..options()
    };
    let lists = read_in_blocks(text, zero, 100).unwrap();
    assert_eq!(lists.names, ["x", "y"]);
    assert_eq!(lists.features, [1.0, 0.0, 3.0, 2.0, 0.0, 0.0]);
}

#[test]
fn lists_that_are_refused() {
    let first = "{\"candidates\": [\"a\"], \"id\": 7}\n";
    for (text, expected) in [
        ("[]", "there are no candidates"),
        ("[\n\n1]", "line 3: expected an object in {} (column 1)"),
        (
            "{\"candidates\": []}",
            "line 1: the list of candidates is empty: every segment needs at least one (column 16)",
        ),
        (
            "{\"candidates\": \"a\"}",
            "line 1: the candidates must be a list in [] (column 16)",
        ),
        (
            "{\"candidates\": [\"a\",\n null]}",
            "line 2: a candidate must be a string or an object in {} (column 2)",
        ),
        (
            "{\"candidates\": [{\"txt\": \"a\"}]}",
            "line 1: a candidate needs a text (column 29)",
        ),
        (
            "{\"candidates\": [{\"text\": 1}]}",
            "line 1: the text must be a string (column 26)",
        ),
        (
            "{\"candidates\": [{\"text\": \"a\", \"candidates\": []}]}",
            "line 1: a candidate in a list has no \"candidates\" of its own (column 45)",
        ),
        (
            "{\"candidates\": [{\"text\": \"a\", \"segment\": 0}]}",
            "line 1: a candidate in a list has no \"segment\" of its own (column 42)",
        ),
        (
            "{\"text\": \"a\", \"candidates\": [\"a\"]}",
            "line 1: \"text\" stands beside \"candidates\", but belongs into each of them (column 10)",
        ),
        (
            "{\"segment\": \"a\", \"candidates\": [\"a\"]}",
            "line 1: the segment must be a number (column 13)",
        ),
        (
            "{\"candidates\": [\"a\"], \"candidates\": [\"b\"]}",
            "line 1: the key \"candidates\" occurs twice (column 37)",
        ),
        (
            "{\"segment\": 0, \"text\": \"\", \"x\": 1, \"x\": 2}",
            "line 1: the key \"x\" occurs twice (column 41)",
        ),
        (
            "{\n\"candidates\": [{\"text\": \"a\",\n\"total\": \"x\"}]}",
            "line 3: the total must be a number (column 10)",
        ),
        (
            "{\n\"candidates\": [{\"text\": \"a\",\n\"features\": {\"x\": 1,\n \"y\": 1e300}}]}",
            "line 4: y is 1e300, which is too large",
        ),
        (
            "{\n\"candidates\": [{\"text\": \"a\", \"total\": 1},\n\"b\"]}",
            "line 3: there is no total here, but there is one on the lines before",
        ),
        ("{\n\"a\": \n}", "line 3: expected value (column 1)"),
    ] {
        assert_eq!(
            &refused(text)[..expected.len().min(refused(text).len())],
            expected
        );
    }
    for (second, expected) in [
        (
            "{\"segment\": 1, \"text\": \"a\"}",
            "line 2: there is no list of candidates here, but there is one on the lines before",
        ),
        (
            "{\"segment\": 1, \"candidates\": [\"a\"]}",
            "line 2: there is a segment number here, but none on the lines before",
        ),
        (
            "{\"id\": 7, \"candidates\": [\"b\"]}",
            "line 2: id 7 has a list of candidates already, on line 1: all candidates of a segment \
             belong into one list",
        ),
        ("", "line 2: an empty line"),
        (
            "{\"id\": 8,",
            "line 2: EOF while parsing a value (column 9)",
        ),
    ] {
        assert_eq!(refused(&format!("{first}{second}\n")), expected);
    }
    let twice = "{\"id\": \"\\u0061\",\n \"candidates\": [\"a\"]}\n\n{\"id\": \"a\",\n\"candidates\": [\"b\"]}";
    assert!(
        refused(twice).starts_with("line 4: id \"a\" has a list of candidates already, on line 1")
    );
    let twice =
        "{\"segment\": 0, \"candidates\": [\"a\"]}\n{\"segment\": 0, \"candidates\": [\"b\"]}";
    assert!(
        refused(twice).starts_with("line 2: segment 0 has a list of candidates already, on line 1")
    );
}

#[test]
fn bytes_that_are_no_text() {
    let mut reader = super::super::Reader::new(options());
    reader
        .feed(b"[\n{\"segment\": 0,\n \"text\": \"\xff\"}]")
        .unwrap();
    let error = reader.finish().unwrap_err().to_string();
    assert_eq!(error, "line 3: invalid UTF-8 at byte 10 of the line");
}

/// Enough for several waves and shards.
#[test]
fn nothing_depends_on_blocks_or_layout() {
    let segment = |s: usize| {
        let one = |i: usize| {
            let note = if i % 3 == 1 { ", \"n\": 1" } else { "" };
            let words = "word ".repeat(30);
            format!("{{\"text\": \"{words}{s} {i}\", \"features\": {{\"x\": {i}}}{note}}}")
        };
        let candidates: Vec<String> = (0..10).map(one).collect();
        format!(
            "{{\"id\": {s}, \"candidates\": [{}]}}",
            candidates.join(", ")
        )
    };
    let lines: Vec<String> = (0..6000).map(segment).collect();
    let text = lines.join("\n");
    let whole = read(&text).unwrap();
    assert_eq!(whole.texts.len(), 60_000);
    assert_eq!(whole.segments[59_999], 5_999);
    assert_eq!(
        whole.segment_kept.as_ref().unwrap().line(4_321),
        "{\"id\":4321}"
    );
    assert_eq!(whole.kept.as_ref().unwrap().line(54_321), "{\"n\":1}");
    for other in [text.clone(), format!("[\n{}]", lines.join(",\n"))] {
        let read = read_in_blocks(&other, options(), 99_991).unwrap();
        assert_eq!(read.texts, whole.texts);
        assert_eq!(read.segments, whole.segments);
        assert_eq!(read.features, whole.features);
        assert_eq!(read.kept, whole.kept);
        assert_eq!(read.segment_kept, whole.segment_kept);
    }
    let again = format!("{text}\n{}", lines[17]);
    let error = read_in_blocks(&again, options(), 1 << 20).unwrap_err();
    let expected = "line 6001: id 17 has a list of candidates already, on line 18";
    assert!(error.to_string().starts_with(expected), "{error}");
}
