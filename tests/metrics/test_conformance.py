"""What every metric must keep, whoever wrote it.

The cases are the registered metrics, each with its defaults and with every parameter changed in turn, and a
mixture. A metric is spared a test only by what its class declares: a fact that does not hold, a direction.
"""

from __future__ import annotations

import copy
import json
import math
import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pitchpipe as pp
from pitchpipe.errors import ParameterError
from pitchpipe.metrics import Batch, Metric, Statistics, entries, from_signature, get, merge
from pitchpipe.metrics.base import FACTS, Array
from pitchpipe.metrics.parameters import Parameter, defaults, parameters
from pitchpipe.metrics.signatures import signature
from pitchpipe.threads import threads
from tests.metrics.aligning import PureAligner
from tests.metrics.annotating import GivenSynonyms, PureAnnotator, use_annotator, use_synonyms
from tests.metrics.pivoting import use_tables

EXAMPLES = Path(__file__).parents[2] / "examples"
SYSTEMS = ("good", "literal", "short")
#: The links of two lines depend on nothing but these lines, so metrics of word order keep every rule.
ALIGNER = PureAligner()
#: Lemmas that mean the same, for metrics that know synonyms.
SENSES = {"bridg": frozenset("b"), "close": frozenset("c"), "shut": frozenset("c"), "a": frozenset("bc")}
#: Awkward segments: one output per system, then two references.
AWKWARD = (
    ("", "a b c", " ", "a b c d", "b c"),
    ("a", "a", "a a a a a a a a", "a", "a a"),
    ("x y z", "x", "", "u v w", "w v u"),
    ("  two\tblanks  ", "two blanks", "two\u00a0blanks", "two blanks", "two  blanks"),
    ("Straße 東京 is\u3000far .", "STRASSE", "東京", "straße 東京 is far.", "Tokyo is far."),
)
#: A hypothesis and two references, some of them without words.
EMPTY = (
    ("", "", ""),
    ("", "", "a b"),
    ("a b", "", ""),
    (" \t ", "a", ""),
    ("a b c", "", "   "),
    ("", "x", "y"),
)
MIXTURES = ("0.7*bleu+0.3*ter", "2*chrf+++1*wer:lowercase=true")
TOGETHER = (
    "bleu:smooth=floor,smooth_value=0.5",
    "bleu:smooth=add-k,smooth_value=2,max_order=2",
    "hlepor:pos=true,mode=perl,w_word=0.5,pos_weights=1/2/3",
    "hlepor:pos=true,system=B,tags=xpos,w_pos=3,pos_alpha=0.5,pos_beta=2",
    "lrscore:lexical=chrf,alpha=0.5",
    "lrscore:lexical=ter,theta=0.2,distance=hamming",
    "lrscore:lexical=nlepor,dk=0.7,theta=0.1",
)


# -- the cases -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """A metric as it is asked for; what it needs besides text is added when it is made."""

    name: str
    values: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        return ":".join([self.name, *(f"{name}={value}" for name, value in self.values)])


def another(name: str, parameter: Parameter, default: Any) -> Iterator[Any]:
    """Values of a parameter beside its default."""
    if parameter.type == "bool":
        yield from (value for value in (False, True) if value is not default)
    elif parameter.choices:
        yield from (choice for choice in parameter.choices if choice != default)
    elif parameter.type == "int":
        yield default + 1 if default + 1 <= parameter.high else default - 1
    elif parameter.type == "float":
        inside = (value for value in (0.5, 1.5, 0.05, 50.0) if parameter.low <= value <= parameter.high)
        yield next(inside, parameter.low)
    elif parameter.type == "floats" and default:
        yield tuple(reversed(default))
    elif name in {"tokenize", "source_tokenize"}:
        yield from ("none", "char")


def cases() -> Iterator[Case]:
    for entry in entries():
        yield Case(entry.name)
        if entry.preset:
            continue
        for name, parameter in parameters(entry.cls).items():
            for value in another(name, parameter, defaults(entry.cls)[name]):
                yield Case(entry.name, ((name, value),))
    for text in (*TOGETHER, *MIXTURES):
        yield Case(text)


@pytest.fixture(scope="module")
def scores_file(tmp_path_factory: pytest.TempPathFactory, texts: Texts) -> str:
    """Scores made elsewhere, for the metrics that need a file of them."""
    path = tmp_path_factory.mktemp("external") / "scores.tsv"
    numbers = np.random.default_rng(0).normal(size=(len(SYSTEMS), len(texts)))
    lines = [f"{name}\t{x!r}" for name, row in zip(SYSTEMS, numbers.tolist(), strict=True) for x in row]
    path.write_text("\n".join(lines) + "\n")
    return str(path)


@pytest.fixture(scope="module")
def word_lists(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Synonyms and function words, for the metrics that read lists of words."""
    folder = tmp_path_factory.mktemp("words")
    (folder / "synonyms.tsv").write_text("bridge\tcrossing\nclosed\tshut\nriver\tstream\n")
    (folder / "function.txt").write_text("the\na\nof\n.\n")
    return {"synonyms": str(folder / "synonyms.tsv"), "function_words": str(folder / "function.txt")}


@pytest.fixture(scope="module", params=cases(), ids=str)
def metric(request: pytest.FixtureRequest, scores_file: str, word_lists: dict[str, str]) -> Metric:
    case: Case = request.param
    given = {"file": scores_file} if "*" not in case.name and "file" in get_needs(case.name) else {}
    if case.name == "meteor":
        given = word_lists
    asked = get(case.name, **given).replace(**dict(case.values))
    return asked.replace(language="en") if asked.wants("pos") or asked.wants("synonyms") else asked


@pytest.fixture(scope="module", autouse=True)
def language_tools(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Analyses that depend on nothing but the line, so metrics that look at words keep every rule."""
    with pytest.MonkeyPatch.context() as patch:
        use_annotator(patch, PureAnnotator())
        use_synonyms(patch, GivenSynonyms(SENSES))
        use_tables(patch, tmp_path_factory.mktemp("tables"))
        yield


def get_needs(name: str) -> frozenset[str]:
    """What a registered metric needs, before it can be made."""
    return next((e.cls.needs for e in entries() if e.name == name.partition(":")[0]), frozenset())


# -- the texts -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Texts:
    """Three systems, two references and a source."""

    systems: dict[str, list[str]]
    references: list[list[str]]
    source: list[str]

    def __len__(self) -> int:
        return len(self.source)

    def batch(self, *, system: str | None = None, references: int = 2, keep: Any = None) -> Batch:
        """All systems or one, of all segments or those in ``keep``."""
        kept = range(len(self)) if keep is None else keep
        names = SYSTEMS if system is None else (system,)
        return Batch.from_streams(
            [self.systems[name][i] for name in names for i in kept],
            [[stream[i] for i in kept] for stream in self.references[:references]],
            systems=names,
            sources=[self.source[i] for i in kept],
            aligner=ALIGNER,
        )


@pytest.fixture(scope="module")
def texts() -> Texts:
    def read(name: str) -> list[str]:
        return (EXAMPLES / name).read_text(encoding="utf-8").splitlines()[:20]

    awkward = list(zip(*AWKWARD, strict=True))
    systems = {name: [*read(f"systems/{name}.en"), *awkward[k]] for k, name in enumerate(SYSTEMS)}
    references = [[*read(f"reference.{name}.en"), *awkward[3 + k]] for k, name in enumerate("ab")]
    return Texts(systems, references, [*read("source.de"), *awkward[3]])


@pytest.fixture(scope="module")
def batch(texts: Texts) -> Batch:
    return texts.batch()


@pytest.fixture(scope="module")
def prepared(metric: Metric, batch: Batch) -> Metric:
    return metric.prepare(batch)


@pytest.fixture(scope="module")
def rows(prepared: Metric, batch: Batch) -> Array:
    return rows_of(prepared, batch)


def rows_of(metric: Metric, batch: Batch) -> Array:
    return metric.weigh(metric.measure(batch))


def having(metric: Metric, fact: str) -> None:
    """Spares a metric that declares not to have a fact."""
    declared = metric.facts()[fact]
    if not declared.holds:
        pytest.skip(f"{fact} does not hold: {declared.reason}")


def made_from_text(metric: Metric) -> None:
    """Spares a metric whose scores are in a file, for the hypotheses of the whole test set only."""
    if "file" in metric.needs:
        pytest.skip(f"{metric.name} needs a file for the texts of this test")


def close(ours: Any, expected: Any, tolerance: float = 1e-12) -> None:
    np.testing.assert_allclose(ours, expected, rtol=tolerance, atol=tolerance)


# -- rows and scores -------------------------------------------------------------------------------


def test_columns_name_the_row(prepared: Metric, rows: Array, batch: Batch) -> None:
    assert rows.shape == (len(batch), len(prepared.columns))
    assert rows.dtype == np.float64
    assert len(set(prepared.columns)) == len(prepared.columns)
    assert np.isfinite(rows).all()


def test_the_corpus_is_the_sum_of_its_segments(
    metric: Metric, prepared: Metric, rows: Array, texts: Texts, batch: Batch
) -> None:
    statistics = Statistics.of(metric, batch)
    assert len(statistics) == len(rows)
    for k, system in enumerate(SYSTEMS):
        own = rows[k * len(texts) : (k + 1) * len(texts)]
        close(prepared.combine(own.sum(axis=0)), statistics.score(system).score)


def test_groups_are_scored_as_if_alone(prepared: Metric, rows: Array, texts: Texts) -> None:
    made_from_text(prepared)
    group = [0, 3, 7, 21, 24]
    alone = rows_of(prepared, texts.batch(system=SYSTEMS[0], keep=group))
    close(prepared.combine(rows[group].sum(axis=0)), prepared.combine(alone.sum(axis=0)))


def test_segments_are_scored_as_if_alone(prepared: Metric, rows: Array, texts: Texts) -> None:
    made_from_text(prepared)
    scores = prepared.segment(rows)[: len(texts)]
    for i in range(len(texts)):
        alone = rows_of(prepared, texts.batch(system=SYSTEMS[0], keep=[i]))
        np.testing.assert_array_equal(alone[0], rows[i])
        np.testing.assert_array_equal(prepared.segment(alone), scores[i : i + 1])


def test_sentence_score(prepared: Metric, rows: Array, texts: Texts) -> None:
    made_from_text(prepared)
    scores = prepared.segment(rows)
    for i, hypothesis in enumerate(texts.systems[SYSTEMS[0]]):
        references = [stream[i] for stream in texts.references]
        alone = prepared.sentence_score(hypothesis, references, source=texts.source[i], aligner=ALIGNER)
        assert alone.score == scores[i]


def test_systems_together_are_as_one_by_one(prepared: Metric, rows: Array, texts: Texts) -> None:
    one_by_one = [rows_of(prepared, texts.batch(system=system)) for system in SYSTEMS]
    np.testing.assert_array_equal(np.concatenate(one_by_one), rows)


def test_the_calls_agree(metric: Metric, texts: Texts) -> None:
    made_from_text(metric)
    test_set = pp.TestSet(
        systems=texts.systems,
        references={str(k): list(stream) for k, stream in enumerate(texts.references)},
        source=texts.source,
    )
    table = pp.score(test_set, [metric], segments=True, aligner=ALIGNER)
    for system, hypotheses in texts.systems.items():
        result = table[system, metric.spec]
        by_segment = list(zip(*texts.references, strict=True))
        for references, by in ((texts.references, "stream"), (by_segment, "segment")):
            options: Any = {"references_by": by, "sources": texts.source, "aligner": ALIGNER}
            corpus = metric.corpus_score(hypotheses, references, **options)
            assert corpus.score == result.score
            assert corpus.signature == result.signature
            segments = metric.segment_scores(hypotheses, references, **options)
            np.testing.assert_array_equal(segments, result.segments)


def test_combine_takes_any_leading_axes(prepared: Metric, rows: Array) -> None:
    sums = rows[:12].reshape(3, 4, -1).cumsum(axis=0)
    together = prepared.combine(sums)
    assert together.shape == (3, 4)
    for i in range(3):
        for j in range(4):
            close(together[i, j], prepared.combine(sums[i, j]))
    assert prepared.combine(sums[:0]).shape == (0, 4)


def test_combine_leaves_its_argument_alone(prepared: Metric, rows: Array) -> None:
    before = rows.copy()
    prepared.combine(rows)
    prepared.segment(rows)
    np.testing.assert_array_equal(rows, before)


def test_matrix_is_every_pair_alone(prepared: Metric, texts: Texts) -> None:
    having(prepared, "pairwise")
    hypotheses = [*texts.systems[SYSTEMS[0]][:4], "", "a b c"]
    references = [*texts.references[0][2:6], ""]
    scores = prepared.matrix(hypotheses, references)
    assert scores.shape == (6, 5)
    for i, hypothesis in enumerate(hypotheses):
        for j, reference in enumerate(references):
            alone = rows_of(prepared, Batch.from_streams([hypothesis], [[reference]], sources=[reference]))
            assert scores[i, j] == prepared.segment(alone)[0]


def test_some_pairs_are_as_all_pairs(prepared: Metric, texts: Texts) -> None:
    having(prepared, "pairwise")
    hypotheses, references = texts.systems[SYSTEMS[1]][:4], texts.references[1][:3]
    pairs = np.array([[3, 0], [0, 2], [3, 1]])
    some = prepared.segment(prepared.weigh(prepared.measure_pairs(hypotheses, references, pairs)))
    np.testing.assert_array_equal(some, prepared.matrix(hypotheses, references)[pairs[:, 0], pairs[:, 1]])


# -- determinism -----------------------------------------------------------------------------------


def test_threads_change_no_bit(prepared: Metric, batch: Batch, texts: Texts) -> None:
    several = batch
    if "file" not in prepared.needs:
        several = texts.batch(keep=list(range(len(texts))) * 20)
    with threads(1):
        one = rows_of(prepared, several)
    with threads(2):
        two = rows_of(prepared, several)
    np.testing.assert_array_equal(one, two)


def test_the_order_of_segments_does_not_matter(prepared: Metric, texts: Texts) -> None:
    made_from_text(prepared)
    order = np.random.default_rng(1).permutation(len(texts))
    straight = rows_of(prepared, texts.batch(system="good"))
    permuted = rows_of(prepared, texts.batch(system="good", keep=order.tolist()))
    np.testing.assert_array_equal(permuted, straight[order])
    close(prepared.combine(permuted.sum(axis=0)), prepared.combine(straight.sum(axis=0)))


def test_prepared_once(metric: Metric, texts: Texts, batch: Batch) -> None:
    prepared = metric.prepare(batch)
    assert prepared.prepare(batch) == prepared
    if "file" not in metric.needs:
        assert prepared.prepare(texts.batch(keep=[1, 2])) == prepared


def test_preparing_looks_at_no_hypothesis(metric: Metric, texts: Texts) -> None:
    made_from_text(metric)
    assert metric.prepare(texts.batch(system="good")) == metric.prepare(texts.batch(system="short"))


# -- facts -----------------------------------------------------------------------------------------


def test_exceptions_are_known_and_say_why(metric: Metric) -> None:
    assert set(metric.exceptions) <= set(FACTS)
    assert all(metric.exceptions.values())
    assert all([metric.name, metric.title, metric.paper])
    assert metric.positional is None or metric.positional in parameters(metric)


def test_bounded(prepared: Metric, rows: Array) -> None:
    having(prepared, "bounded")
    low, high = prepared.bounds
    sums = np.concatenate([rows, rows.cumsum(axis=0)])
    for scores in (prepared.segment(rows), prepared.combine(sums)):
        assert (low <= scores).all()
        assert (scores <= high).all()


def test_identity_is_best(metric: Metric, texts: Texts) -> None:
    having(metric, "identity_is_best")
    whole = [i for i in range(20) if len(texts.references[0][i].split()) >= 8]
    references = [texts.references[0][i] for i in whole]
    same = Batch.from_streams(references, [references], sources=references, aligner=ALIGNER)
    prepared = metric.prepare(same)
    rows = rows_of(prepared, same)
    best = metric.bounds[1 if metric.higher_is_better else 0]
    sign = 1.0 if metric.higher_is_better else -1.0
    for scores, reduce in ((prepared.segment(rows), False), (prepared.combine(rows.sum(axis=0)), True)):
        if math.isfinite(best):
            close(scores, np.full_like(scores, best))
        for system in SYSTEMS:
            others = rows_of(prepared, texts.batch(system=system, references=1, keep=whole))
            theirs = prepared.combine(others.sum(axis=0)) if reduce else prepared.segment(others)
            assert (sign * theirs <= sign * scores + 1e-9).all()


def test_decomposable(metric: Metric, texts: Texts) -> None:
    """Replacing one segment's output moves the corpus score by a fixed share of the change."""
    having(metric, "decomposable")
    everything = texts.batch(references=1)
    prepared = metric.prepare(everything)
    n = len(texts)
    rows = rows_of(prepared, everything).reshape(len(SYSTEMS), n, -1)
    scores = prepared.segment(rows.reshape(len(SYSTEMS) * n, -1)).reshape(len(SYSTEMS), n)
    total = rows[0].sum(axis=0)
    shares: list[list[float]] = [[] for _ in range(n)]
    for other in (1, 2):
        moved = prepared.combine(total - rows[0] + rows[other]) - prepared.combine(total)
        change = scores[other] - scores[0]
        for i in np.flatnonzero(np.abs(change) > 1e-9):
            shares[i].append(float(moved[i] / change[i]))
        np.testing.assert_allclose(moved[change == 0.0], 0.0, atol=1e-9)
    assert sum(map(bool, shares)) > n / 2
    for values in filter(None, shares):
        assert min(values) > 0.0
        np.testing.assert_allclose(values, values[0], rtol=1e-6)


def test_better_segments_never_make_a_worse_corpus(metric: Metric, texts: Texts) -> None:
    having(metric, "decomposable")
    if metric.higher_is_better is None:
        pytest.skip("no direction")
    prepared = metric.prepare(texts.batch(references=1))
    first, second = (rows_of(prepared, texts.batch(system=s, references=1)) for s in SYSTEMS[:2])
    sign = 1.0 if metric.higher_is_better else -1.0
    better = sign * (prepared.segment(second) - prepared.segment(first)) > 0.0
    chosen = np.where(better[:, None], second, first)
    improved, before = (prepared.combine(rows.sum(axis=0)) for rows in (chosen, first))
    assert sign * (improved - before) >= -1e-9


def test_empty_texts_give_numbers(metric: Metric) -> None:
    made_from_text(metric)
    for hypothesis, *references in EMPTY:
        for source in (hypothesis, references[0], "s t"):
            batch = Batch.from_streams(
                [hypothesis], [[r] for r in references], sources=[source], aligner=ALIGNER
            )
            prepared = metric.prepare(batch)
            rows = rows_of(prepared, batch)
            assert np.isfinite(prepared.segment(rows)).all(), (source, hypothesis, references)
            assert np.isfinite(prepared.combine(rows.sum(axis=0))).all(), (source, hypothesis, references)
    everything = Batch.from_streams(
        [case[0] for case in EMPTY],
        [[case[k] for case in EMPTY] for k in (1, 2)],
        sources=[case[0] for case in EMPTY],
        aligner=ALIGNER,
    )
    prepared = metric.prepare(everything)
    assert np.isfinite(prepared.combine(rows_of(prepared, everything).sum(axis=0)))
    assert np.isfinite(prepared.combine(np.zeros(len(prepared.columns))))


def test_gain_follows_the_direction(metric: Metric) -> None:
    worse, better = np.array([10.0, 20.0]) if metric.higher_is_better else np.array([20.0, 10.0])
    try:
        gains = metric.gain(np.array([worse, better]))
    except ParameterError:
        # Only what has no best score, or no direction, may refuse.
        assert metric.higher_is_better is None or math.isinf(max(metric.bounds))
        return
    assert gains[0] < gains[1]
    assert gains.shape == (2,)


# -- names and copies ------------------------------------------------------------------------------


def test_copies_are_equal(metric: Metric, prepared: Metric) -> None:
    for original in (metric, prepared):
        for made in (pickle.loads(pickle.dumps(original)), copy.deepcopy(original), original.replace()):
            assert made == original
            assert hash(made) == hash(original)
            assert made.signature == original.signature


def test_copies_score_alike(prepared: Metric, rows: Array, batch: Batch) -> None:
    np.testing.assert_array_equal(rows_of(pickle.loads(pickle.dumps(prepared)), batch), rows)


def test_frozen(metric: Metric) -> None:
    for name in parameters(metric):
        with pytest.raises(AttributeError):
            setattr(metric, name, getattr(metric, name))


def test_the_grammar_reads_what_it_writes(metric: Metric) -> None:
    assert str(metric) == metric.spec
    assert get(metric.spec) == metric
    assert get(metric) is metric


def test_the_signature_makes_the_metric_again(metric: Metric) -> None:
    assert from_signature(metric.signature) == metric
    assert from_signature(signature(metric, nrefs="2")) == metric


def test_the_short_signature(metric: Metric) -> None:
    long, short = signature(metric, nrefs="1"), signature(metric, nrefs="1", short=True)
    assert long.startswith(f"{metric.name}|nrefs:1|")
    assert short.startswith(f"{metric.name}|#:1|")
    assert long.endswith(f"|version:{pp.__version__}")
    assert short.endswith(f"|v:{pp.__version__}")
    assert len(short) < len(long)


def test_other_parameters_are_other_metrics(metric: Metric) -> None:
    for name, parameter in parameters(metric).items():
        for value in another(name, parameter, getattr(metric, name)):
            try:
                changed = metric.replace(**{name: value})
            except ParameterError:
                continue
            if getattr(changed, name) != getattr(metric, name):
                assert changed != metric
                assert changed.spec != metric.spec
                assert changed.signature != metric.signature


def out_of_bounds(parameter: Parameter) -> Iterator[Any]:
    """Values a parameter must refuse."""
    yield from ([], {}, object())
    if not parameter.optional:
        yield None
    if parameter.type != "bool":
        yield True
    if parameter.type != "str":
        yield "a text"
    if parameter.choices:
        yield "no such choice"
    if parameter.type in {"int", "float"}:
        yield from (math.nan, math.inf, -math.inf)
        yield from (bound for bound in (parameter.low - 1, parameter.high + 1) if math.isfinite(bound))
    if parameter.type == "int":
        yield 2.5


def test_parameters_are_checked(metric: Metric) -> None:
    for name, parameter in parameters(metric).items():
        for value in out_of_bounds(parameter):
            # A mixture speaks of its weights in the singular.
            with pytest.raises(ParameterError, match=name.removesuffix("s")):
                metric.replace(**{name: value})
        assert parameter.kind in {"formula", "counting"}
        assert parameter.doc
    with pytest.raises(ParameterError, match="nonesuch"):
        metric.replace(nonesuch=1)


# -- statistics and streams ------------------------------------------------------------------------


def test_saved_statistics_score_alike(prepared: Metric, batch: Batch, rows: Array, tmp_path: Path) -> None:
    direct = Statistics.of(prepared, batch)
    direct.save(tmp_path / "statistics.npz")
    loaded = Statistics.load(tmp_path / "statistics.npz")
    assert loaded.metric == prepared
    np.testing.assert_array_equal(loaded.rows(), rows)
    for system in SYSTEMS:
        assert loaded.score(system) == direct.score(system)


def test_merged_statistics_score_alike(prepared: Metric, texts: Texts, rows: Array) -> None:
    made_from_text(prepared)
    halves = [texts.batch(keep=range(9)), texts.batch(keep=range(9, len(texts)))]
    merged = merge(Statistics.of(prepared, half) for half in halves)
    for k, system in enumerate(SYSTEMS):
        own = rows[k * len(texts) : (k + 1) * len(texts)]
        np.testing.assert_array_equal(merged.rows(system), own)
        close(merged.score(system).score, prepared.combine(own.sum(axis=0)))


def test_streams_score_alike(prepared: Metric, texts: Texts) -> None:
    made_from_text(prepared)
    stream = prepared.stream()
    hypotheses = texts.systems["good"]
    for begin, end in ((0, 1), (1, 12), (12, 12), (12, len(texts))):
        stream.update(
            hypotheses[begin:end],
            [r[begin:end] for r in texts.references],
            sources=texts.source[begin:end],
            aligner=ALIGNER,
        )
    options: Any = {"sources": texts.source, "aligner": ALIGNER}
    whole = prepared.corpus_score(hypotheses, texts.references, **options)
    assert len(stream) == len(texts)
    close(stream.compute().score, whole.score)
    assert stream.compute().signature == whole.signature
    segments = prepared.segment_scores(hypotheses, texts.references, **options)
    np.testing.assert_array_equal(stream.segment_scores(), segments)


def test_results_are_plain_numbers(prepared: Metric, batch: Batch) -> None:
    result = Statistics.of(prepared, batch).score(SYSTEMS[0])
    written = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert written["score"] == result.score
    assert written["metric"] == prepared.spec
    assert written["higher_is_better"] == prepared.higher_is_better
