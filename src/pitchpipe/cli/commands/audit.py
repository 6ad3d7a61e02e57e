"""``pitchpipe audit``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pitchpipe.auditing.auditor import METRICS, audit
from pitchpipe.auditing.grids import machine_rows
from pitchpipe.auditing.results import AuditTable
from pitchpipe.cli.failures import end
from pitchpipe.cli.options.alignment import AlignmentOptions, alignment_options
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
from pitchpipe.comparing.notes import too_few_samples
from pitchpipe.threads import current_threads

if TYPE_CHECKING:
    from pitchpipe.metrics.base import Metric


@click.command("audit", cls=GroupedCommand, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("hypotheses", nargs=-1, metavar="HYP [HYP2]")
@text_options
@metric_option
@alignment_options
@annotation_options
@click.option(
    "--by",
    type=click.Choice(["domain", "document", "length", "length-quartile", "bleu", "labels"]),
    help="The genres; default domains, where there are several, otherwise the length of the reference.",
)
@click.option("--labels", metavar="FILE", help="A label for each segment, for --by labels.")
@samples_option(1000, "Resamples of the bootstrap.")
@seed_option
@click.option(
    "--confidence",
    type=float,
    default=95,
    show_default=True,
    metavar="PERCENT",
    help="The confidence at which differences are significant.",
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
    by: str | None,
    labels: str | None,
    samples: int,
    seed: int,
    confidence: float,
    style: str,
    plot: str | None,
    decimals: int,
    short: bool,
    threads: int | None,
) -> None:
    """Ask whether metrics contradict themselves on a test set, or look away.

    The first system's output is changed in ways that should do harm: cut, filled with nonsense, left
    untranslated. A second system is compared with the first as it is. Without -m the metrics are bleu,
    bleu-sbp, wrr and 4-grr.

    \b
    pitchpipe audit system.en -r reference.en
    pitchpipe audit a.en b.en -r reference.en --documents documents.tsv --by domain -m bleu -m chrf
    pitchpipe audit -t wmt22 -l de-en --system Online-W --format json
    """
    current_threads()  # a bad PITCHPIPE_THREADS is said before anything is read
    test_set = texts.read_named(hypotheses)
    asked = metrics_or(metrics, *METRICS)
    # Most outputs are nonsense here: their analyses are not kept.
    test_set = annotation.annotated(test_set, asked, no_cache=bool(annotation.analyser))
    grouping = grouping_from(by, labels, test_set)
    with bar(2 * len(asked)) as shown:
        table = audit(
            alignment.aligned(test_set, asked, shown),
            asked,
            by=grouping,
            samples=samples,
            seed=seed,
            confidence=confidence,
            missing=texts.missing,
            errors="keep",
            threads=threads,
            progress=None if shown is None else shown.step,
        )
    draw(table, plot)
    _show(table, style, decimals, short)
    warning = too_few_samples(table.samples, (100 - table.confidence) / 100)
    if warning is not None:
        click.echo(f"note: {warning}", err=True)
    end(table.errors, style)


def _show(table: AuditTable, style: str, decimals: int, short: bool) -> None:
    if style == "json":
        print_json(table.to_dict())
    elif style == "tsv":
        show(machine_rows(table), style, decimals)
    else:
        show_page(table.page(decimals), style, short=short)
