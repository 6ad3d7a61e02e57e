"""Judgments, errors and word order in the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

import pitchpipe as pp
from pitchpipe.agreement import ErrorSpan, SegmentScores, Task
from tests.reporting.browsers import SVG, draw_all, opened, saved
from tests.reporting.sets import ROOT, examples

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def judged(folder: Path) -> Path:
    path = folder / "judged.html"
    human = Task.read(examples(), ROOT / "examples/adequacy.seg.score").human
    assert isinstance(human, SegmentScores)
    spans = (
        ErrorSpan("good", 1, 4, 8, "Major", "Accuracy"),
        ErrorSpan("good", 1, 6, 12, "Minor", "Style"),
        ErrorSpan("good", 2, 0, 3, "Trivial", "Style"),
    )
    systems = dict(examples().systems)
    systems["literal"] = ["\u202eturned round\u202c", *systems["literal"][1:]]
    documents = ["large", "large", *(f"document {k}" for k in range(46))]
    report = pp.report(
        replace(examples(), systems=systems, documents=documents, name="turned\u202e"),
        ["bleu", "ter"],
        samples=50,
        human=replace(human, spans=spans),
        order=True,
        audit_of=False,
    )
    report.save(path)
    return path


@pytest.fixture(scope="module")
def judged_page(browser: Browser, judged: Path) -> Iterator[Page]:
    with opened(browser, judged) as one:
        yield one.page


def test_judgments_and_errors_stand_with_segments(judged_page: Page) -> None:
    page = judged_page
    draw_all(page)
    row = page.locator("#segment-1 tbody tr", has=page.locator("th", has_text="good"))
    assert row.locator("td.people").inner_text() == "86.00"
    page.select_option("#mark", "errors")
    page.wait_for_selector("#segment-2 mark.major")
    text = examples().systems["good"][1]
    marks = page.locator("#segment-2 mark").all_inner_texts()
    assert "".join(marks) == text[4:12]
    assert page.locator("#segment-2 mark.minor").inner_text() == text[8:12]
    # A severity that nobody knows is named, and taken for no other.
    unknown = page.locator("#segment-3 mark")
    assert (unknown.get_attribute("class"), unknown.get_attribute("title")) == ("ungraded", "trivial: Style")
    assert page.locator("#legend mark").all_inner_texts() == ["minor", "major", "trivial"]


def test_word_order_of_any_segment(judged_page: Page) -> None:
    page = judged_page
    page.fill("#order-segment", "7")
    page.select_option("#order-system", label="literal")
    segment = pp.order(examples()).segment("literal", 7)
    drawn = page.locator("#order-drawing figure").nth(1)
    drawn.get_by_text(segment.hypothesis[0], exact=True).first.wait_for(state="attached")
    words = drawn.locator("text").all_text_contents()
    assert words[: len(segment.source)] == list(segment.source)
    lines = drawn.locator("line").count()
    assert lines > 0
    _, content = saved(page, "[data-what='order'][data-picture='svg']")
    saved_words = [node.text for node in ElementTree.fromstring(content.decode()).iter(f"{SVG}text")]
    assert " ".join(words) in " ".join(map(str, saved_words))
    assert content.count(b"<line") >= lines
    page.fill("#order-segment", "999")
    page.locator("#order-drawing", has_text="There is no segment 999").wait_for()


def test_characters_that_turn_text_round_are_named(judged_page: Page) -> None:
    page = judged_page
    assert page.inner_text("h1") == "turned[RIGHT-TO-LEFT OVERRIDE] de-en"
    page.fill("#order-segment", "1")
    page.select_option("#order-system", label="literal")
    page.locator("#order-drawing", has_text="RLO").wait_for()
    assert "\u202e" not in page.inner_text("#order-drawing")
    row = page.locator("#segment-1 tbody tr", has=page.locator("th", has_text="literal"))
    assert row.locator(".control").all_inner_texts() == ["RLO", "PDF"]


def test_groups_that_are_left_out_are_counted(judged_page: Page) -> None:
    judged_page.select_option("#grouping", label="document")
    said = judged_page.inner_text("#groups-left")
    assert said == "The 40 largest of 47 groups; the 7 smaller ones are left out."
    judged_page.select_option("#grouping", label="domain")
    assert judged_page.inner_text("#groups-left") == ""


def test_no_two_elements_have_one_name(judged_page: Page) -> None:
    names = judged_page.evaluate("() => Array.from(document.querySelectorAll('[id]'), (one) => one.id)")
    assert len(names) == len(set(names))
