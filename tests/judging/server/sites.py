"""Campaigns for tests of the server, sites that serve them, and people who have opened their link."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import uvicorn

from pitchpipe.judging import Campaign, Item, Settings, Shares, Store, create
from pitchpipe.judging.links import Links
from pitchpipe.judging.protocols import Protocol
from pitchpipe.judging.server.app import make_app
from pitchpipe.judging.server.limits import Limits
from pitchpipe.judging.server.serving import Hosting, listen
from pitchpipe.judging.server.site import Site
from pitchpipe.text.testset import TestSet

if TYPE_CHECKING:
    from starlette.types import ASGIApp

#: A question whose answer is known, and what is said after another one.
GOLD = Item(
    key="gold",
    role="gold",
    segment=-1,
    systems=("A", "B"),
    outputs=("The good one.", "Bad the one."),
    expected={"choice": "first"},
    explanation="The other one is no English.",
)
CONSENT = "You may stop **at any time**."


def texts(segments: int = 12, systems: int = 2) -> TestSet:
    """Every output tells its system and segment."""
    return TestSet(
        systems={
            name: [f"{name} says number {at} in so many words" for at in range(segments)]
            for name in "ABCDEFGH"[:systems]
        },
        references={"ref": [f"the right number {at}" for at in range(segments)]},
        source=[f"die richtige Zahl {at}" for at in range(segments)],
        source_language="de",
        target_language="en",
    )


def made(
    folder: Path,
    protocol: str | Protocol = "pairwise",
    *,
    test_set: TestSet | None = None,
    annotators: int = 2,
    each: int = 2,
    gold: bool = False,
    database: str | None = None,
    **settings: Any,
) -> Campaign:
    """A small campaign."""
    return create(
        folder,
        test_set or texts(),
        protocol,
        shares=Shares(annotators=annotators, each=each),
        settings=Settings(**settings),
        gold=[GOLD] if gold else [],
        database=database,
    )


class Client:
    """Asks an application itself, without a network, and keeps cookies as a browser does."""

    def __init__(self, app: ASGIApp) -> None:
        self._client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://testserver")

    def get(self, path: str, **options: Any) -> httpx.Response:
        """Reads."""
        return asyncio.run(self._client.get(path, **options))

    def post(self, path: str, **options: Any) -> httpx.Response:
        """Writes."""
        return asyncio.run(self._client.post(path, **options))


@dataclass
class Visit:
    """Somebody who has opened their link."""

    client: Client | httpx.Client
    base: str
    csrf: str

    def get(self, path: str) -> Any:
        """What is there."""
        return self.client.get(f"{self.base}{path}")

    def post(self, path: str, body: Any, **headers: str | bytes) -> Any:
        """Sends as the page does."""
        sent: Any = {"X-CSRF-Token": self.csrf, **headers}
        return self.client.post(f"{self.base}{path}", json=body, headers=sent)

    def answer(self, key: str, answer: Any, client_id: str = "", seconds: float = 5.0) -> Any:
        """Answers an item."""
        body = {"key": key, "client_id": client_id or f"id-{key}", "answer": answer, "seconds": seconds}
        return self.post("answers", body)

    def state(self) -> Any:
        """What there is to do."""
        return self.get("state").json()


class Served:
    """A campaign behind a client that asks the application itself, without a network."""

    def __init__(
        self,
        campaign: Campaign,
        limits: Limits | None = None,
        *,
        database: str | None = None,
        **options: Any,
    ) -> None:
        self.campaign = campaign
        self.store = Store.open(campaign, database)
        self.links = Links.read(campaign.folder)
        self.app = make_app(Site(self.store, limits=limits, **options))

    @property
    def tokens(self) -> list[str]:
        """Of annotators, in the order of the plan."""
        return list(self.links.annotators.values())

    def client(self) -> Client:
        """A browser that nobody has used."""
        return Client(self.app)

    def visit(self, which: int = 0) -> Visit:
        """An annotator."""
        return entered(self.client(), self.tokens[which])

    def organiser(self) -> Visit:
        """The organiser."""
        return entered(self.client(), self.links.organiser)


def entered(client: Client | httpx.Client, token: str) -> Visit:
    """Opens a link."""
    found = client.post("/enter", json={"token": token})
    assert found.status_code == 200, found.text
    base = found.json()["url"]
    page = client.get(base).text
    return Visit(client, base, page.partition('"csrf": "')[2][:64])


@contextmanager
def running(campaign: Campaign) -> Iterator[tuple[str, Links, Store]]:
    """A server with a port, for browsers: its address, the links, and the store."""
    listening, hosting = listen(Hosting(port=0))
    store = Store.open(campaign)
    config = uvicorn.Config(make_app(Site(store)), log_level="warning", access_log=False, lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield hosting.address, Links.read(campaign.folder), store
    server.should_exit = True
    # Browsers keep connections that nobody closes.
    server.force_exit = True
    thread.join()
    store.close_connections()
