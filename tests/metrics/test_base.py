"""What every metric can be asked beside its scores."""

from __future__ import annotations

import numpy as np
import pytest

from pitchpipe.metrics import get


@pytest.mark.parametrize(("spec", "sign"), [("bleu", 1.0), ("ter", -1.0), ("length-ratio", 1.0)])
def test_oriented_scores_rise_with_quality(spec: str, sign: float) -> None:
    metric = get(spec)
    assert metric.oriented(12.5) == sign * 12.5
    assert metric.oriented(np.array([1.0, -2.0])).tolist() == [sign * 1.0, sign * -2.0]


def test_a_mixture_consists_of_its_parts() -> None:
    bleu, ter = get("bleu:smooth=none"), get("ter")
    assert bleu.singles() == (bleu,)
    assert get("0.7*bleu:smooth=none+0.3*ter").singles() == (bleu, ter)


@pytest.mark.parametrize(("spec", "endless"), [("bleu", False), ("ter", False), ("nist", True)])
def test_no_scale_without_an_upper_bound(spec: str, endless: bool) -> None:
    assert get(spec).is_endless is endless
