"""``pitchpipe compare``."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from pitchpipe.cli.failures import end
from pitchpipe.cli.options.alignment import AlignmentOptions, alignment_options, note_shared_training
from pitchpipe.cli.options.annotation import AnnotationOptions, annotation_options
from pitchpipe.cli.options.grouping import grouping_from
from pitchpipe.cli.options.groups import GroupedCommand
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
from pitchpipe.cli.printing import print_json, show, show_page
from pitchpipe.cli.progress import bar
from pitchpipe.comparing import ComparisonTable, compare
from pitchpipe.comparing.gate import Gate
from pitchpipe.comparing.machine_rows import bucket_rows, comparison_rows
from pitchpipe.comparing.notes import too_little
from pitchpipe.comparing.pages import for_papers
from pitchpipe.threads import current_threads

if TYPE_CHECKING:
    from pitchpipe.comparing.results import Test
    from pitchpipe.metrics.base import Metric

TESTS = ("bootstrap", "randomisation", "sign")
BUCKETS = ("domain", "document", "length", "length-quartile", "bleu", "labels")


@click.command("compare", cls=GroupedCommand, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("hypotheses", nargs=-1, metavar="BASE NEW...")
@text_options
@metric_option
@alignment_options
@annotation_options
@click.option(
    "--test",
    type=click.Choice(TESTS),
    default="bootstrap",
    show_default=True,
    help="Paired bootstrap, approximate randomisation, or the sign test by substitution.",
)
@samples_option(10_000, "Resamples of the test set.")
@seed_option
@click.option(
    "--confidence",
    type=float,
    default=95,
    show_default=True,
    metavar="PERCENT",
    help="Level of intervals; p-values up to its complement are significant.",
)
@click.option(
    "--baseline", metavar="NAME", help="The system the others are compared with; default the first."
)
@click.option(
    "--all-pairs", is_flag=True, help="Compare all systems with each other and rank them in clusters."
)
@click.option(
    "--by",
    type=click.Choice(BUCKETS),
    help="Show the differences within buckets of segments; TSV shows these alone.",
)
@click.option("--labels", metavar="FILE", help="A label for each segment, for --by labels.")
@click.option(
    "--examples",
    type=click.IntRange(min=0),
    default=0,
    metavar="K",
    help="Show the K largest wins and losses, with what differs from the reference.",
)
@click.option(
    "--fail-if-worse",
    is_flag=False,
    flag_value="",
    metavar="[METRIC]",
    help="Exit with 1 if a system is significantly worse than the baseline by this metric, or the first.",
)
@format_option
@plot_option
@short_option
@decimals_option(2)
@threads_option
def command(
    hypotheses: tuple[str, ...],
    texts: TextOptions,
    metrics: tuple[Metric, ...],
    alignment: AlignmentOptions,
    annotation: AnnotationOptions,
    test: Test,
    samples: int,
    seed: int,
    confidence: float,
    baseline: str | None,
    all_pairs: bool,
    by: str | None,
    labels: str | None,
    examples: int,
    fail_if_worse: str | None,
    style: str,
    plot: str | None,
    decimals: int,
    short: bool,
    threads: int | None,
) -> None:
    """Compare systems with a baseline: are they better by more than chance?

    The first file is the baseline. A system that was tuned several times is given as
    run1.out,run2.out or NAME=run1.out,run2.out. Without -m the metrics are bleu, chrf and ter.

    \b
    pitchpipe compare base.en new.en -r reference.en
    pitchpipe compare base.en a.en b.en -r reference.en -m port -m chrf -s source.de --all-pairs
    pitchpipe compare base.en new.en -r reference.en -m chrf --fail-if-worse
    """
    current_threads()  # a bad PITCHPIPE_THREADS is said before anything is read
    if all_pairs and baseline is not None:
        raise click.UsageError("--all-pairs compares every system with every other: leave out --baseline")
    if examples and style not in {"table", "json"}:
        raise click.UsageError("--examples are texts, no table: they are shown with --format table or json")
    asked = alignment.fitting(metrics_or(metrics, "bleu", "chrf", "ter"))
    gate = None if fail_if_worse is None else Gate.choose(fail_if_worse, asked)
    test_set, runs = texts.read_runs(hypotheses, asked)
    test_set = annotation.annotated(test_set, asked, no_cache=alignment.no_cache)
    buckets = grouping_from(by, labels, test_set)
    with bar(2 * len(asked)) as shown:
        test_set = alignment.aligned(test_set, asked, shown)
        table = compare(
            test_set,
            "all" if all_pairs else baseline,
            asked,
            test=test,
            samples=samples,
            seed=seed,
            confidence=confidence,
            runs=runs,
            by=buckets,
            examples=examples,
            missing=texts.missing,
            errors="keep",
            threads=threads,
            progress=None if shown is None else shown.step,
        )
    draw(table, plot)
    _show(table, asked, style, decimals, short)
    note_shared_training(test_set)
    warning = too_little(table)
    if gate is None and warning is not None:
        click.echo(f"note: {warning}", err=True)
    if gate is not None:
        passed = gate.passed(table)
        click.echo(str(passed), err=True)
        if not passed:
            sys.exit(1)
    end(table.errors, style)


def _show(table: ComparisonTable, asked: Iterable[Metric], style: str, decimals: int, short: bool) -> None:
    if style == "json":
        print_json(table.to_dict())
    elif style == "tsv":
        # One table a machine can read: the most detailed one that was asked for.
        show(comparison_rows(table) if table.by is None else bucket_rows(table), style, decimals)
    else:
        page = for_papers(table, asked, decimals) if style == "latex" else table.page(decimals)
        show_page(page, style, short=short)
