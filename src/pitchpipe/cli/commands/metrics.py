"""``pitchpipe metrics``."""

from __future__ import annotations

from typing import Any

import click

from pitchpipe.cli.options.groups import given
from pitchpipe.cli.printing import print_json
from pitchpipe.metrics import registry
from pitchpipe.metrics.base import FACTS
from pitchpipe.metrics.parameters import defaults, format_value, parameters, words
from pitchpipe.metrics.presets import shipped
from pitchpipe.metrics.registry import Entry


@click.command("metrics", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Output format.",
)
@click.option("--cite", is_flag=True, help="Write BibTeX for Pitchpipe and the papers behind the metrics.")
def command(names: tuple[str, ...], style: str, cite: bool) -> None:
    """List the metrics: what each needs, its parameters, its facts.

    With names, everything about those; without, all in brief.

    \b
    pitchpipe metrics
    pitchpipe metrics bleu chrf++
    pitchpipe metrics --format json
    pitchpipe metrics --cite bleu chrf++ > metrics.bib
    """
    if cite:
        if given("style"):
            raise click.UsageError("--cite writes BibTeX: leave out --format")
        from pitchpipe.metrics.citations import bibtex

        click.echo("\n\n".join(bibtex(names or registry.names())))
        return
    entries = [registry.find(name) for name in names] if names else list(registry.entries())
    if style == "json":
        print_json([_described(entry) for entry in entries])
    elif names:
        click.echo("\n\n".join(_detail(_described(entry)) for entry in entries))
    else:
        click.echo("\n".join(_brief(_described(entry)) for entry in entries))


def _described(entry: Entry) -> dict[str, Any]:
    cls = entry.cls
    standard = {**defaults(cls), **entry.preset}
    declared = parameters(cls)
    low, high = cls.bounds
    return {
        "name": entry.name,
        "title": cls.title,
        "paper": cls.paper,
        # MetricX is external with lower=true: there the parameter decides, not the class.
        "direction": "lower" if standard.get("lower") else cls.direction,
        "bounds": [None if abs(x) == float("inf") else x for x in (low, high)],
        "needs": sorted(cls.needs),
        "parameters": {
            word: {
                "default": format_value(standard[name]),
                "kind": declared[name].kind,
                "values": declared[name].wanted(),
                "doc": declared[name].doc,
            }
            for word, name in words(cls).items()
        },
        "presets": list(shipped(entry.name)),
        "facts": {name: {"holds": f.holds, "reason": f.reason} for name, f in cls.facts().items()},
        "background": list(cls.background()),
    }


def _brief(metric: dict[str, Any]) -> str:
    arrow = {"higher": "↑", "lower": "↓", "none": " "}[metric["direction"]]
    values = ", ".join(f"{name}={p['default']}" for name, p in metric["parameters"].items())
    needs = ", ".join(metric["needs"])
    return f"{metric['name']:<12} {arrow}  {metric['paper']}\n{'':<16}needs {needs}; {values}"


def _detail(metric: dict[str, Any]) -> str:
    low, high = ("no bound" if x is None else f"{x:g}" for x in metric["bounds"])
    lines = [
        f"{metric['name']}: {metric['title']}",
        f"  from      {metric['paper']}",
        f"  better    {metric['direction']}, from {low} to {high}",
        f"  needs     {', '.join(metric['needs'])}",
        "  parameters" if metric["parameters"] else "  parameters: none",
    ]
    for name, p in metric["parameters"].items():
        lines.append(f"    {name}={p['default']}  ({p['kind']}; {p['values']})  {p['doc']}")
    if metric["presets"]:
        lines.append(f"  presets   {', '.join(metric['presets'])}")
    lines.append("  facts")
    for name, fact in metric["facts"].items():
        holds, reason = ("yes", "") if fact["holds"] else ("no ", f" ({fact['reason']})")
        lines.append(f"    {holds}  {FACTS[name]}{reason}")
    if metric["background"]:
        lines.append("  background")
        lines.extend(f"    {line}" for line in metric["background"])
    return "\n".join(lines)
