"""Whether one metric agrees better with people than another, by more than chance."""

from pitchpipe.agreement.significance.bootstrap import Entrant, interval, resampled
from pitchpipe.agreement.significance.contest import Contest, Test, clusters, contest
from pitchpipe.agreement.significance.joint import (
    Drawn,
    Estimate,
    Spread,
    estimate,
    mean,
    p_value,
    pooled,
    stream,
)
from pitchpipe.agreement.significance.permutation import PermutationTest, permutation_test
from pitchpipe.agreement.significance.williams import WilliamsTest, williams_test

__all__ = [
    "Contest",
    "Drawn",
    "Entrant",
    "Estimate",
    "PermutationTest",
    "Spread",
    "Test",
    "WilliamsTest",
    "clusters",
    "contest",
    "estimate",
    "interval",
    "mean",
    "p_value",
    "permutation_test",
    "pooled",
    "resampled",
    "stream",
    "williams_test",
]
