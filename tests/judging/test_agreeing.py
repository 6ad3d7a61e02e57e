"""Agreement of a campaign: who is left out, and what is preferred without them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import pitchpipe as pp
from pitchpipe.errors import ParameterError
from pitchpipe.judging import Campaign, Store
from pitchpipe.judging.protocols import get_protocol
from tests.commands import Run
from tests.judging.campaigns import Maker, everybody

Answering = Callable[[str, int, tuple[str, ...]], Any]


def judged(maker: Maker, answer: Answering, **options: Any) -> tuple[Campaign, Store]:
    """A campaign in which everybody has answered: ``answer(name, segment, systems as shown)``."""
    campaign = maker.campaign(**options)
    store = maker.store(campaign)
    for person in everybody(store):
        while (screen := store.next(person)) is not None:
            item = campaign.items[screen.key]
            shown = tuple(item.systems[item.outputs.index(text)] for text in screen.outputs)
            store.record(person, screen.key, screen.key, answer(person.name, item.segment, shown), 30)
    return campaign, store


def prefer(system: str, shown: tuple[str, ...]) -> dict[str, str]:
    return {"choice": ("left", "right")[shown.index(system)]}


def mostly_a(name: str, segment: int, shown: tuple[str, ...]) -> dict[str, str]:
    """Everybody prefers A in two of three segments, but the last annotator says the contrary of all."""
    better = "A" if segment % 3 else "B"
    if name == "annotator-05":
        better = "B" if better == "A" else "A"
    return prefer(better, shown)


@pytest.fixture(scope="module")
def contrary(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Campaign]:
    maker = Maker(tmp_path_factory.mktemp("contrary"), None)
    campaign, _ = judged(maker, mostly_a, annotators=5, common=12, each=5)
    yield campaign
    maker.close()


def test_the_one_who_differs_is_left_out(contrary: Campaign) -> None:
    """By hand: 4 of 5 always agree, 6 of 10 pairs; without the fifth all do, κ = 1."""
    with pp.judge(contrary.folder) as opened:
        table = opened.agreement(exclude=1)
    assert table.common
    assert table.everybody.items == 12
    assert table.everybody.value is not None
    assert table.kept.value == pytest.approx(1)
    assert table.excluded == ("annotator-05",)
    without = {one.annotator: one for one in table.without}
    assert without["annotator-05"].estimate.value == pytest.approx(1)
    assert without["annotator-05"].rise == pytest.approx(1 - table.everybody.value)
    # The formula as printed, the biggest κ_all - κⁱ, would have left out one of the others.
    assert all(
        one.rise is not None and one.rise < 0 for name, one in without.items() if name != "annotator-05"
    )
    pairs = {(one.first, one.second): one.estimate.value for one in table.pairs}
    assert len(pairs) == 10
    assert pairs["annotator-01", "annotator-02"] == pytest.approx(1)
    assert pairs["annotator-01", "annotator-05"] < 0  # type: ignore[operator]


def test_preferences_leave_out_the_common_set(contrary: Campaign) -> None:
    with pp.judge(contrary.folder) as opened:
        table, with_all = opened.agreement(exclude=1), opened.agreement(exclude=1, with_common=True)
    (everybody_,), (kept,) = table.preferred, table.preferred_by_kept
    assert (everybody_.total, kept.total) == (25, 20)
    assert with_all.preferred[0].total == 25 + 5 * 12
    expected = sum(
        bool(contrary.items[str(key)].segment % 3)
        for name in contrary.annotators[:4]
        for key in contrary.assignment[name]
        if contrary.items[str(key)].role == "own"
    )
    assert (kept.wins, kept.losses) == (expected, 20 - expected)
    assert [sum(one.total for one in own) for own in table.own.values()] == [5] * 5
    assert not table.common_counts
    assert with_all.common_counts


def test_whoever_is_set_aside_counts_nowhere(contrary: Campaign) -> None:
    with pp.judge(contrary.folder) as opened:
        joker = opened.store.annotators()[4]
        opened.store.set_aside(joker, "a joker")
        table = opened.agreement()
        opened.store.take_back(joker)
    assert table.aside == {"annotator-05": "a joker"}
    assert table.everybody.value == pytest.approx(1)
    assert table.preferred[0].total == 20
    assert "annotator-05" not in table.annotators


def test_without_a_common_set_what_several_judged_counts(sqlite_maker: Maker) -> None:
    campaign, _ = judged(
        sqlite_maker,
        lambda name, segment, shown: prefer("AB"[segment % 2], shown),
        annotators=3,
        each=6,
        judgments=3,
    )
    with pp.judge(campaign.folder) as opened:
        table = opened.agreement()
    assert not table.common
    assert table.everybody.value == pytest.approx(1)
    assert table.everybody.items == 6
    assert table.preferred[0].items == 6
    assert table.preferred[0].p_items is not None


def test_agreement_with_oneself(sqlite_maker: Maker) -> None:
    def answer(name: str, segment: int, shown: tuple[str, ...]) -> dict[str, str]:
        # The first always says the same of a segment, the second always the left.
        return prefer("AB"[segment % 2], shown) if name == "annotator-01" else {"choice": "left"}

    campaign, _ = judged(sqlite_maker, answer, each=12, repeats=6)
    with pp.judge(campaign.folder) as opened:
        table = opened.agreement()
    one, other = table.selves
    assert (one.repeats, one.same) == (6, 100.0)
    # Orders are drawn anew, so that whoever looks at sides only gives themselves away.
    assert other.same is not None
    assert other.same < 100


def test_rankings_are_compared_by_pairs(sqlite_maker: Maker) -> None:
    def answer(name: str, segment: int, shown: tuple[str, ...]) -> dict[str, list[int]]:
        return {"ranks": ["ABCDE".index(system) + 1 for system in shown]}

    campaign, _ = judged(sqlite_maker, answer, protocol="rank", systems=5, common=3, each=2)
    with pp.judge(campaign.folder) as opened:
        table = opened.agreement(samples=50)
    assert table.everybody.items == 3 * 10
    assert len(table.preferred) == 10
    assert {(one.first, one.second): (one.wins, one.losses) for one in table.preferred}["A", "E"] == (4, 0)


def test_scores_have_means_z_scores_and_alpha(sqlite_maker: Maker) -> None:
    """The second gives half of what the first gives: z-scores agree, scores do not."""

    def answer(name: str, segment: int, shown: tuple[str, ...]) -> dict[str, list[float]]:
        scores = [90.0 - segment % 7 - 30 * "ABC".index(system) for system in shown]
        return {"scores": scores if name == "annotator-01" else [score / 2 for score in scores]}

    campaign, store = judged(sqlite_maker, answer, protocol=get_protocol("da"), systems=3, common=30, each=0)
    with pp.judge(campaign.folder) as opened:
        table = opened.agreement(samples=100)
    assert table.coefficient == "alpha"
    assert table.z is not None
    assert table.z.value == pytest.approx(1)
    assert table.everybody.value is not None
    assert table.everybody.value < 0.9
    assert [one.system for one in table.means] == ["A", "B", "C"]
    given: dict[str, list[float]] = {}
    for judgment in store.judgments():
        given.setdefault(judgment.item.systems[0], []).extend(judgment.answer["scores"])
    for mean in table.means:
        assert mean.mean == pytest.approx(sum(given[mean.system]) / len(given[mean.system]))
        assert mean.interval is not None
        assert mean.interval[0] <= mean.mean <= mean.interval[1]
    assert table.common_counts
    assert {(one.first, one.second): (one.wins, one.losses) for one in table.preferred}["A", "B"][1] == 0


def test_too_many_cannot_be_left_out(contrary: Campaign) -> None:
    with pp.judge(contrary.folder) as opened, pytest.raises(ParameterError, match="two or more"):
        opened.agreement(exclude=4)


def test_nothing_answered_yet(sqlite_maker: Maker, run: Run) -> None:
    campaign = sqlite_maker.campaign(common=2, exclude=1)
    done = run("judge", "agreement", str(campaign.folder))
    assert done.code == 0
    assert "n/a" in done.out
    assert run("judge", "status", str(campaign.folder)).out.count("annotator-") == 2


@pytest.mark.parametrize("style", ["table", "json", "tsv", "markdown", "latex"])
def test_what_is_printed(contrary: Campaign, run: Run, style: str) -> None:
    status = run("judge", "status", str(contrary.folder), "--format", style)
    agreement = run("judge", "agreement", str(contrary.folder), "--exclude", "1", "--format", style)
    assert (status.code, agreement.code) == (0, 0)
    if style == "json":
        assert json.loads(status.out)["done"] == 5 * 17
        parsed = json.loads(agreement.out)
        assert parsed["excluded"] == ["annotator-05"]
        assert parsed["agreement_without_excluded"]["value"] == pytest.approx(1)
    if style == "table":
        assert "sign reversed" in agreement.out
        assert "without the excluded" in agreement.out


def test_a_joke_is_no_campaign(run: Run, tmp_path: Any) -> None:
    for command in ("status", "agreement"):
        done = run("judge", command, str(tmp_path))
        assert done.code == 2
        assert "is no campaign" in done.err
