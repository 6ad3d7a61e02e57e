"""Tuning without a decoder: weights tuned to one metric or another choose from 100-best lists of Moses.

Stands in for the papers' loops of decoding and tuning. Nothing is decoded again, so that differences are
smaller than a decoder's. Word alignments are the decoder's. What was measured of a language pair is kept as
JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pitchpipe as pp
from benchmarks.data import shared
from benchmarks.experiments.tune_matrix import LISTS, read
from pitchpipe.comparing.sign import sign_test
from pitchpipe.measuring.measured import measure
from pitchpipe.text.files import read_lines
from pitchpipe.tuning import Problem, mert, read_weights

#: Weights are tuned to these, on text that is tokenised already.
TUNED = {
    "BLEU": "bleu:tokenize=none",
    "PORT": "port:tokenize=none,source_tokenize=none",
    "Qmean": "qmean:tokenize=none",
    "PORT(ρ)": "port:tokenize=none,source_tokenize=none,ordering=rho",
    "PORT(τ)": "port:tokenize=none,source_tokenize=none,ordering=tau",
    "LR-HB4": "lr-hb4:tokenize=none,source_tokenize=none",
    "LR-KB4": "lr-kb4:tokenize=none,source_tokenize=none",
}
#: What is chosen is scored by these with the decoder's links, and by those from the text alone.
ORDERED = {
    "PORT": TUNED["PORT"],
    "LR-HB4": TUNED["LR-HB4"],
    "LR-KB4": TUNED["LR-KB4"],
    "ρ": "spearman:tokenize=none,source_tokenize=none",
    "τ": "tau:tokenize=none,source_tokenize=none",
    "v": "v:tokenize=none,source_tokenize=none",
}
TEXTUAL = {"BLEU": TUNED["BLEU"], "METEOR": "meteor:language=en,tokenize=none", "TER": "ter"}
#: Two versions of the same system, compared by the sign test.
SIGNED = {
    "BLEU": TUNED["BLEU"],
    "BLEU-SBP": "bleu-sbp:tokenize=none",
    "METEOR": TEXTUAL["METEOR"],
    "GTM": "gtm:tokenize=none",
}
RESTARTS, SEED = 20, 1

#: Numbers by name, of one language pair.
Found = Mapping[str, Any]


def measured(work: Path) -> Mapping[str, Found]:
    """Every language pair, from the folder or measured into it."""
    folder = shared("nbest")
    if folder is None:
        sys.exit("this needs the n-best lists")
    found = {}
    for pair in LISTS:
        path = work / f"nbest-{pair}.json"
        if not path.exists():
            path.write_text(json.dumps(_measure(folder / pair), indent=1), encoding="utf-8")
            print(f"nbest {pair}", file=sys.stderr, flush=True)
        found[pair] = json.loads(path.read_text(encoding="utf-8"))
    return found


def _measure(folder: Path) -> Found:
    dev, test = read(folder, "dev", LISTS[folder.name]), read(folder, "test", "test.nbest.gz")
    start = read_weights(folder / "weights.init.txt").start(dev[0].names)
    batch = dev[1].batch(dev[0])
    weights, seconds = {}, {}
    for name, spec in TUNED.items():
        begin = time.perf_counter()
        problem = Problem.of(dev[0], batch, spec)
        seconds[name] = time.perf_counter() - begin
        weights[name] = mert.optimise(problem, start, restarts=RESTARTS, seed=SEED).weights
    tests = test[1].batch(test[0])
    scores: dict[str, dict[str, float]] = {name: {} for name in TUNED}
    for measure_name, spec in ORDERED.items():
        problem = Problem.of(test[0], tests, spec)
        for name in TUNED:
            scores[name][measure_name] = problem.score(weights[name])
    chosen = {name: list(pp.rerank(test[0], weights[name]).texts) for name in TUNED}
    references = [read_lines(path) for path in sorted(folder.glob("test.ref[0-9]"))]
    return {
        "scores": _textual(scores, chosen, references),
        "counts": _counts(chosen, references),
        "alike": alike(chosen["PORT"], chosen["BLEU"]),
        "seconds": seconds,
        "candidates": len(dev[0]),
        "signs": _signs(folder, references),
    }


def _set(systems: Mapping[str, list[str]], references: list[list[str]]) -> pp.TestSet:
    return pp.TestSet(
        systems=dict(systems), references={f"ref{k}": list(lines) for k, lines in enumerate(references)}
    )


def _textual(
    scores: Mapping[str, Mapping[str, float]], chosen: Mapping[str, list[str]], references: list[list[str]]
) -> Found:
    table = pp.score(_set(chosen, references), list(TEXTUAL.values()))
    return {
        name: {**scores[name], **{label: table[name, spec].score for label, spec in TEXTUAL.items()}}
        for name in chosen
    }


def _counts(chosen: Mapping[str, list[str]], references: list[list[str]]) -> Found:
    """Matches and n-grams of the first and fourth order, and the brevity penalty."""
    spec = TUNED["BLEU"]
    found = {}
    for name in ("BLEU", "Qmean"):
        parts = pp.score(_set({name: chosen[name]}, references), [spec])[name, spec].parts
        totals = [sum(max(0, len(line.split()) - order) for line in chosen[name]) for order in range(4)]
        matches = [round(p * total / 100) for p, total in zip(parts["precisions"], totals, strict=True)]
        found[name] = {"matches": matches, "totals": totals, "BP": parts["brevity_penalty"]}
    return found


def alike(one: list[str], other: list[str]) -> Found:
    """The share of equal outputs, and 1 − TER of one beside the other, in per cent."""
    same = sum(a == b for a, b in zip(one, other, strict=True))
    ter = pp.score(_set({"one": one}, [other]), ["ter"])["one", "ter"].score
    return {"same": 100 * same / len(one), "1-TER": 100 - ter}


def _signs(folder: Path, references: list[list[str]]) -> Found:
    """The decoder with its initial weights and with those of its own tuning, each in the other's place."""
    outputs = {name: read_lines(folder / f"test.{name}") for name in ("1best", "tuned.1best")}
    ratio = pp.score(_set(outputs, references), ["length-ratio:tokenize=none"])
    found: dict[str, Any] = {"length": [ratio[name, "length-ratio:tokenize=none"].score for name in outputs]}
    for label, spec in SIGNED.items():
        (one,) = measure(_set(outputs, references), [spec])
        first, second = one.rows()
        signs = [sign_test(one.metric, *rows) for rows in ((second, first), (first, second))]
        found[label] = [
            {"score": score, "better": sign.better, "worse": sign.worse, "p": sign.p}
            for score, sign in zip(map(float, one.scores()), signs, strict=True)
            if sign is not None
        ]
    return found
