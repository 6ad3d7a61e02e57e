"""What all results have in common: printed as by the command line, shown in notebooks, and as data frames."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import pitchpipe as pp
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.showing.shown import Shown
from tests.commands import Run
from tests.results import MAKERS, SEGMENTS, SYSTEMS, result, small_set

EACH = pytest.mark.parametrize("name", list(MAKERS))


class _Tags(HTMLParser):
    """Fails where tags do not fit, and keeps the texts."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.kinds: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.kinds.add(tag)
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@EACH
def test_results_are_shown(name: str) -> None:
    shown = result(name)
    assert isinstance(shown, Shown)
    text = str(shown)
    assert "\n──" in text
    assert "\x1b" not in text
    html = shown._repr_html_()
    tags = _Tags()
    tags.feed(html)
    assert not tags.open
    allowed = {"div", "table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td", "p", "pre"}
    assert tags.kinds <= allowed | {"strong", "small", "br"}
    assert "<poor" not in html


@EACH
@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_results_become_frames(name: str, library: str) -> None:
    pytest.importorskip(library)
    shown = result(name)
    for rows, grid in shown.tables().items():
        made = shown.to_frame(rows, library=library)
        shape = made.shape
        assert tuple(shape) == (len(grid().rows), len(grid().header))
    first = next(iter(shown.tables()))
    assert shown.to_frame(library=library).shape == shown.to_frame(first, library=library).shape


@EACH
def test_columns_have_one_type_and_names_of_their_own(name: str) -> None:
    for table in result(name).tables().values():
        grid = table()
        assert len(set(grid.header)) == len(grid.header)
        for k, head in enumerate(grid.header):
            kinds = {type(row[k].value) for row in grid.rows} - {type(None)}
            assert kinds in ({str}, {int}, {bool}, {float}, {float, int}, set()), head


def test_unknown_rows_are_refused() -> None:
    with pytest.raises(ParameterError, match="ScoreTable has no rows 'segment': did you mean segments"):
        result("score").to_frame("segment")
    with pytest.raises(ParameterError, match="there are systems"):
        result("score, plain").to_frame("x")


def test_scores_become_tidy_rows() -> None:
    pytest.importorskip("pandas")
    table = result("score")
    made = table.to_frame(library="pandas")
    assert list(made.columns) == ["system", "metric", "score", "low", "high"]
    assert len(made) == 6
    row = made[(made.system == "good") & (made.metric == "ter")].iloc[0]
    found = table["good", "ter"]
    assert (row.score, row.low, row.high) == (found.score, *found.ci)
    segments = table.to_frame("segments", library="pandas")
    assert len(segments) == 3 * 2 * SEGMENTS
    assert segments.segment.max() == SEGMENTS
    own = segments[(segments.system == "fair") & (segments.metric == "bleu")]
    assert own.score.tolist() == table["fair", "bleu"].segments.tolist()
    groups = table.to_frame("groups", library="pandas")
    assert set(groups.group) == {"news", "chat"}
    plain = result("score, plain").to_frame(library="pandas")
    assert plain.low.isna().all()


def test_skipped_segments_keep_their_numbers() -> None:
    test_set = pp.TestSet(systems={"a": ["x", "y", "z"]}, references={"A": ["x", None, "z"]})
    table = pp.score(test_set, "wer", segments=True, missing="skip")
    assert table.to_frame("segments", library="pyarrow").column("segment").to_pylist() == [1, 3]
    assert "skipped 1 segment without a reference" in str(table)


def test_comparisons_become_tidy_rows() -> None:
    pytest.importorskip("pandas")
    table = result("compare")
    made = table.to_frame(library="pandas")
    assert made[["metric", "system"]].values.tolist() == [
        [metric, system] for metric in ("bleu", "ter") for system in SYSTEMS[1:]
    ]
    assert made.significant.dtype == bool
    assert len(table.to_frame("systems", library="pandas")) == 6
    assert set(table.to_frame("buckets", library="pandas").bucket) == {"news", "chat"}


def test_the_scores_of_a_system() -> None:
    table = result("score")
    own = table["good"]
    assert dict(own) == {"bleu": table["good", "bleu"], "ter": table["good", "ter"]}
    assert len(own) == 2
    asked = pp.score(small_set(), ["bleu:tokenize=auto"])["good"]
    assert asked["bleu:tokenize=auto"] is asked["bleu"]
    with pytest.raises(DataError, match="there is no system 'bad': there are good, fair, "):
        table["bad"]
    with pytest.raises(DataError, match="no score of system 'good' by metric 'wer'"):
        own["wer"]


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """The small test set as files, and the arguments that name them."""
    path = tmp_path / "set.jsonl"
    systems, (reference,) = small_set().systems, small_set().references.values()
    records = [
        {
            "source": source,
            "references": {"A": reference[k]},
            "systems": {name: lines[k] for name, lines in systems.items()},
        }
        for k, source in enumerate(small_set().source or ())
    ]
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
    return ["-t", str(path)]


def test_print_shows_what_the_command_line_shows(run: Run, files: list[str]) -> None:
    test_set = pp.read_test_set(files[1])
    same: list[tuple[list[str], Any]] = [
        (
            ["score", "-m", "bleu", "--confidence", "95", "--samples", "50"],
            lambda: pp.score(test_set, "bleu", confidence=95, samples=50),
        ),
        (["score", "-m", "chrf", "--segments"], lambda: pp.score(test_set, "chrf", segments=True)),
        (
            ["compare", "--samples", "50", "--examples", "1"],
            lambda: pp.compare(test_set, samples=50, metrics=["bleu", "chrf", "ter"], examples=1),
        ),
        (
            ["audit", "--samples", "20", "-m", "bleu", "--system", "good"],
            lambda: pp.audit(test_set.with_systems(["good"]), "bleu", samples=20),
        ),
        (["order"], lambda: pp.order(test_set)),
    ]
    for (verb, *arguments), verb_of_python in same:
        assert run(verb, *files, *arguments).out == f"{verb_of_python()}\n"
