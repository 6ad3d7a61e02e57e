"""Where a server listens, and what people open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from pitchpipe.cli.options.groups import collected

if TYPE_CHECKING:
    from pitchpipe.judging.server.serving import Hosting


@dataclass(frozen=True)
class HostingOptions:
    """What the options said."""

    host: str
    port: int
    tls_cert: str | None
    tls_key: str | None
    behind_proxy: bool
    url: str | None

    def hosting(self) -> Hosting:
        """The same, checked."""
        from pitchpipe.judging.server.serving import Hosting

        return Hosting(
            host=self.host,
            port=self.port,
            certificate=self.tls_cert,
            key=self.tls_key,
            behind_proxy=self.behind_proxy,
            url=self.url,
        )


hosting_options = collected(
    HostingOptions,
    "where",
    click.option(
        "--host",
        default="127.0.0.1",
        show_default=True,
        metavar="NAME",
        help="Listen here. Any address but this machine's own loop lets other machines in, and wants https.",
    ),
    click.option(
        "--port",
        type=int,
        default=8021,
        show_default=True,
        metavar="NUMBER",
        help="Listen on this port; 0 is any that is free.",
    ),
    click.option("--tls-cert", metavar="FILE", help="Speak https with this certificate (PEM)."),
    click.option("--tls-key", metavar="FILE", help="The key of the certificate."),
    click.option(
        "--behind-proxy",
        is_flag=True,
        help="nginx, Caddy or the like speaks https in front, and says whose request it is.",
    ),
    click.option(
        "--url",
        metavar="URL",
        help="What people open, where that is another address: https://example.org/judge.",
    ),
    title="Hosting",
)
