"""The finding in plain words."""

from __future__ import annotations

from pitchpipe.auditing.limits import FORGIVEN, WORDS
from pitchpipe.auditing.results import (
    DeletionAudit,
    GenreAudit,
    Mixing,
    PaddingAudit,
    SignAudit,
    SignPair,
    Tolerance,
    TradingAudit,
    Verdict,
    Word,
)

_TOO_LITTLE = "it takes two segments or more, words in the output, and a score that is defined"


def verdict(
    metric: str,
    sign: SignAudit,
    genres: GenreAudit,
    deletion: DeletionAudit,
    padding: PaddingAudit,
    trading: TradingAudit,
) -> Verdict:
    """A word, and a sentence or more for it."""
    contradictions = [*_signs(sign), *_genres(genres)]
    oversights = [*_deleted(deletion), *_padded(padding), *_traded(trading)]
    if not contradictions and _is_too_little(deletion):
        return Verdict("n/a", f"{metric}: n/a, there is too little to audit: {_TOO_LITTLE}.")
    affected = _affected(sign, genres)
    word: Word = "consistent"
    text = f"{metric} is consistent here: no contradiction was found, and no change goes far unnoticed."
    if contradictions:
        word = "contradicts itself"
        text = f"{metric} contradicts itself: {'; '.join(contradictions)}."
    elif oversights:
        word = "looks away"
        text = f"{metric} does not contradict itself, but looks away."
    return Verdict(
        word, " ".join([text, *oversights, *_yours(sign, affected, bool(contradictions))]), affected
    )


def _is_too_little(deletion: DeletionAudit) -> bool:
    """Whether not even deletion could be tried: the other changes ask for more."""
    return deletion.greedy is None or deletion.greedy.free_words_share is None


def _affected(sign: SignAudit, genres: GenreAudit) -> bool | None:
    """Whether the two given systems are among those that contradict; ``None`` where there is one."""
    if sign.given is None:
        return None
    return sign.given.contradiction or (genres.given is not None and genres.given.contradiction)


def _yours(sign: SignAudit, affected: bool | None, contradicts: bool) -> list[str]:
    """What a contradiction means for the comparison that was given."""
    if sign.given is None or not contradicts:
        return []
    systems = f"Your comparison, {sign.given.first} and {sign.given.second}, is"
    if affected:
        return [f"{systems} affected."]
    return [f"{systems} not affected: the contradiction is between outputs made for the audit."]


def _signs(sign: SignAudit) -> list[str]:
    for pair in (sign.given, sign.made):
        if pair is not None and pair.contradiction:
            either = f"the sign test finds {pair.first} better than {pair.second}, and the reverse"
            return [either + _majority(pair)]
    return []


def _majority(pair: SignPair) -> str:
    if pair.majority is None or pair.chance is None:
        return ""
    return f", by {pair.majority:.0f} % of the substitutions where chance gives up to {pair.chance:.0f} %"


def _genres(genres: GenreAudit) -> list[str]:
    for mixing in (genres.given, genres.found):
        if mixing is not None and mixing.contradiction:
            return [_mixed(mixing)]
    return []


def _mixed(mixing: Mixing) -> str:
    """What the scores do; of many parts, on the first two."""
    parts = " and ".join(f"{_change(p.first_score, p.second_score)} on {p.name}" for p in mixing.parts[:2])
    more = len(mixing.parts) - 2
    others = f", and likewise on {more} more," if more > 0 else ""
    whole = _change(mixing.whole.first_score, mixing.whole.second_score)
    goes = f"a system goes {parts}{others} but {whole} on all, each by {mixing.margin:.2f} or more"
    return goes + _beside_noise(mixing.excess)


def _beside_noise(excess: float | None) -> str:
    if excess is None:
        return ""
    return f", {excess:.2f} more than chance gives" if excess > 0 else ", which chance may give as well"


def _change(before: float, after: float) -> str:
    return f"from {before:.2f} to {after:.2f}"


def _deleted(deletion: DeletionAudit) -> list[str]:
    return [
        *_free(deletion.greedy, "of the words can be left untranslated"),
        *_free(deletion.surplus, "can be left out at random, if the others are 5 % too long,"),
    ]


def _padded(padding: PaddingAudit) -> list[str]:
    return [
        *_free(padding.junk, "more words of nonsense can be added"),
        *_free(padding.common, f"more words can be added, all of them “{padding.common_word}”,"),
    ]


def _free(found: Tolerance | None, what: str) -> list[str]:
    if found is None or found.free_words_share is None or found.free_words_share < WORDS:
        return []
    return [f"{found.free_words_share:.1f} % {what} before the score falls."]


def _traded(trading: TradingAudit) -> list[str]:
    if trading.forgiven is None or trading.forgiven < FORGIVEN:
        return []
    return [
        f"Long segments pay for short ones: {trading.forgiven:.0f} % of what wrong lengths cost is remitted."
    ]
