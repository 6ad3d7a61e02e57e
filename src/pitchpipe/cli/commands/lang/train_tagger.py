"""``pitchpipe lang train-tagger``."""

from __future__ import annotations

from pathlib import Path

import click

from pitchpipe.cli.options.outputs import output_option, require_outputs
from pitchpipe.cli.progress import bar
from pitchpipe.lang import Tagger
from pitchpipe.lang.annotation.tagger import tagger_path
from pitchpipe.text import languages
from pitchpipe.text.outputs import File, make_folder

#: Reading, training to be measured, training.
_STEPS = 3


@click.command("train-tagger", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("files", nargs=-1, required=True, metavar="FILE.conllu...")
@click.option("-l", "--language", required=True, metavar="CODE", help="The language, such as cs.")
@output_option(
    "-o",
    "--output",
    metavar="MODEL",
    help="Where to write the tagger; by default the cache folder, where it is found by its language.",
)
def command(files: tuple[str, ...], language: str, output: str | None) -> None:
    """Train a tagger for parts of speech from treebanks in CoNLL-U (Universal Dependencies).

    Prints how many words of held-out sentences it gets right; they are every tenth, and the tagger
    that is written has learnt from all.

    \b
    pitchpipe lang train-tagger cs_cac-ud-train.conllu -l cs
    """
    code = languages.code(language)
    target = Path(output) if output is not None else tagger_path(code)
    if output is None:
        make_folder(target.parent)
    require_outputs([File("-o", target)])
    with bar(_STEPS) as shown:
        tagger = Tagger.train(files, code, progress=None if shown is None else shown.step)
    tagger.save(target)
    found = tagger.description
    accuracy = (
        "too few to measure it" if found.accuracy is None else f"{found.accuracy:.1f} % right, held out"
    )
    click.echo(f"{target}: {found.sentences} sentences, {found.words} words; {accuracy}", err=output == "-")
