"""Analysers: what they say of words, which one is chosen, and what is said where there is none."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from pitchpipe.errors import DataError, MissingError, ParameterError
from pitchpipe.lang import Tagger, default_annotator
from pitchpipe.lang.analysers import analyser_for, base, pipelines, recipes, tagged
from pitchpipe.lang.analysers.hanta import HanTa
from pitchpipe.lang.analysers.pymorphy import PyMorphy
from pitchpipe.lang.tagsets import C5, PENN, STTS, UPOS, cgn_upos, recognise
from tests.lang.test_tagger import treebank


@pytest.fixture(autouse=True)
def no_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Taggers of this test only, and no models of the machine."""
    monkeypatch.setattr(recipes, "tagger_path", lambda language: tmp_path / f"{language}.tagger")
    monkeypatch.setattr(recipes, "spacy_model", lambda language: None)
    monkeypatch.setenv("STANZA_RESOURCES_DIR", str(tmp_path / "stanza"))
    return tmp_path


def test_tagsets_lead_to_universal_parts_of_speech() -> None:
    for table in (STTS, PENN, C5):
        assert set(table.values()) <= UPOS
    assert (cgn_upos("N(eigen,ev,basis,zijd,stan)"), cgn_upos("WW(pv,tgw,ev)"), cgn_upos("?")) == (
        "PROPN", "VERB", "X",
    )  # fmt: skip
    assert recognise({"NN", "VVFIN"}) == ("stts",)
    assert recognise({"NN"}) == ("stts", "penn", "c5")
    assert recognise({"Ncms"}) == ()


def test_hanta_in_english() -> None:
    pytest.importorskip("HanTa")
    analyser = HanTa("en")
    words = ["Don’t", "they", "have", "John's", "cats", "?", "%", "—"]
    tags = analyser.analyse([words, [], ["I", "have", "seen", "these", "."]])
    assert tags.lemmas[:8] == ["do", "they", "have", "John", "cat", "?", "%", "—"]
    assert tags.upos[:8] == ["AUX", "PRON", "VERB", "PROPN", "NOUN", "PUNCT", "SYM", "PUNCT"]
    assert tags.upos[8:] == ["PRON", "AUX", "VERB", "PRON", "PUNCT"]
    assert tags.xpos[4] == "NN2"
    assert analyser.tool.startswith("hanta-")
    assert analyser.tool.endswith("-en")


def test_hanta_in_german_has_the_tags_of_stts() -> None:
    pytest.importorskip("HanTa")
    tags = HanTa("de").analyse([["Die", "Häuser", "sind", "alt", ".", "„"]])
    assert tags.lemmas[1:4] == ["Haus", "sein", "alt"]
    assert tags.upos == ["DET", "NOUN", "AUX", "ADJ", "PUNCT", "PUNCT"]
    assert tags.xpos[:5] == ["ART", "NN", "VAFIN", "ADJD", "$."]
    assert set(tags.xpos[:5]) <= set(STTS)


def test_a_very_long_word_is_no_reason_to_wait() -> None:
    pytest.importorskip("HanTa")
    word = "x" * 5000 + "ungen"
    tags = HanTa("de").analyse([["Die", word]])
    assert (tags.lemmas[1], tags.upos[0]) == (word, "DET")


def test_pymorphy_chooses_by_the_part_of_speech() -> None:
    pytest.importorskip("pymorphy3")
    analyser = PyMorphy()
    tags = analyser.analyse([["Кошки", "были", "в", "Москве", "и", "2", "."]])
    assert tags.lemmas == ["кошка", "быть", "в", "москва", "и", "2", "."]
    assert tags.upos == ["NOUN", "AUX", "ADP", "PROPN", "CCONJ", "NUM", "PUNCT"]
    # стали: "became", or the genitive of "steel".
    assert analyser.lemmas(["стали", "стали"], ["VERB", "NOUN"]) == ["стать", "сталь"]


def test_a_trained_tagger_is_found(no_models: Path) -> None:
    pytest.importorskip("pycrfsuite")
    pytest.importorskip("HanTa")
    pytest.importorskip("simplemma")
    tagger = Tagger.train([treebank(no_models)], "en")
    tagger.save(no_models / "en.tagger")
    assert isinstance(analyser_for("en"), HanTa)
    assert analyser_for("en", str(no_models / "en.tagger")).tool == analyser_for("en", "tagger").tool
    with pytest.raises(ParameterError, match="is a tagger of English, not of Czech"):
        analyser_for("cs", str(no_models / "en.tagger"))
    Tagger.train([treebank(no_models)], "cs").save(no_models / "cs.tagger")
    assert "simplemma" in analyser_for("cs").tool
    analyser = analyser_for("en", "tagger")
    assert analyser.tool.startswith(f"tagger-en-{tagger.description.digest[:8]}+hanta-")
    tags = analyser.analyse([["the", "dogs", "."], []])
    assert (tags.lemmas, tags.upos, tags.xpos) == (["the", "dog", "."], tags.xpos, ["DET", "NOUN", "PUNCT"])


@pytest.mark.parametrize(
    ("language", "says"),
    [("fr", "train-tagger TREEBANK.conllu -l fr"), ("ja", "spacy download ja_core_news_sm"), ("xx", "of xx")],
)
def test_nothing_there(language: str, says: str) -> None:
    with pytest.raises(MissingError) as missing:
        default_annotator(language)
    assert says in str(missing.value)
    assert "--annotation" in str(missing.value)


def test_nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recipes, "installed", lambda module: False)
    monkeypatch.setattr(tagged, "installed", lambda module: False)
    with pytest.raises(MissingError, match=r"English: pip install 'pitchpipe\[lang\]'; or bring"):
        analyser_for("en")
    with pytest.raises(
        MissingError, match=r"pip install 'pitchpipe\[lang\]'; then pitchpipe lang train-tagger"
    ):
        analyser_for("cs")


def test_a_named_analyser() -> None:
    with pytest.raises(ParameterError, match="unknown analyser 'treetagger': there are spacy"):
        analyser_for("en", "treetagger")
    with pytest.raises(ParameterError, match="pymorphy3 does not know German"):
        analyser_for("de", "pymorphy3")
    with pytest.raises(MissingError, match=r"stanza is not ready for German: .*stanza\.download"):
        analyser_for("de", "stanza")


def test_modules_are_looked_for_without_being_imported() -> None:
    assert base.installed("json")
    assert not base.installed("no_such_module_at_all")
    assert not base.installed("no_such.module")
    assert base.package_version("no-such-package") == "no-such-package"


class Words(list[Any]):
    """A document of either pipeline."""

    @property
    def words(self) -> Words:
        return self


def _word(text: str) -> SimpleNamespace:
    return SimpleNamespace(lemma_=text.lower(), pos_="SPACE", tag_="", lemma=None, upos="NOUN", xpos=None)


def test_spacy_is_given_our_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pipeline:
        vocab = None

        def pipe(self, documents: Iterable[Words]) -> list[Words]:
            return list(documents)

    spacy, tokens = ModuleType("spacy"), ModuleType("spacy.tokens")
    vars(spacy)["load"] = lambda model, exclude: Pipeline()
    vars(tokens)["Doc"] = lambda vocab, words: Words(map(_word, words))
    monkeypatch.setitem(sys.modules, "spacy", spacy)
    monkeypatch.setitem(sys.modules, "spacy.tokens", tokens)
    tags = pipelines.Spacy("en_core_web_sm").analyse([["A", "B"], [], ["C"]])
    assert tags == (["a", "b", "c"], ["X"] * 3, ["X"] * 3)
    vars(tokens)["Doc"] = lambda vocab, words: Words([])
    with pytest.raises(DataError, match="spaCy returned 0 instead of 2"):
        pipelines.Spacy("en_core_web_sm").analyse([["A", "B"]])


def test_stanza_is_given_our_tokens_and_downloads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    settings: dict[str, Any] = {}

    def pipeline(language: str, **given: Any) -> Any:
        settings.update(given)
        return lambda lines: SimpleNamespace(sentences=[Words(map(_word, line)) for line in lines])

    stanza = ModuleType("stanza")
    vars(stanza)["Pipeline"] = pipeline
    monkeypatch.setitem(sys.modules, "stanza", stanza)
    tags = pipelines.Stanza("de").analyse([["A", "B"], [], ["C"]])
    assert tags == (["A", "B", "C"], ["NOUN"] * 3, ["NOUN"] * 3)
    assert settings["download_method"] is None
    assert settings["tokenize_pretokenized"]
    assert pipelines.Stanza("de").analyse([[]]) == ([], [], [])


def test_models_of_stanza_are_found(no_models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipelines, "installed", lambda module: True)
    assert pipelines.stanza_folder("de") is None
    for step in ("pos", "lemma"):
        (no_models / "stanza" / "de" / step).mkdir(parents=True)
        (no_models / "stanza" / "de" / step / "gsd.pt").touch()
    assert pipelines.stanza_folder("de") == no_models / "stanza" / "de"
    assert pipelines.spacy_model("de") == "de_core_web_lg"
    monkeypatch.setattr(pipelines, "installed", lambda module: module in {"spacy", "de_core_news_md"})
    assert pipelines.spacy_model("de") == "de_core_news_md"
