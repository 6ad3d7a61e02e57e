"""The tables of the experiment, written into its page of the documentation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from benchmarks.experiments.tuning import beside
from benchmarks.experiments.tuning.metrics import METRICS
from benchmarks.experiments.tuning.results import BASELINE, ORDERS, Outcome
from benchmarks.report import table
from pitchpipe.comparing.results import MetricComparison

PAGE = Path(__file__).parents[3] / "docs" / "tuning-experiment.md"
#: A table stands between ``<!-- table: NAME -->`` and ``<!-- end -->``.
PLACE = re.compile(r"(<!-- table: (?P<name>\S+) -->\n)(?:.*?)(<!-- end -->)", re.DOTALL)
MISSING = "No cell of this system is finished.\n"
NOT_RUN = "not run"


def fill(text: str, systems: Sequence[Outcome]) -> str:
    """A page with all its tables."""
    made = {
        f"{one.built.system.name}-{kind}": make(one)
        for one in systems
        for kind, make in (("scores", scores), ("order", order), ("cost", cost))
    }
    made |= beside.made(systems)
    return PLACE.sub(lambda match: f"{match[1]}\n{made.get(match['name'], MISSING)}\n{match[3]}", text)


def scores(one: Outcome) -> str:
    """Tuned to what stands on the left, tested with what stands above."""
    if one.compared is None:
        return f"Only {', '.join(one.results)} is finished: there is nothing to compare with.\n"
    found = dict(zip(METRICS, one.compared, strict=True))
    rows = [
        (label, str(len(results)), *(_score(metric, label) for metric in found.values()))
        for label, results in one.results.items()
    ]
    rows += [(label, NOT_RUN, *("" for _ in found)) for label in METRICS if label not in one.results]
    return table(("tuned to", "runs", *found), rows)


def _score(metric: MetricComparison, label: str) -> str:
    system = metric.system(label)
    best = max(metric.systems, key=lambda one: one.score if metric.higher_is_better else -one.score)
    spread = "" if system.std is None else f" ± {system.std:.2f}"
    stars = [one for one in metric.comparisons if one.system == label and one.significant]
    star = r"\*" if stars else ""
    text = f"{system.score:.2f}{spread}{star}"
    return f"**{text}**" if system.name == best.name else text


def order(one: Outcome) -> str:
    """Length, order of words, and what the decoder asks of moving a phrase."""
    rows = []
    for label in one.results:
        orders = (f"{value:.2f}" for value in one.orders(label).values())
        features = ("Distortion", "lm_0", "WordPenalty")
        shares = (f"{fmean(one.shares(label, feature)):.3f}" for feature in features)
        rows.append((label, f"{one.length(label):.3f}", *orders, *shares))
    header = ("tuned to", "length", *ORDERS, "distortion", "language model", "word penalty")
    return table(header, rows)


def cost(one: Outcome) -> str:
    """Processor time of an iteration."""
    rows = []
    usual = one.seconds(BASELINE, "tuning") if BASELINE in one.results else None
    for label in one.results:
        tuning, decoding = (one.seconds(label, of) for of in ("tuning", "decoding"))
        beside = "" if tuning is None or not usual else f"{tuning / usual:.1f}"
        share = "" if tuning is None or not decoding else f"{100 * decoding / (tuning + decoding):.0f} %"
        texts = ("" if seconds is None else f"{seconds:.1f}" for seconds in (tuning, decoding))
        rows.append((label, *texts, beside, share))
    return table(
        ("tuned to", "measuring and search", "decoding", "beside BLEU", "share of the decoder"), rows
    )
