"""hLEPOR beside the package hLepor, whose numbers are no standard: it takes positions from the wrong list.

hLepor's import demands two things that its work here does not need, and goes without them: nptyping, which
wants an old numpy and serves annotations alone, and a download of data for NLTK's sentence splitter. NLTK's
words are split without it, which saves hLepor time.
"""

from __future__ import annotations

import sys
from functools import partial
from types import ModuleType
from unittest import mock

from benchmarks import peers, systems
from benchmarks.cases import Case, Peer, Settings, run
from benchmarks.results import Results, merged
from benchmarks.systems import Calls, Outputs

TARGETS = {1: 150.0, 2: 150.0}
NOTE = "time only: an index error makes its numbers differ"
WHY = {
    1: "cutting lines into words and numbering these takes half of the time, the formula a quarter",
    2: "as on one thread, and there a fifth of the work stays",
}


def measure(settings: Settings) -> Results:
    """The corpus score of one system, both with their own tokenizers and both splitting at spaces."""
    make_importable()
    one = systems.one_system(settings.corpus, 200 if settings.quick else None)
    cases = [
        Case(
            "hLEPOR, corpus",
            one,
            systems.corpus_score("hlepor"),
            [Peer("hlepor", _hlepor(tokenize=True), TARGETS, NOTE, WHY, difference=None)],
        ),
        Case(
            "hLEPOR, corpus, words between spaces",
            one,
            systems.corpus_score("hlepor:tokenize=none"),
            [Peer("hlepor", _hlepor(tokenize=False), note=NOTE, difference=None)],
        ),
    ]
    return merged([run(case, settings) for case in cases])


def make_importable() -> None:
    """Imports hLepor without what its import demands in vain."""
    nltk = peers.find("nltk")
    if nltk is None:
        return
    stand_in = ModuleType("nptyping")
    vars(stand_in)["NDArray"] = object
    sys.modules.setdefault("nptyping", stand_in)
    with mock.patch.object(nltk, "download"):
        module = peers.find("hlepor.hlepor")
    if module is not None:
        module.word_tokenize = partial(nltk.word_tokenize, preserve_line=True)


def _hlepor(*, tokenize: bool) -> Calls:
    def call(outputs: Outputs) -> list[float]:
        hlepor = peers.find("hlepor")
        assert hlepor is not None
        score = hlepor.hlepor_score(outputs.reference, outputs.only, separate_punctuation=tokenize)
        return [100.0 * float(score)]

    return call
