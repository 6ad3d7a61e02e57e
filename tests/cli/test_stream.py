"""``pitchpipe stream``."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import numpy as np
import pytest

from pitchpipe.batch.resources import Resources
from pitchpipe.errors import DataError
from pitchpipe.lang.annotation.analysis import Analysed
from pitchpipe.lang.annotation.remembering import RememberingAnnotator
from pitchpipe.lang.lm.model import FALLBACK_DISCOUNTS, LanguageModel
from pitchpipe.metrics.lookup import get
from pitchpipe.text.files import read_lines
from pitchpipe.tuning.streaming import Scorer
from tests.commands import ROOT, Done, Run
from tests.metrics.annotating import PureAnnotator
from tests.metrics.pivoting import use_tables

REFERENCES = [str(ROOT / f"examples/reference.{name}.en") for name in "ab"]
SYSTEM = ROOT / "examples/systems/literal.en"
GIVEN = ("-r", REFERENCES[0], "-r", REFERENCES[1])
METRICS = ("bleu", "ter", "chrf", "hlepor", "nist", "0.5*bleu+0.5*ter")


@pytest.fixture
def feed(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> object:
    """Calls ``pitchpipe stream`` with a text on standard input."""

    def call(text: str | bytes, *arguments: str) -> Done:
        path = tmp_path / "input"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        with path.open() as stream:
            monkeypatch.setattr(sys, "stdin", stream)
            return run("stream", *arguments)

    return call


def streams() -> list[list[str]]:
    return [read_lines(path) for path in REFERENCES]


@pytest.mark.parametrize("metric", METRICS)
def test_scores_are_those_of_score(feed: Run, metric: str) -> None:
    done = feed(SYSTEM.read_text(), *GIVEN, "-m", metric)
    expected = get(metric).segment_scores(read_lines(SYSTEM), streams())
    assert [float(line) for line in done.out.splitlines()] == pytest.approx(list(expected), rel=1e-12)


@pytest.mark.parametrize("metric", METRICS)
def test_summed_statistics_give_the_corpus_score(feed: Run, metric: str) -> None:
    rows = feed(SYSTEM.read_text(), *GIVEN, "-m", metric, "--statistics").out.splitlines()
    sums = np.array([line.split() for line in rows], dtype=np.float64).sum(axis=0)
    asked = f"EVAL ||| {' '.join(map(repr, sums.tolist()))}\n"
    expected = get(metric).corpus_score(read_lines(SYSTEM), streams()).score
    assert float(feed(asked, *GIVEN, "-m", metric).out) == pytest.approx(expected, rel=1e-9)
    columns = feed("", *GIVEN, "-m", metric, "--columns").out.split()
    assert len(columns) >= len(sums)


def test_word_order_is_judged_by_a_model_of_the_references(feed: Run, run: Run) -> None:
    source = ("-s", str(ROOT / "examples/source.de"))
    done = feed(SYSTEM.read_text(), *GIVEN, *source, "-m", "port")
    scored = run(
        "score", str(SYSTEM), *GIVEN, *source, "-m", "port",
        "--align-without-systems", "--no-cache", "--segments", "--format", "tsv",
    )  # fmt: skip
    expected = [float(line.split("\t")[2]) for line in scored.out.splitlines()[1:]]
    assert [float(line) for line in done.out.splitlines()] == pytest.approx(expected, rel=1e-12)
    lacking = feed("", *GIVEN, "-m", "port")
    assert (lacking.code, "give it with -s FILE" in lacking.err) == (2, True)


def test_numbered_lines_come_in_any_order_and_plain_ones_in_turn(feed: Run, tmp_path: Path) -> None:
    (tmp_path / "ref").write_text("a b\nc d\n")
    text = "1 ||| c d\n0 ||| a b\na b\nc d\na b\n1 ||| a b\nc d\n0 |||\n"
    done = feed(text, "-r", str(tmp_path / "ref"), "-m", "wer:tokenize=none")
    assert done.out.split() == ["0.0", "0.0", "0.0", "0.0", "0.0", "100.0", "0.0", "100.0"]


def test_lines_with_references_of_their_own(feed: Run) -> None:
    done = feed("SCORE ||| a b ||| c d ||| c d\nSCORE ||| a b ||| c d\n", "-m", "wer:tokenize=none")
    assert done.out.split() == ["0.0", "100.0"]


def test_lines_with_references_bring_no_source(feed: Run, tmp_path: Path) -> None:
    (tmp_path / "ref").write_text("a b\n")
    (tmp_path / "src").write_text("x y\n")
    files = ["-r", str(tmp_path / "ref"), "-s", str(tmp_path / "src")]
    done = feed("0 ||| a b\nSCORE ||| a b ||| a b\n", *files, "-m", "wer:tokenize=none")
    assert (done.code, done.out) == (2, "0.0\n")
    assert done.err == (
        "error: standard input, line 2: SCORE brings no source, which this metric or -s asks for: "
        "number the lines\n"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("48 ||| x\n", "standard input, line 1: segment 48, but there are 48, numbered from 0"),
        ("x\ny\n99 ||| x\n", "standard input, line 3: segment 99"),
        ("EVAL ||| 1 2\n", "standard input, line 1: 2 statistics, but bleu has matches_1, "),
        ("EVAL ||| 1 b\n", "standard input, line 1: EVAL takes the numbers of a row"),
        ("SCORE ||| x\n", "standard input, line 1: write SCORE ||| reference ||| candidate"),
        (b"x\n\xff\n", "standard input, line 2: invalid UTF-8 at byte offset 0 of the line"),
        ("-1 ||| foo\n", "standard input, line 1: '-1' is no segment's number"),
        ("abc ||| foo\n", "standard input, line 1: 'abc' is no segment's number"),
        ("9" * 5000 + " ||| foo\n", "standard input, line 1: '999"),
        ("||| foo\n", "standard input, line 1: bars need a space on both sides"),
        ("3 |||foo\n", "standard input, line 1: bars need a space on both sides"),
        ("3 ||| foo ||| 1 2\n", "standard input, line 1: there is more than a candidate"),
        ("EVAL |||\n", "standard input, line 1: 0 statistics, but bleu has matches_1, "),
        ("EVAL 1 2\n", "standard input, line 1: write EVAL ||| statistics"),
        ("SCORE\n", "standard input, line 1: write EVAL ||| statistics or SCORE ||| reference"),
        ("EVAL ||| 4 3 2 1 4 3 2 1 -4 6\n", "standard input, line 1: hyp_length is -4, but"),
        ("EVAL ||| 4 3 nan 1 4 3 2 1 4 6\n", "standard input, line 1: matches_3 is nan"),
        ("EVAL ||| 4 3 2 1 4 3 2 1 4 inf\n", "standard input, line 1: ref_length is inf"),
        ("EVAL ||| 9 3 2 1 4 3 2 1 4 6\n", "standard input, line 1: matches_1 is 9, but ngrams_1 only 4"),
        ("EVAL ||| 4 3 2 1 4 5 2 1 4 6\n", "standard input, line 1: ngrams_2 is 5, but ngrams_1 only 4"),
    ],
)
def test_what_is_refused(feed: Run, text: str, message: str) -> None:
    done = feed(text, *GIVEN)
    assert done.code == 2
    assert done.err.startswith(f"error: {message}")


def test_lines_before_a_bad_one_are_answered(feed: Run) -> None:
    expected = feed("x\n2 ||| y\n", *GIVEN).out
    for bad in ("99 ||| z", "EVAL ||| 1", b"\xff".decode("latin-1")):
        done = feed(f"x\n2 ||| y\n{bad}\nx\n".encode("latin-1"), *GIVEN)
        assert (done.code, done.out) == (2, expected)
        assert done.err.startswith("error: standard input, line 3: ")


def test_scores_may_be_negative_where_a_metric_says_so(feed: Run) -> None:
    assert float(feed("EVAL ||| -1 4 6\n", "-m", "wrr").out) == -25.0
    assert "part 0 (wrr): denominator is -4" in feed("EVAL ||| -1 -4 6 1 1\n", "-m", "0.5*wrr+0.5*ter").err


def test_fields_may_be_empty_and_words_may_look_like_commands(feed: Run, tmp_path: Path) -> None:
    (tmp_path / "ref").write_text("SCORE\nEVALUATION\n")
    text = "0 ||| SCORE\n1 |||\nSCORE ||| a |||\nSCORE ||| ||| a\nx\nEVALUATION\n"
    done = feed(text, "-r", str(tmp_path / "ref"), "-m", "wer:tokenize=none")
    assert done.out.split() == ["0.0", "100.0", "100.0", "100.0", "100.0", "0.0"]


def test_a_metric_given_twice_is_refused(feed: Run) -> None:
    done = feed("x\n", *GIVEN, "-m", "bleu", "-m", "ter")
    assert (done.code, done.out) == (2, "")
    assert "--metric is given 2 times: give one" in done.err


def test_without_references(feed: Run, run: Run, tmp_path: Path) -> None:
    assert "there are no references (-r FILE)" in feed("x\n").err
    (tmp_path / "short").write_text("a\n")
    unequal = feed("x\n", "-r", REFERENCES[0], "-r", str(tmp_path / "short"))
    assert "reference 1 has 48 lines, reference 2 has 1" in unequal.err
    with pytest.raises(DataError, match="the source has 1 lines, but there are 2 segments"):
        Scorer(get("bleu"), [["a", "b"]], sources=["a"])


@pytest.mark.skipif(os.name == "nt", reason="pipes are read as POSIX has them")
def test_whoever_waits_gets_an_answer_to_every_line() -> None:
    command = [sys.executable, "-m", "pitchpipe", "stream", "-r", REFERENCES[0], "-m", "ter"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        into, out = _pipes(process)
        for line in read_lines(REFERENCES[0])[:5]:
            into.write(line.encode() + b"\n")
            into.flush()
            assert float(out.readline()) == 0.0
        # A line may come in pieces, and the last one without its end.
        into.write(b"0 ||| some")
        into.flush()
        into.write(b"thing")
        into.close()
        assert float(out.readline()) > 0.0
        assert out.read() == b""
    assert process.returncode == 0


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


def test_nothing_in_nothing_out(feed: Run) -> None:
    done = feed("", *GIVEN)
    assert (done.code, done.out) == (0, "")


def test_words_are_analysed(feed: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def installed(language: str, *, cache: bool, **_: object) -> PureAnnotator:
        # There would be a file for every sentence.
        assert (language, cache) == ("en", False)
        return PureAnnotator()

    monkeypatch.setattr("pitchpipe.lang.annotation.defaults.default_annotator", installed)
    metric = "tesla-m:synonyms=none"
    done = feed(SYSTEM.read_text(), *GIVEN, "-m", metric, "-l", "de-en")
    expected = get(metric).segment_scores(read_lines(SYSTEM), streams(), annotator=PureAnnotator())
    assert [float(line) for line in done.out.splitlines()] == pytest.approx(list(expected), rel=1e-12)
    own = feed(SYSTEM.read_text(), *GIVEN, "-m", f"{metric},language=en")
    assert own.out == done.out
    refused = feed("", *GIVEN, "-m", metric)
    assert (refused.code, "say which with -l de-en" in refused.err) == (2, True)


def test_a_segment_may_lack_a_reference() -> None:
    scorer = Scorer(get("wer"), [["a b", "c d"], [None, "c e"]])
    assert list(scorer.answers(["a b", "c e", "1 ||| c d", "0 ||| c e"])) == ["0.0", "0.0", "0.0", "100.0"]


def test_references_are_analysed_once() -> None:
    asked: list[str] = []

    class Watched:
        def annotate(self, lines: Sequence[str], *, side: str) -> Analysed:
            asked.extend(lines)
            return PureAnnotator().annotate(lines, side=side)

    annotator = RememberingAnnotator(Watched())
    scorer = Scorer(get("tesla-m:synonyms=none"), [["a cat"]], resources=Resources(annotator=annotator))
    for line in ("a dog", "a cat", "a dog", "a bird"):
        list(scorer.answers([line]))
    assert sorted(line for line in asked if line) == ["a bird", "a cat", "a dog"]


def test_statistics_of_language_models_are_negative(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    use_tables(monkeypatch, tmp_path)
    LanguageModel.estimate(["a cat"], order=1, fallback=FALLBACK_DISCOUNTS).write(tmp_path / "en.arpa")
    metric = get(f"0.5*tesla-f:synonyms=none,pivots=de,models={tmp_path}/en.arpa+0.5*chrf")
    scorer = Scorer(
        metric, [], resources=Resources(annotator=PureAnnotator(), target_language="en"), statistics=True
    )
    (row,) = scorer.answers(["SCORE ||| the cat ||| a dog"])
    (score,) = scorer.answers([f"EVAL ||| {row}"])
    expected = metric.sentence_score("a dog", ["the cat"], annotator=PureAnnotator(), language="en")
    assert float(score) == pytest.approx(expected.score)
    score_sum, _, *features = row.split()
    with pytest.raises(DataError, match="segments is -1, but it cannot be negative"):
        list(scorer.answers([f"EVAL ||| {' '.join([score_sum, '-1', *features])}"]))
