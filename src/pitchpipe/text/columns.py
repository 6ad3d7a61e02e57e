"""The columns of a test set: lists of texts, checked where their names and segments can still be told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any

from pitchpipe import _core
from pitchpipe.errors import DataError
from pitchpipe.wording import quoted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: The columns without names, as messages call them.
PLAIN_COLUMNS = {
    "source": "the source",
    "documents": "the list of documents",
    "domains": "the list of domains",
    "segment_ids": "the list of segment ids",
}
#: The same as JSON lines call them.
JSON_KEYS = {"source": "source", "document": "documents", "domain": "domains", "id": "segment_ids"}


def require_equal_lengths(lengths: Sequence[tuple[str, int]], unit: str) -> None:
    """Checks that all labelled lengths are equal, and otherwise name the first two that are not.

    >>> require_equal_lengths([("ref.en", 1999), ("hyp.en", 2000)], "line")
    Traceback (most recent call last):
    pitchpipe.errors.DataError: ref.en has 1999 lines, hyp.en has 2000
    """
    for label, length in lengths[1:]:
        first_label, first_length = lengths[0]
        if length != first_length:
            plural = "" if first_length == 1 else "s"
            raise DataError(f"{first_label} has {first_length} {unit}{plural}, {label} has {length}")


def named_texts(columns: object, kind: str, *, missing_allowed: bool = False) -> dict[str, list[Any]]:
    """Columns by name, each as a list of plain strings (and None, if allowed)."""
    if not isinstance(columns, Mapping):
        raise DataError(f"{kind}s must be a mapping from names to lists, not {_type_name(columns)}")
    for name in columns:
        if not isinstance(name, str) or not name:
            raise DataError(f"the name of a {kind} must be a non-empty string, not {quoted(name)}")
    return {
        str(name): texts_of(values, f'{kind} "{name}"', missing_allowed=missing_allowed)
        for name, values in columns.items()
    }


def texts_of(values: Any, label: str, *, missing_allowed: bool = False) -> list[Any]:
    """The values as a list of plain strings (and None, if allowed)."""
    if isinstance(values, (str, bytes, bytearray)):
        raise DataError(f"{label} is a single {_type_name(values)}; give a list with one string per segment")
    if isinstance(values, (Mapping, Set)):
        raise DataError(f"{label} is a {_type_name(values)}, which has no order of segments; give a list")
    try:
        texts = list(values)
    except TypeError:
        raise DataError(
            f"{label} must be a list with one string per segment, not {_type_name(values)}"
        ) from None
    if not _core.are_texts(texts):
        texts = [_text(text, label, position, missing_allowed) for position, text in enumerate(texts)]
    _require_encodable(texts, label)
    return texts


def positions_of(labels: Sequence[str]) -> dict[str, NDArray[np.intp]]:
    """The positions of each label, in order of first appearance."""
    import numpy as np

    members: dict[str, list[int]] = {}
    for position, label in enumerate(labels):
        members.setdefault(label, []).append(position)
    return {label: np.array(positions, dtype=np.intp) for label, positions in members.items()}


def _text(value: object, label: str, position: int, missing_allowed: bool) -> str | None:
    if isinstance(value, str):
        # Subclasses, such as the strings of a numpy array, become plain strings.
        return str(value)
    if value is None and missing_allowed:
        return None
    advice = "; use None where a reference is missing" if missing_allowed else ""
    raise DataError(f"{label}: segment {position + 1} is {_type_name(value)}, not a string{advice}")


def _require_encodable(texts: list[str | None], label: str) -> None:
    """Refuses lone surrogates here, where the segment can be named: no file and no kernel takes them."""
    found = _core.find_surrogate(texts)
    if found is not None:
        raise DataError(f"{label}: segment {found + 1} contains a lone surrogate")


def _type_name(value: object) -> str:
    return "None" if value is None else type(value).__name__
