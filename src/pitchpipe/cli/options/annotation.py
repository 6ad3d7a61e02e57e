"""Options that say where lemmas and parts of speech come from, and the annotator they describe."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pitchpipe.cli.options.groups import collected, every
from pitchpipe.wording import quoted

if TYPE_CHECKING:
    from pitchpipe.agreement.tasks import Task
    from pitchpipe.lang import Annotator
    from pitchpipe.lang.annotation.remembering import Annotators
    from pitchpipe.metrics.base import Metric
    from pitchpipe.text.testset import TestSet

F = TypeVar("F", bound=Callable[..., Any])
#: What a metric may want that an annotator knows.
ANNOTATED = ("pos", "lemma")

analyser_option: Callable[[F], F] = click.option(
    "--analyser",
    metavar="NAME",
    help="What finds lemmas and parts of speech: spacy or spacy:MODEL, stanza, hanta, tagger, pymorphy3, or "
    "the file of a tagger; default the first that is ready, see `pitchpipe lang status`.",
)


@dataclass(frozen=True)
class AnnotationOptions:
    """Files of annotations, or what makes them."""

    annotations: tuple[str, ...]
    annotation_refs: tuple[str, ...]
    analyser: str | None

    @property
    def brings_files(self) -> bool:
        """Whether the user brings annotations in files."""
        return bool(self.annotations or self.annotation_refs)

    def annotated(self, test_set: TestSet, metrics: Iterable[Metric], *, no_cache: bool) -> TestSet:
        """The test set with the annotator that the options describe; as it is where they describe none.

        A metric that wants annotations then finds what is installed for the language by itself.
        """
        if self.brings_files:
            if self.analyser:
                raise click.UsageError(
                    "annotations are brought along with --annotation, or made by --analyser; not both"
                )
            return replace(test_set, annotator=self._from_files(test_set))
        asked = _wanting(metrics)
        if not asked or not (self.analyser or no_cache):
            return test_set
        from pitchpipe.lang.annotation.remembering import Annotators

        annotators = Annotators(self.analyser, cached=not no_cache, remembered=no_cache)
        for metric in asked:
            # What is missing is said before anything is counted.
            annotators.of(_language(metric, test_set.target_language))
        return replace(test_set, annotator=annotators)

    def annotated_tasks(self, tasks: list[Task], metrics: Sequence[Metric], *, no_cache: bool) -> list[Task]:
        """The same for judged test sets."""
        if len(tasks) > 1 and self.brings_files:
            raise click.UsageError("annotations are brought along for one test set, not for several")
        return [
            replace(task, test_set=self.annotated(task.test_set, metrics, no_cache=no_cache))
            for task in tasks
        ]

    def _from_files(self, test_set: TestSet) -> Annotator:
        from pitchpipe.lang import FileAnnotator

        references = list(self.annotation_refs)
        if len(self.annotations) == 1 and Path(self.annotations[0]).is_dir():
            folder = Path(self.annotations[0])
            systems = [str(folder / f"{name}.conllu") for name in test_set.systems]
            references = references or [str(folder / f"{name}.conllu") for name in test_set.references]
        else:
            systems = _by_system(list(test_set.systems), self.annotations)
        if len(references) != len(test_set.references):
            raise click.UsageError(
                f"there are {len(test_set.references)} references, but {len(references)} files of their "
                "annotations (--annotation-ref)"
            )
        return FileAnnotator.read(systems, references)


annotation_options: Callable[[F], F] = collected(
    AnnotationOptions,
    "annotation",
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
    analyser_option,
    title="Lemmas and parts of speech",
)


def _refuse_files(_: click.Context, option: click.Parameter, values: tuple[str, ...]) -> None:
    if values:
        raise click.UsageError(
            f"{option.opts[0]} is for texts that stay as they are: candidates are analysed as they come, by "
            "what is installed for the language, or by --analyser NAME"
        )


#: For commands whose candidates come and go. Files are refused by a sentence that says why.
candidate_analysis_options: Callable[[F], F] = every(
    analyser_option,
    *(
        click.option(name, multiple=True, hidden=True, expose_value=False, callback=_refuse_files)
        for name in ("--annotation", "--annotation-ref")
    ),
)


def languages_of(pair: str | None) -> tuple[str | None, str | None]:
    """Source and target language of a pair such as ``de-en``."""
    source, _, target = (pair or "").partition("-")
    return source or None, target or None


def candidate_annotators(
    metrics: Iterable[Metric], target_language: str | None, analyser: str | None, *, cached: bool = True
) -> Annotators:
    """What analyses candidates; where a metric wants it, a missing one is said before anything is decoded.

    Analyses of lists are ``cached`` in files; for sentences that come one by one there would be too many.
    """
    from pitchpipe.lang.annotation.remembering import Annotators

    annotators = Annotators(analyser, cached=cached)
    for metric in _wanting(metrics):
        annotators.of(_language(metric, target_language))
    return annotators


def forgetful_annotators(
    metrics: Iterable[Metric], target_language: str | None, analyser: str | None
) -> Annotators:
    """The same for texts larger than memory, whose analyses are not kept; workers make their own."""
    from pitchpipe.lang.annotation.remembering import Annotators

    candidate_annotators(metrics, target_language, analyser)
    return Annotators(analyser, remembered=False)


def _wanting(metrics: Iterable[Metric]) -> list[Metric]:
    """Those that look at lemmas or parts of speech; the parts of a mixture one by one."""
    single = [part for metric in metrics for part in metric.singles()]
    return [metric for metric in single if any(map(metric.wants, ANNOTATED))]


def _language(metric: Metric, target: str | None) -> str:
    """The language of the words that a metric looks at: its own, that of the texts, or of hLEPOR's pair."""
    language = getattr(metric, "language", None) or target or languages_of(getattr(metric, "lang", None))[1]
    if language is None:
        raise click.UsageError(
            "words are analysed by language: say which with -l de-en, or with the metric's language=en"
        )
    return str(language)


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
            raise click.UsageError(
                f"--annotation: there is no system {quoted(name)}; there are {', '.join(names)}"
            )
        if name in files:
            raise click.UsageError(f"--annotation: there are two files for system {name}")
        files[name] = path
    lacking = [name for name in names if name not in files]
    if lacking:
        raise click.UsageError(f"there are no annotations of system {lacking[0]} (--annotation)")
    return [files[name] for name in names]
