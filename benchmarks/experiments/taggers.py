"""How well analysers find parts of speech and lemmas, on treebanks none of them was trained on.

Taggers are trained on the dev and test parts of one treebank per language, and everything is measured on
the words of PUD, another one.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.data import shared
from benchmarks.report import table
from pitchpipe.lang.annotation.analysers.base import Analyser
from pitchpipe.lang.annotation.analysers.hanta import MODELS, HanTa
from pitchpipe.lang.annotation.analysers.pymorphy import PyMorphy
from pitchpipe.lang.annotation.analysers.tagged import Tagged, lemmatiser
from pitchpipe.lang.annotation.conllu import Sentence, sentences
from pitchpipe.lang.annotation.projection import tokens_of
from pitchpipe.lang.annotation.tagger import Tagger

TREEBANKS = {"cs": "CAC", "de": "GSD", "en": "EWT", "es": "GSD", "fr": "GSD", "ru": "GSD"}
HEAD = (
    "language",
    "analyser",
    "UPOS",
    "lemmas",
    "words per second",
    "held out",
    "UPOS of tokens",
    "training",
)


def main() -> int:
    """Prints a table: percentages of PUD's words that are right."""
    folder = shared("ud")
    if folder is None:
        print("this experiment needs the treebanks of Universal Dependencies", file=sys.stderr)
        return 1
    print(table(HEAD, [row for language in TREEBANKS for row in _rows(folder, language)]), end="")
    return 0


def _rows(folder: Path, language: str) -> list[list[str]]:
    gold = list(sentences(folder / f"{language}.PUD.test.conllu.gz"))
    parts = [folder / f"{language}.{TREEBANKS[language]}.{part}.conllu.gz" for part in ("dev", "test")]
    begun = time.process_time()
    tagger = Tagger.train(parts, language)
    seconds = time.process_time() - begun
    lemmas = lemmatiser(language)
    assert lemmas is not None
    rows = [
        [
            *_measured(language, Tagged(tagger, lemmas), gold),
            f"{tagger.description.accuracy:.1f}",
            f"{tagger.accuracy(tokens_of(gold, tagger.description.tokenize)):.1f}",
            f"{seconds:.0f} s",
        ]
    ]
    alone: list[tuple[bool, Callable[[], Analyser]]] = [
        (language in MODELS, lambda: HanTa(language)),
        (language == "ru", PyMorphy),
    ]
    return rows + [[*_measured(language, make(), gold), "", "", ""] for knows, make in alone if knows]


def _measured(language: str, analyser: Analyser, gold: Sequence[Sentence]) -> list[str]:
    lines = [[word.form for word in sentence.words] for sentence in gold]
    words = [word for sentence in gold for word in sentence.words]
    analyser.analyse(lines[:1])  # loads the model
    begun = time.process_time()
    tags = analyser.analyse(lines)
    spent = time.process_time() - begun
    right = [a == b.upos for a, b in zip(tags.upos, words, strict=True)]
    lemmas = [a.lower() == b.lemma.lower() for a, b in zip(tags.lemmas, words, strict=True) if b.lemma != "_"]
    return [
        language,
        f"`{analyser.tool}`",
        f"{100 * sum(right) / len(right):.1f}",
        f"{100 * sum(lemmas) / len(lemmas):.1f}" if lemmas else "",
        f"{len(words) / spent:,.0f}",
    ]


if __name__ == "__main__":
    sys.exit(main())
