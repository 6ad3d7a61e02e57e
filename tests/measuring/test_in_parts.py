"""Corpora in parts: the same bits however they are cut, the scores of plain ``score``, and faults."""

from __future__ import annotations

import hashlib
import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

import pitchpipe as pp
from pitchpipe.engines.engine import Done, Told
from pitchpipe.engines.local import Local
from pitchpipe.engines.progress import Progress
from pitchpipe.measuring.tables import ScoreTable
from pitchpipe.text.shards import shards as shards_module
from pitchpipe.text.shards import stretches

WORDS = ("the", "a", "cat", "dog", "house", "sees", "runs", "small", "green", "on", "under", "two", "again")
COLUMNS = {"hypothesis": "mt", "reference": "ref", "source": "src", "domain": "genre", "id": "n"}
METRICS = ("bleu", "chrf", "hlepor", "ter")


def rows(number: int) -> list[dict[str, str]]:
    numbers = random.Random(7)
    made = []
    for k in range(number):
        reference = numbers.choices(WORDS, k=numbers.randint(3, 9))
        output = [word if numbers.random() < 0.7 else numbers.choice(WORDS) for word in reference]
        source = " ".join(word.upper() for word in reversed(reference))
        made.append(
            {
                "n": f"s{k}",
                "src": source,
                "ref": " ".join(reference),
                "mt": " ".join(output),
                "genre": "ab"[k % 2],
            }
        )
    return made


ROWS = rows(900)


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stretches, "SIZE", 20_000)
    monkeypatch.setattr(shards_module, "LINES", 100)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    for name, own in (("a", ROWS[:500]), ("b", ROWS[500:])):
        lines = "".join(f"{json.dumps(row)}\n" for row in own)
        (folder / f"{name}.jsonl").write_text(lines, encoding="utf-8")
        for side in ("mt", "ref", "src"):
            (folder / f"{name}.{side}").write_text("".join(f"{row[side]}\n" for row in own), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def plain() -> ScoreTable:
    return pp.score(
        pp.TestSet(
            systems={"hypothesis": [row["mt"] for row in ROWS]},
            references={"reference": [row["ref"] for row in ROWS]},
            source=[row["src"] for row in ROWS],
            domains=[row["genre"] for row in ROWS],
        ),
        METRICS,
        by="domain",
        confidence=95,
        samples=4000,
        segments=True,
    )


def tables(folder: Path) -> pp.TableShards:
    return pp.TableShards.find([str(folder / "*.jsonl")], COLUMNS)


class Backwards:
    """An engine whose parts arrive in the wrong order, in lots of three."""

    workers = 3

    def run(self, job: Callable[[Any], Any], parts: Any, told: Told) -> Any:
        results = {}
        for number in reversed(range(len(parts))):
            results[number] = job(parts[number])
            told(Done(number, results[number], f"w{number % 3}", 0.5))
        yield from (results[number] for number in range(len(parts)))


def facts(table: ScoreTable) -> dict[str, Any]:
    return table.to_dict()


def test_the_same_bits_for_any_parts_workers_and_order(folder: Path) -> None:
    def found(**how: Any) -> dict[str, Any]:
        how = {"engine": Local(1), **how}
        return facts(
            pp.score(tables(folder), METRICS, by="domain", confidence=95, samples=200, seed=3, **how)
        )

    wanted = found()
    assert len(stretches.blocks_of(tables(folder).stretches(Local(1)))) > 5
    assert found(parts=1) == wanted
    assert found(parts=3) == wanted
    assert found(engine=Backwards()) == wanted
    assert found(engine="local", threads=2, parts=4) == wanted


def test_scores_are_those_of_plain_score(folder: Path, plain: ScoreTable) -> None:
    table = pp.score(tables(folder), METRICS, by="domain", engine="local", threads=1)
    assert table.segments == plain.segments == 900
    for system, spec, score in table:
        other = plain[system, spec]
        assert score.score == pytest.approx(other.score, rel=1e-12)
        assert score.signature == other.signature
        assert [group.name for group in score.groups] == ["a", "b"]
        for group, wanted in zip(score.groups, other.groups, strict=True):
            assert group.segments == wanted.segments == 450
            assert group.score == pytest.approx(wanted.score, rel=1e-12)


def test_plain_text_side_by_side_scores_alike(folder: Path, plain: ScoreTable) -> None:
    find = {side: str(folder / f"*.{side}") for side in ("mt", "ref", "src")}
    shards = pp.LineShards.find({"hypothesis": find["mt"]}, {"reference": find["ref"]}, find["src"])
    for system, spec, score in pp.score(shards, METRICS, threads=1):
        assert score.score == pytest.approx(plain[system, spec].score, rel=1e-12)


def test_intervals_agree_with_the_exact_bootstrap(folder: Path, plain: ScoreTable) -> None:
    """The ends of 95 % intervals from 4,000 samples scatter by about a twentieth of a standard error."""
    table = pp.score(tables(folder), METRICS, confidence=95, samples=4000, threads=1)
    for system, spec, score in table:
        other = plain[system, spec].ci
        assert score.ci is not None
        assert other is not None
        error = (other[1] - other[0]) / 3.92
        assert score.ci == pytest.approx(other, abs=0.25 * error)
    assert "intervals: Poisson bootstrap, 4000 samples, seed 12345" in str(table.page().notes)


def test_intervals_of_the_mean_are_calibrated(tmp_path: Path) -> None:
    """The standard error of a mean of known variance: TER of one-word segments is a mean of coins."""
    numbers = random.Random(1)
    lines = [{"hypothesis": numbers.choice("ab"), "reference": "a"} for _ in range(2000)]
    (tmp_path / "a.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in lines), encoding="utf-8")
    score = pp.score(
        pp.TableShards.find([str(tmp_path)], None), "ter", confidence=95, samples=4000, threads=1
    )
    share = score["hypothesis", "ter"].score / 100
    assert score["hypothesis", "ter"].ci is not None
    low, high = score["hypothesis", "ter"].ci
    expected = 2 * 1.96 * 100 * np.sqrt(share * (1 - share) / 2000)
    assert high - low == pytest.approx(expected, rel=0.06)


@pytest.mark.parametrize("style", ["parquet", "tsv"])
def test_segment_scores_are_kept_with_a_manifest(
    folder: Path, tmp_path: Path, plain: ScoreTable, style: Any
) -> None:
    target = tmp_path / "scores"
    table = pp.score(tables(folder), METRICS, segments_to=target, segments_as=style, threads=1)
    manifest = json.loads((target / "_manifest.json").read_text(encoding="utf-8"))
    assert manifest["results"] == facts(table)
    values: dict[str, list[Any]] = {}
    for one in manifest["files"]:
        path = target / one["file"]
        assert hashlib.sha256(path.read_bytes()).hexdigest() == one["sha256"]
        if style == "parquet":
            found = pq.read_table(path).to_pydict()
        else:
            header, *lines = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines())
            found = dict(zip(header, map(list, zip(*lines, strict=True)), strict=True))
        assert len(found["id"]) == one["rows"]
        for title, column in found.items():
            values.setdefault(title, []).extend(column)
    assert values["id"] == [row["n"] for row in ROWS]
    assert list(values) == ["id", *METRICS]
    for spec in METRICS:
        wanted = plain["hypothesis", spec].segments
        assert wanted is not None
        assert np.array_equal(np.array(values[spec], dtype=float), wanted)


def test_a_run_that_is_stopped_goes_on(folder: Path, tmp_path: Path) -> None:
    def run(target: Path, **how: Any) -> ScoreTable:
        return pp.score(
            tables(folder),
            METRICS,
            confidence=90,
            samples=50,
            by="domain",
            segments_to=target,
            threads=1,
            **how,
        )

    whole = run(tmp_path / "whole")
    target = tmp_path / "stopped"

    def stop(progress: Progress) -> None:
        if progress.done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(target, shown=stop)
    kept = sorted(path.name for path in target.glob("segments-*"))
    assert kept == [f"segments-{k:05}.parquet" for k in range(3)]
    assert not (target / "_manifest.json").exists()
    with pytest.raises(pp.DataError, match="has scores already: go on with --resume"):
        run(target)
    heard: list[Progress] = []
    assert facts(run(target, resume=True, shown=heard.append)) == facts(whole)
    assert heard[-1].parts == len(list((tmp_path / "whole").glob("segments-*"))) - 3
    for path in (tmp_path / "whole").rglob("*.*"):
        if path.suffix != ".npz":
            assert (target / path.relative_to(tmp_path / "whole")).read_bytes() == path.read_bytes()
    assert facts(run(target, resume=True)) == facts(whole), "a finished run is read again"
    with pytest.raises(pp.DataError, match="has scores of other files, metrics or options"):
        pp.score(tables(folder), "bleu", segments_to=target, resume=True, threads=1)
    before = (folder / "a.jsonl").stat()
    os.utime(folder / "a.jsonl", ns=(before.st_atime_ns, before.st_mtime_ns + 1))
    with pytest.raises(pp.DataError, match="has scores of other files, metrics or options"):
        run(target, resume=True)
    os.utime(folder / "a.jsonl", ns=(before.st_atime_ns, before.st_mtime_ns))
    (target / "_blocks" / "00000.npz").write_bytes(b"no")
    with pytest.raises(pp.DataError, match="does not hold the sums of a block"):
        run(target, resume=True)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "file").touch()
    with pytest.raises(pp.DataError, match="is there and not empty"):
        run(tmp_path / "other")
    with pytest.raises(pp.ParameterError, match="only a run that keeps"):
        pp.score(tables(folder), "bleu", resume=True)


def test_what_is_corrupt_is_named_or_left_out_and_listed(tmp_path: Path) -> None:
    for name in ("a", "b"):
        lines = [json.dumps({"hypothesis": row["mt"], "reference": row["ref"]}) for row in ROWS[:200]]
        if name == "b":
            lines[150] = "{broken"
        (tmp_path / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    shards = pp.TableShards.find([str(tmp_path)], None)
    with pytest.raises(pp.DataError, match=r"b\.jsonl, line 151: not JSON"):
        pp.score(shards, "bleu", threads=1)
    table = pp.score(shards, "bleu", threads=1, skip_corrupt=True)
    (what,) = table.corrupt
    assert "b.jsonl, line 151: not JSON" in what
    assert 200 <= table.segments < 400
    assert table.to_dict()["corrupt"] == [what]
    assert f"left out, since it could not be read: {what}" in table.page().notes
    assert facts(pp.score(shards, "bleu", threads=1, parts=1, skip_corrupt=True)) == facts(table)
    (tmp_path / "a.jsonl").unlink()
    (tmp_path / "b.jsonl").write_text("{broken\n", encoding="utf-8")
    with pytest.raises(pp.DataError, match="there are no segments to score"):
        pp.score(pp.TableShards.find([str(tmp_path)], "hypothesis=mt"), "bleu", skip_corrupt=True)


def test_missing_references_are_refused_or_left_out(tmp_path: Path) -> None:
    lines = [{"hypothesis": "a b", "reference": "a b"}, {"hypothesis": "c", "reference": None}]
    (tmp_path / "a.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in lines), encoding="utf-8")
    shards = pp.TableShards.find([str(tmp_path)], None)
    with pytest.raises(pp.DataError, match=r"has segments without a reference \(1 of a batch of 2\)"):
        pp.score(shards, "ter")
    table = pp.score(shards, "ter", missing="skip")
    assert (table.segments, table.skipped, table["hypothesis", "ter"].score) == (1, 1, 0.0)


@pytest.mark.parametrize(
    "metric",
    [
        "nist",
        "nist:max_order=2,mteval_zero=false",
        "lr-kb4",
        "meteor:delta=0.7,modules=exact",
        "0.5*nist:scale=9+0.5*lr-kb4",
    ],
)
def test_a_fact_of_all_references_takes_a_pass_of_its_own(folder: Path, metric: str) -> None:
    aligner = pp.aligning.Aligner.train([row["src"] for row in ROWS], [row["ref"] for row in ROWS])
    test_set = pp.TestSet(
        systems={"hypothesis": [row["mt"] for row in ROWS]},
        references={"reference": [row["ref"] for row in ROWS]},
        source=[row["src"] for row in ROWS],
    )
    spec = pp.metrics.get(metric).spec
    wanted = pp.score(test_set, metric, aligner=aligner)["hypothesis", spec]
    with pytest.warns(pp.errors.PitchpipeWarning, match="the corpus is read twice"):
        table = pp.score(tables(folder), metric, aligner=aligner, threads=1)
    found = table["hypothesis", spec]
    assert found.score == pytest.approx(wanted.score, rel=1e-12)
    for name, part in found.parts.items():
        assert part == pytest.approx(wanted.parts[name], rel=1e-12)
    # The digest of references is the same; d_k is a sum, whose last digit depends on the order.
    assert metric.find("lr-kb4") >= 0 or found.signature == wanted.signature
    with pytest.warns(pp.errors.PitchpipeWarning, match="the corpus is read twice"):
        again = pp.score(tables(folder), metric, aligner=aligner, engine=Backwards(), parts=3)
    assert facts(again) == facts(table)


def test_weights_that_were_of_other_references_are_refused(folder: Path) -> None:
    with (
        pytest.warns(pp.errors.PitchpipeWarning, match="the corpus is read twice"),
        pytest.raises(pp.DataError, match="nist was prepared on other references"),
    ):
        pp.score(tables(folder), "nist:info=0123456789ab", threads=1)


@pytest.mark.parametrize(
    ("metric", "message"),
    [
        ("external:scores.txt", "its file has the scores of a whole test set"),
        ("0.5*bleu+0.5*external:scores.txt,scale=1", "external:scores.txt.*: its file has the scores"),
        ('lrscore:lexical="nist:scale=9"', "its part nist:scale=9 estimates a fact of the corpus"),
        ("kendall", "of a corpus in parts they come from a trained model"),
    ],
)
def test_what_cannot_be_done_in_parts_is_refused(folder: Path, metric: str, message: str) -> None:
    with pytest.raises(pp.PitchpipeError, match=message):
        pp.score(tables(folder), metric, threads=1)


def test_what_is_missing_is_told_first(folder: Path) -> None:
    bare = pp.TableShards.find([str(folder / "*.jsonl")], "hypothesis=mt")
    with pytest.raises(pp.DataError, match="there is no reference to score against"):
        pp.score(bare, "bleu", threads=1)
    with pytest.raises(pp.DataError, match="which domain each segment belongs to"):
        pp.score(
            pp.TableShards.find([str(folder / "*.jsonl")], "hypothesis=mt,reference=ref"),
            "bleu",
            by="domain",
            threads=1,
        )
    with pytest.raises(pp.ParameterError, match="an engine is for a corpus in files"):
        pp.score(pp.TestSet(systems={"a": ["a"]}, references={"r": ["a"]}), engine="local")
    with pytest.raises(pp.ParameterError, match="go to a folder: segments_to="):
        pp.score(tables(folder), "bleu", segments=True)
