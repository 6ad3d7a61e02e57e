"""``pitchpipe order``."""

from __future__ import annotations

from typing import Any

import click

from pitchpipe.cli.options.alignment import alignment_options, brings_links, provider_from
from pitchpipe.cli.options.shared import test_set_options, threads_option
from pitchpipe.cli.options.texts import test_set_from
from pitchpipe.cli.printing import print_json, print_lines, show
from pitchpipe.cli.progress import bar
from pitchpipe.measuring.drawings import order_lines
from pitchpipe.measuring.word_order import WordOrder, analyse
from pitchpipe.showing.grids import Cell, Grid
from pitchpipe.threads import current_threads, set_threads


@click.command("order", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("hypotheses", nargs=-1, metavar="HYP...")
@test_set_options
@alignment_options
@click.option("--tokenize", default="13a", show_default=True, help="Tokenizer of hypothesis and reference.")
@click.option(
    "--source-tokenize", default=None, help="Tokenizer of the source; chosen by language by default."
)
@click.option(
    "--segment", "segments", multiple=True, type=int, metavar="N", help="Draw this segment (from 1); repeat."
)
@click.option(
    "--worst",
    type=click.IntRange(min=0),
    default=0,
    metavar="K",
    help="Draw the K segments with the worst order.",
)
@click.option(
    "--format",
    "style",
    type=click.Choice(["table", "json"]),
    default="table",
    show_default=True,
    help="Output format.",
)
@threads_option
def command(
    hypotheses: tuple[str, ...],
    segments: tuple[int, ...],
    worst: int,
    style: str,
    tokenize: str,
    source_tokenize: str | None,
    threads: int | None,
    **options: Any,
) -> None:
    """Show the word order of systems: measures, and pictures of what moved.

    Words of hypothesis and (first) reference are aligned with the source. Measures are similarities,
    100 is the reference's order.

    \b
    pitchpipe order system.en -r reference.en -s source.de
    pitchpipe order system.en -r reference.en -s source.de --worst 3
    """
    current_threads()
    if threads is not None:
        set_threads(threads)
    test_set = test_set_from(hypotheses, options)
    if brings_links(options):
        tokenize = source_tokenize = "none"
    with bar(1) as shown:
        provider = provider_from(test_set, options, shown)
        analyses = analyse(test_set, tokenize=tokenize, source_tokenize=source_tokenize, aligner=provider)
        results = [analysis.measure() for analysis in analyses]
    if style == "json":
        print_json([result.to_dict() for result in results])
        return
    _show(results)
    for analysis, result in zip(analyses, results, strict=True):
        chosen = [*segments, *(int(i) + 1 for i in result.scores.argsort(kind="stable")[:worst])]
        for number in chosen:
            score = float(result.scores[number - 1]) if 1 <= number <= result.segments else 0.0
            print_lines(order_lines(result.system, analysis.segment(number, score)))


def _show(results: list[WordOrder]) -> None:
    first = results[0]
    header = ("system", *(f"{name} ↑" for name in first.measures), "mean jump", "monotone %", "d_k")
    rows = [
        (
            Cell(r.system),
            *(Cell(value) for value in r.measures.values()),
            Cell(r.mean_jump["hypothesis"]),
            Cell(r.monotone["hypothesis"]),
            Cell(r.reordering["hypothesis"]),
        )
        for r in results
    ]
    reference = (
        Cell("(reference)"),
        *(Cell(100.0) for _ in first.measures),
        Cell(first.mean_jump["reference"]),
        Cell(first.monotone["reference"]),
        Cell(first.reordering["reference"]),
    )
    show(Grid(header, (*rows, reference)), "table", 2)
    origin = f"source tokenised by {first.source_tokenize}, words aligned by {first.alignment}"
    click.echo(f"\n{first.segments} segments; {origin}")
