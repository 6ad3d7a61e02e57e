"""Photographs a campaign for the documentation: ``python -m tools.judge_pictures``."""

from __future__ import annotations

import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from pitchpipe.judging import Store
from pitchpipe.judging.links import Links
from pitchpipe.judging.server.app import make_app
from pitchpipe.judging.server.demo import make_demo
from pitchpipe.judging.server.serving import Hosting, listen
from pitchpipe.judging.server.site import Site
from tools.pictures import FOLDER

if TYPE_CHECKING:
    from playwright.sync_api import Page

WIDTH, SEED = 1100, 6


def choosing(page: Page) -> None:
    """Two translations, one of them chosen."""
    page.keyboard.press("1")


def marking(page: Page) -> None:
    """A translation with two errors: the fourth word, and the last one."""
    fourth = ("ArrowRight",) * 4 + ("Enter", "Enter", "2", "Enter")
    last = ("End", "ArrowLeft", "Enter", "Enter", "Enter")
    for key in (*fourth, *last):
        page.keyboard.press(key)
    page.fill("input[type=number]", "62")


def organising(page: Page) -> None:
    """Everybody's progress, and what came out so far."""
    page.wait_for_selector("#people tbody tr")


#: For each picture the protocol, who looks, in which language, how high it is, and what they do.
PICTURES = {
    "judge-pairwise": ("pairwise", "you", "en", 430, choosing),
    "judge-esa": ("esa", "you", "en", 690, marking),
    "judge-arabic": ("pairwise", "you", "ar", 430, choosing),
    "judge-organiser": ("pairwise", "organiser", "en", 560, organising),
}


@contextmanager
def served(folder: Path, protocol: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The address of a demonstration, and everybody's token."""
    # A seed by which the first item is an ordinary one.
    campaign = make_demo(folder / protocol, protocol, seed=SEED)
    listening, hosting = listen(Hosting(port=0))
    store = Store.open(campaign)
    server = uvicorn.Server(uvicorn.Config(make_app(Site(store)), log_level="warning", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    while not server.started:
        time.sleep(0.01)
    links = Links.read(campaign.folder)
    yield hosting.address, {"organiser": links.organiser, **links.annotators}
    server.should_exit = server.force_exit = True
    thread.join()
    store.close_connections()


def photograph(folder: Path) -> None:
    """All of them."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, (protocol, who, language, height, act) in PICTURES.items():
            with tempfile.TemporaryDirectory() as place, served(Path(place), protocol) as (address, tokens):
                page = browser.new_page(viewport={"width": WIDTH, "height": height}, locale=language)
                page.goto(f"{address}/enter#{tokens[who]}")
                page.wait_for_selector("html[data-ready]")
                if who != "organiser":
                    page.click("#agree")
                    page.click("#start")
                    page.wait_for_selector("html[data-view=work]")
                act(page)
                page.wait_for_timeout(300)
                page.screenshot(path=folder / f"{name}.png")
                page.close()
        browser.close()


if __name__ == "__main__":
    photograph(FOLDER)
