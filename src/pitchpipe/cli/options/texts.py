"""Options that name the texts of a test set: plain files, or one file or directory that holds everything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

from pitchpipe.cli.options.groups import collected
from pitchpipe.cli.options.runs import parse_system, runs_of
from pitchpipe.text.formats import read_test_set
from pitchpipe.text.testset import TestSet
from pitchpipe.wording import quoted

if TYPE_CHECKING:
    from pitchpipe.metrics.base import Metric

F = TypeVar("F", bound=Callable[..., Any])
NORMAL_FORMS = ("nfc", "nfkc", "nfd", "nfkd")

unescape_option: Callable[[F], F] = click.option(
    "--unescape", is_flag=True, help="Replace HTML entities (&quot;) by their characters."
)
normalise_option: Callable[[F], F] = click.option(
    "--normalise",
    "--normalize",
    "normalise",
    type=click.Choice(NORMAL_FORMS),
    help="Unicode normalisation of all text.",
)
missing_option: Callable[[F], F] = click.option(
    "--missing",
    type=click.Choice(["error", "skip"]),
    default="error",
    show_default=True,
    help="What to do with segments that have no reference.",
)


@dataclass(frozen=True)
class TextOptions:
    """The texts of a test set."""

    references: tuple[str, ...]
    source: str | None
    documents: str | None
    test_set: tuple[str, ...]
    language_pair: str | None
    systems: tuple[str, ...]
    reference_names: tuple[str, ...]
    missing: Literal["error", "skip"]
    missing_token: str | None
    unescape: bool
    normalise: str | None

    def read(self, hypotheses: tuple[str, ...], metrics: Sequence[Metric] | None = None) -> TestSet:
        """The test set; without a reference only if ``metrics`` are told, and none of them wants one."""
        if self.test_set:
            return self._whole(hypotheses)
        if self.systems or self.reference_names:
            raise click.UsageError("--system and --reference-name choose within a --test-set")
        if not hypotheses:
            raise click.UsageError("there is nothing to score: give system outputs, or --test-set")
        if not self.references and (metrics is None or any(one.wants("references") for one in metrics)):
            raise click.UsageError("there is no reference: give one with -r FILE")
        read = TestSet.read(
            source=self.source,
            references=self.references,
            systems=hypotheses,
            documents=self.documents,
            missing_token=self.missing_token,
            unescape=self.unescape,
            normalise=self.normalise,
        )
        return read if self.language_pair is None else read.with_languages(self.language_pair)

    def read_named(self, hypotheses: tuple[str, ...], metrics: Sequence[Metric] | None = None) -> TestSet:
        """The test set, as :meth:`read`, whose systems may be written ``NAME=FILE``."""
        if not hypotheses:
            return self.read(hypotheses)
        systems = [parse_system(argument) for argument in hypotheses]
        for argument, system in zip(hypotheses, systems, strict=True):
            if len(system.paths) > 1:
                raise click.UsageError(
                    f"{quoted(argument)} would be several runs of one system, which `pitchpipe "
                    "compare` takes: "
                    "here, give file by file"
                )
        test_set = self.read(tuple(system.paths[0] for system in systems), metrics)
        others, files = _apart(test_set, len(systems))
        named = {name: own for name, (own,) in runs_of(systems, files).items()}
        called = {**{name: name for name in others}, **named}
        if len(called) < len(test_set.systems):
            raise click.UsageError("a system of --test-set and an output have one name: write NAME=FILE")
        return replace(test_set, systems={name: test_set.systems[own] for name, own in called.items()})

    def read_runs(
        self, hypotheses: tuple[str, ...], metrics: Sequence[Metric]
    ) -> tuple[TestSet, dict[str, list[str]] | None]:
        """The test set, and the runs of each system where the command line groups or names any."""
        if not hypotheses:
            return self.read(hypotheses), None
        systems = [parse_system(argument) for argument in hypotheses]
        paths = tuple(path for system in systems for path in system.paths)
        test_set = self.read(paths, metrics)
        others, files = _apart(test_set, len(paths))
        runs = {**{name: [name] for name in others}, **runs_of(systems, files)}
        plain = all(own == [name] for name, own in runs.items())
        return test_set, None if plain else runs

    def _whole(self, hypotheses: tuple[str, ...]) -> TestSet:
        """A test set in one piece; with outputs, its own systems are there only where they are asked for."""
        if self.references or self.source or self.documents:
            raise click.UsageError("--test-set brings its own texts: leave out -r, -s and --documents")
        own = self.systems or (() if hypotheses else None)
        test_set = self._read_whole(own)
        outputs = TestSet.read(systems=hypotheses, unescape=self.unescape, normalise=self.normalise).systems
        for name in outputs:
            if name in test_set.systems:
                raise click.UsageError(f"{quoted(name)} is a system of --test-set already: write NAME=FILE")
        systems = {**test_set.systems, **outputs}
        if not systems:
            raise click.UsageError("--test-set has no system outputs: give some beside it, HYP...")
        return replace(test_set, systems=systems)

    def _read_whole(self, systems: tuple[str, ...] | None) -> TestSet:
        return read_test_set(
            *self.test_set,
            language_pair=self.language_pair,
            systems=systems,
            references=self.reference_names or None,
            missing_token=self.missing_token,
            unescape=self.unescape,
            normalise=self.normalise,
        )


def _apart(test_set: TestSet, files: int) -> tuple[list[str], list[str]]:
    """The names of a test set's own systems, and those of the files that were added to it."""
    names = list(test_set.systems)
    return names[: len(names) - files], names[len(names) - files :]


text_options: Callable[[F], F] = collected(
    TextOptions,
    "texts",
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
        "SGML files (repeat), or what other tools have downloaded, sacrebleu:wmt22 or mtme:wmt22. Outputs "
        "beside it are scored against its references.",
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
    missing_option,
    click.option("--missing-token", metavar="TEXT", help="A reference line with just this text is missing."),
    unescape_option,
    normalise_option,
    title="Texts",
)
