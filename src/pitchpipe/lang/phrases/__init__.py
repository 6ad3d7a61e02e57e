"""Phrase tables: what the phrases of a language are in another one."""

from pitchpipe.lang.phrases.sources import (
    Extraction,
    table_from_moses,
    table_from_pairs,
    table_from_text,
)
from pitchpipe.lang.phrases.tables import PivotTable
from pitchpipe.lang.phrases.translations import TranslationTable, translations_from_text

__all__ = [
    "Extraction",
    "PivotTable",
    "TranslationTable",
    "table_from_moses",
    "table_from_pairs",
    "table_from_text",
    "translations_from_text",
]
