"""People at their browsers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

#: What browsers say of a network that was taken from them, which is no mistake of the page.
_NO_NETWORK = ("net::ERR_", "Failed to load resource")


class Person:
    """Somebody with a link and a browser; what went wrong is kept."""

    def __init__(self, context: BrowserContext, address: str, token: str) -> None:
        self.context, self.link = context, f"{address}/enter#{token}"
        self.address = address
        self.wrong: list[str] = []
        self.page = self.tab()

    def tab(self) -> Page:
        """Another tab in which the link is open."""
        page = self.context.new_page()
        page.on("console", lambda said: self._heard(said.text) if said.type in {"error", "warning"} else None)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("request", lambda request: self._asked(request.url))
        page.goto(self.link)
        page.wait_for_selector("html[data-ready]")
        return page

    def _heard(self, text: str) -> None:
        if not any(part in text for part in _NO_NETWORK):
            self.wrong.append(text)

    def _asked(self, url: str) -> None:
        if not url.startswith((self.address, "data:")):
            self.wrong.append(f"asked {url}")

    @property
    def view(self) -> str:
        """What the page shows."""
        return str(self.page.evaluate("document.documentElement.dataset.view"))

    def wait_for(self, view: str) -> None:
        """Until the page shows it."""
        self.page.wait_for_selector(f"html[data-view={view}]", timeout=5000)

    def begin(self) -> None:
        """Agrees, reads, and starts."""
        if self.view == "consent":
            self.page.click("#agree")
            self.wait_for("instructions")
        if self.view == "instructions":
            self.page.click("#start")
        self.wait_for("work")

    @property
    def heading(self) -> str:
        """Which item it is."""
        return self.page.inner_text("#item-heading")

    def until_item(self, number: int) -> None:
        """Until this item is shown."""
        self.page.wait_for_function(
            "n => document.documentElement.dataset.view === 'work' && "
            "document.getElementById('item-heading').innerText.startsWith(`Item ${n} `)",
            arg=number,
            timeout=5000,
        )

    def press(self, *keys: str) -> None:
        """One key after the other."""
        for key in keys:
            self.page.keyboard.press(key)


@contextmanager
def person(browser: Browser, address: str, token: str, **options: Any) -> Iterator[Person]:
    """Somebody whose link is open; afterwards nothing may have gone wrong."""
    viewport = options.pop("viewport", {"width": 1280, "height": 900})
    context = browser.new_context(viewport=viewport, locale=options.pop("locale", "en-GB"), **options)
    somebody = Person(context, address, token)
    yield somebody
    assert somebody.wrong == []
    context.close()


def serious(page: Page) -> list[Any]:
    """What somebody who sees or hears little would stumble over."""
    return [
        (violation["id"], [node["html"] for node in violation["nodes"]])
        for violation in Axe().run(page).response["violations"]
        if violation["impact"] in {"serious", "critical"}
    ]
