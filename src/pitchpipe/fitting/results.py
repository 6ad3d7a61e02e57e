"""What fitting found, with named parts; how it looks is decided elsewhere."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from pitchpipe._core import __version__
from pitchpipe.agreement.significance import Estimate
from pitchpipe.brief import Brief
from pitchpipe.fitting.space import Values
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.linear import Linear
from pitchpipe.metrics.lookup import fitted, refuse_programs
from pitchpipe.metrics.parts import has_parts, without_zeros
from pitchpipe.metrics.presets import Preset
from pitchpipe.metrics.provenance import Worth, worth
from pitchpipe.showing.shown import Shown, Tables
from pitchpipe.text.files import StrPath

if TYPE_CHECKING:
    from pitchpipe.charts.loading import Chart
    from pitchpipe.showing.pages import Page


@dataclass(frozen=True, repr=False)
class Data(Brief):
    """A test set that parameters were fitted on, and the agreement on it with all data fitted.

    ``pairs`` are the pairs of translations that weights were learnt from, where they were, and ``share`` is
    how much the test set counts among all of them.
    """

    name: str
    human: str
    systems: int
    segments: int
    judgments: int
    pairs: int | None
    share: float
    score: float
    default: float

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts."""
        return dict(vars(self))


@dataclass(frozen=True, repr=False)
class Fold(Brief):
    """Parameters fitted without some data: agreement on what they were fitted on, and on the rest."""

    name: str
    parameters: Values
    train: float
    held_out: float
    default: float

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts; ``default`` is the default parameters' on what is held out."""
        numbers = {name: number(getattr(self, name)) for name in ("train", "held_out", "default")}
        return {"name": self.name, "parameters": plain(self.parameters), **numbers}


@dataclass(frozen=True, repr=False)
class HeldOut(Brief):
    """Agreement on data that parameters were not fitted on, with the default parameters' on the same.

    ``p`` is the two-sided p-value of the gain, from ``samples`` bootstrap samples.
    """

    fitted: Estimate
    default: Estimate
    gain: Estimate
    p: float | None
    samples: int
    confidence: float

    @property
    def verdict(self) -> Worth:
        """Whether the fitted parameters are better than the default, in a word."""
        return worth(self.gain.value, self.p, (100 - self.confidence) / 100)

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers."""
        return {
            "fitted": self.fitted.to_dict(),
            "default": self.default.to_dict(),
            "gain": self.gain.to_dict(),
            "p": self.p,
            "samples": self.samples,
            "confidence": self.confidence,
        }


@dataclass(frozen=True, repr=False)
class Beside(Brief):
    """The fitted metric beside another, on held-out judgments: of a language pair, or of all of them.

    ``p`` is the two-sided p-value of the gain, ``p_holm`` the same corrected for the number of pairs.
    """

    name: str
    fitted: Estimate
    other: Estimate
    gain: Estimate
    p: float | None
    p_holm: float | None = None

    def corrected(self, p_holm: float | None) -> Beside:
        """With the corrected p-value."""
        return replace(self, p_holm=p_holm)

    def verdict(self, alpha: float) -> Worth:
        """Whether the fitted metric is better, in a word; corrected where there are several pairs."""
        return worth(self.gain.value, self.p if self.p_holm is None else self.p_holm, alpha)

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts."""
        estimates = {name: getattr(self, name).to_dict() for name in ("fitted", "other", "gain")}
        return {"name": self.name, **estimates, "p": self.p, "p_holm": self.p_holm}


@dataclass(frozen=True, repr=False)
class Against(Brief):
    """The fitted metric beside another one: by language pair, in their mean, and all judgments pooled."""

    metric: str
    pairs: tuple[Beside, ...]
    mean: Beside
    pooled: Beside
    samples: int
    confidence: float

    @property
    def alpha(self) -> float:
        """The level of significance: 0.05 at a confidence of 95."""
        return (100 - self.confidence) / 100

    @property
    def worse(self) -> tuple[str, ...]:
        """The language pairs on which the fitted metric is significantly worse."""
        return tuple(one.name for one in self.pairs if one.verdict(self.alpha) == "worse")

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts."""
        return {
            "metric": self.metric,
            "pairs": [one.to_dict() for one in self.pairs],
            "mean": self.mean.to_dict(),
            "pooled": self.pooled.to_dict(),
            "verdict": self.pooled.verdict(self.alpha),
            "worse": list(self.worse),
            "samples": self.samples,
            "confidence": self.confidence,
        }


@dataclass(frozen=True, repr=False)
class Spread(Brief):
    """A fitted number, its interval over samples of the judgments, and in which share of them it is not 0."""

    name: str
    value: float
    ci: tuple[float, float]
    used: float

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts."""
        return {"name": self.name, "value": self.value, "ci": list(self.ci), "used": self.used}


@dataclass(frozen=True, repr=False)
class Stability(Brief):
    """How far each fitted number depends on the judgments that were there, from so many samples of them."""

    numbers: tuple[Spread, ...]
    samples: int
    confidence: float

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts."""
        numbers = [one.to_dict() for one in self.numbers]
        return {"numbers": numbers, "samples": self.samples, "confidence": self.confidence}


@dataclass(frozen=True, repr=False)
class FitResult(Shown):
    """Parameters fitted to people.

    ``score`` is the agreement of the fitted metric with people on all data, which includes what it was
    fitted on; ``default`` that of the metric as it was asked for. Whether there is a gain is what
    ``held_out`` says, from parameters fitted to each fold's other data.
    """

    asked: Metric
    parameters: Values
    objective: str
    score: float
    default: float
    data: tuple[Data, ...]
    folds: tuple[Fold, ...]
    held_out: HeldOut | None
    search: Mapping[str, Any]
    evaluations: int
    #: How long the search took; no part of the result, which is the same on any machine.
    seconds: float = field(compare=False)
    notes: tuple[str, ...] = ()
    #: How far at most the weights are from the best ones, as a share of what is minimised; where it is known.
    gap: float | None = None
    #: The test beside another metric, where one was asked for.
    against: Against | None = None
    #: How stable the parameters are, where that was asked for.
    stability: Stability | None = None
    #: Newton's steps, where weights were learnt from pairs.
    steps: int = 0
    #: How often weights and the parameters of parts were fitted in turn to all data, where both were.
    rounds: int = 0
    #: What ``tokenize=auto`` was on all data, where it was the same.
    tokenizer: str | None = None

    @property
    def rate(self) -> float:
        """Evaluations a second; no part of the result either."""
        return self.evaluations / self.seconds if self.seconds > 0.0 else math.inf

    @property
    def verdict(self) -> Worth:
        """Whether the parameters are better than the default on data that they were not fitted on."""
        return "not tested" if self.held_out is None else self.held_out.verdict

    @property
    def metric(self) -> Metric:
        """The fitted metric; its signature names the preset."""
        return fitted(self.preset(), programs=True)

    def preset(self) -> Preset:
        """What ``metric:preset=FILE`` reads; parts of a mixture whose weight is 0 are left out."""
        record = {
            "objective": self.objective,
            "training": [{k: v for k, v in d.to_dict().items() if k not in _SCORES} for d in self.data],
            "scores": {
                "training": self.score,
                "training_default": self.default,
                "held_out": None if self.held_out is None else self.held_out.to_dict(),
                **({} if self.against is None else {"against": self.against.to_dict()}),
            },
            "verdict": self.verdict,
            "search": dict(self.search),
            **({} if self.stability is None else {"stability": self.stability.to_dict()}),
            "pitchpipe": __version__,
        }
        if isinstance(self.asked, Linear):
            record = {**_meaning(self.asked.replace(**self.parameters)), **record}
        asked = self.asked if self.tokenizer is None else self.asked.with_tokenizer(self.tokenizer)
        values = self.parameters
        if has_parts(asked) and 0.0 in values["weights"]:
            asked, values = without_zeros(asked, values)
        return Preset(asked.spec, plain(values), record)

    def save(self, path: StrPath) -> None:
        """Writes the preset; not of a metric that runs a program, which no file may name."""
        refuse_programs(self.asked, "a preset")
        self.preset().write(path)

    def to_dict(self) -> dict[str, Any]:
        """The JSON of ``pitchpipe fit``."""
        return {
            "metric": self.asked.spec,
            "parameters": plain(self.parameters),
            "fitted": self.metric.spec,
            "objective": self.objective,
            "score": self.score,
            "default": self.default,
            "data": [data.to_dict() for data in self.data],
            "folds": [fold.to_dict() for fold in self.folds],
            "held_out": None if self.held_out is None else self.held_out.to_dict(),
            "verdict": self.verdict,
            "search": dict(self.search),
            "gap": self.gap,
            "against": None if self.against is None else self.against.to_dict(),
            "stability": None if self.stability is None else self.stability.to_dict(),
            "evaluations": self.evaluations,
            "newton_steps": self.steps,
            "rounds": self.rounds,
            "timing": self._timing(),
            "preset": self.preset().digest,
            "notes": list(self.notes),
        }

    def _timing(self) -> dict[str, float | None]:
        """What differs from run to run, apart from all else."""
        rate = self.rate if math.isfinite(self.rate) else None
        return {"seconds": self.seconds, "evaluations_per_second": rate}

    def page(self, decimals: int = 4) -> Page:
        """The tables of ``pitchpipe fit``."""
        from pitchpipe.fitting.pages import fit_page

        return fit_page(self, decimals)

    def plot(self) -> Chart:
        """An Altair chart of agreement with people, fitted and default, on what was held out."""
        from pitchpipe.fitting.pictures import fit_chart

        return fit_chart(self)

    def tables(self) -> Tables:
        """Rows of folds, of test sets; of what was weighed, of the test beside a metric, of stability."""
        from pitchpipe.fitting.grids import (
            against_rows,
            data_rows,
            fold_rows,
            stability_rows,
            weighs_something,
            weight_rows,
        )

        there = {"folds": lambda: fold_rows(self), "data": lambda: data_rows(self)}
        if weighs_something(self):
            there["weights"] = lambda: weight_rows(self)
        if self.against is not None:
            there["against"] = lambda: against_rows(self)
        if self.stability is not None:
            there["stability"] = lambda: stability_rows(self)
        return there

    def _brief(self) -> str:
        return f"{self.metric.spec}, {self.objective} {self.default:.4f} -> {self.score:.4f}"


def _meaning(fitted: Linear) -> dict[str, Any]:
    """What weights weigh, and the range their sum is scaled from, for people who read the file."""
    return {"features": list(fitted.feature_names), "range": list(fitted.score_range)}


_SCORES = frozenset({"score", "default"})


def number(value: float) -> float | None:
    """A number as JSON has it; what cannot be computed is ``None``."""
    return None if math.isnan(value) else value


def plain(values: Values) -> dict[str, Any]:
    """Values as JSON has them."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
