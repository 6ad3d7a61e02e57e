"""``pitchpipe oracle``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pitchpipe.cli.options import tuning_inputs as tuning
from pitchpipe.cli.options.candidates import once
from pitchpipe.cli.options.shared import (
    decimals_option,
    format_option,
    refuse_given,
    seed_option,
    threads_option,
)
from pitchpipe.cli.options.tuning import list_options
from pitchpipe.cli.printing import print_json, show
from pitchpipe.showing.formats import note
from pitchpipe.text.files import write_lines
from pitchpipe.threads import current_threads
from pitchpipe.threads import threads as thread_count

if TYPE_CHECKING:
    from pitchpipe.choosing.lattices import LatticeOracles
    from pitchpipe.choosing.oracle import Oracles


@click.command("oracle", context_settings={"help_option_names": ["-h", "--help"]})
@list_options
@click.option(
    "-m",
    "--metric",
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
@click.option(
    "--lattice",
    callback=once,
    multiple=True,
    metavar="FILE",
    help="Choose the best paths of lattices: PLF or OpenFst's text.",
)
@click.option(
    "--lattice-format",
    type=click.Choice(["plf", "openfst", "openfst-acceptor", "openfst-transducer"]),
    help="Format of the lattices; by default their first line tells.",
)
@click.option("--symbols", metavar="FILE", help="The symbol table of OpenFst's text.")
@click.option(
    "--paths",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    metavar="N",
    help="Best paths of a lattice that make the n-best list it is compared with.",
)
@click.option("--segments", is_flag=True, help="Show every segment.")
@click.option("-o", "--output", metavar="FILE", help="Write the chosen texts.")
@format_option
@decimals_option(2)
@threads_option
def command(
    segments: bool, output: str | None, style: str, decimals: int, threads: int | None, **options: Any
) -> None:
    """Find the best that candidates, or the paths of a lattice, could have scored.

    The best candidate of every segment need not make the best corpus: that choice is searched for by
    exchanging candidates. Candidates and segments are numbered from 0.

    \b
    pitchpipe oracle --nbest test.nbest.gz -r test.ref -m bleu:tokenize=none -o oracle.en
    pitchpipe oracle --lattice test.plf -r test.ref -m wrr --format json
    """
    current_threads()  # a bad PITCHPIPE_THREADS is said before anything is read
    if not options["references"]:
        raise click.UsageError("there is no reference: give one with -r FILE")
    _refuse_idle(bool(options["lattice"]), bool(options["nbests"]))
    with thread_count(current_threads() if threads is None else threads):
        if options["lattice"]:
            found: LatticeOracles | Oracles = _in_lattices(options)
        elif options["nbests"]:
            found = _in_list(options)
        else:
            raise click.UsageError("there is nothing to choose from: give --nbest FILE or --lattice FILE")
    if output is not None:
        write_lines(output, _texts(found))
    if style == "json":
        print_json(found.to_dict())
        return
    _show(found, segments, style, decimals)


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


def _in_list(options: dict[str, Any]) -> Oracles:
    from pitchpipe.choosing.oracle import oracle

    (asked,) = tuning.metrics_from([options["metric"] or "bleu"], bool(options["align_refs"]))
    paths = options["references"], options["source"], options["align_refs"]
    dev = tuning.dev_set_from(*paths, options, [asked])
    nbest = tuning.list_from(options["nbests"], dev, options, None)
    return oracle(nbest, dev.batch(nbest), asked, restarts=options["restarts"], seed=options["seed"])


def _in_lattices(options: dict[str, Any]) -> LatticeOracles:
    from pitchpipe.choosing.lattices import lattice_oracles, read_lattices

    paths = options["references"], options["source"], options["align_refs"]
    dev = tuning.dev_set_from(*paths, options, ())
    nbest = tuning.list_from(options["nbests"], dev, options, None) if options["nbests"] else None
    lattices = read_lattices(options["lattice"], options["lattice_format"], options["symbols"])
    metric = options["metric"] or "4-grr"
    return lattice_oracles(lattices, dev.references, metric, n=options["paths"], nbest=nbest)


def _texts(found: LatticeOracles | Oracles) -> list[str]:
    from pitchpipe.choosing.oracle import Oracles

    return found.texts if isinstance(found, Oracles) else [path.oracle.text for path in found.segments]


def _show(found: LatticeOracles | Oracles, segments: bool, style: str, decimals: int) -> None:
    from pitchpipe.choosing.grids import grids, sentences

    tables = grids(found, segments)
    if style == "tsv":
        # One table a machine can read: the most detailed one that was asked for.
        show(tables[-1], style, decimals)
        return
    for k, grid in enumerate(tables):
        if k:
            click.echo()
        show(grid, style, decimals)
    click.echo()
    for line in sentences(found):
        click.echo(note(line, style))
