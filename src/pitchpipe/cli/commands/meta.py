"""``pitchpipe meta``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import click

from pitchpipe.cli.failures import end
from pitchpipe.cli.options.alignment import AlignmentOptions, alignment_options
from pitchpipe.cli.options.annotation import AnnotationOptions, annotation_options
from pitchpipe.cli.options.engines import address_option, engine_option
from pitchpipe.cli.options.groups import GroupedCommand
from pitchpipe.cli.options.judged import JudgedOptions, aligned_tasks, judged_set_options
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
from pitchpipe.cli.printing import print_json, show, show_page
from pitchpipe.cli.progress import bar
from pitchpipe.showing.heads import heads_in
from pitchpipe.threads import current_threads

if TYPE_CHECKING:
    from pitchpipe.agreement import MetaTable
    from pitchpipe.metrics.base import Metric


def _list_statistics(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from pitchpipe.agreement.grids import statistics_grid

    show(statistics_grid(), "table", 0)
    ctx.exit()


@click.command("meta", cls=GroupedCommand, context_settings={"help_option_names": ["-h", "--help"]})
@judged_set_options
@metric_option
@click.option(
    "--statistic",
    "statistics",
    multiple=True,
    metavar="NAME",
    help="How to measure agreement, e.g. kendall-b:item, darr:threshold=25; repeat. all: what the judgments "
    "allow. --list-statistics lists them.",
)
@click.option(
    "--list-statistics",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_statistics,
    help="List the statistics, and stop.",
)
@click.option(
    "--test",
    type=click.Choice(["perm-both", "williams", "none"]),
    default="perm-both",
    show_default=True,
    help="Significance of differences between metrics; rank clusters follow from it. Over several test sets "
    "it is a paired bootstrap, or none.",
)
@samples_option(1000, "Samples of tests and intervals; of many metrics over several test sets more.")
@click.option(
    "--all-samples", is_flag=True, help="Make all samples of a test even where its result is clear before."
)
@click.option(
    "--confidence",
    type=float,
    metavar="PERCENT",
    help="Bootstrap intervals over segments of this level; none by default.",
)
@seed_option
@alignment_options
@annotation_options
@format_option
@plot_option
@short_option
@decimals_option(3)
@engine_option("Test metrics against each other on all cores (local), or on a cluster (ray).")
@address_option
@threads_option
def command(
    judged: JudgedOptions,
    metrics: tuple[Metric, ...],
    statistics: tuple[str, ...],
    test: Literal["perm-both", "williams", "none"],
    samples: int,
    all_samples: bool,
    confidence: float | None,
    seed: int,
    alignment: AlignmentOptions,
    annotation: AnnotationOptions,
    style: str,
    plot: str | None,
    decimals: int,
    short: bool,
    engine: str | None,
    address: str | None,
    threads: int | None,
) -> None:
    """Measure how well metrics agree with people.

    TESTSET (or -t) is a directory in the mt-metrics-eval layout, with human-scores/ or human-ranks/; or any
    test set, with --human naming a file of judgments (any table of systems, segments and scores, score
    files, ranked pairs, WMT's CSV, MQM, exports of Appraise and Pearmut); or outputs as plain files, with -r.
    Several test sets are shown one by one, and together: the mean, and all judgments pooled.

    \b
    pitchpipe meta wmt22 -l de-en -l zh-en --human da-z -m bleu -m chrf -m ter
    pitchpipe meta wmt12 --human ranks -m bleu -m lr-kb4 --statistic consistency --unescape
    pitchpipe meta wmt12 wmt17 --human ranks --human da-z -m chrf -m pitch --statistic tau-wmt14
    pitchpipe meta -t my.jsonl --human ratings.tsv -m external:comet.tsv -m chrf
    pitchpipe meta a.ja b.ja c.ja -r reference.ja -l en-ja --human esa.csv -m bleu -m chrf
    pitchpipe meta -t my.jsonl --human ratings.csv --human-columns system=engine,segment=line,score=points
    """
    current_threads()  # a bad PITCHPIPE_THREADS is said before anything is read
    from pitchpipe.agreement import meta
    from pitchpipe.agreement.evaluating import statistics_of

    asked = metrics_or(metrics, "bleu", "chrf", "ter")
    tasks = annotation.annotated_tasks(judged.read(), asked, no_cache=alignment.no_cache)
    wanted: Any = "all" if "all" in statistics else statistics or None
    steps = sum(len(asked) + len(measures) for measures in statistics_of(tasks, wanted).values())
    with bar(steps) as shown:
        table = meta(
            aligned_tasks(tasks, asked, alignment, shown),
            asked,
            statistics=wanted,
            test=None if test == "none" else test,
            samples=samples,
            confidence=confidence,
            seed=seed,
            stop_early=not all_samples,
            errors="keep",
            threads=threads,
            progress=None if shown is None else shown.step,
            engine=engine,
            address=address,
        )
    draw(table, plot)
    _show(table, asked, style, decimals, short)
    end(table.errors, style)


def _show(table: MetaTable, asked: tuple[Metric, ...], style: str, decimals: int, short: bool) -> None:
    from pitchpipe.agreement.machine_rows import agreement_rows

    if style == "json":
        print_json(table.to_dict())
    elif style == "tsv":
        show(agreement_rows(table), style, decimals)
    else:
        named = replace(table, heads=heads_in(style, table.metrics, asked))
        show_page(named.page(decimals), style, short=short)
