"""``pitchpipe lang phrase-table``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pitchpipe.cli.options.shared import refuse_given, threads_option
from pitchpipe.cli.progress import bar
from pitchpipe.lang import Annotator, default_annotator, read_annotation
from pitchpipe.lang.phrases.files import table_path
from pitchpipe.lang.phrases.sources import Extraction, table_from_moses, table_from_text
from pitchpipe.lang.phrases.tables import PivotTable
from pitchpipe.text import languages
from pitchpipe.text.files import read_lines
from pitchpipe.text.outputs import make_folder, require_writable
from pitchpipe.threads import current_threads, set_threads

#: Analysing, aligning, extracting.
_STEPS = 3


@click.command("phrase-table", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("text")
@click.argument("pivot_text", required=False)
@click.option(
    "-l", "--language", required=True, metavar="CODE", help="The language of the phrases, such as en."
)
@click.option("-p", "--pivot", required=True, metavar="CODE", help="The pivot language, such as fr.")
@click.option(
    "-o",
    "--output",
    metavar="TABLE",
    help="Where to write the table; by default the cache folder, where it is found by its languages.",
)
@click.option("--longest", type=int, default=7, show_default=True, help="Words in the longest phrases.")
@click.option(
    "--min-count",
    type=float,
    default=1.0,
    show_default=True,
    help="Leave out pairs that were seen less often.",
)
@click.option(
    "--top", type=int, default=20, show_default=True, help="Pivot phrases that are kept of each phrase."
)
@click.option("--tokenize", metavar="NAME", help="Tokenizer of TEXT; default that of the language's metrics.")
@click.option(
    "--annotation", metavar="FILE", help="Lemmas and parts of speech of PIVOT_TEXT: CoNLL-U or factored text."
)
@click.option(
    "--analyser", metavar="NAME", help="What analyses the pivot language; see `pitchpipe lang status`."
)
@click.option("--no-cache", is_flag=True, help="Keep no analyses in the cache folder.")
@click.option(
    "--moses",
    "side",
    type=click.Choice(["source", "target"]),
    help="TEXT is a phrase table of Moses, with the phrases of the language on this side.",
)
@threads_option
def command(
    text: str, pivot_text: str | None, output: str | None, threads: int | None, **options: Any
) -> None:
    """Make a phrase table from parallel text, one sentence per line, or from a table of Moses.

    Words are aligned first; the pivot language is analysed. tesla-b finds the table by its language.

    \b
    pitchpipe lang phrase-table train.en train.fr -l en -p fr
    pitchpipe lang phrase-table train.en train.fr -l en -p fr -o en-fr.table --min-count 2
    pitchpipe lang phrase-table phrase-table.gz --moses target -l en -p de
    """
    current_threads()
    if threads is not None:
        set_threads(threads)
    codes = languages.code(options["language"]), languages.code(options["pivot"])
    extraction = Extraction(options["longest"], options["min_count"], options["top"])
    target = table_path(*codes) if output is None else Path(output)
    if options["side"] is not None:
        if pivot_text is not None or options["annotation"] is not None:
            raise click.UsageError("a table of Moses comes without a second text and without annotations")
    else:
        _require_one(pivot_text, options)
    if output is None:
        make_folder(target.parent)
    require_writable(target)
    if options["side"] is not None:
        table = table_from_moses(
            text,
            language=codes[0],
            pivot=codes[1],
            side=options["side"],
            annotator=_annotator(options, codes[1]),
            tokenize=options["tokenize"],
            extraction=extraction,
        )
    else:
        table = _from_text(text, pivot_text, codes, extraction, options)
    table.save(target)
    click.echo(f"{target}: {_summary(table)}", err=output == "-")


def _require_one(pivot_text: str | None, options: dict[str, Any]) -> None:
    """Of the text in the pivot language and its annotation."""
    if pivot_text is None and options["annotation"] is None:
        raise click.UsageError(
            "give the text in the pivot language, or its annotation with --annotation FILE"
        )
    if options["annotation"] is None:
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
    extraction: Extraction,
    options: dict[str, Any],
) -> PivotTable:
    lines = read_lines(text)
    with bar(_STEPS) as shown:
        return table_from_text(
            lines,
            read_annotation(options["annotation"]).analysed if pivot_text is None else read_lines(pivot_text),
            language=codes[0],
            pivot=codes[1],
            annotator=None if pivot_text is None else _annotator(options, codes[1]),
            tokenize=options["tokenize"],
            extraction=extraction,
            progress=None if shown is None else shown.step,
            tell=None if shown is None else shown.tell,
        )


def _annotator(options: dict[str, Any], pivot: str) -> Annotator:
    otherwise = "" if options["side"] else "bring a file with --annotation instead of PIVOT_TEXT"
    return default_annotator(
        pivot, cache=not options["no_cache"], analyser=options["analyser"], otherwise=otherwise
    )


def _summary(table: PivotTable) -> str:
    sizes = table.sizes
    return f"{sizes.phrases} phrases, {sizes.pairs} pairs with {sizes.pivots} pivot phrases"
