"""Word alignment beside eflomal: alignment error rate on hand-aligned sentences, time, and memory.

A text is trained on and aligned as a whole, lower-cased lines in, links out, by each contender in turn; the
error rate is that of the hand-aligned sentences in it. eflomal runs with its defaults, and of two
usual ways to combine its directions the one with fewer errors counts. Memory is measured in a process of its
own.

Run as ``python -m benchmarks.align PAIR``, this module is that process.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pitchpipe as pp
from benchmarks import peers
from benchmarks.cases import Settings
from benchmarks.data import shared
from benchmarks.memory import peak
from benchmarks.results import Comparison, Limit, Results
from benchmarks.timing import Contender, Timing, interleave
from pitchpipe import _core
from pitchpipe.aligning import Aligner, evaluate, read_links, symmetrise

#: The error rate wanted.
AER = {"en-fr": 0.082, "de-en": 0.184, "ja-en": 0.595}
#: Both are given two threads, and one repetition: minutes average out what disturbs milliseconds.
THREADS = 2
REPETITIONS = 1
PEER = "eflomal"
COMBINED = ("intersect", "grow-diag-final-and")
NOTE = "it works in a process of its own, whose processor time is not seen"

#: Gives one alignment, or several of which the best counts.
Align = Callable[[list[str], list[str]], Sequence[_core.Alignments]]


@dataclass(frozen=True)
class Bitext:
    """Sentence pairs to train on and to align; the last ones are aligned by hand."""

    name: str
    sources: list[str]
    targets: list[str]
    sure: _core.Alignments
    possible: _core.Alignments

    @property
    def pairs(self) -> tuple[list[str], list[str]]:
        """Source and target lines."""
        return self.sources, self.targets

    def error_rate(self, links: _core.Alignments) -> float:
        """The alignment error rate of the sentences aligned by hand."""
        first = len(self.sources) - len(self.sure)
        return evaluate(_last(links, first), self.sure, self.possible).aer


def measure(settings: Settings) -> Results:
    """Error rates as limits, with memory beside them, and time beside the peer's."""
    folder = shared("align")
    if folder is None:
        return Results(skipped=["word alignment: the hand-aligned data are not at hand"])
    limits, comparisons, skipped = [], [], []
    contenders: dict[str, Align] = {"pitchpipe": ours}
    if peers.find(PEER) is None:
        skipped.append(f"{PEER} is not installed")
    else:
        contenders[PEER] = eflomal
    for pair in ("ja-en",) if settings.quick else tuple(AER):
        settings.progress(f"word alignment, {pair}")
        bitext = read(folder / pair)
        times, rates = run(bitext, contenders)
        subject = f"{pair}, {len(bitext.sources):,} pairs"
        others = [f"{name} {rate:.4f}" for name, rate in rates.items() if name != "pitchpipe"]
        found = [
            f"{rates['pitchpipe']:.4f}",
            *others,
            f"{_memory(pair) / len(bitext.sources):,.0f} bytes per pair",
        ]
        limits.append(
            Limit(f"alignment error rate, {subject}", rates["pitchpipe"], AER[pair], "of 1", "; ".join(found))
        )
        comparisons += [
            Comparison(
                f"word alignment, {subject}", name, THREADS, times["pitchpipe"], times[name], 1.0, NOTE
            )
            for name in contenders
            if name != "pitchpipe"
        ]
    return Results(comparisons=comparisons, limits=limits, skipped=skipped)


def run(bitext: Bitext, contenders: dict[str, Align]) -> tuple[dict[str, Timing], dict[str, float]]:
    """Time and error rate of each contender."""
    rates: dict[str, float] = {}

    def contender(name: str, align: Align) -> Contender[Bitext]:
        def call(given: Bitext) -> list[float]:
            rates[name] = min(map(given.error_rate, align(*given.pairs)))
            return [rates[name]]

        return Contender(name, call, lambda: pp.set_threads(THREADS))

    times = interleave([contender(*each) for each in contenders.items()], lambda: bitext, REPETITIONS)
    return times, rates


def ours(sources: list[str], targets: list[str]) -> list[_core.Alignments]:
    """Trains and aligns."""
    return [Aligner.train(sources, targets).align(sources, targets)]


def eflomal(sources: list[str], targets: list[str]) -> list[_core.Alignments]:
    """Both directions by eflomal, combined by us."""
    module: Any = peers.find(PEER)
    with TemporaryDirectory() as folder:
        forward, backward = Path(folder) / "forward", Path(folder) / "backward"
        module.Aligner().align(
            [line + "\n" for line in sources],
            [line + "\n" for line in targets],
            links_filename_fwd=str(forward),
            links_filename_rev=str(backward),
        )
        directions = read_links(forward), read_links(backward)
        return [symmetrise(*directions, how) for how in COMBINED]


def read(folder: Path) -> Bitext:
    """The text of the pair that a folder is named after, the hand-aligned sentences last."""
    languages = folder.name.split("-")
    first = f".{languages[0]}.gz"
    names = sorted(path.name.removesuffix(first) for path in folder.glob(f"*{first}"))
    names.sort(key="test".__eq__)
    sources, targets = (
        [line.lower() for name in names for line in read_lines(folder / f"{name}.{language}.gz")]
        for language in languages
    )
    sure, possible = (read_links(folder / f"test.{kind}.gz") for kind in ("sure", "possible"))
    return Bitext(folder.name, sources, targets, sure, possible)


def read_lines(path: Path) -> list[str]:
    """The lines of a compressed file."""
    return gzip.decompress(path.read_bytes()).decode().removesuffix("\n").split("\n")


def probe(pair: str) -> int:
    """Growth of the peak of memory by training and aligning, in bytes."""
    folder = shared("align")
    assert folder is not None
    ours(["a"], ["a"])
    bitext = read(folder / pair)
    before = peak()
    ours(*bitext.pairs)
    return peak() - before


def _memory(pair: str) -> int:
    """Bytes at the peak, beside the text itself."""
    command = [sys.executable, "-m", "benchmarks.align", pair]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, cwd=Path(__file__).parents[1])
    return int(json.loads(done.stdout))


def _last(links: _core.Alignments, first: int) -> _core.Alignments:
    return _core.Alignments([links.line(i) for i in range(first, len(links))])


if __name__ == "__main__":
    print(json.dumps(probe(*sys.argv[1:])))
