"""Candidate lists in files: what is chosen is what would be chosen from all of them, however they are cut."""

from __future__ import annotations

import gzip
import hashlib
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pitchpipe as pp
from pitchpipe.choosing.in_parts import ChosenInParts
from pitchpipe.engines.engine import Done, Told
from pitchpipe.engines.local import Local
from pitchpipe.engines.progress import Progress
from pitchpipe.nbest import shards as list_shards
from pitchpipe.text.shards import line_sequence, stretches

WORDS = ("the", "a", "cat", "dog", "house", "sees", "runs", "small", "green", "on", "under", "two", "again")
WEIGHTS = {"lm": 0.5, "tm": -0.2}


def lists(number: int) -> tuple[list[list[dict[str, Any]]], list[str]]:
    """Candidates of segments, one to nine each, and references."""
    numbers = random.Random(11)
    segments, references = [], []
    for _ in range(number):
        reference = numbers.choices(WORDS, k=numbers.randint(3, 9))
        references.append(" ".join(reference))
        segments.append(
            [
                {
                    "text": " ".join(
                        w if numbers.random() < 0.7 else numbers.choice(WORDS) for w in reference
                    ),
                    "features": {"lm": numbers.uniform(-9, 0), "tm": numbers.uniform(-9, 0)},
                    "total": numbers.uniform(-9, 0),
                }
                for _ in range(numbers.randint(1, 9))
            ]
        )
    return segments, references


SEGMENTS, REFERENCES = lists(120)


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stretches, "SIZE", 7_000)
    monkeypatch.setattr(list_shards, "BATCH", 2_000)
    monkeypatch.setattr(line_sequence, "EVERY", 16)


def moses(segments: list[Any], first: int) -> str:
    return "".join(
        f"{number} ||| {one['text']} ||| lm= {one['features']['lm']!r} tm= {one['features']['tm']!r} "
        f"||| {one['total']!r}\n"
        for number, own in enumerate(segments, first)
        for one in own
    )


def candidate_lines(segments: list[Any], first: int) -> str:
    rows = ((number, one) for number, own in enumerate(segments, first) for one in own)
    return "".join(json.dumps({"segment": number, **one}) + "\n" for number, one in rows)


def segment_lines(segments: list[Any], _first: int) -> str:
    return "".join(json.dumps({"candidates": own, "doc": "x"}) + "\n" for own in segments)


def table(segments: list[Any], first: int) -> str:
    rows = (
        f"{number}\t{one['text']}\t{one['features']['lm']!r}\t{one['features']['tm']!r}\t{one['total']!r}\n"
        for number, own in enumerate(segments, first)
        for one in own
    )
    return "segment\ttext\tlm\ttm\ttotal\n" + "".join(rows)


def document(segments: list[Any], _first: int) -> str:
    return json.dumps([{"candidates": own} for own in segments], indent=1)


def files(folder: Path, write: Callable[[list[Any], int], str], *, goes_on: bool) -> pp.ListShards:
    """Lists in three files, the second of them compressed."""
    folder.mkdir(exist_ok=True)
    for name, begin, end in (("a", 0, 50), ("b", 50, 51), ("c", 51, 120)):
        content = write(SEGMENTS[begin:end], begin if goes_on else 0).encode()
        (folder / f"{name}.nbest").write_bytes(gzip.compress(content) if name == "b" else content)
    return pp.ListShards.find(str(folder / "*.nbest"))


@pytest.fixture
def references(tmp_path: Path) -> str:
    (tmp_path / "1.ref").write_text("".join(f"{line}\n" for line in REFERENCES[:47]), encoding="utf-8")
    rest = "".join(f"{line}\n" for line in REFERENCES[47:]).encode()
    (tmp_path / "2.ref").write_bytes(gzip.compress(rest))
    return str(tmp_path / "*.ref")


NBEST = pp.NBest.of(
    [[one["text"] for one in own] for own in SEGMENTS],
    {name: [one["features"][name] for own in SEGMENTS for one in own] for name in WEIGHTS},
    [one["total"] for own in SEGMENTS for one in own],
)


class Backwards:
    """An engine whose parts arrive in the wrong order."""

    workers = 3

    def run(self, job: Callable[[Any], Any], parts: Any, told: Told) -> Any:
        results = {number: job(parts[number]) for number in reversed(range(len(parts)))}
        for number in results:
            told(Done(number, results[number], "w", 0.5))
        yield from (results[number] for number in range(len(parts)))


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}


def chosen_texts(folder: Path) -> list[str]:
    manifest = json.loads((folder / "_manifest.json").read_text(encoding="utf-8"))
    lines: list[str] = []
    for one in manifest["files"]:
        data = (folder / one["file"]).read_bytes()
        assert hashlib.sha256(data).hexdigest() == one["sha256"]
        own = data.decode().splitlines()
        assert len(own) == one["rows"]
        lines += own
    assert len(manifest["files"]) > 5
    return lines


@pytest.mark.parametrize("goes_on", [False, True])
@pytest.mark.parametrize("write", [moses, candidate_lines, segment_lines, table])
def test_lists_are_read_between_segments(tmp_path: Path, write: Any, goes_on: bool) -> None:
    shards = files(tmp_path / "lists", write, goes_on=goes_on)
    found = shards.stretches(Local(1))
    assert len(found) > 5
    assert [one.first for one in found] == [sum(o.segments for o in found[:k]) for k in range(len(found))]
    texts: list[list[str]] = []
    for stretch in found:
        for nbest in shards.batches(stretch):
            assert nbest.names == ("lm", "tm")
            every = nbest.texts.list()
            texts += [every[a:b] for a, b in zip(nbest.offsets, nbest.offsets[1:], strict=False)]
    assert texts == [[one["text"] for one in own] for own in SEGMENTS]


def test_a_segment_as_long_as_several_pieces_is_not_cut(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(stretches, "SIZE", 50)
    monkeypatch.setattr(list_shards, "BATCH", 1)
    sizes = (2, 40, 1, 17)
    lines = "".join(f"{s} ||| w{k} ||| f= {k}\n" for s, size in enumerate(sizes) for k in range(size))
    (tmp_path / "a").write_text(f"\ufeff{lines}", encoding="utf-8")
    shards = pp.ListShards.find(str(tmp_path / "a"))
    read = [one for stretch in shards.stretches(Local(1)) for one in shards.batches(stretch)]
    assert [len(one) for one in read] == list(sizes)


@pytest.mark.parametrize("write", [moses, document])
def test_minimum_risk_is_that_of_the_whole_list(tmp_path: Path, write: Any) -> None:
    shards = files(tmp_path / "lists", write, goes_on=False)
    wanted = pp.mbr(NBEST, "bleu", posterior="total", temperature=3.0)

    def run(name: str, **how: Any) -> ChosenInParts:
        how = {"engine": Local(1), **how}
        return pp.mbr(shards, "bleu", posterior="total", temperature=3.0, to=tmp_path / name, **how)

    found = run("one")
    assert (found.segments, found.signature) == (120, wanted.signature)
    if write is moses:
        assert chosen_texts(tmp_path / "one") == wanted.texts
        run("two", parts=2)
        run("many", engine="local", threads=2, parts=5)
        run("backwards", engine=Backwards())
        for other in ("two", "many", "backwards"):
            assert content(tmp_path / other) == content(tmp_path / "one")
    assert str(found).startswith(f"120 segments in {tmp_path / 'one'}")


def test_numbers_of_choices_are_kept_too(tmp_path: Path) -> None:
    shards = files(tmp_path / "lists", segment_lines, goes_on=False)
    wanted = pp.mbr(NBEST, "chrf")
    pp.mbr(shards, "chrf", to=tmp_path / "json", style="json", threads=1)
    lines = [json.loads(line) for line in chosen_texts(tmp_path / "json")]
    assert [line["number"] for line in lines] == list(range(120))
    assert all(line["segment"] == {"doc": "x"} for line in lines)
    assert [line["chosen"] for line in lines] == [one["chosen"] for one in wanted.segments()]
    assert [line["expected"] for line in lines] == [one["expected"] for one in wanted.segments()]
    pp.rerank(shards, WEIGHTS, to=tmp_path / "tsv", style="tsv", threads=1)
    first = (tmp_path / "tsv" / "chosen-00001.tsv").read_text(encoding="utf-8").splitlines()
    assert first[0] == "segment\tcandidate\ttotal\ttext"
    segment, candidate, total, text = first[1].split("\t")
    ranked = pp.rerank(NBEST, WEIGHTS).to_dict()["segments"][int(segment)]
    assert (int(candidate), float(total), text) == (ranked["chosen"], ranked["total"], ranked["text"])


@pytest.mark.parametrize("metric", ["bleu", "nist"])
def test_reranked_lists_are_scored_before_and_after(tmp_path: Path, references: str, metric: str) -> None:
    shards = files(tmp_path / "lists", table, goes_on=True)
    wanted = pp.rerank(NBEST, WEIGHTS)
    before, after = wanted.scores([REFERENCES], metric)
    with pytest.warns(pp.errors.PitchpipeWarning) if metric == "nist" else _nothing():
        found = pp.rerank(
            shards, WEIGHTS, to=tmp_path / "out", references=[references], metrics=[metric], threads=1
        )
    assert chosen_texts(tmp_path / "out") == wanted.texts
    ((first, last),) = found.scores
    assert (first.score, last.score) == pytest.approx((before.score, after.score), rel=1e-12)
    assert last.signature == after.signature
    assert after.signature in str(found)


def _nothing() -> Any:
    from contextlib import nullcontext

    return nullcontext()


@pytest.mark.parametrize("metric", ["bleu", "ter", "lr-kb4"])
def test_oracles_are_those_of_the_whole_list(tmp_path: Path, references: str, metric: str) -> None:
    shards = files(tmp_path / "lists", candidate_lines, goes_on=True)
    resources = pp.Resources()
    (tmp_path / "all.src").write_text("".join(f"{line}\n" for line in REFERENCES), encoding="utf-8")
    against: Any = [REFERENCES]
    if metric == "lr-kb4":
        resources = pp.Resources(aligner=pp.aligning.Aligner.train(REFERENCES, REFERENCES))
        against = NBEST.batch([REFERENCES], sources=REFERENCES, resources=resources)
    wanted = pp.oracle(NBEST, against, metric, restarts=1)

    def run(name: str | None, **how: Any) -> Any:
        to = None if name is None else tmp_path / name
        source = str(tmp_path / "all.src")
        how = {"threads": 1, **how}
        return pp.oracle(
            shards, [references], metric, restarts=1, to=to, source=source, resources=resources, **how
        )

    context = pytest.warns(pp.errors.PitchpipeWarning) if metric == "lr-kb4" else _nothing()
    with context:
        found = run("one")
    assert chosen_texts(tmp_path / "one") == wanted.texts
    every = wanted.to_dict()
    del every["segments"]
    assert found.to_dict() == {**every, "corrupt": []}
    if metric == "bleu":
        run("two", engine=Backwards(), parts=3)
        assert content(tmp_path / "two") == content(tmp_path / "one")
        assert run(None).to_dict() == found.to_dict()


def test_a_run_that_is_stopped_goes_on(tmp_path: Path, references: str) -> None:
    shards = files(tmp_path / "lists", moses, goes_on=True)

    def reranked(name: str, **how: Any) -> Any:
        return pp.rerank(shards, WEIGHTS, to=tmp_path / name, references=[references], threads=1, **how)

    def best(name: str, **how: Any) -> Any:
        return pp.oracle(shards, [references], to=tmp_path / name, threads=1, **how)

    def stop(progress: Progress) -> None:
        if progress.done == 3:
            raise KeyboardInterrupt

    for number, run in enumerate((reranked, best)):
        whole = run(f"whole{number}")
        with pytest.raises(KeyboardInterrupt):
            run(f"stopped{number}", shown=stop)
        assert not (tmp_path / f"stopped{number}" / "_manifest.json").exists()
        with pytest.raises(pp.DataError, match="has choices already: go on with --resume"):
            run(f"stopped{number}")
        heard: list[Progress] = []
        again = run(f"stopped{number}", resume=True, shown=heard.append)
        assert heard[-1].parts < len(list((tmp_path / f"whole{number}").glob("chosen-*")))
        assert again.to_dict() == whole.to_dict()
        assert content(tmp_path / f"stopped{number}") == content(tmp_path / f"whole{number}")
        assert run(f"stopped{number}", resume=True).to_dict() == whole.to_dict()
    with pytest.raises(pp.DataError, match="has choices of other files, metrics or options"):
        pp.rerank(shards, {"lm": 1, "tm": 1}, to=tmp_path / "whole0", threads=1, resume=True)
    (tmp_path / "whole1" / "_blocks" / "00000.npz").write_bytes(b"no")
    with pytest.raises(pp.DataError, match="does not hold the rows of a block"):
        best("whole1", resume=True)


def test_what_is_corrupt_is_named_or_left_out_and_listed(tmp_path: Path, references: str) -> None:
    shards = files(tmp_path / "lists", candidate_lines, goes_on=True)
    path = tmp_path / "lists" / "a.nbest"
    lines = path.read_text(encoding="utf-8").splitlines()
    broken = next(k for k, line in enumerate(lines) if json.loads(line)["segment"] == 20)
    lines[broken] = "{broken"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    with pytest.raises(pp.DataError, match=rf"a\.nbest, line {broken + 1}: "):
        pp.rerank(shards, WEIGHTS, to=tmp_path / "one", threads=1)
    found = pp.rerank(shards, WEIGHTS, to=tmp_path / "two", style="json", threads=1, skip_corrupt=True)
    (what,) = found.corrupt
    assert f"line {broken + 1}" in what
    kept = [json.loads(line) for line in chosen_texts(tmp_path / "two")]
    assert 60 < len(kept) == found.segments < 120
    wanted = pp.rerank(NBEST, WEIGHTS).texts
    assert all(wanted[line["number"]] == line["text"] for line in kept)
    assert f"left out, since it could not be read: {what}" in str(found)
    best = pp.oracle(shards, [references], to=tmp_path / "best", threads=1, skip_corrupt=True)
    assert best.corrupt == found.corrupt
    assert f"left out, since it could not be read: {what}" in str(best)
    assert len(chosen_texts(tmp_path / "best")) == found.segments
    (tmp_path / "lists" / "b.nbest").write_bytes(b"\x1f\x8bno")
    assert len(pp.rerank(shards, WEIGHTS, to=tmp_path / "four", threads=1, skip_corrupt=True).corrupt) == 2


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["0 ||| a ||| f= 1", "2 ||| b ||| f= 1"], "segment 1 has no candidates"),
        (["0 ||| a ||| f= 1", "1 ||| b ||| f= 1", "0 ||| c ||| f= 1"], "comes after segment 1"),
        (["3 ||| a ||| f= 1"], "begins with segment 3: the segments of a file are numbered from 0"),
        (["0 ||| a ||| f= 1", "1 ||| b ||| g= 1"], "feature"),
        (["no list"], "not an n-best list"),
        ([""], "an empty line"),
        ([], "there are no candidates"),
    ],
)
@pytest.mark.parametrize("size", [9_000, 20])
def test_bad_lists_are_refused(
    tmp_path: Path, lines: list[str], message: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stretches, "SIZE", size)
    (tmp_path / "a.nbest").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    with pytest.raises(pp.DataError, match=message):
        pp.rerank(pp.ListShards.find(str(tmp_path)), {"f": 1.0}, to=tmp_path / "out", threads=1)


def test_what_makes_no_sense_is_refused(tmp_path: Path, references: str) -> None:
    shards = files(tmp_path / "lists", moses, goes_on=True)
    to = tmp_path / "out"
    refused: list[tuple[Callable[[], Any], str]] = [
        (lambda: pp.mbr(shards, to=None), "goes to a folder: -o FOLDER"),  # type: ignore[call-overload]
        (lambda: pp.mbr(shards, "chrf", to=to, style="xml"), "choices are kept as text, tsv, json"),  # type: ignore[call-overload]
        (lambda: pp.mbr(NBEST, "chrf", engine="local"), "engine is for lists in files"),  # type: ignore[call-overload]
        (lambda: pp.mbr(shards, "external:a.txt", to=to), "cannot be"),
        (lambda: pp.mbr(shards, to=to, pseudo_references=NBEST), "their own pseudo-references"),  # type: ignore[call-overload]
        (lambda: pp.mbr(shards, to=to, sources=["a"]), "in files: name them"),  # type: ignore[call-overload]
        (lambda: pp.oracle(shards, [REFERENCES]), "in files: name one for each stream"),  # type: ignore[list-item]
        (lambda: pp.oracle(shards, []), "there is no reference"),
        (lambda: pp.oracle(shards, [references], resume=True), "only a run that keeps what it chooses"),
        (lambda: pp.oracle(shards, [references], "kendall", threads=1), "they come from a trained model"),
        (
            lambda: pp.oracle(shards, [f"{tmp_path}/1.ref"], threads=1),
            "120 segments, but .*1.ref 47 lines",
        ),
        (lambda: pp.rerank(shards, {"no": 1.0}, to=to, threads=1), "no"),
        (lambda: pp.rerank(pp.ListShards.find("no"), {"f": 1.0}, to=to, threads=1), "no: no such file"),
    ]
    for call, message in refused:
        with pytest.raises(pp.PitchpipeError, match=message):
            call()
