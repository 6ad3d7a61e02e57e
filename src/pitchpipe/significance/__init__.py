"""Whether differences between systems are more than chance."""

from pitchpipe.significance.comparison import compare
from pitchpipe.significance.results import (
    Bucket,
    BucketDelta,
    Comparison,
    ComparisonTable,
    Example,
    MetricComparison,
    Signs,
    System,
)

__all__ = [
    "Bucket",
    "BucketDelta",
    "Comparison",
    "ComparisonTable",
    "Example",
    "MetricComparison",
    "Signs",
    "System",
    "compare",
]
