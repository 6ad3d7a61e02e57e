"""N-gram language models: estimated from text, read from and written to ARPA files, and queried.

Estimation is interpolated modified Kneser-Ney smoothing (Chen and Goodman 1998) with the counts, discounts
and reserved words of KenLM's ``lmplz`` (Heafield, Pouzyrevsky, Clark and Koehn 2013), whose models it
reproduces. Counting and querying are in Rust.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _core
from pitchpipe.brief import Brief
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.pickling import cached_property
from pitchpipe.text.files import StrPath, display_name, read_text_blocks, write_bytes
from pitchpipe.text.tokenizers import View, case_of, encode
from pitchpipe.wording import counted

#: What ``lmplz --discount_fallback`` takes from counts of 1, 2 and more where a text is too small to tell.
FALLBACK_DISCOUNTS = (0.5, 1.0, 1.5)
_LARGEST_COUNT = 2**32 - 1
_DIGEST = 12


class Discounts(NamedTuple):
    """What is taken from counts of one, of two, and of three or more."""

    one: float
    two: float
    more: float


class WordScore(NamedTuple):
    """A word in its context: log10 of its probability, and how long the n-gram was that gave it."""

    word: str
    log10: float
    matched: int
    unknown: bool


@dataclass(frozen=True, eq=False, repr=False)
class SentenceScores(Brief):
    """What a model says about sentences; ``</s>`` counts as a word of each."""

    #: Log10 of the probability of every sentence.
    log10: NDArray[np.float64]
    #: The part of it that is due to words the model knows.
    known_log10: NDArray[np.float64]
    #: Number of words.
    words: NDArray[np.int64]
    #: Number of words the model does not know.
    unknown: NDArray[np.int64]

    @property
    def perplexity(self) -> float:
        """Of all words; NaN if there is no sentence."""
        return _perplexity(self.log10, int(self.words.sum()))

    @property
    def known_perplexity(self) -> float:
        """Of the words the model knows: unknown ones are in neither the sum nor the number of words."""
        return _perplexity(self.known_log10, int(self.words.sum() - self.unknown.sum()))

    @property
    def per_word(self) -> NDArray[np.float64]:
        """``(1/n) ln P`` of every sentence, ``n`` its length in words without ``</s>``, at least 1.

        The language-model feature of TESLA-F (Dahlmeier, Liu and Ng 2011, section 4).
        """
        return math.log(10.0) * self.log10 / np.maximum(self.words - 1, 1)


#: An ARPA file, the digest of another that the model was read from, and the discounts.
_State: TypeAlias = tuple[bytes, "str | None", "tuple[Discounts, ...] | None"]


class LanguageModel(Brief):
    """An n-gram model: :meth:`estimate` or :meth:`read` one, :meth:`score` text with it, :meth:`write` it.

    Lines are sentences. Words are separated by ASCII whitespace unless ``tokenize`` names a tokenizer; text
    must be scored with the tokenizer and the case that the model was estimated with.
    """

    def __init__(self, model: _core.LanguageModel, digest: str | None = None) -> None:
        """``digest`` is that of the file it was read from."""
        self._model = model
        self._digest = digest
        self._discounts = tuple(Discounts(*given) for given in model.discounts) or None

    def __getstate__(self) -> _State:
        """What pickling and copying keep: the ARPA file, and what that does not say."""
        return self._model.to_arpa(), self._digest, self._discounts

    def __setstate__(self, state: _State) -> None:
        arpa, self._digest, self._discounts = state
        reader = _core.ArpaReader()
        reader.feed(arpa)
        self._model = reader.finish()

    @classmethod
    def estimate(
        cls,
        lines: Sequence[str],
        *,
        order: int = 3,
        tokenize: str = "none",
        lowercase: bool = False,
        prune: Sequence[int] = (),
        fallback: Sequence[float] | None = None,
    ) -> LanguageModel:
        """Estimates a model from sentences.

        Parameters
        ----------
        lines
            The sentences.
        order
            Length of the longest n-grams.
        tokenize, lowercase
            How lines become words.
        prune
            N-grams that occur at most so often are left out: a number for every length from 1, of which the
            last holds for longer ones too. The first must be 0, and none smaller than the one before.
        fallback
            Discounts for lengths whose counts give none, which happens with little text; usually
            :data:`FALLBACK_DISCOUNTS`. Without them such a text is refused.

        Raises
        ------
        DataError
            If there is no text, it holds ``<s>``, ``</s>`` or ``<unk>``, or its counts give no discounts.
        ParameterError
            If an option is out of range.
        """
        for what, numbers in (("the order", [order]), ("a pruning threshold", prune)):
            if any(isinstance(n, bool) or not isinstance(n, int) for n in numbers):
                raise ParameterError(f"{what} must be a whole number, not {numbers!r}")
        if not 0 <= order <= _LARGEST_COUNT:
            raise ParameterError(f"the order cannot be {order}")
        if any(not 0 <= n <= _LARGEST_COUNT for n in prune):
            raise ParameterError(f"pruning thresholds must be between 0 and 2^32, not {list(prune)}")
        if fallback is not None and len(fallback) != 3:
            raise ParameterError(f"there are three fallback discounts, not {len(fallback)}")
        tokens = _tokens(lines, tokenize, lowercase)
        return cls(_core.LanguageModel.estimate(tokens, order, prune, fallback))

    @classmethod
    def read(cls, path: StrPath) -> LanguageModel:
        """Reads an ARPA file, plain or compressed; a malformed one is refused with the number of the line.

        A model without ``<unk>`` gives unknown words a log10 probability of -100, as KenLM does.
        """
        reader = _core.ArpaReader()
        blocks = read_text_blocks(path)
        content = hashlib.sha256()
        try:
            for block in blocks:
                reader.feed(block)
                content.update(block)
            return cls(reader.finish(), content.hexdigest()[:_DIGEST])
        except DataError as error:
            name = display_name(path)
            message = str(error)
            raise DataError(message if name in message else f"{name}, {message}") from None

    def write(self, path: StrPath) -> None:
        """Writes an ARPA file, compressed as its suffix asks; read again, it gives the same scores."""
        write_bytes(path, self._model.to_arpa())

    def _brief(self) -> str:
        return f"order {self.order}, {counted(sum(self.counts), 'n-grams')}"

    @property
    def order(self) -> int:
        """Length of the longest n-grams."""
        return self._model.order

    @property
    def counts(self) -> tuple[int, ...]:
        """Number of n-grams of every length; single words include ``<unk>``, ``<s>`` and ``</s>``."""
        return tuple(self._model.counts)

    @property
    def discounts(self) -> tuple[Discounts, ...] | None:
        """The discounts of every length; ``None`` where the model was read from a file."""
        return self._discounts

    @cached_property
    def digest(self) -> str:
        """The beginning of the SHA-256 of the ARPA file, uncompressed, for signatures."""
        return self._digest or hashlib.sha256(self._model.to_arpa()).hexdigest()[:_DIGEST]

    def score(
        self, lines: Sequence[str], *, tokenize: str = "none", lowercase: bool = False
    ) -> NDArray[np.float64]:
        """Log10 of the probability of every sentence."""
        return self.sentences(lines, tokenize=tokenize, lowercase=lowercase).log10

    def perplexity(self, lines: Sequence[str], *, tokenize: str = "none", lowercase: bool = False) -> float:
        """Perplexity of all words, unknown ones included."""
        return self.sentences(lines, tokenize=tokenize, lowercase=lowercase).perplexity

    def sentences(
        self, lines: Sequence[str], *, tokenize: str = "none", lowercase: bool = False
    ) -> SentenceScores:
        """Probabilities, lengths and unknown words of every sentence.

        ``<s>`` and ``</s>`` within a text are unknown words.
        """
        rows = self._model.sentences(_tokens(lines, tokenize, lowercase))
        counts = rows[:, 2:].astype(np.int64)
        return SentenceScores(rows[:, 0], rows[:, 1], counts[:, 0], counts[:, 1])

    def words(self, line: str, *, tokenize: str = "none", lowercase: bool = False) -> list[WordScore]:
        """Every word of a sentence, ``</s>`` last."""
        tokens = _tokens([line], tokenize, lowercase)
        scored = zip([*tokens.words(0), "</s>"], self._model.words(tokens, 0), strict=True)
        return [WordScore(word, *found) for word, found in scored]


def _tokens(lines: Sequence[str], tokenize: str, lowercase: bool) -> _core.Tokens:
    if isinstance(lines, str):
        raise DataError("the sentences are one single string; give a list of them")
    (tokens,) = encode([list(lines)], View(tokenize, case_of(lowercase)))
    return tokens


def _perplexity(log10: NDArray[np.float64], words: int) -> float:
    """``10^(-log10 P / words)``; infinite where that is more than a float holds."""
    if not words:
        return math.nan
    exponent = -float(log10.sum()) / words
    return 10.0**exponent if exponent < 308.0 else math.inf
