"""The server is killed at any point, again and again: what was acknowledged is stored, once."""

from __future__ import annotations

import multiprocessing
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

from pitchpipe.judging import Campaign, Store
from pitchpipe.judging.links import Links
from pitchpipe.judging.server.serving import Hosting, listen, serve
from tests.judging.server.sites import Visit, entered, made, texts

ANNOTATORS = 10


def live(folder: Path, hosting: Hosting) -> None:
    """A life of the server."""
    listening, _ = listen(hosting)
    serve(Campaign.read(folder), hosting, listening)


class Server:
    """A server in a process of its own, on one port, that can be killed and started again.

    Every life is forked from a process that has loaded everything, or most of the time would go into loading.
    """

    def __init__(self, campaign: Campaign) -> None:
        listening, self._hosting = listen(Hosting(port=0))
        listening.close()
        self.address = self._hosting.address
        self._folder = campaign.folder
        self._lives = multiprocessing.get_context("forkserver")
        self._lives.set_forkserver_preload(["uvicorn", "pitchpipe.judging.server.app", __name__])
        self.start()

    def start(self) -> None:
        """Until it answers."""
        self._process = self._lives.Process(target=live, args=(self._folder, self._hosting), daemon=True)
        self._process.start()
        for _ in range(1000):
            with suppress(httpx.TransportError):
                if httpx.get(f"{self.address}/health").status_code == 200:
                    return
            time.sleep(0.02)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """With -9."""
        self._process.kill()
        self._process.join()


@dataclass
class Clerk:
    """A scripted annotator who sends again what was not acknowledged, as the page does."""

    address: str
    token: str
    random: random.Random
    stop: threading.Event
    acknowledged: dict[str, tuple[str, int]] = field(default_factory=dict)
    sent: int = 0
    finished: bool = False
    wrong: list[str] = field(default_factory=list)

    def work(self) -> None:
        """Until everything is answered; some items are answered twice, the second time otherwise."""
        try:
            with self._client() as visit:
                while not self.stop.is_set():
                    screen = self._asked(visit)
                    if screen is None:
                        self.finished = True
                        return
                    self._answer(visit, screen)
                    if self.random.random() < 0.2:
                        self._answer(visit, screen)
        except Exception as error:
            self.wrong.append(repr(error))

    @contextmanager
    def _client(self) -> Iterator[Visit]:
        with httpx.Client(base_url=self.address, timeout=10) as client:
            while True:
                with suppress(httpx.TransportError):
                    yield entered(client, self.token)
                    return
                time.sleep(0.05)

    def _asked(self, visit: Visit) -> str | None:
        while True:
            with suppress(httpx.TransportError):
                screen = visit.state()["screen"]
                return None if screen is None else str(screen["key"])
            time.sleep(0.05)

    def _answer(self, visit: Visit, key: str) -> None:
        choice = self.random.choice(["left", "right", "none"])
        self.sent += 1
        client_id = f"{self.token[:6]}-{self.sent}"
        while not self.stop.is_set():
            with suppress(httpx.TransportError):
                found = visit.answer(key, {"choice": choice}, client_id)
                if found.status_code != 200:
                    self.wrong.append(found.text)
                before = self.acknowledged.get(key)
                self.acknowledged[key] = (choice, 0 if before is None else before[1] + 1)
                time.sleep(self.random.random() * 0.2)
                return
            time.sleep(0.05)


def kill_again_and_again(folder: Path, times: int, each: int) -> None:
    campaign = made(folder / "c", test_set=texts(each * ANNOTATORS), annotators=ANNOTATORS, each=each)
    links = Links.read(campaign.folder).annotators
    stop, chance = threading.Event(), random.Random(5)
    server = Server(campaign)
    clerks = {name: Clerk(server.address, token, random.Random(name), stop) for name, token in links.items()}
    threads = [threading.Thread(target=clerk.work, daemon=True) for clerk in clerks.values()]
    for thread in threads:
        thread.start()
    try:
        for _ in range(times):
            time.sleep(0.05 + 0.2 * chance.random())
            assert not all(clerk.finished for clerk in clerks.values()), "nobody was disturbed"
            server.kill()
            server.start()
        for thread in threads:
            thread.join(60)
    finally:
        stop.set()
        server.kill()
    assert [clerk.wrong for clerk in clerks.values()] == [[]] * ANNOTATORS
    assert all(clerk.finished for clerk in clerks.values())
    store = Store.open(campaign)
    stored: dict[str, dict[str, tuple[str, int]]] = {name: {} for name in links}
    for judgment in store.judgments():
        sides = [("first", "second")[output] for output in judgment.order]
        said = judgment.answer["choice"]
        choice = "none" if said == "none" else ("left", "right")[sides.index(said)]
        assert judgment.item.key not in stored[judgment.annotator]
        stored[judgment.annotator][judgment.item.key] = (choice, judgment.revisions)
    store.close_connections()
    assert stored == {name: clerk.acknowledged for name, clerk in clerks.items()}
    assert sum(map(len, stored.values())) == each * ANNOTATORS


def test_killed_five_times(tmp_path: Path) -> None:
    kill_again_and_again(tmp_path, times=5, each=20)


@pytest.mark.full
def test_killed_a_hundred_times(tmp_path: Path) -> None:
    kill_again_and_again(tmp_path, times=100, each=200)
