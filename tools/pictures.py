"""Draws the charts of the documentation: ``python -m tools.pictures [NAME...]``.

Each is what a page's own command or call draws on the example systems.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pitchpipe as pp

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "_static"
EXAMPLES = ROOT / "examples"


def examples() -> pp.TestSet:
    """The example systems with both references."""
    return pp.TestSet.read(
        EXAMPLES / "source.de",
        {"a": EXAMPLES / "reference.a.en", "b": EXAMPLES / "reference.b.en"},
        {path.stem: path for path in sorted((EXAMPLES / "systems").iterdir())},
    )


def scores() -> Any:
    """Scores with intervals."""
    return pp.score(examples(), ["bleu", "chrf", "ter"], confidence=95, samples=1000).plot()


def differences() -> Any:
    """Systems beside a baseline."""
    return pp.compare(examples(), "literal", ["bleu", "chrf", "ter"], samples=1000).plot()


def ranking() -> Any:
    """All pairs of systems."""
    return pp.compare(examples(), "all", ["bleu", "chrf"], samples=1000).plot()


def agreement() -> Any:
    """Metrics beside people."""
    return pp.meta(
        examples(),
        ["bleu", "chrf", "ter", "hlepor"],
        human=EXAMPLES / "adequacy.seg.score",
        statistics=["pairwise-accuracy", "kendall-b:item"],
        samples=500,
    ).plot()


def tolerances() -> Any:
    """How much harm metrics overlook."""
    return pp.audit(examples().with_systems("good").with_references("a")).plot()


def judged_report() -> pp.Report:
    """A report with all panels."""
    columns = pp.TestSet.read(documents=EXAMPLES / "documents.tsv")
    test_set = replace(examples(), documents=columns.documents, domains=columns.domains)
    return pp.report(
        test_set.with_languages("de-en"),
        ["bleu", "chrf", "ter", "wrr"],
        title="Examples",
        human=EXAMPLES / "adequacy.seg.score",
        order=True,
    )


PICTURES: dict[str, Callable[[], Any]] = {
    draw.__name__: draw for draw in (scores, differences, ranking, agreement, tolerances)
}


def main(names: list[str]) -> None:
    """Draws those of these names, or all."""
    for name in names or PICTURES:
        PICTURES[name]().save(FOLDER / f"{name}.svg")


if __name__ == "__main__":
    main(sys.argv[1:])
