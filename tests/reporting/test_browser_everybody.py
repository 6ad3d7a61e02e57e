"""Pages for everybody: narrow, dark, by screen reader, printed, in any script, and under attack."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe

import pitchpipe as pp
from tests.reporting.browsers import Opened, draw_all, numbers, opened, wait_for
from tests.reporting.sets import BRIDGES, HOSTILE, examples

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


#: The charts that are wider than there is room for.
CUT_OFF = """() => Array.from(document.querySelectorAll("figure[data-chart]")).filter((figure) => {
  const place = figure.querySelector(".drawing");
  return place.scrollWidth > place.clientWidth + 1;
}).map((figure) => figure.dataset.chart)"""


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (360, True)])
def test_nothing_serious_stands_in_anybodys_way(browser: Browser, path: Path, width: int, dark: bool) -> None:
    with opened(browser, path, width=width, dark=dark) as one:
        draw_all(one.page)
        assert one.page.evaluate("document.documentElement.scrollWidth") <= width
        # Of many groups with long names, some are scrolled to.
        assert set(one.page.evaluate(CUT_OFF)) <= {"differences/groups"}
        # Of segments a few are enough to look at.
        one.page.fill("#search", "bridge")
        wait_for(one.page, BRIDGES)
        found = Axe().run(one.page)
        bad = [
            (violation["id"], [node["html"][:200] for node in violation["nodes"][:3]])
            for violation in found.response["violations"]
            if violation["impact"] in {"serious", "critical"}
        ]
        assert bad == []


def test_light_and_dark(browser: Browser, path: Path) -> None:
    with opened(browser, path, dark=True) as one:
        one.page.locator("figure[data-chart='ranking/scores'] svg").wait_for()
        ground = "getComputedStyle(document.body).backgroundColor"
        dark = one.page.evaluate(ground)
        one.page.click("#theme")
        assert one.page.evaluate(ground) != dark
        assert one.page.evaluate("document.documentElement.dataset.theme") == "light"


def test_it_prints(page: Page) -> None:
    assert page.pdf(format="A4").startswith(b"%PDF")


def test_without_source_reference_or_rival(browser: Browser, folder: Path) -> None:
    path = folder / "bare.html"
    bare = replace(examples().with_systems(["good"]), source=None, documents=None, domains=None)
    pp.report(bare, ["wer"], samples=20, audit_of=False).save(path)
    with opened(browser, path) as one:
        assert numbers(one.page) == list(range(1, 21))


def test_attacks_are_shown_and_never_run(browser: Browser, attacked: Path) -> None:
    with opened(browser, attacked) as one:
        page = one.page
        draw_all(page)
        for mark in ("reference", "other", "ngrams", "explained:0", "none"):
            page.select_option("#mark", mark)
        page.wait_for_function("() => document.querySelectorAll('#list mark').length == 0")
        assert "pwned" in page.title()  # the name of the test set, as it is
        assert page.title().startswith("<script>")
        assert page.locator("#list script, #list img, #list style, #list b, #list u").count() == 0
        shown = page.locator("#segment-1 .given .text").first.inner_text()
        assert shown == HOSTILE[0]
        assert page.locator("#segment-6 .control").count() > 0
        assert page.evaluate("document.documentElement.scrollWidth") <= 1280
        page.fill("#search", "<script>")
        wait_for(page, "2 of 12")


def test_directions_and_languages(browser: Browser, attacked: Path) -> None:
    with opened(browser, attacked, width=360) as one:
        cell = one.page.locator("#segment-7 .given .text").first
        assert cell.evaluate("cell => getComputedStyle(cell).direction") == "rtl"
        assert one.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_policy_holds(browser: Browser, path: Path) -> None:
    with opened(browser, path) as one:
        blocked = one.page.evaluate(
            """async () => {
              const blocked = [];
              // Later, and so by the page itself: what a test evaluates at once is not held to the policy.
              await new Promise((done) => setTimeout(() => {
                try { eval("1"); } catch { blocked.push("eval"); }
                done();
              }));
              try { await fetch("https://example.org/"); } catch { blocked.push("fetch"); }
              const attack = "<img id='attack' src='x' onerror='window.ran = true'>";
              document.body.insertAdjacentHTML("beforeend", attack);
              document.getElementById("attack").dispatchEvent(new Event("error"));
              if (!window.ran) blocked.push("handler");
              return blocked;
            }"""
        )
        assert blocked == ["eval", "fetch", "handler"]
        # The attempts are noticed, which is what the policy is for.
        assert one.wrong
        forget(one)


def forget(one: Opened) -> None:
    one.wrong.clear()
    one.asked.clear()
