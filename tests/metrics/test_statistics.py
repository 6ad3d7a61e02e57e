"""Statistics on disk: saved, loaded, merged, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitchpipe import metrics
from pitchpipe.errors import DataError
from pitchpipe.metrics import BLEU, WER, Batch, Statistics, get, merge

REFERENCES = [["a b c d", "e f g", "h i"], ["a b x d", "e g", "i h"]]
SYSTEMS = {"one": ["a b c d", "e f", "h"], "two": ["a c b d", "", "i h j"]}


def statistics(metric: str, *systems: str, segments: slice = slice(None)) -> Statistics:
    batch = Batch.from_streams(
        [line for name in systems for line in SYSTEMS[name][segments]],
        [stream[segments] for stream in REFERENCES],
        systems=systems,
    )
    return Statistics.of(get(metric), batch)


@pytest.mark.parametrize("metric", ["bleu", "chrf++", "ter", "0.5*chrf+0.5*wer"])
def test_there_and_back(tmp_path: Path, metric: str) -> None:
    before = statistics(metric, "one", "two")
    before.save(tmp_path / "some.npz")
    after = Statistics.load(str(tmp_path / "some.npz"))
    assert (after.metric, after.systems, after.nrefs) == (before.metric, ("one", "two"), "2")
    assert len(after) == 6
    np.testing.assert_array_equal(after.owner, before.owner)
    np.testing.assert_array_equal(after.system, before.system)
    for system in (None, "one", "two"):
        assert after.score(system) == before.score(system)


def test_compressed_as_the_suffix_asks(tmp_path: Path) -> None:
    before = statistics("bleu", "one")
    before.save(tmp_path / "some.npz.gz")
    assert (tmp_path / "some.npz.gz").read_bytes()[:2] == b"\x1f\x8b"
    assert Statistics.load(tmp_path / "some.npz.gz").score("one") == before.score("one")


def test_scores_are_those_of_the_texts() -> None:
    found = statistics("chrf", "one", "two")
    for name, hypotheses in SYSTEMS.items():
        assert found.score(name) == get("chrf").corpus_score(hypotheses, REFERENCES)


@pytest.mark.parametrize("metric", ["bleu", "chrf", "0.5*chrf+0.5*wer"])
def test_merged_by_segments(metric: str) -> None:
    whole = statistics(metric, "one", "two")
    parts = [statistics(metric, "one", "two", segments=part) for part in (slice(0, 1), slice(1, 3))]
    merged = merge(parts)
    assert merged.systems == ("one", "two")
    for system in SYSTEMS:
        assert merged.score(system).score == pytest.approx(whole.score(system).score, rel=1e-12)
    # Segments are numbered on: those of the second part follow those of the first.
    assert merged.owner.tolist() == [0, 0, 1, 2, 1, 2]
    assert merged.system.tolist() == [0, 1, 0, 0, 1, 1]


def test_merged_by_systems() -> None:
    merged = merge([statistics("wer", "two"), statistics("wer", "one")])
    assert merged.systems == ("two", "one")
    for system in SYSTEMS:
        assert merged.score(system) == statistics("wer", system).score()


def test_merged_twice() -> None:
    parts = [statistics("bleu", "one", segments=slice(i, i + 1)) for i in range(3)]
    left = merge([merge(parts[:2]), parts[2]])
    right = merge([parts[0], merge(parts[1:])])
    np.testing.assert_array_equal(left.rows(), right.rows())
    np.testing.assert_array_equal(left.owner, right.owner)


def test_numbers_of_references() -> None:
    one = Statistics.of(BLEU(), Batch.from_streams(["a"], [["a"]]))
    two = Statistics.of(BLEU(), Batch.from_streams(["a"], [["a"], ["b"]]))
    assert merge([one, one]).nrefs == "1"
    assert merge([one, two]).nrefs == "var"


def test_without_names() -> None:
    unnamed = Statistics.of(WER(), Batch.from_streams(["a", "b"], [["a", "c"]]))
    assert unnamed.systems == ("",)
    assert unnamed.score() == unnamed.score("")
    assert unnamed.score() == WER(tokenize="13a").corpus_score(["a", "b"], [["a", "c"]])


def test_refused() -> None:
    with pytest.raises(DataError, match="no statistics to merge"):
        merge([])
    with pytest.raises(DataError, match="do not merge: bleu:tokenize=13a, wer:tokenize=13a"):
        merge([statistics("wer", "one"), statistics("bleu", "one")])
    with pytest.raises(DataError, match="no statistics of system 'three'"):
        statistics("bleu", "one").score("three")


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"none.npz: no such file"):
        Statistics.load(tmp_path / "none.npz")
    text = tmp_path / "text.npz"
    text.write_text("the cat\n")
    other = tmp_path / "other.npz"
    np.savez(other, x=np.zeros(3))
    empty = tmp_path / "empty.npz"
    empty.write_bytes(b"")
    foreign = tmp_path / "foreign.npz"
    np.savez(foreign, header=np.array(json.dumps({"format": "something else"})))
    cut = tmp_path / "cut.npz"
    statistics("bleu", "one").save(cut)
    cut.write_bytes(cut.read_bytes()[:-200])
    with pytest.raises(DataError, match="is a directory, not a file"):
        Statistics.load(tmp_path)
    for path in (text, other, empty, foreign, cut):
        with pytest.raises(DataError, match=f"{path.name} is not a file of pitchpipe statistics"):
            Statistics.load(path)


def changed(path: Path, **arrays: Any) -> Path:
    """An archive in which some arrays are others."""
    with np.load(path) as archive:
        content = {name: archive[name] for name in archive.files}
    np.savez(path, **{**content, **{name.replace("__", "."): array for name, array in arrays.items()}})
    return path


@pytest.mark.parametrize(
    ("arrays", "says"),
    [
        ({"measured__values": np.array([[np.nan, 4.0]] * 3)}, "countings must be rows of finite numbers"),
        ({"measured__values": np.array([[1.0, np.inf]] * 3)}, "countings must be rows of finite numbers"),
        ({"measured__values": np.zeros((3, 2), dtype=np.float32)}, "countings must be rows"),
        ({"measured__values": np.zeros(6)}, "countings must be rows"),
        (
            {"measured__values": np.zeros((4, 2))},
            "the countings of a reference|of 4 rows",
        ),
        ({"measured__values": np.zeros((3, 3))}, "rows of ter have 2 columns, not 3"),
        ({"measured__values": np.array([[-1.0, 4.0]] * 3)}, "edits is -1, but it cannot be negative"),
        ({"owner": np.zeros(2, dtype=np.uint32)}, "system is not a number for each of 2 rows"),
        ({"owner": np.array([0, -1, 2])}, "owner is not a number for each of 3 rows"),
        ({"system": np.array([0, 1, 0], dtype=np.uint32)}, "system 1 of 1, counted from 0"),
        ({"measured__starts": np.array([0, 1, 2], dtype=np.int64)}, "countings of a reference"),
        ({"measured__starts": np.array([0, 1, 1, 3], dtype=np.int64)}, "countings of a reference"),
        ({"measured__starts": np.array([0.0, 1.0, 2.0, 3.0])}, "must be whole numbers"),
        ({"measured__starts": np.array([0, 2, 3], dtype=np.int64)}, "countings of 2 rows, but 3 rows"),
    ],
)
def test_files_that_nothing_was_counted_as(tmp_path: Path, arrays: dict[str, Any], says: str) -> None:
    path = tmp_path / "some.npz"
    batch = Batch.from_streams(SYSTEMS["one"], REFERENCES[:1], systems=("one",))
    Statistics.of(get("ter"), batch).save(path)
    assert Statistics.load(path).score("one").score > 0.0
    with pytest.raises(DataError, match=f"some.npz is not a file of pitchpipe statistics: .*({says})"):
        Statistics.load(changed(path, **arrays))


def test_more_matches_than_words(tmp_path: Path) -> None:
    path = tmp_path / "some.npz"
    statistics("0.5*bleu+0.5*chrf", "one").save(path)
    with np.load(path) as archive:
        rows = archive["measured.0.values"].copy()
    rows[1, 0] += 1.0
    with pytest.raises(DataError, match=r"part 0 \(bleu\): matches_1 is 3, but ngrams_1 only 2"):
        Statistics.load(changed(path, measured__0__values=rows))


def test_files_are_written_completely_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "some.npz"
    statistics("bleu", "one").save(path)
    before = path.read_bytes()

    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(DataError, match=r"some\.npz: cannot be written"):
        statistics("bleu", "two").save(path)
    assert [file.name for file in tmp_path.iterdir()] == ["some.npz"]
    assert path.read_bytes() == before


def test_files_of_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "future.npz"
    monkeypatch.setattr(metrics.statistics, "VERSION", 99)
    statistics("bleu", "one").save(path)
    monkeypatch.undo()
    with pytest.raises(DataError, match=r"another version of pitchpipe \(format 99\)"):
        Statistics.load(path)


def test_nothing_is_unpickled(tmp_path: Path) -> None:
    path = tmp_path / "evil.npz"
    header = np.array([{"format": "pitchpipe-statistics"}], dtype=object)
    np.savez(path, allow_pickle=True, header=header)
    with pytest.raises(DataError, match="is not a file of pitchpipe statistics"):
        Statistics.load(path)
