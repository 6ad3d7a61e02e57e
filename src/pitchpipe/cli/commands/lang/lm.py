"""``pitchpipe lang lm``."""

from __future__ import annotations

from typing import Any

import click

from pitchpipe.cli.options.shared import decimals_option, format_option, refuse_given, threads_option
from pitchpipe.cli.printing import print_json, show
from pitchpipe.errors import DataError
from pitchpipe.lang.lm.model import FALLBACK_DISCOUNTS, LanguageModel, SentenceScores
from pitchpipe.showing.grids import Cell, Grid
from pitchpipe.text.files import display_name, read_lines
from pitchpipe.text.outputs import require_writable
from pitchpipe.threads import current_threads, set_threads


@click.command("lm", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("text")
@click.option("-o", "--output", metavar="FILE", help="Estimate a model from TEXT and write it as ARPA.")
@click.option("--model", metavar="FILE", help="Score TEXT with this ARPA file.")
@click.option("--order", type=int, default=3, show_default=True, help="Length of the longest n-grams.")
@click.option(
    "--prune",
    metavar="N,N,...",
    default="0",
    show_default=True,
    help="Leave out n-grams that occur at most so often, by length; the last holds for longer ones.",
)
@click.option(
    "--discount-fallback",
    is_flag=True,
    help="Use discounts 0.5, 1, 1.5 for lengths of which there are too few n-grams to estimate them.",
)
@click.option("--tokenize", default="none", show_default=True, help="Tokenizer of TEXT.")
@click.option("--lowercase", is_flag=True, help="Change TEXT to lower case.")
@click.option("--sentences", is_flag=True, help="A row for every sentence instead of the perplexity.")
@format_option
@decimals_option(4)
@threads_option
def command(text: str, threads: int | None, **options: Any) -> None:
    """Estimate an n-gram language model from a text, or score a text with one; one sentence per line.

    Estimation is interpolated modified Kneser-Ney, with the numbers of KenLM's lmplz.

    \b
    pitchpipe lang lm train.en -o en.arpa.gz --order 4
    pitchpipe lang lm test.en --model en.arpa.gz
    pitchpipe lang lm test.en --model en.arpa.gz --sentences --format tsv
    """
    current_threads()
    if threads is not None:
        set_threads(threads)
    _require_one(options)
    view = {"tokenize": options["tokenize"], "lowercase": options["lowercase"]}
    if options["model"] is None:
        _estimate(text, options, view)
        return
    model = LanguageModel.read(options["model"])
    found = model.sentences(read_lines(text), **view)
    if options["style"] == "json":
        print_json(_as_dict(found, options["sentences"]))
        return
    grid = _sentences(found) if options["sentences"] else _whole(display_name(text), found)
    show(grid, options["style"], options["decimals"])


def _require_one(options: dict[str, Any]) -> None:
    """Of a model to be made and one to score with."""
    if options["output"] is None and options["model"] is None:
        raise click.UsageError("give -o FILE to estimate a model, or --model FILE to score with one")
    if options["output"] is not None and options["model"] is not None:
        raise click.UsageError("-o estimates a model, and --model scores with one: give one, not both")
    if options["model"] is not None:
        refuse_given(("order", "prune", "discount_fallback"), "is for estimating: leave it out with --model")


def _estimate(text: str, options: dict[str, Any], view: dict[str, Any]) -> None:
    try:
        prune = [int(number) for number in options["prune"].split(",")]
    except ValueError:
        raise click.UsageError(f"--prune takes whole numbers such as 0,0,1, not {options['prune']}") from None
    require_writable(options["output"])
    fallback = FALLBACK_DISCOUNTS if options["discount_fallback"] else None
    lines = read_lines(text)
    try:
        model = LanguageModel.estimate(lines, order=options["order"], prune=prune, fallback=fallback, **view)
    except DataError as error:
        remedy = str(error).replace("give fallback discounts", "use --discount-fallback")
        raise DataError(f"{display_name(text)}: {remedy}") from None
    model.write(options["output"])
    rows = tuple(
        (Cell(f"{n}-grams"), Cell(count), *map(Cell, discounts))
        for n, (count, discounts) in enumerate(zip(model.counts, model.discounts or (), strict=True), 1)
    )
    if options["output"] != "-":
        show(Grid(("", "number", "D1", "D2", "D3+"), rows), "table", options["decimals"])


def _whole(name: str, found: SentenceScores) -> Grid:
    header = ("text", "perplexity", "of known words", "log10", "words", "unknown")
    row = (
        Cell(name),
        Cell(found.perplexity),
        Cell(found.known_perplexity),
        Cell(float(found.log10.sum())),
        Cell(int(found.words.sum())),
        Cell(int(found.unknown.sum())),
    )
    return Grid(header, (row,))


def _sentences(found: SentenceScores) -> Grid:
    columns = (found.log10.tolist(), found.words.tolist(), found.unknown.tolist())
    numbered = enumerate(zip(*columns, strict=True), 1)
    rows = tuple((Cell(number), *map(Cell, values)) for number, values in numbered)
    return Grid(("sentence", "log10", "words", "unknown"), rows)


def _as_dict(found: SentenceScores, sentences: bool) -> dict[str, Any]:
    if sentences:
        return {
            "sentences": [
                {"log10": log10, "words": words, "unknown": unknown}
                for log10, words, unknown in zip(
                    found.log10.tolist(), found.words.tolist(), found.unknown.tolist(), strict=True
                )
            ]
        }
    return {
        "perplexity": found.perplexity,
        "known_perplexity": found.known_perplexity,
        "log10": float(found.log10.sum()),
        "words": int(found.words.sum()),
        "unknown": int(found.unknown.sum()),
    }
