"""nLEPOR: the product of the LEPOR factors, with n-grams.

Han et al. (2013); the factors are those of :mod:`pitchpipe.metrics.lepor`::

    nLEPOR = LP · NPosPenal · exp(Σ_n w_n log H_n)         eq. 4 and 8
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from pitchpipe.batch.values import Array
from pitchpipe.errors import ParameterError
from pitchpipe.metrics.lepor import DEFAULT, PRESETS, Lepor, Preset
from pitchpipe.metrics.parameters import counting, formula
from pitchpipe.metrics.registry import register


@register()
@dataclass(frozen=True, kw_only=True)
class NLepor(Lepor):
    """nLEPOR: the product of the factors, with n-grams."""

    name: ClassVar[str] = "nlepor"
    title: ClassVar[str] = "nLEPOR"
    paper: ClassVar[str] = "Han et al. 2013, eq. 8"

    max_order: int = counting(1, "longest n-gram", low=1, high=32, key="order")
    weights: tuple[float, ...] | None = formula(
        None, "weights w_n of the orders; default 1/N each", type="floats", low=0.0
    )

    def check(self) -> None:
        super().check()
        if self.mode == "perl" and self.max_order > 1:
            raise ParameterError(
                "nlepor: the released scripts know unigrams only: max_order=1 with mode=perl"
            )
        if self.weights is not None and len(self.weights) != self.max_order:
            raise ParameterError(f"nlepor: there are {len(self.weights)} weights for {self.max_order} orders")
        if self.weights is not None and not any(self.weights):
            raise ParameterError("nlepor: weights cannot all be 0")

    @property
    def _preset(self) -> Preset:
        # Tuned apart from hLEPOR (section 5.1): 9:1 for every language pair but one.
        return PRESETS["cs-en"] if self.lang == "cs-en" else DEFAULT

    @property
    def _order(self) -> int:
        return self.max_order

    @property
    def _weights(self) -> tuple[float, ...]:
        return self.weights or (1.0 / self.max_order,) * self.max_order

    def in_effect(self) -> dict[str, Any]:
        return {**super().in_effect(), "weights": self._weights}

    def _over_orders(self, H: Array) -> Array:
        weights = np.array(self._weights)
        weighted = weights > 0
        with np.errstate(divide="ignore"):
            logs = np.log(H[..., weighted])
        product: Array = np.exp((logs * weights[weighted]).sum(axis=-1))
        return product

    def _mix(self, LP: Array, NPosPenal: Array, harmonic: Array) -> Array:
        return LP * NPosPenal * harmonic
