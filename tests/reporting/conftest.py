"""Reports that are built and opened once for all tests of what people do with them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import pitchpipe as pp
from tests.reporting.browsers import launched, opened, wait_for
from tests.reporting.sets import METRICS, examples, hostile

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with launched() as one:
        yield one


@pytest.fixture(scope="package")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("reports")


@pytest.fixture(scope="package")
def path(folder: Path) -> Path:
    path = folder / "examples.html"
    pp.report(examples(), METRICS, samples=500, title="Examples").save(path)
    return path


@pytest.fixture(scope="package")
def attacked(folder: Path) -> Path:
    path = folder / "hostile.html"
    pp.report(hostile(), ["chrf", "wrr"], samples=50).save(path)
    return path


@pytest.fixture(scope="package")
def shared_page(browser: Browser, path: Path) -> Iterator[Page]:
    with opened(browser, path) as one:
        yield one.page


#: What was chosen on a page is forgotten, so that the next test finds it as it was opened.
RESET = """async () => {
  history.replaceState(null, "", location.pathname);
  for (const [id, value] of Object.entries({ "search-in": "all", metric: "0", mark: "reference" })) {
    const select = document.getElementById(id);
    select.value = value;
    select.dispatchEvent(new Event("change"));
  }
  for (const [id, k] of [["system-a", 0], ["system-b", 1]]) {
    const select = document.getElementById(id);
    select.selectedIndex = k;
    select.dispatchEvent(new Event("change"));
  }
  for (const box of document.querySelectorAll("#chosen input")) box.checked = true;
  document.getElementById("clear").click();
  await new Promise((done) => setTimeout(done, 100));
  for (const one of document.querySelectorAll(".here")) one.classList.remove("here");
  document.activeElement.blur();
}"""


@pytest.fixture
def page(shared_page: Page) -> Page:
    """One page for all tests that need no other: opening it takes most of the time."""
    shared_page.evaluate(RESET)
    wait_for(shared_page, "48 segments")
    return shared_page
