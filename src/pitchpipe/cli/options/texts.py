"""From command-line arguments to a test set."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from pitchpipe.cli.options.runs import parse_system, runs_of
from pitchpipe.text.formats import read_test_set
from pitchpipe.text.testset import TestSet


def test_set_from(hypotheses: tuple[str, ...], options: dict[str, Any]) -> TestSet:
    """Reads what :data:`pitchpipe.cli.options.shared.test_set_options` describe."""
    if options["test_set"]:
        return _whole(hypotheses, options)
    for name in ("systems", "reference_names"):
        if options[name]:
            raise click.UsageError("--system and --reference-name choose within a --test-set")
    if not hypotheses:
        raise click.UsageError("there is nothing to score: give system outputs, or --test-set")
    if not options["references"]:
        raise click.UsageError("there is no reference: give one with -r FILE")
    read = TestSet.read(
        source=options["source"],
        references=options["references"],
        systems=hypotheses,
        documents=options["documents"],
        missing_token=options["missing_token"],
        unescape=options["unescape"],
        normalize=options["normalize"],
    )
    pair = options["language_pair"]
    return read if pair is None else read.with_languages(pair)


def named_test_set_from(hypotheses: tuple[str, ...], options: dict[str, Any]) -> TestSet:
    """Reads the same, with systems that may be written ``NAME=FILE``."""
    if options["test_set"]:
        return test_set_from(hypotheses, options)
    systems = [parse_system(argument) for argument in hypotheses]
    for argument, system in zip(hypotheses, systems, strict=True):
        if len(system.paths) > 1:
            raise click.UsageError(
                f"{argument!r} would be several runs of one system, which `pitchpipe compare` takes: "
                "here, give file by file"
            )
    test_set = test_set_from(tuple(system.paths[0] for system in systems), options)
    named = runs_of(systems, list(test_set.systems))
    return replace(test_set, systems={name: test_set.systems[own] for name, (own,) in named.items()})


def _whole(hypotheses: tuple[str, ...], options: dict[str, Any]) -> TestSet:
    if hypotheses or options["references"] or options["source"] or options["documents"]:
        raise click.UsageError("--test-set brings its own texts: leave out other files")
    return read_test_set(
        *options["test_set"],
        language_pair=options["language_pair"],
        systems=options["systems"] or None,
        references=options["reference_names"] or None,
        missing_token=options["missing_token"],
        unescape=options["unescape"],
        normalize=options["normalize"],
    )
