"""``pitchpipe tune``."""

from __future__ import annotations

from typing import Any

import click

from pitchpipe.cli.commands.tune_runs import tune_and_test, tune_in_turns, tune_once
from pitchpipe.cli.options import tuning_inputs as tuning
from pitchpipe.cli.options.shared import (
    decimals_option,
    format_option,
    metric_option,
    refuse_given,
    threads_option,
)
from pitchpipe.cli.options.tuning import list_options, loop_options, matrix_options, search_options
from pitchpipe.threads import current_threads


@click.command("tune", context_settings={"help_option_names": ["-h", "--help"]})
@list_options
@metric_option
@search_options
@loop_options
@matrix_options
@click.option("-o", "--output", metavar="FILE", help="Write the weights: .json, .ini, or as --weights is.")
@format_option
@decimals_option(4)
@threads_option
def command(metrics: tuple[str, ...], style: str, decimals: int, output: str | None, **options: Any) -> None:
    """Tune the weights of a decoder or a reranker to any metric.

    \b
    pitchpipe tune --nbest dev.nbest.gz -r dev.en -m bleu:tokenize=none --weights moses.ini -o tuned.ini
    pitchpipe tune --decoder 'moses -f {weights} -i dev.de -n-best-list {nbest} 100 distinct' \\
        --work tuning -r dev.en -m hlepor --weights moses.ini -o tuned.ini
    pitchpipe tune --matrix -m bleu -m hlepor --nbest dev.nbest.gz -r dev.en \\
        --test-nbest test.nbest.gz --test-reference test.en --weights moses.ini
    """
    current_threads()  # a bad PITCHPIPE_THREADS is said before anything is read
    _require_consistent(metrics, output, options)
    asked = tuning.metrics_from(metrics or ("bleu",), bool(options["align_refs"]))
    paths = options["references"], options["source"], options["align_refs"]
    dev = tuning.dev_set_from(*paths, options, asked)
    start = tuning.start_from(options["weights"])
    if options["as_matrix"]:
        tune_and_test(asked, dev, start, style, decimals, options)
    elif options["decoder"]:
        tune_in_turns(asked[0], dev, start, style, decimals, output, options)
    else:
        tune_once(asked[0], dev, start, style, decimals, output, options)


def _require_consistent(metrics: tuple[str, ...], output: str | None, options: dict[str, Any]) -> None:
    if options["decoder"] and (options["nbests"] or options["as_matrix"]):
        raise click.UsageError("--decoder makes its own lists: leave out --nbest and --matrix")
    if options["decoder"] and not (options["work"] and options["weights"]):
        raise click.UsageError(
            "--decoder needs a folder (--work DIR) and weights to begin with (--weights FILE)"
        )
    if not options["decoder"] and not options["nbests"]:
        raise click.UsageError("there is nothing to tune: give --nbest FILE, or --decoder COMMAND")
    _require_useful(options)
    if not options["as_matrix"] and len(metrics) > 1:
        raise click.UsageError(
            "weights are tuned to one metric: mix several (0.5*bleu+0.5*chrf), or use --matrix"
        )
    if options["as_matrix"] and not options["test_nbest"]:
        raise click.UsageError("--matrix tests on another list: give --test-nbest and --test-reference")
    if options["as_matrix"] and output:
        raise click.UsageError("--matrix finds several weights: -o writes those of one metric")


def _require_useful(options: dict[str, Any]) -> None:
    """Refuses options that would do nothing here."""
    for condition, kind, names in (
        (options["decoder"], "--decoder", ("work", "weights_format", "iterations")),
        (
            options["as_matrix"],
            "--matrix",
            ("test_nbest", "test_references", "test_source", "test_links", "samples"),
        ),
        (
            options["optimiser"] == "mert",
            "--optimiser mert",
            ("restarts", "random_directions", "patience"),
        ),
    ):
        if not condition:
            refuse_given(names, f"is for {kind}: it does nothing here")
