"""How weights are looked for: the optimiser, and what it is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pitchpipe._core import __version__
from pitchpipe.tuning.optimisers import OptimiserName, optimiser
from pitchpipe.tuning.report import Tuned
from pitchpipe.tuning.weight_files import WeightFile
from pitchpipe.tuning.weights import Bounds


@dataclass(frozen=True)
class Search:
    """The settings of a search; what is ``None`` is left to the optimiser.

    Some are for one optimiser only: ``restarts``, ``random_directions`` and ``patience`` for MERT. A file of
    weights to begin with may fix or bound some more, and say how long they are (Z-MERT's do). ``fixed`` are
    names of weights, or of groups of them (``TranslationModel0`` for ``TranslationModel0_0`` and so on).
    """

    optimiser: OptimiserName = "mert"
    seed: int = 12345
    restarts: int = 20
    fixed: Sequence[str] = ()
    bounds: Bounds = field(default_factory=dict)
    l2: float | None = None
    random_directions: int | None = None
    patience: int | None = None
    threads: int | None = None

    def __post_init__(self) -> None:
        # One name alone is a sequence, too: of letters.
        if isinstance(self.fixed, str):
            object.__setattr__(self, "fixed", (self.fixed,))

    def optimise(self, start: WeightFile | None, **further: Any) -> Callable[..., Tuned]:
        """From a problem and weights to better weights."""
        norm = start.norm if start else None
        return optimiser(
            self.optimiser,
            normalise="none" if norm == "none" else None,
            norm=None if norm == "none" else norm,
            fixed=(*(start.fixed if start else ()), *self.fixed),
            bounds={**(start.bounds if start else {}), **self.bounds},
            ranges=dict(start.ranges) if start else None,
            restarts=self.restarts,
            random_directions=self.random_directions,
            patience=self.patience,
            l2=self.l2,
            threads=self.threads,
            **further,
        )

    @property
    def provenance(self) -> dict[str, Any]:
        """How weights were found, for reports and files of weights."""
        return {"optimiser": self.optimiser, "seed": self.seed, "pitchpipe": __version__}

    @property
    def settings(self) -> Mapping[str, Any]:
        """What must be the same for a run to be gone on with."""
        return {
            **self.provenance,
            "restarts": self.restarts,
            "fixed": self.fixed,
            "bounds": [_spelled(name, *ends) for name, ends in self.bounds.items()],
            "l2": self.l2,
            "random_directions": self.random_directions,
            "patience": self.patience,
        }


def _spelled(name: str, low: float | None, high: float | None) -> str:
    """Bounds as the command line has them, ``lm=0:1``."""
    return f"{name}={'' if low is None else f'{low:g}'}:{'' if high is None else f'{high:g}'}"
