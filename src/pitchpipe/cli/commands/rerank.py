"""``pitchpipe rerank``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from pitchpipe.cli.options.candidates import ListOptions, list_options, note_others
from pitchpipe.cli.options.choice import ChoiceOptions, choice_options
from pitchpipe.cli.options.engines import RunOptions, run_options
from pitchpipe.cli.options.groups import GroupedCommand, refuse_given
from pitchpipe.cli.options.outputs import output_option
from pitchpipe.cli.options.shared import metric_option, metrics_or, threads_option
from pitchpipe.cli.printing import show_page
from pitchpipe.cli.progress import parts_shown
from pitchpipe.showing.heads import heads
from pitchpipe.threads import current_threads
from pitchpipe.threads import threads as thread_count

if TYPE_CHECKING:
    from pitchpipe.batch.scores import Score
    from pitchpipe.choosing import Reranked
    from pitchpipe.metrics.base import Metric
    from pitchpipe.nbest.writing import WritableFormat
    from pitchpipe.tuning import DevSet


@click.command("rerank", cls=GroupedCommand, context_settings={"help_option_names": ["-h", "--help"]})
@list_options
@click.option(
    "--weights",
    required=True,
    metavar="FILE",
    help="The weights: JSON (pitchpipe tune), Moses, Joshua, Z-MERT; or written out, qe=1,lm=0.2.",
)
@metric_option
@output_option("--write-nbest", metavar="FILE", help="Write the list in its new order.")
@click.option(
    "--write-nbest-format",
    type=click.Choice(["moses", "zmert", "jsonl"]),
    help="How it is written; default jsonl for .jsonl, else moses.",
)
@run_options(
    "Choose from lists larger than memory, in parts: local is this machine, ray a cluster. --nbest, -r and "
    "-s are patterns, folders or files, whose lines follow one another, and -o is a folder.",
    "-o",
)
@choice_options
@threads_option
def command(
    lists: ListOptions,
    metrics: tuple[Metric, ...],
    weights: str,
    write_nbest: str | None,
    write_nbest_format: WritableFormat | None,
    run: RunOptions,
    choice: ChoiceOptions,
    threads: int | None,
) -> None:
    """Choose the candidates that new weights like best.

    With references, the scores before and after are shown. Candidates and segments are numbered from 0.

    \b
    pitchpipe rerank --nbest test.nbest.gz --weights tuned.json > test.en
    pitchpipe rerank --nbest test.nbest.gz --weights moses.ini -r test.ref -m bleu -o test.en
    pitchpipe rerank --nbest samples.jsonl --weights qe=1,lm=0.2 > test.en
    pitchpipe rerank --nbest 'lists/*.gz' --weights qe=1,lm=0.2 --engine local -o chosen/
    """
    from pitchpipe.choosing import rerank
    from pitchpipe.choosing.machine_rows import reranked_rows
    from pitchpipe.choosing.verbs import required_folder
    from pitchpipe.nbest import write_nbest as write
    from pitchpipe.tuning import WeightFile, read_weights
    from pitchpipe.tuning.weight_files import inline_weights

    current_threads()  # a bad PITCHPIPE_THREADS is said before anything is read
    run.refuse(("align_refs", "write_nbest"))
    if run.engine is None and not lists.nbests:
        raise click.UsageError("there is nothing to rerank: give --nbest FILE")
    if write_nbest is None:
        refuse_given(["write_nbest_format"], "is for --write-nbest: it does nothing here")
    if metrics and not lists.references:
        raise click.UsageError("there is no reference to score against: give one with -r FILE")
    asked = lists.fitting(metrics_or(metrics, "bleu"))
    start = inline_weights(weights) or read_weights(weights)
    if run.engine is not None:
        with parts_shown(run.shown_as) as told:
            found = rerank(
                lists.shards("rerank"),
                start,
                to=required_folder(choice.folder),
                style=choice.style,
                references=lists.references,
                metrics=asked,
                source=lists.source,
                resources=lists.shard_resources(asked if lists.references else ()),
                threads=threads,
                shown=told,
                **run.arguments(),
            )
        if isinstance(start, WeightFile):
            note_others(start, found.features)
        show_page(found.page(), "table")
        return
    dev = lists.dev_set(asked) if lists.references else None
    nbest = lists.reading.lists(lists.nbests, None if dev is None else dev.segments)
    with thread_count(current_threads() if threads is None else threads):
        reranked = rerank(nbest, start)
        if isinstance(start, WeightFile):
            note_others(start, reranked.nbest.names)
        scores = [] if dev is None else _scores(reranked, dev, asked)
    if write_nbest is not None:
        write(reranked.sorted(), write_nbest, format=write_nbest_format)

    def content() -> dict[str, Any]:
        entries = [{"before": before.score, "after": after.to_dict()} for before, after in scores]
        return {"scores": entries, **reranked.to_dict()}

    choice.write(reranked.texts, reranked_rows(reranked).values(), content)
    names = heads([after.metric for _, after in scores], metrics)
    for before, after in scores:
        decimals = 2 + max(before.further_decimals, after.further_decimals)
        scored = f"{before.score:.{decimals}f} -> {after.score:.{decimals}f}"
        click.echo(f"{names[after.metric]}: {scored}", err=True)


def _scores(reranked: Reranked, dev: DevSet, asked: Iterable[Metric]) -> list[tuple[Score, Score]]:
    batch = dev.batch(reranked.nbest)
    return [reranked.scores(batch, metric) for metric in asked]
