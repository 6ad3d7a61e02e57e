"""``pitchpipe stream``."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from pitchpipe.cli.options.annotation import candidate_analysis_options, candidate_annotators, languages_of
from pitchpipe.cli.options.candidates import language_pair_option
from pitchpipe.cli.options.groups import GroupedCommand, once
from pitchpipe.cli.options.shared import METRIC, threads_option, uncached_option
from pitchpipe.errors import DataError, MissingError
from pitchpipe.text.files import read_lines
from pitchpipe.threads import current_threads, set_threads

if TYPE_CHECKING:
    from pitchpipe.metrics.base import Metric

#: As much as a pipe holds.
_BLOCK = 1 << 16


@click.command("stream", cls=GroupedCommand, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "-r", "--reference", "references", multiple=True, metavar="FILE", help="A reference; repeat for more."
)
@click.option("-s", "--source", metavar="FILE", help="The source text, for metrics of word order.")
@language_pair_option
@click.option(
    "-m",
    "--metric",
    type=METRIC,
    callback=once,
    multiple=True,
    default=("bleu",),
    show_default=True,
    metavar="METRIC",
    help="The metric, or a mixture.",
)
@click.option("--statistics", is_flag=True, help="Give additive rows instead of sentence scores.")
@click.option("--columns", is_flag=True, help="Show the names of a row's columns, and end.")
@click.option(
    "--align-with", metavar="MODEL", help="Align words with this model; default one trained on -s and -r."
)
@candidate_analysis_options
@uncached_option
@threads_option
def command(
    references: tuple[str, ...],
    source: str | None,
    language_pair: str | None,
    metric: Metric,
    statistics: bool,
    columns: bool,
    align_with: str | None,
    analyser: str | None,
    threads: int | None,
) -> None:
    """Score candidates from standard input as they come, one answer for each line.

    A line is a candidate of the next segment, or has its number (from 0) before it: 17 ||| some candidate.
    EVAL ||| 3 5 2 ... asks for the corpus score of summed rows.

    \b
    pitchpipe stream -r reference.en -m ter < candidates
    pitchpipe stream -r reference.en -m bleu --statistics < candidates
    pitchpipe stream -r reference.en -m tesla-m -l de-en < candidates
    """
    from pitchpipe.aligning import Aligner
    from pitchpipe.batch.resources import Resources
    from pitchpipe.tuning import stream

    current_threads()  # a bad PITCHPIPE_THREADS is said before anything is read
    if threads is not None:
        set_threads(threads)
    streams = [read_lines(path) for path in references]
    sources = None if source is None else read_lines(source)
    if metric.wants("alignment") and sources is None:
        raise MissingError(f"{metric.name} judges word order from the source text: give it with -s FILE")
    source_language, target_language = languages_of(language_pair)
    resources = Resources(
        source_language,
        target_language,
        None if align_with is None else Aligner.load(align_with),
        candidate_annotators([metric], target_language, analyser, cached=False),
    )
    scorer = stream(metric, streams, sources=sources, resources=resources, statistics=statistics)
    if columns:
        click.echo(" ".join(scorer.metric.columns))
        return
    first = 1
    for lines in _arriving():
        try:
            read = (_text(line, number) for number, line in enumerate(lines, first))
            sys.stdout.writelines(f"{answer}\n" for answer in scorer.answers(read, first))
        finally:
            # What was answered before a line that is refused is not lost.
            sys.stdout.flush()
        first += len(lines)


def _arriving() -> Iterator[list[bytes]]:
    """Complete lines, as many as have arrived: whoever writes one and waits gets its answer."""
    if sys.stdin is None:
        raise DataError("standard input is closed")
    rest = b""
    while block := _block():
        *complete, rest = (rest + block).split(b"\n")
        if complete:
            yield complete
    if rest:
        yield [rest]


def _block() -> bytes:
    try:
        return os.read(sys.stdin.fileno(), _BLOCK)
    except OSError as error:
        raise DataError(f"standard input cannot be read ({error.strerror})") from None


def _text(line: bytes, number: int) -> str:
    try:
        return line.decode("utf-8-sig").removesuffix("\r")
    except UnicodeDecodeError as error:
        raise DataError(
            f"standard input, line {number}: invalid UTF-8 at byte offset {error.start} of the line"
        ) from None
