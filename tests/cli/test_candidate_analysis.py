"""Metrics of meaning where candidates come and go: ``tune``, ``rerank``, ``oracle`` and ``mbr``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from pitchpipe.batch.resources import Resources
from pitchpipe.cli.options.annotation import languages_of
from pitchpipe.lang.annotation.analysis import Analysed
from pitchpipe.metrics import get
from pitchpipe.nbest import read_nbest
from pitchpipe.tuning.devset import DevSet
from tests.commands import Run
from tests.metrics.annotating import PureAnnotator
from tests.tuning import decoders

METRIC = "tesla-m:synonyms=none"
MOSES = """\
0 ||| the cat sat on a mat ||| LM= 1 TM= 0 ||| 3
0 ||| the cat sat on the mat ||| LM= 0 TM= 1 ||| 2
0 ||| a dog ||| LM= 0 TM= 0 ||| 1
1 ||| so it was ||| LM= 1 TM= 0 ||| 3
1 ||| so it is ||| LM= 0 TM= 1 ||| 2
"""
REFERENCE = "the cat sat on the mat\nso it is\n"


class Installed:
    """An annotator for every language, which writes down what it is asked."""

    def __init__(self) -> None:
        self.made: list[tuple[str, bool, str | None]] = []
        self.lines: list[str] = []
        self.tool = "pure"

    def __call__(self, language: str, cache: bool = True, analyser: str | None = None, **_: str) -> Installed:
        self.made.append((language, cache, analyser))
        return self

    def annotate(self, lines: Sequence[str], *, side: str) -> Analysed:
        self.lines += lines
        return replace(PureAnnotator().annotate(lines, side=side), tool=self.tool)


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Installed:
    found = Installed()
    monkeypatch.setattr("pitchpipe.lang.annotation.defaults.default_annotator", found)
    return found


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    contents = {"nbest": MOSES, "ref": REFERENCE, "weights": json.dumps({"weights": {"LM": 1.0, "TM": 0.1}})}
    for name, content in contents.items():
        (tmp_path / name).write_text(content)
    return {name: str(tmp_path / name) for name in contents}


def test_tune(run: Run, files: dict[str, str], installed: Installed) -> None:
    given = ["--nbest", files["nbest"], "-r", files["ref"], "--weights", files["weights"]]
    given += ["--restarts", "1", "--format", "json"]
    done = run("tune", *given, "-m", METRIC, "-l", "de-en", "--analyser", "hanta")
    content = json.loads(done.out)
    nbest = read_nbest(files["nbest"])
    dev = DevSet(
        [REFERENCE.splitlines()], resources=Resources(target_language="en", annotator=PureAnnotator())
    )
    assert content["score"] == dev.problem(nbest, METRIC).score(content["weights"]) > content["start"]
    # Analyses are kept in files, and a line that is a reference too is analysed once.
    assert installed.made == [("en", True, "hanta")]
    assert sorted(installed.lines) == sorted(set(nbest.texts.list()))
    own = run("tune", *given, "-m", f"{METRIC},language=en")
    assert json.loads(own.out)["score"] == content["score"]


def test_matrix(run: Run, files: dict[str, str], installed: Installed) -> None:
    lists = ["--nbest", files["nbest"], "-r", files["ref"], "--weights", files["weights"]]
    tested = ["--test-nbest", files["nbest"], "--test-reference", files["ref"], "--samples", "100"]
    metrics = ["-m", "bleu", "-m", METRIC, "-m", "hlepor:pos=true"]
    done = run("tune", "--matrix", *metrics, *lists, *tested, "-l", "de-en", "--restarts", "1")
    assert done.code == 0
    assert len(installed.made) == 1
    assert len(installed.lines) == len(set(installed.lines)) == 5


def test_a_loop_remembers(run: Run, tmp_path: Path, installed: Installed) -> None:
    command = decoders.make(tmp_path / "decoder")
    given = [
        *("tune", "--decoder", command, "--work", str(tmp_path / "work"), "-l", "de-en", "-m", METRIC),
        *("-r", str(tmp_path / "decoder/reference"), "--weights", str(tmp_path / "decoder/start.json")),
        *("--restarts", "1", "--iterations", "3"),
    ]
    assert run(*given).code == 0
    assert len(installed.lines) == len(set(installed.lines))
    # Another tool finds other words: that is another run. How it was asked for makes no difference.
    assert run(*given, "--analyser", "tagger").code == 0
    installed.tool = "other"
    refused = run(*given, "--analyser", "tagger")
    assert refused.code == 2
    assert f"the analyser is not the one that the run in {tmp_path / 'work'} began with" in refused.err


def test_rerank_and_oracle(run: Run, files: dict[str, str], installed: Installed) -> None:
    given = ["--nbest", files["nbest"], "-r", files["ref"], "-m", METRIC, "-l", "de-en"]
    first, best = (
        get(METRIC).corpus_score(lines, [REFERENCE.splitlines()], annotator=PureAnnotator()).score
        for lines in (["the cat sat on a mat", "so it was"], REFERENCE.splitlines())
    )
    done = run("rerank", *given, "--weights", files["weights"])
    assert done.err == f"{METRIC}: {first:.2f} -> {first:.2f}\n"
    found = json.loads(run("oracle", *given, "--format", "json").out)
    assert (found["first"], found["best"]) == (pytest.approx(first), pytest.approx(best))
    refused = run("oracle", "--lattice", "x", "-r", files["ref"], "--analyser", "hanta")
    assert (refused.code, "--analyser is of no use with --lattice" in refused.err) == (2, True)


@pytest.mark.parametrize("metric", [METRIC, "hlepor:pos=true", "0.5*maxsim:synonyms=none+0.5*chrf"])
def test_mbr(run: Run, files: dict[str, str], installed: Installed, metric: str) -> None:
    done = run("mbr", "--nbest", files["nbest"], "-m", metric, "-l", "de-en", "--all", "--format", "json")
    texts = [line.split(" ||| ")[1] for line in MOSES.splitlines()]
    expected = get(metric).matrix(texts[:3], texts[:3], annotator=PureAnnotator(), language="en").mean(axis=1)
    assert json.loads(done.out)["segments"][0]["candidates"] == pytest.approx(expected)
    assert installed.made == [("en", True, None)]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "say which with -l de-en"),
        (("-l", "de"), "say which with -l de-en"),
        (("-l", "de-en", "--annotation", "x.conllu"), "--annotation is for texts that stay as they are"),
        (("-l", "de-en", "--annotation-ref", "x.conllu"), "or by --analyser NAME"),
        (("-l", "de-en", "--analyser", "nothing"), "unknown analyser 'nothing'"),
    ],
)
@pytest.mark.parametrize("verb", ["tune", "rerank", "oracle", "mbr"])
def test_refused(run: Run, files: dict[str, str], verb: str, arguments: tuple[str, ...], says: str) -> None:
    given = [verb, "--nbest", files["nbest"], "-m", METRIC, *arguments]
    given += [] if verb == "mbr" else ["-r", files["ref"]]
    given += ["--weights", files["weights"]] if verb in {"tune", "rerank"} else []
    done = run(*given)
    assert (done.code, done.out) == (2, "")
    assert says in done.err


def test_languages_of_a_pair() -> None:
    assert languages_of("de-en") == ("de", "en")
    assert languages_of("en-zh-Hans") == ("en", "zh-Hans")
    assert languages_of("de") == ("de", None)
    assert languages_of(None) == (None, None)
