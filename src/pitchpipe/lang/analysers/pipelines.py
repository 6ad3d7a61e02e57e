"""spaCy and Stanza, where they and a model of the language are installed already."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import Any

from pitchpipe.errors import DataError
from pitchpipe.lang.analysers.base import Lines, Tags, installed, package_version
from pitchpipe.lang.tagsets import UPOS

#: spaCy's models, the more accurate first; the transformers are too slow to be chosen unasked.
_SPACY_SIZES = ("lg", "md", "sm")
_SPACY_GENRES = ("core_web", "core_news")


def spacy_model(language: str) -> str | None:
    """The best installed spaCy model of a language."""
    if not installed("spacy"):
        return None
    names = (f"{language}_{genre}_{size}" for size in _SPACY_SIZES for genre in _SPACY_GENRES)
    return next((name for name in names if installed(name)), None)


class Spacy:
    """A spaCy pipeline, given our tokens instead of its own."""

    def __init__(self, model: str) -> None:
        self._model = model
        self.tagset = f"spacy-{model.partition('_')[0]}"

    @property
    def tool(self) -> str:
        return f"{package_version('spacy')}+{package_version(self._model)}"

    @cached_property
    def _pipeline(self) -> Any:
        import spacy

        return spacy.load(self._model, exclude=["parser", "ner", "senter"])

    def analyse(self, lines: Lines) -> Tags:
        from spacy.tokens import Doc

        pipeline = self._pipeline
        documents = (Doc(pipeline.vocab, words=list(words)) for words in lines)
        found = Tags([], [], [])
        for words, document in zip(lines, pipeline.pipe(documents), strict=True):
            _check(len(words), len(document), "spaCy")
            for word, token in zip(words, document, strict=True):
                _append(found, word, token.lemma_, token.pos_, token.tag_)
        return found


def stanza_folder(language: str) -> Path | None:
    """Where Stanza's models of a language are, if there are any."""
    resources = os.environ.get("STANZA_RESOURCES_DIR", str(Path.home() / "stanza_resources"))
    folder = Path(resources) / language
    complete = all(any((folder / step).glob("*.pt")) for step in ("pos", "lemma"))
    return folder if complete and installed("stanza") else None


class Stanza:
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

        return stanza.Pipeline(
            self._language,
            processors="tokenize,pos,lemma",
            tokenize_pretokenized=True,
            # Never fetch anything by itself.
            download_method=None,
            verbose=False,
        )

    def analyse(self, lines: Lines) -> Tags:
        full = [list(words) for words in lines if words]
        found = Tags([], [], [])
        sentences = self._pipeline(full).sentences if full else []
        _check(len(full), len(sentences), "Stanza")
        for words, sentence in zip(full, sentences, strict=True):
            _check(len(words), len(sentence.words), "Stanza")
            for word, token in zip(words, sentence.words, strict=True):
                _append(found, word, token.lemma, token.upos, token.xpos)
        return found


def _append(found: Tags, word: str, lemma: str | None, upos: str | None, xpos: str | None) -> None:
    part = upos if upos in UPOS else "X"
    found.lemmas.append(lemma or word)
    found.upos.append(part or "X")
    found.xpos.append(xpos or part or "X")


def _check(wanted: int, got: int, tool: str) -> None:
    if wanted != got:
        raise DataError(f"{tool} returned {got} instead of {wanted}: it did not keep the tokens it was given")
