"""Options that say where word alignments come from, and the aligner they describe."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pitchpipe.caches import cache_folder, is_keeping
from pitchpipe.cli.options.groups import collected
from pitchpipe.cli.options.shared import no_cache_option
from pitchpipe.errors import ParameterError
from pitchpipe.text.files import display_name, read_lines
from pitchpipe.wording import quoted

if TYPE_CHECKING:
    from pitchpipe.aligning.requests import Aligning
    from pitchpipe.cli.progress import Bar
    from pitchpipe.metrics.base import Metric
    from pitchpipe.text.testset import TestSet

F = TypeVar("F", bound=Callable[..., Any])

align_with_option: Callable[[F], F] = click.option(
    "--align-with", metavar="MODEL", help="Align words with this model (see pitchpipe align --save)."
)


@dataclass(frozen=True)
class AlignmentOptions:
    """A model, a model to be trained, or links that are brought along."""

    align_with: str | None
    align_without_systems: bool
    bitext: tuple[str, str] | None
    align_refs: tuple[str, ...]
    align_hyps: tuple[str, ...]
    no_cache: bool

    @property
    def brings_links(self) -> bool:
        """Whether the user brings links, so that text is taken as tokenised."""
        return bool(self.align_refs or self.align_hyps)

    def fitting(self, metrics: Iterable[Metric]) -> tuple[Metric, ...]:
        """The metrics; where links are brought along, those of word order take the text as tokenised."""
        return fitting_links(metrics, self.brings_links)

    def aligned(self, test_set: TestSet, metrics: Iterable[Metric], shown: Bar | None) -> TestSet:
        """The test set with the aligner that the options describe, where a metric wants one."""
        if not any(metric.wants("alignment") for metric in metrics):
            return test_set
        return test_set.with_aligner(self.aligner(test_set, shown))

    def model(self) -> Aligning | None:
        """The trained model that is named, if one is."""
        from pitchpipe.aligning import Aligner

        return None if self.align_with is None else Aligner.load(self.align_with)

    def aligner(self, test_set: TestSet, shown: Bar | None) -> Aligning:
        """The aligner that the options describe; by default a model trained on the test set."""
        from pitchpipe.aligning import GivenLinks, TestSetAligner

        if self.brings_links and (self.align_with or self.align_without_systems or self.bitext):
            raise click.UsageError(
                "links are brought along with --align-ref and --align-hyp, or made; not both"
            )
        if self.brings_links:
            return GivenLinks(
                _reference_links(test_set, self.align_refs), _system_links(test_set, self.align_hyps)
            )
        if self.align_with and (self.align_without_systems or self.bitext):
            raise click.UsageError("--align-with brings a trained model: nothing is trained")
        if (model := self.model()) is not None:
            return model
        return TestSetAligner(
            bitext=_bitext(self.bitext),
            with_systems=not self.align_without_systems,
            cache=None if self.no_cache else aligner_folder(),
            progress=None if shown is None else shown.tell,
        )


alignment_options: Callable[[F], F] = collected(
    AlignmentOptions,
    "alignment",
    align_with_option,
    click.option(
        "--align-without-systems",
        is_flag=True,
        help="Train the aligner on source, references and --bitext only; scores then stand for themselves.",
    ),
    click.option(
        "--bitext", nargs=2, metavar="SRC TGT", help="Further sentence pairs to train the aligner on."
    ),
    click.option(
        "--align-ref",
        "align_refs",
        multiple=True,
        metavar="FILE",
        help="Links of source and reference (0-0 1-2), one file per -r; the text is taken as tokenised.",
    ),
    click.option(
        "--align-hyp",
        "align_hyps",
        multiple=True,
        metavar="SYSTEM=FILE",
        help="Links of source and a system's output; the file alone where there is one system.",
    ),
    no_cache_option,
    title="Word alignment",
)


def fitting_links(metrics: Iterable[Metric], links_given: bool) -> tuple[Metric, ...]:
    """The metrics; where links are brought along, those of word order take the text as tokenised."""
    return tuple(metric.for_given_links() if links_given else metric for metric in metrics)


def note_shared_training(test_set: TestSet) -> None:
    """Says so where scores depend on which systems are scored together."""
    aligner = test_set.aligner
    if aligner is None or len(test_set.systems) < 2 or test_set.source is None:
        return
    from pitchpipe.aligning import TestSetAligner

    if not (isinstance(aligner, TestSetAligner) and aligner.with_systems):
        return
    click.echo(
        "note: words were aligned by a model trained on these systems together, so scores depend on "
        "which are scored; --align-without-systems or --align-with MODEL avoids it",
        err=True,
    )


def aligner_folder() -> Path | None:
    """Where trained aligners are kept, if they are."""
    return cache_folder("align") if is_keeping() else None


def _bitext(paths: Sequence[str] | None) -> tuple[list[str], list[str]] | None:
    if not paths:
        return None
    source, target = (read_lines(path) for path in paths)
    if len(source) != len(target):
        names = [display_name(path) for path in paths]
        raise ParameterError(f"{names[0]} has {len(source)} lines, {names[1]} has {len(target)}")
    return source, target


def _reference_links(test_set: TestSet, paths: Sequence[str]) -> list[list[str]]:
    if len(paths) != len(test_set.references):
        raise click.UsageError(
            f"there are {len(test_set.references)} references, but {len(paths)} files of links (--align-ref)"
        )
    return [read_lines(path) for path in paths]


def _system_links(test_set: TestSet, given: Sequence[str]) -> dict[str, list[str]]:
    names = list(test_set.systems)
    links: dict[str, list[str]] = {}
    for text in given:
        name, equals, path = text.partition("=")
        if not equals and len(names) == 1:
            name, path = names[0], text
        elif not equals:
            raise click.UsageError("with several systems, write --align-hyp SYSTEM=FILE")
        if name not in names:
            raise click.UsageError(
                f"--align-hyp: there is no system {quoted(name)}; there are {', '.join(names)}"
            )
        links[name] = read_lines(path)
    lacking = [name for name in names if name not in links]
    if lacking:
        raise click.UsageError(f"there are no links of system {lacking[0]} (--align-hyp)")
    return links
