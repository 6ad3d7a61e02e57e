"""Options that name test sets together with human judgments of them, and reading both."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pitchpipe.cli.options.shared import every

if TYPE_CHECKING:
    from pitchpipe.agreement.tasks import Task

F = TypeVar("F", bound=Callable[..., Any])

judged_set_options: Callable[[F], F] = every(
    click.argument("test_sets", nargs=-1, metavar="TESTSET..."),
    click.option(
        "-l",
        "--language-pair",
        "pairs",
        multiple=True,
        metavar="PAIR",
        help="Only this language pair of a directory; repeat. By default all that have the judgments.",
    ),
    click.option(
        "--human",
        metavar="NAME|FILE",
        help="The judgments: da-z, ranks, if a directory has several kinds; or a file of scores, ranks, "
        "MQM or ESA ratings.",
    ),
    click.option("--system", "systems", multiple=True, metavar="NAME", help="Only this system; repeat."),
    click.option(
        "--reference-name", "references", multiple=True, metavar="NAME", help="Only this reference; repeat."
    ),
    click.option("--unescape", is_flag=True, help="Replace HTML entities (&quot;) by their characters."),
    click.option(
        "--normalize",
        type=click.Choice(["nfc", "nfkc", "nfd", "nfkd"]),
        help="Unicode normalisation of all text.",
    ),
    click.option(
        "--ignore-unknown",
        is_flag=True,
        help="Leave out judged systems that the test set lacks, instead of refusing them.",
    ),
)


def tasks_from(options: dict[str, Any]) -> list[Task]:
    """Reads what :data:`judged_set_options` describe."""
    if not options["test_sets"]:
        raise click.UsageError("there is no test set: give a directory in the mt-metrics-eval layout")
    for pair in options["pairs"]:
        if options["pairs"].count(pair) > 1:
            raise click.UsageError(f"--language-pair {pair} is given twice")
    human = options["human"]
    if human is not None and (human == "-" or Path(human).is_file()):
        return [_with_file(options)]
    from pitchpipe.agreement.tasks import read_tasks

    for path in options["test_sets"]:
        if Path(path).is_dir():
            continue
        if human is None:
            raise click.UsageError(f"{path} is no directory with judgments: name a file of them with --human")
        raise click.UsageError(
            f"{human}: no such file, and {path} is no directory whose judgments could be named"
        )
    return [
        task
        for path in options["test_sets"]
        for task in read_tasks(
            path,
            options["pairs"],
            human,
            references=options["references"] or None,
            systems=options["systems"] or None,
            unescape=options["unescape"],
            normalize=options["normalize"],
            ignore_unknown=options["ignore_unknown"],
        )
    ]


def _with_file(options: dict[str, Any]) -> Task:
    """One test set of any format, and judgments in a file."""
    from pitchpipe.agreement import read_human
    from pitchpipe.agreement.tasks import Task
    from pitchpipe.text.formats import read_test_set

    if len(options["test_sets"]) > 1 or len(options["pairs"]) > 1:
        raise click.UsageError("a file of judgments is about one test set and one language pair")
    pair = options["pairs"][0] if options["pairs"] else None
    test_set = read_test_set(
        options["test_sets"][0],
        language_pair=pair,
        references=options["references"] or None,
        systems=options["systems"] or None,
        unescape=options["unescape"],
        normalize=options["normalize"],
    )
    human = read_human(options["human"], language_pair=pair, systems=tuple(test_set.systems))
    ignored = options["ignore_unknown"] or bool(options["systems"])
    return Task.of(test_set, human, ignore_unknown=ignored)
