"""Fitting mixtures to the rankings of WMT12 into English: what it takes once all is counted."""

from __future__ import annotations

import statistics
import warnings
from collections.abc import Callable
from functools import partial

from benchmarks.cases import Settings, use_threads
from benchmarks.data import shared
from benchmarks.results import Limit, Results
from pitchpipe.agreement import read_tasks
from pitchpipe.errors import PitchpipeWarning
from pitchpipe.fitting import FitResult, fit

METRICS = (
    "bleu", "bleu-sbp", "chrf", "chrf++", "chrf:char_order=3", "chrf:char_order=4,whitespace=true", "ter",
    "wer", "per", "cder", "cer", "hlepor", "nlepor", "ribes", "ribes:tokenize=char", "gtm", "wrr", "grr",
    "4-grr", "qmean",
)  # fmt: skip
MIXTURE = "+".join(f"1*{metric}" for metric in METRICS)
PARTS = "1*chrf+1*hlepor+1*cer"
OF_PARTS = ("chrf.beta", "hlepor.alpha", "hlepor.beta", "hlepor.weights")
#: Seconds of all data and of each language pair left out in turn.
MOST_SECONDS = 10.0
MOST_SECONDS_WITH_PARTS = 60.0
REPETITIONS = 3


def measure(settings: Settings) -> Results:
    """The seconds of the searches alone, all data and one language pair after the other left out."""
    folder = shared("wmt12")
    if folder is None:
        return Results(skipped=["fitting: there are no rankings of WMT12"])
    ranked = read_tasks(folder, human="ranks", unescape=True)
    tasks = [task for task in ranked if task.name.endswith("-en")]
    use_threads(1)
    weights = partial(fit, tasks, MIXTURE, folds="pairs", samples=0)
    parts = partial(fit, tasks, PARTS, parameters=OF_PARTS, folds="pairs", samples=0)
    pairs = f"{len(tasks)} language pairs of WMT12, all and without each"
    return Results(
        limits=[
            _limit(settings, f"fit, weights of {len(METRICS)} metrics, {pairs}", weights, MOST_SECONDS),
            _limit(
                settings,
                f"fit, weights of 3 metrics and {len(OF_PARTS)} parameters of them, {pairs}",
                parts,
                MOST_SECONDS_WITH_PARTS,
            ),
        ]
    )


def _limit(settings: Settings, subject: str, call: Callable[[], FitResult], most: float) -> Limit:
    settings.progress(subject)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PitchpipeWarning)
        results = [call() for _ in range(1 if settings.quick else REPETITIONS)]
    seconds = statistics.median(result.seconds for result in results)
    found = results[0]
    detail = (
        f"{found.evaluations:,} evaluations, {found.evaluations / seconds:,.0f} a second, {found.steps} of "
        f"Newton's steps, {sum(data.pairs or 0 for data in found.data):,} pairs of translations"
    )
    return Limit(subject, seconds, most, "s", detail)
