"""A program that scores translations: what it is asked, and what it answers.

It reads a JSON object per line, ``{"source": …, "hypothesis": …, "references": […]}``, until there are no
more, and prints a score for each, in the same order: a number, or a JSON object that has it as ``score``. The
source is ``null`` and the list of references empty where there are none.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from pitchpipe.errors import DataError, MissingError, ParameterError
from pitchpipe.pickling import cached_property
from pitchpipe.programs import how_it_failed, started
from pitchpipe.text.files import decode, split_lines
from pitchpipe.text.named_files import is_file, kept_while_unchanged
from pitchpipe.text.scores import line_score
from pitchpipe.wording import counted, quoted

#: Of larger files only the size is part of a digest: models take long to read, ``version=`` tells them apart.
_LARGE = 1 << 26
#: So many bytes a program may print, and so many more for each request.
_OUTPUT, _OUTPUT_OF_ONE = 1 << 24, 1 << 14
#: How often one looks whether it does, in seconds.
_GLANCE = 0.05


def request(source: str | None, hypothesis: str, references: Sequence[str]) -> bytes:
    """What a program is asked about one translation. ASCII, so that no locale can spoil it."""
    asked = {"source": source, "hypothesis": hypothesis, "references": list(references)}
    for text in (source or "", hypothesis, *references):
        if not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text):
            raise DataError(f"{quoted(text)} is not valid Unicode text: it holds a lone surrogate")
    return json.dumps(asked).encode("ascii") + b"\n"


@dataclass(frozen=True)
class Program:
    """A program and its arguments, as they are written in a shell; but no shell sees them."""

    command: str

    def __post_init__(self) -> None:
        if not self.words:
            raise ParameterError("command needs a program that scores translations: command:PROGRAM")

    @cached_property
    def words(self) -> list[str]:
        """The program and its arguments."""
        try:
            words = shlex.split(self.command)
            os.fsencode(self.command)
        except ValueError as error:
            raise ParameterError(f"cannot read the command {quoted(self.command)}: {error}") from None
        if "\0" in self.command:
            raise ParameterError(f"cannot read the command {quoted(self.command)}: it holds a NUL character")
        return words

    @property
    def name(self) -> str:
        """What messages call it."""
        return Path(self.words[0]).name or self.words[0]

    def file(self) -> Path:
        """The file that is run: on the PATH, or in the current folder."""
        given = self.words[0]
        found = shutil.which(given)
        if found is None and is_file(Path(given)):
            if not os.access(given, os.X_OK):
                raise MissingError(
                    f"{given} cannot be run: make it executable (chmod +x), or name what runs it, "
                    f'command:program="python {given}"'
                )
            found = given
        if found is None:
            raise MissingError(f"there is no program {quoted(given)}: give its path, or install it")
        return Path(found).absolute()

    def digest(self) -> str:
        """The SHA-256 of the program's file, and of the files among its arguments."""
        digest = hashlib.sha256()
        for file in (self.file(), *(path.absolute() for path in map(Path, self.words[1:]) if is_file(path))):
            digest.update(_digest(file))
        return digest.hexdigest()

    def ask(self, requests: Sequence[bytes], timeout: float | None = None) -> list[float]:
        """A score for each request, of one run of the program.

        Raises
        ------
        DataError
            If it cannot be run, fails, takes longer than ``timeout`` seconds, or prints anything but a finite
            number for each request.
        """
        try:
            return self._asked(requests, timeout)
        except OSError as error:
            raise DataError(f"{self.name} cannot be run ({error.strerror or error})") from None

    def _asked(self, requests: Sequence[bytes], timeout: float | None) -> list[float]:
        # Files rather than pipes: nobody waits for the other to read, and what is printed has a size.
        with (
            tempfile.TemporaryFile() as asked,
            tempfile.TemporaryFile() as printed,
            tempfile.TemporaryFile() as said,
        ):
            asked.writelines(requests)
            asked.seek(0)
            command = [str(self.file()), *self.words[1:]]
            with started(command, stdin=asked, stdout=printed, stderr=said) as process:
                code = self._wait(process, timeout, (printed, said), len(requests))
            if code:
                raise DataError(f"{self.name} failed with {how_it_failed(code)}; {_last_words(said)}")
            printed.seek(0)
            return self._answers(printed.read(), len(requests))

    def _wait(
        self,
        process: subprocess.Popen[bytes],
        timeout: float | None,
        outputs: Sequence[IO[bytes]],
        count: int,
    ) -> int:
        """The exit code; refuses to wait for ever, or until the disk is full."""
        until = math.inf if timeout is None else time.monotonic() + timeout
        most = _OUTPUT + count * _OUTPUT_OF_ONE
        while True:
            with suppress(subprocess.TimeoutExpired):
                return process.wait(min(_GLANCE, max(0.0, until - time.monotonic())))
            if any(os.fstat(output.fileno()).st_size > most for output in outputs):
                raise DataError(
                    f"{self.name} printed more than {most} bytes: it is to print a score per line"
                )
            if time.monotonic() >= until:
                raise DataError(f"{self.name} took longer than {timeout:g} seconds (timeout=)")

    def _answers(self, printed: bytes, count: int) -> list[float]:
        where = f"the output of {self.name}"
        lines = split_lines(decode(printed, where))
        scores = [line_score(line, f"{where}, line {number}") for number, line in enumerate(lines, start=1)]
        if len(scores) != count:
            raise DataError(
                f"{self.name} printed {counted(len(scores), 'scores')} for {counted(count, 'translations')}"
            )
        return scores


def _read_digest(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        return hashlib.sha256(path.read_bytes() if size <= _LARGE else str(size).encode()).digest()
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror})") from None


_digest = kept_while_unchanged(_read_digest, most=64)


def _last_words(said: IO[bytes]) -> str:
    """The last line on stderr; progress bars return to the beginning of theirs."""
    said.seek(0)
    lines = said.read().decode("utf-8", "replace").replace("\r", "\n").split("\n")
    last = next((line.strip() for line in reversed(lines) if line.strip()), None)
    return "it said nothing" if last is None else f"it said {quoted(last)}"
