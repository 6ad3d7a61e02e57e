"""Charts as data: marks, channels, values; and as pictures."""

from __future__ import annotations

import math
import struct
import sys
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import pitchpipe as pp
from pitchpipe.charts import (
    Dumbbell,
    DumbbellPanel,
    IntervalPanel,
    Point,
    dumbbell_chart,
    interval_chart,
    save,
)
from pitchpipe.charts.intervals import LOOKS
from pitchpipe.charts.look import BLUE, GREY, ORANGE, ROW
from pitchpipe.charts.saving import require_drawable
from pitchpipe.errors import MissingError, ParameterError
from pitchpipe.metrics import External
from tests.results import SYSTEMS, result

pytest.importorskip("altair")

DRAWN = (
    "score",
    "score, plain",
    "compare",
    "compare, all",
    "audit",
    "audit, one",
    "meta",
    "meta, plain",
    "fit",
    "fit, mixture",
)


def panels(chart: Any) -> list[dict[str, Any]]:
    """The panels of a chart, with the rows of each layer in place of their names."""
    content = chart.to_dict()
    for panel in content["concat"]:
        for one in panel["layer"]:
            data = one.get("data") or panel.get("data") or content["data"]
            one["rows"] = content["datasets"][data["name"]] if "name" in data else data["values"]
    return list(content["concat"])


def layer(panel: dict[str, Any], mark: str) -> dict[str, Any]:
    """The last layer of this mark: lines of reference stand below those of numbers."""
    found: list[dict[str, Any]] = [one for one in panel["layer"] if one["mark"]["type"] == mark]
    return found[-1]


def values(one: dict[str, Any], column: str) -> list[Any]:
    return [row[column] for row in one["rows"]]


def every(content: Any) -> Iterator[Any]:
    """All that a specification holds."""
    yield content
    if isinstance(content, dict | list):
        for part in content.values() if isinstance(content, dict) else content:
            yield from every(part)


# -- kinds -----------------------------------------------------------------------------------------

POINTS = (
    Point("a", 2.0, 1.0, 3.0, "2.0", "better"),
    Point("b", math.nan, None, None, "n/a", "n/a"),
    Point("c", -1.0, -math.inf, 0.5, "-1.0", "worse"),
)


def test_points_with_intervals() -> None:
    (panel,) = panels(interval_chart([IntervalPanel("bleu ↑", POINTS, zero=True)], "title", "subtitle"))
    assert panel["title"]["text"] == "bleu ↑"
    assert panel["height"] == 3 * ROW
    line, point, words = (layer(panel, mark) for mark in ("rule", "point", "text"))
    assert (line["encoding"]["x"]["field"], line["encoding"]["x2"]["field"]) == ("low", "high")
    assert values(line, "low") == [1.0, None, None]
    assert values(line, "high") == [3.0, None, 0.5]
    assert point["encoding"]["x"]["field"] == "value"
    assert values(point, "value") == [2.0, None, -1.0]
    assert words["encoding"]["text"]["field"] == "label"
    for one in (line, point, words):
        assert one["encoding"]["y"]["scale"]["domain"] == ["a", "b", "c"]
    colour, shape = point["encoding"]["color"]["scale"], point["encoding"]["shape"]["scale"]
    assert colour == {"domain": ["better", "n/a", "worse"], "range": [BLUE, GREY, ORANGE]}
    assert shape["range"] == ["triangle-up", "circle", "triangle-down"]
    zero = panel["layer"][0]
    assert (zero["mark"]["type"], zero["rows"]) == ("rule", [{"value": 0}])


def test_scores_have_no_line_at_zero() -> None:
    (panel,) = panels(interval_chart([IntervalPanel("x", POINTS[:1])], "", ""))
    assert [one["mark"]["type"] for one in panel["layer"]] == ["rule", "point", "text"]
    assert layer(panel, "point")["encoding"]["x"]["scale"] == {"zero": False}


def test_rows_are_named_once_in_a_line_of_panels() -> None:
    chart = interval_chart([IntervalPanel(str(k), POINTS) for k in range(5)], "", "", columns=3)
    named = [layer(panel, "point")["encoding"]["y"]["axis"]["labels"] for panel in panels(chart)]
    assert named == [True, False, False, True, False]
    assert chart.to_dict()["columns"] == 3


def test_kinds_that_differ_look_different() -> None:
    """By shape as well as by colour, for those who do not tell colours apart."""
    drawn = [LOOKS[kind] for kind in ("better", "worse", "not significant", "different", "contradiction")]
    assert len({shape for _, shape in drawn}) == len(drawn)


def test_pairs_on_a_line() -> None:
    pairs = (Dumbbell("a", 0.0, 4.0, "0 to 4"), Dumbbell("b", None, 2.0, "n/a"))
    chart = dumbbell_chart(
        [DumbbellPanel("deleted", pairs, ("before", "after"), limit=5.0)], "title", "words"
    )
    assert chart.to_dict()["title"]["subtitle"] == "words; hollow: before, filled: after"
    (panel,) = panels(chart)
    line, point = layer(panel, "rule"), layer(panel, "point")
    assert (values(line, "first"), values(line, "second")) == ([0.0, None], [4.0, None])
    assert [(row["name"], row["end"], row["value"]) for row in point["rows"]] == [
        ("a", "before", 0.0),
        ("a", "after", 4.0),
        ("b", "after", 2.0),
    ]
    assert point["encoding"]["fill"]["scale"]["range"] == ["#FFFFFF", BLUE]
    assert panel["layer"][0]["rows"] == [{"value": 5.0}]
    assert point["encoding"]["x"]["scale"] == {"zero": True}


def test_pairs_are_named_once_in_a_line_of_panels() -> None:
    one = DumbbellPanel("x", (Dumbbell("a", 0.0, 1.0, ""),), ("before", "after"))
    named = [
        layer(panel, "point")["encoding"]["y"]["axis"]["labels"]
        for panel in panels(dumbbell_chart([one] * 5, "", ""))
    ]
    assert named == [True, False, False, True, False]
    (panel, *_) = panels(dumbbell_chart([one], "", ""))
    assert [each["mark"]["type"] for each in panel["layer"]] == ["rule", "point", "text"]
    assert layer(panel, "point")["encoding"]["x"]["scale"] == {"zero": False}


def test_three_panels_stand_side_by_side_unless_told_otherwise() -> None:
    pairs = DumbbellPanel("x", (Dumbbell("a", 0.0, 1.0, ""),), ("before", "after"))
    points = IntervalPanel("x", POINTS)
    for chart in (interval_chart([points] * 4, "", ""), dumbbell_chart([pairs] * 4, "", "")):
        assert chart.to_dict()["columns"] == 3
    assert dumbbell_chart([pairs] * 4, "", "", columns=2).to_dict()["columns"] == 2


def test_names_have_no_ticks_and_numbers_stand_where_they_belong() -> None:
    chart = interval_chart([IntervalPanel("x", POINTS)], "", "")
    (panel,) = panels(chart)
    point = layer(panel, "point")
    assert point["encoding"]["y"]["axis"]["ticks"] is False
    assert point["encoding"]["x"]["axis"]["labelFlush"] is False
    assert point["mark"]["filled"] is True
    assert chart.to_dict()["config"]["axis"]["domain"] is False


def test_words_stand_beside_the_panel_and_fit_their_rows() -> None:
    (panel,) = panels(interval_chart([IntervalPanel("x", POINTS)], "", ""))
    words = layer(panel, "text")
    assert words["encoding"]["x"]["value"] > panel["width"]
    assert panel["height"] / len(POINTS) > words["mark"]["fontSize"]


# -- results ---------------------------------------------------------------------------------------


def test_scores() -> None:
    table = result("score")
    bleu, ter = panels(table.plot())
    assert [panel["title"]["text"] for panel in (bleu, ter)] == ["bleu ↑", "ter ↓"]
    rows = layer(ter, "point")["rows"]
    # The best by the first metric is on top, in both panels.
    assert [row["name"] for row in rows] == list(SYSTEMS)
    for row in rows:
        score = table[row["name"], "ter"]
        assert (row["value"], (row["low"], row["high"])) == (score.score, score.ci)
        assert row["label"] == f"{score.score:.2f}"
    assert "95 % intervals" in table.plot().to_dict()["title"]["subtitle"]
    assert "interval" not in result("score, plain").plot().to_dict()["title"]["subtitle"]


def test_comparisons() -> None:
    table = result("compare")
    bleu, _ = panels(table.plot())
    rows = layer(bleu, "point")["rows"]
    assert [(row["name"], row["value"], row["low"]) for row in rows] == [
        (one.system, one.delta, one.delta_ci[0]) for one in table["bleu"].comparisons
    ]
    assert all(row["label"].endswith(row["kind"]) for row in rows)
    assert bleu["layer"][0]["rows"] == [{"value": 0}]
    (ranking,) = panels(result("compare, all").plot())
    shown = layer(ranking, "point")["rows"]
    clusters = result("compare, all")["bleu"].clusters
    assert [row["name"] for row in shown] == [name for names in clusters for name in names]
    assert shown[0]["label"].endswith(" (1)")


def test_small_scales_have_more_decimals(tmp_path: Path) -> None:
    texts = ["a b", "c d"]
    for name, scores in {"one": (0.8512, 0.8502), "two": (0.8523, 0.8505)}.items():
        (tmp_path / name).write_text("".join(f"{score}\n" for score in scores))
    test_set = pp.TestSet(systems={"one": texts, "two": texts}, references={"A": [*texts]})
    metric = External(file=str(tmp_path / "{system}"), scale=1.0)
    (panel,) = panels(pp.score(test_set, [metric]).plot())
    assert values(layer(panel, "point"), "label") == ["0.8514", "0.8507"]
    (panel,) = panels(pp.compare(test_set, "one", [metric], samples=20).plot())
    assert values(layer(panel, "point"), "label")[0].startswith("+0.0007 ")
    (panel,) = panels(pp.compare(test_set, "all", [metric], samples=20).plot())
    assert {label.partition(" ")[0] for label in values(layer(panel, "point"), "label")} == {
        "0.8514",
        "0.8507",
    }


def test_points_look_as_the_verdict_says() -> None:
    """The sign test may find a system better whose score is worse."""
    table = result("compare")
    (metric, *_) = table
    comparison = replace(metric.comparisons[0], delta=-0.5, significant=True, verdict="better")
    drawn = replace(table, metrics={metric.metric: replace(metric, comparisons=(comparison,))})
    (panel,) = panels(drawn.plot())
    point = layer(panel, "point")
    assert (values(point, "kind"), values(point, "label")) == (["better"], ["-0.50 better"])


def test_agreement() -> None:
    table = result("meta")
    drawn = panels(table.plot())
    assert table.plot().to_dict()["title"]["subtitle"] == (
        f"{table.confidence:g} % intervals by bootstrap over segments; in brackets ranks by {table.test}; "
        "random and oracle for comparison"
    )
    assert result("meta, plain").plot().to_dict()["title"]["subtitle"] == "random and oracle for comparison"
    assert [panel["title"]["text"] for panel in drawn] == list(table.statistics)
    for panel, name in zip(drawn, table.statistics, strict=True):
        rows = {row["name"]: row for row in layer(panel, "point")["rows"]}
        assert list(rows)[-2:] == ["random", "oracle"]
        assert {row["kind"] for row in rows.values()} == {"score", "baseline"}
        for metric in table.metrics:
            agreement = table[metric, table.tasks[0].name, name]
            assert rows[metric]["value"] == pytest.approx(agreement.outcome.value)
            assert rows[metric]["label"].endswith(f"({agreement.rank})")


def test_audits() -> None:
    table = result("audit")
    first, *_ = drawn = panels(table.plot())
    assert len(drawn) == 5
    lines = {row["name"]: row for row in layer(first, "rule")["rows"]}
    for one in table:
        found = one.deletion.greedy
        assert (lines[one.metric]["first"], lines[one.metric]["second"]) == (
            found.free_words_share,
            found.words_share,
        )


def test_fits() -> None:
    fitted = result("fit")
    pairs, gains = panels(fitted.plot())
    rows = layer(pairs, "rule")["rows"]
    assert [(row["name"], row["first"], row["second"]) for row in rows[:-1]] == [
        (fold.name, fold.default, fold.held_out) for fold in fitted.folds
    ]
    mean = layer(gains, "point")["rows"][-1]
    test = fitted.held_out
    assert (mean["name"], mean["value"], (mean["low"], mean["high"])) == (
        "mean",
        test.gain.value,
        test.gain.ci,
    )
    (data,) = panels(result("fit, mixture").plot())
    assert [row["name"] for row in layer(data, "rule")["rows"]] == [
        one.name for one in result("fit, mixture").data
    ]


@pytest.mark.parametrize("name", DRAWN)
def test_specifications_hold_numbers_only_and_need_no_network(name: str) -> None:
    content = result(name).plot().to_dict()
    for part in every({key: value for key, value in content.items() if key != "$schema"}):
        assert not isinstance(part, float) or math.isfinite(part)
        assert not isinstance(part, str) or "http" not in part


# -- pictures --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DRAWN)
def test_pictures_are_drawn(name: str, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    path = tmp_path / "chart.svg"
    save(result(name).plot(), path)
    tree = ElementTree.parse(path)
    texts = {text.text for text in tree.iter("{http://www.w3.org/2000/svg}text")}
    titles = {panel["title"]["text"] for panel in panels(result(name).plot())}
    assert titles <= texts


def test_a_chart_in_every_format(tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    chart = result("score").plot()
    for ending, begin in ((".png", b"\x89PNG"), (".pdf", b"%PDF"), (".json", b"{"), (".SVG", b"<svg")):
        path = tmp_path / f"chart{ending}"
        save(chart, path)
        assert path.read_bytes().startswith(begin)
    png = (tmp_path / "chart.png").read_bytes()
    assert white_corner(png)
    # Of each pixel there are two by two.
    drawn = float(ElementTree.parse(tmp_path / "chart.SVG").getroot().get("width") or 0)
    assert struct.unpack(">I", png[16:20])[0] == pytest.approx(2 * drawn, abs=2)


def white_corner(png: bytes) -> bool:
    """Whether the first pixel of a PNG is white and opaque."""
    width, _, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert (depth, kind) == (8, 6)
    parts, place = b"", 8
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        if png[place + 4 : place + 8] == b"IDAT":
            parts += png[place + 8 : place + 8 + length]
        place += 12 + length
    # Whatever the filter of the first line, its first pixel is written as it is.
    return width > 0 and zlib.decompress(parts)[1:5] == b"\xff" * 4


@pytest.mark.parametrize("name", ["chart", "chart.gif", "-", "chart.svg.gz", ".svg", ""])
def test_other_endings_are_refused(name: str) -> None:
    with pytest.raises(ParameterError, match=r"its name must end in \.svg, \.png, \.pdf, \.json"):
        save(result("score").plot(), name)


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    chart = result("score").plot()
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(MissingError, match=r"pip install 'pitchpipe\[plot\]'"):
        save(chart, tmp_path / "chart.png")
    save(chart, tmp_path / "chart.json")
    monkeypatch.setitem(sys.modules, "altair", None)
    # Before anything is computed that could not be drawn.
    with pytest.raises(MissingError, match=r"^charts need Altair"):
        require_drawable(tmp_path / "chart.json")
    with pytest.raises(MissingError, match=r"charts need Altair: pip install 'pitchpipe\[plot\]'"):
        result("score").plot()
