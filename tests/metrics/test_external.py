"""Scores from elsewhere."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pitchpipe as pp
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics import External, Metric, get

SEGMENTS = 3
TEXTS = ["a", "b", "c"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with scores of two systems in three shapes."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.txt").write_text("1\n2\n6\n")
    (tmp_path / "both.tsv").write_text("x\t1\nx\t2\nx\t6\ny\t0.5\ny\t-1\ny\t1e1\n")
    (tmp_path / "x.scores").write_text("1\n2\n6\n")
    (tmp_path / "y.scores").write_text("0.5\n-1\n1e1\n")
    return tmp_path


def table(metric: str | Metric) -> pp.ScoreTable:
    test_set = pp.TestSet(systems={"x": TEXTS, "y": TEXTS}, references={"r": list(TEXTS)})
    return pp.score(test_set, [metric], segments=True)


@pytest.mark.parametrize("spec", ["external:both.tsv", "external:{system}.scores"])
def test_systems(folder: Path, spec: str) -> None:
    scores = table(spec)
    assert scores["x", spec].score == 3.0
    assert scores["y", spec].score == pytest.approx(9.5 / 3)
    np.testing.assert_array_equal(scores["y", spec].segments, [0.5, -1.0, 10.0])
    assert scores["x", spec].parts == {"segments": 3}


def test_one_system(folder: Path) -> None:
    metric = External(file="one.txt")
    assert metric.corpus_score(TEXTS, [TEXTS]).score == 3.0
    np.testing.assert_array_equal(metric.segment_scores(TEXTS, [TEXTS]), [1.0, 2.0, 6.0])
    (folder / "named.tsv").write_text("x\t1\nx\t2\nx\t6\n")
    assert External(file="named.tsv").corpus_score(TEXTS, [TEXTS]).score == 3.0


def test_direction_and_scale(folder: Path) -> None:
    assert External(file="one.txt").higher_is_better is True
    assert External(file="one.txt", lower=True).higher_is_better is False
    scores = np.array([0.0, 0.25, 1.0])
    np.testing.assert_allclose(External(file="x", scale=1.0).gain(scores), [0, 25, 100])
    np.testing.assert_allclose(External(file="x", scale=1.0, lower=True).gain(scores), [100, 75, 0])
    with pytest.raises(ParameterError, match="say the best possible number"):
        External(file="x").gain(scores)


def test_mixed_with_others(folder: Path) -> None:
    mixture = get("0.5*external:one.txt,scale=10+0.5*wer")
    assert mixture.corpus_score(TEXTS, [TEXTS]).score == pytest.approx(0.5 * 30 + 0.5 * 100)


def test_the_signature_says_which_numbers(folder: Path) -> None:
    metric = External(file="one.txt")
    before = metric.corpus_score(TEXTS, [TEXTS]).signature
    assert "|digest:" in before
    assert metric.corpus_score(TEXTS, [TEXTS]).signature == before
    (folder / "one.txt").write_text("1\n2\n7\n")
    assert metric.corpus_score(TEXTS, [TEXTS]).signature != before


def test_a_given_digest_is_checked(folder: Path) -> None:
    with pytest.raises(DataError, match="does not hold the scores of digest 0000"):
        External(file="one.txt", digest="0000").corpus_score(TEXTS, [TEXTS])
    prepared = External(file="one.txt")
    again = pp.metrics.from_signature(prepared.corpus_score(TEXTS, [TEXTS]).signature)
    assert again.corpus_score(TEXTS, [TEXTS]).score == 3.0


@pytest.mark.parametrize(
    ("contents", "says"),
    [
        ("1\n2\n", "has 2 scores, but there are 3"),
        ("1\n2\n3\n4\n", "has 4 scores, but there are 3"),
        ("1\ntwo\n3\n", "line 2: 'two' is not a number"),
        ("1\n\n3\n", "line 2: '' is not a number"),
        ("1\nnan\n3\n", "line 2: 'nan' is not a number"),
        ("1\ninf\n3\n", "line 2: 'inf' is not a number"),
        ("x\t1\ny\t2\nz\t3\n", "has no scores of system"),
    ],
)
def test_bad_files(folder: Path, contents: str, says: str) -> None:
    (folder / "bad.txt").write_text(contents)
    with pytest.raises(DataError, match=says):
        External(file="bad.txt").corpus_score(TEXTS, [TEXTS])


def test_missing(folder: Path) -> None:
    with pytest.raises(DataError, match=r"none\.txt"):
        External(file="none.txt").corpus_score(TEXTS, [TEXTS])
    with pytest.raises(ParameterError, match="external:FILE"):
        External()
    (folder / "one_system.tsv").write_text("x\t1\nx\t2\nx\t3\n")
    with pytest.raises(DataError, match="no scores of system 'y': there are x"):
        table("external:one_system.tsv")


def test_there_are_none_for_pairs(folder: Path) -> None:
    with pytest.raises(ParameterError, match="not for pairs"):
        External(file="one.txt").matrix(TEXTS, ["a", "b"])
