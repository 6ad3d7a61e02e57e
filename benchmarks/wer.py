"""WER beside jiwer, and beside RapidFuzz on words that were split for it before."""

from __future__ import annotations

from dataclasses import dataclass

import pitchpipe as pp
from benchmarks import peers
from benchmarks.cases import Case, Peer, Settings, run
from benchmarks.data import fresh
from benchmarks.results import Results

WHY = "cutting lines into words and numbering these takes half of the time, the distance a quarter"


@dataclass(frozen=True)
class Words:
    """Lines, and the same split into words."""

    hyps: list[str]
    refs: list[str]
    hyp_words: list[list[str]]
    ref_words: list[list[str]]


def measure(settings: Settings) -> Results:
    """The corpus score of one system, words being what whitespace separates."""
    corpus = settings.corpus

    def make() -> Words:
        hyps, refs = fresh(corpus.first), fresh(corpus.reference)
        return Words(hyps, refs, [h.split() for h in hyps], [r.split() for r in refs])

    case = Case(
        "WER, corpus",
        make,
        _ours,
        [
            Peer("jiwer", _jiwer, {1: 20.0}, why={1: WHY}),
            Peer("rapidfuzz", _rapidfuzz, {1: 1.0}, note="starts from split words, ours from text"),
        ],
    )
    return run(case, settings)


def _ours(words: Words) -> list[float]:
    return [pp.metrics.get("wer", tokenize="none").corpus_score(words.hyps, [words.refs]).score]


def _jiwer(words: Words) -> list[float]:
    jiwer = peers.find("jiwer")
    assert jiwer is not None
    return [100.0 * jiwer.wer(words.refs, words.hyps)]


def _rapidfuzz(words: Words) -> list[float]:
    levenshtein = peers.find("rapidfuzz.distance.Levenshtein")
    assert levenshtein is not None
    errors = sum(map(levenshtein.distance, words.hyp_words, words.ref_words))
    return [100.0 * errors / sum(map(len, words.ref_words))]
