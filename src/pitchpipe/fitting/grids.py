"""What fitting found as tables and sentences."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pitchpipe.fitting.convex import TOLERANCE
from pitchpipe.metrics.linear import Linear
from pitchpipe.metrics.parameters import format_value
from pitchpipe.metrics.parts import has_parts
from pitchpipe.showing.grids import NOT_AVAILABLE, Cell, Grid, rounded

if TYPE_CHECKING:
    from pitchpipe.agreement.significance import Estimate
    from pitchpipe.fitting.results import Against, FitResult, Stability
    from pitchpipe.metrics.base import Metric
    from pitchpipe.metrics.provenance import Worth

_UNKNOWN, _NOTHING = Cell(None), Cell("")
#: Whether the fitted parameters are worth having.
_VERDICTS: dict[Worth, str] = {
    "better": "better, the fitted parameters beat the default on held-out data",
    "not significant": "not significant, held-out data do not show that the parameters beat the default",
    "worse": "worse, the default beats the fitted parameters on held-out data",
    "not tested": "not tested, the fitted parameters were not compared with the default on held-out data",
}
#: The same beside another metric.
_BESIDE: dict[Worth, str] = {
    "better": "better than {} on held-out data",
    "not significant": "not significantly different from {} on held-out data",
    "worse": "worse than {} on held-out data",
    "not tested": "not tested beside {}",
}


def fold_grid(result: FitResult) -> Grid:
    """The parameters of each fold, and the agreement with people on what they were and were not fitted to.

    Weights of features and of a mixture's parts have a table of their own, :func:`weight_grid`.
    """
    names = (name for name in result.parameters if not (name == "weights" and weighs_something(result)))
    return _folds(result, tuple(names))


def weighs_something(result: FitResult) -> bool:
    """Whether weights of features, or of the parts of a mixture, were fitted."""
    return "weights" in result.parameters and (isinstance(result.asked, Linear) or has_parts(result.asked))


def weight_grid(result: FitResult) -> Grid:
    """The weights of all features or parts, fitted on everything and without each part of it in turn."""
    columns = [result.parameters["weights"], *(fold.parameters["weights"] for fold in result.folds)]
    what = "feature" if isinstance(result.asked, Linear) else "part"
    heads = (what, "weight", *(f"without {fold.name}" for fold in result.folds))
    rows = zip(_weighed(result.asked), *columns, strict=True)
    return Grid(heads, tuple((Cell(name), *map(Cell, weights)) for name, *weights in rows))


def _weighed(metric: Metric) -> tuple[str, ...]:
    """What the weights of a metric weigh: its features, or the parts of a mixture as they were asked for."""
    if isinstance(metric, Linear):
        return metric.feature_names
    return tuple(part.spec for part in metric.singles())


def _folds(result: FitResult, names: tuple[str, ...]) -> Grid:
    heads = ("held out", *names, "training", "held-out fitted", "held-out default", "gain")
    rows = [
        (
            Cell(fold.name),
            *_values(fold.parameters, names),
            _number(fold.train),
            _number(fold.held_out),
            _number(fold.default),
            _number(fold.held_out - fold.default),
        )
        for fold in result.folds
    ]
    everything = (*_values(result.parameters, names), Cell(result.score))
    rows.append((Cell("nothing"), *everything, _NOTHING, _NOTHING, _NOTHING))
    return Grid(heads, tuple(rows))


def fold_rows(result: FitResult) -> Grid:
    """The same for machines: what is missing is empty, and a row has the test of the gain on all folds."""
    names = tuple(result.parameters)
    heads = ("held_out", *names, "training", "held_out_fitted", "held_out_default", "gain")
    rows = [
        (
            Cell(fold.name),
            *_plain_values(fold.parameters, names),
            *map(Cell, (fold.train, fold.held_out, fold.default, fold.held_out - fold.default)),
            *(_UNKNOWN,) * 3,
        )
        for fold in result.folds
    ]
    everything = (*_plain_values(result.parameters, names), Cell(result.score))
    rows.append((Cell("nothing"), *everything, *(_UNKNOWN,) * 6))
    test = result.held_out
    if test is not None:
        numbers = (Cell(estimate.value) for estimate in (test.fitted, test.default, test.gain))
        low, high = (None, None) if test.gain.ci is None else test.gain.ci
        unknown = (_UNKNOWN,) * (len(names) + 1)
        rows.append((Cell("mean"), *unknown, *numbers, Cell(low), Cell(high), Cell(test.p)))
    return Grid((*heads, "gain_low", "gain_high", "p"), tuple(rows))


def weight_rows(result: FitResult) -> Grid:
    """A row for each feature or part and what was held out, for machines."""
    fitted = [("nothing", result.parameters), *((fold.name, fold.parameters) for fold in result.folds)]
    rows = (
        (Cell(held_out), Cell(feature), Cell(weight))
        for held_out, parameters in fitted
        for feature, weight in zip(_weighed(result.asked), parameters["weights"], strict=True)
    )
    return Grid(("held_out", "feature", "weight"), tuple(rows), labels=2)


def data_rows(result: FitResult) -> Grid:
    """A row for each test set, for machines."""
    heads = (
        "test_set",
        "human",
        "systems",
        "segments",
        "judgments",
        "pairs",
        "share",
        "fitted",
        "default",
    )
    rows = (tuple(map(Cell, data.to_dict().values())) for data in result.data)
    return Grid(heads, tuple(rows), labels=2)


def data_grid(result: FitResult) -> Grid:
    """The agreement on each test set with the parameters that were fitted to all of them.

    Where there are several, with what each contributed.
    """
    several = len(result.data) > 1
    contributed = (*(("pairs",) if _learnt_from_pairs(result) else ()), *(("share",) if several else ()))
    heads = ("test set", "human", "systems", "segments", "judgments", *contributed, "fitted", "default")
    rows = [
        (
            Cell(data.name),
            Cell(data.human),
            Cell(data.systems),
            Cell(data.segments),
            Cell(data.judgments),
            *(Cell(getattr(data, name)) for name in contributed),
            Cell(data.score),
            Cell(data.default),
        )
        for data in result.data
    ]
    if several:
        blank = (_NOTHING,) * (4 + len(contributed))
        rows.append((Cell("mean"), *blank, Cell(result.score), Cell(result.default)))
    return Grid(heads, tuple(rows), labels=2)


def _learnt_from_pairs(result: FitResult) -> bool:
    return any(data.pairs is not None for data in result.data)


def stability_grid(result: Stability, decimals: int) -> Grid:
    """Every fitted number with its interval over samples of the judgments."""
    heads = ("number", "fitted", f"{result.confidence:g} % interval", "not 0 in")
    rows = (
        (
            Cell(one.name),
            Cell(one.value),
            Cell(_interval(one.ci, decimals, "")),
            Cell(f"{100 * one.used:.0f} %"),
        )
        for one in result.numbers
    )
    return Grid(heads, tuple(rows))


def stability_rows(result: FitResult) -> Grid:
    """The same for machines."""
    assert result.stability is not None
    heads = ("number", "fitted", "low", "high", "used")
    rows = ((Cell(one.name), *map(Cell, (one.value, *one.ci, one.used))) for one in result.stability.numbers)
    return Grid(heads, tuple(rows))


def against_grid(result: Against, decimals: int) -> Grid:
    """The fitted metric beside another on what was held out: by language pair, their mean, and pooled."""
    heads = ("held out", "fitted", result.metric, "gain", f"{result.confidence:g} % interval", "p", "verdict")
    rows = []
    for one in (*result.pairs, result.mean, result.pooled):
        p = one.p if one.p_holm is None else one.p_holm
        rows.append(
            (
                Cell(one.name),
                _number(one.fitted.value),
                _number(one.other.value),
                Cell(rounded(one.gain.value, decimals, "+")),
                Cell("" if one.gain.ci is None else _interval(one.gain.ci, decimals)),
                Cell("" if p is None else f"{p:.3g}"),
                Cell(one.verdict(result.alpha)),
            )
        )
    return Grid(heads, tuple(rows), texts=frozenset({"verdict"}))


def against_rows(result: FitResult) -> Grid:
    """The same for machines."""
    against = result.against
    assert against is not None
    heads = ("held_out", "against", "fitted", "other", "gain", "gain_low", "gain_high", "p", "p_holm")
    rows = (
        (
            Cell(one.name),
            Cell(against.metric),
            *map(Cell, (one.fitted.value, one.other.value, one.gain.value)),
            *map(Cell, one.gain.ci or (None, None)),
            Cell(one.p),
            Cell(one.p_holm),
            Cell(one.verdict(against.alpha)),
        )
        for one in (*against.pairs, against.mean, against.pooled)
    )
    return Grid((*heads, "verdict"), tuple(rows), labels=2)


def sentences(result: FitResult, decimals: int) -> Iterator[str]:
    """What the tables do not say: the verdict, the test of the gain, the objective, the fitted metric."""
    yield f"verdict: {_VERDICTS[result.verdict]}"
    test = result.held_out
    if test is not None:
        fitted, default, gain = (_estimate(e, decimals) for e in (test.fitted, test.default, test.gain))
        yield f"held out: fitted {fitted}, default {default}, gain {gain}{_p(test.p)}"
        if test.samples:
            level = f"{test.confidence:g} % intervals"
            drawn = _counted(test.samples, "sample")
            yield f"{level}, two-sided p: paired bootstrap over segments, {drawn}"
    if result.against is not None:
        yield _contest(result.against, decimals)
    if result.gap is not None:
        which = (
            "the best of the parts that were chosen" if "select" in result.search else "the best there are"
        )
        beside = " for the parameters beside them" if result.rounds else ""
        # Below what is asked for, rounding decides.
        within = max(result.gap, TOLERANCE)
        yield f"weights: {which}{beside}, to within {within:.0e} of the loss (duality gap)"
    if result.rounds:
        yield f"parameters of parts: fitted in turn with the weights, {_counted(result.rounds, 'round')}"
    if result.stability is not None:
        drawn = _counted(result.stability.samples, "sample")
        yield f"numbers: fitted again to {drawn} of the judged segments, drawn with replacement"
    yield "objective: " + ", ".join([result.objective, *(f"{k} {v}" for k, v in result.search.items())])
    yield from result.notes
    yield result.metric.spec
    yield result.metric.signature


def _contest(against: Against, decimals: int) -> str:
    """Whether the other metric is beaten, in words."""
    word = _BESIDE[against.pooled.verdict(against.alpha)].format(against.metric)
    gain = _estimate(against.pooled.gain, decimals)
    worse = f"significantly worse on {', '.join(against.worse) or 'no pair'}"
    return f"against {against.metric}: {word}, gain over all judgments {gain}{_p(against.pooled.p)}; {worse}"


def _values(parameters: Mapping[str, Any], names: tuple[str, ...]) -> tuple[Cell, ...]:
    """Values as the grammar writes them, so that they can be copied."""
    return tuple(Cell(format_value(parameters[name])) for name in names)


def _plain_values(parameters: Mapping[str, Any], names: tuple[str, ...]) -> tuple[Cell, ...]:
    """Numbers as they are, anything else as the grammar writes it."""
    values = (parameters[name] for name in names)
    return tuple(Cell(value if isinstance(value, float | int) else format_value(value)) for value in values)


def _number(value: float) -> Cell:
    return Cell(NOT_AVAILABLE if math.isnan(value) else value)


def _estimate(estimate: Estimate, decimals: int) -> str:
    value = _number(estimate.value).text(decimals)
    if estimate.ci is None:
        return value
    low, high = estimate.ci
    return f"{value} [{low:.{decimals}f}, {high:.{decimals}f}]"


def _interval(interval: tuple[float, float], decimals: int, sign: str = "+") -> str:
    low, high = (rounded(end, decimals, sign) for end in interval)
    return f"[{low}, {high}]"


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _p(p: float | None) -> str:
    return "" if p is None else f", p = {p:.3g}"
