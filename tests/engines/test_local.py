"""Parts on this machine: in order, with workers that are lost, errors and Ctrl-C."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitchpipe.engines.engine import AHEAD, Done, nobody
from pitchpipe.engines.local import Local
from pitchpipe.engines.named import opened
from pitchpipe.errors import DataError, EngineError, ParameterError
from tests.engines import jobs


@pytest.mark.parametrize("workers", [1, 2])
def test_results_are_in_the_order_of_parts(workers: int) -> None:
    heard: list[Done[int]] = []
    results = list(Local(workers).run(jobs.square, range(7), heard.append))
    assert results == [0, 1, 4, 9, 16, 25, 36]
    assert sorted(done.number for done in heard) == list(range(7))
    assert all(done.result == done.number**2 and done.seconds > 0 for done in heard)
    here = {done.worker.endswith(f":{os.getpid()}") for done in heard}
    assert here == {workers == 1}


def test_no_parts_and_one_part_need_no_process() -> None:
    assert list(Local(2).run(jobs.square, [], nobody)) == []
    assert list(Local(2).run(lambda number: number, [5], nobody)) == [5]


def test_what_a_job_prints_is_no_answer() -> None:
    assert list(Local(2).run(jobs.chatter, range(3), nobody)) == [0, 1, 2]


def test_errors_end_the_run_in_their_words() -> None:
    with pytest.raises(DataError, match=r"^part\.txt, line 3: bad$"):
        list(Local(2).run(jobs.refuse, range(4), nobody))
    with pytest.raises(ZeroDivisionError, match="a mistake of ours") as caught:
        list(Local(2).run(jobs.stumble, range(3), nobody))
    assert "in stumble" in str(caught.value.__cause__)


def test_a_part_whose_worker_is_killed_is_tried_again(tmp_path: Path) -> None:
    parts = [(number, str(tmp_path)) for number in range(4)]
    assert list(Local(2).run(jobs.die_once, parts, nobody)) == [0, 1, 2, 3]
    assert (tmp_path / "dead").exists()


def test_a_part_that_kills_every_worker_is_given_up() -> None:
    with pytest.raises(EngineError, match=r"part 2 of 3 was lost 3 times with its worker \(signal 9\)"):
        list(Local(2).run(jobs.die, range(3), nobody))


def test_how_a_worker_ended_is_told() -> None:
    with pytest.raises(EngineError, match=r"lost 3 times with its worker \(exit code 7\)"):
        list(Local(2).run(jobs.leave, range(2), nobody))


def test_what_cannot_be_sent_is_told() -> None:
    with pytest.raises(EngineError, match="cannot be sent to other processes"):
        list(Local(2).run(lambda number: number, range(2), nobody))


def test_finished_parts_wait_for_an_earlier_one_in_bounded_number(tmp_path: Path) -> None:
    parts = [(number, str(tmp_path)) for number in range(40)]
    results: Iterator[Any] = Local(2).run(jobs.note, parts, nobody)
    assert next(results) == 0
    begun = len(list(tmp_path.iterdir()))
    assert begun <= 2 * AHEAD + 1
    assert list(results) == list(range(1, 40))


def test_workers_end_when_nobody_wants_more(tmp_path: Path) -> None:
    heard: list[Done[int]] = []
    results: Iterator[Any] = Local(2).run(jobs.square, range(20), heard.append)
    next(results)
    results.close()  # type: ignore[attr-defined]  # it is a generator
    for worker in {done.worker.rpartition(":")[2] for done in heard}:
        with pytest.raises(ProcessLookupError):
            os.kill(int(worker), 0)


def test_a_script_needs_no_guard(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from pitchpipe.engines.local import Local\n"
        "print(list(Local(2).run(abs, [-1, -2, 3], lambda done: None)))\n",
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    assert done.stdout == "[1, 2, 3]\n"


def test_engines_by_name() -> None:
    with opened("local", workers=3) as found:
        assert found.workers == 3
    own = Local(1)
    with opened(own) as found:
        assert found is own
    with (
        pytest.raises(ParameterError, match="there is no engine 'spark': choose local or ray"),
        opened("spark"),
    ):
        pass
    with pytest.raises(ParameterError, match="the engine must be ray"), opened("local", address="auto"):
        pass
