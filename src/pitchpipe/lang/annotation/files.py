"""Annotations somebody brings: a file for every system, and one for every reference."""

from __future__ import annotations

import hashlib
import html
import unicodedata
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pitchpipe.brief import Brief
from pitchpipe.errors import DataError, MissingError, ParameterError
from pitchpipe.lang.annotation.analysis import Analysed, Token
from pitchpipe.lang.annotation.conllu import Segments, looks_like_conllu, read_segments
from pitchpipe.lang.annotation.factored import read_factored
from pitchpipe.lang.annotation.tagsets import recognise, to_upos
from pitchpipe.pickling import cached_property
from pitchpipe.text.files import StrPath, display_name
from pitchpipe.wording import quoted


@dataclass(frozen=True, eq=False, repr=False)
class Annotation(Brief):
    """A file of annotations: its analysis, and every segment as it is spelt."""

    name: str
    analysed: Analysed
    texts: list[str]
    #: The tagsets it may have: a short text may fit several.
    tagsets: tuple[str, ...]


def read_annotation(path: StrPath) -> Annotation:
    """Reads CoNLL-U (by its suffix) or factored text.

    A lemma that is left out is the word itself; a part of speech that is left out comes from the tag,
    where the tagset is one of UPOS, STTS, Penn and C5.

    Raises
    ------
    DataError
        If the file is malformed, has no lemmas at all, or no parts of speech.
    """
    name = display_name(path)
    conllu = looks_like_conllu(Path(path))
    segments = read_segments(path) if conllu else read_factored(path)
    lines, tagsets = _completed(segments, name)
    digest = hashlib.sha256()
    for token in (token for line in lines for token in (*line, ("\n",))):
        digest.update("\t".join(token).encode("utf-8", "surrogatepass") + b"\n")
    tool = "-".join((segments.tool or "file").split())
    analysed = Analysed.of(lines, tool=f"{tool}#{digest.hexdigest()[:8]}", tagset=tagsets[0])
    return Annotation(name, analysed, segments.texts, tagsets)


def _completed(segments: Segments, name: str) -> tuple[list[list[Token]], tuple[str, ...]]:
    """The words with every lemma and part of speech, and the tagsets their tags may be of."""
    words = [word for line in segments.words for word in line]
    if words and all(word.lemma == "_" for word in words):
        raise DataError(f"{name} has no lemmas: annotate it with a tool that gives them")
    fitting = recognise({word.xpos for word in words} - {"_"})
    convert = to_upos(fitting[0]) if fitting else None
    without = [word for word in words if word.upos == "_"]
    if without and convert is None:
        tags = sorted({word.xpos for word in without})
        raise DataError(
            f"{name}: the parts of speech are of no known tagset ({', '.join(tags[:5])}, ...); "
            "use UPOS, STTS, Penn or C5 tags"
        )
    if without and all(word.xpos == "_" for word in without) and len(without) == len(words):
        raise DataError(f"{name} has no parts of speech: annotate it with a tool that gives them")

    def complete(word: Token) -> Token:
        upos = word.upos
        if upos == "_":
            upos = "X" if convert is None or word.xpos == "_" else convert(word.xpos)
        xpos = upos if word.xpos == "_" else word.xpos
        return Token(word.form, word.form if word.lemma == "_" else word.lemma, upos, xpos)

    stated = (segments.tagset,) if segments.tagset else fitting or ("unknown",)
    return [[complete(word) for word in line] for line in segments.words], stated


@dataclass(frozen=True, repr=False)
class FileAnnotator(Brief):
    """Analyses from files: ``systems`` in the order of the systems, ``references`` in that of the streams.

    Every file has a segment for every segment of the test set. What it spells is compared with the
    text, letters and digits only: tools change quotation marks, but a word that differs is refused. Where
    there are fewer lines, because segments or systems were left out, a line is found by what it spells.
    """

    systems: Sequence[Annotation]
    references: Sequence[Annotation]

    def __post_init__(self) -> None:
        self.tagset  # noqa: B018  (different tagsets are refused at once)

    @cached_property
    def tagset(self) -> str:
        """The tagset that all files share."""
        files = [*self.systems, *self.references]
        common = files[0].tagsets if files else ("unknown",)
        for file in files:
            shared = tuple(name for name in common if name in file.tagsets)
            if not shared:
                raise DataError(
                    f"{files[0].name} has tagset {common[0]}, {file.name} has {file.tagsets[0]}: "
                    "annotate all of them with the same tool"
                )
            common = shared
        return common[0]

    @classmethod
    def read(cls, systems: Sequence[StrPath], references: Sequence[StrPath]) -> FileAnnotator:
        """Reads the files."""
        return cls(
            [read_annotation(path) for path in systems], [read_annotation(path) for path in references]
        )

    def annotate(self, lines: Sequence[str], *, side: str) -> Analysed:
        if side == "hypotheses":
            files, stacked = self.systems, True
        elif side == "references":
            files, stacked = self.references, False
        else:
            raise ParameterError(f"there are annotations of hypotheses and references, not of {side}")
        if not files:
            option = "--annotation SYSTEM=FILE" if stacked else "--annotation-ref FILE"
            raise MissingError(f"there are no annotations of the {side}: give them with {option}")
        order = _in_order(files, stacked)
        if len(order) == len(lines):
            for line, (k, s) in zip(lines, order, strict=True):
                _check_text(files[k], s, line)
        else:
            order = _by_spelling(files, order, lines, side)
        tools = sorted({file.analysed.tool for file in files})
        return Analysed.of(
            (files[k].analysed.line(s) for k, s in order),
            tool=tools[0] if len(tools) == 1 else _joint(tools),
            tagset=self.tagset,
        )


#: A file, and a segment of it.
_Place = tuple[int, int]


def _in_order(files: Sequence[Annotation], stacked: bool) -> list[_Place]:
    """All segments as the lines of a test set come: systems one after the other, references by segment."""
    order = [(k, s) for k, file in enumerate(files) for s in range(len(file.analysed))]
    return order if stacked else sorted(order, key=lambda place: place[1])


def _by_spelling(
    files: Sequence[Annotation], order: Sequence[_Place], lines: Sequence[str], side: str
) -> list[_Place]:
    """For every line a segment that spells it; lines that are spelt alike take theirs in order.

    One with the same signs comes first: *No* is not *No.*, if there are both.
    """
    exact: dict[str, deque[_Place]] = {}
    spelt: dict[str, deque[_Place]] = {}
    for k, s in order:
        text = files[k].texts[s]
        exact.setdefault("".join(text.split()), deque()).append((k, s))
        spelt.setdefault(_spelling(text), deque()).append((k, s))
    found = []
    for line in lines:
        places = exact.get("".join(line.split())) or spelt.get(_spelling(line))
        if places is None:
            raise DataError(_stray(files, lines, line, side))
        found.append(places[0])
        # More lines than segments that are spelt alike (a text that several systems share) go round.
        places.rotate(-1)
    return found


def _stray(files: Sequence[Annotation], lines: Sequence[str], line: str, side: str) -> str:
    count = len(files)
    file = next((file for file in files if len(file.analysed) * count != len(lines)), files[0])
    return (
        f"{file.name} has {len(file.analysed)} segments, but there are {len(lines)} lines of {side} for "
        f"{count} file{'s' if count > 1 else ''}, and no segment annotates {quoted(line)}"
    )


def _joint(tools: list[str]) -> str:
    """One name for the analyses of several files."""
    names = sorted({tool.partition("#")[0] for tool in tools})
    return f"{'+'.join(names)}#{hashlib.sha256(' '.join(tools).encode()).hexdigest()[:8]}"


def _check_text(file: Annotation, segment: int, line: str) -> None:
    spelt = file.texts[segment]
    if spelt != line and _letters(spelt) != _letters(line):
        raise DataError(
            f"{file.name}, segment {segment + 1}: annotates {quoted(spelt)}, but the text is {quoted(line)}"
        )


def _letters(text: str) -> str:
    """Letters and digits, without case and compatibility forms."""
    plain = unicodedata.normalize("NFKC", html.unescape(text)).casefold()
    return "".join(c for c in plain if c.isalnum())


def _spelling(text: str) -> str:
    """Letters and digits; where there are none, the signs."""
    return _letters(text) or "".join(text.split())
