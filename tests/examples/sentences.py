"""Sentences of a small made-up world, German and English, whose verbs and adverbs stand elsewhere."""

from __future__ import annotations

import random
from itertools import product

_SUBJECTS = [
    ("der bus", "the bus"),
    ("die alte dame", "the old lady"),
    ("der kleine verein", "the small club"),
    ("meine schwester", "my sister"),
    ("das team", "the team"),
]
_OBJECTS = [
    ("einen falter", "a moth"),
    ("das paket", "the parcel"),
    ("die neue brücke", "the new bridge"),
    ("den weg zum see", "the path to the lake"),
]
_VERBS = [("gesehen", "seen"), ("gefunden", "found"), ("bezahlt", "paid for"), ("gezeichnet", "drawn")]
_ADVERBS = [
    ("gestern", "yesterday"),
    ("am montag", "on monday"),
    ("im herbst", "in autumn"),
    ("trotz allem", "in spite of everything"),
]


def sentence_pairs() -> list[tuple[str, str]]:
    """480 different pairs, in an order that mixes them, always the same."""
    pairs = []
    for (who, subject), (what, thing), (done, verb) in product(_SUBJECTS, _OBJECTS, _VERBS):
        pairs.append((f"{who} hat {what} {done} .", f"{subject} has {verb} {thing} ."))
        pairs.append((f"hat {who} {what} {done} ?", f"has {subject} {verb} {thing} ?"))
        for when, time in _ADVERBS:
            pairs.append((f"{when} hat {who} {what} {done} .", f"{subject} has {verb} {thing} {time} ."))
    random.Random(1).shuffle(pairs)
    return pairs
