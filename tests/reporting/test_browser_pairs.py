"""Two systems, chosen on the page: differences, brushing, phrases."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pitchpipe as pp
from tests.reporting.browsers import draw_all, saved, wait_for
from tests.reporting.sets import examples

if TYPE_CHECKING:
    from playwright.sync_api import Page


def chosen(page: Page, a: str, b: str, metric: str) -> None:
    page.select_option("#differences .pair-a", label=a)
    page.select_option("#differences .pair-b", label=b)
    page.select_option("#differences .pair-metric", label=metric)


def test_one_pair_is_chosen_for_the_whole_page(page: Page) -> None:
    chosen(page, "short", "verbose", "ter")
    for place in ("#words .pair-a", "#system-a"):
        assert page.eval_on_selector(place, "select => select.selectedOptions[0].text") == "short"
    page.locator("#words .pair-swap").click()
    assert page.eval_on_selector("#system-a", "select => select.selectedOptions[0].text") == "verbose"


def test_differences_by_group_are_those_of_compare(page: Page) -> None:
    draw_all(page)
    chosen(page, "short", "good", "ter")
    table = pp.compare(examples(), "all", ["ter"], samples=500, by="domain")
    expected = {}
    for bucket in table["ter"].buckets:
        (one,) = (d for d in bucket.deltas if {d.baseline, d.system} == {"short", "good"})
        delta = one.delta if one.system == "short" else -one.delta
        expected[bucket.name] = f"{delta:+.2f} ({bucket.segments} segments)"
    figure = page.locator("figure[data-chart='differences/groups']")
    figure.get_by_text(next(iter(expected.values()))).first.wait_for(state="attached")
    words = page.locator("figure[data-chart='differences/groups'] svg text").all_text_contents()
    assert set(expected.values()) <= set(words)
    name, content = saved(page, "#save-groups")
    assert name.endswith("by-domain.csv")
    _, *rows = csv.reader(io.StringIO(content.decode()))
    assert {row[0] for row in rows} == set(expected)


def test_dragging_over_a_chart_selects_segments(page: Page) -> None:
    draw_all(page)
    chart = page.locator("figure[data-chart='differences/histogram'] svg")
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    assert box is not None
    assert box["width"] > 300
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] * 0.65, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.95, middle, steps=5)
    page.mouse.up()
    page.wait_for_function(
        "() => document.getElementById('selection').innerText.includes('segments selected')"
    )
    said = page.locator("#selection").inner_text()
    assert "which are no corpus scores" in said
    count = int(said.split()[0])
    assert 0 < count < 48
    wait_for(page, f"{count} of 48")
    # What was selected is forgotten, on the chart and in words, too.
    page.click("#clear")
    wait_for(page, "48 segments")
    assert page.locator("#selection").inner_text().startswith("Drag over a chart")
    page.wait_for_function(BRUSHED, arg=0)


#: Whether the mark of what is selected in the histogram is as wide as it should be.
BRUSHED = """width => {
  const brush = document.querySelector("figure[data-chart='differences/histogram'] .brush_brush path");
  return brush && brush.getBBox().width == width;
}"""


def test_phrases_lead_to_segments(page: Page) -> None:
    chosen(page, "good", "short", "bleu")
    row = page.locator("#phrases-a tbody tr").first
    words, own, other, _, _ = row.locator("td").all_inner_texts()
    assert int(own) > int(other)
    link = row.locator("a").first
    number = int(link.inner_text())
    assert words.split()[0] in examples().systems["good"][number - 1]
    link.click()
    page.wait_for_selector(f"#segment-{number}.here")
