"""What every metric must keep, whoever wrote it.

A metric is spared a test only by what its class declares, and the test says which: ``only("pairwise")`` is
for metrics that have the fact, ``only("from_text")`` for those whose scores are not in a file made elsewhere,
``only("nameable")`` for those that signatures and files may name.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from pitchpipe.batch.values import Array
from pitchpipe.lang.lm.model import FALLBACK_DISCOUNTS, LanguageModel
from pitchpipe.metrics import Batch, Metric, get
from pitchpipe.metrics.pitch_en import PitchEn
from tests.conformance.cases import Case, cases
from tests.conformance.texts import SYSTEMS, Texts, rows_of
from tests.metrics.annotating import GivenSynonyms, PureAnnotator, use_annotator, use_synonyms
from tests.metrics.pivoting import use_tables

#: Lemmas that mean the same, for metrics that know synonyms.
SENSES = {"bridg": frozenset("b"), "close": frozenset("c"), "shut": frozenset("c"), "a": frozenset("bc")}
#: What scores translations where a program is needed: a number that depends on all it is told.
PROGRAM = "awk '{ print (length($0) * 7919) % 101 }'"
CASES = tuple(cases())


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every test runs for all metrics that have what it asks for."""
    if "metric" not in metafunc.fixturenames:
        return
    wanted = {what for marker in metafunc.definition.iter_markers("only") for what in marker.args}
    chosen = [case for case in CASES if all(case.has(what) for what in wanted)]
    metafunc.parametrize("metric", chosen, ids=str, indirect=True, scope="module")


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


@pytest.fixture(scope="module")
def language_model(tmp_path_factory: pytest.TempPathFactory, texts: Texts) -> str:
    """A model of the references, for the metrics that need one."""
    path = tmp_path_factory.mktemp("models") / "en.arpa"
    LanguageModel.estimate(texts.references[0], order=2, fallback=FALLBACK_DISCOUNTS).write(path)
    return str(path)


@pytest.fixture(scope="module")
def metric(
    request: pytest.FixtureRequest, scores_file: str, word_lists: dict[str, str], language_model: str
) -> Metric:
    case: Case = request.param
    if issubclass(case.cls, PitchEn):
        pytest.skip("its weights go with the analyser they were learnt with: tests/metrics/test_pitch_en.py")
    given = {} if case.has("from_text") else {"file": scores_file}
    if "program" in case.cls.needs:
        given = {"program": PROGRAM}
    if case.name == "meteor":
        given = word_lists
    if case.name.startswith("tesla-f"):
        given = {"models": language_model}
    asked = get(case.name, **given).replace(**dict(case.values))
    return asked.replace(language="en") if asked.wants("pos") or asked.wants("synonyms") else asked


@pytest.fixture(scope="module", autouse=True)
def language_tools(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Analyses that depend on nothing but the line, so metrics that look at words keep every rule."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        use_annotator(patch, PureAnnotator())
        use_synonyms(patch, GivenSynonyms(SENSES))
        use_tables(patch, tmp_path_factory.mktemp("tables"))
        yield


@pytest.fixture(scope="module")
def texts() -> Texts:
    return Texts.read()


@pytest.fixture(scope="module")
def batch(texts: Texts) -> Batch:
    return texts.batch()


@pytest.fixture(scope="module")
def prepared(metric: Metric, batch: Batch) -> Metric:
    return metric.prepare(batch)


@pytest.fixture(scope="module")
def rows(prepared: Metric, batch: Batch) -> Array:
    return rows_of(prepared, batch)
