"""Reports as people use them: opened, read, searched, clicked, saved, in a real browser."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest
from axe_playwright_python.sync_playwright import Axe

import pitchpipe as pp
from pitchpipe.agreement import ErrorSpan, SegmentScores, Task
from tests.reporting.browsers import Opened, draw_all, launched, opened
from tests.reporting.sets import HOSTILE, ROOT, examples, hostile

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


METRICS = ("bleu", "ter", "meteor", "wrr")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as one:
        yield one


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("reports")


@pytest.fixture(scope="module")
def path(folder: Path) -> Path:
    path = folder / "examples.html"
    pp.report(examples(), METRICS, samples=500, title="Examples").save(path)
    return path


@pytest.fixture(scope="module")
def attacked(folder: Path) -> Path:
    path = folder / "hostile.html"
    pp.report(hostile(), ["chrf", "wrr"], samples=50).save(path)
    return path


@pytest.fixture(scope="module")
def shared_page(browser: Browser, path: Path) -> Iterator[Page]:
    with opened(browser, path) as one:
        yield one.page


#: What was chosen on a page is forgotten, so that the next test finds it as it was opened.
RESET = """async () => {
  history.replaceState(null, "", location.pathname);
  for (const [id, value] of Object.entries({ "search-in": "all", metric: "0", mark: "reference" })) {
    const select = document.getElementById(id);
    select.value = value;
    select.dispatchEvent(new Event("change"));
  }
  for (const [id, k] of [["system-a", 0], ["system-b", 1]]) {
    const select = document.getElementById(id);
    select.selectedIndex = k;
    select.dispatchEvent(new Event("change"));
  }
  for (const box of document.querySelectorAll("#chosen input")) box.checked = true;
  document.getElementById("clear").click();
  await new Promise((done) => setTimeout(done, 100));
  for (const one of document.querySelectorAll(".here")) one.classList.remove("here");
  document.activeElement.blur();
}"""


@pytest.fixture
def page(shared_page: Page) -> Page:
    """One page for all tests that need no other: opening it takes most of the time."""
    shared_page.evaluate(RESET)
    wait_for(shared_page, "48 segments")
    return shared_page


def numbers(page: Page) -> list[int]:
    """The segments that are listed."""
    texts = page.locator("#list article header a").all_inner_texts()
    return [int(text) for text in texts]


def wait_for(page: Page, found: str) -> None:
    page.wait_for_function("text => document.getElementById('found').innerText.startsWith(text)", arg=found)


# -- what it says is what the API says ------------------------------------------------------------------


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


# -- segments ------------------------------------------------------------------------------------------


def with_bridges() -> list[int]:
    """The segments that speak of a bridge in any text."""
    test_set = examples()
    columns: list[Any] = [test_set.source, *test_set.references.values(), *test_set.systems.values()]
    return [i + 1 for i in range(48) if any("bridge" in column[i].lower() for column in columns)]


BRIDGES = f"{len(with_bridges())} of 48"


def test_search_finds_what_is_there(page: Page) -> None:
    page.fill("#search", "Bridge")
    wait_for(page, BRIDGES)
    assert numbers(page) == with_bridges()
    page.select_option("#search-in", "source")
    wait_for(page, "0 of 48")
    page.click("#clear")
    wait_for(page, "48 segments")


def test_sorting_by_difference(page: Page) -> None:
    table = pp.score(examples(), ["ter"], segments=True)
    a, b = (table[name, "ter"].segments for name in ("short", "good"))
    assert a is not None
    assert b is not None
    page.select_option("#metric", label="ter")
    page.select_option("#system-a", label="short")
    page.select_option("#system-b", label="good")
    page.select_option("#sort", "difference")
    page.click("#turn-order")
    differences = [round(float(x), 2) - round(float(y), 2) for x, y in zip(a, b, strict=True)]
    expected = sorted(range(48), key=lambda i: (-round(differences[i], 6), i))
    page.wait_for_function(
        "number => document.querySelector('#list article header a').innerText == number",
        arg=str(expected[0] + 1),
    )
    assert numbers(page) == [i + 1 for i in expected[:20]]


def test_groups_and_their_means(page: Page) -> None:
    domains = examples().domains
    assert domains is not None
    page.select_option("#group-by", "group:domain")
    page.select_option("#group-label", label="news")
    members = [i for i, domain in enumerate(domains) if domain == "news"]
    wait_for(page, f"{len(members)} of 48")
    table = pp.score(examples(), ["bleu"], segments=True)
    scores = table["good", "bleu"].segments
    assert scores is not None
    said = page.locator("#found").inner_text()
    assert "which are no corpus scores" in said
    shown = re.search(r"good ([\d.]+)", said)
    assert shown is not None
    assert float(shown[1]) == pytest.approx(sum(scores[i] for i in members) / len(members), abs=0.011)


def test_pages_and_keys(page: Page) -> None:
    assert numbers(page) == list(range(1, 21))
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.id") == "segment-1"
    page.keyboard.press("j")
    page.keyboard.press("k")
    assert page.evaluate("document.activeElement.id") == "segment-1"
    page.keyboard.press("n")
    page.wait_for_selector("#segment-21")
    page.keyboard.press("p")
    page.wait_for_selector("#segment-20")
    for _ in range(21):
        page.keyboard.press("j")
    page.wait_for_selector("#segment-21.here")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "search"
    page.keyboard.type("jk")
    assert page.input_value("#search") == "jk"


def test_links_to_segments_last(browser: Browser, path: Path) -> None:
    with opened(browser, path, hash="#segment=37") as one:
        one.page.wait_for_selector("#segment-37.here")
        assert one.page.evaluate("document.activeElement.id") == "segment-37"
        one.page.fill("#search", "bridge")
        wait_for(one.page, BRIDGES)
        one.page.evaluate("location.hash = 'segment=30'")
        one.page.wait_for_selector("#segment-30.here")
        one.page.evaluate("location.hash = 'segment=999'")
        one.page.wait_for_function(
            "() => document.getElementById('said').innerText == 'There is no segment 999'"
        )


def test_warnings_lead_to_segments(page: Page) -> None:
    link = page.locator("#cautions a.to-segment").first
    number = link.inner_text()
    link.click()
    page.wait_for_selector(f"#segment-{number}.here")
    assert page.locator(f"#segment-{number} .empty").count() == 1


OWN_WORDS = """cell => {
  const copy = cell.cloneNode(true);
  for (const mark of copy.querySelectorAll(".lacking")) mark.remove();
  return copy.textContent;
}"""


def test_words_are_marked_in_several_ways(page: Page) -> None:
    row = page.locator("#segment-1 tbody tr", has=page.locator("th", has_text="good"))
    text = examples().systems["good"][0]
    for mark in ("reference", "other", "ngrams", "none"):
        page.select_option("#mark", mark)
        kept = row.locator(".text").evaluate(OWN_WORDS)
        assert " ".join(kept.split()) == " ".join(text.split())
    assert row.locator("mark").count() == 0


def own_words(page: Page, label: str) -> list[str]:
    """The words of segment 1 of the literal system, once they are marked in another way."""
    page.select_option("#mark", label=label)
    row = page.locator("#segment-1 tbody tr", has=page.locator("th", has_text="literal"))
    row.locator(".summary").wait_for()
    texts: list[str] = row.locator(".text > :not(.summary):not(.lacking)").all_inner_texts()
    return texts


def test_shifts_and_stages_are_shown(page: Page) -> None:
    """Bridge remains until autumn closed: TER moves the last word to the middle."""
    words = [word.lower() for word in examples().systems["literal"][0].split()]
    ter = own_words(page, "what ter aligns")
    row = page.locator("#segment-1 tbody tr", has=page.locator("th", has_text="literal"))
    assert ter == [words[0], words[1], words[4], words[2], words[3]]
    assert row.locator(".moved").all_inner_texts() == ["closed"]
    assert row.locator(".summary").inner_text() == "1 shift, 1 substituted, 1 lacking: 3 edits"
    assert "Beside the first reference." in page.inner_text("#legend")
    assert own_words(page, "what meteor aligns") == words
    assert row.locator("mark.synonym").all_inner_texts() == ["remains"]
    assert row.locator(".summary").inner_text() == "5 of 5 words matched, in 4 chunks"
    page.select_option("#mark", label="what wrr aligns")
    page.wait_for_function("() => !document.querySelector('.summary')")
    assert row.locator("mark.own").count() > 0


def test_what_was_asked_for_last_is_shown(page: Page) -> None:
    """However late texts and charts come."""
    listed = page.evaluate(
        """async () => {
          for (const mark of ["ngrams", "none", "reference", "none"]) {
            const select = document.getElementById("mark");
            select.value = mark;
            select.dispatchEvent(new Event("change", { bubbles: true }));
          }
          const matrix = document.querySelector("select[data-choose-chart]");
          for (const value of ["1", "2", "0", "2"]) {
            matrix.value = value;
            matrix.dispatchEvent(new Event("change"));
          }
          await new Promise((done) => setTimeout(done, 1000));
          return document.querySelectorAll("#list mark").length;
        }"""
    )
    assert listed == 0
    figure = page.locator("figure[data-chart='ranking/matrix-2']")
    assert figure.locator("svg").count() == 1
    assert "Differences by meteor ↑" in figure.locator("svg text").all_text_contents()
    page.select_option("select[data-choose-chart='ranking/matrix']", "0")


def test_unwanted_systems_are_not_shown(page: Page) -> None:
    page.click("details.chosen summary")
    page.uncheck("#chosen input >> nth=0")
    page.wait_for_function("() => document.querySelectorAll('#segment-1 tbody tr:not(.given)').length == 3")


# -- two systems ---------------------------------------------------------------------------------------


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


# -- saving --------------------------------------------------------------------------------------------


def saved(page: Page, selector: str) -> tuple[str, bytes]:
    with page.expect_download() as download:
        page.locator(selector).first.dispatch_event("click")
    return download.value.suggested_filename, Path(str(download.value.path())).read_bytes()


def test_tables_and_charts_are_saved(page: Page) -> None:
    draw_all(page)
    name, content = saved(page, "[data-table='ranking/scores'][data-format='csv']")
    assert name == "Examples-ranking-scores.csv"
    header, *rows = csv.reader(io.StringIO(content.decode()))
    assert header == ["system", "bleu ↑", "ter ↓", "meteor ↑", "wrr ↑"]
    table = pp.score(examples(), METRICS)
    assert {row[0]: float(row[1]) for row in rows} == {s: table[s, "bleu"].score for s in table.systems}
    name, content = saved(page, "[data-table='ranking/scores'][data-format='latex']")
    assert name.endswith(".tex")
    assert content.startswith(b"\\begin{tabular}")
    name, content = saved(page, "figure[data-chart='ranking/scores'] [data-picture='svg']")
    assert name == "Examples-ranking-scores.svg"
    assert content.startswith(b"<svg")
    name, content = saved(page, "figure[data-chart='ranking/scores'] [data-picture='png']")
    assert content.startswith(b"\x89PNG")


@pytest.mark.parametrize("panel", ["segments", "making"])
def test_what_is_shown_is_saved_as_a_picture(page: Page, panel: str) -> None:
    page.select_option("#mark", label="what ter aligns")
    page.fill("#search", "bridge")
    wait_for(page, BRIDGES)
    name, content = saved(page, f"[data-what='{panel}'][data-picture='svg']")
    assert name == f"Examples-{panel}.svg"
    drawn = [node.text for node in ElementTree.fromstring(content.decode()).iter(f"{SVG}text")]
    shown = page.inner_text("#list" if panel == "segments" else "#making-facts")
    # Words in the same order; buttons are no part of it, and a long one is drawn line by line.
    assert "".join("".join(map(str, drawn)).split()) == "".join(re.sub("Copy|▶?BibTeX", "", shown).split())
    name, content = saved(page, f"[data-what='{panel}'][data-picture='png']")
    assert name == f"Examples-{panel}.png"
    assert content.startswith(b"\x89PNG")


SVG = "{http://www.w3.org/2000/svg}"


def test_segments_are_saved_as_they_are_listed(page: Page) -> None:
    page.fill("#search", "bridge")
    wait_for(page, BRIDGES)
    _, content = saved(page, "#save-segments")
    header, *rows = csv.reader(io.StringIO(content.decode()))
    assert header[:2] == ["segment", "source"]
    assert [int(row[0]) for row in rows] == numbers(page)


def test_signatures_are_copied(page: Page) -> None:
    page.locator("#making .copy").first.click()
    page.wait_for_selector("#said.shown")
    expected = pp.score(examples(), ["bleu"])["good", "bleu"].signature
    assert page.evaluate("navigator.clipboard.readText()") == expected


# -- people and word order -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def judged(folder: Path) -> Path:
    path = folder / "judged.html"
    human = Task.read(examples(), ROOT / "examples/adequacy.seg.score").human
    assert isinstance(human, SegmentScores)
    spans = (
        ErrorSpan("good", 1, 4, 8, "Major", "Accuracy"),
        ErrorSpan("good", 1, 6, 12, "Minor", "Style"),
        ErrorSpan("good", 2, 0, 3, "Trivial", "Style"),
    )
    systems = dict(examples().systems)
    systems["literal"] = ["\u202eturned round\u202c", *systems["literal"][1:]]
    documents = ["large", "large", *(f"document {k}" for k in range(46))]
    report = pp.report(
        replace(examples(), systems=systems, documents=documents, name="turned\u202e"),
        ["bleu", "ter"],
        samples=50,
        human=replace(human, spans=spans),
        order=True,
        audit_of=False,
    )
    report.save(path)
    return path


@pytest.fixture(scope="module")
def judged_page(browser: Browser, judged: Path) -> Iterator[Page]:
    with opened(browser, judged) as one:
        yield one.page


def test_judgments_and_errors_stand_with_segments(judged_page: Page) -> None:
    page = judged_page
    draw_all(page)
    row = page.locator("#segment-1 tbody tr", has=page.locator("th", has_text="good"))
    assert row.locator("td.people").inner_text() == "86.00"
    page.select_option("#mark", "errors")
    page.wait_for_selector("#segment-2 mark.major")
    text = examples().systems["good"][1]
    marks = page.locator("#segment-2 mark").all_inner_texts()
    assert "".join(marks) == text[4:12]
    assert page.locator("#segment-2 mark.minor").inner_text() == text[8:12]
    # A severity that nobody knows is named, and taken for no other.
    unknown = page.locator("#segment-3 mark")
    assert (unknown.get_attribute("class"), unknown.get_attribute("title")) == ("ungraded", "trivial: Style")
    assert page.locator("#legend mark").all_inner_texts() == ["minor", "major", "trivial"]


def test_word_order_of_any_segment(judged_page: Page) -> None:
    page = judged_page
    page.fill("#order-segment", "7")
    page.select_option("#order-system", label="literal")
    segment = pp.order(examples()).segment("literal", 7)
    drawn = page.locator("#order-drawing figure").nth(1)
    drawn.get_by_text(segment.hypothesis[0], exact=True).first.wait_for(state="attached")
    words = drawn.locator("text").all_text_contents()
    assert words[: len(segment.source)] == list(segment.source)
    lines = drawn.locator("line").count()
    assert lines > 0
    _, content = saved(page, "[data-what='order'][data-picture='svg']")
    saved_words = [node.text for node in ElementTree.fromstring(content.decode()).iter(f"{SVG}text")]
    assert " ".join(words) in " ".join(map(str, saved_words))
    assert content.count(b"<line") >= lines
    page.fill("#order-segment", "999")
    page.locator("#order-drawing", has_text="There is no segment 999").wait_for()


def test_characters_that_turn_text_round_are_named(judged_page: Page) -> None:
    page = judged_page
    assert page.inner_text("h1") == "turned[RIGHT-TO-LEFT OVERRIDE] de-en"
    page.fill("#order-segment", "1")
    page.select_option("#order-system", label="literal")
    page.locator("#order-drawing", has_text="RLO").wait_for()
    assert "\u202e" not in page.inner_text("#order-drawing")
    row = page.locator("#segment-1 tbody tr", has=page.locator("th", has_text="literal"))
    assert row.locator(".control").all_inner_texts() == ["RLO", "PDF"]


def test_groups_that_are_left_out_are_counted(judged_page: Page) -> None:
    judged_page.select_option("#grouping", label="document")
    said = judged_page.inner_text("#groups-left")
    assert said == "The 40 largest of 47 groups; the 7 smaller ones are left out."
    judged_page.select_option("#grouping", label="domain")
    assert judged_page.inner_text("#groups-left") == ""


def test_no_two_elements_have_one_name(judged_page: Page) -> None:
    names = judged_page.evaluate("() => Array.from(document.querySelectorAll('[id]'), (one) => one.id)")
    assert len(names) == len(set(names))


# -- for everybody -------------------------------------------------------------------------------------


#: The charts that are wider than there is room for.
CUT_OFF = """() => Array.from(document.querySelectorAll("figure[data-chart]")).filter((figure) => {
  const place = figure.querySelector(".drawing");
  return place.scrollWidth > place.clientWidth + 1;
}).map((figure) => figure.dataset.chart)"""


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (360, True)])
def test_nothing_serious_stands_in_anybodys_way(browser: Browser, path: Path, width: int, dark: bool) -> None:
    with opened(browser, path, width=width, dark=dark) as one:
        draw_all(one.page)
        assert one.page.evaluate("document.documentElement.scrollWidth") <= width
        # Of many groups with long names, some are scrolled to.
        assert set(one.page.evaluate(CUT_OFF)) <= {"differences/groups"}
        # Of segments a few are enough to look at.
        one.page.fill("#search", "bridge")
        wait_for(one.page, BRIDGES)
        found = Axe().run(one.page)
        bad = [
            (violation["id"], [node["html"][:200] for node in violation["nodes"][:3]])
            for violation in found.response["violations"]
            if violation["impact"] in {"serious", "critical"}
        ]
        assert bad == []


def test_light_and_dark(browser: Browser, path: Path) -> None:
    with opened(browser, path, dark=True) as one:
        one.page.locator("figure[data-chart='ranking/scores'] svg").wait_for()
        ground = "getComputedStyle(document.body).backgroundColor"
        dark = one.page.evaluate(ground)
        one.page.click("#theme")
        assert one.page.evaluate(ground) != dark
        assert one.page.evaluate("document.documentElement.dataset.theme") == "light"


def test_it_prints(page: Page) -> None:
    assert page.pdf(format="A4").startswith(b"%PDF")


def test_without_source_reference_or_rival(browser: Browser, folder: Path) -> None:
    path = folder / "bare.html"
    bare = replace(examples().with_systems(["good"]), source=None, documents=None, domains=None)
    pp.report(bare, ["wer"], samples=20, audit_of=False).save(path)
    with opened(browser, path) as one:
        assert numbers(one.page) == list(range(1, 21))


# -- hostile texts -------------------------------------------------------------------------------------


def test_attacks_are_shown_and_never_run(browser: Browser, attacked: Path) -> None:
    with opened(browser, attacked) as one:
        page = one.page
        draw_all(page)
        for mark in ("reference", "other", "ngrams", "explained:0", "none"):
            page.select_option("#mark", mark)
        page.wait_for_function("() => document.querySelectorAll('#list mark').length == 0")
        assert "pwned" in page.title()  # the name of the test set, as it is
        assert page.title().startswith("<script>")
        assert page.locator("#list script, #list img, #list style, #list b, #list u").count() == 0
        shown = page.locator("#segment-1 .given .text").first.inner_text()
        assert shown == HOSTILE[0]
        assert page.locator("#segment-6 .control").count() > 0
        assert page.evaluate("document.documentElement.scrollWidth") <= 1280
        page.fill("#search", "<script>")
        wait_for(page, "2 of 12")


def test_directions_and_languages(browser: Browser, attacked: Path) -> None:
    with opened(browser, attacked, width=360) as one:
        cell = one.page.locator("#segment-7 .given .text").first
        assert cell.evaluate("cell => getComputedStyle(cell).direction") == "rtl"
        assert one.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_policy_holds(browser: Browser, path: Path) -> None:
    with opened(browser, path) as one:
        blocked = one.page.evaluate(
            """async () => {
              const blocked = [];
              // Later, and so by the page itself: what a test evaluates at once is not held to the policy.
              await new Promise((done) => setTimeout(() => {
                try { eval("1"); } catch { blocked.push("eval"); }
                done();
              }));
              try { await fetch("https://example.org/"); } catch { blocked.push("fetch"); }
              const attack = "<img id='attack' src='x' onerror='window.ran = true'>";
              document.body.insertAdjacentHTML("beforeend", attack);
              document.getElementById("attack").dispatchEvent(new Event("error"));
              if (!window.ran) blocked.push("handler");
              return blocked;
            }"""
        )
        assert blocked == ["eval", "fetch", "handler"]
        # The attempts are noticed, which is what the policy is for.
        assert one.wrong
        forget(one)


def forget(one: Opened) -> None:
    one.wrong.clear()
    one.asked.clear()
