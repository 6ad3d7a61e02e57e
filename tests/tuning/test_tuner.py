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


@pytest.mark.parametrize("optimiser", ["mert", "pro", "mira"])
def test_a_group_is_fixed_by_its_name(optimiser: Any, tmp_path: Path, run: Run) -> None:
    """In Python, where one name needs no list around it, and on the command line, also with a norm."""
    lines = [
        f"{segment} ||| {text} ||| LM0= {lm} TM0= {a} {b} WP0= {-len(text.split())}"
        for segment, *candidates in (
            (0, ("a b c", -2, 1, 2), ("a c b", -1, 2, 1), ("a b", -1, 2, 3)),
            (1, ("d e f", -3, 2, 2), ("d d f", -1, 1, 0), ("e", -2, 2, 4)),
        )
        for text, lm, a, b in candidates
    ]
    (tmp_path / "list").write_text("\n".join(lines))
    (tmp_path / "ref").write_text("a b c\nd e f\n")
    (tmp_path / "ini").write_text("[weight]\nLM0= 0.5\nTM0= 0.25 0.125\nWP0= -1\n")
    search = Search(optimiser, fixed="TM0", restarts=2)
    tuned = pp.tune(tmp_path / "list", [["a b c", "d e f"]], "wer", weights=tmp_path / "ini", search=search)
    assert (tuned.weights["TM0_0"], tuned.weights["TM0_1"]) == (0.25, 0.125)
    assert [one.name for one in tuned.sensitivity] == ["LM0", "WP0"]
    files = ["tune", "--nbest", str(tmp_path / "list"), "-r", str(tmp_path / "ref"), "-m", "wer"]
    arguments = [*files, "--optimiser", optimiser, "--fix", "TM0", "--format", "json"]
    restarts = ["--restarts", "2"] if optimiser == "mert" else []
    done = run(*arguments, *restarts, "--weights", str(tmp_path / "ini"))
    assert json.loads(done.out) == json.loads(json.dumps(tuned.to_dict()))
    (tmp_path / "params").write_text(
        "".join(
            f"{name} ||| {weight} Opt\n" for name, weight in read_weights(tmp_path / "ini").weights.items()
        )
        + "normalization = LNorm 1 1\n"
    )
    done = run(*arguments, *restarts, "--weights", str(tmp_path / "params"))
    assert "forbid the normalization" in done.err
    assert json.loads(done.out)["weights"]["TM0_1"] == 0.125
    refused = run(*files, "--fix", "TM1")
    assert refused.code == 2
    assert "a fixed weight of 'TM1': there are features LM0, TM0_0, TM0_1, WP0, and groups" in refused.err


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
