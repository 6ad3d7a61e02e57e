"""What metrics that look at lemmas, parts of speech and synonyms have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitchpipe.errors import MissingError

if TYPE_CHECKING:
    from pitchpipe.lang.annotation.analysis import Analysed
    from pitchpipe.metrics.base import Metric

#: What metrics find out about a language, not about a corpus.
_OF_LANGUAGE = ("pos", "lemma", "synonyms")


def knows_language(metric: Metric) -> bool:
    """Whether preparing it fixes facts of the language: what analyses words, which tables there are."""
    return any(map(metric.wants, _OF_LANGUAGE))


def without_texts(metric: Metric) -> Metric:
    """A prepared metric that knows its language and files, but nothing of the texts it was prepared on."""
    return metric.replace(annotation=None) if hasattr(metric, "annotation") else metric


def annotation_origin(metric: str, wanted: str | None, hypotheses: Analysed, references: Analysed) -> str:
    """What analysed both sides; another than was wanted, by a signature say, is refused.

    Where a tool is wanted without the digest of a file, any analysis that it made will do.
    """
    # Only the analysis of the references is told by its digest, where there is one: signatures must
    # not depend on which systems are scored.
    ours, theirs = (side.tool.partition("#")[0] for side in (hypotheses, references))
    found = references.tool if ours == theirs else f"{ours}+{references.tool}"
    if wanted not in (None, found, found.partition("#")[0]):
        raise MissingError(f"{metric}: words were to be analysed by {wanted}, but are by {found}")
    return found
