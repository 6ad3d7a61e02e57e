"""One system's lines and their references, as people give them, made a batch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitchpipe.batch import arguments
from pitchpipe.batch.arguments import Lines, ReferencesBy
from pitchpipe.batch.batch import Batch
from pitchpipe.errors import DataError

if TYPE_CHECKING:
    from pitchpipe.aligning.providers import Provider
    from pitchpipe.lang.annotation.remembering import Annotating


def batch_of(
    hypotheses: Lines,
    references: Any,
    references_by: ReferencesBy | None,
    *,
    sources: Lines | None = None,
    aligner: Provider | None = None,
    annotator: Annotating | None = None,
    language: str | None = None,
) -> Batch:
    """One system's lines with their references, checked."""
    hyps = arguments.lines(hypotheses, "hypotheses")
    if not hyps:
        raise DataError("there are no hypotheses")
    streams = arguments.streams(references, len(hyps), references_by)
    source = None if sources is None else arguments.lines(sources, "sources")
    if source is not None and len(source) != len(hyps):
        raise DataError(f"there are {len(source)} sources, but {len(hyps)} hypotheses")
    return Batch.from_streams(
        hyps, streams, sources=source, aligner=aligner, annotator=annotator, target_language=language
    )
