"""Time per segment, from a thousand segments to a million, and a picture of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pitchpipe as pp
from benchmarks import peers
from benchmarks.cases import THREADS, Settings, use_threads
from benchmarks.data import fresh, many_pairs
from benchmarks.results import Growth, Results
from benchmarks.timing import Contender, interleave

METRICS = ("bleu", "chrf", "ter", "wer")
SIZES = (1_000, 10_000, 100_000, 1_000_000)
PICTURE = Path(__file__).with_name("scaling.svg")

Lines = tuple[list[str], list[str]]


def measure(settings: Settings) -> Results:
    """Corpus scores of ever more segments, on one thread and on two."""
    times: dict[tuple[str, int], dict[int, float]] = {(m, n): {} for m in METRICS for n in THREADS}
    for size in SIZES[:2] if settings.quick else SIZES:
        settings.progress(f"scaling, {size:,} segments")
        hyps, refs = many_pairs(size)
        contenders = [_contender(metric, count) for metric in METRICS for count in THREADS]
        measured = interleave(
            contenders,
            partial(_lines, hyps, refs),
            # A million segments average out by themselves what few repetitions cannot.
            settings.repetitions if size < SIZES[-1] else min(3, settings.repetitions),
        )
        for key, per_segment in times.items():
            per_segment[size] = measured[_name(*key)].wall / size
    growth = [Growth(metric, count, per_segment) for (metric, count), per_segment in times.items()]
    if settings.quick:
        return Results(growth=growth)
    return Results(growth=growth, skipped=draw(growth, PICTURE))


def _lines(hyps: Sequence[bytes], refs: Sequence[bytes]) -> Lines:
    return fresh(hyps), fresh(refs)


def _name(metric: str, count: int) -> str:
    return f"{metric} on {count}"


def _contender(metric: str, count: int) -> Contender[Lines]:
    def call(lines: Lines) -> list[float]:
        hyps, refs = lines
        return [pp.metrics.get(metric).corpus_score(hyps, [refs]).score]

    return Contender(_name(metric, count), call, lambda: use_threads(count))


def draw(growth: Sequence[Growth], path: Path) -> list[str]:
    """Draws the lines into an SVG file; what is missing to do so, if anything."""
    matplotlib: Any = peers.find("matplotlib")
    if matplotlib is None:
        return ["matplotlib is not installed: the picture of scaling was not drawn"]
    matplotlib.use("svg")
    # Text stays text, and the file does not change when the numbers do not.
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "pitchpipe"})
    pyplot: Any = peers.find("matplotlib.pyplot")
    figure, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    colours = {metric: f"C{k}" for k, metric in enumerate(METRICS)}
    for line in growth:
        sizes = sorted(line.per_segment)
        axes.plot(
            sizes,
            [1e6 * line.per_segment[size] for size in sizes],
            color=colours[line.metric],
            linestyle="-" if line.threads == 1 else "--",
            marker="o",
            label=f"{line.metric}, {line.threads} thread{'s' * (line.threads > 1)}",
        )
    axes.set(xscale="log", xlabel="segments", ylabel="µs per segment")
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    figure.legend(loc="outside right upper", frameon=False)
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
    return []
