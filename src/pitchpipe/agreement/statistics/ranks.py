"""Pairs of outputs that people prefer one of: consistency, and the τ that each year's WMT used.

People's ties never count. Of the other pairs C are concordant, D discordant, and T are tied by the metric.
What a tie of the metric is worth is all these statistics differ in:

==========================  =========================  ==========================================
statistic                   value                      a metric's tie
==========================  =========================  ==========================================
``Consistency``               C / (C + D + T)            is inconsistent
``ConsistencyIgnoringTies``   C / (C + D)                does not count
``ConsistencyHalf``           (C + T/2) / (C + D + T)    is half consistent, as a coin would be
``TauWMT12``                  (C − D − T) / (C + D + T)  is discordant: −1 above the line, 1 below
``TauWMT13``                  (C − D) / (C + D)          does not count
``TauWMT14``                  (C − D) / (C + D + T)      0 above the line, 1 below
==========================  =========================  ==========================================

WMT's tasks wrote them as matrices of what a pair counts by people's (rows) and the metric's order (columns),
× where it is left out (Macháček and Bojar 2014, section 4; Deutsch et al. 2023, arXiv 2305.14324)::

            2010-2012         2013            2014-2016
            <   =   >       <   =   >       <   =   >
      <     1  -1  -1       1   ×  -1       1   0  -1
      =     ×   ×   ×       ×   ×   ×       ×   ×   ×
      >    -1  -1   1      -1   ×   1      -1   0   1
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from pitchpipe.agreement.human import Human
from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.scores import DocumentScores, SegmentScores
from pitchpipe.agreement.statistics.cells import Judged, RankedPairs, Rows
from pitchpipe.agreement.statistics.parts import quotient
from pitchpipe.agreement.statistics.tallied import Tallied
from pitchpipe.batch.values import Array
from pitchpipe.errors import ParameterError
from pitchpipe.metrics.parameters import formula as parameter


@dataclass(frozen=True, kw_only=True)
class Preferences(Tallied):
    """A statistic of pairs that people prefer one of.

    Rankings say which; of scores, all pairs of a row are, by which is higher. All pairs weigh the same, or
    with ``pool=rows`` all rows.
    """

    averages = ("item", "system", "none")
    takes = (SegmentScores, DocumentScores, Ranks)
    usual_for = (Ranks,)
    what = "pairs"
    undefined = "there is no pair that people prefer one of and the metric decides"

    pool: str = parameter("pairs", "what weighs the same", choices=("pairs", "rows"))
    repeated: str = parameter(
        "all", "of several rankings of two outputs, count all or what most say", choices=("all", "majority")
    )

    def judged(self, human: Human) -> Judged:
        """The judgments as pairs, or in rows."""
        if isinstance(human, Ranks):
            return RankedPairs.of(human, majority=self.repeated == "majority")
        return super().judged(human)

    def require(self, human: Human) -> None:
        """See ``Statistic.require``."""
        super().require(human)
        if isinstance(human, Ranks) and self.average != "item":
            raise ParameterError(
                f"{self.spec} needs scores: rankings compare outputs of one segment, leave {self.average} out"
            )
        if isinstance(human, Ranks) and human.weight is not None and not self.sums_rows():
            raise ParameterError(
                f"{self.spec}: segments were sampled with unequal probabilities, by which pairs are weighed, "
                "not rows; leave pool=rows out"
            )

    def sums_rows(self) -> bool:
        """Whether pairs weigh the same."""
        return self.pool == "pairs"

    def formula(self, columns: Array, fixed: Array) -> Array:
        """From the three kinds of pairs."""
        concordant, discordant, _ = columns
        ordered, _ = fixed
        return self.of_pairs(concordant, discordant, ordered - concordant - discordant)

    def pairs(self, fixed: Array) -> int:
        """Those that people prefer one of."""
        return round(float(fixed[0].sum()))

    @abstractmethod
    def of_pairs(self, concordant: Array, discordant: Array, tied: Array) -> Array:
        """The value from pairs that the metric puts in people's order, in the other one, or ties."""

    def extra(self, columns: Array, fixed: Array, epsilon: float) -> dict[str, float]:
        """How many pairs there are of each kind."""
        concordant, discordant = float(columns[0].sum()), float(columns[1].sum())
        ordered, level = (float(pairs.sum()) for pairs in fixed)
        return {
            "concordant": concordant,
            "discordant": discordant,
            "metric_ties": ordered - concordant - discordant,
            "human_ties": level,
        }


@dataclass(frozen=True, kw_only=True)
class Consistency(Preferences):
    """See the module's table."""

    name = "consistency"
    doc = "share of pairs in people's order; a metric's tie is inconsistent (Birch and Osborne 2011)"
    policy = "people's ties do not count, the metric's are inconsistent"

    def of_pairs(self, concordant: Array, discordant: Array, tied: Array) -> Array:
        """See the module's table."""
        return quotient(concordant, concordant + discordant + tied)


@dataclass(frozen=True, kw_only=True)
class ConsistencyIgnoringTies(Preferences):
    """See the module's table."""

    name = "consistency-ignore-ties"
    doc = "share of pairs in people's order, of those that the metric decides"
    policy = "neither people's ties count nor the metric's"

    def of_pairs(self, concordant: Array, discordant: Array, tied: Array) -> Array:
        """See the module's table."""
        return quotient(concordant, concordant + discordant)


@dataclass(frozen=True, kw_only=True)
class ConsistencyHalf(Preferences):
    """See the module's table."""

    name = "consistency-half"
    doc = "share of pairs in people's order; a metric's tie is half consistent"
    policy = "people's ties do not count, the metric's count half"

    def of_pairs(self, concordant: Array, discordant: Array, tied: Array) -> Array:
        """See the module's table."""
        return quotient(concordant + tied / 2.0, concordant + discordant + tied)


@dataclass(frozen=True, kw_only=True)
class TauWMT12(Preferences):
    """See the module's table."""

    name = "tau-wmt12"
    doc = "WMT's Kendall-like τ of 2010 to 2012: a metric's tie is discordant (Callison-Burch et al. 2012)"
    policy = "people's ties do not count, the metric's are discordant"

    def of_pairs(self, concordant: Array, discordant: Array, tied: Array) -> Array:
        """See the module's table."""
        return quotient(concordant - discordant - tied, concordant + discordant + tied)


@dataclass(frozen=True, kw_only=True)
class TauWMT13(Preferences):
    """See the module's table."""

    name = "tau-wmt13"
    doc = "WMT's Kendall-like τ of 2013: a metric's tie does not count (Macháček and Bojar 2013)"
    policy = "neither people's ties count nor the metric's"

    def of_pairs(self, concordant: Array, discordant: Array, tied: Array) -> Array:
        """See the module's table."""
        return quotient(concordant - discordant, concordant + discordant)


@dataclass(frozen=True, kw_only=True)
class TauWMT14(Preferences):
    """See the module's table."""

    name = "tau-wmt14"
    doc = "WMT's Kendall-like τ of 2014 to 2016: a metric's tie lengthens the scale (Macháček and Bojar 2014)"
    policy = "people's ties do not count, the metric's are neither concordant nor discordant"

    def of_pairs(self, concordant: Array, discordant: Array, tied: Array) -> Array:
        """See the module's table."""
        return quotient(concordant - discordant, concordant + discordant + tied)


@dataclass(frozen=True, kw_only=True)
class DaRR(Tallied):
    """(C − D − T) / (C + D + T) of pairs whose scores differ enough to be a preference.

    With a threshold of 0 people's ties count as well, and always against the metric, as in mt-metrics-eval.
    """

    name = "darr"
    doc = "direct assessment as relative ranking: τ of pairs 25 points apart and more (Ma et al. 2018)"
    averages = ("item", "system", "none")
    policy = "pairs closer than the threshold do not count, the metric's ties are discordant"
    what = "pairs"
    pooled = True
    undefined = "no two judgments are as far apart as the threshold"

    threshold: float = parameter(25.0, "smallest difference that is a preference", low=0.0)

    def judged(self, human: Human) -> Judged:
        """The judgments in rows, with the threshold."""
        rows = super().judged(human)
        assert isinstance(rows, Rows)
        return Rows(rows.values, rows.average, self.threshold)

    def formula(self, columns: Array, fixed: Array) -> Array:
        """See the class."""
        pairs = fixed.sum(axis=0)
        return quotient(2.0 * columns[0] - pairs, pairs)

    def extra(self, columns: Array, fixed: Array, epsilon: float) -> dict[str, float]:
        """Concordant pairs; all others are discordant."""
        return {"concordant": float(columns[0].sum())}
