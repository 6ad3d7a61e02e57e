"""Errors that people marked, as files have them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitchpipe.agreement import ErrorSpan, SegmentScores, read_human
from pitchpipe.agreement.spans import listed_spans, marked_span

MQM = """system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity
A\td\t1\t1\tr1\tx\tein <v>böser</v> Satz\tAccuracy/Mistranslation\tMajor
A\td\t1\t2\tr1\ty\tgut\tNo-error\tNo-error
B\td\t1\t1\tr1\tx\t<v>Wort</v>\tFluency/Grammar\tMinor
"""
ESA = (
    'j,A,0,TGT,eng,deu,70,doc,False,"[{""start_i"":4,""end_i"":8,""severity"":""minor""},'
    '{""start_i"":""missing"",""end_i"":""missing"",""severity"":""major""}]"\n'
    "j,B,0,TGT,eng,deu,90,doc,False,[]\n"
)


def spans(path: Path, text: str, **options: str) -> list[tuple[object, ...]]:
    path.write_text(text, encoding="utf-8")
    found = read_human(path, **options)  # type: ignore[arg-type]
    assert isinstance(found, SegmentScores)
    return [(s.system, s.segment, s.begin, s.end, s.severity, s.category, s.text) for s in found.spans]


def test_mqm(tmp_path: Path) -> None:
    assert spans(tmp_path / "x.mqm.tsv", MQM, format="mqm") == [
        ("A", 0, 4, 9, "Major", "Accuracy/Mistranslation", "böser"),
        ("B", 0, 0, 4, "Minor", "Fluency/Grammar", "Wort"),
    ]


def test_esa(tmp_path: Path) -> None:
    """What is missing has no place in the translation."""
    assert spans(tmp_path / "esa.csv", ESA, format="esa") == [("A", 0, 4, 9, "minor", "", None)]


@pytest.mark.parametrize(
    "broken", ["[", "{}", "17", '[{""start_i"":4}]', '[{""start_i"":9,""end_i"":4}]', "[1]"]
)
def test_spans_that_are_none(tmp_path: Path, broken: str) -> None:
    text = f'j,A,0,TGT,eng,deu,70,doc,False,"{broken}"\n'
    assert spans(tmp_path / "esa.csv", text, format="esa") == []


def test_marks_within_a_text() -> None:
    assert marked_span("a <v>b c</v> d") == (2, 5, "b c")
    assert marked_span("</v> a <v>") is None
    assert marked_span("<v></v>") == (0, 0, "")


def test_places_in_outputs_that_differ_in_blanks() -> None:
    span = ErrorSpan("A", 0, 4, 9, "major", "", "böser")
    assert span.place_in("ein böser Satz") == (4, 9)
    assert span.place_in(" ein böser Satz") == (5, 10)
    assert span.place_in("ein anderer Satz") is None
    second = ErrorSpan("A", 0, 11, 14, "minor", "", "the")
    assert second.place_in("by the sea, the sun") == (12, 15)
    without = ErrorSpan("A", 0, 4, 99, "major")
    assert without.place_in("ein böser") == (4, 9)
    assert without.place_in("ein") is None


def test_listed_spans_are_of_one_output() -> None:
    (one,) = listed_spans([{"start_i": 0, "end_i": 2, "severity": None, "error_type": "x"}], "A", 3)
    assert (one.system, one.segment, one.severity, one.category) == ("A", 3, "", "x")
    # The last letter is part of a span: one letter begins and ends at the same place.
    (letter,) = listed_spans([{"start_i": 7, "end_i": 7, "severity": "minor"}], "A", 3)
    assert (letter.begin, letter.end) == (7, 8)
