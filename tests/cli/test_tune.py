"""``pitchpipe tune``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitchpipe.tune import read_nbest
from pitchpipe.tune.devset import DevSet
from pitchpipe.tune.weight_files import read_weights
from tests.cli.conftest import Run
from tests.tune import decoders

QUICK = ("--restarts", "2", "--threads", "1")
METRIC = ("-m", "bleu:tokenize=none")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A decoder's list, references, and weights in several formats."""
    root = tmp_path_factory.mktemp("tune")
    decoders.make(root)
    hidden = json.loads((root / "hidden.json").read_text())
    lines = []
    for s, candidates in enumerate(hidden):
        for one in candidates[:12]:
            values = " ".join(f"{name}= {value!r}" for name, value in one["features"].items())
            lines.append(f"{s} ||| {one['text']} ||| {values} ||| 0")
    (root / "list").write_text("\n".join(lines))
    (root / "moses.ini").write_text("[threads]\n2\n[weight]\nlm= 0.1\ntm= -0.2\nwords= 0.7\nUnknown0= 1\n")
    (root / "params").write_text(
        "lm ||| 0.1 Opt 0 +Inf 0 1\ntm ||| -0.2 Fix\nwords ||| 0.7 Opt -Inf +Inf -1 1\n"
    )
    return root


@pytest.fixture
def given(folder: Path) -> tuple[str, ...]:
    return "--nbest", str(folder / "list"), "-r", str(folder / "reference"), *METRIC, *QUICK


def test_a_table_of_weights_and_restarts(
    run: Run, folder: Path, given: tuple[str, ...], tmp_path: Path
) -> None:
    output = tmp_path / "tuned.ini"
    done = run("tune", *given, "--weights", str(folder / "moses.ini"), "-o", str(output))
    assert (done.code, done.err) == (0, "note: not in the n-best list, and kept as it is: Unknown0\n")
    assert [line.split()[0] for line in done.out.splitlines()[2:5]] == ["lm", "tm", "words"]
    assert "restart" in done.out
    assert "bleu:tokenize=none: " in done.out
    tuned = read_weights(output)
    assert tuned.format == "moses"
    assert tuned.weights["Unknown0"] == 1.0
    assert tuned.text.startswith("[threads]\n2\n[weight]\n")


@pytest.mark.parametrize("optimiser", ["mert", "pro", "mira"])
def test_json_tells_the_score_of_its_weights(
    run: Run, folder: Path, given: tuple[str, ...], optimiser: str, tmp_path: Path
) -> None:
    output = tmp_path / "w.json"
    arguments = ("--weights", str(folder / "start.json"), "--optimiser", optimiser, "-o", str(output))
    done = run("tune", *given, *arguments, "--format", "json")
    content = json.loads(done.out)
    problem = DevSet([(folder / "reference").read_text().splitlines()]).problem(
        read_nbest(folder / "list"), METRIC[1]
    )
    assert content["score"] == problem.score(content["weights"]) > content["start"]
    assert (content["optimiser"], content["segments"], content["candidates"]) == (optimiser, 12, 144)
    assert json.loads(output.read_text()) == content
    assert run("tune", *given, *arguments, "--format", "json").out == done.out


def test_files_of_zmert_say_what_is_fixed(run: Run, folder: Path, given: tuple[str, ...]) -> None:
    done = run("tune", *given, "--weights", str(folder / "params"), "--format", "json")
    content = json.loads(done.out)
    assert content["weights"]["tm"] == -0.2
    assert content["weights"]["lm"] >= 0.0
    table = run("tune", *given, "--weights", str(folder / "params"), "--format", "tsv").out
    assert [line for line in table.splitlines() if line.startswith("tm")] == ["tm\t-0.2\t-0.2\tfixed\t"]


def test_files_of_zmert_name_the_features_of_its_lists(run: Run, folder: Path, tmp_path: Path) -> None:
    lines = [line.rsplit(" |||", 1)[0] for line in (folder / "list").read_text().splitlines()]
    plain = [" ".join(word for word in line.split(" ") if not word.endswith("=")) for line in lines]
    (tmp_path / "list").write_text("\n".join(plain))
    given = ("--nbest", str(tmp_path / "list"), "-r", str(folder / "reference"), *METRIC, *QUICK)
    done = run("tune", *given, "--weights", str(folder / "params"), "--format", "json")
    assert list(json.loads(done.out)["weights"]) == ["lm", "tm", "words"]
    (tmp_path / "few").write_text("lm ||| 1 Opt\n")
    refused = run("tune", *given, "--weights", str(tmp_path / "few"))
    assert "the n-best list has 3 features, but" in refused.err


def test_without_weights_all_begin_at_one(run: Run, given: tuple[str, ...]) -> None:
    done = run(
        "tune", *given, "--fix", "words", "--bounds", "lm=0:2", "--bounds", "tm=:5", "--format", "json"
    )
    assert done.err == "note: without --weights every weight begins at 1\n"
    weights = json.loads(done.out)["weights"]
    assert weights["words"] == 1.0
    assert 0.0 <= weights["lm"] <= 2.0


@pytest.mark.parametrize("style", ["table", "markdown", "latex", "tsv"])
def test_formats(run: Run, folder: Path, given: tuple[str, ...], style: str) -> None:
    done = run("tune", *given, "--weights", str(folder / "start.json"), "--format", style)
    assert done.code == 0
    assert done.out.count("words") >= 1


def test_several_lists_are_tuned_to_together(
    run: Run, folder: Path, given: tuple[str, ...], tmp_path: Path
) -> None:
    first = (folder / "list").read_text().splitlines()
    (tmp_path / "more").write_text("\n".join(line.replace("||| w", "||| x w", 1) for line in first))
    twice = ("--nbest", str(folder / "list"))
    counts = [
        json.loads(run("tune", *given, *extra, "--format", "json").out)["candidates"]
        for extra in ((), twice, ("--nbest", str(tmp_path / "more")))
    ]
    assert counts[0] == counts[1] < counts[2]


def test_the_loop(run: Run, tmp_path: Path) -> None:
    command = decoders.make(tmp_path)
    arguments = ["tune", "--decoder", command, "--work", str(tmp_path / "work")]
    arguments += [
        "-r",
        str(tmp_path / "reference"),
        "--weights",
        str(tmp_path / "start.json"),
        *METRIC,
        *QUICK,
    ]
    done = run(*arguments, "--iterations", "2", "-o", str(tmp_path / "out.json"))
    assert done.code == 0
    assert done.err.splitlines()[0].startswith("iteration 1: 60 candidates, 60 new; decoded ")
    assert done.err.splitlines()[-1] == "stopped after 2 iterations"
    saved = json.loads((tmp_path / "out.json").read_text())
    assert len(saved["iterations"]) == 2
    again = run(*arguments, "--iterations", "2", "--format", "json")
    assert json.loads(again.out) == saved
    assert again.err == "stopped after 2 iterations\n"
    refused = run(*arguments, "--seed", "2")
    assert (refused.code, refused.out) == (2, "")
    assert "holds a run with another seed (12345, now 2)" in refused.err


def test_the_matrix(run: Run, folder: Path, given: tuple[str, ...]) -> None:
    test = ("--test-nbest", str(folder / "list"), "--test-reference", str(folder / "reference"))
    arguments = ("tune", "--matrix", *given, *test, "-m", "ter", "--weights", str(folder / "start.json"))
    table = run(*arguments, "--samples", "100")
    lines = table.out.splitlines()
    assert [line.split()[0] for line in lines[2:5]] == ["start", "bleu:tokenize=none", "ter"]
    assert lines[0].split() == ["tuned", "to", "bleu:tokenize=none", "↑", "ter", "↓", "length"]
    assert "differs from tuning to bleu:tokenize=none at p < 0.05 (paired bootstrap, 100 samples" in table.out
    content = json.loads(run(*arguments, "--samples", "100", "--format", "json").out)
    assert [row["tuned_to"] for row in content["rows"]] == ["start", "bleu:tokenize=none", "ter"]
    tsv = run(*arguments, "--samples", "100", "--format", "tsv").out.splitlines()
    assert tsv[0].split("\t") == [
        "tuned to",
        "bleu:tokenize=none",
        "p bleu:tokenize=none",
        "ter",
        "p ter",
        "length",
    ]
    assert float(tsv[1].split("\t")[1]) == content["rows"][0]["scores"]["bleu:tokenize=none"]["score"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "there is nothing to tune"),
        (("--nbest", "LIST"), "there is no reference"),
        (("--nbest", "LIST", "-r", "REF", "-m", "bleu", "-m", "ter"), "tuned to one metric"),
        (("--nbest", "LIST", "-r", "REF", "--decoder", "x {weights}"), "--decoder makes its own lists"),
        (("--decoder", "x {weights}", "-r", "REF"), "--decoder needs a folder"),
        (("--decoder", "x", "-r", "REF", "--work", "W", "--weights", "JSON"), "put {weights} where"),
        (("--nbest", "LIST", "-r", "REF", "--matrix", "-m", "bleu"), "--matrix tests on another list"),
        (("--nbest", "LIST", "-r", "REF", "--bounds", "lm"), "cannot read --bounds 'lm'"),
        (("--nbest", "LIST", "-r", "REF", "--bounds", "lm=a:b"), "cannot read --bounds 'lm=a:b'"),
        (("--nbest", "LIST", "-r", "REF", "--bounds", "lm=nan:"), "cannot read --bounds 'lm=nan:'"),
        (("--nbest", "LIST", "-r", "REF", "--bounds", "x=0:2"), "bounds of 'x': there are features lm, tm"),
        (("--nbest", "LIST", "-r", "REF", "--fix", "x"), "a fixed weight of 'x'"),
        (("--nbest", "LIST", "-r", "REF", "--restarts", "-1"), "restarts must be a whole number"),
        (("--nbest", "LIST", "-r", "REF", "--weights", "OTHER"), "has no weight for feature lm"),
        (("--nbest", "LIST", "-r", "REF", "-r", "SHORT"), "has 12 lines, "),
        (("--nbest", "LIST", "-r", "SHORT"), "segment"),
        (("--nbest", "LIST", "-r", "LONG"), "segment"),
        (("--nbest", "LIST", "-r", "REF", "-m", "port"), "give it with -s FILE"),
        (("--nbest", "LIST", "-r", "REF", "-m", "length-ratio"), "neither high nor low is better"),
        (
            ("--nbest", "LIST", "-r", "REF", "--align-ref", "REF", "--align-ref", "REF"),
            "but 2 files of links",
        ),
        (("--nbest", "nowhere", "-r", "REF"), "nowhere: no such file"),
    ],
)
def test_what_is_refused(
    run: Run, folder: Path, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    lines = (folder / "reference").read_text().splitlines(keepends=True)
    (tmp_path / "short").write_text("".join(lines[:5]))
    (tmp_path / "long").write_text("".join([*lines, "one more\n"]))
    (tmp_path / "other.json").write_text('{"weights": {"elm": 1}}')
    files = {
        "LIST": folder / "list",
        "REF": folder / "reference",
        "SHORT": tmp_path / "short",
        "LONG": tmp_path / "long",
        "JSON": folder / "start.json",
        "OTHER": tmp_path / "other.json",
        "W": tmp_path / "work",
    }
    done = run("tune", *(str(files.get(word, word)) for word in arguments))
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert done.err.splitlines()[-1].startswith("error: ")
