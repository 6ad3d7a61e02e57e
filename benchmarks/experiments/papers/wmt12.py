"""Agreement with the rankings of WMT12, which stand in for those of WMT07 to WMT13.

What was measured of a language pair is kept as JSON, so that an interrupted run goes on where it was.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean

from platformdirs import user_cache_path

import pitchpipe as pp
from benchmarks.data import shared
from pitchpipe.agreement import meta, read_tasks
from pitchpipe.aligning import TestSetAligner

INTO = ("cs-en", "de-en", "es-en", "fr-en")
OUT = ("en-cs", "en-de", "en-es", "en-fr")
STATISTICS = ("spearman", "pearson", "consistency", "consistency-half", "tau-wmt12", "tau-wmt13")
#: Metrics by the papers' names.
METRICS = {
    "BLEU": "bleu",
    "BLEU, international": "bleu:tokenize=intl",
    "NIST": "nist",
    "NIST, international": "nist:tokenize=intl",
    "METEOR": "meteor",
    "TER": "ter",
    "WER": "wer",
    "PER": "per",
    "CDER": "cder",
    "BLEU-SBP": "bleu-sbp",
    "4-GRR": "4-grr",
    "4-GRR, α = −0.9, β = 1": "4-grr:alpha=-0.9,beta=1",
    "nLEPOR": "nlepor:lang=auto",
    "hLEPOR": "hlepor:lang=auto",
    "Qmean": "qmean",
    "PORT": "port",
    "BLEU1": "bleu:smooth=none,max_order=1,sentence=lin-och",
    "BLEU4": "bleu:smooth=none,sentence=lin-och",
    "LR-HB1": "lr-hb1",
    "LR-HB4": "lr-hb4",
    "LR-KB1": "lr-kb1",
    "LR-KB4": "lr-kb4",
}
#: Those that want lemmas and parts of speech, by the language pairs that there is an analyser for.
ANALYSED = {
    **{pair: {"TESLA-M": "tesla-m", "MAXSIM": "maxsim"} for pair in INTO},
    "en-de": {"TESLA-M": "tesla-m:synonyms=none"},
}


#: Of one metric on one language pair, by statistic.
Values = Mapping[str, float | None]


class Agreement:
    """Agreement of metrics with people by language pair and statistic, and the amount of reordering."""

    def __init__(self, by_pair: Mapping[str, Mapping[str, Values]]) -> None:
        self._by_pair = by_pair

    def __call__(self, metric: str, statistic: str, pair: str) -> float:
        value = self._by_pair[pair][metric][statistic]
        return float("nan") if value is None else value

    def mean(self, metric: str, statistic: str, pairs: Sequence[str]) -> float:
        """The mean over language pairs, which count the same."""
        return fmean(self(metric, statistic, pair) for pair in pairs)

    def reordering(self, pair: str) -> float:
        """d_k of the test set, as LRscore fixes it."""
        return self("LR-KB4", "d_k", pair)


def measured(work: Path) -> Agreement:
    """Everything, from the folder or measured into it."""
    found = {pair: dict(_kept(work / f"wmt12-{pair}.json", pair, _metrics(pair))) for pair in (*INTO, *OUT)}
    for pair, specs in ANALYSED.items():
        found[pair] |= _kept(work / f"wmt12-analysed-{pair}.json", pair, specs)
    return Agreement(found)


def _metrics(pair: str) -> Mapping[str, str]:
    # There is no stemmer of Czech.
    return {**METRICS, "METEOR": "meteor:modules=exact"} if pair == "en-cs" else METRICS


def _kept(path: Path, pair: str, specs: Mapping[str, str]) -> Mapping[str, Values]:
    if not path.exists():
        path.write_text(json.dumps(_measure(pair, specs), indent=1), encoding="utf-8")
        print(path.stem, file=sys.stderr, flush=True)
    found: Mapping[str, Values] = json.loads(path.read_text(encoding="utf-8"))
    return found


def _measure(pair: str, specs: Mapping[str, str]) -> dict[str, dict[str, float | None]]:
    folder = shared("wmt12")
    if folder is None:
        sys.exit("this needs the data of WMT12")
    tasks = read_tasks(folder, [pair], "ranks", unescape=True)
    aligner = TestSetAligner(cache=user_cache_path("pitchpipe") / "align")
    table = meta(tasks, specs.values(), statistics=STATISTICS, test=None, aligner=aligner)
    found: dict[str, dict[str, float | None]] = {
        name: {statistic: table.mean(spec, statistic) for statistic in STATISTICS}
        for name, spec in specs.items()
    }
    if "LR-KB4" in specs:
        prepared = pp.metrics.get(table.signatures["lr-kb4"][0])
        assert isinstance(prepared, pp.metrics.LRscore)
        found["LR-KB4"]["d_k"] = prepared.dk
    return found
