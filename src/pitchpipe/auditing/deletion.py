"""Sentence deletion (Chiang et al. 2008, §3.3): how much can a system leave untranslated unnoticed?

Segments are emptied in the output as it is, those that cost least first and at random, and at random in the
same output filled up to be five per cent too long: under BLEU the surplus of some pays for the others.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pitchpipe.auditing.changes import AS_IS, EMPTIED, SURPLUS, Lengths, filled_to
from pitchpipe.auditing.falls import PairedBootstrap
from pitchpipe.auditing.results import DeletionAudit, Tolerance
from pitchpipe.auditing.rows import Versions
from pitchpipe.auditing.tolerance import tolerance
from pitchpipe.auditing.walks import Stage
from pitchpipe.resampling.sampling import Sampling


def audit_deletion(versions: Versions, words: Mapping[str, Lengths], sampling: Sampling) -> DeletionAudit:
    """Empties segments until the score falls significantly; ``words`` are those of each version."""

    def emptied(name: str, random: np.random.Generator | None) -> Tolerance | None:
        falls = PairedBootstrap(versions, versions[name], sampling)
        after = Stage(versions[EMPTIED], words[name])
        return tolerance(versions, Stage(versions[name], words[name]), [after], falls, random)

    # What fills up an output without words is all nonsense, and nothing is lost when it goes.
    has_words = bool(words[AS_IS].any())
    return DeletionAudit(
        greedy=emptied(AS_IS, None),
        random=emptied(AS_IS, np.random.default_rng(sampling.seed)),
        surplus=emptied(filled_to(SURPLUS), np.random.default_rng(sampling.seed)) if has_words else None,
    )
