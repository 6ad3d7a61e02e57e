"""Tokenizers by name, and views of text.

The common ones run in the Rust core (:data:`NATIVE`). Those that need another package or a model
file are made on first use; whatever is missing is said in one sentence. Any Python callable from a
line to a string or a list of tokens is a tokenizer too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from pitchpipe import _core
from pitchpipe.caches import cache_folder
from pitchpipe.errors import DataError, MissingError, ParameterError
from pitchpipe.text.mecab import MECAB, mecab_tokenizer
from pitchpipe.wording import quoted

#: The tokenizer that fits the language; metrics know which one that is when they are prepared.
AUTO = "auto"
NATIVE = ("none", "13a", "intl", "char", "zh", "tercom")
MODEL_FILES = {
    "flores101": "sacrebleu_tokenizer_spm.model",
    "flores200": "flores200sacrebleuspm",
}
NAMES = (*NATIVE, *MECAB, *MODEL_FILES, "spm:FILE")

Split = Literal["ascii", "unicode", "characters"]
Case = Literal["keep", "lower", "lower-ascii"]
Tokenizer = Callable[[str], "str | Sequence[str]"]


@dataclass(frozen=True)
class View:
    """How text becomes tokens: tokenizer, casing, and what separates the tokenizer's output.

    ``split="unicode"`` separates as Python's ``str.split()`` (what sacreBLEU does); ``"ascii"``
    keeps NBSP and U+3000 inside words; with ``"characters"`` every character is a token, and so is
    a run of whitespace. ``case="lower-ascii"`` leaves letters beyond ASCII alone.
    """

    tokenize: str | Tokenizer
    case: Case = "keep"
    split: Split = "ascii"

    @property
    def native(self) -> bool:
        """Whether the core tokenises by itself."""
        return isinstance(self.tokenize, str) and self.tokenize.partition("[")[0] in NATIVE


def tokenized(lines: Iterable[str], view: View) -> list[str]:
    """Lines through a Python tokenizer: tokens joined by line feeds, for the core to intern."""
    apply = _by_name(view.tokenize) if isinstance(view.tokenize, str) else view.tokenize
    return [
        _joined(apply(_cased(_encodable(line, number), view.case).rstrip()))
        for number, line in enumerate(lines, 1)
    ]


def encode(sides: Sequence[list[str]], view: View) -> list[_core.Tokens]:
    """Several texts as ids of one vocabulary."""
    if view.native:
        assert isinstance(view.tokenize, str)
        return _core.encode([_core.Texts(lines) for lines in sides], view.tokenize, view.case, view.split)
    texts = [_core.Texts(tokenized(lines, view)) for lines in sides]
    return _core.encode(texts, "none", "keep", "newline")


def _encodable(line: str, number: int) -> str:
    """The line, which must be Unicode: what tokenizers of others say of a lone surrogate helps nobody."""
    try:
        line.encode("utf-8")
    except UnicodeEncodeError:
        raise DataError(f"line {number} is not valid Unicode text: it holds a lone surrogate") from None
    return line


def _cased(line: str, case: Case) -> str:
    if case == "lower-ascii":
        return "".join(c.lower() if c.isascii() else c for c in line)
    return line.lower() if case == "lower" else line


def case_of(lowercase: bool) -> Case:
    """The case of a view for a metric's ``lowercase`` switch."""
    return "lower" if lowercase else "keep"


def check_tokenizer(name: str | Tokenizer) -> None:
    """Refuses an unknown tokenizer name; what a known one lacks shows when it is used."""
    if not isinstance(name, str) or name.partition("[")[0] in NATIVE:
        return
    if name in {*MECAB, *MODEL_FILES} or name.startswith("spm:"):
        return
    if name == AUTO:
        raise ParameterError(f"tokenize=auto is for metrics: name one of {', '.join(NAMES)}")
    raise ParameterError(f"unknown tokenizer {quoted(name)}: there are {', '.join(NAMES)}")


def _joined(tokens: str | Sequence[str]) -> str:
    words: Any = tokens.split() if isinstance(tokens, str) else tokens
    if not isinstance(words, Sequence) or not all(isinstance(word, str) for word in words):
        raise ParameterError(f"a tokenizer must return a text or a list of texts, not {quoted(tokens)}")
    if any("\n" in word for word in words):
        raise ParameterError("a tokenizer returned a token with a line feed in it")
    return "\n".join(words)


@lru_cache(maxsize=8)
def _by_name(name: str) -> Tokenizer:
    check_tokenizer(name)
    if name in MECAB:
        return mecab_tokenizer(name)
    if name in MODEL_FILES:
        return _sentencepiece(_model_file(name))
    return _sentencepiece(Path(name.removeprefix("spm:")))


def _sentencepiece(model: Path) -> Tokenizer:
    try:
        import sentencepiece
    except ImportError as error:
        raise MissingError("this tokenizer needs sentencepiece: pip install 'pitchpipe[spm]'") from error
    if not model.is_file():
        raise MissingError(f"there is no SentencePiece model {model}")
    try:
        processor: Any = sentencepiece.SentencePieceProcessor(model_file=str(model))
    except (OSError, RuntimeError) as error:
        raise MissingError(f"{model} is not a SentencePiece model") from error

    def tokenize(line: str) -> list[str]:
        return [str(piece) for piece in processor.encode(line, out_type=str)]

    return tokenize


def _model_file(name: str) -> Path:
    """Where a published model is kept: our cache, or sacreBLEU's for those who have it there."""
    ours = cache_folder("models") / MODEL_FILES[name]
    theirs = Path.home() / ".sacrebleu" / "models" / MODEL_FILES[name]
    for path in (ours, theirs):
        if path.is_file():
            return path
    raise MissingError(f"tokenizer {name} needs its SentencePiece model: put it at {ours}")
