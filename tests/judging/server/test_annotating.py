"""What annotators do, request by request."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe.judging import get_protocol
from pitchpipe.judging.server.limits import Limits, Rate
from tests.judging.server.sites import CONSENT, Served, made, texts

ANSWERS: dict[str, Any] = {
    "pairwise": {"choice": "left"},
    "rank": {"ranks": [2, 1, 2]},
    "da": {"scores": [73.5]},
    "esa": {
        "outputs": [{"spans": [{"start": 0, "end": 1, "severity": "minor"}], "missing": [], "score": 60}]
    },
    "mqm": {
        "outputs": [
            {
                "spans": [{"start": 2, "end": 6, "severity": "major", "category": "Style/Awkward"}],
                "missing": [{"severity": "minor", "category": "Accuracy/Omission"}],
            }
        ]
    },
}


@pytest.mark.parametrize("name", list(ANSWERS))
def test_a_whole_campaign_of_one(tmp_path: Path, name: str) -> None:
    protocol = get_protocol("rank", size=3) if name == "rank" else get_protocol(name)
    served = Served(made(tmp_path / "c", protocol, test_set=texts(systems=3), annotators=1, each=3))
    visit = served.visit()
    state = visit.state()
    assert (state["consented"], state["closed"], state["done"], state["total"]) == (True, False, 0, 3)
    seen: list[str] = []
    while state["screen"] is not None:
        screen = state["screen"]
        assert screen["position"] == len(seen) + 1
        assert screen["previous"] == (seen[-1] if seen else None)
        assert screen["answer"] is None
        found = visit.answer(screen["key"], {**ANSWERS[name], "comment": "so"})
        assert found.status_code == 200, found.text
        seen.append(screen["key"])
        state = found.json()
        assert state["feedback"] is None
        assert state["done"] == len(seen)
    assert len(set(seen)) == 3
    assert state["last"] == seen[-1]
    assert len(state["code"]) >= 8
    assert [judgment.item.key for judgment in served.store.judgments()] == seen
    assert {judgment.seconds for judgment in served.store.judgments()} == {5.0}
    back = visit.get(f"items/{seen[1]}").json()
    assert (back["previous"], back["following"]) == (seen[0], seen[2])
    assert back["answer"]["comment"] == "so"


def test_two_processes_on_one_database(tmp_path: Path, postgresql_address: str) -> None:
    campaign = made(tmp_path / "c", annotators=1, each=3, database=postgresql_address)
    sites = [Served(campaign, database=postgresql_address) for _ in range(2)]
    visits = [served.visit() for served in sites]
    for number in range(3):
        # The next request may reach another process than the one before; so may the same answer again.
        key = visits[number % 2].state()["screen"]["key"]
        first = visits[number % 2].answer(key, {"choice": "left"})
        again = visits[1 - number % 2].answer(key, {"choice": "left"})
        assert (first.status_code, again.json()) == (200, first.json())
    assert [judgment.revisions for judgment in sites[0].store.judgments()] == [0, 0, 0]
    assert visits[0].state()["code"] == visits[1].state()["code"] is not None
    for served in sites:
        served.store.close_connections()


def test_pages_tell_neither_systems_nor_kinds_of_items(tmp_path: Path) -> None:
    systems = {"secret-one": ["x y"] * 4, "secret-two": ["z"] * 4}
    plain = texts(4)
    hidden = type(plain)(systems=systems, references=plain.references)
    served = Served(made(tmp_path / "c", test_set=hidden, gold=False))
    visit = served.visit()
    state = visit.get("state").text
    assert "secret" not in state + visit.get("").text
    assert not {"role", "expected", "systems", "probability"} & set(visit.state()["screen"])


def test_the_same_answer_again_changes_nothing(tmp_path: Path) -> None:
    served = Served(made(tmp_path / "c"))
    visit = served.visit()
    key = visit.state()["screen"]["key"]
    first = visit.answer(key, {"choice": "left"}, "one")
    again = visit.answer(key, {"choice": "left"}, "one")
    assert first.json() == again.json()
    assert [judgment.revisions for judgment in served.store.judgments()] == [0]
    visit.answer(key, {"choice": "right"}, "two")
    assert [judgment.revisions for judgment in served.store.judgments()] == [1]
    assert visit.get(f"items/{key}").json()["answer"] == {"choice": "right"}


def test_consent_comes_first(tmp_path: Path) -> None:
    served = Served(made(tmp_path / "c", consent=CONSENT))
    visit = served.visit()
    assert "You may stop <strong>at any time</strong>." in visit.get("").text
    state = visit.state()
    assert (state["consented"], state["screen"]) == (False, None)
    key = served.campaign.assignment[served.campaign.annotators[0]][0]
    assert key is not None
    assert visit.answer(key, {"choice": "left"}).status_code == 409
    assert visit.get(f"items/{key}").status_code == 409
    assert visit.post("consent", {"version": "another"}).status_code == 409
    agreed = visit.post("consent", {"version": served.campaign.settings.consent_version})
    assert agreed.json()["screen"]["key"] == key
    assert visit.answer(key, {"choice": "left"}).status_code == 200


def test_gold_is_explained(tmp_path: Path) -> None:
    served = Served(made(tmp_path / "c", annotators=1, each=1, gold=True))
    visit = served.visit()
    state = visit.state()
    while state["screen"]["key"] != "gold":
        state = visit.answer(state["screen"]["key"], {"choice": "none"}).json()
    good = state["screen"]["outputs"].index("The good one.")
    wrong = visit.answer("gold", {"choice": ("right", "left")[good]}, "one").json()
    assert wrong["feedback"] == {
        "explanation": "The other one is no English.",
        "expected": {"choice": ("left", "right")[good]},
    }
    # Sent again because nobody heard: the same is said.
    assert visit.answer("gold", {"choice": ("right", "left")[good]}, "one").json() == wrong
    assert visit.answer("gold", {"choice": ("left", "right")[good]}, "two").json()["feedback"] is None


def test_a_closed_campaign_takes_nothing(tmp_path: Path) -> None:
    served = Served(made(tmp_path / "c"))
    visit = served.visit()
    key = visit.state()["screen"]["key"]
    served.store.close()
    assert visit.answer(key, {"choice": "left"}).status_code == 409
    state = visit.state()
    assert (state["closed"], state["screen"]) == (True, None)
    served.store.reopen()
    assert visit.answer(key, {"choice": "left"}).status_code == 200


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ({"choice": "both"}, 422),
        ({"choice": "left", "system": "A"}, 422),
        ({}, 422),
        (None, 422),
        ([], 422),
        ({"choice": "left", "comment": "x" * 2001}, 422),
        ({"choice": "left", "comment": "x" * 2000}, 200),
        ({"choice": "left", "comment": "<img src=x onerror=alert(1)>\u202e\x00"}, 200),
    ],
)
def test_answers_are_checked(tmp_path: Path, answer: Any, status: int) -> None:
    visit = Served(made(tmp_path / "c")).visit()
    key = visit.state()["screen"]["key"]
    found = visit.answer(key, answer)
    assert found.status_code == status
    if status == 422:
        assert found.json()["error"]
    elif "comment" in answer:
        assert visit.get(f"items/{key}").json()["answer"] == answer


@pytest.mark.parametrize("seconds", ["5", None, True, -1, 1e99])
def test_seconds_are_checked(tmp_path: Path, seconds: Any) -> None:
    visit = Served(made(tmp_path / "c")).visit()
    found = visit.answer(visit.state()["screen"]["key"], {"choice": "left"}, seconds=seconds)
    assert found.status_code == (200 if seconds in (-1, 1e99) and seconds is not True else 422)


def test_the_language_can_be_chosen(tmp_path: Path) -> None:
    visit = Served(made(tmp_path / "c", interface="cs")).visit()
    assert '<html lang="cs" dir="ltr">' in visit.get("").text
    assert '<html lang="ar" dir="rtl">' in visit.get("?lang=ar").text
    assert '<html lang="ar" dir="rtl">' in visit.get("").text
    assert '<html lang="ar" dir="rtl">' in visit.get("?lang=../x").text


def test_instructions_are_markdown_without_html(tmp_path: Path) -> None:
    text = "# So\n\n<script>alert(1)</script> ![picture](http://example.org/x.png) [no](javascript:alert(1))"
    page = Served(made(tmp_path / "c", instructions=text, title="<b>&\"'")).visit().get("").text
    assert "<h1>So</h1>" in page
    assert "<script>alert" not in page
    assert "<img" not in page
    assert 'href="javascript' not in page
    assert "<title>&lt;b&gt;&amp;&#34;&#39;</title>" in page


def test_texts_are_shown_as_far_as_the_campaign_wants(tmp_path: Path) -> None:
    shown = Served(made(tmp_path / "a", context=1)).visit().state()["screen"]
    assert shown["source"].startswith("die richtige Zahl")
    assert shown["reference"].startswith("the right number")
    assert all(len(line["outputs"]) == 2 for line in shown["before"] + shown["after"])
    assert shown["before"] or shown["after"]
    bare = Served(made(tmp_path / "b", show_source=False, show_reference=False)).visit().state()["screen"]
    assert (bare["source"], bare["reference"], bare["before"], bare["after"]) == (None, None, [], [])


#: Anything that JSON can say, with the keys of answers among it.
KEYS = st.sampled_from(["choice", "comment", "outputs", "spans", "missing", "start", "end", "severity"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(0, 9) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=8,
)


@pytest.mark.parametrize("name", ["pairwise", "mqm"])
def test_whatever_is_sent_is_taken_or_refused_in_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, name: str
) -> None:
    free = Limits(token=Rate(1e9, 10**9))
    served = Served(made(tmp_path_factory.mktemp("c") / "c", name, annotators=1, each=1), free)
    visit = served.visit()
    key = visit.state()["screen"]["key"]

    @settings(max_examples=40)
    @given(JSON, JSON, JSON)
    def sent(answer: Any, client_id: Any, seconds: Any) -> None:
        body = {"key": key, "client_id": client_id, "answer": answer, "seconds": seconds}
        found = visit.post("answers", body)
        assert found.status_code in (200, 422)
        assert found.status_code == 200 or found.json()["error"]

    sent()
