"""The word alignments that a decoder wrote into its n-best list, for metrics of word order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pitchpipe import _core
from pitchpipe.aligning.given import GivenLinks
from pitchpipe.aligning.requests import Request, WordAlignments
from pitchpipe.brief import Brief
from pitchpipe.errors import DataError


@dataclass(frozen=True, repr=False)
class ListLinks(Brief):
    """Links of all candidates of a list, and for each reference stream a line of links per segment.

    The text is taken as tokenised: metrics must use ``tokenize=none`` on all sides.
    """

    candidates: _core.Texts
    links: _core.Alignments
    references: Sequence[Sequence[str]]

    def align_batch(self, request: Request) -> WordAlignments:
        """The word alignments of a batch of the whole list."""
        if len(request.hypothesis_segments) != len(self.links):
            raise DataError(
                f"{len(self.links)} word alignments of an n-best list for a batch of "
                f"{len(request.hypothesis_segments)} candidates"
            )
        # The references alone: one system without a single line.
        alone = replace(
            request,
            hypotheses=[],
            hypothesis_segments=np.zeros(0, dtype=np.uint32),
            systems=(),
            hypothesis_systems=None,
        )
        given = GivenLinks(self.references, {"": [""] * len(request.sources)}).align_batch(alone)
        (tokens,) = _core.encode([self.candidates], "none", "keep", "ascii")
        _core.check_links(
            self.links,
            given.source_lengths[request.hypothesis_segments],
            tokens.lengths,
        )
        return replace(given, hypotheses=self.links)
