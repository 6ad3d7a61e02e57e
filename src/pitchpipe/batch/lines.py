"""One system's lines and their references, as people give them, made a batch."""

from __future__ import annotations

from typing import Any

from pitchpipe.batch import arguments
from pitchpipe.batch.arguments import Lines, ReferencesBy
from pitchpipe.batch.batch import Batch
from pitchpipe.batch.resources import NO_RESOURCES, Resources
from pitchpipe.errors import DataError


def batch_of(
    hypotheses: Lines,
    references: Any,
    references_by: ReferencesBy | None,
    *,
    sources: Lines | None = None,
    resources: Resources = NO_RESOURCES,
    unreferenced: bool = False,
) -> Batch:
    """One system's lines with their references, checked; with ``unreferenced`` there may be none."""
    hyps = arguments.lines(hypotheses, "hypotheses")
    if not hyps:
        raise DataError("there are no hypotheses")
    bare = unreferenced and not arguments.listed(references, "references")
    streams = [] if bare else arguments.streams(references, len(hyps), references_by)
    source = None if sources is None else arguments.lines(sources, "sources")
    if source is not None and len(source) != len(hyps):
        raise DataError(f"there are {len(source)} sources, but {len(hyps)} hypotheses")
    if bare:
        return Batch.without_references(hyps, len(hyps), sources=source, resources=resources)
    return Batch.from_streams(hyps, streams, sources=source, resources=resources)
