"""Which column of a table of judgments holds what: guessed from usual names, or said.

Names are compared without case, blanks, underscores and hyphens: ``Seg_ID`` and ``seg id`` are the same.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from pitchpipe.agreement.readers.tables import Row, Table, title_key
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.text.names import listing
from pitchpipe.wording import meant, quoted

#: What columns are called, from the surest name to the least sure one; the first is the role's own.
NAMES: dict[str, tuple[str, ...]] = {
    "system": ("system", "sys", "system id", "system name", "sys id", "sys name", "mt system", "model",
               "model id", "model name", "engine", "mt engine", "mt", "translator"),
    "segment": ("segment", "seg", "segment id", "seg id", "global seg id", "seg index", "segment index",
                "segment number", "seg no", "line", "line id", "line number", "line no", "item", "item id",
                "sentence id", "sent id", "sentence number", "sentence", "index", "idx", "id", "doc seg id",
                "doc segment id"),
    "score": ("score", "rating", "raw score", "human score", "human", "da", "da score", "esa", "esa score",
              "mqm", "mqm score", "mqm avg score", "sqm", "z score", "overall", "overall score", "quality",
              "adequacy", "judgment", "judgement", "assessment", "mean score", "average score", "avg score"),
    "document": ("document", "doc", "document id", "doc id", "document name", "doc name"),
    "rater": ("rater", "rater id", "annotator", "annotator id", "judge", "judge id", "user", "user id",
              "user name", "evaluator", "evaluator id", "assessor", "worker", "worker id"),
    "pair": ("language pair", "lang pair", "lp", "langs", "languages", "pair", "direction"),
    "source_language": ("source language", "source lang", "src language", "src lang", "source locale"),
    "target_language": ("target language", "target lang", "tgt language", "tgt lang", "trg lang",
                        "target locale"),
    "domain": ("domain", "genre"),
    "source": ("source", "src", "source text", "source sentence", "source segment", "original"),
    "category": ("category", "error category", "error type"),
    "severity": ("severity", "error severity"),
}  # fmt: skip
#: Segment numbers of these columns begin anew in every document.
WITHIN_DOCUMENTS = frozenset(map(title_key, ("doc seg id", "doc segment id")))
#: Of several numbers that people may have given, none is surer than another.
_AMBIGUOUS = frozenset({"score"})


@dataclass(frozen=True)
class Columns:
    """The positions of the columns that were found, by role; ``said`` are those that were not guessed."""

    file: str
    header: tuple[str, ...]
    positions: Mapping[str, int]
    said: frozenset[str] = frozenset()

    def __contains__(self, role: str) -> bool:
        return role in self.positions

    def get(self, row: Row, role: str) -> str:
        """What a row says; nothing where there is no such column."""
        position = self.positions.get(role)
        return "" if position is None else row.fields[position]

    def title(self, role: str) -> str:
        """What the file calls a column."""
        return self.header[self.positions[role]]

    def required(self, *roles: str) -> Columns:
        """These columns, if those of the roles are there; ``a|b`` wants one of the two.

        Raises
        ------
        DataError
            If one is missing; the message says which columns there are, and how to say which is meant.
        """
        missing = [role for role in roles if not any(one in self for one in role.split("|"))]
        if not missing:
            return self
        wanted = ", ".join(role.partition("|")[0] for role in missing)
        spelled = ",".join(f"{role.partition('|')[0]}=…" for role in missing)
        raise DataError(
            f"{self.file} has no column that could be the {wanted}; it has {listing(self.header)}; say which "
            f"with --human-columns {spelled} (human_columns=)"
        )

    def told(self, *roles: str) -> list[str]:
        """A note on the columns that were guessed by another name than their role's."""
        guessed = [role for role in roles if role in self and role not in self.said]
        other = [role for role in guessed if title_key(self.title(role)) != title_key(role)]
        if not other:
            return []
        return [f"{self.file}: " + ", ".join(f'the {role} is column "{self.title(role)}"' for role in other)]


def find_columns(table: Table, said: Mapping[str, str] | None = None, roles: Collection[str] = ()) -> Columns:
    """The columns of a table by role.

    Parameters
    ----------
    table
        The table.
    said
        The titles of columns by role, where they are known; what is said is never guessed.
    roles
        The roles that are looked for; all by default.

    Raises
    ------
    DataError
        If a column that was said is not there, or several could be the score.
    """
    positions = {role: _said(table, role, title) for role, title in (said or {}).items()}
    for role in roles or NAMES:
        found = [] if role in positions else _guessed(table, role, frozenset(positions.values()))
        if len(found) > 1 and role in _AMBIGUOUS and title_key(table.header[found[0]]) != title_key(role):
            several = listing(table.header[position] for position in found)
            raise DataError(
                f"{table.file} has several columns that could be the {role}: {several}; say which with "
                f"--human-columns {role}=… (human_columns=)"
            )
        if found:
            positions[role] = found[0]
    return Columns(table.file, tuple(table.header), positions, frozenset(said or ()))


def check_roles(said: Mapping[str, str]) -> None:
    """Refuses what is no role of a column."""
    for role, title in said.items():
        if role not in NAMES:
            raise ParameterError(f"human_columns: {quoted(role)} is no kind of column; {meant(role, NAMES)}")
        if not isinstance(title, str) or not title:
            raise ParameterError(f"human_columns: {role}={quoted(title)} is not the title of a column")


def parse_columns(texts: Collection[str]) -> dict[str, str]:
    """Roles and titles from ``system=engine,score=points``; a title may have commas.

    >>> parse_columns(["system=engine,score=points, of 100"])
    {'system': 'engine', 'score': 'points, of 100'}
    """
    said: dict[str, str] = {}
    for text in texts:
        # A comma ends a title only where another role and an equals sign follow.
        for part in re.split(r",\s*(?=\w+=)", text):
            role, equals, title = (piece.strip() for piece in part.partition("="))
            if not equals or not title:
                raise ParameterError(
                    f"cannot read --human-columns {quoted(text)}: write system=…,segment=…,score=…"
                )
            if role in said:
                raise ParameterError(f"--human-columns says two columns for the {role}")
            said[role] = title
    check_roles(said)
    return said


def _said(table: Table, role: str, title: str) -> int:
    position = table.header.index(title) if title in table.header else table.find(title)
    if position is None:
        raise DataError(
            f'{table.file} has no column "{title}", which should be the {role}; '
            f"it has {listing(table.header)}"
        )
    return position


def _guessed(table: Table, role: str, taken: Collection[int]) -> list[int]:
    found = [position for name in NAMES[role] if (position := table.find(name)) is not None]
    return [position for position in found if position not in taken]
