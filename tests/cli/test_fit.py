"""``pitchpipe fit``."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from pitchpipe.agreement.ranks import Ranks
from pitchpipe.metrics import get
from pitchpipe.text.testset import TestSet
from tests.commands import Run
from tests.fitting.people import made_up, ranks_by, scores_by
from tests.metrics.annotating import PureAnnotator, use_annotator

PLANTED = "hlepor:weights=1/1/8"
QUICK = ("--restarts", "2", "--samples", "50")


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Two language pairs in the layout of mt-metrics-eval, with scores and rankings."""
    root = tmp_path_factory.mktemp("fit") / "made-up"
    for seed, pair in enumerate(("de-en", "fr-en"), 1):
        test_set = made_up(seed=seed, segments=24, pair=pair)
        _write(root, pair, test_set)
    return str(root)


def _write(root: Path, pair: str, test_set: TestSet) -> None:
    assert test_set.source is not None
    scores = scores_by(test_set, PLANTED)
    files: dict[str, Sequence[str | None]] = {
        f"sources/{pair}.txt": test_set.source,
        f"references/{pair}.ref.txt": test_set.references["ref"],
        f"human-scores/{pair}.people.seg.score": [
            f"{name}\t{float(value)!r}"
            for name, row in zip(scores.systems, scores.values, strict=True)
            for value in row
        ],
        f"human-ranks/{pair}.tsv": _ranked(ranks_by(test_set, PLANTED, wrong=0.1)),
        **{f"system-outputs/{pair}/{name}.txt": lines for name, lines in test_set.systems.items()},
    }
    for path, lines in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("".join(f"{line}\n" for line in lines))


def _ranked(ranks: Ranks) -> list[str]:
    rows = ["seg_index\tjudge\ttask\tsysA\tsysB\trankA\trankB"]
    for k, (s, a, b, p) in enumerate(
        zip(ranks.segment, ranks.first, ranks.second, ranks.preference, strict=True)
    ):
        rows.append(f"{s}\tjudge\t{k}\t{ranks.systems[a]}\t{ranks.systems[b]}\t{2 - (p > 0)}\t{2 - (p < 0)}")
    return rows


def test_a_table_with_folds_data_and_the_test(run: Run, folder: str) -> None:
    done = run("fit", folder, "-l", "de-en", "--human", "ranks", "-m", "chrf", "--folds", "2", *QUICK)
    assert done.code == 0
    lines = done.out.splitlines()
    heads = ["held out", "beta", "training", "held-out fitted", "held-out default", "gain"]
    assert re.split(" {2,}", lines[0]) == heads
    assert [line.split()[0] for line in lines[2:5]] == ["fold", "fold", "nothing"]
    assert "made-up de-en" in done.out
    assert "held out: fitted 0." in done.out
    assert "objective: tau-wmt14, optimiser hill, restarts 2, seed 12345, folds 2" in done.out
    assert "chrf:beta=" in done.out
    assert "|preset:" in lines[-1]
    assert "evaluations in" in done.err


def test_json_and_the_preset(run: Run, folder: str, tmp_path: Path) -> None:
    preset = tmp_path / "hlepor.json"
    arguments = ("-m", "hlepor", "--objective", "pearson:none", "--human", "people", "--leave-pair-out")
    done = run("fit", folder, *arguments, *QUICK, "-o", str(preset), "--format", "json")
    assert done.code == 0
    result = json.loads(done.out)
    assert result["score"] > 0.99
    assert [fold["name"] for fold in result["folds"]] == ["made-up de-en", "made-up fr-en"]
    assert result["held_out"]["gain"]["value"] > 0
    assert result["preset"] == json.loads(preset.read_text())["digest"]
    fitted = get(f"hlepor:preset={preset}")
    assert fitted.spec == result["fitted"]
    scored = run("score", "-t", folder, "-l", "de-en", "-m", f"hlepor:preset={preset}")
    assert f"|preset:{result['preset'][:12]}|" in scored.out


def test_weights_of_features_have_a_table_and_a_model(
    run: Run, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_annotator(monkeypatch, PureAnnotator())
    model = tmp_path / "model.json"
    metric = "tesla-f:synonyms=none,pivots=none"
    arguments = ("fit", folder, "--human", "ranks", "-m", metric, "--leave-pair-out", "--samples", "20")
    done = run(*arguments, "-o", str(model))
    assert done.code == 0
    folds, weights, *_ = done.out.split("\n\n")
    assert re.split(" {2,}", folds.splitlines()[0])[:2] == ["held out", "training"]
    heads = ["feature", "weight", "without made-up de-en", "without made-up fr-en"]
    assert re.split(" {2,}", weights.splitlines()[0]) == heads
    features = [line.split()[0] for line in weights.splitlines()[2:]]
    assert features == ["ms1", "pos1", "ms2", "pos2", "ms3", "pos3"]
    assert "optimiser svm, cost 1" in done.out
    refused = run(*arguments, "--restarts", "3")
    assert (refused.code, "--restarts is for hill climbing" in refused.err) == (2, True)
    assert run(*arguments, "--format", "tsv").out.startswith("held_out\tweights\t")
    searched = run(*arguments, "-p", "alpha", "--restarts", "1")
    assert re.split(" {2,}", searched.out.splitlines()[0])[:3] == ["held out", "alpha", "training"]
    score = ("score", "-t", folder, "-m", f"tesla-f:preset={model}")
    scored = run(*score, "-l", "de-en")
    assert scored.code == 0
    assert f"|preset:{json.loads(model.read_text())['digest'][:12]}|" in scored.out
    model.write_text(model.read_text()[:200])
    broken = run(*score, "-l", "de-en")
    assert (broken.code, broken.out) == (2, "")
    assert broken.err.startswith(f"error: {model} is no preset: it is not valid JSON")


def test_options_of_another_search_are_refused(run: Run, folder: str) -> None:
    for options, message in (
        (("--cost", "2"), "--cost is for weights learnt from pairs"),
        (("--optimiser", "de", "--restarts", "2"), "--restarts is for hill climbing"),
        (("--loss", "logistic"), "--loss is for weights learnt from pairs: --optimiser rank"),
        (("--select", "2"), "--select is for weights learnt from pairs: --optimiser rank"),
    ):
        done = run("fit", folder, "--human", "ranks", "-m", "chrf", *options)
        assert (done.code, message in done.err) == (2, True)


def test_the_output_depends_on_nothing_but_input_and_seed(run: Run, folder: str) -> None:
    arguments = ("fit", folder, "--human", "ranks", "-m", "chrf", *QUICK, "--format", "json")
    one = run(*arguments, "--threads", "1")
    assert one.code == 0
    first, again, other = (
        {key: value for key, value in json.loads(done.out).items() if key != "timing"}
        for done in (one, run(*arguments, "--threads", "3"), run(*arguments, "--seed", "7"))
    )
    assert first == again
    assert first != other


@pytest.mark.parametrize("style", ["tsv", "markdown", "latex"])
def test_other_formats(run: Run, folder: str, style: str) -> None:
    arguments = ("--human", "people", "-m", "1*bleu+1*chrf", "--objective", "pearson:none", "--folds", "0")
    done = run("fit", folder, "-l", "fr-en", *arguments, *QUICK, "--format", style)
    assert done.code == 0
    first = {"tsv": "held_out\tweights", "markdown": "| held out | training |", "latex": r"\begin{tabular}"}
    assert done.out.startswith(first[style])
    assert done.out.count("\n") == 2 or style != "tsv"


def test_the_rows_of_machines_have_the_test(run: Run, folder: str) -> None:
    arguments = ("fit", folder, "-l", "de-en", "--human", "ranks", "-m", "chrf", "--folds", "2", *QUICK)
    rows = [line.split("\t") for line in run(*arguments, "--format", "tsv").out.splitlines()]
    heads = "held_out beta training held_out_fitted held_out_default gain gain_low gain_high p"
    assert rows[0] == heads.split()
    assert [row[0] for row in rows[1:]] == ["fold 1/2", "fold 2/2", "nothing", "mean"]
    test = json.loads(run(*arguments, "--format", "json").out)["held_out"]
    assert test["samples"] == 50
    found = [test[which]["value"] for which in ("fitted", "default", "gain")]
    assert rows[-1] == ["mean", "", "", *map(repr, [*found, *test["gain"]["ci"], test["p"]])]
    assert rows[1][-3:] == ["", "", ""]


def test_markdown_sets_signatures_as_code(run: Run, folder: str) -> None:
    arguments = ("--human", "people", "-m", "chrf", "--folds", "0", "--format", "markdown")
    lines = run("fit", folder, "-l", "de-en", *arguments, *QUICK).out.splitlines()
    assert lines[-1].startswith("- `chrf|")
    assert lines[-2].startswith("- `chrf:beta=")
    assert lines[-3].startswith("- objective: kendall-b:none, ")


def test_scores_of_systems_cannot_be_divided(run: Run, folder: str, tmp_path: Path) -> None:
    path = tmp_path / "people.sys.score"
    test_set = made_up(seed=1, segments=24, pair="de-en")
    path.write_text("".join(f"{name}\t{k}\n" for k, name in enumerate(test_set.systems)))
    done = run("fit", folder, "-l", "de-en", "--human", str(path), "-m", "chrf")
    assert done.code == 2
    for spelling in ("--leave-pair-out", "folds='pairs'", "--folds 0", "folds=0"):
        assert spelling in done.err


def test_bounds_of_a_parameter(run: Run, folder: str) -> None:
    arguments = ("-m", "hlepor", "-p", "alpha=0:20", "--objective", "pearson:none", "--human", "people")
    done = run("fit", folder, "-l", "de-en", *arguments, *QUICK, "--folds", "0", "--format", "json")
    assert done.code == 0
    parameters = json.loads(done.out)["parameters"]
    assert list(parameters) == ["alpha"]
    assert 0 <= parameters["alpha"] <= 20


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--human people -m hlepor -p alpha=a:b", "write NAME, or NAME=LOW:HIGH as in alpha=0:20"),
        ("--human people -m hlepor -p alpha=3", "write NAME, or NAME=LOW:HIGH as in alpha=0:20"),
        ("--human people -m hlepor -p alpha -p alpha", "--parameter alpha is given twice"),
        ("--human people -m hlepor -p gamma", "no parameter 'gamma' to fit"),
        ("--human people -m hlepor -p tokenize", "tokenize changes what is counted"),
        ("--human people -m hlepor --folds 3 --leave-pair-out", "choose one"),
        ("--human people -m hlepor --leave-set-out --leave-pair-out", "choose one"),
        ("--human nobody -m hlepor", 'no human judgments "nobody"'),
        ("-m hlepor", "which human judgments?"),
        ("--human people -m hleper", "unknown metric 'hleper'"),
        ("--human people -m bleu", "choose among smooth_value, with bounds"),
        ("--human people -m hlepor -l xx-yy", "xx-yy"),
        ("--human people -m chrf --folds 1", "folds must be"),
        ("--human people -m chrf --folds 99 -l de-en", "24 judged segments cannot be dealt into 99 folds"),
        ("--human people -m chrf --leave-pair-out -l de-en", "there must be two or more"),
        ("--human people -m hlepor:preset=nowhere.json", "nowhere.json: no such file"),
        ("--human people -m chrf -m bleu", "choose one, or mix them (1*chrf+1*bleu)"),
        (
            "--human people -m chrf -o /nowhere/x.json",
            "cannot be written, there is no folder /nowhere",
        ),
        ("--human people -m chrf -o /", "/: cannot be written, it is a folder"),
        ("--human people -m chrf --samples -1", "the number of samples must be a whole number from 1"),
        ("--human people -m chrf --seed -1", "the seed must be a whole number from 0"),
        ("--human people -m chrf -l de-en -l de-en", "--language-pair de-en is given twice"),
    ],
)
def test_what_is_refused(run: Run, folder: str, arguments: str, message: str) -> None:
    done = run("fit", folder, *arguments.split())
    assert done.code == 2
    assert message in done.err
    assert done.err.startswith("error: ")
    assert done.err.count("\n") == 1


def test_parameters_of_parts_and_their_preset(run: Run, folder: str, tmp_path: Path) -> None:
    preset = tmp_path / "mixture.json"
    mixture = ("-m", "1*chrf+1*hlepor", "-p", "chrf.beta=0.5:4", "-p", "hlepor.weights")
    arguments = ("fit", folder, "--human", "ranks", *mixture, "--leave-pair-out", "--samples", "20")
    done = run(*arguments, "-o", str(preset))
    assert done.code == 0
    folds, weights, *_ = done.out.split("\n\n")
    assert re.split(" {2,}", folds.splitlines()[0])[:3] == ["held out", "chrf.beta", "hlepor.weights"]
    heads = ["part", "weight", "without made-up de-en", "without made-up fr-en"]
    assert re.split(" {2,}", weights.splitlines()[0]) == heads
    assert "parameters of parts: fitted in turn with the weights, " in done.out
    assert re.search(r"note: \d+ evaluations in .* s, \d+ per second; \d+ of Newton's steps", done.err)
    written = done.out.splitlines()[-2]
    by_preset, by_hand = (
        run("score", "-t", folder, "-l", "de-en", "-m", metric, "--format", "tsv").out.splitlines()
        for metric in (f"ensemble:preset={preset}", written)
    )
    assert len(by_preset) == 6
    assert by_preset[1:] == by_hand[1:]


def test_stability_in_every_format(run: Run, folder: str) -> None:
    arguments = ("fit", folder, "--human", "ranks", "-m", "1*chrf+1*wer", "--folds", "0", "--bootstrap", "4")
    done = run(*arguments)
    assert "number           fitted      95 % interval   not 0 in" in done.out
    assert [line for line in done.out.splitlines() if line.startswith("weight of ")]
    stability = json.loads(run(*arguments, "--format", "json").out)["stability"]
    assert stability["samples"] == 4
    assert [one["name"] for one in stability["numbers"]] == ["weight of chrf", "weight of wer"]
    assert "| weight of wer |" in run(*arguments, "--format", "markdown").out


def test_judgments_of_every_kind_together(run: Run, folder: str, tmp_path: Path) -> None:
    """Rankings and scores of directories, and MQM in a file of its own."""
    test_set = made_up(seed=1, segments=24, pair="de-en")
    rows = ["system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity"]
    scores = scores_by(test_set, PLANTED)
    assert test_set.source is not None
    for name, row in zip(scores.systems, scores.values, strict=True):
        for k, value in enumerate(row):
            severity = "No-error" if value > 75 else "Minor" if value > 50 else "Major"
            texts = f"{test_set.source[k]}\t{test_set.systems[name][k]}"
            rows.append(f"{name}\td\t1\t{k + 1}\trater\t{texts}\tFluency/Grammar\t{severity}")
    mqm = tmp_path / "mqm.tsv"
    mqm.write_text("".join(f"{row}\n" for row in rows))
    humans = ("--human", "ranks", "--human", "people", "--human", str(mqm))
    arguments = (
        "-m",
        "1*chrf+1*hlepor",
        "--average",
        "sets",
        "--penalty",
        "l1",
        "--folds",
        "0",
        "-l",
        "de-en",
    )
    done = run("fit", folder, folder, folder, *humans, *arguments, "--format", "json")
    assert done.code == 0, done.err
    data = json.loads(done.out)["data"]
    assert [one["human"] for one in data] == ["ranks", "people", "mqm"]
    assert sum(one["share"] for one in data) == pytest.approx(1)
    assert all(one["pairs"] > 0 for one in data)
    one_for_all = run("fit", folder, folder, "--human", str(mqm), *arguments)
    assert (one_for_all.code, one_for_all.out) == (2, "")
    message = f"{mqm} is about one test set, and there are 2: give --human once for each"
    assert one_for_all.err == f"error: {message}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("-m chrf+hlepor", "unknown metric 'chrf+hlepor': a mixture has weights, 1*chrf+1*hlepor"),
        ("-m 1*chrf+1*hlepor -p bleu.x", "the mixture has no part 'bleu': there are chrf, hlepor"),
        ("-m 1*chrf+1*hlepor -p chrf.x", "chrf has no parameter 'x' to fit: there are chrf.beta"),
        ("-m 1*chrf+1*chrf -p chrf.beta", "the mixture has chrf 2 times: write chrf#1.beta (chrf) or"),
        ("-m 1*chrf+1*wer -p chrf.beta --restarts 2", "--restarts is for hill climbing"),
        ("-m 1*chrf+1*wer -p chrf.beta -p weights=0:1", "have no bounds: --optimiser hill"),
        ("-m 1*chrf+1*wer --bootstrap -1", "bootstrap must be a whole number of samples from 0"),
        ("-m 1*chrf+1*wer -p chrf.beta=1", "write NAME, or NAME=LOW:HIGH as in alpha=0:20"),
    ],
)
def test_what_is_refused_of_mixtures(run: Run, folder: str, arguments: str, message: str) -> None:
    done = run("fit", folder, "--human", "ranks", *arguments.split())
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert done.err.count("\n") == 1
