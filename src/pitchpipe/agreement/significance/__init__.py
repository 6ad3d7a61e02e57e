"""Whether one metric agrees better with people than another, by more than chance."""

from pitchpipe.agreement.significance.bootstrap import interval, resampled
from pitchpipe.agreement.significance.contest import Contest, Test, clusters, contest
from pitchpipe.agreement.significance.permutation import PermutationTest, permutation_test
from pitchpipe.agreement.significance.williams import WilliamsTest, williams_test

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
