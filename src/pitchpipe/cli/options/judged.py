"""Options that name test sets together with human judgments of them, and reading both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pitchpipe.cli.options.campaigns import campaign_judgments, is_campaign
from pitchpipe.cli.options.groups import collected, refuse_given
from pitchpipe.cli.options.runs import parse_system
from pitchpipe.cli.options.texts import TextOptions, normalise_option, unescape_option

if TYPE_CHECKING:
    from pitchpipe.agreement.tasks import Task
    from pitchpipe.cli.options.alignment import AlignmentOptions
    from pitchpipe.cli.progress import Bar
    from pitchpipe.metrics.base import Metric
    from pitchpipe.text.testset import TestSet

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class JudgedOptions:
    """Test sets with judgments."""

    test_sets: tuple[str, ...]
    named_sets: tuple[str, ...]
    pairs: tuple[str, ...]
    humans: tuple[str, ...]
    human_format: str | None
    human_columns: tuple[str, ...]
    systems: tuple[str, ...]
    references: tuple[str, ...]
    reference_files: tuple[str, ...]
    source: str | None
    documents: str | None
    unescape: bool
    normalise: str | None
    ignore_unknown: bool
    first_segment: int | None
    no_fillers: bool

    def __post_init__(self) -> None:
        from pitchpipe.text.caches import located

        for name in ("test_sets", "named_sets"):
            object.__setattr__(self, name, tuple(str(located(path)) for path in getattr(self, name)))

    def read(self) -> list[Task]:
        """The tasks: one for each test set and language pair."""
        if self.reference_files:
            return [self._judged(self._plain_texts(), self._only_human())]
        refuse_given(("source", "documents"), "goes with plain files: HYP... -r REF")
        groups = self._groups()
        for pair in self.pairs:
            if self.pairs.count(pair) > 1:
                raise click.UsageError(f"--language-pair {pair} is given twice")
        names = self._names(len(groups))
        files = [human is not None and _is_file(human) for human in names]
        if not any(files):
            of_files = ("first_segment", "human_format", "human_columns", "no_fillers")
            refuse_given(of_files, "is for a file of judgments: --human FILE")
        tasks: list[Task] = []
        for paths, human, is_file in zip(groups, names, files, strict=True):
            if is_file:
                tasks.append(self._judged(self._whole(paths), human, self._called(paths, groups)))
            else:
                tasks += self._of_directory(paths, human)
        return tasks

    def _of_directory(self, paths: tuple[str, ...], human: str | None) -> list[Task]:
        """The language pairs of a directory that has its judgments."""
        from pitchpipe.agreement import read_tasks

        if len(paths) > 1 or not Path(paths[0]).is_dir():
            if human is None:
                raise click.UsageError(
                    f"{paths[0]} is no directory with judgments: name a file of them with --human"
                )
            raise click.UsageError(
                f"{human}: no such file, and {paths[0]} is no directory whose judgments could be named"
            )
        return read_tasks(
            paths[0],
            self.pairs,
            human,
            references=self.references or None,
            systems=self.systems or None,
            unescape=self.unescape,
            normalise=self.normalise,
            ignore_unknown=self.ignore_unknown,
        )

    def _only_human(self) -> str | None:
        if len(self.humans) > 1:
            raise click.UsageError("plain files have one file of judgments: give --human once")
        return self.humans[0] if self.humans else None

    def _names(self, sets: int) -> list[str | None]:
        """The judgments of each test set: one name for all, or one for each."""
        if not self.humans:
            return [None] * sets
        if len(self.humans) not in {1, sets}:
            raise click.UsageError(
                f"--human is given {len(self.humans)} times for {sets} test sets: name judgments once for "
                "all of them, or once for each, in their order"
            )
        if len(self.humans) < sets and _is_file(self.humans[0]):
            raise click.UsageError(
                f"{self.humans[0]} is about one test set, and there are {sets}: give --human once for each"
            )
        if self.humans.count("-") > 1:
            raise click.UsageError("--human - is given twice: standard input is one file")
        return list(self.humans) if len(self.humans) == sets else [self.humans[0]] * sets

    def _groups(self) -> list[tuple[str, ...]]:
        """The paths of each test set: directories are test sets of their own, as files without -t are."""
        if self.test_sets and self.named_sets:
            raise click.UsageError(f"{self.test_sets[0]} and -t {self.named_sets[0]}: give one or the other")
        files = tuple(path for path in self.named_sets if not Path(path).is_dir())
        alone: list[tuple[str, ...]] = [
            (path,) for path in (*self.test_sets, *self.named_sets) if path not in files
        ]
        groups = [files, *alone] if files else alone
        if not groups:
            raise click.UsageError(
                "there is no test set: give one with -t, a directory in the mt-metrics-eval layout, say, "
                "or plain files, HYP... -r REF"
            )
        return groups

    def _called(self, paths: tuple[str, ...], groups: list[tuple[str, ...]]) -> str | None:
        """One of several test sets is called after its first file, with the ending where others differ in it.

        By itself, and as a directory, it has a name of its own.
        """
        if len(groups) == 1 or Path(paths[0]).is_dir():
            return None
        stems = [_stem(others[0]) for others in groups]
        return _stem(paths[0]) if stems.count(_stem(paths[0])) == 1 else Path(paths[0]).name

    def _whole(self, paths: tuple[str, ...]) -> TestSet:
        """One test set of any format."""
        from pitchpipe.text.formats import read_test_set

        return read_test_set(
            *paths,
            language_pair=self._pair(),
            references=self.references or None,
            systems=self.systems or None,
            unescape=self.unescape,
            normalise=self.normalise,
        )

    def _plain_texts(self) -> TestSet:
        """Plain files; systems are called after them without their endings, as people call them."""
        if self.named_sets:
            raise click.UsageError("-t brings its own texts: leave out -r, -s and --documents")
        texts = TextOptions(
            references=self.reference_files,
            source=self.source,
            documents=self.documents,
            test_set=(),
            language_pair=self._pair(),
            systems=self.systems,
            reference_names=self.references,
            missing="error",
            missing_token=None,
            unescape=self.unescape,
            normalise=self.normalise,
        )
        return called_as_judged(texts.read_named(self.test_sets), self.test_sets)

    def _pair(self) -> str | None:
        if len(self.pairs) > 1:
            raise click.UsageError("a file of judgments is about one language pair")
        return self.pairs[0] if self.pairs else None

    def _judged(self, test_set: TestSet, human: str | None, name: str | None = None) -> Task:
        """A test set and its judgments in a file."""
        from pitchpipe.agreement import Task
        from pitchpipe.agreement.readers.roles import parse_columns

        if human is None:
            raise click.UsageError("there are no judgments: name a file of them with --human")
        if is_campaign(human):
            of_files = ("first_segment", "human_format", "human_columns", "no_fillers")
            refuse_given(of_files, "is for a file of judgments, not for a campaign")
            said = campaign_judgments(human)
            ignored = self.ignore_unknown or bool(self.systems)
            return Task.of(test_set, said, name=name, ignore_unknown=ignored)
        return Task.read(
            test_set,
            human,
            human_format=self.human_format,
            human_columns=parse_columns(self.human_columns) or None,
            language_pair=self._pair(),
            first_segment=self.first_segment,
            fillers=False if self.no_fillers else None,
            name=name,
            ignore_unknown=self.ignore_unknown or bool(self.systems),
        )


def called_as_judged(test_set: TestSet, outputs: Sequence[str]) -> TestSet:
    """The test set with systems called after their files without endings, as judgments call them."""
    written = [parse_system(argument).name for argument in outputs]
    names = [own or Path(name).stem for own, name in zip(written, test_set.systems, strict=True)]
    if len(set(names)) < len(names):
        return test_set
    return replace(test_set, systems=dict(zip(names, test_set.systems.values(), strict=True)))


def _is_file(human: str) -> bool:
    """Whether judgments are named by their file or campaign, or come from standard input."""
    return human == "-" or Path(human).is_file() or is_campaign(human)


def _stem(path: str) -> str:
    """``news`` of ``sets/news.jsonl.gz``."""
    name = Path(path).name
    return name.partition(".")[0] or name


#: Those of ``pitchpipe.agreement``, which is too much to load for a help text; a test compares them.
HUMAN_FORMATS = (
    "table", "seg", "sys", "doc", "ranks", "wmt-csv", "mqm", "mqm-averages", "appraise", "esa", "pearmut",
)  # fmt: skip

judged_set_options: Callable[[F], F] = collected(
    JudgedOptions,
    "judged",
    click.argument("test_sets", nargs=-1, metavar="[TESTSET... | HYP...]"),
    click.option(
        "-r",
        "--reference",
        "reference_files",
        multiple=True,
        metavar="FILE",
        help="A reference of plain outputs, HYP...; repeat for more.",
    ),
    click.option("-s", "--source", metavar="FILE", help="The source text of plain outputs."),
    click.option(
        "--documents", metavar="FILE", help="Documents of plain outputs: domain<TAB>document per line."
    ),
    click.option(
        "-t",
        "--test-set",
        "named_sets",
        multiple=True,
        metavar="PATH",
        help="A whole test set: JSONL, TSV, WMT XML, a directory in the mt-metrics-eval layout, or SGML "
        "files (repeat). The same as TESTSET.",
    ),
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
        "humans",
        multiple=True,
        metavar="NAME|FILE",
        help="The judgments: da-z, ranks, if a directory has several kinds; or a file: any table (TSV, CSV, "
        "JSONL) of systems, segments and scores, ranks, MQM or ESA ratings, exports of Appraise or Pearmut; "
        "or the folder of a campaign of `pitchpipe judge`. Of several test sets, repeat it once for each, "
        "in their order.",
    ),
    click.option(
        "--human-format",
        type=click.Choice(HUMAN_FORMATS),
        help="The format of the file of judgments; by default it is recognised.",
    ),
    click.option(
        "--human-columns",
        multiple=True,
        metavar="NAME=TEXT,...",
        help="What columns of a table of judgments are called, e.g. system=engine,segment=line,score=points; "
        "by default guessed. Also document, rater, pair, source_language, target_language, domain, source, "
        "and category, severity of MQM.",
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
        help="What a file of judgments calls the first segment; by default, what is usual in its format, or "
        "what its numbers show.",
    ),
    click.option(
        "--no-fillers",
        is_flag=True,
        help="Leave out documents that only fill up a judge's work, as WMT24's ranking by ESA does.",
    ),
    title="Test sets and judgments",
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
