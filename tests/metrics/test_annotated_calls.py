"""``annotator=`` and ``language=`` of the calls that people know."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pitchpipe as pp
from pitchpipe.choosing import mbr
from pitchpipe.errors import DataError, MissingError, ParameterError
from pitchpipe.lang.annotation.analysis import Analysed
from pitchpipe.lang.annotation.remembering import RememberingAnnotator
from pitchpipe.metrics import get
from tests.metrics.annotating import PureAnnotator, use_annotator
from tests.metrics.pivoting import use_tables

HYPOTHESES = ["the bridge is closed until autumn", "a bus", "drivers get more money now"]
REFERENCES = ["the bridge stays closed until spring", "the bus is late", "bus drivers get money"]
METRICS = (
    "tesla-m:synonyms=none",
    "maxsim:synonyms=none",
    "hlepor:pos=true",
    "0.5*tesla-m:synonyms=none+0.5*bleu",
)


@pytest.mark.parametrize("spec", METRICS)
def test_the_annotator_is_asked(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    metric, annotator = get(spec), PureAnnotator()
    test_set = pp.TestSet(systems={"s": HYPOTHESES}, references={"r": list(REFERENCES)}, annotator=annotator)
    expected = pp.score(test_set, [metric], segments=True)["s", metric.spec]
    assert expected.segments is not None
    score = metric.corpus_score(HYPOTHESES, [REFERENCES], annotator=annotator)
    assert (score.score, score.signature) == (expected.score, expected.signature)
    segments = metric.segment_scores(HYPOTHESES, [REFERENCES], annotator=annotator)
    np.testing.assert_array_equal(segments, expected.segments)
    one = metric.sentence_score(HYPOTHESES[0], [REFERENCES[0]], annotator=annotator)
    assert one.score == segments[0]
    matrix = metric.matrix(HYPOTHESES, REFERENCES, annotator=annotator)
    np.testing.assert_array_equal(np.diag(matrix), segments)
    # The same by what is installed for a language.
    use_annotator(monkeypatch, annotator)
    assert metric.corpus_score(HYPOTHESES, [REFERENCES], language="en").score == score.score
    np.testing.assert_array_equal(metric.matrix(HYPOTHESES, REFERENCES, language="en"), matrix)


@pytest.mark.parametrize("spec", METRICS)
def test_a_stream_fixes_facts_of_the_language(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    use_annotator(monkeypatch, PureAnnotator())
    metric = get(spec)
    stream = metric.stream(language="en")
    for hypothesis, reference in zip(HYPOTHESES, REFERENCES, strict=True):
        stream.update([hypothesis], [[reference]])
    expected = metric.corpus_score(HYPOTHESES, [REFERENCES], language="en")
    assert stream.compute().score == pytest.approx(expected.score, rel=1e-12)
    assert stream.compute().signature == expected.signature
    stream.reset()
    assert stream.metric == metric.with_tokenizer("13a")
    given = metric.stream(annotator=PureAnnotator()).update(HYPOTHESES, [REFERENCES])
    assert given.compute().score == expected.score


def test_a_stream_refuses_facts_of_the_corpus() -> None:
    stream = get("0.5*tesla-m:synonyms=none+0.5*nist:scale=10").stream(annotator=PureAnnotator())
    with pytest.raises(ParameterError, match="nist must be prepared on the whole corpus"):
        stream.update(HYPOTHESES[:1], [REFERENCES[:1]])


def test_a_tool_is_loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = []

    def load(language: str, **_: object) -> PureAnnotator:
        loaded.append(language)
        return PureAnnotator()

    monkeypatch.setattr("pitchpipe.lang.annotation.defaults.default_annotator", load)
    metric = get("tesla-m:synonyms=none,language=en")
    for _ in range(3):
        metric.sentence_score(HYPOTHESES[0], REFERENCES[:1])
        metric.matrix(HYPOTHESES, REFERENCES)
    assert loaded == ["en"]


def test_mixtures_of_metrics_with_tables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    use_tables(monkeypatch, tmp_path)
    use_annotator(monkeypatch, PureAnnotator())
    specs = ("tesla-f:synonyms=none,pivots=de", "bleu")
    tesla, bleu = (get(spec).matrix(HYPOTHESES, REFERENCES, language="en") for spec in specs)
    mixed = get(f"0.5*{specs[0]}+0.5*bleu").matrix(HYPOTHESES, REFERENCES, language="en")
    np.testing.assert_allclose(mixed, (tesla + bleu) / 2)


def test_without_a_language() -> None:
    metric = get("tesla-m:synonyms=none")
    for call in (metric.corpus_score, metric.segment_scores):
        with pytest.raises(MissingError, match="language=en"):
            call(HYPOTHESES, [REFERENCES])
    with pytest.raises(MissingError, match="language=en"):
        metric.matrix(HYPOTHESES, REFERENCES)


@pytest.mark.parametrize("spec", METRICS)
def test_minimum_risk(spec: str) -> None:
    candidates = [HYPOTHESES, REFERENCES[:2]]
    found = mbr(candidates, spec, annotator=PureAnnotator(), language="en")
    matrix = get(spec).matrix(HYPOTHESES, HYPOTHESES, annotator=PureAnnotator(), language="en")
    np.testing.assert_allclose(found.expected[:3], matrix.mean(axis=1), rtol=1e-12)
    assert found.texts[0] == HYPOTHESES[int(np.argmax(matrix.mean(axis=1)))]


class Short(PureAnnotator):
    """Forgets the last line."""

    def annotate(self, lines: Sequence[str], *, side: str) -> Analysed:
        return super().annotate(lines[:-1], side=side)


class Untyped:
    """Returns something else."""

    def annotate(self, lines: Sequence[str], *, side: str) -> list[str]:
        return list(lines)


@pytest.mark.parametrize("spec", METRICS)
def test_an_annotator_must_analyse_every_line(spec: str) -> None:
    for annotator in (Short(), RememberingAnnotator(Short())):
        with pytest.raises(DataError, match=r"analysed 2 lines, but was given 3 \(hypotheses\)"):
            get(spec).corpus_score(HYPOTHESES, [REFERENCES], annotator=annotator, language="en")
    untyped: Any = Untyped()
    with pytest.raises(DataError, match="an annotator must return an Analysed, not list"):
        get(spec).corpus_score(HYPOTHESES, [REFERENCES], annotator=untyped, language="en")


def test_without_a_language_both_ways_to_say_it_are_named() -> None:
    with pytest.raises(MissingError, match=r"language= in Python.*annotator= in Python"):
        get("hlepor:pos=true").corpus_score(HYPOTHESES, [REFERENCES])
    with pytest.raises(MissingError, match="language= in Python"):
        get("tesla-m").corpus_score(HYPOTHESES, [REFERENCES])


@pytest.mark.parametrize(
    ("call", "arguments", "said"),
    [
        ("corpus_score", {"source": ["x"]}, "corpus_score has no argument 'source': did you mean sources?"),
        (
            "segment_scores",
            {"aligne": None},
            "segment_scores has no argument 'aligne': did you mean aligner?",
        ),
        ("segment_scores", {"anotator": None}, "did you mean annotator?"),
        ("corpus_score", {"reference": []}, "did you mean references?"),
        ("matrix", {"sources": []}, "there are hypotheses, references, annotator, language"),
        ("corpus_score", {"aligner": "m.align"}, "aligner= must be such as Aligner.load(FILE)"),
        ("corpus_score", {"annotator": "hanta"}, "annotator= must be such as default_annotator(LANGUAGE)"),
    ],
)
def test_wrong_keywords(call: str, arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(ParameterError) as error:
        getattr(get("bleu"), call)(HYPOTHESES, [REFERENCES], **arguments)
    assert said in str(error.value)


def test_one_sentence_has_one_source() -> None:
    metric: Any = get("bleu")
    with pytest.raises(ParameterError, match="sentence_score has no argument 'sources': did you mean source"):
        metric.sentence_score("a", ["a"], sources=["x"])
    with pytest.raises(ParameterError, match="stream has no argument 'lang': did you mean language"):
        metric.stream(lang="en")


def test_a_text_that_is_none_is_named_by_its_segment() -> None:
    bad = [*REFERENCES[:2], "\ud800"]
    with pytest.raises(DataError, match=r"^a hypothesis of segment 3 is not valid Unicode text"):
        get("bleu").corpus_score(bad, [REFERENCES, REFERENCES])
    with pytest.raises(DataError, match=r"^a reference of segment 3 is not valid Unicode text"):
        get("bleu").corpus_score(HYPOTHESES, [REFERENCES, bad])
