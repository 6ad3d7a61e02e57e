"""sacreBLEU's metric classes, each a shell around a metric of ours."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np

from pitchpipe.batch.lines import batch_of
from pitchpipe.batch.values import Array
from pitchpipe.compat.sacrebleu.scores import BLEUScore, CHRFScore, Score, TERScore
from pitchpipe.compat.sacrebleu.signatures import Signature
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics import bleu, chrf, ter
from pitchpipe.metrics.base import Metric as OurMetric
from pitchpipe.metrics.scored import rows_of
from pitchpipe.resampling.intervals import percentile_intervals
from pitchpipe.resampling.sampling import Sampling, bootstrap_scores
from pitchpipe.text.tokenizer_versions import described
from pitchpipe.text.tokenizers import MODEL_FILES, NATIVE

_log = logging.getLogger(__name__)

#: Streams of references, each with a line (or ``None``) for every hypothesis.
References = Sequence[Sequence["str | None"]]
ScoreT = TypeVar("ScoreT", bound=Score)
#: So many lines that end in a full stop of its own mean that a text was tokenised before.
SUSPICIOUS = 100


class Metric(ABC, Generic[ScoreT]):
    """What BLEU, CHRF and TER share: corpora, sentences, references kept for several systems."""

    def __init__(self, ours: OurMetric, references: References | None) -> None:
        self._ours = ours
        self._references = references
        self._nrefs: str | None = None
        self._sampling: Sampling | None = None

    def corpus_score(
        self, hypotheses: Sequence[str], references: References | None, n_bootstrap: int = 1
    ) -> ScoreT:
        """The score of a corpus; without ``references``, against those the metric was made with.

        With ``n_bootstrap`` of more than 1, so many samples of the corpus estimate mean and interval.
        """
        rows = self._rows(hypotheses, self._references if references is None else references)
        score = self._scored(rows.sum(axis=0))
        if not isinstance(n_bootstrap, int) or n_bootstrap > 1:
            self._sampling = Sampling(samples=n_bootstrap)
            drawn = bootstrap_scores(self._ours, rows[None], self._sampling)
            score.mean = float(drawn.mean())
            (interval,) = percentile_intervals(drawn, self._sampling.confidence)
            score.ci = None if interval is None else (interval[1] - interval[0]) / 2
        return score

    def sentence_score(self, hypothesis: str, references: Sequence[str | None]) -> ScoreT:
        """The score of a sentence against its references."""
        if not isinstance(hypothesis, str):
            raise DataError(f"the hypothesis must be a text, not {type(hypothesis).__name__}")
        if isinstance(references, str):
            raise DataError("references must be a list of texts: write [reference] around a single one")
        return self._scored(self._rows([hypothesis], [[one] for one in references]).sum(axis=0))

    def get_signature(self) -> Signature:
        """How the last number was made; it counts references, and so there must have been one."""
        if self._nrefs is None:
            raise ParameterError("a signature counts references: compute a score first")
        sampling = self._sampling
        drawn = {} if sampling is None else {"bs": sampling.samples, "seed": sampling.seed}
        return Signature({"nrefs": self._nrefs, **drawn, **self._fields()}, self._short)

    #: Short keys of the signature that this metric has for itself.
    _short: ClassVar[Mapping[str, str]] = {}

    def _rows(self, hypotheses: Sequence[str], references: References | None) -> Array:
        if references is None:
            raise DataError("there are no references: give them here, or with references= to the metric")
        batch = batch_of(hypotheses, references, "stream")
        self._nrefs = batch.nrefs
        return rows_of(self._ours, batch)[1]

    @abstractmethod
    def _scored(self, sums: Array) -> ScoreT:
        """The score of summed rows."""

    @abstractmethod
    def _fields(self) -> dict[str, Any]:
        """What the signature says beside references and version."""


class BLEU(Metric[BLEUScore]):
    """BLEU. ``tokenize=None`` takes the tokenizer of ``trg_lang``, 13a by default."""

    SMOOTH_DEFAULTS: ClassVar[Mapping[str, float | None]] = {
        "none": None,
        "floor": bleu.SMOOTH_VALUES["floor"],
        "add-k": bleu.SMOOTH_VALUES["add-k"],
        "exp": None,
    }
    TOKENIZER_DEFAULT: ClassVar = "13a"
    TOKENIZERS: ClassVar = (*NATIVE[:-1], "ja-mecab", "ko-mecab", "spm", *MODEL_FILES)
    #: Tokenizers of languages that put no spaces between words.
    _BY_LANGUAGE: ClassVar = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}

    def __init__(
        self,
        lowercase: bool = False,
        force: bool = False,
        tokenize: str | None = None,
        smooth_method: str = "exp",
        smooth_value: float | None = None,
        max_ngram_order: int = 4,
        effective_order: bool = False,
        trg_lang: str = "",
        references: References | None = None,
    ) -> None:
        fitting = self._BY_LANGUAGE.get(trg_lang)
        if tokenize is not None and fitting not in (None, tokenize):
            _log.warning(
                "the tokenizer %s does not split %s into words: %s does", tokenize, trg_lang, fitting
            )
        chosen = tokenize or fitting or self.TOKENIZER_DEFAULT
        metric = bleu.BLEU(
            lowercase=lowercase,
            # sacreBLEU's first name of the tokenizer that it now calls flores101.
            tokenize="flores101" if chosen == "spm" else chosen,
            smooth=smooth_method,
            smooth_value=smooth_value,
            max_order=max_ngram_order,
            effective_order=bool(effective_order),
        )
        super().__init__(metric, references)
        self._bleu = metric
        self._force = force

    @staticmethod
    def compute_bleu(
        correct: Sequence[float],
        total: Sequence[float],
        sys_len: int,
        ref_len: int,
        smooth_method: str = "none",
        smooth_value: float | None = None,
        effective_order: bool = False,
        max_ngram_order: int = 4,
    ) -> BLEUScore:
        """BLEU from counts made elsewhere."""
        if not len(correct) == len(total) == max_ngram_order:
            raise DataError(
                f"there are {len(correct)} matches and {len(total)} n-grams for {max_ngram_order} orders"
            )
        metric = BLEU(
            smooth_method=smooth_method,
            smooth_value=smooth_value,
            effective_order=effective_order,
            max_ngram_order=max_ngram_order,
        )
        return metric._scored(np.array([*correct, *total, sys_len, ref_len], dtype=np.float64))

    def corpus_score(
        self, hypotheses: Sequence[str], references: References | None, n_bootstrap: int = 1
    ) -> BLEUScore:
        score = super().corpus_score(hypotheses, references, n_bootstrap)
        if not self._force and sum(line.endswith(" .") for line in hypotheses) >= SUSPICIOUS:
            _log.warning(
                "%d lines or more end in ' .': scores of tokenised text are not comparable "
                "(force=True leaves this out)",
                SUSPICIOUS,
            )
        return score

    def sentence_score(self, hypothesis: str, references: Sequence[str | None]) -> BLEUScore:
        if not self._bleu.effective_order:
            _log.warning("sentences are often too short for all orders: effective_order=True leaves them out")
        return super().sentence_score(hypothesis, references)

    def _scored(self, sums: Array) -> BLEUScore:
        metric = self._bleu
        matches, totals = self._shown_counts(sums)
        return BLEUScore(
            float(metric.combine(sums)),
            matches,
            totals,
            metric.smoothed_precisions(sums),
            float(bleu.brevity_penalty(sums[-2], sums[-1])),
            int(sums[-2]),
            int(sums[-1]),
        )

    def _shown_counts(self, sums: Array) -> tuple[list[float], list[float]]:
        """Matches and n-grams; sacreBLEU shows what add-k added, as far as it came."""
        order = self._bleu.max_order
        matches, totals = sums[:order], sums[order : 2 * order]
        if self._bleu.smooth == "add-k" and matches.any():
            more_matches, more_totals, present = self._bleu.smoothed(matches, totals)
            reached = np.concatenate([[True], present[:-1]])
            matches = np.where(reached, more_matches, matches)
            totals = np.where(reached, more_totals, totals)
        return [_count(x) for x in matches], [_count(x) for x in totals]

    def _fields(self) -> dict[str, Any]:
        metric = self._bleu
        default = self.SMOOTH_DEFAULTS[metric.smooth]
        value = default if metric.smooth_value is None else metric.smooth_value
        return {
            "case": "lc" if metric.lowercase else "mixed",
            "eff": metric.effective_order,
            "tok": described(metric.tokenize),
            "smooth": metric.smooth if default is None else f"{metric.smooth}[{value:.2f}]",
        }


class CHRF(Metric[CHRFScore]):
    """chrF; ``word_order=2`` is chrF++."""

    CHAR_ORDER: ClassVar = 6
    WORD_ORDER: ClassVar = 0
    BETA: ClassVar = 2

    def __init__(
        self,
        char_order: int = CHAR_ORDER,
        word_order: int = WORD_ORDER,
        beta: float = BETA,
        lowercase: bool = False,
        whitespace: bool = False,
        eps_smoothing: bool = False,
        references: References | None = None,
    ) -> None:
        self._chrf = chrf.ChrF(
            char_order=char_order,
            word_order=word_order,
            beta=beta,
            lowercase=lowercase,
            whitespace=whitespace,
            eps_smoothing=eps_smoothing,
        )
        self._beta = beta
        super().__init__(self._chrf, references)

    def _scored(self, sums: Array) -> CHRFScore:
        metric = self._chrf
        return CHRFScore(float(metric.combine(sums)), metric.char_order, metric.word_order, self._beta)

    def _fields(self) -> dict[str, Any]:
        metric = self._chrf
        return {
            "case": "lc" if metric.lowercase else "mixed",
            "eff": not metric.eps_smoothing,
            "nc": metric.char_order,
            "nw": metric.word_order,
            "space": metric.whitespace,
        }


class TER(Metric[TERScore]):
    """Translation edit rate; without ``case_sensitive`` all text is lower-cased."""

    _short: ClassVar[Mapping[str, str]] = {"tok": "t"}

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
        references: References | None = None,
    ) -> None:
        self._ter = ter.TER(
            normalized=normalized,
            no_punct=no_punct,
            asian_support=asian_support,
            lowercase=not case_sensitive,
        )
        super().__init__(self._ter, references)

    def _scored(self, sums: Array) -> TERScore:
        return TERScore(float(self._ter.combine(sums)), int(sums[0]), float(sums[1]))

    def _fields(self) -> dict[str, Any]:
        metric = self._ter
        return {
            "case": "lc" if metric.lowercase else "mixed",
            "tok": "tercom",
            "norm": metric.normalized,
            "punct": not metric.no_punct,
            "asian": metric.asian_support,
        }


def _count(value: float) -> float:
    """A count, whole where it is one."""
    return int(value) if float(value).is_integer() else float(value)


#: The classes by sacreBLEU's names of them.
METRICS = {"BLEU": BLEU, "CHRF": CHRF, "TER": TER}
