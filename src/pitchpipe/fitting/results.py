"""What fitting found, with named parts; how it looks is decided elsewhere."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pitchpipe._core import __version__
from pitchpipe.brief import Brief
from pitchpipe.fitting.space import Values
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.linear import Linear
from pitchpipe.metrics.lookup import fitted, refuse_programs
from pitchpipe.metrics.presets import Preset
from pitchpipe.metrics.provenance import Worth, worth
from pitchpipe.showing.shown import Shown, Tables
from pitchpipe.text.files import StrPath

if TYPE_CHECKING:
    from pitchpipe.charts.loading import Chart
    from pitchpipe.showing.pages import Page


@dataclass(frozen=True, repr=False)
class Estimate(Brief):
    """A number and its confidence interval, where there is one."""

    value: float
    ci: tuple[float, float] | None

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers."""
        return {"value": number(self.value), "ci": None if self.ci is None else list(self.ci)}


@dataclass(frozen=True, repr=False)
class Data(Brief):
    """A test set that parameters were fitted on, and the agreement on it with all data fitted."""

    name: str
    human: str
    systems: int
    segments: int
    judgments: int
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
    #: What ``tokenize=auto`` was on all data, where it was the same.
    tokenizer: str | None = None

    @property
    def verdict(self) -> Worth:
        """Whether the parameters are better than the default on data that they were not fitted on."""
        return "not tested" if self.held_out is None else self.held_out.verdict

    @property
    def metric(self) -> Metric:
        """The fitted metric; its signature names the preset."""
        return fitted(self.preset(), programs=True)

    def preset(self) -> Preset:
        """What ``metric:preset=FILE`` reads."""
        record = {
            "objective": self.objective,
            "training": [{k: v for k, v in d.to_dict().items() if k not in _SCORES} for d in self.data],
            "scores": {
                "training": self.score,
                "training_default": self.default,
                "held_out": None if self.held_out is None else self.held_out.to_dict(),
            },
            "verdict": self.verdict,
            "search": dict(self.search),
            "pitchpipe": __version__,
        }
        if isinstance(self.asked, Linear):
            record = {**_meaning(self.asked.replace(**self.parameters)), **record}
        asked = self.asked if self.tokenizer is None else self.asked.with_tokenizer(self.tokenizer)
        return Preset(asked.spec, plain(self.parameters), record)

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
            "evaluations": self.evaluations,
            "preset": self.preset().digest,
            "notes": list(self.notes),
        }

    def page(self, decimals: int = 4) -> Page:
        """The tables of ``pitchpipe fit``."""
        from pitchpipe.fitting.pages import fit_page

        return fit_page(self, decimals)

    def plot(self) -> Chart:
        """An Altair chart of agreement with people, fitted and default, on what was held out."""
        from pitchpipe.fitting.pictures import fit_chart

        return fit_chart(self)

    def tables(self) -> Tables:
        """Rows of folds, of test sets, and of features where these were weighed."""
        from pitchpipe.fitting.grids import data_rows, fold_rows, has_features, weight_rows

        there = {"folds": lambda: fold_rows(self), "data": lambda: data_rows(self)}
        return {**there, "weights": lambda: weight_rows(self)} if has_features(self) else there

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
