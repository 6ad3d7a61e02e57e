"""Objects go to other processes and threads by content, and give the same there."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pitchpipe.lang.annotation.remembering import RememberingAnnotator
from pitchpipe.text.testset import TestSet
from tests.metrics.annotating import PureAnnotator
from tests.workers import LINES, THINGS

ROOT = Path(__file__).parents[1]
#: What each start method must bear in seconds, importing everything anew in two workers.
LIMIT = 240

SCRIPT = """\
import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pitchpipe as pp
from pitchpipe.threads import set_threads
from tests.workers import LINES, SPEC, THINGS

METRIC = pp.metrics.get(SPEC)
held = {}


def scored(number=0):
    # Enough lines for several shards, so that the threads of the core are used.
    return METRIC.corpus_score(LINES, [LINES[number:] + LINES[:number]]).score


def begin(things):
    held.update(things)


def item(name):
    # As a data loader does: the worker holds its things, and is asked for items.
    return name, THINGS[name].use(held[name]), scored(3), os.getpid()


def used(name, thing):
    return name, THINGS[name].use(thing), scored(5), os.getpid()


def main(method):
    set_threads(2)
    before = scored(3), scored(5)
    things = {name: thing.make() for name, thing in THINGS.items()}
    wanted = {name: thing.use(things[name]) for name, thing in THINGS.items()}
    context = multiprocessing.get_context(method)
    # With threads in the middle of something: fork takes their locks along, but not the threads.
    with ThreadPoolExecutor(2) as busy:
        going = [busy.submit(scored, 3) for _ in range(20)]
        with context.Pool(2, initializer=begin, initargs=(things,)) as pool:
            found = pool.map(item, things, chunksize=1)
        with ProcessPoolExecutor(2, mp_context=context) as pool:
            found += pool.map(used, things, things.values())
        assert {one.result() for one in going} == {before[0]}
    for name, result, score, process in found:
        assert result == wanted[name], name
        assert score in before
        assert process != os.getpid()
    print(len(found), "alike")


if __name__ == "__main__":
    main(sys.argv[1])
"""

#: Threads make pools without end, so that nearly every fork takes a locked one along.
FORKING = """\
import os
import threading

import pitchpipe as pp
from pitchpipe.threads import set_threads

LINES = [f"the old cat sat on mat {i}" for i in range(800)]
METRIC = pp.metrics.get("ter")
done = threading.Event()


def scored():
    return METRIC.corpus_score(LINES[:400], [LINES[400:]]).score


def work():
    while not done.is_set():
        set_threads(2)
        scored()


def main():
    wanted = scored()
    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for _ in range(40):
        child = os.fork()
        if not child:
            os._exit(scored() != wanted)
        assert os.waitpid(child, 0)[1] == 0
    done.set()
    for thread in threads:
        thread.join()
    print("alike")


if __name__ == "__main__":
    main()
"""


def run(script: str, folder: Path, *arguments: str) -> str:
    """What a script prints that is run by itself; it says nothing else, and ends in time."""
    path = folder / "work.py"
    path.write_text(script, encoding="utf-8")
    command = [sys.executable, "-W", "ignore::DeprecationWarning", str(path), *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=LIMIT, env=environment, check=False
    )
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("name", THINGS)
def test_it_is_copied_by_content(name: str) -> None:
    thing = THINGS[name]
    made = thing.make()
    wanted = thing.use(made)
    for copied in (pickle.loads(pickle.dumps(made)), copy.deepcopy(made)):
        assert copied is not made
        assert thing.use(copied) == wanted
    # What was used once has caches, and goes as well.
    assert thing.use(pickle.loads(pickle.dumps(made))) == wanted


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_workers_give_the_same(tmp_path: Path, method: str) -> None:
    assert run(SCRIPT, tmp_path, method) == f"{2 * len(THINGS)} alike\n"


def test_a_fork_in_the_middle_of_work_does_not_hang(tmp_path: Path) -> None:
    assert run(FORKING, tmp_path) == "alike\n"


def test_threads_give_the_same() -> None:
    things = {name: thing.make() for name, thing in THINGS.items()}
    wanted = {name: THINGS[name].use(made) for name, made in things.items()}
    with ThreadPoolExecutor(4) as pool:
        found = [(name, pool.submit(THINGS[name].use, made)) for name, made in things.items() for _ in "ab"]
        for name, result in found:
            assert result.result(timeout=LIMIT) == wanted[name], name


def test_threads_may_share_what_an_annotator_remembers() -> None:
    """With room for few lines, threads forget what others are about to take."""
    annotator = RememberingAnnotator(PureAnnotator(), capacity=3)

    def work(seed: int) -> None:
        for k in range(300):
            lines = [f"w{(seed * k + i) % 7}" for i in range(4)]
            assert annotator.annotate(lines, side="references").forms == lines

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            for done in [pool.submit(work, seed) for seed in range(1, 9)]:
                done.result(timeout=LIMIT)
    finally:
        sys.setswitchinterval(interval)


def test_what_is_remembered_stays_behind() -> None:
    annotator = RememberingAnnotator(PureAnnotator())
    before = len(pickle.dumps(annotator))
    annotator.annotate(LINES, side="references")
    assert len(pickle.dumps(annotator)) < before + 200


def test_a_test_set_takes_its_resources_along() -> None:
    made = THINGS["annotation files"].make()
    copied = pickle.loads(pickle.dumps(made))
    assert isinstance(copied, TestSet)
    assert copied == made
    assert copied.annotator is not None
