"""N-best lists as the benchmarks read and cut them."""

from __future__ import annotations

import gzip
from pathlib import Path

from benchmarks.nbest import read


def test_reading_moses_lists(tmp_path: Path) -> None:
    lists, references = tmp_path / "nbest.gz", tmp_path / "ref"
    lines = [b"0 ||| a b ||| LM0= -1 ||| -2 ||| 0-0", b"0 ||| a ||| LM0= -3 ||| -4", b"1 |||  ||| x ||| 0"]
    lists.write_bytes(gzip.compress(b"\n".join(lines) + b"\n"))
    references.write_bytes(b"a b\nc\n")
    nbest = read("lists", lists, references)
    assert nbest.candidates == (b"a b", b"a", b"")
    assert nbest.owner.tolist() == [0, 0, 1]
    assert nbest.references == (b"a b", b"c")
    assert len(nbest.batch()) == 3
    first = nbest.head(1)
    assert (first.candidates, first.references) == ((b"a b", b"a"), (b"a b",))
