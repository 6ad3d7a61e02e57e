"""``mbr`` and ``rerank``: choices from lists in memory, or in parts from lists in files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, overload

from pitchpipe.batch.resources import NO_RESOURCES, Resources
from pitchpipe.batch.values import Array
from pitchpipe.choosing.candidates import Candidates
from pitchpipe.choosing.expectations import Progress
from pitchpipe.choosing.minimum_risk import MinimumRisk, minimum_risk
from pitchpipe.choosing.reranking import Reranked, reranked
from pitchpipe.errors import ParameterError
from pitchpipe.metrics.base import Metric
from pitchpipe.nbest.lists import NBest
from pitchpipe.nbest.shards import ListShards
from pitchpipe.text.shards.running import Running, RunOptions, refuse_run
from pitchpipe.tuning.weight_files import WeightFile

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from pitchpipe.choosing.in_parts import ChosenInParts
    from pitchpipe.choosing.list_jobs import Style
    from pitchpipe.lang.annotation.remembering import Annotating
    from pitchpipe.text.files import StrPath


@overload
def mbr(
    candidates: Candidates,
    metric: str | Metric = ...,
    *,
    pseudo_references: Candidates | None = ...,
    weights: Array | None = ...,
    posterior: str | Mapping[str, float] | WeightFile | None = ...,
    temperature: float = ...,
    aggregate: bool = ...,
    sources: Sequence[str] | None = ...,
    language: str | None = ...,
    annotator: Annotating | None = ...,
    threads: int | None = ...,
    progress: Progress | None = ...,
) -> MinimumRisk: ...


@overload
def mbr(
    candidates: ListShards,
    metric: str | Metric = ...,
    *,
    posterior: str | Mapping[str, float] | WeightFile | None = ...,
    temperature: float = ...,
    aggregate: bool = ...,
    sources: str | None = ...,
    language: str | None = ...,
    annotator: Annotating | None = ...,
    threads: int | None = ...,
    to: StrPath,
    style: Style = ...,
    **run: Unpack[RunOptions],
) -> ChosenInParts: ...


def mbr(
    candidates: Candidates | ListShards,
    metric: str | Metric = "chrf",
    *,
    pseudo_references: Candidates | None = None,
    weights: Array | None = None,
    posterior: str | Mapping[str, float] | WeightFile | None = None,
    temperature: float = 1.0,
    aggregate: bool = False,
    sources: Sequence[str] | str | None = None,
    language: str | None = None,
    annotator: Annotating | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    to: StrPath | None = None,
    style: Style = "text",
    **run: Unpack[RunOptions],
) -> MinimumRisk | ChosenInParts:
    """Chooses the candidate of each segment with the best expected score, the first one in a tie.

    Parameters
    ----------
    candidates
        An n-best list, or a list of texts for each segment.
    metric
        The utility: any metric that can score pairs, also a mixture.
    pseudo_references
        What candidates are held against, for the same segments; by default the candidates themselves.
    weights
        A number for each pseudo-reference, normalised within segments. By default all weigh the same, so that
        a text counts as often as it occurs.
    posterior, temperature
        Weigh the candidates of a list by the softmax of a feature, of the list's ``"total"``, or of weights ·
        features, divided by the temperature.
    aggregate
        Score against expected counts: linear rather than quadratic, approximate, and known to few metrics
        (BLEU, chrF and their mixtures).
    sources
        The source of each segment, for metrics that read it: programs.
    language, annotator
        The language of the texts, and what analyses them, for metrics that look at lemmas, parts of speech
        or synonyms; by default what is installed for the language.

    to, style, run
        Of lists in files (:class:`pitchpipe.ListShards`), which are chosen from in parts: the folder that the
        choice goes to, as ``"text"``, ``"tsv"`` or ``"json"``; and ``engine``, ``address``, ``parts``,
        ``resume``, ``skip_corrupt`` and ``shown`` as for :func:`pitchpipe.score`. ``sources`` names files.

    Raises
    ------
    ParameterError
        If the metric cannot score a hypothesis against a reference alone, or has no direction.
    """
    if isinstance(candidates, ListShards):
        from pitchpipe.choosing.in_parts import mbr_in_parts
        from pitchpipe.lang.annotation.remembering import Annotators

        if pseudo_references is not None or weights is not None:
            raise ParameterError("lists in files are their own pseudo-references, weighed by their features")
        if sources is not None and not isinstance(sources, str):
            raise ParameterError("the sources of lists in files are in files: name them")
        annotator = annotator or Annotators(remembered=False)
        return mbr_in_parts(
            candidates,
            metric,
            Running.of(run, threads),
            required_folder(to),
            posterior=posterior,
            temperature=temperature,
            aggregate=aggregate,
            source=sources,
            resources=Resources(target_language=language, annotator=annotator),
            style=style,
        )
    refuse_run(run, "lists in files (ListShards)")
    if isinstance(sources, str):
        raise ParameterError("the sources of lists in memory are lines, not the name of a file")
    return minimum_risk(
        candidates,
        metric,
        pseudo_references=pseudo_references,
        weights=weights,
        posterior=posterior,
        temperature=temperature,
        aggregate=aggregate,
        sources=sources,
        language=language,
        annotator=annotator,
        threads=threads,
        progress=progress,
    )


@overload
def rerank(nbest: NBest, weights: Mapping[str, float] | WeightFile) -> Reranked: ...


@overload
def rerank(
    nbest: ListShards,
    weights: Mapping[str, float] | WeightFile,
    *,
    to: StrPath,
    style: Style = ...,
    references: Sequence[str] = ...,
    metrics: Iterable[str | Metric] = ...,
    source: str | None = ...,
    resources: Resources = ...,
    threads: int | None = ...,
    **run: Unpack[RunOptions],
) -> ChosenInParts: ...


def rerank(
    nbest: NBest | ListShards,
    weights: Mapping[str, float] | WeightFile,
    *,
    to: StrPath | None = None,
    style: Style = "text",
    references: Sequence[str] = (),
    metrics: Iterable[str | Metric] = ("bleu",),
    source: str | None = None,
    resources: Resources = NO_RESOURCES,
    threads: int | None = None,
    **run: Unpack[RunOptions],
) -> Reranked | ChosenInParts:
    """Scores every candidate by weights · features; the first of equal ones is chosen.

    A file of weights names the features of a list that does not, and may have weights of other features.

    Lists in files (:class:`pitchpipe.ListShards`) are chosen from in parts: the choice goes to the folder
    ``to``, as ``"text"``, ``"tsv"`` or ``"json"`` (``style``); it is scored by ``metrics`` where there are
    files of ``references``, with their ``source`` and ``resources`` for metrics that need them. ``engine``,
    ``address``, ``parts``, ``resume``, ``skip_corrupt`` and ``shown`` are as for :func:`pitchpipe.score`.

    Raises
    ------
    ParameterError
        If a feature has no weight, or a weight no feature.
    """
    if isinstance(nbest, ListShards):
        from pitchpipe.choosing.in_parts import rerank_in_parts

        return rerank_in_parts(
            nbest,
            weights,
            Running.of(run, threads),
            required_folder(to),
            references=references,
            metrics=metrics,
            source=source,
            resources=resources,
            style=style,
        )
    refuse_run(run, "lists in files (ListShards)")
    return reranked(nbest, weights)


def required_folder(to: StrPath | None) -> StrPath:
    """Where a choice in parts goes, which must be said."""
    if to is None:
        raise ParameterError("a choice from lists in files goes to a folder: -o FOLDER (to= in Python)")
    return to
