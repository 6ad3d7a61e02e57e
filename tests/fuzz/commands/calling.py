"""The command line called in this process, and what must hold of what it shows."""

from __future__ import annotations

import contextlib
import io
import json
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from pitchpipe.errors import PitchpipeError
from tests.fuzz.cases import Input, require


def run(given: Input, folder: Path) -> None:
    """Calls the command line: it ends well, or says what is wrong."""
    from pitchpipe.cli import main

    arguments: list[str] = given.asked["arguments"]
    out, err = _Screen("strict"), _Screen("backslashreplace")
    (folder / "-stdin").write_bytes(given.asked["stdin"].encode("latin-1"))
    with (folder / "-stdin").open(encoding="utf-8") as stdin, _standard(stdin, out, err):
        try:
            main(list(arguments))
        except SystemExit as end:
            code = end.code
    shown, said = out.text(), err.text()
    require("Traceback" not in said, f"a traceback is shown: {said[-2000:]}")
    if code == 2:
        require("error: " in said or "Usage: " in said, f"nothing is said about the error: {said[-500:]!r}")
        raise PitchpipeError(said or shown)
    ends = {0, 1} if "--fail-if-worse" in arguments else {0}
    # Some metrics could not run, and others did.
    ends |= {3} if {"score", "compare", "report", "audit", "meta"} & set(arguments) else set()
    require(code in ends, f"the exit code is {code}")
    for name in _inputs_named_as_outputs(arguments):
        if name in given.files:
            require(
                Path(name).read_bytes() == given.files[name], f"{name} was written over, which is an input"
            )
    if "json" in arguments and "-o" not in arguments and "--format" in arguments and "-h" not in arguments:
        _require_json(shown)


def _require_json(shown: str) -> None:
    """What is shown as JSON is JSON, and NaN is none."""

    def refuse(text: str) -> Any:
        raise ValueError(text)

    if shown.lstrip()[:1] in {"{", "["}:
        json.loads(shown, parse_constant=refuse)


def _inputs_named_as_outputs(arguments: list[str]) -> set[str]:
    written = {b for a, b in pairwise(arguments) if a in {"-o", "--output", "--save", "--write-nbest"}}
    read = {
        b
        for a, b in zip(["", *arguments], arguments, strict=False)
        if a in {"-r", "-s", "-t", "--nbest", "--weights", "--reference", "--source", "--model", "--lattice"}
    }
    return written & read


class _Screen(io.TextIOWrapper):
    """A standard stream in memory, with bytes beneath it, as click wants one."""

    def __init__(self, errors: str) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", errors=errors, newline="")

    def text(self) -> str:
        """What was written."""
        self.flush()
        beneath = self.buffer
        assert isinstance(beneath, io.BytesIO)
        return beneath.getvalue().decode("utf-8", "replace")

    def close(self) -> None:
        """Stays open: it is read after the command has ended."""


@contextlib.contextmanager
def _standard(stdin: Any, out: Any, err: Any) -> Iterator[None]:
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = stdin, out, err
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
