"""What people said of systems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import pitchpipe as pp
from tests.fuzz import samples
from tests.fuzz.cases import Input, Target, require
from tests.fuzz.readers.shared import reader


def judged(human: Any) -> None:
    """Judgments that were read must be of use."""
    from pitchpipe.agreement.tasks import Task

    if hasattr(human, "values"):
        require(not np.isinf(human.values).any(), "an infinite judgment")
    table = pp.meta(Task.of(samples.test_set(), human), ["wer"], test=None)
    repr(table)


def _human(
    format: str, file: str, contents: Callable[[], Sequence[bytes]], called: str | None = None, **options: Any
) -> Target:
    from pitchpipe.agreement.readers.recognise import read_human

    def run(given: Input, folder: Path) -> None:
        human = read_human(file, format=given.asked, **options)
        repr(human)
        str(human.notes)

    def plain() -> list[Input]:
        return [Input({file: content}, asked) for content in contents() for asked in (format, None)]

    return reader(f"judgments.{called or format}", plain, run)


def segment_scores() -> bytes:
    scores = {"good": (80, 70, None, 90), "short": (20, 30, 10.5, None)}
    return "".join(f"{name}\t{x}\n" for name, row in scores.items() for x in row).encode()


JUDGMENTS = (
    _human("seg", "h.txt", lambda: [segment_scores()]),
    _human("sys", "h.txt", lambda: [b"good\t0.5\nshort\tNone\n"]),
    _human("doc", "h.txt", lambda: [b"good\t1\ngood\t2\nshort\tNone\nshort\t3\n"]),
    _human("ranks", "h.tsv", lambda: [samples.RANKS]),
    _human("mqm", "h.tsv", lambda: [samples.MQM, *samples.real("mqm_ted_ende.tsv")]),
    _human(
        "mqm-averages",
        "h.tsv",
        lambda: [samples.MQM_AVERAGES, *samples.real("mqm_ted_ende.avg_seg_scores.tsv")],
    ),
    _human(
        "mqm",
        "h.tsv",
        lambda: [samples.MQM.replace(b"\tseg_id\t", b"\tx\t")],
        called="mqm-of-documents",
        test_set=samples.test_set(),
    ),
    _human("table", "h.csv", lambda: samples.RATINGS),
    _human(
        "table",
        "h.csv",
        lambda: [*samples.RATINGS, samples.RATINGS_OF_DOCUMENTS],
        called="table-of-set",
        test_set=samples.test_set(),
    ),
    _human("appraise", "h.csv", lambda: [samples.ESA, samples.APPRAISE_DUMP, samples.APPRAISE_JSON]),
    _human(
        "esa",
        "h.csv",
        lambda: samples.real("esa_wmt24.csv") or [samples.ESA.replace(b"deu,eng", b"eng,jpn")],
        called="esa-of-several",
        language_pair="en-ja",
    ),
    _human("pearmut", "h.json", lambda: samples.PEARMUT, test_set=samples.test_set()),
    _human(
        "wmt-csv",
        "h.csv",
        lambda: [samples.WMT_CSV, *samples.real("wmt_ranking_5way.csv", "wmt15_pairwise.csv")],
    ),
)
