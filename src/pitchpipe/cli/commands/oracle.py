"""``pitchpipe oracle``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pitchpipe.cli.options.candidates import ListOptions, list_options
from pitchpipe.cli.options.engines import RunOptions, run_options
from pitchpipe.cli.options.groups import GroupedCommand, collected, once, refuse_given
from pitchpipe.cli.options.outputs import output_option
from pitchpipe.cli.options.shared import (
    METRIC,
    decimals_option,
    format_option,
    metrics_or,
    seed_option,
    short_option,
    threads_option,
)
from pitchpipe.cli.printing import print_json, show, show_page
from pitchpipe.cli.progress import parts_shown
from pitchpipe.text.files import write_lines
from pitchpipe.threads import current_threads
from pitchpipe.threads import threads as thread_count

if TYPE_CHECKING:
    from pitchpipe.choosing.lattices import Format, LatticeOracles
    from pitchpipe.choosing.list_oracles import Oracles
    from pitchpipe.metrics.base import Metric

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class LatticeOptions:
    """Lattices instead of lists."""

    lattice: str | None
    lattice_format: Format | None
    symbols: str | None
    paths: int


lattice_options: Callable[[F], F] = collected(
    LatticeOptions,
    "lattices",
    click.option(
        "--lattice",
        callback=once,
        multiple=True,
        metavar="FILE",
        help="Choose the best paths of lattices: PLF, OpenFst's text, HTK's SLF, or search graphs of Moses.",
    ),
    click.option(
        "--lattice-format",
        type=click.Choice(
            ["plf", "openfst", "openfst-acceptor", "openfst-transducer", "slf", "search-graph"]
        ),
        help="Format of the lattices; by default their first lines tell.",
    ),
    click.option("--symbols", metavar="FILE", help="The symbol table of OpenFst's text."),
    click.option(
        "--paths",
        type=click.IntRange(min=1),
        default=100,
        show_default=True,
        metavar="N",
        help="Best paths of a lattice that make the n-best list it is compared with.",
    ),
)


@click.command("oracle", cls=GroupedCommand, context_settings={"help_option_names": ["-h", "--help"]})
@list_options
@click.option(
    "-m",
    "--metric",
    type=METRIC,
    callback=once,
    multiple=True,
    metavar="METRIC",
    help="The metric that is to be as good as possible; default bleu, and 4-grr in lattices.",
)
@click.option(
    "--restarts",
    type=click.IntRange(min=0),
    default=2,
    show_default=True,
    metavar="N",
    help="Further searches for the best of the corpus.",
)
@seed_option
@lattice_options
@run_options(
    "Measure lists larger than memory, in parts: local is this machine, ray a cluster. --nbest, -r and -s "
    "are patterns, folders or files, whose lines follow one another, and -o is a folder.",
    "-o",
)
@click.option("--segments", is_flag=True, help="Show every segment.")
@output_option(
    "-o",
    "--output",
    folder="engine",
    metavar="FILE",
    help="Write the chosen texts. With --engine a folder.",
)
@format_option
@short_option
@decimals_option(2)
@threads_option
def command(
    lists: ListOptions,
    metric: Metric | None,
    restarts: int,
    seed: int,
    lattices: LatticeOptions,
    run: RunOptions,
    segments: bool,
    output: str | None,
    style: str,
    decimals: int,
    short: bool,
    threads: int | None,
) -> None:
    """Find the best that candidates, or the paths of a lattice, could have scored.

    The best candidate of every segment need not make the best corpus: that choice is searched for by
    exchanging candidates. Candidates and segments are numbered from 0.

    \b
    pitchpipe oracle --nbest test.nbest.gz -r test.ref -m bleu:tokenize=none -o oracle.en
    pitchpipe oracle --lattice test.plf -r test.ref -m wrr --format json
    pitchpipe oracle --nbest 'lists/*.gz' -r 'refs/*.en' -m chrf --engine local
    """
    from pitchpipe import choosing

    current_threads()  # a bad PITCHPIPE_THREADS is said before anything is read
    if not lists.references:
        raise click.UsageError("there is no reference: give one with -r FILE")
    run.refuse(("lattice", "lattice_format", "symbols", "paths", "segments", "align_refs"))
    if run.engine is not None:
        (asked,) = metrics_or(() if metric is None else (metric,), "bleu")
        with parts_shown(run.shown_as) as told:
            best = choosing.oracle(
                lists.shards("choose from"),
                lists.references,
                asked,
                restarts=restarts,
                seed=seed,
                threads=threads,
                to=output,
                source=lists.source,
                resources=lists.shard_resources([asked]),
                shown=told,
                **run.arguments(),
            )
        if style == "json":
            print_json(best.to_dict())
        else:
            show_page(best.page(decimals), style, short=short)
        return
    _refuse_idle(bool(lattices.lattice), bool(lists.nbests))
    with thread_count(current_threads() if threads is None else threads):
        if lattices.lattice:
            found: LatticeOracles | Oracles = _in_lattices(lattices, lists, metric)
        elif lists.nbests:
            found = _in_list(lists, metric, restarts, seed)
        else:
            raise click.UsageError("there is nothing to choose from: give --nbest FILE or --lattice FILE")
    if output is not None:
        write_lines(output, _texts(found))
    if style == "json":
        print_json(found.to_dict())
        return
    _show(found, segments, style, decimals, short)


def _refuse_idle(lattice: bool, nbest: bool) -> None:
    """Refuses what would be left without a use."""
    if not lattice:
        refuse_given(("lattice_format", "symbols", "paths"), "needs --lattice FILE")
        return
    idle = ("source", "align_refs", "align_with", "analyser", "restarts", "seed")
    refuse_given(
        idle, "is of no use with --lattice, whose best paths are found exactly, by their words alone"
    )
    if nbest:
        refuse_given(("paths",), "is of no use with --nbest, which is compared with instead")
    else:
        refuse_given(("nbest_format", "names", "missing_features"), "needs --nbest FILE")


def _in_list(lists: ListOptions, metric: Metric | None, restarts: int, seed: int) -> Oracles:
    from pitchpipe.choosing import oracle

    (asked,) = lists.fitting(metrics_or(() if metric is None else (metric,), "bleu"))
    dev = lists.dev_set([asked])
    nbest = lists.reading.lists(lists.nbests, dev.segments)
    return oracle(nbest, dev.batch(nbest), asked, restarts=restarts, seed=seed)


def _in_lattices(lattices: LatticeOptions, lists: ListOptions, metric: Metric | None) -> LatticeOracles:
    from pitchpipe.choosing import oracle
    from pitchpipe.choosing.lattices import read_lattices

    assert lattices.lattice is not None
    dev = lists.dev_set(())
    beside = lists.reading.lists(lists.nbests, dev.segments) if lists.nbests else None
    read = read_lattices(lattices.lattice, lattices.lattice_format, lattices.symbols)
    return oracle(read, dev.references, metric, paths=lattices.paths, beside=beside)


def _texts(found: LatticeOracles | Oracles) -> list[str]:
    from pitchpipe.choosing.list_oracles import Oracles

    return found.texts if isinstance(found, Oracles) else [path.oracle.text for path in found.segments]


def _show(found: LatticeOracles | Oracles, segments: bool, style: str, decimals: int, short: bool) -> None:
    page = found.page(decimals, segments=segments)
    if style == "tsv":
        # One table a machine can read: the most detailed one that was asked for.
        show(page.grids[-1], style, decimals)
    else:
        show_page(page, style, short=short)
