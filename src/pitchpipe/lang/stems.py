"""Word stems by the Snowball algorithms, from the package ``snowballstemmer`` (extra ``lang``)."""

from __future__ import annotations

from collections.abc import Sequence

from pitchpipe.errors import MissingError
from pitchpipe.text import languages

#: What Snowball calls a language, where it is not the language's usual name.
_SNOWBALL_NAMES = {"nb": "norwegian", "nn": "norwegian"}


def stems(words: Sequence[str], language: str) -> list[str]:
    """The stem of every word.

    Raises
    ------
    MissingError
        If the package is not installed, or has no algorithm for the language.
    """
    try:
        import snowballstemmer  # type: ignore[import-untyped]
    except ImportError as error:
        raise MissingError("stems need snowballstemmer: pip install 'pitchpipe[lang]'") from error
    code = languages.code(language)
    name = _SNOWBALL_NAMES.get(code, languages.name(code).lower())
    if name not in snowballstemmer.algorithms():
        raise MissingError(
            f"there is no Snowball stemmer of {languages.name(code)}: do without, modules=exact"
        )
    stemmed: list[str] = snowballstemmer.stemmer(name).stemWords(words)
    return stemmed
