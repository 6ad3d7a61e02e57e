"""Minimum Bayes risk: the candidate that agrees best with all the others.

Kumar and Byrne (2004), "Minimum Bayes-Risk Decoding for Statistical Machine Translation", NAACL. Nobody knows
the right translation, but the candidates (or samples of a model) tell what it may look like: each is held
against all of them as pseudo-references, and the one with the best expected score is chosen.

What is chosen suits the utility metric better than a reader: judge the result with another metric.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe.batch.batch import Batch
from pitchpipe.batch.resources import Resources
from pitchpipe.batch.values import Array
from pitchpipe.choosing.candidates import Candidates, Lists, best_of, fact, require_direction
from pitchpipe.choosing.expectations import (
    Progress,
    aggregated_scores,
    expected_scores,
    merged_weights,
    model_weights,
)
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.lookup import get
from pitchpipe.nbest.extras import NO_EXTRAS, Extras
from pitchpipe.nbest.lists import NBest
from pitchpipe.showing.shown import Shown, Tables
from pitchpipe.text.languages import word_tokenizer
from pitchpipe.threads import threads as thread_count
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from pitchpipe.lang.annotation.remembering import Annotating
    from pitchpipe.showing.pages import Page
    from pitchpipe.tuning.weight_files import WeightFile


@dataclass(frozen=True, eq=False, repr=False)
class MinimumRisk(Shown):
    """The chosen candidate of each segment, and the expected score of all.

    ``chosen`` are rows of the list of candidates, ``expected`` has a number for each of those. With
    ``aggregated``, it is the score of expected counts, which approximates the expected score. ``extras`` is
    what else the list says of candidates and segments.
    """

    metric: str
    signature: str
    aggregated: bool
    chosen: NDArray[np.intp]
    texts: list[str]
    expected: Array
    offsets: NDArray[np.int64]
    extras: Extras = NO_EXTRAS

    def segments(
        self, *, every: bool = False, systems: Sequence[str] | None = None
    ) -> Iterator[dict[str, Any]]:
        """Plain numbers and texts of each segment; with ``every``, expected scores of all its candidates.

        Where candidates are the outputs of ``systems``, in this order, the chosen one's is named. What else
        the list says of the chosen candidate and of its segment comes last.
        """
        chosen = zip(self.chosen.tolist(), self.texts, self.extras.chosen(self.chosen), strict=True)
        for s, (row, text, said) in enumerate(chosen):
            begin, end = self.offsets[s : s + 2].tolist()
            segment = {"chosen": row - begin, "text": text, "expected": float(self.expected[row])}
            if systems is not None:
                segment["system"] = systems[row - begin]
            if every:
                segment["candidates"] = [float(score) for score in self.expected[begin:end]]
            yield segment | said

    def to_dict(self, *, every: bool = False, systems: Sequence[str] | None = None) -> dict[str, Any]:
        """Plain numbers and texts, at full precision; candidates are numbered from 0 within a segment."""
        return {
            "metric": self.metric,
            "signature": self.signature,
            "aggregated": self.aggregated,
            "systems": None if systems is None else list(systems),
            "segments": list(self.segments(every=every, systems=systems)),
        }

    def page(self, decimals: int = 2) -> Page:
        """The choices of the first segments."""
        from pitchpipe.choosing.pages import minimum_risk_page

        return minimum_risk_page(self, decimals)

    def tables(self) -> Tables:
        """Rows of segments, and of all candidates."""
        from pitchpipe.choosing.machine_rows import minimum_risk_candidates, minimum_risk_rows

        return {
            "segments": lambda: minimum_risk_rows(self),
            "candidates": lambda: minimum_risk_candidates(self),
        }

    def _brief(self) -> str:
        sizes = (len(self.chosen), "segments"), (len(self.expected), "candidates")
        return ", ".join([*(counted(*size) for size in sizes), f"by {self.metric}"])


def minimum_risk(
    candidates: Candidates,
    metric: str | Metric = "chrf",
    *,
    pseudo_references: Candidates | None = None,
    weights: Array | None = None,
    posterior: str | Mapping[str, float] | WeightFile | None = None,
    temperature: float = 1.0,
    aggregate: bool = False,
    sources: Sequence[str] | None = None,
    language: str | None = None,
    annotator: Annotating | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> MinimumRisk:
    """The choice from lists in memory; see :func:`pitchpipe.mbr`."""
    from pitchpipe.lang.annotation.remembering import Annotators

    utility = get(metric)
    require_utility(utility)
    lists = Lists.of(candidates)
    hyps = lists.distinct()
    refs = hyps
    if pseudo_references is not None:
        refs = Lists.of(pseudo_references, "pseudo-references").distinct()
        if refs.segments != hyps.segments:
            raise DataError(
                f"there are candidates for {hyps.segments} segments, "
                f"but pseudo-references for {refs.segments}"
            )
    if sources is not None and len(sources) != hyps.segments:
        raise DataError(f"there are {len(sources)} sources, but candidates for {hyps.segments} segments")
    if posterior is not None:
        if weights is not None:
            raise ParameterError("weights and posterior say the same thing twice: give one")
        opinion = candidates if pseudo_references is None else pseudo_references
        weights = model_weights(opinion, posterior, temperature)
    merged = merged_weights(weights, refs)
    with nullcontext() if threads is None else thread_count(threads):
        resources = Resources(target_language=language, annotator=annotator or Annotators(cached=True))
        offsets = refs.offsets.astype(np.uint32)
        fixed = utility.with_tokenizer(word_tokenizer(language))
        prepared = fixed.prepare(Batch([], refs.texts, offsets, resources=resources))
        if aggregate:
            expected = aggregated_scores(prepared, hyps, refs, merged, progress)
        else:
            expected = expected_scores(prepared, hyps, refs, merged, progress, resources, sources)
    expected = expected[hyps.numbers]
    chosen = best_of(prepared.oriented(expected), lists.offsets)
    return MinimumRisk(
        utility.spec,
        prepared.for_sentences().signature,
        aggregate,
        chosen,
        [lists.texts[row] for row in chosen],
        expected,
        lists.offsets,
        candidates.extras if isinstance(candidates, NBest) else NO_EXTRAS,
    )


def require_utility(metric: Metric) -> None:
    """Refuses a metric that cannot score a candidate against another one, or does not say which is better."""
    part, pairwise = fact(metric, "pairwise")
    if not pairwise.holds:
        raise ParameterError(f"{part.name} cannot be the utility: {pairwise.reason}")
    require_direction(metric)
