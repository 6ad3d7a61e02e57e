"""Which tool analyses which language, what it needs, and which one is taken."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pitchpipe.errors import MissingError, ParameterError
from pitchpipe.lang.annotation.analysers.base import Analyser, distributed, installed
from pitchpipe.lang.annotation.analysers.hanta import MODELS, HanTa
from pitchpipe.lang.annotation.analysers.pipelines import (
    SPACY_LANGUAGES,
    STANZA_LANGUAGES,
    Spacy,
    Stanza,
    spacy_model,
    stanza_code,
    stanza_resources,
)
from pitchpipe.lang.annotation.analysers.pymorphy import PyMorphy
from pitchpipe.lang.annotation.analysers.tagged import Tagged, lemmatiser, lemmatiser_module
from pitchpipe.lang.annotation.tagger import Tagger, tagger_path
from pitchpipe.text import languages
from pitchpipe.text.named_files import is_file
from pitchpipe.wording import quoted

_EXTRA = "pip install 'pitchpipe[lang]'"
_SPACY_MODEL = "spacy:"


@dataclass(frozen=True)
class Recipe:
    """A tool: for which languages, what is missing (commands that get it; none if ready), how it is made."""

    name: str
    knows: Callable[[str], bool]
    missing: Callable[[str], tuple[str, ...]]
    make: Callable[[str], Analyser]


def _needs_module(module: str, _: str) -> tuple[str, ...]:
    return () if installed(module) else (_EXTRA,)


def _spacy_knows(language: str) -> bool:
    return language in SPACY_LANGUAGES or spacy_model(language) is not None


def _needs_spacy(language: str) -> tuple[str, ...]:
    if spacy_model(language) is not None:
        return ()
    genre = "core_web" if language in {"en", "zh"} else "core_news"
    package = () if installed("spacy") else ("pip install spacy",)
    return (*package, f"python -m spacy download {language}_{genre}_sm")


def _stanza_knows(language: str) -> bool:
    return language in STANZA_LANGUAGES or stanza_resources(language) is not None


def _needs_stanza(language: str) -> tuple[str, ...]:
    if stanza_resources(language) is not None:
        return ()
    package = () if installed("stanza") else ("pip install stanza",)
    return (*package, f"python -c \"import stanza; stanza.download('{stanza_code(language)}')\"")


def _needs_tagger(language: str) -> tuple[str, ...]:
    packages = () if installed("pycrfsuite") and lemmatiser(language) is not None else (_EXTRA,)
    model = is_file(tagger_path(language))
    return (*packages, *(() if model else (train_tagger(language),)))


def train_tagger(language: str) -> str:
    """The command that trains a tagger of a language."""
    return f"pitchpipe lang train-tagger TREEBANK.conllu -l {language}"


def _spacy(language: str) -> Analyser:
    model = spacy_model(language)
    assert model is not None
    return Spacy(model, language)


def _own_spacy(model: str, language: str) -> Analyser:
    """A pipeline by name: one of spaCy's that is not chosen unasked, or somebody's own."""
    if not installed("spacy"):
        raise MissingError("spacy is not installed: pip install spacy")
    if not (distributed(model) or (model and Path(model).is_dir())):
        raise MissingError(f"there is no spaCy model {quoted(model)}: give an installed package, or a folder")
    return Spacy(model, language)


def _tagger(language: str) -> Analyser:
    return _with_lemmas(tagger_path(language), language)


def load_tagger(path: Path, language: str) -> Tagger:
    """The tagger of a language; a damaged one is refused, and one of another language."""
    tagger = Tagger.load(path)
    if tagger.description.language != language:
        raise ParameterError(
            f"{path} is a tagger of {languages.name(tagger.description.language)}, "
            f"not of {languages.name(language)}"
        )
    return tagger


def _with_lemmas(path: Path, language: str) -> Analyser:
    tagger = load_tagger(path, language)
    lemmas = lemmatiser(language)
    if lemmas is None:
        raise MissingError(f"a tagger needs lemmas, and there are none of {_lacking_lemmas(language)}")
    return Tagged(tagger, lemmas)


def _lacking_lemmas(language: str) -> str:
    name = languages.name(language)
    return f"{name}: {_EXTRA}" if lemmatiser_module(language) else f"{name}: no lemmatiser here knows it"


#: In the order they are preferred: large models where somebody has put them there, and then by how well
#: they do on a treebank that none of them was trained on.
RECIPES = (
    Recipe("spacy", _spacy_knows, _needs_spacy, _spacy),
    Recipe("stanza", _stanza_knows, _needs_stanza, Stanza),
    Recipe("hanta", lambda language: language in MODELS, partial(_needs_module, "HanTa"), HanTa),
    Recipe("tagger", lambda language: lemmatiser_module(language) is not None, _needs_tagger, _tagger),
    Recipe("pymorphy3", lambda lang: lang == "ru", partial(_needs_module, "pymorphy3"), lambda _: PyMorphy()),
)


def recipes_for(language: str) -> list[Recipe]:
    """The tools that know a language, the preferred one first."""
    return [recipe for recipe in RECIPES if recipe.knows(language)]


def analyser_for(language: str, name: str | None = None) -> Analyser:
    """The analyser of a language: the one that is named, or the first that is ready.

    The file of a tagger is a name too, and so is ``spacy:MODEL`` with a package or folder of spaCy.

    Raises
    ------
    MissingError
        If there is none; the message says what to install or to train.
    """
    known = recipes_for(language)
    if name is None:
        ready = next((recipe for recipe in known if not recipe.missing(language)), None)
        if ready is None:
            raise MissingError(_remedy(language, known))
        return ready.make(language)
    if name.startswith(_SPACY_MODEL):
        return _own_spacy(name.removeprefix(_SPACY_MODEL), language)
    if name not in {recipe.name for recipe in RECIPES}:
        if is_file(Path(name)) or _looks_like_a_path(name):
            return _with_lemmas(Path(name), language)
        there = ", ".join(recipe.name for recipe in RECIPES)
        raise ParameterError(
            f"unknown analyser {quoted(name)}: there are {there}, spacy:MODEL, and files of taggers"
        )
    chosen = next((recipe for recipe in known if recipe.name == name), None)
    if chosen is None:
        own = "; a model of your own is spacy:MODEL" if name == "spacy" else ""
        raise ParameterError(f"{name} does not know {languages.name(language)}{own}")
    if missing := chosen.missing(language):
        raise MissingError(f"{name} is not ready for {languages.name(language)}: {'; '.join(missing)}")
    return chosen.make(language)


def _looks_like_a_path(name: str) -> bool:
    """Whether a file was meant, even if it is not there: within a folder, or with a suffix."""
    return "/" in name or os.sep in name or bool(Path(name).suffix)


def _remedy(language: str, known: list[Recipe]) -> str:
    """What lacks least: one command rather than two, and our own tools rather than others'."""
    what = f"there are no lemmas and parts of speech of {languages.name(language)}"
    if not known:
        return f"{what}: no tool here knows a language of this code; a model of your own is spacy:MODEL"
    ours = [recipe for recipe in known if recipe.name not in {"spacy", "stanza"}]
    easiest = min(ours or known, key=lambda recipe: len(recipe.missing(language)))
    return f"{what}: {'; then '.join(easiest.missing(language))}"
