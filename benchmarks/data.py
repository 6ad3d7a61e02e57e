"""The text that is scored: WMT22 where it is at hand, otherwise a synthetic set.

Lines are kept as bytes; decoding them gives new string objects, so that nothing a string carries along (its
hash, its cached UTF-8 form) is left from one repetition to the next.
"""

from __future__ import annotations

import itertools
import math
import os
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

PAIR = "de-en"
REFERENCE = "refA"
VARIABLE = "PITCHPIPE_SHARED"

Lines = tuple[bytes, ...]


@dataclass(frozen=True)
class Corpus:
    """One reference and the outputs of several systems."""

    name: str
    reference: Lines
    systems: Mapping[str, Lines]

    @property
    def first(self) -> Lines:
        """The output of the first system."""
        return next(iter(self.systems.values()))

    def pairs(self) -> Iterator[tuple[bytes, bytes]]:
        """(hypothesis, reference) of all systems, one system after the other."""
        for system in self.systems.values():
            yield from zip(system, self.reference, strict=True)


def fresh(lines: Iterable[bytes]) -> list[str]:
    """The lines as new strings."""
    return [line.decode() for line in lines]


def load() -> Corpus:
    """What the metrics are compared on: the systems of WMT22 German to English."""
    folder = shared("wmt22")
    return synthetic() if folder is None else _read(folder, PAIR, REFERENCE)


def pair_of(name: str, pair: str) -> Corpus | None:
    """The systems of a language pair of a test set, where it is at hand."""
    folder = shared(name)
    return None if folder is None else _read(folder, pair, _first_reference(folder, pair))


def many_pairs(count: int) -> tuple[Lines, Lines]:
    """``count`` hypotheses and their references; all systems into English, repeated as often as needed."""
    folder = shared("wmt22")
    if folder is None:
        corpora = [synthetic(segments=10_000)]
    else:
        names = sorted(path.name for path in (folder / "system-outputs").glob("*-en"))
        corpora = [_read(folder, pair, _first_reference(folder, pair)) for pair in names]
    pairs = list(itertools.chain.from_iterable(corpus.pairs() for corpus in corpora))
    # A small sample must look like the large one, not like its first system.
    random.Random(1).shuffle(pairs)
    chosen = list(itertools.islice(itertools.cycle(pairs), count))
    return tuple(h for h, _ in chosen), tuple(r for _, r in chosen)


def shared(name: str) -> Path | None:
    """A folder of the test data, where it is at hand."""
    beside = Path(__file__).parents[1].parent / "shared"
    folder = Path(os.environ.get(VARIABLE, beside)) / "data" / name
    return folder if folder.is_dir() else None


def _first_reference(folder: Path, pair: str) -> str:
    path = min((folder / "references").glob(f"{pair}.*.txt"))
    return path.name.split(".")[1]


def _read(folder: Path, pair: str, reference: str) -> Corpus:
    references = {p.name.split(".")[1] for p in (folder / "references").glob(f"{pair}.*.txt")}
    outputs = sorted((folder / "system-outputs" / pair).glob("*.txt"))
    return Corpus(
        f"WMT22 {pair}",
        read_lines(folder / "references" / f"{pair}.{reference}.txt"),
        {path.stem: read_lines(path) for path in outputs if path.stem not in references},
    )


def read_lines(path: Path) -> Lines:
    """The lines of a file, without their ends."""
    return tuple(path.read_bytes().removesuffix(b"\n").split(b"\n"))


# -- synthetic text --------------------------------------------------------------------------------

_SYLLABLES = tuple(
    c + v + e for c in "bdfgklmnprstvw" for v in ("a", "e", "i", "o", "ü") for e in ("", "n", "r")
)


def synthetic(*, segments: int = 1984, systems: int = 9, worse: float = 0.05, seed: int = 0) -> Corpus:
    """Words by Zipf's law, lengths as in a news test set, systems that err more and more, by ``worse``."""
    random_ = random.Random(seed)
    vocabulary = _vocabulary(random_, 20_000)
    weights = list(itertools.accumulate(1.0 / (rank + 2.7) for rank in range(len(vocabulary))))
    reference = [
        random_.choices(vocabulary, cum_weights=weights, k=_length(random_)) for _ in range(segments)
    ]
    return Corpus(
        f"synthetic text, seed {seed}",
        tuple(_sentence(words) for words in reference),
        {
            f"system-{k + 1}": tuple(
                _sentence(_translated(random_, words, vocabulary, weights, 0.15 + worse * k))
                for words in reference
            )
            for k in range(systems)
        },
    )


def _vocabulary(random_: random.Random, size: int) -> list[str]:
    words: dict[str, None] = {}
    while len(words) < size:
        # Frequent words are short.
        syllables = 1 + min(4, int(math.log10(len(words) + 1) * random_.uniform(0.5, 1.2)))
        words["".join(random_.choices(_SYLLABLES, k=syllables))] = None
        if random_.random() < 0.01:
            words[str(random_.randrange(10_000))] = None
    return list(words)


def _length(random_: random.Random) -> int:
    return max(1, min(120, round(random_.lognormvariate(2.7, 0.6))))


def _translated(
    random_: random.Random,
    words: Sequence[str],
    vocabulary: Sequence[str],
    weights: Sequence[float],
    errors: float,
) -> list[str]:
    """The words with some replaced, dropped or added, and now and then a phrase moved."""
    out: list[str] = []
    for word in words:
        chance = random_.random() / errors
        if chance < 0.2:
            continue
        if chance < 1.0:
            out += random_.choices(vocabulary, cum_weights=weights, k=2 if chance < 0.35 else 1)
        if chance >= 0.8:
            out.append(word)
    if len(out) > 6 and random_.random() < 2 * errors:
        begin, to = random_.randrange(len(out) - 3), random_.randrange(len(out) - 3)
        phrase = out[begin : begin + 3]
        del out[begin : begin + 3]
        out[to:to] = phrase
    return out


def _sentence(words: Sequence[str]) -> bytes:
    """The words as written: a capital, a comma after every ninth word, a full stop."""
    spaced = [f"{word}," if k % 9 == 8 else word for k, word in enumerate(words)]
    return (" ".join(spaced).capitalize() + ".").encode()
