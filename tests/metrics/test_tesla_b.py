"""TESLA-B beside its definition, on small tables."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe.batch.resources import Resources
from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError, MissingError
from pitchpipe.lang.annotation.analysis import Analysed
from pitchpipe.lang.phrases import files as phrase_table_files
from pitchpipe.lang.phrases.sources import Extraction, table_from_pairs
from pitchpipe.lang.phrases.tables import PivotTable
from pitchpipe.metrics import Batch, TeslaB, TeslaM, from_signature, get
from pitchpipe.metrics.base import Metric
from pitchpipe.threads import threads
from tests.metrics.annotating import FUNCTION, SpelledAnnotator, spelled_token
from tests.oracle import tesla as oracle

#: Phrases and what they are in French and in German; words say what they are, functions in capitals.
FRENCH = [
    ("THE.d", "LA.d", 6.0),
    ("THE.d", "LE.d", 2.0),
    ("house.n", "maison.n", 3.0),
    ("house.n", "MA.d maison.n", 1.0),
    ("THE.d house.n", "LA.d maison.n", 2.0),
    ("home.n", "maison.n", 1.0),
    ("big.a house.n", "grande.a maison.n", 2.0),
    ("big.a", "grand.a", 2.0),
    ("big.a", "gros.a", 2.0),
    ("x.n y.n", "un.n deux.n trois.n quatre.n", 1.0),
]
GERMAN = [("house.n", "haus.n", 1.0), ("home.n", "heim.n", 2.0), ("home.n", "haus.n", 1.0)]
WORDS = ["THE.d", "house.n", "home.n", "big.a", "x.n", "y.n", "maison.n", "A.d"]
lines = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)


def spelled(lines: list[str]) -> Analysed:
    return SpelledAnnotator().annotate(lines, side="pivot")


def table_of(pairs: list[tuple[str, str, float]], pivot: str) -> PivotTable:
    phrases, pivots, counts = (list(column) for column in zip(*pairs, strict=True))
    return table_from_pairs(phrases, spelled(pivots), counts, language="en", pivot=pivot)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("tables")
    for name, pairs in (("fr", FRENCH), ("de", GERMAN)):
        table_of(pairs, name).save(folder / f"{name}.table")
    return {
        "fr": f"{folder}/fr.table",
        "de": f"{folder}/de.table",
        "both": f"{folder}/fr.table/{folder}/de.table",
    }


def tesla(pivots: str, **options: Any) -> TeslaB:
    return TeslaB(**{"tags": "xpos", "synonyms": "none", "pivots": pivots, **options})


def batch_of(hypotheses: list[str], *streams: list[str]) -> Batch:
    return Batch.from_streams(hypotheses, list(streams), resources=Resources(annotator=SpelledAnnotator()))


def scores(metric: Metric, batch: Batch) -> Array:
    return metric.segment(metric.weigh(metric.measure(batch)))


def sentence(pivots: str, hypothesis: str, *references: str, **options: Any) -> float:
    return float(scores(tesla(pivots, **options), batch_of([hypothesis], *([r] for r in references)))[0])


# -- the definition --------------------------------------------------------------------------------


def bag(pairs: list[tuple[str, str, float]], pivot: str, line: str, n: int, tag: bool, weight: float) -> Any:
    """The n-grams of a line in the pivot language, from those of forms: by lemma, or by tag."""
    # Forms are in lower case, so that what a word is must be looked up in the pairs.
    spelling = {word.lower(): word for _, phrase, _ in pairs for word in phrase.split()}
    expected: defaultdict[tuple[str, ...], float] = defaultdict(float)
    for ngram, count in table_of(pairs, pivot).ngrams(line.split(), n).items():
        if len(ngram) == n:
            tokens = [spelled_token(spelling.get(word, word)) for word in ngram]
            key = tuple(token.xpos if tag else token.lemma for token in tokens)
            expected[key] += count * weight ** sum(token.upos == FUNCTION for token in tokens)
    return expected


def s_bpng(
    pivots: list[str], hypothesis: str, reference: str, alpha: float, weight: float, empty: str
) -> float:
    measures, present = [], []
    for pivot in pivots:
        pairs = {"fr": FRENCH, "de": GERMAN}[pivot]
        for n in (1, 2, 3):
            for tag in (False, True):
                x, y = (bag(pairs, pivot, line, n, tag, weight) for line in (reference, hypothesis))
                S = sum(min(w, y[g]) for g, w in x.items() if g in y)
                measures.append(oracle.f_measure(S, sum(x.values()), sum(y.values()), alpha))
                present.append(bool(x or y))
    return oracle.mean(measures, empty, present)


@settings(max_examples=60)
@given(
    lines,
    lines,
    st.sampled_from([["fr"], ["de"], ["fr", "de"]]),
    st.sampled_from([0.1, 1.0]),
    st.sampled_from([0.5, 0.8]),
    st.sampled_from(["skip", "zero"]),
)
def test_as_the_definition(
    files: dict[str, str],
    hypothesis: str,
    reference: str,
    pivots: list[str],
    weight: float,
    alpha: float,
    empty: str,
) -> None:
    options: dict[str, Any] = {"function_weight": weight, "alpha": alpha, "empty": empty}
    metric = tesla("/".join(files[pivot] for pivot in pivots), **options)
    batch = batch_of([hypothesis], [reference])
    row = metric.weigh(metric.measure(batch))[0]
    own = TeslaM(tags="xpos", synonyms="none", **options)
    assert row[2] == pytest.approx(own.weigh(own.measure(batch))[0, 0], abs=1e-12)
    assert row[3] == pytest.approx(s_bpng(pivots, hypothesis, reference, alpha, weight, empty), abs=1e-9)
    assert row[0] == pytest.approx((row[2] + row[3]) / 2)


def test_by_hand(files: dict[str, str]) -> None:
    # haus has 1/3 of home; heim of it nothing of house. One unigram each, the same tag.
    parts = tesla(files["de"]).parts(
        tesla(files["de"]).weigh(tesla(files["de"]).measure(batch_of(["home.n"], ["house.n"]))).sum(axis=0)
    )
    assert parts == pytest.approx({"s_BTNG": (0.5 + 1.0) / 2, "s_BPNG": (1 / 3 + 1.0) / 2})


def test_a_pivot_shows_that_words_mean_the_same(files: dict[str, str]) -> None:
    assert sentence(files["fr"], "THE.d home.n", "THE.d house.n") > sentence(
        files["fr"], "THE.d x.n", "THE.d house.n"
    )


def test_formula_parameters_need_no_counting(files: dict[str, str]) -> None:
    batch = batch_of(["THE.d home.n x.n", "x.n"], ["THE.d house.n", "y.n"], ["home.n", "x.n"])
    measured = tesla(files["both"]).measure(batch)
    for options in ({"alpha": 0.3}, {"empty": "zero"}, {"references": "max"}):
        again = tesla(files["both"], **options)
        np.testing.assert_array_equal(again.weigh(measured), again.weigh(again.measure(batch)))
        assert not np.array_equal(again.weigh(measured), tesla(files["both"]).weigh(measured))


def test_several_references(files: dict[str, str]) -> None:
    references = ("THE.d house.n", "x.n", "")
    each = [sentence(files["both"], "THE.d home.n", reference) for reference in references]
    assert sentence(files["both"], "THE.d home.n", *references) == pytest.approx(np.mean(each))
    assert sentence(files["both"], "THE.d home.n", *references, references="max") == max(each)


# -- edges -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hypothesis", "reference", "score"),
    [("", "", 100.0), ("x.n", "", 0.0), ("", "x.n", 0.0), ("x.n", "x.n", 100.0), ("u.v", "w.z", 0.0)],
)
def test_short_sentences(files: dict[str, str], hypothesis: str, reference: str, score: float) -> None:
    assert sentence(files["both"], hypothesis, reference) == pytest.approx(score)


@given(lines)
def test_identity_is_best(files: dict[str, str], line: str) -> None:
    assert sentence(files["both"], line, line) == pytest.approx(100.0, abs=1e-9)


def test_words_that_a_table_lacks_pass_through(files: dict[str, str]) -> None:
    # maison.n is no English word here; it is the pivot word of house.n.
    row = tesla(files["fr"], max_order=1).measure(batch_of(["maison.n"], ["home.n"])).values[0]
    assert row[4:].tolist() == [1.0, 1.0, 1.0, 1.0]


def test_long_lines(files: dict[str, str]) -> None:
    line = " ".join(WORDS * 40)
    assert sentence(files["both"], line, line) == pytest.approx(100.0, abs=1e-9)
    assert 0.0 < sentence(files["both"], line, " ".join(reversed(WORDS * 40))) < 100.0


def test_threads_change_no_bit(files: dict[str, str]) -> None:
    rng = np.random.default_rng(5)
    sides = [[" ".join(rng.choice(WORDS, size=rng.integers(0, 20))) for _ in range(300)] for _ in range(2)]
    with threads(1):
        one = tesla(files["both"]).measure(batch_of(*sides)).values
    with threads(2):
        two = tesla(files["both"]).measure(batch_of(*sides)).values
    np.testing.assert_array_equal(one, two)


# -- what it needs ---------------------------------------------------------------------------------


def test_tables_are_fixed_with_their_digests(files: dict[str, str]) -> None:
    metric = tesla(files["both"])
    batch = batch_of(["THE.d home.n"], ["THE.d house.n"])
    prepared = metric.prepare(batch)
    digests = [PivotTable.open(files[name]).digest for name in ("fr", "de")]
    assert prepared.pivots == f"{files['fr']}#{digests[0]}/{files['de']}#{digests[1]}"
    assert prepared.prepare(batch) == prepared == from_signature(prepared.signature)
    assert get(prepared.spec) == prepared
    np.testing.assert_array_equal(scores(prepared, batch), scores(metric, batch))
    changed = prepared.replace(pivots=f"{files['fr']}#{digests[1]}")
    with pytest.raises(DataError, match="it is another file"):
        changed.measure(batch)


def test_without_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phrase_table_files, "_folder", lambda: tmp_path)
    batch = Batch.from_streams(
        ["x"], [["x"]], resources=Resources(target_language="en", annotator=SpelledAnnotator())
    )
    with pytest.raises(MissingError, match="pitchpipe lang phrase-table TEXT PIVOT_TEXT -l en -p CODE"):
        tesla("auto").prepare(batch)
    with pytest.raises(MissingError, match=r"there is no phrase table missing\.table"):
        tesla("missing.table").prepare(batch)


def test_a_table_of_another_language(files: dict[str, str]) -> None:
    batch = Batch.from_streams(
        ["x"], [["x"]], resources=Resources(target_language="cs", annotator=SpelledAnnotator())
    )
    with pytest.raises(DataError, match="has phrases of en, but the texts are in cs"):
        tesla(files["fr"]).prepare(batch)


def test_more_translations_are_kept_on_demand() -> None:
    pairs = [("a", f"w{k}", 1.0) for k in range(30)]
    phrases, pivots, counts = (list(column) for column in zip(*pairs, strict=True))
    options: dict[str, Any] = {"language": "en", "pivot": "fr"}
    assert len(table_from_pairs(phrases, spelled(pivots), counts, **options).lookup("a")) == 20
    wide = table_from_pairs(phrases, spelled(pivots), counts, **options, extraction=Extraction(top=1000))
    assert len(wide.lookup("a")) == 30
