"""Serving a campaign: addresses, links, certificates, and the server itself."""

from __future__ import annotations

import ipaddress
import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pitchpipe.errors import DataError, MissingError, ParameterError
from pitchpipe.judging.links import Links
from pitchpipe.wording import quoted

if TYPE_CHECKING:
    from pitchpipe.judging.campaign import Campaign

#: Seconds that requests have when the server ends.
_GRACE = 5
_EVERYWHERE = ("0.0.0.0", "::")
#: Connections that wait to be taken.
_WAITING = 1024


@dataclass(frozen=True)
class Hosting:
    """Where a campaign is served.

    Parameters
    ----------
    host, port
        Where the server listens. Any address but the machine's own loop wants ``certificate`` and ``key``,
        or ``behind_proxy``.
    certificate, key
        Files of TLS.
    behind_proxy
        That nginx, Caddy or the like speaks https with people, and passes requests on to here.
    url
        The address that people use, where it is another one; a path in it stands before all addresses.
    """

    host: str = "127.0.0.1"
    port: int = 8021
    certificate: str | None = None
    key: str | None = None
    behind_proxy: bool = False
    url: str | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.port < 65536:
            raise ParameterError(f"--port {self.port}: a port is from 1 to 65535, or 0 for any that is free")
        if (self.certificate is None) != (self.key is None):
            raise ParameterError("--tls-cert and --tls-key go together")
        if self.certificate is not None and self.behind_proxy:
            raise ParameterError(
                "behind a proxy it is the proxy that has the certificate: without --tls-cert"
            )
        if not self.is_local and self.certificate is None and not self.behind_proxy:
            raise ParameterError(
                f"--host {self.host} lets other machines reach the campaign, and without https anybody "
                "between could read its links and texts: give --tls-cert FILE and --tls-key FILE, or "
                "--behind-proxy if nginx or Caddy speaks https in front of it"
            )
        if self.behind_proxy and self.url is None:
            raise ParameterError("--behind-proxy: say with --url what people open, https://example.org/judge")
        if self.url is not None:
            parts = urlsplit(self.url)
            if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
                raise ParameterError(
                    f"--url {quoted(self.url)} is not an address such as https://example.org/judge"
                )

    @property
    def is_local(self) -> bool:
        """Whether only this machine reaches it."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def address(self) -> str:
        """What people open, without a slash at its end."""
        if self.url is not None:
            return self.url.rstrip("/")
        host = socket.gethostname() if self.host in _EVERYWHERE else self.host
        host = f"[{host}]" if ":" in host else host
        return f"{'http' if self.certificate is None else 'https'}://{host}:{self.port}"

    def notes(self) -> Iterator[str]:
        """What whoever lets other machines in should know."""
        if self.is_local:
            return
        reach = "every address of this machine" if self.host in _EVERYWHERE else self.host
        yield (
            f"the server listens on {reach}: whoever reaches it there and has a link can answer in "
            "somebody's name; send links to nobody else"
        )
        if self.behind_proxy:
            yield (
                "what the proxy says of addresses is believed from anybody who reaches the port: let "
                "nobody but the proxy reach it"
            )

    def links(self, campaign: Campaign) -> Iterator[tuple[str, str]]:
        """Everybody's name and link, the organiser's first."""
        found = Links.read(campaign.folder)
        for name, token in (("organiser", found.organiser), *found.annotators.items()):
            # Behind the #: browsers send that to nobody, so that no log of a proxy has it.
            yield name, f"{self.address}/enter#{token}"


def require_packages() -> None:
    """Says what is missing before anything is served."""
    try:
        import jinja2  # noqa: F401
        import markdown_it  # noqa: F401
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError:
        raise MissingError(
            "serving a campaign needs Starlette, uvicorn, Jinja2 and markdown-it-py: "
            "pip install 'pitchpipe[judge]'"
        ) from None


def listen(hosting: Hosting) -> tuple[socket.socket, Hosting]:
    """Takes the port, so that links can be told before the server runs; 0 is any that is free."""
    family = socket.AF_INET6 if ":" in hosting.host else socket.AF_INET
    # With its protocol said, asyncio sends at once what it has; else every answer waits for 40 milliseconds.
    opened = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    # A server that was killed leaves connections behind, which would keep the next one out.
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        opened.bind((hosting.host, hosting.port))
        opened.listen(_WAITING)
    except OSError as error:
        opened.close()
        raise DataError(f"{hosting.host}, port {hosting.port}: {error.strerror or error}") from None
    return opened, replace(hosting, port=opened.getsockname()[1])


def serve(
    campaign: Campaign, hosting: Hosting, listening: socket.socket, *, database: str | None = None
) -> None:
    """Serves a campaign until it is interrupted.

    Parameters
    ----------
    campaign
        The plan.
    hosting, listening
        Where, as ``listen`` gave them.
    database
        The address of its database, where that is not the folder's own or has a password.
    """
    import uvicorn

    from pitchpipe.judging.server.app import make_app
    from pitchpipe.judging.server.site import Site
    from pitchpipe.judging.store import Store

    store = Store.open(campaign, database)
    site = Site(store, address=hosting.address)
    config = uvicorn.Config(
        make_app(site),
        root_path=site.prefix,
        ssl_certfile=hosting.certificate,
        ssl_keyfile=hosting.key,
        # Whose request it is, a proxy says; nobody else is believed.
        proxy_headers=hosting.behind_proxy,
        forwarded_allow_ips="*" if hosting.behind_proxy else None,
        server_header=False,
        lifespan="off",
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=_GRACE,
    )
    try:
        uvicorn.Server(config).run(sockets=[listening])
    finally:
        store.close_connections()


def require_certificate(hosting: Hosting) -> None:
    """Says what is wrong with the files of TLS, which uvicorn would say in a traceback."""
    if hosting.certificate is None:
        return
    for name in (hosting.certificate, hosting.key):
        if name is None or not Path(name).is_file():
            raise DataError(f"{name}: there is no such file")
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(hosting.certificate, hosting.key)
    except (ssl.SSLError, OSError) as error:
        raise DataError(
            f"{hosting.certificate}, {hosting.key}: no certificate with its key ({error})"
        ) from None
