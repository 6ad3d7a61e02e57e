"""A result of every verb, on a small test set, for what all results have in common."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import pitchpipe as pp
from pitchpipe.agreement import SegmentScores, Task
from pitchpipe.choosing.lattices import read_lattices
from pitchpipe.tuning import DevSet, Search
from pitchpipe.tuning.matrix import matrix

#: Enough that whoever writes out a text or a list writes a long line.
SEGMENTS = 60
WORDS = ("cat", "dog", "mat", "sat", "ran", "under", "over", "blue", "green", "house", "tree", "river")

#: The last is not safe where names are put into markup as they are.
SYSTEMS = ("good", "fair", "<poor & 坏>")


def sentences(seed: int, noise: float = 0.0) -> list[str]:
    """Lines of words at random; ``noise`` is the share of words that differ from those of seed 0."""
    base, other = np.random.default_rng(0), np.random.default_rng(seed)
    lines = []
    for _ in range(SEGMENTS):
        words = base.choice(WORDS, size=base.integers(5, 12))
        changed = other.random(len(words)) < noise
        lines.append(" ".join(np.where(changed, other.choice(WORDS, size=len(words)), words)))
    return lines


@cache
def small_set() -> pp.TestSet:
    """Three systems, the worse the more of their words are changed."""
    return pp.TestSet(
        systems={
            name: sentences(k, 0.2 * k) for k, name in enumerate(("good", "fair", "<poor & 坏>"), start=1)
        },
        references={"A": [*sentences(0)]},
        source=[line.upper() for line in sentences(0)],
        domains=["news" if k % 2 else "chat" for k in range(SEGMENTS)],
        documents=[f"document {k // 10}" for k in range(SEGMENTS)],
        source_language="de",
        target_language="en",
        name="small",
    )


@cache
def small_list() -> pp.NBest:
    """Two candidates for each segment, with two features."""
    lists = list(zip(sentences(1, 0.2), sentences(2, 0.5), strict=True))
    random = np.random.default_rng(5)
    values = {name: random.random(2 * SEGMENTS).tolist() for name in ("lm", "tm")}
    return pp.NBest.of(lists, values)


@cache
def small_task() -> Task:
    """People who like the systems in their order."""
    random = np.random.default_rng(7)
    systems = tuple(small_set().systems)
    values = np.stack([100 - 20 * k + random.normal(0, 10, SEGMENTS) for k in range(len(systems))])
    return Task.of(small_set(), SegmentScores("ratings", systems, values))


@cache
def small_lattices() -> tuple[Any, ...]:
    """Two lattices, of one path each."""
    lines = sentences(1, 0.2)[:2]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "lattices"
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return tuple(read_lattices(path, "plf"))


def _matrix() -> Any:
    listed = small_list(), DevSet([sentences(0)])
    optimise = Search(restarts=1).optimise(None, seed=1)
    return matrix(listed, listed, ["wer", "bleu"], {"lm": 1.0, "tm": 1.0}, optimise, samples=20)


#: How to get a result of every verb, by its name and what is special.
MAKERS: dict[str, Callable[[], Any]] = {
    "score": lambda: pp.score(
        small_set(), ["bleu", "ter"], segments=True, by="domain", confidence=95, samples=50
    ),
    "score, plain": lambda: pp.score(small_set(), "chrf"),
    "compare": lambda: pp.compare(small_set(), "good", ["bleu", "ter"], samples=50, by="domain", examples=1),
    "compare, all": lambda: pp.compare(small_set(), "all", ["bleu"], samples=50, test="sign"),
    "audit": lambda: pp.audit(small_set().with_systems(["good", "fair"]), ["bleu", "wrr"], samples=20),
    "audit, one": lambda: pp.audit(small_set().with_systems(["good"]), ["chrf"], samples=20),
    "order": lambda: pp.order(small_set()),
    "meta": lambda: pp.meta(small_task(), ["bleu", "chrf"], samples=20, confidence=95),
    "meta, plain": lambda: pp.meta(small_task(), ["bleu"], test=None),
    "fit": lambda: pp.fit(small_task(), "chrf", restarts=1, folds=2, samples=10),
    "fit, mixture": lambda: pp.fit(small_task(), "1*bleu+1*chrf", restarts=1, folds=0, samples=0),
    "tune": lambda: pp.tune(small_list(), [sentences(0)], "wer", search=Search(restarts=1)),
    "tune, matrix": _matrix,
    "rerank": lambda: pp.rerank(small_list(), {"lm": 1.0, "tm": 1.0}),
    "mbr": lambda: pp.mbr(small_list(), "chrf"),
    "oracle": lambda: pp.oracle(small_list(), [sentences(0)], "bleu"),
    "oracle, lattices": lambda: pp.oracle(list(small_lattices()), [sentences(0)[:2]], "wrr"),
}


@cache
def result(name: str) -> Any:
    """One of them, made once."""
    return MAKERS[name]()
