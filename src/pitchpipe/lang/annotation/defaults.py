"""The annotator of a language: what is installed for it."""

from __future__ import annotations

from pitchpipe.caches import cache_folder, is_keeping
from pitchpipe.errors import MissingError
from pitchpipe.lang.annotation.analysers import RECIPES, analyser_for
from pitchpipe.lang.annotation.analysis import Annotator
from pitchpipe.lang.annotation.annotating import TextAnnotator
from pitchpipe.lang.annotation.caching import CachingAnnotator
from pitchpipe.text import languages

#: What to do where nothing is installed, for texts that stay as they are.
BRING_FILES = "bring files with --annotation and --annotation-ref"


def default_annotator(
    language: str, *, cache: bool = True, analyser: str | None = None, otherwise: str = BRING_FILES
) -> Annotator:
    """The annotator of a language: what is installed, the preferred tool first.

    Parameters
    ----------
    language
        A code, such as ``de``.
    cache
        Keep analyses in the user's cache folder, unless within :func:`pitchpipe.caches.uncached`.
    analyser
        ``spacy``, ``stanza``, ``hanta``, ``tagger`` or ``pymorphy3`` instead of the preferred one,
        ``spacy:MODEL`` with a package or folder of spaCy, or the file of a tagger.
    otherwise
        What else can be done where something is missing, for the message; empty if there is nothing.

    Raises
    ------
    MissingError
        If nothing that analyses the language is installed; the message says how to get it.
    """
    short = languages.code(language)
    try:
        chosen = analyser_for(short, analyser)
    except MissingError as error:
        raise MissingError(f"{error}; or {otherwise}" if otherwise else str(error)) from error
    annotator = TextAnnotator(chosen, languages.tokenizer(short))
    if not (cache and is_keeping()):
        return annotator
    return CachingAnnotator(annotator, cache_folder("annotations"))


def analyser_of(tool: str | None) -> str | None:
    """The analyser that a signature names, ``hanta-1.2.1-en``; ``None`` where it names none of ours.

    >>> analyser_of("hanta-1.2.1-en")
    'hanta'
    """
    name = (tool or "").partition("-")[0]
    return name if name in {recipe.name for recipe in RECIPES} else None
