"""``pitchpipe lang status``."""

from __future__ import annotations

from dataclasses import asdict

import click

from pitchpipe.cli.printing import print_json, show
from pitchpipe.lang.annotation.status import LanguageStatus, ToolStatus, status
from pitchpipe.showing.grids import Cell, Grid


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
        rows = tuple((Cell(s.language), Cell(s.name), Cell(_analyser(s)), Cell(_next(s))) for s in found)
        show(Grid(("code", "language", "analyser", "to get one"), rows, labels=4), "table", 2)


def _analyser(language: LanguageStatus) -> str:
    if language.used is not None or language.chosen is None:
        return language.used or "-"
    return f"{language.chosen.name}, damaged"


def _next(language: LanguageStatus) -> str:
    """The command that comes next where no tool is ready; those of spaCy and Stanza are in the detail."""
    if language.used is not None:
        return ""
    own = [tool for tool in language.tools if tool.name not in {"spacy", "stanza"}]
    easiest = language.chosen or min(own or language.tools, key=lambda tool: len(tool.missing))
    return easiest.missing[0]


def _detail(language: LanguageStatus) -> str:
    lines = [f"{language.language}: {language.name}, words of the tokenizer {language.tokenize}"]
    for tool in language.tools:
        lines.append(f"  {tool.name:<10} {_state(tool, language):<8} {tool.note}".rstrip())
        lines += [f"  {'':<10} {command}" for command in tool.missing]
    if not language.tools:
        lines.append(
            "  no tool here knows it: give a model of your own, --analyser spacy:MODEL, or bring files"
        )
    return "\n".join(lines)


def _state(tool: ToolStatus, language: LanguageStatus) -> str:
    if tool.ready:
        return "used" if tool.name == language.used else "ready"
    return "damaged" if tool.damaged else "missing"
