"""``pitchpipe judge serve``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pitchpipe.cli.options.campaigns import campaign_argument, database_option
from pitchpipe.cli.options.groups import GroupedCommand
from pitchpipe.cli.options.hosting import HostingOptions, hosting_options

if TYPE_CHECKING:
    from pitchpipe.judging.campaign import Campaign
    from pitchpipe.judging.server.serving import Hosting


links_option = click.option("--only-links", is_flag=True, help="Print the links, and serve nothing.")


@click.command("serve", cls=GroupedCommand, context_settings={"help_option_names": ["-h", "--help"]})
@campaign_argument
@hosting_options
@links_option
@database_option
def command(campaign: str, where: HostingOptions, only_links: bool, database: str | None) -> None:
    """Serve a campaign, and print a link for the organiser and one for each annotator.

    A link is a key: whoever has it can answer in somebody's name. Only this machine reaches the server,
    unless --host says otherwise. Ctrl-C stops it; what was acknowledged is on the disk, however it ends.

    \b
    pitchpipe judge serve campaign/
    pitchpipe judge serve campaign/ --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem
    pitchpipe judge serve campaign/ --behind-proxy --url https://example.org/judge
    """
    from pitchpipe.judging.server.serving import require_packages

    require_packages()
    hosting = where.hosting()
    from pitchpipe.judging.campaign import Campaign

    serve_printed(Campaign.read(campaign), hosting, database, only_links=only_links)


def serve_printed(
    campaign: Campaign, hosting: Hosting, database: str | None = None, *, only_links: bool = False
) -> None:
    """Serves, after the links are printed."""
    from pitchpipe.judging.server.serving import listen, require_certificate, serve

    if only_links:
        _print_links(campaign, hosting)
        return
    require_certificate(hosting)
    listening, hosting = listen(hosting)
    _print_links(campaign, hosting)
    for note in hosting.notes():
        click.echo(f"note: {note}", err=True)
    click.echo(f"note: listening on {hosting.host}, port {hosting.port}; Ctrl-C stops", err=True)
    try:
        serve(campaign, hosting, listening, database=database)
    except KeyboardInterrupt:
        click.echo("note: stopped; what was answered is kept", err=True)


def _print_links(campaign: Campaign, hosting: Hosting) -> None:
    links = list(hosting.links(campaign))
    width = max(len(name) for name, _ in links)
    for name, link in links:
        click.echo(f"{name:<{width}}  {link}")
