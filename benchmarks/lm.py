"""Language models beside KenLM: queries, and what estimation takes.

Both score the same sentences with the same model, which KenLM reads from the ARPA file we write, into the
hash tables that are its fastest form. Its Python module has no estimation, so that ours is measured alone,
in a process of its own.

Run as ``python -m benchmarks.lm FILE``, this module is that process.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks import peers
from benchmarks.cases import Case, Peer, Settings, run
from benchmarks.data import fresh, shared
from benchmarks.memory import peak
from benchmarks.results import Limit, Results, merged
from pitchpipe.lang.lm.model import LanguageModel

PEER = "kenlm"
ORDER = 5
SENTENCES = 200_000
#: Sentences that are scored.
QUERIES = 20_000
#: KenLM adds in single precision.
TOLERANCE = 1e-5
WHY = {
    1: "a fifth of the time numbers the words of the text; a word is searched for four times, each in 26 ns "
    "while the memory of 255 others is on its way; pages of 2 MB instead of 4 kB changed nothing",
}
#: The memory that estimation may take.
MEBIBYTES = 2048.0


def measure(settings: Settings) -> Results:
    """Queries beside the peer's, and time and memory of estimation."""
    folder = shared("align")
    if folder is None:
        return Results(skipped=["language models: the text is not at hand"])
    path = folder / "de-en" / "train.en.gz"
    sentences = SENTENCES // 10 if settings.quick else SENTENCES
    return merged([queries(path, sentences, settings), estimation(path, sentences, settings)])


def queries(path: Path, sentences: int, settings: Settings) -> Results:
    """Sentences of a text scored by a model of it."""
    lines = read(path, sentences)
    model = LanguageModel.estimate(fresh(lines), order=ORDER)
    asked = lines[:: max(1, sentences // QUERIES)]
    with TemporaryDirectory() as temporary:
        arpa = Path(temporary) / "model.arpa"
        model.write(arpa)
        targets, note = {1: 1.5, 2: 1.5}, "a call for every sentence"
        peer = Peer(PEER, _kenlm(arpa), targets, note, WHY, difference=_difference)
        return run(
            Case(
                f"scoring by a language model of order {ORDER}, {len(asked):,} sentences",
                lambda: fresh(asked),
                lambda given: model.score(given).tolist(),
                [peer],
            ),
            settings,
        )


def _kenlm(arpa: Path) -> Any:
    """Scores sentences by KenLM, which reads the model before the first."""
    loaded: list[Any] = []

    def score(sentences: list[str]) -> list[float]:
        if not loaded:
            kenlm: Any = peers.find(PEER)
            config = kenlm.Config()
            config.show_progress = False
            loaded.append(kenlm.Model(str(arpa), config))
        return [loaded[0].score(sentence) for sentence in sentences]

    return score


def _difference(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The largest relative difference, if it is more than single precision explains."""
    if len(ours) != len(theirs):
        return float("inf")
    largest = max(abs(a - b) / abs(b) for a, b in zip(ours, theirs, strict=True))
    return largest if not largest <= TOLERANCE else 0.0


def estimation(path: Path, sentences: int, settings: Settings) -> Results:
    """What a model takes."""
    subject = f"estimating a language model of order {ORDER}, {sentences:,} sentences"
    settings.progress(subject)
    command = [sys.executable, "-m", "benchmarks.lm", str(path), str(sentences)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, cwd=Path(__file__).parents[1])
    found: dict[str, float] = json.loads(done.stdout)
    detail = (
        f"{found['ngrams']:,.0f} n-grams; {found['seconds']:.2f} s, "
        f"{sentences / found['seconds']:,.0f} sentences per second"
    )
    return Results(limits=[Limit(subject, found["peak"] / 2**20, MEBIBYTES, "MiB", detail)])


def probe(path: str, sentences: str) -> dict[str, float]:
    """Memory and time of one estimation, the text included."""
    lines = fresh(read(Path(path), int(sentences)))
    begin = time.perf_counter()
    model = LanguageModel.estimate(lines, order=ORDER)
    seconds = time.perf_counter() - begin
    return {"peak": peak(), "seconds": seconds, "ngrams": sum(model.counts)}


def read(path: Path, sentences: int) -> list[bytes]:
    """The first lines of a compressed text, in lower case."""
    return gzip.decompress(path.read_bytes()).decode().lower().encode().split(b"\n")[:sentences]


if __name__ == "__main__":
    print(json.dumps(probe(*sys.argv[1:])))
