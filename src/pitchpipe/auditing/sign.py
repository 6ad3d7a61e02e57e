"""The sign test against itself (Chiang et al. 2008, §3.1): is each of two systems better than the other?

Where two systems are given, they are tested as they are. Two more are made of the first one's output: a terse
one, cut to a share of the reference length, and a wordy one, the same filled up with words that mean nothing.
Nobody should prefer the wordy one, and no test should prefer both.
"""

from __future__ import annotations

from pitchpipe.auditing.changes import AS_IS, OTHER, TERSE, WORDY, cut_to, filled_to
from pitchpipe.auditing.results import SignAudit, SignPair
from pitchpipe.auditing.rows import Versions
from pitchpipe.comparing.results import Signs
from pitchpipe.comparing.sign import chance_majority, sign_test, wins


def audit_sign(versions: Versions, names: tuple[str, ...], alpha: float) -> SignAudit:
    """The given pair, and of those that were made the mildest with a contradiction, or else the mildest."""
    given = None
    if len(names) > 1:
        first, second = names
        given = _pair(versions, (AS_IS, OTHER), (first, second), alpha)
    system = names[0]
    made = [
        _pair(versions, (terse, wordy), (f"{system} {terse}", f"{system} {wordy}"), alpha)
        for terse, wordy in ((cut_to(ratio), filled_to(WORDY, ratio)) for ratio in TERSE)
    ]
    return SignAudit(given, next((pair for pair in made if pair.contradiction), made[0]))


def _pair(versions: Versions, keys: tuple[str, str], names: tuple[str, str], alpha: float) -> SignPair:
    first, second = (versions[key] for key in keys)
    forward = sign_test(versions.metric, first, second)
    backward = sign_test(versions.metric, second, first)
    return SignPair(
        first=names[0],
        second=names[1],
        first_score=versions.score(keys[0]),
        second_score=versions.score(keys[1]),
        forward=forward,
        backward=backward,
        contradiction=wins(forward, alpha) and wins(backward, alpha),
        chance=_chance(forward, backward, alpha),
    )


def _chance(forward: Signs | None, backward: Signs | None, alpha: float) -> float | None:
    """The majority that chance gives, in the direction with the fewer signs."""
    if forward is None or backward is None:
        return None
    fewer = min(forward.better + forward.worse, backward.better + backward.worse)
    return chance_majority(fewer, alpha) if fewer else None
