"""``pitchpipe score``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import click

from pitchpipe.cli.failures import end
from pitchpipe.cli.options.alignment import AlignmentOptions, alignment_options, note_shared_training
from pitchpipe.cli.options.annotation import AnnotationOptions, annotation_options
from pitchpipe.cli.options.engines import NOT_IN_PARTS, CorpusOptions, RunOptions, corpus_options, run_options
from pitchpipe.cli.options.groups import GroupedCommand, given
from pitchpipe.cli.options.plotting import draw, plot_option
from pitchpipe.cli.options.shared import (
    decimals_option,
    format_option,
    metric_option,
    metrics_or,
    samples_option,
    seed_option,
    short_option,
    threads_option,
)
from pitchpipe.cli.options.texts import TextOptions, text_options
from pitchpipe.cli.printing import print_json, print_lines, show, show_page
from pitchpipe.cli.progress import bar, parts_shown
from pitchpipe.errors import ParameterError
from pitchpipe.measuring.machine_rows import wide_rows
from pitchpipe.measuring.scoring import score
from pitchpipe.measuring.tables import ScoreTable
from pitchpipe.showing.heads import heads_in
from pitchpipe.showing.latex import without_suffixes
from pitchpipe.text.testset import TestSet
from pitchpipe.threads import current_threads

if TYPE_CHECKING:
    from pitchpipe.measuring.explaining import Explained
    from pitchpipe.metrics.base import Metric


@click.command("score", cls=GroupedCommand, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("hypotheses", nargs=-1, metavar="HYP...")
@text_options
@metric_option
@alignment_options
@annotation_options
@run_options(
    "Score text larger than memory, in parts: local is this machine, ray a cluster. HYP... are tables "
    "(Parquet, JSONL, TSV), or plain text with -r; names, patterns or folders.",
    "--segments-to",
)
@corpus_options
@click.option("--segments", is_flag=True, help="Show the score of every segment.")
@click.option(
    "--by", type=click.Choice(["domain", "document"]), help="Show the score of every domain or document."
)
@click.option(
    "--confidence",
    type=float,
    metavar="PERCENT",
    help="Show a bootstrap interval of this level, say 95, beside each score.",
)
@samples_option(10_000, "Samples of the test set that --confidence draws.")
@seed_option
@format_option
@plot_option
@decimals_option(2)
@click.option(
    "-v",
    "--verbose",
    is_flag=True,
    help="Show what is behind each score: for bleu precisions, brevity penalty and lengths, as sacreBLEU "
    "prints them. JSON always has the parts.",
)
@short_option
@click.option(
    "--show-alignment",
    "explained",
    multiple=True,
    type=int,
    metavar="SEGMENT",
    help="Draw the words that wrr, n-grr, lepor metrics, ter and meteor matched in this segment (from 1); "
    "repeat.",
)
@threads_option
def command(
    hypotheses: tuple[str, ...],
    texts: TextOptions,
    metrics: tuple[Metric, ...],
    alignment: AlignmentOptions,
    annotation: AnnotationOptions,
    run: RunOptions,
    corpus: CorpusOptions,
    segments: bool,
    by: Literal["domain", "document"] | None,
    confidence: float | None,
    samples: int,
    seed: int,
    style: str,
    plot: str | None,
    decimals: int,
    verbose: bool,
    short: bool,
    explained: tuple[int, ...],
    threads: int | None,
) -> None:
    """Score system outputs against references.

    Files are plain text with one segment per line, also compressed (.gz, .xz, .zst); - is standard
    input. Without -m the metrics are bleu, chrf and ter.

    \b
    pitchpipe score system.en -r reference.en
    pitchpipe score a.en b.en -r ref1.en -r ref2.en -m bleu -m chrf:beta=3 -m 0.5*bleu+0.5*chrf
    pitchpipe score -t wmt22 -l de-en --by domain --format json
    pitchpipe score 'corpus/*.parquet' --columns hypothesis=mt,reference=ref --engine local
    """
    current_threads()  # a bad PITCHPIPE_THREADS is said before anything is read
    if explained and style != "table":
        raise click.UsageError("--show-alignment draws below a table: it needs --format table")
    if confidence is None and given("samples", "seed"):
        raise click.UsageError("--samples and --seed go with --confidence")
    if confidence is not None and style == "tsv" and (segments or by):
        raise click.UsageError(
            "TSV shows one table: leave out --confidence, or --segments and --by, or choose --format json"
        )
    if verbose and style == "tsv":
        raise click.UsageError("TSV shows one table of numbers: --verbose needs another format")
    run.refuse(NOT_IN_PARTS)
    if run.engine is not None:
        with parts_shown(run.shown_as) as told:
            table = score(
                corpus.shards(hypotheses, texts),
                asked := metrics_or(metrics, "bleu", "chrf", "ter"),
                by=by,
                confidence=confidence,
                samples=samples,
                seed=seed,
                missing=texts.missing,
                aligner=alignment.model(),
                threads=threads,
                languages=texts.language_pair,
                shown=told,
                **corpus.arguments(),
                **run.arguments(),
            )
        draw(table, plot)
        _print(table, asked, style, decimals, verbose=verbose, short=short)
        return
    corpus.refuse_without_engine()
    asked = alignment.fitting(metrics_or(metrics, "bleu", "chrf", "ter"))
    test_set = texts.read_named(hypotheses, asked)
    test_set = annotation.annotated(test_set, asked, no_cache=alignment.no_cache)
    explaining = _explaining(asked) if explained else []
    with bar(len(asked)) as shown:
        test_set = alignment.aligned(test_set, asked, shown)
        table = score(
            test_set,
            asked,
            segments=segments,
            by=by,
            confidence=confidence,
            samples=samples,
            seed=seed,
            missing=texts.missing,
            errors="keep",
            threads=threads,
            progress=None if shown is None else shown.step,
        )
    draw(table, plot)
    drawings = [drawing for segment in explained for drawing in _explained(test_set, explaining, segment)]
    _print(table, asked, style, decimals, verbose=verbose, short=short)
    for drawing in drawings:
        from pitchpipe.measuring.drawings import explained_lines

        print_lines(explained_lines(drawing))
    note_shared_training(test_set)
    end(table.errors, style)


def _print(
    table: ScoreTable, asked: Iterable[Metric], style: str, decimals: int, *, verbose: bool, short: bool
) -> None:
    if style == "json":
        print_json(table.to_dict())
        return
    if style == "tsv":
        show(wide_rows(table), style, decimals)
        return
    named = replace(table, heads=heads_in(style, table.specs, asked))
    page = named.page(decimals, verbose=verbose, short=short)
    if style == "latex":
        page = page.with_grids(lambda grid: without_suffixes(grid, table.systems))
    show_page(page, style)


def _explaining(asked: Iterable[Metric]) -> list[Metric]:
    """The metrics that have something to draw."""
    from pitchpipe.measuring.explaining import explains

    metrics = [metric for metric in asked if explains(metric)]
    if not metrics:
        raise ParameterError("none of the metrics has a word alignment to show: try -m 4-grr or -m hlepor")
    for metric in metrics:
        if metric.wants("pos"):
            raise ParameterError(f"{metric.name}: --show-alignment draws words alone: leave out pos=true")
    return metrics


def _explained(test_set: TestSet, metrics: list[Metric], segment: int) -> list[Explained]:
    from pitchpipe.measuring.explaining import explain

    return [explain(test_set, metric, system, segment) for system in test_set.systems for metric in metrics]
