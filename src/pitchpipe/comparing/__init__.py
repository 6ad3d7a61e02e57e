"""Whether differences between systems are more than chance."""

from pitchpipe.comparing.comparison import compare
from pitchpipe.comparing.results import (
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
