"""Standard output that is closed, full, or cannot hold every character."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pitchpipe.cli.streams import _PLAIN
from tests.commands import ROOT

SCORE = ("score", "examples/systems/literal.en", "-r", "examples/reference.a.en", "-m", "bleu", "-m", "ter")
COMMANDS = (
    pytest.param(SCORE, id="score"),
    pytest.param((*SCORE, "--format", "json"), id="json"),
    pytest.param(("--help",), id="help"),
    pytest.param(("metrics",), id="metrics"),
    pytest.param(("stream", "-r", "examples/reference.a.en"), id="stream"),
    pytest.param(("mbr", "--nbest", "examples/llm.dev.jsonl", "-o", "-"), id="bytes"),
)


def shell(command: str, arguments: tuple[str, ...], **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Runs a line of the shell, in which ``$@`` is a command of ours."""
    return subprocess.run(
        ["/bin/sh", "-c", command, "sh", sys.executable, "-m", "pitchpipe", *arguments],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "80", **environment},
        capture_output=True,
        check=False,
    )


@pytest.mark.parametrize("arguments", COMMANDS)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk(arguments: tuple[str, ...]) -> None:
    done = shell('"$@" < examples/reference.a.en > /dev/full', arguments)
    assert done.returncode == 2
    assert done.stderr.decode().splitlines()[-1] == (
        "error: standard output cannot be written (No space left on device)"
    )
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", COMMANDS)
def test_a_closed_output(arguments: tuple[str, ...]) -> None:
    done = shell('"$@" < examples/reference.a.en >&-', arguments)
    assert done.returncode == 2
    assert done.stderr.decode().splitlines()[-1] == "error: standard output is closed"
    assert b"Traceback" not in done.stderr


def test_a_closed_output_that_is_not_needed(tmp_path: Path) -> None:
    arguments = ("mbr", "--nbest", "examples/llm.dev.jsonl", "-o", str(tmp_path / "out"))
    assert shell('"$@" >&-', arguments).returncode == 0
    assert (tmp_path / "out").exists()


def test_closed_input_and_error() -> None:
    done = shell('"$@" <&-', ("stream", "-r", "examples/reference.a.en"))
    assert (done.returncode, done.stderr) == (2, b"error: standard input is closed\n")
    done = shell('"$@" 0> /dev/null', ("stream", "-r", "examples/reference.a.en"))
    assert (done.returncode, done.stderr) == (
        2,
        b"error: standard input cannot be read (Bad file descriptor)\n",
    )
    assert shell('"$@" 2>&-', SCORE).returncode == 0
    assert shell('"$@" 2>&-', ("score", "no.such.file", "-r", "no.such.file")).returncode == 2


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "cp437", "utf-8", "ascii"])
def test_encodings_without_arrows(encoding: str) -> None:
    done = shell('"$@"', SCORE, PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    head, line = done.stdout.splitlines()[:2]
    if encoding in ("latin-1", "cp1252"):
        assert head.split() == b"system bleu ^ ter v".split()
        assert set(line) == set(b"-")
    elif encoding == "utf-8":
        assert head.split() == "system bleu ↑ ter ↓".encode().split()


def test_text_that_an_encoding_lacks(tmp_path: Path) -> None:
    """What is the user's own is escaped, so that it can be told apart; JSON stays JSON."""
    (tmp_path / "中😀→.en").write_text("a b c d\n")
    name = str(tmp_path / "中😀→.en")
    table = shell('"$@"', ("score", name, "-r", name), PYTHONIOENCODING="cp1252")
    assert table.stdout.decode("cp1252").splitlines()[2].split()[0] == r"\u4e2d\ud83d\ude00->.en"
    scores = shell('"$@"', ("score", name, "-r", name, "--format", "json"), PYTHONIOENCODING="cp1252")
    assert "中😀→.en" in str(json.loads(scores.stdout))


def test_names_that_are_no_text(tmp_path: Path) -> None:
    """A file may have a name that is not UTF-8, and is still a system."""
    name = os.fsencode(tmp_path) + b"/\xff.en"
    Path(os.fsdecode(name)).write_text("a b c d\n")
    done = subprocess.run(
        [sys.executable, "-m", "pitchpipe", "score", name, "-r", name], capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"\udcff.en" in done.stdout


@pytest.mark.parametrize("plain", _PLAIN.values())
def test_plain_letters_are_in_every_encoding(plain: str) -> None:
    assert plain.isascii()
