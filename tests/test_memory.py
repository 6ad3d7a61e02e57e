"""Where memory runs out, a command says what is too large, and the interpreter lives."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="measures and limits memory as Linux does")

#: Runs a command that may take so many megabytes more than a process that has loaded everything.
LIMITED = """\
import resource, sys
import scipy.stats
import pitchpipe.cli.commands.mbr, pitchpipe.cli.commands.rerank, pitchpipe.cli.commands.tune
from pitchpipe.cli import main
pages = int(open("/proc/self/statm").read().split()[0])
most = pages * resource.getpagesize() + int(sys.argv[1]) * 2**20
resource.setrlimit(resource.RLIMIT_AS, (most, most))
main(sys.argv[2:])
"""


def refused(megabytes: int, *arguments: str) -> str:
    """What a command says that must do with so much memory."""
    command = [sys.executable, "-c", LIMITED, str(megabytes), *arguments, "--threads", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr[-2000:]
    return done.stderr


def words(tmp_path: Path, name: str, kinds: int) -> str:
    draw = random.Random(name)
    path = tmp_path / name
    path.write_text(" ".join(f"w{draw.randrange(kinds)}" for _ in range(20_000)) + "\n")
    return str(path)


def annotated(tmp_path: Path, text: str) -> str:
    """Every word is its own lemma and a noun."""
    path = tmp_path / f"{Path(text).name}.conllu"
    tokens = Path(text).read_text().split()
    rows = (f"{k}\t{word}\t{word}\tNOUN\tNN\t_\t_\t_\t_\t_" for k, word in enumerate(tokens, 1))
    path.write_text("\n".join(rows) + "\n\n")
    return str(path)


@pytest.mark.parametrize("metric", ["tesla-m", "maxsim"])
def test_many_matches(metric: str, tmp_path: Path) -> None:
    """Of one part of speech, every word is a little like every other."""
    hyp, ref = words(tmp_path, "hyp", 10**6), words(tmp_path, "ref", 10**6)
    annotations = ["--annotation", annotated(tmp_path, hyp), "--annotation-ref", annotated(tmp_path, ref)]
    metric = f"{metric}:synonyms=none"
    said = refused(700, "score", hyp, "-r", ref, "-m", metric, "-l", "de-en", *annotations)
    assert "not enough memory for the matches of two lines" in said


def compressed(path: Path, blocks: Iterator[bytes]) -> str:
    packer = zlib.compressobj(1, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    with path.open("wb") as out:
        for block in blocks:
            out.write(packer.compress(block))
        out.write(packer.flush())
    return str(path)


def many_candidates() -> Iterator[bytes]:
    block = b"0 ||| the cat sat on the mat ||| lm= -1.5 tm= -2 ||| -3.5\n" * 20_000
    return (block for _ in range(600))


def a_long_line() -> Iterator[bytes]:
    yield b"0 ||| "
    for _ in range(600):
        yield b"word " * 200_000
    yield b"||| lm= 1 ||| 1\n"


def many_features() -> Iterator[bytes]:
    yield b"0 ||| a ||| " + b" ".join(b"f%d= 1" % k for k in range(16_000)) + b" ||| 1\n"
    for _ in range(600):
        yield b"0 ||| a ||| f0= 1 ||| 1\n" * 20_000


#: All commands read lists in the same way: each is tried with one kind here, and with all in full checks.
KINDS = (many_candidates, a_long_line, many_features)
TRIED = {"tune": many_candidates, "mbr": a_long_line, "rerank": many_features}


@pytest.mark.parametrize(
    ("command", "blocks"),
    [
        pytest.param(command, kind, marks=() if kind is tried else pytest.mark.full)
        for command, tried in TRIED.items()
        for kind in KINDS
    ],
)
def test_small_files_of_gigabytes(
    command: str, blocks: Callable[[], Iterator[bytes]], tmp_path: Path
) -> None:
    lists = compressed(tmp_path / "lists.gz", blocks())
    (tmp_path / "ref").write_text("the cat sat on the mat\n")
    (tmp_path / "weights.json").write_text('{"weights": {"lm": 1, "tm": 1}}')
    options = {
        "tune": ["-r", str(tmp_path / "ref"), "-m", "bleu"],
        "mbr": ["-m", "bleu"],
        "rerank": ["--weights", str(tmp_path / "weights.json")],
    }
    said = refused(400, command, "--nbest", lists, "--missing-features", "zero", *options[command])
    # Memory may run out while the list is unpacked, and while it is read.
    pattern = rf"error: {re.escape(lists)}: (the list is )?too large: memory ran out (after|while) "
    assert re.match(pattern, said)
