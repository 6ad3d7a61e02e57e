"""sacreBLEU, to compare with. It exports its classes implicitly and types few of them: here they are Any."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

_metrics: Any = import_module("sacrebleu.metrics")

SacreBLEU: Any = _metrics.BLEU
SacreCHRF: Any = _metrics.CHRF
SacreTER: Any = _metrics.TER


def tokenizer(module: str, name: str, **options: bool) -> Callable[[str], str]:
    """One of its tokenizers."""
    found: Any = import_module(f"sacrebleu.tokenizers.tokenizer_{module}")
    made: Callable[[str], str] = getattr(found, name)(**options)
    return made
