"""A decoder as tuning sees it: a command that is given weights and writes an n-best list."""

from __future__ import annotations

import secrets
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

from pitchpipe.errors import DataError, ParameterError
from pitchpipe.programs import how_it_failed, started

#: So many last lines of what a failed decoder said are shown.
LAST_LINES = 5


@dataclass(frozen=True)
class Decoder:
    """A shell command with ``{weights}`` and perhaps ``{nbest}`` in place of file names.

    Without ``{nbest}``, what it prints is the list.
    """

    command: str

    def __post_init__(self) -> None:
        if "{weights}" not in self.command:
            raise ParameterError(
                "the decoder is not given its weights: put {weights} where its command takes their file"
            )

    def decode(self, weights: Path, nbest: Path, log: Path) -> None:
        """Runs the command; the list appears under its name when it is complete, as the decoder wrote it.

        What the decoder says on stderr is kept in the log.
        """
        # A decoder that outlived a killed run may still write: the name is one that nobody else uses.
        raw = nbest.with_name(f".{nbest.name}.{secrets.token_hex(4)}.tmp")
        line = self.command.replace("{weights}", shlex.quote(str(weights)))
        line = line.replace("{nbest}", shlex.quote(str(raw)))
        try:
            self._run(line, raw, log)
            raw.replace(nbest)
        finally:
            raw.unlink(missing_ok=True)

    def _run(self, line: str, raw: Path, log: Path) -> None:
        prints_list = "{nbest}" not in self.command
        try:
            with (
                log.open("wb") as said,
                (raw if prints_list else log).open("ab") as printed,
                started(line, stdin=subprocess.DEVNULL, stdout=printed, stderr=said) as process,
            ):
                code = process.wait()
        except OSError as error:
            raise DataError(f"the decoder cannot be run ({error.strerror})") from None
        if code:
            raise DataError(f"the decoder failed with {how_it_failed(code)}; {_last_words(log)}")
        if not raw.exists() or not raw.stat().st_size:
            raise DataError(f"the decoder wrote no n-best list; {_last_words(log)}")


def clean(folder: Path) -> None:
    """Removes what decoders of killed runs left behind."""
    for left in folder.glob(".run*.nbest*.tmp"):
        left.unlink(missing_ok=True)


def _last_words(log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").split("\n")
    last = [line.strip() for line in lines if line.strip()][-LAST_LINES:]
    return f"it said ({log}): {' / '.join(last)}" if last else f"it said nothing ({log} is empty)"
