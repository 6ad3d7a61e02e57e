"""The most probable tags of sentences by HanTa's model, as HanTa finds them, but of many sentences at once.

A second-order hidden Markov model over words, decoded from left to right (Viterbi 1967). HanTa goes through
all tags at every word, and through every sentence from its beginning. Here a word's tags are looked up once,
and sentences are taken in alphabetical order, so that what one begins with like the one before it is not
decoded again: candidates of an n-best list share more than half of their words that way. Sums are HanTa's, to
the last bit, and so is the choice between equals.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

#: Versions of HanTa whose model is decoded here; others are asked themselves.
VERSIONS = "1.2."

#: HanTa's numbers of what is before a sentence and after it, and of words that it cannot analyse.
_EMPTY, _START, _END, _UNKNOWN = range(4)
#: States that go on from a word: as many as this, and those that are hardly worse.
_WIDTH, _MARGIN = 5, 1.0
#: How far below the best tag of an unknown word another may be.
_CUTOFF = 5
#: What is less probable is out of the question.
_LOWEST = -1e6
#: Words, and words with a tag, that are remembered.
_REMEMBERED = 1 << 16

#: The tags of the last two words.
State = tuple[int, int]
#: A word, its lemma and its tag.
Tagged = tuple[str, str, str]


class _Row(NamedTuple):
    """States after a word: how probable each is, and the state before it."""

    worth: dict[State, float]
    before: dict[State, State]


class Decoder:
    """Decodes HanTa's model; what is known of words is remembered."""

    def __init__(self, tagger: Any) -> None:
        self._tagger = tagger
        self._transitions: dict[State, dict[int, float]] = tagger.LP_trans_word
        # The order in which tags are tried decides between equals; it is the same after all states.
        self._tags = [tag for tag in next(iter(self._transitions.values())) if tag != _END]
        self._emissions = lru_cache(_REMEMBERED)(self._find_emissions)
        self._tagged = lru_cache(_REMEMBERED)(self._find_tagged)

    def tag(self, sentences: Sequence[list[str]]) -> list[list[Tagged]]:
        """The words of sentences with lemmas and tags, as ``HanoverTagger.tag_sent`` has them."""
        found: list[list[Tagged]] = [[] for _ in sentences]
        rows: list[_Row] = []
        last: list[str] = []
        for i in sorted(range(len(sentences)), key=sentences.__getitem__):
            words = sentences[i]
            del rows[_shared(last, words) :]
            for word in words[len(rows) :]:
                rows.append(self._next(rows, word))
            found[i] = list(map(self._tagged, words, self._best(rows)))
            last = words
        return found

    def _next(self, rows: list[_Row], word: str) -> _Row:
        """The states after one more word."""
        worth = rows[-1].worth if rows else {(_EMPTY, _START): 0.0}
        bound = _LOWEST
        if len(worth) > _WIDTH:
            bound = sorted(worth.values(), reverse=True)[_WIDTH] - _MARGIN
        emissions = self._emissions(word, bool(rows))
        best: dict[State, float] = {}
        before: dict[State, State] = {}
        for state, here in worth.items():
            if here < bound:
                continue
            follow, last = self._transitions[state], state[1]
            for tag, emission in emissions:
                there = here + follow[tag] + emission
                reached = (last, tag)
                if there > best.get(reached, _LOWEST):
                    best[reached] = there
                    before[reached] = state
        return _Row(best, before)

    def _best(self, rows: Sequence[_Row]) -> list[int]:
        """The tags that lead to the most probable end."""
        if not rows:
            return []
        ends = rows[-1].worth
        state = max(ends, key=lambda state: ends[state] + self._transitions[state][_END])
        tags = []
        for row in reversed(rows):
            tags.append(state[1])
            state = row.before[state]
        return tags[::-1]

    def _find_emissions(self, word: str, cased: bool) -> list[tuple[int, float]]:
        """The tags of a word and what each is worth, in the order in which they are tried."""
        found = dict(self._tagger._tag_word(word, cutoff=_CUTOFF, casesensitive=cased, conditional=True))
        if not found.keys() - {_UNKNOWN}:
            return [(tag, 0.0) for tag in self._tags]
        return [(tag, found[tag]) for tag in self._tags if tag in found]

    def _find_tagged(self, word: str, tag: int) -> Tagged:
        return word, self._tagger._analyze(word, tag, taglevel=1)[0], self._tagger.int2tag[tag]


def _shared(one: list[str], other: list[str]) -> int:
    """How many words two sentences begin with in common."""
    shorter = min(len(one), len(other))
    return next((i for i in range(shorter) if one[i] != other[i]), shorter)
