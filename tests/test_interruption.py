"""Ctrl-C ends a command at any time, with one line and exit code 130, and a kernel at once."""

from __future__ import annotations

import gzip
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest

import pitchpipe as pp
from pitchpipe import _core
from tests.tuning.test_decoder import alive, comes

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as on Unix")

#: A second is what is wanted; machines that run tests are busy.
PATIENCE = 8.0

Wait = Callable[["subprocess.Popen[str]"], None]


def interrupted(arguments: list[str], wait: Wait, path: Path | None = None) -> None:
    """Starts a command and presses Ctrl-C when ``wait`` returns; modules are first looked for in ``path``."""
    env = os.environ | ({"PYTHONPATH": str(path)} if path else {})
    command = [sys.executable, "-m", "pitchpipe", *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=env) as process:
        try:
            wait(process)
            assert process.poll() is None, "the command was done before"
            process.send_signal(signal.SIGINT)
            pressed = time.monotonic()
            _, err = process.communicate(timeout=60)
            took = time.monotonic() - pressed
        finally:
            process.kill()
    assert (process.returncode, err) == (130, "error: interrupted\n")
    assert took < PATIENCE


def until_told(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    assert process.stdout.readline() == "here\n"


def until_busy(process: subprocess.Popen[str]) -> None:
    """Until the command has worked for longer than it takes to load everything."""
    stat, ticks = Path(f"/proc/{process.pid}/stat"), os.sysconf("SC_CLK_TCK")
    if not stat.exists():
        time.sleep(4)
        return
    while sum(map(int, stat.read_text().rsplit(")", 1)[1].split()[11:13])) < 2 * ticks:
        assert process.poll() is None, "the command was done before"
        time.sleep(0.05)


def line(words: int, kinds: int, seed: int) -> str:
    draw = random.Random(seed)
    return " ".join(f"w{draw.randrange(kinds)}" for _ in range(words)) + "\n"


@pytest.fixture
def files(tmp_path: Path) -> Callable[..., list[str]]:
    """Writes a hypothesis and a reference of some lines, again and again."""

    def write(words: int, kinds: int, lines: int = 1, times: int = 1) -> list[str]:
        paths = []
        for seed, name in enumerate(("hyp", "ref")):
            path = tmp_path / name
            path.write_text("".join(line(words, kinds, 1000 * seed + k) for k in range(lines)) * times)
            paths.append(str(path))
        return paths

    return write


# Packages whose import takes a minute, and what some do with what is raised there.
SLOW = "print('here', flush=True)\nimport time\ntime.sleep(60)\n"
TURNED_INTO_ANOTHER = (
    "try:\n    print('here', flush=True)\n    import time\n    time.sleep(60)\n"
    "except BaseException as error:\n    raise ImportError('numpy is broken') from error\n"
)
PRINTED = (
    "import sys, time\ntry:\n    print('here', flush=True)\n    time.sleep(60)\n"
    "except BaseException:\n    sys.excepthook(*sys.exc_info())\n    raise\n"
)
LOST = (
    "import time\nclass Lost:\n    def __del__(self):\n"
    "        print('here', flush=True)\n        time.sleep(60)\nLost()\ntime.sleep(60)\n"
)


@pytest.mark.parametrize(
    ("package", "code"),
    [("click", SLOW), ("numpy", SLOW), ("numpy", TURNED_INTO_ANOTHER), ("numpy", PRINTED), ("numpy", LOST)],
    ids=["command", "numpy", "another error", "printed", "lost"],
)
def test_imports(package: str, code: str, tmp_path: Path, files: Callable[..., list[str]]) -> None:
    modules = tmp_path / "modules"
    modules.mkdir()
    (modules / f"{package}.py").write_text(code)
    hyp, ref = files(5, 5)
    interrupted(["score", hyp, "-r", ref], until_told, modules)


def test_reading(tmp_path: Path, files: Callable[..., list[str]]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    opened: list[int] = []

    def until_read(_: subprocess.Popen[str]) -> None:
        # Opening waits for a reader.
        opened.append(os.open(pipe, os.O_WRONLY))

    try:
        interrupted(["score", str(pipe), "-r", files(5, 5)[1]], until_read)
    finally:
        for descriptor in opened:
            os.close(descriptor)


@pytest.mark.parametrize(
    ("metric", "text"),
    [
        ("gtm", (40_000, 5)),
        ("4-grr", (100_000, 1000)),
        ("ter", (100, 30, 500, 100)),
        ("cder", (150_000, 1000)),
        ("wer", (400_000, 1000)),
        ("ribes", (150_000, 200)),
    ],
)
@pytest.mark.parametrize("threads", ["1", "2"])
def test_kernels(metric: str, text: tuple[int, ...], threads: str, files: Callable[..., list[str]]) -> None:
    hyp, ref = files(*text)
    interrupted(["score", hyp, "-r", ref, "-m", metric, "--threads", threads], until_busy)


def test_align(files: Callable[..., list[str]]) -> None:
    interrupted(["align", *files(90, 30_000, 6000)], until_busy)


def test_a_program_that_scores(tmp_path: Path, files: Callable[..., list[str]]) -> None:
    """It ends with the command, and so does what it started, even if it will not."""
    pid = tmp_path / "pid"
    program = tmp_path / "program"
    program.write_text(
        f"#!/bin/sh\ntrap '' TERM\nsleep 600 &\necho $! > {pid}.new\nmv {pid}.new {pid}\nwait\nwait\n"
    )
    program.chmod(0o755)

    def until_run(_: subprocess.Popen[str]) -> None:
        while not pid.exists():
            time.sleep(0.02)

    hyp, ref = files(5, 5)
    interrupted(["score", hyp, "-r", ref, "--no-cache", "-m", f"command:{program}"], until_run)
    assert comes(lambda: not alive(int(pid.read_text())), 5)


def test_tune(tmp_path: Path) -> None:
    draw = random.Random(3)
    lists, references = tmp_path / "lists.gz", tmp_path / "ref"
    references.write_text("".join(line(12, 50, k) for k in range(100)))
    with gzip.open(lists, "wt") as out:
        for segment in range(100):
            for _ in range(100):
                features = " ".join(f"f{k}= {draw.gauss(0, 1):.4f}" for k in range(20))
                out.write(
                    f"{segment} ||| {line(12, 50, draw.randrange(10**6)).strip()} ||| {features} ||| 0\n"
                )
    arguments = ["tune", "--nbest", str(lists), "-r", str(references), "--restarts", "100000"]
    interrupted(arguments, until_busy)


class RungError(Exception):
    """What the handler of the alarm raises."""


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    def ring(*_: object) -> NoReturn:
        raise RungError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("threads", [1, 2])
def test_whatever_a_handler_raises_comes_out(threads: int) -> None:
    """Also of the thread pool, which works on as before."""
    long = [line(30_000, 100, k).strip() for k in range(200)]
    short = ["the cat sat", "on a mat"] * 100
    metric = pp.metrics.get("gtm")
    before = metric.corpus_score(short, [short[::-1]])
    pp.set_threads(threads)
    try:
        begun = time.monotonic()
        with alarm(1.0), pytest.raises(RungError):
            metric.corpus_score(long, [long[::-1]])
        assert time.monotonic() - begun < PATIENCE
        assert metric.corpus_score(short, [short[::-1]]) == before
    finally:
        pp.set_threads(0)


def test_other_threads_work_on() -> None:
    lines = [line(4000, 100, k).strip() for k in range(2)]
    metric = pp.metrics.get("gtm")
    alone = metric.corpus_score(lines, [lines[::-1]])
    found = []
    thread = threading.Thread(target=lambda: found.append(metric.corpus_score(lines, [lines[::-1]])))
    thread.start()
    with alarm(0.2), pytest.raises(RungError):
        time.sleep(60)
    thread.join()
    assert found == [alone]


def test_what_was_stopped_half_way_is_not_read_on() -> None:
    reader = _core.NBestReader("list", format="moses")
    block = b"0 ||| a b c ||| f= 1 g= 2 ||| 0\n" * 10_000_000
    with alarm(0.2), pytest.raises(RungError):
        reader.feed(block)
    with pytest.raises(ValueError, match="finished"):
        reader.finish()


def test_a_process_that_ignores_it_goes_on_ignoring_it(files: Callable[..., list[str]]) -> None:
    """As commands in the background of a script do."""
    hyp, ref = files(5, 5)
    code = (
        "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); "
        "from pitchpipe.__main__ import main; os.kill(os.getpid(), signal.SIGINT); "
        f"sys.argv = ['pitchpipe', 'score', {hyp!r}, '-r', {ref!r}]; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
