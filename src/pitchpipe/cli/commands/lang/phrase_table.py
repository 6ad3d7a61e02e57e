"""``pitchpipe lang phrase-table``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

import click

from pitchpipe.aligning import read_links
from pitchpipe.cli.options.groups import GroupedCommand, collected, refuse_given
from pitchpipe.cli.options.outputs import output_option, require_outputs
from pitchpipe.cli.options.shared import threads_option
from pitchpipe.cli.progress import bar
from pitchpipe.errors import DataError
from pitchpipe.lang import Analysed, Annotator, default_annotator, read_annotation
from pitchpipe.lang.phrases.files import table_path
from pitchpipe.lang.phrases.sources import Extraction, table_from_moses, table_from_text
from pitchpipe.lang.phrases.tables import PivotTable
from pitchpipe.lang.phrases.translations import translations_from_text
from pitchpipe.text import languages
from pitchpipe.text.files import display_name, read_lines
from pitchpipe.text.outputs import File, make_folder
from pitchpipe.threads import current_threads, set_threads

#: Analysing, aligning, extracting.
_STEPS = 3
#: Aligning, extracting.
_STEPS_FOR_DECODER = 2
#: What to do where nothing analyses the pivot language.
BRING_A_FILE = "bring a file with --annotation instead of PIVOT_TEXT"

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class PivotAnalysis:
    """What knows lemmas and parts of speech of the pivot language."""

    annotation: str | None
    analyser: str | None
    no_cache: bool

    def annotator(self, pivot: str, otherwise: str = "") -> Annotator:
        """What analyses text; the message where there is none says what to do ``otherwise``."""
        return default_annotator(pivot, cache=not self.no_cache, analyser=self.analyser, otherwise=otherwise)

    def analysed(self) -> Analysed:
        """What a file says."""
        assert self.annotation is not None
        return read_annotation(self.annotation).analysed


@dataclass(frozen=True)
class ForDecoder:
    """A table for a decoder instead of one for metrics."""

    write_moses: str | None
    links: str | None
    pivot_tokenize: str | None
    lowercase: bool


extraction_options: Callable[[F], F] = collected(
    Extraction,
    "extraction",
    click.option("--longest", type=int, default=7, show_default=True, help="Words in the longest phrases."),
    click.option(
        "--min-count",
        type=float,
        default=1.0,
        show_default=True,
        help="Leave out pairs that were seen less often.",
    ),
    click.option(
        "--top",
        type=int,
        default=20,
        show_default=True,
        help="Pivot phrases, or translations, kept of each phrase.",
    ),
)

decoder_options: Callable[[F], F] = collected(
    ForDecoder,
    "decoder",
    output_option(
        "--write-moses",
        metavar="TABLE",
        help="Write a phrase table of Moses, from TEXT into PIVOT_TEXT: four scores, links and counts. "
        "Languages are not asked for, nothing is analysed, and TEXT is tokenised already by default.",
    ),
    click.option("--links", metavar="FILE", help="Links of the words (0-0 1-2) instead of aligning here."),
    click.option("--pivot-tokenize", metavar="NAME", help="Tokenizer of PIVOT_TEXT; default as --tokenize."),
    click.option("--lowercase", is_flag=True, help="Change both texts to lower case."),
    title="For a decoder",
)
#: What only pivot tables have, by the names of options.
_OF_PIVOT_TABLES = ("language", "pivot", "output", "annotation", "analyser", "no_cache", "side")

pivot_options: Callable[[F], F] = collected(
    PivotAnalysis,
    "analysis",
    click.option(
        "--annotation",
        metavar="FILE",
        help="Lemmas and parts of speech of PIVOT_TEXT: CoNLL-U or factored text.",
    ),
    click.option(
        "--analyser", metavar="NAME", help="What analyses the pivot language; see `pitchpipe lang status`."
    ),
    click.option("--no-cache", is_flag=True, help="Keep no analyses in the cache folder."),
)


@click.command("phrase-table", cls=GroupedCommand, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("text")
@click.argument("pivot_text", required=False)
@click.option("-l", "--language", metavar="CODE", help="The language of the phrases, such as en.")
@click.option("-p", "--pivot", metavar="CODE", help="The pivot language, such as fr.")
@output_option(
    "-o",
    "--output",
    metavar="TABLE",
    help="Where to write the table; by default the cache folder, where it is found by its languages.",
)
@extraction_options
@click.option("--tokenize", metavar="NAME", help="Tokenizer of TEXT; default that of the language's metrics.")
@pivot_options
@click.option(
    "--moses",
    "side",
    type=click.Choice(["source", "target"]),
    help="TEXT is a phrase table of Moses, with the phrases of the language on this side.",
)
@decoder_options
@threads_option
def command(
    text: str,
    pivot_text: str | None,
    language: str | None,
    pivot: str | None,
    output: str | None,
    extraction: Extraction,
    tokenize: str | None,
    analysis: PivotAnalysis,
    side: Literal["source", "target"] | None,
    decoder: ForDecoder,
    threads: int | None,
) -> None:
    """Make a phrase table from parallel text, one sentence per line, or from a table of Moses.

    Words are aligned first; the pivot language is analysed. tesla-b finds the table by its language.
    With --write-moses the table is for a decoder that translates TEXT into PIVOT_TEXT.

    \b
    pitchpipe lang phrase-table train.en train.fr -l en -p fr
    pitchpipe lang phrase-table train.en train.fr -l en -p fr -o en-fr.table --min-count 2
    pitchpipe lang phrase-table phrase-table.gz --moses target -l en -p de
    pitchpipe lang phrase-table train.de train.en --write-moses de-en.gz
    """
    current_threads()
    if threads is not None:
        set_threads(threads)
    if decoder.write_moses is not None:
        _write_moses(decoder.write_moses, text, pivot_text, tokenize, extraction, decoder)
        return
    refuse_given(("links", "pivot_tokenize", "lowercase"), "is for --write-moses TABLE")
    if language is None or pivot is None:
        raise click.UsageError("say which languages the phrases and their pivots are in: -l CODE -p CODE")
    codes = languages.code(language), languages.code(pivot)
    target = table_path(*codes) if output is None else Path(output)
    if side is not None:
        if pivot_text is not None or analysis.annotation is not None:
            raise click.UsageError("a table of Moses comes without a second text and without annotations")
    else:
        _require_one(pivot_text, analysis.annotation)
    if output is None:
        make_folder(target.parent)
    require_outputs([File("-o", target)])
    if side is not None:
        table = table_from_moses(
            text,
            language=codes[0],
            pivot=codes[1],
            side=side,
            annotator=analysis.annotator(codes[1]),
            tokenize=tokenize,
            extraction=extraction,
        )
    else:
        table = _from_text(text, pivot_text, codes, tokenize, extraction, analysis)
    table.save(target)
    click.echo(f"{target}: {_summary(table)}", err=output == "-")


def _require_one(pivot_text: str | None, annotation: str | None) -> None:
    """Of the text in the pivot language and its annotation."""
    if pivot_text is None and annotation is None:
        raise click.UsageError(
            "give the text in the pivot language, or its annotation with --annotation FILE"
        )
    if annotation is None:
        return
    if pivot_text is not None:
        raise click.UsageError(
            "give the text in the pivot language or its annotation (--annotation), not both"
        )
    refuse_given(("analyser", "no_cache"), "is for text that is analysed here, not for --annotation FILE")


def _from_text(
    text: str,
    pivot_text: str | None,
    codes: tuple[str, str],
    tokenize: str | None,
    extraction: Extraction,
    analysis: PivotAnalysis,
) -> PivotTable:
    lines = read_lines(text)
    with bar(_STEPS) as shown:
        return table_from_text(
            lines,
            analysis.analysed() if pivot_text is None else read_lines(pivot_text),
            language=codes[0],
            pivot=codes[1],
            annotator=None if pivot_text is None else analysis.annotator(codes[1], BRING_A_FILE),
            tokenize=tokenize,
            extraction=extraction,
            progress=None if shown is None else shown.step,
            tell=None if shown is None else shown.tell,
        )


def _write_moses(
    path: str,
    text: str,
    pivot_text: str | None,
    tokenize: str | None,
    extraction: Extraction,
    decoder: ForDecoder,
) -> None:
    refuse_given(_OF_PIVOT_TABLES, "is for pivot tables: leave it out with --write-moses")
    if pivot_text is None:
        raise click.UsageError("--write-moses needs two texts: the sentences and their translations")
    sources, targets = read_lines(text), read_lines(pivot_text)
    if len(sources) != len(targets):
        names = display_name(text), display_name(pivot_text)
        raise DataError(f"{names[0]} has {len(sources)} lines, {names[1]} has {len(targets)}")
    tokenize = tokenize or "none"
    with bar(_STEPS_FOR_DECODER) as shown:
        table = translations_from_text(
            sources,
            targets,
            links=None if decoder.links is None else read_links(decoder.links),
            source_tokenize=tokenize,
            tokenize=decoder.pivot_tokenize or tokenize,
            lowercase=decoder.lowercase,
            extraction=extraction,
            progress=None if shown is None else shown.step,
            tell=None if shown is None else shown.tell,
        )
        table.write(path)
    click.echo(f"{path}: {table.phrases} source phrases, {len(table)} pairs", err=path == "-")


def _summary(table: PivotTable) -> str:
    sizes = table.sizes
    return f"{sizes.phrases} phrases, {sizes.pairs} pairs with {sizes.pivots} pivot phrases"
