"""Text in and out: test sets, their readers and writers, tokenizers."""

from __future__ import annotations

from pitchpipe.text.formats import read_test_set
from pitchpipe.text.testset import TestSet

__all__ = ["TestSet", "read_test_set"]
