"""Where a campaign is served, what is said about it, and how it ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from pitchpipe.errors import DataError, ParameterError
from pitchpipe.judging.links import Links
from pitchpipe.judging.server.serving import Hosting, listen, require_certificate
from tests.commands import Run
from tests.judging.server.sites import entered, made

PROXY = {"behind_proxy": True, "url": "https://example.org/judge"}


@pytest.mark.parametrize("host", ["127.0.0.1", "127.3.2.1", "::1", "localhost"])
def test_this_machine_alone_needs_nothing(host: str) -> None:
    assert Hosting(host=host).is_local
    assert list(Hosting(host=host).notes()) == []


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "example.org"])
def test_other_machines_need_https(host: str) -> None:
    with pytest.raises(ParameterError, match=r"without https anybody between .* --tls-cert FILE"):
        Hosting(host=host)
    by_certificate = Hosting(host=host, certificate="c", key="k")
    assert by_certificate.address.startswith("https://")
    assert "can answer in somebody's name" in " ".join(by_certificate.notes())
    by_proxy = Hosting(host=host, behind_proxy=True, url="https://example.org/judge/")
    assert by_proxy.address == "https://example.org/judge"
    assert "let nobody but the proxy reach it" in " ".join(by_proxy.notes())


def test_addresses() -> None:
    assert Hosting().address == "http://127.0.0.1:8021"
    assert Hosting(host="::1", port=5).address == "http://[::1]:5"
    everywhere = Hosting(host="0.0.0.0", certificate="c", key="k")
    assert everywhere.address == f"https://{socket.gethostname()}:8021"
    assert "every address of this machine" in next(everywhere.notes())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"port": -1}, "--port -1: a port is from 1 to 65535"),
        ({"port": 65536}, "--port 65536: a port is from 1 to 65535"),
        ({"certificate": "c"}, "--tls-cert and --tls-key go together"),
        ({"key": "k"}, "--tls-cert and --tls-key go together"),
        ({**PROXY, "certificate": "c", "key": "k"}, "it is the proxy that has the certificate"),
        ({"behind_proxy": True}, "say with --url what people open"),
        ({"url": "example.org"}, "is not an address such as"),
        ({"url": "ftp://example.org"}, "is not an address such as"),
        ({"url": "https://example.org/?a=1"}, "is not an address such as"),
    ],
)
def test_what_cannot_be(options: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError, match=re.escape(message)):
        Hosting(**options)  # type: ignore[arg-type]


def test_links(tmp_path: Path) -> None:
    campaign = made(tmp_path / "c", annotators=2)
    tokens = Links.read(campaign.folder)
    assert list(Hosting(**PROXY).links(campaign)) == [  # type: ignore[arg-type]
        ("organiser", f"https://example.org/judge/enter#{tokens.organiser}"),
        *((name, f"https://example.org/judge/enter#{token}") for name, token in tokens.annotators.items()),
    ]


def test_a_port_that_is_taken() -> None:
    taken, hosting = listen(Hosting(port=0))
    with taken, pytest.raises(DataError, match=rf"127\.0\.0\.1, port {hosting.port}: Address already in use"):
        listen(hosting)


def test_certificates_are_checked(tmp_path: Path) -> None:
    certificate, key = tmp_path / "c.pem", tmp_path / "k.pem"
    with pytest.raises(DataError, match=r"c\.pem: there is no such file"):
        require_certificate(Hosting(certificate=str(certificate), key=str(key)))
    certificate.write_text("no certificate")
    key.write_text("no key")
    with pytest.raises(DataError, match="no certificate with its key"):
        require_certificate(Hosting(certificate=str(certificate), key=str(key)))


# -- the command -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], "is no campaign"),
        (["c", "--host", "0.0.0.0"], "or --behind-proxy if nginx or Caddy speaks https in front of it"),
        (["c", "--port", "99999"], "a port is from 1 to 65535"),
        (["c", "--tls-cert", "x", "--tls-key", "y"], "x: there is no such file"),
    ],
)
def test_what_the_command_refuses(run: Run, tmp_path: Path, arguments: list[str], message: str) -> None:
    folder, *options = arguments
    made(tmp_path / "c")
    result = run("judge", "serve", str(tmp_path / folder), *options)
    assert result.code == 2
    assert message in result.err


def test_the_command_serves_until_it_is_interrupted(tmp_path: Path) -> None:
    campaign = made(tmp_path / "c", annotators=2)
    tokens = Links.read(campaign.folder)
    process = subprocess.Popen(
        [sys.executable, "-m", "pitchpipe", "judge", "serve", str(campaign.folder), "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    links = dict(process.stdout.readline().split() for _ in range(3))
    assert list(links) == ["organiser", *campaign.annotators]
    address, _, token = links["organiser"].partition("/enter#")
    assert token == tokens.organiser
    with httpx.Client(base_url=address, timeout=20) as client:
        visit = entered(client, tokens.annotators[campaign.annotators[1]])
        assert visit.answer(visit.state()["screen"]["key"], {"choice": "none"}).status_code == 200
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert process.returncode == 0
    assert said.splitlines()[-1] == "note: stopped; what was answered is kept"
    assert "Traceback" not in said
