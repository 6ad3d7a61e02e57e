"""Systems that were tuned several times: ``run1.out,run2.out`` on the command line is one system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

import click

from pitchpipe.wording import quoted


@dataclass(frozen=True)
class SystemArgument:
    """A system as it was written: the outputs of its runs, of which most systems have one, and its name."""

    paths: tuple[str, ...]
    name: str | None = None


def parse_system(argument: str) -> SystemArgument:
    """Reads ``FILE``, ``FILE,FILE`` or ``NAME=FILE,FILE``.

    A file that exists under the very name is that file, whatever signs it contains; folders such as
    ``lr=0.1`` are common.
    """
    if Path(argument).exists():
        return SystemArgument((argument,))
    name, paths = None, argument.split(",")
    if "=" in paths[0] and not Path(paths[0]).exists():
        name, _, paths[0] = paths[0].partition("=")
    if name == "" or not all(paths):
        raise click.UsageError(
            f"cannot read system {quoted(argument)}: write FILE, FILE,FILE or NAME=FILE,FILE"
        )
    return SystemArgument(tuple(paths), name)


def runs_of(systems: Iterable[SystemArgument], names: Sequence[str]) -> dict[str, list[str]]:
    """For every system, as it is called, the names its runs have in the test set.

    ``names`` are those of all files in order. Runs without a name in common are called after what their
    files' names begin with.
    """
    named = []
    begin = 0
    for system in systems:
        own = list(names[begin : begin + len(system.paths)])
        begin += len(own)
        named.append((system.name or _common_name(own), own))
    for name, count in Counter(name for name, _ in named).items():
        if count > 1:
            raise click.UsageError(
                f"{count} systems are called {quoted(name)}: tell them apart with NAME=FILE,FILE"
            )
    return dict(named)


def _common_name(names: list[str]) -> str:
    """What all names begin with, without the beginning of a number: base for base.10.en, base.11.en."""
    if len(names) == 1:
        return names[0]
    first, last = min(names), max(names)
    shared = takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    prefix = "".join(letter for letter, _ in shared)
    return prefix.rstrip("0123456789").rstrip("._- ") or ",".join(names)
