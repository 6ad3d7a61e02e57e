"""What metrics of word order ask for, and who answers.

Alignments are data, not part of a metric: a metric asks its batch, and the batch asks its aligner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _core
from pitchpipe.brief import Brief
from pitchpipe.text.tokenizers import View, encode


@dataclass(frozen=True, repr=False)
class Request(Brief):
    """Lines to align: every hypothesis and every reference with the source of its segment."""

    sources: Sequence[str]
    hypotheses: Sequence[str]
    hypothesis_segments: NDArray[np.uint32]
    references: Sequence[str]
    reference_segments: NDArray[np.uint32]
    source_tokenize: str
    tokenize: str
    #: The system of each hypothesis, where known.
    systems: tuple[str, ...] = ()
    hypothesis_systems: NDArray[np.uint32] | None = None

    def source_lengths(self) -> NDArray[np.uint32]:
        """Words of every source sentence, lower-cased as models read it: some tokenizers look at case."""
        (tokens,) = encode([list(self.sources)], View(self.source_tokenize, "lower"))
        return tokens.lengths


@dataclass(frozen=True, repr=False)
class WordAlignments(Brief):
    """Links of every hypothesis and every reference to the source, and whose they are."""

    source_lengths: NDArray[np.uint32]
    hypotheses: _core.Alignments
    references: _core.Alignments
    origin: str


class Aligning(Protocol):
    """Anything that can align a batch: what ``aligner=`` takes, wherever it is taken."""

    def align_batch(self, request: Request) -> WordAlignments:
        """The word alignments of a batch."""
        ...  # pragma: no cover
