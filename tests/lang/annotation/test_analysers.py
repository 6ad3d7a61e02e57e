"""Analysers: what they say of words, which one is chosen, and what is said where there is none."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import platformdirs
import pytest

from pitchpipe.errors import DataError, MissingError, ParameterError
from pitchpipe.lang import Annotators, Tagger, default_annotator
from pitchpipe.lang.annotation.analysers import analyser_for, base, clitics, hanta, pipelines, recipes, tagged
from pitchpipe.lang.annotation.analysers.hanta import HanTa
from pitchpipe.lang.annotation.analysers.pipelines import stanza_resources
from pitchpipe.lang.annotation.analysers.pymorphy import PyMorphy
from pitchpipe.lang.annotation.tagsets import C5, PENN, STTS, UPOS, cgn_upos, recognise
from pitchpipe.text import languages
from tests.lang.annotation.test_tagger import treebank


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


def test_a_very_long_line_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("HanTa")
    monkeypatch.setattr(hanta, "_LONGEST_SENTENCE", 40)
    analyser = HanTa("en")
    given: list[int] = []
    whole = analyser._tag_all

    def tag_all(sentences: list[list[str]]) -> Any:
        given.extend(map(len, sentences))
        return whole(sentences)

    monkeypatch.setitem(vars(analyser), "_tag_all", tag_all)
    words = ["The", "old", "cats", "."] * 10
    one = analyser.analyse([words])
    long = analyser.analyse([words + words + words[:20], []])
    assert given == [40, 40, 40, 20]
    for column, piece in zip(long, one, strict=True):
        assert column == piece + piece + column[-20:]
    assert (long.lemmas[82], long.upos[82]) == ("cat", "NOUN")


@pytest.mark.full
def test_a_line_beyond_the_probabilities_of_hanta() -> None:
    pytest.importorskip("HanTa")
    words = ["Colourless", "green", "ideas", "sleep", "furiously", ",", "%", "x1"] * 14_000
    tags = HanTa("en").analyse([words])
    assert len(tags.lemmas) == len(words)
    assert tags.upos[2::8] == ["NOUN"] * 14_000


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
    [
        ("fr", "train-tagger TREEBANK.conllu -l fr"),
        ("ja", "spacy download ja_core_news_sm"),
        ("xx", "no tool here"),
    ],
)
def test_nothing_there(language: str, says: str) -> None:
    with pytest.raises(MissingError) as missing:
        default_annotator(language)
    assert says in str(missing.value)
    assert "--annotation" in str(missing.value)


def test_nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recipes, "installed", lambda module: False)
    monkeypatch.setattr(tagged, "installed", lambda module: False)
    with pytest.raises(MissingError, match=r"English: pip install 'pitchpipe\[lang\]'$"):
        analyser_for("en")
    with pytest.raises(MissingError, match=r"'pitchpipe\[lang\]'; or bring files with --annotation and"):
        default_annotator("en")
    with pytest.raises(MissingError, match=r"'pitchpipe\[lang\]'$"):
        default_annotator("en", otherwise="")
    with pytest.raises(
        MissingError, match=r"pip install 'pitchpipe\[lang\]'; then pitchpipe lang train-tagger"
    ):
        analyser_for("cs")


def test_a_named_analyser() -> None:
    with pytest.raises(ParameterError, match="unknown analyser 'treetagger': there are spacy"):
        analyser_for("en", "treetagger")
    with pytest.raises(ParameterError, match=r"unknown analyser 'x{120}…': there are spacy"):
        analyser_for("en", "x" * 300)
    with pytest.raises(ParameterError, match="spacy does not know Czech; a model of your own is spacy:MODEL"):
        analyser_for("cs", "spacy")
    with pytest.raises(ParameterError, match=r"stanza does not know Macedonian$"):
        analyser_for("mk", "stanza")
    with pytest.raises(ParameterError, match="pymorphy3 does not know German"):
        analyser_for("de", "pymorphy3")
    with pytest.raises(MissingError, match=r"stanza is not ready for German: .*stanza\.download"):
        analyser_for("de", "stanza")


@pytest.mark.parametrize("name", ["none.tagger", "taggers/none", "./none"])
def test_what_looks_like_a_file_is_looked_for(name: str) -> None:
    with pytest.raises(DataError, match=r"none(\.tagger)?: no such file$"):
        analyser_for("en", name)


def test_candidates_have_no_files() -> None:
    for cached in (False, True):
        with pytest.raises(MissingError, match=r"-l fr$"):
            Annotators(cached=cached).of("fr")
    with pytest.raises(MissingError, match=r"-l fr; or bring files with --annotation and --annotation-ref$"):
        Annotators(cached=True, remembered=False).of("fr")


def test_a_tagger_without_lemmas(no_models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pycrfsuite")
    for language in ("fr", "vi"):
        Tagger.train([treebank(no_models)], language).save(no_models / f"{language}.tagger")
    with pytest.raises(MissingError, match=r"there are none of Vietnamese: no lemmatiser here knows it$"):
        analyser_for("vi", str(no_models / "vi.tagger"))
    monkeypatch.setattr(tagged, "installed", lambda module: False)
    with pytest.raises(MissingError, match=r"there are none of French: pip install 'pitchpipe\[lang\]'$"):
        analyser_for("fr", str(no_models / "fr.tagger"))


def test_every_language_of_a_tool_has_a_name_but_for_stanza() -> None:
    assert {one.code for one in languages.LANGUAGES} >= tagged.SIMPLEMMA | pipelines.SPACY_LANGUAGES
    assert all(languages.code(language) == language for language in pipelines.STANZA_LANGUAGES)


def test_modules_are_looked_for_without_being_imported() -> None:
    assert base.installed("json")
    assert not base.installed("no_such_module_at_all")
    assert not base.installed("no_such.module")
    assert base.package_version("no-such-package") == "no-such-package"
    assert base.distributed("numpy")
    assert not base.distributed("json")
    assert not base.distributed("")


class Words(list[Any]):
    """A document of either pipeline."""

    @property
    def words(self) -> Words:
        return self


def _word(text: str, tag: str = "SPACE") -> SimpleNamespace:
    return SimpleNamespace(lemma_=text.lower(), pos_=tag, tag_="", lemma=None, upos="NOUN", xpos=None)


class Spacy(ModuleType):
    """spaCy with a pipeline that keeps words, or none of them, and tags what it is told to."""

    def __init__(self, *, lang: str = "en", keeps: bool = True, tag: str = "SPACE") -> None:
        super().__init__("spacy")
        self.lang, self.keeps, self.tag = lang, keeps, tag
        self.vocab = None
        self.excluded: list[str] = []
        self.given: list[list[str]] = []
        self.tokens = ModuleType("spacy.tokens")
        vars(self.tokens)["Doc"] = self.document

    def load(self, model: str, exclude: list[str]) -> Spacy:
        if not model.startswith(("en_", "xx_")):
            raise OSError(f"[E050] Can't find model {model!r}.\nAnd so on.")
        self.excluded = exclude
        return self

    def document(self, vocab: None, words: list[str]) -> Words:
        self.given.append(words)
        return Words(_word(word, self.tag) for word in words if self.keeps)

    def pipe(self, documents: Iterable[Words]) -> list[Words]:
        return list(documents)


def _with_spacy(monkeypatch: pytest.MonkeyPatch, spacy: Spacy) -> Spacy:
    monkeypatch.setitem(sys.modules, "spacy", spacy)
    monkeypatch.setitem(sys.modules, "spacy.tokens", spacy.tokens)
    return spacy


def test_spacy_is_given_our_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    spacy = _with_spacy(monkeypatch, Spacy())
    analyser = pipelines.Spacy("en_core_web_sm", "en")
    assert analyser.analyse([["A", "B"], [], ["C"]]) == (["a", "b", "c"], ["X"] * 3, ["X"] * 3)
    assert analyser.analyse([[]]) == ([], [], [])
    # English parts of speech want dependencies.
    assert "parser" not in spacy.excluded
    _with_spacy(monkeypatch, Spacy(keeps=False))
    with pytest.raises(DataError, match="spaCy returned 0 instead of 2"):
        pipelines.Spacy("en_core_web_sm", "en").analyse([["A", "B"]])


def test_spacy_parses_english_only(monkeypatch: pytest.MonkeyPatch) -> None:
    spacy = _with_spacy(monkeypatch, Spacy(lang="xx"))
    pipelines.Spacy("xx_ud_sm", "de").analyse([["A"]])
    assert "parser" in spacy.excluded


def test_english_clitics_are_given_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    spacy = _with_spacy(monkeypatch, Spacy())
    tags = pipelines.Spacy("en_core_web_sm", "en").analyse([["I", "can’t", "see", "Ann's", "'", "cat"]])
    assert spacy.given == [["I", "can", "n't", "see", "Ann", "'s", "'", "cat"]]
    assert tags.lemmas == ["i", "can", "see", "ann", "'", "cat"]
    assert clitics.pieces(["l'an", "d'or"], "fr") == (["l'an", "d'or"], [0, 1])
    assert clitics.pieces([], "en") == ([], [])
    assert clitics.pieces(["CAN'T", "DON'T"], "en")[0] == ["can", "N'T", "DO", "N'T"]


def test_what_is_wrong_with_a_model_of_spacy(monkeypatch: pytest.MonkeyPatch) -> None:
    _with_spacy(monkeypatch, Spacy(tag=""))
    with pytest.raises(DataError, match="en_ner finds no parts of speech: it needs a tagger"):
        pipelines.Spacy("en_ner", "en").analyse([["A"], []])
    with pytest.raises(ParameterError, match="en_ner is a model of English, not of German"):
        pipelines.Spacy("en_ner", "de").analyse([["A"]])
    with pytest.raises(MissingError, match=r"spaCy cannot load ru_x: \[E050\] Can't find model 'ru_x'\.$"):
        pipelines.Spacy("ru_x", "ru").analyse([["A"]])


def test_a_model_of_spacy_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recipes, "installed", lambda module: False)
    with pytest.raises(MissingError, match="spacy is not installed"):
        analyser_for("en", "spacy:en_core_web_trf")
    monkeypatch.setattr(recipes, "installed", lambda module: True)
    for model in ("", "no_such", str(tmp_path / "no")):
        with pytest.raises(MissingError, match=f"there is no spaCy model '{model}'"):
            analyser_for("en", f"spacy:{model}")
    folder = tmp_path / "en_mine"
    folder.mkdir()
    (folder / "meta.json").write_text("{}")
    first = analyser_for("en", f"spacy:{folder}").tool
    assert "+en_mine#" in first
    (folder / "meta.json").write_text("[]")
    assert analyser_for("en", f"spacy:{folder}").tool != first
    # Packages need no folder here.
    assert analyser_for("en", "spacy:numpy").tool.endswith(base.package_version("numpy"))


@pytest.fixture
def stanza(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stanza with models of German and of Chinese; the folder of its models."""
    package = tmp_path / "packages" / "stanza"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "_version.py").write_text("__version__ = '1.11.1'\n__resources_version__ = '1.11.0'\n")
    monkeypatch.syspath_prepend(package.parent)
    folder = tmp_path / "stanza"
    for language in ("de", "zh-hans"):
        (folder / language / "pos").mkdir(parents=True)
        (folder / language / "pos" / "gsd.pt").touch()
    (folder / "resources.json").write_text("{}")
    return folder


def test_what_does_not_say_the_version_of_its_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that only has the name, a package without the file, a file without the line, and nothing."""
    package = tmp_path / "packages" / "stanza"
    package.mkdir(parents=True)
    monkeypatch.syspath_prepend(package.parent)
    assert pipelines._stanza_models_version() == ""
    (package / "__init__.py").touch()
    importlib.invalidate_caches()
    assert pipelines._stanza_models_version() == ""
    (package / "_version.py").write_text("__version__ = '1.11.1'\n")
    assert pipelines._stanza_models_version() == ""
    (package / "_version.py").write_text("__resources_version__ = '1.11.0'\n")
    assert pipelines._stanza_models_version() == "1.11.0"
    monkeypatch.setattr(pipelines, "find_spec", lambda name: None)
    assert pipelines._stanza_models_version() == ""


def test_stanza_is_given_our_tokens_and_downloads_nothing(
    stanza: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings: dict[str, Any] = {}

    def pipeline(language: str, **given: Any) -> Any:
        if language == "nl":
            raise FileNotFoundError("nl/pos/alpino.pt")
        settings.update(given, language=language)
        return lambda lines: SimpleNamespace(sentences=[Words(map(_word, line)) for line in lines])

    module = ModuleType("stanza")
    vars(module)["Pipeline"] = pipeline
    found = stanza_resources("de")
    monkeypatch.setitem(sys.modules, "stanza", module)
    monkeypatch.setattr(pipelines, "stanza_resources", lambda language: found)
    tags = pipelines.Stanza("de").analyse([["A", "B"], [], ["C"]])
    assert tags == (["A", "B", "C"], ["NOUN"] * 3, ["NOUN"] * 3)
    assert (settings["download_method"], settings["dir"]) == (None, str(stanza))
    assert settings["tokenize_pretokenized"]
    assert pipelines.Stanza("de").analyse([[]]) == ([], [], [])
    assert pipelines.Stanza("zh").analyse([["中"]]).lemmas == ["中"]
    assert settings["language"] == "zh-hans"
    with pytest.raises(MissingError, match=r"Stanza cannot load its models of Dutch: nl/pos/alpino\.pt$"):
        pipelines.Stanza("nl").analyse([["A"]])


def test_models_of_stanza_are_found(stanza: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert stanza_resources("de") == stanza_resources("zh") == stanza
    assert stanza_resources("fr") is None
    # Where nothing is set: the cache, by the version of the models, and what older ones have at home.
    monkeypatch.delenv("STANZA_RESOURCES_DIR")
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda *names: tmp_path.joinpath("cache", *names))
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    assert stanza_resources("de") is None
    (tmp_path / "home").mkdir()
    stanza.rename(tmp_path / "home" / "stanza_resources")
    assert stanza_resources("de") == tmp_path / "home" / "stanza_resources"
    kept = tmp_path / "cache" / "stanza" / "StanfordNLP" / "1.11.0" / "resources"
    kept.parent.mkdir(parents=True)
    (tmp_path / "home" / "stanza_resources").rename(kept)
    assert stanza_resources("de") == kept
    (kept / "resources.json").unlink()
    assert stanza_resources("de") is None


def test_models_of_spacy_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipelines, "installed", lambda module: module == "spacy")
    monkeypatch.setattr(pipelines, "distributed", lambda package: True)
    assert pipelines.spacy_model("de") == "de_core_web_lg"
    monkeypatch.setattr(pipelines, "distributed", lambda package: package == "de_core_news_md")
    assert pipelines.spacy_model("de") == "de_core_news_md"
    assert pipelines.spacy_model("fr") is None
    monkeypatch.setattr(pipelines, "installed", lambda module: False)
    assert pipelines.spacy_model("de") is None


@pytest.mark.parametrize(
    ("tags", "upos"),
    [
        # A verb of one's own at the end, before a noun alone, and before what is neither.
        (["VHB"], ["VERB"]),
        (["VHB", "NN1"], ["VERB", "NOUN"]),
        (["VDB", "PRP", "VVI"], ["VERB", "ADP", "VERB"]),
        # have + participle, also past an adverb; do + infinitive, past not and a pronoun.
        (["VHB", "AV0", "VVN"], ["AUX", "ADV", "VERB"]),
        (["VDB", "XX0", "PNP", "VVI"], ["AUX", "PART", "PRON", "VERB"]),
        (["VHB", "VVI"], ["VERB", "VERB"]),
        # Four words further is near enough, five are not.
        (["VHB", *["AV0"] * 3, "VVN"], ["AUX", *["ADV"] * 3, "VERB"]),
        (["VHB", *["AV0"] * 4, "VVN"], ["VERB", *["ADV"] * 4, "VERB"]),
    ],
)
def test_english_auxiliaries(tags: list[str], upos: list[str]) -> None:
    words = ["w"] * len(tags)
    assert hanta._english(words, words, tags) == upos


def test_dutch_auxiliaries() -> None:
    words = ["is", "loopt", "zijn"]
    assert hanta._dutch(words, ["zijn", "lopen", "zijn"], ["WW(pv)", "WW(pv)", "VNW(bez)"]) == [
        *("AUX", "VERB"),
        cgn_upos("VNW(bez)"),
    ]


@pytest.mark.parametrize(
    ("word", "upos"),
    [
        *(("этот", "DET"), ("красный", "ADJ"), ("быть", "AUX"), ("идти", "VERB"), ("Москва", "PROPN")),
        *(
            ("и", "CCONJ"),
            ("чтобы", "SCONJ"),
            ("12", "NUM"),
            ("XIV", "NUM"),
            ("Berlin", "PROPN"),
            (",", "PUNCT"),
        ),
    ],
)
def test_russian_parts_of_speech(word: str, upos: str) -> None:
    pytest.importorskip("pymorphy3")
    _, found, _ = PyMorphy().analyse([[word]])
    assert found == [upos]
