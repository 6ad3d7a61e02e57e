"""What is known beside the texts themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitchpipe.aligning.requests import Aligning
    from pitchpipe.lang.annotation.remembering import Annotating


@dataclass(frozen=True)
class Resources:
    """The languages of texts, what aligns their words, and what analyses them.

    They are taken together wherever texts are, so that a metric finds what it needs. Without an ``aligner``,
    words are aligned by a model trained on the texts themselves; without an ``annotator``, they are analysed
    by what is installed for the target language.
    """

    source_language: str | None = None
    target_language: str | None = None
    aligner: Aligning | None = None
    annotator: Annotating | None = None


#: Nothing is known: texts alone are enough for most metrics.
NO_RESOURCES = Resources()
