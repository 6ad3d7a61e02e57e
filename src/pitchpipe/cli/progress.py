"""A progress bar on a terminal's stderr, and nothing in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Callable

    from click._termui_impl import ProgressBar

    from pitchpipe.engines.progress import Progress

#: One line up, and clear it: what was done is of no interest when it is done.
_FORGET = "\033[1A\033[2K\r"


class Bar:
    """What long work tells of itself: its steps, and within one the iterations of a training."""

    def __init__(self, bar: ProgressBar[str | None]) -> None:
        self._bar = bar
        self._begun = 0

    def step(self, name: str) -> None:
        """The next step begins."""
        if self._begun:
            self._bar.make_step(1)
        self._begun += 1
        self._say(name)

    def tell(self, stage: str, done: int, iterations: int) -> None:
        """An iteration of training is done."""
        self._say(f"aligning words, {stage} {done}/{iterations}")

    def parts(self, progress: Progress, units: str = "segments") -> None:
        """A part of the work is done; of how many is known only now."""
        self._bar.length, self._bar.pos = progress.parts, progress.done
        self._say(progress.line(units))

    def _say(self, what: str) -> None:
        self._bar.current_item = what
        self._bar.render_progress()


@contextmanager
def bar(steps: int) -> Iterator[Bar | None]:
    """A bar for so many steps; ``None`` where stderr is no terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    try:
        with click.progressbar(
            length=steps, file=sys.stderr, show_eta=False, item_show_func=lambda name: name or "reading"
        ) as shown:
            shown.render_progress()
            yield Bar(shown)
    finally:
        sys.stderr.write(_FORGET)
        sys.stderr.flush()


@contextmanager
def parts_shown(style: str, units: str = "segments") -> Iterator[Callable[[Progress], None] | None]:
    """How far work in parts is: a bar on a terminal, or lines of JSON on stderr wherever that goes."""
    if style == "json":
        from pitchpipe.showing.json_output import json_line

        yield lambda progress: click.echo(json_line(progress.to_dict(units)), err=True)
        return
    with bar(1) as shown:
        yield None if shown is None else partial(shown.parts, units=units)
