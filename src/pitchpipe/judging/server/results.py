"""What came out so far, for the organiser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitchpipe.judging.store import Store


def results(store: Store) -> list[dict[str, Any]]:
    """Agreement and preferences, as tables."""
    return []


def archive(store: Store) -> bytes:
    """The whole campaign as one file."""
    return b""
