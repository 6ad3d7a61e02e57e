"""The cache folder: where it is, and what turns it off."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

from pitchpipe.caches import VARIABLE, cache_folder, is_keeping, uncached
from pitchpipe.cli.options.alignment import aligner_folder
from pitchpipe.lang.annotation.annotating import TextAnnotator
from pitchpipe.lang.annotation.caching import CachingAnnotator
from pitchpipe.lang.annotation.defaults import default_annotator


@pytest.fixture
def usual(monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv(VARIABLE, raising=False)
    return platformdirs.user_cache_path("pitchpipe")


def test_the_users_unless_another_is_named(
    usual: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cache_folder("align") == usual / "align"
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert (cache_folder("align"), is_keeping()) == (tmp_path / "align", True)
    monkeypatch.setenv(VARIABLE, "~/kept")
    assert cache_folder("align") == Path.home() / "kept" / "align"
    monkeypatch.setenv(VARIABLE, "")
    assert (cache_folder("align"), is_keeping()) == (usual / "align", True)


def test_nothing_need_be_kept(usual: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("HanTa")
    assert isinstance(default_annotator("en"), CachingAnnotator)
    with uncached():
        assert not is_keeping()
        assert isinstance(default_annotator("en"), TextAnnotator)
    monkeypatch.setenv(VARIABLE, "none")
    assert not is_keeping()
    assert isinstance(default_annotator("en"), TextAnnotator)
    assert aligner_folder() is None
    # A tagger that was trained before is still found.
    assert cache_folder("taggers") == usual / "taggers"
