"""``pitchpipe align``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from pitchpipe.aligning import Aligner, Decoding, Training, align, evaluate, read_links, write_links
from pitchpipe.aligning.links import SYMMETRISATIONS, Symmetrisation, format_links
from pitchpipe.cli.options.groups import refuse_given
from pitchpipe.cli.options.outputs import output_option
from pitchpipe.cli.options.shared import threads_option
from pitchpipe.cli.progress import bar
from pitchpipe.errors import DataError
from pitchpipe.text.files import display_name, read_lines
from pitchpipe.threads import current_threads, set_threads

if TYPE_CHECKING:
    from pitchpipe._core import Alignments


@click.command("align", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("source")
@click.argument("target")
@output_option("-o", "--output", metavar="FILE", help="Where to write the links; standard output by default.")
@click.option("--model", metavar="FILE", help="Apply this model instead of training one.")
@click.option("--continue", "further", is_flag=True, help="Train --model further on this text first.")
@output_option("--save", metavar="FILE", help="Write the trained model.")
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
    "--threshold", type=float, default=0.3, show_default=True, help="Posterior above which words are linked."
)
@click.option(
    "--symmetrise",
    "--symmetrize",
    "symmetrisation",
    type=click.Choice(SYMMETRISATIONS),
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
def command(
    source: str,
    target: str,
    output: str | None,
    model: str | None,
    further: bool,
    save: str | None,
    bitext: tuple[tuple[str, str], ...],
    tokenize: str,
    source_tokenize: str | None,
    decode: Literal["agreement", "posterior", "viterbi"],
    threshold: float,
    symmetrisation: Symmetrisation,
    separate: bool,
    model1_iterations: int,
    hmm_iterations: int,
    gold: str | None,
    threads: int | None,
) -> None:
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
    if further and model is None:
        raise click.UsageError("--continue trains a --model further: name one")
    if decode == "agreement":
        refuse_given(("symmetrisation",), "is for --decode posterior or viterbi: links that agree need none")
    if decode == "viterbi":
        refuse_given(("threshold",), "is for posteriors: --decode viterbi has none")
    sources, targets = _pair(source, target)
    decoding = Decoding(decode, threshold, symmetrisation)
    with bar(1) as shown:
        found = align(
            sources,
            targets,
            model=None if model is None else Aligner.load(model),
            further=further,
            bitext=_bitext(bitext),
            tokenize=tokenize,
            source_tokenize=source_tokenize,
            decoding=decoding,
            training=Training(model1_iterations, hmm_iterations, not separate),
            progress=None if shown is None else shown.tell,
        )
    if save:
        found.aligner.save(save)
    if gold:
        sure, possible = _gold(gold)
        agreement = evaluate(found.links, sure, possible)
        click.echo(
            f"AER {agreement.aer:.4f}  precision {agreement.precision:.4f}  "
            f"recall {agreement.recall:.4f}  F {agreement.f:.4f}"
        )
    if output:
        write_links(output, found.links)
    elif not gold:
        for links in found:
            click.echo(format_links(links))


def _pair(source: str, target: str) -> tuple[list[str], list[str]]:
    sources, targets = read_lines(source), read_lines(target)
    if len(sources) != len(targets):
        names = display_name(source), display_name(target)
        raise DataError(f"{names[0]} has {len(sources)} lines, {names[1]} has {len(targets)}")
    return sources, targets


def _bitext(paths: Iterable[tuple[str, str]]) -> tuple[list[str], list[str]]:
    """All further sentence pairs, one file after the other."""
    sources: list[str] = []
    targets: list[str] = []
    for pair in paths:
        more = _pair(*pair)
        sources += more[0]
        targets += more[1]
    return sources, targets


def _gold(name: str) -> tuple[Alignments, Alignments]:
    """Sure and possible links; possible ones include the sure ones."""
    for suffix in ("", ".gz"):
        sure, possible = (Path(f"{name}.{kind}{suffix}") for kind in ("sure", "possible"))
        if sure.exists() and possible.exists():
            return read_links(sure), read_links(possible)
    links = read_links(name)
    return links, links
