"""BLEU and chrF beside bare loops that count the same and do nothing else: how far from the limit are we?

The loops (``benchmarks/bare``) are a program of their own, which takes its turns beside us and tells its
seconds. They know ASCII alone, so the text is those segments that are.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import pitchpipe as pp
from benchmarks.cases import Settings, use_threads
from benchmarks.data import fresh
from benchmarks.results import Comparison, Results
from benchmarks.timing import Sample, Timing, timed
from pitchpipe.batch.lines import batch_of
from pitchpipe.metrics.scored import rows_of

PACKAGE = Path(__file__).with_name("bare")
TARGET_FOLDER = PACKAGE.parents[1] / "rust" / "target" / "bare"
#: Ours may take 1.35 times the time of the bare loop.
TARGET = 1 / 1.35
METRICS = {"BLEU": "bleu", "chrF": "chrf"}
#: What a loop that reads plain bytes would take for words.
MARKUP = (b"&", b"<")

Pairs = tuple[list[bytes], list[bytes]]


def measure(settings: Settings) -> Results:
    """Corpus scores on one thread, the two taking turns."""
    cargo = shutil.which("cargo", path=f"{os.environ.get('PATH', '')}:{Path.home() / '.cargo' / 'bin'}")
    if cargo is None:
        return Results(skipped=["cargo is not installed, so the bare loops are not built"])
    settings.progress("bare loops")
    folder = ["--manifest-path", str(PACKAGE / "Cargo.toml"), "--target-dir", str(TARGET_FOLDER)]
    subprocess.run([cargo, "build", "--quiet", "--release", "--locked", *folder], check=True)
    pairs = _of_ascii(settings)
    with tempfile.TemporaryDirectory() as made:
        files = [Path(made) / name for name in ("hypotheses", "references")]
        for file, lines in zip(files, pairs, strict=True):
            file.write_bytes(b"".join(line + b"\n" for line in lines))
        command = [str(TARGET_FOLDER / "release" / "bare"), *map(str, files)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
            assert program.stdin is not None
            assert program.stdout is not None
            compared = [
                _compare(title, spec, pairs, (program.stdin, program.stdout), settings.repetitions)
                for title, spec in METRICS.items()
            ]
            program.stdin.close()
    return Results(
        comparisons=[found for found in compared if isinstance(found, Comparison)],
        wrong=[found for found in compared if isinstance(found, str)],
    )


def _of_ascii(settings: Settings) -> Pairs:
    corpus = settings.corpus
    plain = [
        (hyp, ref)
        for hyp, ref in zip(corpus.first, corpus.reference, strict=True)
        if (both := hyp + ref).isascii() and not any(mark in both for mark in MARKUP)
    ]
    return [hyp for hyp, _ in plain], [ref for _, ref in plain]


def _compare(
    title: str, spec: str, pairs: Pairs, program: tuple[IO[str], IO[str]], repetitions: int
) -> Comparison | str:
    """The times of both, or what is wrong."""
    subject = f"{title}, corpus, {len(pairs[0]):,} segments of ASCII"
    hyps, refs = map(fresh, pairs)
    _, rows = rows_of(pp.metrics.get(spec), batch_of(hyps, [refs], None))
    if rows.sum(axis=0).tolist() != _asked(spec, *program)[1]:
        return f"{subject}: the bare loop counts otherwise"
    use_threads(1)
    ours, theirs = [], []
    for _ in range(repetitions):
        inputs = [fresh(lines) for lines in pairs]
        ours.append(timed(lambda given: _score(spec, given), inputs))
        seconds, _ = _asked(spec, *program)
        theirs.append(Sample(seconds, seconds))
    note = "counts alone, of text that is in its memory"
    return Comparison(subject, "bare loop", 1, Timing.of(ours), Timing.of(theirs), TARGET, note)


def _score(spec: str, given: Sequence[list[str]]) -> list[float]:
    hyps, refs = given
    return [pp.metrics.get(spec).corpus_score(hyps, [refs]).score]


def _asked(spec: str, questions: IO[str], answers: IO[str]) -> tuple[float, list[float]]:
    """The seconds and the sums of one run of the loop."""
    questions.write(f"{spec}\n")
    questions.flush()
    seconds, *sums = map(float, answers.readline().split())
    return seconds, sums
