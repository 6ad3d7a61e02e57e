"""``pitchpipe lang lm``."""

from __future__ import annotations

from typing import Any

import click

from pitchpipe.cli.options.groups import refuse_given
from pitchpipe.cli.options.outputs import output_option
from pitchpipe.cli.options.shared import decimals_option, format_option, threads_option
from pitchpipe.cli.printing import print_json, show
from pitchpipe.errors import DataError
from pitchpipe.lang.lm.model import FALLBACK_DISCOUNTS, LanguageModel, SentenceScores
from pitchpipe.showing.grids import Cell, Grid
from pitchpipe.text.files import display_name, read_lines
from pitchpipe.threads import current_threads, set_threads


@click.command("lm", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("text")
@output_option("-o", "--output", metavar="FILE", help="Estimate a model from TEXT and write it as ARPA.")
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
def command(
    text: str,
    output: str | None,
    model: str | None,
    order: int,
    prune: str,
    discount_fallback: bool,
    tokenize: str,
    lowercase: bool,
    sentences: bool,
    style: str,
    decimals: int,
    threads: int | None,
) -> None:
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
    if output is None and model is None:
        raise click.UsageError("give -o FILE to estimate a model, or --model FILE to score with one")
    if output is not None and model is not None:
        raise click.UsageError("-o estimates a model, and --model scores with one: give one, not both")
    if output is not None:
        estimated = _estimated(text, order, _pruned(prune), discount_fallback, tokenize, lowercase)
        estimated.write(output)
        if output != "-":
            show(_counts(estimated), "table", decimals)
        return
    assert model is not None
    refuse_given(("order", "prune", "discount_fallback"), "is for estimating: leave it out with --model")
    scorer = LanguageModel.read(model)
    found = scorer.sentences(read_lines(text), tokenize=tokenize, lowercase=lowercase)
    if style == "json":
        print_json(_as_dict(found, sentences))
        return
    show(_sentences(found) if sentences else _whole(display_name(text), found), style, decimals)


def _pruned(prune: str) -> list[int]:
    try:
        return [int(number) for number in prune.split(",")]
    except ValueError:
        raise click.UsageError(f"--prune takes whole numbers such as 0,0,1, not {prune}") from None


def _estimated(
    text: str, order: int, prune: list[int], fallback: bool, tokenize: str, lowercase: bool
) -> LanguageModel:
    try:
        return LanguageModel.estimate(
            read_lines(text),
            order=order,
            prune=prune,
            fallback=FALLBACK_DISCOUNTS if fallback else None,
            tokenize=tokenize,
            lowercase=lowercase,
        )
    except DataError as error:
        remedy = str(error).replace("give fallback discounts", "use --discount-fallback")
        raise DataError(f"{display_name(text)}: {remedy}") from None


def _counts(model: LanguageModel) -> Grid:
    """The n-grams of every length, and the discounts of their counts."""
    rows = tuple(
        (Cell(f"{n}-grams"), Cell(count), *map(Cell, discounts))
        for n, (count, discounts) in enumerate(zip(model.counts, model.discounts or (), strict=True), 1)
    )
    return Grid(("", "number", "D1", "D2", "D3+"), rows)


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
