"""Nobody sees or does what is not theirs, and nothing is too much."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from pitchpipe.judging.server.guarding import HEADERS
from pitchpipe.judging.server.limits import Limits, Rate
from pitchpipe.judging.server.pages import Assets
from tests.judging.server.sites import Served, Visit, entered, made


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Served:
    return Served(made(tmp_path_factory.mktemp("campaign") / "c"))


# -- links ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("token", ["", "x", "a" * 22, "a" * 10_000, None, 5, ["x"], {"a": 1}, "\0"])
def test_wrong_tokens_open_nothing(served: Served, token: object) -> None:
    found = served.client().post("/enter", json={"token": token})
    assert found.status_code == 401
    assert "set-cookie" not in found.headers


def test_a_cookie_is_for_one_path_and_for_no_script(served: Served) -> None:
    found = served.client().post("/enter", json={"token": served.tokens[0]})
    cookie = found.headers["set-cookie"]
    assert f"Path={found.json()['url']}" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Secure" not in cookie


def test_cookies_go_by_https_alone_where_people_come_by_it(tmp_path: Path) -> None:
    secure = Served(made(tmp_path / "c"), address="https://example.org/judge")
    cookie = secure.client().post("/enter", json={"token": secure.tokens[0]}).headers["set-cookie"]
    assert "Secure" in cookie
    assert "Path=/judge/a/1/" in cookie


def test_without_a_cookie_there_is_nothing(served: Served) -> None:
    client = served.client()
    for path in ("/a/1/", "/a/1/state", "/a/1/items/x", "/organiser/", "/organiser/progress"):
        assert client.get(path).status_code == 401
    for path in ("/a/1/answers", "/a/1/consent", "/organiser/close", "/organiser/remove"):
        assert client.post(path, json={}).status_code == 401


def test_nobody_sees_the_items_of_others(served: Served) -> None:
    one, other = served.visit(0), served.visit(1)
    theirs = other.state()["screen"]["key"]
    assert theirs not in served.campaign.assignment[served.campaign.annotators[0]]
    assert one.get(f"items/{theirs}").status_code == 404
    assert one.answer(theirs, {"choice": "left"}).status_code == 404
    # The cookie of one at the address of the other.
    cookie = {"Cookie": f"judge={served.tokens[0]}"}
    fresh = served.client()
    for path in ("", "state", f"items/{theirs}"):
        assert fresh.get(f"{other.base}{path}", headers=cookie).status_code == 403
    body = {"key": theirs, "client_id": "x", "answer": {"choice": "left"}, "seconds": 1}
    headers = {**cookie, "X-CSRF-Token": one.csrf}
    assert fresh.post(f"{other.base}answers", json=body, headers=headers).status_code == 403
    assert served.store.judgments() == []


def test_annotators_are_not_organisers(served: Served) -> None:
    headers = {"Cookie": f"judge={served.tokens[0]}", "X-CSRF-Token": served.visit().csrf}
    client = served.client()
    for path in ("", "progress", "results", "download"):
        assert client.get(f"/organiser/{path}", headers=headers).status_code == 403
    for path in ("close", "remove", "set-aside", "reassign"):
        assert client.post(f"/organiser/{path}", json={}, headers=headers).status_code == 403
    assert not served.store.closed


def test_organisers_are_not_annotators(served: Served) -> None:
    headers = {"Cookie": f"judge={served.links.organiser}"}
    assert served.client().get("/a/1/state", headers=headers).status_code == 403


def test_two_links_beside_each_other_in_one_browser(served: Served) -> None:
    client = served.client()
    one = entered(client, served.tokens[0])
    other = entered(client, served.tokens[1])
    organiser = entered(client, served.links.organiser)
    assert one.state()["screen"]["key"] != other.state()["screen"]["key"]
    assert organiser.get("progress").status_code == 200
    assert one.state()["screen"]["key"] in served.campaign.assignment[served.campaign.annotators[0]]


# -- what another site could make a browser send ------------------------------------------------------------


def attempts(visit: Visit, key: str) -> list[tuple[str, object]]:
    answer = {"key": key, "client_id": "x", "answer": {"choice": "left"}, "seconds": 1}
    return [("answers", answer), ("consent", {"version": ""})]


def test_only_the_page_itself_can_change_something(served: Served) -> None:
    visit = served.visit()
    key = visit.state()["screen"]["key"]
    for path, body in attempts(visit, key):
        assert visit.post(path, body, **{"X-CSRF-Token": ""}).status_code == 403
        assert visit.post(path, body, **{"X-CSRF-Token": served.visit(1).csrf}).status_code == 403
        assert visit.post(path, body, **{"X-CSRF-Token": "é".encode()}).status_code == 403
        assert visit.post(path, body, Origin="https://evil.example").status_code == 403
        assert visit.post(path, body, **{"Content-Type": "text/plain"}).status_code == 415
        assert visit.get(path).status_code == 405
    assert served.store.judgments() == []


def test_what_people_open_is_the_own_site_behind_a_proxy_too(tmp_path: Path) -> None:
    served = Served(made(tmp_path / "c"), address="https://example.org:444/judge")
    for origin, status in (("https://example.org:444", 200), ("https://example.org", 403), ("x://", 403)):
        headers = {"Origin": origin, "Host": "127.0.0.1:8021"}
        found = served.client().post("/enter", json={"token": served.tokens[0]}, headers=headers)
        assert found.status_code == status


def test_no_other_site_can_open_a_link_for_somebody(served: Served) -> None:
    client = served.client()
    body = {"token": served.tokens[0]}
    assert client.post("/enter", json=body, headers={"Origin": "null"}).status_code == 403
    assert client.post("/enter", json=body, headers={"Origin": "http://testserver.evil"}).status_code == 403
    assert client.post("/enter", data=body).status_code == 415
    assert client.post("/enter", json=body, headers={"Origin": "http://testserver"}).status_code == 200


# -- headers and files ------------------------------------------------------------------------------------


def test_every_response_has_the_headers(served: Served) -> None:
    client, visit = served.client(), served.visit()
    responses = [
        client.get("/"),
        client.get("/nowhere"),
        client.get("/a/1/"),
        client.post("/enter", content=b"x" * 300_000),
        visit.get(""),
        visit.get("state"),
    ]
    for response in responses:
        assert {name: response.headers[name] for name in HEADERS} == HEADERS
        assert response.headers["cache-control"] == "no-store"
        assert "server" not in response.headers


def test_pages_have_no_scripts_of_their_own_and_fetch_nothing_elsewhere(served: Served) -> None:
    for page in (
        served.client().get("/enter").text,
        served.visit().get("").text,
        served.organiser().get("").text,
    ):
        for tag in re.findall(r"<script[^>]*>", page):
            assert " src=" in tag or 'type="application/json"' in tag
        assert not re.search(r"\son\w+=|<style|\sstyle=", page)
        for address in re.findall(r'(?:src|href)="([^"]*)"', page):
            assert not re.match(r"[a-z]+://|//", address)


def test_assets_are_kept_under_an_address_that_changes_with_them(served: Served) -> None:
    client, version = served.client(), Assets().version
    found = client.get(f"/assets/{version}/judge.css")
    assert found.headers["content-type"] == "text/css; charset=utf-8"
    assert "immutable" in found.headers["cache-control"]
    script = client.get(f"/assets/{version}/main.js")
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    for name in ("../app.py", "types.d.ts", "tsconfig.json", "%2e%2e/app.py", "nothing.js"):
        assert client.get(f"/assets/{version}/{name}").status_code == 404
    assert client.get("/assets/0123456789abcdef/main.js").status_code == 404


# -- too much ---------------------------------------------------------------------------------------------


def test_bodies_are_not_larger_than_answers(served: Served) -> None:
    client = served.client()
    headers = {"Content-Type": "application/json"}
    large = b'{"token": "' + b"x" * 300_000 + b'"}'
    assert client.post("/enter", content=large, headers=headers).status_code == 413

    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(300):
            yield b"x" * 1000

    # Without a length, and with one that is not true.
    assert client.post("/enter", content=pieces(), headers=headers).status_code == 413
    assert (
        client.post("/enter", content=b"{}", headers={**headers, "Content-Length": "-5"}).status_code == 413
    )


@pytest.mark.parametrize(
    "body",
    [
        b'"\\ud800"',
        b"",
        b"[",
        b"[]",
        b"{}",
        b"NaN",
        b'{"token": NaN}',
        b"\xff",
        b"[" * 100_000,
        b'{"token": "x", "y": 1}',
    ],
)
def test_bodies_are_json_as_agreed(served: Served, body: bytes) -> None:
    found = served.client().post("/enter", content=body, headers={"Content-Type": "application/json"})
    assert found.status_code == 400
    assert found.json()["error"]


def test_nobody_can_try_many_tokens(tmp_path: Path) -> None:
    served = Served(made(tmp_path / "c"), Limits(wrong=Rate(0.001, 3)))
    client = served.client()
    tried = [client.post("/enter", json={"token": f"wrong-{k}"}).status_code for k in range(5)]
    assert tried == [401, 401, 401, 429, 429]
    # Whoever has the right one must wait, too: otherwise trying on would tell.
    assert client.post("/enter", json={"token": served.tokens[0]}).status_code == 429


def test_nobody_can_ask_too_often(tmp_path: Path) -> None:
    served = Served(made(tmp_path / "c"), Limits(token=Rate(0.001, 4)))
    visit, other = served.visit(0), served.visit(1)
    assert [visit.get("state").status_code for _ in range(5)] == [200, 200, 200, 429, 429]
    assert visit.get("state").headers["retry-after"] == "3"
    assert other.get("state").status_code == 200


def test_no_address_can_ask_too_often(tmp_path: Path) -> None:
    served = Served(made(tmp_path / "c"), Limits(address=Rate(0.001, 2)))
    client = served.client()
    assert [client.get("/health").status_code for _ in range(3)] == [200, 200, 429]
