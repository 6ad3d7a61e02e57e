"""Synonyms of the examples and of what is installed, on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitchpipe.lang import read_annotation
from pitchpipe.lang.synonyms import finding as module
from pitchpipe.lang.synonyms import places as synonym_files
from pitchpipe.lang.synonyms.wordnet import PARTS
from tests.commands import ROOT, Run

TEXTS = ["examples/systems/good.en", "-r", "examples/reference.a.en", "--annotation", "examples/annotation"]
OURS = "examples/synonyms.tsv"
METRICS = ("meteor", "tesla-m", "maxsim")
NOUNS = "autumn n 1 0 1 0 00000001\nbeam n 1 0 1 0 00000002\ngirder n 1 0 1 0 00000002\n"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of its own, and nothing installed."""
    monkeypatch.setattr(module, "cache_folder", lambda name: tmp_path / "cache" / name)
    monkeypatch.setattr(synonym_files, "_WORDNET_FOLDERS", ())
    monkeypatch.setattr(synonym_files, "_nltk_folders", lambda: iter(()))
    monkeypatch.setattr(synonym_files, "_MYTHES_FOLDERS", ())
    monkeypatch.setenv("WN_DATA", str(tmp_path / "nowhere"))
    for name in ("WNSEARCHDIR", "WNHOME"):
        monkeypatch.delenv(name, raising=False)
    module._loaded.cache_clear()
    return tmp_path / "cache"


@pytest.fixture
def wordnet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A WordNet that is found installed."""
    folder = tmp_path / "wordnet"
    folder.mkdir()
    for file in (f"{kind}.{part}" for kind in ("index", "data") for part in PARTS):
        (folder / file).write_text("  1 a licence\nzyzzyva n 1 0 1 0 00000001\n")
    (folder / "index.noun").write_text(NOUNS)
    monkeypatch.setenv("WNSEARCHDIR", str(folder))
    return folder


def score(run: Run, metric: str, *options: str) -> str:
    done = run("score", *TEXTS, "-l", "de-en", "-m", metric, *options)
    assert (done.code, done.err) == (0, "")
    return done.out


@pytest.mark.parametrize("metric", METRICS)
def test_the_cache(run: Run, wordnet: Path, cache: Path, metric: str) -> None:
    without = score(run, metric, "--no-cache")
    assert not cache.exists()
    module._loaded.cache_clear()
    assert score(run, metric) == without
    assert list((cache / "synonyms").iterdir())


@pytest.mark.parametrize("metric", METRICS)
def test_a_cache_that_cannot_be_written(run: Run, wordnet: Path, cache: Path, metric: str) -> None:
    cache.write_text("a file where a folder should be")
    assert "|synonyms:wordnet#" in score(run, metric)


@pytest.mark.parametrize("metric", METRICS)
def test_nothing_installed(run: Run, metric: str) -> None:
    done = run("score", *TEXTS, "-l", "de-en", "-m", metric)
    reason = "there are no synonyms of English: install WordNet (Debian: apt install"
    if metric == "meteor":
        assert (done.code, "|synonyms:none|" in done.out) == (0, True)
        assert done.err.startswith(f"note: meteor does without synonyms: {reason}")
    else:
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith(f"error: {reason}")
    assert done.err.count("\n") == 1
    numbers = [
        float(score(run, f"{metric}:synonyms={chosen}", "--format", "tsv").split()[-1])
        for chosen in ("none", OURS)
    ]
    assert numbers[0] + 0.5 < numbers[1]


def test_the_examples_synonyms_are_words_of_the_examples() -> None:
    folder = ROOT / "examples/annotation"
    lemmas = {lemma.lower() for file in folder.iterdir() for lemma in read_annotation(file).analysed.lemmas}
    groups = [line.split("\t") for line in (ROOT / OURS).read_text(encoding="utf-8").splitlines()]
    assert all(len(group) == len(set(group)) > 1 for group in groups)
    assert {word for group in groups for word in group} <= lemmas


@pytest.mark.parametrize("metric", METRICS)
def test_an_incomplete_wordnet(run: Run, wordnet: Path, metric: str) -> None:
    (wordnet / "index.verb").unlink()
    done = run("score", *TEXTS, "-l", "de-en", "-m", metric)
    assert (done.code, done.out) == (2, "")
    assert "wordnet is not a whole WordNet: index.verb is missing; install it again" in done.err
