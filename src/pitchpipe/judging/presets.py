"""Whose experiment a campaign follows: what ``--like`` sets, and everything else may change.

``chen2012`` is §3.2.3 of Chen, Kuhn and Larkin 2012: references of 10 to 50 words, outputs that differ and
are near the reference, 14 colleagues with 30 items in common and 30 of their own, "no preference", and the 4
annotators left out whose absence raises κ most. Their n, the per cent by 1-TER, was 20 to 50 by condition.

``birch2011`` is §4.1.2 of Birch and Osborne 2011: 15 to 30 words, the reference shown, "don't know", 60 items
in a pool with three judgments each, and whoever has less than 60 % of gold right is set aside.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pitchpipe.errors import ParameterError
from pitchpipe.wording import meant, quoted


@dataclass(frozen=True)
class Preset:
    """Values for the fields of a protocol, of ``Shares``, ``Sample`` and ``Settings``."""

    protocol: str
    options: Mapping[str, Any] = field(default_factory=dict)
    shares: Mapping[str, Any] = field(default_factory=dict)
    sample: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)


PRESETS: dict[str, Preset] = {
    "chen2012": Preset(
        "pairwise",
        options={"ties": "no-preference"},
        shares={"annotators": 14, "common": 30, "each": 30, "judgments": 1},
        sample={"length": (10, 50), "differing": True, "top": 40.0},
        settings={"exclude": 4},
    ),
    "birch2011": Preset(
        "pairwise",
        options={"ties": "dont-know"},
        shares={"annotators": 21, "common": 0, "each": 60, "pool": 60, "judgments": 3},
        sample={"length": (15, 30), "differing": True},
        settings={"gold_threshold": 60.0, "show_source": False, "show_reference": True},
    ),
}


def get_preset(name: str) -> Preset:
    """A preset by its name."""
    if name not in PRESETS:
        raise ParameterError(f"there is no preset {quoted(name)}: {meant(name, PRESETS)}")
    return PRESETS[name]
