"""The pages about the papers: their numbers are the papers', and no table is forgotten."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from benchmarks.experiments.papers import published, tables
from benchmarks.experiments.papers.__main__ import PLACE

PAGES = sorted((tables.DOCS / "papers").glob("*.md"))
#: Files of the papers as text, and the beginning of the names of what is from them.
PAPERS = {"CHIANG": "004", "BIRCH": "002", "DAHLMEIER": "001", "CHEN": "000", "HAN": "003"}


def rows() -> Iterator[tuple[str, Sequence[float]]]:
    """Every row of numbers that stands in a paper side by side."""
    for name, values in vars(published).items():
        if not name.isupper() or name in {"CHIANG_1", "CHIANG_2", "BIRCH_1", "CHEN_3", "CHEN_6", "HAN_1"}:
            continue
        for row in leaves(values):
            # Hungarian stands between these columns and the last.
            yield name, row[:4] if name in {"DAHLMEIER_1", "DAHLMEIER_2"} else row


def leaves(values: object) -> Iterator[Sequence[float]]:
    if not isinstance(values, dict):
        assert isinstance(values, tuple)
        yield values
    elif all(isinstance(value, float) for value in values.values()):
        yield tuple(values.values())
    else:
        for value in values.values():
            yield from leaves(value)


def numbers(text: str) -> list[float]:
    return [float(found.replace(",", "")) for found in re.findall(r"\d*\.\d+|\d[\d,]*", text)]


def test_published_numbers_are_the_papers(shared: Path) -> None:
    texts = {name: next((shared / "papers").glob(f"{number}_*.txt")) for name, number in PAPERS.items()}
    there = {name: numbers(path.read_text(encoding="utf-8")) for name, path in texts.items()}
    checked = 0
    for name, row in rows():
        printed = there[name.split("_")[0]]
        width = len(row)
        assert any(printed[k : k + width] == list(row) for k in range(len(printed))), (name, row)
        checked += 1
    assert checked > 100


def test_every_table_has_a_place_and_is_filled() -> None:
    placed = {match["name"]: match[0] for page in PAGES for match in PLACE.finditer(page.read_text("utf-8"))}
    assert len(PAGES) == 5
    assert len(placed) == 25
    assert all(text.count("\n|") > 2 for text in placed.values())
    assert not any("SUMMARY" in page.read_text("utf-8") for page in PAGES)


def test_permutations_to_the_digit() -> None:
    """Table 1 of Birch and Osborne: five metrics of three orders."""
    lines = [line.strip("| ").split(" | ") for line in tables.birch_1().splitlines()[2:]]
    assert len(lines) == 3
    for line in lines:
        assert line[1::2] == line[2::2]
    assert tables.birch_1() in (tables.DOCS / "papers" / "birch2011.md").read_text("utf-8")


def test_weights_to_the_digit() -> None:
    lines = [line.strip("| ").split(" | ") for line in tables.han_1().splitlines()[2:]]
    assert len(lines) == 8
    assert all(line[1] == line[2] and line[3] == line[4] for line in lines)


@pytest.mark.parametrize("statistic", ["consistency", "spearman"])
def test_numbers_of_tesla_are_read_from_its_page(statistic: str) -> None:
    found = tables._tesla_page(statistic)
    assert list(found) == ["TESLA-M", "TESLA-B", "TESLA-F"]
    assert found["TESLA-M"]["cs-en"] == {"consistency": 0.6, "spearman": 0.943}[statistic]
