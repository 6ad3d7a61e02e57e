"""``pitchpipe lang status``."""

from __future__ import annotations

from dataclasses import asdict

import click

from pitchpipe.cli.grids import Cell, Grid, show
from pitchpipe.cli.json_output import print_json
from pitchpipe.lang.status import LanguageStatus, status


@click.command("status", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("languages", nargs=-1, metavar="[LANGUAGE]...")
@click.option(
    "--format",
    "style",
    type=click.Choice(["table", "json"]),
    default="table",
    show_default=True,
    help="Output format.",
)
def command(languages: tuple[str, ...], style: str) -> None:
    """Show which languages can be analysed, with which tools, and what is missing.

    Without languages, all in brief; with languages, every tool of these and the command that gets it.
    Nothing is downloaded.

    \b
    pitchpipe lang status
    pitchpipe lang status cs ru
    """
    found = status(languages)
    if style == "json":
        listed = [{**asdict(language), "used": language.used} for language in found]
        print_json(listed)
    elif languages:
        click.echo("\n\n".join(map(_detail, found)))
    else:
        rows = tuple((Cell(s.language), Cell(s.name), Cell(s.used or "-"), Cell(_next(s))) for s in found)
        show(Grid(("code", "language", "analyser", "to get one"), rows, labels=4), "table", 2)


def _next(language: LanguageStatus) -> str:
    """The command that comes next where no tool is ready; those of spaCy and Stanza are in the detail."""
    if language.used is not None:
        return ""
    own = [tool for tool in language.tools if tool.name not in {"spacy", "stanza"}]
    easiest = min(own or language.tools, key=lambda tool: len(tool.missing))
    return easiest.missing[0]


def _detail(language: LanguageStatus) -> str:
    lines = [f"{language.language}: {language.name}, words of the tokenizer {language.tokenize}"]
    for tool in language.tools:
        state = "used" if tool.name == language.used else "ready" if tool.ready else "missing"
        lines.append(f"  {tool.name:<10} {state:<8} {tool.note}".rstrip())
        lines += [f"  {'':<10} {command}" for command in tool.missing]
    return "\n".join(lines)
