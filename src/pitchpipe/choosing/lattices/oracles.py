"""The path of a lattice that a recognition rate likes best, and what is lost without the lattice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _core
from pitchpipe.batch import arguments
from pitchpipe.batch.batch import Batch, Streams, interleave
from pitchpipe.batch.scores import Score
from pitchpipe.batch.values import Array, best_reference
from pitchpipe.brief import Brief
from pitchpipe.choosing.lattices.paths import LatticePath, OraclePath, best_paths, path_of
from pitchpipe.choosing.lattices.reading import Lattice
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics import get
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.recognition import GRR, Recognition
from pitchpipe.metrics.scored import rows_of, score_of
from pitchpipe.showing.shown import Shown, Tables
from pitchpipe.text.languages import USUAL, word_tokenizer
from pitchpipe.text.scripts import language_by_script
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from pitchpipe.nbest.lists import NBest
    from pitchpipe.showing.pages import Page

#: Tokenizers that cut a word the same way wherever it stands. ``intl`` and ``zh`` do not: a full stop after
#: a number stays with it at the end of a line only.
_WORD_BY_WORD = ("none", "13a", "char")


def oracle_path(lattice: Lattice, references: Sequence[str], metric: str | Metric = "4-grr") -> OraclePath:
    """The path of a lattice with the best segment score against its references.

    Of equal ones, that with the larger numerator (where the score does not tell: references of
    different length, or an empty one), then that with the higher path score, then the one whose arcs
    come first.
    """
    # One segment tells no language.
    chosen = _recognition(metric, USUAL)
    lines = arguments.lines(references, "references")
    paths = _oracles([lattice], lines, np.array([0, len(lines)], dtype=np.uint32), chosen)
    score = chosen.sentence_score(paths[0].text, lines).score
    return OraclePath(**vars(paths[0]), score=score)


@dataclass(frozen=True, repr=False)
class SegmentOracles(Brief):
    """The best of a lattice, its path of highest own score, and the best of an n-best list."""

    oracle: OraclePath
    one_best: OraclePath
    nbest_text: str
    nbest_score: float

    @property
    def shortfall(self) -> float:
        """What the list loses against the lattice."""
        return self.oracle.score - self.nbest_score

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts, at full precision."""
        return {
            "oracle": self.oracle.to_dict(),
            "one_best": self.one_best.to_dict(),
            "nbest": {"text": self.nbest_text, "score": self.nbest_score},
            "shortfall": self.shortfall,
        }


@dataclass(frozen=True, repr=False)
class LatticeOracles(Shown):
    """Corpus scores of the lattices' oracles, of their best paths, and of the oracles of n-best lists.

    ``n`` is the number of paths that the lists were made of; ``None`` if they were given.
    """

    oracle: Score
    one_best: Score
    nbest: Score
    n: int | None
    segments: tuple[SegmentOracles, ...]

    @property
    def shortfall(self) -> float:
        """What the lists lose against the lattices."""
        return self.oracle.score - self.nbest.score

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts, at full precision."""
        return {
            "oracle": self.oracle.to_dict(),
            "one_best": self.one_best.to_dict(),
            "nbest": {"n": self.n, **self.nbest.to_dict()},
            "shortfall": self.shortfall,
            "segments": [segment.to_dict() for segment in self.segments],
        }

    def page(self, decimals: int = 2, *, segments: bool = False) -> Page:
        """The tables of ``pitchpipe oracle``; ``segments`` adds that of segments."""
        from pitchpipe.choosing.pages import lattice_page

        return lattice_page(self, decimals, segments=segments)

    def tables(self) -> Tables:
        """Rows of choices, and of segments."""
        from pitchpipe.choosing.machine_rows import lattice_rows, lattice_segment_rows

        return {"choices": lambda: lattice_rows(self), "segments": lambda: lattice_segment_rows(self)}

    def _brief(self) -> str:
        return (
            f"{counted(len(self.segments), 'segments')}, best {self.oracle.score:.2f} by {self.oracle.metric}"
        )


def lattice_oracles(
    lattices: Sequence[Lattice],
    references: Streams,
    metric: str | Metric = "4-grr",
    *,
    n: int = 100,
    nbest: NBest | None = None,
) -> LatticeOracles:
    """The oracle paths of all segments, see :func:`oracle_path`, beside what is lost without the lattice.

    ``references`` are streams with a line for every lattice, ``None`` where one is missing. The n-best
    oracle takes the best of the ``n`` best paths, or of the candidates of ``nbest``: the first one of equal
    segment scores.
    """
    lines, offsets = _references(references, len(lattices))
    chosen = _recognition(metric, word_tokenizer(language_by_script(lines)))
    ranked = [best_paths(lattice, n if nbest is None else 1) for lattice in lattices]
    best = _oracles(lattices, lines, offsets, chosen)
    first = [paths[0] for paths in ranked]

    def scored(batch: Batch) -> tuple[Array, Array]:
        rows = rows_of(chosen, batch)[1]
        return rows, chosen.segment(rows)

    oracle_rows, oracle_scores = scored(Batch([path.text for path in best], lines, offsets))
    first_rows, first_scores = scored(Batch([path.text for path in first], lines, offsets))
    candidates = _candidates(ranked, lines, offsets) if nbest is None else nbest.batch(references)
    list_rows, list_scores = scored(candidates)
    starts = np.searchsorted(candidates.owner, np.arange(len(lattices) + 1))
    picked = best_reference(list_scores, starts)

    def corpus(rows: Array) -> Score:
        return score_of(chosen, rows, nrefs=candidates.nrefs, asked=get(metric))

    texts = candidates.hypotheses
    segments = tuple(
        SegmentOracles(
            OraclePath(**vars(best[s]), score=float(oracle_scores[s])),
            OraclePath(**vars(first[s]), score=float(first_scores[s])),
            texts[picked[s]],
            float(list_scores[picked[s]]),
        )
        for s in range(len(lattices))
    )
    return LatticeOracles(
        corpus(oracle_rows),
        corpus(first_rows),
        corpus(list_rows[picked]),
        n if nbest is None else None,
        segments,
    )


def _recognition(metric: str | Metric, usual: str) -> Recognition:
    """The metric, if the best path of a lattice can be found for it, with the ``usual`` tokenizer."""
    found = get(metric).with_tokenizer(usual if usual in _WORD_BY_WORD else "char")
    if not isinstance(found, Recognition):
        raise ParameterError(
            f"the best path of a lattice can be found for wrr, 4-grr and grr, not for {found.spec}: "
            "choose from an n-best list instead"
        )
    if found.tokenize not in _WORD_BY_WORD:
        raise ParameterError(
            f"{found.spec}: the arcs of a lattice are cut into words one by one, which tokenizer "
            f"{found.tokenize} cannot: choose {', '.join(_WORD_BY_WORD[:-1])} or {_WORD_BY_WORD[-1]}"
        )
    return found


def _references(streams: Streams, segments: int) -> tuple[list[str], NDArray[np.uint32]]:
    """Reference lines by segment, and where those of each begin."""
    if not segments:
        raise DataError("there are no lattices")
    if not len(streams):
        raise DataError("there are no references")
    checked = [arguments.lines(stream, "references", optional=True) for stream in streams]
    for number, stream in enumerate(checked, 1):
        if len(stream) != segments:
            raise DataError(f"reference {number} has {len(stream)} lines, but there are {segments} lattices")
    return interleave(checked, segments)


def _oracles(
    lattices: Sequence[Lattice], lines: list[str], offsets: NDArray[np.uint32], metric: Recognition
) -> list[LatticePath]:
    """For every lattice the best path by its best reference."""
    counts = [int(offsets[s + 1] - offsets[s]) for s in range(len(lattices))]
    if 0 in counts:
        raise DataError(f"segment {counts.index(0) + 1} has no reference")
    labels = [label for lattice in lattices for label in lattice.labels]
    owner = np.repeat(np.arange(len(lattices), dtype=np.uint32), counts)
    words, refs = metric.tokens(Batch.from_pairs(labels, lines, np.empty((0, 2), dtype=np.uint32)))
    costs = (metric.order, metric.alpha, metric.beta) if isinstance(metric, GRR) else (1, 1.0, 0.0)
    found = _core.lattice_oracles(lattices, words, refs, owner, *costs)
    paths = [path_of(lattices[s], *path) for s, path in zip(owner.tolist(), found, strict=True)]
    pairs = np.repeat(np.arange(len(lines), dtype=np.uint32), 2).reshape(-1, 2)
    values = metric.measure(Batch.from_pairs([path.text for path in paths], lines, pairs)).values
    scores = metric.combine(values)

    def preference(r: int) -> tuple[float, float, float, tuple[int, ...]]:
        return (-scores[r], -values[r, 0], -paths[r].path_score, paths[r].arcs)

    own = [range(offsets[s], offsets[s + 1]) for s in range(len(lattices))]
    return [paths[min(references, key=preference)] for references in own]


def _candidates(ranked: list[list[LatticePath]], lines: list[str], offsets: NDArray[np.uint32]) -> Batch:
    """The best paths of all lattices as candidates of their segments."""
    texts = [path.text for paths in ranked for path in paths]
    counts = [len(paths) for paths in ranked]
    owner = np.repeat(np.arange(len(ranked), dtype=np.uint32), counts)
    return Batch(texts, lines, offsets, owner=owner)
