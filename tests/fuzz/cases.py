"""What is tried: inputs, and targets that make and take them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

Kind = Literal["files", "texts", "parameters", "commands", "dialogues"]
KINDS: tuple[Kind, ...] = get_args(Kind)


class WrongResultError(AssertionError):
    """A result that is no right one: not a number, out of bounds, not what was promised."""


def require(right: bool, what: str) -> None:
    """Calls a result wrong."""
    if not right:
        raise WrongResultError(what)


@dataclass(frozen=True)
class Input:
    """Files by name, and whatever else a target wants, as plain values of JSON."""

    files: Mapping[str, bytes] = field(default_factory=dict)
    asked: Any = None

    def write(self, folder: Path) -> None:
        """Puts the files where a target looks for them."""
        for name, content in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)

    def to_json(self, target: str) -> str:
        """The input as a file that can be replayed; bytes are spelled in Latin-1."""
        files = {name: content.decode("latin-1") for name, content in self.files.items()}
        return json.dumps({"target": target, "files": files, "asked": self.asked}, indent=1)

    @classmethod
    def from_json(cls, text: str) -> tuple[str, Input]:
        """The name of the target, and the input."""
        content = json.loads(text)
        files = {name: text.encode("latin-1") for name, text in content["files"].items()}
        return content["target"], cls(files, content["asked"])


@dataclass(frozen=True)
class Target:
    """Something that takes input: inputs that it must take, hostile ones, and what it does with them.

    ``run`` returns where the result is right, raises a ``PitchpipeError`` where the input is refused, and
    anything else is a failure. It is called within a folder of its own, which has the files of the input.
    """

    name: str
    kind: Kind
    plain: Callable[[], Sequence[Input]]
    hostile: Callable[[random.Random], Input]
    run: Callable[[Input, Path], None]

    def made(self, seed: int, number: int) -> Input:
        """The hostile input of a number."""
        return self.hostile(random.Random(f"{seed}/{self.name}/{number}"))
