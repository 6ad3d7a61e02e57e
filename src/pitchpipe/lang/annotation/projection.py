"""Treebank words and the tokens of a tokenizer: which parts of speech the tokens have.

Treebanks split what tokenizers leave together (*don't*, *zum*), and the other way round (*l'*). A tagger
must know the tokens it will be given, so it learns from the text in both forms.
"""

from __future__ import annotations

from collections.abc import Sequence

from pitchpipe.lang.annotation.conllu import Sentence
from pitchpipe.text.tokenizers import View, encode

#: Words and their parts of speech.
Tagged = tuple[list[str], list[str]]


def words_of(sentence: Sentence) -> Tagged:
    """The words of the treebank."""
    return [word.form for word in sentence.words], [word.upos for word in sentence.words]


def tokens_of(sentences: Sequence[Sentence], tokenize: str) -> list[Tagged]:
    """The sentences in tokens, each with the part of speech of the word it begins in.

    A sentence whose letters the tokenizer changes is left out.
    """
    (encoded,) = encode([[sentence.text for sentence in sentences]], View(tokenize))
    projected = (_projected(sentence, encoded.words(i)) for i, sentence in enumerate(sentences))
    return [tagged for tagged in projected if tagged is not None]


def _projected(sentence: Sentence, tokens: list[str]) -> Tagged | None:
    spelling: list[str] = []
    tags: list[str] = []
    for form, upos in _letters(sentence):
        spelling.append(form)
        tags += [upos] * len(form)
    if "".join(spelling) != "".join(tokens):
        return None
    starts = [0]
    for token in tokens:
        starts.append(starts[-1] + len(token))
    return tokens, [tags[start] for start in starts[:-1]]


def _letters(sentence: Sentence) -> list[tuple[str, str]]:
    """Pieces of the spelling, each with its part of speech.

    Where several words are spelt together, those that are found in the spelling keep their letters,
    and the others leave everything to the first.
    """
    pieces: list[tuple[str, str]] = []
    for span in sentence.spans:
        words = sentence.words[span.first : span.end]
        form = "".join(span.form.split())
        if len(words) > 1 and "".join(word.form for word in words) == form:
            pieces += [(word.form, word.upos) for word in words]
        else:
            pieces.append((form, words[0].upos))
    return pieces
