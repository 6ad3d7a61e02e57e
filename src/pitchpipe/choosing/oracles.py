"""The best that candidates could have scored, be they in lists or in lattices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast, overload

from pitchpipe.batch.batch import Batch, Streams
from pitchpipe.batch.resources import NO_RESOURCES, Resources
from pitchpipe.choosing.lattices import Lattice, LatticeOracles, lattice_oracles
from pitchpipe.choosing.list_oracles import Oracles, list_oracles
from pitchpipe.errors import ParameterError
from pitchpipe.metrics.base import Metric
from pitchpipe.nbest.lists import NBest
from pitchpipe.nbest.shards import ListShards
from pitchpipe.text.shards.running import Running, RunOptions, refuse_run

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from pitchpipe.choosing.in_parts import OraclesInParts
    from pitchpipe.text.files import StrPath


@overload
def oracle(
    candidates: NBest,
    against: Batch | Streams,
    metric: str | Metric | None = ...,
    *,
    restarts: int = ...,
    seed: int = ...,
    threads: int | None = ...,
) -> Oracles: ...


@overload
def oracle(
    candidates: ListShards,
    against: Sequence[str],
    metric: str | Metric | None = ...,
    *,
    restarts: int = ...,
    seed: int = ...,
    threads: int | None = ...,
    to: StrPath | None = ...,
    source: str | None = ...,
    resources: Resources = ...,
    **run: Unpack[RunOptions],
) -> OraclesInParts: ...


@overload
def oracle(
    candidates: Sequence[Lattice],
    against: Streams,
    metric: str | Metric | None = ...,
    *,
    paths: int = ...,
    beside: NBest | None = ...,
) -> LatticeOracles: ...


def oracle(
    candidates: NBest | ListShards | Sequence[Lattice],
    against: Batch | Streams | Sequence[str],
    metric: str | Metric | None = None,
    *,
    restarts: int = 2,
    seed: int = 12345,
    threads: int | None = None,
    paths: int = 100,
    beside: NBest | None = None,
    to: StrPath | None = None,
    source: str | None = None,
    resources: Resources = NO_RESOURCES,
    **run: Unpack[RunOptions],
) -> Oracles | OraclesInParts | LatticeOracles:
    """The best and the worst that candidates, or the paths of lattices, could have scored.

    Parameters
    ----------
    candidates
        A candidate list, or lattices as :func:`pitchpipe.choosing.lattices.read_lattices` gives them.
    against
        Reference streams; for a list also a batch of it, with sources and an aligner.
    metric
        What is to be as good as possible; ``bleu`` by default, and ``4-grr`` in lattices, where only
        recognition rates can be found exactly.
    restarts, seed
        Of a list: further searches for the best of the corpus, and the beginning of random numbers.
    threads
        As for :func:`pitchpipe.score`.
    paths, beside
        Of lattices: how many best paths make the list they are compared with, or that list itself.
    to, source, resources, run
        Of lists in files (:class:`pitchpipe.ListShards`), which are measured in parts; ``against`` are then
        names of files, one for each stream. ``to`` is the folder that the best texts go to, ``source`` and
        ``resources`` are for metrics that need them, and ``engine``, ``address``, ``parts``, ``resume``,
        ``skip_corrupt`` and ``shown`` as for :func:`pitchpipe.score`.
    """
    if isinstance(candidates, ListShards):
        from pitchpipe.choosing.in_parts import oracle_in_parts

        if isinstance(against, Batch) or not all(isinstance(name, str) for name in against):
            raise ParameterError("the references of lists in files are in files: name one for each stream")
        return oracle_in_parts(
            candidates,
            cast("Sequence[str]", against),
            metric or "bleu",
            Running.of(run, threads),
            to,
            restarts=restarts,
            seed=seed,
            source=source,
            resources=resources,
        )
    refuse_run(run, "lists in files (ListShards)")
    if isinstance(candidates, NBest):
        return list_oracles(
            candidates, against, metric or "bleu", restarts=restarts, seed=seed, threads=threads
        )
    if isinstance(against, Batch):
        raise ParameterError("lattices are held against reference streams, not against a batch")
    return lattice_oracles(candidates, against, metric or "4-grr", n=paths, nbest=beside)
