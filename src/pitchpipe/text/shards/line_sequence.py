"""Lines of files that follow one another, of which any can be read without those before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, chain, islice

from pitchpipe.brief import Brief
from pitchpipe.engines.engine import Engine, nobody
from pitchpipe.text.shards.finding import files_of, size_of
from pitchpipe.text.shards.lines import Lines, line_starts
from pitchpipe.wording import counted

#: The places of lines are known at every so many.
EVERY = 1 << 12


@dataclass(frozen=True, repr=False)
class LineSequence(Brief):
    """The lines of files. Where some of them begin is known, but of compressed files only the first."""

    files: tuple[str, ...]
    starts: tuple[tuple[int, ...], ...]
    #: Lines of the files before each, and of all.
    before: tuple[int, ...]

    @classmethod
    def find(cls, names: str | Sequence[str], engine: Engine) -> LineSequence:
        """The files that names, patterns or folders mean; workers look through them."""
        files = files_of([names] if isinstance(names, str) else names)
        found = list(engine.run(partial(_starts, every=EVERY), files, nobody))
        counts = accumulate((lines for _, lines in found), initial=0)
        return cls(tuple(files), tuple(starts for starts, _ in found), tuple(counts))

    def __len__(self) -> int:
        return self.before[-1]

    def _brief(self) -> str:
        return counted(len(self), "lines")

    def read(self, begin: int, count: int) -> list[str]:
        """So many lines after the first ``begin``."""
        return list(islice(self._from(begin), count))

    def _from(self, begin: int) -> Iterator[str]:
        for k, file in enumerate(self.files):
            inside = max(0, begin - self.before[k])
            if inside >= self.before[k + 1] - self.before[k]:
                continue
            starts = self.starts[k]
            place = min(inside // EVERY, len(starts) - 1)
            end = starts[-1] if len(starts) > 1 else None
            lines = chain.from_iterable(lines for _, lines in Lines(file, starts[place], end).batches())
            yield from islice(lines, inside - place * EVERY, None)


def _starts(file: str, every: int) -> tuple[tuple[int, ...], int]:
    """Where every so many lines begin, with the end behind them, and how many there are."""
    _, is_whole = size_of(file)
    if is_whole:
        return (0,), sum(len(lines) for _, lines in Lines(file).batches())
    starts, lines = line_starts(file, every)
    return tuple(starts), lines
