"""Our scores beside those of other people's programs; tests/golden/README.md says whose."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from pitchpipe import _core
from tests.golden.rows import EXCLUSIONS, HERE, PERMUTATIONS, SOURCES, Row, comparable, disagreements, read

#: Rows of the whole files that are compared.
COMPARED = {
    "sacrebleu_bleu": 4864,
    "sacrebleu_chrf": 1004,
    "sacrebleu_ter": 951,
    "tercom": 906,
    "jiwer_wer": 236,
    "moses_mert": 1941,
    "nltk": 915,
    "mteval_v13a": 1087,
    "oracle_bleu_sbp": 616,
    "zmert_bleu_sbp": 120,
    "oracle_wrr_4grr": 1106,
    "oracle_lepor_paper": 1095,
    "lepor_perl": 1821,
    "oracle_per": 217,
    "oracle_gtm_exact": 339,
    "oracle_port": 240,
    "oracle_lrscore": 276,
    "moses_lrscore": 660,
}
#: Z-MERT scored whole corpora only, and one of those is copied. Rows with word alignments are long.
COPIED = {"zmert_bleu_sbp": 8, "oracle_port": 80, "oracle_lrscore": 80, "moses_lrscore": 80}


def agree(folder: Path, file: str, rows: list[Row]) -> None:
    found = disagreements(folder, file, rows)
    assert not found, f"{len(found)} of {len(rows)} rows differ:\n" + "\n".join(found[:20])


def is_japanese(row: Row) -> bool:
    """Whether it takes MeCab to reproduce a row."""
    return bool(row["params"].get("tokenize") == "ja-mecab")


def western(rows: list[Row]) -> list[Row]:
    return [row for row in rows if not is_japanese(row)]


@pytest.mark.parametrize("file", SOURCES)
def test_copied_rows(file: str) -> None:
    rows = read(HERE, file)
    assert len(rows) >= COPIED.get(file, 200)
    agree(HERE, file, western(rows))


@pytest.mark.parametrize("file", SOURCES)
def test_every_row(shared: Path, file: str) -> None:
    folder = shared / "golden"
    rows = comparable(file, read(folder, file))
    assert len(rows) == COMPARED[file]
    agree(folder, file, western(rows))


@pytest.mark.parametrize("copied", [True, False])
def test_japanese_rows(request: pytest.FixtureRequest, copied: bool) -> None:
    pytest.importorskip("MeCab")
    pytest.importorskip("ipadic")
    folder = HERE if copied else request.getfixturevalue("shared") / "golden"
    rows = [row for row in read(folder, "sacrebleu_bleu") if is_japanese(row)]
    assert rows
    agree(folder, "sacrebleu_bleu", rows)


@pytest.mark.parametrize("copied", [True, False])
def test_permutations(request: pytest.FixtureRequest, copied: bool) -> None:
    rows = read(HERE if copied else request.getfixturevalue("shared") / "golden", PERMUTATIONS)
    assert len(rows) == (131 if copied else 148)
    numbers = np.arange(len(rows), dtype=np.uint32)
    layout = _core.Layout(numbers, numbers, np.arange(len(rows) + 1, dtype=np.uint32), len(rows), len(rows))
    lengths = np.array([row["src_len"] for row in rows], dtype=np.uint32)
    far = np.full(len(rows), 1000, dtype=np.uint32)
    hyps, refs = (
        _core.Alignments.parse([row[f"{side}_align"] for row in rows], lengths, far)
        for side in ("hyp", "ref")
    )
    measures = _core.orderings(lengths, hyps, refs, layout)
    for i, row in enumerate(rows):
        for side, links in (("hyp", hyps), ("ref", refs)):
            found = _core.permutation(links.line(i), row["src_len"])
            assert found == (row[f"{side}_order"], row[f"{side}_rank"]), row["id"]
        expected = [row["src_len"], row["hamming"], row["kendall"], row["value"]]
        assert measures[i, [0, 1, 2, 5]] == pytest.approx(expected, abs=1e-9), row["id"]


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
