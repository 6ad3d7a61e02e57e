"""``pitchpipe score``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from pitchpipe.cli.options.alignment import (
    alignment_options,
    as_tokenised,
    note_shared_training,
    provider_from,
)
from pitchpipe.cli.options.annotation import annotation_options, with_annotator
from pitchpipe.cli.options.shared import (
    decimals_option,
    format_option,
    given,
    metric_option,
    samples_option,
    seed_option,
    test_set_options,
    threads_option,
)
from pitchpipe.cli.options.texts import named_test_set_from
from pitchpipe.cli.printing import print_json, print_lines, show
from pitchpipe.cli.progress import bar
from pitchpipe.errors import ParameterError
from pitchpipe.measuring.grids import score_grids
from pitchpipe.measuring.scoring import score
from pitchpipe.measuring.tables import ScoreTable
from pitchpipe.metrics.lookup import get
from pitchpipe.showing.formats import note
from pitchpipe.showing.heads import heads
from pitchpipe.text.testset import TestSet
from pitchpipe.threads import current_threads
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from pitchpipe.measuring.explaining import Explained
    from pitchpipe.metrics.base import Metric

#: Languages whose words no space separates, and the tokenizers that know them.
TOKENIZERS = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab", "th": "flores200", "km": "flores200"}


@click.command("score", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("hypotheses", nargs=-1, metavar="HYP...")
@test_set_options
@metric_option
@alignment_options
@annotation_options
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
@decimals_option(2)
@click.option("--short", is_flag=True, help="Show short signatures.")
@click.option(
    "--show-alignment",
    "explained",
    multiple=True,
    type=int,
    metavar="SEGMENT",
    help="Draw the words that wrr, n-grr and lepor metrics matched in this segment (from 1); repeat.",
)
@threads_option
def command(
    hypotheses: tuple[str, ...],
    metrics: tuple[str, ...],
    segments: bool,
    by: Any,
    confidence: float | None,
    samples: int,
    seed: int,
    style: str,
    decimals: int,
    short: bool,
    explained: tuple[int, ...],
    threads: int | None,
    **options: Any,
) -> None:
    """Score system outputs against references.

    Files are plain text with one segment per line, also compressed (.gz, .xz, .zst); - is standard
    input. Without -m the metrics are bleu, chrf and ter.

    \b
    pitchpipe score system.en -r reference.en
    pitchpipe score a.en b.en -r ref1.en -r ref2.en -m bleu -m chrf:beta=3 -m 0.5*bleu+0.5*chrf
    pitchpipe score -t wmt22 -l de-en --by domain --format json
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
    test_set = named_test_set_from(hypotheses, options)
    names = as_tokenised(metrics or ("bleu", "chrf", "ter"), options)
    test_set = with_annotator(test_set, names, options)
    explaining = _explaining(names) if explained else []
    aligned = any(metric.wants("alignment") for metric in map(get, names))
    with bar(len(names)) as shown:
        provider = provider_from(test_set, options, shown) if aligned else None
        table = score(
            test_set,
            names,
            segments=segments,
            by=by,
            confidence=confidence,
            samples=samples,
            seed=seed,
            missing=options["missing"],
            aligner=provider,
            threads=threads,
            progress=None if shown is None else shown.step,
        )
    drawings = [drawing for segment in explained for drawing in _explained(test_set, explaining, segment)]
    if style == "json":
        print_json(table.to_dict())
    else:
        _show(table, names, style, decimals, short)
    for drawing in drawings:
        from pitchpipe.measuring.drawings import explained_lines

        print_lines(explained_lines(drawing))
    _hint(test_set, table)
    note_shared_training(provider, test_set)


def _show(table: ScoreTable, asked: Iterable[str], style: str, decimals: int, short: bool) -> None:
    # Machines get the metrics as they are, people something to read.
    grids = list(score_grids(table, table.specs if style == "tsv" else heads(table.specs, asked).values()))
    notes: list[str] = []
    sampling = table.sampling
    if sampling is not None:
        from pitchpipe.comparing.notes import ONE_SEGMENT
        from pitchpipe.measuring.interval_columns import with_intervals, with_limits

        if style == "tsv":
            grids[0] = with_limits(grids[0], table)
        else:
            grids[0] = with_intervals(grids[0], table, sampling.confidence, decimals)
        drawn = counted(sampling.samples, "samples")
        notes = [f"intervals: bootstrap, {drawn}, seed {sampling.seed}"]
        if table.segments == 1:
            notes.append(ONE_SEGMENT)
    if style == "tsv":
        # One table a machine can read: the most detailed one that was asked for.
        grid = grids[-1]
        show(replace(grid, header=tuple(name.rstrip(" ↑↓") for name in grid.header)), style, decimals)
        return
    for k, grid in enumerate(grids):
        if k:
            click.echo()
        show(grid, style, decimals)
    first = table.systems[0]
    signatures = [table[first, spec] for spec in table.specs]
    notes = [*(s.short_signature if short else s.signature for s in signatures), *notes]
    _show_notes(notes, table.skipped, style)


def _explaining(names: tuple[str, ...]) -> list[Metric]:
    """The metrics that have something to draw."""
    from pitchpipe.measuring.explaining import explains

    metrics = [metric for metric in map(get, names) if explains(metric)]
    if not metrics:
        raise ParameterError("none of the metrics has a word alignment to show: try -m 4-grr or -m hlepor")
    for metric in metrics:
        if metric.wants("pos"):
            raise ParameterError(f"{metric.name}: --show-alignment draws words alone: leave out pos=true")
    return metrics


def _explained(test_set: TestSet, metrics: list[Metric], segment: int) -> list[Explained]:
    from pitchpipe.measuring.explaining import explain

    return [explain(test_set, metric, system, segment) for system in test_set.systems for metric in metrics]


def _show_notes(notes: list[str], skipped: int, style: str) -> None:
    if skipped:
        notes.append(f"skipped {counted(skipped, 'segments')} without a reference")
    click.echo()
    for line in notes:
        click.echo(note(line, style))


def _hint(test_set: TestSet, table: ScoreTable) -> None:
    wanted = TOKENIZERS.get(test_set.target_language or "")
    unfit = [spec for spec in table.specs if "|tok:13a|" in table[table.systems[0], spec].signature]
    if wanted and unfit:
        click.echo(
            f"note: tokenize=13a does not split {test_set.target_language} into words; "
            f"consider {unfit[0].partition(':')[0]}:tokenize={wanted}",
            err=True,
        )
