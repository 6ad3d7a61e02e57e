"""Word alignments for tests: made from the two lines alone, or written down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _core
from pitchpipe.aligning import GivenLinks, WordAlignments
from pitchpipe.aligning.requests import Request
from pitchpipe.text.tokenizers import View, encode


@lru_cache(maxsize=1 << 16)
def links_of(source: tuple[str, ...], target: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """A source word is linked to the first equal word, else to the proportional place; some to none."""
    links = []
    for i, word in enumerate(source):
        if word in target:
            links.append((i, target.index(word)))
        elif target and (i + len(target)) % 4:
            # Every fifth word is mirrored, so that there is order to get wrong.
            place = i * len(target) // len(source)
            links.append((i, len(target) - 1 - place if i % 5 == 4 else place))
    return tuple(links)


@dataclass(frozen=True)
class PureAligner:
    """A provider whose links are a pure function of a source and a target line."""

    origin: str = "pure"

    def align_batch(self, request: Request) -> WordAlignments:
        (sources,) = encode([list(request.sources)], View(request.source_tokenize, "lower"))

        def aligned(lines: Sequence[str], segments: NDArray[np.uint32]) -> _core.Alignments:
            (targets,) = encode([list(lines)], View(request.tokenize, "lower"))
            pairs = ((sources.words(int(s)), targets.words(i)) for i, s in enumerate(segments))
            return _core.Alignments([links_of(tuple(s), tuple(t)) for s, t in pairs])

        return WordAlignments(
            request.source_lengths(),
            aligned(request.hypotheses, request.hypothesis_segments),
            aligned(request.references, request.reference_segments),
            self.origin,
        )


def given_links(hypothesis: str, *references: str) -> GivenLinks:
    """The links of one segment: of its hypothesis, and of each reference."""
    return GivenLinks([[links] for links in references], {"": [hypothesis]})


def monotone(source: int, target: int | None = None) -> str:
    """The links of words in the same order; what the target lacks is linked to its last word."""
    last = (source if target is None else target) - 1
    return " ".join(f"{i}-{min(i, last)}" for i in range(source)) if last >= 0 else ""


def said_in(ranks: Sequence[int]) -> str:
    """Links that put source word ``i`` at place ``ranks[i]``."""
    return " ".join(f"{i}-{rank}" for i, rank in enumerate(ranks))
