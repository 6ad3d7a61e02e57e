"""``pitchpipe align``."""

from __future__ import annotations

from typing import Any

import click

from pitchpipe.aligning.links import SYMMETRIZATIONS, evaluate, format_links, read_links, write_links
from pitchpipe.aligning.model import Aligner, Decoding, Training
from pitchpipe.cli.options.shared import threads_option
from pitchpipe.cli.progress import bar
from pitchpipe.errors import DataError
from pitchpipe.text.files import display_name, read_lines
from pitchpipe.threads import current_threads, set_threads


@click.command("align", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("source")
@click.argument("target")
@click.option("-o", "--output", metavar="FILE", help="Where to write the links; standard output by default.")
@click.option("--model", metavar="FILE", help="Apply this model instead of training one.")
@click.option("--continue", "further", is_flag=True, help="Train --model further on this text first.")
@click.option("--save", metavar="FILE", help="Write the trained model.")
@click.option(
    "--bitext",
    nargs=2,
    metavar="SRC TGT",
    multiple=True,
    help="Further sentence pairs to train on, which are not aligned; repeat.",
)
@click.option("--tokenize", default="none", show_default=True, help="Tokenizer of the target.")
@click.option("--source-tokenize", default=None, help="Tokenizer of the source; default as --tokenize.")
@click.option(
    "--decode",
    type=click.Choice(["agreement", "posterior", "viterbi"]),
    default="agreement",
    show_default=True,
    help="Links by agreeing posteriors, or by each direction's posteriors or best path, symmetrised.",
)
@click.option(
    "--threshold", type=float, default=0.5, show_default=True, help="Posterior above which words are linked."
)
@click.option(
    "--symmetrise",
    "--symmetrize",
    "symmetrization",
    type=click.Choice(SYMMETRIZATIONS),
    default="grow-diag-final-and",
    show_default=True,
    help="How the directions are combined, for --decode posterior and viterbi.",
)
@click.option("--separate", is_flag=True, help="Train the directions separately, without agreement.")
@click.option(
    "--model1-iterations", type=int, default=4, show_default=True, help="Iterations of IBM Model 1."
)
@click.option("--hmm-iterations", type=int, default=5, show_default=True, help="Iterations of the HMM.")
@click.option(
    "--eval",
    "gold",
    metavar="GOLD",
    help="Compare with gold links: GOLD.sure and GOLD.possible (.gz), or one file of sure links.",
)
@threads_option
def command(source: str, target: str, threads: int | None, **options: Any) -> None:
    """Align the words of two texts, one sentence per line.

    Trains on the text itself and prints links 0-0 1-2 (source-target, from 0), unless --model brings
    a trained model.

    \b
    pitchpipe align source.de target.en -o links.txt --save de-en.align
    pitchpipe align new.de new.en --model de-en.align
    pitchpipe align test.en test.fr --bitext train.en train.fr --eval gold
    """
    current_threads()
    if threads is not None:
        set_threads(threads)
    if options["further"] and not options["model"]:
        raise click.UsageError("--continue trains a --model further: name one")
    pair = _pair(source, target)
    decoding = Decoding(options["decode"], options["threshold"], options["symmetrization"])
    views = {
        "tokenize": options["tokenize"],
        "source_tokenize": options["source_tokenize"] or options["tokenize"],
    }
    aligner = _aligner(pair, options, views)
    if options["save"]:
        aligner.save(options["save"])
    links = aligner.align(*pair, decoding=decoding, **views)
    if options["gold"]:
        sure, possible = _gold(options["gold"])
        found = evaluate(links, sure, possible)
        click.echo(
            f"AER {found.aer:.4f}  precision {found.precision:.4f}  "
            f"recall {found.recall:.4f}  F {found.f:.4f}"
        )
    if options["output"]:
        write_links(options["output"], links)
    elif not options["gold"]:
        for i in range(len(links)):
            click.echo(format_links(links.line(i)))


def _pair(source: str, target: str) -> tuple[list[str], list[str]]:
    sources, targets = read_lines(source), read_lines(target)
    if len(sources) != len(targets):
        names = display_name(source), display_name(target)
        raise DataError(f"{names[0]} has {len(sources)} lines, {names[1]} has {len(targets)}")
    return sources, targets


def _aligner(pair: tuple[list[str], list[str]], options: dict[str, Any], views: dict[str, Any]) -> Aligner:
    model = None if options["model"] is None else Aligner.load(options["model"])
    if model is not None and not options["further"]:
        return model
    sources, targets = list(pair[0]), list(pair[1])
    for paths in options["bitext"]:
        more = _pair(*paths)
        sources += more[0]
        targets += more[1]
    training = Training(options["model1_iterations"], options["hmm_iterations"], not options["separate"])
    with bar(1) as shown:
        progress = None if shown is None else shown.tell
        if model is None:
            return Aligner.train(sources, targets, training=training, progress=progress, **views)
        return model.trained_on(sources, targets, training=training, progress=progress, **views)


def _gold(name: str) -> tuple[Any, Any]:
    """Sure and possible links; possible ones include the sure ones."""
    from pathlib import Path

    for suffix in ("", ".gz"):
        sure, possible = (Path(f"{name}.{kind}{suffix}") for kind in ("sure", "possible"))
        if sure.exists() and possible.exists():
            return read_links(sure), read_links(possible)
    links = read_links(name)
    return links, links
