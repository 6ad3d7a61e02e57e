"""The finding in words: from which shares on a metric looks away, and what is said of contradictions."""

from __future__ import annotations

import pytest

from pitchpipe.auditing.results import (
    DeletionAudit,
    GenreAudit,
    Mixing,
    PaddingAudit,
    Part,
    SignAudit,
    SignPair,
    Tolerance,
    TradingAudit,
    Verdict,
)
from pitchpipe.auditing.verdicts import verdict
from pitchpipe.comparing.results import Signs

QUIET = SignPair("terse", "wordy", 1.0, 2.0, Signs(3, 1, 0, 0.5), Signs(1, 3, 0, 0.5), contradiction=False)
LOUD = SignPair("terse", "wordy", 1.0, 2.0, Signs(9, 1, 0, 0.01), Signs(8, 2, 5, 0.02), contradiction=True)


def tolerance(free: float | None) -> Tolerance:
    return Tolerance(50.0, 2, 50.0, 9, 90.0, 1, 4, free, False)


def mixing(parts: int, margin: float) -> Mixing:
    made = tuple(Part(f"p{k}", 1, 10.0 + k, 20.0 + k) for k in range(parts))
    return Mixing("a", "b", made, Part("all", parts, 30.0, 29.5), margin > 0, margin)


def found(
    *,
    sign: SignAudit | None = None,
    genres: GenreAudit | None = None,
    greedy: Tolerance | None = None,
    surplus: float | None = 0.0,
    junk: float | None = 0.0,
    common: float | None = 0.0,
    forgiven: float | None = 0.0,
) -> Verdict:
    return verdict(
        "bleu",
        sign or SignAudit(None, QUIET),
        genres or GenreAudit(None, None),
        DeletionAudit(greedy or tolerance(0.0), None, tolerance(surplus)),
        PaddingAudit(tolerance(junk), tolerance(common), "the"),
        TradingAudit(1.0, 1.0, 1.0, 1.0, forgiven),
    )


def test_nothing_to_say() -> None:
    assert found() == Verdict(
        "consistent", "bleu is consistent here: no contradiction was found, and no change goes far unnoticed."
    )


LOOKS_AWAY = "bleu does not contradict itself, but looks away. "


@pytest.mark.parametrize(
    ("said", "least", "text"),
    [
        ("greedy", 5.0, "5.0 % of the words can be left untranslated before the score falls."),
        (
            "surplus",
            5.0,
            "5.0 % can be left out at random, if the others are 5 % too long, before the score falls.",
        ),
        ("junk", 5.0, "5.0 % more words of nonsense can be added before the score falls."),
        ("common", 5.0, "5.0 % more words can be added, all of them “the”, before the score falls."),
        (
            "forgiven",
            20.0,
            "Long segments pay for short ones: 20 % of what wrong lengths cost is remitted.",
        ),
    ],
)
def test_from_a_share_on_a_metric_looks_away(said: str, least: float, text: str) -> None:
    def at(share: float) -> Verdict:
        return found(**{said: tolerance(share) if said == "greedy" else share})  # type: ignore[arg-type]

    assert at(least) == Verdict("looks away", LOOKS_AWAY + text)
    assert at(least - 0.01).word == "consistent"


def test_shares_of_nothing_say_nothing() -> None:
    assert found(surplus=None, junk=None, common=None, forgiven=None).word == "consistent"


def test_too_little_to_audit() -> None:
    little = tolerance(None)
    assert found(greedy=little).word == "n/a"
    # What was found all the same is told.
    assert found(greedy=little, sign=SignAudit(LOUD, QUIET)).word == "contradicts itself"


@pytest.mark.parametrize(
    ("sign", "affected"),
    [(SignAudit(LOUD, QUIET), True), (SignAudit(QUIET, LOUD), False), (SignAudit(None, LOUD), None)],
)
def test_a_sign_test_that_contradicts_itself(sign: SignAudit, affected: bool | None) -> None:
    assert sign.contradiction
    verdict = found(sign=sign, junk=7.0)
    assert (verdict.word, verdict.affected) == ("contradicts itself", affected)
    text = (
        "bleu contradicts itself: the sign test finds terse better than wordy, and the reverse. "
        "7.0 % more words of nonsense can be added before the score falls."
    )
    yours = {
        True: " Your comparison, terse and wordy, is affected.",
        False: " Your comparison, terse and wordy, is not affected: the contradiction is between ",
        None: "",
    }[affected]
    assert verdict.text.startswith(text + yours)
    assert affected is False or verdict.text == text + yours


def test_the_smaller_majority_counts() -> None:
    assert LOUD.majority == 80.0
    assert QUIET.majority == 25.0


@pytest.mark.parametrize(
    ("parts", "others"),
    [(2, ""), (3, ", and likewise on 1 more,"), (5, ", and likewise on 3 more,")],
)
def test_genres_that_contradict_the_whole(parts: int, others: str) -> None:
    said = found(genres=GenreAudit(None, mixing(parts, 0.5)))
    assert said == Verdict(
        "contradicts itself",
        "bleu contradicts itself: a system goes from 10.00 to 20.00 on p0 and from 11.00 to 21.00 on p1"
        f"{others} but from 30.00 to 29.50 on all, each by 0.50 or more.",
    )


def test_the_worst_margin_counts() -> None:
    assert GenreAudit(mixing(2, 0.5), mixing(2, 1.5)).margin == 1.5
    assert GenreAudit(mixing(2, 2.5), mixing(2, 1.5)).margin == 2.5
    # Groups as given that do not contradict the whole leave what was found.
    assert GenreAudit(mixing(2, 0.0), mixing(2, 1.5)).margin == 1.5
    none = GenreAudit(mixing(2, 0.0), None)
    assert (none.margin, none.contradiction) == (0.0, False)
    assert GenreAudit(mixing(2, 0.5), None).contradiction
