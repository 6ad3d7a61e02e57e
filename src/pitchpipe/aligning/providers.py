"""Where the word alignments of a batch come from.

Alignments are data, not part of a metric: a metric asks its batch, and the batch asks its provider.
Three kinds: a model trained on the test set itself (:class:`TestSetAligner`, the default), a model
trained before (:class:`ModelAligner`), and links somebody brings (:class:`GivenLinks`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _core
from pitchpipe.aligning.model import Aligner, Progress
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.text.tokenizers import View, encode


@dataclass(frozen=True)
class Request:
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
        return np.diff(tokens.offsets).astype(np.uint32)


@dataclass(frozen=True)
class WordAlignments:
    """Links of every hypothesis and every reference to the source, and whose they are."""

    source_lengths: NDArray[np.uint32]
    hypotheses: _core.Alignments
    references: _core.Alignments
    origin: str


class Provider(Protocol):
    """Anything that can align a batch."""

    def align(self, request: Request) -> WordAlignments:
        """The word alignments of a batch."""
        ...  # pragma: no cover


@dataclass(frozen=True)
class TestSetAligner:
    """A model trained on the test set: its source with all references and all systems' outputs.

    A segment's many translations sharpen each other, but scores then depend on which systems are
    scored together; ``with_systems=False`` trains on references and ``bitext`` only. Models are
    kept in ``cache`` under a hash of everything they depend on.
    """

    bitext: tuple[Sequence[str], Sequence[str]] | None = None
    with_systems: bool = True
    cache: Path | None = None
    progress: Progress | None = field(default=None, compare=False)

    # The class is called like a test; pytest must not collect it where a test module imports it.
    __test__ = False

    def align(self, request: Request) -> WordAlignments:
        sources = [request.sources[s] for s in request.reference_segments]
        targets = list(request.references)
        if self.with_systems:
            sources += [request.sources[s] for s in request.hypothesis_segments]
            targets += request.hypotheses
        if self.bitext is not None:
            sources += self.bitext[0]
            targets += self.bitext[1]
        if not any(s.strip() and t.strip() for s, t in zip(sources, targets, strict=False)):
            return _unlinked(request)
        model = self._model(sources, targets, request)
        return ModelAligner(model).align(request)

    def _model(self, sources: list[str], targets: list[str], request: Request) -> Aligner:
        def trained() -> Aligner:
            return Aligner.train(
                sources,
                targets,
                source_tokenize=request.source_tokenize,
                tokenize=request.tokenize,
                progress=self.progress,
            )

        if self.cache is None:
            return trained()
        key = hashlib.sha256(f"{_core.__version__}\n{request.source_tokenize}\n{request.tokenize}".encode())
        for line in (*sources, *targets):
            key.update(b"\n" + line.encode("utf-8", "surrogatepass"))
        return _cached(self.cache / f"{key.hexdigest()[:32]}.align", trained)


def _unlinked(request: Request) -> WordAlignments:
    """No links at all: where no sentence pair has words on both sides, there is nothing to learn from."""
    hypotheses, references = (
        _core.Alignments([[] for _ in lines]) for lines in (request.hypotheses, request.references)
    )
    return WordAlignments(request.source_lengths(), hypotheses, references, "none")


def _cached(path: Path, make: Callable[[], Aligner]) -> Aligner:
    """The model kept at a path, or a new one that is then kept; a damaged file is replaced."""
    try:
        if path.is_file():
            return Aligner.load(path)
    except (OSError, DataError):
        pass  # damaged, or in a folder that is closed to us
    model = make()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        model.save(path)
    except (OSError, DataError):
        # A cache that cannot be written only costs time.
        pass
    return model


@dataclass(frozen=True)
class ModelAligner:
    """A model trained before, applied to the batch: scores depend on nothing else."""

    model: Aligner

    def align(self, request: Request) -> WordAlignments:
        pairs = (
            (request.hypotheses, request.hypothesis_segments),
            (request.references, request.reference_segments),
        )
        hypotheses, references = (
            self.model.align(
                [request.sources[s] for s in segments],
                lines,
                source_tokenize=request.source_tokenize,
                tokenize=request.tokenize,
            )
            for lines, segments in pairs
        )
        return WordAlignments(request.source_lengths(), hypotheses, references, self.model.digest)


@dataclass(frozen=True)
class GivenLinks:
    """Links somebody brings: for each reference stream and each system, a line per segment.

    The text is then taken as tokenised: metrics must use ``tokenize=none`` on all sides.
    """

    references: Sequence[Sequence[str]]
    systems: Mapping[str, Sequence[str]]

    def align(self, request: Request) -> WordAlignments:
        if (request.tokenize, request.source_tokenize) != ("none", "none"):
            raise ParameterError("links that are brought along need tokenize=none on all sides")
        lengths = request.source_lengths()
        (hyp_tokens, ref_tokens) = encode([list(request.hypotheses), list(request.references)], View("none"))
        return WordAlignments(
            lengths,
            _read(self._hypotheses(request), lengths[request.hypothesis_segments], hyp_tokens),
            _read(self._references(request), lengths[request.reference_segments], ref_tokens),
            "given",
        )

    def _hypotheses(self, request: Request) -> Iterator[_Links]:
        owners = request.hypothesis_systems
        systems = np.zeros(len(request.hypotheses), dtype=np.uint32) if owners is None else owners
        for k, name in enumerate(request.systems or ("",)):
            whose = f"system {name!r}" if name else "the system"
            if name not in self.systems:
                raise DataError(f"there are no word alignments of {whose}")
            lines = _fitting(self.systems[name], request, whose)
            rows = np.flatnonzero(systems == k)
            yield _Links(whose, [lines[s] for s in request.hypothesis_segments[rows]], rows)

    def _references(self, request: Request) -> Iterator[_Links]:
        counts = np.bincount(request.reference_segments, minlength=len(request.sources))
        streams = len(self.references)
        if (counts != streams).any():
            raise DataError("every segment needs all references, and word alignments for each")
        for k, lines in enumerate(self.references):
            whose = f"reference {k + 1}"
            rows = np.arange(k, len(request.references), streams)
            yield _Links(whose, _fitting(lines, request, whose), rows)


class _Links(NamedTuple):
    """Lines of links, whose they are, and the rows of the batch they belong to."""

    whose: str
    lines: list[str]
    rows: NDArray[np.int64]


def _fitting(lines: Sequence[str], request: Request, whose: str) -> list[str]:
    if len(lines) != len(request.sources):
        raise DataError(
            f"the word alignments of {whose} have {len(lines)} lines, "
            f"but there are {len(request.sources)} segments"
        )
    return list(lines)


def _read(
    streams: Iterable[_Links], source_lengths: NDArray[np.uint32], tokens: _core.Tokens
) -> _core.Alignments:
    """The links of all rows. Streams are read one by one, so that an error tells the line as people count."""
    target_lengths = np.diff(tokens.offsets).astype(np.uint32)
    links: list[list[tuple[int, int]]] = [[] for _ in source_lengths]
    for whose, lines, rows in streams:
        try:
            read = _core.Alignments.parse(lines, source_lengths[rows], target_lengths[rows])
        except DataError as error:
            raise DataError(f"word alignments of {whose}, {error}") from None
        for i, row in enumerate(rows):
            links[row] = read.line(i)
    return _core.Alignments(links)
