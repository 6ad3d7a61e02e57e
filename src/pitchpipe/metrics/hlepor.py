"""hLEPOR: the harmonic mean of the LEPOR factors, of words and of their parts of speech.

Han et al. (2013), section 3.4, where it is called LEPOR_v3.1; the factors are those of
:mod:`pitchpipe.metrics.lepor`. HPR is H_1::

    hLEPOR       = weighted harmonic mean of HPR, LP, NPosPenal                              eq. 9
    hLEPOR_final = (w_hw · hLEPOR_word + w_hp · hLEPOR_POS) / (w_hw + w_hp)                  eq. 10

With ``pos=true`` hLEPOR_POS is the same formula on the sequence of tags; without, hLEPOR_word is all. Where
the paper's Table 1 has no weights for tags, those of words count, and w_hw:w_hp is 1:1 (ours).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from pitchpipe import _core
from pitchpipe.batch.batch import Batch
from pitchpipe.batch.rows import ratio
from pitchpipe.batch.values import Array, Measured, best_reference
from pitchpipe.errors import ParameterError
from pitchpipe.metrics.annotated import annotation_origin
from pitchpipe.metrics.lepor import Lepor, harmonic_mean
from pitchpipe.metrics.parameters import counting, formula
from pitchpipe.metrics.registry import register
from pitchpipe.text.tokenizers import View, encode

if TYPE_CHECKING:
    from typing_extensions import Self

    from pitchpipe.lang.annotation.analysis import Analysed

#: What a row says of the tags, after what it says of the words.
_OF_TAGS = ("LP_POS", "NPosPenal_POS", "HPR_POS", "P_POS", "R_POS")


@register()
@dataclass(frozen=True, kw_only=True)
class HLepor(Lepor):
    """hLEPOR: the weighted harmonic mean of the factors."""

    name: ClassVar[str] = "hlepor"
    title: ClassVar[str] = "hLEPOR"
    paper: ClassVar[str] = "Han et al. 2013, eq. 9 and 10; LEPOR_v3.1"

    weights: tuple[float, ...] | None = formula(
        None,
        "weights of HPR/LP/NPosPenal; default 7/2/1, or lang's",
        type="floats",
        low=0.0,
        length=3,
        ratio="HPR:LP:NPosPenal",
    )
    pos: bool = counting(False, "compare parts of speech beside words")
    tags: str = counting(
        "upos", "parts of speech: universal, or those of the tagger", choices=("upos", "xpos")
    )
    language: str | None = counting(
        None, "language of the texts, for parts of speech; default the target language", type="str"
    )
    annotation: str | None = counting(
        None, "what found the parts of speech of the references, checked if given", type="str"
    )
    w_word: float | None = formula(
        None, "weight of words beside tags; default 1, or lang's", type="float", low=0.0, ratio="word:pos"
    )
    w_pos: float | None = formula(
        None, "weight of tags beside words; default 1, or lang's", type="float", low=0.0, ratio="word:pos"
    )
    pos_weights: tuple[float, ...] | None = formula(
        None,
        "weights of HPR/LP/NPosPenal of tags; default lang's, or those of words",
        type="floats",
        low=0.0,
        length=3,
        ratio="HPR:LP:NPosPenal of tags",
    )
    pos_alpha: float | None = formula(
        None,
        "weight of recall of tags; default lang's, or that of words",
        type="float",
        low=0.0,
        ratio="recall:precision of tags",
    )
    pos_beta: float | None = formula(
        None,
        "weight of precision of tags; default lang's, or that of words",
        type="float",
        low=0.0,
        ratio="recall:precision of tags",
    )

    def check(self) -> None:
        super().check()
        for name, weights in (("weights", self._weights), ("pos_weights", self._pos_weights)):
            if len(weights) != 3 or not any(weights):
                raise ParameterError(
                    f"hlepor: {name} are three numbers, HPR/LP/NPosPenal, not all 0: {name}=7/2/1"
                )
        if not any(self._mixture):
            raise ParameterError("hlepor: w_word and w_pos cannot both be 0")
        if not any(self._pos_recall_precision):
            raise ParameterError("hlepor: pos_alpha and pos_beta cannot both be 0")

    # -- weights ----------------------------------------------------------------------------------

    @property
    def _weights(self) -> tuple[float, ...]:
        return self._preset.words.factors if self.weights is None else self.weights

    @property
    def _mixture(self) -> tuple[float, float]:
        """w_hw and w_hp."""
        word, pos = self._preset.mix or (1.0, 1.0)
        return word if self.w_word is None else self.w_word, pos if self.w_pos is None else self.w_pos

    @property
    def _pos_weights(self) -> tuple[float, ...]:
        if self.pos_weights is not None:
            return self.pos_weights
        return self._weights if self._preset.tags is None else self._preset.tags.factors

    @property
    def _pos_recall_precision(self) -> tuple[float, float]:
        """α and β of tags."""
        tuned = self._preset.tags
        alpha, beta = (self._alpha, self._beta) if tuned is None else (tuned.alpha, tuned.beta)
        return (
            alpha if self.pos_alpha is None else self.pos_alpha,
            beta if self.pos_beta is None else self.pos_beta,
        )

    def in_effect(self) -> dict[str, Any]:
        names = ("w_word", "w_pos", "pos_alpha", "pos_beta", "pos_weights")
        values = (*self._mixture, *self._pos_recall_precision, self._pos_weights)
        of_tags = dict(zip(names, values, strict=True)) if self.pos else dict.fromkeys(names)
        return {**super().in_effect(), "weights": self._weights, **of_tags}

    # -- parts of speech --------------------------------------------------------------------------

    def wants(self, what: str) -> bool:
        return (self.pos and what == "pos") or super().wants(what)

    def prepare(self, batch: Batch) -> Self:
        """Fixes the language, and what found the parts of speech, so that the signature says it."""
        prepared = super().prepare(batch)
        if not self.pos:
            return prepared
        found = annotation_origin(self.name, self.annotation, *self._annotations(batch))
        return prepared.replace(language=self._language_of(batch), annotation=found)

    def _language_of(self, batch: Batch) -> str | None:
        target = (self.lang or "").partition("-")[2] or None
        return self.language or batch.resources.target_language or target

    def _annotations(self, batch: Batch) -> tuple[Analysed, Analysed]:
        return batch.annotations(self._language_of(batch), self.annotation)

    def measure(self, batch: Batch) -> Measured:
        words = super().measure(batch)
        if not self.pos:
            return words
        hyps, refs = (_lines(side, self.tags) for side in self._annotations(batch))
        if self.mode == "perl":
            tags = _core.lepor_perl_counts(_core.Texts(hyps), _core.Texts(refs), batch.layout)
        else:
            hyp_tokens, ref_tokens = encode([hyps, refs], View("none"))
            tags = self._count(hyp_tokens, ref_tokens, batch)
        return Measured(np.concatenate([words.values, tags], axis=-1), words.starts)

    # -- the formula ------------------------------------------------------------------------------

    @property
    def columns(self) -> tuple[str, ...]:
        words = super().columns
        return (*words, *_OF_TAGS, "hLEPOR_word", "hLEPOR_POS") if self.pos else words

    def weigh(self, measured: Measured) -> Array:
        if not self.pos:
            return super().weigh(measured)
        of_words, of_tags = np.split(measured.values, 2, axis=-1)
        words = self._factors(of_words, self._alpha, self._beta)
        tags = self._factors(of_tags, *self._pos_recall_precision)
        by_words, by_tags = self._mix(*words[:3]), self._mix_tags(*tags[:3])
        scores = self._final(by_words, by_tags)
        rows = np.stack([scores, np.ones_like(scores), *words, *tags, by_words, by_tags], axis=-1)
        best: Array = rows[best_reference(scores, measured.starts)]
        return best

    def combine(self, sums: Array) -> Array:
        if not self.pos or self.system == "A":
            return super().combine(sums)
        words, tags = ([ratio(sums[..., k + i], sums[..., 1], 0.0) for i in range(3)] for k in (2, 7))
        return 100.0 * self._final(self._mix(*words), self._mix_tags(*tags))

    def _over_orders(self, H: Array) -> Array:
        first: Array = H[..., 0]
        return first

    def _mix(self, LP: Array, NPosPenal: Array, harmonic: Array) -> Array:
        return harmonic_mean(self._weights, (harmonic, LP, NPosPenal))

    def _mix_tags(self, LP: Array, NPosPenal: Array, harmonic: Array) -> Array:
        return harmonic_mean(self._pos_weights, (harmonic, LP, NPosPenal))

    def _final(self, by_words: Array, by_tags: Array) -> Array:
        """Eq. 10."""
        w_hw, w_hp = self._mixture
        return (w_hw * by_words + w_hp * by_tags) / (w_hw + w_hp)


def _lines(analysed: Analysed, tags: str) -> list[str]:
    """The tags of every line, separated by spaces."""
    # A tag is one word, whatever is in it.
    words = ["_".join(tag.split()) or "_" for tag in getattr(analysed, tags)]
    bounds = zip(analysed.offsets[:-1].tolist(), analysed.offsets[1:].tolist(), strict=True)
    return [" ".join(words[begin:end]) for begin, end in bounds]
