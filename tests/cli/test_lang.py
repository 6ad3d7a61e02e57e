"""``pitchpipe lang``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitchpipe.caches import cache_folder
from pitchpipe.lang import read_annotation
from pitchpipe.lang.annotation import tagger
from pitchpipe.lang.annotation.analysers import recipes
from tests.commands import Run
from tests.lang.annotation.test_tagger import treebank

pytest.importorskip("pycrfsuite")
pytest.importorskip("HanTa")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of the test's own, and no models of the machine."""
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / "cache")
    monkeypatch.setattr(recipes, "spacy_model", lambda language: None)
    monkeypatch.setenv("STANZA_RESOURCES_DIR", str(tmp_path / "stanza"))
    return tmp_path


def test_annotate(run: Run, folder: Path) -> None:
    text = folder / "a.en"
    text.write_text("The cats run.\n\n“Cats”?\n")
    done = run("lang", "annotate", str(text), "-l", "en", "-o", str(folder / "a.conllu"))
    assert (done.code, done.out, done.err) == (0, "", "")
    found = read_annotation(folder / "a.conllu").analysed
    assert found.offsets.tolist() == [0, 4, 4, 6]
    assert found.lemmas == ["the", "cat", "run", ".", "cat", "?"]
    assert list((folder / "cache" / "annotations").iterdir())
    again = run("lang", "annotate", str(text), "-l", "en", "-o", "-")
    assert again.out == (folder / "a.conllu").read_text()


def test_no_cache_and_default_names(run: Run, folder: Path) -> None:
    for name in ("a.en", "b.en"):
        (folder / name).write_text("Cats.\n")
    files = [str(folder / name) for name in ("a.en", "b.en")]
    assert run("lang", "annotate", *files, "-l", "en", "--no-cache").code == 0
    assert run("lang", "annotate", *files, "-l", "en", "--no-cache", "-o", str(folder / "out")).code == 0
    assert (folder / "a.en.conllu").read_text() == (folder / "out" / "b.en.conllu").read_text()
    assert not (folder / "cache").exists()


def test_a_file_without_lines(run: Run, folder: Path) -> None:
    (folder / "a.en").write_text("")
    assert run("lang", "annotate", str(folder / "a.en"), "-l", "en").code == 0
    assert (folder / "a.en.conllu").read_text() == ""


def test_train_a_tagger_which_is_then_found(run: Run, folder: Path) -> None:
    path = treebank(folder)
    done = run("lang", "train-tagger", str(path), "-l", "en")
    assert done.code == 0
    assert done.out == (
        f"{folder / 'cache' / 'taggers' / 'en.tagger'}: 30 sentences, 170 words; 100.0 % right, held out\n"
    )
    shown = run("lang", "status", "en").out
    assert "tagger     ready" in shown
    assert "100.0 % right" in shown
    assert "hanta      used" in shown
    done = run("lang", "train-tagger", str(path), "-l", "en", "-o", str(folder / "mine.tagger"))
    assert done.code == 0
    assert (folder / "mine.tagger").stat().st_size < 100_000


def test_status(run: Run) -> None:
    shown = run("lang", "status").out.splitlines()
    assert any(line.split()[:3] == ["de", "German", "hanta"] for line in shown)
    assert any("train-tagger TREEBANK.conllu -l fr" in line for line in shown)
    (french,) = json.loads(run("lang", "status", "fra", "--format", "json").out)
    assert (french["language"], french["used"]) == ("fr", None)
    assert [tool["name"] for tool in french["tools"]] == ["spacy", "stanza", "tagger"]

    listed = {line.split()[0] for line in shown}
    assert {"zh", "ja", "ko", "cs", "mk"} <= listed


def test_status_of_a_language_nobody_knows(run: Run) -> None:
    shown = run("lang", "status", "xx", "vi").out
    assert "xx: xx, words of the tokenizer intl\n  no tool here knows it: " in shown
    assert "download('xx')" not in shown
    assert "download('vi')" in shown


@pytest.mark.parametrize("language", ["fr", "ru"])
@pytest.mark.parametrize("kind", ["rubbish", "cut", "of another language"])
def test_status_of_a_damaged_tagger(run: Run, folder: Path, language: str, kind: str) -> None:
    pytest.importorskip("simplemma")
    pytest.importorskip("pymorphy3")
    path = tagger.tagger_path(language)
    trained = "de" if kind == "of another language" else language
    assert (
        run("lang", "train-tagger", str(treebank(folder)), "-l", trained, "-o", str(folder / "t")).code == 0
    )
    path.parent.mkdir(parents=True)
    whole = (folder / "t").read_bytes()
    path.write_bytes({"rubbish": b"rubbish", "cut": whole[:-20]}.get(kind, whole))
    detail = run("lang", "status", language).out
    assert f"  tagger     damaged  {path} is " in detail
    assert f"\n             pitchpipe lang train-tagger TREEBANK.conllu -l {language}" in detail
    assert " used" not in detail.replace("are used", "")
    (row,) = (line for line in run("lang", "status").out.splitlines() if line.startswith(f"{language} "))
    assert row.split()[2:] == [
        *("tagger,", "damaged", "pitchpipe", "lang", "train-tagger", "TREEBANK.conllu", "-l", language),
    ]
    (shown,) = json.loads(run("lang", "status", language, "--format", "json").out)
    assert shown["used"] is None
    # What status says is what annotating does: nothing else is used in its place.
    (folder / "a").write_text("A\n")
    refused = run("lang", "annotate", str(folder / "a"), "-l", language)
    assert (refused.code, str(path) in refused.err) == (2, True)


def test_an_unwritable_place_is_said_before_the_work(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(*_: object, **__: object) -> None:
        pytest.fail("the work was begun")

    monkeypatch.setattr(tagger.Tagger, "train", work)
    monkeypatch.setattr("pitchpipe.cli.commands.lang.annotate.default_annotator", work)
    train = "lang", "train-tagger", str(treebank(folder)), "-l", "en"
    done = run(*train, "-o", "/nowhere/en.tagger")
    assert done.err == "error: /nowhere/en.tagger: cannot be written, there is no folder /nowhere\n"
    (folder / "cache").write_text("")
    assert run(*train).err.endswith("taggers cannot be made a folder (Not a directory)\n")
    (folder / "a.en").write_text("Cats.\n")
    (folder / "a.en.conllu").mkdir()
    done = run("lang", "annotate", str(folder / "a.en"), "-l", "en")
    assert done.err.endswith("a.en.conllu: cannot be written, it is a folder\n")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["annotate", ".", "-l", "en"], "'.' is a folder: name the files in it"),
        (["annotate", "", "-l", "en"], "is a folder: name the files in it"),
        (["annotate", "README.md", "-l", "fr"], "train-tagger TREEBANK.conllu -l fr\n"),
        (["annotate", "README.md", "-l", "xx"], "knows a language of this code"),
        (["annotate", "README.md", "-l", "en", "--analyser", "none.tagger"], "none.tagger: no such file"),
        (["annotate", "README.md", "-l", "english"], "not the code of a language"),
        (["annotate", "nothing.en", "-l", "en"], "nothing.en: no such file"),
        (["annotate", "-", "-l", "en"], "standard input has no name"),
        (["annotate", "README.md", "CHANGELOG.md", "-l", "en", "-o", "-"], "several files"),
        (
            ["annotate", "README.md", "CHANGELOG.md", "-l", "en", "-o", "README.md/x"],
            "cannot be made a folder",
        ),
        (["annotate", "README.md", "docs/../README.md", "-l", "en", "-o", "out"], "same name"),
        (["annotate", "README.md", "-l", "de", "--analyser", "pymorphy3"], "does not know German"),
        (["train-tagger", "README.md", "-l", "en"], "README.md, line"),
        (["status", "1"], "not the code of a language"),
    ],
)
def test_refused(run: Run, arguments: list[str], says: str) -> None:
    done = run("lang", *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: ")
    assert says in done.err
    assert done.err.count("\n") == 1


def test_where_things_are_kept(folder: Path) -> None:
    assert cache_folder("annotations") == folder / "cache" / "annotations"
    assert tagger.tagger_path("cs") == folder / "cache" / "taggers" / "cs.tagger"
