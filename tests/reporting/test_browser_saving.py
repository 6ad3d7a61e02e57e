"""What people save and copy from a page."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

import pitchpipe as pp
from tests.reporting.browsers import SVG, draw_all, numbers, saved, wait_for
from tests.reporting.sets import BRIDGES, METRICS, examples

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_tables_and_charts_are_saved(page: Page) -> None:
    draw_all(page)
    name, content = saved(page, "[data-table='ranking/scores'][data-format='csv']")
    assert name == "Examples-ranking-scores.csv"
    header, *rows = csv.reader(io.StringIO(content.decode()))
    assert header == ["system", "bleu ↑", "ter ↓", "meteor ↑", "wrr ↑"]
    table = pp.score(examples(), METRICS)
    assert {row[0]: float(row[1]) for row in rows} == {s: table[s, "bleu"].score for s in table.systems}
    name, content = saved(page, "[data-table='ranking/scores'][data-format='latex']")
    assert name.endswith(".tex")
    assert content.startswith(b"\\begin{tabular}")
    name, content = saved(page, "figure[data-chart='ranking/scores'] [data-picture='svg']")
    assert name == "Examples-ranking-scores.svg"
    assert content.startswith(b"<svg")
    name, content = saved(page, "figure[data-chart='ranking/scores'] [data-picture='png']")
    assert content.startswith(b"\x89PNG")


@pytest.mark.parametrize("panel", ["segments", "making"])
def test_what_is_shown_is_saved_as_a_picture(page: Page, panel: str) -> None:
    page.select_option("#mark", label="what ter aligns")
    page.fill("#search", "bridge")
    wait_for(page, BRIDGES)
    name, content = saved(page, f"[data-what='{panel}'][data-picture='svg']")
    assert name == f"Examples-{panel}.svg"
    drawn = [node.text for node in ElementTree.fromstring(content.decode()).iter(f"{SVG}text")]
    shown = page.inner_text("#list" if panel == "segments" else "#making-facts")
    # Words in the same order; buttons are no part of it, and a long one is drawn line by line.
    assert "".join("".join(map(str, drawn)).split()) == "".join(re.sub("Copy|▶?BibTeX", "", shown).split())
    name, content = saved(page, f"[data-what='{panel}'][data-picture='png']")
    assert name == f"Examples-{panel}.png"
    assert content.startswith(b"\x89PNG")


def test_segments_are_saved_as_they_are_listed(page: Page) -> None:
    page.fill("#search", "bridge")
    wait_for(page, BRIDGES)
    _, content = saved(page, "#save-segments")
    header, *rows = csv.reader(io.StringIO(content.decode()))
    assert header[:2] == ["segment", "source"]
    assert [int(row[0]) for row in rows] == numbers(page)


def test_signatures_are_copied(page: Page) -> None:
    page.locator("#making .copy").first.click()
    page.wait_for_selector("#said.shown")
    expected = pp.score(examples(), ["bleu"])["good", "bleu"].signature
    assert page.evaluate("navigator.clipboard.readText()") == expected
