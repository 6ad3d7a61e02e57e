"""CoNLL-U files: FORM, LEMMA, UPOS and XPOS of every word.

Multiword tokens (``3-4``) and empty nodes (``8.1``) are not words; the former say how the words are
spelt together. A sentence is a segment, unless ``# seg_id = k`` groups several sentences into one: the
numbers grow, a number that is left out is an empty segment, and so is a sentence without words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from pitchpipe.errors import DataError
from pitchpipe.lang.annotation.analysis import Analysed, Token
from pitchpipe.lang.annotation.tagsets import UPOS
from pitchpipe.text.files import StrPath, display_name, read_lines, write_lines
from pitchpipe.wording import quoted

_COLUMNS = 10
_NONE = "_"

#: No number of a word has more digits, and no file leaves more segments in a row without words.
_LONGEST_NUMBER = 20
_LARGEST_GAP = 1_000_000


class Span(NamedTuple):
    """Words that are spelt together: from ``first`` up to ``end``, and whether a space follows."""

    form: str
    first: int
    end: int
    space_after: bool


@dataclass
class Sentence:
    """A sentence as the file has it; ``_`` stands for what it leaves out."""

    line: int
    comments: dict[str, str] = field(default_factory=dict)
    words: list[Token] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The sentence as it is spelt."""
        return "".join(span.form + (" " if span.space_after else "") for span in self.spans).rstrip()


def sentences(path: StrPath) -> Iterator[Sentence]:
    """The sentences of a CoNLL-U file.

    Raises
    ------
    DataError
        If a line is not CoNLL-U; the message names it.
    """
    name = display_name(path)
    sentence = None
    for number, line in enumerate([*read_lines(path), ""], 1):
        if not line.strip():
            if sentence is not None:
                _require_whole(sentence, name)
                yield sentence
            sentence = None
            continue
        if sentence is None:
            sentence = Sentence(number)
        try:
            _add(sentence, line)
        except DataError as error:
            raise DataError(f"{name}, line {number}: {error}") from None


def _require_whole(sentence: Sentence, name: str) -> None:
    """Refuses a sentence that ends within words that are spelt together."""
    if sentence.spans and sentence.spans[-1].end > len(sentence.words):
        span = sentence.spans[-1]
        raise DataError(
            f"{name}, line {sentence.line}: the sentence has {len(sentence.words)} words, but the words "
            f"{span.first + 1}-{span.end} are spelt together; the file may be cut off"
        )


def _add(sentence: Sentence, line: str) -> None:
    """A line of the file added to its sentence."""
    if line.startswith("#"):
        key, _, value = line[1:].partition("=")
        sentence.comments[key.strip()] = value.strip()
        return
    columns = line.split("\t")
    if len(columns) != _COLUMNS:
        raise DataError(f"{len(columns)} columns separated by tabs; CoNLL-U has {_COLUMNS}")
    number, form, lemma, upos, xpos = columns[:5]
    if "." in number:
        return
    if not form:
        raise DataError("the word is empty")
    words, space = sentence.words, "SpaceAfter=No" not in columns[9].split("|")
    first, _, last = number.partition("-")
    numbers = first.isdecimal() and (last or first).isdecimal() and len(number) <= _LONGEST_NUMBER
    if not numbers or int(first) != len(words) + 1:
        raise DataError(f"word number {quoted(number)}; expected {len(words) + 1}")
    if last:
        if int(last) <= int(first):
            raise DataError(f"the words {number} are spelt together: the second number must be larger")
        sentence.spans.append(Span(form, len(words), int(last), space))
        return
    if upos not in UPOS and upos != _NONE:
        raise DataError(f"{quoted(upos)} is not a universal part of speech (UPOS)")
    if not sentence.spans or sentence.spans[-1].end <= len(words):
        sentence.spans.append(Span(form, len(words), len(words) + 1, space))
    words.append(Token(form, lemma or _NONE, upos, xpos or _NONE))


@dataclass
class Segments:
    """What a file of annotations holds, segment by segment, before it is completed and checked."""

    words: list[list[Token]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    tool: str | None = None
    tagset: str | None = None


def read_segments(path: StrPath) -> Segments:
    """The segments of a CoNLL-U file, with what its comments say of tool and tagset."""
    name = display_name(path)
    found = Segments()
    base: int | None = None
    numbered: bool | None = None
    for sentence in sentences(path):
        segment = sentence.comments.get("seg_id")
        if segment is None and not sentence.words:
            # A block of comments, as some tools put at the top.
            _note_origin(found, sentence, name)
            continue
        if numbered is None:
            numbered = segment is not None
        elif numbered != (segment is not None):
            raise DataError(f"{name}, line {sentence.line}: some sentences have a seg_id, this one differs")
        if segment is None:
            number = len(found.words) + 1
        else:
            base, number = _segment_number(segment, base, f"{name}, line {sentence.line}")
        if number < len(found.words):
            raise DataError(f"{name}, line {sentence.line}: seg_id {segment} comes after a larger one")
        if number - len(found.words) > _LARGEST_GAP:
            raise DataError(
                f"{name}, line {sentence.line}: seg_id {segment} comes after {len(found.words)} segments"
            )
        for _ in range(len(found.words), number):
            found.words.append([])
            found.texts.append("")
        found.words[-1] += sentence.words
        found.texts[-1] = f"{found.texts[-1]} {sentence.text}".strip()
        _note_origin(found, sentence, name)
    return found


def _segment_number(text: str, base: int | None, where: str) -> tuple[int, int]:
    """The number of a segment, counted from 1; the first decides whether the file counts from 0."""
    if not text.isdecimal() or len(text) > 9:
        raise DataError(f"{where}: seg_id must be a number, not {quoted(text)}")
    if base is None:
        base = 0 if int(text) == 0 else 1
    return base, int(text) - base + 1


def _note_origin(found: Segments, sentence: Sentence, name: str) -> None:
    comments = sentence.comments
    found.tool = found.tool or comments.get("tool") or comments.get("generator") or None
    tagset = comments.get("tagset")
    if tagset and found.tagset not in (None, tagset):
        raise DataError(f"{name}, line {sentence.line}: tagset {tagset}, but {found.tagset} before")
    found.tagset = found.tagset or tagset or None


def write_conllu(path: StrPath, analysed: Analysed, texts: list[str] | None = None) -> None:
    """Writes an analysis so that it is read back as it was, one ``seg_id`` per line of text.

    An empty line is a sentence without words. The file appears complete or not at all.
    """
    write_lines(path, conllu_lines(analysed, texts))


def conllu_lines(analysed: Analysed, texts: Sequence[str] | None = None, first: int = 0) -> Iterator[str]:
    """The lines of such a file, or of its rest after so many segments."""
    if texts is not None and len(texts) != len(analysed):
        raise DataError(f"{len(texts)} lines of text, but {len(analysed)} were analysed")
    for i in range(len(analysed)):
        if first + i == 0:
            yield f"# tool = {analysed.tool}"
            yield f"# tagset = {analysed.tagset}"
        yield f"# seg_id = {first + i + 1}"
        if texts is not None:
            yield f"# text = {' '.join(texts[i].split())}".rstrip()
        yield from ("\t".join(_columns(k, token)) for k, token in enumerate(analysed.line(i), 1))
        yield ""


def _columns(number: int, token: Token) -> tuple[str, ...]:
    return str(number), *map(_field, token), _NONE, _NONE, _NONE, _NONE, _NONE


def _field(text: str) -> str:
    """A column must not be empty, nor hold what separates columns and lines."""
    return " ".join(text.split()) if text.strip() else _NONE


def looks_like_conllu(path: Path) -> bool:
    """Whether the name says so: ``a.conllu``, ``a.conllu.gz``, ``a.conll``."""
    return any(suffix.lower() in {".conllu", ".conll"} for suffix in path.suffixes)
