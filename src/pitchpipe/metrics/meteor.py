"""METEOR: words matched by form, stem and synonym, and a penalty for scattered matches.

Banerjee and Lavie (2005), "METEOR: An Automatic Metric for MT Evaluation with Improved Correlation with
Human Judgments", ACL workshop; Lavie and Agarwal (2007); Denkowski and Lavie (2014), "Meteor Universal", WMT,
section 2. Words are linked one to one; m links lie in chunks, runs that are adjacent on both sides::

    P     = Σ_i w_i·(δ·m_i(h_c) + (1 − δ)·m_i(h_f)) / (δ·|h_c| + (1 − δ)·|h_f|),   R likewise of the reference
    Fmean = P·R/(α·P + (1 − α)·R)
    Pen   = γ·(chunks/m)^β
    METEOR = (1 − Pen)·Fmean

where m_i are the matches of module i (exact, stem, synonym), w_i its weight, and c and f mean content and
function words. A sentence that is matched whole in one chunk counts no chunk, so that Pen is 0. A corpus is
the formula on summed counts. Several references: the best score.

``align="1.5"`` finds links as the program Meteor 1.5 does (without its paraphrase tables), which counts only
exact matches while it searches; ``align="staged"`` as the first versions, module by module: as many matches
as possible with the fewest crossings, then in the fewest chunks, then with the least distance. It finds the
best alignment, or refuses a line that has too many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _core
from pitchpipe.batch.batch import Batch
from pitchpipe.batch.rows import ratio
from pitchpipe.batch.values import Array, Measured, best_reference
from pitchpipe.errors import DataError, MissingError, ParameterError, warn
from pitchpipe.lang.function_words import (
    ESTIMATED,
    digest_of,
    frequent_words,
    read_function_words,
    word_counts,
)
from pitchpipe.metrics.explanations import Links, words_of_pairs
from pitchpipe.metrics.parameters import counting, formula, lowercase
from pitchpipe.metrics.registry import register
from pitchpipe.metrics.words import WordMetric

if TYPE_CHECKING:
    from typing_extensions import Self

    from pitchpipe.lang.synonyms.finding import Synonyms


class Version(NamedTuple):
    """Parameters that were published together; ``weights`` are those of exact, stem and synonym."""

    alpha: float
    beta: float
    gamma: float
    delta: float = 0.5
    weights: tuple[float, float, float] = (1.0, 1.0, 1.0)


class WordFacts(TypedDict):
    """Of every word the number of its stem, where its synsets begin, and their numbers; as the core asks."""

    stems: NDArray[np.uint32]
    sense_offsets: NDArray[np.int64]
    senses: NDArray[np.uint32]


#: Version 0.6 as Chiang et al. (2008) used it, the first paper, and the ranking task of Meteor 1.5.
VERSIONS = {
    "0.6": Version(0.81, 0.83, 0.28),
    "2005": Version(0.9, 3.0, 0.5),
    "1.5-rank-en": Version(0.85, 0.20, 0.60, 0.75, (1.0, 0.6, 0.8)),
    "1.5-rank-cs": Version(0.95, 0.20, 0.60, 0.80, (1.0, 0.4, 0.0)),
    "1.5-rank-de": Version(0.95, 1.00, 0.55, 0.55, (1.0, 0.8, 0.2)),
    "1.5-rank-es": Version(0.65, 1.30, 0.50, 0.80, (1.0, 0.8, 0.6)),
    "1.5-rank-fr": Version(0.90, 1.40, 0.60, 0.65, (1.0, 0.2, 0.4)),
    "1.5-rank-ru": Version(0.75, 1.40, 0.70, 0.50, (1.0, 0.5, 0.5)),
}
MODULES = ("exact", "stem", "synonym")
#: Columns before those of the modules, and how many each module has.
GENERAL = ("hyp_length", "ref_length", "hyp_function", "ref_function", "chunks")
PER_MODULE = ("", "_hyp_function", "_ref_function")
#: The synonyms that are found for the language; ``None`` would be spelt as ``none``, which means without.
AUTO = "auto"


@register()
@dataclass(frozen=True, kw_only=True)
class METEOR(WordMetric):
    """METEOR. A row is the lengths, the function words, the chunks, and the matches of every module."""

    name: ClassVar[str] = "meteor"
    title: ClassVar[str] = "METEOR"
    paper: ClassVar[str] = "Banerjee & Lavie 2005; Denkowski & Lavie 2014"
    needs: ClassVar[frozenset[str]] = frozenset({"references", "synonyms"})
    exceptions: ClassVar = {
        "decomposable": "chunks and lengths are summed before the formula",
        "self_contained": "it needs synonyms",
    }
    counts_each_reference: ClassVar[bool] = True

    lowercase: bool = lowercase(True)
    language: str | None = counting(
        None, "language of the texts; default the target language", type="str", key="lang"
    )
    modules: str = counting(
        "exact/stem/synonym",
        "what makes words match",
        choices=("exact", "exact/stem", "exact/synonym", "exact/stem/synonym"),
        always=True,
    )
    synonyms: str = counting(
        AUTO, "auto: those of the language; none; or a WordNet folder, thesaurus or TSV file", always=True
    )
    align: str = counting(
        "1.5", "all modules at once, or one by one", choices=("1.5", "staged"), key="search"
    )
    function_words: str | None = counting(
        None,
        "a file of function words; by default frequent words of the references, where delta is not 0.5",
        type="str",
    )
    version: str = formula("0.6", "parameters published together", choices=tuple(VERSIONS), key="params")
    alpha: float | None = formula(
        None, "weight of recall; default the version's", type="float", low=0.0, high=1.0
    )
    beta: float | None = formula(
        None, "exponent of the penalty; default the version's", type="float", low=0.0, high=20.0
    )
    gamma: float | None = formula(
        None, "the largest penalty; default the version's", type="float", low=0.0, high=1.0
    )
    delta: float | None = formula(
        None, "weight of content words; default the version's", type="float", low=0.0, high=1.0
    )
    weights: tuple[float, ...] | None = formula(
        None, "weights of the modules; default the version's", type="floats", low=0.0, high=1.0, length=3
    )

    #: The function words that were estimated, once prepared; ``function_words`` has their digest.
    estimated: frozenset[str] | None = field(default=None, compare=False, repr=False)

    def check(self) -> None:
        super().check()
        if self.weights is not None and len(self.weights) != len(MODULES):
            raise ParameterError(
                f"{self.name}: weights are three numbers, of exact, stem and synonym matches, not "
                f"{len(self.weights)}"
            )

    @property
    def _parameters(self) -> Version:
        """The parameters as they enter the formula."""
        given = {name: getattr(self, name) for name in Version._fields}
        return VERSIONS[self.version]._replace(**{k: v for k, v in given.items() if v is not None})

    def in_effect(self) -> dict[str, Any]:
        used = self._parameters._asdict()
        if self.function_words is None and self._parameters.delta == 0.5:
            used["delta"] = None
        return {**super().in_effect(), **used}

    def settle(self, batch: Batch) -> Self:
        """Fixes the language, and the synonyms by their content."""
        settled = super().settle(batch)
        language = self.language or batch.resources.target_language
        if language is None or "synonym" not in self.modules:
            return settled.replace(language=language)
        try:
            found = self._find_synonyms(language)
        except MissingError as error:
            if self.synonyms != AUTO:
                raise
            warn(f"{self.name} does without synonyms: {error}")
            found = None
        return settled.replace(language=language, synonyms="none" if found is None else found.origin)

    @property
    def _is_estimated(self) -> bool:
        """Whether function words are those that are frequent in the references."""
        given = self.function_words
        return self._parameters.delta != 0.5 if given is None else given.startswith(ESTIMATED)

    @property
    def estimates(self) -> bool:
        """Function words, where they are weighed and no list is given."""
        return self._is_estimated and self.estimated is None

    def corpus_facts(self, batch: Batch) -> Counter[str]:
        """The words of references."""
        _, refs = self.tokens(batch, named=True)
        return word_counts(refs)

    def with_corpus_facts(self, facts: Counter[str]) -> Self:
        """The frequent ones are function words."""
        given = self.function_words
        try:
            found = frequent_words(facts)
        except DataError as error:
            raise DataError(
                f"{self.name}: delta={self._parameters.delta:g} weighs function words, and {error}: give a "
                "list of them, function_words=FILE, or delta=0.5"
            ) from None
        origin = f"{ESTIMATED}{digest_of(found)}"
        if given not in {None, origin}:
            raise DataError(
                f"{self.name}: function words were {given}, on these references they are {origin}"
            )
        return self.replace(function_words=origin, estimated=found)

    def measure(self, batch: Batch) -> Measured:
        if self.estimates:
            return self.with_corpus_facts(self.corpus_facts(batch)).measure(batch)
        hyps, refs = self.tokens(batch, named=True)
        words = _core.vocabulary(refs)
        counts = _core.aligned_words(
            hyps,
            refs,
            batch.layout,
            **self._facts(words, batch),
            function=self._function(words),
            staged=self.align == "staged",
        )
        return Measured(counts, batch.layout.reference_starts())

    def explanations(self, batch: Batch) -> Iterator[Links]:
        """The links that are counted, each with the module that found it."""
        hyps, refs = self.tokens(batch, named=True)
        facts = self._facts(_core.vocabulary(refs), batch)
        found = _core.word_links(hyps, refs, batch.layout, **facts, staged=self.align == "staged")
        for words, links in zip(words_of_pairs(hyps, refs, batch), found, strict=True):
            by_place = {own: (place, MODULES[module]) for own, place, module in links}
            places = [by_place.get(i, (None, None)) for i in range(len(words[0]))]
            yield Links(*words, tuple(place for place, _ in places), tuple(stage for _, stage in places))

    @property
    def columns(self) -> tuple[str, ...]:
        return (*GENERAL, *(module + suffix for module in MODULES for suffix in PER_MODULE))

    @property
    def never_more(self) -> tuple[tuple[str, str], ...]:
        words = [(f"{side}_function", f"{side}_length") for side in ("hyp", "ref")]
        matched = [(module, f"{side}_length") for module in MODULES for side in ("hyp", "ref")]
        return (*words, *matched)

    def weigh(self, measured: Measured) -> Array:
        if len(measured) == len(measured.values):
            return measured.values
        chosen: Array = measured.values[best_reference(self.combine(measured.values), measured.starts)]
        return chosen

    def combine(self, sums: Array) -> Array:
        P, R, m = self._precision_recall(sums)
        alpha = self._parameters.alpha
        Fmean = np.where(m > 0, ratio(P * R, alpha * P + (1.0 - alpha) * R, 0.0), 0.0)
        return 100.0 * Fmean * (1.0 - self._penalty(sums, m))

    def parts(self, sums: Array) -> dict[str, Any]:
        P, R, m = self._precision_recall(sums)
        penalty = self._penalty(sums, m)
        return {"P": float(P), "R": float(R), "penalty": float(penalty), "chunks": float(sums[4])}

    def _precision_recall(self, sums: Array) -> tuple[Array, Array, Array]:
        """P, R and the number of matches."""
        delta, w = self._parameters.delta, np.array(self._parameters.weights)
        hyp, ref, hyp_function, ref_function = (sums[..., k] for k in range(4))
        matches, in_hyp, in_ref = (sums[..., len(GENERAL) + k :: len(PER_MODULE)] for k in range(3))

        def share(length: Array, function: Array, matched_function: Array) -> Array:
            content = delta * ((matches - matched_function) @ w)
            matched = content + (1.0 - delta) * (matched_function @ w)
            return ratio(matched, delta * (length - function) + (1.0 - delta) * function, 0.0)

        P, R = share(hyp, hyp_function, in_hyp), share(ref, ref_function, in_ref)
        return P, R, matches.sum(axis=-1)

    def _penalty(self, sums: Array, m: Array) -> Array:
        # The core counts no chunk for a sentence that is matched whole in one.
        chunks = sums[..., 4]
        scattered = self._parameters.gamma * ratio(chunks, m, 0.0) ** self._parameters.beta
        return np.where(chunks > 0, scattered, 0.0)

    def _facts(self, words: list[str], batch: Batch) -> WordFacts:
        """What makes words match that are not the same."""
        sense_offsets, senses = self._senses(words, batch)
        return {"stems": self._stems(words, batch), "sense_offsets": sense_offsets, "senses": senses}

    def _stems(self, words: list[str], batch: Batch) -> NDArray[np.uint32]:
        """The number of every word's stem; none without that module."""
        if "stem" not in self.modules:
            return np.zeros(0, dtype=np.uint32)
        from pitchpipe.lang.stems import stems

        numbers: dict[str, int] = {}
        found = stems(words, self._language(batch, "stems"))
        return np.array([numbers.setdefault(stem, len(numbers)) for stem in found], dtype=np.uint32)

    def _senses(self, words: list[str], batch: Batch) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
        """The synsets of every word: where they begin, and their numbers; none without that module."""
        found = None
        if "synonym" in self.modules and self.synonyms != "none":
            found = self._find_synonyms(self._language(batch, "synonyms"))
        if found is None:
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.uint32)
        return found.inflected(words)

    def _find_synonyms(self, language: str) -> Synonyms | None:
        from pitchpipe.lang.synonyms.finding import find_synonyms

        asked = None if self.synonyms == AUTO else self.synonyms
        return find_synonyms(asked, language, metric=self.name)

    def _language(self, batch: Batch, what: str) -> str:
        language = self.language or batch.resources.target_language
        if language is None:
            raise MissingError(
                f"{what} depend on the language: say which with -l de-en (language= in Python) or "
                f"{self.name}:language=en, "
                f"or match equal words only, {self.name}:modules=exact"
            )
        return language

    def _function(self, words: list[str]) -> NDArray[np.bool_]:
        """Which words are function words."""
        if self.function_words is None:
            return np.zeros(0, dtype=np.bool_)
        known = self.estimated
        if known is None:
            known = read_function_words(self.function_words)
        return np.array([word.lower() in known for word in words], dtype=np.bool_)
