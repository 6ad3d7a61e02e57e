"""``pitchpipe tune``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitchpipe.cli.options.candidates import ListOptions, list_options
from pitchpipe.cli.options.engines import RunOptions, run_options
from pitchpipe.cli.options.groups import GroupedCommand, refuse_given
from pitchpipe.cli.options.outputs import output_option
from pitchpipe.cli.options.shared import (
    decimals_option,
    format_option,
    metric_option,
    metrics_or,
    threads_option,
)
from pitchpipe.cli.options.tuning import (
    LoopOptions,
    MatrixOptions,
    SearchOptions,
    loop_options,
    matrix_options,
    search_options,
)
from pitchpipe.cli.printing import print_json, show, show_page
from pitchpipe.cli.progress import bar, parts_shown
from pitchpipe.threads import current_threads

if TYPE_CHECKING:
    from pitchpipe.metrics.base import Metric
    from pitchpipe.tuning import DevSet, Loop, Search, Tuned, WeightFile


@click.command("tune", cls=GroupedCommand, context_settings={"help_option_names": ["-h", "--help"]})
@list_options
@metric_option
@search_options
@loop_options
@matrix_options
@run_options(
    "Measure lists larger than memory, in parts: local is this machine, ray a cluster. --nbest, -r and -s "
    "are patterns, folders or files, whose lines follow one another.",
    None,
)
@output_option("-o", "--output", metavar="FILE", help="Write the weights: .json, .ini, or as --weights is.")
@format_option
@decimals_option(4)
@threads_option
def command(
    lists: ListOptions,
    metrics: tuple[Metric, ...],
    searched: SearchOptions,
    loop: LoopOptions,
    tested: MatrixOptions,
    run: RunOptions,
    style: str,
    decimals: int,
    output: str | None,
    threads: int | None,
) -> None:
    """Tune the weights of a decoder or a reranker to any metric.

    \b
    pitchpipe tune --nbest dev.nbest.gz -r dev.en -m bleu:tokenize=none --weights moses.ini -o tuned.ini
    pitchpipe tune --decoder 'moses -f {weights} -i dev.de -n-best-list {nbest} 100 distinct' \\
        --work tuning -r dev.en -m hlepor --weights moses.ini -o tuned.ini
    pitchpipe tune --matrix -m bleu -m hlepor --nbest dev.nbest.gz -r dev.en \\
        --test-nbest test.nbest.gz --test-reference test.en --weights moses.ini
    pitchpipe tune --nbest 'lists/*.gz' -r 'refs/*.en' -m chrf --engine local -o tuned.json
    """
    current_threads()  # a bad PITCHPIPE_THREADS is said before anything is read
    run.refuse(("align_refs", "decoder", "as_matrix"))
    _require_consistent(lists, metrics, searched, loop, tested, output)
    asked = lists.fitting(metrics_or(metrics, "bleu"))
    start = _start(searched.weights)
    search = searched.search(threads)
    if run.engine is not None:
        tuned = _measured_in_parts(asked[0], lists, start, search, run, threads)
        _show_tuned(tuned, asked[0], start, search, style, decimals, output)
        return
    dev = lists.dev_set(asked)
    if tested.as_matrix:
        _tune_and_test(asked, dev, lists, start, search, tested, style, decimals)
    elif loop.decoder:
        _tune_in_turns(asked[0], dev, lists, start, search, loop, style, decimals, output)
    else:
        _tune_once(asked[0], dev, lists, start, search, style, decimals, output)


def _start(path: str | None) -> WeightFile | None:
    """The weights to begin with, if there are any."""
    from pitchpipe.tuning import read_weights

    return None if path is None else read_weights(path)


def _tune_once(
    metric: Metric,
    dev: DevSet,
    lists: ListOptions,
    start: WeightFile | None,
    search: Search,
    style: str,
    decimals: int,
    output: str | None,
) -> None:
    """Tunes to one metric on given lists."""
    from pitchpipe.tuning import tune

    with bar(1) as shown:
        tuned = tune(
            lists.nbests,
            dev,
            metric,
            weights=start,
            search=search,
            reading=lists.reading,
            progress=None if shown is None else shown.step,
        )
    _show_tuned(tuned, metric, start, search, style, decimals, output)


def _measured_in_parts(
    metric: Metric,
    lists: ListOptions,
    start: WeightFile | None,
    search: Search,
    run: RunOptions,
    threads: int | None,
) -> Tuned:
    """Tunes to one metric on lists larger than memory."""
    from pitchpipe.tuning import tune

    if not lists.references:
        raise click.UsageError("there is no reference: give one with -r FILE")
    with parts_shown(run.shown_as) as told:
        return tune(
            lists.shards("tune"),
            lists.references,
            metric,
            weights=start,
            search=search,
            source=lists.source,
            resources=lists.shard_resources([metric]),
            threads=threads,
            shown=told,
            **run.arguments(),
        )


def _show_tuned(
    tuned: Tuned,
    metric: Metric,
    start: WeightFile | None,
    search: Search,
    style: str,
    decimals: int,
    output: str | None,
) -> None:
    from pitchpipe.tuning.grids import remarks, score_row, weight_grid

    _note_start(start, tuple(tuned.weights))
    _write(output, tuned, start)
    for remark in remarks(tuned, metric, search.optimiser, start):
        click.echo(f"note: {remark}", err=True)
    if style == "json":
        print_json(tuned.to_dict())
        return
    if style == "tsv":
        show(score_row(weight_grid(tuned), tuned.metric, tuned.start, tuned.score), style, decimals)
    else:
        show_page(tuned.page(decimals), style)


def _tune_in_turns(
    metric: Metric,
    dev: DevSet,
    lists: ListOptions,
    start: WeightFile | None,
    search: Search,
    turns: LoopOptions,
    style: str,
    decimals: int,
    output: str | None,
) -> None:
    """Lets a decoder and tuning take turns."""
    from pitchpipe.tuning import tune
    from pitchpipe.tuning.grids import loop_grid, score_row

    assert start is not None
    assert turns.decoder is not None
    assert turns.work is not None
    loop = tune(
        None,
        dev,
        metric,
        weights=start,
        decoder=turns.decoder,
        work=turns.work,
        weights_format=turns.weights_format,
        iterations=turns.iterations,
        search=search,
        reading=lists.reading,
        progress=lambda told: click.echo(told, err=True),
    )
    _note_start(start, loop.features)
    click.echo(loop.finished, err=True)
    _write(output, loop, start)
    if style == "json":
        print_json(loop.to_dict())
        return
    if style == "tsv":
        decoded = loop.iterations[0].decoded
        show(score_row(loop_grid(loop), loop.metric, decoded, loop.score), style, decimals)
    else:
        show_page(loop.page(decimals), style)


def _tune_and_test(
    asked: tuple[Metric, ...],
    dev: DevSet,
    lists: ListOptions,
    start: WeightFile | None,
    search: Search,
    tested: MatrixOptions,
    style: str,
    decimals: int,
) -> None:
    """Tunes to every metric, and tests with every metric."""
    from pitchpipe.tuning.grids import matrix_grid
    from pitchpipe.tuning.matrix import matrix
    from pitchpipe.tuning.tuner import start_weights

    assert tested.test_nbest is not None
    test = lists.held_against(
        tested.test_references, tested.test_source, tested.test_links, asked, dev.resources.annotator
    )
    dev_list = lists.reading.lists(lists.nbests, dev.segments, start)
    test_list = lists.reading.lists(tested.test_nbest, test.segments, start)
    _note_start(start, dev_list.names)
    with bar(len(asked)) as shown:
        found = matrix(
            (dev_list, dev),
            (test_list, test),
            asked,
            start_weights(start, dev_list.names),
            search.optimise(start, seed=search.seed),
            samples=tested.samples,
            progress=None if shown is None else shown.step,
        )
    if style == "json":
        print_json({**found.to_dict(), **search.provenance})
        return
    if style == "tsv":
        show(matrix_grid(found, decimals, plain=True), style, decimals)
    else:
        show_page(found.page(decimals), style)


def _note_start(start: WeightFile | None, names: tuple[str, ...]) -> None:
    """Says what weights begin with, and which are of no feature."""
    if start is None:
        click.echo("note: without --weights every weight begins at 1", err=True)
    elif others := start.others(names):
        click.echo(f"note: not in the n-best list, and kept as it is: {', '.join(others)}", err=True)


def _write(output: str | None, found: Tuned | Loop, start: WeightFile | None) -> None:
    from pitchpipe.tuning import write_weights

    if output is not None:
        provenance: Mapping[str, Any] = {
            key: value for key, value in found.to_dict().items() if key != "weights"
        }
        write_weights(output, found.weights, like=start, provenance=provenance)


def _require_consistent(
    lists: ListOptions,
    metrics: tuple[Metric, ...],
    searched: SearchOptions,
    loop: LoopOptions,
    tested: MatrixOptions,
    output: str | None,
) -> None:
    from pitchpipe.tuning.loop import is_of_run

    if loop.decoder and (lists.nbests or tested.as_matrix):
        raise click.UsageError("--decoder makes its own lists: leave out --nbest and --matrix")
    if loop.decoder and not (loop.work and searched.weights):
        raise click.UsageError(
            "--decoder needs a folder (--work DIR) and weights to begin with (--weights FILE)"
        )
    if not loop.decoder and not lists.nbests:
        raise click.UsageError("there is nothing to tune: give --nbest FILE, or --decoder COMMAND")
    _require_useful(searched, loop, tested)
    if not tested.as_matrix and len(metrics) > 1:
        raise click.UsageError(
            "weights are tuned to one metric: mix several (0.5*bleu+0.5*chrf), or use --matrix"
        )
    if tested.as_matrix and not tested.test_nbest:
        raise click.UsageError("--matrix tests on another list: give --test-nbest and --test-reference")
    if loop.work and output and is_of_run(Path(output), Path(loop.work)):
        raise click.UsageError(f"-o {output} is a file of the run in --work: name another file")
    if tested.as_matrix and output:
        raise click.UsageError("--matrix finds several weights: -o writes those of one metric")


def _require_useful(searched: SearchOptions, loop: LoopOptions, tested: MatrixOptions) -> None:
    """Refuses options that would do nothing here."""
    for condition, kind, names in (
        (loop.decoder, "--decoder", ("work", "weights_format", "iterations")),
        (
            tested.as_matrix,
            "--matrix",
            ("test_nbest", "test_references", "test_source", "test_links", "samples"),
        ),
        (
            searched.optimiser == "mert",
            "--optimiser mert",
            ("restarts", "random_directions", "patience"),
        ),
    ):
        if not condition:
            refuse_given(names, f"is for {kind}: it does nothing here")
