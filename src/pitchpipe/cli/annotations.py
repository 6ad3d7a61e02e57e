"""Options that say where lemmas and parts of speech come from, and the annotator they describe."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pitchpipe.cli.options import every
from pitchpipe.metrics.registry import get

if TYPE_CHECKING:
    from pitchpipe.lang import Annotator
    from pitchpipe.meta.tasks import Task
    from pitchpipe.text.testset import TestSet

F = TypeVar("F", bound=Callable[..., Any])
#: What a metric may want that an annotator knows.
ANNOTATED = ("pos", "lemma")

annotation_options: Callable[[F], F] = every(
    click.option(
        "--annotation",
        "annotations",
        multiple=True,
        metavar="SYSTEM=FILE",
        help="Lemmas and parts of speech of a system's output, as CoNLL-U or word|lemma|POS; the file alone "
        "where there is one system. Or a folder with NAME.conllu for every system and reference.",
    ),
    click.option(
        "--annotation-ref",
        "annotation_refs",
        multiple=True,
        metavar="FILE",
        help="Lemmas and parts of speech of a reference, one file per -r.",
    ),
    click.option(
        "--analyser",
        metavar="NAME",
        help="What finds lemmas and parts of speech: spacy, stanza, hanta, tagger, pymorphy3, or the file of "
        "a tagger; default the first that is ready, see `pitchpipe lang status`.",
    ),
)


def with_annotator(test_set: TestSet, metrics: Sequence[str], options: dict[str, Any]) -> TestSet:
    """The test set with the annotator that the options describe; as it is where they describe none.

    A metric that wants annotations then finds what is installed for the language by itself.
    """
    if _brings_annotations(options):
        if options["analyser"]:
            raise click.UsageError(
                "annotations are brought along with --annotation, or made by --analyser; not both"
            )
        return replace(test_set, annotator=_from_files(test_set, options))
    asked = [metric for metric in map(get, metrics) if any(map(metric.wants, ANNOTATED))]
    if not asked or not (options["analyser"] or options["no_cache"]):
        return test_set
    language = test_set.target_language or next(filter(None, map(_language, asked)), None)
    if language is None:
        raise click.UsageError("words are analysed by language: say which with -l de-en")
    from pitchpipe.lang import default_annotator

    annotator = default_annotator(language, cache=not options["no_cache"], analyser=options["analyser"])
    return replace(test_set, annotator=annotator)


def with_annotators(tasks: list[Task], metrics: Sequence[str], options: dict[str, Any]) -> list[Task]:
    """The same for judged test sets."""
    if len(tasks) > 1 and _brings_annotations(options):
        raise click.UsageError("annotations are brought along for one test set, not for several")
    return [replace(task, test_set=with_annotator(task.test_set, metrics, options)) for task in tasks]


def _brings_annotations(options: dict[str, Any]) -> bool:
    """Whether the user brings annotations in files."""
    return bool(options["annotations"] or options["annotation_refs"])


def _language(metric: Any) -> str | None:
    language: str | None = getattr(metric, "language", None)
    return language


def _from_files(test_set: TestSet, options: dict[str, Any]) -> Annotator:
    from pitchpipe.lang import FileAnnotator

    for name, lines in test_set.references.items():
        if None in lines:
            raise click.UsageError(
                f"annotations are brought along for complete references only: {name} lacks segment "
                f"{lines.index(None) + 1}"
            )
    given, references = options["annotations"], list(options["annotation_refs"])
    if len(given) == 1 and Path(given[0]).is_dir():
        folder = Path(given[0])
        systems = [str(folder / f"{name}.conllu") for name in test_set.systems]
        references = references or [str(folder / f"{name}.conllu") for name in test_set.references]
    else:
        systems = _by_system(list(test_set.systems), given)
    if len(references) != len(test_set.references):
        raise click.UsageError(
            f"there are {len(test_set.references)} references, but {len(references)} files of their "
            "annotations (--annotation-ref)"
        )
    return FileAnnotator.read(systems, references)


def _by_system(names: list[str], given: Sequence[str]) -> list[str]:
    """The file of every system, in the order of the systems."""
    files: dict[str, str] = {}
    for text in given:
        name, equals, path = text.partition("=")
        if len(names) == 1 and not (equals and name in names):
            name, path = names[0], text
        elif not equals:
            raise click.UsageError("with several systems, write --annotation SYSTEM=FILE")
        if name not in names:
            raise click.UsageError(f"--annotation: there is no system {name!r}; there are {', '.join(names)}")
        if name in files:
            raise click.UsageError(f"--annotation: there are two files for system {name}")
        files[name] = path
    lacking = [name for name in names if name not in files]
    if lacking:
        raise click.UsageError(f"there are no annotations of system {lacking[0]} (--annotation)")
    return [files[name] for name in names]
