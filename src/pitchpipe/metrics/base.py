"""The contract every metric keeps.

A metric is computed in five steps, and everything above the metrics uses only the last three:

=============  ======================================================================================
``prepare``    fixes facts of the corpus from sources and references, never from a hypothesis
``measure``    counts; one row per hypothesis, or per (hypothesis, reference)
``weigh``      applies formula parameters and chooses among references; rows become *additive*
``combine``    from summed rows to scores, vectorised over all leading axes
``segment``    from rows to sentence scores; ``combine`` unless the metric has its own form
=============  ======================================================================================

The row of a corpus is the sum of the rows of its segments. Significance, fitting, tuning and
choosing rest on that alone, so a new metric is one small module and gets all of them.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from pitchpipe.batch.batch import Batch
from pitchpipe.batch.resources import NO_RESOURCES, Resources
from pitchpipe.batch.rows import pairs_within
from pitchpipe.batch.values import Array, Measured
from pitchpipe.brief import brief
from pitchpipe.errors import ParameterError
from pitchpipe.metrics import grammar, signatures, tokenizing
from pitchpipe.metrics.calls import Calls
from pitchpipe.metrics.parameters import field_names, opposite_of, parameters, words
from pitchpipe.metrics.possible import impossible
from pitchpipe.metrics.verbose import parts_line
from pitchpipe.text import languages
from pitchpipe.wording import quoted

if TYPE_CHECKING:
    from typing_extensions import Self

    from pitchpipe.metrics.corpus_facts import Facts
    from pitchpipe.metrics.explanations import Explanation
    from pitchpipe.metrics.provenance import Provenance

Direction = Literal["higher", "lower", "none"]
#: One score, or any number of them.
Scores = TypeVar("Scores", float, Array)
Found = TypeVar("Found")
#: Where a metric keeps what it remembers; no field, so that metrics are compared without it.
_MEMORY = "_memory"


@dataclass(frozen=True)
class Fact:
    """Whether a metric has a property, and if not, why not."""

    holds: bool
    reason: str = ""


#: Properties a metric has unless it says otherwise. Each is tested for every metric that has it.
FACTS: Mapping[str, str] = MappingProxyType(
    {
        "bounded": "scores lie within the metric's bounds",
        "identity_is_best": "a hypothesis of a few words equal to its only reference scores best",
        "decomposable": "with one reference, the corpus score is a fixed weighted mean of segment scores",
        "pairwise": "any hypothesis can be scored against any reference alone (matrix)",
        "self_contained": "hypotheses and references are enough; no file or model is needed",
    }
)


@dataclass(frozen=True, kw_only=True)
class Metric(Calls, ABC):
    """A frozen set of parameters and the five steps. See the module's docstring.

    What people call (``corpus_score`` and its like) rests on the steps, in :mod:`pitchpipe.metrics.calls`.
    """

    #: The registered name, the name people write, and where the metric comes from.
    name: ClassVar[str]
    title: ClassVar[str]
    paper: ClassVar[str]
    direction: ClassVar[Direction] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 100.0)
    #: What must be at hand beside hypotheses: references, source, alignment, ...
    needs: ClassVar[frozenset[str]] = frozenset({"references"})
    #: Facts of :data:`FACTS` that do not hold, each with its reason.
    exceptions: ClassVar[Mapping[str, str]] = MappingProxyType({})
    #: Whether it counts every reference by itself, so that a group's pairs are rows with several references.
    counts_each_reference: ClassVar[bool] = False
    #: Names the class is registered under, with the parameters each sets; :mod:`registry` fills it in.
    variants: ClassVar[Mapping[str, Mapping[str, Any]]] = MappingProxyType({})
    #: The parameter that may be given without its name: ``external:scores.txt``.
    positional: ClassVar[str | None] = None

    #: The text it was made from, in the grammar, where it was; what people meant by it.
    asked: str | None = field(default=None, compare=False, repr=False)
    #: The preset its parameters were read from; no part of what the metric is, but signatures show it.
    provenance: Provenance | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        for name, parameter in parameters(self).items():
            checked = parameter.check(f"{self.name}: {name}", getattr(self, name))
            object.__setattr__(self, name, checked)
        tokenizing.check_named(self)
        self.check()

    def check(self) -> None:
        """Refuses parameter values that are fine alone but not together; most metrics refuse nothing."""

    @classmethod
    def make(cls, name: str, values: Mapping[str, Any]) -> Self:
        """An instance; an unknown parameter is an error that says which there are."""
        known, fields = field_names(cls), words(cls)
        named = {fields.get(key, key): value for key, value in cls._in_its_words(name, values).items()}
        for key in named:
            if key not in known:
                there = f"there are {', '.join(fields)}" if fields else "it has none"
                raise ParameterError(f"{name} has no parameter {quoted(key)}: {there}")
        return cls(**named)

    @classmethod
    def _in_its_words(cls, name: str, values: Mapping[str, Any]) -> dict[str, Any]:
        """Values by the names of the parameters: ``case_sensitive`` is the opposite of ``lowercase``."""
        declared = parameters(cls)
        spelt = dict(values)
        for key in values:
            opposite = opposite_of(key, declared)
            if opposite is not None and opposite not in values:
                spelt[opposite] = not declared[opposite].check(f"{name}: {key}", spelt.pop(key))
        return spelt

    def replace(self, **values: Any) -> Self:
        """This metric with other parameters."""
        values = self._in_its_words(self.name, values)
        own = {name: getattr(self, name) for name in field_names(type(self))}
        return self.make(self.name, {**own, "asked": None, **values})

    def asked_as(self, text: str) -> Self:
        """The same, made from this text; its parameters are checked already."""
        twin = object.__new__(type(self))
        vars(twin).update(self.__getstate__(), asked=text)
        return twin

    def remembered(self, what: Hashable, make: Callable[[], Found]) -> Found:
        """What derives from the parameters alone, made once: a loop over sentences asks for it every time."""
        memory = vars(self).setdefault(_MEMORY, {})
        if what not in memory:
            memory[what] = make()
        found: Found = memory[what]
        return found

    def __getstate__(self) -> dict[str, Any]:
        """What pickling and copying keep: all but what is remembered."""
        return {name: value for name, value in vars(self).items() if name != _MEMORY}

    # -- the five steps ---------------------------------------------------------------------------

    def prepare(self, batch: Batch) -> Self:
        """This metric with the facts of the corpus fixed; looks at no hypothesis."""
        settled = self.settle(batch)
        return settled.with_corpus_facts(settled.corpus_facts(batch)) if settled.estimates else settled

    def settle(self, batch: Batch) -> Self:
        """This metric with what any part of the corpus tells, such as the tokenizer of its language.

        What only all references tell, a metric that ``estimates`` learns from its corpus facts.
        """
        prepared = self
        if tokenizing.is_open(self):
            prepared = self.with_tokenizer(languages.word_tokenizer(batch.language))
        if tokenizing.tokenizer_of(self) is not None or type(self).unfit_for is not Metric.unfit_for:
            tokenizing.warn_of_script(prepared, batch.references, batch.script_language)
        return prepared

    @abstractmethod
    def measure(self, batch: Batch) -> Measured:
        """Counts every row of a batch."""

    @property
    @abstractmethod
    def columns(self) -> tuple[str, ...]:
        """Names of the columns of a weighed row."""

    def weigh(self, measured: Measured) -> Array:
        """Additive rows, ``[hypotheses, k]``; where there is a choice, of the best reference."""
        return measured.values

    @abstractmethod
    def combine(self, sums: Array) -> Array:
        """Scores from summed rows ``[..., k]``."""

    def segment(self, rows: Array) -> Array:
        """Sentence scores from the rows of single hypotheses."""
        return self.combine(rows)

    # -- what derives from them -------------------------------------------------------------------

    def measure_pairs(
        self,
        hypotheses: list[str],
        references: list[str],
        pairs: NDArray[np.integer] | None = None,
        *,
        sources: list[str] | None = None,
        resources: Resources = NO_RESOURCES,
    ) -> Measured:
        """Counts pairs (hypothesis, reference), each reference standing alone; all pairs by default.

        ``sources`` are those of the references, for the few metrics that read them.
        """
        batch = Batch.from_pairs(hypotheses, references, pairs, sources=sources, resources=resources)
        return self.measure(batch)

    def measure_groups(
        self,
        hypotheses: list[str],
        references: list[str],
        hyp_offsets: NDArray[np.integer],
        ref_offsets: NDArray[np.integer],
        *,
        sources: list[str] | None = None,
        resources: Resources = NO_RESOURCES,
    ) -> Measured:
        """Counts all pairs within each group, one group after the other, hypothesis by hypothesis.

        Group ``g`` has the hypotheses ``hyp_offsets[g]`` to ``hyp_offsets[g + 1]``, and references likewise;
        ``sources`` has one for each group.
        """
        if self.counts_each_reference:
            owner = np.repeat(np.arange(len(hyp_offsets) - 1, dtype=np.uint32), np.diff(hyp_offsets))
            offsets = ref_offsets.astype(np.uint32)
            batch = Batch(
                hypotheses,
                references,
                offsets,
                owner=owner,
                sources=sources,
                resources=resources,
                unreferenced=True,
            )
            return self.measure(batch).by_reference()
        pairs = pairs_within(hyp_offsets, ref_offsets)
        if sources is not None:
            counts = np.diff(ref_offsets).tolist()
            sources = [source for source, count in zip(sources, counts, strict=True) for _ in range(count)]
        return self.measure_pairs(hypotheses, references, pairs, sources=sources, resources=resources)

    def expect(self, batch: Batch, weights: Array) -> Measured:
        """Counts each hypothesis against all its references at once, as one with their expected counts.

        ``weights`` has a number for each reference; those of a segment sum to 1. The score of expected
        counts stands in for the expected score where comparing all pairs takes too long. Optional: few
        metrics have counts whose expectation means anything.
        """
        raise ParameterError(
            f"{self.name} has no expected counts: compare all pairs (without --aggregate, aggregate=False)"
        )

    def with_tokenizer(self, name: str) -> Self:
        """This metric with a tokenizer in place of ``auto``."""
        if not tokenizing.is_open(self):
            return self
        return self.remembered(("tokenizer", name), lambda: self.replace(tokenize=name))

    def unfit_for(self, language: str) -> str | None:
        """What to do instead where it does not find the words of a language without spaces."""
        return tokenizing.unfit_for(self, language)

    def for_given_links(self) -> Self:
        """This metric for texts whose words are linked already, and so taken as tokenised."""
        return self

    def for_sentences(self) -> Self:
        """This metric with its sentence form spelled out, for signatures of sentence scores."""
        return self

    def parts(self, sums: Array) -> dict[str, Any]:
        """Named intermediate values behind ``combine(sums)``, for one ``sums`` of shape ``[k]``."""
        return {}

    def verbose(self, sums: Array) -> str:
        """The parts in one line for people; empty where there are none."""
        return parts_line(self.parts(sums))

    def explain(self, hypothesis: str, reference: str) -> Explanation:
        """Which words of a sentence were matched, where the metric knows."""
        (found,) = self.explanations(Batch.from_pairs([hypothesis], [reference]))
        return found

    def explanations(self, batch: Batch) -> Iterable[Explanation]:
        """As :meth:`explain`, of every row of a batch whose segments have one reference each."""
        raise ParameterError(f"{self.name} has no word alignment to show")

    def further_decimals(self, scores: Array) -> int:
        """How many more decimals its scores need than those of a scale of 0 to 100, to tell as much."""
        return 0

    def singles(self) -> tuple[Metric, ...]:
        """The metrics it consists of: itself, or the parts of a mixture."""
        return (self,)

    def oriented(self, scores: Scores) -> Scores:
        """Scores turned so that the highest is best; without a direction, as they are.

        Unlike a gain, this needs no scale: it is for ranking, not for mixing.
        """
        return -scores if self.higher_is_better is False else scores

    @classmethod
    def background(cls) -> tuple[str, ...]:
        """What else people should know of it, in lines: where numbers come from, and what it is not for."""
        return ()

    @property
    def is_endless(self) -> bool:
        """Whether higher is better without an upper bound, so that there is no scale to measure a gain by."""
        return self.higher_is_better is True and math.isinf(self.bounds[1])

    def gain(self, scores: Array) -> Array:
        """What tuning, choosing and mixtures maximise: the score, or 100 − score for error metrics."""
        if self.higher_is_better is None:
            raise ParameterError(f"{self.name} has no direction: neither high nor low is better")
        if not self.higher_is_better:
            return 100.0 - scores
        if self.is_endless:
            raise ParameterError(f"{self.name} has no upper bound: give it a scale to use it as a gain")
        return scores

    def in_effect(self) -> dict[str, Any]:
        """The formula parameters as they enter the formula: the values that ``None`` stands for.

        ``None`` is left where a parameter plays no part.
        """
        return {name: getattr(self, name) for name, p in parameters(self).items() if p.kind == "formula"}

    # -- corpora in parts -------------------------------------------------------------------------

    def undividable(self) -> str | None:
        """Why it cannot be measured in parts of a corpus; ``None`` where it can."""
        return None

    @property
    def estimates(self) -> bool:
        """Whether it estimates a fact of the corpus from sums over the references, when it is prepared."""
        return False

    def corpus_facts(self, batch: Batch) -> Facts:
        """The sums over a part of the references from which it estimates, by default none; when settled."""
        return None

    def with_corpus_facts(self, facts: Any) -> Self:
        """This metric, settled on some texts, with what all of them tell."""
        return self

    @property
    def by_segment(self) -> bool:
        """Whether it looks at a segment at a time, so that large texts are better measured a part at a time.

        What needs to be known of all of them, words that are aligned or analysed, is found only once.
        """
        divided = self.undividable() is None and not self.estimates
        return divided and not any(map(self.wants, ("alignment", "pos", "lemma", "synonyms")))

    def may_be_negative(self, column: str) -> bool:
        """Whether a column of a row is a sum of scores rather than a count."""
        return column.rpartition(".")[2] in {"numerator", "score"}

    @property
    def never_more(self) -> tuple[tuple[str, str], ...]:
        """Pairs of columns of which the first never exceeds the second: matches, and what could match."""
        return ()

    def impossible(self, rows: Array) -> str | None:
        """Why one of these rows ``[..., k]`` can be no sum of rows, as far as that shows; ``None`` where not.

        They may be scaled: tuners let older segments count less, so that counts need not be whole.
        """
        return impossible(self, rows)

    def wants(self, what: str) -> bool:
        """Whether it needs this beside hypotheses, or a part of it does."""
        return what in self.needs

    @property
    def higher_is_better(self) -> bool | None:
        """The direction; ``None`` where there is none."""
        return {"higher": True, "lower": False, "none": None}[self.direction]

    @classmethod
    def facts(cls) -> dict[str, Fact]:
        """Every fact, with the reason where it does not hold."""
        return {
            name: Fact(False, cls.exceptions[name]) if name in cls.exceptions else Fact(True)
            for name in FACTS
        }

    # -- names ------------------------------------------------------------------------------------

    @property
    def signature(self) -> str:
        """One line that says how a number was made; a :class:`Score`'s own also counts references."""
        return signatures.signature(self)

    def signature_fields(self) -> dict[str, tuple[str, str]]:
        """Signature fields: long key to (short key, value)."""
        return signatures.fields(self)

    @property
    def label(self) -> str | None:
        """What the user calls it, where that is another name than its own."""
        return None

    @property
    def heading(self) -> str:
        """What people see above its scores: the name it was given, or else the metric in the grammar."""
        return self.label or self.spec

    @property
    def spec(self) -> str:
        """The metric in the grammar: ``name:param=value``, defaults left out."""
        return self.remembered("spec", lambda: grammar.spell(self))

    def __init_subclass__(cls, **further: Any) -> None:
        super().__init_subclass__(**further)
        # Or every dataclass would write out all of its parameters, of which some have a hundred.
        if "__repr__" not in vars(cls):
            cls.__repr__ = Metric.__repr__  # type: ignore[method-assign]

    def __str__(self) -> str:
        return self.spec

    def __repr__(self) -> str:
        return brief(self, self.spec)
