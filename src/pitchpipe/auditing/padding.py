"""Padding: how many words that translate nothing can a system append unnoticed?"""

from __future__ import annotations

import numpy as np

from pitchpipe.auditing.changes import AS_IS, PADDED, Lengths, padded
from pitchpipe.auditing.falls import PairedBootstrap
from pitchpipe.auditing.results import PaddingAudit, Tolerance
from pitchpipe.auditing.rows import Versions
from pitchpipe.auditing.tolerance import Falls, tolerance
from pitchpipe.auditing.walks import Stage
from pitchpipe.resampling.sampling import Sampling


def audit_padding(
    versions: Versions, words: Lengths, sampling: Sampling, common_word: str | None
) -> PaddingAudit:
    """Appends words until the score falls significantly; ``words`` are those of the output."""
    falls = PairedBootstrap(versions, versions[AS_IS], sampling)
    common = None if common_word is None else _appended(versions, words, falls, "common")
    return PaddingAudit(_appended(versions, words, falls, "junk"), common, common_word)


def _appended(versions: Versions, words: Lengths, falls: Falls, kind: str) -> Tolerance | None:
    added = np.diff(PADDED, prepend=0)
    stages = [
        Stage(versions[padded(count, kind)], np.full_like(words, more))
        for count, more in zip(PADDED, added, strict=True)
    ]
    return tolerance(versions, Stage(versions[AS_IS], words), stages, falls)
