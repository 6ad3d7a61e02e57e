"""Two texts, their words aligned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pitchpipe import _core
from pitchpipe.aligning.model import (
    DEFAULT_DECODING,
    DEFAULT_TRAINING,
    Aligner,
    Decoding,
    Progress,
    Training,
)
from pitchpipe.brief import Brief
from pitchpipe.wording import counted


@dataclass(frozen=True, repr=False)
class Alignment(Brief):
    """The links of every sentence pair, and the model that found them."""

    links: _core.Alignments
    aligner: Aligner

    def __len__(self) -> int:
        return len(self.links)

    def _brief(self) -> str:
        return counted(len(self), "sentence pairs")

    def __getitem__(self, sentence: int) -> list[tuple[int, int]]:
        """The links of one sentence pair: positions of source and target words, from 0."""
        if not 0 <= sentence < len(self):
            raise IndexError(sentence)
        return self.links.line(sentence)

    def __iter__(self) -> Iterator[list[tuple[int, int]]]:
        return map(self.links.line, range(len(self)))


def align(
    sources: Sequence[str],
    targets: Sequence[str],
    *,
    model: Aligner | None = None,
    further: bool = False,
    bitext: tuple[Sequence[str], Sequence[str]] | None = None,
    tokenize: str = "none",
    source_tokenize: str | None = None,
    decoding: Decoding = DEFAULT_DECODING,
    training: Training = DEFAULT_TRAINING,
    progress: Progress | None = None,
) -> Alignment:
    """Aligns the words of two texts, sentence by sentence.

    Parameters
    ----------
    sources, targets
        The sentences of both sides.
    model
        A trained model to align with; without one, a model is trained on the text itself.
    further
        Train the ``model`` further on the text first.
    bitext
        Sentence pairs that are trained on as well, but not aligned.
    tokenize, source_tokenize
        Tokenizers of target and source, the same by default.
    decoding, training
        How links are chosen, and how a model is trained.
    progress
        ``progress(stage, done, iterations)`` hears of each iteration of training.

    Examples
    --------
    >>> found = align(["das Haus", "das Buch", "ein Buch"], ["the house", "the book", "a book"])
    >>> list(found)
    [[(0, 0), (1, 1)], [(0, 0), (1, 1)], [(0, 0), (1, 1)]]
    """
    source_tokenize = source_tokenize or tokenize
    if model is None or further:
        pairs = (sources, targets) if bitext is None else ([*sources, *bitext[0]], [*targets, *bitext[1]])
        train = Aligner.train if model is None else model.trained_on
        model = train(
            *pairs, source_tokenize=source_tokenize, tokenize=tokenize, training=training, progress=progress
        )
    links = model.align(
        sources, targets, source_tokenize=source_tokenize, tokenize=tokenize, decoding=decoding
    )
    return Alignment(links, model)
