"""Decoding and tuning in turns, with a scripted decoder: convergence, failures, and going on after a kill."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pitchpipe.batch.resources import Resources
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics.lookup import get
from pitchpipe.text.files import read_lines
from pitchpipe.tuning import mert
from pitchpipe.tuning.decoder import Decoder
from pitchpipe.tuning.devset import DevSet
from pitchpipe.tuning.loop import Run
from pitchpipe.tuning.problem import Problem
from pitchpipe.tuning.report import Tuned
from pitchpipe.tuning.state import Iteration, Loop, State
from pitchpipe.tuning.weight_files import read_weights
from tests.metrics.aligning import PureAligner
from tests.tuning import decoders

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the decoder is a POSIX shell command")
METRIC = "bleu:tokenize=none"


class Killed(BaseException):
    """Stands for the end of the process: nothing may catch it."""


def run_in(folder: Path, work: str = "work", **changes: Any) -> Run:
    command = decoders.make(folder)
    (folder / "decoded").unlink(missing_ok=True)
    run = Run(
        Decoder(command),
        folder / work,
        DevSet([read_lines(folder / "reference")]),
        get(METRIC),
        lambda problem, start, number: mert.optimise(problem, start, seed=number, restarts=3, threads=1),
        read_weights(folder / "start.json"),
        iterations=4,
    )
    return replace(run, **changes)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Loop:
    return run_in(tmp_path_factory.mktemp("loop")).run()


def test_a_folder_that_cannot_be_one(tmp_path: Path) -> None:
    run = run_in(tmp_path)
    (tmp_path / "work").write_text("a file")
    with pytest.raises(DataError, match=r"work cannot be made a folder \(File exists\)$"):
        run.run()


def test_what_a_killed_run_left_is_removed(tmp_path: Path) -> None:
    run = run_in(tmp_path, iterations=1)
    (tmp_path / "work").mkdir()
    left, kept = (tmp_path / "work" / name for name in (".run1.nbest.gz.tmp", "notes.tmp"))
    left.write_text("half")
    kept.write_text("mine")
    run.run()
    assert (left.exists(), kept.exists()) == (False, True)


def test_it_finds_better_weights_and_keeps_every_file(tmp_path: Path) -> None:
    told: list[Iteration] = []
    run = run_in(tmp_path, iterations=25)
    loop = run.run(told.append)
    assert loop.finished.startswith("converged")
    assert loop.score > loop.iterations[0].decoded + 10.0
    assert tuple(told) == loop.iterations
    assert [one.number for one in told] == list(range(1, len(told) + 1))
    assert all(a.candidates <= b.candidates for a, b in pairwise(told))
    assert sum(one.new for one in told) == told[-1].candidates
    for number in range(1, len(told) + 1):
        assert run.list_at(number).exists()
        assert read_weights(run.weights_at(number)).format == "json"
    assert read_weights(run.weights_at(1)).weights == run.start.weights
    assert read_weights(run.weights_at(2)).weights == told[0].weights
    assert not list((tmp_path / "work").glob(".*"))
    assert "new; decoded" in str(told[0])


def test_a_finished_run_says_so_and_decodes_no_more(tmp_path: Path) -> None:
    first = run_in(tmp_path).run()
    calls = (tmp_path / "decoded").read_text()
    again = replace(run_in(tmp_path)).run()
    assert again == first
    assert again.resumed
    assert not (tmp_path / "decoded").exists(), f"decoded {calls} times at first, and again"


def test_more_iterations_go_on_where_fewer_ended(tmp_path: Path, undisturbed: Loop) -> None:
    few = run_in(tmp_path, iterations=2).run()
    assert few.finished == "stopped after 2 iterations"
    assert few.iterations == undisturbed.iterations[:2]
    assert run_in(tmp_path).run() == undisturbed


@pytest.mark.parametrize("save", [1, 2, 4])
@pytest.mark.parametrize("written", [False, True])
def test_killed_when_saving(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undisturbed: Loop, save: int, written: bool
) -> None:
    saves = 0
    real = State.save

    def dying(self: State, path: Path) -> None:
        nonlocal saves
        saves += 1
        if saves != save or written:
            real(self, path)
        if saves == save:
            raise Killed

    monkeypatch.setattr(State, "save", dying)
    with pytest.raises(Killed):
        run_in(tmp_path).run()
    monkeypatch.undo()
    assert run_in(tmp_path).run() == undisturbed


@pytest.mark.parametrize("call", [pytest.param(1, marks=pytest.mark.full), 3])
def test_killed_while_decoding(tmp_path: Path, call: int) -> None:
    command = decoders.make(tmp_path)
    arguments = ["tune", "--decoder", command, "-r", str(tmp_path / "reference"), "-m", METRIC]
    arguments += ["--weights", str(tmp_path / "start.json"), "--restarts", "2", "--threads", "1"]

    def tune(work: str) -> subprocess.CompletedProcess[str]:
        (tmp_path / "decoded").unlink(missing_ok=True)
        where = ["--work", str(tmp_path / work), "-o", str(tmp_path / f"{work}.json"), "--iterations", "4"]
        return subprocess.run(
            [sys.executable, "-c", decoders.TUNER, *arguments, *where],
            env=decoders.environment(),
            capture_output=True,
            text=True,
            check=False,
        )

    decoders.order(tmp_path, {call: "kill"})
    killed = tune("disturbed")
    assert killed.returncode == -signal.SIGKILL
    assert not (tmp_path / "disturbed" / f"run{call}.nbest.gz").exists()
    decoders.order(tmp_path, {})
    resumed, undisturbed = tune("disturbed"), tune("undisturbed")
    assert (resumed.returncode, undisturbed.returncode) == (0, 0), resumed.stderr
    assert resumed.stderr.count("iteration") == undisturbed.stderr.count("iteration") - (call - 1)
    first, second = (
        json.loads((tmp_path / f"{name}.json").read_text()) for name in ("disturbed", "undisturbed")
    )
    assert first == second


def test_a_failing_decoder_is_quoted_and_can_be_mended(tmp_path: Path, undisturbed: Loop) -> None:
    run = run_in(tmp_path)
    decoders.order(tmp_path, {2: "fail"})
    with pytest.raises(DataError, match=r"iteration 2: the decoder failed with exit code 3.*table not found"):
        run.run()
    decoders.order(tmp_path, {})
    assert run_in(tmp_path).run() == undisturbed


def test_a_list_without_all_segments_is_not_taken(tmp_path: Path, undisturbed: Loop) -> None:
    run = run_in(tmp_path)
    decoders.order(tmp_path, {2: "short"})
    rejected = run.work / "run2.nbest.rejected"
    with pytest.raises(DataError, match=r"iteration 2: .*; the list is kept as .*run2.nbest.rejected"):
        run.run()
    assert not run.list_at(2).exists()
    assert rejected.read_text().count('"segment": 2') == 5
    decoders.order(tmp_path, {})
    assert run_in(tmp_path).run() == undisturbed
    assert not rejected.exists()


def test_a_list_that_is_damaged_can_be_looked_at(tmp_path: Path) -> None:
    damaged = b"\x1f\x8b\x08 no more"
    (tmp_path / "damaged").write_bytes(damaged)
    run = run_in(tmp_path, decoder=Decoder(f"cp {tmp_path / 'damaged'} {{nbest}} # {{weights}}"))
    with pytest.raises(DataError, match=r"iteration 1: .*; the list is kept as .*run1.nbest.rejected"):
        run.run()
    assert (run.work / "run1.nbest.rejected").read_bytes() == damaged
    assert sorted(path.name for path in run.work.glob("*nbest*")) == ["run1.nbest.rejected"]


def test_a_decoder_that_ignores_its_weights(tmp_path: Path) -> None:
    run = run_in(tmp_path)
    script = tmp_path / "decoder.py"
    script.write_text(script.read_text().replace("weights[name] * value", "value"))
    loop = run.run()
    assert len(loop.iterations) == 2
    assert loop.finished.startswith("stopped: the decoder wrote the same list as before, although")
    assert loop.decoded == (loop.iterations[-1].moved < run.tolerance)


def test_one_run_at_a_time_uses_a_folder(tmp_path: Path) -> None:
    run = run_in(tmp_path, iterations=1)

    def disturbed(problem: Problem, start: Any, number: int) -> Tuned:
        with pytest.raises(
            DataError, match=r"another run uses .*work: wait for it, or choose another folder"
        ):
            run.run()
        return run.optimise(problem, start, number)

    assert replace(run, optimise=disturbed).run() == run.run()


def test_how_lists_are_read_is_up_to_the_caller(tmp_path: Path) -> None:
    run = run_in(tmp_path, reading={"format": "moses"})
    with pytest.raises(DataError, match=r"iteration 1: .*run1.nbest.rejected"):
        run.run()


def test_a_decoder_that_prints_its_list(tmp_path: Path, undisturbed: Loop) -> None:
    run = run_in(tmp_path)
    printing = run.decoder.command.replace("{nbest}", "/dev/stdout")
    assert run_in(tmp_path, decoder=Decoder(printing)).run() == undisturbed


def test_what_a_decoder_must_do(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match=r"put \{weights\} where"):
        Decoder("moses -f moses.ini")
    silent = run_in(tmp_path, decoder=Decoder("true {weights} {nbest}"))
    with pytest.raises(DataError, match="wrote no n-best list; it said nothing"):
        silent.run()
    with pytest.raises(ParameterError, match="at least 1 iteration"):
        run_in(tmp_path, iterations=0)


def test_other_settings_need_another_folder(tmp_path: Path) -> None:
    run_in(tmp_path, iterations=1).run()
    with pytest.raises(DataError, match=r"a run with another metric .'bleu:tokenize=none', now 'chrf'"):
        run_in(tmp_path, metric=get("chrf")).run()
    with pytest.raises(DataError, match=r"a run with another restarts .None, now 7"):
        run_in(tmp_path, settings={"restarts": 7}).run()


def test_what_changed_is_told_by_content(tmp_path: Path) -> None:
    first = run_in(tmp_path, iterations=1)
    lines = read_lines(tmp_path / "reference")
    ordered = replace(
        first,
        metric=get("kendall:tokenize=none,source_tokenize=none"),
        dev=DevSet([lines, lines], lines, resources=Resources(aligner=PureAligner("one"))),
    )
    loop = ordered.run()
    dev = ordered.dev
    other = [*lines[1:], lines[0]]
    for changed, named in (
        (replace(dev, references=[other, lines]), "reference 1"),
        (replace(dev, references=[lines, [*lines[:-1], None]]), "reference 2"),
        (replace(dev, references=[lines]), "reference 1"),
        (replace(dev, sources=other), "source"),
        (replace(dev, resources=Resources(aligner=PureAligner("two"))), "aligner"),
    ):
        message = f"the {named} is not the one that the run in .*work began with"
        with pytest.raises(DataError, match=message):
            replace(ordered, dev=changed).run()
    # Equal texts are the same run, whatever holds them.
    assert replace(ordered, dev=replace(dev, sources=tuple(dev.sources or ()))).run() == loop


def test_weights_to_begin_with_are_told_by_content(tmp_path: Path) -> None:
    run = run_in(tmp_path, iterations=1)
    loop = run.run()
    assert replace(run, start=replace(run.start, name="renamed")).run() == loop
    for start in (
        replace(run.start, weights={**run.start.weights, "lm": 0.2}),
        replace(run.start, bounds={"lm": (0.0, 1.0)}),
        replace(run.start, text=run.start.text + "\n"),
    ):
        with pytest.raises(DataError, match="the file of weights to begin with is not the one"):
            replace(run, start=start).run()


def test_a_state_of_an_older_version_says_so(tmp_path: Path) -> None:
    run = run_in(tmp_path, iterations=1)
    run.run()
    path = run.work / "state.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "version": 1}))
    with pytest.raises(DataError, match=r"state.json is of another version of pitchpipe \(format 1, not 2\)"):
        run.run()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "other", "version": 1}', "[" * 200_000])
def test_a_damaged_state_is_refused(tmp_path: Path, text: str) -> None:
    run = run_in(tmp_path)
    run.work.mkdir()
    (run.work / "state.json").write_text(text)
    with pytest.raises(DataError, match="is no state of a tuning run"):
        run.run()


def test_the_best_decoded_weights_win_where_an_error_rate_is_tuned_to(tmp_path: Path) -> None:
    loop = run_in(tmp_path, metric=get("wer:tokenize=none"), iterations=3).run()
    assert loop.score == min([one.decoded for one in loop.iterations] + [loop.iterations[-1].tuned])


@pytest.mark.parametrize(
    ("metric", "decoded", "tuned", "best", "moved"),
    [
        ("bleu:tokenize=none", [10.0, 30.0, 20.0], 25.0, 1, 0.5),
        ("bleu:tokenize=none", [30.0, 20.0, 10.0], 25.0, 0, 0.5),
        ("bleu:tokenize=none", [10.0, 20.0, 30.0], 31.0, 3, 0.5),
        ("wer:tokenize=none", [30.0, 10.0, 20.0], 15.0, 1, 0.5),
        # Of equals, the latest has seen most candidates; the very last was not decoded with.
        ("bleu:tokenize=none", [30.0, 30.0, 20.0], 25.0, 1, 0.5),
        ("wer:tokenize=none", [20.0, 10.0, 10.0], 15.0, 2, 0.5),
        ("bleu:tokenize=none", [10.0, 30.0, 20.0], 30.0, 3, 0.5),
        # Where they did not move it was, and found less than what they choose from all lists.
        ("bleu:tokenize=none", [10.0, 30.0, 20.0], 40.0, 1, 0.0),
    ],
)
def test_the_best_weights_of_a_run(
    tmp_path: Path, metric: str, decoded: list[float], tuned: float, best: int, moved: float
) -> None:
    run = run_in(tmp_path, metric=get(metric), iterations=1)
    run.run()
    state = json.loads((run.work / "state.json").read_text())
    usual = {"candidates": 9, "new": 9, "before": 1.0, "tuned": tuned, "moved": moved}
    state["iterations"] = [
        {**usual, "number": k, "decoded": score, "weights": {"lm": float(k)}}
        for k, score in enumerate(decoded, 1)
    ]
    state["decoded"] = len(decoded)
    (run.work / "state.json").write_text(json.dumps(state))
    found = run.run()
    # The first list was decoded with the weights of the start, each other with those tuned before.
    assert found.weights == {**run.start.weights, **({"lm": float(best)} if best else {})}
    assert (found.score, found.decoded) == ([*decoded, tuned][best], best < len(decoded))
    assert (found.finished, found.resumed) == ("stopped after 1 iteration", True)


def test_a_feature_without_a_weight(tmp_path: Path) -> None:
    run = run_in(tmp_path)
    known = {"lm": 1.0, "tm": 1.0, "words": 0.0}
    start = replace(run.start, weights=known)
    hidden = json.loads((tmp_path / "hidden.json").read_text())
    for candidates in hidden:
        for candidate in candidates:
            candidate["features"]["extra"] = 1.0
    script = (tmp_path / "decoder.py").read_text().replace("weights[name]", "weights.get(name, 0)")
    (tmp_path / "decoder.py").write_text(script)
    (tmp_path / "hidden.json").write_text(json.dumps(hidden))
    with pytest.raises(DataError, match="has no weight for feature extra: there are lm, tm, words"):
        replace(run, start=start).run()
