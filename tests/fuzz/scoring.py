"""Every metric with hostile texts, and with hostile parameters."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from tests.fuzz import hostile, samples
from tests.fuzz.cases import Input, Target, require
from tests.metrics.annotating import PureAnnotator

#: It takes no other analysis of words, and no other synonyms, than those it was fitted with.
_OWN_ANALYSIS = "pitch-en"
#: Metrics are scored within so much of their bounds.
TOLERANCE = 1e-6
MIXTURES = ("0.7*bleu+0.3*ter", "2*chrf+++1*wer:lowercase=true", "1*hlepor+1*gtm+1*ribes")
_HYPOTHESES = ["the cat sat on the mat .", "a dog", "the bridge is closed"]
_REFERENCES = [
    ["a cat sat on a mat .", "the dog", "the bridge is shut"],
    ["the cat on mat", "a dog", "closed"],
]
_SOURCES = ["die Katze sass auf der Matte .", "ein Hund", "die Brücke ist zu"]


@lru_cache(maxsize=1)
def _names() -> tuple[str, ...]:
    from pitchpipe.metrics.registry import names

    there = _can_run(_OWN_ANALYSIS)
    return tuple(name for name in names() if there or not name.startswith(_OWN_ANALYSIS))


def _can_run(name: str) -> bool:
    """Whether what a metric insists on is installed."""
    import pitchpipe as pp

    try:
        pp.metrics.get(name).sentence_score("a", ["a"])
    except pp.errors.MissingError:
        return False
    return True


@lru_cache(maxsize=1)
def resources() -> dict[str, bytes]:
    """Files that metrics may be told to look at."""
    return {
        "scores.txt": b"0.5\n-1\n3e2\n",
        "synonyms.tsv": b"bridge\tcrossing\nclosed\tshut\n",
        "function.txt": b"the\na\n",
        "en.arpa": samples.ARPA,
        "en-de.table": _table(),
        "preset.json": b"{}",
    }


def _input(asked: list[Any]) -> Input:
    """With the files that are named: writing them takes longer than scoring a few words."""
    said = repr(asked)
    return Input({name: data for name, data in resources().items() if name in said}, asked)


@lru_cache(maxsize=1)
def _table() -> bytes:
    from tests.fuzz.readers.languages import table_bytes

    return table_bytes()


#: What a metric needs to be told before it can be used at all.
_NEEDED = {
    **{name: {"file": "scores.txt"} for name in ("external", "comet", "metricx", "bleurt")},
    "command": {"program": "awk '{ print length($0) }'"},
    "meteor": {"synonyms": "synonyms.tsv", "function_words": "function.txt", "language": "en"},
    "tesla-m": {"synonyms": "synonyms.tsv", "language": "en"},
    "maxsim": {"synonyms": "synonyms.tsv", "language": "en"},
    "tesla-b": {"synonyms": "synonyms.tsv", "pivots": "en-de.table", "language": "en"},
    "tesla-f": {
        "synonyms": "synonyms.tsv",
        "pivots": "en-de.table",
        "models": "en.arpa",
        "language": "en",
    },
}


#: Only these are run.
_PROGRAMS = (
    "awk '{ print length($0) }'", "awk '{ print \"nan\" }'", "awk 'END { print NR }'", "cat", "true", "false",
    "echo 1e999", "nonesuch", "/", ".", "''", "awk '", "scores.txt", "", "-",
)  # fmt: skip


def scored(name: str, values: dict[str, Any], hypotheses: Any, references: Any, sources: Any) -> None:
    """Scores a text in every way there is, and looks at the numbers."""
    import pitchpipe as pp
    from pitchpipe.caches import uncached

    with uncached():
        _scored(pp.metrics.get(name, **values), hypotheses, references, sources)


def _scored(metric: Any, hypotheses: Any, references: Any, sources: Any) -> None:
    import pitchpipe as pp

    again = pp.metrics.get(metric.spec)
    require(again.spec == metric.spec, f"{metric.spec!r} is read as {again.spec!r}")
    annotator = None if metric.name.startswith(_OWN_ANALYSIS) else PureAnnotator()
    given: dict[str, Any] = {"sources": sources} if metric.wants("source") else {}
    whole = metric.corpus_score(hypotheses, references, annotator=annotator, language="en", **given)
    check(metric, whole.score, "the corpus score")
    require(bool(whole.signature and whole.short_signature), "no signature")
    segments = metric.segment_scores(hypotheses, references, annotator=annotator, language="en", **given)
    require(len(segments) == len(hypotheses), "a score for every segment")
    for score in segments:
        check(metric, float(score), "a segment's score")


def check(metric: Any, score: float, what: str) -> None:
    """A number within the bounds that the metric declares."""
    require(math.isfinite(score), f"{what} of {metric.spec} is {score}")
    if metric.facts()["bounded"].holds:
        low, high = metric.bounds
        require(low - TOLERANCE <= score <= high + TOLERANCE, f"{what} of {metric.spec} is {score}")


# -- texts -----------------------------------------------------------------------------------------


def _plain_texts(name: str) -> Callable[[], list[Input]]:
    def plain() -> list[Input]:
        needed = _NEEDED.get(name, {})
        return [_input([name, needed, _HYPOTHESES, _REFERENCES, _SOURCES])]

    return plain


def _hostile_texts(name: str) -> Callable[[random.Random], Input]:
    def made(rng: random.Random) -> Input:
        segments = 3
        pool = [hostile.text(rng, surrogates=rng.random() < 0.3, newlines=True) for _ in range(4)]
        pool += _HYPOTHESES

        def lines() -> list[str]:
            return [
                rng.choice(pool) if rng.random() < 0.5 else hostile.text(rng, newlines=True)
                for _ in range(segments)
            ]

        references = [lines() for _ in range(rng.choice((1, 1, 2)))]
        if rng.random() < 0.05:
            references[-1][0] = None  # type: ignore[call-overload]
        values = dict(_NEEDED.get(name, {}))
        if rng.random() < 0.2 and "*" not in name and not {"file", "program"} & values.keys():
            tokenizer = rng.choice(("none", "13a", "intl", "char", "zh", "ja-mecab", "ko-mecab", "tercom"))
            values["tokenize"] = tokenizer
        return _input([name, values, lines(), references, lines()])

    return made


def _run(given: Input, folder: Path) -> None:
    name, values, hypotheses, references, sources = given.asked
    scored(name, values, hypotheses, references, sources)


def texts() -> Iterator[Target]:
    """A target for every metric, and for mixtures."""
    for name in (*_names(), *MIXTURES):
        yield Target(f"texts.{name}", "texts", _plain_texts(name), _hostile_texts(name), _run)


# -- parameters ------------------------------------------------------------------------------------


def _values(name: str, rng: random.Random) -> dict[str, Any]:
    """Some declared parameters with values that may be right or absurd."""
    from pitchpipe.metrics.parameters import parameters
    from pitchpipe.metrics.registry import find

    declared = parameters(find(name).cls)
    values: dict[str, Any] = dict(_NEEDED.get(name, {}))
    if not declared:
        return values
    count = min(len(declared), 1 + int(rng.expovariate(0.6)))
    for key in rng.sample(sorted(declared), count):
        values[key] = rng.choice(_PROGRAMS) if key == "program" else _value(declared[key], rng)
    if rng.random() < 0.02:
        values[hostile.text(rng)[:20]] = hostile.value(rng)
    return values


def _value(parameter: Any, rng: random.Random) -> Any:
    if rng.random() < 0.25:
        return hostile.value(rng)
    if parameter.optional and rng.random() < 0.1:
        return None
    if parameter.choices:
        return rng.choice(parameter.choices)
    if parameter.type == "bool":
        return rng.random() < 0.5
    if parameter.type == "floats":
        return [_number(parameter, rng) for _ in range(parameter.length or rng.randrange(1, 14))]
    if parameter.type in {"int", "float"}:
        number = _number(parameter, rng)
        return int(number) if parameter.type == "int" and abs(number) < 1e18 else number
    return rng.choice(_TEXTS)


_TEXTS = (
    "none", "13a", "intl", "char", "zh", "tercom", "ja-mecab", "flores200", "spm:no", "synonyms.tsv",
    "function.txt", "en.arpa",
    "en-de.table", "scores.txt", "auto", "en", "de", "xx", "english", "bleu", "chrf", "nlepor", "meteor",
    "a/b", "en.arpa#00", ".",
    "/", "en.arpa/en.arpa", "chrf:beta=3", "2*bleu+1*ter", "13a[", "13a[]", "13a[x=1]", "intl[split=1]",
)  # fmt: skip


def _number(parameter: Any, rng: random.Random) -> float:
    low, high = max(parameter.low, -1e6), min(parameter.high, 1e6)
    kind = rng.random()
    if kind < 0.3:
        return float(rng.choice((parameter.low, parameter.high, low, high, math.nextafter(low, high))))
    if kind < 0.7:
        return rng.uniform(low, min(high, low + 20))
    return hostile.number(rng)


def _plain_parameters(name: str) -> Callable[[], list[Input]]:
    return lambda: [_input([name, _NEEDED.get(name, {}), False])]


def _hostile_parameters(name: str) -> Callable[[random.Random], Input]:
    return lambda rng: _input([name, _values(name, rng), rng.random() < 0.3])


def _run_parameters(given: Input, folder: Path) -> None:
    from pitchpipe.metrics import grammar

    name, values, as_text = given.asked
    if as_text:
        # The same through the grammar, as on the command line.
        spelled = ",".join(f"{key}={grammar.quote(_spelled(value))}" for key, value in values.items())
        name, values = f"{name}:{spelled}" if spelled else name, {}
    scored(name, values, _HYPOTHESES, _REFERENCES, _SOURCES)


def _spelled(value: Any) -> str:
    if isinstance(value, list):
        return "/".join(map(_spelled, value))
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _mixture(rng: random.Random) -> Input:
    parts = rng.sample(_names(), rng.choice((1, 2, 2, 3)))
    terms = [
        f"{rng.choice(hostile.NUMBERS)}*{part}"
        for part in parts
        if not {"file", "program"} & _NEEDED.get(part, {}).keys()
    ]
    for _ in range(rng.choice((0, 0, 1, 2))):
        at = rng.randrange(len(terms) + 1)
        terms.insert(
            at, rng.choice(("1*bleu", "0.5*", "*", "", "1*1*bleu", "1e308*chrf", "1e308*bleu", "(1*bleu)"))
        )
    return _input(["+".join(terms), {}, False])


def _mixtures() -> list[Input]:
    return [_input([name, {}, False]) for name in MIXTURES]


def _signature(rng: random.Random) -> Input:
    """A signature, changed."""
    from tests.fuzz.mutating import mutated

    text = rng.choice(_signatures())
    return _input([mutated(text.encode(), rng).decode("utf-8", "replace"), {}, False])


@lru_cache(maxsize=1)
def _signatures() -> Sequence[str]:
    import pitchpipe as pp

    made = [pp.metrics.get(name).signature for name in ("bleu", "chrf++", "ter", "nlepor", "gtm", *MIXTURES)]
    return made + [pp.metrics.get(name).spec for name in ("bleu:smooth=floor,smooth_value=0.5", *MIXTURES)]


def parameters() -> Iterator[Target]:
    """A target for every metric, for mixtures, and for signatures."""
    for name in _names():
        plain, made = _plain_parameters(name), _hostile_parameters(name)
        yield Target(f"parameters.{name}", "parameters", plain, made, _run_parameters)
    yield Target("parameters.mixtures", "parameters", _mixtures, _mixture, _run_parameters)
    plain = lambda: [_input([text, {}, False]) for text in _signatures()]  # noqa: E731
    yield Target("parameters.signatures", "parameters", plain, _signature, _run_parameters)
