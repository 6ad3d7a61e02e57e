"""pitch-en: its parts by themselves, its frozen file, and what it refuses."""

from __future__ import annotations

import os

import pytest

from pitchpipe.batch.batch import Batch
from pitchpipe.batch.resources import Resources
from pitchpipe.errors import MissingError, ParameterError
from pitchpipe.lang.annotation.remembering import Annotators
from pitchpipe.lang.synonyms import finding
from pitchpipe.metrics import get
from pitchpipe.metrics.frozen_mixture import frozen
from pitchpipe.metrics.lookup import from_signature
from tests.commands import Run
from tests.metrics.annotating import PureAnnotator

CHRF, CER = "chrf:char_order=4,whitespace=true,beta=3", "cer"
TESLA = "tesla-m:language=en,synonyms=wordnet-3.0#50e9fe9e,annotation=hanta-1.2.1-en"
HYPOTHESES = ["The big bridge is shut today .", "He purchased three cars .", ""]
REFERENCES = ["The large bridge is closed today .", "He bought three automobiles .", "Nothing ."]


@pytest.fixture
def wordnet() -> None:
    """The synonyms it was fitted with; where tests must run, they must be there."""
    try:
        finding.find_synonyms("wordnet-3.0#50e9fe9e", "en")
    except MissingError:
        if os.environ.get("CI"):
            raise
        pytest.skip("needs WordNet 3.0: apt install wordnet-base")


def test_the_first_version_never_changes() -> None:
    assert get("pitch-en").name == "pitch-en-1"
    assert frozen("pitch-en-1").parameters == {"weights": [0.589481, 0.202526, 0.207993]}
    assert frozen("pitch-en-1").metric == f"1*{CHRF}+1*{CER}+1*{TESLA}"
    assert frozen("pitch-en-1").shown_digest == "715821af20df"


@pytest.mark.usefixtures("wordnet")
def test_it_is_its_parts() -> None:
    specs = ("pitch-en", CHRF, CER, TESLA)
    pitch, chrf, cer, tesla = (get(spec).corpus_score(HYPOTHESES, [REFERENCES]) for spec in specs)
    assert pitch.score == pytest.approx(
        0.589481 * chrf.score + 0.202526 * (100 - cer.score) + 0.207993 * tesla.score, abs=1e-9
    )
    assert list(pitch.parts) == [CHRF, CER, get(TESLA).spec]
    for hypothesis, reference in zip(HYPOTHESES, REFERENCES, strict=True):
        scores = [get(spec).sentence_score(hypothesis, [reference]).score for spec in specs]
        mixed = 0.589481 * scores[1] + 0.202526 * (100 - scores[2]) + 0.207993 * scores[3]
        assert scores[0] == pytest.approx(mixed, abs=1e-9)
    assert get("pitch-en").sentence_score(REFERENCES[0], [REFERENCES[0]]).score == pytest.approx(100.0)


@pytest.mark.usefixtures("wordnet")
def test_synonyms_count() -> None:
    same, other = (
        get("pitch-en").sentence_score(f"He purchased three {word} .", ["He bought three cars ."]).score
        for word in ("autos", "oxen!")
    )
    assert same > other + 1.0


@pytest.mark.usefixtures("wordnet")
def test_names_and_signatures() -> None:
    signature = get("pitch-en").corpus_score(HYPOTHESES, [REFERENCES]).signature
    assert signature.startswith("pitch-en-1|nrefs:1|version:")
    assert from_signature(signature) == get("pitch-en") == get("pitch-en-1")
    mixed = get("0.5*pitch-en+0.5*ter").corpus_score(HYPOTHESES, [REFERENCES])
    assert mixed.score < 100.0


@pytest.mark.parametrize(
    ("language", "references"), [("de", REFERENCES), (None, ["その橋は今日は閉まっています。"] * 3)]
)
def test_other_languages_are_refused(language: str | None, references: list[str]) -> None:
    batch = Batch.from_streams(HYPOTHESES, [references], resources=Resources(target_language=language))
    with pytest.raises(ParameterError, match=r"for English, not for (German|Japanese): use pitch"):
        get("pitch-en").prepare(batch)


def test_without_synonyms_it_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "installed", lambda language: [])
    with pytest.raises(MissingError, match=r"pip install 'HanTa==1\.2\.1', and WordNet 3\.0 .*pitch needs n"):
        get("pitch-en").corpus_score(HYPOTHESES, [REFERENCES])


@pytest.mark.usefixtures("wordnet")
def test_another_analysis_is_refused() -> None:
    with pytest.raises(MissingError, match=r"HanTa==1\.2\.1.* be analysed by hanta-1.2.1-en, but are by pu"):
        get("pitch-en").corpus_score(HYPOTHESES, [REFERENCES], annotator=PureAnnotator())
    with pytest.raises(MissingError, match=r"HanTa==1\.2\.1"):
        get("pitch-en").corpus_score(HYPOTHESES, [REFERENCES], annotator=Annotators("stanza"))


@pytest.mark.usefixtures("wordnet")
def test_the_preferred_tool_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where another analyser would be taken by itself, it takes the one it was fitted with."""
    from pitchpipe.lang.annotation.analysers import Analyser, recipes

    def no_other(language: str) -> Analyser:
        raise AssertionError(f"{language} was to be analysed by another tool")

    eager = recipes.Recipe("spacy", lambda language: True, lambda language: (), no_other)
    monkeypatch.setattr(recipes, "RECIPES", (eager, *recipes.RECIPES[1:]))
    for annotator in (None, Annotators(), Annotators(cached=True)):
        score = get("pitch-en").corpus_score(HYPOTHESES[:1], [REFERENCES[:1]], annotator=annotator)
        assert 0 < score.score < 100


def test_where_it_comes_from_is_shown(run: Run) -> None:
    shown = run("metrics", "pitch-en").out
    for text in (
        "0.589481*chrf:char_order=4,whitespace=true,beta=3+0.202526*cer+0.207993*tesla-m",
        "learnt from wmt12 cs-en, wmt12 de-en, wmt12 es-en, wmt12 fr-en",
        "held out by language pair, gain over chrf: +0.0360 [+0.0277, +0.0450]",
        "mind: it is for English alone",
    ):
        assert text in shown
