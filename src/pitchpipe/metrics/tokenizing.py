"""Which tokenizer finds a metric's words: the one that is named, or that of the language.

``tokenize=auto`` is fixed once for a corpus, when the metric is prepared, from the language given or from
the script of all references; never for one segment. Whoever has no corpus fixes it by the language alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitchpipe.errors import warn
from pitchpipe.text import languages
from pitchpipe.text.mecab import MECAB
from pitchpipe.text.scripts import are_separated
from pitchpipe.text.tokenizers import AUTO, NATIVE, Tokenizer, check_tokenizer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitchpipe.metrics.base import Metric

#: Tokenizers that only know spaces and punctuation, or one script.
_PARTICULAR = frozenset({*NATIVE, *MECAB} - {"char"})


def tokenizer_of(metric: Metric) -> str | Tokenizer | None:
    """The tokenizer of a metric of words; other metrics have none."""
    return getattr(metric, "tokenize", None)


def is_open(metric: Metric) -> bool:
    """Whether the tokenizer of the metric is still to be chosen."""
    return tokenizer_of(metric) == AUTO


def check_named(metric: Metric) -> None:
    """Refuses a tokenizer that there is not."""
    name = tokenizer_of(metric)
    if name is not None and name != AUTO:
        check_tokenizer(name)


def warn_of_script(metric: Metric, references: Sequence[str], language: str | None) -> None:
    """Warns where the metric does not find the words of the references.

    ``language`` is what their script tells.
    """
    told = languages.find(language)
    if told is None or told.is_spaced:
        return
    advised = [(one.spec, one.unfit_for(told.code)) for one in metric.singles()]
    warnings = [(spec, advice) for spec, advice in advised if advice is not None]
    # All words are read only where there is something to say.
    if warnings and not are_separated(references):
        for spec, advice in warnings:
            warn(f"{spec} does not split {told.name} into words: {advice}")


def unfit_for(metric: Metric, language: str) -> str | None:
    """What to do instead where the tokenizer does not find the words of a language without spaces."""
    name, wanted = tokenizer_of(metric), languages.word_tokenizer(language)
    if not isinstance(name, str) or name == wanted or name.partition("[")[0] not in _PARTICULAR:
        return None
    return f"say tokenize={wanted}"
