"""Texts in files, analysed in parts: the bytes of the plain command, however they are cut."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

import pitchpipe as pp
from pitchpipe.engines.local import Local
from pitchpipe.engines.progress import Progress
from pitchpipe.lang import default_annotator, read_annotation, write_conllu
from pitchpipe.lang.annotation import in_parts
from pitchpipe.lang.annotation.analysers import recipes
from pitchpipe.lang.annotation.in_parts import annotate_files
from pitchpipe.text.shards import shards as shards_module
from tests.commands import Run

pytest.importorskip("HanTa")

LINES = [f"The {word}s run {count} times." for word in ("cat", "dog", "house") for count in range(7)]
LINES[4] = ""


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No models of the machine, and small pieces."""
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / "cache")
    monkeypatch.setattr(recipes, "spacy_model", lambda language: None)
    monkeypatch.setenv("STANZA_RESOURCES_DIR", str(tmp_path / "stanza"))
    monkeypatch.setattr(shards_module, "LINES", 5)


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "a").write_text("".join(f"{line}\n" for line in LINES[:12]), encoding="utf-8")
    rest = "".join(f"{line}\n" for line in LINES[12:]).encode()
    (tmp_path / "corpus" / "b.gz").write_bytes(gzip.compress(rest))
    return str(tmp_path / "corpus")


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}


def test_each_file_is_that_of_its_lines(tmp_path: Path, corpus: str) -> None:
    found = annotate_files(corpus, "en", tmp_path / "one", threads=1)
    assert found.lines == len(LINES)
    manifest = json.loads((tmp_path / "one" / "_manifest.json").read_text(encoding="utf-8"))
    assert [one["rows"] for one in manifest["files"]] == [5, 5, 2, 9]
    assert manifest["results"] == found.to_dict()
    begin = 0
    annotator = default_annotator("en", cache=False)
    for one in manifest["files"]:
        path, lines = tmp_path / "one" / one["file"], LINES[begin : begin + one["rows"]]
        begin += one["rows"]
        write_conllu(tmp_path / "plain.conllu", annotator.annotate(lines, side="hypotheses"), lines)
        assert path.read_bytes() == (tmp_path / "plain.conllu").read_bytes()
        assert hashlib.sha256(path.read_bytes()).hexdigest() == one["sha256"]
    assert read_annotation(tmp_path / "one" / "annotated-00000.conllu").analysed.tool.startswith("hanta")
    for name, how in (("two", {"parts": 2, "engine": Local(1)}), ("three", {"threads": 2, "parts": 3})):
        annotate_files(corpus, "en", tmp_path / name, **how)
        assert content(tmp_path / name) == content(tmp_path / "one")


def test_a_run_that_is_stopped_goes_on(tmp_path: Path, corpus: str) -> None:
    def run(name: str, **how: Any) -> dict[str, Any]:
        return annotate_files(corpus, "en", tmp_path / name, threads=1, **how).to_dict()

    def stop(progress: Progress) -> None:
        if progress.done == 2:
            raise KeyboardInterrupt

    whole = run("whole")
    with pytest.raises(KeyboardInterrupt):
        run("stopped", shown=stop)
    with pytest.raises(pp.DataError, match="has annotations already: go on with --resume"):
        run("stopped")
    heard: list[Progress] = []
    assert run("stopped", resume=True, shown=heard.append) == whole
    assert [one.parts for one in heard] == [2, 2]
    assert content(tmp_path / "stopped") == content(tmp_path / "whole")
    (tmp_path / "stopped" / "_blocks" / "00001.json").write_text("no")
    with pytest.raises(pp.DataError, match="does not tell what was annotated"):
        run("stopped", resume=True)


def test_what_is_corrupt_is_named_or_left_out_and_listed(tmp_path: Path, corpus: str) -> None:
    (tmp_path / "corpus" / "b.gz").write_bytes(b"a\n\xff\n")
    with pytest.raises(pp.DataError, match=r"b\.gz, line 2: invalid UTF-8"):
        annotate_files(corpus, "en", tmp_path / "one", threads=1)
    found = annotate_files(corpus, "en", tmp_path / "two", threads=1, skip_corrupt=True)
    (what,) = found.corrupt
    assert "b.gz, line 2" in what
    assert found.lines == 12
    (tmp_path / "empty").touch()
    with pytest.raises(pp.DataError, match="there are no lines to analyse"):
        annotate_files(str(tmp_path / "empty"), "en", tmp_path / "three", threads=1)


def test_the_command(run: Run, tmp_path: Path, corpus: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_parts, "_annotator", lambda *_: default_annotator("en", cache=False))
    arguments = ["lang", "annotate", corpus, "-l", "en", "--engine", "local", "--threads", "1"]
    done = run(*arguments, "-o", str(tmp_path / "out"), "--progress", "json")
    assert done.code == 0
    assert done.out.splitlines()[0] == f"21 lines in {tmp_path / 'out'}"
    assert json.loads(done.err.splitlines()[-1])["lines"] == 21
    for further, message in (
        ([], "with --engine annotations go to a folder: give -o FOLDER"),
        (["-o", "-"], "with --engine annotations go to a folder"),
        (["-o", str(tmp_path / "x"), "--no-cache"], "--no-cache does not go with --engine local"),
        (["-o", str(tmp_path / "out")], "has annotations already"),
    ):
        refused = run(*arguments, *further)
        assert refused.code == 2
        assert message in refused.err
    assert "goes with --engine" in run("lang", "annotate", "a.en", "-l", "en", "--parts", "3").err
