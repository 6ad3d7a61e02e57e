"""Scores from elsewhere."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import pitchpipe as pp
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics import External, Metric, get
from pitchpipe.text.scores import ScoreFile

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


COMET = [[0.25, 0.5, 0.9], [0.125, 0.75, 1.0]]


def comet_text(*names: str) -> str:
    """What comet-score prints: the systems of a segment, segment by segment, then whole systems."""
    lines = [
        f"{name}\tSegment {i}\tscore: {numbers[i]:.4f}"
        for i in range(SEGMENTS)
        for name, numbers in zip(names, COMET, strict=True)
    ]
    lines += [f"{name}\tscore: 0.5000" for name in names]
    return "\n".join([*lines, "Predictions saved in: comet.json."]) + "\n"


def comet_json(*names: str) -> str:
    records = [[{"src": "s", "mt": t, "COMET": x} for t, x in zip(TEXTS, row, strict=True)] for row in COMET]
    return json.dumps(dict(zip(names, records, strict=True)), indent=4)


def test_comet(folder: Path) -> None:
    (folder / "scores.txt").write_text(comet_text("out/x.txt", "out/y.txt"))
    (folder / "scores.json").write_text(comet_json("out/x.txt", "out/y.txt"))
    for spec in ("comet:scores.txt", "comet:scores.json"):
        scores = table(spec)
        assert scores["x", spec].score == pytest.approx(0.55)
        np.testing.assert_array_equal(scores["y", spec].segments, COMET[1])
        assert str(scores["y", spec]) == "COMET = 0.6250"
        assert scores["x", spec].to_dict()["score"] == np.mean(COMET[0])
    assert get("comet:scores.json") == External(file="scores.json", label="COMET", scale=1.0)
    assert get("comet:scores.json").spec == "comet:scores.json"
    assert get("comet", file="scores.json", name="XCOMET").label == "XCOMET"


def test_metricx(folder: Path) -> None:
    """JSON lines with predictions; lower is better, and the system may be named."""
    records = [
        {"hypothesis": t, "reference": "r", "prediction": 5 * x, "system_id": system}
        for system, row in zip("xy", COMET, strict=True)
        for t, x in zip(TEXTS, row, strict=True)
    ]
    (folder / "all.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    for system, k in (("x", 0), ("y", 3)):
        some = [{**record} for record in records[k : k + 3]]
        for record in some:
            del record["system_id"]
        (folder / f"{system}.jsonl").write_text("\n".join(map(json.dumps, some)))
    for spec in ("metricx:all.jsonl", "metricx:{system}.jsonl"):
        metric = get(spec)
        assert metric.higher_is_better is False
        scores = table(spec)
        assert scores["y", spec].score == pytest.approx(5 * 0.625)
        np.testing.assert_allclose(metric.gain(np.array([0.0, 5.0, 25.0])), [100, 80, 0])
        assert str(scores["y", spec]) == "MetricX = 3.125"


def test_bleurt(folder: Path) -> None:
    (folder / "bleurt.txt").write_text("0.5\n0.25\n1.0625\n")
    score = get("bleurt:bleurt.txt").corpus_score(TEXTS, [TEXTS])
    assert (score.title, score.higher_is_better, str(score)) == ("BLEURT", True, "BLEURT = 0.6042")


@pytest.mark.parametrize(
    ("content", "scores"),
    [
        ("[1, 2.5, -3]", [1, 2.5, -3]),
        ('{"any": [1, 2, 3]}', [1, 2, 3]),
        ('[{"score": 1}, 2, {"COMET": 3}]', [1, 2, 3]),
        ('{"score": 1}\n{"score": 2}\n{"prediction": 3}\n', [1, 2, 3]),
        ("Segment 0\tscore: 1\nSegment 1\tscore: 2\nSegment 2\tscore: 3\nscore: 2\n", [1, 2, 3]),
        ("a\tSegment 0\tscore: 1\tvariance: 9\na\tSegment 1\tscore: 2\na\tSegment 2\tscore: 3\n", [1, 2, 3]),
    ],
)
def test_other_shapes(folder: Path, content: str, scores: list[float]) -> None:
    (folder / "s").write_text(content)
    np.testing.assert_array_equal(External(file="s").segment_scores(TEXTS, [TEXTS]), scores)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("[1, 2]", "has 2 scores, but there are 3"),
        ("[1, NaN, 3]", "score 2: nan is not a number"),
        ("[1, 1e999, 3]", "score 2: inf is not a number"),
        ('[1, "2", 3]', "score 2: '2' is not a number"),
        ("[1, true, 3]", "score 2: True is not a number"),
        ("[1, null, 3]", "score 2: None is not a number"),
        (f"[1, {'9' * 400}, 3]", "score 2: 9+… is not a number"),
        ("[1, 2", "line 1: not JSON"),
        ('{"a": 1, "b": 2}', "no list of scores of a, but 1"),
        ('[{"mt": "a"}]', "score 1: no score; it is expected as one of 'score', 'prediction', 'COMET'"),
        ('[{"score": 1, "COMET": 2}]', "score 1: 2 scores instead of one"),
        ('{"score": 1}\n{"score": }\n', "line 2: not JSON"),
        ('{"score": 1}\n{}\n', "line 2: no score"),
        # Nobody could tell which of the two is meant.
        ('{"a": [1, 2, 3], "a": [4, 5, 6]}', 'the key "a" occurs twice'),
        ('{"score": 1}\n{"score": 1, "score": 2}\n', 'line 2: the key "score" occurs twice'),
        ("[" * 100_000, "not JSON"),
        ("a\tSegment 0\tscore: 1\na\tSegment 2\tscore: 1\n", "line 2: segment 2 of a, but 1 is next"),
        ("a\tSegment 0\tscore: 1\nGPU available\n", "line 2: 'GPU available' is no score as COMET"),
        ("a\tSegment 0\tscore: nan\n", "line 1: 'nan' is not a number"),
        ("a\tscore: 1\n", "of whole systems only: run comet-score without --quiet"),
    ],
)
def test_bad_outputs(folder: Path, content: str, says: str) -> None:
    (folder / "bad").write_text(content)
    with pytest.raises(DataError, match=says):
        External(file="bad").corpus_score(TEXTS, [TEXTS])


@pytest.mark.parametrize(
    ("names", "systems"),
    [
        (("x", "y"), ("x", "y")),
        (("out/x.en", "out/y.en"), ("x.en", "y.en")),
        (("out/x.en.gz", "out/y.en.gz"), ("x.en", "y.en")),
        (("out/x.txt", "out/y.txt"), ("x", "y")),
        (("x", "y"), ("x.en", "y.en")),
        (("a/out.en", "b/out.en"), ("a/out.en", "b/out.en")),
        (("/all/a/out.en", "/all/b/out.en"), ("a/out.en", "b/out.en")),
    ],
)
def test_names_of_systems(folder: Path, names: tuple[str, str], systems: tuple[str, str]) -> None:
    (folder / "scores.json").write_text(comet_json(*names))
    found = ScoreFile.read("scores.json").of(reversed(systems))
    np.testing.assert_array_equal(found, COMET[::-1])


@pytest.mark.parametrize(
    ("names", "systems", "says"),
    [
        (("x", "y"), ("x", "z"), "scores.json has no scores of system 'z': there are x, y"),
        (("a/x", "b/x"), ("x",), "system 'x' may be any of a/x, b/x"),
        (("x", "y"), ("x.en", "x.de"), "the scores of 'x' may be those of 'x.en' and 'x.de'"),
        (("x.de", "y.de"), ("x.en", "y.en"), "no scores of system 'x.en': there are x.de, y.de"),
        (("x", "y"), ("",), "no scores of system '': there are x, y"),
    ],
)
def test_unclear_names(folder: Path, names: tuple[str, str], systems: tuple[str, ...], says: str) -> None:
    (folder / "scores.json").write_text(comet_json(*names))
    with pytest.raises(DataError, match=says):
        ScoreFile.read("scores.json").of(systems)


@pytest.mark.parametrize("name", ["comet", "metricx", "bleurt"])
def test_neural_metrics_say_how_to_get_their_scores(name: str) -> None:
    with pytest.raises(ParameterError, match=f"^{name} is not computed here: .* as {name}:scores") as caught:
        get(name)
    assert "command:PROGRAM" in str(caught.value)


def test_the_decimals_fit_the_scale(folder: Path) -> None:
    small, large = np.array([0.5, 1.1]), np.array([0.5, 80.0])
    assert [External(file="x").further_decimals(scores) for scores in (small, large)] == [2, 0]
    scales = {1.0: 2, 100.0: 0, 25.0: 1, 1000.0: 0, 1e-12: 13}
    assert {s: External(file="x", scale=s).further_decimals(large) for s in scales} == scales
    assert External(file="x").further_decimals(np.zeros(0)) == 0


def test_there_are_none_for_pairs(folder: Path) -> None:
    with pytest.raises(ParameterError, match="not for pairs"):
        External(file="one.txt").matrix(TEXTS, ["a", "b"])
