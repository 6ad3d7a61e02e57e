//! Every format, every refusal, and independence of blocks and threads.

use super::*;
use crate::text::Texts;

pub(super) fn options() -> Options {
    Options {
        format: None,
        names: None,
        absent: Absent::Refused,
        sort: false,
        segments: None,
        before: Before::default(),
    }
}

pub(super) fn read_in_blocks(text: &str, options: Options, size: usize) -> Result<Lists> {
    let mut reader = Reader::new(options);
    for block in text.as_bytes().chunks(size) {
        reader.feed(block)?;
    }
    reader.finish()
}

pub(super) fn read(text: &str) -> Result<Lists> {
    read_in_blocks(text, options(), text.len().max(1))
}

pub(super) fn refused(text: &str) -> String {
    read(text).unwrap_err().to_string()
}

pub(super) fn texts(lists: &Lists) -> Vec<&str> {
    (0..lists.texts.len())
        .map(|i| lists.texts.line(i))
        .collect()
}

const MOSES: &str = "0 ||| a hat  ||| LM0= -3.5 TM0= 1 2 ||| -7.25 ||| 0-1=0-1 ||| 0-0 1-1 \n\
                     1||| ||| LM0= 0 TM0= 3 4e-1 ||| -8 ||| ||| \n";

#[test]
fn moses() {
    let lists = read(MOSES).unwrap();
    assert_eq!(lists.names, ["LM0", "TM0_0", "TM0_1"]);
    assert_eq!(lists.features, [-3.5, 1.0, 2.0, 0.0, 3.0, 0.4]);
    assert_eq!(texts(&lists), ["a hat", ""]);
    assert_eq!(lists.segments, [0, 1]);
    assert_eq!(lists.totals.unwrap(), [-7.25, -8.0]);
    assert_eq!(lists.links.unwrap().line(0), [(0, 0), (1, 1)]);
}

#[test]
fn moses_of_the_first_years_with_its_phrases() {
    let lists = read("0 ||| the hat |0-1| is |3-2| | |2-| ||| d: 0 lm: -1 -2 ||| 3").unwrap();
    assert_eq!(lists.names, ["d", "lm_0", "lm_1"]);
    assert_eq!(texts(&lists), ["the hat is | |2-|"]);
    assert!(lists.links.is_none());
}

#[test]
fn segmentations_are_no_alignments() {
    let segmented = read("0 ||| a ||| F= 1 ||| 2 ||| 0=0\n0 ||| b ||| F= 1 ||| 2 |||\n").unwrap();
    assert!(segmented.links.is_none());
    let linked = read("0 ||| a ||| F= 1 ||| 2 |||\n0 ||| b ||| F= 1 ||| 2 ||| 0-0\n").unwrap();
    assert_eq!(linked.links.unwrap().line(1), [(0, 0)]);
    let mixed = refused("0 ||| a ||| F= 1 ||| 2 ||| 0=0\n0 ||| b ||| F= 1 ||| 2 ||| 0-0\n");
    assert!(
        mixed.starts_with("line 2: there is a word alignment here"),
        "{mixed}"
    );
}

#[test]
fn zmert() {
    let text = "0 ||| a b ||| -1 2.5 3\n0 ||| c ||| 1 2 3\n";
    let lists = read(text).unwrap();
    assert_eq!(lists.names, ["f0", "f1", "f2"]);
    assert_eq!(lists.features, [-1.0, 2.5, 3.0, 1.0, 2.0, 3.0]);
    assert!(lists.totals.is_none() && lists.links.is_none());
    let named = |names: &[&str]| Options {
        names: Some(names.iter().map(|&name| name.to_owned()).collect()),
        ..options()
    };
    let lists = read_in_blocks(text, named(&["first model", "b", "c"]), 7).unwrap();
    assert_eq!(lists.names, ["first model", "b", "c"]);
    let error = read_in_blocks(text, named(&["a", "b"]), 7).unwrap_err();
    assert_eq!(error.to_string(), "line 1: 3 values for 2 features");
    let error = read_in_blocks(MOSES, named(&["a", "b"]), 7).unwrap_err();
    assert!(error.to_string().contains("names its features itself"));
}

#[test]
fn moses_without_names() {
    let lists = read("0 ||| a |0-0| b |1-1| ||| 1 2 ||| -3\n0 ||| c ||| 3 4 ||| -4\n").unwrap();
    assert_eq!(lists.names, ["f0", "f1"]);
    assert_eq!(lists.totals.unwrap(), [-3.0, -4.0]);
    assert_eq!(lists.texts.line(0), "a b");
}

#[test]
fn joshua() {
    let lists = read("0 ||| A B ||| lm_0=-28.045 a=b=5 ||| -195.045\n").unwrap();
    assert_eq!(lists.names, ["lm_0", "a=b"]);
    assert_eq!(lists.features, [-28.045, 5.0]);
    assert_eq!(lists.totals.unwrap(), [-195.045]);
}

#[test]
fn json_lines() {
    let lists = read(
        "{\"segment\": 0, \"text\": \"a ||| \\u00e9\", \"features\": {\"qe\": 0.1, \"n\": 3}, \"alignment\": \"\"}\n\
         {\"text\": \"\", \"features\": {\"n\": 1e100, \"qe\": -1}, \"segment\": 0, \"alignment\": \"2-1\"}",
    )
    .unwrap();
    assert_eq!(lists.names, ["qe", "n"]);
    assert_eq!(lists.features, [0.1, 3.0, -1.0, 1e100]);
    assert_eq!(texts(&lists), ["a ||| é", ""]);
    assert!(lists.totals.is_none());
    assert_eq!(lists.links.unwrap().line(1), [(2, 1)]);
}

#[test]
fn tables() {
    let lists =
        read("qe\tsegment\ttext\ttotal\r\n0.5\t0\t a ||| \"b\t-1\r\n1\t1\t\t2\r\n").unwrap();
    assert_eq!(lists.names, ["qe"]);
    assert_eq!(lists.features, [0.5, 1.0]);
    assert_eq!(texts(&lists), [" a ||| \"b", ""]);
    assert_eq!(lists.totals.unwrap(), [-1.0, 2.0]);
}

#[test]
fn absent_features() {
    let sparse = "0 ||| a ||| A= 1 S= 2 ||| 0\n\
                  0 ||| b ||| T= 5 6 A= 3 ||| 0\n\
                  0 ||| c ||| S= 7 A= 4 T= 8 9 U= 1 ||| 0\n";
    assert!(refused(sparse).starts_with("line 2: feature T is new"));
    let missing = "0 ||| a ||| A= 1 S= 2 ||| 0\n0 ||| b ||| A= 3 ||| 0\n";
    assert!(refused(missing).starts_with("line 2: feature S is missing"));
    let zero = || Options {
        absent: Absent::Zero,
        ..options()
    };
    let lists = read_in_blocks(sparse, zero(), 10).unwrap();
    assert_eq!(lists.names, ["A", "S", "T_0", "T_1", "U"]);
    assert_eq!(lists.features[..5], [1.0, 2.0, 0.0, 0.0, 0.0]);
    assert_eq!(lists.features[5..10], [3.0, 0.0, 5.0, 6.0, 0.0]);
    assert_eq!(lists.features[10..], [4.0, 7.0, 8.0, 9.0, 1.0]);
    let wider = format!("{sparse}0 ||| d ||| A= 1 T= 1 ||| 0\n");
    let error = read_in_blocks(&wider, zero(), 10).unwrap_err().to_string();
    assert_eq!(error, "line 4: feature T has 1 values here, 2 before");
    let table = "segment\ttext\ta\tb\n0\tx\t\t2\n";
    assert!(refused(table).starts_with("line 2: feature a is missing"));
    let lists = read_in_blocks(table, zero(), 10).unwrap();
    assert_eq!(lists.features, [0.0, 2.0]);
}

fn assert_refused(text: &str, expected: &str) {
    let found = refused(text);
    assert!(
        found.starts_with(expected),
        "{text:?}: {found:?}, expected {expected:?}"
    );
}

#[test]
fn lines_that_do_not_fit_the_first() {
    for (line, expected) in [
        ("", "line 2: an empty line"),
        ("0 ||| a", "line 2: 2 fields, expected 3 to 6"),
        (
            "0 ||| a ||| A= 1 B= 2 3 ||| 0 ||| ||| |||",
            "line 2: 7 fields",
        ),
        (
            "a ||| a ||| A= 1 B= 2 3 ||| 0",
            "line 2: the segment must be a whole number, counted from 0, not \"a\"",
        ),
        ("-1 ||| a ||| A= 1 B= 2 3 ||| 0", "line 2: the segment"),
        (
            "99999999999 ||| a ||| A= 1 B= 2 3 ||| 0",
            "line 2: the segment",
        ),
        (
            "0 ||| a ||| A= x B= 2 3 ||| 0",
            "line 2: A is \"x\", which is not a number",
        ),
        (
            "0 ||| a ||| A= 1 B= nan 3 ||| 0",
            "line 2: B is nan, which is not a finite",
        ),
        (
            "0 ||| a ||| A= 1e999 B= 2 3 ||| 0",
            "line 2: A is 1e999, which is not a finite",
        ),
        (
            "0 ||| a ||| A= 1e308 B= 2 3 ||| 0",
            "line 2: A is 1e308, which is too large: numbers go up to 1e100",
        ),
        (
            "0 ||| a ||| A= 1 B= 2 3 ||| -inf",
            "line 2: the total is -inf",
        ),
        ("0 ||| a ||| A= 1 B= 2 3", "line 2: there is no total here"),
        (
            "0 ||| a ||| A= 1 B= 2 3 ||| 0 ||| 0:0",
            "line 2: there is a word alignment here",
        ),
        (
            "0 ||| a ||| A= 1 B= 2 ||| 0",
            "line 2: feature B has 1 values here, 2 before",
        ),
        (
            "0 ||| a ||| A= B= 2 3 ||| 0",
            "line 2: feature A has no value",
        ),
        (
            "0 ||| a ||| A= 1 A= 1 B= 2 3 ||| 0",
            "line 2: feature A is given twice",
        ),
        (
            "0 ||| a ||| 1 A= 1 B= 2 3 ||| 0",
            "line 2: expected the name of a feature",
        ),
        (
            "2 ||| a ||| A= 1 B= 2 3 ||| 0",
            "segment 1 has no candidates",
        ),
    ] {
        assert_refused(
            &format!("0 ||| a ||| A= 1 B= 2 3 ||| 0\n{line}\n"),
            expected,
        );
    }
}

#[test]
fn lists_that_are_refused() {
    for (text, expected) in [
        ("", "there are no candidates"),
        ("segment\ttext\tqe\n", "there are no candidates"),
        ("\n", "line 1: an empty line"),
        ("some text\n", "line 1: not an n-best list"),
        (
            "0 ||| a ||| A= 1 ||| 0 ||| 0-x",
            "line 1: word alignment: cannot read the link",
        ),
        (
            "1 ||| a ||| 1\n0 ||| b ||| 1\n",
            "line 2: segment 0 comes after segment 1",
        ),
        (
            "0 ||| a ||| A_0= 1 A= 2 3 ||| 0",
            "two features are called A_0",
        ),
        (
            "0 ||| a ||| 1 2\n0 ||| a ||| 1\n",
            "line 2: 1 values for 2 features",
        ),
        (
            "0 ||| a ||| a=1 b ||| 0",
            "line 1: expected 'name=value', found \"b\"",
        ),
        (
            "{\"segment\": 0}",
            "line 1: a candidate needs a segment and a text (column 15)",
        ),
        (
            "{\"segment\": 0, \"text\": \"\", \"features\": {\"a\": true}}",
            "line 1: a must be a number (column 46)",
        ),
        (
            "{\"segment\": 0, \"text\": \"\", \"features\": {\"a\": 1, \"a\": 2}}",
            "line 1: feature a is given twice",
        ),
        (
            "{\"segment\": -1, \"text\": \"\"}",
            "line 1: the segment must be a whole number",
        ),
        ("{\"segment\": 0, \"text\": \"\\ud800\"}", "line 1: "),
        (
            "segment\ttext\tqe\n0\ta\n",
            "line 2: 2 fields, expected 3, as in the header",
        ),
        (
            "segment\ttext\tqe\tqe\n",
            "line 1: feature qe is given twice",
        ),
        (
            "segment\ttext\ttext\n",
            "line 1: the header needs one column \"text\" and has 2",
        ),
        (
            "segment\ttext\ttotal\ttotal\n",
            "line 1: feature total is given twice",
        ),
    ] {
        assert_refused(text, expected);
    }
}

#[test]
fn segments_are_checked_and_sorted_on_request() {
    let text = "1 ||| a ||| 1\n0 ||| b ||| 2\n1 ||| c ||| 3\n";
    let with = |sort, segments| {
        let options = Options {
            sort,
            segments,
            ..options()
        };
        read_in_blocks(text, options, 5)
    };
    assert_eq!(with(true, Some(2)).unwrap().segments, [1, 0, 1]);
    assert_eq!(with(true, Some(3)).unwrap_err(), Error::NoCandidates(2));
    let error = with(true, Some(1)).unwrap_err().to_string();
    assert_eq!(
        error,
        "line 1: segment 1 does not exist: there are 1, numbered from 0"
    );
    // A number beyond all reason costs no memory.
    let far = "0 ||| a ||| 1\n4294967295 ||| b ||| 2\n";
    assert_eq!(read(far).unwrap_err(), Error::NoCandidates(1));
}

#[test]
fn a_piece_goes_on_where_the_one_before_it_ended() {
    let piece = |text: &str, segments, lines| {
        let options = Options {
            before: Before { segments, lines },
            ..options()
        };
        read_in_blocks(text, options, 5)
    };
    let moses = "7 ||| a ||| 1\n7 ||| b ||| 2\n8 ||| c ||| 3\n";
    assert_eq!(piece(moses, 7, 20).unwrap().segments, [0, 0, 1]);
    assert_eq!(piece(moses, 6, 20).unwrap_err(), Error::NoCandidates(6));
    let back = piece(moses, 8, 20).unwrap_err().to_string();
    assert!(back.starts_with("line 21: segment 7 comes after segment 8"));
    // Segments without numbers are counted, and a header is among the lines before.
    let lists = "{\"candidates\": [\"a\", \"b\"]}\n{\"candidates\": [\"c\"]}\n";
    assert_eq!(piece(lists, 7, 20).unwrap().segments, [0, 0, 1]);
    let table = "segment\ttext\tf\n7\ta\t1\n8\tb\tx\n";
    let wrong = piece(table, 7, 20).unwrap_err().to_string();
    assert!(wrong.starts_with("line 22: "), "{wrong}");
}

#[test]
fn bytes_that_are_no_text() {
    let mut reader = Reader::new(options());
    reader.feed(b"0 ||| a ||| 1\n0 ||| \xff ||| 1\n").unwrap();
    assert_eq!(
        reader.finish().unwrap_err().to_string(),
        "line 2: invalid UTF-8 at byte 6 of the line"
    );
}

/// Enough lines for several waves and shards, each known by its number.
fn long(lines: usize) -> String {
    let line = |i: usize| {
        let words = "word ".repeat(40);
        let sparse = if i % 7 == 3 {
            format!("S{}= {i}", i % 5)
        } else {
            String::new()
        };
        format!(
            "{} ||| {words}{i} ||| A= {i} B= 1 -{i}.5 {sparse} ||| {i} ||| 0-{i}\n",
            i / 50
        )
    };
    (0..lines).map(line).collect()
}

#[test]
fn nothing_depends_on_blocks_or_threads() {
    let text = long(50_000);
    let zero = || Options {
        absent: Absent::Zero,
        ..options()
    };
    let whole = read_in_blocks(&text, zero(), text.len()).unwrap();
    assert_eq!(
        whole.names,
        ["A", "B_0", "B_1", "S3", "S0", "S2", "S4", "S1"]
    );
    assert_eq!(whole.texts.len(), 50_000);
    let width = whole.names.len();
    for i in [0, 3, 10, 24_683, 49_999] {
        let row = &whole.features[i * width..(i + 1) * width];
        assert_eq!(row[..3], [i as f64, 1.0, -(i as f64) - 0.5]);
        let sparse: Vec<f64> = row[3..].iter().copied().filter(|&v| v != 0.0).collect();
        let expected: &[f64] = if i % 7 == 3 { &[i as f64] } else { &[] };
        assert_eq!(sparse, expected);
        assert_eq!(whole.links.as_ref().unwrap().line(i), [(0, i as u32)]);
    }
    for size in [999, 1 << 20] {
        let blocks = read_in_blocks(&text, zero(), size).unwrap();
        assert_eq!(blocks.names, whole.names);
        assert_eq!(blocks.features, whole.features);
        assert_eq!(blocks.texts, whole.texts);
    }
    let broken = format!("{text}x ||| a ||| A= 1 B= 1 2 ||| 1 ||| 0-0\n");
    let error = read_in_blocks(&broken, zero(), 1 << 20).unwrap_err();
    assert!(error.to_string().starts_with("line 50001: the segment"));
}

#[test]
fn duplicates() {
    let texts: Texts = ["a", "b", "a", "a", "a", "a"].iter().collect();
    let features = [1.0, 1.0, 0.0, 1.0, -0.0, 1.0];
    let offsets = [0, 5, 6];
    let kept = distinct(&texts, &offsets, Same::Features(&features, 1)).unwrap();
    assert_eq!(kept, [0, 1, 2, 5]);
    let totals = [1.0, 0.0, 3.0, 3.0, 2.0, 9.0];
    let kept = distinct(&texts, &offsets, Same::Text(&totals)).unwrap();
    assert_eq!(kept, [1, 2, 5]);
    assert!(
        distinct(&Texts::default(), &[0], Same::Features(&[], 0))
            .unwrap()
            .is_empty()
    );
}

#[test]
fn links_that_leave_their_sentences() {
    let links = [vec![(0, 0)], vec![(1, 0), (2, 1)]].into_iter().collect();
    assert_eq!(stray(&links, &[1, 3], &[1, 2]), None);
    assert_eq!(stray(&links, &[1, 2], &[1, 2]), Some((1, (2, 1))));
    assert_eq!(stray(&links, &[1, 3], &[1, 1]), Some((1, (2, 1))));
}
