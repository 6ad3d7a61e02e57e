"""Options that name candidate lists and what they are held against."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

from pitchpipe.cli.options.alignment import align_with_option, aligner_folder, fitting_links
from pitchpipe.cli.options.annotation import (
    candidate_analysis_options,
    candidate_annotators,
    forgetful_annotators,
    languages_of,
)
from pitchpipe.cli.options.groups import collected
from pitchpipe.cli.options.shared import no_cache_option
from pitchpipe.errors import DataError
from pitchpipe.text.files import display_name, read_lines

if TYPE_CHECKING:
    from pitchpipe.aligning.requests import Aligning
    from pitchpipe.batch.resources import Resources
    from pitchpipe.lang.annotation.remembering import Annotating
    from pitchpipe.metrics.base import Metric
    from pitchpipe.nbest.reading import Format
    from pitchpipe.nbest.shards import ListShards
    from pitchpipe.tuning import DevSet, Reading, WeightFile

F = TypeVar("F", bound=Callable[..., Any])

nbest_format_option: Callable[[F], F] = click.option(
    "--nbest-format",
    type=click.Choice(["moses", "joshua", "zmert", "jsonl", "tsv"]),
    help="Format of the lists; by default their first line tells. jsonl is JSON in any layout: an object for "
    'each candidate, or for each segment with its "candidates".',
)
names_option: Callable[[F], F] = click.option(
    "--names", metavar="FILE", help="Z-MERT's file of parameters, which names the features."
)
language_pair_option: Callable[[F], F] = click.option(
    "-l", "--language-pair", metavar="PAIR", help="Languages, e.g. de-en."
)


@dataclass(frozen=True)
class ListOptions:
    """Candidate lists, and the references of their segments."""

    nbests: tuple[str, ...]
    references: tuple[str, ...]
    source: str | None
    language_pair: str | None
    align_refs: tuple[str, ...]
    align_with: str | None
    analyser: str | None
    no_cache: bool
    nbest_format: Format | None
    names: str | None
    missing_features: Literal["error", "zero"]

    def fitting(self, metrics: Sequence[Metric]) -> tuple[Metric, ...]:
        """The metrics; where links are brought along, those of word order take the text as tokenised."""
        return fitting_links(metrics, bool(self.align_refs))

    @property
    def reading(self) -> Reading:
        """How lists are read."""
        from pitchpipe.tuning import Reading

        return Reading(self.nbest_format, self.names, self.missing_features)

    def dev_set(self, metrics: Sequence[Metric]) -> DevSet:
        """References with what the metrics need beside them."""
        return self.held_against(self.references, self.source, self.align_refs, metrics)

    def held_against(
        self,
        references: Sequence[str],
        source: str | None,
        links: Sequence[str],
        metrics: Sequence[Metric],
        annotator: Annotating | None = None,
    ) -> DevSet:
        """The same of other files; the annotator of another set serves both."""
        from pitchpipe.batch.resources import Resources
        from pitchpipe.tuning import DevSet

        if not references:
            raise click.UsageError("there is no reference: give one with -r FILE")
        streams = [read_lines(path) for path in references]
        _require_equal([*references], streams)
        if links and len(links) != len(references):
            raise click.UsageError(
                f"there must be one file of links (--align-ref) for each -r: {len(references)}, "
                f"not {len(links)}"
            )
        sources = None if source is None else read_lines(source)
        if sources is not None:
            _require_equal([references[0], str(source)], [streams[0], sources])
        source_language, target_language = languages_of(self.language_pair)
        aligned = any(metric.wants("alignment") for metric in metrics)
        reference_links = [read_lines(path) for path in links] if links else None
        resources = Resources(
            source_language,
            target_language,
            self._aligner() if aligned and not links else None,
            annotator or candidate_annotators(metrics, target_language, self.analyser),
        )
        return DevSet(streams, sources, reference_links, resources)

    def shards(self, what: str) -> ListShards:
        """Lists in files; without any there is nothing to ``what``."""
        if len(self.nbests) != 1:
            raise click.UsageError(
                f"--nbest is given {len(self.nbests)} times: with --engine give one, a pattern or a folder"
                if self.nbests
                else f"there is nothing to {what}: give --nbest PATTERN"
            )
        return list_shards(self.nbests[0], self.nbest_format, self.names, self.missing_features)

    def shard_resources(self, metrics: Sequence[Metric]) -> Resources:
        """What metrics need beside texts in files."""
        from pitchpipe.aligning import Aligner
        from pitchpipe.batch.resources import Resources

        source_language, target_language = languages_of(self.language_pair)
        return Resources(
            source_language,
            target_language,
            Aligner.load(self.align_with) if self.align_with else None,
            forgetful_annotators(metrics, target_language, self.analyser),
        )

    def _aligner(self) -> Aligning:
        """A model that was trained before, or one trained on source and references; never on candidates."""
        from pitchpipe.aligning import Aligner, TestSetAligner

        if self.align_with:
            return Aligner.load(self.align_with)
        return TestSetAligner(with_systems=False, cache=None if self.no_cache else aligner_folder())


list_options: Callable[[F], F] = collected(
    ListOptions,
    "lists",
    click.option(
        "--nbest",
        "nbests",
        multiple=True,
        metavar="FILE",
        help="An n-best list; several of the same segments are taken together.",
    ),
    click.option(
        "-r", "--reference", "references", multiple=True, metavar="FILE", help="A reference; repeat for more."
    ),
    click.option("-s", "--source", metavar="FILE", help="The source text, for metrics of word order."),
    language_pair_option,
    click.option(
        "--align-ref",
        "align_refs",
        multiple=True,
        metavar="FILE",
        help="Links of source and reference (0-0 1-2), one file per -r; the list has those of candidates.",
    ),
    align_with_option,
    candidate_analysis_options,
    no_cache_option,
    nbest_format_option,
    names_option,
    click.option(
        "--missing-features",
        type=click.Choice(["error", "zero"]),
        default="error",
        show_default=True,
        help="What a feature is that some candidates do not have.",
    ),
    title="Candidates and references",
)


def list_shards(
    pattern: str, format: Format | None, names: str | None, missing: Literal["error", "zero"]
) -> ListShards:
    """The lists of a pattern."""
    from pitchpipe.nbest.shards import ListShards

    return ListShards.find(pattern, format=format, feature_names=names, missing_features=missing)


def note_others(start: WeightFile, features: Sequence[str]) -> None:
    """Says which weights of a file are of no feature of the list."""
    if others := start.others(tuple(features)):
        click.echo(f"note: not in the n-best list, and left out: {', '.join(others)}", err=True)


def _require_equal(paths: Sequence[str], texts: Sequence[Sequence[str]]) -> None:
    for path, text in zip(paths, texts, strict=True):
        if len(text) != len(texts[0]):
            first = display_name(paths[0])
            raise DataError(f"{first} has {len(texts[0])} lines, {display_name(path)} has {len(text)}")
