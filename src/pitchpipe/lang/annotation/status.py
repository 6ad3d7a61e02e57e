"""What can be analysed here: per language, the tools that are ready and what the others lack."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pitchpipe.errors import DataError, ParameterError
from pitchpipe.lang.annotation.analysers import Recipe, recipes_for
from pitchpipe.lang.annotation.analysers.pipelines import spacy_model
from pitchpipe.lang.annotation.analysers.recipes import load_tagger, train_tagger
from pitchpipe.lang.annotation.tagger import Description, tagger_path
from pitchpipe.text import languages
from pitchpipe.text.named_files import is_file


@dataclass(frozen=True)
class ToolStatus:
    """A tool for a language: ready, or the commands that get it."""

    name: str
    missing: tuple[str, ...]
    #: What is known of it, such as how accurate a trained tagger was.
    note: str = ""
    #: It is there, but it is refused; the note says why. No other is taken in its place unasked.
    damaged: bool = False

    @property
    def ready(self) -> bool:
        """Whether it can be used now."""
        return not self.missing


@dataclass(frozen=True)
class LanguageStatus:
    """The tools of a language, the preferred one first."""

    language: str
    name: str
    tokenize: str
    tools: tuple[ToolStatus, ...]

    @property
    def chosen(self) -> ToolStatus | None:
        """The tool that is taken by default, if any is there, even if it is then refused."""
        return next((tool for tool in self.tools if tool.ready or tool.damaged), None)

    @property
    def used(self) -> str | None:
        """The name of the tool that is used by default, if that is ready."""
        return self.chosen.name if self.chosen is not None and self.chosen.ready else None


def status(chosen: Iterable[str] = ()) -> list[LanguageStatus]:
    """The state of the given languages, or of all in the table that a tool knows."""
    known = (one.code for one in languages.LANGUAGES if recipes_for(one.code))
    return [_language(languages.code(language)) for language in chosen or known]


def _language(language: str) -> LanguageStatus:
    tools = tuple(_tool(recipe, language) for recipe in recipes_for(language))
    return LanguageStatus(language, languages.name(language), languages.tokenizer(language), tools)


def _tool(recipe: Recipe, language: str) -> ToolStatus:
    missing = recipe.missing(language)
    if recipe.name == "spacy":
        return ToolStatus(recipe.name, missing, spacy_model(language) or "")
    path = tagger_path(language)
    if recipe.name != "tagger" or not is_file(path):
        return ToolStatus(recipe.name, missing)
    try:
        described = load_tagger(path, language).description
    except (DataError, ParameterError) as error:
        return ToolStatus(recipe.name, (*missing, train_tagger(language)), str(error), damaged=not missing)
    return ToolStatus(recipe.name, missing, f"{path}: {_trained(described)}")


def _trained(described: Description) -> str:
    words = f"{described.words} words"
    if described.accuracy is None:
        return words
    return f"{words}; {described.accuracy:.1f} % right on held-out sentences"
