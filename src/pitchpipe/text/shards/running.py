"""Work on blocks of files, run by an engine: results come in the order of blocks, whoever was first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict, TypeVar

from pitchpipe.engines.engine import Engine
from pitchpipe.engines.named import opened
from pitchpipe.engines.progress import Progress, Tally
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.text.shards.stretches import Block, Stretch, parts_of

Item = TypeVar("Item")
Result = TypeVar("Result")

#: What a run may tell of itself.
Shown = Callable[[Progress], None]
#: What a worker does with a part: a result for each of its blocks.
Job = Callable[[tuple[Block, ...]], "list[Result]"]


def _nothing(number: int) -> Any:
    raise AssertionError(f"block {number} is kept nowhere")


class RunOptions(TypedDict, total=False):
    """What verbs may be told of a run; see :class:`Running`."""

    engine: str | Engine
    address: str | None
    parts: int | None
    resume: bool
    skip_corrupt: bool
    shown: Shown | None


@dataclass(frozen=True)
class Running:
    """How work on files is run.

    ``parts`` is how many there are, a block each by default; results do not depend on it. ``resume`` goes on
    with a folder of results that was begun. What cannot be read ends the run, unless ``skip_corrupt`` leaves
    it out and the result lists it.
    """

    engine: str | Engine = "local"
    workers: int | None = None
    address: str | None = None
    parts: int | None = None
    resume: bool = False
    skip_corrupt: bool = False
    show: Shown | None = None

    @classmethod
    def of(cls, options: RunOptions, workers: int | None) -> Running:
        """As a verb is told."""
        own: dict[str, Any] = {**options}
        return cls(workers=workers, show=own.pop("shown", None), **own)

    def opened(self) -> AbstractContextManager[Engine]:
        """The engine, for the time of the run."""
        return opened(self.engine, workers=self.workers, address=self.address)

    def results(
        self,
        engine: Engine,
        job: Job[Result],
        blocks: Sequence[Block],
        size: Callable[[Result], int] = lambda _: 0,
        done: Callable[[int], bool] = lambda _: False,
        again: Callable[[int], Result] = _nothing,
    ) -> Iterator[Result]:
        """What a job gives for each block, in their order.

        ``size`` is the number of units that a result stands for; ``again`` finds the result of a block that
        was ``done`` by a run before.
        """
        finished = {block.number for block in blocks if done(block.number)}
        parts = parts_of([block for block in blocks if block.number not in finished], self.parts)
        tally = Tally(
            len(parts),
            lambda found: sum(map(size, found)),
            (lambda _: None) if self.show is None else self.show,
        )
        arriving = (one for found in engine.run(job, parts, tally) for one in found)
        for block in blocks:
            yield again(block.number) if block.number in finished else next(arriving)
        # The engine ends its workers when it is asked for more than there is.
        next(arriving, None)


class UnreadableError(DataError):
    """A stretch that cannot be read, which may be left out."""


def readable(items: Iterator[Item]) -> Iterator[Item]:
    """What is read from a stretch; whatever is wrong with it may be left out."""
    while True:
        try:
            item = next(items)
        except StopIteration:
            return
        except DataError as error:
            raise UnreadableError(str(error)) from None
        yield item


def left_out(error: UnreadableError, stretch: Stretch) -> str:
    """What is said of a stretch that was left out."""
    return str(error) if stretch.is_whole else f"{error} ({stretch})"


def described(blocks: Sequence[Block]) -> list[dict[str, Any]]:
    """Which text each block is of, for JSON."""
    return [
        {
            "bytes": sum(one.size for one in block.stretches),
            "of": [one.to_dict() for one in block.stretches],
        }
        for block in blocks
    ]


def refuse_run(options: RunOptions, what: str) -> None:
    """Refuses what is said of a run where there is none; ``what`` would be run so."""
    if options:
        raise ParameterError(f"{next(iter(options))} is for {what}: this is in memory")


def changed(files: Sequence[str]) -> dict[str, int | None]:
    """When each file was changed last: results of what it was before must not be mixed with new ones."""
    return {file: Path(file).stat().st_mtime_ns if Path(file).exists() else None for file in files}
