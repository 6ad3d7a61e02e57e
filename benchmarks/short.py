"""Few sentences at a time, as training loops score them: beside sacreBLEU and fastchrf."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pitchpipe as pp
from benchmarks import bleu, chrf, peers
from benchmarks.cases import Case, Peer, Settings, run
from benchmarks.data import fresh
from benchmarks.results import Results, merged

#: Sentences in a call; a single one by ``sentence_score``.
BATCHES = (1, 8, 64)
#: Sentences in all, so that a row takes long enough to be timed.
SENTENCES = 256
TARGETS = {1: 1.0}
_SENTENCE_BLEU: Callable[..., object] = partial(bleu.sacrebleu_bleu, effective_order=True)

Pairs = list[tuple[list[str], list[str]]]


def measure(settings: Settings) -> Results:
    """Segment scores of so many sentences, a few in each call."""
    results = []
    for size in BATCHES:
        for title, spec, make in (("BLEU", "bleu", _SENTENCE_BLEU), ("chrF", "chrf", chrf.sacrebleu_chrf)):
            others = [Peer("sacrebleu", partial(_sacrebleu, make), TARGETS)]
            if spec == "chrf":
                others.append(Peer("fastchrf", _fastchrf, note="uses all cores whatever ours uses"))
            call = "sentence_score" if size == 1 else f"batches of {size}"
            case = Case(
                f"{title}, {SENTENCES} sentences, {call}",
                partial(_batches, settings, size),
                partial(_ours, spec),
                others,
            )
            results.append(run(case, settings))
    return merged(results)


def _batches(settings: Settings, size: int) -> Pairs:
    hyps, refs = fresh(settings.corpus.first[:SENTENCES]), fresh(settings.corpus.reference[:SENTENCES])
    return [(hyps[begin : begin + size], refs[begin : begin + size]) for begin in range(0, len(hyps), size)]


def _ours(spec: str, batches: Pairs) -> list[float]:
    metric = pp.metrics.get(spec)
    if len(batches[0][0]) == 1:
        return [metric.sentence_score(hyp, [ref]).score for (hyp,), (ref,) in batches]
    return [float(x) for hyps, refs in batches for x in metric.segment_scores(hyps, [refs])]


def _sacrebleu(make: Callable[..., object], batches: Pairs) -> list[float]:
    score: Callable[[str, Sequence[str]], object] = make().sentence_score  # type: ignore[attr-defined]
    return [
        score(hyp, [ref]).score  # type: ignore[attr-defined]
        for hyps, refs in batches
        for hyp, ref in zip(hyps, refs, strict=True)
    ]


def _fastchrf(batches: Pairs) -> list[float]:
    fastchrf = peers.find("fastchrf")
    assert fastchrf is not None
    return [
        float(matrix[0][0])
        for hyps, refs in batches
        for matrix in fastchrf.pairwise_chrf([[hyp] for hyp in hyps], [[ref] for ref in refs])
    ]
