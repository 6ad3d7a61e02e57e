"""The results as Markdown."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from benchmarks.results import ALL_THREADS, Comparison, Growth, Limit, Results, Share

HEAD = """\
# Benchmarks

Written by `make bench`; do not edit. All contenders of a row ran in one process, in turn, on new strings;
the times are medians. Results were compared first (to 1e-9; a note says where there is nothing to compare)
and read inside the timed part. sacreBLEU's caches were emptied before every repetition; within one it keeps
them, as its users do. Import and command line were timed in fresh processes, also in turn, at least nine of
each. How it is done:
[`benchmarks/__init__.py`](__init__.py).
"""

COMPARED = """\
A ratio is the peer's time divided by ours on the wall clock. The ratio of processor time, summed over
threads, is beside it because other work on the machine disturbs it less; targets apply to the wall clock.
"""

GROWTH = """\
Time of the corpus score, by the number of segments: medians of the repetitions above, but of three at most
for a million. A text that is shorter is repeated, and then brings no new words.
"""

SHARES = """\
The steps of a corpus score on one thread, the least of thirty each, in microseconds per segment. With one
vocabulary of the corpus and a trie of n-grams BLEU took 4.8; with words numbered within segments and a table
of n-grams 2.1, of which words took 1.0 and n-grams 0.6.
"""


def markdown(results: Results, machine: Mapping[str, str], data: str, repetitions: int) -> str:
    """The whole page."""
    facts = {**machine, "text": data, "repetitions": str(repetitions)}
    parts = [HEAD, table(("", ""), facts.items())]
    if results.comparisons:
        parts += ["## Beside the peers\n", COMPARED, _comparisons(results.comparisons)]
    if results.limits:
        parts += ["## Limits\n", _limits(results.limits)]
    if results.growth:
        parts += ["## Time per segment\n", GROWTH, _growth(results.growth)]
    if results.shares:
        parts += ["## Where the time goes\n", SHARES, _shares(results.shares)]
    if results.skipped:
        parts += ["## Not measured\n", _list(results.skipped)]
    if results.wrong:
        parts += ["## Different results\n", _list(results.wrong)]
    return "\n".join(parts)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


def seconds(value: float) -> str:
    """A duration with three significant digits."""
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if value * factor >= 1.0 or unit == "µs":
            scaled = value * factor
            digits = max(0, 2 - math.floor(math.log10(scaled))) if scaled > 0 else 0
            return f"{scaled:.{digits}f} {unit}"
    raise AssertionError("a unit is always found")


def _comparisons(comparisons: Sequence[Comparison]) -> str:
    head = ("work", "peer", "threads", "peer's time", "our time", "ratio", "ratio, CPU", "target", "")
    return table(
        head,
        [
            (
                c.subject,
                c.peer,
                "all" if c.threads == ALL_THREADS else str(c.threads),
                seconds(c.theirs.wall),
                seconds(c.ours.wall),
                f"{c.ratio:.1f}",
                f"{c.cpu_ratio:.1f}",
                "" if c.target is None else f"{c.target:g}",
                "; ".join(filter(None, (c.verdict, c.note))),
            )
            for c in comparisons
        ],
    )


def _limits(limits: Sequence[Limit]) -> str:
    head = ("what", "value", "limit", "", "")
    rows = [(x.subject, f"{x.value:.2f} {x.unit}", f"{x.limit:g}", x.verdict, x.detail) for x in limits]
    return table(head, rows)


def _growth(growth: Sequence[Growth]) -> str:
    sizes = sorted(growth[0].per_segment)
    head = ("metric", "threads", *(f"{size:,} segments" for size in sizes), "last / first")
    rows = [
        (g.metric, str(g.threads), *(seconds(g.per_segment[size]) for size in sizes), f"{g.factor:.2f}")
        for g in growth
    ]
    return table(head, rows) + "\n![time per segment](scaling.svg)\n"


def _list(lines: Iterable[str]) -> str:
    return "".join(f"- {line}\n" for line in lines)


def _shares(shares: Sequence[Share]) -> str:
    metrics = list(dict.fromkeys(share.metric for share in shares))
    steps = list(dict.fromkeys(share.step for share in shares))
    found = {(share.metric, share.step): 1e6 * share.per_segment for share in shares}
    totals = {m: sum(found.get((m, step), 0.0) for step in steps) for m in metrics}

    def cell(metric: str, step: str) -> str:
        if (metric, step) not in found:
            return ""
        cost = found[metric, step]
        return f"{cost:.2f} ({cost / totals[metric]:.0%})"

    rows = [(step, *(cell(metric, step) for metric in metrics)) for step in steps]
    return table(("step", *metrics), [*rows, ("all", *(f"{totals[m]:.2f}" for m in metrics))])
