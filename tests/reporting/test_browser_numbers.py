"""What a page says is what the API says, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pitchpipe as pp
from tests.reporting.browsers import draw_all
from tests.reporting.sets import METRICS, examples

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_scores_are_those_of_score(page: Page) -> None:
    table = pp.score(examples(), METRICS)
    rows = page.locator("#ranking table tbody tr").all()
    assert len(rows) == 4
    for row in rows:
        name, *scores = row.locator("td").all_inner_texts()
        assert scores == [f"{table[name, metric].score:.2f}" for metric in METRICS]


def test_segment_scores_are_those_of_score(page: Page) -> None:
    table = pp.score(examples(), METRICS, segments=True)
    segment = page.locator("#segment-7")
    shown = {
        row.locator("th").inner_text(): row.locator("td.number").all_inner_texts()
        for row in segment.locator("tbody tr:not(.given)").all()
    }
    assert set(shown) == set(examples().systems)
    for system, scores in shown.items():
        expected = [table[system, metric].segments for metric in METRICS]
        assert scores == [f"{segments[6]:.2f}" for segments in expected if segments is not None]


def test_charts_are_drawn_from_the_comparison(page: Page) -> None:
    draw_all(page)
    words = page.locator("figure[data-chart='ranking/scores'] svg text").all_text_contents()
    table = pp.compare(examples(), "all", METRICS, samples=500)
    for metric in METRICS:
        for system in table[metric].systems:
            assert f"{system.score:.2f} ({system.cluster})" in words


def test_another_metric_another_matrix(page: Page) -> None:
    draw_all(page)
    page.select_option("select[data-choose-chart='ranking/matrix']", "1")
    page.wait_for_selector("figure[data-chart='ranking/matrix-1'] svg")
    page.locator("figure[data-chart='ranking/matrix-1'] svg").get_by_text("by ter").wait_for(state="attached")
    table = pp.compare(examples(), "all", ["ter"], samples=500)["ter"]
    words = page.locator("figure[data-chart='ranking/matrix-1'] svg text").all_text_contents()
    for one in table.comparisons:
        assert f"{one.delta:+.2f}{'*' if one.significant else ''}" in words
