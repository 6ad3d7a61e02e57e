"""The texts on which metrics are tried, and what is done with them everywhere."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pitchpipe.batch.resources import Resources
from pitchpipe.batch.values import Array
from pitchpipe.metrics import Batch, Metric
from tests.metrics.aligning import PureAligner

EXAMPLES = Path(__file__).parents[2] / "examples"
SYSTEMS = ("good", "literal", "short")
#: The links of two lines depend on nothing but these lines, so metrics of word order keep every rule.
ALIGNER = PureAligner()
#: Awkward segments: one output per system, then two references.
AWKWARD = (
    ("", "a b c", " ", "a b c d", "b c"),
    ("a", "a", "a a a a a a a a", "a", "a a"),
    ("x y z", "x", "", "u v w", "w v u"),
    ("  two\tblanks  ", "two blanks", "two\u00a0blanks", "two blanks", "two  blanks"),
    ("Straße 東京 is\u3000far .", "STRASSE", "東京", "straße 東京 is far.", "Tokyo is far."),
)


@dataclass(frozen=True)
class Texts:
    """Three systems, two references and a source."""

    systems: dict[str, list[str]]
    references: list[list[str]]
    source: list[str]

    def __len__(self) -> int:
        return len(self.source)

    def batch(self, *, system: str | None = None, references: int = 2, keep: Any = None) -> Batch:
        """All systems or one, of all segments or those in ``keep``."""
        kept = range(len(self)) if keep is None else keep
        names = SYSTEMS if system is None else (system,)
        return Batch.from_streams(
            [self.systems[name][i] for name in names for i in kept],
            [[stream[i] for i in kept] for stream in self.references[:references]],
            systems=names,
            sources=[self.source[i] for i in kept],
            resources=Resources(aligner=ALIGNER),
        )

    @classmethod
    def read(cls) -> Texts:
        """Twenty segments of the examples, and the awkward ones."""

        def lines(name: str) -> list[str]:
            return (EXAMPLES / name).read_text(encoding="utf-8").splitlines()[:20]

        awkward = list(zip(*AWKWARD, strict=True))
        systems = {name: [*lines(f"systems/{name}.en"), *awkward[k]] for k, name in enumerate(SYSTEMS)}
        references = [[*lines(f"reference.{name}.en"), *awkward[3 + k]] for k, name in enumerate("ab")]
        return cls(systems, references, [*lines("source.de"), *awkward[3]])


def rows_of(metric: Metric, batch: Batch) -> Array:
    return metric.weigh(metric.measure(batch))


def close(ours: Any, expected: Any, tolerance: float = 1e-12) -> None:
    np.testing.assert_allclose(ours, expected, rtol=tolerance, atol=tolerance)
