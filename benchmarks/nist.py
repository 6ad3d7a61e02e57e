"""NIST beside NLTK's, on words that were split for it before."""

from __future__ import annotations

from dataclasses import dataclass

import pitchpipe as pp
from benchmarks import peers
from benchmarks.cases import Case, Peer, Settings, run
from benchmarks.data import fresh
from benchmarks.results import Results

#: NLTK leaves words as they are, and does without the peculiarity of mteval.
SPEC = "nist:tokenize=none,case_sensitive=true,mteval_zero=false"
TARGETS = {1: 60.0, 2: 60.0}
WHY = {
    1: "two fifths of the time go into counting the n-grams of up to five words of all references, more of "
    "them than the nearer caches hold, and as much into one vocabulary for all words",
    2: "the n-grams of the whole test set are counted on one thread",
}


@dataclass(frozen=True)
class Words:
    """Lines, and the same split into words."""

    hyps: list[str]
    refs: list[str]
    hyp_words: list[list[str]]
    ref_words: list[list[list[str]]]


def measure(settings: Settings) -> Results:
    """The corpus score of one system."""
    segments = 200 if settings.quick else None
    hyps, refs = settings.corpus.first[:segments], settings.corpus.reference[:segments]

    def make() -> Words:
        # Bytes split where tokenize=none does: on ASCII whitespace.
        return Words(
            fresh(hyps),
            fresh(refs),
            [fresh(line.split()) for line in hyps],
            [[fresh(line.split())] for line in refs],
        )

    peer = Peer("nltk", _nltk, TARGETS, "starts from split words, ours from text", WHY)
    return run(Case("NIST, corpus", make, _ours, [peer]), settings)


def _ours(words: Words) -> list[float]:
    return [pp.metrics.get(SPEC).corpus_score(words.hyps, [words.refs]).score]


def _nltk(words: Words) -> list[float]:
    nist_score = peers.find("nltk.translate.nist_score")
    assert nist_score is not None
    return [float(nist_score.corpus_nist(words.ref_words, words.hyp_words))]
