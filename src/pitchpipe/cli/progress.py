"""A progress bar on a terminal's stderr, and nothing in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class Bar:
    """What long work tells of itself: its steps, and within one the iterations of a training."""

    def __init__(self, progress: Progress, task: TaskID) -> None:
        self._progress = progress
        self._task = task
        self._begun = 0

    def step(self, name: str) -> None:
        """The next step begins."""
        self._progress.update(self._task, description=name, completed=self._begun)
        self._begun += 1

    def tell(self, stage: str, done: int, iterations: int) -> None:
        """An iteration of training is done."""
        self._progress.update(self._task, description=f"aligning words, {stage} {done}/{iterations}")


@contextmanager
def bar(steps: int) -> Iterator[Bar | None]:
    """A bar for so many steps; ``None`` where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield Bar(progress, progress.add_task("reading", total=steps))
