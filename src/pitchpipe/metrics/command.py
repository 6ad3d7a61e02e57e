"""A program that scores translations (COMET, any neural metric) as a metric like any other.

``command:PROGRAM`` is asked for a score of each hypothesis with its source and references, see
:mod:`pitchpipe.metrics.asking`; duplicates once, all others in one run. What it answered is kept by content,
so that it runs again only for what is new. A system's score is the mean of its segments.

Whoever names such a metric has a program run. So it is taken from the command line and from calls, but never
from a file or a signature (:func:`pitchpipe.metrics.lookup.refuse_programs`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from pitchpipe.caches import cache_folder, is_keeping
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics.asking import Program, request
from pitchpipe.metrics.foreign import Foreign, rows_of
from pitchpipe.metrics.kept_scores import KeptScores
from pitchpipe.metrics.parameters import counting
from pitchpipe.metrics.registry import register

if TYPE_CHECKING:
    from typing_extensions import Self

    from pitchpipe.batch.batch import Batch
    from pitchpipe.batch.values import Measured


@register()
@dataclass(frozen=True, kw_only=True)
class Command(Foreign):
    """The mean of a program's scores."""

    name: ClassVar[str] = "command"
    title: ClassVar[str] = "command"
    paper: ClassVar[str] = "whatever the program computes"
    needs: ClassVar[frozenset[str]] = frozenset({"program"})
    positional: ClassVar[str | None] = "program"
    exceptions: ClassVar = {
        "bounded": "the program may print any numbers",
        "identity_is_best": "the program decides",
        "self_contained": "it needs the program",
    }

    program: str = counting("-", "the program and its arguments; no shell reads them")
    version: str | None = counting(
        None, "of its model, say; scores of other versions are not reused", type="str", key="release"
    )
    timeout: float | None = counting(None, "seconds that a run may take", type="float", low=1.0, high=1e6)
    digest: str | None = counting(
        None, "the beginning of the program's SHA-256, checked if given", type="str", compare=False
    )

    def check(self) -> None:
        if self.program == "-":
            raise ParameterError("command needs a program that scores translations: command:PROGRAM")
        Program(self.program)

    def prepare(self, batch: Batch) -> Self:
        """Fixes which program it is, so that the signature says it."""
        program = Program(self.program)
        found = program.digest()[:12]
        if self.digest is not None and self.digest != found:
            raise DataError(f"{program.name} is not the program of digest {self.digest}, but of {found}")
        return self.replace(digest=found)

    def measure(self, batch: Batch) -> Measured:
        offsets = batch.ref_offsets.tolist()
        requests = [
            request(
                None if batch.sources is None else batch.sources[segment],
                batch.hypotheses[hypothesis],
                batch.references[offsets[segment] : offsets[segment + 1]],
            )
            for hypothesis, segment in zip(batch.row_hyp.tolist(), batch.owner.tolist(), strict=True)
        ]
        scores = self._answers(list(dict.fromkeys(requests)))
        return rows_of(np.array([scores[one] for one in requests], dtype=np.float64))

    def _answers(self, requests: list[bytes]) -> dict[bytes, float]:
        """The score of every request, of which those that were never made are made now."""
        program = Program(self.program)
        if not is_keeping():
            return self._asked(program, requests)
        kept = KeptScores.of(cache_folder("programs"), program.words, program.digest(), self.version)
        found = kept.find(requests)
        new = self._asked(program, [one for one in requests if one not in found])
        if new:
            kept.add(new)
        return found | new

    def _asked(self, program: Program, requests: list[bytes]) -> dict[bytes, float]:
        if not requests:
            return {}
        return dict(zip(requests, program.ask(requests, self.timeout), strict=True))
