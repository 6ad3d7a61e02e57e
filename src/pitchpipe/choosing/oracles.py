"""The best that candidates could have scored, be they in lists or in lattices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from pitchpipe.batch.batch import Batch, Streams
from pitchpipe.choosing.lattices import Lattice, LatticeOracles, lattice_oracles
from pitchpipe.choosing.list_oracles import Oracles, list_oracles
from pitchpipe.errors import ParameterError
from pitchpipe.metrics.base import Metric
from pitchpipe.nbest.lists import NBest


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
    candidates: Sequence[Lattice],
    against: Streams,
    metric: str | Metric | None = ...,
    *,
    paths: int = ...,
    beside: NBest | None = ...,
) -> LatticeOracles: ...


def oracle(
    candidates: NBest | Sequence[Lattice],
    against: Batch | Streams,
    metric: str | Metric | None = None,
    *,
    restarts: int = 2,
    seed: int = 12345,
    threads: int | None = None,
    paths: int = 100,
    beside: NBest | None = None,
) -> Oracles | LatticeOracles:
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
    """
    if isinstance(candidates, NBest):
        return list_oracles(
            candidates, against, metric or "bleu", restarts=restarts, seed=seed, threads=threads
        )
    if isinstance(against, Batch):
        raise ParameterError("lattices are held against reference streams, not against a batch")
    return lattice_oracles(candidates, against, metric or "4-grr", n=paths, nbest=beside)
