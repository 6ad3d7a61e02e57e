"""Base forms of inflected English words, by WordNet's rules of detachment (morphy(7WN))."""

from __future__ import annotations

from collections.abc import Callable

from pitchpipe.lang.synonyms.compiled import ADJECTIVE, NOUN, VERB

#: Endings and what replaces them, by part of speech, in the order in which they are tried.
DETACHMENTS = {
    NOUN: (
        ("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("men", "man"),
        ("ies", "y"),
    ),
    VERB: (
        ("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""),
    ),
    ADJECTIVE: (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
}  # fmt: skip


def base_form(word: str, is_known: Callable[[str], bool], part: int | None = None) -> str | None:
    """The first base form that is a known word, by the rules of one part of speech or of all."""
    if len(word) <= 2 or word.endswith("ss"):
        return None
    for of, endings in DETACHMENTS.items():
        if part is not None and part != of:
            continue
        for ending, replacement in endings:
            base = word.removesuffix(ending) + replacement
            if word.endswith(ending) and is_known(base):
                return base
    return None
