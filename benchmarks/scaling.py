"""What a score costs as text grows: by segments, by words of a segment, by systems and by threads."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pitchpipe as pp
from benchmarks import peers
from benchmarks.cases import THREADS, Settings, use_threads
from benchmarks.data import fresh, many_pairs
from benchmarks.results import Growth, Results
from benchmarks.systems import Outputs, table_scores
from benchmarks.timing import Contender, interleave, timed

METRICS = ("bleu", "chrf", "ter", "wer")
SIZES = (100, 1_000, 10_000, 100_000, 1_000_000)
#: So many segments for the first two metrics alone: text and statistics take ten gigabytes.
MOST = 10_000_000
#: Metrics that compare all words of a segment with all others, beside two that do not.
BY_LENGTH = ("bleu", "chrf", "wer", "ter", "gtm", "grr", "ribes", "hlepor", "meteor:language=en", "tesla-m")
LENGTHS = (10, 100, 1_000, 10_000)
#: Words of all segments of one length.
WORDS = 10_000
#: Longer segments are not tried where shorter ones have taken so many seconds.
PATIENCE = 20.0
SYSTEMS = (1, 3, 9, 27)
PICTURE = Path(__file__).with_name("scaling.svg")

Lines = tuple[list[str], list[str]]


@dataclass(frozen=True)
class Curve:
    """Costs by what grows."""

    label: str
    costs: dict[int, float]
    dashed: bool = False


@dataclass(frozen=True)
class Panel:
    """Some curves, and what is on its axes."""

    grows: str
    cost: str
    curves: Sequence[Curve]


def measure(settings: Settings) -> Results:
    """Corpus scores of ever more segments, on one thread and on two, and the picture of all four."""
    growth = _by_segments(settings)
    if settings.quick:
        return Results(growth=growth)
    by_segments = [
        Curve(line.metric, {n: 1e6 * cost for n, cost in line.per_segment.items()}, dashed=line.threads > 1)
        for line in growth
    ]
    panels = [
        Panel("segments (dashed: two threads)", "µs per segment", by_segments),
        Panel("words of a segment", "µs per word", list(_by_length(settings))),
        Panel("systems", "µs per segment and system", list(_by_systems(settings))),
        Panel("segments", "time on two threads over time on one", list(_by_threads(growth))),
    ]
    table = [replace(line, per_segment={n: line.per_segment[n] for n in SIZES}) for line in growth]
    return Results(growth=table, skipped=draw(panels, PICTURE))


def _by_segments(settings: Settings) -> list[Growth]:
    times: dict[tuple[str, int], dict[int, float]] = {(m, n): {} for m in METRICS for n in THREADS}
    for size in SIZES[:3] if settings.quick else (*SIZES, MOST):
        settings.progress(f"scaling, {size:,} segments")
        hyps, refs = many_pairs(size)
        metrics = METRICS[:2] if size == MOST else METRICS
        contenders = [_contender(metric, count) for metric in metrics for count in THREADS]
        # Many segments average out by themselves what few repetitions cannot.
        repetitions = {SIZES[-1]: 3, MOST: 1}.get(size, settings.repetitions)
        measured = interleave(contenders, partial(_lines, hyps, refs), repetitions)
        for metric in metrics:
            for count in THREADS:
                times[metric, count][size] = measured[_name(metric, count)].wall / size
    return [Growth(metric, count, per_segment) for (metric, count), per_segment in times.items()]


def _by_length(settings: Settings) -> Iterator[Curve]:
    use_threads(1)
    words = [f"w{i}" for i in range(2_000)]
    for spec in BY_LENGTH:
        settings.progress(f"scaling, long segments, {spec}")
        costs: dict[int, float] = {}
        score = partial(_score, spec)
        # What is loaded on first use is loaded.
        score((["a"], ["a"]))
        for length in LENGTHS:
            taken = timed(score, _made_up(words, length)).wall
            costs[length] = 1e6 * taken / WORDS
            if taken > PATIENCE:
                break
        yield Curve(spec.partition(":")[0], costs)


def _made_up(words: Sequence[str], length: int) -> Lines:
    """Segments of so many words, three tenths of them others than in the reference."""
    drawn = random.Random(length)
    refs = [drawn.choices(words, k=length) for _ in range(WORDS // length)]
    hyps = [[word if drawn.random() < 0.7 else drawn.choice(words) for word in ref] for ref in refs]
    return [" ".join(hyp) for hyp in hyps], [" ".join(ref) for ref in refs]


def _by_systems(settings: Settings) -> Iterator[Curve]:
    hyps, refs = many_pairs(2_000)
    for count in THREADS:
        use_threads(count)
        for metric in METRICS:
            settings.progress(f"scaling, systems, {metric}, {count}")
            costs = {}
            for systems in SYSTEMS:
                taken = [
                    timed(table_scores(metric), _outputs(systems, hyps, refs)).wall
                    for _ in range(settings.repetitions)
                ]
                costs[systems] = 1e6 * min(taken) / (systems * len(refs))
            yield Curve(metric, costs, dashed=count > 1)


def _outputs(systems: int, hyps: Sequence[bytes], refs: Sequence[bytes]) -> Outputs:
    return Outputs({f"system {i}": fresh(hyps) for i in range(systems)}, fresh(refs))


def _by_threads(growth: Sequence[Growth]) -> Iterator[Curve]:
    times = {(line.metric, line.threads): line.per_segment for line in growth}
    for metric in METRICS:
        one, two = (times[metric, count] for count in THREADS)
        yield Curve(metric, {size: two[size] / one[size] for size in one})


def _lines(hyps: Sequence[bytes], refs: Sequence[bytes]) -> Lines:
    return fresh(hyps), fresh(refs)


def _name(metric: str, count: int) -> str:
    return f"{metric} on {count}"


def _score(spec: str, lines: Lines) -> list[float]:
    hyps, refs = lines
    return [pp.metrics.get(spec).corpus_score(hyps, [refs], language="en").score]


def _contender(metric: str, count: int) -> Contender[Lines]:
    call: Callable[[Lines], list[float]] = partial(_score, metric)
    return Contender(_name(metric, count), call, lambda: use_threads(count))


def draw(panels: Sequence[Panel], path: Path) -> list[str]:
    """Draws the curves into an SVG file; what is missing to do so, if anything."""
    matplotlib: Any = peers.find("matplotlib")
    if matplotlib is None:
        return ["matplotlib is not installed: the picture of scaling was not drawn"]
    matplotlib.use("svg")
    # Text stays text, and the file does not change when the numbers do not.
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "pitchpipe"})
    pyplot: Any = peers.find("matplotlib.pyplot")
    figure, grid = pyplot.subplots(2, 2, figsize=(11, 8), layout="constrained")
    labels = list(dict.fromkeys(curve.label for panel in panels for curve in panel.curves))
    for axes, panel in zip(grid.flat, panels, strict=True):
        for curve in panel.curves:
            axes.plot(
                sorted(curve.costs),
                [curve.costs[size] for size in sorted(curve.costs)],
                color=f"C{labels.index(curve.label)}",
                linestyle="--" if curve.dashed else "-",
                marker="o",
                label=curve.label,
            )
        axes.set(xscale="log", xlabel=panel.grows, ylabel=panel.cost)
        if max(max(c.costs.values()) for c in panel.curves) > 100 * min(
            min(c.costs.values()) for c in panel.curves
        ):
            axes.set_yscale("log")
        else:
            axes.set_ylim(bottom=0)
        axes.grid(alpha=0.3)
        handles, names = axes.get_legend_handles_labels()
        shown = dict(zip(names, handles, strict=True))
        axes.legend(shown.values(), shown.keys(), frameon=False, fontsize=8)
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
    return []
