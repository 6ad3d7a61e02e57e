"""Options that name test sets together with human judgments of them, and reading both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pitchpipe.cli.options.groups import collected, refuse_given
from pitchpipe.cli.options.texts import normalise_option, unescape_option

if TYPE_CHECKING:
    from pitchpipe.agreement.tasks import Task
    from pitchpipe.cli.options.alignment import AlignmentOptions
    from pitchpipe.cli.progress import Bar
    from pitchpipe.metrics.base import Metric

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class JudgedOptions:
    """Test sets with judgments."""

    test_sets: tuple[str, ...]
    pairs: tuple[str, ...]
    human: str | None
    systems: tuple[str, ...]
    references: tuple[str, ...]
    unescape: bool
    normalise: str | None
    ignore_unknown: bool
    first_segment: int | None

    def read(self) -> list[Task]:
        """The tasks: one for each test set and language pair."""
        if not self.test_sets:
            raise click.UsageError("there is no test set: give a directory in the mt-metrics-eval layout")
        for pair in self.pairs:
            if self.pairs.count(pair) > 1:
                raise click.UsageError(f"--language-pair {pair} is given twice")
        human = self.human
        if human is not None and (human == "-" or Path(human).is_file()):
            return [self._with_file(human)]
        refuse_given(("first_segment",), "is for a file of judgments: --human FILE")
        from pitchpipe.agreement import read_tasks

        for path in self.test_sets:
            if Path(path).is_dir():
                continue
            if human is None:
                raise click.UsageError(
                    f"{path} is no directory with judgments: name a file of them with --human"
                )
            raise click.UsageError(
                f"{human}: no such file, and {path} is no directory whose judgments could be named"
            )
        return [
            task
            for path in self.test_sets
            for task in read_tasks(
                path,
                self.pairs,
                human,
                references=self.references or None,
                systems=self.systems or None,
                unescape=self.unescape,
                normalise=self.normalise,
                ignore_unknown=self.ignore_unknown,
            )
        ]

    def _with_file(self, human: str) -> Task:
        """One test set of any format, and judgments in a file."""
        from pitchpipe.agreement import Task, read_human
        from pitchpipe.text.formats import read_test_set

        if len(self.test_sets) > 1 or len(self.pairs) > 1:
            raise click.UsageError("a file of judgments is about one test set and one language pair")
        pair = self.pairs[0] if self.pairs else None
        test_set = read_test_set(
            self.test_sets[0],
            language_pair=pair,
            references=self.references or None,
            systems=self.systems or None,
            unescape=self.unescape,
            normalise=self.normalise,
        )
        judgments = read_human(
            human,
            language_pair=pair,
            systems=tuple(test_set.systems),
            first_segment=self.first_segment,
        )
        ignored = self.ignore_unknown or bool(self.systems)
        return Task.of(test_set, judgments, ignore_unknown=ignored)


judged_set_options: Callable[[F], F] = collected(
    JudgedOptions,
    "judged",
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
    unescape_option,
    normalise_option,
    click.option(
        "--ignore-unknown",
        is_flag=True,
        help="Leave out judged systems that the test set lacks, instead of refusing them.",
    ),
    click.option(
        "--first-segment",
        type=int,
        metavar="N",
        help="What a file of judgments calls the first segment; by default, what is usual in its format.",
    ),
)


def aligned_tasks(
    tasks: list[Task], metrics: tuple[Metric, ...], alignment: AlignmentOptions, shown: Bar | None
) -> list[Task]:
    """The tasks with the aligner that the options describe, where a metric wants one."""
    if not any(metric.wants("alignment") for metric in metrics):
        return tasks
    if len(tasks) > 1 and alignment.brings_links:
        raise click.UsageError("links are brought along for one test set, not for several")
    return [replace(task, test_set=alignment.aligned(task.test_set, metrics, shown)) for task in tasks]
