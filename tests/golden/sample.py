"""Copies into this folder what the tests need of a folder of golden values.

    python -m tests.golden.sample FOLDER

Of every file: all edge cases, a seeded sample of the other texts, and the rows of one small corpus. Rows
that are not to be matched stay out. Of rows with word alignments, fewer and of short texts.
"""

from __future__ import annotations

import gzip
import json
import random
import sys
from pathlib import Path

from tests.golden.rows import HERE, PERMUTATIONS, SOURCES, Row, comparable, in_corpus, read

SAMPLE = 240
LINKED_SAMPLE = 80
LINKED_WORDS = 16
SEED = 2002
CORPUS = "corpora/de-en.Online-B.hyp"
#: Enough to see what a row says and to compare it.
KEYS = (
    "metric",
    "level",
    "id",
    "params",
    "src",
    "hyp",
    "refs",
    "hyp_align",
    "ref_aligns",
    "seg",
    "hyp_file",
    "ref_files",
    "value",
    "parts",
    "impl",
)


def sample(rows: list[Row]) -> list[Row]:
    """The rows to keep, in the order of their texts, which is what compresses best."""
    if any("ref_aligns" in row for row in rows):
        short = [row for row in rows if "src" in row and len(row["src"].split()) <= LINKED_WORDS]
        return sorted(random.Random(SEED).sample(short, LINKED_SAMPLE), key=_order)
    edges = [row for row in rows if row["id"].startswith("edge.")]
    corpora = [row for row in rows if _needs_corpus(row) and row["hyp_file"].startswith(CORPUS)]
    others = [row for row in rows if not (_needs_corpus(row) or row["id"].startswith("edge."))]
    chosen = random.Random(SEED).sample(others, min(SAMPLE, len(others)))
    return [*sorted(edges, key=_order), *sorted(chosen, key=_order), *corpora]


def _needs_corpus(row: Row) -> bool:
    return row["level"] == "corpus" or in_corpus(row)


def _order(row: Row) -> str:
    return str(row["id"])


def write(path: Path, data: bytes) -> None:
    """Compressed to the same bytes on every day."""
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(gzip.compress(data, compresslevel=9, mtime=0))


def main(folder: Path) -> None:
    corpora: set[str] = set()
    for file in SOURCES:
        rows = sample(comparable(file, read(folder, file)))
        for row in rows:
            if _needs_corpus(row):
                corpora |= {row["hyp_file"], *row["ref_files"]}
        lines = [json.dumps({k: row[k] for k in KEYS if k in row}, ensure_ascii=False) for row in rows]
        write(HERE / f"{file}.jsonl.gz", "".join(f"{line}\n" for line in lines).encode())
    permutations = [row for row in read(folder, PERMUTATIONS) if row["src_len"] <= LINKED_WORDS]
    lines = [json.dumps(row, ensure_ascii=False) for row in permutations]
    write(HERE / f"{PERMUTATIONS}.jsonl.gz", "".join(f"{line}\n" for line in lines).encode())
    for corpus in sorted(corpora):
        write(HERE / f"{corpus}.gz", (folder / corpus).read_bytes())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
