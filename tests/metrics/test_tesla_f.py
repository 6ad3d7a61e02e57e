"""TESLA-F: features by hand, scaling as in section 4.1, and what it shares with TESLA-M and -B."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitchpipe.batch.resources import Resources
from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError, MissingError, ParameterError
from pitchpipe.lang.lm.model import FALLBACK_DISCOUNTS, LanguageModel
from pitchpipe.metrics import Batch, TeslaB, TeslaF, TeslaM, from_signature, get
from pitchpipe.metrics.annotated import without_texts
from pitchpipe.metrics.base import Metric
from tests.metrics.annotating import SpelledAnnotator
from tests.metrics.test_tesla_b import FRENCH, GERMAN, table_of

WORDS = ["THE.d", "house.n", "home.n", "big.a", "x.n", "maison.n"]
lines = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)
weights = st.floats(-2.0, 2.0).map(lambda x: round(x, 3))


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("tesla-f")
    table_of(FRENCH, "fr").save(folder / "fr.table")
    table_of(GERMAN, "de").save(folder / "de.table")
    text = ["THE.d house.n", "THE.d big.a house.n", "home.n", "THE.d home.n"]
    LanguageModel.estimate(text, order=2, fallback=FALLBACK_DISCOUNTS).write(folder / "small.arpa.gz")
    LanguageModel.estimate(text[:2], order=1, fallback=FALLBACK_DISCOUNTS).write(folder / "words.arpa")
    return {
        "fr": f"{folder}/fr.table",
        "both": f"{folder}/fr.table/{folder}/de.table",
        "model": f"{folder}/small.arpa.gz",
        "models": f"{folder}/small.arpa.gz/{folder}/words.arpa",
    }


def tesla(pivots: str = "none", models: str = "none", **options: Any) -> TeslaF:
    given = {"tags": "xpos", "synonyms": "none", "tokenize": "none", "pivots": pivots, "models": models}
    return TeslaF(**{**given, **options})


def batch_of(hypotheses: list[str], *streams: list[str], language: str | None = None) -> Batch:
    return Batch.from_streams(
        hypotheses, list(streams), resources=Resources(annotator=SpelledAnnotator(), target_language=language)
    )


def features(metric: TeslaF, hypothesis: str, *references: str) -> Array:
    batch = batch_of([hypothesis], *([reference] for reference in references))
    found: Array = metric.features(metric.measure(batch))[0]
    return found


def score(metric: Metric, hypothesis: str, *references: str) -> float:
    batch = batch_of([hypothesis], *([reference] for reference in references))
    return float(metric.segment(metric.weigh(metric.measure(batch)))[0])


# -- features --------------------------------------------------------------------------------------


def test_features_by_hand(files: dict[str, str]) -> None:
    metric = tesla(models=files["model"])
    assert metric.feature_names == ("ms1", "pos1", "ms2", "pos2", "ms3", "pos3", "lm1")
    # "big house" for "big home": of single words one lemma is the same and both tags are, and s_ms is ½ for
    # the other; of the pair, s_ms is (1 + ½)/2. Neither has three words, so that these get the mean.
    found = features(metric, "big.a house.n", "big.a home.n")
    np.testing.assert_allclose(found[:6], [0.75, 1, 0.75, 1, 0.75, 1])


def test_language_models_see_the_hypothesis_per_word(files: dict[str, str]) -> None:
    metric = tesla(models=files["models"])
    hypothesis = "THE.d big.a home.n"
    found = features(metric, hypothesis, "home.n", "house.n")[-2:]
    folder = Path(files["model"]).parent
    for name, value in zip(("small.arpa.gz", "words.arpa"), found, strict=True):
        log10 = LanguageModel.read(folder / name).score([hypothesis])[0]
        assert value == pytest.approx(math.log(10.0) * log10 / 3)


def test_pivots_come_between(files: dict[str, str]) -> None:
    metric = tesla(files["both"], files["model"])
    assert metric.feature_names[6:8] == ("fr.lem1", "fr.pos1")
    assert metric.feature_names[12:14] == ("de.lem1", "de.pos1")
    assert metric.feature_names[18:] == ("lm1",)
    # Home and house are the same French word, and in German one of three times.
    found = dict(zip(metric.feature_names, features(metric, "home.n", "house.n"), strict=True))
    assert found["de.lem1"] == pytest.approx(1 / 3)
    assert found["fr.lem1"] > found["de.lem1"]


def test_tables_of_one_language_are_told_apart(files: dict[str, str], tmp_path: Path) -> None:
    table_of(FRENCH[:3], "fr").save(tmp_path / "news.table")
    names = tesla(f"{files['fr']}/{tmp_path}/news.table").feature_names
    assert (names[6], names[12]) == ("fr.lem1", "fr.lem1#2")
    # The same file twice is one table.
    assert tesla(f"{files['fr']}/{files['fr']}").feature_names == tesla(files["fr"]).feature_names


@given(lines, lines, lines)
def test_features_of_references_are_averaged(hypothesis: str, a: str, b: str) -> None:
    metric = tesla()
    each = [features(metric, hypothesis, reference) for reference in (a, b)]
    np.testing.assert_allclose(features(metric, hypothesis, a, b), np.mean(each, axis=0), atol=1e-12)


def test_empty_orders() -> None:
    assert features(tesla(), "", "").tolist() == [1.0] * 6
    assert features(tesla(), "x.n", "x.n").tolist() == [1.0] * 6
    assert features(tesla(empty="zero"), "x.n", "x.n").tolist() == [1, 1, 0, 0, 0, 0]
    assert features(tesla(empty="zero"), "", "").tolist() == [1.0] * 6
    assert features(tesla(), "x.n", "").tolist() == [0.0] * 6


# -- before anything is learnt ---------------------------------------------------------------------


@settings(max_examples=60)
@given(lines, lines, st.sampled_from(["skip", "zero"]))
def test_without_weights_it_is_tesla_m(hypothesis: str, reference: str, empty: str) -> None:
    expected = TeslaM(tags="xpos", synonyms="none", empty=empty)
    ours = tesla(empty=empty)
    assert score(ours, hypothesis, reference) == score(expected, hypothesis, reference)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(hypothesis=lines, reference=lines, empty=st.sampled_from(["skip", "zero"]))
def test_without_weights_it_is_tesla_b(
    files: dict[str, str], hypothesis: str, reference: str, empty: str
) -> None:
    expected = TeslaB(tags="xpos", synonyms="none", pivots=files["both"], empty=empty)
    ours = tesla(files["both"], files["model"], empty=empty)
    assert score(ours, hypothesis, reference) == score(expected, hypothesis, reference)


@pytest.mark.parametrize("references", ["mean", "max"])
def test_and_with_several_references(files: dict[str, str], references: str) -> None:
    expected = TeslaB(tags="xpos", synonyms="none", pivots=files["both"], references=references)
    ours = tesla(files["both"], files["model"], references=references)
    for hypothesis in ("THE.d house.n", "big.a big.a home.n x.n", "y.n"):
        told = "THE.d big.a house.n", "home.n x.n"
        assert score(ours, hypothesis, *told) == score(expected, hypothesis, *told)


# -- weights ---------------------------------------------------------------------------------------


def test_scaling_by_hand(files: dict[str, str]) -> None:
    learnt = (2.0, -1.0, 0.0, 0.0, 0.0, 0.5, 0.1)
    metric = tesla(models=files["model"], weights=learnt)
    # F in [0, 1]: from -1 to 2.5; LM in [-15, 0] with 0.1: from -1.5 to 0.
    assert metric.score_range == pytest.approx((-2.5, 2.5))
    found = features(metric, "big.a house.n", "big.a home.n")
    s = 2 * found[0] - found[1] + 0.5 * found[5] + 0.1 * found[6]
    assert score(metric, "big.a house.n", "big.a home.n") == pytest.approx(100 * (s + 2.5) / 5)
    plain = metric.replace(scale=False)
    assert score(plain, "big.a house.n", "big.a home.n") == pytest.approx(s)


@settings(max_examples=60)
@given(lines, lines, st.lists(weights, min_size=6, max_size=6).filter(any))
def test_without_language_models_scores_are_within_bounds(
    hypothesis: str, reference: str, chosen: list[float]
) -> None:
    assert -1e-9 <= score(tesla(weights=chosen), hypothesis, reference) <= 100 + 1e-9


@given(st.lists(st.floats(0.001, 2.0), min_size=6, max_size=6))
def test_the_best_is_exactly_100(chosen: list[float]) -> None:
    assert score(tesla(weights=chosen), "THE.d big.a house.n", "THE.d big.a house.n") == 100.0


@settings(max_examples=60)
@given(lines, lines, lines, st.lists(weights, min_size=6, max_size=6).filter(any), st.floats(0.1, 9.0))
def test_the_size_of_weights_does_not_matter(
    a: str, b: str, reference: str, chosen: list[float], factor: float
) -> None:
    for hypothesis in (a, b):
        larger = tesla(weights=[factor * w for w in chosen])
        ours = score(tesla(weights=chosen), hypothesis, reference)
        assert score(larger, hypothesis, reference) == pytest.approx(ours)


def test_a_worse_language_model_score_may_leave_the_bounds(files: dict[str, str], tmp_path: Path) -> None:
    arpa = "\\data\\\nngram 1=3\n\n\\1-grams:\n-50\t<unk>\n0\t<s>\n-50\t</s>\n\n\\end\\\n"
    (tmp_path / "harsh.arpa").write_text(arpa)
    metric = tesla(models=str(tmp_path / "harsh.arpa"), weights=(0, 0, 0, 0, 0, 0, 1))
    assert score(metric, "x.n", "x.n") < 0.0


def test_the_corpus_is_the_mean(files: dict[str, str]) -> None:
    metric = tesla(files["fr"], files["model"], weights=range(1, 14))
    batch = batch_of(["THE.d house.n", "x.n y.n"], ["home.n", "x.n"])
    rows = metric.weigh(metric.measure(batch))
    assert metric.combine(rows.sum(axis=0)) == pytest.approx(metric.segment(rows).mean())
    parts = metric.parts(rows.sum(axis=0))
    assert list(parts) == list(metric.feature_names)
    assert parts["fr.lem1"] == pytest.approx(rows[:, 2 + 6].mean())


# -- names and files -------------------------------------------------------------------------------


def test_signatures_name_the_files(files: dict[str, str]) -> None:
    metric = tesla(files["fr"], files["model"], weights=range(1, 14))
    prepared = metric.prepare(batch_of(["x.n"], ["x.n"], language="en"))
    assert prepared.models == f"{files['model']}#{LanguageModel.read(files['model']).digest}"
    assert from_signature(prepared.signature) == prepared
    assert get(prepared.spec) == prepared
    assert prepared.prepare(batch_of(["x.n"], ["x.n"])) == prepared
    assert "weights:tesla-b" in tesla().signature


def test_nothing_but_annotation_is_needed() -> None:
    prepared = tesla().prepare(batch_of(["x.n"], ["x.n"], language="en"))
    assert (prepared.pivots, prepared.models) == ("none", "none")


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"models": "x" * 300}, MissingError, "there is no language model xxx"),
        ({"models": "missing.arpa"}, MissingError, "there is no language model missing.arpa.*lang lm"),
        ({"pivots": "missing.table"}, MissingError, "there is no phrase table missing.table"),
        ({"weights": (1.0, 2.0)}, ParameterError, "has 2 weights for 6 features .ms1, pos1, "),
    ],
)
def test_what_cannot_be_used(options: dict[str, Any], error: type[Exception], message: str) -> None:
    metric = tesla(**options)
    with pytest.raises(error, match=message):
        metric.weigh(metric.measure(batch_of(["x.n"], ["x.n"])))


def test_weights_of_nothing_are_refused() -> None:
    with pytest.raises(ParameterError, match="all weights are 0"):
        tesla(weights=(0.0,) * 6)
    with pytest.raises(ParameterError, match="weights are too large"):
        tesla(weights=(1e308,) * 6)


def test_a_name_may_have_a_number_sign(files: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "model#2.arpa"
    model = LanguageModel.read(files["model"])
    model.write(path)
    for name in (str(path), f"{path}#{model.digest}"):
        prepared = tesla(models=name).prepare(batch_of(["x.n"], ["x.n"], language="en"))
        assert prepared.models == f"{path}#{model.digest}"


def test_a_model_that_was_changed_is_refused(files: dict[str, str]) -> None:
    metric = tesla(models=f"{files['model']}#000000")
    with pytest.raises(DataError, match="it is another file"):
        metric.measure(batch_of(["x.n"], ["x.n"]))


@pytest.mark.parametrize("content", [b"", b"\\data\\\nngram 1=3\n", b"\x1f\x8b", b"PPPHRASE"])
def test_broken_models_are_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "m.arpa").write_bytes(content)
    metric = tesla(models=str(tmp_path / "m.arpa"))
    with pytest.raises(DataError, match=r"m\.arpa"):
        metric.measure(batch_of(["x.n"], ["x.n"]))


def test_weights_for_another_language_are_refused() -> None:
    metric = tesla(language="en", weights=range(1, 7))
    with pytest.raises(DataError, match="weights are for English, but the texts are in German"):
        metric.prepare(batch_of(["x.n"], ["x.n"], language="de"))
    assert without_texts(metric.prepare(batch_of(["x.n"], ["x.n"], language="en"))) == metric


@pytest.mark.parametrize("scored", [{}, {"weights": (0.5, 0.1, 0.2, 0.1, 0.05, 0.05, 0.3)}])
def test_pairs_of_groups_are_scored_as_if_alone(files: dict[str, str], scored: dict[str, Any]) -> None:
    """What language models say of a hypothesis goes with it to every reference."""
    metric = tesla(models=files["model"], **scored)
    hypotheses, references = ["THE.d house.n", "x.n", "big.a home.n"], ["THE.d home.n", "", "house.n"]
    measured = metric.measure_groups(
        hypotheses, references, np.array([0, 2, 3]), np.array([0, 2, 3]),
        resources=Resources(annotator=SpelledAnnotator()),
    )  # fmt: skip
    pairs = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 2)]
    alone = [score(metric, hypotheses[h], references[r]) for h, r in pairs]
    np.testing.assert_array_equal(metric.segment(metric.weigh(measured)), alone)
