"""Z-MERT itself, with metrics that ``pitchpipe stream`` answers, on lists that our own search has, too."""

from __future__ import annotations

import os
import shutil
import subprocess
from itertools import islice, pairwise
from pathlib import Path

import pytest
from examples.zmert import run_zmert

from pitchpipe.errors import ParameterError
from pitchpipe.nbest import read_nbest
from pitchpipe.tuning import read_weights, write_weights
from tests.commands import ROOT

SEGMENTS = 12
FEATURES = ("logprob", "qe", "words", "length_gap")
PROGRAMS = ("java", "javac", "mvn")


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A small list with its references, in the current folder."""
    monkeypatch.chdir(tmp_path)
    for name, out in (("reference.a.en", "dev.en"), ("reference.b.en", "dev.b.en"), ("source.de", "dev.de")):
        with (ROOT / "examples" / name).open(encoding="utf-8") as lines:
            Path(out).write_text("".join(islice(lines, SEGMENTS)), encoding="utf-8")
    with (ROOT / "examples/llm.dev.jsonl").open(encoding="utf-8") as lines:
        few = [line for line in lines if int(line.removeprefix('{"segment": ').partition(",")[0]) < SEGMENTS]
    Path("dev.jsonl").write_text("".join(few), encoding="utf-8")
    write_weights("start.json", dict.fromkeys(FEATURES, 0.0) | {"logprob": 1.0})
    return ["--nbest", "dev.jsonl", "--weights", "start.json", "-r", "dev.en", "--work", "run"]


@pytest.fixture
def jars(tmp_path: Path) -> str:
    """The folder of Z-MERT's jars; where they cannot be had, tests are skipped, but fail where CI is set."""
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    reason = f"there is no {', '.join(missing)}: apt install default-jdk-headless maven" if missing else ""
    try:
        if not missing:
            run_zmert.compiled(tmp_path / "jars")
    except SystemExit as error:
        reason = f"Maven cannot get Z-MERT: {error}"
    if reason and os.environ.get("CI"):
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)
    return str(tmp_path / "jars")


def prepared(*arguments: str) -> None:
    asked, further = run_zmert._parser().parse_known_args(arguments)
    run_zmert.prepare(asked, further)


def test_zmert_finds_what_our_search_finds(
    files: list[str], jars: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """TESLA-M with all its fractions, PORT with word order, and an error rate, where less is better.

    One test, since Maven takes seconds to say where the jars are.
    """
    given = [*files, "--jars", jars, "--inits", "4"]
    scale = 1000
    for metric in (
        ["-m", "tesla-m:synonyms=none", "-l", "de-en"],
        ["-m", "port", "-s", "dev.de"],
        ["-m", "wer", "--direction", "min"],
    ):
        scores = run_zmert.main([*given, "--scale", str(scale), *metric])
        start, claimed, exact, own = scores.values()
        assert exact == own != start
        assert (exact < start) == ("wer" in metric)
        # A mean in per cent is wrong by at most half a unit of its scale; counts are not wrong at all.
        assert claimed == pytest.approx(exact, abs=100 * 0.5 / scale)
        assert "wer" not in metric or claimed == exact
        # The decoder is asked again with the new weights, finds nothing new, and that is the end.
        log = Path("run/zmert.log").read_text(encoding="utf-8")
        assert "No new candidates added in this iteration; exiting Z-MERT." in log
        assert read_weights("run/weights.txt").weights.keys() == set(FEATURES)
        assert "Z-MERT, exactly" in capfd.readouterr().out
    for wrong, sentence in (
        (
            ["--scale", "100000000"],
            "sums of statistics times 1.0E8 may be too large for Z-MERT: take a smaller",
        ),
        (["--scale", "-1"], "statistics are multiplied with a number above 0, not -1"),
        (["-m", "nosuch"], "error: ./metric ended without an answer"),
    ):
        with pytest.raises(SystemExit, match=r"error: Z-MERT failed; its log is run/zmert\.log"):
            run_zmert.main([*given, "-m", "bleu", *wrong])
        assert sentence in capfd.readouterr().err


def test_the_files_of_a_run(files: list[str]) -> None:
    prepared(
        *files, "-r", "dev.b.en", "--fix", "words", "--scale", "7", "--inits", "3", "-m", "port", "-s", "x y"
    )
    folder = Path("run")
    params = (folder / "params.txt").read_text(encoding="utf-8").splitlines()
    assert params == [
        "logprob\t|||\t1.0\tOpt\t-Inf\t+Inf\t-1\t+1",
        "qe\t|||\t0.0\tOpt\t-Inf\t+Inf\t-1\t+1",
        "words\t|||\t0.0\tFix\t-Inf\t+Inf\t-1\t+1",
        "length_gap\t|||\t0.0\tOpt\t-Inf\t+Inf\t-1\t+1",
        "normalization = none",
    ]
    assert read_weights(folder / "params.txt").fixed == ("words",)
    assert (folder / "decoder.cfg").read_text(encoding="utf-8").startswith("logprob 1.0\nqe 0.0\n")
    settings = [line.split("#")[0].split() for line in (folder / "zmert.cfg").read_text().splitlines()]
    assert [*settings[:2], settings[4], settings[6]] == [
        ["-r", "reference"],
        ["-rps", "2"],
        ["-m", "GL_BLEU", "./metric", "7", "max"],
        ["-ipi", "3"],
    ]
    for number, name in enumerate(("dev.en", "dev.b.en")):
        assert (folder / f"reference.{number}").read_bytes() == Path(name).read_bytes()
    nbest = read_nbest(folder / "nbest.txt", names=folder / "params.txt")
    longest = max(map(int, nbest.offsets[1:] - nbest.offsets[:-1]))
    assert settings[11] == ["-N", str(longest)]
    assert nbest.segments == SEGMENTS
    # The first candidate of each segment is the one that the weights to begin with like best.
    assert all(
        nbest.features[begin, 0] == nbest.features[begin:end, 0].max()
        for begin, end in pairwise(nbest.offsets)
    )
    subprocess.run(["./decoder"], cwd=folder, check=True)
    assert (folder / "decoder.out").read_bytes() == (folder / "nbest.txt").read_bytes()
    metric = (folder / "metric").read_text(encoding="utf-8")
    assert metric.endswith("""-m pitchpipe stream --statistics -m port -s 'x y'\n""")
    with pytest.raises(ParameterError, match="a fixed weight of 'lm': there are features logprob"):
        prepared(*files, "--fix", "lm")


def test_candidates_of_the_same_text_are_one(files: list[str]) -> None:
    """The one that the weights to begin with like best, which is the one that Z-MERT takes."""
    Path("twice.tsv").write_text("segment\ttext\tlm\n0\ta\t1\n0\tb\t2\n0\ta\t3\n", encoding="utf-8")
    write_weights("lm.json", {"lm": -1.0})
    prepared("--nbest", "twice.tsv", "--weights", "lm.json", "-r", "dev.en", "--work", "run")
    assert Path("run/nbest.txt").read_text() == "0 ||| a ||| 1.0 ||| -1.0\n0 ||| b ||| 2.0 ||| -2.0\n"
