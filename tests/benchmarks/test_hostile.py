"""The counts of the fuzzer, on the page of results."""

from __future__ import annotations

from benchmarks import hostile

RECORD = {
    "files": {
        "targets": 43,
        "inputs": 100_000,
        "goal": 200_000,
        "right": 40_000,
        "refused": 59_999,
        "failed": 1,
        "seconds": 1234,
        "seed": 7,
        "date": "2026-11-15 12:00 UTC",
        "system": "Linux x86_64, 2 cores",
        "python": "3.11.7",
        "pitchpipe": "0.1.0",
    }
}


def test_counts_are_a_table() -> None:
    assert "| files | 43 | 100,000 | 200,000 | 40,000 | 59,999 | 1 | 1,234 s | 7 |" in hostile.section(RECORD)


def test_the_section_is_added_once_and_replaced() -> None:
    page = "# Benchmarks\n\n## Limits\n\n| a |\n"
    first = hostile.replaced(page, hostile.section(RECORD))
    assert first.startswith(page)
    assert hostile.replaced(first, hostile.section(RECORD)) == first
    between = first + "\n## Not measured\n\n- x\n"
    other = hostile.replaced(between, hostile.TITLE)
    assert other == f"{page}\n{hostile.TITLE}\n## Not measured\n\n- x\n"
