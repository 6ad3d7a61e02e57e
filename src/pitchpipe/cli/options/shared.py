"""Options that several commands share, defined once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from pitchpipe.showing.formats import FORMATS

F = TypeVar("F", bound=Callable[..., Any])


def every(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one decorator, in the order given."""

    def decorate(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


#: The texts of a test set: plain files, or one file or directory that holds everything.
test_set_options: Callable[[F], F] = every(
    click.option(
        "-r", "--reference", "references", multiple=True, metavar="FILE", help="A reference; repeat for more."
    ),
    click.option("-s", "--source", metavar="FILE", help="The source text."),
    click.option(
        "--documents", metavar="FILE", help="Documents: domain<TAB>document per line, or the document alone."
    ),
    click.option(
        "-t",
        "--test-set",
        multiple=True,
        metavar="PATH",
        help="A whole test set instead: JSONL, TSV, WMT XML, a directory in the mt-metrics-eval layout, "
        "or SGML files (repeat).",
    ),
    click.option(
        "-l", "--language-pair", metavar="PAIR", help="Languages, e.g. de-en; chooses within a directory."
    ),
    click.option(
        "--system", "systems", multiple=True, metavar="NAME", help="Only this system of --test-set; repeat."
    ),
    click.option(
        "--reference-name",
        "reference_names",
        multiple=True,
        metavar="NAME",
        help="Only this reference of --test-set.",
    ),
    click.option(
        "--missing",
        type=click.Choice(["error", "skip"]),
        default="error",
        show_default=True,
        help="What to do with segments that have no reference.",
    ),
    click.option("--missing-token", metavar="TEXT", help="A reference line with just this text is missing."),
    click.option("--unescape", is_flag=True, help="Replace HTML entities (&quot;) by their characters."),
    click.option(
        "--normalize",
        type=click.Choice(["nfc", "nfkc", "nfd", "nfkd"]),
        help="Unicode normalisation of all text.",
    ),
)

metric_option: Callable[[F], F] = click.option(
    "-m",
    "--metric",
    "metrics",
    multiple=True,
    metavar="METRIC",
    help="name[:param=value,...] or a mixture 0.7*bleu+0.3*chrf; repeat for more. "
    "`pitchpipe metrics` lists them.",
)

format_option: Callable[[F], F] = click.option(
    "--format",
    "style",
    type=click.Choice(FORMATS),
    default="table",
    show_default=True,
    help="Output format; TSV is a single table, the most detailed one asked for.",
)


def decimals_option(default: int) -> Callable[[F], F]:
    """``--decimals``, of which every command has its own default."""
    return click.option(
        "--decimals",
        type=click.IntRange(0, 15),
        default=default,
        show_default=True,
        help="Decimals; TSV and JSON give all.",
    )


def samples_option(default: int, what: str) -> Callable[[F], F]:
    """``--samples``: how many are drawn, of what."""
    return click.option("--samples", type=int, default=default, show_default=True, metavar="N", help=what)


seed_option: Callable[[F], F] = click.option(
    "--seed", type=int, default=12345, show_default=True, metavar="N", help="Where random numbers begin."
)

threads_option: Callable[[F], F] = click.option(
    "--threads",
    type=int,
    metavar="N",
    help="Threads; default all cores, or PITCHPIPE_THREADS. Results do not depend on it.",
)


def _keep_nothing(context: click.Context, option: click.Parameter, asked: bool) -> bool:
    if asked:
        from pitchpipe.lang.synonyms.finding import uncached

        # Metrics look for synonyms themselves, wherever they are measured.
        context.with_resource(uncached())
    return asked


no_cache_option: Callable[[F], F] = click.option(
    "--no-cache",
    is_flag=True,
    callback=_keep_nothing,
    help="Keep nothing in the cache folder: trained aligners, analyses, compiled synonyms.",
)


def given(*names: str) -> bool:
    """Whether any of these options of the running command was given, rather than left at its default."""
    from click.core import ParameterSource

    context = click.get_current_context()
    return any(context.get_parameter_source(name) is not ParameterSource.DEFAULT for name in names)


def refuse_given(names: Iterable[str], why: str) -> None:
    """Refuses options of the running command that were given although they cannot apply."""
    for option in click.get_current_context().command.params:
        if option.name in names and given(option.name):
            raise click.UsageError(f"{option.opts[-1]} {why}")
