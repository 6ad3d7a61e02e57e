"""Peers, imported where they are installed."""

from __future__ import annotations

from importlib import import_module, metadata
from typing import Any

#: Import name and distribution name.
PEERS = {
    "sacrebleu": "sacrebleu",
    "bleuscore": "bleuscore",
    "eflomal": "eflomal",
    "fastchrf": "fastchrf",
    "hlepor": "hLepor",
    "jiwer": "jiwer",
    "kenlm": "kenlm",
    "nltk": "nltk",
    "ot": "POT",
    "rapidfuzz": "RapidFuzz",
    "matplotlib": "matplotlib",
}


def find(name: str) -> Any | None:
    """A peer's module, or ``None`` where it cannot be imported."""
    try:
        return import_module(name)
    except ImportError:
        return None


def version(name: str) -> str:
    """Its version, or that it is not there."""
    try:
        return metadata.version(PEERS.get(name, name))
    except metadata.PackageNotFoundError:
        return "not installed"
