"""The aligner: trained on sentence pairs, both directions together.

IBM Model 1 and then the HMM alignment model, trained jointly with agreement (Liang, Taskar and Klein
2006); links are pairs of words whose posterior, averaged over both directions, exceeds 0.3. All of
that is in Rust; here text is tokenised, and models are saved and loaded.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _core
from pitchpipe.aligning.links import SYMMETRISATIONS, Symmetrisation
from pitchpipe.aligning.requests import Request, WordAlignments
from pitchpipe.brief import Brief
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.text.files import StrPath, display_name, read_bytes, write_bytes
from pitchpipe.text.tokenizers import View, encode

Progress = Callable[[str, int, int], object]
#: How the core names the line of a sentence that it refuses.
_LINE = re.compile(r"^line (\d+)")


@dataclass(frozen=True)
class Decoding:
    """How links are chosen: agreeing posteriors, or the links of each direction, symmetrised.

    The threshold is low enough to find words that moved far: the order of words is nearer to that of
    hand-aligned sentences than with 0.5, which has slightly fewer wrong links.
    """

    how: Literal["agreement", "posterior", "viterbi"] = "agreement"
    threshold: float = 0.3
    symmetrisation: Symmetrisation = "grow-diag-final-and"

    def __post_init__(self) -> None:
        if self.how not in {"agreement", "posterior", "viterbi"}:
            raise ParameterError(f"links are chosen by agreement, posterior or viterbi, not {self.how!r}")
        if not 0.0 <= self.threshold <= 1.0:
            raise ParameterError(f"the threshold must be between 0 and 1, not {self.threshold}")
        if self.symmetrisation not in SYMMETRISATIONS:
            there = ", ".join(SYMMETRISATIONS)
            raise ParameterError(f"unknown symmetrisation {self.symmetrisation!r}: there are {there}")


@dataclass(frozen=True)
class Training:
    """How a model is trained."""

    model1_iterations: int = 4
    hmm_iterations: int = 5
    joint: bool = True

    def __post_init__(self) -> None:
        # The HMM is what links are read from, so it needs at least one.
        for name, least in (("model1_iterations", 0), ("hmm_iterations", 1)):
            if not least <= getattr(self, name) <= 1000:
                raise ParameterError(f"{name} must be between {least} and 1000, not {getattr(self, name)}")


DEFAULT_TRAINING = Training()
DEFAULT_DECODING = Decoding()


class Aligner(Brief):
    """A trained model. Words are lower-cased, and tokenised by ``source`` and ``target`` tokenizers."""

    def __init__(self, model: _core.AlignmentModel) -> None:
        self._model = model

    @classmethod
    def train(
        cls,
        sources: Sequence[str],
        targets: Sequence[str],
        *,
        source_tokenize: str = "none",
        tokenize: str = "none",
        training: Training = DEFAULT_TRAINING,
        progress: Progress | None = None,
    ) -> Aligner:
        """Trains on sentence pairs; ``progress(stage, done, iterations)`` hears of each iteration."""
        pair = _tokens(sources, targets, source_tokenize, tokenize)
        return cls(
            _core.AlignmentModel.train(
                *pair, training.model1_iterations, training.hmm_iterations, training.joint, progress
            )
        )

    def trained_on(
        self,
        sources: Sequence[str],
        targets: Sequence[str],
        *,
        source_tokenize: str = "none",
        tokenize: str = "none",
        training: Training = DEFAULT_TRAINING,
        progress: Progress | None = None,
    ) -> Aligner:
        """A model that has learnt from additional sentence pairs as well; this one stays as it is."""
        pair = _tokens(sources, targets, source_tokenize, tokenize)
        return Aligner(
            self._model.trained_on(
                *pair, training.model1_iterations, training.hmm_iterations, training.joint, progress
            )
        )

    def align(
        self,
        sources: Sequence[str],
        targets: Sequence[str],
        *,
        source_tokenize: str = "none",
        tokenize: str = "none",
        decoding: Decoding = DEFAULT_DECODING,
    ) -> _core.Alignments:
        """The links of sentence pairs, known or new."""
        pair = _tokens(sources, targets, source_tokenize, tokenize)
        return self._model.align(*pair, decoding.how, decoding.threshold, decoding.symmetrisation)

    def align_batch(self, request: Request) -> WordAlignments:
        """The links of a batch, for metrics of word order: scores then depend on nothing but the model."""
        pairs = (
            (request.hypotheses, request.hypothesis_segments),
            (request.references, request.reference_segments),
        )
        hypotheses, references = (self._align_side(request, *pair) for pair in pairs)
        return WordAlignments(request.source_lengths(), hypotheses, references, self.digest)

    def _align_side(
        self, request: Request, lines: Sequence[str], segments: NDArray[np.uint32]
    ) -> _core.Alignments:
        try:
            return self.align(
                [request.sources[s] for s in segments],
                lines,
                source_tokenize=request.source_tokenize,
                tokenize=request.tokenize,
            )
        except DataError as error:
            # The core counts the lines of all systems, or all references, together.
            told = _LINE.sub(lambda match: f"segment {segments[int(match[1]) - 1] + 1}", str(error))
            raise DataError(told) from None

    def __getstate__(self) -> bytes:
        """What pickling and copying keep: the model as :meth:`save` writes it."""
        return self._model.to_bytes()

    def __setstate__(self, state: bytes) -> None:
        self._model = _core.AlignmentModel.from_bytes(state)

    @property
    def vocabulary(self) -> tuple[int, int]:
        """Numbers of source and target words the model knows."""
        return self._model.words

    def _brief(self) -> str:
        source, target = self.vocabulary
        return f"model {self.digest} of {source} source and {target} target words"

    @property
    def digest(self) -> str:
        """The beginning of the SHA-256 of the model and of how links are read from it, for signatures."""
        read = repr(DEFAULT_DECODING).encode()
        return hashlib.sha256(self._model.to_bytes() + read).hexdigest()[:12]

    def save(self, path: StrPath) -> None:
        """Writes the model to a file with a version and a checksum."""
        write_bytes(path, self._model.to_bytes())

    @classmethod
    def load(cls, path: StrPath) -> Aligner:
        """Reads a model; a file that is not one, or damaged, is refused in a sentence."""
        try:
            return cls(_core.AlignmentModel.from_bytes(read_bytes(path)))
        except DataError as error:
            raise DataError(f"{display_name(path)}: {error}") from None


def _tokens(
    sources: Sequence[str], targets: Sequence[str], source_tokenize: str, tokenize: str
) -> tuple[_core.Tokens, _core.Tokens]:
    if len(sources) != len(targets):
        raise DataError(f"there are {len(sources)} source lines, but {len(targets)} target lines")
    (source,) = encode([list(sources)], View(source_tokenize, "lower"))
    (target,) = encode([list(targets)], View(tokenize, "lower"))
    return source, target
