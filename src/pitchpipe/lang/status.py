"""What can be analysed here: per language, the tools that are ready and what the others lack."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pitchpipe.errors import DataError
from pitchpipe.lang import languages
from pitchpipe.lang.analysers import recipes_for
from pitchpipe.lang.analysers.pipelines import spacy_model
from pitchpipe.lang.analysers.tagged import SIMPLEMMA
from pitchpipe.lang.tagger import Tagger, tagger_path


@dataclass(frozen=True)
class ToolStatus:
    """A tool for a language: ready, or what gets it."""

    name: str
    missing: tuple[str, ...]
    #: What is known of it, such as how accurate a trained tagger was.
    note: str = ""

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
    def used(self) -> str | None:
        """The tool that is used by default, if any is ready."""
        return next((tool.name for tool in self.tools if tool.ready), None)


#: Languages for which something but spaCy and Stanza exists.
KNOWN = tuple(sorted(SIMPLEMMA))


def status(chosen: Iterable[str] = ()) -> list[LanguageStatus]:
    """The state of the given languages, or of all that are known."""
    return [_language(languages.code(language)) for language in chosen or KNOWN]


def _language(language: str) -> LanguageStatus:
    tools = (
        ToolStatus(recipe.name, recipe.missing(language), _note(recipe.name, language))
        for recipe in recipes_for(language)
    )
    return LanguageStatus(language, languages.name(language), languages.tokenizer(language), tuple(tools))


def _note(tool: str, language: str) -> str:
    if tool == "spacy":
        return spacy_model(language) or ""
    path = tagger_path(language)
    if tool != "tagger" or not path.is_file():
        return ""
    try:
        described = Tagger.load(path).description
    except DataError as error:
        return str(error)
    measured = (
        "" if described.accuracy is None else f"; {described.accuracy:.1f} % right on held-out sentences"
    )
    return f"{path}: {described.words} words{measured}"
