"""Statistics by name, and which of them judgments allow."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from pitchpipe.agreement.human import Human
from pitchpipe.agreement.statistics.base import AVERAGES, Statistic
from pitchpipe.agreement.statistics.correlation import Pearson, Spearman
from pitchpipe.agreement.statistics.kendall import KendallB, KendallC
from pitchpipe.agreement.statistics.pairs import PairwiseAccuracy
from pitchpipe.agreement.statistics.ranks import (
    Consistency,
    ConsistencyHalf,
    ConsistencyIgnoringTies,
    DaRR,
    TauWMT12,
    TauWMT13,
    TauWMT14,
)
from pitchpipe.agreement.statistics.soft import SoftPairwiseAccuracy
from pitchpipe.agreement.statistics.ties import AccEq, Tau23
from pitchpipe.errors import ParameterError
from pitchpipe.metrics.grammar import Spec, parse
from pitchpipe.metrics.parameters import parameters
from pitchpipe.wording import meant, quoted

#: Every statistic by its name.
STATISTICS: Mapping[str, type[Statistic]] = MappingProxyType(
    {
        cls.name: cls
        for cls in (
            Pearson,
            Spearman,
            KendallB,
            KendallC,
            PairwiseAccuracy,
            SoftPairwiseAccuracy,
            AccEq,
            Tau23,
            DaRR,
            Consistency,
            ConsistencyIgnoringTies,
            ConsistencyHalf,
            TauWMT12,
            TauWMT13,
            TauWMT14,
        )
    }
)


def statistic(text: str) -> Statistic:
    """A statistic by its text: ``name[:average][,parameter=value...]``.

    ``pearson``, ``spearman``, ``kendall-b`` and ``kendall-c`` alone compare systems; with an average they
    compare segments: ``kendall-b:item``, ``pearson:none``. Others have one level: ``darr:threshold=25``,
    ``acc-eq:item,epsilon=0.1``.

    Raises
    ------
    ParameterError
        If there is no such statistic or parameter, or a value is out of range.
    """
    spec = parse(text)
    if not isinstance(spec, Spec):
        raise ParameterError(f"{quoted(text)} is no statistic: statistics cannot be mixed")
    if spec.name not in STATISTICS:
        raise ParameterError(f"unknown statistic {quoted(spec.name)}: {meant(spec.name, STATISTICS)}")
    cls = STATISTICS[spec.name]
    return cls(**_values(cls, spec))


def _values(cls: type[Statistic], spec: Spec) -> dict[str, Any]:
    declared = parameters(cls)
    values: dict[str, Any] = {}
    for written, text in spec.values:
        name = written or "average"
        if name in values:
            raise ParameterError(f"{spec.name}: {name} is given twice")
        if name == "average":
            if text not in AVERAGES:
                raise ParameterError(
                    f"{spec.name}: the average must be one of {', '.join(AVERAGES)}, not {quoted(text)}"
                )
            values[name] = text
        elif name in declared:
            values[name] = declared[name].parse(f"{spec.name}: {name}", text)
        else:
            there = f"there are {', '.join(('average', *declared))}"
            raise ParameterError(f"{spec.name} has no parameter {quoted(name)}: {there}")
    return values


def available(human: Human) -> list[Statistic]:
    """The usual statistics for such judgments, with their usual parameters, every average of correlations
    included; what would say the same of them again is left out."""
    found: list[Statistic] = []
    for cls in STATISTICS.values():
        averages = cls.averages if cls.averages[0] is None else cls.averages[:1]
        if isinstance(human, cls.usual_for):
            found += [cls(average=average) for average in averages]
    return [candidate for candidate in found if candidate.suits(human)]
