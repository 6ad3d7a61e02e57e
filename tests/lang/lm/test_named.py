"""Language models by the names of their files."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest

from pitchpipe.errors import DataError, MissingError
from pitchpipe.lang.lm.model import LanguageModel
from pitchpipe.lang.lm.named import find_models

LINES = ["a b c", "a b", "c a b", "b c a"]


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "abc.arpa"
    LanguageModel.estimate(LINES, order=2, fallback=(0.5, 1.0, 1.5)).write(path)
    return path


def test_files_and_none(model: Path, tmp_path: Path) -> None:
    assert find_models("none") == {}
    ((name, found),) = find_models(str(model)).items()
    assert name == f"{model}#{found.digest}"
    assert found.perplexity(LINES) == LanguageModel.read(model).perplexity(LINES)
    assert list(find_models(name)) == [name]
    other = tmp_path / "other.arpa"
    other.write_bytes(model.read_bytes())
    assert len(find_models(f"{model}/{other}")) == 2


def test_what_is_not_there(model: Path) -> None:
    with pytest.raises(MissingError, match=r"^there is no language model nothing\.arpa: give an ARPA file"):
        find_models("nothing.arpa")
    with pytest.raises(DataError, match="0123456789"):
        find_models(f"{model}#0123456789")


def test_models_go_to_other_processes(model: Path) -> None:
    read = LanguageModel.read(model)
    for again in (pickle.loads(pickle.dumps(read)), copy.deepcopy(read)):
        assert again.perplexity(LINES) == read.perplexity(LINES)
        assert again.digest == read.digest
