"""The page as a file: complete, closed, and with texts as data only."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from markupsafe import Markup

import pitchpipe as pp
from pitchpipe.reporting.page import SCRIPTS, own_script, packed, with_named_controls
from pitchpipe.showing.csv_output import csv_text
from pitchpipe.showing.grids import Cell, Grid
from tests.commands import Run, run
from tests.reporting.sets import HOSTILE, examples, hostile

__all__ = ["run"]

ASSETS = Path(pp.__file__).parent / "reporting/assets"


class Read(HTMLParser):
    """Tags with their attributes, and the texts of scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, list[str]] = {"script": [], "style": []}
        self._open: str | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._open = tag if tag in self.inside else None
        if self._open:
            self.inside[tag].append("")

    def handle_data(self, data: str) -> None:
        if self._open:
            self.inside[self._open][-1] += data

    def handle_endtag(self, tag: str) -> None:
        self._open = None


@pytest.fixture(scope="module")
def page() -> str:
    return pp.report(examples(), ["bleu", "ter"], samples=50).html()


@pytest.fixture(scope="module")
def attacked() -> str:
    return pp.report(hostile(), ["chrf"], samples=20).html()


def test_the_same_data_give_the_same_page(page: str) -> None:
    assert pp.report(examples(), ["bleu", "ter"], samples=50).html() == page


def policy(read: Read) -> dict[str, list[str]]:
    (content,) = (at["content"] for tag, at in read.tags if at.get("http-equiv") == "Content-Security-Policy")
    assert content is not None
    return {name: values for name, *values in (part.split() for part in content.split(";"))}


def test_the_policy_allows_the_scripts_of_the_page_and_nothing_else(page: str) -> None:
    read = Read(page)
    allowed = policy(read)
    assert allowed["default-src"] == ["'none'"]
    assert not {"connect-src", "frame-src", "object-src"} & set(allowed)
    executed = [
        text
        for (_, at), text in zip(
            [one for one in read.tags if one[0] == "script"], read.inside["script"], strict=True
        )
        if at.get("type") is None
    ]
    for kind, texts in (("script-src", executed), ("style-src", read.inside["style"])):
        digests = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in texts]
        assert allowed[kind] == [f"'sha256-{digest}'" for digest in digests]
    assert "unsafe" not in str(allowed)


def test_nothing_is_fetched_and_no_attribute_runs(page: str, attacked: str) -> None:
    for tag, attributes in [*Read(page).tags, *Read(attacked).tags]:
        assert tag not in {"link", "iframe", "img", "object", "embed", "base"}
        assert "src" not in attributes
        assert not any(name.startswith("on") or name == "style" for name in attributes)
        assert str(attributes.get("href") or "#").startswith("#")


def test_names_of_characters_that_are_not_seen() -> None:
    assert with_named_controls("a\u202eb") == "a[RIGHT-TO-LEFT OVERRIDE]b"
    for value in (Markup("a\u202eb"), 3, "plain"):
        assert with_named_controls(value) is value


def test_texts_are_data_only(attacked: str) -> None:
    read = Read(attacked)
    assert len(read.inside["script"]) == 4  # data, one block, two scripts
    outside = re.sub(r"<(script|style).*?</\1>", "", attacked, flags=re.DOTALL)
    for text in ("<script>document", "<b>ref", "<i>x", "<img", "onerror"):
        assert text not in outside
    block = unpacked(read.inside["script"][1])
    assert [segment["texts"][0] for segment in block] == list(HOSTILE)


def unpacked(text: str) -> Any:
    return json.loads(gzip.decompress(base64.b64decode(text)))


def test_packing() -> None:
    value = {"a": [None, 1.5, "\u2028é</script>"]}
    assert unpacked(packed(value)) == value
    assert re.fullmatch(r"[A-Za-z0-9+/=]+", packed(value))
    assert packed(value) == packed(dict(value))


def test_every_script_is_in_the_page(page: str) -> None:
    assert {f"{name}.js" for name in SCRIPTS} == {path.name for path in ASSETS.glob("*.js")}
    assert own_script() in page


def test_tables_are_saved_at_full_precision() -> None:
    grid = Grid(("system", "x"), ((Cell("=1+1"), Cell(1 / 3)), (Cell('a "b", c'), Cell(None))))
    assert csv_text(grid) == f'system,x\r\n\'=1+1,{1 / 3!r}\r\n"a ""b"", c",\r\n'


# -- the command ---------------------------------------------------------------------------------------

PLAIN = ("examples/systems/good.en", "examples/systems/short.en", "-r", "examples/reference.a.en")


def test_the_command_writes_a_page_and_says_where(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    done = run("report", *PLAIN, "-m", "wer", "--samples", "20", "-o", str(path), "--title", "A & B")
    assert (done.code, done.out) == (0, f"{path}\n")
    assert "<title>A &amp; B · Pitchpipe report</title>" in path.read_text(encoding="utf-8")


def test_the_command_writes_to_standard_output(run: Run) -> None:
    done = run("report", *PLAIN, "-m", "wer", "--samples", "20", "-o", "-")
    assert done.code == 0
    assert done.out.startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("report",), "there is nothing to score: give system outputs, or --test-set"),
        (("report", "examples/systems/good.en"), "there is no reference: give one with -r FILE"),
        (("report", *PLAIN, "-o", "examples/systems/good.en"), "would replace what is read"),
        (("report", *PLAIN, "-o", "no/such/folder/x.html"), "cannot be written"),
        (("report", *PLAIN, "--samples", "0"), "samples"),
    ],
)
def test_mistakes_are_one_sentence(run: Run, arguments: tuple[str, ...], message: str) -> None:
    done = run(*arguments)
    assert done.code == 2
    assert done.err.startswith("error: ")
    assert message in done.err
    assert done.err.count("\n") == 1
