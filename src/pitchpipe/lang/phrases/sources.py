"""Where phrase tables come from: parallel text, counted lists, and the tables of Moses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _core
from pitchpipe.aligning.model import Aligner, Decoding
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.lang.annotation.analysis import Analysed, Annotator, Token, analysis_of
from pitchpipe.lang.annotation.defaults import default_annotator
from pitchpipe.lang.phrases.moses import read_moses_table
from pitchpipe.lang.phrases.tables import PivotTable, TableDescription
from pitchpipe.text import languages
from pitchpipe.text.files import StrPath, display_name
from pitchpipe.text.tokenizers import View, check_tokenizer, encode

Progress = Callable[[str], object]
TellTraining = Callable[[str, int, int], object]

#: Links as phrases are usually extracted from: those of each direction, symmetrised.
PHRASE_DECODING = Decoding(how="viterbi", symmetrisation="grow-diag-final-and")
#: Stands for a space within a token, which would make two of it.
_NO_BREAK_SPACE = "\u00a0"


@dataclass(frozen=True)
class Extraction:
    """What is kept: phrases of at most ``longest`` words, pairs that were seen at least ``min_count`` times,
    and of each phrase the ``top`` most frequent pivot phrases."""

    longest: int = 7
    min_count: float = 1.0
    top: int = 20

    def __post_init__(self) -> None:
        for name, low, high in (("longest", 1, 100), ("top", 1, 1000)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
                raise ParameterError(f"{name} must be a whole number from {low} to {high}, not {value!r}")
        if not 0.0 <= self.min_count < float("inf"):
            raise ParameterError(f"min_count must be a number of at least 0, not {self.min_count}")


DEFAULT_EXTRACTION = Extraction()


def table_from_text(
    lines: Sequence[str],
    pivot_lines: Sequence[str] | Analysed,
    *,
    language: str,
    pivot: str,
    annotator: Annotator | None = None,
    tokenize: str | None = None,
    extraction: Extraction = DEFAULT_EXTRACTION,
    progress: Progress | None = None,
    tell: TellTraining | None = None,
) -> PivotTable:
    """Makes a table from lines and their translations into the pivot language.

    Words are aligned by a model trained on these very lines; phrase pairs are those that are consistent with
    the links of both directions, symmetrised by grow-diag-final-and.

    Parameters
    ----------
    lines, pivot_lines
        The parallel text; the pivot side may be analysed already.
    language, pivot
        The codes of the two languages.
    annotator
        Analyses the pivot side; by default what is installed for the language.
    tokenize
        Tokenizer of ``lines``; by default the one whose words are analysed in that language.
    extraction
        What is kept.
    progress, tell
        Hear of each step, and of each iteration of training.

    Raises
    ------
    DataError
        If the two sides have different numbers of lines, or no pair is left.
    MissingError
        If the pivot language cannot be analysed; the message says how to.
    ParameterError
        If the pivot language is the language itself.
    """
    codes = _codes(language, pivot)
    if len(lines) != len(pivot_lines):
        raise DataError(f"there are {len(lines)} lines, but {len(pivot_lines)} in the pivot language")
    tokenize = tokenize or languages.tokenizer(codes[0])
    check_tokenizer(tokenize)
    step: Progress = progress or (lambda _: None)
    step("analysing the pivot language")
    if isinstance(pivot_lines, Analysed):
        analysed = pivot_lines
    else:
        analysed = analysis_of(annotator or default_annotator(codes[1]), pivot_lines, "pivot")
    step("aligning words")
    pivot_words = _joined(analysed)
    aligner = Aligner.train(lines, pivot_words, source_tokenize=tokenize, progress=tell)
    links = aligner.align(lines, pivot_words, source_tokenize=tokenize, decoding=PHRASE_DECODING)
    step("extracting phrases")
    (words,) = encode([list(lines)], View(tokenize, "lower"))
    ids, tokens = _numbered(analysed)
    pairs = _core.PhrasePairs.extract(
        words, analysed.offsets, ids, links, extraction.longest, extraction.min_count, extraction.top
    )
    description = _description(codes, tokenize, analysed, len(lines), extraction)
    return PivotTable.of(pairs, description, tokens)


def table_from_pairs(
    phrases: Sequence[str],
    pivots: Analysed,
    counts: Sequence[float],
    *,
    language: str,
    pivot: str,
    tokenize: str = "none",
    extraction: Extraction = DEFAULT_EXTRACTION,
) -> PivotTable:
    """Makes a table from counted pairs: ``phrases[i]`` and line i of ``pivots``, ``counts[i]`` times.

    Raises
    ------
    DataError
        If a pair has no words or its count is not above 0, or no pair is left.
    ParameterError
        If the pivot language is the language itself.
    """
    codes = _codes(language, pivot)
    (words,) = encode([list(phrases)], View(tokenize, "lower"))
    ids, tokens = _numbered(pivots)
    counted = np.asarray(counts, dtype=np.float64)
    pairs = _core.PhrasePairs.listed(
        words, pivots.offsets, ids, counted, extraction.min_count, extraction.top
    )
    longest = int(words.lengths.max(initial=0))
    kept = Extraction(max(longest, 1), extraction.min_count, extraction.top)
    return PivotTable.of(pairs, _description(codes, tokenize, pivots, len(phrases), kept), tokens)


Side = Literal["source", "target"]


def table_from_moses(
    path: StrPath,
    *,
    language: str,
    pivot: str,
    side: Side = "target",
    annotator: Annotator | None = None,
    tokenize: str | None = None,
    extraction: Extraction = DEFAULT_EXTRACTION,
) -> PivotTable:
    """Makes a table from one of Moses, plain or compressed: ``f ||| e ||| scores ||| links ||| counts``.

    ``side`` says where the phrases of ``language`` are; the other side is analysed as the pivot language,
    phrase by phrase. Both sides are tokenised again, because Moses' tokens are not those of metrics.

    Raises
    ------
    DataError
        If a line is malformed, or there are no counts in it; the message has its number.
    ParameterError
        If the pivot language is the language itself.
    """
    if side not in {"source", "target"}:
        raise ParameterError(f"side must be source or target, not {side!r}")
    codes = _codes(language, pivot)
    rows = read_moses_table(path)
    phrases, pivots = ([row.e for row in rows], [row.f for row in rows])
    if side == "source":
        phrases, pivots = pivots, phrases
    different = {text: number for number, text in enumerate(dict.fromkeys(pivots))}
    analysed = analysis_of(annotator or default_annotator(codes[1]), list(different), "pivot")
    places = np.fromiter(map(different.__getitem__, pivots), dtype=np.int64, count=len(pivots))
    try:
        return table_from_pairs(
            phrases,
            _repeated(analysed, places),
            [row.count for row in rows],
            language=codes[0],
            pivot=codes[1],
            tokenize=tokenize or languages.tokenizer(codes[0]),
            extraction=extraction,
        )
    except DataError as error:
        raise DataError(f"{display_name(path)}: {error}") from None


def _codes(language: str, pivot: str) -> tuple[str, str]:
    """The codes of two different languages."""
    codes = languages.code(language), languages.code(pivot)
    if codes[0] == codes[1]:
        both = languages.name(codes[0])
        raise ParameterError(
            f"the pivot language must be another than that of the phrases, and both are {both}"
        )
    return codes


def _description(
    codes: tuple[str, str], tokenize: str, pivots: Analysed, lines: int, extraction: Extraction
) -> TableDescription:
    return TableDescription(
        *codes,
        tokenize,
        pivots.tool,
        pivots.tagset,
        lines,
        extraction.longest,
        extraction.min_count,
        extraction.top,
        _core.__version__,
    )


def _joined(analysed: Analysed) -> list[str]:
    """Lines of tokens with a space between them and none within."""
    words = [_NO_BREAK_SPACE.join(form.split()) or _NO_BREAK_SPACE for form in analysed.forms]
    offsets = analysed.offsets.tolist()
    return [" ".join(words[begin:end]) for begin, end in pairwise(offsets)]


def _numbered(analysed: Analysed) -> tuple[NDArray[np.uint32], list[Token]]:
    """Every token as a number, and the different tokens; forms are in lower case."""
    numbers: dict[tuple[str, str, str, str], int] = {}
    columns = zip(map(str.lower, analysed.forms), analysed.lemmas, analysed.upos, analysed.xpos, strict=True)
    ids = [numbers.setdefault(token, len(numbers)) for token in columns]
    return np.array(ids, dtype=np.uint32), [Token(*token) for token in numbers]


def _repeated(analysed: Analysed, places: NDArray[np.int64]) -> Analysed:
    """The lines at these places."""
    lengths = np.diff(analysed.offsets)[places]
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    starts = np.repeat(analysed.offsets[:-1][places] - offsets[:-1], lengths)
    tokens = (starts + np.arange(offsets[-1])).tolist()
    return Analysed(
        offsets.astype(np.int64),
        [analysed.forms[token] for token in tokens],
        [analysed.lemmas[token] for token in tokens],
        [analysed.upos[token] for token in tokens],
        [analysed.xpos[token] for token in tokens],
        analysed.tool,
        analysed.tagset,
    )
