"""Files of judgments: what each format says, what is refused with its line, and what is noted."""

from __future__ import annotations

import gzip
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.agreement import (
    DocumentScores,
    MQMWeights,
    Ranks,
    SegmentScores,
    SystemScores,
    human_names,
    human_of,
    read_human,
)
from pitchpipe.agreement.readers.appraise import parse_appraise
from pitchpipe.agreement.readers.fields import rank, segment_index
from pitchpipe.agreement.readers.judgment_file import JudgmentFile
from pitchpipe.agreement.readers.mqm import parse_mqm, parse_mqm_averages
from pitchpipe.agreement.readers.names import identical_systems, short_names
from pitchpipe.agreement.readers.ranks import parse_ranks
from pitchpipe.agreement.readers.scores import (
    parse_document_scores,
    parse_segment_scores,
    parse_system_scores,
)
from pitchpipe.agreement.readers.wmt_csv import parse_wmt_csv
from pitchpipe.errors import DataError, ParameterError

NAN = float("nan")

# --- score files


def test_segment_scores() -> None:
    human = parse_segment_scores(JudgmentFile(["a b\t1", "a b\tNone", "c -2e-1", "c\t0"], "f", "da"))
    assert (human.name, human.systems) == ("da", ("a b", "c"))
    np.testing.assert_array_equal(human.values, [[1.0, NAN], [-0.2, 0.0]])


def test_system_and_document_scores() -> None:
    systems = parse_system_scores(JudgmentFile(["a\t1", "b\tNone"], "f", "da"))
    np.testing.assert_array_equal(systems.values, [1.0, NAN])
    documents = parse_document_scores(JudgmentFile(["a\t1", "a\t2"], "f", "da"))
    assert documents.documents == ("1", "2")
    with pytest.raises(DataError, match=r"^f has scores of 2 documents, the test set has 1$"):
        parse_document_scores(JudgmentFile(["a\t1", "a\t2"], "f", "da", documents=["x"]))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "^f has no judgment at all$"),
        (["a\tNone", "b\tNone"], "^f has no judgment at all$"),
        (["a\t1", "b\tnan"], "^f, line 2: 'nan' is not a score; write a number, or None"),
        (["a\tinf"], "^f, line 1: 'inf' is not a score"),
        (["a\tx"], "^f, line 1: 'x' is not a score"),
        (["a\t1", ""], "^f, line 2: expected a system, a tab and a score, not ''"),
        (["\t1"], "^f, line 1: expected a system"),
        (["a\t1", "a\t2", "b\t1"], 'system "a" has 2 scores, system "b" has 1'),
    ],
)
def test_bad_segment_scores(lines: list[str], message: str) -> None:
    with pytest.raises(DataError, match=message):
        parse_segment_scores(JudgmentFile(lines, "f", "da"))


def test_a_system_twice() -> None:
    with pytest.raises(DataError, match=r'^f: system "a" has 2 scores, expected one per system$'):
        parse_system_scores(JudgmentFile(["a\t1", "b\t2", "a\t1"], "f", "da"))


@given(
    st.integers(1, 4).flatmap(
        lambda segments: st.dictionaries(
            st.text("abc.-_ é", min_size=1).filter(lambda name: name == name.strip()),
            st.lists(
                st.none() | st.floats(-1e100, 1e100),
                min_size=segments,
                max_size=segments,
            ),
            min_size=1,
        )
    )
)
def test_segment_scores_round_trip(scores: dict[str, list[float | None]]) -> None:
    lines = [f"{system}\t{value!r}" for system, values in scores.items() for value in values]
    if all(line.endswith("\tNone") for line in lines):
        with pytest.raises(DataError, match=r"no judgment"):
            parse_segment_scores(JudgmentFile(lines, "f", "da"))
        return
    human = parse_segment_scores(JudgmentFile(lines, "f", "da"))
    assert human.systems == tuple(scores)
    expected = [[math.nan if value is None else value for value in values] for values in scores.values()]
    np.testing.assert_array_equal(human.values, expected)


# --- ranked pairs

RANKS = "seg_index\tjudge\ttask\tsysA\tsysB\trankA\trankB"


def test_ranks_count_segments_from_0() -> None:
    human = parse_ranks(
        JudgmentFile([RANKS, "0\tj\t7\ta\tb\t1\t3", "4\tk\t8\tc.1\ta\t2\t2", "4\tk\t8\ta\tb\t2\t1"], "f", "r")
    )
    assert human.systems == ("a", "b", "c.1")
    assert human.segment.tolist() == [0, 4, 4]
    assert human.first.tolist() == [0, 2, 0]
    assert human.second.tolist() == [1, 0, 1]
    assert human.preference.tolist() == [1, 0, -1]
    assert (human.judge, human.task) == (("j", "k", "k"), ("7", "8", "8"))
    assert human.notes == ()


def test_ranks_without_judge_and_task() -> None:
    human = parse_ranks(
        JudgmentFile(["sysB\tsysA\trankA\trankB\tseg_index", "b\ta\t1\t2\t1"], "f", "r", first_segment=1)
    )
    assert (human.systems, human.preference.tolist(), human.segment.tolist()) == (("a", "b"), [1], [0])
    assert (human.judge, human.task) == ((), ())


def test_unranked_pairs_are_counted() -> None:
    human = parse_ranks(JudgmentFile([RANKS, "0\tj\t7\ta\tb\t1\t-1", "0\tj\t7\ta\tc\t1\t2"], "f", "r"))
    assert len(human) == 1
    assert human.notes == ("f: left out, pairs with a system that was not ranked: 1",)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "^f has no judgment at all$"),
        (["0\tj\t7\ta\tb\t1\t-1"], "^f has no judgment at all$"),
        (["0\tj\t7\ta\tb\t1"], "^f, line 2: 6 fields, expected 7"),
        (["0\tj\t7\ta\tb\t1\tx"], "^f, line 2: 'x' is not a rank; 1 is the best, -1 says not ranked$"),
        (["0\tj\t7\ta\tb\t0\t1"], "^f, line 2: '0' is not a rank"),
        (["0\tj\t7\ta\tb\t1.5\t1"], "^f, line 2: '1.5' is not a rank"),
        (["x\tj\t7\ta\tb\t1\t1"], "^f, line 2: 'x' is not the number of a segment$"),
        (["-1\tj\t7\ta\tb\t1\t1"], "^f, line 2: there is no segment -1, the first one is 0$"),
        (["1000000\tj\t7\ta\tb\t1\t1"], "^f, line 2: segment 1000000 is out of range"),
        (["9999999999\tj\t7\ta\tb\t1\t1"], "^f, line 2: '9999999999' is not the number of a segment$"),
        (["0\tj\t7\ta\ta\t1\t1"], '^f, line 2: system "a" is compared with itself$'),
        (["0\tj\t7\t\ta\t1\t1"], "^f, line 2: the name of the system is missing$"),
    ],
)
def test_bad_ranks(rows: list[str], message: str) -> None:
    with pytest.raises(DataError, match=message):
        parse_ranks(JudgmentFile([RANKS, *rows], "f", "r"))


def test_missing_columns() -> None:
    with pytest.raises(DataError, match=r'^f has no column "sysB"; it has seg_index, sysA$'):
        parse_ranks(JudgmentFile(["seg_index\tsysA"], "f", "r"))
    with pytest.raises(DataError, match=r"^f is empty"):
        parse_ranks(JudgmentFile([], "f", "r"))
    with pytest.raises(DataError, match=r'^f, line 1: two columns are called "SYSA"$'):
        parse_ranks(JudgmentFile(["sysA\tSYSA"], "f", "r"))


# --- WMT's CSV

THREE_WAY = (
    "srclang,trglang,srcIndex,judgeId,system1Id,system2Id,system3Id,system1rank,system2rank,system3rank"
)


def test_wmt_csv_gives_every_pair() -> None:
    rows = [
        "German,English,1,j,t2013.de-en.a.1,t2013.de-en.b.2,t2013.de-en.c.3,1,1,3",
        "deu,eng,3,k,t2013.de-en.c.3,t2013.de-en.b.2,t2013.de-en.a.1,2,-1,4",
        "French,English,1,j,t2013.fr-en.a.1,t2013.fr-en.b.2,t2013.fr-en.c.3,1,1,3",
    ]
    human = parse_wmt_csv(JudgmentFile([THREE_WAY, *rows], "f", "r", language_pair="de-en"))
    assert human.systems == ("a", "b", "c")
    assert human.segment.tolist() == [0, 0, 0, 2]
    assert human.first.tolist() == [0, 0, 1, 2]
    assert human.second.tolist() == [1, 2, 2, 0]
    assert human.preference.tolist() == [0, 1, 1, 1]
    assert human.task == ("1", "1", "1", "2")
    assert human.judge == ("j", "j", "j", "k")
    assert human.notes == (
        "f: left out, rows of other language pairs: 1",
        "f: left out, pairs with a system that was not ranked: 2",
    )
    with pytest.raises(DataError, match=r"^f has several language pairs, choose one: de-en, fr-en$"):
        parse_wmt_csv(JudgmentFile([THREE_WAY, *rows], "f", "r"))
    with pytest.raises(DataError, match=r'^f has no judgments of "cs-en"; it has de-en, fr-en$'):
        parse_wmt_csv(JudgmentFile([THREE_WAY, *rows], "f", "r", language_pair="cs-en"))


def test_wmt_csv_of_a_language_in_two_scripts() -> None:
    rows = [f"English,zh-{script},1,j,{script}1,{script}2,{script}3,1,2,3" for script in ("Hans", "Hant")]
    human = parse_wmt_csv(JudgmentFile([THREE_WAY, *rows], "f", "r", language_pair="eng-zh-Hans"))
    assert human.systems == ("Hans1", "Hans2", "Hans3")


def test_wmt_csv_with_identical_outputs() -> None:
    header = (
        "srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID"
    )
    row = "deu,eng,5,5,j,n2015.a.1.de-en.txt+n2015.b.2.de-en.txt,1,n2015.c.0.de-en.txt,2,9"
    human = parse_wmt_csv(JudgmentFile([header, row], "f", "r", systems=["a.1", "b", "c", "d"]))
    assert human.systems == ("a.1", "c", "b")
    assert human.first.tolist() == [0, 2]
    assert human.second.tolist() == [1, 1]
    assert human.preference.tolist() == [1, 1]
    assert (human.segment.tolist(), human.task) == ([4, 4], ("9", "9"))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([THREE_WAY], "^f has no judgment at all$"),
        ([THREE_WAY, "a,b,1"], "^f, line 2: 3 fields, expected 10"),
        ([THREE_WAY, "de,en,1,j,a,b,a,1,2,3"], '^f, line 2: system "a" is ranked twice$'),
        ([THREE_WAY, "de,en,0,j,a,b,c,1,2,3"], "^f, line 2: there is no segment 0, the first one is 1$"),
        ([THREE_WAY, "de,en,1,j,a,b,c,1,best,3"], "^f, line 2: 'best' is not a rank"),
        (["srclang,trglang,srcIndex,system1Id,system1rank"], "^f has 1 columns systemNId"),
        (["srclang,trglang,srcIndex,system1Id,system2Id,system1rank"], 'no column "system2rank"'),
        ([THREE_WAY, 'de,en,1,j,"a"x,b,c,1,2,3'], "^f, line 2: not a row of a CSV file"),
    ],
)
def test_bad_wmt_csv(lines: list[str], message: str) -> None:
    with pytest.raises(DataError, match=message):
        parse_wmt_csv(JudgmentFile(lines, "f", "r"))


def test_names_are_reduced_while_unambiguous() -> None:
    names = ["n2013.fr-en.a.1", "n2013.fr-en.a.2", "n2013.fr-en.online-B", "n2013.fr-en.cmu-uka.3"]
    assert list(short_names(names).values()) == ["a.1", "a.2", "online-B", "cmu-uka"]
    assert list(short_names(names, ["a.2", "cmu-uka.3"]).values()) == ["a.1", "a.2", "online-B", "cmu-uka.3"]
    with pytest.raises(DataError, match=r'^"n2013.fr-en.a.1" and "n2013.fr-en.a.2" could both be system "a"'):
        short_names(names, ["a"])
    # Nothing is taken off that only some names have, or that leaves nothing.
    assert list(short_names(["n2013.a", "m2014.a"]).values()) == ["n2013.a", "m2014.a"]
    assert list(short_names(["de-en", "de-en.x"]).values()) == ["de-en", "de-en.x"]
    assert list(short_names(["a", "a.1"]).values()) == ["a", "a.1"]


def test_a_plus_is_not_always_two_systems() -> None:
    assert identical_systems("t.a+t.b") == ["t.a", "t.b"]
    assert identical_systems("t.a+b") == ["t.a+b"]
    assert identical_systems("a+a") == ["a+a"]


# --- MQM

MQM = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity"


def mqm(*ratings: tuple[str, int, str, str, str], doc: str = "d", **options: Any) -> SegmentScores:
    rows = [
        f'{s}\t{doc}\t1\t{n}\t{rater}\t"src\ttgt\t{c}\t{severity}' for s, n, rater, c, severity in ratings
    ]
    return parse_mqm(JudgmentFile([MQM, *rows], "f", "mqm", **options))


def test_mqm_weights() -> None:
    human = mqm(
        ("a", 1, "r1", "Accuracy/Mistranslation", "Major"),
        ("a", 1, "r1", "Fluency/Punctuation", "Minor"),
        ("a", 1, "r2", "Style/Awkward", "minor"),
        ("a", 2, "r1", "No-error", "No-error"),
        ("a", 3, "r1", "Non-translation!", "Major"),
        ("a", 4, "r1", "Fluency/Punctuation", "Major"),
        ("b", 3, "r1", "Accuracy/Omission", "Neutral"),
        ("b", 3, "r1", "Source issue", "Major"),
        ("b", 3, "r1", "Accuracy/Creative Reinterpretation", "Major"),
        ("b", 5, "r1", "Found", "HOTW-test"),
        ("b", 1, "r1", "Accuracy/Omission", "Critical"),
    )
    assert human.systems == ("a", "b")
    expected = [[-(5.1 + 1) / 2, 0.0, -25.0, -5.0], [-5.0, NAN, 0.0, NAN]]
    np.testing.assert_allclose(human.values, expected, rtol=1e-15)
    assert human.notes == ("f: left out, attention tests: 1",)
    assert human.for_systems(["b", "a"], 6).values.shape == (2, 6)


def test_mqm_weights_are_a_parameter() -> None:
    weights = MQMWeights(major=10, punctuation=0, free=())
    human = mqm(
        ("a", 1, "r", "Source issue", "Major"),
        ("a", 1, "r", "Fluency/Punctuation", "Minor"),
        weights=weights,
        first_segment=0,
    )
    np.testing.assert_array_equal(human.values, [[NAN, -10.0]])
    for bad in (-1.0, NAN, math.inf):
        with pytest.raises(ParameterError, match=r"MQM weight minor="):
            MQMWeights(minor=bad)


def test_mqm_global_numbers_come_first() -> None:
    lines = [
        "system\tdoc\tdocSegId\tglobalSegId\trater\tcategory\tseverity",
        "a\tx\t1\t1\tr\tStyle\tMinor",
        "a\ty\t1\t2\tr\tStyle\tMajor",
    ]
    np.testing.assert_array_equal(parse_mqm(JudgmentFile(lines, "f", "mqm")).values, [[-1.0, -5.0]])


def test_bad_mqm() -> None:
    with pytest.raises(
        DataError, match=r"^f, line 2: unknown severity 'Awful'; there are major, minor, critical"
    ):
        mqm(("a", 1, "r", "Style", "Awful"))
    with pytest.raises(DataError, match=r"^f has no judgment at all$"):
        mqm()
    rows = [f"a\t{doc}\t1\t1\tr\ts\tt\tStyle\tMinor" for doc in "xy"]
    with pytest.raises(DataError, match=r"^f, line 3: the same segment number in documents 'x' and 'y'"):
        parse_mqm(JudgmentFile([MQM, *rows], "f", "mqm"))


def test_mqm_averages() -> None:
    header = "system mqm_avg_score seg_id"
    human = parse_mqm_averages(
        JudgmentFile([header, "a\t-1.5 2", "a\tNone 1", "my b -0.000000 1"], "f", "mqm")
    )
    assert human.systems == ("a", "my b")
    np.testing.assert_array_equal(human.values, [[NAN, -1.5], [0.0, NAN]])
    for line, message in {
        "a\t-1.5": "line 3: expected a system, a score and the number of a segment",
        "a\tx 1": "line 3: 'x' is not a score",
        "a\t1 0": "line 3: there is no segment 0, the first one is 1",
        "a\t1 2": 'line 3: system "a" has a second score of segment 2',
    }.items():
        with pytest.raises(DataError, match=message):
            parse_mqm_averages(JudgmentFile([header, "a\t1 2", line], "f", "mqm"))


# --- ESA


def esa(
    judge: str = "j",
    system: str = "a",
    segment: object = 0,
    value: object = 50,
    *,
    kind: str = "TGT",
    target: str = "jpn",
    document: str = "d",
    end: object = 2,
) -> str:
    return f'{judge},{system},{segment},{kind},eng,{target},{value},{document},False,"[{{""a"":1}}]",1,{end}'


def test_esa() -> None:
    lines = [
        esa(),
        esa("k", value=60),
        esa("k", "b", 2, 10, end=9),
        esa("k", "b", 2, 20, end=5),
        esa(system="ende-tutorial1", segment=1_000_001),
        esa(kind="BAD", document="d#bad"),
        esa(segment=1, document="d#incomplete", value=30),
        esa(target="zho"),
    ]
    human = parse_appraise(JudgmentFile(lines, "f", "esa", language_pair="en-ja"))
    np.testing.assert_array_equal(human.values, [[55.0, 30.0, NAN], [NAN, NAN, 10.0]])
    notes = (
        "f: left out, rows of other language pairs: 1",
        "f: left out, tutorial rows: 1",
        "f: left out, attention checks: 1",
        "f: left out, earlier scores by the same judge: 1",
    )
    assert human.notes == notes
    official = parse_appraise(JudgmentFile(lines, "f", "esa", language_pair="eng-jpn", fillers=False))
    np.testing.assert_array_equal(official.values, [[55.0, NAN, NAN], [NAN, NAN, 10.0]])
    assert official.notes == (*notes[:3], "f: left out, fillers (#incomplete, #dup): 1", notes[3])


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "^f has no judgment at all$"),
        ([esa(kind="BAD")], "^f has no judgment at all$"),
        ([esa(), "a,b"], "^f, line 2: 2 fields, expected 12"),
        ([esa(value=101)], "^f, line 1: score 101 is not between 0 and 100$"),
        ([esa(value="nan")], "^f, line 1: 'nan' is not a number$"),
        ([esa(end="noon")], "^f, line 1: 'noon' is not a number$"),
        ([esa(kind="NEW")], "^f, line 1: 'NEW' is not a kind of row; there are TGT, CHK, BAD, REF$"),
        ([esa(), esa(target="zho")], "^f has several language pairs, choose one: en-ja, en-zh$"),
        ([esa(segment="x")], "^f, line 1: segment 'x' is not a number; give the test set"),
        ([esa(system=" ")], "^f, line 1: the name of the system is missing$"),
    ],
)
def test_bad_esa(lines: list[str], message: str) -> None:
    with pytest.raises(DataError, match=message):
        parse_appraise(JudgmentFile(lines, "f", "esa"))


# --- recognising


@pytest.mark.parametrize(
    ("file", "lines", "kind", "name"),
    [
        ("de-en.da-z.seg.score", ["a\t1"], SegmentScores, "da-z"),
        ("de-en.da.z.sys.score.gz", ["a\t1"], SystemScores, "da.z"),
        ("mqm.doc.score", ["a\t1"], DocumentScores, "mqm"),
        ("scores.txt", ["a\t1", "a\tNone"], SegmentScores, "scores"),
        ("scores.txt", ["a 1", "b -2"], SystemScores, "scores"),
        ("de-en.tsv", [RANKS, "0\tj\t7\ta\tb\t1\t3"], Ranks, "de-en"),
        ("wmt.csv", [THREE_WAY, "de,en,1,j,a,b,c,1,2,3"], Ranks, "wmt"),
        ("mqm.tsv", [MQM, "a\td\t1\t1\tr\ts\tt\tStyle\tMinor"], SegmentScores, "mqm"),
        ("avg.tsv", ["system mqm_avg_score seg_id", "a\t-1 1"], SegmentScores, "avg"),
        ("esa.csv", [esa()], SegmentScores, "esa"),
    ],
)
def test_recognised(tmp_path: Path, file: str, lines: list[str], kind: type, name: str) -> None:
    """Also with a byte order mark and the line ends of Windows."""
    data = ("\ufeff" + "\r\n".join(lines) + "\r\n").encode()
    path = tmp_path / file
    path.write_bytes(gzip.compress(data) if file.endswith(".gz") else data)
    human = read_human(path, language_pair=None, systems=["a"])
    assert type(human) is kind
    assert human.name == name
    assert "a" in human.systems
    assert read_human(path, name="other").name == "other"


def test_not_recognised(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text("what is this\n")
    with pytest.raises(
        DataError, match=r"cannot tell what kind of judgments .*f has: name the format, table, seg, sys,"
    ):
        read_human(path)
    with pytest.raises(ParameterError, match=r"^format='da' is unknown: there are table, seg, sys"):
        read_human(path, format="da")
    path.write_text("")
    with pytest.raises(DataError, match=r"f has no judgment at all$"):
        read_human(path)
    with pytest.raises(DataError, match=r"no such file"):
        read_human(tmp_path / "g")


def test_options_that_mean_nothing_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.seg.score"
    path.write_text("a\t1\n")
    options: list[dict[str, Any]] = [{"first_segment": 1}, {"weights": MQMWeights()}, {"fillers": False}]
    for option in options:
        with pytest.raises(
            ParameterError, match=f"^{next(iter(option))} means nothing for .*, which is read as seg"
        ):
            read_human(path, **option)


# --- directories


def make_directory(root: Path) -> Path:
    files = {
        "sources/de-en.txt": "s\nt\n",
        "sources/fr-en.txt": "s\nt\n",
        "documents/de-en.docs": "news\tx\nnews\ty\n",
        "human-scores/de-en.da.seg.score": "a\t1\na\tNone\n",
        "human-scores/de-en.da.sys.score": "a\t2\n",
        "human-scores/de-en.esa.doc.score": "a\t3\na\t4\n",
        "human-scores/de-en.v1.da.sys.score": "a\t5\n",
        "human-scores/README": "",
        "human-ranks/de-en.tsv": f"{RANKS}\n0\tj\t7\ta\tb\t1\t3\n",
    }
    for name, text in files.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)
    return root


def test_directory(tmp_path: Path) -> None:
    root = make_directory(tmp_path)
    assert human_names(root, "de-en") == ["da.seg", "da.sys", "esa.doc", "ranks", "v1.da.sys"]
    assert human_names(root, "fr-en") == []
    finest, systems = human_of(root, "de-en", "da"), human_of(root, "de-en", "da.sys")
    assert isinstance(finest, SegmentScores)
    assert isinstance(systems, SystemScores)
    assert (finest.name, systems.name, systems.values.tolist()) == ("da", "da", [2.0])
    documents = human_of(root, "de-en", "esa")
    assert isinstance(documents, DocumentScores)
    assert documents.documents == ("x", "y")
    assert isinstance(human_of(root, "de-en", "ranks"), Ranks)
    assert human_of(root, "de-en", "v1.da").name == "v1.da"


def test_bad_directory(tmp_path: Path) -> None:
    root = make_directory(tmp_path)
    with pytest.raises(
        DataError, match=r'de-en, has no human judgments "mqm"; it has da.seg, da.sys, esa.doc'
    ):
        human_of(root, "de-en", "mqm")
    with pytest.raises(DataError, match=r'has no language pair "xx-en"; it has de-en, fr-en'):
        human_names(root, "xx-en")
    (root / "human-scores" / "de-en.da.seg.score.gz").write_bytes(gzip.compress(b"a\t1\n"))
    with pytest.raises(DataError, match=r"are the same file twice"):
        human_names(root, "de-en")
    with pytest.raises(DataError, match=r"no such directory"):
        human_names(root / "nowhere", "de-en")


def test_a_rank_beside_a_separator_that_int_does_not_strip() -> None:
    assert rank("2\x1c", "here") == 2
    assert segment_index(" 3\x1f", "here", 1) == 2
