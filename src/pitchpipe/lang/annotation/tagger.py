"""A small tagger for parts of speech, trained from a treebank in seconds.

A conditional random field (Lafferty, McCallum and Pereira 2001) over the features of
:mod:`pitchpipe.lang.annotation.features`, estimated by L-BFGS with an elastic net (python-crfsuite). The file
holds a line that says what it is, a line of JSON, and the compressed model; nothing in it is executed.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pitchpipe.brief import Brief
from pitchpipe.caches import cache_folder
from pitchpipe.errors import DataError, MissingError
from pitchpipe.lang.annotation.conllu import Sentence, sentences
from pitchpipe.lang.annotation.features import features
from pitchpipe.lang.annotation.projection import Tagged, tokens_of, words_of
from pitchpipe.pickling import WithoutCaches, cached_property
from pitchpipe.text import languages
from pitchpipe.text.files import StrPath, display_name, read_bytes, write_bytes
from pitchpipe.wording import counted

Progress = Callable[[str], object]

_MAGIC = b"pitchpipe-tagger 1\n"
#: Chosen on the dev and test parts of six treebanks.
_TRAINING = {"c1": 0.1, "c2": 0.01, "max_iterations": 50}
#: One sentence in so many is held out to measure the tagger.
_HELD_OUT = 10
#: A model larger than this is no model of ours.
_LARGEST = 1 << 30


@dataclass(frozen=True)
class Description:
    """What a tagger is: its language, and how good it was on sentences it had not seen."""

    language: str
    tagset: str
    #: The tokenizer whose tokens it also knows.
    tokenize: str
    sentences: int
    words: int
    #: Percentage of words of the held-out sentences that got their part of speech.
    accuracy: float | None
    version: str
    #: Of the model.
    digest: str


class Tagger(Brief, WithoutCaches):
    """A trained tagger: :meth:`train`, :meth:`save`, :meth:`load`, :meth:`tag`."""

    def __init__(self, description: Description, model: bytes) -> None:
        self.description = description
        self._model = model

    def _brief(self) -> str:
        told = self.description
        return f"{told.language}, {told.tagset}, trained on {counted(told.words, 'words')}"

    @classmethod
    def train(cls, paths: Sequence[StrPath], language: str, *, progress: Progress | None = None) -> Tagger:
        """Trains on the words of CoNLL-U files, and on the tokens of the language's tokenizer.

        It is trained twice: without every tenth sentence, to measure it, and then with all.

        Raises
        ------
        DataError
            If a file is malformed, or there are no words with parts of speech.
        """
        from pitchpipe import _core

        tell: Progress = progress or (lambda _: None)
        tell("reading")
        language = languages.code(language)
        tokenize = languages.tokenizer(language)
        known = [s for path in paths for s in sentences(path) if all(word.upos != "_" for word in s.words)]
        known = [sentence for sentence in known if sentence.words]
        words = sum(len(sentence.words) for sentence in known)
        if not words:
            raise DataError(
                f"{', '.join(map(display_name, paths))}: there is no sentence whose words all have a UPOS"
            )
        described = Description(language, "upos", tokenize, len(known), words, None, _core.__version__, "")
        held_out = known[_HELD_OUT - 1 :: _HELD_OUT]
        if held_out:
            tell("training, to be measured")
            seen = [sentence for k, sentence in enumerate(known, 1) if k % _HELD_OUT]
            accuracy = cls(described, _estimated(_examples(seen, tokenize))).accuracy(map(words_of, held_out))
            described = replace(described, accuracy=accuracy)
        tell("training")
        model = _estimated(_examples(known, tokenize))
        return cls(replace(described, digest=hashlib.sha256(model).hexdigest()[:16]), model)

    def tag(self, words: Sequence[str]) -> list[str]:
        """The parts of speech of a sentence."""
        return list(self._tagger.tag(features(words))) if words else []

    def accuracy(self, tagged: Iterable[Tagged]) -> float:
        """Percentage of words whose part of speech it finds, in sentences of words and parts of speech."""
        right = total = 0
        for words, gold in tagged:
            right += sum(a == b for a, b in zip(self.tag(words), gold, strict=True))
            total += len(gold)
        return 100.0 * right / total if total else float("nan")

    def save(self, path: StrPath) -> None:
        """Writes the tagger, complete or not at all."""
        described = json.dumps(asdict(self.description), ensure_ascii=True, sort_keys=True).encode()
        write_bytes(path, _MAGIC + described + b"\n" + zlib.compress(self._model, 9))

    @classmethod
    def load(cls, path: StrPath) -> Tagger:
        """Reads a tagger; a damaged file is refused."""
        name = display_name(path)
        data = read_bytes(path)
        if not data.startswith(_MAGIC):
            raise DataError(
                f"{name} is not a tagger of pitchpipe: train one with pitchpipe lang train-tagger"
            )
        header, _, packed = data.removeprefix(_MAGIC).partition(b"\n")
        try:
            described = Description(**json.loads(header))
            model = zlib.decompressobj().decompress(packed, _LARGEST)
        except (ValueError, TypeError, RecursionError, zlib.error):
            raise DataError(f"{name} is damaged: train the tagger again") from None
        if hashlib.sha256(model).hexdigest()[:16] != described.digest:
            raise DataError(f"{name} is damaged: its digest does not fit; train the tagger again")
        return cls(described, model)

    @cached_property
    def _tagger(self) -> Any:
        # The model stays where it is, so the bytes must live as long as this object.
        tagger = _crfsuite().Tagger()
        tagger.open_inmemory(self._model)
        return tagger


def _crfsuite() -> Any:
    try:
        import pycrfsuite
    except ImportError as error:
        raise MissingError("the tagger needs python-crfsuite: pip install 'pitchpipe[lang]'") from error
    return pycrfsuite


def _examples(known: Sequence[Sentence], tokenize: str) -> list[Tagged]:
    """Every sentence in words, and in tokens too where these differ."""
    words = [words_of(sentence) for sentence in known]
    seen = {tuple(forms) for forms, _ in words}
    return words + [tagged for tagged in tokens_of(known, tokenize) if tuple(tagged[0]) not in seen]


def _estimated(examples: Sequence[Tagged]) -> bytes:
    trainer = _crfsuite().Trainer("lbfgs", verbose=False)
    trainer.set_params(_TRAINING)
    for words, tags in examples:
        trainer.append(features(words), tags)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model"
        trainer.train(str(path))
        return path.read_bytes()


def tagger_path(language: str) -> Path:
    """Where the tagger of a language is kept, so that it is found without being named."""
    return cache_folder("taggers") / f"{language}.tagger"
