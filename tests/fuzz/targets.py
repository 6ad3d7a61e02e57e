"""All targets by name."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from tests.fuzz.cases import KINDS, Input, Kind, Target
from tests.fuzz.commands import commands
from tests.fuzz.dialogues import dialogues
from tests.fuzz.readers import READERS
from tests.fuzz.scoring import parameters, texts

TARGETS: dict[str, Target] = {
    target.name: target for target in (*READERS, *texts(), *parameters(), *commands(), *dialogues())
}
_EVERY, _REPLAY, _MISBEHAVING = "every:", "replay:", "misbehaving:"


def find(name: str) -> Target:
    """A target by name, all of a kind as one (``every:files``), or a saved input (``replay:FILE``)."""
    if name.startswith(_EVERY):
        (kind,) = (kind for kind in KINDS if name == _EVERY + kind)
        return every(kind)
    if name.startswith(_REPLAY):
        return replayed(Path(name.removeprefix(_REPLAY)))
    if name.startswith(_MISBEHAVING):
        from tests.fuzz.misbehaving import MISBEHAVING

        return MISBEHAVING[name.removeprefix(_MISBEHAVING)]
    return TARGETS[name]


def every(kind: Kind) -> Target:
    """All targets of a kind in turn, in one worker: the small form is done before many have started."""
    own = [target for target in TARGETS.values() if target.kind == kind]

    def plain() -> Sequence[Input]:
        return [_wrapped(target, given) for target in own for given in target.plain()]

    def hostile(rng: random.Random) -> Input:
        target = own[rng.randrange(len(own))]
        return _wrapped(target, target.hostile(rng))

    def run(given: Input, folder: Path) -> None:
        name, inner = unwrapped(given)
        TARGETS[name].run(inner, folder)

    return Target(f"{_EVERY}{kind}", kind, plain, hostile, run)


def _wrapped(target: Target, given: Input) -> Input:
    return Input(given.files, [target.name, given.asked])


def unwrapped(given: Input) -> tuple[str, Input]:
    """The target an input of :func:`every` is for, and the input."""
    name, asked = given.asked
    return name, Input(given.files, asked)


def replayed(path: Path) -> Target:
    """The one input of a file."""
    name, given = Input.from_json(path.read_text(encoding="utf-8"))
    target = TARGETS[name]
    return Target(f"{_REPLAY}{path}", target.kind, lambda: [], lambda _: given, target.run)
