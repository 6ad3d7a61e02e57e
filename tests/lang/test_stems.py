"""Stems of words, and languages that have none."""

from __future__ import annotations

import sys

import pytest

from pitchpipe.errors import MissingError
from pitchpipe.lang.stems import stems


def test_stems_by_language() -> None:
    assert stems(["running", "cats", ""], "en") == ["run", "cat", ""]
    assert stems(["Häuser".lower()], "de") == ["haus"]
    # Both written standards of Norwegian have one algorithm.
    assert stems(["bilene"], "nb") == stems(["bilene"], "nn") == ["bil"]


def test_a_language_without_stemmer() -> None:
    with pytest.raises(MissingError, match=r"^there is no Snowball stemmer of Chinese: do without"):
        stems(["x"], "zh")


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "snowballstemmer", None)
    with pytest.raises(MissingError, match=r"pip install 'pitchpipe\[lang\]'"):
        stems(["x"], "en")
