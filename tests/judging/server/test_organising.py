"""What the organiser does, request by request; and the campaign to look at."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest

from pitchpipe.judging.server.demo import PROTOCOLS, make_demo
from pitchpipe.judging.server.wire import SLOW
from tests.commands import Run
from tests.judging.server.sites import Served, Visit, made


@pytest.fixture
def served(tmp_path: Path) -> Served:
    served = Served(made(tmp_path / "c", annotators=3, each=2))
    first = served.visit(0)
    while (screen := first.state()["screen"]) is not None:
        first.answer(screen["key"], {"choice": "left"}, seconds=20)
    return served


def people(visit: Visit) -> list[Any]:
    return list(visit.get("progress").json()["annotators"])


def test_progress(served: Served) -> None:
    olga = served.organiser()
    first, second, _ = people(olga)
    assert (first["done"], first["total"], first["gold"], first["seconds"]) == (2, 2, [0, 0], 20.0)
    assert first["code"] is not None
    assert first["seen"].endswith("+00:00")
    assert (second["done"], second["seconds"], second["code"], second["seen"]) == (0, None, None, None)


def test_who_is_slow(served: Served) -> None:
    for which in (1, 2):
        visit = served.visit(which)
        seconds = 20 * SLOW + 1 if which == 2 else 20
        visit.answer(visit.state()["screen"]["key"], {"choice": "left"}, seconds=seconds)
    assert [one["slow"] for one in people(served.organiser())] == [False, False, True]


def test_setting_aside_and_taking_back(served: Served) -> None:
    olga = served.organiser()
    first = people(olga)[0]["id"]
    found = olga.post("set-aside", {"annotator": first, "reason": "<b>random</b>"})
    assert found.json()["annotators"][0]["aside"] == "<b>random</b>"
    assert {judgment.aside for judgment in served.store.judgments()} == {"<b>random</b>"}
    assert olga.post("set-aside", {"annotator": first, "reason": " "}).status_code == 422
    found = olga.post("take-back", {"annotator": first})
    assert found.json()["annotators"][0]["aside"] is None


def test_reassigning(served: Served) -> None:
    olga = served.organiser()
    first, second, third = (one["id"] for one in people(olga))
    assert olga.post("reassign", {"annotator": first, "to": second}).status_code == 409
    assert olga.post("reassign", {"annotator": second, "to": second}).status_code == 422
    found = olga.post("reassign", {"annotator": second, "to": third}).json()["annotators"]
    assert [one["total"] for one in found] == [2, 0, 4]
    assert served.visit(2).state()["total"] == 4


def test_removing(served: Served) -> None:
    olga = served.organiser()
    first = people(olga)[0]
    page = served.visit(0)
    found = olga.post("remove", {"annotator": first["id"]}).json()["annotators"][0]
    assert found["removed"]
    assert first["name"] not in str(found)
    assert served.store.judgments() == []
    # Their link opens nothing any more, and a page that is open shows nothing.
    assert page.get("state").status_code == 401
    assert olga.post("take-back", {"annotator": first["id"]}).status_code == 404


def test_closing(served: Served) -> None:
    olga = served.organiser()
    assert olga.post("close", {}).json()["closed"]
    assert served.visit(1).state()["closed"]
    assert not olga.post("reopen", {}).json()["closed"]


@pytest.mark.parametrize("who", [0, -1, 99, None, "1", [], True])
def test_nobody_of_that_name(served: Served, who: object) -> None:
    found = served.organiser().post("take-back", {"annotator": who})
    # JSON's true is 1 for Python.
    assert found.status_code == (200 if who is True else 404)


def test_only_pages_of_the_organiser_change_something(served: Served) -> None:
    olga = served.organiser()
    for path in ("close", "reopen", "remove", "set-aside", "take-back", "reassign"):
        assert olga.post(path, {}, **{"X-CSRF-Token": "x"}).status_code == 403
        assert olga.post(path, {}, Origin="https://evil.example").status_code == 403
        assert olga.get(path).status_code == 405
        assert olga.post(path, {"another": 1}).status_code == 400
    assert not served.store.closed


# -- results, and the campaign to look at --------------------------------------------------------------


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_demonstration_has_something_to_show(tmp_path: Path, protocol: str) -> None:
    served = Served(make_demo(tmp_path / "demo", protocol))
    olga = served.organiser()
    shown = {one["name"]: one for one in people(olga)}
    assert shown["Ada"]["done"] == shown["Ada"]["total"]
    assert shown["Ben"]["fast"] > 3
    assert 0 < shown["Emil"]["done"] < shown["Emil"]["total"]
    assert shown["you"]["done"] == 0
    found = olga.get("results").json()
    tables = [block for block in found["blocks"] if "rows" in block]
    assert tables[0]["header"][0] == "agreement"
    assert len(tables) > 2
    assert found["notes"]
    packed = zipfile.ZipFile(io.BytesIO(olga.get("download").content))
    assert "campaign.json" in packed.namelist()
    # Nobody's name, and nobody's link.
    everything = b"".join(packed.read(name) for name in packed.namelist()).decode()
    assert "Emil" not in everything
    assert not any(token in everything for token in (*served.tokens, served.links.organiser))


def test_results_before_anybody_has_answered(tmp_path: Path) -> None:
    olga = Served(made(tmp_path / "c")).organiser()
    assert olga.get("results").status_code in (200, 422)
    assert olga.get("download").status_code == 200


def test_the_command_makes_a_demonstration(run: Run, tmp_path: Path) -> None:
    options = (str(tmp_path / "demo"), "--only-links", "--url", "https://example.org/x")
    found = run("judge", "demo", *options)
    assert found.code == 0
    assert [line.split()[0] for line in found.out.splitlines()][:3] == ["organiser", "Ada", "Ben"]
    assert "https://example.org/x/enter#" in found.out
    assert run("judge", "serve", *options) == found
    again = run("judge", "demo", str(tmp_path / "demo"), "--only-links")
    assert again.code == 2
    assert "is a campaign already" in again.err
