"""Word order: permutations and how alike they are, beside the definitions and by hand."""

from __future__ import annotations

import importlib.util
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import pitchpipe as pp
from pitchpipe import _core
from pitchpipe.batch.resources import Resources
from pitchpipe.errors import DataError, MissingError, ParameterError
from pitchpipe.metrics import PORT, Batch, LRscore, Metric, Ordering, get
from pitchpipe.text.source_tokenizers import source_tokenizer
from tests.metrics.aligning import PureAligner, given_links, monotone, said_in
from tests.oracle import ordering as oracle

MEASURES = ("hamming", "kendall", "spearman", "tau", "v")
ALIGNED = (*MEASURES, "lr-hb1", "lr-hb4", "lr-kb1", "lr-kb4", "port")
JAPANESE = "ja-mecab" if importlib.util.find_spec("MeCab") and importlib.util.find_spec("ipadic") else "char"

lengths = st.integers(0, 9)


def links_within(length: int) -> st.SearchStrategy[list[tuple[int, int]]]:
    links = st.tuples(st.integers(0, max(length - 1, 0)), st.integers(0, 9))
    return st.lists(links, max_size=12 if length else 0, unique=True)


two_alignments = lengths.flatmap(lambda n: st.tuples(st.just(n), links_within(n), links_within(n)))


def measured(length: int, hyp: oracle.Links, ref: oracle.Links) -> NDArray[np.float64]:
    """What the core counts for one hypothesis and one reference."""
    one = np.zeros(1, dtype=np.uint32)
    layout = _core.Layout(one, one, np.array([0, 1], dtype=np.uint32), 1, 1)
    sources = np.array([length], dtype=np.uint32)
    rows = _core.orderings(sources, _core.Alignments([hyp]), _core.Alignments([ref]), layout)
    return rows.reshape(-1)


# -- beside the definitions ------------------------------------------------------------------------


@given(two_alignments)
def test_permutations(case: tuple[int, oracle.Links, oracle.Links]) -> None:
    length, links, _ = case
    assert _core.permutation(links, length) == (oracle.order(links, length), oracle.ranks(links, length))


@given(two_alignments)
def test_measures(case: tuple[int, oracle.Links, oracle.Links]) -> None:
    length, hyp, ref = case
    found = measured(length, hyp, ref)
    assert found[0] == length
    np.testing.assert_allclose(found[1:], oracle.measures(hyp, ref, length), rtol=1e-12, atol=1e-12)


@given(two_alignments)
def test_monotonicity(case: tuple[int, oracle.Links, oracle.Links]) -> None:
    length, links, _ = case
    (found,) = _core.monotonicity(np.array([length], dtype=np.uint32), _core.Alignments([links]))
    expected = oracle.kendall(oracle.ranks(links, length), range(length))
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_a_link_outside_the_source() -> None:
    with pytest.raises(DataError, match="leaves"):
        _core.permutation([(2, 0)], 2)


@pytest.mark.parametrize("n", range(1, 7))
def test_every_pair_of_permutations(n: int) -> None:
    """v beside its definition, v1 at least 1/(n + 1), DIST2 at most n² − 1 and that much for some."""
    orders = np.array(list(permutations(range(1, n + 1))))
    count = len(orders)
    steps = np.diff(orders, axis=1, prepend=0)
    first = np.abs(orders[:, None] - orders).sum(axis=-1)
    second = np.abs(steps[:, None] - steps).sum(axis=-1)
    v1 = 1 - first / (n * (n + 1) / 2)
    v2 = 1 - second / max(n**2 - 1, 1)
    assert v1.min() >= 1 / (n + 1) - 1e-12
    assert second.max() <= n**2 - 1
    assert n in {1, 2} or second.max() == n**2 - 1

    lines = _core.Alignments([[(int(s), place) for place, s in enumerate(p - 1)] for p in orders])
    numbers = np.arange(count, dtype=np.uint32)
    layout = _core.Layout(
        np.repeat(numbers, count),
        np.tile(numbers, count),
        np.arange(count + 1, dtype=np.uint32),
        count,
        count,
    )
    found = _core.orderings(np.full(count, n, dtype=np.uint32), lines, lines, layout)
    expected = np.where(v2 > 0, 2 * v1 * v2 / np.where(v2 > 0, v1 + v2, 1.0), 0.0)
    np.testing.assert_allclose(found[:, 5].reshape(count, count), expected, rtol=1e-12, atol=1e-12)
    assert (found[:, 1:] >= 0.0).all()
    assert (found[:, 1:] <= 1.0).all()


# -- by hand ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("links", "length", "order", "ranks"),
    [
        pytest.param([(0, 2), (0, 0), (1, 1)], 2, [0, 1], [0, 1], id="the smallest link counts"),
        pytest.param([(0, 3), (2, 1)], 3, [2, 0, 1], [1, 2, 0], id="without a link: after the word before"),
        pytest.param([(0, 3), (3, 1)], 4, [3, 0, 1, 2], [1, 2, 3, 0], id="a chain of them"),
        pytest.param([(1, 4), (2, 0)], 3, [0, 2, 1], [0, 2, 1], id="the first words without a link"),
        pytest.param([(0, 1), (1, 1), (2, 0)], 3, [2, 0, 1], [1, 2, 0], id="ties keep the source's order"),
        pytest.param([], 3, [0, 1, 2], [0, 1, 2], id="no links"),
        pytest.param([], 0, [], [], id="no words"),
    ],
)
def test_permutations_by_hand(
    links: list[tuple[int, int]], length: int, order: list[int], ranks: list[int]
) -> None:
    assert _core.permutation(links, length) == (order, ranks)


def score(name: str, hyp_links: str, *ref_links: str, source: int, **options: Any) -> float:
    """The score of one segment of which only the links matter."""
    metric = get(name, tokenize="none", **options)
    words = " ".join("w" * (source + 1))
    references = [words] * len(ref_links)
    sources = " ".join("s" * source)
    links = given_links(hyp_links, *ref_links)
    return metric.sentence_score(words, references, source=sources, aligner=links).score


@pytest.mark.parametrize(
    ("ranks", "hamming", "kendall"),
    [
        pytest.param(range(10), 100.0, 100.0, id="identity"),
        pytest.param([0, 1, 2, 3, 5, 4, 6, 7, 8, 9], 80.0, 85.09, id="two neighbours exchanged"),
        pytest.param([5, 6, 7, 8, 9, 0, 1, 2, 3, 4], 0.0, 25.46, id="halves exchanged"),
    ],
)
def test_table_1_of_birch_and_osborne(ranks: list[int], hamming: float, kendall: float) -> None:
    for name, expected in (("hamming", hamming), ("kendall", kendall)):
        assert score(name, said_in(ranks), monotone(10), source=10) == pytest.approx(expected, abs=0.005)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # Orders 2 1 3 and 1 2 3: one pair of three; DIST1 = 2 of 6, DIST2 = 1 + 2 + 1 of 8.
        ("hamming", 1 / 3),
        ("kendall", 1 - (1 / 3) ** 0.5),
        ("spearman", 0.5),
        ("tau", 2 / 3),
        ("v", 4 / 7),
    ],
)
def test_measures_by_hand(name: str, expected: float) -> None:
    assert score(name, "0-1 1-0 2-2", monotone(3), source=3) == pytest.approx(100 * expected, rel=1e-14)


def test_ranks_and_orders_differ() -> None:
    """LRscore compares ranks and PORT orders: not the same for two permutations neither of which is 1 2 3."""
    hyp, ref = [(0, 1), (1, 2), (2, 0)], [(0, 1), (1, 0), (2, 2)]
    found = measured(3, hyp, ref)
    # Ranks 1 2 0 and 1 0 2: every pair differs. Orders 2 0 1 and 1 0 2: only the last two places do.
    assert found[1:5] == pytest.approx([1 / 3, 0.0, 1 - 6 * 2 / 24, 2 / 3])


def test_spearman_is_floored() -> None:
    assert score("spearman", said_in([2, 1, 0]), monotone(3), source=3) == 0.0


def test_the_best_of_several_references() -> None:
    swapped = said_in([1, 0, 2])
    assert score("kendall", swapped, monotone(3), swapped, source=3) == 100.0


def test_the_corpus_is_the_mean_of_its_segments() -> None:
    links = pp.aligning.GivenLinks([["0-0 1-1", "0-0 1-1"]], {"": ["0-0 1-1", "0-1 1-0"]})
    options: Any = {"sources": ["s t", "s t"], "aligner": links}
    metric = get("hamming", tokenize="none")
    assert metric.corpus_score(["a b", "a b"], [["a b", "a b"]], **options).score == 50.0


def test_without_source_words() -> None:
    """Birch and Osborne's measures count an empty source 0, PORT's leave it out."""
    links = pp.aligning.GivenLinks([["0-0 1-1", ""]], {"": ["0-0 1-1", ""]})
    options: Any = {"sources": ["s t", ""], "aligner": links}
    for name, expected in (("hamming", 50.0), ("kendall", 50.0), ("v", 100.0), ("tau", 100.0)):
        metric = get(name, tokenize="none")
        assert metric.corpus_score(["a b", "a b"], [["a b", "a b"]], **options).score == expected
    for name in MEASURES:
        assert score(name, "", "", source=0) == 0.0
        assert score(name, "", "", source=1) == 100.0


def test_presets() -> None:
    assert [get(name).spec for name in MEASURES] == [Ordering(measure_by=name).spec for name in MEASURES]
    with pytest.raises(ParameterError, match="measure_by"):
        Ordering(measure_by="footrule")


# -- what all metrics of word order share ----------------------------------------------------------

small = st.lists(st.sampled_from("abc"), max_size=6).map(" ".join)


@given(st.lists(st.tuples(small, small, small, small), min_size=1, max_size=3))
def test_always_a_number(corpus: list[tuple[str, str, str, str]]) -> None:
    sources, hypotheses, *references = (list(column) for column in zip(*corpus, strict=True))
    batch = Batch.from_streams(
        hypotheses, references, sources=sources, resources=Resources(aligner=PureAligner())
    )
    for name in ALIGNED:
        metric = get(name).prepare(batch)
        rows = metric.weigh(metric.measure(batch))
        assert np.isfinite(rows).all()
        assert np.isfinite(metric.segment(rows)).all()
        assert np.isfinite(metric.combine(rows.sum(axis=0)))


@pytest.mark.parametrize("name", ALIGNED)
@pytest.mark.parametrize("case", list(product(["", "s t"], ["", "a b"], ["", "a b"])), ids=repr)
def test_empty_sides_by_the_default_aligner(name: str, case: tuple[str, str, str]) -> None:
    """Nothing to learn from is no error: there are no links then."""
    source, hypothesis, reference = case
    metric = get(name)
    assert np.isfinite(metric.sentence_score(hypothesis, [reference], source=source).score)
    assert np.isfinite(metric.corpus_score([hypothesis], [[reference]], sources=[source]).score)


@pytest.mark.parametrize("name", ALIGNED)
def test_the_source_is_asked_for(name: str) -> None:
    said = r"judged from the source text: give it with -s FILE \(sources=\)"
    with pytest.raises(MissingError, match=said):
        get(name).corpus_score(["a"], [["a"]])
    with pytest.raises(MissingError, match=said):
        get(name).sentence_score("a", ["a"])
    with pytest.raises(MissingError, match=said):
        pp.score(pp.TestSet(systems={"a": ["a"]}, references={"r": ["a"]}), [name])


@pytest.mark.parametrize("name", ALIGNED)
def test_pairs_have_no_source(name: str) -> None:
    metric = get(name)
    assert not metric.facts()["pairwise"].holds
    with pytest.raises(MissingError, match="source"):
        metric.matrix(["a"], ["a"])


def test_as_many_sources_as_hypotheses() -> None:
    with pytest.raises(DataError, match="there are 1 sources, but 2 hypotheses"):
        get("v").corpus_score(["a", "b"], [["a", "b"]], sources=["s"])


ZH, JA, DE = "他 把 书 放在 桌子上 了", "彼は本をテーブルの上に置きました", "Er legte das Buch auf den Tisch"


@pytest.mark.parametrize(
    ("line", "language", "default", "expected"),
    [
        pytest.param(ZH, None, "13a", "zh", id="Chinese by script"),
        pytest.param(JA, None, "13a", JAPANESE, id="Japanese by script"),
        pytest.param(DE, None, "13a", "13a", id="German by script"),
        pytest.param("", None, "intl", "intl", id="no letters"),
        pytest.param("OK", "zh", "13a", "zh", id="zh"),
        pytest.param("OK", "zh-Hans", "13a", "zh", id="zh-Hans"),
        pytest.param("OK", "zh_TW", "13a", "zh", id="zh_TW"),
        pytest.param("OK", "ja", "13a", JAPANESE, id="ja"),
        pytest.param("OK", "JPN", "13a", JAPANESE, id="jpn"),
        pytest.param(ZH, "de", "13a", "13a", id="the code counts before the script"),
        pytest.param(ZH, "zh", "none", "none", id="tokenised before"),
    ],
)
def test_source_tokenizer(line: str, language: str | None, default: str, expected: str) -> None:
    assert source_tokenizer([line], language, default) == expected


@pytest.mark.parametrize(("line", "expected"), [(ZH, "zh"), (JA, JAPANESE), (DE, "13a")])
@pytest.mark.parametrize("metric", [Ordering(), LRscore(), PORT()], ids=str)
def test_the_signature_tells_the_source_tokenizer(metric: Metric, line: str, expected: str) -> None:
    options: Any = {"sources": [line], "aligner": PureAligner()}
    signature = metric.corpus_score(["He did"], [["He did"]], **options).signature
    assert f"|src:{expected}|" in signature
    assert "|align:pure|" in signature
    fixed = metric.replace(source_tokenize="char")
    assert "|src:char|" in fixed.corpus_score(["He did"], [["He did"]], **options).signature


def test_the_language_of_a_test_set_decides() -> None:
    test_set = pp.TestSet(
        systems={"a": ["he did"]}, references={"r": ["he did"]}, source=["OK"], source_language="zh"
    )
    table = pp.score(test_set, ["v"], aligner=PureAligner())
    assert "|src:zh|" in table["a", "v"].signature


def test_tokenizers_are_checked() -> None:
    for options in ({"tokenize": "nonesuch"}, {"source_tokenize": "nonesuch"}):
        with pytest.raises(ParameterError, match="nonesuch"):
            get("v", **options)
