"""The charts of the documentation are what is drawn today."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools.pictures import FOLDER, PICTURES

DOCS = FOLDER.parent


def words(path: Path) -> list[str]:
    """Every text of a drawing; where it stands may differ between versions of the drawing library."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", path.read_text(encoding="utf-8"))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", PICTURES)
def test_it_is_drawn_so_today(name: str, tmp_path: Path) -> None:
    drawn = tmp_path / f"{name}.svg"
    PICTURES[name]().save(drawn)
    found = words(drawn)
    assert len(found) > 10
    assert found == words(FOLDER / f"{name}.svg"), f"draw it again: python -m tools.pictures {name}"


@pytest.mark.parametrize("name", PICTURES)
def test_a_page_shows_it(name: str) -> None:
    assert any(f"_static/{name}.svg)" in page.read_text(encoding="utf-8") for page in DOCS.glob("*.md"))
