"""What annotation tools export: MQM with and without global numbers, Appraise's layouts, Pearmut's log."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pitchpipe as pp
from pitchpipe.agreement import MQMWeights, SegmentScores, read_human
from pitchpipe.agreement.readers.appraise import parse_appraise
from pitchpipe.agreement.readers.judgment_file import JudgmentFile
from pitchpipe.agreement.readers.mqm import parse_mqm
from pitchpipe.agreement.readers.pearmut import is_pearmut, parse_pearmut
from pitchpipe.errors import DataError

NAN = float("nan")
SOURCE = ["eins", "zwei", 'das "dritte"', "vier"]
TEST_SET = pp.TestSet(
    systems={"a": SOURCE, "b": SOURCE},
    references={"r": [*SOURCE]},
    source=SOURCE,
    documents=["news", "news", "talk", "talk"],
    segment_ids=["n1", "n2", "t1", "t2"],
)


def recognised(tmp_path: Path, content: str, file: str, **options: Any) -> SegmentScores:
    path = tmp_path / file
    path.write_text(content)
    human = read_human(path, test_set=TEST_SET, **options)
    assert isinstance(human, SegmentScores)
    return human


# --- MQM

ERRORS = [
    ("a", "news", 2, 2, "r1", "zwei", "Accuracy/Mistranslation", "Major"),
    ("a", "news", 2, 2, "r1", "zwei", "Fluency/Punctuation", "Minor"),
    ("a", "news", 2, 2, "r2", "<v>zwei</v>", "Style/Awkward", "Minor"),
    ("a", "talk", 1, 3, "r1", '"das ""dritte"""', "No-error", "No-error"),
    ("b", "talk", 2, 4, "r1", "vier", "Non-translation!", "Major"),
    ("b", "news", 1, 1, "r1", "eins", "Source error/-", "Major"),
]
# r1: 5 + 0.1, r2: 1, of which the mean.
MQM_VALUES = [[NAN, -3.05, 0.0, NAN], [0.0, NAN, NAN, -25.0]]
MQM_HEADERS = {
    "global": ("system", "doc", "docSegId", "globalSegId", "rater", "source", "category", "severity"),
    "TED": ("system", "doc", "doc_id", "seg_id", "rater", "source", "category", "severity"),
    "in documents": ("system", "doc", "docSegId", None, "rater", "source", "category", "severity"),
    "in documents, TED": ("system", "doc", "doc_id", None, "rater", None, "category", "severity"),
    "source": ("system", None, None, None, "rater", "source", "category", "severity"),
    "other names": (
        "model",
        "document",
        None,
        "segment id",
        "annotator",
        None,
        "error type",
        "error severity",
    ),
}


def mqm_lines(header: tuple[str | None, ...]) -> list[str]:
    kept = [k for k, title in enumerate(header) if title]
    rows = [[str(error[k]) for k in kept] for error in ERRORS]
    return ["\t".join(fields) for fields in ([str(header[k]) for k in kept], *rows)]


@pytest.mark.parametrize("header", MQM_HEADERS.values(), ids=MQM_HEADERS)
def test_mqm_however_segments_are_called(header: tuple[str | None, ...]) -> None:
    human = parse_mqm(JudgmentFile(mqm_lines(header), "f", "mqm", test_set=TEST_SET))
    assert human.systems == ("a", "b")
    np.testing.assert_allclose(human.for_systems(["a", "b"], 4).values, MQM_VALUES, rtol=1e-15)


def test_mqm_of_one_document_only() -> None:
    """A number within a document is none of the test set's, even where it is not repeated."""
    lines = ["system\tdoc\tdocSegId\trater\tcategory\tseverity", "a\ttalk\t1\tr\tStyle\tMinor"]
    human = parse_mqm(JudgmentFile(lines, "f", "mqm", test_set=TEST_SET))
    assert human.values.tolist()[0][2] == -1.0
    assert human.notes == ("f: segments by document and their number in it, from 1",)
    with pytest.raises(DataError, match=r"^f numbers the segments of every document anew"):
        parse_mqm(JudgmentFile(lines, "f", "mqm"))


def test_mqm_with_columns_that_are_said(tmp_path: Path) -> None:
    content = "engine,n,who,kind,grade\na,1,r,Style,Minor\nb,2,r,Style,Major\n"
    said = {"system": "engine", "segment": "n", "rater": "who", "category": "kind", "severity": "grade"}
    human = recognised(tmp_path, content, "x.csv", columns=said)
    np.testing.assert_array_equal(human.values, [[-1.0, NAN], [NAN, -5.0]])
    with pytest.raises(
        DataError,
        match=r"has no column that could be the category, severity; it has system, segment; say which with "
        r"--human-columns category=…,severity=…",
    ):
        recognised(tmp_path, "system,segment\n", "x.csv", format="mqm")


def test_mqm_is_recognised(tmp_path: Path) -> None:
    """Also as CSV with quoted titles, and as JSON lines; the quotation marks are not the source's."""
    comma = "\n".join(
        ",".join(f'"{field.strip(chr(34))}"' for field in line.replace('""', "").split("\t"))
        for line in mqm_lines(MQM_HEADERS["global"])
    )
    rows = [dict(zip(mqm_lines(MQM_HEADERS["TED"])[0].split("\t"), error, strict=True)) for error in ERRORS]
    objects = "".join(json.dumps(row) + "\n" for row in rows)
    for content, file in ((comma + "\n", "x.csv"), (objects, "x.jsonl")):
        human = recognised(tmp_path, content, file)
        np.testing.assert_allclose(human.values, MQM_VALUES, rtol=1e-15)


# --- Appraise


def appraise(tail: str = "", **changes: Any) -> str:
    row = {
        "judge": "j",
        "system": "a",
        "segment": 1,
        "kind": "TGT",
        "source": "eng",
        "target": "deu",
        "score": 50,
    }
    return ",".join(map(str, (row | changes).values())) + tail


TAILS = {
    "plain": "",
    "times": ",1.5,2.5",
    "times and batch": ",1.5,2.5,7,99",
    "pairwise and batch": ",1.5,2.5,7,99,0",
    "documents": ",news,False",
    "documents and spans": ',news,False,"[{""start_i"":1}]"',
    "documents and times": ",news,True,1.5,2.5",
    "documents, spans and times": ",news,False,[],1.5,2.5",
    "documents, times and batch": ",news,False,1.5,2.5,7,99",
    "documents, spans, times and batch": ",news,False,[],1.5,2.5,7,99",
}


@pytest.mark.parametrize("tail", TAILS.values(), ids=TAILS)
def test_layouts_of_appraise(tmp_path: Path, tail: str) -> None:
    lines = [
        appraise(tail, segment=0, score=40),
        appraise(tail, segment=0, score=60, judge="k"),
        appraise(tail, segment=1, score=70, system="b", kind="CHK"),
        appraise(tail, segment=1, kind="BAD"),
        appraise(tail, segment=1, kind="REF"),
    ]
    human = recognised(tmp_path, "\n".join(lines) + "\n", "x.csv")
    np.testing.assert_array_equal(human.values, [[50.0, NAN], [NAN, 70.0]])
    assert human.notes[-1].endswith("x.csv: left out, attention checks: 2")


def test_a_dump_of_appraise_with_a_header(tmp_path: Path) -> None:
    """Error spans are not quoted in it."""
    header = (
        "taskID,systemID,username,email,groups,segmentID,score,startTime,endTime,durationInSeconds,itemType,"
        "campaignName,documentID,isCompleteDocument,mqm"
    )
    rows = [
        '1,a,j,e,g,1,40,1.0,2.0,1.0,TGT,c,news,False,[{"start_i":1,"end_i":2}]',
        "1,b,j,e,g,3,30,3.0,4.0,1.0,TGT,c,talk,False,[]",
        "1,b,j,e,g,3,20,4.0,5.0,1.0,TGT,c,talk,False,[]",
        "1,b,j,e,g,3,10,5.0,6.0,1.0,BAD,c,talk,False,[]",
    ]
    human = recognised(tmp_path, "\n".join([header, *rows]) + "\n", "dump.csv")
    np.testing.assert_array_equal(human.values, [[NAN, 40.0, NAN, NAN], [NAN, NAN, NAN, 20.0]])
    with pytest.raises(DataError, match=r'^f has no column "systemID"; it has segmentID, itemType, score$'):
        parse_appraise(JudgmentFile(["segmentID,itemType,score", "1,TGT,5"], "f", "x"))


def test_json_lines_of_appraise(tmp_path: Path) -> None:
    shared = {"annotator": "j", "item_type": "TGT", "source_language": "eng", "target_language": "deu"}
    one = shared | {"target_id": "a", "score": 40, "item_id": 1, "document_id": "news", "end_time": 2.0}
    pair = shared | {
        "item_id": 2,
        "document_id": "talk",
        "end_time": 3.0,
        "targets": [{"target_id": "a", "score": 10}, {"target_id": "b", "score": 90}],
    }
    content = "".join(json.dumps(entry) + "\n" for entry in (one, pair))
    human = recognised(tmp_path, content, "x.jsonl")
    np.testing.assert_array_equal(human.values, [[NAN, 40.0, 10.0], [NAN, NAN, 90.0]])
    with pytest.raises(DataError, match=r'^f, line 1: "targets" must be a list of objects$'):
        parse_appraise(JudgmentFile([json.dumps(shared | {"targets": 3})], "f", "x"))


def test_bad_exports_of_appraise() -> None:
    with pytest.raises(
        DataError, match=r"^f, line 1: 8 fields, expected 7, 9, 11, 12 \(judge, system, segment"
    ):
        parse_appraise(JudgmentFile([appraise(",1")], "f", "x"))
    with pytest.raises(DataError, match=r"^f, line 2: 7 fields, expected 9"):
        parse_appraise(JudgmentFile([appraise(",1,2"), appraise()], "f", "x"))


# --- Pearmut


def said(score: object = None, *spans: tuple[str | None, str | None]) -> dict[str, object]:
    return {
        "score": score,
        "error_spans": [{"start_i": 0, "end_i": 1, "category": c, "severity": s} for c, s in spans],
    }


def item(number: int, **changes: object) -> dict[str, object]:
    return {"item_id": TEST_SET.segment_ids[number], "src": SOURCE[number], "tgt": {}} | changes  # type: ignore[index]


def entry(
    annotation: object, *items: object, user: str = "u", item_i: object = 0, **more: object
) -> dict[str, Any]:
    return {"annotation": annotation, "item": list(items), "user_id": user, "item_i": item_i, **more}


LOG = [
    entry([{"a": said(7)}], item(0), item_i="welcome_0"),
    entry([{"a": said(40), "b": said(80)}, {"a": said(None)}], item(0), item(1)),
    entry([{"a": said(60), "b": said(80)}, {"a": said(None)}], item(0), item(1), user="v"),
    entry([{"a": said(1)}], item(2), item_i=1),
    entry([{"a": said(2)}], item(2), item_i=1),
    entry([{"b": said(3)}], item(3), item_i=2),
    {"annotation": "__RESET__", "user_id": "u", "item_i": 2},
    entry([{"b": said(99)}], item(3, validation={"b": {"score": [90, 100]}}), item_i=3),
    entry([{"b": said(None)}], item(3), item_i=4, actions=[{"action": "submit_skip"}]),
]
PEARMUT_VALUES = [[50.0, NAN, 2.0], [80.0, NAN, NAN]]


@pytest.mark.parametrize(
    "content",
    [
        "".join(json.dumps(one) + "\n" for one in LOG),
        json.dumps({"campaign": LOG}),
        json.dumps({"campaign": LOG, "empty": []}, indent=2),
        json.dumps(LOG, indent=2),
    ],
    ids=["log", "dashboard", "dashboard, indented", "list"],
)
def test_pearmut(tmp_path: Path, content: str) -> None:
    for human in (
        recognised(tmp_path, content, "x.json"),
        recognised(tmp_path, content, "x.json", format="pearmut"),
    ):
        assert human.systems == ("a", "b")
        np.testing.assert_array_equal(human.values, PEARMUT_VALUES)
        notes = [note.partition("x.json: ")[2] for note in human.notes]
        assert notes == [
            "left out, entries that were reset or submitted again: 2",
            "left out, tutorials and attention checks: 2",
            "left out, skipped items: 1",
            "segments by the test set's identifiers",
            "2 translations rated more than once, of which the mean over raters counts",
            "left out, rows without a score: 2",
        ]


def test_pearmut_by_source() -> None:
    log = [
        entry([{"a": said(5)}], item(1, item_id="cs-de_#_x_#_1")),
        entry([{"a": said(6)}], {"src": "vier"}, item_i=1),
    ]
    human = parse_pearmut(JudgmentFile([json.dumps(one) for one in log], "f", "x", test_set=TEST_SET))
    np.testing.assert_array_equal(human.values, [[NAN, 5.0, NAN, 6.0]])


def test_pearmut_without_items() -> None:
    """Old logs have the number of the item alone."""
    log = [{"user_id": "u", "item_i": k, "annotation": {"a": said(10 * k), "b": said(5)}} for k in range(3)]
    human = parse_pearmut(JudgmentFile([json.dumps(one) for one in log], "f", "x", test_set=TEST_SET))
    np.testing.assert_array_equal(human.values, [[0.0, 10.0, 20.0], [5.0, 5.0, 5.0]])


def test_pearmut_without_scores() -> None:
    log = [
        entry([{"a": said(None, ("Style", "minor"), ("Accuracy/Omission", "major")), "b": said()}], item(0)),
        entry([{"a": said(None, (None, "neutral"), (None, None))}], item(1), item_i=1),
    ]
    lines = [json.dumps(one) for one in log]
    human = parse_pearmut(JudgmentFile(lines, "f", "x", test_set=TEST_SET))
    np.testing.assert_array_equal(human.values, [[-6.0, 0.0], [0.0, NAN]])
    assert human.notes[0] == "f: there are no scores, error spans are weighed as MQM"
    dear = parse_pearmut(JudgmentFile(lines, "f", "x", test_set=TEST_SET, weights=MQMWeights(major=9)))
    assert dear.values[0, 0] == -10.0


@pytest.mark.parametrize(
    ("log", "message"),
    [
        ([], "^f has no judgment at all$"),
        ([entry([{"a": said("good")}], item(0))], "^f, line 1: 'good' is not a score of 'a'$"),
        ([entry([{"a": said({"Fluency": 3})}], item(0))], "^f, line 1: .* is not a score of 'a'$"),
        ([entry([{"a": said(10**400)}], item(0))], "^f, line 1: '10.*' is not a number$"),
        ([entry([{"a": 3}], item(0))], "^f, line 1: the annotation of 'a' is not a JSON object$"),
        ([entry([{}, {}], item(0))], "^f, line 1: 2 annotations of 1 segments$"),
        ([entry([{"a": said(3)}], {})], '^f, line 1: a segment has neither "item_id" nor "src"'),
        ([entry(["x"], item(0))], "^f, line 1: annotations and items must be JSON objects$"),
        ([{"user_id": "u"}], '^f, line 1: there is no "annotation"; an entry has user_id$'),
        (
            [entry([{"a": said(3)}], item(0, item_id="n9", src="neu"))],
            "^f, line 1: no segment of the test set has",
        ),
        ([entry([{" ": said(3)}], item(0))], "^f, line 1: the name of the system is missing$"),
        (
            [entry([{"a": {"score": None, "error_spans": [7]}}], item(0))],
            "^f, line 1: an error span is not a JSON",
        ),
        ([entry([{"a": said(None, ("x", "awful"))}], item(0))], "^f, line 1: unknown severity 'awful'"),
    ],
)
def test_bad_logs_of_pearmut(log: list[Any], message: str) -> None:
    lines = [json.dumps(one) for one in log]
    # An empty line more, so that it is a log and not one value.
    with pytest.raises(DataError, match=message):
        parse_pearmut(JudgmentFile([*lines, ""] if lines else [], "f", "x", test_set=TEST_SET))


def test_campaigns_of_pearmut() -> None:
    several = json.dumps({"w_#_en-cs": [entry([{"a": said(3)}], item(0))], "w_#_en-de": LOG})
    with pytest.raises(
        DataError, match=r"^f has several campaigns, w_#_en-cs, w_#_en-de: download one, or name"
    ):
        parse_pearmut(JudgmentFile([several], "f", "x", test_set=TEST_SET))
    human = parse_pearmut(JudgmentFile([several], "f", "x", test_set=TEST_SET, language_pair="en-cs"))
    np.testing.assert_array_equal(human.values, [[3.0]])


def test_a_log_is_recognised_by_its_first_entries(tmp_path: Path) -> None:
    first = entry([{"a": said(3)}], item(0))
    assert is_pearmut({"one": [first, 7], "none yet": []})
    assert not is_pearmut({"one": [7, first]})
    assert not is_pearmut({"one": [first], "name": "campaign"})
    others: list[Any] = [{}, [], None, {"user_id": "u"}, {"a": {}}]
    assert not any(map(is_pearmut, others))
    # So that what is wrong with a later one is said in words of the format.
    with pytest.raises(DataError, match=r"x\.json: an annotation is not a JSON object$"):
        recognised(tmp_path, json.dumps({"one": [first, 7]}), "x.json")
