"""nLEPOR and hLEPOR, slow and obvious: positions, position difference and common n-grams.

Two definitions: the paper's (Han et al. 2013, section 3.1) and that of the released Perl scripts, whose
peculiarities are described where they occur.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple


class PaperCounts(NamedTuple):
    """What the paper's formulas need of one pair."""

    c: int
    r: int
    npd: float
    common: list[int]


class PerlCounts(NamedTuple):
    """What the scripts' formulas need of one pair."""

    i: int
    k: int
    common: int
    npd: float


# --- The paper ---------------------------------------------------------------------------------------


def paper_counts(
    hyp: Sequence[str], ref: Sequence[str], *, max_order: int = 1, context: int = 2, one_to_one: bool = True
) -> PaperCounts:
    """Lengths, normalised position difference and common n-grams of order 1 to `max_order`."""
    c, r = len(hyp), len(ref)
    matches = paper_positions(hyp, ref, context=context, one_to_one=one_to_one)
    distances = [abs((i + 1) / c - (j + 1) / r) for i, j in enumerate(matches) if j is not None]
    npd = sum(distances) / c if c else 0.0
    return PaperCounts(c, r, npd, [common_ngrams(hyp, ref, n) for n in range(1, max_order + 1)])


def paper_positions(
    hyp: Sequence[str], ref: Sequence[str], *, context: int = 2, one_to_one: bool = True
) -> list[int | None]:
    """The reference position of each hypothesis word, from left to right.

    Candidates with a matching word nearby come first, then the nearest, then the leftmost.
    """
    matches: list[int | None] = []
    for i, word in enumerate(hyp):
        candidates = [j for j in range(len(ref)) if ref[j] == word and not (one_to_one and j in matches)]
        nearby = [j for j in candidates if _has_context(hyp, i, ref, j, context)]
        matches.append(min(nearby or candidates, key=lambda j: (abs(i - j), j), default=None))
    return matches


def common_ngrams(hyp: Sequence[str], ref: Sequence[str], n: int) -> int:
    """Size of the bag intersection of the n-grams."""
    return (_ngrams(hyp, n) & _ngrams(ref, n)).total()


def _ngrams(words: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(words[p : p + n]) for p in range(len(words) - n + 1))


def _has_context(hyp: Sequence[str], i: int, ref: Sequence[str], j: int, context: int) -> bool:
    around_i = {hyp[p] for p in range(len(hyp)) if 0 < abs(p - i) <= context}
    around_j = {ref[p] for p in range(len(ref)) if 0 < abs(p - j) <= context}
    return bool(around_i & around_j)


# --- The Perl scripts --------------------------------------------------------------------------------

# Perl's \s in Unicode text: the White_Space property. Python's \s has four control characters more.
PERL_SPACE = re.compile("[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")


def perl_split(line: str) -> list[str]:
    """`split(/\\s+/, lc($line))`: leading space gives a first token "", trailing empty tokens go."""
    lowered = "".join(character.lower() for character in line)  # alone, so that no sigma is final
    tokens = PERL_SPACE.split(lowered)
    while tokens and tokens[-1] == "":
        tokens.pop()
    return tokens


def perl_counts(hyp_line: str, ref_line: str) -> PerlCounts:
    """Lengths, common words and normalised position difference, from raw lines."""
    hyp, ref = perl_split(hyp_line), perl_split(ref_line)
    i, k = len(hyp), len(ref)
    distances = [
        abs((j + 1) / i - (position + 1) / k)
        for j, position in enumerate(perl_positions(hyp, ref))
        if position is not None
    ]
    return PerlCounts(i, k, perl_common(hyp, ref), sum(distances) / i if i else 0.0)


def perl_common(hyp: Sequence[str], ref: Sequence[str]) -> int:
    """Common words; a reference position is taken once a recorded one *begins with* its digits."""
    recorded: list[int] = []
    for word in hyp:
        for k, other in enumerate(ref):
            if other == word and not any(str(p).startswith(str(k)) for p in recorded):
                recorded.append(k)
                break
    return len(recorded)


def perl_positions(hyp: Sequence[str], ref: Sequence[str]) -> list[int | None]:
    """The reference position of each hypothesis word, as the two passes of the scripts find it."""
    confirmed: dict[int, int] = {}
    matched: set[int] = set()
    taken = [False] * len(ref)
    for j, word in enumerate(hyp):
        for k, other in enumerate(ref):
            taken[k] = False  # erases what an earlier word has confirmed
            if other != word:
                continue
            matched.add(j)
            if _perl_confirms(hyp, j, ref, k):
                confirmed[j] = k
                taken[k] = True
                break

    positions: list[int | None] = []
    for j, word in enumerate(hyp):
        if j not in matched:
            positions.append(None)
        elif j in confirmed:
            positions.append(confirmed[j])
        else:
            free = [k for k, other in enumerate(ref) if other == word and not taken[k]]
            positions.append(min(free, key=lambda k: (abs(k - j), k), default=0))
    return positions


def _perl_confirms(hyp: Sequence[str], j: int, ref: Sequence[str], k: int) -> bool:
    """The first word looks to the right, the last two to the left, those in between nowhere."""
    steps = [(s, t) for s in (1, 2) for t in (1, 2)]
    if j == 0:
        return any(_perl_at(hyp, j + s) == _perl_at(ref, k + t) for s, t in steps)
    if j >= len(hyp) - 2:
        return any(_perl_at(hyp, j - s) == _perl_at(ref, k - t) for s, t in steps)
    return True


def _perl_at(words: Sequence[str], index: int) -> str:
    """Negative indices count from the end; outside, Perl reads an undefined value as ""."""
    return words[index] if -len(words) <= index < len(words) else ""
