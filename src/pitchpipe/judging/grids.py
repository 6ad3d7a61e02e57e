"""Campaigns as tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pitchpipe.showing.grids import Cell, Grid, rounded

if TYPE_CHECKING:
    from pitchpipe.judging.agreeing import AgreementTable
    from pitchpipe.judging.coefficients import Estimate
    from pitchpipe.judging.preferring import Preference
    from pitchpipe.judging.status import Status
    from pitchpipe.resampling.intervals import Interval


#: What there is to say of a preference, as JSON calls it.
_PREFERENCE = (
    "first", "second", "wins", "losses", "ties", "items", "share", "interval", "p", "p_one_sided", "p_items",
    "weighed", "more_judgments",
)  # fmt: skip


def people(status: Status) -> Grid:
    """Everybody's progress."""
    header = ("annotator", "done", "of", "gold %", "gold", "seconds", "fast", "set aside")
    rows = tuple(
        (
            Cell(one.annotator.name),
            Cell(one.done),
            Cell(one.total),
            Cell(one.gold_accuracy),
            Cell(f"{one.gold_right}/{one.gold_answered}" if one.gold_answered else "-"),
            Cell(one.median_seconds),
            Cell(one.fast),
            Cell(one.annotator.aside or "-"),
        )
        for one in status.people
    )
    return Grid(header, rows, texts=frozenset({"set aside"}))


def overall(table: AgreementTable, decimals: int) -> Grid:
    """The agreement of all, and without those who were excluded."""
    rows = [("everybody", len(table.annotators), table.everybody)]
    if table.excluded:
        rows.append(("without the excluded", len(table.annotators) - len(table.excluded), table.kept))
    if table.z is not None:
        rows.append(("z-scores", len(table.annotators), table.z))
    header = ("agreement", symbol(table), "interval", "items", "annotators")
    return Grid(
        header,
        tuple(
            (Cell(name), Cell(one.value), Cell(_ends(one.interval, decimals)), Cell(one.items), Cell(count))
            for name, count, one in rows
        ),
        texts=frozenset({"interval"}),
    )


def without(table: AgreementTable, decimals: int) -> Grid:
    """The agreement of the others without each annotator."""
    rows = tuple(
        (
            Cell(one.annotator),
            Cell(one.estimate.value),
            Cell(_ends(one.estimate.interval, decimals)),
            Cell(one.rise),
            Cell("excluded" if one.excluded else "-"),
        )
        for one in table.without
    )
    header = ("without", symbol(table), "interval", "rise", "")
    return Grid(header, rows, texts=frozenset({"interval", ""}))


def pairs(table: AgreementTable, decimals: int) -> Grid:
    """The agreement of each two."""
    name = "Cohen's κ" if table.coefficient == "fleiss" else symbol(table)
    found = table.pairs
    rows = tuple((Cell(one.first), Cell(one.second), *_estimate(one.estimate, decimals)) for one in found)
    header = ("annotator", "and", name, "interval", "items")
    return Grid(header, rows, labels=2, texts=frozenset({"interval"}))


def selves(table: AgreementTable, decimals: int) -> Grid:
    """Everybody's agreement with themselves."""
    name = "Cohen's κ" if table.coefficient == "fleiss" else symbol(table)
    rows = tuple(
        (
            Cell(one.annotator),
            Cell(one.repeats),
            Cell(one.same, further=-2),
            *_estimate(one.estimate, decimals)[:2],
        )
        for one in table.selves
    )
    header = ("with oneself", "repeats", "same %", name, "interval")
    return Grid(header, rows, texts=frozenset({"interval"}))


def preferred(rows: Iterable[tuple[str, Preference]]) -> Grid:
    """Preferences, each with whose they are."""
    header = ("by", "first", "second", "first wins", "second wins", "neither", "first %", "interval", "p",
    "one-sided", "more")  # fmt: skip
    return Grid(
        header,
        tuple(
            (
                Cell(whose),
                Cell(one.first),
                Cell(one.second),
                Cell(one.wins),
                Cell(one.losses),
                Cell(one.ties),
                Cell(one.share),
                Cell(_ends(one.interval, 1)),
                Cell(one.p, further=3),
                Cell(one.p_one_sided, further=3),
                Cell("-" if one.more == 0 else one.more),
            )
            for whose, one in rows
        ),
        labels=3,
        texts=frozenset({"interval"}),
    )


def preference_rows(rows: Iterable[tuple[str, Preference]]) -> Grid:
    """Preferences with one number to a column."""
    found = [(whose, one.to_dict()) for whose, one in rows]
    header = ("by", *(key for key in _PREFERENCE if key != "interval"), "low", "high")
    return Grid(
        header,
        tuple(
            (
                Cell(whose),
                *(Cell(one[key]) for key in _PREFERENCE if key != "interval"),
                *map(Cell, one["interval"] or (None, None)),
            )
            for whose, one in found
        ),
        labels=3,
    )


def means(table: AgreementTable) -> Grid:
    """Systems by their scores."""
    rows = tuple(
        (
            Cell(one.system),
            Cell(one.judgments),
            Cell(one.mean),
            Cell(_ends(one.interval, 1)),
            Cell(one.z, further=2),
            Cell(_ends(one.z_interval, 3)),
        )
        for one in table.means
    )
    header = ("system", "judgments", "mean", "interval", "z", "z interval")
    return Grid(header, rows, texts=frozenset({"interval", "z interval"}))


def machine_rows(table: AgreementTable) -> Grid:
    """Every coefficient in a row of its own."""
    header = ("what", "annotator", "other", "coefficient", "value", "low", "high", "items")
    second = "cohen" if table.coefficient == "fleiss" else "alpha"
    rows: list[tuple[str, str | None, str | None, str, Estimate]] = [
        ("everybody", None, None, table.coefficient, table.everybody),
        ("without excluded", None, None, table.coefficient, table.kept),
    ]
    if table.z is not None:
        rows.append(("z-scores", None, None, table.coefficient, table.z))
    rows += [("without", one.annotator, None, table.coefficient, one.estimate) for one in table.without]
    rows += [("pair", one.first, one.second, second, one.estimate) for one in table.pairs]
    rows += [("self", one.annotator, None, second, one.estimate) for one in table.selves]
    return Grid(
        header,
        tuple(
            (
                *map(Cell, (what, one, other, coefficient, found.value)),
                *(map(Cell, found.interval or (None, None))),
                Cell(found.items),
            )
            for what, one, other, coefficient, found in rows
        ),
        labels=4,
    )


def symbol(table: AgreementTable) -> str:
    """What the coefficient is called."""
    return "Fleiss' κ" if table.coefficient == "fleiss" else "Krippendorff's α"


def _estimate(found: Estimate, decimals: int) -> tuple[Cell, Cell, Cell]:
    return Cell(found.value), Cell(_ends(found.interval, decimals)), Cell(found.items)


def _ends(interval: Interval | None, decimals: int) -> str:
    if interval is None:
        return "-"
    return f"[{rounded(interval[0], decimals)}, {rounded(interval[1], decimals)}]"
