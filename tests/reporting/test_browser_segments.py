"""Segments as people look for them: searched, sorted, marked, linked to."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import pitchpipe as pp
from tests.reporting.browsers import numbers, opened, wait_for
from tests.reporting.sets import BRIDGES, examples, with_bridges

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def test_search_finds_what_is_there(page: Page) -> None:
    page.fill("#search", "Bridge")
    wait_for(page, BRIDGES)
    assert numbers(page) == with_bridges()
    page.select_option("#search-in", "source")
    wait_for(page, "0 of 48")
    page.click("#clear")
    wait_for(page, "48 segments")


def test_sorting_by_difference(page: Page) -> None:
    table = pp.score(examples(), ["ter"], segments=True)
    a, b = (table[name, "ter"].segments for name in ("short", "good"))
    assert a is not None
    assert b is not None
    page.select_option("#metric", label="ter")
    page.select_option("#system-a", label="short")
    page.select_option("#system-b", label="good")
    page.select_option("#sort", "difference")
    page.click("#turn-order")
    differences = [round(float(x), 2) - round(float(y), 2) for x, y in zip(a, b, strict=True)]
    expected = sorted(range(48), key=lambda i: (-round(differences[i], 6), i))
    page.wait_for_function(
        "number => document.querySelector('#list article header a').innerText == number",
        arg=str(expected[0] + 1),
    )
    assert numbers(page) == [i + 1 for i in expected[:20]]


def test_groups_and_their_means(page: Page) -> None:
    domains = examples().domains
    assert domains is not None
    page.select_option("#group-by", "group:domain")
    page.select_option("#group-label", label="news")
    members = [i for i, domain in enumerate(domains) if domain == "news"]
    wait_for(page, f"{len(members)} of 48")
    table = pp.score(examples(), ["bleu"], segments=True)
    scores = table["good", "bleu"].segments
    assert scores is not None
    said = page.locator("#found").inner_text()
    assert "which are no corpus scores" in said
    shown = re.search(r"good ([\d.]+)", said)
    assert shown is not None
    assert float(shown[1]) == pytest.approx(sum(scores[i] for i in members) / len(members), abs=0.011)


def test_pages_and_keys(page: Page) -> None:
    assert numbers(page) == list(range(1, 21))
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.id") == "segment-1"
    page.keyboard.press("j")
    page.keyboard.press("k")
    assert page.evaluate("document.activeElement.id") == "segment-1"
    page.keyboard.press("n")
    page.wait_for_selector("#segment-21")
    page.keyboard.press("p")
    page.wait_for_selector("#segment-20")
    for _ in range(21):
        page.keyboard.press("j")
    page.wait_for_selector("#segment-21.here")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "search"
    page.keyboard.type("jk")
    assert page.input_value("#search") == "jk"


def test_links_to_segments_last(browser: Browser, path: Path) -> None:
    with opened(browser, path, hash="#segment=37") as one:
        one.page.wait_for_selector("#segment-37.here")
        assert one.page.evaluate("document.activeElement.id") == "segment-37"
        one.page.fill("#search", "bridge")
        wait_for(one.page, BRIDGES)
        one.page.evaluate("location.hash = 'segment=30'")
        one.page.wait_for_selector("#segment-30.here")
        one.page.evaluate("location.hash = 'segment=999'")
        one.page.wait_for_function(
            "() => document.getElementById('said').innerText == 'There is no segment 999'"
        )


def test_warnings_lead_to_segments(page: Page) -> None:
    link = page.locator("#cautions a.to-segment").first
    number = link.inner_text()
    link.click()
    page.wait_for_selector(f"#segment-{number}.here")
    assert page.locator(f"#segment-{number} .empty").count() == 1


OWN_WORDS = """cell => {
  const copy = cell.cloneNode(true);
  for (const mark of copy.querySelectorAll(".lacking")) mark.remove();
  return copy.textContent;
}"""


def test_words_are_marked_in_several_ways(page: Page) -> None:
    row = page.locator("#segment-1 tbody tr", has=page.locator("th", has_text="good"))
    text = examples().systems["good"][0]
    for mark in ("reference", "other", "ngrams", "none"):
        page.select_option("#mark", mark)
        kept = row.locator(".text").evaluate(OWN_WORDS)
        assert " ".join(kept.split()) == " ".join(text.split())
    assert row.locator("mark").count() == 0


def own_words(page: Page, label: str) -> list[str]:
    """The words of segment 1 of the literal system, once they are marked in another way."""
    page.select_option("#mark", label=label)
    row = page.locator("#segment-1 tbody tr", has=page.locator("th", has_text="literal"))
    row.locator(".summary").wait_for()
    texts: list[str] = row.locator(".text > :not(.summary):not(.lacking)").all_inner_texts()
    return texts


def test_shifts_and_stages_are_shown(page: Page) -> None:
    """Bridge remains until autumn closed: TER moves the last word to the middle."""
    words = [word.lower() for word in examples().systems["literal"][0].split()]
    ter = own_words(page, "what ter aligns")
    row = page.locator("#segment-1 tbody tr", has=page.locator("th", has_text="literal"))
    assert ter == [words[0], words[1], words[4], words[2], words[3]]
    assert row.locator(".moved").all_inner_texts() == ["closed"]
    assert row.locator(".summary").inner_text() == "1 shift, 1 substituted, 1 lacking: 3 edits"
    assert "Beside the first reference." in page.inner_text("#legend")
    assert own_words(page, "what meteor aligns") == words
    assert row.locator("mark.synonym").all_inner_texts() == ["remains"]
    assert row.locator(".summary").inner_text() == "5 of 5 words matched, in 4 chunks"
    page.select_option("#mark", label="what wrr aligns")
    page.wait_for_function("() => !document.querySelector('.summary')")
    assert row.locator("mark.own").count() > 0


def test_what_was_asked_for_last_is_shown(page: Page) -> None:
    """However late texts and charts come."""
    listed = page.evaluate(
        """async () => {
          for (const mark of ["ngrams", "none", "reference", "none"]) {
            const select = document.getElementById("mark");
            select.value = mark;
            select.dispatchEvent(new Event("change", { bubbles: true }));
          }
          const matrix = document.querySelector("select[data-choose-chart]");
          for (const value of ["1", "2", "0", "2"]) {
            matrix.value = value;
            matrix.dispatchEvent(new Event("change"));
          }
          await new Promise((done) => setTimeout(done, 1000));
          return document.querySelectorAll("#list mark").length;
        }"""
    )
    assert listed == 0
    figure = page.locator("figure[data-chart='ranking/matrix-2']")
    assert figure.locator("svg").count() == 1
    assert "Differences by meteor ↑" in figure.locator("svg text").all_text_contents()
    page.select_option("select[data-choose-chart='ranking/matrix']", "0")


def test_unwanted_systems_are_not_shown(page: Page) -> None:
    page.click("details.chosen summary")
    page.uncheck("#chosen input >> nth=0")
    page.wait_for_function("() => document.querySelectorAll('#segment-1 tbody tr:not(.given)').length == 3")
