"""Best paths of lattices beside the enumeration of all their paths."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import pitchpipe as pp
from pitchpipe import _core
from pitchpipe.choosing.lattices import (
    Lattice,
    LatticePath,
    best_paths,
    lattice_oracles,
    oracle_path,
    path_count,
)
from pitchpipe.metrics import GRR, WRR, Batch
from pitchpipe.metrics.recognition import Recognition
from pitchpipe.nbest.lists import NBest
from pitchpipe.text.tokenizers import View, encode
from pitchpipe.threads import threads
from tests.oracle import recognition as definition

# -- small lattices --------------------------------------------------------------------------------

#: Silent, one word, and words that a tokenizer cuts or that hold several.
LABELS = st.sampled_from(["a", "b", "c", "<eps>", "a,", "b.c"])
#: Sums of halves are exact, so that equal scores are equal.
HALVES = st.integers(-4, 4).map(lambda n: n / 2)
REFERENCE = st.lists(st.sampled_from(["a", "b", "c", ",", "."]), max_size=5).map(" ".join)
#: Order, α and β, exact in binary.
EXACT = st.tuples(
    st.sampled_from([1, 2, 4, 6]), st.sampled_from([1.0, 0.0, -0.75]), st.sampled_from([0.0, 1.0, -0.5])
)


@st.composite
def small_lattices(draw: st.DrawFn) -> Lattice:
    nodes = draw(st.integers(1, 5))
    arcs = st.integers(0, nodes - 1).flatmap(
        lambda to: st.tuples(st.integers(0, max(to - 1, 0)), st.just(to), LABELS, HALVES)
    )
    drawn = [arc for arc in draw(st.lists(arcs, max_size=8)) if arc[0] < arc[1]]
    ends = draw(st.dictionaries(st.integers(0, nodes - 1), HALVES, min_size=1))
    # The first line names the start: an arc that leads nowhere.
    lines = ["0 99 dead", *(f"{source} {to} {label} {cost}" for source, to, label, cost in drawn)]
    lines += [f"{node} {cost}" for node, cost in ends.items()]
    try:
        return _core.read_openfst(lines, "acceptor", None)[0]
    except pp.DataError:
        assume(False)  # no end can be reached
        raise


def all_paths(lattice: Lattice) -> list[LatticePath]:
    """Every path, those that begin with earlier arcs first; scores summed from the end."""
    ends = dict(lattice.ends)

    def follow(node: int) -> Iterator[tuple[tuple[int, ...], float]]:
        if node in ends:
            yield (), ends[node]
        for arc in np.flatnonzero(lattice.sources == node).tolist():
            for arcs, score in follow(int(lattice.targets[arc])):
                yield (arc, *arcs), float(lattice.scores[arc]) + score

    labels = lattice.labels
    return [
        LatticePath(" ".join(labels[a] for a in arcs if labels[a]), score, arcs)
        for arcs, score in follow(lattice.start)
    ]


def best_by_enumeration(
    lattice: Lattice, references: Sequence[str], metric: Recognition
) -> tuple[float, LatticePath]:
    """The best pair of path and reference: score, numerator, path score, order of arcs."""
    paths = all_paths(lattice)
    values = metric.measure_pairs([path.text for path in paths], list(references)).values
    scores = metric.combine(values)
    pairs = [path for path in paths for _ in references]
    best = min(
        range(len(pairs)),
        key=lambda k: (-scores[k], -values[k, 0], -pairs[k].path_score, pairs[k].arcs),
    )
    return float(scores[best]), pairs[best]


@settings(max_examples=150)
@given(small_lattices(), st.lists(REFERENCE, min_size=1, max_size=3), EXACT, st.sampled_from(["13a", "none"]))
def test_the_best_of_all_paths(
    lattice: Lattice, references: list[str], costs: tuple[int, float, float], tokenize: str
) -> None:
    order, alpha, beta = costs
    metric = GRR(order=order, alpha=alpha, beta=beta, tokenize=tokenize)
    found = oracle_path(lattice, references, metric)
    score, path = best_by_enumeration(lattice, references, metric)
    assert found.score == pytest.approx(score, rel=1e-12, abs=1e-12)
    assert (found.arcs, found.path_score, found.text) == (path.arcs, path.path_score, path.text)
    assert found.score == metric.sentence_score(found.text, references).score


@given(small_lattices(), REFERENCE)
def test_words(lattice: Lattice, reference: str) -> None:
    found = oracle_path(lattice, [reference], "wrr")
    score, path = best_by_enumeration(lattice, [reference], WRR())
    assert found.score == pytest.approx(score, abs=1e-12)
    assert found.arcs == path.arcs


@given(small_lattices(), REFERENCE.filter(bool), st.floats(-2, 2), st.floats(-2, 2), st.integers(1, 6))
def test_any_costs(lattice: Lattice, reference: str, alpha: float, beta: float, order: int) -> None:
    """Beside the definition itself, without any code of ours."""
    metric = GRR(order=order, alpha=alpha, beta=beta, tokenize="none")
    rates = [
        definition.recognition(path.text.split(), reference.split(), order, alpha, beta)
        for path in all_paths(lattice)
    ]
    expected = max(100 * numerator / denominator for numerator, denominator in rates)
    assert oracle_path(lattice, [reference], metric).score == pytest.approx(expected, rel=1e-12, abs=1e-9)


@given(small_lattices(), st.integers(1, 12))
def test_best_paths(lattice: Lattice, n: int) -> None:
    paths = all_paths(lattice)
    assert best_paths(lattice, n) == sorted(paths, key=lambda path: -path.path_score)[:n]
    assert path_count(lattice) == len(paths)


@settings(max_examples=40)
@given(st.lists(st.tuples(small_lattices(), REFERENCE.filter(bool)), min_size=1, max_size=2), EXACT)
def test_with_one_reference_the_corpus_is_best_too(
    segments: list[tuple[Lattice, str]], costs: tuple[int, float, float]
) -> None:
    metric = GRR(order=costs[0], alpha=costs[1], beta=costs[2])
    lattices, references = (list(side) for side in zip(*segments, strict=True))
    texts = [[path.text for path in all_paths(lattice)] for lattice in lattices]
    firsts = texts[0] if len(texts) == 1 else [(a, b) for a in texts[0] for b in texts[1]]
    corpora = [[text] if isinstance(text, str) else list(text) for text in firsts]
    best = max(metric.corpus_score(lines, [references]).score for lines in corpora[:400])
    found = lattice_oracles(lattices, [references], metric, n=3)
    assert found.oracle.score >= best - 1e-9
    assert found.oracle.score == pytest.approx(
        metric.corpus_score([s.oracle.text for s in found.segments], [references]).score, abs=1e-12
    )


@given(st.lists(st.text("aZΣ.,'-&;!%é漢09|< \u00a0", min_size=1, max_size=6), max_size=5))
def test_words_are_cut_one_by_one(words: list[str]) -> None:
    """What the search rests on, for each tokenizer it accepts."""
    for tokenize in ("none", "13a", "char"):
        for case in ("keep", "lower"):
            whole, parts = encode([[" ".join(words)], words], View(tokenize, case))
            assert whole.ids.tolist() == parts.ids.tolist()


# -- by hand ---------------------------------------------------------------------------------------


def lattice_of(*lines: str) -> Lattice:
    return _core.read_plf(list(lines))[0]


#: (a | x) b (y | silence) d, where silence is dearer than y.
FORKS = "((('a',-1,1),('x',0,1),),(('b',0,1),),(('y',-1,1),('*EPS*',-2,1),),(('d',0,1),),)"


def test_a_tie_goes_to_the_higher_path_score() -> None:
    # a b y d and a b d both earn 3 + 1 of 10.
    found = oracle_path(lattice_of(FORKS), ["a b c d"])
    assert (found.text, found.path_score, found.arcs) == ("a b y d", -2.0, (0, 2, 3, 5))
    assert found.score == pytest.approx(40.0, abs=1e-12)
    # Deletions cost, substitutions do not.
    assert oracle_path(lattice_of(FORKS), ["a b d"]).text == "a b d"


def test_the_best_reference_counts() -> None:
    found = oracle_path(lattice_of(FORKS), ["q q q q", "x b d", "a b"])
    assert (found.text, found.score) == ("x b d", 100.0)


@pytest.mark.parametrize("metric", ["wrr", "4-grr", "grr:alpha=-0.9", "grr:alpha=0"])
def test_empty_references(metric: str) -> None:
    silent = lattice_of("((('a',5,1),('*EPS*',0,1),),)")
    assert (oracle_path(silent, [""], metric).text, oracle_path(silent, [""], metric).score) == ("", 100.0)
    spoken = lattice_of("((('a',0,2),('b',0,1),),(('c',0,1),),)")
    found = oracle_path(spoken, [""], metric)
    # No path is right; the numerator still counts in a corpus.
    assert found.score == 0.0
    assert found.text == ("b c" if "-0.9" in metric else "a")


def test_an_empty_path() -> None:
    assert oracle_path(lattice_of(""), ["a b"], "grr:beta=1").score == pytest.approx(-200 / 3)
    assert best_paths(lattice_of("")) == [LatticePath("", 0.0, ())]
    assert path_count(lattice_of("")) == 1


def test_a_corpus_of_lattices() -> None:
    lattices = _core.read_plf([FORKS, "q r"])
    found = lattice_oracles(lattices, [["a b c d", "q s"]], n=1)
    # 4 of 10 and 1 of 3; the best path of the first, x b y d, earns 2.
    assert found.oracle.score == pytest.approx(100 * 5 / 13, abs=1e-12)
    assert found.one_best.score == found.nbest.score == pytest.approx(100 * 3 / 13, abs=1e-12)
    assert found.shortfall == pytest.approx(100 * 2 / 13, abs=1e-12)
    assert [s.oracle.text for s in found.segments] == ["a b y d", "q r"]
    assert [s.one_best.text for s in found.segments] == ["x b y d", "q r"]
    assert lattice_oracles(lattices, [["a b c d", "q s"]], n=4).shortfall == 0.0
    shown = json.loads(json.dumps(found.to_dict()))
    assert shown["nbest"]["n"] == 1
    assert shown["oracle"]["signature"].startswith("grr|nrefs:1")
    assert shown["segments"][0]["oracle"]["arcs"] == [0, 2, 3, 5]
    assert shown["segments"][0]["shortfall"] == pytest.approx(20.0)


def test_lattices_are_held_against_streams() -> None:
    lattices, streams = _core.read_plf([FORKS]), [["a b c d"]]
    assert pp.oracle(lattices, streams).to_dict() == lattice_oracles(lattices, streams).to_dict()
    with pytest.raises(pp.ParameterError, match=r"^lattices are held against reference streams, not against"):
        pp.oracle(lattices, Batch.from_streams(["a"], [["b"]]))  # type: ignore[call-overload]


def test_a_given_list() -> None:
    lattices = _core.read_plf([FORKS, "q r"])
    texts = ["x b d", "a b d", "a b y d", "q"]
    nbest = NBest((), np.zeros((4, 0)), _core.Texts(texts), np.array([0, 3, 4]))
    found = lattice_oracles(lattices, [["a b c d", "q s"]], nbest=nbest)
    assert [s.nbest_text for s in found.segments] == ["a b d", "q"]
    assert (found.n, found.shortfall) == (None, 0.0)


def test_missing_references() -> None:
    lattices = _core.read_plf([FORKS, "q r"])
    found = lattice_oracles(lattices, [["x b d", None], [None, "q r"]])
    assert [s.oracle.score for s in found.segments] == [100.0, 100.0]
    with pytest.raises(pp.DataError, match="segment 2 has no reference"):
        lattice_oracles(lattices, [["x", None]])
    with pytest.raises(pp.DataError, match="reference 1 has 1 lines, but there are 2 lattices"):
        lattice_oracles(lattices, [["x"]])
    with pytest.raises(pp.DataError, match="there are no references"):
        lattice_oracles(lattices, [])
    with pytest.raises(pp.DataError, match="there are no lattices"):
        lattice_oracles([], [[]])
    with pytest.raises(pp.DataError, match="segment 1 has no reference"):
        oracle_path(lattices[0], [])
    with pytest.raises(pp.DataError, match="a single text"):
        oracle_path(lattices[0], "a b")


@pytest.mark.parametrize("n", [0, -1, 1.5, True])
def test_the_number_of_paths_is_checked(n: int) -> None:
    with pytest.raises(pp.ParameterError, match="must be 1 or more"):
        best_paths(lattice_of("a"), n)


def test_metrics_without_an_automaton() -> None:
    with pytest.raises(pp.ParameterError, match=r"wrr, 4-grr and grr, not for bleu"):
        oracle_path(lattice_of("a"), ["a"], "bleu")
    # They leave the full stop of "0." alone at the end of a line, but not before another word.
    for tokenize in ("intl", "zh"):
        with pytest.raises(pp.ParameterError, match=f"one by one, which tokenizer {tokenize} cannot"):
            oracle_path(lattice_of("a"), ["a"], f"wrr:tokenize={tokenize}")


# -- many paths ------------------------------------------------------------------------------------


def sausage(columns: int, choices: int) -> str:
    """All words of a column are different, and so are the scores."""
    nodes = (
        "".join(f"('w{c}.{k}',{-((c * 7 + k * 3) % 11) / 8},1)," for k in range(choices))
        for c in range(columns)
    )
    return f"({''.join(f'({arcs}),' for arcs in nodes)})"


def test_more_paths_than_atoms() -> None:
    lattice = lattice_of(sausage(200, 10))
    assert path_count(lattice) == 10**200
    planted = " ".join(f"w{c}.{c % 10}" for c in range(200))
    found = oracle_path(lattice, [planted], "4-grr:tokenize=none")
    assert (found.text, found.score) == (planted, 100.0)
    listed = best_paths(lattice, 2000)
    scores = [path.path_score for path in listed]
    assert scores == sorted(scores, reverse=True)
    assert len({path.arcs for path in listed}) == 2000
    assert lattice.scores.max() * 200 >= scores[0] >= scores[-1]


def test_equal_scores_everywhere() -> None:
    lattice = lattice_of(f"({''.join(repr((('a', -0.1, 1), ('b', -0.1, 1))) + ',' for _ in range(40))})")
    listed = best_paths(lattice, 5)
    assert path_count(lattice) == 2**40
    assert [path.text[-5:] for path in listed] == ["a a a", "a a b", "a b a", "a b b", "b a a"]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_threads_change_nothing(count: int) -> None:
    lattices = _core.read_plf([sausage(n, 3) for n in range(1, 12)])
    references = [[" ".join(f"w{c}.{c % 2}" for c in range(n)) for n in range(1, 12)]] * 2
    with threads(1):
        alone = lattice_oracles(lattices, references, n=5).to_dict()
    with threads(count):
        assert lattice_oracles(lattices, references, n=5).to_dict() == alone


@pytest.mark.parametrize(
    ("path", "reference", "tokenizer", "score"),
    [("cat", "cut", "13a", 0.0), ("今天", "今年", "char", 50.0), ("ネコ", "ネキ", "char", 50.0)],
)
def test_words_are_those_of_the_language_or_characters(
    path: str, reference: str, tokenizer: str, score: float
) -> None:
    found = lattice_oracles([lattice_of(path)], [[reference]], "wrr").oracle
    assert (found.score, f"|tok:{tokenizer}|" in found.signature) == (score, True)
