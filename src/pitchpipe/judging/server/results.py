"""What came out so far, for the organiser."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitchpipe.judging.opening import Judging
from pitchpipe.showing.pages import Paragraph, Table

if TYPE_CHECKING:
    from pitchpipe.judging.store import Store

_DECIMALS = 3


def results(store: Store) -> dict[str, Any]:
    """Agreement and preferences, as ``judge agreement`` prints them."""
    page = Judging(store.campaign, store).agreement().page(_DECIMALS)
    return {
        "blocks": [
            _table(block) if isinstance(block, Table) else {"text": block.text}
            for block in page.blocks
            if isinstance(block, Table | Paragraph)
        ],
        "notes": list(page.notes),
    }


def _table(block: Table) -> dict[str, Any]:
    grid = block.grid
    return {
        "header": list(grid.header),
        "left": grid.left,
        "rows": [[cell.text(_DECIMALS) for cell in row] for row in grid.rows],
    }


def archive(store: Store) -> bytes:
    """The whole campaign as one file, without anybody's name."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "campaign.zip"
        Judging(store.campaign, store).export(path, "archive")
        return path.read_bytes()
