"""Our scores beside those of other people's programs; tests/golden/README.md says whose."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.golden.rows import EXCLUSIONS, HERE, SOURCES, Row, comparable, disagreements, read

#: Rows of the whole files that are compared.
COMPARED = {
    "sacrebleu_bleu": 4864,
    "sacrebleu_chrf": 1004,
    "sacrebleu_ter": 951,
    "tercom": 906,
    "jiwer_wer": 236,
    "moses_mert": 1485,
    "nltk": 799,
    "mteval_v13a": 535,
}


def agree(folder: Path, file: str, rows: list[Row]) -> None:
    if any(row["params"].get("tokenize") == "ja-mecab" for row in rows):
        pytest.importorskip("MeCab")
        pytest.importorskip("ipadic")
    found = disagreements(folder, file, rows)
    assert not found, f"{len(found)} of {len(rows)} rows differ:\n" + "\n".join(found[:20])


@pytest.mark.parametrize("file", SOURCES)
def test_copied_rows(file: str) -> None:
    rows = read(HERE, file)
    assert len(rows) > 200
    agree(HERE, file, rows)


@pytest.mark.parametrize("file", SOURCES)
def test_every_row(shared: Path, file: str) -> None:
    folder = shared / "golden"
    rows = comparable(file, read(folder, file))
    assert len(rows) == COMPARED[file]
    agree(folder, file, rows)


def test_exclusions_leave_out_what_they_say(shared: Path) -> None:
    found = Counter(
        exclusion.reason
        for file in SOURCES
        for row in read(shared / "golden", file)
        for exclusion in EXCLUSIONS
        if exclusion.file == file and SOURCES[file].metric(row) is not None and exclusion.applies(row)
    )
    assert found == {exclusion.reason: exclusion.rows for exclusion in EXCLUSIONS}


def test_nothing_excluded_is_copied() -> None:
    for file in SOURCES:
        rows = read(HERE, file)
        assert comparable(file, rows) == rows
