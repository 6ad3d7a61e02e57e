"""What tuning to something else than BLEU changes: the papers' numbers beside ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from statistics import fmean

from benchmarks.experiments.papers import published as paper
from benchmarks.experiments.papers.nbest import alike
from benchmarks.experiments.tuning.results import BASELINE, Outcome
from benchmarks.report import table

#: What tables say of TER: more of it is better.
LESS_TER = "1 − TER"
CHEN = ("BLEU", "METEOR", LESS_TER, "PORT")
#: PORT by the order of words in it, as the paper names it and as we do.
ORDERINGS = {"PORT": "PORT", "PORT(ρ)": "PORT-rho", "PORT(τ)": "PORT-tau"}

#: Scores by what was tested with.
Scores = Mapping[str, float]


def made(systems: Sequence[Outcome]) -> dict[str, str]:
    """All tables by name."""
    return {
        "chen-3": chen_3(systems),
        "chen-6": chen_6(systems),
        "chen-8": chen_8(systems),
        "chen-9": chen_9(systems),
        "chen-10": chen_10(systems),
        "birch-5": birch_5(systems),
        "birch-weights": birch_weights(systems),
        "dahlmeier-5": dahlmeier_5(systems),
    }


def chen_8(systems: Sequence[Outcome]) -> str:
    """Tuned to PORT and to Qmean."""
    tasks = {
        task: {label: dict(zip(CHEN, numbers, strict=True)) for label, numbers in rows.items()}
        for task, rows in paper.CHEN_8.items()
    }
    return _changes(tasks, systems, {"PORT": "PORT", "Qmean": "Qmean"}, CHEN)


def chen_9(systems: Sequence[Outcome]) -> str:
    """Tuned to PORT with other measures of the order of words."""
    columns = CHEN[:3]
    rows = {label: dict(zip(columns, numbers, strict=True)) for label, numbers in paper.CHEN_9.items()}
    return _changes({"zh-en": rows}, systems, ORDERINGS, columns)


def birch_5(systems: Sequence[Outcome]) -> str:
    """Tuned to LRscore."""
    rows = {label: {**row, LESS_TER: 100 - row["TER"]} for label, row in paper.BIRCH_5.items()}
    labels = {label: label for label in ("LR-HB4", "LR-KB4")}
    return _changes({"zh-en": rows}, systems, labels, ("BLEU", *labels, LESS_TER, "METEOR"))


def dahlmeier_5(systems: Sequence[Outcome]) -> str:
    """Tuned to TESLA-M."""
    rows = {
        label: {tested: 100 * score for tested, score in row.items()}
        for label, row in paper.DAHLMEIER_5.items()
    }
    return _changes({"ur-en": rows}, systems, {"TESLA-M": "TESLA-M"}, ("BLEU", "TESLA-M"))


def _changes(
    published: Mapping[str, Mapping[str, Scores]],
    systems: Sequence[Outcome],
    labels: Mapping[str, str],
    columns: Sequence[str],
) -> str:
    """Differences from tuning to BLEU: the paper's by task, and ours, by what was tuned to."""
    rows: list[Sequence[str]] = []
    for theirs, ours in labels.items():
        for task, scores in published.items():
            changes = (scores[theirs][column] - scores[BASELINE][column] for column in columns)
            rows.append((ours, f"paper, {task}", "", *(f"{change:+.1f}" for change in changes)))
        rows += [
            (ours, one.built.system.name, _runs(one, ours), *(_change(one, ours, c) for c in columns))
            for one in _with(systems, ours)
        ]
    return table(("tuned to", "system", "runs", *columns), rows)


def _change(one: Outcome, label: str, column: str) -> str:
    """A difference from tuning to BLEU, its interval, and a star if it is significant."""
    assert one.compared is not None
    sign = -1.0 if column == LESS_TER else 1.0
    found = one.compared[one.specs["TER" if column == LESS_TER else column]]
    (change,) = (each for each in found.comparisons if each.system == label)
    text = f"{sign * change.delta:+.2f}"
    if change.delta_ci is not None:
        low, high = sorted(sign * end for end in change.delta_ci)
        text += f" ({low:+.2f} to {high:+.2f})"
    return text + (r"\*" if change.significant else "")


def chen_10(systems: Sequence[Outcome]) -> str:
    """The order of words."""
    names = ("ρ", "τ", "v")
    before, after = (dict(zip(names, paper.CHEN_10[label], strict=True)) for label in (BASELINE, "PORT"))
    published = [f"{100 * (after[name] - before[name]):+.2f}" for name in names]
    rows: list[Sequence[str]] = [("PORT", "paper, zh-en, CTB", "", *published, "", "")]
    for label in ("PORT", "LR-HB4", "LR-KB4"):
        for one in _with(systems, label):
            orders, usual = one.orders(label), one.orders(BASELINE)
            changes = (f"{orders[name] - usual[name]:+.2f}" for name in orders)
            rows.append((label, one.built.system.name, _runs(one, label), *changes))
    return table(("tuned to", "system", "runs", *names, "Hamming", "Kendall"), rows)


def chen_3(systems: Sequence[Outcome]) -> str:
    """How alike outputs are: of systems tuned to BLEU and to PORT, and of two tuned to BLEU."""
    rows: list[Sequence[str]] = [
        (f"paper, {task}", "PORT", *(f"{number:.1f}" for number in numbers))
        for task, numbers in paper.CHEN_3.items()
    ]
    for one in _with(systems, "PORT"):
        outputs = {label: one.outputs(label) for label in (BASELINE, "PORT")}
        pairs = {
            "PORT": list(product(outputs["PORT"], outputs[BASELINE])),
            "BLEU again": list(combinations(outputs[BASELINE], 2)),
        }
        for label, of in pairs.items():
            if of:
                found = [tuple(alike(*pair).values()) for pair in of]
                means = (fmean(numbers) for numbers in zip(*found, strict=True))
                rows.append((one.built.system.name, label, *(f"{mean:.1f}" for mean in means)))
    return table(("system", "BLEU and", "same sentences, %", LESS_TER), rows)


def chen_6(systems: Sequence[Outcome]) -> str:
    """The time of tuning to PORT."""
    rows: list[Sequence[str]] = [
        (f"paper, {task}", f"{bleu} min", f"{port} min", f"{port / bleu:.1f}")
        for task, (bleu, port) in paper.CHEN_6.items()
    ]
    for one in _with(systems, "PORT"):
        bleu, port = (one.seconds(label, "tuning") for label in (BASELINE, "PORT"))
        if bleu and port:
            rows.append((one.built.system.name, f"{bleu:.1f} s", f"{port:.1f} s", f"{port / bleu:.1f}"))
    return table(("system", "BLEU", "PORT", "ratio"), rows)


def birch_weights(systems: Sequence[Outcome]) -> str:
    """The share of the weight of distortion, run by run."""
    labels = (BASELINE, "LR-HB4", "LR-KB4")
    rows = [
        (
            one.built.system.name,
            *(", ".join(f"{share:.3f}" for share in one.shares(label, "Distortion")) for label in labels),
        )
        for one in systems
        if BASELINE in one.results
    ]
    return table(("system", *labels), rows)


def _with(systems: Sequence[Outcome], label: str) -> list[Outcome]:
    """Those that were tuned to a metric, and to what it is compared with."""
    return [one for one in systems if {BASELINE, label} <= one.results.keys()]


def _runs(one: Outcome, label: str) -> str:
    return str(min(len(one.results[name]) for name in (BASELINE, label)))
