"""What a tuner says to us, and lists with hostile features and weights that are tuned."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from pitchpipe.errors import DataError
from tests.fuzz import hostile
from tests.fuzz.cases import Input, Target, require

_METRICS = (
    "bleu",
    "chrf",
    "ter",
    "wer",
    "4-grr",
    "hlepor",
    "gtm",
    "nist",
    "cder",
    "0.5*bleu+0.5*chrf",
    "kendall",
    "port",
)
_TUNED = ("bleu", "chrf", "wer", "4-grr", "hlepor", "0.5*bleu+0.5*ter", "length-ratio", "nist")
_CANDIDATES = ("the cat", "a cat sat", "", "dog", "a b c d e", "cat the")


# -- a stream --------------------------------------------------------------------------------------


def _dialogue(rng: random.Random, *, wild: bool) -> Input:
    metric = rng.choice(_METRICS)
    segments = rng.randrange(1, 4)
    streams = rng.choice((1, 1, 2))

    def text() -> str:
        return hostile.text(rng, surrogates=rng.random() < 0.05) if wild else rng.choice(_CANDIDATES)

    references = [[text() for _ in range(segments)] for _ in range(streams)]
    sources = [text() for _ in range(segments)] if metric in {"kendall", "port"} else None
    lines = [_line(rng, segments, text, wild) for _ in range(rng.randrange(1, 9))]
    return Input({}, [metric, references, sources, rng.random() < 0.4, lines])


def _line(rng: random.Random, segments: int, text: Any, wild: bool) -> str:
    kind = rng.random()
    if kind < 0.35 or not wild:
        return f"{rng.randrange(segments)} ||| {text()}"
    if kind < 0.5:
        return str(text())
    if kind < 0.65:
        numbers = [
            rng.choice(("3", "0", "5", "1", "2", "10", rng.choice(hostile.NUMBERS)))
            for _ in range(rng.randrange(14))
        ]
        return f"EVAL ||| {' '.join(numbers)}"
    if kind < 0.75:
        return f"SCORE ||| {text()} ||| {text()}"
    if kind < 0.85:
        return f"{rng.choice(hostile.NUMBERS)} ||| {text()}"
    return rng.choice(
        (
            "EVAL",
            "EVAL |||",
            "SCORE |||",
            "|||",
            "SCORE ||| a",
            "0 |||",
            "0 ||| a ||| b",
            "|||a|||",
            "EVAL ||| |||",
        )
    )


def _stream(given: Input, folder: Path) -> None:
    import pitchpipe as pp

    metric, references, sources, statistics, lines = given.asked
    scorer = pp.stream(metric, references, sources=sources, statistics=statistics)
    refused: Exception | None = None
    number = 0
    # As the command does, one after the other; what is refused must not spoil what follows.
    for line in lines:
        number += 1
        try:
            answers = list(scorer.answers([line], number))
        except DataError as error:
            refused = error
            continue
        require(len(answers) == 1, f"{len(answers)} answers to one line")
        numbers = [float(value) for value in answers[0].split()]
        require(
            bool(numbers) and bool(np.isfinite(numbers).all()), f"the answer to {line[:80]!r} is {answers[0]}"
        )
        if statistics and "|||" in line and not line.startswith(("EVAL", "SCORE")):
            again = list(scorer.answers([f"EVAL ||| {answers[0]}"]))
            require(
                bool(np.isfinite(float(again[0]))), f"the score of our own row {answers[0]} is {again[0]}"
            )
    if refused is not None:
        raise refused


# -- tuning ----------------------------------------------------------------------------------------


def _problem(rng: random.Random, *, wild: bool) -> Input:
    segments = rng.randrange(1, 4)
    absurd = wild and rng.random() < 0.5

    def text() -> str:
        return hostile.text(rng)[:300] if wild else rng.choice(_CANDIDATES)

    def number() -> float:
        return hostile.number(rng) if absurd else rng.uniform(-3, 3)

    lists = [[text() for _ in range(rng.randrange(1, 5))] for _ in range(segments)]
    names = (
        rng.sample(("lm", "tm", "wp", "x y", "", "ü", "f0"), rng.randrange(1, 4)) if wild else ["lm", "tm"]
    )
    count = sum(map(len, lists))
    features = {name: [number() for _ in range(count)] for name in names}
    references = [[rng.choice(_CANDIDATES[:2]) if not wild else text() for _ in range(segments)]]
    weights: Any = None
    if rng.random() < 0.5:
        weights = {name: hostile.number(rng) if wild else rng.uniform(-1, 1) for name in names}
        if wild and rng.random() < 0.1:
            weights[rng.choice(("zz", "lm", "tm"))] = 1.0
    search: dict[str, Any] = {"optimiser": rng.choice(("mert", "pro", "mira")), "seed": rng.randrange(100)}
    if search["optimiser"] == "mert":
        search["restarts"] = rng.randrange(4)
    if wild:
        if rng.random() < 0.2:
            search["fixed"] = [rng.choice((*names, "zz"))]
        if rng.random() < 0.2:
            ends = [rng.choice((None, hostile.number(rng), rng.uniform(-1, 1))) for _ in range(2)]
            search["bounds"] = {rng.choice((*names, "zz")): ends}
        if rng.random() < 0.2:
            search["l2"] = hostile.number(rng)
        if rng.random() < 0.1:
            search["random_directions"] = rng.choice((-1, 0, 1, 5))
        if rng.random() < 0.1:
            search["patience"] = rng.choice((-1, 0, 1, 5))
    return Input(
        {}, [lists, features, references, rng.choice(_TUNED if wild else _TUNED[:6]), weights, search]
    )


def _tune(given: Input, folder: Path) -> None:
    import pitchpipe as pp
    from pitchpipe.tuning.search import Search

    lists, features, references, metric, weights, search = given.asked
    if "bounds" in search:
        search = {**search, "bounds": {name: tuple(ends) for name, ends in search["bounds"].items()}}
    nbest = pp.NBest.of(lists, features)
    tuned = pp.tune(nbest, references, metric, weights=weights, search=Search(**search))
    require(bool(np.isfinite(list(tuned.weights.values())).all()), f"the weights are {tuned.weights}")
    require(bool(np.isfinite(tuned.score)), f"the score is {tuned.score}")
    chosen = pp.rerank(nbest, tuned.weights)
    require(len(chosen.texts) == len(lists), "a choice for every segment")


def _three(make: Any) -> list[Input]:
    return [make(random.Random(k), wild=False) for k in range(20)]


def dialogues() -> Iterator[Target]:
    """Streams, and tuning."""
    yield Target(
        "dialogues.stream",
        "dialogues",
        lambda: _three(_dialogue),
        lambda rng: _dialogue(rng, wild=True),
        _stream,
    )
    yield Target(
        "dialogues.tune", "dialogues", lambda: _three(_problem), lambda rng: _problem(rng, wild=True), _tune
    )
