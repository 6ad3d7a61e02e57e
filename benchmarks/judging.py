"""People who judge: how long 200 annotators wait who answer every three seconds, with answers in SQLite."""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pitchpipe as pp
from benchmarks import peers
from benchmarks.cases import Settings
from benchmarks.data import Corpus
from benchmarks.results import Limit, Results

ANNOTATORS, EVERY = 200, 3.0
#: How long they work, in seconds; before that everybody comes within so many seconds.
SECONDS, COMING = 30.0, 5.0
#: Milliseconds that 99 of 100 answers may take, until the next item is there.
LONGEST = 100.0
PACKAGES = ("starlette", "uvicorn", "jinja2", "markdown_it", "sqlalchemy")


def measure(settings: Settings) -> Results:
    """A server in a process of its own, and a client that does nothing but ask."""
    settings.progress("judging")
    for package in PACKAGES:
        if peers.find(package) is None:
            return Results(skipped=[f"judging: {package} is not installed"])
    people, seconds = (20, 6.0) if settings.quick else (ANNOTATORS, SECONDS)
    with tempfile.TemporaryDirectory() as folder:
        times = _campaign(Path(folder) / "campaign", settings.corpus, people, seconds)
    cut = statistics.quantiles(times, n=100)
    what = f"{people} annotators answering every {EVERY:g} s: an answer stored, and the next item there"
    detail = f"median {cut[49]:.1f} ms, longest {max(times):.1f} ms, {len(times):,} answers in {seconds:g} s"
    return Results(limits=[Limit(f"{what}, 99 of 100", cut[98], LONGEST, "ms", detail)])


def _campaign(folder: Path, corpus: Corpus, people: int, seconds: float) -> list[float]:
    """Milliseconds of every answer."""
    from pitchpipe.judging import Shares, create
    from pitchpipe.judging.links import Links

    each = int(seconds / EVERY) + 1
    create(folder, _texts(corpus, people * each), shares=Shares(annotators=people, each=each))
    command = [sys.executable, "-m", "pitchpipe", "judge", "serve", str(folder), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline().partition("/enter#")[0].rpartition(":")[2])
            tokens = list(Links.read(folder).annotators.values())
            return asyncio.run(_everybody(port, tokens, seconds))
        finally:
            server.kill()


def _texts(corpus: Corpus, segments: int) -> pp.TestSet:
    """Two systems that never say the same."""
    first, second = (
        [f"{line.decode()} {at}" for at, line in enumerate(islice(cycle(lines), segments))]
        for lines in list(corpus.systems.values())[:2]
    )
    differing = [f"{line}." if line == other else line for line, other in zip(first, second, strict=True)]
    reference = [line.decode() for line in islice(cycle(corpus.reference), segments)]
    return pp.TestSet(systems={"one": differing, "two": second}, references={"reference": [*reference]})


async def _everybody(port: int, tokens: list[str], seconds: float) -> list[float]:
    found: list[float] = []
    begin = time.perf_counter()
    clerks = [_Clerk(port, token, begin, seconds, found) for token in tokens]
    await asyncio.gather(*(clerk.work() for clerk in clerks))
    return found


@dataclass
class _Clerk:
    """An annotator on a connection of their own, as a browser has one."""

    port: int
    token: str
    begin: float
    seconds: float
    found: list[float]
    cookie: str = ""
    csrf: str = ""
    base: str = ""
    _streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = field(default=None, init=False)

    async def work(self) -> None:
        """Comes, and answers at times that no answer delays: who waits for one is late for the next."""
        phase = random.Random(self.token).random()
        await self._until(phase * COMING)
        entered = await self._ask("POST", "/enter", {"token": self.token})
        self.base = json.loads(entered)["url"]
        page = (await self._ask("GET", self.base)).decode()
        self.csrf = page.partition('"csrf": "')[2][:64]
        screen = json.loads(await self._ask("GET", f"{self.base}state"))["screen"]
        for number in range(int(self.seconds / EVERY)):
            due = COMING + (phase + number) * EVERY
            await self._until(due)
            answer = {"choice": random.choice(["left", "right", "none"])}
            body = {"key": screen["key"], "client_id": f"{number}", "answer": answer, "seconds": EVERY}
            screen = json.loads(await self._ask("POST", f"{self.base}answers", body))["screen"]
            self.found.append(1000 * (time.perf_counter() - self.begin - due))

    async def _until(self, seconds: float) -> None:
        await asyncio.sleep(self.begin + seconds - time.perf_counter())

    async def _ask(self, method: str, path: str, body: Any = None) -> bytes:
        """HTTP as far as it is needed: a length, a body, a cookie."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        content = b"" if body is None else json.dumps(body).encode()
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Type: application/json\r\n"
            f"X-CSRF-Token: {self.csrf}\r\nCookie: {self.cookie}\r\nContent-Length: {len(content)}\r\n"
            "\r\n".encode()
            + content
        )
        status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        answer = await reader.readexactly(int(headers["content-length"]))
        if not status.startswith("HTTP/1.1 200"):
            raise RuntimeError(f"{method} {path}: {status} {answer.decode()}")
        self.cookie = headers.get("set-cookie", self.cookie).partition(";")[0]
        return answer
