"""Which columns of a table hold outputs, references and the rest: ``hypothesis=mt,reference=ref``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pitchpipe.errors import DataError, ParameterError
from pitchpipe.text.tsv import column_of
from pitchpipe.wording import quoted

#: What may be said of a column.
MEANINGS = "hypothesis, system:NAME, reference, reference:NAME, source, document, domain, id"


@dataclass(frozen=True)
class NamedColumns:
    """The columns of systems and references by name, and those of which there is one."""

    systems: Mapping[str, str] = field(default_factory=dict)
    references: Mapping[str, str] = field(default_factory=dict)
    #: ``source``, ``documents``, ``domains``, ``segment_ids``, as a test set has them.
    plain: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> NamedColumns:
        """Columns as they are written.

        >>> NamedColumns.parse("hypothesis=mt,reference=ref").systems
        {'hypothesis': 'mt'}
        """
        pairs = [one.partition("=") for one in text.split(",")]
        for meaning, sign, column in pairs:
            if not (meaning and sign and column):
                raise ParameterError(f"columns are written hypothesis=mt,reference=ref, not {quoted(text)}")
        return cls.of((meaning, column) for meaning, _, column in pairs)

    @classmethod
    def of(cls, meanings: Iterable[tuple[str, str]]) -> NamedColumns:
        """Columns by what they mean, each meaning once."""
        named: dict[str, dict[str, str]] = {"systems": {}, "references": {}, "plain": {}}
        for meaning, column in meanings:
            known = column_of(meaning)
            if known is None:
                raise ParameterError(f"a column cannot mean {quoted(meaning)}: it may mean {MEANINGS}")
            attribute, name = known
            target, key = ("plain", attribute) if name is None else (attribute, name)
            if key in named[target]:
                raise ParameterError(f"two columns mean {quoted(meaning)}: name them apart, {meaning}:NAME")
            named[target][key] = column
        return cls(**named)

    @classmethod
    def told_by(cls, titles: Iterable[str], file: str) -> NamedColumns:
        """The columns whose titles say what they mean; others mean nothing."""
        found = cls.of((title, title) for title in titles if column_of(title) is not None)
        if not found.systems:
            raise DataError(
                f"{file} has no column that is called hypothesis: say which it is, --columns "
                "hypothesis=NAME,reference=NAME"
            )
        return found

    @property
    def wanted(self) -> list[str]:
        """The columns that are read, each once."""
        every = (*self.systems.values(), *self.references.values(), *self.plain.values())
        return list(dict.fromkeys(every))

    def require(self, titles: Iterable[str], file: str) -> None:
        """Refuses a file that lacks a column."""
        there = list(titles)
        for column in self.wanted:
            if column not in there:
                raise DataError(f'{file} has no column "{column}"; it has {", ".join(there) or "none"}')

    def may_lack(self, column: str) -> bool:
        """Whether a text of this column may be missing: one of a reference."""
        others = (*self.systems.values(), *self.plain.values())
        return column not in others

    def fields(self, values: Mapping[str, list[Any]]) -> dict[str, Any]:
        """The fields of a test set, from the values of columns."""
        return {
            "systems": {name: values[column] for name, column in self.systems.items()},
            "references": {name: values[column] for name, column in self.references.items()},
            **{attribute: values[column] for attribute, column in self.plain.items()},
        }


def checked_values(values: dict[str, list[Any]], columns: NamedColumns, name: str, row: int) -> None:
    """Refuses what is missing, but of references, and what is no text; identifiers may be numbers."""
    identifier = columns.plain.get("segment_ids")
    for title, column in values.items():
        if None in column and not columns.may_lack(title):
            number = row + column.index(None) + 1
            raise DataError(f'{name}, row {number}: column "{title}" is null')
        if title == identifier and any(isinstance(value, int) for value in column):
            column = values[title] = [None if value is None else str(value) for value in column]
        for k, value in enumerate(column):
            if value is not None and not isinstance(value, str):
                raise DataError(
                    f'{name}, row {row + k + 1}: column "{title}" holds {type(value).__name__}, not text'
                )
