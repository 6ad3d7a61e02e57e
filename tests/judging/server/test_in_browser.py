"""Campaigns as people do them, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pitchpipe.judging import get_protocol
from pitchpipe.judging.links import Links
from pitchpipe.judging.protocols import Protocol
from pitchpipe.judging.store import Store
from pitchpipe.text.testset import TestSet
from tests.judging.server.people import Person, person, serious
from tests.judging.server.sites import CONSENT, made, running
from tests.reporting.browsers import launched

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ARABIC = "ذهب الولد إلى المدرسة في الصباح"
CHINESE = "男孩一大早和朋友们去上学了。"
#: Until the page is loaded again, all that it asks is heard, and no reply comes back. It happens within the
#: page, so that nothing depends on how soon a browser takes over requests.
LOSE_REPLIES = """() => {
  const { fetch } = globalThis;
  globalThis.fetch = async (...asked) => {
    await fetch(...asked);
    throw new TypeError("the reply was lost");
  };
}"""
#: Whatever the page asks waits until ``release()``.
HOLD_REQUESTS = """() => {
  const { fetch } = globalThis;
  const released = new Promise((resolve) => { globalThis.release = resolve; });
  globalThis.fetch = async (...asked) => {
    await released;
    return fetch(...asked);
  };
}"""
HOSTILE = "<script>document.title='bad'</script> 😀 naïve \u202eevil"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as one:
        yield one


class Sites:
    """Servers of campaigns, made where a test wants one."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._stack, self._made = folder, stack, 0

    def __call__(
        self, protocol: str | Protocol = "pairwise", **options: Any
    ) -> tuple[str, list[str], Links, Store]:
        """Its address, annotators' tokens, all links, and the store."""
        self._made += 1
        campaign = made(self._folder / f"c{self._made}", protocol, **options)
        address, links, store = self._stack.enter_context(running(campaign))
        return address, list(links.annotators.values()), links, store


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Sites]:
    with ExitStack() as stack:
        yield Sites(tmp_path, stack)


def one_text(text: str, source: str = "a source", language: str = "en") -> TestSet:
    """A test set in which everything is this text."""
    return TestSet(
        systems={"A": [text] * 3}, source=[source] * 3, target_language=language, source_language="en"
    )


def marks(store: Store) -> list[list[tuple[int, int, str]]]:
    """The spans of all judgments."""
    return [
        [(span["start"], span["end"], span["severity"]) for span in judgment.answer["outputs"][0]["spans"]]
        for judgment in store.judgments()
    ]


# -- a whole campaign ------------------------------------------------------------------------------------


def test_two_annotators_and_a_question_of_gold(browser: Browser, site: Sites) -> None:
    address, tokens, links, store = site(annotators=2, each=2, gold=True, consent=CONSENT, title="A study")
    with (
        person(browser, address, tokens[0]) as ann,
        person(browser, address, tokens[1], has_touch=True) as bob,
    ):
        assert (ann.view, bob.view) == ("consent", "consent")
        assert ann.page.url == f"{address}/a/1/"
        assert serious(ann.page) == []
        ann.begin()
        bob.begin()
        said: list[str] = []
        for at in range(1, 4):
            # Ann does everything by keyboard, and always says the first; Bob taps what is wrong.
            ann.until_item(at)
            ann.press("1", "Enter")
            ann.page.wait_for_function(
                "n => document.documentElement.dataset.view === 'done' || "
                "document.getElementById('feedback').open || "
                "!document.getElementById('item-heading').innerText.startsWith(`Item ${n} `)",
                arg=at,
            )
            if ann.page.is_visible("#feedback"):
                ann.press("Enter")
            bob.until_item(at)
            bad = bob.page.locator("label.choice", has_text="Bad the one.")
            (bad if bad.count() else bob.page.locator("label.neither")).tap()
            bob.page.locator("button[type=submit]").tap()
            if bad.count():
                bob.page.wait_for_selector("#feedback[open]")
                said.append(bob.page.inner_text("#feedback"))
                bob.page.locator("#feedback button").tap()
        ann.wait_for("done")
        bob.wait_for("done")
        assert len(said) == 1
        assert "The other one is no English." in said[0]
        codes = {one.annotator.name: one.code for one in store.progress()}
        assert [ann.page.inner_text("#code"), bob.page.inner_text("#code")] == list(codes.values())
    given = {(one.annotator, one.item.key): one.answer["choice"] for one in store.judgments()}
    assert len(given) == 6
    wrong = {one.annotator: one.right for one in store.judgments() if one.item.key == "gold"}
    assert wrong[list(links.annotators)[1]] is False


# -- coming back -----------------------------------------------------------------------------------------


def test_reload_back_and_another_device(browser: Browser, site: Sites) -> None:
    address, tokens, _, store = site(annotators=1, each=3)
    with person(browser, address, tokens[0]) as ann:
        ann.begin()
        ann.press("2", "Enter")
        ann.until_item(2)
        ann.press("3")
        ann.page.reload()
        ann.until_item(2)
        # What was begun is there again.
        assert ann.page.is_checked("input[value=none]")
        ann.press("u")
        ann.until_item(1)
        assert ann.page.is_checked("input[value=right]")
        ann.press("ArrowLeft", "Enter")
        ann.until_item(2)
        assert ann.page.is_checked("input[value=none]")
        with person(browser, address, tokens[0]) as elsewhere:
            elsewhere.until_item(2)
            assert elsewhere.page.locator("input:checked").count() == 0
            elsewhere.press("ArrowRight", "Enter")
            elsewhere.until_item(3)
        ann.page.reload()
        ann.until_item(3)
        # Going back and on without a change answers nothing again.
        ann.press("u")
        ann.until_item(2)
        ann.press("Enter")
        ann.until_item(3)
    assert [one.revisions for one in store.judgments()] == [1, 0]


def test_two_tabs(browser: Browser, site: Sites) -> None:
    address, tokens, _, store = site(annotators=1, each=2)
    with person(browser, address, tokens[0]) as ann:
        ann.begin()
        other = ann.tab()
        other.wait_for_selector("html[data-view=instructions]")
        other.click("#start")
        other.wait_for_selector("html[data-view=work]")
        other.keyboard.press("1")
        other.keyboard.press("Enter")
        # The first tab goes on by itself.
        ann.until_item(2)
        ann.press("2", "Enter")
        ann.wait_for("done")
        other.wait_for_selector("html[data-view=done]")
    assert [one.revisions for one in store.judgments()] == [0, 0]


def answer_offline(somebody: Person) -> None:
    """The network is lost, the first choice is taken, and the page says that it was not saved."""
    somebody.context.set_offline(True)
    somebody.press("1", "Enter")
    somebody.page.wait_for_selector("#unsaved:not([hidden])")


def test_a_lost_network_loses_nothing(browser: Browser, site: Sites) -> None:
    address, tokens, _, store = site(annotators=1, each=3)
    with person(browser, address, tokens[0]) as ann:
        ann.begin()
        answer_offline(ann)
        assert store.judgments() == []
        ann.context.set_offline(False)
        ann.until_item(2)
        assert not ann.page.is_visible("#unsaved")
        # The server takes the answer, and nobody hears of it: it is sent again, and counts once.
        ann.page.evaluate(LOSE_REPLIES)
        ann.press("2", "Enter")
        ann.page.wait_for_selector("#unsaved:not([hidden])")
        assert len(store.judgments()) == 2
        # Not even where the page is closed in the meantime.
        ann.page.reload()
        ann.until_item(3)
        assert ann.page.evaluate("Object.keys(localStorage).filter((key) => key.includes('/outbox/'))") == []
    assert [one.revisions for one in store.judgments()] == [0, 0]


def test_who_thinks_better_of_it_while_an_answer_is_on_its_way(browser: Browser, site: Sites) -> None:
    address, tokens, _, store = site(annotators=1, each=1)
    with person(browser, address, tokens[0]) as ann:
        ann.begin()
        answer_offline(ann)
        ann.page.evaluate(HOLD_REQUESTS)
        ann.context.set_offline(False)
        ann.page.wait_for_function("navigator.onLine")
        ann.press("2", "Enter")
        ann.page.evaluate("release()")
        ann.wait_for("done")
        assert ann.page.evaluate("Object.keys(localStorage).filter((key) => key.includes('/outbox/'))") == []
    (judgment,) = store.judgments()
    assert judgment.answer["choice"] == ("first", "second")[judgment.order[1]]
    assert judgment.revisions == 1


def test_a_link_on_another_site_works(browser: Browser, site: Sites) -> None:
    """Cookies are for this site alone, and yet there must be one after a click in somebody's mail."""
    address, tokens, _, _ = site(annotators=1)
    page = browser.new_page()
    page.route(
        "https://mail.example/",
        lambda route: route.fulfill(
            content_type="text/html", body=f"<a href='{address}/enter#{tokens[0]}'>your link</a>"
        ),
    )
    page.goto("https://mail.example/")
    page.click("a")
    page.wait_for_selector("html[data-view=instructions]")
    assert tokens[0] not in page.url
    page.close()
    refused = browser.new_page()
    refused.goto(f"{address}/enter#{'x' * 22}")
    refused.wait_for_selector("#refused:not([hidden])")
    refused.close()


def test_what_was_shown_when_the_campaign_closed(browser: Browser, site: Sites) -> None:
    address, tokens, _, store = site(annotators=1)
    with person(browser, address, tokens[0]) as ann:
        ann.begin()
        store.close()
        ann.press("1", "Enter")
        ann.wait_for("closed")
        store.reopen()
        ann.page.reload()
        # The answer was kept, and is taken now.
        ann.until_item(2)
    assert len(store.judgments()) == 1


# -- the other protocols ---------------------------------------------------------------------------------


def test_ranking_by_keyboard(browser: Browser, site: Sites) -> None:
    three = TestSet(systems={name: [f"{name} x"] for name in "ABC"})
    address, tokens, _, store = site(get_protocol("rank", size=3), test_set=three, annotators=1, each=1)
    with person(browser, address, tokens[0]) as ann:
        ann.begin()
        ann.press("3", "1", "Enter")
        assert ann.page.inner_text(".complaint") == "Give every translation a rank."
        ann.press("1", "ArrowUp", "2", "Enter")
        ann.wait_for("done")
    (judgment,) = store.judgments()
    by_position = [judgment.answer["ranks"][output] for output in judgment.order]
    assert by_position == [3, 2, 1]


def test_scores(browser: Browser, site: Sites) -> None:
    address, tokens, _, store = site("da", annotators=1, each=3)
    with person(browser, address, tokens[0]) as ann:
        ann.begin()
        assert serious(ann.page) == []
        ann.press("Enter")
        assert ann.page.inner_text(".complaint").startswith("Give a score first")
        ann.press("7", "2", ".", "5", "Enter")
        ann.until_item(2)
        # The slider: a click in the middle, where its knob stands already, is an answer.
        ann.page.click("input[type=range]")
        ann.page.focus("input[type=range]")
        ann.press("ArrowRight", "Enter")
        ann.until_item(3)
        ann.page.fill("input[type=number]", "101")
        ann.press("Enter")
        assert ann.page.inner_text(".complaint").startswith("Give a score first")
        ann.page.fill("input[type=number]", "0")
        ann.press("Enter")
        ann.wait_for("done")
    assert [one.answer["scores"] for one in store.judgments()] == [[72.5], [51], [0]]


def drag(page: Page, first: str, last: str) -> None:
    """From a word to another one with the mouse."""
    boxes = [page.locator(".unit", has_text=word).first.bounding_box() for word in (first, last)]
    (x, y), (to_x, to_y) = [
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box
    ]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to_x, to_y, steps=4)
    page.mouse.up()


def test_spans_by_mouse(browser: Browser, site: Sites) -> None:
    text = "the 😀 quick brown fox jumps"
    address, tokens, _, store = site("esa", test_set=one_text(text), annotators=1, each=1)
    with person(browser, address, tokens[0]) as ann:
        ann.begin()
        drag(ann.page, "quick", "brown")
        ann.page.locator(".error label", has_text="Major").click()
        # Backwards, and one word by two clicks.
        drag(ann.page, "jumps", "fox")
        word = ann.page.locator(".unit", has_text="the")
        word.click()
        word.click()
        assert ann.page.locator(".error .what").all_inner_texts() == ["the", "quick brown", "fox jumps"]
        ann.page.locator(".error", has_text="fox jumps").locator(".remove").click()
        ann.page.get_by_role("button", name="Undo").click()
        assert ann.page.locator(".error").count() == 3
        ann.page.locator(".error", has_text="the").locator(".remove").click()
        ann.page.get_by_role("button", name="Something is missing").click()
        ann.page.get_by_text("Mark single characters").click()
        drag(ann.page, "t", "h")
        ann.page.fill("input[type=number]", "40")
        ann.page.click("button[type=submit]")
        ann.wait_for("done")
    assert marks(store) == [[(0, 2, "minor"), (6, 17, "major"), (18, 27, "minor")]]
    (judgment,) = store.judgments()
    assert [text[span["start"] : span["end"]] for span in judgment.answer["outputs"][0]["spans"]] == [
        "th", "quick brown", "fox jumps",
    ]  # fmt: skip
    assert judgment.answer["outputs"][0]["missing"] == [{"severity": "minor"}]


def test_spans_by_keyboard_from_right_to_left(browser: Browser, site: Sites) -> None:
    arabic = one_text(ARABIC, language="ar")
    address, tokens, _, store = site("esa", test_set=arabic, annotators=1, each=1, interface="ar")
    with person(browser, address, tokens[0], locale="ar") as ann:
        ann.begin()
        assert ann.page.evaluate("document.documentElement.dir") == "rtl"
        assert (
            ann.page.evaluate("getComputedStyle(document.querySelector('.marking.text')).direction") == "rtl"
        )
        # Arrows go where they point: to the left is forwards. From the second word to the third.
        ann.press("ArrowLeft", "ArrowLeft", "Enter", "ArrowLeft", "Enter", "2", "Enter")
        ann.press(
            "End", "Enter", "Enter", "Delete", "End", "ArrowRight", "Shift+ArrowLeft", "Enter", "Escape"
        )
        assert serious(ann.page) == []
        ann.page.fill("input[type=number]", "5")
        ann.press("Enter")
        ann.wait_for("done")
    words = ARABIC.split()
    assert marks(store) == [
        [
            (len(words[0]) + 1, len(" ".join(words[:3])), "major"),
            (len(" ".join(words[:4])) + 1, len(ARABIC), "minor"),
        ]
    ]


def test_spans_by_touch_with_categories(browser: Browser, site: Sites) -> None:
    chinese = one_text(CHINESE, language="zh")
    address, tokens, _, store = site("mqm", test_set=chinese, annotators=1, each=1, interface="zh")
    phone = {"width": 360, "height": 740}
    with person(browser, address, tokens[0], has_touch=True, viewport=phone, locale="zh-CN") as ann:
        ann.begin()
        units = ann.page.locator(".unit")
        units.nth(0).tap()
        units.nth(1).tap()
        ann.page.locator("button[type=submit]").tap()
        assert ann.page.inner_text(".complaint") == "请为每处错误选择类别。"
        ann.page.select_option(".error select", "Accuracy/Mistranslation")
        ann.page.locator(".error label").nth(1).tap()
        assert ann.page.evaluate("document.documentElement.scrollWidth") == 360
        assert serious(ann.page) == []
        ann.page.locator("button[type=submit]").tap()
        ann.wait_for("done")
    ((judgment,),) = [store.judgments()]
    (span,) = judgment.answer["outputs"][0]["spans"]
    assert CHINESE[span["start"] : span["end"]] in CHINESE[:6]
    assert (span["start"], span["severity"], span["category"]) == (0, "major", "Accuracy/Mistranslation")


# -- how it looks ----------------------------------------------------------------------------------------


def test_texts_are_data(browser: Browser, site: Sites) -> None:
    hostile = TestSet(systems={"A": [HOSTILE] * 2, "B": ["x"] * 2}, source=[HOSTILE] * 2)
    address, tokens, _, _ = site(test_set=hostile, annotators=1, title=HOSTILE)
    with person(browser, address, tokens[0]) as ann:
        ann.begin()
        assert ann.page.title().startswith("<script>document.title")
        assert ann.page.locator(".pair .text", has_text="<script>").count() == 1
        assert "RLO" in ann.page.inner_text(".given.source")
        ann.page.click("summary")
        ann.page.fill("textarea", HOSTILE)
        # Where somebody writes, letters are letters.
        ann.press("u", "1")
        assert ann.page.locator("input:checked").count() == 0


#: Where the two outputs begin.
LEFTS = "[...document.querySelectorAll('.pair .card')].map((card) => card.getBoundingClientRect().x)"


def test_every_width_light_and_dark(browser: Browser, site: Sites) -> None:
    outputs = {"A": ["word " * 60 + "x" * 300], "B": ["text " * 40]}
    long = TestSet(systems=outputs, references={"r": ["y " * 50]})
    address, tokens, _, _ = site(test_set=long, annotators=1, each=1)
    with person(browser, address, tokens[0], color_scheme="dark") as ann:
        ann.begin()
        for width in (360, 800, 3840):
            ann.page.set_viewport_size({"width": width, "height": 900})
            assert ann.page.evaluate("document.documentElement.scrollWidth") == width
            lefts = ann.page.evaluate(LEFTS)
            assert (lefts[0] == lefts[1]) == (width == 360)
        assert serious(ann.page) == []
        ground = "getComputedStyle(document.body).backgroundColor"
        dark = ann.page.evaluate(ground)
        ann.page.emulate_media(color_scheme="light")
        assert ann.page.evaluate(ground) != dark


def test_the_first_is_at_the_left_in_arabic_too(browser: Browser, site: Sites) -> None:
    address, tokens, _, store = site(annotators=1, each=1, interface="ar")
    with person(browser, address, tokens[0], locale="ar") as ann:
        ann.begin()
        cards = ann.page.evaluate(LEFTS)
        assert cards[0] < cards[1]
        left = ann.page.locator(".pair .card").first.inner_text()
        ann.press("ArrowLeft", "Enter")
        ann.wait_for("done")
    (judgment,) = store.judgments()
    chosen = judgment.item.outputs[("first", "second").index(judgment.answer["choice"])]
    assert chosen in left


# -- the organiser ---------------------------------------------------------------------------------------


def test_the_organisers_page(browser: Browser, site: Sites) -> None:
    address, tokens, links, store = site(annotators=3, each=2)
    first = store.annotator(tokens[0])
    assert first is not None
    while (screen := store.next(first)) is not None:
        store.record(first, screen.key, screen.key, {"choice": "left"}, 0.01)
    with person(browser, address, links.organiser) as olga:
        page = olga.page
        page.wait_for_selector("#people tbody tr")
        assert page.inner_text("#summary") == "2 of 6 judgments; 1 of 3 annotators have finished."
        assert "2 too fast" in page.inner_text("#people tbody tr:nth-child(1)")

        def act(row: int, what: str, yes: bool = True) -> None:
            page.locator("#people tbody tr").nth(row).locator("select").select_option(what)
            page.wait_for_selector("#asking[open]")
            if what == "aside":
                page.fill("#asking input", "too fast")
            page.click("#asking-yes" if yes else "#asking button >> nth=0")
            # A browser tells the page a little later that a dialog is closed; nobody asks for another sooner.
            page.wait_for_selector("#asking:not([open])", state="attached")

        act(0, "aside", yes=False)
        act(0, "aside")
        page.locator("#people tr", has_text="set aside: too fast").wait_for()
        page.locator("#people tbody tr").nth(0).locator("select").select_option("back")
        page.wait_for_function("() => !document.body.innerText.includes('set aside: too fast')")
        act(1, "reassign")
        page.locator("#people tbody tr").nth(1).get_by_text("0 of 0").wait_for()
        act(1, "remove")
        page.locator("#people tr", has_text="removed").wait_for()
        assert store.annotator(tokens[1]) is None
        page.click("#close")
        page.click("#asking-yes")
        page.wait_for_selector("#reopen:not([hidden])")
        assert store.closed
        page.click("#reopen")
        page.wait_for_selector("#close:not([hidden])")
        assert page.inner_text("#results") == ""
        page.click("#look")
        page.wait_for_selector("#results table")
        assert serious(page) == []
        with page.expect_download() as download:
            page.click("#download")
        assert download.value.suggested_filename == "campaign.zip"
