"""``pitchpipe meta``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pitchpipe.cli.options.alignment import alignment_options, brings_links, provider_from
from pitchpipe.cli.options.annotation import annotation_options, with_annotators
from pitchpipe.cli.options.judged import judged_set_options, tasks_from
from pitchpipe.cli.options.shared import (
    decimals_option,
    format_option,
    metric_option,
    samples_option,
    seed_option,
    threads_option,
)
from pitchpipe.cli.printing import print_json, show
from pitchpipe.cli.progress import bar
from pitchpipe.metrics.lookup import get
from pitchpipe.showing.formats import note
from pitchpipe.showing.heads import heads
from pitchpipe.threads import current_threads

if TYPE_CHECKING:
    from collections.abc import Callable

    from pitchpipe.agreement.results import MetaTable
    from pitchpipe.agreement.tasks import Task
    from pitchpipe.aligning.providers import Provider
    from pitchpipe.cli.progress import Bar

METRICS = ("bleu", "chrf", "ter")


def _list_statistics(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from pitchpipe.agreement.grids import statistics_grid

    show(statistics_grid(), "table", 0)
    ctx.exit()


@click.command("meta", context_settings={"help_option_names": ["-h", "--help"]})
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
    help="Significance of differences between metrics; rank clusters follow from it.",
)
@samples_option(1000, "Samples of the test and of intervals.")
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
@decimals_option(3)
@threads_option
def command(
    metrics: tuple[str, ...],
    statistics: tuple[str, ...],
    test: Any,
    samples: int,
    confidence: float | None,
    seed: int,
    style: str,
    decimals: int,
    threads: int | None,
    **options: Any,
) -> None:
    """Measure how well metrics agree with people.

    TESTSET is a directory in the mt-metrics-eval layout, with human-scores/ or human-ranks/; or any test
    set, with --human naming a file of judgments (score files, ranked pairs, WMT's CSV, MQM, ESA).

    \b
    pitchpipe meta wmt22 -l de-en -l zh-en --human da-z -m bleu -m chrf -m ter
    pitchpipe meta wmt12 --human ranks -m bleu -m lr-kb4 --statistic consistency --unescape
    pitchpipe meta my.jsonl --human ratings.tsv -m external:comet.tsv -m chrf
    """
    current_threads()  # a bad PITCHPIPE_THREADS is said before anything is read
    from pitchpipe.agreement.evaluating import evaluate, statistics_of

    chosen = metrics or METRICS
    tasks = with_annotators(tasks_from(options), chosen, options)
    wanted: Any = "all" if "all" in statistics else statistics or None
    steps = sum(len(chosen) + len(measures) for measures in statistics_of(tasks, wanted).values())
    with bar(steps) as shown:
        table = evaluate(
            tasks,
            chosen,
            statistics=wanted,
            test=None if test == "none" else test,
            samples=samples,
            confidence=confidence,
            seed=seed,
            stop_early=not options["all_samples"],
            aligner=_aligner(tasks, chosen, options, shown),
            threads=threads,
            progress=None if shown is None else shown.step,
        )
    _show(table, chosen, style, decimals)


def _aligner(
    tasks: list[Task], metrics: tuple[str, ...], options: dict[str, Any], shown: Bar | None
) -> Callable[[Task], Provider | None] | None:
    if not any(metric.wants("alignment") for metric in map(get, metrics)):
        return None
    if len(tasks) > 1 and brings_links(options):
        raise click.UsageError("links are brought along for one test set, not for several")
    return lambda task: provider_from(task.test_set, options, shown)


def _show(table: MetaTable, asked: tuple[str, ...], style: str, decimals: int) -> None:
    from pitchpipe.agreement.grids import grids
    from pitchpipe.agreement.machine_rows import agreement_rows
    from pitchpipe.agreement.notes import notes

    if style == "json":
        print_json(table.to_dict())
        return
    if style == "tsv":
        show(agreement_rows(table), style, decimals)
        return
    names = heads(table.metrics, asked)
    for k, (title, grid) in enumerate(grids(table, decimals)):
        if k:
            click.echo()
        click.echo({"latex": f"% {title}", "markdown": f"**{title}**\n"}.get(style, title))
        show(grid.renamed(names), style, decimals)
    click.echo()
    for line in notes(table, decimals):
        click.echo(note(line, style))
