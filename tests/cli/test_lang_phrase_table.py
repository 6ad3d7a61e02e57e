"""``pitchpipe lang phrase-table``, and scores with its tables."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from pitchpipe.lang.annotation.defaults import default_annotator
from pitchpipe.lang.phrases.moses import read_moses_table
from pitchpipe.lang.phrases.tables import PivotTable
from tests.commands import Run
from tests.lang.phrases.test_phrase_tables import ENGLISH, FRENCH, LINES
from tests.metrics.annotating import SpelledAnnotator


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of the test's own, and an analyser for every language."""
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / "cache")
    for module in ("pitchpipe.cli.commands.lang.phrase_table", "pitchpipe.lang"):
        monkeypatch.setattr(f"{module}.default_annotator", lambda *_, **__: SpelledAnnotator())
    for name, lines in (("a.en", ENGLISH), ("a.fr", FRENCH), ("moses", LINES)):
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    return tmp_path


def test_a_table_that_is_found_by_its_languages(run: Run, folder: Path) -> None:
    done = run("lang", "phrase-table", str(folder / "a.en"), str(folder / "a.fr"), "-l", "en", "-p", "fr")
    path = folder / "cache" / "phrase-tables" / "en-fr.table"
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"{path}: ")
    assert [str(p) for p in PivotTable.open(path).lookup("house")] == ["maison"]
    (folder / "hyp").write_text("the garden\n")
    (folder / "ref").write_text("the house\n")
    files = str(folder / "hyp"), "-r", str(folder / "ref"), "-l", "de-en"
    scored = run("score", *files, "-m", "tesla-b:synonyms=none", "--format", "json")
    assert scored.code == 0, scored.err
    (score,) = json.loads(scored.out)["systems"][0]["scores"]
    assert 0.0 < score["score"] < 100.0
    assert f"pivots:fr#{PivotTable.open(path).digest}" in score["signature"]


def test_options(run: Run, folder: Path) -> None:
    table = folder / "my.table"
    texts = str(folder / "a.en"), str(folder / "a.fr")
    options = "--longest", "2", "--min-count", "2", "--top", "1", "--tokenize", "none"
    done = run("lang", "phrase-table", *texts, "-l", "en", "-p", "fr", "-o", str(table), *options)
    assert done.code == 0
    described = PivotTable.open(table).description
    assert (described.longest, described.min_count, described.top, described.tokenize) == (2, 2.0, 1, "none")
    assert not (folder / "cache").exists()


def test_annotated_text(run: Run, folder: Path) -> None:
    factored = [" ".join(f"{word}|{word[:3]}|NOUN" for word in line.split()) for line in FRENCH]
    (folder / "a.factored").write_text("\n".join(factored) + "\n")
    table = folder / "my.table"
    given = "--annotation", str(folder / "a.factored"), "-o", str(table)
    done = run("lang", "phrase-table", str(folder / "a.en"), "-l", "en", "-p", "fr", *given)
    assert done.code == 0, done.err
    assert [p.tokens[0].lemma for p in PivotTable.open(table).lookup("house")] == ["mai"]


def test_a_table_of_moses(run: Run, folder: Path) -> None:
    table = folder / "my.table"
    options = "--moses", "target", "-l", "en", "-p", "fr", "-o", str(table)
    done = run("lang", "phrase-table", str(folder / "moses"), *options)
    assert done.code == 0
    assert done.out == f"{table}: 3 phrases, 4 pairs with 4 pivot phrases\n"


def test_nothing_for_the_pivot_language(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitchpipe.cli.commands.lang.phrase_table.default_annotator", default_annotator)
    pair = "-l", "en", "-p", "xx"
    done = run("lang", "phrase-table", str(folder / "a.en"), str(folder / "a.fr"), *pair)
    assert done.code == 2
    assert done.err.endswith("; or bring a file with --annotation instead of PIVOT_TEXT\n")
    done = run("lang", "phrase-table", str(folder / "moses"), "--moses", "target", *pair)
    assert (done.code, "--annotation" in done.err) == (2, False)


def test_a_table_for_a_decoder(run: Run, folder: Path) -> None:
    table = folder / "en-fr.gz"
    texts = str(folder / "a.en"), str(folder / "a.fr")
    done = run("lang", "phrase-table", *texts, "--write-moses", str(table), "--longest", "1", "--top", "1")
    assert (done.code, done.err) == (0, "")
    rows = [(row.f, row.e, row.count) for row in read_moses_table(table)]
    assert ("house", "maison", 12.0) in rows
    assert done.out == f"{table}: {len(rows)} source phrases, {len(rows)} pairs\n"
    printed = run("lang", "phrase-table", *texts, "--write-moses", "-", "--longest", "1", "--top", "1")
    assert printed.out == gzip.decompress(table.read_bytes()).decode()
    assert printed.err == f"-: {len(rows)} source phrases, {len(rows)} pairs\n"
    assert not (folder / "cache").exists()


def test_links_and_tokens_for_a_decoder(run: Run, folder: Path) -> None:
    for name, text in (("s", "Das Haus!\n"), ("t", "THE house !\n"), ("links", "0-0 1-1 2-2\n")):
        (folder / name).write_text(text)
    given = "--links", str(folder / "links"), "--tokenize", "13a", "--pivot-tokenize", "none", "--lowercase"
    texts = str(folder / "s"), str(folder / "t")
    done = run("lang", "phrase-table", *texts, "--write-moses", "-", *given)
    assert (done.code, done.out.splitlines()[-1]) == (
        0,
        "haus ||| house ||| 1 1 1 1 ||| 0-0 ||| 1 1 1 ||| |||",
    )
    assert "das haus ! ||| the house ! ||| 1 1 1 1 ||| 0-0 1-1 2-2 ||| 1 1 1 ||| |||\n" in done.out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["a.en"], "--write-moses needs two texts"),
        (["a.en", "moses"], "a.en has 24 lines, "),
        (["a.en", "a.fr", "-l", "en"], "--language is for pivot tables: leave it out with --write-moses"),
        (["a.en", "a.fr", "-o", "x.table"], "--output is for pivot tables"),
        (["a.en", "--annotation", "x"], "--annotation is for pivot tables"),
        (["moses", "--moses", "target"], "--moses is for pivot tables"),
        (["a.en", "a.fr", "--links", "missing"], "missing: no such file"),
        (["a.en", "a.fr", "--links", "moses"], "moses, line 1: "),
        (["a.en", "a.fr", "--tokenize", "words"], "unknown tokenizer 'words'"),
        (["a.en", "a.fr", "--min-count", "1000"], "no phrase pair is left: give more text, or prune less"),
    ],
)
def test_refused_for_a_decoder(run: Run, folder: Path, arguments: list[str], says: str) -> None:
    named = [str(folder / a) if (folder / a).exists() else a for a in arguments]
    done = run("lang", "phrase-table", *named, "--write-moses", str(folder / "out.gz"))
    assert done.code == 2
    assert says in done.err
    assert not (folder / "out.gz").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--lowercase"], "--lowercase is for --write-moses TABLE"),
        (["--links", "links"], "--links is for --write-moses TABLE"),
        ([], "say which languages the phrases and their pivots are in: -l CODE -p CODE"),
        (["-l", "en"], "say which languages"),
    ],
)
def test_languages_are_asked_for(run: Run, folder: Path, arguments: list[str], says: str) -> None:
    done = run("lang", "phrase-table", str(folder / "a.en"), str(folder / "a.fr"), *arguments)
    assert (done.code, says in done.err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["a.en"], "give the text in the pivot language"),
        (["a.en", "a.fr", "--annotation", "x"], "not both"),
        (
            ["a.en", "--annotation", "x", "--analyser", "hanta"],
            "--analyser is for text that is analysed here",
        ),
        (["a.en", "a.fr", "-o", "none/x.table"], "none/x.table: cannot be written, there is no folder none"),
        (["moses", "a.fr", "--moses", "target"], "without a second text"),
        (["a.en", "moses"], "there are 24 lines, but 4 in the pivot language"),
        (["a.en", "a.fr", "--top", "0"], "top must be a whole number from 1 to 1000, not 0"),
        (["a.en", "a.fr", "--min-count", "1000"], "no phrase pair is left: give more text, or prune less"),
        (["a.en", "missing"], "missing: no such file"),
    ],
)
def test_refused(run: Run, folder: Path, arguments: list[str], says: str) -> None:
    named = [str(folder / a) if (folder / a).exists() else a for a in arguments]
    done = run("lang", "phrase-table", *named, "-l", "en", "-p", "fr")
    assert done.code == 2
    assert says in done.err
    assert done.err.count("\n") <= 4
