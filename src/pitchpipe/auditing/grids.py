"""Audits as tables and sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitchpipe.measuring.failures import as_asked, failed_notes
from pitchpipe.showing.grids import NOT_AVAILABLE, Cell, Grid
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from pitchpipe.auditing.results import AuditTable, MetricAudit, SignAudit, SignPair, Tolerance

#: What cannot be said, and where there is no contradiction.
_UNKNOWN, _NONE = Cell(None), Cell("-")
CHANGES = ("deleted", "random", "surplus", "junk", "common")


def overview(table: AuditTable) -> Grid:
    """Every metric with its contradictions and verdict."""
    header = ("metric", "score", "sign test %", "chance %", "genres", "over chance", "traded %", "verdict")
    yours = () if table.other is None else ("affected",)
    rows = [
        (
            Cell(_head(one)),
            *_facts(table, one, _NONE),
            Cell(one.verdict.word),
            *(Cell(one.verdict.affected) for _ in yours),
        )
        for one in table
    ]
    return Grid((*header, *yours), tuple(rows), texts=frozenset({"verdict", "affected"}))


def tolerances(table: AuditTable) -> Grid:
    """The words that can be deleted or added before the score falls at all, and significantly."""
    rows = []
    for one in table:
        found = tolerances_of(one)
        rows.append((Cell(one.metric), Cell("at all"), *map(_free, found)))
        rows.append((Cell(one.metric), Cell("significantly"), *map(_unnoticed, found)))
    return Grid(("metric", "falls", *(f"{change} %" for change in CHANGES)), tuple(rows), labels=2)


def machine_rows(table: AuditTable) -> Grid:
    """Everything about a metric in one row."""
    header = (
        *("metric", "score", "sign_test", "sign_chance", "genres", "genres_over_chance", "traded"),
        *(f"{change}_{until}" for until in ("free", "unnoticed") for change in CHANGES),
        "verdict",
        "affected",
        "asked",
    )
    rows = [
        (
            Cell(one.metric),
            *_facts(table, one, _UNKNOWN),
            *map(_free, tolerances_of(one)),
            *map(_unnoticed, tolerances_of(one)),
            Cell(None if one.verdict.word == NOT_AVAILABLE else one.verdict.word),
            Cell(one.verdict.affected),
            Cell(as_asked(table.names, one.metric)),
        )
        for one in table
    ]
    return Grid(header, tuple(rows))


def genres(table: AuditTable) -> Grid:
    """Two systems on the groups of the test set, by every metric."""
    header = ("metric", table.by, "segments", table.system, str(table.other))
    return Grid(header, tuple(_genre_rows(table)), labels=2)


def genre_rows(table: AuditTable) -> Grid:
    """The same with one name for each column, whatever the systems are called."""
    header = ("metric", "group", "segments", "first_score", "second_score")
    rows = (
        (Cell(one.metric), *(Cell(value) for value in vars(part).values()))
        for one in table
        if one.genres.given is not None
        for part in (*one.genres.given.parts, one.genres.given.whole)
    )
    return Grid(header, tuple(rows), labels=2)


def provenance(table: AuditTable) -> Iterator[str]:
    """Everything that is needed to do it again."""
    segments = counted(table.segments, "segments")
    groups = f"{counted(len(table.groups), 'groups')} by {table.by}"
    drawn = counted(table.samples, "resamples")
    yield (
        f"changes of {table.system}, {segments}, {groups}; paired bootstrap, {drawn}, "
        f"seed {table.seed}, confidence {table.confidence:g} %"
    )
    yield from (one.signature for one in table)
    yield from failed_notes(table.errors)
    if table.skipped:
        yield f"skipped {counted(table.skipped, 'segments')} without a reference"


def _head(one: MetricAudit) -> str:
    """The metric with its direction."""
    return f"{one.metric} {'↑' if one.higher_is_better else '↓'}"


def _facts(table: AuditTable, one: MetricAudit, none: Cell) -> tuple[Cell, ...]:
    """The score, and what was found; ``none`` stands where there is no contradiction."""
    signs = _contradiction(one.sign)
    worst = one.genres.worst
    return (
        Cell(one.scores[table.system]),
        *((none, none) if signs is None else (Cell(signs.majority), Cell(signs.chance))),
        *((none, none) if worst is None else (Cell(worst.margin), Cell(worst.excess))),
        _share(one.trading.forgiven),
    )


def _contradiction(sign: SignAudit) -> SignPair | None:
    """The pair of which the sign test contradicts itself; the given one goes first."""
    return next((pair for pair in (sign.given, sign.made) if pair is not None and pair.contradiction), None)


def tolerances_of(one: MetricAudit) -> tuple[Tolerance | None, ...]:
    """In the order of the changes' names."""
    deletion, padding = one.deletion, one.padding
    return deletion.greedy, deletion.random, deletion.surplus, padding.junk, padding.common


def _free(found: Tolerance | None) -> Cell:
    return _share(None if found is None else found.free_words_share)


def _unnoticed(found: Tolerance | None) -> Cell:
    return _share(None if found is None else found.words_share)


def _share(value: float | None) -> Cell:
    return Cell(value)


def _genre_rows(table: AuditTable) -> Iterator[tuple[Cell, ...]]:
    for one in table:
        if one.genres.given is None:
            continue
        for part in (*one.genres.given.parts, one.genres.given.whole):
            yield (
                Cell(_head(one)),
                Cell(part.name),
                Cell(part.segments),
                Cell(part.first_score),
                Cell(part.second_score),
            )
