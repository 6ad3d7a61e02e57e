"""Unknown keys of JSON lists, handed on with what is chosen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pitchpipe.choosing import mbr, oracle, rerank
from pitchpipe.nbest import NBest, read_nbest, write_nbest
from tests.commands import Run

#: Keys that results have as well, values of all kinds, and none at all.
SEGMENTS: list[dict[str, Any]] = [
    {
        "id": "doc1-3",
        "source": "die Katze saß",
        "chosen": None,
        "candidates": [
            {"text": "a dog ran", "features": {"qe": 0.1}, "model": "x", "text_id": 0},
            {
                "text": "the cat sat",
                "features": {"qe": 0.9},
                "score": -1.25,
                "total_cost": 10**30,
                "model": "é",
            },
            {"text": "the cat sits", "features": {"qe": 0.5}},
        ],
    },
    {"candidates": [{"text": "no", "features": {"qe": 0}}, {"text": "yes", "features": {"qe": 1}}]},
]
CHOSEN = {
    "candidate": {"score": -1.25, "total_cost": 10**30, "model": "é"},
    "segment": {"id": "doc1-3", "source": "die Katze saß", "chosen": None},
}
REFERENCE = ["the cat sat", "yes"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "candidates.json"
    path.write_text(json.dumps(SEGMENTS, indent=2), encoding="utf-8")
    return path


def said(segments: Any) -> list[dict[str, Any]]:
    """What is handed on of each segment, in its order."""
    return [{key: one[key] for key in ("candidate", "segment") if key in one} for one in segments]


def test_results_hand_them_on(path: Path) -> None:
    nbest = read_nbest(path)
    expected = [CHOSEN, {"candidate": {}, "segment": {}}]
    for segments in (
        rerank(nbest, {"qe": 1.0}).to_dict()["segments"],
        list(oracle(nbest, [REFERENCE], "chrf").segments()),
        list(mbr(nbest, "chrf", pseudo_references=[["the cat sat"], ["yes"]]).segments()),
    ):
        # As text, so that the order of keys counts.
        assert json.dumps(said(segments)) == json.dumps(expected)
        assert [one["chosen"] for one in segments] == [1, 1]
    found = mbr(nbest, "chrf")
    assert found.extras.candidate(int(found.chosen[0])) == said(found.segments())[0]["candidate"]
    assert oracle(nbest, [REFERENCE], "chrf").extras is nbest.extras


def test_candidates_without_any_look_as_before(path: Path) -> None:
    plain = NBest.of([["a b", "a"], ["c"]], {"qe": [1, 2, 3]})
    assert set(rerank(plain, {"qe": 1.0}).to_dict()["segments"][0]) == {"chosen", "text", "total"}
    for candidates in (plain, [["a b", "a"], ["c"]]):
        assert set(mbr(candidates, "chrf").to_dict()["segments"][0]) == {"chosen", "text", "expected"}
    nbest = read_nbest(path)
    assert list(rerank(nbest, {"qe": 1.0}).to_frame().columns) == ["segment", "candidate", "total", "text"]


def test_the_list_in_its_new_order_keeps_them(path: Path, tmp_path: Path) -> None:
    ordered = rerank(read_nbest(path), {"qe": 1.0}).sorted()
    write_nbest(ordered, tmp_path / "out.jsonl")
    again = read_nbest(tmp_path / "out.jsonl")
    for nbest in (ordered, again):
        assert nbest.texts.list() == ["the cat sat", "the cat sits", "a dog ran", "yes", "no"]
        assert nbest.extras.candidate(0) == CHOSEN["candidate"]
        assert nbest.extras.candidate(2) == {"model": "x", "text_id": 0}
        assert nbest.extras.segment(0) == CHOSEN["segment"]


def test_commands_write_them(run: Run, path: Path, tmp_path: Path) -> None:
    reference = tmp_path / "ref"
    reference.write_text("\n".join(REFERENCE) + "\n")
    nbest = ("--nbest", str(path))
    calls = {
        "rerank": ("--weights", "qe=1", "--write-nbest", str(tmp_path / "out.jsonl")),
        "mbr": ("--posterior", "qe", "--temperature", "0.01"),
        "oracle": ("-r", str(reference), "-m", "chrf"),
    }
    for verb, options in calls.items():
        content = json.loads(run(verb, *nbest, *options, "--format", "json").out)
        assert json.dumps(said(content["segments"])[0]) == json.dumps(CHOSEN)
    assert read_nbest(tmp_path / "out.jsonl").extras.segment(0) == CHOSEN["segment"]
    assert run("rerank", *nbest, "--weights", "qe=1").out.splitlines() == REFERENCE
    table = run("mbr", *nbest, "--posterior", "qe", "--temperature", "0.01", "--format", "tsv").out
    assert table.splitlines()[0] == "segment\tcandidate\texpected\ttext"
    refused = run("rerank", *nbest, "--weights", "qe=1", "--write-nbest", str(tmp_path / "out.nbest"))
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith("error: Moses' format cannot hold the further keys of the list")
