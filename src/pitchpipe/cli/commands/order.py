"""``pitchpipe order``."""

from __future__ import annotations

import click

from pitchpipe.cli.options.alignment import AlignmentOptions, alignment_options
from pitchpipe.cli.options.groups import GroupedCommand
from pitchpipe.cli.options.shared import threads_option
from pitchpipe.cli.options.texts import TextOptions, text_options
from pitchpipe.cli.printing import print_json, print_lines, show_page
from pitchpipe.cli.progress import bar
from pitchpipe.measuring.drawings import order_lines
from pitchpipe.measuring.word_order import order
from pitchpipe.threads import current_threads, set_threads


@click.command("order", cls=GroupedCommand, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("hypotheses", nargs=-1, metavar="HYP...")
@text_options
@alignment_options
@click.option("--tokenize", default="auto", show_default=True, help="Tokenizer of hypothesis and reference.")
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
    texts: TextOptions,
    alignment: AlignmentOptions,
    segments: tuple[int, ...],
    worst: int,
    style: str,
    tokenize: str,
    source_tokenize: str | None,
    threads: int | None,
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
    test_set = texts.read(hypotheses)
    if alignment.brings_links:
        tokenize = source_tokenize = "none"
    with bar(1) as shown:
        aligner = alignment.aligner(test_set, shown)
        table = order(test_set, tokenize=tokenize, source_tokenize=source_tokenize, aligner=aligner)
    if style == "json":
        print_json(table.to_list())
        return
    show_page(table.page(), style)
    for system in table.systems:
        for number in (*segments, *table.worst(system, worst)):
            print_lines(order_lines(system, table.segment(system, number)))
