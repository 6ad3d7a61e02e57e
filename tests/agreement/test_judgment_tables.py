"""Tables of judgments as people keep them: titles, delimiters, raters, and what is refused with its line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pitchpipe as pp
from pitchpipe.agreement import SegmentScores, Task, read_human
from pitchpipe.agreement.readers.judgment_file import JudgmentFile
from pitchpipe.agreement.readers.rated_table import parse_table
from pitchpipe.agreement.readers.roles import NAMES, parse_columns
from pitchpipe.agreement.readers.tables import title_key
from pitchpipe.errors import DataError, ParameterError

NAN = float("nan")
EXPECTED = [[80.0, 70.5, NAN], [NAN, 20.0, 30.0]]


def table(*rows: str, header: str = "system,segment,score", **options: Any) -> SegmentScores:
    return parse_table(JudgmentFile([header, *rows], "f", "da", **options))


def read(tmp_path: Path, content: str, file: str = "r.csv", **options: Any) -> SegmentScores:
    path = tmp_path / file
    path.write_bytes(content.encode())
    human = read_human(path, **options)
    assert isinstance(human, SegmentScores)
    return human


CONTENTS = {
    "commas": "system,segment,score\na,1,80\na,2,70.5\nb,2,20\nb,3,30\n",
    "tabs": "sys\tseg_id\trating\na\t1\t80\na\t2\t70.5\nb\t2\t20\nb\t3\t30\n",
    "semicolons": "Model;Line;DA\na;1;80\na;2;70.5\nb;2;20\nb;3;30\n",
    "from 0": "score,segment,system\n80,0,a\n70.5,1,a\n20,1,b\n30,2,b\n",
    "byte order mark, Windows": "\ufeffsystem,segment,score\r\na,1,80\r\na,2,70.5\r\nb,2,20\r\nb,3,30\r\n",
    "quoted": '"system","text","segment","score"\n"a","x, ""y""\nz","1","80"\na,,2,70.5\nb,,2,20\nb,,3,30\n',
    "quoted, tabs": '"system"\t"segment"\t"score"\n"a"\t1\t80\n"a"\t2\t70.5\nb\t2\t20\nb\t3\t30\n',
    "data frame": ",system,segment,score\n0,a,1.0,80\n1,a,2.0,70.5\n2,b,2.0,20\n3,b,3.0,30\n4,b,1.0,nan\n",
    "JSON lines": '{"model": "a", "item": 1, "score": 80}\n{"model": "a", "item": 2, "score": 70.5}\n'
    '{"score": 20, "model": "b", "item": 2, "note": ["x"]}\n\n{"model": "b", "item": "3", "score": "30"}\n'
    '{"model": "b", "item": 1, "score": null}\n',
    "JSON": '[{"system": "a", "segment": 1, "score": 80}, {"system": "a", "segment": 2, "score": 70.5},\n'
    '{"system": "b", "segment": 2, "score": 20},\n{"system": "b", "segment": 3, "score": 30}]\n',
}


@pytest.mark.parametrize("content", CONTENTS.values(), ids=CONTENTS)
def test_the_same_table_in_many_ways(tmp_path: Path, content: str) -> None:
    human = read(tmp_path, content)
    assert human.systems == ("a", "b")
    np.testing.assert_array_equal(human.values, EXPECTED)
    again = read(tmp_path, content, format="table")
    np.testing.assert_array_equal(again.values, EXPECTED)


@given(
    st.sampled_from([name for name in NAMES["segment"] if not name.startswith("doc")]),
    st.sampled_from(["", "_", "-", " "]),
    st.booleans(),
)
def test_titles_are_guessed_whatever_their_case_and_blanks(title: str, blank: str, upper: bool) -> None:
    written = title.replace(" ", blank)
    written = written.upper() if upper else written.title()
    human = table("a,1,80", "b,2,5", header=f"Engine,{written},Rating")
    np.testing.assert_array_equal(human.values, [[80.0, NAN], [NAN, 5.0]])


def test_titles_are_distinct() -> None:
    """No title is taken for two things, up to those whose place in the list decides."""
    keys = [title_key(name) for names in NAMES.values() for name in names]
    assert len(keys) == len(set(keys))


def test_what_was_guessed_is_told() -> None:
    human = table("a,1,80", "b,2,5", header="engine,line,rating")
    assert human.notes[0] == (
        'f: the system is column "engine", the segment is column "line", the score is column "rating"'
    )
    said = table(
        "a,1,80", "b,2,5", header="engine,line,rating", columns={"system": "engine", "segment": "line"}
    )
    assert said.notes[0] == 'f: the score is column "rating"'
    assert len(table("a,0,80", "b,2,5").notes) == 1


def test_columns_are_said(tmp_path: Path) -> None:
    content = "engine name,n,score,points (0,100)\na,1,1,80\na,2,1,70.5\nb,2,1,20\nb,3,1,30\n"
    content = content.replace("points (0,100)", '"points (0,100)"')
    columns = {"system": "engine name", "segment": "N", "score": "points (0,100)"}
    human = read(tmp_path, content, columns=columns)
    np.testing.assert_array_equal(human.values, EXPECTED)
    assert parse_columns(["system=engine name,segment=N, score=points (0,100)"]) == columns
    assert parse_columns(["system=a", "score=b=c"]) == {"system": "a", "score": "b=c"}


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["system"], r"^cannot read --human-columns 'system': write system=…,segment=…,score=…$"),
        (["system="], r"^cannot read --human-columns 'system='"),
        ([""], r"^cannot read --human-columns ''"),
        (["sytem=a"], r"^human_columns: 'sytem' is no kind of column; did you mean system\?$"),
        (["system=a,system=b"], r"^--human-columns says two columns for the system$"),
        (["=a"], r"^human_columns: '' is no kind of column"),
    ],
)
def test_columns_that_cannot_be_read(texts: list[str], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        parse_columns(texts)


def test_columns_that_are_no_titles(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match=r"^human_columns: score=3 is not the title of a column$"):
        read(tmp_path, CONTENTS["commas"], columns={"score": 3})
    with pytest.raises(
        DataError,
        match=r'r.csv has no column "points", which should be the score; it has system, segment, score$',
    ):
        read(tmp_path, CONTENTS["commas"], columns={"score": "points"})
    with pytest.raises(ParameterError, match=r"^columns means nothing for .*, which is read as seg$"):
        read(tmp_path, "a\t1\n", format="seg", columns={"score": "x"})


@pytest.mark.parametrize(
    ("header", "message"),
    [
        (
            "engine,line,points",
            r"^f has no column that could be the score; it has engine, line, points; say which with "
            r"--human-columns score=… \(human_columns=\)$",
        ),
        (
            "who,where,what",
            r"^f has no column that could be the system, segment, score; it has who, where, what; say which "
            r"with --human-columns system=…,segment=…,score=…",
        ),
        ("system,score,x", r"^f has no column that could be the segment; it has system, score, x;"),
        (
            "system,segment,DA,mqm",
            r"^f has several columns that could be the score: DA, mqm; say which with --human-columns score=",
        ),
        ("system,segment,score,Score", r'^f, line 1: two columns are called "Score"$'),
    ],
)
def test_missing_columns(header: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        table(header.replace("system", "a"), header=header)


def test_missing_columns_of_a_file_that_is_not_recognised(tmp_path: Path) -> None:
    """The error of the likeliest format, which is a table, is more use than a list of formats."""
    with pytest.raises(DataError, match=r"has no column that could be the score; it has engine, line"):
        read(tmp_path, "engine,line,points\na,1,80\n")
    with pytest.raises(DataError, match=r"has no column that could be the system, segment, score; it has x;"):
        read(tmp_path, '{"x": 1}\n')


def test_a_column_of_the_role_itself_is_preferred() -> None:
    human = table("a,1,80,-3,5", header="system,segment,score,mqm,id")
    np.testing.assert_array_equal(human.values, [[80.0]])


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "^f has no judgment at all$"),
        (["a,1,"], "^f has no judgment at all$"),
        (["a,1,NaN", "a,2,None"], "^f has no judgment at all$"),
        (["a,1,80", "a,2,good"], "^f, line 3: 'good' is not a number$"),
        (["a,1,inf"], "^f, line 2: 'inf' is not a number$"),
        (["a,1"], "^f, line 2: 2 fields, expected 3"),
        ([" ,1,80"], "^f, line 2: the name of the system is missing$"),
        (["a,,80"], "^f, line 2: it is not said which segment was judged$"),
        (["a,x,80"], "^f, line 2: segment 'x' is not a number; give the test set"),
        (["a,-1,80"], "^f, line 2: there is no segment -1, the first one is 0$"),
        (["a,1000001,80"], "^f, line 2: segment 1000001 is out of range"),
        (['a,1,"80'], "^f, line 2: not a row of a CSV file"),
        (['"a\nb",1,80', "b,2,x"], "^f, line 4: 'x' is not a number$"),
    ],
)
def test_bad_tables(rows: list[str], message: str) -> None:
    lines = "\n".join(rows).split("\n") if rows else []
    with pytest.raises(DataError, match=message):
        table(*lines)


def test_bad_json(tmp_path: Path) -> None:
    for content, message in {
        '{"system": "a", "segment": 1, "score": true}\n': "line 1: 'true' is not a number$",
        '{"system": "a", "segment": 1, "score": 5}\n{"system": "a"\n': "line 2: not JSON",
        '{"system": "a", "segment": 1, "score": 5}\n{"system": "b", "segment": [1], "score": 5}\n': (
            r"line 2: segment '\[1\]' is not a number"
        ),
        '[{"system": "a", "segment": 1, "score": 5}, 3]': "entry 2: not a JSON object$",
        '[{"system": "a", "segment": 1, "score": 5}': "not JSON",
        '{"system": "a", "segment": 1, "score": Infinity}\n': "line 1: 'Infinity' is not a number$",
    }.items():
        with pytest.raises(DataError, match=message):
            read(tmp_path, content, "r.jsonl")


def test_raters_are_averaged_each_once() -> None:
    """(80 + (50 + 70) / 2) / 2 = 70, not the mean of three numbers."""
    rows = ["a,1,80,r1", "a,1,50,r2", "a,1,70,r2", "b,1,10,r1", "b,1,,r2"]
    human = table(*rows, header="system,segment,score,annotator")
    np.testing.assert_array_equal(human.values, [[70.0], [10.0]])
    assert human.notes[-2:] == (
        "f: 1 translation rated more than once, of which the mean over raters counts",
        "f: left out, rows without a score: 1",
    )
    np.testing.assert_array_equal(table("a,1,80", "a,1,80", "a,1,50").values, [[70.0]])


def test_penalties_that_are_no_negative_numbers() -> None:
    note = (
        'f: no number in column "MQM score" is negative; higher is taken to be better, so that penalties '
        "must be negative numbers"
    )
    for scores, noted in {"0,5,": True, "0,-5,": False, "0,0,0": False}.items():
        rows = [f"a,{k},{score}" for k, score in enumerate(scores.split(","))]
        assert (note in table(*rows, header="system,segment,MQM score").notes) == noted


def test_language_pairs() -> None:
    header = "lp,system,segment,score"
    rows = ["en-de,a,1,10", "eng-deu,a,2,20", "en-ja,a,1,30"]
    human = table(*rows, header=header, language_pair="en-de")
    np.testing.assert_array_equal(human.values, [[10.0, 20.0]])
    assert "f: left out, rows of other language pairs: 1" in human.notes
    with pytest.raises(DataError, match=r"^f has several language pairs, choose one: en-de, en-ja$"):
        table(*rows, header=header)
    rows = ["English,German,a,1,10", "English,Japanese,a,1,30"]
    two = table(*rows, header="src_lang,tgt_lang,system,seg,score", language_pair="en-ja")
    np.testing.assert_array_equal(two.values, [[30.0]])


def test_of_python(tmp_path: Path) -> None:
    """A test set with a file of judgments, or with judgments that were read."""
    texts = ["one two three", "four five six", "seven eight nine"]
    test_set = pp.TestSet(systems={"a": texts, "b": ["one", *texts[1:]]}, references={"r": [*texts]})
    path = tmp_path / "r.csv"
    path.write_text("engine,segment,points\na,1,80\na,2,70\na,3,9\nb,1,20\nb,2,20\nb,3,30\n")
    columns = {"score": "points"}
    options: dict[str, Any] = {"statistics": ["pairwise-accuracy"]}
    of_file = pp.meta(test_set, ["wer"], human=path, human_columns=columns, human_format="table", **options)
    assert of_file["wer", "test set", "pairwise-accuracy"].outcome.value == 1.0
    of_human = pp.meta(test_set, ["wer"], human=read_human(path, columns=columns), **options)
    assert of_human.agreements.keys() == of_file.agreements.keys()
    task = Task.read(test_set, path, human_columns=columns)
    assert pp.meta(task, ["wer"], **options).tasks[0].human == "r"
    with pytest.raises(
        DataError, match=r"^there are no human judgments of the test set: name a file of them"
    ):
        pp.meta(test_set, ["wer"])
    with pytest.raises(ParameterError, match=r"^human= is for a test set"):
        pp.meta(task, ["wer"], human=path)
    with pytest.raises(ParameterError, match=r"^human_format= and human_columns= are for a file"):
        pp.meta(test_set, ["wer"], human=task.human, human_columns=columns)


def test_an_unknown_system_with_a_hint() -> None:
    test_set = pp.TestSet(systems={"Online-B": ["x"], "Online-W": ["x"]}, references={"r": ["x"]})
    with pytest.raises(
        DataError,
        match=r'^da judges system "online-b", which the test set lacks; did you mean Online-B\? it has ',
    ):
        Task.of(test_set, table("online-b,1,5"))
