"""Analysed text: the lemma and the part of speech of every token."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from pitchpipe.brief import Brief
from pitchpipe.errors import DataError
from pitchpipe.pickling import cached_property
from pitchpipe.wording import counted


class Token(NamedTuple):
    """A token, its lemma, its universal part of speech, and its tag in the tagset of the tool."""

    form: str
    lemma: str
    upos: str
    xpos: str


class Coded(NamedTuple):
    """Tokens by number: the different ones, and the number of each that stands in a text."""

    tokens: list[Token]
    ids: NDArray[np.uint32]

    @property
    def columns(self) -> tuple[list[str], list[str], list[str], list[str]]:
        """Forms, lemmas, universal parts of speech and tags of the different tokens."""
        forms, lemmas, upos, xpos = ([token[k] for token in self.tokens] for k in range(4))
        return forms, lemmas, upos, xpos

    @classmethod
    def concat(cls, parts: Sequence[Coded]) -> Coded:
        """Several texts, one after the other."""
        numbers: dict[Token, int] = {}
        renumbered = [
            np.array([numbers.setdefault(token, len(numbers)) for token in part.tokens], dtype=np.uint32)
            for part in parts
        ]
        ids = [numbered[part.ids] for numbered, part in zip(renumbered, parts, strict=True)]
        return cls(list(numbers), np.concatenate([*ids, np.zeros(0, dtype=np.uint32)]))


@dataclass(frozen=True, eq=False, repr=False)
class Analysed(Brief):
    """Analysed lines, flat: line ``i`` has the tokens ``offsets[i]`` to ``offsets[i + 1]``."""

    offsets: NDArray[np.int64]
    forms: list[str]
    lemmas: list[str]
    upos: list[str]
    xpos: list[str]
    #: What made it, for signatures: name and version, or the digest of files.
    tool: str
    #: The tagset of ``xpos``.
    tagset: str

    def __post_init__(self) -> None:
        lengths = {len(column) for column in (self.forms, self.lemmas, self.upos, self.xpos)}
        offsets = self.offsets
        if len(lengths) != 1 or not len(offsets) or offsets[0] != 0 or (np.diff(offsets) < 0).any():
            raise DataError("an analysis needs a lemma, a part of speech and a tag for every token")
        if offsets[-1] != len(self.forms):
            raise DataError(f"an analysis of {offsets[-1]} tokens has {len(self.forms)} of them")

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @cached_property
    def coded(self) -> Coded:
        """The different tokens, and which of them stands where: most of what there is to know comes again."""
        columns = zip(self.forms, self.lemmas, self.upos, self.xpos, strict=True)
        numbers: dict[tuple[str, str, str, str], int] = {}
        ids = [numbers.setdefault(token, len(numbers)) for token in columns]
        return Coded([Token(*token) for token in numbers], np.array(ids, dtype=np.uint32))

    @classmethod
    def of_coded(cls, offsets: NDArray[np.int64], coded: Coded, *, tool: str, tagset: str) -> Analysed:
        """From different tokens, and which of them stands where."""
        forms, lemmas, upos, xpos = (
            np.array(column, dtype=object)[coded.ids].tolist() for column in coded.columns
        )
        made = cls(offsets, forms, lemmas, upos, xpos, tool, tagset)
        vars(made)["coded"] = coded
        return made

    @classmethod
    def of(cls, lines: Iterable[Sequence[Token]], *, tool: str, tagset: str) -> Analysed:
        """From the tokens of lines."""
        tokens: list[Token] = []
        offsets = [0]
        for line in lines:
            tokens += line
            offsets.append(len(tokens))
        forms, lemmas, upos, xpos = (
            (list(map(str, column)) for column in zip(*tokens, strict=True)) if (tokens) else ([], [], [], [])
        )
        return cls(np.array(offsets, dtype=np.int64), forms, lemmas, upos, xpos, tool, tagset)

    @classmethod
    def concat(cls, parts: Sequence[Analysed], *, tool: str | None = None) -> Analysed:
        """The lines of several analyses, one after the other; they must have one tagset."""
        tagsets = {part.tagset for part in parts}
        if len(tagsets) != 1:
            raise DataError(f"analyses with different tagsets do not go together: {sorted(tagsets)}")
        starts = np.cumsum([0, *(part.offsets[-1] for part in parts)])
        pieces = [part.offsets[1:] + start for part, start in zip(parts, starts[:-1], strict=True)]
        return cls.of_coded(
            np.concatenate([np.zeros(1, dtype=np.int64), *pieces]),
            Coded.concat([part.coded for part in parts]),
            tool=tool or "+".join(sorted({part.tool for part in parts})),
            tagset=tagsets.pop(),
        )

    def line(self, i: int) -> list[Token]:
        """The tokens of a line."""
        if not 0 <= i < len(self):
            raise IndexError(f"line {i} of {len(self)}")
        here = slice(int(self.offsets[i]), int(self.offsets[i + 1]))
        columns = self.forms[here], self.lemmas[here], self.upos[here], self.xpos[here]
        return [Token(*token) for token in zip(*columns, strict=True)]

    def function_words(self, upos: frozenset[str]) -> NDArray[np.bool_]:
        """Which tokens have one of these parts of speech; flat, as the other columns."""
        return np.fromiter((tag in upos for tag in self.upos), dtype=np.bool_, count=len(self.upos))


def analysis_of(annotator: Annotator, lines: Sequence[str], side: str) -> Analysed:
    """What an annotator says of lines, which must be all of them: it may be anybody's."""
    found = annotator.annotate(lines, side=side)
    if not isinstance(found, Analysed):
        raise DataError(f"an annotator must return an Analysed, not {type(found).__name__}")
    if len(found) != len(lines):
        raise DataError(
            f"the annotator {found.tool} analysed {counted(len(found), 'lines')}, but was given {len(lines)} "
            f"({side}): it must return an analysis of every line, if only an empty one"
        )
    return found


class Annotator(Protocol):
    """Anything that can analyse lines."""

    def annotate(self, lines: Sequence[str], *, side: str) -> Analysed:
        """The analysis of every line; ``side`` says whose lines they are: hypotheses, references, ..."""
        ...  # pragma: no cover
