"""Whether one metric agrees better with people than another, by more than chance."""

from pitchpipe.meta.significance.bootstrap import interval, resampled
from pitchpipe.meta.significance.contest import Contest, Test, clusters, contest
from pitchpipe.meta.significance.permutation import PermutationTest, permutation_test
from pitchpipe.meta.significance.williams import WilliamsTest, williams_test

__all__ = [
    "Contest",
    "PermutationTest",
    "Test",
    "WilliamsTest",
    "clusters",
    "contest",
    "interval",
    "permutation_test",
    "resampled",
    "williams_test",
]
