"""Tables, rows and notes of audits, from findings made by hand."""

from __future__ import annotations

from typing import Any

import pytest

import pitchpipe as pp
from pitchpipe.auditing.grids import genre_rows, genres, machine_rows, overview, provenance, tolerances
from pitchpipe.auditing.results import (
    AuditTable,
    DeletionAudit,
    GenreAudit,
    MetricAudit,
    Mixing,
    PaddingAudit,
    Part,
    SignAudit,
    SignPair,
    Tolerance,
    TradingAudit,
    Verdict,
)
from pitchpipe.comparing.results import Signs
from pitchpipe.showing.grids import Grid


def pair(*, contradiction: bool, better: int = 8) -> SignPair:
    return SignPair(
        "a", "b", 1.0, 2.0, Signs(9, 1, 0, 0.01), Signs(better, 10 - better, 5, 0.02), contradiction, 70.0
    )


def tolerance(free: float | None, share: float | None) -> Tolerance:
    return Tolerance(50.0, 2, 50.0, 9, share, 1, 4, free, False)


MIXED = Mixing(
    *("s", "t", (Part("chat", 2, 10.0, 20.0), Part("news", 3, 30.0, 31.0)), Part("all", 5, 25.0, 24.0)),
    *(True, 1.0, 0.5),
)
CONTRADICTS = MetricAudit(
    *("bleu", "BLEU", "bleu|v", True, {"s": 25.0, "t": 24.0}),
    *(SignAudit(None, pair(contradiction=True)), GenreAudit(MIXED, None)),
    DeletionAudit(tolerance(1.0, 2.0), tolerance(3.0, 4.0), None),
    PaddingAudit(tolerance(5.0, 6.0), tolerance(None, 7.0), "the"),
    *(TradingAudit(1.0, 2.0, 1.5, 1.0, 50.0), Verdict("contradicts itself", "It does.", True)),
)
CONSISTENT = MetricAudit(
    *("wer", "WER", "wer|v", False, {"s": 60.0, "t": 61.0}),
    *(SignAudit(pair(contradiction=False), pair(contradiction=False)), GenreAudit(None, None)),
    *(DeletionAudit(None, None, None), PaddingAudit(None, None, None)),
    *(TradingAudit(0.0, 0.0, 0.0, 0.0, None), Verdict("n/a", "Too little.", False)),
)


def table(other: str | None = "t", **more: Any) -> AuditTable:
    both = {"bleu": CONTRADICTS, "wer": CONSISTENT}
    facts: dict[str, Any] = {"skipped": 0, "names": {"BLEU": "bleu"}, **more}
    groups = {"chat": 2, "news": 3}
    return AuditTable(
        "s", other, 5, by="domain", groups=groups, samples=100, seed=7, confidence=90.0, metrics=both, **facts
    )


def values(grid: Grid) -> list[list[object]]:
    return [[cell.value for cell in row] for row in grid.rows]


def test_the_overview() -> None:
    assert values(overview(table())) == [
        ["bleu ↑", 25.0, 80.0, 70.0, 1.0, 0.5, 50.0, "contradicts itself", True],
        ["wer ↓", 60.0, "-", "-", "-", "-", None, "n/a", False],
    ]
    alone = overview(table(None))
    assert (alone.header[-1], {len(row) for row in alone.rows}) == ("verdict", {8})


def test_the_pair_that_was_given_goes_first() -> None:
    given = SignAudit(pair(contradiction=True, better=6), pair(contradiction=True))
    (row,) = overview(
        AuditTable(
            *("s", "t", 5, 0, "domain", {}, 100, 7, 90.0),
            {"x": MetricAudit(**{**vars(CONTRADICTS), "metric": "x", "sign": given})},
        )
    ).rows
    assert (row[2].value, row[3].value) == (60.0, 70.0)


def test_the_words_that_go_unnoticed() -> None:
    grid = tolerances(table())
    assert grid.header == ("metric", "falls", "deleted %", "random %", "surplus %", "junk %", "common %")
    assert values(grid) == [
        ["bleu", "at all", 1.0, 3.0, None, 5.0, None],
        ["bleu", "significantly", 2.0, 4.0, None, 6.0, 7.0],
        ["wer", "at all", *[None] * 5],
        ["wer", "significantly", *[None] * 5],
    ]
    assert grid.labels == 2


def test_everything_in_one_row() -> None:
    grid = machine_rows(table())
    assert values(grid) == [
        [
            *("bleu", 25.0, 80.0, 70.0, 1.0, 0.5, 50.0),
            *(1.0, 3.0, None, 5.0, None),
            *(2.0, 4.0, None, 6.0, 7.0),
            *("contradicts itself", True, "BLEU"),
        ],
        ["wer", 60.0, *[None] * 15, None, False, "wer"],
    ]
    assert len(grid.header) == 20


def test_groups_of_segments() -> None:
    assert genres(table()).header == ("metric", "domain", "segments", "s", "t")
    assert values(genres(table())) == [
        ["bleu ↑", "chat", 2, 10.0, 20.0],
        ["bleu ↑", "news", 3, 30.0, 31.0],
        ["bleu ↑", "all", 5, 25.0, 24.0],
    ]
    assert values(genre_rows(table())) == [["bleu", *row[1:]] for row in values(genres(table()))]
    assert (genres(table()).labels, genre_rows(table()).labels) == (2, 2)
    assert set(table().tables()) == {"metrics", "groups"}
    assert set(table(None).tables()) == {"metrics"}


def test_what_is_needed_to_do_it_again() -> None:
    begin = (
        "changes of s, 5 segments, 2 groups by domain; paired bootstrap, 100 resamples, seed 7, "
        "confidence 90 %"
    )
    assert list(provenance(table())) == [begin, "bleu|v", "wer|v"]
    assert list(provenance(table(skipped=1)))[-1] == "skipped 1 segment without a reference"


def test_the_worst_contradiction_has_the_largest_margin() -> None:
    larger = Mixing("s", "t", MIXED.parts, MIXED.whole, True, 2.0)
    none = Mixing("s", "t", MIXED.parts, MIXED.whole, False, 3.0)
    assert GenreAudit(MIXED, larger).worst is GenreAudit(larger, MIXED).worst is larger
    assert GenreAudit(none, MIXED).margin == 1.0
    assert (GenreAudit(none, None).worst, GenreAudit(none, None).contradiction) == (None, False)
    assert GenreAudit(none, None).margin == 0.0


def test_progress_is_told_of_each_metric_twice() -> None:
    told: list[str] = []
    lines = ["a b c d", "e f g", "h i j k l"]
    made = pp.TestSet(systems={"s": lines}, references={"A": [*lines]})
    audited = pp.audit(made, ["wer"], samples=10, progress=told.append)
    assert told == ["wer", "wer, audit"]
    with pytest.raises(pp.DataError, match=r"^metric 'bleu' was not audited: there are wer$"):
        audited["bleu"]
