"""From candidate lists, or a decoder that makes them, to weights."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast, overload

from pitchpipe.batch.batch import Streams
from pitchpipe.batch.resources import NO_RESOURCES, Resources
from pitchpipe.errors import ParameterError
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.lookup import get
from pitchpipe.nbest.lists import NBest
from pitchpipe.nbest.reading import Format, read_nbest, zmert_names
from pitchpipe.nbest.shards import ListShards
from pitchpipe.text.files import StrPath
from pitchpipe.text.shards.running import Running, RunOptions, refuse_run
from pitchpipe.tuning.decoder import Decoder
from pitchpipe.tuning.devset import DevSet
from pitchpipe.tuning.list_parts import problem_in_parts
from pitchpipe.tuning.loop import Run
from pitchpipe.tuning.problem import Problem
from pitchpipe.tuning.report import Tuned
from pitchpipe.tuning.search import Search
from pitchpipe.tuning.state import Loop
from pitchpipe.tuning.weight_files import WeightFile, read_weights
from pitchpipe.tuning.weight_formats import WeightFormat

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: The paper's interpolation keeps pairwise ranking steady over the iterations of a loop.
INTERPOLATE = 0.1


@dataclass(frozen=True)
class Reading:
    """How lists are read; see :func:`pitchpipe.nbest.read_nbest`."""

    format: Format | None = None
    names: Sequence[str] | StrPath | None = None
    missing_features: Literal["error", "zero"] = "error"

    def resolved(self) -> Reading:
        """With the names that a file of them holds."""
        if isinstance(self.names, str | os.PathLike):
            return replace(self, names=zmert_names(self.names))
        return self

    def lists(
        self,
        paths: StrPath | Sequence[StrPath],
        segments: int | None = None,
        start: WeightFile | None = None,
    ) -> NBest:
        """Lists of the same segments as one, each candidate once; features named as in the weights."""
        files = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
        nbest = read_nbest(
            files,
            format=self.format,
            names=self.names,
            segments=segments,
            missing_features=self.missing_features,
            merge_duplicates=len(files) > 1,
        )
        return nbest if start is None else start.named(nbest)


USUAL_SEARCH = Search()
USUAL_READING = Reading()


@overload
def tune(
    nbest: NBest | StrPath | Sequence[StrPath],
    references: DevSet | Streams,
    metric: str | Metric = ...,
    *,
    weights: WeightFile | StrPath | Mapping[str, float] | None = ...,
    search: Search = ...,
    reading: Reading = ...,
    progress: Callable[[str], None] | None = ...,
) -> Tuned: ...


@overload
def tune(
    nbest: ListShards,
    references: Sequence[str],
    metric: str | Metric = ...,
    *,
    weights: WeightFile | StrPath | Mapping[str, float] | None = ...,
    search: Search = ...,
    progress: Callable[[str], None] | None = ...,
    source: str | None = ...,
    resources: Resources = ...,
    threads: int | None = ...,
    **run: Unpack[RunOptions],
) -> Tuned: ...


@overload
def tune(
    nbest: None,
    references: DevSet | Streams,
    metric: str | Metric = ...,
    *,
    weights: WeightFile | StrPath,
    decoder: str,
    work: StrPath,
    weights_format: WeightFormat | None = ...,
    iterations: int = ...,
    search: Search = ...,
    reading: Reading = ...,
    progress: Callable[[str], None] | None = ...,
) -> Loop: ...


def tune(
    nbest: NBest | ListShards | StrPath | Sequence[StrPath] | None,
    references: DevSet | Streams | Sequence[str],
    metric: str | Metric = "bleu",
    *,
    weights: WeightFile | StrPath | Mapping[str, float] | None = None,
    decoder: str | None = None,
    work: StrPath | None = None,
    weights_format: WeightFormat | None = None,
    iterations: int = 25,
    search: Search = USUAL_SEARCH,
    reading: Reading = USUAL_READING,
    progress: Callable[[str], None] | None = None,
    source: str | None = None,
    resources: Resources = NO_RESOURCES,
    threads: int | None = None,
    **run: Unpack[RunOptions],
) -> Tuned | Loop:
    """The weights whose choice among the candidates scores best by a metric.

    Parameters
    ----------
    nbest
        Candidates with features: a list, a file of it, or several of the same segments. ``None`` where a
        ``decoder`` makes them.
    references
        Streams of references, or a :class:`DevSet` with what metrics of word order and of meaning need.
    metric
        Any metric or mixture, by name or as an object.
    weights
        The weights to begin with, by name or in a file of JSON, Moses, Joshua or Z-MERT; 1 by default.
    decoder, work, weights_format, iterations
        Let a decoder and tuning take turns: a command with ``{weights}`` and ``{nbest}`` in place of files,
        the folder where a run is kept and gone on with, the format of weights that the decoder reads, and
        the most rounds. A run goes on only with the same settings and the same content of all files.
    search
        The optimiser and its settings.
    reading
        How lists are read.
    progress
        Is told what happens, in words.
    source, resources, threads, run
        Of lists in files (:class:`pitchpipe.ListShards`), whose candidates are measured in parts; references
        are then names of files, one for each stream. The source and what else metrics need, how many workers
        there are, and ``engine``, ``address``, ``parts``, ``skip_corrupt`` and ``shown`` as for
        :func:`pitchpipe.score`.

    Returns
    -------
    Tuned or Loop
        The weights with their score and how they were found; with a ``decoder``, how the loop went.

    Examples
    --------
    >>> from pitchpipe.nbest import NBest
    >>> lists = NBest.of([["a b", "a c"], ["d f", "d e"]], {"lm": [1.0, 0.0, 1.0, 0.0]})
    >>> tuned = tune(lists, [["a c", "d e"]], "wer")
    >>> tuned.score, tuned.weights["lm"] < 0
    (0.0, True)
    """
    asked = get(metric)
    start = read_weights(weights) if isinstance(weights, str | os.PathLike) else weights
    if isinstance(nbest, ListShards):
        if isinstance(references, DevSet) or not all(isinstance(name, str) for name in references):
            raise ParameterError("the references of lists in files are in files: name one for each stream")
        if run.get("resume"):
            raise ParameterError("what is measured of lists is not kept: tuning cannot be gone on with")
        names = cast("Sequence[str]", references)
        file = start if isinstance(start, WeightFile) else None
        problem = problem_in_parts(
            nbest,
            names,
            asked,
            Running.of(run, threads),
            source=source,
            resources=resources,
            named=(lambda found: found) if file is None else file.named,
        )
        return _tuned(problem, start, search, progress)
    refuse_run(run, "lists in files (ListShards)")
    dev = references if isinstance(references, DevSet) else DevSet(references)
    if decoder is None:
        if nbest is None:
            raise ParameterError("there is nothing to tune: give lists, or a decoder that makes them")
        return _tune_lists(nbest, dev, asked, start, search, reading, progress)
    if nbest is not None:
        raise ParameterError("a decoder makes its own lists: leave out nbest")
    if work is None or not isinstance(start, WeightFile):
        raise ParameterError("a decoder needs a folder (work) and a file of weights to begin with (weights)")

    def optimise(problem: Problem, weights: Mapping[str, float], number: int) -> Tuned:
        return chosen(problem, weights, seed=search.seed + number)

    chosen = search.optimise(start, interpolate=INTERPOLATE)
    turns = Run(
        Decoder(decoder),
        Path(work),
        dev,
        asked,
        optimise,
        start,
        weights_format,
        iterations,
        settings=search.settings,
        reading=vars(reading.resolved()),
    )
    loop = turns.run(progress=None if progress is None else lambda iteration: progress(str(iteration)))
    return replace(loop, begun=start.weights, provenance=search.provenance)


def _tune_lists(
    nbest: NBest | StrPath | Sequence[StrPath],
    dev: DevSet,
    metric: Metric,
    start: WeightFile | Mapping[str, float] | None,
    search: Search,
    reading: Reading,
    progress: Callable[[str], None] | None,
) -> Tuned:
    file = start if isinstance(start, WeightFile) else None
    lists = nbest if isinstance(nbest, NBest) else reading.lists(nbest, dev.segments, file)
    start_weights(start, lists.names)  # those that do not fit are said before anything is measured
    if progress is not None:
        progress(f"measuring {len(lists)} candidates")
    return _tuned(dev.problem(lists, metric), start, search, progress)


def _tuned(
    problem: Problem,
    start: WeightFile | Mapping[str, float] | None,
    search: Search,
    progress: Callable[[str], None] | None,
) -> Tuned:
    file = start if isinstance(start, WeightFile) else None
    weights = start_weights(start, problem.names)
    told = None if progress is None else lambda done, best: progress(f"search {done}, best {best:.2f}")
    tuned = search.optimise(file, seed=search.seed, progress=told)(problem, weights)
    facts = {**search.provenance, "candidates": len(problem.rows), "segments": problem.segments}
    return replace(tuned, begun=weights, provenance=facts)


def start_weights(start: WeightFile | Mapping[str, float] | None, names: Sequence[str]) -> dict[str, float]:
    """One weight for every feature of a list; 1 where nobody says."""
    if start is None:
        return dict.fromkeys(names, 1.0)
    return start.start(tuple(names)) if isinstance(start, WeightFile) else dict(start)
