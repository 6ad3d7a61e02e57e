"""``pp.tune`` does what ``pitchpipe tune`` does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import pitchpipe as pp
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.tuning import DevSet, Loop, Reading, Search, Tuned, mert, read_weights, write_weights
from tests.commands import Run
from tests.tuning import decoders

DEV = Path(__file__).parents[2] / "examples" / "llm.dev.jsonl"
REFERENCE = Path(__file__).parents[2] / "examples" / "reference.a.en"
DECODER = "decode {weights} {nbest}"
START = {"logprob": 1.0, "qe": 0.0, "words": 0.0, "length_gap": 0.0}


@pytest.fixture
def references() -> list[str]:
    segments = pp.read_nbest(DEV).segments
    return REFERENCE.read_text(encoding="utf-8").splitlines()[:segments]


def test_a_list_is_tuned_as_by_the_optimiser(references: list[str]) -> None:
    nbest = pp.read_nbest(DEV)
    tuned = pp.tune(nbest, [references], "wer", weights=START, search=Search(restarts=3, seed=7))
    problem = DevSet([references]).problem(nbest, "wer")
    expected = mert.optimise(problem, START, restarts=3, seed=7)
    assert tuned.weights == expected.weights
    assert tuned.begun == START
    assert tuned.provenance == {
        "optimiser": "mert",
        "seed": 7,
        "pitchpipe": pp.__version__,
        "candidates": len(nbest),
        "segments": nbest.segments,
    }


def test_without_weights_all_begin_at_1(references: list[str]) -> None:
    tuned = pp.tune(DEV, [references], "wer", search=Search(restarts=0))
    assert tuned.begun == dict.fromkeys(START, 1.0)


@pytest.mark.parametrize("optimiser", ["mert", "pro", "mira"])
def test_python_and_command_line_agree(
    optimiser: Any, references: list[str], tmp_path: Path, run: Run
) -> None:
    reference, start = tmp_path / "ref", tmp_path / "start.json"
    reference.write_text("\n".join(references) + "\n", encoding="utf-8")
    write_weights(start, START)
    arguments = ["tune", "--nbest", str(DEV), "-r", str(reference), "-m", "chrf", "--weights", str(start)]
    arguments += ["--optimiser", optimiser, "--fix", "words", "--bounds", "qe=0:2", "--seed", "3"]
    done = run(*arguments, "--format", "json")
    search = Search(optimiser, seed=3, fixed=("words",), bounds={"qe": (0.0, 2.0)})
    tuned = pp.tune([DEV], [references], "chrf", weights=start, search=search)
    assert json.loads(done.out) == json.loads(json.dumps(tuned.to_dict()))
    assert done.code == 0


def test_with_a_decoder(tmp_path: Path, run: Run) -> None:
    command = decoders.make(tmp_path)
    reference, start = tmp_path / "reference", tmp_path / "start.json"
    loop = pp.tune(
        None,
        [reference.read_text().splitlines()],
        "wer:tokenize=none",
        weights=start,
        decoder=command,
        work=tmp_path / "work",
        iterations=3,
        search=Search(restarts=2),
    )
    assert isinstance(loop, Loop)
    assert loop.begun == read_weights(start).weights
    (tmp_path / "decoded").unlink()
    arguments = ["tune", "--decoder", command, "--work", str(tmp_path / "again"), "-r", str(reference)]
    arguments += ["-m", "wer:tokenize=none", "--weights", str(start), "--iterations", "3", "--restarts", "2"]
    done = run(*arguments, "--format", "json")
    assert json.loads(done.out) == json.loads(json.dumps(loop.to_dict()))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"nbest": None}, "there is nothing to tune"),
        ({"nbest": DEV, "decoder": "x {weights} {nbest}"}, "leave out nbest"),
        ({"nbest": None, "decoder": "x {weights} {nbest}"}, "needs a folder"),
        (
            {"nbest": None, "decoder": "x {weights} {nbest}", "work": "w", "weights": START},
            "a file of weights",
        ),
    ],
)
def test_refused(options: dict[str, Any], message: str, references: list[str]) -> None:
    nbest = options.pop("nbest")
    with pytest.raises(ParameterError, match=message):
        pp.tune(nbest, [references], **options)


def test_lists_are_read_as_one(tmp_path: Path, references: list[str]) -> None:
    both = Reading().lists([DEV, DEV], len(references))
    assert len(both) == len(pp.read_nbest(DEV).merged())
    with pytest.raises(DataError, match="segment"):
        Reading().lists(DEV, len(references) + 1)


def test_weights_in_files_name_the_features(tmp_path: Path, references: list[str]) -> None:
    path = tmp_path / "start.json"
    write_weights(path, {**START, "other": 2.0})
    tuned = pp.tune(DEV, [references], "wer", weights=path, search=Search(restarts=0))
    assert isinstance(tuned, Tuned)
    assert set(tuned.weights) == set(START)
    assert read_weights(path).others(tuple(tuned.weights)) == ("other",)
