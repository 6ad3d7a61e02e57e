"""``pitchpipe tune``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitchpipe.cli import tuning
from pitchpipe.cli.grids import Grid, note, show
from pitchpipe.cli.options import decimals_option, format_option, metric_option, refuse_given, threads_option
from pitchpipe.cli.progress import bar
from pitchpipe.cli.tune_options import list_options, loop_options, matrix_options, search_options
from pitchpipe.threads import current_threads

if TYPE_CHECKING:
    from pitchpipe.metrics.base import Metric
    from pitchpipe.tune.devset import DevSet
    from pitchpipe.tune.problem import Problem
    from pitchpipe.tune.report import Tuned
    from pitchpipe.tune.weight_files import WeightFile


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
    aligned = any(metric.wants("alignment") for metric in asked)
    dev = tuning.dev_set_from(
        options["references"], options["source"], options["align_refs"], options, aligned
    )
    start = tuning.start_from(options["weights"])
    if options["as_matrix"]:
        _matrix(asked, dev, start, style, decimals, options)
    elif options["decoder"]:
        _loop(asked[0], dev, start, style, decimals, output, options)
    else:
        _once(asked[0], dev, start, style, decimals, output, options)


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


def _once(
    metric: Metric,
    dev: DevSet,
    start: WeightFile | None,
    style: str,
    decimals: int,
    output: str | None,
    options: dict[str, Any],
) -> None:
    from pitchpipe.cli.tunings import remarks, restart_grid, score_row, sentences, weight_grid
    from pitchpipe.tune.optimisers import optimiser

    nbest = tuning.list_from(options["nbests"], dev, options, start)
    weights = tuning.start_weights(start, nbest)
    with bar(1) as shown:
        told = None if shown is None else lambda done, best: shown.step(f"search {done}, best {best:.2f}")
        optimise = optimiser(
            options["optimiser"],
            seed=options["seed"],
            progress=told,
            **tuning.optimiser_options(options, start),
        )
        tuned = optimise(dev.problem(nbest, metric), weights)
    report = {**tuned.to_dict(), **_provenance(options), "candidates": len(nbest), "segments": nbest.segments}
    _write(output, tuned.weights, start, report)
    for remark in remarks(tuned, metric, options["optimiser"], start):
        click.echo(f"note: {remark}", err=True)
    if style == "json":
        _print_json(report)
        return
    table = weight_grid(tuned, weights)
    if style == "tsv":
        table = score_row(table, tuned.metric, tuned.start, tuned.score)
    grids = [table, *([restart_grid(tuned)] if tuned.restarts else [])]
    _show(grids, sentences(tuned, decimals), style, decimals)


def _loop(
    metric: Metric,
    dev: DevSet,
    start: WeightFile | None,
    style: str,
    decimals: int,
    output: str | None,
    options: dict[str, Any],
) -> None:
    from pitchpipe.cli.tunings import loop_grid, loop_sentences, score_row
    from pitchpipe.tune.decoder import Decoder
    from pitchpipe.tune.loop import Run
    from pitchpipe.tune.optimisers import optimiser

    assert start is not None
    # The paper's interpolation keeps pairwise ranking steady over iterations.
    chosen = optimiser(options["optimiser"], interpolate=0.1, **tuning.optimiser_options(options, start))

    def optimise(problem: Problem, weights: Mapping[str, float], number: int) -> Tuned:
        return chosen(problem, weights, seed=options["seed"] + number)

    settings = {
        **_provenance(options),
        **{
            name: options[name]
            for name in ("restarts", "fixed", "bounds", "l2", "random_directions", "patience")
        },
        "references": options["references"],
    }
    run = Run(
        Decoder(options["decoder"]),
        Path(options["work"]),
        dev,
        metric,
        optimise,
        start,
        options["weights_format"],
        options["iterations"],
        settings=settings,
        reading={
            "format": options["nbest_format"],
            "names": options["names"],
            "missing_features": options["missing_features"],
        },
    )
    loop = run.run(progress=lambda iteration: click.echo(str(iteration), err=True))
    tuning.note_others(start, loop.features)
    click.echo(loop.finished, err=True)
    report = {**loop.to_dict(), **_provenance(options)}
    _write(output, loop.weights, start, report)
    if style == "json":
        _print_json(report)
        return
    table = loop_grid(loop, dict(start.weights))
    if style == "tsv":
        table = score_row(table, loop.metric, loop.iterations[0].decoded, loop.score)
    _show([table], loop_sentences(loop, decimals), style, decimals)


def _matrix(
    asked: list[Metric],
    dev: DevSet,
    start: WeightFile | None,
    style: str,
    decimals: int,
    options: dict[str, Any],
) -> None:
    from pitchpipe.cli.tunings import matrix_grid, matrix_sentences
    from pitchpipe.tune.matrix import matrix
    from pitchpipe.tune.optimisers import optimiser

    aligned = any(metric.wants("alignment") for metric in asked)
    test = tuning.dev_set_from(
        options["test_references"], options["test_source"], options["test_links"], options, aligned
    )
    dev_list = tuning.list_from(options["nbests"], dev, options, start)
    test_list = tuning.list_from([options["test_nbest"]], test, options, start)
    weights = tuning.start_weights(start, dev_list)
    optimise = optimiser(
        options["optimiser"], seed=options["seed"], **tuning.optimiser_options(options, start)
    )
    with bar(len(asked)) as shown:
        found = matrix(
            (dev_list, dev),
            (test_list, test),
            asked,
            weights,
            optimise,
            samples=options["samples"],
            progress=None if shown is None else shown.step,
        )
    if style == "json":
        _print_json({**found.to_dict(), **_provenance(options)})
        return
    grid = matrix_grid(found, decimals, plain=style == "tsv")
    _show([grid], matrix_sentences(found), style, decimals)


def _provenance(options: dict[str, Any]) -> dict[str, Any]:
    from pitchpipe import __version__

    return {"optimiser": options["optimiser"], "seed": options["seed"], "pitchpipe": __version__}


def _write(
    output: str | None, weights: Mapping[str, float], start: WeightFile | None, report: Mapping[str, Any]
) -> None:
    from pitchpipe.tune.weight_files import write_weights

    if output is not None:
        provenance = {key: value for key, value in report.items() if key != "weights"}
        write_weights(output, weights, like=start, provenance=provenance)


def _print_json(content: Mapping[str, Any]) -> None:
    import json

    click.echo(json.dumps(content, ensure_ascii=False, indent=2))


def _show(grids: list[Grid], lines: Iterable[str], style: str, decimals: int) -> None:
    """Tables with what is to be said below; as TSV the first table alone."""
    for k, grid in enumerate(grids[:1] if style == "tsv" else grids):
        if k:
            click.echo()
        show(grid, style, decimals)
    if style == "tsv":
        return
    click.echo()
    for line in lines:
        click.echo(note(line, style))
