"""Photographs a report for the README, with Playwright and Chromium: ``python -m tools.report_picture``."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from tools.pictures import FOLDER, judged_report

#: Of the picture, in pixels.
WIDTH, HEIGHT = 1280, 640


def photograph(path: Path) -> None:
    """The first panel, as a window of a browser shows it."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page_file = Path(folder) / "report.html"
        judged_report().save(page_file)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.goto(page_file.as_uri())
        page.wait_for_selector("html[data-ready]")
        page.wait_for_selector("figure[data-chart='ranking/matrix-0'] svg")
        page.wait_for_timeout(300)
        page.screenshot(path=path)
        browser.close()


if __name__ == "__main__":
    photograph(FOLDER / "report.png")
