"""What analysed the texts of a metric, so that its signature says it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitchpipe.errors import DataError

if TYPE_CHECKING:
    from pitchpipe.lang.analysis import Analysed


def annotation_origin(metric: str, wanted: str | None, hypotheses: Analysed, references: Analysed) -> str:
    """What analysed both sides; another than was wanted, by a signature say, is refused."""
    # Only the analysis of the references is told by its digest, where there is one: signatures must
    # not depend on which systems are scored.
    ours, theirs = (side.tool.partition("#")[0] for side in (hypotheses, references))
    found = references.tool if ours == theirs else f"{ours}+{references.tool}"
    if wanted not in (None, found):
        raise DataError(f"{metric}: words were to be analysed by {wanted}, but are by {found}")
    return found
