"""What stands behind a score, in one line for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def bleu_line(precisions: Sequence[float], penalty: float, hyp: float, ref: float) -> str:
    """BLEU's precisions, brevity penalty and lengths, as sacreBLEU and mteval print them.

    >>> bleu_line([75.0, 33.333, 0.5], 0.9, 4, 5)
    '75.0/33.3/0.5 (BP = 0.900 ratio = 0.800 hyp_len = 4 ref_len = 5)'
    """
    ratio = hyp / ref if ref else 0.0
    lengths = f"ratio = {ratio:.3f} hyp_len = {_number(hyp)} ref_len = {_number(ref)}"
    return f"{joined(precisions)} (BP = {penalty:.3f} {lengths})"


def parts_line(parts: Mapping[str, Any]) -> str:
    """The named parts of any metric; empty where it has none.

    >>> parts_line({"edits": 3.0, "ref_length": 12.5, "precisions": [50.0, 25.0]})
    '(edits = 3 ref_length = 12.50 precisions = 50.0/25.0)'
    """
    shown = [f"{name} = {_value(value)}" for name, value in parts.items()]
    return f"({' '.join(shown)})" if shown else ""


def joined(numbers: Sequence[float]) -> str:
    """Precisions as people write them: ``75.0/33.3``."""
    return "/".join(f"{number:.1f}" for number in numbers)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return parts_line(value) or "()"
    if isinstance(value, list | tuple) and all(isinstance(one, int | float) for one in value):
        return joined(value)
    if isinstance(value, list | tuple):
        return "/".join(_value(one) for one in value)
    return _number(value) if isinstance(value, int | float) else str(value)


def _number(value: float) -> str:
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.2f}"
