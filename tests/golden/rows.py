"""Golden rows: how each file reads, which metric of ours a row speaks of, and what is not to be matched."""

from __future__ import annotations

import gzip
import json
import string
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from pitchpipe import _core
from pitchpipe.aligning import GivenLinks
from pitchpipe.batch.resources import Resources
from pitchpipe.batch.values import Array
from pitchpipe.metrics import (
    BLEU,
    BLEUSBP,
    CDER,
    GRR,
    GTM,
    NIST,
    PER,
    PORT,
    TER,
    WER,
    WRR,
    Batch,
    ChrF,
    HLepor,
    LRscore,
    Metric,
    NLepor,
    get,
)

HERE = Path(__file__).parent
#: Permutations from links, and how alike two are; no metric of ours, but what some are made of.
PERMUTATIONS = "oracle_permutations"
Row: TypeAlias = dict[str, Any]


def read(folder: Path, file: str) -> list[Row]:
    """All rows of a file; those without a name are numbered."""
    with gzip.open(folder / f"{file}.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [{"id": f"{file}.{number}", **json.loads(line)} for number, line in enumerate(lines)]
    return [single for row in rows for single in _single_valued(row)]


def _single_valued(row: Row) -> Iterator[Row]:
    """LEPOR's scripts print two system scores, A and B: a row for each."""
    if "value_B" not in row:
        yield row
        return
    for system, key in (("A", "value"), ("B", "value_B")):
        own = {name: value for name, value in row.items() if name != "value_B"}
        yield own | {"value": row[key], "params": row["params"] | {"system": system}}


# -- which metric a row speaks of ------------------------------------------------------------------


def _segments(metric: Metric, batch: Batch) -> Array:
    return metric.segment(metric.weigh(metric.measure(batch)))


def _first_column(metric: Metric, batch: Batch) -> Array:
    """The number of edits."""
    edits: Array = metric.weigh(metric.measure(batch))[:, 0]
    return edits


@dataclass(frozen=True)
class Source:
    """How the rows of a file are reproduced.

    ``metric`` is ours for a row, or ``None`` where we have none of that name. ``value`` is what the
    row says, ``shown`` our score as its program would print it. ``text`` prepares a line as the
    program did before it tokenised.
    """

    metric: Callable[[Row], Metric | None]
    tolerance: float = 1e-9
    value: Callable[[Row], float] = lambda row: float(row["value"])
    shown: Callable[[Row, float], float] = lambda row, score: score
    text: Callable[[Row, str], str] = lambda row, line: line
    observed: Callable[[Metric, Batch], Array] = _segments


def _as_ratio(row: Row, score: float) -> float:
    if row["metric"] == "NIST":
        return score
    return 1.0 - score / 100.0 if row["metric"].startswith("1-") else score / 100.0


def ascii_words(line: str) -> list[str]:
    """Words between ASCII whitespace, as most programs in C++ see them."""
    return [word for word in line.translate(_BLANKS).split(" ") if word]


_BLANKS = str.maketrans(dict.fromkeys("\t\n\v\f\r", " "))
_ASCII_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


def _sacrebleu_bleu(row: Row) -> Metric:
    names = {"smooth_method": "smooth", "max_ngram_order": "max_order"}
    return BLEU(**{names.get(name, name): value for name, value in row["params"].items()})


def _tercom(row: Row) -> Metric:
    params = row["params"]
    return TER(lowercase=not params["case_sensitive"], normalized=params["normalized"])


_NLTK: dict[str, dict[str, Any]] = {
    "method0": {"smooth": "none"},
    "method1": {"smooth": "floor", "smooth_value": 0.1},
    "method2": {"sentence": "lin-och"},
    "method3": {"smooth": "exp"},
}


def _nltk(row: Row) -> Metric | None:
    if row["metric"] == "NIST":
        return get("nist", tokenize=str.split, case_sensitive=True, mteval_zero=False)
    options = _NLTK.get(row["params"].get("smoothing"))
    if row["metric"] != "sentence-BLEU" or options is None:
        return None
    return BLEU(tokenize="none", effective_order=False, **options)


def _moses(row: Row) -> Metric | None:
    reflen = row["params"]["config"].removeprefix("reflen:")
    if row["metric"] == "BLEU":
        return get("bleu", tokenize=ascii_words, smooth="none", effective_order=False, reflen=reflen)
    if row["metric"] == "smoothed-sentence-BLEU":
        return get("bleu", tokenize=ascii_words, sentence="moses", reflen=reflen)
    rates: dict[str, type[Metric]] = {"1-WER": WER, "1-PER": PER, "1-CDER": CDER}
    return get(rates[row["metric"]].name, tokenize="none") if row["metric"] in rates else None


def _mteval(row: Row) -> Metric:
    international = row["params"]["tokenizer"] == "international"
    tokenize = "intl" if international else "13a"
    if row["metric"] == "NIST":
        return NIST(tokenize=tokenize, lowercase=not row["params"]["case_sensitive"])
    return BLEU(tokenize=tokenize, lowercase=international, effective_order=False)


def _mteval_text(row: Row, line: str) -> str:
    """Without international tokenisation mteval lower-cases ASCII letters only, which our BLEU cannot."""
    return line if row["params"]["options"] or row["metric"] == "NIST" else line.translate(_ASCII_LOWER)


def _bleu_sbp(row: Row) -> Metric:
    """Words are between ASCII whitespace there, and between Unicode's in our BLEU."""
    options = {"smooth": "none", "effective_order": False, "reflen": row["params"]["reflen"]}
    if row["metric"] == "BLEU":
        return get("bleu", tokenize=ascii_words, **options)
    return BLEUSBP(tokenize="none", **options)


def _recognition(row: Row) -> Metric:
    return WRR(tokenize="none") if row["metric"] == "WRR" else GRR(tokenize="none", **row["params"])


def _lepor(row: Row) -> Metric:
    given = row["params"]
    options: dict[str, Any] = {name: given[name] for name in ("alpha", "beta", "lowercase")}
    if "bag_equal_shortcut" in given:
        options |= {"mode": "perl", "bag_equal_shortcut": given["bag_equal_shortcut"]}
        options["system"] = given.get("system", "A")
    else:
        options |= {"tokenize": "none", "context": given["n"], "one_to_one": given["consume"]}
    if row["metric"] == "hLEPOR":
        return HLepor(weights=(given["w_HPR"], given["w_LP"], given["w_NPP"]), **options)
    return NLepor(max_order=given["N"], weights=given.get("w"), **options)


#: Rows with links hold words: nothing is tokenised.
_LINKED: dict[str, Any] = {"tokenize": "none", "source_tokenize": "none"}


def _port(row: Row) -> Metric:
    return PORT(lowercase=False, alpha=row["params"]["alpha"], max_order=row["params"]["N"], **_LINKED)


def _lrscore(row: Row) -> Metric:
    """Segments are scored with the BLEU of Lin and Och, as our sentence scores are."""
    given = row["params"]
    lexical = given["lexical"][:2].lower()
    return LRscore(distance=given["distance"], lexical=lexical, alpha=given["alpha"], **_LINKED)


def _moses_lrscore(row: Row) -> Metric:
    """Word order alone is LRscore with all the weight on it."""
    distance, *_ = row["params"]["scorer"].lower().split(",")
    weight = row["params"]["weights"][0] if row["metric"] == "LRscore" else 1.0
    return LRscore(distance=distance, lexical="b4", alpha=weight, **_LINKED)


SOURCES: dict[str, Source] = {
    "sacrebleu_bleu": Source(_sacrebleu_bleu),
    "sacrebleu_chrf": Source(lambda row: ChrF(**row["params"])),
    "sacrebleu_ter": Source(lambda row: get("ter", **row["params"])),
    "tercom": Source(
        _tercom, tolerance=0.0, value=lambda row: float(row["parts"]["num_edits"]), observed=_first_column
    ),
    "jiwer_wer": Source(lambda row: get("wer", tokenize=str.split), shown=_as_ratio),
    "moses_mert": Source(_moses, tolerance=1e-6, shown=_as_ratio),
    "nltk": Source(_nltk, shown=_as_ratio),
    "mteval_v13a": Source(_mteval, tolerance=1e-11, shown=_as_ratio, text=_mteval_text),
    "oracle_bleu_sbp": Source(_bleu_sbp, shown=_as_ratio),
    "zmert_bleu_sbp": Source(_bleu_sbp, shown=_as_ratio),
    "oracle_wrr_4grr": Source(_recognition, shown=_as_ratio),
    "oracle_lepor_paper": Source(_lepor, shown=_as_ratio),
    "lepor_perl": Source(_lepor, shown=_as_ratio),
    "oracle_per": Source(lambda row: PER(tokenize="none"), shown=_as_ratio),
    "oracle_gtm_exact": Source(
        lambda row: GTM(tokenize="none", lowercase=False, e=row["params"]["e"]), shown=_as_ratio
    ),
    "oracle_port": Source(_port, shown=_as_ratio),
    "oracle_lrscore": Source(_lrscore, shown=_as_ratio),
    "moses_lrscore": Source(_moses_lrscore, tolerance=6e-6, shown=_as_ratio),
}


# -- what is not to be matched ---------------------------------------------------------------------


class Exclusion(NamedTuple):
    """Rows left out, how many of the whole file they are, and why."""

    file: str
    applies: Callable[[Row], bool]
    rows: int
    reason: str


def _references(row: Row) -> int:
    return len(row["refs"] if "refs" in row else row["ref_files"])


def _few_words(row: Row) -> bool:
    """Under four, so that an order has no n-grams: these programs then count one."""
    if "hyp" not in row:
        return False
    tokenizer = "13a" if "mteval" in row["impl"] else "none"
    (tokens,) = _core.tokenize(_core.Texts([row["hyp"]]), tokenizer)
    return len(tokens.split()) < 4


EXCLUSIONS: tuple[Exclusion, ...] = (
    Exclusion(
        "tercom",
        lambda row: row["id"] in {"wmt22.en-zh.Online-A.214.1ref", "edge.short_vs_long.1ref"},
        6,
        "TERCOM's beam is 20, sacreBLEU's 25",
    ),
    Exclusion(
        "jiwer_wer",
        lambda row: row["id"] in {"edge.ws_tab", "edge.unicode_nbsp"},
        2,
        "jiwer splits lines on blanks only",
    ),
    Exclusion(
        "moses_mert",
        lambda row: row["metric"] != "BLEU" and row["id"] == "edge.ws_tab.1ref",
        4,
        "Moses splits lines on blanks only",
    ),
    Exclusion(
        "moses_mert",
        lambda row: row["metric"] in {"1-WER", "1-CDER"} and _references(row) > 1,
        210,
        "Moses compares integer-truncated ratios to choose a reference",
    ),
    Exclusion(
        "moses_mert",
        lambda row: row["metric"] in {"1-WER", "1-CDER"} and row.get("refs") == [""],
        6,
        "Moses ignores the errors against an empty reference",
    ),
    Exclusion(
        "moses_mert",
        lambda row: row["metric"] == "1-PER" and row["id"] == "edge.both_empty.1ref",
        1,
        "Moses finds an error in nothing against nothing",
    ),
    Exclusion(
        "moses_mert",
        lambda row: row["metric"] == "1-PER" and row["level"] == "corpus",
        20,
        "Moses takes the larger of the summed lengths, not the sum of the larger ones",
    ),
    Exclusion(
        "moses_mert",
        lambda row: row["params"]["config"] == "reflen:average" and _references(row) > 1,
        105,
        "Moses truncates the average length to a whole number",
    ),
    Exclusion(
        "mteval_v13a",
        lambda row: row["metric"] == "BLEU" and _few_words(row),
        17,
        "mteval counts an n-gram where there is none",
    ),
    Exclusion(
        "nltk",
        lambda row: row["params"].get("smoothing") in {"method1", "method2", "method3"} and _few_words(row),
        69,
        "NLTK counts an n-gram where there is none",
    ),
    Exclusion(
        "nltk",
        lambda row: row["metric"] == "NIST" and _references(row) > 1,
        100,
        "NLTK takes another reference for every order",
    ),
    Exclusion(
        "zmert_bleu_sbp",
        lambda row: row["metric"] == "BLEU-SBP(broken)",
        60,
        "Z-MERT as shipped overwrites other statistics and leaves the penalty at 1",
    ),
    Exclusion(
        "oracle_wrr_4grr",
        lambda row: row["id"] == "edge.ws_tab",
        2,
        "there recognition rates split lines on blanks only",
    ),
    Exclusion(
        "oracle_lepor_paper",
        lambda row: row["id"] == "edge.ws_tab",
        5,
        "there LEPOR splits lines on blanks only",
    ),
    Exclusion(
        "oracle_lepor_paper",
        lambda row: row["id"] == "edge.both_empty",
        5,
        "nothing against nothing: 0 there, 1 here",
    ),
    Exclusion(
        "oracle_per", lambda row: row["id"] == "edge.ws_tab", 1, "there PER splits lines on blanks only"
    ),
)


def comparable(file: str, rows: Iterable[Row]) -> list[Row]:
    """The rows of metrics we have, without those not to be matched."""
    out = [exclusion.applies for exclusion in EXCLUSIONS if exclusion.file == file]
    metric = SOURCES[file].metric
    return [row for row in rows if metric(row) is not None and not any(applies(row) for applies in out)]


# -- comparing -------------------------------------------------------------------------------------


def disagreements(folder: Path, file: str, rows: Iterable[Row]) -> list[str]:
    """Rows whose value is not ours, in words. Rows of one metric are scored in one batch."""
    source = SOURCES[file]
    alike: dict[tuple[Metric, Scoring, int], list[Row]] = defaultdict(list)
    for row in rows:
        metric = source.metric(row)
        assert metric is not None
        alike[metric, _scoring(row), _references(row)].append(row)
    found = []
    for (metric, scoring, _), group in alike.items():
        for row, score in zip(group, scoring(folder, source, metric, group), strict=True):
            ours, theirs = source.shown(row, score), source.value(row)
            if not abs(ours - theirs) <= source.tolerance:
                found.append(f"{file} {row['id']} {metric}: {theirs!r} there, {ours!r} here")
    return found


Scoring: TypeAlias = Callable[[Path, Source, Metric, list[Row]], Iterator[float]]


def in_corpus(row: Row) -> bool:
    """Whether a segment's score depends on the corpus it comes from: NIST's weights do."""
    return bool(row["level"] == "segment-in-corpus" and row["metric"] == "NIST")


def _scoring(row: Row) -> Scoring:
    if row["level"] == "corpus":
        return _corpora
    return _in_corpora if in_corpus(row) else _texts


def _texts(folder: Path, source: Source, metric: Metric, rows: list[Row]) -> Iterator[float]:
    batch = _batch(source, rows)
    if metric.prepare(batch) == metric:
        return map(float, source.observed(metric, batch))
    # What learns from references has seen one segment at a time.
    return (float(source.observed(metric, _batch(source, [row]))[0]) for row in rows)


def _batch(source: Source, rows: list[Row]) -> Batch:
    hypotheses = [source.text(row, row["hyp"]) for row in rows]
    references = [source.text(row, line) for row in rows for line in row["refs"]]
    counts = [0, *(len(row["refs"]) for row in rows)]
    aligned: dict[str, Any] = {}
    if "src" in rows[0]:
        links = zip(*(row["ref_aligns"] for row in rows), strict=True)
        aligner = GivenLinks([list(stream) for stream in links], {"": [row["hyp_align"] for row in rows]})
        aligned = {"sources": [row["src"] for row in rows], "resources": Resources(aligner=aligner)}
    return Batch(hypotheses, references, np.cumsum(counts, dtype=np.uint32), **aligned)


def _corpora(folder: Path, source: Source, metric: Metric, rows: list[Row]) -> Iterator[float]:
    for row in rows:
        hypotheses, references = _corpus(folder, source, row)
        aligned: dict[str, Any] = {}
        if "src_file" in row:
            links = [_lines(folder / file) for file in row["ref_align_files"]]
            aligner = GivenLinks(links, {"": _lines(folder / row["hyp_align_file"])})
            aligned = {"sources": _lines(folder / row["src_file"]), "aligner": aligner}
        yield metric.corpus_score(hypotheses, references, **aligned).score


def _in_corpora(folder: Path, source: Source, metric: Metric, rows: list[Row]) -> Iterator[float]:
    scores: dict[tuple[str, ...], Array] = {}
    for row in rows:
        files = (row["hyp_file"], *row["ref_files"])
        if files not in scores:
            scores[files] = metric.segment_scores(*_corpus(folder, source, row))
        yield float(scores[files][row["seg"]])


def _corpus(folder: Path, source: Source, row: Row) -> tuple[list[str], list[list[str]]]:
    hypotheses, *references = (
        [source.text(row, line) for line in _lines(folder / file)]
        for file in (row["hyp_file"], *row["ref_files"])
    )
    return hypotheses, references


@lru_cache(maxsize=256)
def _lines(path: Path) -> list[str]:
    """The lines of a corpus, which the copy here keeps compressed."""
    data = path.read_bytes() if path.exists() else gzip.decompress(Path(f"{path}.gz").read_bytes())
    return data.decode().removesuffix("\n").split("\n")
