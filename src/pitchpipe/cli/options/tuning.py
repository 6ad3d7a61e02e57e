"""Options of ``pitchpipe tune``: the list, the search, the loop with a decoder, and the matrix of metrics."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from pitchpipe.cli.options.annotation import candidate_analysis_options
from pitchpipe.cli.options.shared import every, no_cache_option, samples_option, seed_option

F = TypeVar("F", bound=Callable[..., Any])
WEIGHT_FORMATS = ("json", "moses", "joshua", "zmert")

list_options: Callable[[F], F] = every(
    click.option(
        "--nbest",
        "nbests",
        multiple=True,
        metavar="FILE",
        help="An n-best list; several of the same segments are taken together.",
    ),
    click.option(
        "-r", "--reference", "references", multiple=True, metavar="FILE", help="A reference; repeat for more."
    ),
    click.option("-s", "--source", metavar="FILE", help="The source text, for metrics of word order."),
    click.option("-l", "--language-pair", metavar="PAIR", help="Languages, e.g. de-en."),
    click.option(
        "--align-ref",
        "align_refs",
        multiple=True,
        metavar="FILE",
        help="Links of source and reference (0-0 1-2), one file per -r; the list has those of candidates.",
    ),
    click.option(
        "--align-with", metavar="MODEL", help="Align words with this model (see pitchpipe align --save)."
    ),
    candidate_analysis_options,
    no_cache_option,
    click.option(
        "--nbest-format",
        type=click.Choice(["moses", "joshua", "zmert", "jsonl", "tsv"]),
        help="Format of the lists; by default their first line tells.",
    ),
    click.option("--names", metavar="FILE", help="Z-MERT's file of parameters, which names the features."),
    click.option(
        "--missing-features",
        type=click.Choice(["error", "zero"]),
        default="error",
        show_default=True,
        help="What a feature is that some candidates do not have.",
    ),
)

search_options: Callable[[F], F] = every(
    click.option(
        "--optimiser",
        type=click.Choice(["mert", "pro", "mira"]),
        default="mert",
        show_default=True,
        help="Exact line search, pairwise ranking, or margins.",
    ),
    click.option("--weights", metavar="FILE", help="The weights to begin with: JSON, Moses, Joshua, Z-MERT."),
    click.option(
        "--restarts", type=int, default=20, show_default=True, metavar="N", help="Further searches of mert."
    ),
    click.option("--fix", "fixed", multiple=True, metavar="NAME", help="Do not move this weight; repeat."),
    click.option(
        "--bounds", multiple=True, metavar="NAME=LOW:HIGH", help="Keep this weight between; repeat."
    ),
    click.option(
        "--l2",
        type=float,
        metavar="PRICE",
        help="Keep weights near the start: price of the squared distance.",
    ),
    click.option(
        "--random-directions", type=int, metavar="N", help="Also search so many random lines (mert)."
    ),
    click.option("--patience", type=int, metavar="N", help="Stop after so many restarts without a gain."),
    seed_option,
)

loop_options: Callable[[F], F] = every(
    click.option(
        "--decoder",
        metavar="COMMAND",
        help="Decode and tune in turns: a command with {weights} and {nbest} (quoted) in place of files.",
    ),
    click.option("--work", metavar="DIR", help="Where lists, weights and state of --decoder are kept."),
    click.option(
        "--weights-format",
        type=click.Choice(WEIGHT_FORMATS),
        help="Format of the weights that the decoder reads; default that of --weights.",
    ),
    click.option(
        "--iterations", type=int, default=25, show_default=True, metavar="N", help="Most rounds of decoding."
    ),
)

matrix_options: Callable[[F], F] = every(
    click.option(
        "--matrix",
        "as_matrix",
        is_flag=True,
        help="Tune to every -m, and test with every -m on another list.",
    ),
    click.option("--test-nbest", metavar="FILE", help="The list that --matrix tests on."),
    click.option(
        "--test-reference", "test_references", multiple=True, metavar="FILE", help="Its references."
    ),
    click.option("--test-source", metavar="FILE", help="Its source text."),
    click.option(
        "--test-align-ref", "test_links", multiple=True, metavar="FILE", help="Links of its references."
    ),
    samples_option(10_000, "Bootstrap samples."),
)
