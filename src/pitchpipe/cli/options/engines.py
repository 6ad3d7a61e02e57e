"""Options of work on text larger than memory: by which engine, what is read, and where results go."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pitchpipe.cli.options.groups import collected, refuse_given
from pitchpipe.cli.options.outputs import output_option
from pitchpipe.cli.options.runs import parse_system
from pitchpipe.wording import quoted

if TYPE_CHECKING:
    from pitchpipe.cli.options.texts import TextOptions
    from pitchpipe.text.shards.shards import Shards

F = TypeVar("F", bound=Callable[..., Any])

#: Above the options in ``--help``.
TITLE = "Text larger than memory"
#: Options of ``score`` that need the whole test set in memory.
NOT_IN_PARTS = (
    "test_set",
    "systems",
    "reference_names",
    "segments",
    "explained",
    "align_without_systems",
    "bitext",
    "align_refs",
    "align_hyps",
    "annotations",
    "annotation_refs",
    "analyser",
)


@dataclass(frozen=True)
class RunOptions:
    """Which engine runs the parts of a job, and how."""

    engine: str | None
    address: str | None
    parts: int | None
    skip_corrupt: bool
    shown_as: str

    def arguments(self) -> dict[str, Any]:
        """What the library is told."""
        return {one.name: getattr(self, one.name) for one in fields(self) if one.name != "shown_as"}

    def refuse(self, names: Iterable[str]) -> None:
        """Refuses options that cannot be used with an engine where there is one, and others where not."""
        if self.engine is not None:
            refuse_given(names, f"does not go with --engine {self.engine}")
            return
        refuse_given([one.name for one in fields(self) if one.name != "engine"], "goes with --engine")


@dataclass(frozen=True)
class KeptRunOptions(RunOptions):
    """The same where results are kept in a folder."""

    resume: bool


def engine_option(what: str) -> Callable[[F], F]:
    """Which engine does ``what``."""
    return click.option("--engine", type=click.Choice(["local", "ray"]), help=what)


address_option: Callable[[F], F] = click.option(
    "--address",
    metavar="NAME",
    help="The Ray cluster: auto, or HOST:PORT; default one that is started on the spot.",
)


def run_options(what: str, folder: str | None) -> Callable[[F], F]:
    """The options of a command that does ``what`` with text larger than memory.

    ``folder`` is the option that names where results are kept, if they are.
    """
    resume = click.option("--resume", is_flag=True, help=f"Go on with a run that was stopped, in {folder}.")
    return collected(
        RunOptions if folder is None else KeptRunOptions,
        "run",
        engine_option(what),
        address_option,
        click.option(
            "--parts",
            type=click.IntRange(1),
            metavar="N",
            help="Parts of the job; default about one for every 32 MiB. Results do not depend on it.",
        ),
        *(() if folder is None else (resume,)),
        click.option("--skip-corrupt", is_flag=True, help="Leave out what cannot be read, and list it."),
        click.option(
            "--progress",
            "shown_as",
            type=click.Choice(["bar", "json"]),
            default="bar",
            show_default=True,
            help="How far it is: a bar on a terminal, or lines of JSON on stderr.",
        ),
        title=TITLE,
    )


@dataclass(frozen=True)
class CorpusOptions:
    """What the columns of tables mean, and where the scores of their segments go."""

    columns: str | None
    segments_to: str | None
    segments_as: str

    def arguments(self) -> dict[str, Any]:
        """What the library is told."""
        return {"segments_to": self.segments_to, "segments_as": self.segments_as}

    def refuse_without_engine(self) -> None:
        """Refuses options that go with an engine where there is none."""
        refuse_given([one.name for one in fields(self)], "goes with --engine")

    def shards(self, names: tuple[str, ...], texts: TextOptions) -> Shards:
        """The corpus: tables, or with -r plain files side by side."""
        from pitchpipe.text.names import named_paths
        from pitchpipe.text.shards.shards import Cleaning, LineShards, TableShards

        if not names:
            raise click.UsageError("there is nothing to score: give files, patterns or folders")
        cleaning = Cleaning(texts.missing_token, texts.unescape, texts.normalise)
        if not texts.references:
            if texts.source is not None:
                raise click.UsageError("the source of tables is a column: --columns source=NAME")
            if texts.documents is not None:
                raise click.UsageError("the documents of tables are a column: --columns document=NAME")
            return TableShards.find(names, self.columns, cleaning)
        if self.columns is not None:
            raise click.UsageError("--columns are those of tables, -r names plain text: give one of them")
        systems = [parse_system(name) for name in names]
        for name, system in zip(names, systems, strict=True):
            if len(system.paths) > 1:
                raise click.UsageError(f"{quoted(name)} would be several runs of one system: give one by one")
        called = named_paths([system.paths[0] for system in systems])
        named = {
            system.name or name: str(path)
            for system, (name, path) in zip(systems, called.items(), strict=True)
        }
        if len(named) < len(systems):
            raise click.UsageError("two systems have one name: write NAME=FILE")
        references = {name: str(path) for name, path in named_paths(texts.references).items()}
        return LineShards.find(named, references, texts.source, cleaning, texts.documents)


corpus_options: Callable[[F], F] = collected(
    CorpusOptions,
    "corpus",
    click.option(
        "--columns",
        metavar="COLUMNS",
        help="What the columns of tables mean: hypothesis=mt,reference=ref,source=src; also system:NAME, "
        "reference:NAME, document, domain, id. Default: columns that are called so.",
    ),
    output_option(
        "--segments-to",
        folder=True,
        metavar="FOLDER",
        help="Write the scores of segments to files in this folder, with a manifest.",
    ),
    click.option(
        "--segments-as",
        type=click.Choice(["parquet", "tsv"]),
        default="parquet",
        show_default=True,
        help="The format of these files.",
    ),
    title=TITLE,
)
