"""Results as JSON: one way to write them, whatever the command."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any


def plain(value: Any) -> Any:
    """What JSON knows: lists instead of tuples, and ``None`` for numbers that are none."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return value


def json_text(content: Any, *, ascii: bool = False) -> str:
    """JSON at full precision; a number that is none (NaN, infinite) is null, as JSON has no word for it.

    ``ascii`` escapes all other characters, for where they cannot be written.
    """
    import json

    return json.dumps(plain(content), ensure_ascii=ascii, indent=2)


def json_line(content: Any) -> str:
    """The same in one line, for whoever reads line by line; in ASCII, which can be written anywhere."""
    import json

    return json.dumps(plain(content))
