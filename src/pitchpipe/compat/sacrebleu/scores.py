"""Scores as sacreBLEU gives them, with the names and the text people know."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

from pitchpipe.metrics.verbose import bleu_line, joined


@dataclass(kw_only=True)
class Estimate:
    """What bootstrap samples say of a score: their mean, and half the width of the 95 % interval."""

    mean: float | None = field(default=None, repr=False)
    ci: float | None = field(default=None, repr=False)


@dataclass(repr=False)
class Score(Estimate, ABC):
    """A score; ``mean`` and ``ci`` are there with ``n_bootstrap`` only."""

    score: float

    @property
    @abstractmethod
    def name(self) -> str:
        """The metric, as it is printed."""

    @property
    def verbose(self) -> str:
        """What is printed behind the score."""
        return ""

    def format(
        self, width: int = 2, score_only: bool = False, signature: str = "", is_json: bool = False
    ) -> str:
        """The score as text: a line, the number alone, or JSON with the fields of the signature."""
        number = f"{self.score:.{width}f}"
        known = self.mean is not None and self.ci is not None
        estimated = f"μ = {self.mean:.{width}f} ± {self.ci:.{width}f}" if known else ""
        if is_json and not score_only:
            return self._json(width, str(signature), estimated)
        if estimated:
            number = f"{number} ({estimated})"
        if score_only:
            return number
        head = f"{self.name}|{signature}" if signature else self.name
        return f"{head} = {number} {self.verbose}".rstrip()

    def _json(self, width: int, signature: str, estimated: str) -> str:
        content: dict[str, Any] = {
            "name": self.name,
            "score": round(self.score, width),
            "signature": signature,
        }
        if self.mean is not None and self.ci is not None:
            content["confidence_mean"] = round(self.mean, width)
            content["confidence_var"] = round(self.ci, width)
            content["confidence"] = estimated
        if self.verbose:
            content["verbose_score"] = self.verbose
        pairs = [part.partition(":") for part in signature.split("|") if part]
        return json.dumps(
            {**content, **{key: value for key, _, value in pairs}}, indent=1, ensure_ascii=False
        )

    def __str__(self) -> str:
        return self.format()

    __repr__ = __str__


@dataclass(repr=False)
class BLEUScore(Score):
    """BLEU with its counts; ``precisions`` are smoothed, and so are counts with ``add-k``."""

    counts: list[float]
    totals: list[float]
    precisions: list[float]
    bp: float
    sys_len: int
    ref_len: int

    @property
    def name(self) -> str:
        return "BLEU"

    @property
    def prec_str(self) -> str:
        """The precisions, as they are printed."""
        return joined(self.precisions)

    @property
    def ratio(self) -> float:
        """The length of the hypotheses over that of the references."""
        return self.sys_len / self.ref_len if self.ref_len else 0.0

    @property
    def verbose(self) -> str:
        return bleu_line(self.precisions, self.bp, self.sys_len, self.ref_len)


@dataclass(repr=False)
class CHRFScore(Score):
    """chrF; the name shows β, and a plus for each order of words."""

    char_order: int
    word_order: int
    beta: float

    @property
    def name(self) -> str:
        return f"chrF{self.beta}{'+' * self.word_order}"


@dataclass(repr=False)
class TERScore(Score):
    """TER with its edits and the mean length of the references."""

    num_edits: int
    ref_length: float

    @property
    def name(self) -> str:
        return "TER"
