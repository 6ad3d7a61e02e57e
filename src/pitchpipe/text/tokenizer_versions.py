"""Which version of an outside tokenizer split a text: another one may split it otherwise."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from pitchpipe.text.mecab import MECAB, mecab_version

#: What signatures call the packages.
OUTSIDE = ("mecab", "sentencepiece")


def versions(tokenizer: Any) -> dict[str, str]:
    """The package behind a tokenizer with its version; none for those of our own, and for what is not there.

    >>> versions("13a")
    {}
    """
    if not isinstance(tokenizer, str):
        return {}
    if tokenizer in MECAB:
        version = mecab_version(tokenizer)
        return {} if version is None else {"mecab": version}
    if tokenizer.startswith(("spm:", "flores")):
        return _sentencepiece_version()
    return {}


def described(name: str) -> str:
    """A tokenizer as sacreBLEU's signatures show it: MeCab's with version and dictionary.

    >>> described("13a")
    '13a'
    """
    version = mecab_version(name) if name in MECAB else None
    return name if version is None else f"{name}-{version}"


@lru_cache(maxsize=1)
def _sentencepiece_version() -> dict[str, str]:
    from importlib import metadata  # as slow to load as all of a small score's own modules

    try:
        return {"sentencepiece": metadata.version("sentencepiece")}
    except metadata.PackageNotFoundError:
        return {}
