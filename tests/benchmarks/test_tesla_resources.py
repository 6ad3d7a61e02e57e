"""What TESLA's experiment reads of a bitext."""

from __future__ import annotations

import gzip
from pathlib import Path

from benchmarks.experiments.tesla_resources import Resources


def write(path: Path, lines: list[str]) -> None:
    path.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode()))


def test_judged_news_are_left_out_and_clitics_are_joined(tmp_path: Path) -> None:
    (tmp_path / "en-fr").mkdir()
    write(
        tmp_path / "en-fr" / "train.en.gz",
        ["the verdict .", "i don 't like tom 's ' tea '", "it 's 'smoke '"],
    )
    write(tmp_path / "en-fr" / "train.fr.gz", ["le verdict .", "je ne aime pas", "ce est"])
    write(tmp_path / "en-fr" / "train.origin.gz", ["newstest2012-13", "tatoeba", "multi30k"])
    found = list(Resources(tmp_path, tmp_path, tmp_path).pairs("fr"))
    assert found == [("i don't like tom's ' tea '", "je ne aime pas"), ("it's 'smoke '", "ce est")]
