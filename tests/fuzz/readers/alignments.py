"""Links of words, and the models that find them."""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path

import pitchpipe as pp
from tests.fuzz import samples
from tests.fuzz.cases import Input
from tests.fuzz.mutating import mutated, one_mutated
from tests.fuzz.readers.shared import finite, reader


def _read_links(given: Input, folder: Path) -> None:
    from pitchpipe.aligning.given import GivenLinks
    from pitchpipe.aligning.links import read_links
    from pitchpipe.text.files import read_lines

    links = read_links("links")
    repr(links)
    sources = ["a b c", "d e", "f"]
    score = pp.metrics.get("kendall:tokenize=none,source_tokenize=none").corpus_score(
        ["x y z", "u v", "w"],
        [["x z y", "v u", "w"]],
        sources=sources,
        aligner=GivenLinks([["0-0 1-1 2-2", "0-1", "0-0"]], {"": read_lines("links")}),
    )
    finite(score.score, "a score")


@lru_cache(maxsize=1)
def aligner_bytes() -> bytes:
    test_set = samples.test_set()
    assert test_set.source is not None
    from pitchpipe.aligning.model import Aligner

    aligner = Aligner.train(test_set.source, test_set.systems["good"])
    return samples.saved("model", aligner.save)


def _read_aligner(given: Input, folder: Path) -> None:
    from pitchpipe.aligning.model import Aligner

    aligner = Aligner.load("model")
    aligner.align(["Die Brücke bleibt", "x"], ["The bridge remains", "y z"])


def _resealed_aligner(rng: random.Random) -> Input:
    """Damaged within, so that only the reader's own checks stand between it and the kernels."""
    data = aligner_bytes()
    if rng.random() < 0.3:
        return one_mutated([Input({"model": data})], rng)
    body = mutated(data[20:-8], rng)
    head = data[:12] + len(body).to_bytes(8, "little")
    return Input({"model": head + body + _fnv(body).to_bytes(8, "little")})


def _fnv(data: bytes) -> int:
    digest = 0xCBF29CE484222325
    for byte in data:
        digest = (digest ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return digest


ALIGNMENTS = (
    reader("links", lambda: samples.single("links", [b"0-0 1-1 2-2\n0-1\n\n"]), _read_links),
    reader("aligner", lambda: samples.single("model", [aligner_bytes()]), _read_aligner, _resealed_aligner),
)
