"""pitch-en: a metric of our own for English, fitted to people: the parts of pitch, and TESLA-M.

TESLA-M (Dahlmeier et al. 2011) sees what the characters of :mod:`pitchpipe.metrics.pitch` do not: that words
share a lemma or a meaning, and which parts of speech follow each other. Its numbers depend on what analyses
words and on the synonyms, so the file of a version names both, with the version and the digest.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from pitchpipe.batch.values import Measured
from pitchpipe.errors import MissingError, ParameterError
from pitchpipe.metrics.frozen_mixture import FrozenMixture
from pitchpipe.metrics.registry import register
from pitchpipe.text import languages

if TYPE_CHECKING:
    from typing_extensions import Self

    from pitchpipe.batch.batch import Batch

#: What gets the analyser and the synonyms that the file of ``pitch-en-1`` names.
INSTALL = "pip install 'HanTa==1.2.1', and WordNet 3.0 (Debian: apt install wordnet-base)"


@register(**{"pitch-en": {}})
@dataclass(frozen=True, kw_only=True)
class PitchEn(FrozenMixture):
    """The first version for English."""

    name: ClassVar[str] = "pitch-en-1"
    title: ClassVar[str] = "pitch-en"
    paper: ClassVar[str] = "of Popović 2015, Levenshtein 1966 and Dahlmeier et al. 2011, fitted to people"
    needs: ClassVar[frozenset[str]] = frozenset({"references", "pos", "lemma", "synonyms"})
    exceptions: ClassVar = {
        "decomposable": "its parts sum n-grams and lengths over the corpus",
        "self_contained": "it needs HanTa 1.2.1 and WordNet 3.0",
    }

    def prepare(self, batch: Batch) -> Self:
        """Checks that texts are English, and that what analyses them is what the weights were learnt with."""
        language = batch.language
        if language not in (None, "en"):
            raise ParameterError(
                f"{self.name} is for English, not for {languages.name(language)}: use pitch, for any language"
            )
        with _remedy(self.name):
            self._mixture.prepare(batch)
        return self

    def measure(self, batch: Batch) -> Measured:
        with _remedy(self.name):
            return super().measure(batch)


@contextmanager
def _remedy(name: str) -> Iterator[None]:
    """Says how to get what is missing, or another than it must be; and what does without."""
    try:
        yield
    except MissingError as error:
        raise MissingError(f"{name} needs {INSTALL}; pitch needs neither ({error})") from error
