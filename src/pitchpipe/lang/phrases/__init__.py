"""Phrase tables: what the phrases of a language are in another one."""

from pitchpipe.lang.phrases.sources import (
    Extraction,
    table_from_moses,
    table_from_pairs,
    table_from_text,
)
from pitchpipe.lang.phrases.tables import PivotTable

__all__ = ["Extraction", "PivotTable", "table_from_moses", "table_from_pairs", "table_from_text"]
