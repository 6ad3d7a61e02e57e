"""What the API accepts as text, checked: nothing is ever truncated or guessed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias

from pitchpipe import _core
from pitchpipe.errors import DataError

Lines: TypeAlias = Iterable[str]
ReferencesBy: TypeAlias = Literal["stream", "segment"]


def listed(value: Any, what: str) -> list[Any]:
    """Any iterable with an order but a text, as a list; generators and numpy arrays are read out."""
    if isinstance(value, str | bytes | dict | set | frozenset) or not isinstance(value, Iterable):
        raise DataError(f"{what} must be a list of texts, not {_kind(value)}")
    return value.tolist() if hasattr(value, "tolist") else list(value)


def lines(value: Any, what: str, *, optional: bool = False) -> list[Any]:
    """A list of ``str``; with ``optional``, ``None`` may stand for a missing one."""
    checked = listed(value, what)
    if _core.are_texts(checked):
        return checked
    for i, line in enumerate(checked):
        if not (isinstance(line, str) or (optional and line is None)):
            raise DataError(f"{what} must be texts: number {i + 1} is {_kind(line)}")
    return checked


def streams(references: Any, segments: int, references_by: ReferencesBy | None) -> list[list[str | None]]:
    """References as streams, each with one line (or ``None``) per segment.

    Without ``references_by`` they are streams, as in sacreBLEU. A square nesting reads both ways,
    so it is refused; one that only reads as a list per segment is refused with the remedy.
    """
    if references_by not in (None, "stream", "segment"):
        raise DataError(f"references_by must be 'stream' or 'segment', not {references_by!r}")
    outer = listed(references, "references")
    if not outer:
        raise DataError("there are no references")
    flat = sum(isinstance(inner, str) or inner is None for inner in outer)
    if flat == len(outer):
        raise DataError("references must be a list of streams: write [references] around a single one")
    if flat:
        raise DataError("references mix texts and lists: give a list of streams, or a list per segment")
    inner = [lines(x, "references", optional=True) for x in outer]
    by_stream = all(len(x) == segments for x in inner)
    by_segment = len(inner) == segments
    if references_by is None and by_stream and by_segment and segments > 1:
        raise DataError(
            f"{segments} lists of {segments} references read both ways: "
            "say references_by='stream' or references_by='segment'"
        )
    if references_by == "segment":
        return _transposed(inner, segments)
    if not by_stream:
        raise DataError(_misfit(inner, segments, by_segment and references_by is None))
    return inner


def _misfit(inner: Sequence[Sequence[Any]], segments: int, by_segment: bool) -> str:
    if by_segment:
        return (
            f"references are {segments} lists for {segments} hypotheses, one per segment it seems: "
            "say references_by='segment', or give streams as long as the hypotheses"
        )
    number, length = next((i, len(x)) for i, x in enumerate(inner) if len(x) != segments)
    return f"reference stream {number + 1} has {length} lines, there are {segments} hypotheses"


def _transposed(inner: list[list[str | None]], segments: int) -> list[list[str | None]]:
    if len(inner) != segments:
        raise DataError(f"there are reference lists for {len(inner)} segments, but {segments} hypotheses")
    longest = max((len(x) for x in inner), default=0)
    if not longest:
        raise DataError("segment 1 has no reference")
    return [[x[k] if k < len(x) else None for x in inner] for k in range(longest)]


def _kind(value: Any) -> str:
    if value is None:
        return "None"
    if isinstance(value, str):
        return "a single text"
    return type(value).__name__
