"""What ``pitchpipe tune`` does: tune once, in turns with a decoder, or to several metrics; and shows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitchpipe.cli.options import tuning_inputs as tuning
from pitchpipe.cli.options.annotation import ANNOTATED
from pitchpipe.cli.printing import print_json, show
from pitchpipe.cli.progress import bar
from pitchpipe.showing.formats import note
from pitchpipe.showing.grids import Grid

if TYPE_CHECKING:
    from pitchpipe.metrics.base import Metric
    from pitchpipe.tuning.devset import DevSet
    from pitchpipe.tuning.problem import Problem
    from pitchpipe.tuning.report import Tuned
    from pitchpipe.tuning.weight_files import WeightFile


def tune_once(
    metric: Metric,
    dev: DevSet,
    start: WeightFile | None,
    style: str,
    decimals: int,
    output: str | None,
    options: dict[str, Any],
) -> None:
    """Tunes to one metric on given lists."""
    from pitchpipe.tuning.grids import remarks, restart_grid, score_row, sentences, weight_grid
    from pitchpipe.tuning.optimisers import optimiser

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
        if shown is not None:
            shown.step(f"measuring {len(nbest)} candidates")
        tuned = optimise(dev.problem(nbest, metric), weights)
    report = {**tuned.to_dict(), **_provenance(options), "candidates": len(nbest), "segments": nbest.segments}
    _write(output, tuned.weights, start, report)
    for remark in remarks(tuned, metric, options["optimiser"], start):
        click.echo(f"note: {remark}", err=True)
    if style == "json":
        print_json(report)
        return
    table = weight_grid(tuned, weights)
    if style == "tsv":
        table = score_row(table, tuned.metric, tuned.start, tuned.score)
    grids = [table, *([restart_grid(tuned)] if tuned.restarts else [])]
    _show(grids, sentences(tuned, decimals), style, decimals)


def tune_in_turns(
    metric: Metric,
    dev: DevSet,
    start: WeightFile | None,
    style: str,
    decimals: int,
    output: str | None,
    options: dict[str, Any],
) -> None:
    """Lets a decoder and tuning take turns."""
    from pitchpipe.tuning.decoder import Decoder
    from pitchpipe.tuning.grids import loop_grid, loop_sentences, score_row
    from pitchpipe.tuning.loop import Run
    from pitchpipe.tuning.optimisers import optimiser

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
        **_analysis(metric, options),
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
        print_json(report)
        return
    table = loop_grid(loop, dict(start.weights))
    if style == "tsv":
        table = score_row(table, loop.metric, loop.iterations[0].decoded, loop.score)
    _show([table], loop_sentences(loop, decimals), style, decimals)


def tune_and_test(
    asked: list[Metric],
    dev: DevSet,
    start: WeightFile | None,
    style: str,
    decimals: int,
    options: dict[str, Any],
) -> None:
    """Tunes to every metric, and tests with every metric."""
    from pitchpipe.tuning.grids import matrix_grid, matrix_sentences
    from pitchpipe.tuning.matrix import matrix
    from pitchpipe.tuning.optimisers import optimiser

    paths = options["test_references"], options["test_source"], options["test_links"]
    test = tuning.dev_set_from(*paths, options, asked, dev.annotator)
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
        print_json({**found.to_dict(), **_provenance(options)})
        return
    grid = matrix_grid(found, decimals, plain=style == "tsv")
    _show([grid], matrix_sentences(found), style, decimals)


def _provenance(options: dict[str, Any]) -> dict[str, Any]:
    from pitchpipe import __version__

    return {"optimiser": options["optimiser"], "seed": options["seed"], "pitchpipe": __version__}


def _analysis(metric: Metric, options: dict[str, Any]) -> dict[str, Any]:
    """What decides how words are analysed, where a metric looks at that."""
    if not any(map(metric.wants, ANNOTATED)):
        return {}
    return {"languages": options["language_pair"], "analyser": options["analyser"]}


def _write(
    output: str | None, weights: Mapping[str, float], start: WeightFile | None, report: Mapping[str, Any]
) -> None:
    from pitchpipe.tuning.weight_files import write_weights

    if output is not None:
        provenance = {key: value for key, value in report.items() if key != "weights"}
        write_weights(output, weights, like=start, provenance=provenance)


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
