"""TESLA-M beside linear programming on its equations, golden values and values by hand."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.batch.resources import Resources
from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError, MissingError, ParameterError
from pitchpipe.lang.annotation.analysis import Token
from pitchpipe.metrics import Batch, MaxSim, Metric, TeslaM, from_signature
from pitchpipe.metrics.tesla_m import NgramMatching
from pitchpipe.threads import threads
from tests.golden.rows import HERE, Row, read
from tests.metrics.annotating import (
    CONTENT,
    FUNCTION,
    GivenAnnotator,
    GivenSynonyms,
    SensesInOrder,
    SpelledAnnotator,
    spelled_word,
    use_synonyms,
)
from tests.oracle import tesla as oracle

#: big and large, large and great mean the same; big and great do not.
SENSES = {"big": frozenset("12"), "large": frozenset("23"), "great": frozenset("34"), "dog": frozenset("5")}
WORDS = [f"{w}.{tag}" for w in ("big", "large", "great", "dog", "x") for tag in "an"] + [
    "THE.d",
    "A.d",
    "OF.p",
]
#: How metrics look for synonyms; the tests give them theirs.
FIND_SYNONYMS = NgramMatching._find_synonyms
lines = st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join)


@pytest.fixture(autouse=True, scope="module")
def _synonyms() -> Any:
    with pytest.MonkeyPatch.context() as patch:
        use_synonyms(patch, GivenSynonyms(SENSES))
        yield


def tesla(**options: Any) -> TeslaM:
    return TeslaM(**{"tags": "xpos", **options})


def spelled(hypotheses: list[str], *streams: list[str]) -> Batch:
    return Batch.from_streams(hypotheses, list(streams), resources=Resources(annotator=SpelledAnnotator()))


def scores(metric: Metric, batch: Batch) -> Array:
    return metric.segment(metric.weigh(metric.measure(batch)))


def sentence(hypothesis: str, *references: str, **options: Any) -> float:
    return float(scores(tesla(**options), spelled([hypothesis], *([r] for r in references)))[0])


# -- golden values ---------------------------------------------------------------------------------


def given_rows(rows: list[Row]) -> Batch:
    """A batch with the annotations of the rows; every token is another one, as its senses may be."""
    number = itertools.count()

    def tokens(words: list[dict[str, Any]]) -> list[Token]:
        return [
            Token(f"{w['w']}#{next(number)}", w["lemma"], FUNCTION if w["func"] else CONTENT, w["pos"])
            for w in words
        ]

    annotator = GivenAnnotator(
        [tokens(row["hyp_ann"]) for row in rows], [tokens(row["ref_ann"]) for row in rows]
    )
    references = [[line for row in rows for line in row["refs"]]]
    return Batch.from_streams(
        [row["hyp"] for row in rows], references, resources=Resources(annotator=annotator)
    )


def senses_of(rows: list[Row], side: str) -> list[list[str]]:
    return [word["synsets"] for row in rows for word in row[side]]


def test_golden() -> None:
    rows = read(HERE, "oracle_tesla_m")
    assert len(rows) == 124
    metric = tesla(empty="zero")
    with pytest.MonkeyPatch.context() as patch:
        use_synonyms(patch, SensesInOrder([senses_of(rows, "hyp_ann"), senses_of(rows, "ref_ann")]))
        found = metric.weigh(metric.measure(given_rows(rows)))
    np.testing.assert_allclose(found[:, 0], [row["value"] for row in rows], rtol=0.0, atol=1e-9)
    parts = [[row["parts"][name] for name in metric.columns[2:8]] for row in rows]
    np.testing.assert_allclose(found[:, 2:8], parts, rtol=0.0, atol=1e-9)


# -- the definition --------------------------------------------------------------------------------


@given(
    st.lists(st.tuples(lines, lines), min_size=1, max_size=3),
    st.integers(1, 4),
    st.sampled_from([0.1, 0.5, 1.0]),
    st.sampled_from([0.0, 0.5, 0.8, 1.0]),
    st.sampled_from(["skip", "zero"]),
)
def test_as_linear_programming(
    pairs: list[tuple[str, str]], order: int, weight: float, alpha: float, empty: str
) -> None:
    metric = tesla(max_order=order, function_weight=weight, alpha=alpha, empty=empty)
    hypotheses, references = (list(side) for side in zip(*pairs, strict=True))
    found = scores(metric, spelled(hypotheses, references))
    for score, pair in zip(found, pairs, strict=True):
        hyp, ref = ([spelled_word(word, SENSES) for word in line.split()] for line in pair)
        wanted = oracle.tesla_m(hyp, ref, order=order, weight=weight, alpha=alpha, empty=empty)
        assert score == pytest.approx(100.0 * wanted, abs=1e-9)


def test_by_hand() -> None:
    # Unigrams: THE/A have one tag, 0.5·0.1; dog 1. By tag everything matches: 1.1 of 1.1.
    # Bigrams, of weight 0.1: (0.5 + 1)/2 by likeness, all by tag.
    parts = tesla().parts(tesla().weigh(tesla().measure(spelled(["THE.d dog.n"], ["A.d dog.n"]))).sum(axis=0))
    wanted = {"F_ms1": 1.05 / 1.1, "F_pos1": 1.0, "F_ms2": 0.75, "F_pos2": 1.0, "F_ms3": 0.0, "F_pos3": 0.0}
    assert parts == pytest.approx(wanted, abs=1e-15)
    assert sentence("THE.d dog.n", "A.d dog.n") == pytest.approx(100 * (1.05 / 1.1 + 1 + 0.75 + 1) / 4)


def test_alpha_weighs_recall() -> None:
    # One of two words: P = 1 and R = ½ of the unigrams, nothing of the bigram.
    for alpha, F in ((1.0, 0.5), (0.0, 1.0), (0.5, 2 / 3)):
        assert sentence("x.n", "x.n dog.a", alpha=alpha) == pytest.approx(100 * F / 2)


def test_likeness_is_not_transitive() -> None:
    """The same word on both sides must give way to its synonyms, which have no other match."""
    options = {"max_order": 1, "alpha": 0.5}
    found = tesla(**options).measure(spelled(["large.a great.a"], ["big.n large.a"])).values[0]
    # large–large 1 leaves big–great 0: 1 in all. big–large ½ and large–great 1: 1½.
    assert found[0] == pytest.approx(1.5)


def test_formula_parameters_need_no_counting() -> None:
    batch = spelled(["THE.d dog.n x.a", "x.n"], ["A.d dog.a", "x.n"], ["dog.n", "dog.n"])
    measured = tesla().measure(batch)
    for options in ({"alpha": 0.3}, {"empty": "zero"}, {"references": "max"}):
        again = tesla(**options)
        np.testing.assert_array_equal(again.weigh(measured), again.weigh(again.measure(batch)))
        assert not np.array_equal(again.weigh(measured), tesla().weigh(measured))


def test_several_references() -> None:
    hypothesis, references = "big.a dog.n", ("large.a dog.n", "x.n", "")
    each = [sentence(hypothesis, reference) for reference in references]
    assert sentence(hypothesis, *references) == pytest.approx(np.mean(each))
    assert sentence(hypothesis, *references, references="max") == max(each) == each[0]


def test_the_system_is_the_mean_of_its_segments() -> None:
    batch = spelled(["big.a dog.n", "x.n", ""], ["large.a dog.n", "dog.n THE.d", "x.n"])
    rows = tesla().weigh(tesla().measure(batch))
    assert tesla().combine(rows.sum(axis=0)) == pytest.approx(tesla().segment(rows).mean())


# -- edges -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hypothesis", "reference", "skip", "zero"),
    [
        ("", "", 100.0, 100.0),
        ("x.n", "", 0.0, 0.0),
        ("", "x.n", 0.0, 0.0),
        ("x.n", "x.n", 100.0, 100.0 / 3),
        ("x.n dog.n", "x.n dog.n", 100.0, 200.0 / 3),
        ("x.n", "dog.a", 0.0, 0.0),
    ],
)
def test_short_sentences(hypothesis: str, reference: str, skip: float, zero: float) -> None:
    assert sentence(hypothesis, reference) == pytest.approx(skip)
    assert sentence(hypothesis, reference, empty="zero") == pytest.approx(zero)


def test_function_words_may_weigh_nothing() -> None:
    assert sentence("THE.d dog.n", "A.d dog.n", function_weight=0.0) == pytest.approx(100.0)
    assert sentence("THE.d", "OF.p", function_weight=0.0) == 100.0


def test_long_and_repetitive_lines() -> None:
    line = " ".join(WORDS * 20)
    assert sentence(line, line) == pytest.approx(100.0, abs=1e-9)
    assert 0.0 < sentence(line, " ".join(reversed(WORDS * 20))) < 100.0


@given(lines, lines)
def test_synonyms_only_help(hypothesis: str, reference: str) -> None:
    with_synonyms = sentence(hypothesis, reference)
    with pytest.MonkeyPatch.context() as patch:
        use_synonyms(patch, GivenSynonyms({}))
        assert sentence(hypothesis, reference) <= with_synonyms + 1e-9


@given(st.lists(st.tuples(lines, lines), min_size=2, max_size=4))
def test_segments_are_scored_as_if_alone(pairs: list[tuple[str, str]]) -> None:
    hypotheses, references = (list(side) for side in zip(*pairs, strict=True))
    together = tesla().measure(spelled(hypotheses, references)).values
    alone = [tesla().measure(spelled([h], [r])).values[0] for h, r in pairs]
    np.testing.assert_array_equal(together, alone)


groups = st.lists(
    st.tuples(st.lists(lines, max_size=3), st.lists(lines, min_size=1, max_size=3)), min_size=1, max_size=3
)


@given(groups)
def test_pairs_of_a_group_are_scored_as_if_alone(given: list[tuple[list[str], list[str]]]) -> None:
    sides = [[line for group in given for line in group[k]] for k in range(2)]
    ends = [np.cumsum([0, *(len(group[k]) for group in given)]) for k in range(2)]
    resources = Resources(annotator=SpelledAnnotator())
    together = tesla().measure_groups(sides[0], sides[1], ends[0], ends[1], resources=resources).values
    pairs = [pair for group in given for pair in itertools.product(*group)]
    alone = [tesla().measure(spelled([h], [r])).values[0] for h, r in pairs]
    np.testing.assert_array_equal(together, np.array(alone).reshape(len(pairs), together.shape[1]))


def test_threads_change_no_bit() -> None:
    rng = np.random.default_rng(5)
    sides = [[" ".join(rng.choice(WORDS, size=rng.integers(0, 20))) for _ in range(300)] for _ in range(2)]
    with threads(1):
        one = tesla().measure(spelled(*sides)).values
    with threads(2):
        two = tesla().measure(spelled(*sides)).values
    np.testing.assert_array_equal(one, two)


# -- what it needs ---------------------------------------------------------------------------------


def test_function_words_are_parts_of_speech() -> None:
    assert tesla(function_words="DET/NOUN").function_words == "DET/NOUN"
    with pytest.raises(ParameterError, match="function_words has 'DT', which is no universal part of speech"):
        tesla(function_words="DET/DT")


def test_which_words_are_function_words_matters() -> None:
    pair = ("THE.d dog.n", "THE.d x.n")
    assert sentence(*pair, function_words="NOUN") > sentence(*pair)


def test_tags_of_the_tagger_or_universal_ones() -> None:
    assert sentence("x.n", "dog.a", tags="xpos") == 0.0
    assert sentence("x.n", "dog.a", tags="upos") == pytest.approx(75.0)


def test_the_language_is_fixed_once() -> None:
    batch = Batch.from_streams(
        ["x"], [["x"]], resources=Resources(target_language="en", annotator=SpelledAnnotator())
    )
    assert tesla().prepare(batch).language == "en"
    assert tesla(language="de").prepare(batch).language == "de"
    assert tesla().prepare(spelled(["x"], ["x"])).language is None


@pytest.mark.parametrize("cls", [TeslaM, MaxSim])
def test_the_signature_names_the_synonyms(
    cls: type[TeslaM | MaxSim], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(NgramMatching, "_find_synonyms", FIND_SYNONYMS)
    path = tmp_path / "synonyms.tsv"
    path.write_text("big\tlarge\n")
    batch = spelled(["big.a dog.n"], ["large.a dog.n"])
    prepared = cls(synonyms=str(path), tags="xpos").prepare(batch)
    assert f"|synonyms:{path}#" in prepared.signature
    again = from_signature(prepared.signature)
    assert again == prepared == prepared.prepare(batch)
    found = again.measure(batch).values
    np.testing.assert_array_equal(found, prepared.measure(batch).values)
    assert (found != cls(synonyms="none", tags="xpos").measure(batch).values).any()
    assert cls(synonyms="none", tags="xpos").prepare(batch).synonyms == "none"
    path.write_text("big\tlarge\tgreat\n")
    with pytest.raises(DataError, match="these are other synonyms"):
        again.measure(batch)


def test_without_a_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    with pytest.raises(MissingError, match="-l de-en"):
        tesla().measure(Batch.from_streams(["x"], [["x"]]))


def test_annotations_of_other_lines() -> None:
    short = GivenAnnotator([], [[Token("x", "x", "NOUN", "n")]])
    with pytest.raises(DataError, match="analysed 0 lines, but was given 1"):
        tesla().measure(Batch.from_streams(["x"], [["x"]], resources=Resources(annotator=short)))
