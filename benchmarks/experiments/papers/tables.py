"""The tables of the pages in ``docs/papers``: the papers' numbers beside ours."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean

import pitchpipe as pp
from benchmarks.data import shared
from benchmarks.experiments.papers import published as paper
from benchmarks.experiments.papers.nbest import Found
from benchmarks.experiments.papers.wmt12 import INTO, OUT, Agreement
from benchmarks.report import table
from pitchpipe.aligning import orderings

DOCS = Path(__file__).parents[3] / "docs"
#: As Tables 2 and 3 of Birch and Osborne, and those of Han et al., have them.
BIRCH_PAIRS = ("de-en", "es-en", "fr-en", "cs-en", "en-de", "en-es", "en-fr", "en-cs")
HAN_ORDER = ("fr", "de", "es", "cs")
#: The permutations of Figure 1 of Birch and Osborne: the target place of each source word.
FIGURE_1 = ((*range(10),), (0, 1, 2, 3, 5, 4, 6, 7, 8, 9), (5, 6, 7, 8, 9, 0, 1, 2, 3, 4))

Numbers = Sequence[float | None]


def made(agreement: Agreement, tuned: Mapping[str, Found]) -> dict[str, str]:
    """All tables by name."""
    return {
        "chiang-1": chiang_1(agreement),
        "chiang-2": chiang_2(tuned),
        "birch-1": birch_1(),
        "birch-2": birch_2(agreement),
        "birch-3": birch_3(agreement),
        "birch-5": birch_5(tuned),
        "dahlmeier-1": dahlmeier(paper.DAHLMEIER_1, "consistency", agreement),
        "dahlmeier-2": dahlmeier(paper.DAHLMEIER_2, "spearman", agreement),
        "dahlmeier-3": dahlmeier_out(agreement),
        "chen-1": chen_1(),
        "chen-2": chen_2(agreement),
        "chen-3": chen_3(tuned),
        "chen-6": chen_6(tuned),
        "chen-8": chen_8(tuned),
        "chen-9": chen_9(tuned),
        "chen-10": chen_10(tuned),
        "chen-11": chen_11(tuned),
        "han-1": han_1(),
        "han-2": han_2(agreement),
        **{f"han-{number}": han_systems(number, agreement) for number in paper.HAN_SYSTEMS},
        **{f"han-{number}": han_segments(number, agreement) for number in paper.HAN_SEGMENTS},
    }


def chiang_1(agreement: Agreement) -> str:
    """System-level agreement, in per cent."""
    rows = []
    for name, (rank, mean) in paper.CHIANG_1.items():
        ours = [100 * agreement(name, "spearman", pair) for pair in INTO]
        rows.append([name, *_texts([rank, mean, fmean(ours), *ours], 1)])
    return table(("ρ", "paper, rank", "paper, mean of four", "ours, mean", *INTO), rows)


def chiang_2(tuned: Mapping[str, Found]) -> str:
    """Two versions of a system, and what the sign test makes of each in the other's place."""
    names = list(paper.CHIANG_2)
    rows = [
        [f"paper, {k + 1}", ratio, *(paper.CHIANG_2[name][k] for name in names)]
        for k, ratio in enumerate(("1.02", "0.97"))
    ]
    for pair, found in tuned.items():
        for k, weights in enumerate(("initial", "tuned")):
            signs = found["signs"]
            cells = [f"{signs[name][k]['score']:.1f}{_mark(signs[name][k])}" for name in names]
            rows.append([f"{pair}, {weights} weights", f"{signs['length'][k] / 100:.2f}", *cells])
    return table(("system", "length", *names), rows)


def _mark(sign: Mapping[str, float]) -> str:
    if sign["p"] >= 0.05:
        return ""
    return ("+" if sign["better"] > sign["worse"] else "−") * (2 if sign["p"] < 0.01 else 1)


def birch_1() -> str:
    """Figure 1's permutations, read as sentences of ten different words."""
    identity = list(enumerate(FIGURE_1[0]))
    metrics = {"BLEU": "bleu:sentence=lin-och", "METEOR": "meteor:language=en", "TER": "ter"}
    rows: list[list[str]] = [[f"({letter})"] for letter in "abc"]
    for name, spec in metrics.items():
        for k, places in enumerate(FIGURE_1):
            # Words that have neither stem nor synonym.
            texts = [" ".join(f"x{word}q" for word in order) for order in (places, FIGURE_1[0])]
            score = pp.metrics.get(spec).sentence_score(texts[0], [texts[1]]).score
            rows[k] += _texts([paper.BIRCH_1[name][k], 100 - score if name == "TER" else score], 1)
    for name, measure in (("d_h", "hamming"), ("d_k", "kendall")):
        for k, places in enumerate(FIGURE_1):
            found = getattr(orderings(list(enumerate(places)), identity, 10), measure)
            rows[k] += _texts([paper.BIRCH_1[name][k], 100 * found], 1)
    head = [cell for name in paper.BIRCH_1 for cell in (f"{name}, paper", "ours")]
    return table(("", *head), rows)


def birch_2(agreement: Agreement) -> str:
    """The amount of reordering."""
    ours = [100 * agreement.reordering(pair) for pair in paper.BIRCH_2]
    rows = [["paper, WMT09", *_texts(list(paper.BIRCH_2.values()), 1)], ["ours, WMT12", *_texts(ours, 1)]]
    return table(("d_k", *paper.BIRCH_2), rows)


def birch_3(agreement: Agreement) -> str:
    """Consistency, in per cent; ties are wrong, and in the last column half right."""
    rows = []
    for name, values in paper.BIRCH_3.items():
        ours = [100 * agreement(name, "consistency", pair) for pair in BIRCH_PAIRS]
        half = 100 * agreement.mean(name, "consistency-half", BIRCH_PAIRS)
        label = "BLEU" if name == "BLEU4" else name
        rows.append([label, "paper", *_texts(values, 1), ""])
        rows.append(["", "ours", *_texts([*ours, fmean(ours), half], 1)])
    return table(("", "", *BIRCH_PAIRS, "mean", "mean, ties half"), rows)


def birch_5(tuned: Mapping[str, Found]) -> str:
    """Tuned to each, tested with each."""
    tested = list(paper.BIRCH_5["BLEU"])
    rows = [["paper, zh-en", name, *_texts(list(row.values()), 1)] for name, row in paper.BIRCH_5.items()]
    rows += [
        [pair, name, *_texts([found["scores"][name][metric] for metric in tested], 1)]
        for pair, found in tuned.items()
        for name in paper.BIRCH_5
    ]
    return table(("", "tuned to", *tested), rows)


def dahlmeier(values: Mapping[str, Numbers], statistic: str, agreement: Agreement) -> str:
    """TESLA's numbers as its own page has them, those of MAXSIM and METEOR as measured here."""
    pairs = ("cs-en", "fr-en", "de-en", "es-en")
    measured = _tesla_page(statistic)
    rows = []
    for name, numbers in values.items():
        ours = [
            measured[name][pair] if name in measured else agreement(name, statistic, pair) for pair in pairs
        ]
        rows.append([name, "paper", *_texts(numbers, 2)])
        rows.append(["", "ours", *_texts([*ours, fmean(ours)], 2)])
    return table(("", "", *pairs, "all"), rows)


def dahlmeier_out(agreement: Agreement) -> str:
    """Tables 3 and 4 for German, of which words can be analysed: consistency and ρ."""
    rows = []
    for name in paper.DAHLMEIER_3:
        theirs = [paper.DAHLMEIER_3[name][1], paper.DAHLMEIER_4[name][1]]
        rows.append([name, "paper", *_texts(theirs, 2)])
    ours = [agreement("TESLA-M", statistic, "en-de") for statistic in ("consistency", "spearman")]
    rows.insert(1, ["", "ours", *_texts(ours, 2)])
    return table(("en-de", "", "consistency", "ρ"), rows)


def _tesla_page(statistic: str) -> dict[str, dict[str, float]]:
    """What the page of TESLA's results says of WMT12."""
    text = (DOCS / "metrics" / "tesla-results.md").read_text(encoding="utf-8")
    part = text[text.index(f"| `{statistic}` | cs-en") :].split("\n\n")[0]
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines()]
    pairs = lines[0][1:5]
    return {
        line[0]: dict(zip(pairs, map(float, line[1:5]), strict=True))
        for line in lines[2:]
        if re.fullmatch("TESLA-[MBF]", line[0])
    }


def chen_1() -> str:
    """How much was judged."""
    rows = [[name, str(systems), f"{pairs:,}"] for name, (systems, pairs) in paper.CHEN_1.items()]
    folder = shared("wmt12")
    assert folder is not None
    for name, pairs in (("WMT12, into English (ours)", INTO), ("WMT12, out of English (ours)", OUT)):
        systems = sum(len(list((folder / "system-outputs" / pair).glob("*.txt"))) for pair in pairs)
        ranked = 0
        for pair in pairs:
            lines = (folder / "human-ranks" / f"{pair}.tsv").read_text(encoding="utf-8").splitlines()
            ranked += len(lines) - lines[0].startswith("seg")
        rows.append([name, str(systems), f"{ranked:,}"])
    return table(("", "systems", "ranked pairs"), rows)


def chen_2(agreement: Agreement) -> str:
    """Systems and segments, into and out of English."""
    rows = []
    for name, numbers in paper.CHEN_2.items():
        ours = [
            agreement.mean(name, statistic, pairs)
            for pairs in (INTO, OUT)
            for statistic in ("spearman", "tau-wmt12")
        ]
        rows += [[name, "paper", *_texts(numbers, 3)], ["", "ours", *_texts(ours, 3)]]
    return table(("", "", *(f"{way}, {what}" for way in ("into", "out of") for what in ("ρ", "τ"))), rows)


def chen_3(tuned: Mapping[str, Found]) -> str:
    """How alike the outputs are that BLEU and PORT lead to."""
    rows = [[f"paper, {name}", *_texts(numbers, 1)] for name, numbers in paper.CHEN_3.items()]
    rows += [[pair, *_texts(list(found["alike"].values()), 1)] for pair, found in tuned.items()]
    return table(("", "same sentences, %", "1 − TER"), rows)


def chen_6(tuned: Mapping[str, Found]) -> str:
    """Time to count the 100-best lists of the development set."""
    rows = [
        [f"paper, {name}", f"{bleu} min", f"{port} min", f"{port / bleu:.1f}"]
        for name, (bleu, port) in paper.CHEN_6.items()
    ]
    for pair, found in tuned.items():
        bleu, port = found["seconds"]["BLEU"], found["seconds"]["PORT"]
        label = f"{pair}, {found['candidates']:,} candidates"
        rows.append([label, f"{bleu:.2f} s", f"{port:.2f} s", f"{port / bleu:.1f}"])
    return table(("", "BLEU", "PORT", "ratio"), rows)


def chen_8(tuned: Mapping[str, Found]) -> str:
    """Tuned to BLEU, PORT and Qmean."""
    rows = [
        [f"paper, {task}", name, *_texts(numbers, 1)]
        for task, by_name in paper.CHEN_8.items()
        for name, numbers in by_name.items()
    ]
    rows += [
        [pair, name, *_texts([*_tested(found, name), found["scores"][name]["PORT"]], 1)]
        for pair, found in tuned.items()
        for name in ("BLEU", "PORT", "Qmean")
    ]
    return table(("", "tuned to", "BLEU", "METEOR", "1 − TER", "PORT"), rows)


def chen_9(tuned: Mapping[str, Found]) -> str:
    """Tuned to PORT with other ordering measures."""
    rows = [["paper, zh-en", name, *_texts(numbers, 1)] for name, numbers in paper.CHEN_9.items()]
    rows += [
        [pair, name, *_texts(_tested(found, name), 1)]
        for pair, found in tuned.items()
        for name in paper.CHEN_9
    ]
    return table(("", "tuned to", "BLEU", "METEOR", "1 − TER"), rows)


def chen_10(tuned: Mapping[str, Found]) -> str:
    """Word order after tuning."""
    rows = [["paper, zh-en, CTB", name, *_texts(numbers, 3)] for name, numbers in paper.CHEN_10.items()]
    rows += [
        [pair, name, *_texts([found["scores"][name][measure] / 100 for measure in ("ρ", "τ", "v")], 3)]
        for pair, found in tuned.items()
        for name in ("BLEU", "PORT")
    ]
    return table(("", "tuned to", "ρ", "τ", "v"), rows)


def chen_11(tuned: Mapping[str, Found]) -> str:
    """Matching and all n-grams after tuning."""
    rows = []
    for task, by_name in paper.CHEN_11.items():
        for name, (m1, t1, m4, t4, bp) in by_name.items():
            rows.append([f"paper, {task}", name, f"{m1:,}/{t1:,}", f"{m4:,}/{t4:,}", f"{bp:.3f}"])
    for pair, found in tuned.items():
        for name, one in found["counts"].items():
            counts = [f"{one['matches'][n]:,}/{one['totals'][n]:,}" for n in (0, 3)]
            rows.append([pair, name, *counts, f"{one['BP']:.3f}"])
    return table(("", "tuned to", "1-grams", "4-grams", "BP"), rows)


def _tested(found: Found, name: str) -> list[float]:
    scores = found["scores"][name]
    return [scores["BLEU"], scores["METEOR"], 100 - scores["TER"]]


def han_1() -> str:
    """The weights of language pairs: the paper's, and what ``lang=`` takes."""
    rows = []
    for pair, (weights, proportion) in paper.HAN_1.items():
        metric = pp.metrics.get(f"hlepor:lang={pair}").in_effect()
        ours = ":".join(f"{weight:g}" for weight in metric["weights"])
        rows.append([pair, weights, ours, proportion, f"{metric['alpha']:g}:{metric['beta']:g}"])
    return table(("", "HPR:LP:NPP, paper", "ours", "α:β, paper", "ours"), rows)


def han_2(agreement: Agreement) -> str:
    """Spearman's ρ of systems, all eight pairs."""
    pairs = (*INTO, *OUT)
    rows = []
    for name, numbers in paper.HAN_2.items():
        ours = [agreement(name, "spearman", pair) for pair in pairs]
        rows += [[name, "paper", *_texts(numbers, 2)], ["", "ours", *_texts([*ours, fmean(ours)], 2)]]
    return table(("", "", *pairs, "mean"), rows)


def han_systems(number: int, agreement: Agreement) -> str:
    """Tables 3, 4, 6 and 7: systems."""
    statistic = "pearson" if number in {3, 6} else "spearman"
    return _han(paper.HAN_SYSTEMS[number], statistic, agreement, into=number > 5)


def han_segments(number: int, agreement: Agreement) -> str:
    """Tables 5 and 8: segments."""
    return _han(paper.HAN_SEGMENTS[number], "tau-wmt13", agreement, into=number > 5)


def _han(values: Mapping[str, Numbers], statistic: str, agreement: Agreement, *, into: bool) -> str:
    """Four pairs of the paper's five, and their mean: there is no Russian in WMT12."""
    pairs = [f"{other}-en" if into else f"en-{other}" for other in HAN_ORDER]
    rows = []
    for name, numbers in values.items():
        ours = [agreement(name, statistic, pair) for pair in pairs]
        theirs = [number for number in numbers if number is not None]
        rows.append([name, *_both(theirs, ours), *_texts([fmean(theirs), fmean(ours)], 2)])
    head = [cell for pair in pairs for cell in (f"{pair}, paper", "ours")]
    return table(("", *head, "mean, paper", "ours"), rows)


def _both(theirs: Sequence[float], ours: Sequence[float]) -> list[str]:
    return [text for pair in zip(theirs, ours, strict=True) for text in _texts(pair, 2)]


def _texts(numbers: Numbers, digits: int) -> list[str]:
    """Numbers as text; nothing where the paper has none."""
    return ["" if number is None else f"{number:.{digits}f}".replace("-", "−") for number in numbers]
