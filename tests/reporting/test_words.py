"""Words that systems get right, counted by hand and beside a slow count."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

import pitchpipe as pp
from pitchpipe.comparing.contestants import contestants, pairs
from pitchpipe.lang.annotation.files import FileAnnotator, read_annotation
from pitchpipe.reporting.ngram_counts import Tokenized, counted, matched, orders, words_at
from pitchpipe.reporting.phrases import Phrases
from pitchpipe.reporting.word_accuracy import SampledKinds, by_frequency, by_part_of_speech
from pitchpipe.resampling.sampling import Sampling
from tests.reporting.sets import ROOT, examples


def small(systems: dict[str, list[str]], reference: list[str]) -> pp.TestSet:
    return pp.TestSet(systems=systems, references={"ref": [*reference]}, target_language="en")


REFERENCE = ["the cat sat on the mat", "the dog ran", "a bird"]
A = ["the the the cat sat", "a dog", "a bird"]
B = ["on the mat", "the dog ran", "no birds"]


def test_accuracy_by_hand() -> None:
    """the: 3 in references; cat, sat, on, mat, dog, ran, a, bird: 1 each."""
    found = by_frequency(Tokenized.of(small({"A": A, "B": B}, REFERENCE)))
    assert found.names == ("1", "3")
    assert found.words().tolist() == [8, 3]
    # A has cat, sat, a, dog, a, bird of frequency 1, of which the first a is not in its reference: 5 of 6.
    # It says "the" three times in the first segment, where the reference has two.
    assert found.scores()[0] == pytest.approx([100 * 10 / (6 + 8), 100 * 4 / (3 + 3)])
    # B: on, mat, dog, ran; "no" and "birds" are in no reference, and so of no kind.
    assert found.scores()[1] == pytest.approx([100 * 8 / (4 + 8), 100 * 4 / (2 + 3)])


def test_a_perfect_system_is_perfect_with_every_kind() -> None:
    found = by_frequency(Tokenized.of(small({"A": REFERENCE, "B": A}, REFERENCE)))
    assert found.scores()[0].tolist() == [100.0, 100.0]


def slow_matches(own: str, reference: str, n: int) -> Counter[tuple[str, ...]]:
    grams = [Counter(zip(*(line.split()[k:] for k in range(n)), strict=False)) for line in (own, reference)]
    return grams[0] & grams[1]


def test_ngrams_beside_a_slow_count() -> None:
    rng = np.random.default_rng(3)
    letters = list("abcd")
    lines = [[" ".join(rng.choice(letters, size=rng.integers(0, 9))) for _ in range(30)] for _ in range(3)]
    texts = Tokenized.of(small({"A": lines[1], "B": lines[2]}, lines[0]))
    for n, sides in enumerate(orders(texts, 4), start=1):
        (grams, segments, _), *others = sides
        for k, (own, where, places) in enumerate(others, start=1):
            found = matched(counted(own, where), counted(grams, segments))
            text = {
                int(gram): words_at(texts.tokens[k], int(place), n)
                for gram, place in zip(own, places, strict=True)
            }
            fast = {
                (int(s), tuple(text[int(g)].split())): int(c)
                for g, s, c in zip(found.grams, found.segments, found.counts, strict=True)
            }
            slow = {
                (i, gram): count
                for i, (line, reference) in enumerate(zip(lines[k], lines[0], strict=True))
                for gram, count in slow_matches(line, reference, n).items()
            }
            assert fast == slow


def test_phrases_by_hand() -> None:
    reference = ["in spite of rain"] * 5 + ["sun"] * 2
    a = ["in spite of rain"] * 4 + ["despite rain"] + ["sun"] * 2
    b = ["despite rain"] * 5 + ["moon"] * 2
    first, second = Phrases(Tokenized.of(small({"A": a, "B": b}, reference))).of_pair(0, 1)
    assert [(one.words, one.first, one.second, one.references) for one in first] == [
        ("in spite of rain", 4, 0, 5),
        ("sun", 2, 0, 2),
    ]
    assert first[0].segments == (0, 1, 2, 3)
    assert first[1].segments == (5, 6)
    assert second == ()


def test_the_reverse_is_the_reverse() -> None:
    texts = Tokenized.of(examples())
    phrases = Phrases(texts)
    for a, b in combinations(range(4), 2):
        assert phrases.of_pair(a, b) == phrases.of_pair(b, a)[::-1]


def test_differences_of_words_have_intervals() -> None:
    found = by_frequency(Tokenized.of(examples()))
    paired = pairs(contestants(examples().systems, None), "all")
    sampling = Sampling(300)
    made = SampledKinds.of(found, sampling).differences(paired)
    scores = found.scores()
    names = list(examples().systems)
    for kind, each in enumerate(made):
        for (baseline, system), one in zip(paired, each, strict=True):
            expected = scores[names.index(system.name), kind] - scores[names.index(baseline.name), kind]
            assert one.delta == pytest.approx(expected)
            assert one.ci is not None
            assert one.ci[0] <= one.delta <= one.ci[1]


def test_parts_of_speech_where_they_are_annotated() -> None:
    assert by_part_of_speech(examples()) is None
    folder = ROOT / "examples/annotation"
    names = list(examples().systems)
    annotator = FileAnnotator(
        [read_annotation(folder / f"{name}.en.conllu") for name in names],
        [read_annotation(folder / f"reference.{which}.en.conllu") for which in "ab"],
    )
    found = by_part_of_speech(replace(examples(), annotator=annotator))
    assert found is not None
    assert {"NOUN", "VERB", "ADJ"} <= set(found.names)
    scores = found.scores()
    assert np.nanmax(scores) <= 100
    assert scores[names.index("good"), found.names.index("NOUN")] > 50


def test_without_words() -> None:
    found = by_frequency(Tokenized.of(small({"A": [""], "B": ["x"]}, [""])))
    assert found.names == ()
    assert found.scores().shape == (2, 0)
