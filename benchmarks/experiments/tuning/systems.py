"""The parallel texts of the experiment: what systems learn from, are tuned on and are tested on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.data import shared
from pitchpipe import _core
from pitchpipe.text.files import read_lines

#: Longer sentences bring few phrases for the time that aligning them takes.
LONGEST = 80
DEV = 500
CAPTION_TESTS = ("test_2016_flickr", "test_2017_flickr", "test_2018_flickr")
NEWS = "newstest2012-13"


@dataclass(frozen=True)
class Part:
    """Lines that are translations of each other: lower-case words, parted by spaces."""

    source: Sequence[str]
    target: Sequence[str]

    def __post_init__(self) -> None:
        if len(self.source) != len(self.target):
            raise ValueError(f"{len(self.source)} lines have {len(self.target)} translations")

    def __len__(self) -> int:
        return len(self.source)

    def __getitem__(self, lines: slice) -> Part:
        return Part(self.source[lines], self.target[lines])

    def short(self) -> Part:
        """Without lines that are empty, or too long to learn from."""
        pairs = zip(self.source, self.target, strict=True)
        kept = [pair for pair in pairs if all(1 <= len(line.split()) <= LONGEST for line in pair)]
        return Part([source for source, _ in kept], [target for _, target in kept])


@dataclass(frozen=True)
class Texts:
    """All parts of one system's text."""

    train: Part
    dev: Part
    tests: Mapping[str, Part]


@dataclass(frozen=True)
class System:
    """A direction of translation, and how far phrases may move in it."""

    name: str
    source: str
    target: str
    reordering: int = 6

    def texts(self) -> Texts | None:
        """Its texts, where they are at hand."""
        kind = self.name.partition("-")[0]
        folder = shared("text/multi30k" if kind == "captions" else f"align/{self.source}-{self.target}")
        return None if folder is None else _READERS[kind](folder, self)


def captions(folder: Path, system: System) -> Texts:
    """Multi30k, captions of pictures. The source is split at all punctuation: French has elisions."""

    def part(name: str) -> Part:
        sides = (system.source, "intl"), (system.target, "13a")
        return Part(*(_words(read_lines(folder / f"{name}.{code}.gz"), how) for code, how in sides))

    tests = [
        name
        for name in CAPTION_TESTS
        if all((folder / f"{name}.{code}.gz").is_file() for code in (system.source, system.target))
    ]
    return Texts(part("train").short(), part("val")[:DEV], {name: part(name) for name in tests})


def tanaka(folder: Path, system: System) -> Texts:
    """Sentences of the Tanaka corpus, tokenised already."""

    def part(name: str) -> Part:
        return Part(*(read_lines(folder / f"{name}.{code}.gz") for code in (system.source, system.target)))

    return Texts(part("train").short(), part("tanaka_dev")[:DEV], {"tanaka_test": part("tanaka_test")})


def news(folder: Path, system: System) -> Texts:
    """News with a model that has read little of it: its lines in the bitext are kept out, and cut in two."""
    sides = [read_lines(folder / f"train.{code}.gz") for code in (system.source, system.target)]
    origin = read_lines(folder / "train.origin.gz")
    chosen = [name == NEWS for name in origin]
    read, held_out = (
        Part(
            *(
                [line for line, is_news in zip(side, chosen, strict=True) if is_news is wanted]
                for side in sides
            )
        )
        for wanted in (False, True)
    )
    half = len(held_out) // 2
    every = half // DEV
    return Texts(
        read.short(),
        held_out[:half:every][:DEV],
        {"second_half": held_out[half::3]},
    )


_READERS = {"captions": captions, "tanaka": tanaka, "news": news}

SYSTEMS = {
    system.name: system
    for system in (
        System("captions-de-en", "de", "en"),
        System("tanaka-ja-en", "ja", "en", reordering=8),
        System("captions-fr-en", "fr", "en"),
        System("captions-cs-en", "cs", "en"),
        System("captions-en-de", "en", "de"),
        System("news-de-en", "de", "en"),
    )
}


def _words(lines: list[str], tokenizer: str) -> list[str]:
    return [line.lower() for line in _core.tokenize(_core.Texts(lines), tokenizer)]
