"""The command line, called in this process with plausible and implausible arguments."""

from __future__ import annotations

from collections.abc import Iterator

from tests.fuzz.cases import Target
from tests.fuzz.commands.arguments import damaged
from tests.fuzz.commands.calling import run
from tests.fuzz.commands.plain import PLAIN, plain


def _target(name: str) -> Target:
    return Target(
        f"commands.{name.replace(' ', '-')}",
        "commands",
        lambda: plain(name),
        lambda rng: damaged(name, rng),
        run,
    )


def commands() -> Iterator[Target]:
    """A target for every command."""
    for name in PLAIN:
        yield _target(name)
