"""Documents that judgments name are compared with the test set's, and shifts are told."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pitchpipe.agreement import SegmentScores, Task, read_human
from pitchpipe.agreement.documents import JudgedDocuments
from pitchpipe.errors import DataError
from pitchpipe.text.testset import TestSet
from tests.commands import Run

DOCUMENTS = ["canary", "news.1", "news.1", "news.1", "talk", "talk", "social", "social", "social"]


def judged_set(documents: list[str] | None) -> TestSet:
    lines: list[str | None] = [str(k) for k in range(len(documents or DOCUMENTS))]
    texts = [line for line in lines if line is not None]
    return TestSet(source=texts, references={"ref": lines}, systems={"a": texts}, documents=documents)


def esa(tmp_path: Path, documents: list[str] = DOCUMENTS) -> Path:
    """The judgments of all segments but the first, which is no text."""
    path = tmp_path / "esa.csv"
    rows = [f"j,a,{k},TGT,eng,jpn,{k},{name},False,[],1,2\n" for k, name in enumerate(documents) if k]
    path.write_text("".join(rows))
    return path


def mqm(tmp_path: Path) -> Path:
    path = tmp_path / "mqm.tsv"
    rows = [f"a\t{name}\t{k}\tr\tx\tMinor\n" for k, name in enumerate(DOCUMENTS[1:], 1)]
    path.write_text("system\tdoc\tseg_id\trater\tcategory\tseverity\n" + "".join(rows))
    return path


def test_a_table_whose_texts_lack_the_canary_line(tmp_path: Path) -> None:
    path = esa(tmp_path)
    assert Task.of(judged_set(DOCUMENTS), read_human(path)).human.notes == ()
    without = judged_set(DOCUMENTS[1:])
    message = (
        "esa has segment 3 in document 'news.1', but in the test set it is in 'talk': all are shifted by 1 "
        "segment; say that the first segment is 1 (--first-segment 1)"
    )
    with pytest.raises(DataError, match=re.escape(message)):
        Task.of(without, read_human(path))
    human = Task.of(without, read_human(path, first_segment=1)).human
    assert isinstance(human, SegmentScores)
    assert human.values.tolist() == [[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]]


def test_mqm(tmp_path: Path) -> None:
    human = read_human(mqm(tmp_path))
    assert Task.of(judged_set(DOCUMENTS[1:]), human).human.notes == ()
    with pytest.raises(DataError, match=r"mqm has segment 1 in document 'news.1', .* 'canary'.*is 0 \("):
        Task.of(judged_set(DOCUMENTS), human)


def test_what_cannot_be_compared(tmp_path: Path) -> None:
    human = read_human(esa(tmp_path))
    assert Task.of(judged_set(None), human).human.notes == ()
    (note,) = Task.of(judged_set([f"other.{name}" for name in DOCUMENTS]), human).human.notes
    assert note.startswith("esa: 8 segments of documents that the test set does not name")
    # What files add to a name is no part of it.
    marked = read_human(esa(tmp_path, [f"{name}#incomplete" for name in DOCUMENTS]))
    assert Task.of(judged_set([*DOCUMENTS[:-1], "social#2"]), marked).human.notes == ()


def test_other_documents_are_no_shift(tmp_path: Path) -> None:
    mixed = [*DOCUMENTS[:4], *reversed(DOCUMENTS[4:])]
    with pytest.raises(DataError, match=r"segment 4 in document 'talk', .* 'social': are these"):
        Task.of(judged_set(mixed), read_human(esa(tmp_path)))
    with pytest.raises(DataError, match=r"segment 8 in document 'social', .* it is in none, as there are 8"):
        Task.of(judged_set(DOCUMENTS[:-1]), read_human(esa(tmp_path)))


def test_a_segment_in_two_documents(tmp_path: Path) -> None:
    path = esa(tmp_path)
    path.write_text(path.read_text() + "k,a,2,TGT,eng,jpn,1,talk,False,[],1,2\n")
    with pytest.raises(DataError, match=r"line 9: the same segment number in documents 'news.1' and 'talk'"):
        read_human(path)


@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=6),
    st.integers(-3, 3),
    st.data(),
)
def test_every_shift_that_shows_is_refused(lengths: list[int], shift: int, data: st.DataObject) -> None:
    names = [f"d{k}" for k, length in enumerate(lengths) for _ in range(length)]
    assume(len(names) > max(shift, 0))
    judged = data.draw(st.sets(st.integers(max(shift, 0), len(names) - 1), min_size=1))
    documents = JudgedDocuments(10)
    for segment in judged:
        documents.add(segment - shift, names[segment], "here")
    shows = any(
        not 0 <= segment - shift < len(names) or names[segment - shift] != names[segment]
        for segment in judged
    )
    if not shows:
        assert documents.require_fitting(names, "x") == ()
        return
    with pytest.raises(DataError) as refused:
        documents.require_fitting(names, "x")
    said = re.search(r"shifted by (\d+) segments?; say that the first segment is (-?\d+)", str(refused.value))
    assert said is not None
    # The least shift that puts all right; the true one is among them.
    assert 0 < int(said[1]) <= abs(shift)
    by = 10 - int(said[2])
    assert all(names[segment - shift + by] == names[segment] for segment in judged)


def test_the_command_line(run: Run, tmp_path: Path) -> None:
    rows = [
        {
            "source": "s",
            "references": {"r": f"w{k} x"},
            "systems": {"a": f"w{k} y", "b": "y"},
            "document": name,
        }
        for k, name in enumerate(DOCUMENTS[1:])
    ]
    path = tmp_path / "set.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    human = esa(tmp_path)
    human.write_text(human.read_text() + human.read_text().replace("j,a,", "j,b,"))
    given = ("meta", str(path), "--human", str(human), "-m", "chrf", "--samples", "10")
    refused = run(*given)
    assert (refused.code, "--first-segment 1" in refused.err) == (2, True)
    assert run(*given, "--first-segment", "1").code == 0
    astray = run("meta", str(tmp_path), "--first-segment", "1")
    assert (astray.code, "--first-segment is for a file of judgments" in astray.err) == (2, True)
