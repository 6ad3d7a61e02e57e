"""Golden rows of agreement with people: mt-metrics-eval's and scipy's values on real scores and tiny cases.

    python -m tests.golden.agreement FOLDER

copies a part of them into this folder.
"""

from __future__ import annotations

import gzip
import json
import math
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pitchpipe.agreement.scores import SegmentScores, SystemScores
from pitchpipe.agreement.statistics import Gains
from pitchpipe.batch.values import Array
from tests.golden.rows import HERE, Row
from tests.golden.sample import write

FILE = "mtme_stats"
#: Names there to ours, without the average.
STATISTICS = {
    "pearson": "pearson",
    "spearman": "spearman",
    "kendall_b": "kendall-b",
    "kendall_c": "kendall-c",
    "kv_b": "kendall-b",
    "kv_c": "kendall-c",
    "kv_23": "tau23",
    "kv_acc23": "acc-eq",
    "kendall_like": "darr",
    "ties_opt_23": "tau23",
    "ties_opt_acc23": "acc-eq",
    "pairwise_accuracy": "pairwise-accuracy",
}
AVERAGES = {"none": "none", "item": "item", "sys": "system"}


class Case(NamedTuple):
    """A value of theirs, and how to make ours."""

    id: str
    statistic: str
    human: SegmentScores | SystemScores
    gains: Gains
    value: float
    row: Row


def read(folder: Path) -> list[Row]:
    """All rows, numbered."""
    with gzip.open(folder / f"{FILE}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [{"number": number, **json.loads(line)} for number, line in enumerate(lines)]


def cases(folder: Path, rows: list[Row]) -> Iterator[Case]:
    """The rows with one value of a statistic of ours."""
    for row in rows:
        if row["kind"] == "synthetic":
            yield from _synthetic(row)
        elif row["kind"] == "real" and row["stat"] in STATISTICS:
            yield _system(row) if row["level"] == "system" else _segment(folder, row)


def _system(row: Row) -> Case:
    human = SystemScores("people", tuple(row["names"]), np.array(row["gold_scores"]))
    gains = of_systems(row["metric_scores"])
    return Case(f"row {row['number']}", STATISTICS[row["stat"]], human, gains, row["value"], row)


def of_systems(scores: Sequence[float] | Array) -> Gains:
    """System scores alone."""
    return Gains(np.array(scores), np.full((len(scores), 1), np.nan))


def _segment(folder: Path, row: Row) -> Case:
    gold, (scores,) = segments(folder, row, [row["metric"]])
    options = [AVERAGES[row["average_by"]]]
    if row["stat"] == "kendall_like":
        options.append(f"threshold={row['thresh']!r}")
    elif row["stat"] in {"kv_b", "kv_23", "kv_acc23"}:
        options.append(f"epsilon={row.get('epsilon', 0.0)!r}")
    statistic = f"{STATISTICS[row['stat']]}:{','.join(options)}"
    return Case(f"row {row['number']}", statistic, human_of(gold), scores, row["value"], row)


def human_of(values: Array) -> SegmentScores:
    """Judgments of systems without names."""
    return SegmentScores("people", tuple(f"system {k}" for k in range(len(values))), values)


def gains_of(scores: Array) -> Gains:
    """Segment scores alone."""
    return Gains(np.full(len(scores), np.nan), scores)


def segments(folder: Path, row: Row, metrics: list[str]) -> tuple[Array, list[Gains]]:
    """The judgments of a row's subset, ``[systems, segments]``, and the scores of some metrics."""
    table = _table(folder / row["inputs"])
    gold = table[row["gold"]]
    chosen = _subset(row.get("subset", "all"), gold)
    if row.get("num_sys") == 1:
        judged = ~np.isnan(gold)
        return gold[judged][None, :], [gains_of(_metric(table, m)[judged][None, :]) for m in metrics]
    return gold[:, chosen], [gains_of(_metric(table, metric)[:, chosen]) for metric in metrics]


def _subset(subset: str, gold: Array) -> Any:
    if subset.startswith("seg<"):
        return slice(int(subset.removeprefix("seg<")))
    if subset.startswith("first "):
        items = int(subset.split()[1])
        return np.flatnonzero((~np.isnan(gold)).any(axis=0))[:items]
    return slice(None)


def _metric(table: dict[str, Array], metric: str) -> Array:
    if metric.startswith("mix = 0.5*mqm + 0.05*chrf"):
        return 0.5 * table["mqm"] + 0.05 * table["chrf"]
    return table[metric]


@lru_cache(maxsize=16)
def _table(path: Path) -> dict[str, Array]:
    """Columns of a file of segment scores, each ``[systems, segments]``; cells without a line are NaN."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        _, _, *columns = next(lines).split()
        rows = [line.rstrip("\n").split("\t") for line in lines]
    systems = {name: k for k, name in enumerate(dict.fromkeys(row[0] for row in rows))}
    shape = (len(systems), 1 + max(int(row[1]) for row in rows))
    table = {column: np.full(shape, np.nan) for column in columns}
    for system, segment, *values in rows:
        for column, value in zip(columns, values, strict=True):
            table[column][systems[system], int(segment)] = math.nan if value == "None" else float(value)
    return table


# -- tiny cases ------------------------------------------------------------------------------------

#: Tiny cases with NaN for a score, which their program takes for a number, and ours for a score not given.
NAN_SCORES = {"syn18", "syn19"}
_VARIANTS = {"b": "kendall-b", "c": "kendall-c", "23": "tau23", "acc23": "acc-eq"}


def _synthetic(row: Row) -> Iterator[Case]:
    if row["id"] in NAN_SCORES:
        return
    gold, scores = (_matrix(row[column], row["num_sys"]) for column in ("gold", "metric"))
    for average in AVERAGES.keys() & row["results"].keys():
        for call, result in row["results"][average].items():
            # They fail, or say by a count of 0 that there is no value.
            absent = isinstance(result, str) or ("Opt" not in call and not result[2])
            statistic = _statistic(call, AVERAGES[average])
            value = math.nan if absent else result[0]
            yield Case(f"{row['id']}: {call}", statistic, human_of(gold), gains_of(scores), value, row)


def _matrix(values: list[Any], systems: int) -> Array:
    return np.array([math.nan if value is None else value for value in values]).reshape(systems, -1)


def _statistic(call: str, average: str) -> str:
    """``Correlation.KendallVariants acc23 eps=0.05`` and the like in our grammar."""
    function, *words = call.removeprefix("Correlation.").split()
    if function in {"Pearson", "Spearman"}:
        return f"{function.lower()}:{average}"
    if function == "KendallLike":
        return f"darr:{average},{words[0].replace('thresh', 'threshold')}"
    name = _VARIANTS[words[0]]
    with_epsilon = function == "KendallVariants" and name != "kendall-c"
    return f"{name}:{average},{words[1].replace('eps', 'epsilon')}" if with_epsilon else f"{name}:{average}"


# -- the copy here ---------------------------------------------------------------------------------


def main(folder: Path) -> None:
    """Copies what needs little beside it: tiny cases, scores of systems, and the judged cells of WMT 2017."""
    rows = [row for row in read(folder) if row["kind"] == "synthetic" or _is_small(row)]
    lines = [json.dumps({key: row[key] for key in row if key != "number"}) for row in rows]
    write(HERE / f"{FILE}.jsonl.gz", "".join(f"{line}\n" for line in lines).encode())
    for file in sorted({row["inputs"] for row in rows if "inputs" in row}):
        write(HERE / file, gzip.decompress((folder / file).read_bytes()))


def _is_small(row: Row) -> bool:
    return row["kind"] == "real" and ("gold_scores" in row or row.get("inputs", "").startswith(_SMALL))


_SMALL = "mtme_inputs/wmt17"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
