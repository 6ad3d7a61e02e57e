"""Words aligned by a model that is trained on the test set itself, the default."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pitchpipe import _core
from pitchpipe.aligning.model import Aligner, Progress
from pitchpipe.aligning.requests import Request, WordAlignments
from pitchpipe.brief import Brief
from pitchpipe.errors import DataError


@dataclass(frozen=True, repr=False)
class TestSetAligner(Brief):
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

    def align_batch(self, request: Request) -> WordAlignments:
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
        return model.align_batch(request)

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
