"""From the options of ``pitchpipe tune`` to lists, references, weights and optimisers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from pitchpipe.cli.options.annotation import candidate_annotators, languages_of
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.lookup import get
from pitchpipe.text.files import display_name, read_lines

if TYPE_CHECKING:
    from pitchpipe.aligning.providers import Provider
    from pitchpipe.lang.annotation.remembering import Annotating
    from pitchpipe.nbest.lists import NBest
    from pitchpipe.tuning.devset import DevSet
    from pitchpipe.tuning.weight_files import WeightFile


def metrics_from(names: Sequence[str], links_given: bool) -> list[Metric]:
    """The metrics; where links are brought along, those of word order take the text as tokenised."""
    metrics = [get(name) for name in names]
    if not links_given:
        return metrics
    return [
        metric.replace(tokenize="none", source_tokenize="none") if "alignment" in metric.needs else metric
        for metric in metrics
    ]


def dev_set_from(
    references: Sequence[str],
    source: str | None,
    links: Sequence[str],
    options: dict[str, Any],
    metrics: Sequence[Metric],
    annotator: Annotating | None = None,
) -> DevSet:
    """References with what the metrics need beside them; the annotator of another set serves both."""
    from pitchpipe.tuning.devset import DevSet

    if not references:
        raise click.UsageError("there is no reference: give one with -r FILE")
    streams = [read_lines(path) for path in references]
    _require_equal([*references], streams)
    if links and len(links) != len(references):
        raise click.UsageError(
            f"there must be one file of links (--align-ref) for each -r: {len(references)}, not {len(links)}"
        )
    sources = None if source is None else read_lines(source)
    if sources is not None:
        _require_equal([references[0], str(source)], [streams[0], sources])
    source_language, target_language = languages_of(options["language_pair"])
    aligned = any(metric.wants("alignment") for metric in metrics)
    return DevSet(
        streams,
        sources,
        source_language,
        [read_lines(path) for path in links] if links else None,
        provider_from(options) if aligned and not links else None,
        target_language,
        annotator or candidate_annotators(metrics, target_language, options),
    )


def _require_equal(paths: Sequence[str], texts: Sequence[Sequence[str]]) -> None:
    for path, text in zip(paths, texts, strict=True):
        if len(text) != len(texts[0]):
            first = display_name(paths[0])
            raise DataError(f"{first} has {len(texts[0])} lines, {display_name(path)} has {len(text)}")


def provider_from(options: dict[str, Any]) -> Provider:
    """A model that was trained before, or one trained on source and references; never on candidates."""
    from pitchpipe.aligning.model import Aligner
    from pitchpipe.aligning.providers import ModelAligner, TestSetAligner
    from pitchpipe.cli.options.alignment import cache_folder

    if options["align_with"]:
        return ModelAligner(Aligner.load(options["align_with"]))
    return TestSetAligner(with_systems=False, cache=None if options["no_cache"] else cache_folder())


def list_from(paths: Sequence[str], dev: DevSet, options: dict[str, Any], start: WeightFile | None) -> NBest:
    """The lists of the same segments as one, each candidate once."""
    from pitchpipe.tuning import read_nbest

    nbest = read_nbest(
        list(paths),
        format=options["nbest_format"],
        names=options["names"],
        segments=dev.segments,
        missing_features=options["missing_features"],
        merge_duplicates=len(paths) > 1,
    )
    return nbest if start is None else start.named(nbest)


def start_from(path: str | None, format: Any = None) -> WeightFile | None:
    """The weights to begin with, if there are any."""
    from pitchpipe.tuning.weight_files import read_weights

    return None if path is None else read_weights(path, format=format)


def start_weights(start: WeightFile | None, nbest: NBest) -> dict[str, float]:
    """One weight for every feature; 1 without a file. Says what is not tuned."""
    if start is None:
        click.echo("note: without --weights every weight begins at 1", err=True)
        return dict.fromkeys(nbest.names, 1.0)
    note_others(start, nbest.names)
    return start.start(nbest.names)


def note_others(start: WeightFile, names: tuple[str, ...]) -> None:
    """Says which weights are of no feature of the list."""
    if others := start.others(names):
        click.echo(f"note: not in the n-best list, and kept as it is: {', '.join(others)}", err=True)


def bounds_from(texts: Sequence[str]) -> dict[str, tuple[float | None, float | None]]:
    """From ``NAME=LOW:HIGH``, where either end may be left out."""
    bounds: dict[str, tuple[float | None, float | None]] = {}
    for text in texts:
        name, equals, interval = text.rpartition("=")
        low, colon, high = interval.partition(":")
        try:
            ends = (float(low) if low else None, float(high) if high else None)
        except ValueError:
            equals = ""
        if not equals or not colon or any(end is not None and end != end for end in ends):
            raise ParameterError(f"cannot read --bounds {text!r}: write NAME=LOW:HIGH, as in lm=0:1 or lm=0:")
        if ends[0] is not None and ends[1] is not None and ends[0] > ends[1]:
            raise ParameterError(f"--bounds {text}: LOW is above HIGH")
        if name in bounds:
            raise ParameterError(f"--bounds {name} is given twice")
        bounds[name] = ends
    return bounds


def optimiser_options(options: dict[str, Any], start: WeightFile | None) -> dict[str, Any]:
    """What an optimiser is told; Z-MERT's files say some of it."""
    fixed = (*(start.fixed if start else ()), *options["fixed"])
    bounds = {**(start.bounds if start else {}), **bounds_from(options["bounds"])}
    norm = start.norm if start else None
    return {
        "normalise": "none" if norm == "none" else None,
        "norm": None if norm == "none" else norm,
        "fixed": fixed,
        "bounds": bounds,
        "ranges": dict(start.ranges) if start else None,
        "restarts": options["restarts"],
        "random_directions": options["random_directions"],
        "patience": options["patience"],
        "l2": options["l2"],
        "threads": options["threads"],
    }
