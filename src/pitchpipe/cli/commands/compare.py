"""``pitchpipe compare``."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import click

from pitchpipe.cli.options.alignment import (
    alignment_options,
    as_tokenised,
    note_shared_training,
    provider_from,
)
from pitchpipe.cli.options.annotation import annotation_options, with_annotator
from pitchpipe.cli.options.grouping import grouping_from
from pitchpipe.cli.options.runs import parse_system, runs_of
from pitchpipe.cli.options.shared import (
    decimals_option,
    format_option,
    metric_option,
    samples_option,
    seed_option,
    test_set_options,
    threads_option,
)
from pitchpipe.cli.options.texts import test_set_from
from pitchpipe.cli.printing import print_json, print_lines, show
from pitchpipe.cli.progress import bar
from pitchpipe.comparing import ComparisonTable, compare
from pitchpipe.comparing.example_lines import example_lines
from pitchpipe.comparing.gate import Gate
from pitchpipe.comparing.grids import for_latex, grids
from pitchpipe.comparing.machine_rows import bucket_rows, comparison_rows
from pitchpipe.comparing.notes import contradictions, provenance, too_little
from pitchpipe.metrics.lookup import get
from pitchpipe.showing.formats import note
from pitchpipe.showing.heads import heads
from pitchpipe.text.testset import TestSet
from pitchpipe.threads import current_threads

TESTS = ("bootstrap", "randomisation", "sign")
BUCKETS = ("domain", "document", "length", "bleu", "labels")


@click.command("compare", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("hypotheses", nargs=-1, metavar="BASE NEW...")
@test_set_options
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
    help="Show the K largest wins and losses, with what differs.",
)
@click.option(
    "--fail-if-worse",
    is_flag=False,
    flag_value="",
    metavar="[METRIC]",
    help="Exit with 1 if a system is significantly worse than the baseline by this metric, or the first.",
)
@format_option
@decimals_option(2)
@threads_option
def command(
    hypotheses: tuple[str, ...],
    metrics: tuple[str, ...],
    baseline: str | None,
    all_pairs: bool,
    by: str | None,
    labels: str | None,
    examples: int,
    fail_if_worse: str | None,
    style: str,
    decimals: int,
    threads: int | None,
    **options: Any,
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
    names = as_tokenised(metrics or ("bleu", "chrf", "ter"), options)
    gate = None if fail_if_worse is None else Gate.choose(fail_if_worse, names)
    test_set, runs = _systems(hypotheses, options)
    test_set = with_annotator(test_set, names, options)
    buckets = grouping_from(by, labels, test_set)
    aligned = any(metric.wants("alignment") for metric in map(get, names))
    with bar(2 * len(names)) as shown:
        provider = provider_from(test_set, options, shown) if aligned else None
        table = compare(
            test_set,
            "all" if all_pairs else baseline,
            names,
            test=options["test"],
            samples=options["samples"],
            seed=options["seed"],
            confidence=options["confidence"],
            runs=runs,
            by=buckets,
            examples=examples,
            missing=options["missing"],
            aligner=provider,
            threads=threads,
            progress=None if shown is None else shown.step,
        )
    _show(table, style, decimals)
    note_shared_training(provider, test_set)
    warning = too_little(table)
    if gate is None and warning is not None:
        click.echo(f"note: {warning}", err=True)
    if gate is not None and not gate.passes(table):
        sys.exit(1)


def _systems(
    hypotheses: tuple[str, ...], options: dict[str, Any]
) -> tuple[TestSet, dict[str, list[str]] | None]:
    """The test set, and the runs of each system where the command line groups or names any."""
    if options["test_set"]:
        return test_set_from(hypotheses, options), None
    systems = [parse_system(argument) for argument in hypotheses]
    test_set = test_set_from(tuple(path for system in systems for path in system.paths), options)
    runs = runs_of(systems, list(test_set.systems))
    plain = all(own == [name] for name, own in runs.items())
    return test_set, None if plain else runs


def _show(table: ComparisonTable, style: str, decimals: int) -> None:
    if style == "json":
        print_json(table.to_dict())
        return
    if style == "tsv":
        # One table a machine can read: the most detailed one that was asked for.
        show(comparison_rows(table) if table.by is None else bucket_rows(table), style, decimals)
        return
    names = heads(list(table.metrics), table.names)
    for one in table:
        metric = replace(one, metric=names[one.metric])
        for grid in grids(table, metric, decimals):
            show(for_latex(grid) if style == "latex" else grid, style, decimals)
            click.echo()
        for sentence in contradictions(metric):
            click.echo(f"{note(sentence, style)}\n")
        print_lines(example_lines(metric, decimals))
    for line in provenance(table):
        click.echo(note(line, style))
