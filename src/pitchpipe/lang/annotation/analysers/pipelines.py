"""spaCy and Stanza, where they and a model of the language are installed already."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pitchpipe.errors import DataError, MissingError, ParameterError
from pitchpipe.lang.annotation.analysers.base import (
    Lines,
    Tags,
    distributed,
    folder_version,
    installed,
    package_version,
)
from pitchpipe.lang.annotation.analysers.clitics import pieces
from pitchpipe.lang.annotation.tagsets import UPOS
from pitchpipe.pickling import WithoutCaches, cached_property
from pitchpipe.text import languages

#: The languages that spaCy has models of.
SPACY_LANGUAGES = frozenset((
    "ca", "da", "de", "el", "en", "es", "fi", "fr", "hr", "it", "ja", "ko", "lt", "mk", "nb", "nl",
    "pl", "pt", "ro", "ru", "sl", "sv", "uk", "zh",
))  # fmt: skip
#: spaCy's models, the more accurate first; the transformers are too slow to be chosen unasked.
_SPACY_SIZES = ("lg", "md", "sm")
_SPACY_GENRES = ("core_web", "core_news")
_UNUSED = ("ner", "senter", "entity_linker", "spancat", "textcat", "textcat_multilabel")
#: The languages that Stanza 1.15 has models of, in our codes.
STANZA_LANGUAGES = frozenset((
    "ab", "af", "ang", "ar", "as", "be", "bg", "bor", "bxr", "ca", "ckb", "cop", "cs", "cu", "cy", "da",
    "de", "egy", "el", "en", "es", "et", "eu", "fa", "fi", "fo", "fr", "frm", "fro", "ga", "gd", "gl",
    "got", "grc", "gv", "hbo", "he", "hi", "hr", "hsb", "ht", "hu", "hy", "hyw", "id", "is", "it", "ja",
    "ka", "kk", "kmr", "ko", "kpv", "ky", "la", "lij", "lt", "lv", "lzh", "mr", "mt", "my", "myv", "naq",
    "nb", "nds", "nl", "nn", "oc", "olo", "or", "orv", "ota", "pa", "pcm", "pl", "pro", "pt", "qaf",
    "qpm", "qtd", "ro", "ru", "sa", "say", "sd", "sdh", "se", "sk", "sl", "sq", "sr", "sv", "swl", "ta",
    "te", "th", "tr", "ug", "uk", "ur", "uz", "vi", "wo", "wuu", "xcl", "yi", "yrl", "zh", "zza",
))  # fmt: skip
#: Stanza's codes where they are not ours.
_STANZA_CODES = {"se": "sme", "zh": "zh-hans"}


def spacy_model(language: str) -> str | None:
    """The best installed spaCy model of a language."""
    if not installed("spacy"):
        return None
    names = (f"{language}_{genre}_{size}" for size in _SPACY_SIZES for genre in _SPACY_GENRES)
    return next((name for name in names if distributed(name)), None)


class Spacy(WithoutCaches):
    """A spaCy pipeline, a package or a folder, given our tokens instead of its own."""

    def __init__(self, model: str, language: str) -> None:
        self._model = model
        self._language = language
        self.tagset = f"spacy-{language}"

    @cached_property
    def tool(self) -> str:
        # As in spaCy, a package goes before a folder of its name.
        package = distributed(self._model)
        model = package_version(self._model) if package else folder_version(Path(self._model))
        return f"{package_version('spacy')}+{model}"

    @cached_property
    def _pipeline(self) -> Any:
        import spacy

        # English parts of speech are better with dependencies: "have" is an auxiliary or a verb.
        unused = _UNUSED if self._language == "en" else (*_UNUSED, "parser")
        try:
            pipeline = spacy.load(self._model, exclude=list(unused))
        except (AttributeError, ImportError, OSError, TypeError, ValueError) as error:
            raise MissingError(f"spaCy cannot load {self._model}: {_first_line(error)}") from error
        if pipeline.lang not in {self._language, "xx"}:
            raise ParameterError(
                f"{self._model} is a model of {languages.name(pipeline.lang)}, "
                f"not of {languages.name(self._language)}"
            )
        return pipeline

    def analyse(self, lines: Lines) -> Tags:
        from spacy.tokens import Doc

        pipeline = self._pipeline
        given = [pieces(words, self._language) for words in lines]
        documents = (Doc(pipeline.vocab, words=parts) for parts, _ in given)
        found = Tags([], [], [])
        tagged = False
        for words, (parts, starts), document in zip(lines, given, pipeline.pipe(documents), strict=True):
            _check(len(parts), len(document), "spaCy")
            for word, start in zip(words, starts, strict=True):
                token = document[start]
                tagged = tagged or bool(token.pos_)
                _append(found, word, token.lemma_, token.pos_, token.tag_)
        if found.upos and not tagged:
            raise DataError(f"{self._model} finds no parts of speech: it needs a tagger or a morphologizer")
        return found


def stanza_code(language: str) -> str:
    """Stanza's code of a language."""
    return _STANZA_CODES.get(language, language)


def stanza_resources(language: str) -> Path | None:
    """The folder of Stanza's models, if there are any of a language."""
    if not installed("stanza"):
        return None
    folders = (folder for folder in _stanza_folders() if (folder / "resources.json").is_file())
    return next((f for f in folders if any((f / stanza_code(language) / "pos").glob("*.pt"))), None)


def _stanza_folders() -> Sequence[Path]:
    """Where Stanza looks: a folder per version, and, before 1.11.1, one at home."""
    chosen = os.environ.get("STANZA_RESOURCES_DIR")
    if chosen:
        return (Path(chosen),)
    from platformdirs import user_cache_path

    kept = user_cache_path("stanza", "StanfordNLP", _stanza_models_version()) / "resources"
    return (kept, Path.home() / "stanza_resources")


def _stanza_models_version() -> str:
    """The version of the models, which Stanza knows; importing it would take seconds."""
    spec = find_spec("stanza")
    written = Path(spec.origin).with_name("_version.py") if spec and spec.origin else None
    if written is None or not written.is_file():
        return ""
    match = re.search(r"__resources_version__\s*=\s*['\"]([^'\"]+)", written.read_text("utf-8"))
    return match[1] if match else ""


class Stanza(WithoutCaches):
    """A Stanza pipeline, given our tokens instead of its own."""

    def __init__(self, language: str) -> None:
        self._language = language
        self.tagset = f"stanza-{language}"

    @property
    def tool(self) -> str:
        return f"{package_version('stanza')}-{self._language}"

    @cached_property
    def _pipeline(self) -> Any:
        import stanza

        try:
            return stanza.Pipeline(
                stanza_code(self._language),
                dir=str(stanza_resources(self._language)),
                processors="tokenize,pos,lemma",
                tokenize_pretokenized=True,
                # Never fetch anything by itself.
                download_method=None,
                verbose=False,
            )
        except (ImportError, OSError, ValueError) as error:
            what = f"Stanza cannot load its models of {languages.name(self._language)}"
            raise MissingError(f"{what}: {_first_line(error)}") from error

    def analyse(self, lines: Lines) -> Tags:
        full = [words for words in lines if words]
        given = [pieces(words, self._language) for words in full]
        found = Tags([], [], [])
        sentences = self._pipeline([parts for parts, _ in given]).sentences if full else []
        _check(len(full), len(sentences), "Stanza")
        for words, (parts, starts), sentence in zip(full, given, sentences, strict=True):
            _check(len(parts), len(sentence.words), "Stanza")
            for word, start in zip(words, starts, strict=True):
                token = sentence.words[start]
                _append(found, word, token.lemma, token.upos, token.xpos)
        return found


def _append(found: Tags, word: str, lemma: str | None, upos: str | None, xpos: str | None) -> None:
    part = upos if upos in UPOS else "X"
    found.lemmas.append(lemma or word)
    found.upos.append(part or "X")
    found.xpos.append(xpos or part or "X")


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def _check(wanted: int, got: int, tool: str) -> None:
    if wanted != got:
        raise DataError(f"{tool} returned {got} instead of {wanted}: it did not keep the tokens it was given")
