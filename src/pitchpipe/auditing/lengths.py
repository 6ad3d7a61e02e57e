"""Length trading: may one segment be too short because another is too long?

Chiang et al. (2008), §2: under BLEU's brevity penalty it may, because only the lengths of whole corpora are
compared. So that it does not matter how long a system's output happens to be, all segments are first made as
long as their references. Then half of them, chosen at random, lose a tenth of their words, and the others
get as many that mean nothing. A metric that judges segment by segment takes both at their full cost.
"""

from __future__ import annotations

import numpy as np

from pitchpipe.auditing.changes import LEVELLED, STRETCHED, TRIMMED
from pitchpipe.auditing.results import TradingAudit
from pitchpipe.auditing.rows import ROUNDING, Versions


def audit_trading(versions: Versions, seed: int) -> TradingAudit:
    """What both changes cost alone and together."""
    rows = versions[LEVELLED]
    short = np.zeros((len(rows), 1), dtype=bool)
    short[np.random.default_rng(seed).permutation(len(rows))[: len(rows) // 2]] = True
    cut = np.where(short, versions[TRIMMED], rows)
    stretched = np.where(short, rows, versions[STRETCHED])
    both = np.where(short, versions[TRIMMED], versions[STRETCHED])
    sums = np.stack([one.sum(axis=0) for one in (rows, cut, stretched, both)])
    before, *after = versions.gain(sums).tolist()
    costs = [before - gain for gain in after]
    alone = costs[0] + costs[1]
    remitted = alone - costs[2]
    if abs(remitted) < ROUNDING:
        remitted = 0.0
    sentences = versions.segment_gain(rows) - versions.segment_gain(both)
    return TradingAudit(
        cut=costs[0],
        stretched=costs[1],
        both=costs[2],
        segments=float(sentences.mean()),
        forgiven=100.0 * remitted / alone if alone > ROUNDING else None,
    )
