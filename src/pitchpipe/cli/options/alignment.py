"""Options that say where word alignments come from, and the provider they describe."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pitchpipe.cli.options.shared import every, no_cache_option
from pitchpipe.errors import ParameterError
from pitchpipe.metrics.lookup import get
from pitchpipe.text.files import display_name, read_lines

if TYPE_CHECKING:
    from pitchpipe.aligning.providers import Provider
    from pitchpipe.cli.progress import Bar
    from pitchpipe.text.testset import TestSet

F = TypeVar("F", bound=Callable[..., Any])

alignment_options: Callable[[F], F] = every(
    click.option(
        "--align-with",
        "align_with",
        metavar="MODEL",
        help="Align words with this model (see pitchpipe align --save).",
    ),
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
)


def provider_from(test_set: TestSet, options: dict[str, Any], shown: Bar | None) -> Provider:
    """The provider that the options describe; by default a model trained on the test set."""
    from pitchpipe.aligning.model import Aligner
    from pitchpipe.aligning.providers import GivenLinks, ModelAligner, TestSetAligner

    given = bool(options["align_refs"] or options["align_hyps"])
    if given and (options["align_with"] or options["align_without_systems"] or options["bitext"]):
        raise click.UsageError("links are brought along with --align-ref and --align-hyp, or made; not both")
    if given:
        return GivenLinks(
            _reference_links(test_set, options["align_refs"]), _system_links(test_set, options["align_hyps"])
        )
    if options["align_with"]:
        if options["align_without_systems"] or options["bitext"]:
            raise click.UsageError("--align-with brings a trained model: nothing is trained")
        return ModelAligner(Aligner.load(options["align_with"]))
    return TestSetAligner(
        bitext=_bitext(options["bitext"]),
        with_systems=not options["align_without_systems"],
        cache=None if options["no_cache"] else cache_folder(),
        progress=None if shown is None else shown.tell,
    )


def as_tokenised(names: Sequence[str], options: dict[str, Any]) -> tuple[str, ...]:
    """The metrics; where links are brought along, those of word order take the text as tokenised."""
    if not brings_links(options):
        return tuple(names)
    metrics = [get(name) for name in names]
    return tuple(
        metric.replace(tokenize="none", source_tokenize="none").spec if "alignment" in metric.needs else name
        for name, metric in zip(names, metrics, strict=True)
    )


def note_shared_training(provider: Provider | None, test_set: TestSet) -> None:
    """Says so where scores depend on which systems are scored together."""
    if provider is None or not trains_on_systems(provider) or len(test_set.systems) < 2:
        return
    click.echo(
        "note: words were aligned by a model trained on these systems together, so scores depend on "
        "which are scored; --align-without-systems or --align-with MODEL avoids it",
        err=True,
    )


def trains_on_systems(provider: Provider) -> bool:
    """Whether scores depend on which systems are scored together."""
    from pitchpipe.aligning.providers import TestSetAligner

    return isinstance(provider, TestSetAligner) and provider.with_systems


def cache_folder() -> Path:
    """Where trained aligners are kept."""
    from platformdirs import user_cache_path

    return user_cache_path("pitchpipe") / "align"


def brings_links(options: dict[str, Any]) -> bool:
    """Whether the user brings links, so that text is taken as tokenised."""
    return bool(options["align_refs"] or options["align_hyps"])


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
            raise click.UsageError(f"--align-hyp: there is no system {name!r}; there are {', '.join(names)}")
        links[name] = read_lines(path)
    lacking = [name for name in names if name not in links]
    if lacking:
        raise click.UsageError(f"there are no links of system {lacking[0]} (--align-hyp)")
    return links
