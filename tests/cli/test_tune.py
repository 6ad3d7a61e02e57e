"""``pitchpipe tune``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pitchpipe.nbest import read_nbest
from pitchpipe.tuning.devset import DevSet
from pitchpipe.tuning.weight_files import read_weights
from tests.commands import Done, Run
from tests.tuning import decoders

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
    given = given if optimiser == "mert" else given[: -len(QUICK)]
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
    last = table.splitlines()[-1].split("\t")
    assert last == ["score bleu:tokenize=none", repr(content["start"]), repr(content["score"]), "", ""]


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
    assert "scored by their choice from all lists; no list was decoded with them\n" in done.out
    saved = json.loads((tmp_path / "out.json").read_text())
    assert len(saved["iterations"]) == 2
    again = run(*arguments, "--iterations", "2", "--format", "json")
    assert json.loads(again.out) == saved
    assert again.err == "stopped after 2 iterations\n"
    refused = run(*arguments, "--seed", "2")
    assert (refused.code, refused.out) == (2, "")
    assert "holds a run with another seed (12345, now 2)" in refused.err


def test_a_run_goes_on_by_the_content_of_its_files(run: Run, tmp_path: Path) -> None:
    command = decoders.make(tmp_path)
    reference = tmp_path / "reference"
    weights = ("--weights", str(tmp_path / "start.json"), "--iterations", "1", *METRIC, *QUICK)

    def tune(*files: str) -> Done:
        return run("tune", "--decoder", command, "--work", str(tmp_path / "work"), *weights, *files)

    assert tune("-r", str(reference)).code == 0
    renamed = reference.rename(tmp_path / "renamed")
    assert tune("-r", str(renamed)).code == 0
    renamed.write_text("other" + renamed.read_text())
    refused = tune("-r", str(renamed))
    assert (refused.code, refused.out) == (2, "")
    assert f"the reference is not the one that the run in {tmp_path / 'work'} began with" in refused.err
    assert "(it changed): choose another folder with --work" in refused.err


def test_one_iteration_is_not_thrown_away_and_only_features_are_shown(run: Run, tmp_path: Path) -> None:
    command = decoders.make(tmp_path)
    start = json.loads((tmp_path / "start.json").read_text())["weights"]
    (tmp_path / "more.json").write_text(json.dumps({"weights": {**start, "unknown": 4.0}}))
    files = ("-r", str(tmp_path / "reference"), "--weights", str(tmp_path / "more.json"))
    work = ("--work", str(tmp_path / "work"), "--iterations", "1", "-o", str(tmp_path / "out.json"))
    done = run("tune", "--decoder", command, *files, *work, *METRIC, *QUICK, "--format", "tsv")
    noted = ["note: not in the n-best list, and kept as it is: unknown", "stopped after 1 iteration"]
    assert done.err.splitlines()[1:] == noted
    saved = json.loads((tmp_path / "out.json").read_text())
    only = saved["iterations"][0]
    assert {name: saved["weights"][name] for name in start} == only["weights"] != start
    assert saved["weights"]["unknown"] == 4.0
    assert (saved["score"], saved["decoded"]) == (only["tuned"], False)
    rows = [line.split("\t") for line in done.out.splitlines()]
    assert [row[0] for row in rows] == ["weight", "lm", "tm", "words", "score bleu:tokenize=none"]
    assert [float(value) for value in rows[-1][1:]] == [only["decoded"], only["tuned"]]


@pytest.mark.parametrize(
    ("optimiser", "remark"),
    [
        ("mert", "mert found nothing better than the start"),
        ("mira", "mira found nothing better than the start"),
        ("pro", "the weights of pro score worse than the start on this list"),
    ],
)
def test_what_did_not_help_is_said(
    run: Run, folder: Path, tmp_path: Path, optimiser: str, remark: str
) -> None:
    if optimiser == "pro":
        reference = Path("examples/reference.a.en").read_text(encoding="utf-8").splitlines()[:32]
        given = ["--nbest", "examples/llm.dev.jsonl", "-m", "chrf"]
    else:
        reference = (folder / "reference").read_text().splitlines()
        best = [f"{s} ||| {text} ||| a= 1 b= 0\n{s} ||| x ||| a= 0 b= 1" for s, text in enumerate(reference)]
        (tmp_path / "list").write_text("\n".join(best))
        (tmp_path / "w.json").write_text('{"a": 1, "b": 0}')
        given = ["--nbest", str(tmp_path / "list"), "--weights", str(tmp_path / "w.json"), *METRIC]
    (tmp_path / "reference").write_text("\n".join(reference), encoding="utf-8")
    done = run("tune", *given, "-r", str(tmp_path / "reference"), "--optimiser", optimiser)
    assert done.err.splitlines()[-1] == f"note: {remark}"


@pytest.mark.parametrize(
    ("line", "length"),
    [
        ("absval 2 tm", lambda w: abs(w["tm"]) == pytest.approx(2.0)),
        ("maxabsval 3", lambda w: max(map(abs, w.values())) == pytest.approx(3.0)),
        ("LNorm 2 5", lambda w: sum(value**2 for value in w.values()) == pytest.approx(25.0)),
    ],
)
def test_the_length_that_zmert_asks_for(
    run: Run, folder: Path, given: tuple[str, ...], tmp_path: Path, line: str, length: Callable[..., bool]
) -> None:
    params = tmp_path / "params"
    params.write_text(f"lm ||| 0.1 Opt\ntm ||| -0.2 Opt\nwords ||| 0.7 Opt\nnormalization = {line}\n")
    done = run("tune", *given, "--weights", str(params), "--format", "json")
    assert done.err == ""
    content = json.loads(done.out)
    assert length(content["weights"])
    problem = DevSet([(folder / "reference").read_text().splitlines()]).problem(
        read_nbest(folder / "list"), METRIC[1]
    )
    assert problem.score(content["weights"]) == content["score"]
    assert all(one["weight"] == content["weights"][one["name"]] for one in content["sensitivity"])
    params.write_text(params.read_text().replace("0.7 Opt", "0.7 Fix"))
    refused = run("tune", *given, "--weights", str(params), "--format", "json")
    assert refused.err == (
        f"note: fixed weights or bounds forbid the normalization of {params}: it is left out\n"
    )
    assert json.loads(refused.out)["weights"]["words"] == 0.7


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
        (("--nbest", "LIST", "-r", "REF", "--bounds", "lm=2:1"), "--bounds lm=2:1: LOW is above HIGH"),
        (("--nbest", "LIST", "-r", "REF", "--iterations", "3"), "--iterations is for --decoder"),
        (("--nbest", "LIST", "-r", "REF", "--work", "W"), "--work is for --decoder: it does nothing here"),
        (("--nbest", "LIST", "-r", "REF", "--weights-format", "moses"), "--weights-format is for --decoder"),
        (("--nbest", "LIST", "-r", "REF", "--samples", "10"), "--samples is for --matrix"),
        (("--nbest", "LIST", "-r", "REF", "--test-nbest", "LIST"), "--test-nbest is for --matrix"),
        (("--nbest", "LIST", "-r", "REF", "--test-reference", "REF"), "--test-reference is for --matrix"),
        (
            ("--nbest", "LIST", "-r", "REF", "--optimiser", "pro", "--restarts", "20"),
            "--restarts is for --optimiser mert",
        ),
        (
            ("--nbest", "LIST", "-r", "REF", "--optimiser", "mira", "--patience", "2"),
            "--patience is for --optimiser mert",
        ),
        (
            ("--nbest", "LIST", "-r", "REF", "--bounds", "lm=0:2", "--bounds", "lm=0:1"),
            "--bounds lm is given twice",
        ),
        (
            (
                *("--nbest", "LIST", "-r", "REF", "-m", "wer", "-m", "bleu", "--matrix"),
                *("--test-nbest", "LIST", "--test-reference", "REF", "-o", "OTHER"),
            ),
            "--matrix finds several weights: -o writes those of one metric",
        ),
        (("--nbest", "LIST", "-r", "REF", "-s", "SHORT", "-m", "port"), "has 12 lines, "),
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
            "one file of links (--align-ref) for each -r: 1, not 2",
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
