"""``pitchpipe judge serve``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pitchpipe.cli.options.groups import GroupedCommand
from pitchpipe.cli.options.hosting import HostingOptions, hosting_options

if TYPE_CHECKING:
    from pitchpipe.judging.campaign import Campaign
    from pitchpipe.judging.server.serving import Hosting


@click.command("serve", cls=GroupedCommand, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("folder", metavar="CAMPAIGN")
@hosting_options
@click.option(
    "--database",
    metavar="URL",
    help="The database of the campaign, where its address has a password: "
    "postgresql+psycopg://USER:PASSWORD@HOST/NAME.",
)
def command(folder: str, where: HostingOptions, database: str | None) -> None:
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

    serve_printed(Campaign.read(folder), hosting, database)


def serve_printed(campaign: Campaign, hosting: Hosting, database: str | None = None) -> None:
    """Serves, after the links are printed."""
    from pitchpipe.judging.server.serving import listen, require_certificate, serve

    require_certificate(hosting)
    listening, hosting = listen(hosting)
    links = list(hosting.links(campaign))
    width = max(len(name) for name, _ in links)
    for name, link in links:
        click.echo(f"{name:<{width}}  {link}")
    for note in hosting.notes():
        click.echo(f"note: {note}", err=True)
    click.echo(f"note: listening on {hosting.host}, port {hosting.port}; Ctrl-C stops", err=True)
    try:
        serve(campaign, hosting, listening, database=database)
    except KeyboardInterrupt:
        click.echo("note: stopped; what was answered is kept", err=True)
