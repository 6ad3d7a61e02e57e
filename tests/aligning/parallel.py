"""A made-up language pair: a word for every word, and verbs at the end."""

from __future__ import annotations

import random

Pair = tuple[str, str, list[tuple[int, int]]]
#: Words are spelt unlike their translations, so that spelling does not help.
NOUNS = {f"s{letter}k": f"{letter}o" for letter in "abcdefghijklmnop"}
VERBS = {f"v{letter}n": f"{letter}u" for letter in "abcdefgh"}


def sentence(rng: random.Random, nouns_at_most: int) -> Pair:
    """The second word is a verb, which the translation says last."""
    nouns = rng.sample(sorted(NOUNS), rng.randint(2, nouns_at_most))
    source = [nouns[0], rng.choice(sorted(VERBS)), *nouns[1:]]
    places = [0, *range(2, len(source)), 1]
    target = [(NOUNS | VERBS)[source[i]] for i in places]
    return " ".join(source), " ".join(target), sorted((s, t) for t, s in enumerate(places))


def corpus(count: int, seed: int = 0, nouns_at_most: int = 3) -> list[Pair]:
    """Sentence pairs with their links."""
    rng = random.Random(seed)
    return [sentence(rng, nouns_at_most) for _ in range(count)]


def sides(pairs: list[Pair]) -> tuple[list[str], list[str]]:
    return [source for source, _, _ in pairs], [target for _, target, _ in pairs]
