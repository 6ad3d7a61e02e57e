"""What comparisons say beside their numbers."""

from __future__ import annotations

import pytest

from pitchpipe.comparing.notes import too_few_samples


@pytest.mark.parametrize(("samples", "enough"), [(19, True), (18, False), (20, True)])
def test_samples_that_are_just_enough(samples: int, enough: bool) -> None:
    """The least p-value of 19 samples is 1 in 20."""
    said = too_few_samples(samples, 0.05)
    assert (said is None) == enough
    if said is not None:
        assert said == "with --samples 18 nothing can be significant: p is at least 0.053"
