"""The system's Chromium, driven by Playwright, and pages opened in it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

SVG = "{http://www.w3.org/2000/svg}"
_NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium() -> str:
    """Where it is. Elsewhere tests are skipped, but continuous integration has to have it."""
    found = next(filter(None, map(shutil.which, _NAMES)), None)
    if found is not None:
        return found
    message = "there is no Chromium to open pages with: apt-get install chromium"
    if os.environ.get("CI"):
        pytest.fail(message)
    pytest.skip(message)


@contextmanager
def launched() -> Iterator[Browser]:
    """A browser."""
    path = chromium()
    with sync_playwright() as playwright:
        # Within containers there is no sandbox, and nothing but our own pages is opened.
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@dataclass
class Opened:
    """A page, and what went wrong in it or was asked of a network."""

    page: Page
    wrong: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)


@contextmanager
def opened(
    browser: Browser, path: Path, *, width: int = 1280, dark: bool = False, hash: str = ""
) -> Iterator[Opened]:
    """A page of a report that is ready to be used; afterwards nothing may have gone wrong."""
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme="dark" if dark else "light",
        accept_downloads=True,
    )
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    found = Opened(page)
    page.on(
        "console", lambda said: found.wrong.append(said.text) if said.type in {"error", "warning"} else None
    )
    page.on("pageerror", lambda error: found.wrong.append(str(error)))
    page.on("request", lambda request: found.asked.append(request.url))
    page.goto(f"{path.as_uri()}{hash}")
    page.wait_for_selector("html[data-ready]")
    yield found
    assert found.wrong == []
    assert [url for url in found.asked if not url.startswith(("file:", "data:", "blob:"))] == []
    context.close()


def draw_all(page: Page) -> None:
    """Looks at every chart, until it is there."""
    page.evaluate(
        "() => document.querySelectorAll('details:has(figure)').forEach((one) => (one.open = true))"
    )
    for figure in page.locator("figure[data-chart]").all():
        figure.scroll_into_view_if_needed()
        figure.locator("svg, canvas").first.wait_for()


def numbers(page: Page) -> list[int]:
    """The segments that are listed."""
    texts = page.locator("#list article header a").all_inner_texts()
    return [int(text) for text in texts]


def wait_for(page: Page, found: str) -> None:
    """Waits until the list says so of what it found."""
    page.wait_for_function("text => document.getElementById('found').innerText.startsWith(text)", arg=found)


def saved(page: Page, selector: str) -> tuple[str, bytes]:
    """The name and the content of what a click saves."""
    with page.expect_download() as download:
        page.locator(selector).first.dispatch_event("click")
    return download.value.suggested_filename, Path(str(download.value.path())).read_bytes()
