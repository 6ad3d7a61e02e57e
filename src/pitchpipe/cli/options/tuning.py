"""Options of ``pitchpipe tune``: the search, the loop with a decoder, and the matrix of metrics."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pitchpipe.cli.options.groups import collected
from pitchpipe.cli.options.shared import samples_option, seed_option
from pitchpipe.errors import ParameterError
from pitchpipe.wording import quoted

if TYPE_CHECKING:
    from pitchpipe.tuning import Search
    from pitchpipe.tuning.optimisers import OptimiserName
    from pitchpipe.tuning.weight_formats import WeightFormat

F = TypeVar("F", bound=Callable[..., Any])
WEIGHT_FORMATS = ("json", "moses", "joshua", "zmert")


@dataclass(frozen=True)
class SearchOptions:
    """The optimiser, where it begins, and what it is told."""

    optimiser: OptimiserName
    weights: str | None
    restarts: int
    fixed: tuple[str, ...]
    bounds: tuple[str, ...]
    l2: float | None
    random_directions: int | None
    patience: int | None
    seed: int

    def search(self, threads: int | None) -> Search:
        """The settings of the search."""
        from pitchpipe.tuning import Search

        return Search(
            self.optimiser,
            self.seed,
            self.restarts,
            self.fixed,
            bounds_from(self.bounds),
            self.l2,
            self.random_directions,
            self.patience,
            threads,
        )


search_options: Callable[[F], F] = collected(
    SearchOptions,
    "searched",
    click.option(
        "--optimiser",
        "--optimizer",
        "optimiser",
        type=click.Choice(["mert", "pro", "mira"]),
        default="mert",
        show_default=True,
        help="Exact line search, pairwise ranking, or margins.",
    ),
    click.option("--weights", metavar="FILE", help="The weights to begin with: JSON, Moses, Joshua, Z-MERT."),
    click.option(
        "--restarts", type=int, default=20, show_default=True, metavar="N", help="Further searches of mert."
    ),
    click.option(
        "--fix",
        "fixed",
        multiple=True,
        metavar="NAME",
        help="Do not move this weight, or this group (TranslationModel0); repeat.",
    ),
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


@dataclass(frozen=True)
class LoopOptions:
    """A decoder that takes turns with tuning."""

    decoder: str | None
    work: str | None
    weights_format: WeightFormat | None
    iterations: int


loop_options: Callable[[F], F] = collected(
    LoopOptions,
    "loop",
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


@dataclass(frozen=True)
class MatrixOptions:
    """Another list, to test weights on that were tuned to several metrics."""

    as_matrix: bool
    test_nbest: str | None
    test_references: tuple[str, ...]
    test_source: str | None
    test_links: tuple[str, ...]
    samples: int


matrix_options: Callable[[F], F] = collected(
    MatrixOptions,
    "tested",
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


def bounds_from(texts: Sequence[str]) -> dict[str, tuple[float | None, float | None]]:
    """From ``NAME=LOW:HIGH``, where either end may be left out."""
    bounds: dict[str, tuple[float | None, float | None]] = {}
    for text in texts:
        name, equals, interval = text.rpartition("=")
        low, colon, high = interval.partition(":")
        try:
            ends = (float(low) if low else None, float(high) if high else None)
        except ValueError:
            equals = ""
        if not equals or not colon or any(end is not None and end != end for end in ends):
            raise ParameterError(
                f"cannot read --bounds {quoted(text)}: write NAME=LOW:HIGH, as in lm=0:1 or lm=0:"
            )
        if ends[0] is not None and ends[1] is not None and ends[0] > ends[1]:
            raise ParameterError(f"--bounds {text}: LOW is above HIGH")
        if name in bounds:
            raise ParameterError(f"--bounds {name} is given twice")
        bounds[name] = ends
    return bounds
