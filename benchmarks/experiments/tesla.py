"""TESLA-B and TESLA-F beside TESLA-M: is what they know beyond the words worth having?

As in Dahlmeier, Liu and Ng (2011, section 6.1), on other years: phrase tables with French and German as pivot
languages and a language model, TESLA-F learnt from rankings. Here each language pair of WMT12 into English is
scored with the weights of the other three, and WMT17 with those of all four.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import pitchpipe as pp
from benchmarks.data import shared
from benchmarks.experiments.agreement import RESAMPLES, Agreement
from benchmarks.experiments.tesla_resources import Resources
from benchmarks.report import table
from pitchpipe.agreement.significance import resampled
from pitchpipe.agreement.statistics import Statistic, statistic
from pitchpipe.agreement.tasks import Task, read_tasks
from pitchpipe.batch.values import Measured
from pitchpipe.fitting.ranking import Learning, learn
from pitchpipe.fitting.samples import Sample
from pitchpipe.measuring.measured import measure
from pitchpipe.metrics.tesla_b import COUNTS
from pitchpipe.metrics.tesla_f import TeslaF

#: Language pairs, judgments, and statistics of segments and of systems.
WMT12 = ("cs-en", "de-en", "es-en", "fr-en"), "ranks", ("consistency", "consistency-half", "spearman")
WMT17 = ("cs-en", "de-en", "ru-en", "tr-en", "zh-en"), "da-z", ("pearson:none", "kendall-b:none", "pearson")
MINIMAL, FULL = "TESLA-M", "TESLA-F"
#: What is left out of TESLA-F: pivot languages, language models.
#: The ranking SVM of TESLA-F.
SVM = Learning("squared-hinge", "ridge", signed=True)
VARIANTS = {
    FULL: (False, False),
    f"{FULL} without pivots": (True, False),
    f"{FULL} without language model": (False, True),
    f"{FULL} without both": (True, True),
}

#: What every metric measured on a task, by name.
Samples = dict[str, Sample]


def main() -> int:
    """Prints the weights of TESLA-F, and a table for each statistic."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--work", type=Path, help="where tables and models are kept; default nowhere")
    arguments.add_argument("--synonyms", default="auto", help="WordNet's folder; default where it is found")
    given = arguments.parse_args()
    needed = {name: shared(name) for name in ("align", "ud", "wmt12", "wmt17")}
    folders = {name: folder for name, folder in needed.items() if folder is not None}
    if len(folders) < len(needed):
        print("this experiment needs the data of WMT12 and WMT17, bitexts and treebanks", file=sys.stderr)
        return 1
    with TemporaryDirectory() as temporary:
        work = given.work or Path(temporary)
        work.mkdir(parents=True, exist_ok=True)
        resources = Resources(work, folders["align"], folders["ud"])
        _run(folders["wmt12"], folders["wmt17"], _metrics(resources, given.synonyms))
    return 0


def _metrics(resources: Resources, synonyms: str) -> dict[str, pp.Metric]:
    pivots = "/".join(resources.tables)
    return {
        "BLEU": pp.metrics.get("bleu"),
        "chrF": pp.metrics.get("chrf"),
        "METEOR": pp.metrics.get("meteor", synonyms=synonyms),
        MINIMAL: pp.metrics.get("tesla-m", synonyms=synonyms),
        "TESLA-B": pp.metrics.get("tesla-b", synonyms=synonyms, pivots=pivots),
        FULL: pp.metrics.get(
            "tesla-f", synonyms=synonyms, pivots=pivots, models=resources.model, lowercase=True
        ),
    }


def _run(wmt12: Path, wmt17: Path, metrics: Mapping[str, pp.Metric]) -> None:
    tasks = read_tasks(wmt12, *WMT12[:2], unescape=True)
    measured = [_measured(task, metrics) for task in tasks]
    held_out = [_learnt(one, [other for other in measured if other is not one]) for one in measured]
    _print_weights(_learnt(measured[0], measured)[FULL])
    _print_agreements(tasks, held_out, WMT12[2])
    tasks = read_tasks(wmt17, *WMT17[:2], unescape=True)
    _print_agreements(tasks, [_learnt(_measured(task, metrics), measured) for task in tasks], WMT17[2])


def _measured(task: Task, metrics: Mapping[str, pp.Metric]) -> Samples:
    measured = measure(task.test_set, metrics.values())
    samples = {name: Sample(task.name, measured[one.spec], task.human) for name, one in metrics.items()}
    return samples | {name: _without(samples[FULL], *left_out) for name, left_out in VARIANTS.items()}


def _without(sample: Sample, pivots: bool, models: bool) -> Sample:
    """TESLA-F with fewer features, from what was counted for all of them."""
    counted, metric = sample.measurement.measured, sample.measurement.metric
    assert isinstance(metric, TeslaF)
    values, parts = counted.values, counted.parts
    if pivots:
        # The bags of the language itself come first.
        values, metric = values[:, : COUNTS * metric.max_order], metric.replace(pivots="none")
    if models:
        parts, metric = (Measured(parts[0].values[:, :0]),), metric.replace(models="none")
    measured = Measured(values, counted.starts, parts)
    return replace(sample, measurement=replace(sample.measurement, metric=metric, measured=measured))


def _learnt(samples: Samples, others: Sequence[Samples]) -> Samples:
    """The variants of TESLA-F with the weights of other samples, and all else as it is."""
    found = dict(samples)
    for name in VARIANTS:
        judged = [other[name].select(other[name].judged_segments) for other in others]
        metric = samples[name].metric({"weights": learn(judged, SVM).weights})
        found[name] = replace(samples[name], measurement=samples[name].measurement.reweighed(metric))
    return found


def _print_weights(sample: Sample) -> None:
    metric = sample.measurement.metric
    assert isinstance(metric, TeslaF)
    assert metric.weights is not None
    by_kind: dict[str, list[str]] = {}
    for name, weight in zip(metric.feature_names, metric.weights, strict=True):
        by_kind.setdefault(name[:-1], []).append(f"{weight:.3f}")
    orders = range(metric.max_order)
    rows = [
        [f"`{kind}`", *(found[n] if n < len(found) else "" for n in orders)]
        for kind, found in by_kind.items()
    ]
    print(table(("weights", *(str(n + 1) for n in orders)), rows))


def _print_agreements(tasks: Sequence[Task], samples: Sequence[Samples], statistics: Sequence[str]) -> None:
    for name in statistics:
        found = {
            metric: [
                _agreement(statistic(name), task, by_name[metric], seed)
                for seed, (task, by_name) in enumerate(zip(tasks, samples, strict=True))
            ]
            for metric in samples[0]
        }
        means = {metric: _mean(by_task) for metric, by_task in found.items()}
        rows = [
            [
                metric,
                *(f"{one.value:.3f}" for one in by_task),
                means[metric].text(),
                *(
                    "" if metric == other else (means[metric] - means[other]).text("+")
                    for other in (MINIMAL, FULL)
                ),
            ]
            for metric, by_task in found.items()
        ]
        pairs = [task.name.rpartition(" ")[2] for task in tasks]
        head = (f"`{name}`", *pairs, "mean", f"less {MINIMAL}", f"less {FULL}")
        print(table(head, rows), flush=True)


def _agreement(statistic: Statistic, task: Task, sample: Sample, seed: int) -> Agreement:
    """Agreement on a task, and the same on drawn segments, which are the same for every metric."""
    if statistic.level == "segment":
        sample = sample.select(sample.judged_segments)
    else:
        sample = replace(sample, human=task.systems)
    scored = sample.scored({})
    human, gains = sample.human, scored.gains
    drawn = resampled(statistic, human, gains, samples=RESAMPLES, seed=seed, systems_of=scored.systems_of)
    return Agreement(statistic(human, gains).value, drawn)


def _mean(agreements: Sequence[Agreement]) -> Agreement:
    return Agreement(
        float(np.mean([one.value for one in agreements])), np.mean([one.drawn for one in agreements], axis=0)
    )


if __name__ == "__main__":
    sys.exit(main())
